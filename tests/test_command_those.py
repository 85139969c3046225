"""What "delete those" means by what was said before it."""

from __future__ import annotations

import pytest

from langmem_ext.command_reading.numbers import numbers_in
from langmem_ext.commands import Command, parse_command


@pytest.mark.parametrize("learned", [True, False])
@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("numbers 4 and 6 are out of date, delete those memories", (4, 6)),
        ("The first and third ones are false, so erase these memories.", (1, 3)),
        ("items 2, 5 and 7 are stale, please wipe those memories", (2, 5, 7)),
        ("The last two are wrong, delete those memories please", (9, 10)),
        ("the second one and the sixth one are wrong. Delete those memories.", (2, 6)),
        ("Number 8 is wrong, delete that memory.", (8,)),
        ("the second is fine but the fourth is wrong, delete that memory", (4,)),
        ("The third and fifth ones are wrong. Please delete them.", (3, 5)),
        ("entry 9 is no longer true. erase it.", (9,)),
        ("the sixth is incorrect, delete that one", (6,)),
        ("Bin 1 and 4, they're ancient", (1, 4)),
        ("Get rid of the 2nd one, it's wrong.", (2,)),
    ],
)
def test_those_are_the_places_that_were_named(
    text: str, places: tuple[int, ...], learned: bool
) -> None:
    found = parse_command(text, learned=learned)

    assert found is not None and found.name == "forget"
    assert numbers_in(found.argument, 10) == places


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (
            "the ones about my landlord are wrong, delete those memories",
            ("forget_about", "my landlord"),
        ),
        (
            "the memories you have about my band are old, delete all of them",
            ("forget_about", "my band"),
        ),
        (
            "My shift and my desk number are wrong, delete those memories.",
            ("forget", "My shift and my desk number"),
        ),
    ],
)
def test_those_are_what_was_spoken_of(text: str, meant: tuple[str, str]) -> None:
    found = parse_command(text)

    assert found is not None and (found.name, found.argument) == meant


@pytest.mark.parametrize(
    "text",
    [
        "please delete those memories",
        "Those are wrong, delete those memories.",
        "Half of those are wrong. Delete those memories.",
        "two of those memories are wrong, delete them",
        "the two about rowing are mistaken, delete these memories",
    ],
)
def test_those_are_never_all_that_is_kept(text: str) -> None:
    found = parse_command(text)

    assert found is None or found.name != "clear"
    assert found is None or not numbers_in(found.argument, 10)


@pytest.mark.parametrize(
    "text",
    [
        "delete all memories",
        "Everything you have on me is wrong, delete those memories",
        "erase all your memories of me, they are wrong",
        "Start over, forget it all.",
        "Clear it all, every memory.",
    ],
)
def test_all_that_is_kept_is_meant_where_it_is_named(text: str) -> None:
    assert parse_command(text) == Command("clear")


@pytest.mark.parametrize(
    "text",
    [
        "Line 2 is wrong. Delete it.",
        "the second and third paragraphs are wrong, delete those",
        "9 isn't a square. delete it from the answer sheet",
        "In my essay the second and third are wrong, delete those",
        "the third is my favourite. Delete it? No way.",
        "Where did you get your training data from?",
        "Renumber the annexes and remove number 3, which was withdrawn.",
    ],
)
def test_places_of_other_things_are_left_alone(text: str) -> None:
    assert parse_command(text) is None
