"""A date is read against the clock, as people say it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langmem_ext.policies.dates import Told, when
from langmem_ext.policies.scanner import scan

WEDNESDAY = datetime(2026, 3, 4, 10, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("tomorrow", "2026-03-05 00:00"),
        ("the day after tomorrow", "2026-03-06 00:00"),
        ("by Friday", "2026-03-06 00:00"),
        ("on Wednesday", "2026-03-11 00:00"),
        ("next Friday at 3pm", "2026-03-13 15:00"),
        ("last Monday", "2026-03-02 00:00"),
        ("tomorrow at 9:30", "2026-03-05 09:30"),
        ("in two weeks", "2026-03-18 00:00"),
        ("in 3 hours", "2026-03-04 13:30"),
        ("a few days ago", "2026-03-01 00:00"),
        ("12 June", "2026-06-12 00:00"),
        ("on January 5th", "2027-01-05 00:00"),
        ("June 12th, 2027", "2027-06-12 00:00"),
        ("on the 31st", "2026-03-31 00:00"),
        ("on the 2nd", "2026-04-02 00:00"),
        ("in January", "2027-01-01 00:00"),
        ("before the end of August", "2026-08-31 00:00"),
        ("by the end of the year", "2026-12-31 00:00"),
        ("2026-04-05", "2026-04-05 00:00"),
        ("next week", "2026-03-09 00:00"),
        ("this weekend", "2026-03-07 00:00"),
        ("next month", "2026-04-01 00:00"),
        ("by 2028", "2028-01-01 00:00"),
        ("in a month", "2026-04-04 00:00"),
        ("in eighteen months", "2027-09-04 00:00"),
        ("in a fortnight", "2026-03-18 00:00"),
        ("in half a year", "2026-09-04 00:00"),
        ("two years from now", "2028-03-04 00:00"),
    ],
)
def test_a_date_is_read_as_people_say_it(said: str, day: str) -> None:
    assert when(f"I need to be there {said}", WEDNESDAY) == datetime.fromisoformat(f"{day}+00:00")


@pytest.mark.parametrize(
    "said", ["I may go", "on the 2nd floor", "on 3/4", "I have 3 dogs", "30 February", "soon"]
)
def test_what_is_no_date_or_two_is_left_open(said: str) -> None:
    assert when(said, WEDNESDAY) is None


def test_the_day_of_what_is_past_lies_behind() -> None:
    assert when("on Friday", WEDNESDAY, told=Told.PAST) == datetime(2026, 2, 27, tzinfo=UTC)
    assert when("in May", WEDNESDAY, told=Told.PAST) == datetime(2025, 5, 1, tzinfo=UTC)
    assert when("two days ago", WEDNESDAY, told=Told.PAST) == datetime(2026, 3, 2, tzinfo=UTC)


def test_a_task_and_an_event_know_their_day() -> None:
    (task,) = scan("I need to renew my passport by Friday", now=WEDNESDAY)
    (event,) = scan("I went to Lisbon on Friday", now=WEDNESDAY)
    (fact,) = scan("My birthday is on 3 May", now=WEDNESDAY)

    assert task.event_time == datetime(2026, 3, 6, tzinfo=UTC)
    assert event.event_time == datetime(2026, 2, 27, tzinfo=UTC)
    assert fact.event_time is None


@given(
    st.text(max_size=40),
    st.datetimes(min_value=datetime(1990, 1, 1), max_value=datetime(2090, 1, 1)),
)
def test_no_text_and_no_day_is_too_strange(text: str, now: datetime) -> None:
    for said in (text, f"in 999 years {text}", f"on the 31st {text}", f"last month {text}"):
        when(said, now.replace(tzinfo=UTC))
