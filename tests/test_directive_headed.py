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
            "The user wants the assistant to prefer Rust in every snippet it gives them",
        ),
        (
            "The good Thai place was Baan Suan. Don't let me lose that.",
            "The good Thai place was Baan Suan",
        ),
        (
            "Consider this an instruction for good: quote sources with page numbers.",
            "The user wants the assistant to quote sources with page numbers",
        ),
        (
            "Let this sink in for all our chats: my son wants no photo on the shop page.",
            "The user's son wants no photo on the shop page",
        ),
        (
            "I am deaf in my left ear, which I would ask you to bear in mind.",
            "The user is deaf in their left ear",
        ),
        (
            "It'd help me later if you kept this: the hall is painted RAL 9010.",
            "The hall is painted RAL 9010",
        ),
        (
            "i keep forgetting so u remember it: bins go out thursday nite",
            "Bins go out thursday nite",
        ),
        (
            "whenever i ask for a workout assume i only got 20 min",
            "Whenever the user asks for a workout assume they only got 20 min",
        ),
        (
            "from now on uh just give me the answer",
            "The user wants the assistant to give them the answer",
        ),
    ],
)
def test_a_head_announces_what_is_for_good(message: str, content: str) -> None:
    assert contents(message) == [content]


def test_a_head_ends_where_what_is_kept_begins() -> None:
    found = contents("please keep track of this from here onwards, hens: 14, ducks: 6")

    assert "14, ducks: 6" not in found


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
        "whenever I talk to her I say my prayers",
        "He gave me a rule, which I'd like you to see.",
        "Let it stay warm for ever: wrap it in wool",
        "She told me this for good: our dog is old",
    ],
)
def test_a_head_of_something_else_announces_nothing(message: str) -> None:
    assert contents(message) == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (
            "can you keep a list of my suppliers: Ravel, De Witte, Orsini",
            "The user's suppliers: Ravel, De Witte, Orsini",
        ),
        ("save my watch list: Heat, Alien", "The user's watch list: Heat, Alien"),
    ],
)
def test_a_list_is_kept_with_what_it_is_of(message: str, content: str) -> None:
    assert content in [each.content for each in find_directives(message)]


@pytest.mark.parametrize(
    "message",
    [
        "Please note down... no wait, actually skip that. What time is it in Lima?",
        "Please note that... actually never mind",
    ],
)
def test_a_request_that_is_taken_back_at_once_keeps_nothing(message: str) -> None:
    assert find_directives(message) == []


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("always show the steps when its maths", True),
        ("Always show the working", True),
        ("always take the steps two at a time", False),
    ],
)
def test_steps_that_are_shown_are_the_assistants(message: str, kept: bool) -> None:
    assert bool(find_directives(message)) is kept
