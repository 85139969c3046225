"""Is a message read that was typed in capitals, or without the blanks that belong into it?"""

from __future__ import annotations

import pytest

from langmem_ext.commands import Command, parse_command
from langmem_ext.policies.directives import find_directives
from langmem_ext.policies.scanner import scan


def told(message: str) -> list[str]:
    return [each.content for each in (*find_directives(message), *scan(message))]


@pytest.mark.parametrize(
    ("message", "contents"),
    [
        ("I LIVE IN PORTO AND I HATE WINTER", ["The user lives in porto", "The user hates winter"]),
        ("REMEMBER THAT I PREFER TEA!!!", ["The user prefers tea"]),
        ("i live in porto,and hate winter.i work at sap",
         ["The user lives in porto", "The user hates winter", "The user works at sap"]),
        ("I prefer tea.my cat is called Zip", ["The user prefers tea", "The user's cat is called Zip"]),
    ],
)  # fmt: skip
def test_what_is_stated_is_read_as_if_it_were_typed_well(message: str, contents: list[str]) -> None:
    assert told(message) == contents


def test_a_command_in_capitals_is_one() -> None:
    assert parse_command("FORGET THAT I HATE WINTER!!!") == Command("forget", "i hate winter")
    assert parse_command("WHAT DO YOU REMEMBER ABOUT ME") == Command("list", "")


@pytest.mark.parametrize("message", ["I work at NASA", "SELECT * FROM MY_TABLE", "NASA AND ESA"])
def test_names_and_code_in_capitals_stay(message: str) -> None:
    assert all(each.isascii() and "nasa" not in each for each in told(message))
