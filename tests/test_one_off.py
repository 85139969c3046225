"""Is what is done and over in a day kept as an event, and what points at something unnamed as a fact?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.scanner import THRESHOLD, scan


def kept(message: str) -> list[str]:
    return [each.content for each in scan(message, learned=False) if each.score >= THRESHOLD]


@pytest.mark.parametrize(
    "message",
    [
        "I'm baking scones this afternoon.",
        "Tonight we're watching a western.",
        "I'm wearing a kilt on Saturday.",
        "I'm off work today.",
        "I'm covering for Lena this week.",
        "We're staying with my aunt until Friday.",
        "I bought some mushrooms yesterday.",
        "I got a letter from the council this morning.",
        "I missed the bus twenty minutes ago.",
        "I lost my umbrella the other day.",
        "I've got a flat tyre.",
        "My daughter has a fever.",
    ],
)
def test_the_doings_of_a_day_are_no_events(message: str) -> None:
    assert kept(message) == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("I'm flying to Oslo tonight.", "The user is flying to Oslo tonight"),
        ("We're moving house today.", "The user and others are moving house today"),
        ("I passed my bar exam this morning.", "The user passed their bar exam this morning"),
        ("We bought a house yesterday.", "The user and others bought a house yesterday"),
        ("I'm off cigarettes as of today.", "The user is off cigarettes as of today"),
        ("My daughter has a horse.", "The user's daughter has a horse"),
    ],
)
def test_what_a_life_turns_on_is_kept_whatever_its_day(message: str, content: str) -> None:
    assert kept(message) == [content]


@pytest.mark.parametrize(
    "message",
    [
        "There's a list. I write one every morning.",
        "A stray came by. We adopted her on Monday.",
        "The job's mine, and I start on Monday.",
    ],
)
def test_what_points_at_something_named_before_is_not_kept(message: str) -> None:
    assert kept(message) == []


@pytest.mark.parametrize(
    "message",
    ["I used to live in Cork.", "I used to have a parrot.", "I used to smoke."],
)
def test_what_was_and_is_no_more_waits_for_a_second_mention(message: str) -> None:
    assert kept(message) == []
    assert scan(message, learned=False)


def test_a_former_profession_is_kept() -> None:
    assert kept("I used to be a midwife.") == ["The user used to be a midwife"]


def test_a_decision_against_is_kept_with_what_was_decided_instead() -> None:
    assert kept("We decided against the barn, we'll do up the mill instead.") == [
        "The user and others decided against the barn, they'll do up the mill instead"
    ]
