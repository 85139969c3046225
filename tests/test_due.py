"""How long is a memory kept that tells of a day ahead, or of what comes round again?"""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from langmem_ext import MemoryStore, Principal
from langmem_ext.graphs import hot_path
from langmem_ext.memory import MemoryDraft, MemoryType
from langmem_ext.policies.lifecycle import expiry_of
from tests.support.fix_clock import FakeClock

MONDAY = datetime(2026, 11, 23, 13, 0, tzinfo=UTC)


def expiry(type: str, content: str) -> date | None:
    told = MemoryDraft(content=content, type=MemoryType(type))
    expires_at = expiry_of(told, MONDAY, pinned=False)
    return expires_at.date() if expires_at else None


@pytest.mark.parametrize(
    ("type", "content", "until"),
    [
        ("event", "The dentist appointment is on 14 March 2027", date(2027, 4, 13)),
        ("event", "The exam is in six months", date(2027, 6, 22)),
        ("event", "User's sister is getting married on 14 March", date(2027, 4, 13)),
        ("task", "User needs to send the tax return by 31 May", date(2027, 6, 14)),
        ("task", "User's contract ends in December 2026", date(2027, 1, 14)),
        ("task", "User's passport expires in 2028", date(2029, 1, 14)),
        ("event", "User is going to Japan next spring", date(2027, 12, 23)),
    ],
)
def test_what_lies_ahead_is_kept_until_it_is_over(type: str, content: str, until: date) -> None:
    assert expiry(type, content) == until


@pytest.mark.parametrize(
    ("type", "content", "until"),
    [
        ("event", "User went to Lisbon in May", date(2026, 12, 23)),
        ("event", "User sold their car on 3 May", date(2026, 12, 23)),
        ("task", "User needs to finish the slides of the quarterly review", date(2026, 12, 7)),
        ("context", "User works from the library in May", date(2026, 11, 30)),
    ],
)
def test_what_is_past_or_names_no_day_lives_as_long_as_its_type_says(
    type: str, content: str, until: date
) -> None:
    assert expiry(type, content) == until


@pytest.mark.parametrize(
    ("type", "content"),
    [
        ("event", "User has choir practice every Tuesday"),
        ("event", "User's mother's birthday is on 3 April"),
        ("task", "User has to water the plants weekly"),
    ],
)
def test_what_comes_round_again_does_not_expire(type: str, content: str) -> None:
    assert expiry(type, content) is None


def test_a_day_that_a_caller_states_counts_and_may_be_far_ahead(store: MemoryStore) -> None:
    last = datetime(9999, 12, 31, tzinfo=UTC)
    written = (
        store.bind(Principal(user_id="ana"))
        .remember("Comet returns", type="event", event_time=last)
        .memory
    )

    assert written is not None
    assert written.expires_at is not None
    assert written.expires_at.year > 2100


def test_an_appointment_is_known_on_its_day_and_named_by_it(
    store: MemoryStore, clock: FakeClock
) -> None:
    clock.set(MONDAY)
    graph = hot_path.build().compile(store=store)

    def says(text: str) -> None:
        graph.invoke({"messages": [("user", text)]}, context={"user_id": "ana"})

    says("Remember that the dentist appointment is on 14 March 2027.")
    says("We adopted a dog yesterday.")
    says("Remember that my exam is on Thursday.")
    ana = store.bind(Principal(user_id="ana"))
    told = {memory.content for memory in ana.list()}
    clock.set(datetime(2027, 3, 14, tzinfo=UTC))
    store.sweep_ttl()

    assert told == {
        "The dentist appointment is on 14 March 2027",
        "The user and others adopted a dog on 22 November 2026",
        "The user's exam is on Thursday 26 November 2026",
    }
    assert "The dentist appointment is on 14 March 2027" in {each.content for each in ana.list()}
