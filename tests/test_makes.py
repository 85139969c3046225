"""Is a thing that is called the user's own by its make kept, and what is no thing of theirs left?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.scanner import THRESHOLD, scan


def kept(message: str) -> list[str]:
    return [each.content for each in scan(message, learned=False) if each.score >= THRESHOLD]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("Our Škoda Octavia clicks, what could it be?", "The user owns a Škoda Octavia"),
        ("why would our Haas VF-2 chatter at 8000 rpm?", "The user owns a Haas VF-2"),
        ("How do I descale my Bosch kettle?", "The user owns a Bosch kettle"),
        (
            "My delivery van (2016 Berlingo) creaks, fix?",
            "The user's delivery van is a 2016 Berlingo",
        ),
        ("ours is a gas oven, does the fan matter", "The user has a gas oven"),
    ],
)
def test_a_thing_of_a_make_is_kept(message: str, content: str) -> None:
    assert content in kept(message)


@pytest.mark.parametrize(
    "message",
    [
        "my Python 3 script crashes",
        "our Section 21 notice, what is it?",
        "my Level 3 boss fight is hard",
        "my Year 9 class is rowdy, tips?",
        "Should I buy a Bosch kettle?",
        "our ARR 1,204,500, sanity check?",
        "The site rejects my Aadhaar 7272 3267 7456, why?",
        "If my Bosch kettle dies, what then?",
        "What would my Tesla shares be worth?",
    ],
)
def test_what_is_no_thing_of_theirs_is_left(message: str) -> None:
    assert kept(message) == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("Retired postman here, 38 years on one round. Shoes?", "The user is a retired postman"),
        (
            "Aino, my niece, starts school in August.",
            "The user's niece Aino starts school in August",
        ),
        (
            "Arlo, my four year old, only eats beige food.",
            "The user's four year old Arlo only eats beige food",
        ),
        (
            "Two years into my PhD on moss, any tips?",
            "The user is two years into their PhD on moss",
        ),
        (
            "Just got made head nurse on ward 4B. Tips?",
            "The user got made head nurse on ward 4B",
        ),
        ("GOT THE JOB!!! what now", "The user got the job"),
        ("Neither beef nor pork for me, ever.", "Neither beef nor pork for the user, ever"),
        ("Always hated pie charts, give me bars.", "The user always hated pie charts"),
        (
            "I take my tea without milk, is Assam too strong like that?",
            "The user takes their tea without milk",
        ),
        ("I sing alto in a choir; warm-ups?", "The user sings alto in a choir"),
        ("Our flat in Lisbon has no heating.", "The user's flat in Lisbon has no heating"),
        (
            "We don't own a car, only two bikes.",
            "The user and others don't own a car, only two bikes",
        ),
        ("I swim in the sea all year round.", "The user swims in the sea all year round"),
    ],
)
def test_a_fact_in_few_words_is_kept(message: str, content: str) -> None:
    assert content in kept(message)
