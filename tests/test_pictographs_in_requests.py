"""Is a pictograph kept where it is a word, and left out where it is a smile?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Remember that my favorite emoji is 😀", ["The user's favorite emoji is 😀"]),
        ("Remember that I love 🍕🍕.", ["The user loves 🍕🍕"]),
        ("Remember that I love 🍕 and 🍣", ["The user loves 🍕 and 🍣"]),
        ("Remember that I'm a fan of ❤️ and jazz", ["The user is a fan of ❤️ and jazz"]),
        ("Remember that I live in 🇵🇹", ["The user lives in 🇵🇹"]),
        ("Remember that I like tea 😀", ["The user likes tea"]),
        ("Remember that I like tea 🍵!! 😀", ["The user likes tea"]),
        ("remember I like tea 🍵 thanks!", ["The user likes tea"]),
    ],
)
def test_a_pictograph_is_kept_where_the_sentence_needs_it(said: str, kept: list[str]) -> None:
    assert [each.content for each in find_directives(said)] == kept
