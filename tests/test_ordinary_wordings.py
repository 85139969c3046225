"""Are facts kept that are told in ordinary words, and their look-alikes left?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.scanner import THRESHOLD, scan


def kept(message: str) -> list[str]:
    return [each.content for each in scan(message, learned=False) if each.score >= THRESHOLD]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("I've just gone onto nights, how do I nap?", "The user has gone onto nights"),
        (
            "I'm on permanent nights at the hospital.",
            "The user is on permanent nights at the hospital",
        ),
        ("I'm a swimmer not a runner, so help me train.", "The user is a swimmer not a runner"),
        ("I've taken up bowls at 35, what shoes?", "The user has taken up bowls at 35"),
        (
            "knitting has been my thing since lockdown, whats harder than cable",
            "Knitting has been the user's thing",
        ),
        ("Android user here, how do I block a number?", "The user is an Android user"),
        ("Edinburgh's my home now, where is the pool?", "Edinburgh is the user's home"),
        ("My grandad was in the navy, who keeps records?", "The user's grandad was in the navy"),
        (
            "grandad was a miner and left me his lamp",
            "The user's grandad was a miner and left them his lamp",
        ),
        ("Our garden faces north, what grows?", "The user's garden faces north"),
        (
            "alarm goes at 4:30 every day. Any dinner ideas?",
            "The user's alarm goes at 4:30 every day",
        ),
        (
            "My kids are with their dad every other week.",
            "The user's kids are with their dad every other week",
        ),
        ("we do gluten free at home. Flatbread?", "The user and others do gluten free at home"),
        (
            "freelancing for six years and still bad at invoices",
            "The user has been freelancing for six years",
        ),
        (
            "My brother's just moved to Denver, what do I send?",
            "The user's brother has just moved to Denver",
        ),
        (
            "the vet is booked for thursday at ten, how do i catch a cat",
            "The user's vet is booked for thursday at ten",
        ),
        (
            "we rent the top floor of an old bakery, no lift",
            "The user and others rent the top floor of an old bakery",
        ),
        (
            "learning dutch with my flatmate, idioms?",
            "The user is learning dutch with their flatmate",
        ),
        (
            "My wife Chidinma thinks the fence is ours. Is she right?",
            "The user's wife is called Chidinma",
        ),
        (
            "I bake bread every Sunday, is it ok if it sits overnight?",
            "The user bakes bread every Sunday",
        ),
        ("Been meaning to learn to sew, any tips?", "The user has been meaning to learn to sew"),
        (
            "My goal for this winter is to read all of Proust.",
            "The user's goal for this winter is to read all of Proust",
        ),
        ("This is Amadou from facility management. Lifts?", "The user's name is Amadou"),
        ("Anyway, Ludmila here — which form do I need?", "The user's name is Ludmila"),
        ("Hi, Katarzyna Wiśniewska here, about commas.", "The user's name is Katarzyna Wiśniewska"),
        (
            "my kitchen has an induction hob, does copper work?",
            "The user's kitchen has an induction hob",
        ),
    ],
)
def test_ordinary_words_are_read(message: str, content: str) -> None:
    assert content in kept(message)


@pytest.mark.parametrize(
    "message",
    [
        "I'm a human not a robot.",
        "I've gone on and on about it.",
        "I've gotten into trouble at work.",
        "We got into a fight.",
        "My dad was a bit tired.",
        "My dad was a pilot in the school play.",
        "Our kitchen gets so messy.",
        "The vet is closed on Thursday.",
        "My shift starts at six today.",
        "I'd rather eat glass than knit.",
        "The hens stopped laying. We've got six.",
        "Experienced user here, how do I reset?",
        "He was in the navy.",
        "If my wife Ana says no, what then?",
        "Does it make sense?",
        "My kitchen has a leak.",
        "Is Edinburgh home to a castle?",
    ],
)
def test_look_alikes_are_left(message: str) -> None:
    assert kept(message) == []


def test_as_much_as_stands_alone_is_read_by_examples() -> None:
    told = scan("Could a lemon tree live outside here? We're in Hokitika, where it pours.")

    assert [each.content for each in told if each.score >= THRESHOLD] == [
        "The user and others are in Hokitika"
    ]


def test_nobody_is_cut_from_what_is_said_of_them() -> None:
    told = scan("My boys, Kofi and Yaw, share a room that's 3 m by 2.6. Bunk beds?")

    assert not any(each.content.endswith("Kofi") for each in told)


def test_a_licence_is_no_work_of_years() -> None:
    assert not any("been driving licence" in each for each in kept("driving licence since 2008"))
