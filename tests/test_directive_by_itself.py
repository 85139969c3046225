"""Which wish holds for good though nothing in the message says so?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("no emojis pls", "The user wants no emojis"),
        ("No bullet points or small talk, thanks", "The user wants no bullet points or small talk"),
        (
            "no more long intros from you please!",
            "The user wants no more long intros from the assistant",
        ),
        (
            "No more long intros from you, thanks. That goes for every chat we have.",
            "The user wants no more long intros from the assistant",
        ),
    ],
)
def test_what_nobody_cares_to_see_in_answers_is_kept(message: str, content: str) -> None:
    assert [each.content for each in find_directives(message)] == [content]


@pytest.mark.parametrize(
    "message",
    [
        "no sugar pls",
        "no emojis",
        "write a card for gran, no emojis please",
        "No jargon please: explain inflation.",
    ],
)
def test_a_wish_for_one_piece_of_work_is_not_kept(message: str) -> None:
    assert find_directives(message) == []
