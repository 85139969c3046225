"""Does a memory name the day that was meant when it was said?"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from langmem_ext.policies.relative_times import absolute, ahead_dated, weekday_dated
from langmem_ext.policies.wording import check_wording
from langmem_ext.policies.writing import Rejection

SAID = datetime(2023, 5, 10, 14, 0, tzinfo=UTC)
"""A Wednesday."""


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Ana moved yesterday.", "Ana moved on 9 May 2023."),
        ("Yesterday Ana moved.", "On 9 May 2023 Ana moved."),
        ("The opening is today at 5pm.", "The opening is on 10 May 2023 at 5pm."),
        ("The opening is tomorrow.", "The opening is on 11 May 2023."),
        ("Ana opens the shop tomorrow.", "Ana opens the shop on 11 May 2023."),
        ("Ana had soup tonight.", "Ana had soup on the evening of 10 May 2023."),
        ("Ana ran this morning.", "Ana ran on the morning of 10 May 2023."),
        ("Ana ran last Friday.", "Ana ran on 5 May 2023."),
        ("Ana ran on last Friday.", "Ana ran on 5 May 2023."),
        ("Ana ran last Wednesday.", "Ana ran on 3 May 2023."),
        ("Ana went camping last weekend.", "Ana went camping on the weekend of 6 May 2023."),
        ("Ana was ill last week.", "Ana was ill in the week of 1 May 2023."),
        ("Ana has exams this week.", "Ana has exams in the week of 8 May 2023."),
        ("Ana travels next week.", "Ana travels in the week of 15 May 2023."),
        ("Ana was in Rome last month.", "Ana was in Rome in April 2023."),
        ("Ana plans a show for next month.", "Ana plans a show for June 2023."),
        ("Ana has lived there since last year.", "Ana has lived there since 2022."),
        ("Ana changed jobs three years ago.", "Ana changed jobs in 2020."),
        ("Ana began about a year ago.", "Ana began about 2022."),
        ("Ana got a puppy two weeks ago.", "Ana got a puppy in the week of 24 April 2023."),
        ("Ana called 3 days ago.", "Ana called on 7 May 2023."),
        ("Ana marries on 14 March next year.", "Ana marries on 14 March 2024."),
        ("Ana left 5 months ago.", "Ana left in December 2022."),
    ],
)
def test_a_time_that_is_clear_becomes_a_date(said: str, meant: str) -> None:
    assert absolute(said, [SAID]) == meant


@pytest.mark.parametrize(
    "text",
    [
        "Ana travels next Friday.",
        "Ana saved a lot in the last year.",
        "Ana saved a lot over the last month.",
        "That is who Ana is today.",
        "Ana is a painter of today.",
        "Ana liked yesterday's soup.",
        "Ana will be back in two weeks.",
        "Ana ran every last Friday of the month.",
    ],
)
def test_a_time_that_can_be_read_in_two_ways_is_left_alone(text: str) -> None:
    assert absolute(text, [SAID]) == text


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Ana flies on Friday at 6:40.", "Ana flies on Friday 12 May 2023 at 6:40."),
        ("Ana flies this friday.", "Ana flies this friday 12 May 2023."),
        ("Ana sings every Friday.", "Ana sings every Friday."),
        ("Ana sings on Fridays.", "Ana sings on Fridays."),
        ("Ana flies next Friday.", "Ana flies next Friday."),
        ("Ana flies on Friday 12 May.", "Ana flies on Friday 12 May."),
        ("Ana flies on Friday or Sunday.", "Ana flies on Friday or Sunday."),
        ("Ana flies on Sunday.", "Ana flies on Sunday."),
    ],
)
def test_the_one_weekday_of_what_is_due_then_gets_its_date(said: str, meant: str) -> None:
    assert weekday_dated(said, datetime(2023, 5, 12, tzinfo=UTC)) == meant


def test_on_a_sunday_nobody_knows_which_weekend_was_the_last() -> None:
    sunday = SAID + timedelta(days=4)

    assert absolute("Ana hiked last weekend.", [sunday]) == "Ana hiked last weekend."


def test_what_was_said_at_two_times_has_a_date_where_they_agree() -> None:
    later = SAID + timedelta(days=1)

    assert absolute("Ana hiked last week.", [SAID, later]) == absolute(
        "Ana hiked last week.", [SAID]
    )
    assert absolute("Ana hiked yesterday.", [SAID, later]) == "Ana hiked yesterday."
    assert absolute("Ana hiked yesterday.", []) == "Ana hiked yesterday."


def test_days_are_those_of_utc() -> None:
    night = datetime(2023, 5, 10, 23, 0, tzinfo=timezone(timedelta(hours=-5)))

    assert absolute("Ana called yesterday.", [night]) == "Ana called on 10 May 2023."


def test_what_has_become_a_date_is_well_worded() -> None:
    assert isinstance(check_wording("Ana moved to Porto last week."), Rejection)
    dated = absolute("Ana moved to Porto last week.", [SAID])
    assert check_wording(dated) == "Ana moved to Porto in the week of 1 May 2023."


@pytest.mark.parametrize(
    ("said", "dated"),
    [
        ("The user's lease ends in six months", "The user's lease ends in September 2026"),
        ("The user must call Tom in three days", "The user must call Tom on 7 March 2026"),
        (
            "The user has an exam in a fortnight",
            "The user has an exam in the week of 16 March 2026",
        ),
        ("The user must pay within a year", "The user must pay by March 2027"),
        ("The user moves half a year from now", "The user moves in September 2026"),
        ("The user will meet Tom in person", "The user will meet Tom in person"),
        ("The user runs 10 km in an hour", "The user runs 10 km in an hour"),
    ],
)
def test_what_lies_ahead_is_dated_as_exactly_as_it_was_said(said: str, dated: str) -> None:
    assert ahead_dated(said, datetime(2026, 3, 4, 10, 30, tzinfo=UTC)) == dated
