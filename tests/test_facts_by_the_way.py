"""Are a place, a routine and a trade kept that are told by the way, and jokes and moments left?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.scanner import THRESHOLD, scan


def kept(message: str) -> list[str]:
    return [each.content for each in scan(message, learned=False) if each.score >= THRESHOLD]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (
            "When do I add supers to mine, here in southern Sweden?",
            "The user lives in southern Sweden",
        ),
        ("What grows well here in Whitby in February?", "The user lives in Whitby"),
        (
            "the choir rehearses tuesdays 7 to 9 so I never eat dinner at home",
            "The user's choir rehearses tuesdays 7 to 9",
        ),
        ("My team trains Sundays at 8, what breakfast?", "The user's team trains Sundays at 8"),
        (
            "I drive the number 14 tram in Gothenburg so my shifts vary.",
            "The user drives the number 14 tram in Gothenburg",
        ),
        ("I operate a tower crane, what thermos lasts?", "The user operates a tower crane"),
        (
            "Finally I chose law over physics, where do I buy books?",
            "The user chose law over physics",
        ),
        (
            "Meanwhile I write software for hearing aids from home, and you can guess the noise.",
            "The user writes software for hearing aids from home",
        ),
        ("I'm Marit by the way, nice to meet you.", "The user's name is Marit"),
        ("My hair is curly, which brush?", "The user's hair is curly"),
        ("I'm the head gardener at Kew.", "The user is the head gardener at Kew"),
        (
            'Polish is my mother tongue, so tell me if "I have 30 years" is wrong',
            "Polish is the user's mother tongue",
        ),
    ],
)
def test_what_is_told_by_the_way_is_kept(message: str, content: str) -> None:
    assert content in kept(message)


@pytest.mark.parametrize(
    "message",
    [
        "It says here in Chapter 3 that ions move, what are ions?",
        "We're here in Rome for a week, what should we see?",
        "Which beach is best here in Crete for a short holiday?",
        "The library closes on Tuesdays so I can't go then.",
        "The choir rehearses on Tuesdays, according to the poster.",
        "I drive the kids mad with my singing.",
        "I drive the number one bus in this game, how do I turn?",
        "My hair is suffering.",
        "My hands are shaking.",
        "I'm the official spider catcher.",
        "I'm the resident tea maker.",
    ],
)
def test_what_passes_or_is_a_joke_is_left(message: str) -> None:
    assert kept(message) == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("My partner's birthday is the 21st of June, his name is Joaquim.",
         "The user's partner Joaquim's birthday is the 21st of June"),
        ("My dog is a corgi, his name is Rex", "The user's dog Rex is a corgi"),
        ("I bought a Ford Ranger to replace it.", "The user bought a Ford Ranger"),
    ],
)  # fmt: skip
def test_a_name_that_follows_stands_with_whom_it_names(message: str, content: str) -> None:
    assert content in kept(message)
