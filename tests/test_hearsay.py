"""What becomes of what others have said of somebody, once that person says it?"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from books import require_balance
from fix_clock import FakeClock

from langmem_ext import MemoryStore, MemoryView, Principal

PRESENT = ("ana", "bo")


@pytest.fixture
def store_of_two(store: MemoryStore) -> MemoryStore:
    store.people().add("Bo Lind", id="bo")
    return store


def at(store: MemoryStore, user: str, **more: Any) -> MemoryView:
    return store.bind(Principal(user, chat_id="team", participants=PRESENT, **more))


def works(view: MemoryView, employer: str, **fields: Any) -> None:
    given = {"category": "profile", "type": "identity", "slot": "employer", **fields}
    assert view.remember(f"Works at {employer}", **given).memory


def employers(view: MemoryView) -> list[str]:
    return sorted(
        memory.content.removeprefix("Works at ") for memory in view.find_memories_by_subject(["bo"])
    )


def test_what_somebody_says_of_itself_ends_what_others_said_of_it_in_the_chat(
    store_of_two: MemoryStore, clock: FakeClock
) -> None:
    ana, bo = at(store_of_two, "ana", thread_id="t"), at(store_of_two, "bo")
    works(ana, "Acme", subjects=["bo"], space="chat")
    ana.delta()
    before = clock()
    clock.advance(timedelta(hours=1))

    works(bo, "Globex")

    assert employers(ana) == employers(bo) == ["Globex"]
    assert [change.event for change in ana.delta().changes] == ["deleted"]
    then = ana.query("Where does Bo work?", as_of=before, returns="full").memories
    assert [memory.content for memory in then] == ["Works at Acme"]
    require_balance(store_of_two.conn_string)


def test_what_is_put_ends_it_too(store_of_two: MemoryStore) -> None:
    works(at(store_of_two, "ana"), "Acme", subjects=["bo"], space="chat")
    value = {"content": "Works at Globex", "type": "identity", "slot": "employer"}

    at(store_of_two, "bo").put(("memory", "default", "user", "bo", "profile"), "k", value)

    assert employers(at(store_of_two, "ana")) == ["Globex"]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("Bo works at Acme", "I work at Globex"),
        ("Bo lives in Porto", "I live in Lisbon"),
        ("Bo's birthday is on May 3", "My birthday is on May 4"),
        ("Bo Lind works for Acme", "Works at Globex"),
    ],
)
def test_what_others_said_without_a_slot_ends_where_it_tells_of_the_same(
    store_of_two: MemoryStore, told: str, said: str
) -> None:
    ana, bo = at(store_of_two, "ana"), at(store_of_two, "bo")
    given = {"category": "profile", "subjects": ["bo"], "space": "chat"}
    for content in (told, "Bo likes tea"):
        assert ana.remember(content, **given).memory

    bo.remember(said, category="profile")

    left = [memory.content for memory in bo.find_memories_by_subject(["bo"])]
    assert sorted(left) == sorted(["Bo likes tea", said])


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        ({"slot": "location"}, {}),
        ({"subjects": ["bo", "ana"]}, {}),
        ({}, {"sensitivity": "personal"}),
        ({}, {"portable": False}),
        ({}, {"subjects": ["bo"]}),
    ],
)
def test_nothing_else_is_ended(
    store_of_two: MemoryStore, heard: dict[str, Any], said: dict[str, Any]
) -> None:
    ana, bo = at(store_of_two, "ana"), at(store_of_two, "bo")
    works(ana, "Acme", **{"subjects": ["bo"], "space": "chat", **heard})

    works(bo, "Globex", **said)

    assert "Works at Acme" in [memory.content for memory in bo.list()]


def test_what_others_keep_alone_stays_theirs(store_of_two: MemoryStore) -> None:
    works(store_of_two.bind(Principal("ana")), "Acme", subjects=["bo"])
    works(at(store_of_two, "bo"), "Globex")

    assert employers(store_of_two.bind(Principal("ana"))) == ["Acme"]


def test_hearsay_ends_nothing(store_of_two: MemoryStore) -> None:
    works(at(store_of_two, "bo"), "Globex")
    works(at(store_of_two, "ana"), "Acme", subjects=["bo"])

    assert employers(at(store_of_two, "bo")) == ["Acme", "Globex"]
