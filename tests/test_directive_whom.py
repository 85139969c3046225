"""Is whom a request speaks of as "he" or "she" named from what was said before it?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


@pytest.mark.parametrize(
    ("message", "contents"),
    [
        ("my sister moved to Bonn. Remember she hates cats", ["The user's sister hates cats"]),
        ("My dad rang. Please keep in mind that he's deaf.", ["The user's dad is deaf"]),
        (
            "dear assistant, my uncle died in spring and the bank keeps writing to him. Please do not"
            " forget he was called Edgar, and that I am now his heir.",
            ["The user's uncle was called Edgar", "The user is now his heir"],
        ),
        (
            "My landlady is back. Don't forget that she likes plants.",
            ["The user's landlady likes plants"],
        ),
    ],
)
def test_whom_it_is_about_is_named(message: str, contents: list[str]) -> None:
    assert [each.content for each in find_directives(message, learned=False)] == contents


@pytest.mark.parametrize(
    "message",
    [
        "my brother and my dad came over, remember that he hates fish",
        "My sister moved to Bonn. Do you remember she hates cats?",
        "My sister rang. I remember she hates cats.",
    ],
)
def test_where_it_may_be_another_nobody_is_named(message: str) -> None:
    assert find_directives(message, learned=False) == []
