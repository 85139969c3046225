"""Do the test scenarios of specification 002 hold, each by its name?"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from books import rows
from fix_clock import FakeClock
from langchain_core.messages import HumanMessage
from scripted_answers import answering, fact, finding

from langmem_ext import AsyncMemoryStore, MemoryStore, Principal
from langmem_ext.graphs import daily, hot_path, session_review
from langmem_ext.stores.view import MemoryView


@pytest.fixture
def notes(store: MemoryStore) -> MemoryView:
    return app(store, "notes")


def app(store: MemoryStore, name: str) -> MemoryView:
    return store.bind(Principal(app_id=name))


def fill(view: MemoryView, clock: FakeClock, count: int) -> list[str]:
    ids = []
    for n in range(count):
        clock.advance(timedelta(minutes=1))
        outcome = view.remember(f"The user owns boat number {n} in Porto", category="knowledge")
        assert outcome.memory
        ids.append(outcome.memory.id)
    return ids


def test_creates_memory_when_conversation_ends(store: MemoryStore, notes: MemoryView) -> None:
    context = {"app_id": "notes", "thread_id": "t1"}
    talking = hot_path.build().compile(store=store)
    said = ("Hi! The boat is moored in Porto.", "Paint it in May.", "That is all, bye!")
    for n, text in enumerate(said):
        talking.invoke({"messages": [HumanMessage(text, id=f"m{n}")]}, context=context)
    assert not notes.list()

    known = {"said": "moored in Porto", **fact("The user's boat is moored in Porto")}
    model = answering(Facts=finding(known))
    ending = session_review.build(model=model).compile(store=store)
    ending.invoke({"session_id": "t1"}, context=context)

    assert [memory.content for memory in notes.list()] == ["The user's boat is moored in Porto"]


def test_includes_memories_in_context_for_same_app(notes: MemoryView) -> None:
    notes.remember("The user prefers short notes", category="preferences")

    assert "The user prefers short notes" in notes.context("short notes").render()


def test_isolates_memories_between_apps(store: MemoryStore, notes: MemoryView) -> None:
    notes.remember("The user prefers short notes", category="preferences")
    other = app(store, "mail")

    assert other.context("short notes").render() == ""
    assert not other.list()
    assert not other.query("short notes").bullets
    assert "short notes" not in str(list(other.export()))


def test_compacts_memories_when_limit_reached(
    store: MemoryStore, notes: MemoryView, clock: FakeClock
) -> None:
    ids = fill(notes, clock, 11)

    assert {memory.id for memory in notes.list()} == set(ids[1:])


def test_a_model_compacts_an_app_that_holds_eleven(
    store: MemoryStore, notes: MemoryView, clock: FakeClock
) -> None:
    ids = fill(notes, clock, 11)
    notes.restore(ids[0])
    said: Any = {"decisions": [{"action": "delete", "id": ids[5]}]}
    graph = daily.build(None, answering(Compacted=said), only=["compact"]).compile(store=store)

    assert len(notes.list(limit=50)) == 11
    assert graph.invoke({})["report"] == {"compact": 1}
    assert {memory.id for memory in notes.list(limit=50)} == set(ids) - {ids[5]}


def test_retains_memories_after_app_uninstall(
    store: MemoryStore, notes: MemoryView, clock: FakeClock
) -> None:
    """Uninstalling deletes nothing: whoever installs the application again finds them, however many runs later."""
    fill(notes, clock, 3)
    clock.advance(timedelta(days=45))
    daily.build().compile(store=store).invoke({})

    assert len(app(store, "notes").list()) == 3


def test_purges_memories_that_were_forgotten(
    store: MemoryStore, notes: MemoryView, clock: FakeClock
) -> None:
    for id in fill(notes, clock, 3):
        notes.forget(id)
    clock.advance(timedelta(days=31))
    daily.build().compile(store=store).invoke({})

    assert rows(store.conn_string, "SELECT 1 FROM langmem.memories") == []


def test_purges_memories_on_admin_request(
    store: MemoryStore, notes: MemoryView, clock: FakeClock
) -> None:
    fill(notes, clock, 8)
    notes.add_turn("user", "The boat is moored in Porto")
    app(store, "mail").remember("The user prefers short mails", category="preferences")

    assert store.purge_app("notes") == 8

    assert notes.list() == []
    assert notes.query("boat").bullets == ()
    assert (
        rows(store.conn_string, "SELECT 1 FROM langmem.memories WHERE space = 'default/app:notes'")
        == []
    )
    assert rows(store.conn_string, "SELECT 1 FROM langmem.turns") == []
    assert len(app(store, "mail").list()) == 1


async def test_an_async_store_purges_an_app(
    async_store: AsyncMemoryStore, notes: MemoryView, clock: FakeClock
) -> None:
    fill(notes, clock, 2)

    assert await async_store.apurge_app("notes") == 2
    assert await async_store.apurge_app("notes") == 0
