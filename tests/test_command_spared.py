"""What a command names and does not want gone."""

from __future__ import annotations

import pytest

from langmem_ext.command_reading.numbers import numbers_in
from langmem_ext.commands import parse_command
from langmem_ext.policies.directives import find_directives


@pytest.mark.parametrize("learned", [True, False])
@pytest.mark.parametrize(
    "text",
    [
        "don't delete number 4",
        "Please don't erase those memories",
        "never wipe those memories",
        "Keep number 5, delete the rest",
        "number 6 is wrong, it should be Utrecht",
        "Delete everything except number 2",
    ],
)
def test_what_is_to_stay_is_not_forgotten(text: str, learned: bool) -> None:
    found = parse_command(text, learned=learned)

    assert found is None or found.name not in ("forget", "forget_about", "clear")


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("number 9 is fine but number 12 is just wrong, nuke it from memory", (12,)),
        ("facts 11 through 14 should be dropped, they belong to my flatmate", (11, 12, 13, 14)),
        ("i don't want you to keep number three", (3,)),
        ("strike the fifth and sixth from the list", (5, 6)),
    ],
)
def test_what_is_to_go_is_forgotten(text: str, places: tuple[int, ...]) -> None:
    found = parse_command(text)

    assert found is not None and found.name == "forget"
    assert numbers_in(found.argument, 20) == places


@pytest.mark.parametrize(
    "text", ["Delete one of those memories", "I want those memories gone.", "drop one of them"]
)
def test_one_of_several_is_neither_the_first_nor_all(text: str) -> None:
    found = parse_command(text)

    assert found is None or found.name != "clear"
    assert found is None or not numbers_in(found.argument, 20)


@pytest.mark.parametrize("text", ["the third one is right, keep it", "number 2 is fine, keep that"])
def test_what_is_said_of_a_list_is_no_fact(text: str) -> None:
    assert find_directives(text) == []
