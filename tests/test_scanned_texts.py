"""Is what "I" says in a text that is asked for, or of a passing ache, taken for a fact?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.scanner import THRESHOLD, scan


@pytest.mark.parametrize(
    "message",
    [
        "write a card for me dear I am in the mountains the food is good and the sun shines",
        "Invent an out-of-office for the style guide: I am in Madeira until the 12th.",
        "Make up a dating profile: I live in Bergen and I love sailing.",
        "tell the story of the wolf and say it with his voice I live in the dark forest",
        "Answer in the voice of a pirate: I live on the Black Gull.",
        "the poem begins: I have a house beside the sea. Continue please",
        "got a banging headache today, tea or coffee better for that",
        "I've got a cold today, which soup is best?",
        "My hair is like straw. What conditioner works for chlorine?",
    ],
)
def test_a_text_that_is_asked_for_and_a_passing_ache_are_no_facts(message: str) -> None:
    assert [each.content for each in scan(message) if each.score >= THRESHOLD] == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("I write crime novels for a living.", "The user writes crime novels for a living"),
        ("I live in Bergen and I love sailing.", "The user lives in Bergen"),
        ("Write me a haiku. I live in Tromsø.", "The user lives in Tromsø"),
        ("My hair is long and curly.", "The user's hair is long and curly"),
    ],
)
def test_what_is_said_of_oneself_is_a_fact(message: str, content: str) -> None:
    found = [each.content for each in scan(message) if each.score >= THRESHOLD]

    assert content in found


def test_a_title_is_no_name() -> None:
    found = scan("My boss, Mrs. Haraldsdóttir, wants the figures in a pie chart.")

    assert not any(each.content.endswith("called Mrs") for each in found)
