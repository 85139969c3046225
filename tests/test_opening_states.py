"""Is the state in which a sentence opens kept where it is the speaker's own, and a passing one left?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.scanner import THRESHOLD, scan


def kept(message: str) -> list[str]:
    return [each.content for each in scan(message, learned=False) if each.score >= THRESHOLD]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("Being left-handed, which scissors do I buy?", "The user is left-handed"),
        ("Being six foot five, I can never find a desk.", "The user is six foot five"),
        ("being vegan, what can i order in a steakhouse", "The user is vegan"),
        ("Being teetotal I skip the toasts. Any good mocktails?", "The user is teetotal"),
        ("Living in Oslo, which tyres do I need?", "The user lives in Oslo"),
        ("Owning a greyhound, I need a big sofa. Which one?", "The user owns a greyhound"),
        ("With two kids, which car should we get?", "The user has two kids"),
        ("as somebody who doesn't eat meat, what can i order", "The user doesn't eat meat"),
        ("As a locksmith I get called out at 3am more than I'd like.", "The user is a locksmith"),
    ],
)
def test_a_state_that_opens_a_sentence_is_kept(message: str, content: str) -> None:
    assert content in kept(message)


@pytest.mark.parametrize(
    "message",
    [
        "Being late, which train should I take now?",
        "Being Monday, what's open?",
        "Being in a hurry, which route should I take?",
        "Being unemployed, what would you advise him?",
        "Living in Oslo is expensive, what do people earn?",
        "Working with dates, which library should I use?",
        "With two minutes left, what should I do?",
        "With three days in Rome, what should I see?",
        "Coming from a Java background, how do I read this Python?",
        "Speaking of dogs, what breed suits me?",
    ],
)
def test_what_passes_or_is_of_others_is_left(message: str) -> None:
    assert kept(message) == []
