"""A day without a year is dated only where the words say whether it has been or is to come."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from fix_clock import FakeClock
from saying import say

from langmem_ext import MemoryStore, Principal
from langmem_ext.memory import MemoryType
from langmem_ext.policies.dates import divided_as, undivided
from langmem_ext.policies.due import due

NOVEMBER = datetime(2026, 11, 25, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("told", "day"),
    [
        ("The user finished 11 books on March 10", "2026-03-10"),
        ("The user was proud of finishing 11 books on March 10", "2026-03-10"),
        ("The user's sister's wedding was on August 2", "2026-08-02"),
        ("The user graduated in June", "2026-06-01"),
        ("On 10 March the user finished 11 books", "2026-03-10"),
        ("The user has finished the course on the 12th", "2026-11-12"),
        ("The user met Anna on Friday", "2026-11-20"),
        ("The user moved to Faro in March", "2026-03-01"),
        ("The user went to see a play on March 3", "2026-03-03"),
        ("The user's exam is on March 10", "2027-03-10"),
        ("The user has a dentist appointment on March 10", "2027-03-10"),
        ("The user is flying to Rome on March 10", "2027-03-10"),
        ("The user will run a marathon in May", "2027-05-01"),
        ("The user decided to run a marathon on May 3", "2027-05-03"),
        ("The user booked a flight for March 10", "2027-03-10"),
        ("The user was told that the exam is on March 10", "2027-03-10"),
        ("The exam got postponed to March 12", "2027-03-12"),
        ("Standup meeting on Friday", "2026-11-27"),
        ("Dentist on March 10", "2027-03-10"),
        ("The user set a record, finishing 11 books on March 10", None),
        ("The user hit 11 books on March 10", None),
        ("Finishing 11 books on March 10", None),
        ("It's Tuesday", None),
        ("Finishing 11 books on March 10, 2024", "2024-03-10"),
    ],
)
def test_a_day_without_a_year_is_the_one_that_the_verb_means(told: str, day: str | None) -> None:
    at = due(told, MemoryType.EVENT, NOVEMBER)

    assert (at and f"{at:%Y-%m-%d}") == day


def test_what_is_to_be_done_lies_ahead() -> None:
    at = due("Read chapter 3 by March 10", MemoryType.TASK, NOVEMBER)

    assert at is not None
    assert at.year == 2027


@pytest.mark.parametrize(
    ("said", "content", "year"),
    [
        (
            "On March 10, 2024, I ran my first marathon",
            "The user ran their first marathon on March 10, 2024",
            2024,
        ),
        (
            "I attended a talk on 5 November, 2025, and I liked it",
            "The user attended a talk on 5 November, 2025",
            2025,
        ),
        (
            "I finished my thesis on June 3rd, 2023, it was hard",
            "The user finished their thesis on June 3rd, 2023",
            2023,
        ),
        (
            "Remember that on March 10, 2024, I ran my first marathon",
            "On March 10, 2024 the user ran their first marathon",
            2024,
        ),
    ],
)
def test_a_clause_keeps_the_year_behind_a_comma(
    store: MemoryStore, said: str, content: str, year: int
) -> None:
    say(store, said)

    found = {each.content: each.event_time for each in store.bind(Principal(user_id="ana")).list()}
    day = found.get(content)
    assert day is not None, list(found)
    assert day.year == year


def test_a_text_is_never_changed_into_a_false_date(store: MemoryStore, clock: FakeClock) -> None:
    say(store, "Remember that it's Tuesday")

    (memory,) = store.bind(Principal(user_id="ana")).list()
    assert memory.event_time is None
    assert str(clock.now.year) not in memory.content.removeprefix("The user said on ")


def test_commas_of_dates_come_back() -> None:
    said = "I met Ana on March 10, 2024, and Eva on 3 May, 2025, in 2 shops, 2020 of them"

    assert undivided(said) == (
        "I met Ana on March 10 2024, and Eva on 3 May 2025, in 2 shops, 2020 of them"
    )
    assert divided_as(said, undivided(said)) == said
