"""Does a name still lead where only something told it to that is gone?"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from books import require_balance
from fix_clock import FakeClock

from langmem_ext import MemoryStore, MemoryView, Principal
from langmem_ext.graphs import daily
from langmem_ext.stores.operations import mentioning
from langmem_ext.stores.operations.conflicts import settle_conflict

TOLD = "Wrote to @ana_lima about the lake"
PAINTS = "Ana Lima paints"
PLACE = ("memory", "default", "user", "ana", "tasks")
MINUTE = timedelta(minutes=1)
TOGETHER = [("ana_lima", ("ana lima",), {TOLD, PAINTS})] * 2
ALONE = [("Ana Lima", (), {PAINTS})] * 2
"""What is known where nothing has ever told the handle."""


@pytest.fixture
def store(sparse_store: MemoryStore) -> MemoryStore:
    return sparse_store


@pytest.fixture
def ana(store: MemoryStore) -> MemoryView:
    return store.bind(Principal(user_id="ana"))


def keep(view: MemoryView, clock: FakeClock) -> str:
    """Keep what tells the handle, then what goes by it; return the id of the first."""
    view.put(PLACE, "told", {"content": TOLD, "slot": "contact"})
    clock.advance(MINUTE)
    view.put(PLACE, "paints", {"content": PAINTS})
    clock.advance(MINUTE)
    assert called(view) == TOGETHER
    return "told"


def called(view: MemoryView) -> Any:
    """Return what is known of somebody by the name and by the handle: what it is called, and by which memories."""
    found = [view.entity(name) for name in ("Ana Lima", "@ana_lima")]
    return [
        each and (each.entity.name, each.aliases, {memory.content for memory in each.memories})
        for each in found
    ]


def forget(view: MemoryView, id: str) -> None:
    view.forget(id)


def forget_by_words(view: MemoryView, id: str) -> None:
    view.forget_matching("wrote about the lake")


def delete(view: MemoryView, id: str) -> None:
    view.delete(PLACE, id)


def correct(view: MemoryView, id: str) -> None:
    view.correct(id, "Wrote about the lake")


def put_again(view: MemoryView, id: str) -> None:
    view.put(PLACE, id, {"content": "Sings in a choir"})


def fill_the_slot(view: MemoryView, id: str) -> None:
    view.remember("Writes to rui instead", slot="contact", category="tasks")


def settle(view: MemoryView, id: str) -> None:
    new = view.remember("Wrote to nobody about a lake", category="tasks").memory
    assert new
    view.store.run(settle_conflict(view.scope, new.id, id), view.scope)


WAYS = [forget, forget_by_words, delete, correct, put_again, fill_the_slot, settle]


@pytest.mark.parametrize("way", WAYS)
def test_a_name_leads_nowhere_when_what_told_it_is_gone(
    store: MemoryStore, ana: MemoryView, clock: FakeClock, way: Callable[[MemoryView, str], None]
) -> None:
    told = keep(ana, clock)

    way(ana, told)

    assert called(ana) == ALONE
    require_balance(store.conn_string)


def test_a_name_leads_there_again_when_what_told_it_is_back(
    ana: MemoryView, clock: FakeClock
) -> None:
    told = keep(ana, clock)
    ana.forget(told)

    ana.restore(told)

    assert called(ana) == TOGETHER


def test_a_name_that_another_tells_as_well_still_leads_there(
    ana: MemoryView, clock: FakeClock
) -> None:
    keep(ana, clock)
    ana.put(PLACE, "also", {"content": "Called @ana_lima again"})

    ana.forget("also")

    assert called(ana) == TOGETHER


def test_what_calls_nothing_by_several_names_costs_its_fellows_nothing(
    ana: MemoryView, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(ana, clock)

    def looked(*_: Any) -> Any:
        raise AssertionError("texts were looked through again")

    monkeypatch.setattr(mentioning, "note_anew", looked)
    ana.forget("paints")

    assert called(ana) == [("ana_lima", ("ana lima",), {TOLD})] * 2


@pytest.mark.parametrize("more", [0, 1], ids=["expired", "more than a write looks through"])
def test_maintenance_takes_back_what_is_told_by_what_is_gone(
    store: MemoryStore,
    ana: MemoryView,
    clock: FakeClock,
    monkeypatch: pytest.MonkeyPatch,
    more: int,
) -> None:
    if more:
        monkeypatch.setattr(mentioning, "AGAIN", 0)
        ana.forget(keep(ana, clock))
        assert called(ana) == [None, None]
        monkeypatch.undo()
    else:
        ana.put(PLACE, "told", {"content": TOLD}, ttl=5)
        clock.advance(MINUTE)
        ana.put(PLACE, "paints", {"content": PAINTS})
        clock.advance(10 * MINUTE)

    for step in ("expire", "mention_missing"):
        daily.build(only=[step]).compile(store=store).invoke({})

    assert called(ana) == ALONE
