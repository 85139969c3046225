"""Is what is announced to come kept, each thing of it, and not the announcement?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


def contents(message: str) -> list[str]:
    return [each.content for each in find_directives(message, learned=False)]


@pytest.mark.parametrize(
    ("message", "memories"),
    [
        ("two things to hang on to. my pass runs out 9 march. and the agency wants timesheets by sunday",
         ["The user's pass runs out 9 march", "The agency wants timesheets by sunday"]),
        ("Two matters for your permanent notes. First, my wife no longer eats shellfish. Second, our son is Leo.",
         ["The user's wife no longer eats shellfish", "The user's son is Leo"]),
        ("remember this pls 2 things. bins go out thursday evening. the brown one every second week",
         ["Bins go out thursday evening", "The brown one every second week"]),
        ("Keep hold of the following. Deliveries at the back door. No deliveries after 2. Ask for Femi.",
         ["Deliveries at the back door", "The user wants no deliveries after 2",
          "The user wants the assistant to ask for Femi"]),
        ("Take down the following for later use. Sweep: Herr Jelinek, in May. Septic tank: emptied last in 2023.",
         ["Sweep: Herr Jelinek, in May", "Septic tank: emptied last in 2023"]),
    ],
)  # fmt: skip
def test_each_of_the_things_that_are_announced_is_kept(message: str, memories: list[str]) -> None:
    assert contents(message) == memories


@pytest.mark.parametrize(
    "message",
    [
        "Two things I keep forgetting. My keys and my phone.",
        "There are three things to know about Rome. It is old. It is hot.",
        "The following needs to be kept in the fridge. Milk. Eggs.",
        "My teacher says two things to remember. Breathe. Smile.",
        "What are two things to remember in a job interview? I start on Monday.",
        "I forgot to store some things. My bike and my tent.",
    ],
)
def test_things_of_another_kind_announce_nothing(message: str) -> None:
    assert contents(message) == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("from now on i am a vegetarian, adjust yourself accordingly for all recipes to come",
         "The user is a vegetarian"),
        ("Don't forget about my peanut allergy when you suggest snacks, not just today.",
         "The user's peanut allergy"),
        ("I don't have a licence. Take that into account from here on out.", "The user doesn't have a licence"),
        ("I'm vegetarian since 3 years, don't forget it never please", "The user is vegetarian since 3 years"),
        ("Write in your notes about me: to the campus I go now by bike.", "To the campus the user goes now by bike"),
        ("When you correct my texts always show me what you changed.",
         "When the assistant corrects the user's texts always show them what it changed"),
    ],
)  # fmt: skip
def test_a_request_is_read_with_what_is_said_around_it(message: str, content: str) -> None:
    assert contents(message) == [content]


@pytest.mark.parametrize(
    ("message", "memories"),
    [
        ("New rule. No emojis.", ["The user wants no emojis"]),
        ("Ok two tweaks to how you answer me. Use headings. Skip the recap at the end.",
         ["The user wants the assistant to use headings", "The user wants the assistant to skip the recap at the end"]),
        ("Standing instruction. Metric only.", ["Metric only"]),
        ("Three rules for our chats. No emojis. No greetings. Short answers.",
         ["The user wants no emojis", "The user wants no greetings", "Short answers"]),
        ("Two standing instructions. First, comment code in French. Second, no one-letter variables.",
         ["The user wants the assistant to comment code in French", "The user wants no one-letter variables"]),
    ],
)  # fmt: skip
def test_each_of_the_rules_that_are_announced_is_kept(message: str, memories: list[str]) -> None:
    assert contents(message) == memories


@pytest.mark.parametrize(
    "message",
    [
        "House rules. No shoes. No smoking.",
        "There's a new rule at school. No phones.",
        "New rule. The dog sleeps outside.",
        "Three changes to how we work. No meetings. No calls. Draft a memo.",
        "Two wishes. I want to be rich. I want to fly.",
    ],
)
def test_rules_for_others_are_not_announced(message: str) -> None:
    assert contents(message) == []
