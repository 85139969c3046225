"""Does a space that holds too much end exactly at its cap, and lose the right things?"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from books import require_balance, rows
from fix_clock import FakeClock
from scripted_answers import answering

from langmem_ext import MemoryStore, Principal, Settings
from langmem_ext.graphs import daily
from langmem_ext.memory import Memory
from langmem_ext.settings import DecisionSettings
from langmem_ext.stores.view import MemoryView

CAPPED = Settings(decision=DecisionSettings(max_entries=3, consolidation_enabled=False))
OWNS = "The user owns boat number {} in Porto"


def filled(store: MemoryStore, clock: FakeClock, count: int, **more: Any) -> list[Memory]:
    view = ana(store)
    found = []
    for n in range(count):
        clock.advance(timedelta(minutes=1))
        outcome = view.remember(OWNS.format(n), category="knowledge", **more)
        found.append(outcome.memory)
    return [memory for memory in found if memory]


def ana(store: MemoryStore) -> MemoryView:
    return store.bind(Principal(user_id="ana"))


def compact(store: MemoryStore, model: Any = None, **options: Any) -> dict[str, Any]:
    graph = daily.build(options.pop("settings", CAPPED), model, only=["compact"], **options)
    result: dict[str, Any] = graph.compile(store=store).invoke({})
    require_balance(store.conn_string)
    return result


def left(store: MemoryStore) -> set[str]:
    return {memory.id for memory in ana(store).list()}


def test_the_oldest_go_without_a_model(store: MemoryStore, clock: FakeClock) -> None:
    memories = filled(store, clock, 5)

    assert compact(store)["report"] == {"compact": 2}
    assert left(store) == {memory.id for memory in memories[2:]}
    assert compact(store)["report"] == {"compact": 0}


def test_what_the_model_gives_up_goes(store: MemoryStore, clock: FakeClock) -> None:
    a, b, c, d, e = filled(store, clock, 5)
    said = {"decisions": [{"action": "delete", "id": d.id}, {"action": "delete", "id": e.id}]}

    compact(store, answering(Compacted=said))

    assert left(store) == {a.id, b.id, c.id}


def test_what_the_model_merges_becomes_one(store: MemoryStore, clock: FakeClock) -> None:
    a, b, c, d = filled(store, clock, 4)
    both = "The user owns boat number 0 and number 1 in Porto"
    said = {"decisions": [{"action": "merge", "id": b.id, "into": a.id, "content": both}]}

    assert compact(store, answering(Compacted=said))["report"] == {"compact": 1}
    assert {c.id, d.id} < left(store)
    assert both in {memory.content for memory in ana(store).list()}


def test_about_different_people_nothing_is_merged(store: MemoryStore, clock: FakeClock) -> None:
    (a,) = filled(store, clock, 1, subjects=["p1"])
    b, *others = filled(store, clock, 3, subjects=["p2"])
    said = {"decisions": [{"action": "merge", "id": b.id, "into": a.id, "content": OWNS.format(0)}]}

    compact(store, answering(Compacted=said))

    assert left(store) == {b.id, *(memory.id for memory in others)}


@pytest.mark.parametrize(
    "answer",
    [OSError(), TimeoutError(), {"decisions": [{"action": "delete", "id": "nobody"}]}, {"decisions": "x"}],
    ids=["failing", "late", "unknown", "nonsense"],
)  # fmt: skip
def test_where_the_model_decides_nothing_the_oldest_go(
    store: MemoryStore, clock: FakeClock, answer: Any
) -> None:
    memories = filled(store, clock, 5)

    compact(store, answering(Compacted=answer))

    assert left(store) == {memory.id for memory in memories[2:]}


def test_what_is_pinned_stays_even_if_that_is_too_much(
    store: MemoryStore, clock: FakeClock
) -> None:
    pinned = filled(store, clock, 4, pinned=True)
    ana(store).remember("The user likes tea", category="knowledge")
    said = {"decisions": [{"action": "delete", "id": memory.id} for memory in pinned]}

    compact(store, answering(Compacted=said))

    assert left(store) == {memory.id for memory in pinned}


def test_what_is_sensitive_is_shown_to_no_model(store: MemoryStore, clock: FakeClock) -> None:
    filled(store, clock, 5, sensitivity="sensitive")
    model = answering(Compacted={"decisions": []})

    assert compact(store, model)["report"] == {"compact": 2}
    assert model.calls == []


def test_many_are_given_up_a_few_at_a_time(store: MemoryStore, clock: FakeClock) -> None:
    filled(store, clock, 28)

    def newest(shown: list[dict[str, Any]]) -> dict[str, Any]:
        return {"decisions": [{"action": "delete", "id": each["id"]} for each in shown[::-1]]}

    model = answering(Compacted=newest)

    assert compact(store, model)["report"] == {"compact": 25}
    assert len(model.calls) == 3
    assert {memory.content for memory in ana(store).list()} == {OWNS.format(n) for n in range(3)}


def test_what_went_can_be_restored(store: MemoryStore, clock: FakeClock) -> None:
    first, *_ = filled(store, clock, 4)
    compact(store)

    assert ana(store).restore(first.id).status == "updated"


def test_only_the_spaces_that_are_named_are_compacted(store: MemoryStore, clock: FakeClock) -> None:
    filled(store, clock, 4)

    assert compact(store, spaces=["default/user:bob"])["report"] == {"compact": 0}
    assert compact(store, spaces=["default/user:ana"])["report"] == {"compact": 1}


def test_a_run_leaves_a_report(store: MemoryStore, clock: FakeClock) -> None:
    filled(store, clock, 4)
    compact(store, answering(Compacted={"decisions": []}))

    (row,) = rows(store.conn_string, "SELECT graph, step, status, counts, units FROM langmem.runs")
    assert (row["graph"], row["step"], row["status"]) == ("daily", "compact", "ok")
    assert row["counts"] == {"given_up": 1}
    assert row["units"] > 0
