"""Is what "one" and "that car" stand for kept where the user is it or has it?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.scanner import THRESHOLD, scan


def kept(message: str) -> list[str]:
    return [each.content for each in scan(message, learned=False) if each.score >= THRESHOLD]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (
            "Any jokes about accountants? I've been one for twenty years.",
            "The user has been an accountant for twenty years",
        ),
        ("Why do people distrust plumbers? im one myself", "The user is a plumber"),
        ("What do many nurses eat at night? I'm one.", "The user is a nurse"),
        ("Is there research on only children? I'm one.", "The user is an only child"),
        (
            "How do I fold a Brompton? I've had one for years.",
            "The user has had a Brompton for years",
        ),
        (
            "the 2009 Corolla rattles when I brake. ive had that car since uni",
            "The user has had the 2009 Corolla since uni",
        ),
    ],
)
def test_what_was_named_before_takes_the_place_of_one(message: str, content: str) -> None:
    assert content in kept(message)


@pytest.mark.parametrize(
    "message",
    [
        "Why do people like clowns? I met one yesterday.",
        "Why do teachers get long holidays? My sister is one.",
        "Are there jokes about lawyers? I'm not one.",
        "Are pirates cool? I was one for Halloween.",
        "Do doctors date nurses? I'm one.",
        "Do you like winners? I'm one today!",
        "How long does a cold last? I've had one for a week.",
        "The update is slow. I've had it since Monday.",
    ],
)
def test_what_is_not_theirs_or_is_not_sure_is_left(message: str) -> None:
    assert kept(message) == []
