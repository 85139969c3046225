"""Can it be told what was done and when, without the logs?"""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

import pytest
from books import rows
from fix_clock import FakeClock
from langchain_core.messages import HumanMessage
from langgraph.graph import END, START, StateGraph

from langmem_ext import MemoryContext, MemoryState, MemoryStore, Principal
from langmem_ext.errors import InvalidMemory
from langmem_ext.nodes import hot_path, load_context

ANA = Principal(user_id="ana", thread_id="t1")


def say(store: MemoryStore, *texts: str, user: str = "ana", **context: Any) -> None:
    """Let each text go through the hot path and the context."""
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_sequence([("hot_path", hot_path()), ("load_context", load_context())])
    builder.add_edge(START, "hot_path")
    builder.add_edge("load_context", END)
    graph = builder.compile(store=store)
    for text in texts:
        graph.invoke(
            {"messages": [HumanMessage(text)]},
            context={"user_id": user, "thread_id": "t1", **context},
        )


def test_every_turn_is_counted_whether_it_keeps_something_or_not(store: MemoryStore) -> None:
    say(store, "Is it raining?", "Remember that I like green tea", "What time is it?")

    found = store.bind(ANA).stats()

    assert found.events == {
        "context.search.ok": 2,
        "context.search.skipped": 1,
        "hotpath.classify.ok": 1,
        "hotpath.classify.skipped": 2,
        "hotpath.create.ok": 1,
        "hotpath.search.ok": 1,
    }
    assert found.injected == pytest.approx(2 / 3)


def test_what_was_noted_is_written_with_what_comes_next(
    store: MemoryStore, database_uri: str
) -> None:
    say(store, "Is it raining?", "Remember that I like green tea", "Remember that I like black tea")
    assert not rows(database_uri, "SELECT 1 FROM langmem.events WHERE node = 'context'")
    before = store.bind(ANA).stats().events

    store.flush_uses(1)

    written = rows(database_uri, "SELECT node, op, status, user_id, thread_id FROM langmem.events")
    assert {
        "node": "context",
        "op": "search",
        "status": "skipped",
        "user_id": "ana",
        "thread_id": "t1",
    } in written
    assert store.bind(ANA).stats().events == before
    sims = rows(
        database_uri, "SELECT sim FROM langmem.events WHERE node = 'hotpath' AND op = 'search'"
    )
    assert [each["sim"] is None for each in sims].count(False) == 1


def test_counts_tell_when_something_was_done(store: MemoryStore, clock: FakeClock) -> None:
    view = store.bind(ANA)
    start = clock.now
    say(store, "Remember that I like green tea")
    store.flush_uses(1)
    clock.advance(timedelta(hours=2))
    say(store, "Remember that I am allergic to nuts", "Is it raining?")
    clock.advance(timedelta(days=1))
    view.remember("The user has a boat")

    made = [each for each in view.counts(every="hour") if each.op == "create"]

    assert [(each.node, each.count) for each in made] == [
        ("hotpath", 1),
        ("hotpath", 1),
        ("api", 1),
    ]
    assert [each.at.minute for each in made] == [0, 0, 0]
    assert made[1].at - made[0].at == timedelta(hours=2)
    by_day = [each for each in view.counts() if each.op == "create"]
    assert sum(each.count for each in by_day) == 3 and {each.at.hour for each in by_day} == {0}
    later = view.counts(since=start + timedelta(hours=1))
    assert sum(each.count for each in later if each.op == "create") == 2
    assert sum(each.count for each in later if each.op == "classify") == 2


def test_counts_of_others_are_not_told(store: MemoryStore) -> None:
    say(store, "Remember that I like green tea", "Is it raining?")
    say(store, "Remember that I like coffee", user="ben")
    say(store, "Is it raining?", chat_id="team", participants=("ana", "ben"))

    ben = store.bind(Principal(user_id="ben"))
    assert ben.stats().events["context.search.ok"] == 1
    assert sum(each.count for each in ben.counts() if each.op == "classify") == 1
    assert store.bind(Principal(user_id="ben", agent="planner")).counts() == []
    team = store.bind(Principal(user_id="ben", chat_id="team", participants=("ana", "ben")))
    assert sum(each.count for each in team.counts() if each.op == "classify") == 1


def test_nothing_is_counted_of_who_was_erased(store: MemoryStore, database_uri: str) -> None:
    say(store, "Remember that I like green tea", "Is it raining?")

    store.bind(ANA).erase()
    store.flush_uses(1)

    assert rows(database_uri, "SELECT op FROM langmem.events") == [{"op": "erase"}]


def test_events_that_another_process_noted_before_an_erasure_are_not_written(
    store: MemoryStore, database_uri: str
) -> None:
    say(store, "Is it raining?")

    with MemoryStore.from_conn_string(database_uri, index=False) as other:
        other.bind(ANA).erase()
    store.flush_uses(1)

    assert rows(database_uri, "SELECT op FROM langmem.events") == [{"op": "erase"}]


def test_a_length_of_time_that_is_none_is_refused(store: MemoryStore) -> None:
    with pytest.raises(InvalidMemory, match='"hour" or "day"'):
        store.bind(ANA).counts(every="week")


async def test_the_async_store_counts_alike(async_store: Any) -> None:
    view = async_store.bind(ANA)
    await view.aremember("The user has a boat")
    await view.acontext("What does the user have?")

    assert {(each.node, each.op) for each in await view.acounts()} == {
        ("api", "create"),
        ("context", "search"),
    }


def test_a_log_line_names_what_was_created_and_never_its_text(
    store: MemoryStore, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)

    say(store, "Remember that I like zebrafish")

    (memory,) = store.bind(ANA).list()
    assert f"created memory {memory.id} [{memory.category}]" in caplog.text
    assert "1 memories enter a context" in caplog.text
    assert "zebrafish" not in caplog.text
