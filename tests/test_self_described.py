"""Is what a question says by the way of who asks it kept, and what it says of others left?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.scanner import THRESHOLD, scan


def kept(message: str) -> list[str]:
    return [each.content for each in scan(message, learned=False) if each.score >= THRESHOLD]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("As a pescatarian, what do I eat in Graz?", "The user is a pescatarian"),
        ("As a mother of four, how do I nap?", "The user is a mother of four"),
        ("As someone who works nights, when should I train?", "The user works nights"),
        ("As someone with three kids, I need a van.", "The user has three kids"),
        ("Speaking as a carpenter, that joint is wrong.", "The user is a carpenter"),
        (
            "As secretary of the choir I have to write to forty people.",
            "The user is the secretary of the choir",
        ),
        ("Where does a blacksmith like me find coke?", "The user is a blacksmith"),
        ("Now that we have a dog, which hoover lasts?", "The user and others have a dog"),
        ("With two cats at home, which plants are safe?", "The user has two cats"),
        ("Hello, Zofia here. Can you help me?", "The user's name is Zofia"),
        ("I'm a cooper so be honest.", "The user is a cooper"),
        ("A toast for Femi, he's my oldest friend.", "The user's oldest friend is called Femi"),
        ("What goes with Ines? She's my niece.", "The user's niece is called Ines"),
        ("My bike (a Brompton) squeaks.", "The user's bike is a Brompton"),
        ("Mine's a Leica M6, which film?", "The user has a Leica M6"),
        ("Thursdays I've got choir.", "The user has choir thursdays"),
        (
            "On Mondays I'm at the Hove office, the other days in Lewes.",
            "The user is at the Hove office on Mondays, the other days in Lewes",
        ),
        ("There's a kiln in my shed.", "There is a kiln in the user's shed"),
        (
            "The grant report has to go in by the 9th.",
            "The user's task: The grant report has to go in by the 9th",
        ),
        ("I am Dr. Amara Okoye, a lecturer in law.", "The user's name is Dr. Amara Okoye"),
        ("I import tea from Assam.", "The user imports tea from Assam"),
    ],
)
def test_what_is_said_by_the_way_is_kept(message: str, content: str) -> None:
    assert content in kept(message)


@pytest.mark.parametrize(
    "message",
    [
        "As a lawyer, what would you tell my client?",
        "As a chef, give me a soup.",
        "As a nurse, could you explain it to me?",
        "As a result, what do I do?",
        "As a starter, which soup do I serve?",
        "If I were a vegan like me, what then?",
        "Is there an app like me and my friends want?",
        "Now that I'm awake, what do I do?",
        "There's a mouse in my kitchen.",
        "There's no hope in my office.",
        "My brother-in-law is loud and Marta knows he is my brother.",
        "My phone (see below) is slow.",
        "No thanks for me.",
        "The train has to go in by the 7th platform.",
    ],
)
def test_what_is_not_said_of_oneself_is_left(message: str) -> None:
    assert kept(message) == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (
            "We agreed last week that we'll keep the allotment.",
            "The user and others agreed last week that they'll keep the allotment",
        ),
        (
            "Chose the oak floor over the cork one.",
            "The user chose the oak floor over the cork one",
        ),
        (
            "Switching to nights from Monday. Sleep tips?",
            "The user is switching to nights from Monday",
        ),
        ("My late aunt was a glazier.", "The user's late aunt was a glazier"),
        ("My youngest is at nursery.", "The user's youngest is at nursery"),
        ("Our studio restores clocks.", "The user's studio restores clocks"),
        ("I'm treasurer of the rowing club.", "The user is treasurer of the rowing club"),
        ("Mason by trade, poet at night.", "The user is a mason by trade, poet at night"),
        ("My title is Chief Archivist.", "The user's title is Chief Archivist"),
        ("We paint, mostly on Sundays.", "The user and others paint, mostly on Sundays"),
        ("Workshop next door. Shop line: 0161 496 0311", "The user's shop line: 0161 496 0311"),
        (
            'Proofread "Dear all, the gate is shut." I look after the grounds at Kew.',
            "The user looks after the grounds at Kew",
        ),
    ],
)
def test_plain_facts_in_other_words_are_kept(message: str, content: str) -> None:
    assert content in kept(message)


@pytest.mark.parametrize(
    "message",
    [
        "I'm captain of my fate.",
        "We agreed last week that.",
        "My title is too long.",
        "I paint tomorrow.",
        'Translate "Good day, madam" and this: I live in Rome.',
        'Is "I have 20 years" right? Correct: I live in Rome.',
    ],
)
def test_their_look_alikes_are_left(message: str) -> None:
    assert kept(message) == []
