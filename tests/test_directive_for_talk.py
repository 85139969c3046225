"""Is what is to be thought of at some occasion kept, without the occasion?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


def contents(message: str) -> list[str]:
    return [each.content for each in find_directives(message, learned=False)]


@pytest.mark.parametrize(
    ("message", "found"),
    [
        (
            "next time i ask for supper ideas bear in mind my twins hate fish",
            ["The user's twins hate fish"],
        ),
        (
            "whenever we plan a trip remember my wife gets carsick",
            ["The user's wife gets carsick"],
        ),
        (
            "if i ever ask you about the shed again, know that the left door is jammed",
            ["The left door is jammed"],
        ),
        ("when I plan parties remember Ola can't have nuts", ["Ola can't have nuts"]),
        (
            "next time i write u about the trip u need to know we're 26 kids",
            ["The user and others are 26 kids"],
        ),
        (
            "remember the following about our garden. The soil is clay. The back faces north.",
            ["The soil is clay", "The back faces north"],
        ),
        (
            "Remember this about our setup: the jump host is called drawbridge.",
            ["The jump host is called drawbridge"],
        ),
        (
            "Do me a favour and never bring up my weight.",
            ["Never bring up the user's weight"],
        ),
        ("my aunt's 80th is june 9 put that somewhere safe", ["The user's aunt's 80th is june 9"]),
        ("Don't make me repeat this... I'm left-handed!", ["The user is left-handed"]),
        (
            "my new plate is KX12 ABC. got that? store it for good",
            ["The user's new plate is KX12 ABC"],
        ),
        ("My shift is 4 on 4 off, got it? keep it.", ["The user's shift is 4 on 4 off"]),
        ("Bullet points, please. That's how I want it from now on.", ["Bullet points"]),
        (
            "Would it be possible to always address me by rank?",
            ["The user wants the assistant to always address them by rank"],
        ),
    ],
)
def test_what_is_asked_for_an_occasion_is_kept(message: str, found: list[str]) -> None:
    assert contents(message) == found


@pytest.mark.parametrize(
    "message",
    [
        "when I talk to my dad I remember my childhood",
        "if you ask my boss you'll know we were late",
        "when we talk about it remember who paid",
        "whenever I write to the council I know they won't reply",
        "If I want to remember my dreams I write them down",
        "Do me a favour and always be yourself.",
        "Do me a favor and tell my sister I'm late.",
        "Is the museum open on Mondays, ok? save it",
        "Do you like jazz? Remember that.",
        "Is it possible to always win at chess?",
        "They serve tea at four. That's how we do things.",
        "I don't want to see my ex in anything you know",
    ],
)
def test_what_comes_to_mind_is_no_request(message: str) -> None:
    assert contents(message) == []
