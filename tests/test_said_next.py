"""Is what a sentence goes on to say of a relative kept with whom it is about?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.scanner import THRESHOLD, scan


def kept(message: str) -> list[str]:
    return [each.content for each in scan(message, learned=False) if each.score >= THRESHOLD]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (
            "A rhyme for 'Annelise', that's my daughter, she turns 18 on Saturday.",
            "The user's daughter Annelise turns 18 on Saturday",
        ),
        (
            "Every Sunday I take my grandmother to market. She turns 90 on the 3rd of May.",
            "The user's grandmother turns 90 on the 3rd of May",
        ),
        (
            "My son Ravi loves trains and he turns 5 on the 12th of June, cake ideas?",
            "The user's son Ravi turns 5 on the 12th of June",
        ),
        (
            "I told my brother Kofi I'd be his best man, wedding is 22 August in Accra.",
            "The user's brother Kofi's wedding is 22 August in Accra",
        ),
        (
            "My sister Ana is hard to buy for, her birthday is on 3 May.",
            "The user's sister Ana's birthday is on 3 May",
        ),
        (
            "A card to my piano teacher Mrs Okafor, I've been taking lessons with her every Monday for 3 years.",
            "The user has been taking lessons with their piano teacher Mrs Okafor every Monday for 3 years",
        ),
    ],
)
def test_what_follows_of_a_relative_names_whom_it_is_about(message: str, content: str) -> None:
    assert content in kept(message)


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (
            "My sister Ingrid just had a baby boy, they named him Elias.",
            "The user's sister Ingrid just had a baby boy called Elias",
        ),
        (
            "We just got a puppy and we named her Biscuit. Tips?",
            "The user and others just got a puppy called Biscuit",
        ),
        ("I have two kids (Maya and Dev).", "The user has two kids called Maya and Dev"),
        ("My daughter (Maya, 7) is vegan.", "The user's daughter Maya is vegan"),
        ("My grandson is mad about trains.", "The user's grandson is mad about trains"),
        (
            "My number is 0161 496 0173 and the cat is called Pickle.",
            "The user's cat is called Pickle",
        ),
    ],
)
def test_a_name_that_comes_later_is_kept(message: str, content: str) -> None:
    assert content in kept(message)


@pytest.mark.parametrize(
    ("message", "left"),
    [
        ("My boss hates the cat, he called it a pest.", "pest"),
        ("My sister met my aunt, she turns 40 on Friday.", "40"),
        ("My son Ravi loves trains and he is hungry.", "hungry"),
        ("My sister Ana is visiting but she won't eat fish.", "fish"),
        ("My friend Bea is in a play, the wedding is on 3 May in it.", "May in it"),
        ("I met Rita with my sister, she works at Bosch.", "Bosch"),
    ],
)
def test_what_is_of_nobody_sure_or_passes_is_left(message: str, left: str) -> None:
    assert not any(left in each for each in kept(message))
