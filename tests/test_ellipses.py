"""Is what a second statement leaves out of the first filled in, so that each can be read by itself?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.scanner import scan
from langmem_ext.policies.statement_reading.ellipses import filled_in


@pytest.mark.parametrize(
    ("text", "contents"),
    [
        (
            "My parents live in Krakow and my sister in Lodz.",
            ["The user's parents live in Krakow", "The user's sister lives in Lodz"],
        ),
        (
            "I live in Porto, my parents in Faro.",
            ["The user lives in Porto", "The user's parents live in Faro"],
        ),
        (
            "My brothers study in Leiden, my cousin in Delft.",
            ["The user's brothers study in Leiden", "The user's cousin studies in Delft"],
        ),
        (
            "I'm from Lublin and my wife from Gdansk.",
            ["The user is from Lublin", "The user's wife is from Gdansk"],
        ),
        (
            "I'm vegetarian, my husband isn't.",
            ["The user is vegetarian", "The user's husband isn't vegetarian"],
        ),
        (
            "I like tea but my wife doesn't.",
            ["The user likes tea", "The user's wife doesn't like tea"],
        ),
        (
            "I speak Polish, my wife does too.",
            ["The user speaks Polish", "The user's wife speaks Polish"],
        ),
        (
            "I'm left-handed and my son is too.",
            ["The user is left-handed", "The user's son is left-handed"],
        ),
        (
            "My email is tom@example.org, phone 0611 223344.",
            ["The user's email is tom@example.org", "The user's phone is 0611 223344"],
        ),
    ],
)
def test_each_of_two_statements_can_be_read_by_itself(text: str, contents: list[str]) -> None:
    assert [each.content for each in scan(text)] == contents


@pytest.mark.parametrize(
    "text",
    [
        "I live in Porto and my job in sales is fun.",
        "I work at Bosch and my desk at home is tiny.",
        "I live in Lodz and work in Krakow.",
        "I'm tired, my husband is at work.",
        "I'm happy and my wife is.",
        "I love mondays, not.",
        "The plumber: email joe@x.org, phone 912345678",
    ],
)
def test_what_leaves_nothing_out_stays_as_it_is(text: str) -> None:
    assert filled_in(text) == text


def test_that_two_people_are_not_alike_is_no_irony() -> None:
    said = scan("I'm vegetarian but my kids are not.")

    assert [each.content for each in said] == [
        "The user is vegetarian",
        "The user's kids are not vegetarian",
    ]


def test_what_is_said_of_the_user_is_not_a_part_of_the_same_said_of_kin() -> None:
    said = scan("I speak Polish. My wife speaks Polish at home.")

    assert [each.content for each in said] == [
        "The user speaks Polish",
        "The user's wife speaks Polish at home",
    ]
