"""Does a head before a colon say that what follows is for good?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


def contents(message: str) -> list[str]:
    return [each.content for each in find_directives(message, learned=False)]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (
            "You'll need this again: our supplier is Holm & Sons.",
            "The user's supplier is Holm & Sons",
        ),
        (
            "Best you know going forward: the Oslo office is shut Fridays.",
            "The Oslo office is shut Fridays",
        ),
        (
            "You'll want this later: the roofer is called Yusuf.",
            "The roofer is called Yusuf",
        ),
        (
            "My wish for every travel chat to come: start from Leeds, not London.",
            "The user wants the assistant to start from Leeds, not London",
        ),
        (
            "My request to you for the future: explain terms in plain words first.",
            "The user wants the assistant to explain terms in plain words first",
        ),
        (
            "hey so um can you like remember that i have choir on mondays",
            "The user has choir on mondays",
        ),
        (
            "for future reference the van's tyre pressure is 3.2 bar",
            "The van's tyre pressure is 3.2 bar",
        ),
        (
            "Please internalise: our brand name is written in small letters.",
            "The user's brand name is written in small letters",
        ),
        (
            'Till I say otherwise, treat "the mill" as our site in Tartu',
            'The user wants the assistant to treat "the mill" as their site in Tartu',
        ),
        (
            "Prefer Rust in every snippet you give me.",
            "The user wants the assistant to prefer Rust in every snippet you give them",
        ),
        (
            "The good Thai place was Baan Suan. Don't let me lose that.",
            "The good Thai place was Baan Suan",
        ),
    ],
)
def test_a_head_announces_what_is_for_good(message: str, content: str) -> None:
    assert contents(message) == [content]


@pytest.mark.parametrize(
    "message",
    [
        "My plan for the future: live by the sea",
        "A standing ovation: the crowd loved my daughter",
        "My question for all sessions: who takes notes?",
        "He needs this again: my old ladder",
        "My best advice for the future: never marry",
        "This is a lasting peace: my aunts stopped fighting",
        "Firms must internalise the costs of my pollution",
        "Until I say otherwise, my kids stay home",
        "I like remember-me buttons",
        "Until I was ten, treat was my favourite word",
        "for future reference desks the library is perfect",
        "She told me this for good: our dog is old",
    ],
)
def test_a_head_of_something_else_announces_nothing(message: str) -> None:
    assert contents(message) == []
