"""Can a database that takes no writes be opened, searched and read: a standby, or one that is set to be read only?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from fix_clock import FakeClock
from fix_database import Databases
from fix_embeddings import HASH_DIMS, HashEmbeddings
from langchain_core.messages import HumanMessage
from langgraph.graph import END, START, StateGraph
from outages import caught_up, own_cluster, standby_of
from psycopg.conninfo import conninfo_to_dict

from langmem_ext import AsyncMemoryStore, MemoryContext, MemoryState, MemoryStore, Principal
from langmem_ext.errors import StoreNotSetUp, StoreUnavailable
from langmem_ext.nodes import hot_path, load_context, record_turns
from langmem_ext.stores.operations.doctor import examine

ANA = Principal(user_id="ana")
IN_A_THREAD = Principal(user_id="ana", thread_id="t1")
INDEX: Any = {"dims": HASH_DIMS, "embed": HashEmbeddings()}
TASKS = ("memory", "default", "user", "ana", "tasks")


def set_read_only(uri: str, *, on: bool = True) -> None:
    whom = f"DATABASE {conninfo_to_dict(uri)['dbname']}"
    with psycopg.connect(uri, autocommit=True) as admin:
        admin.execute("SET default_transaction_read_only = off")
        admin.execute(f"ALTER {whom} SET default_transaction_read_only = {on}".encode())


def fill(store: Any) -> str:
    view = store.bind(ANA)
    tea = view.remember("Likes green tea", category="knowledge").memory
    view.remember("Bo likes coffee", category="knowledge", subjects=["bo"])
    view.correct(tea.id, "Likes white tea")
    view.add_turn("user", "Which tea do I like?", session_id="s")
    store.put(("recipes",), "tea", {"text": "hot water"}, ttl=10)
    store.put(TASKS, "passport", {"content": "Renew the passport"}, ttl=1000)
    (found,) = (each for each in view.list() if each.content == "Likes white tea")
    return str(found.id)


@contextmanager
def opened(uri: str, clock: FakeClock, **more: Any) -> Iterator[MemoryStore]:
    options = {"index": INDEX, "clock": clock, "ttl": {"refresh_on_read": True}, **more}
    with MemoryStore.from_conn_string(uri, **options) as store:
        yield store


@pytest.fixture
def filled(database_uri: str, clock: FakeClock) -> Iterator[tuple[str, str]]:
    """A database that holds something and takes no writes any more, and the id of a memory there."""
    with opened(database_uri, clock) as store:
        id = fill(store)
        store.bind(IN_A_THREAD).delta()
        store.bind(ANA).remember("Plays the cello", category="knowledge")
    set_read_only(database_uri)
    yield database_uri, id


READS: dict[str, Callable[[Any, Any, str], Any]] = {
    "query": lambda store, view, id: view.query("white tea").bullets,
    "full": lambda store, view, id: view.query("tea", returns="full").memories,
    "as of": lambda store, view, id: view.query("tea", as_of=store.scope.clock()).bullets,
    "context": lambda store, view, id: view.context("tea").bullets,
    "list": lambda store, view, id: view.list(),
    "memory": lambda store, view, id: view.memory(id).content,
    "history": lambda store, view, id: view.history(),
    "history of one": lambda store, view, id: view.history(id),
    "export": lambda store, view, id: list(view.export()),
    "stats": lambda store, view, id: view.stats().total,
    "entity": lambda store, view, id: view.entity("bo") or "nobody",
    "turns": lambda store, view, id: view.search_turns("tea"),
    "related": lambda store, view, id: [view.related(id)],
    "proposals": lambda store, view, id: [view.proposals],
    "about": lambda store, view, id: view.find_memories_by_subject(["bo"]),
    "delta": lambda store, view, id: view.delta().rev,
    "people": lambda store, view, id: [view.people.list()],
    "get": lambda store, view, id: store.get(("recipes",), "tea").value,
    "search": lambda store, view, id: store.search(("recipes",), query="hot water"),
    "search newest": lambda store, view, id: store.search(("recipes",)),
    "namespaces": lambda store, view, id: store.list_namespaces(),
    "get memory": lambda store, view, id: view.get(TASKS, "passport").value,
    "search memories": lambda store, view, id: view.search(("memory",), query="tea"),
    "search all": lambda store, view, id: store.search((), query="tea"),
}  # fmt: skip


@pytest.mark.parametrize("principal", [ANA, IN_A_THREAD], ids=["no thread", "a thread"])
def test_all_that_reads_works(
    filled: tuple[str, str], clock: FakeClock, principal: Principal
) -> None:
    uri, id = filled
    with opened(uri, clock) as store:
        store.setup()
        view = store.bind(principal)
        empty = [name for name, read in READS.items() if not read(store, view, id)]

    assert empty == []


async def test_the_async_store_reads(filled: tuple[str, str], clock: FakeClock) -> None:
    uri, id = filled
    async with AsyncMemoryStore.from_conn_string(uri, index=INDEX, clock=clock) as store:
        await store.setup()
        view = store.bind(IN_A_THREAD)
        assert (await view.aquery("white tea")).bullets
        assert (await view.amemory(id)).content == "Likes white tea"
        assert await store.aget(("recipes",), "tea")
        with pytest.raises(StoreUnavailable, match="read-only"):
            await view.aremember("Likes cake")


def test_a_thread_is_told_what_changed_and_its_cursor_stays(
    filled: tuple[str, str], clock: FakeClock
) -> None:
    uri, _ = filled
    with opened(uri, clock) as store:
        view = store.bind(IN_A_THREAD)
        first, second, header = view.delta(), view.delta(), view.query("tea").header
    set_read_only(uri, on=False)
    with opened(uri, clock) as store:
        after = store.bind(IN_A_THREAD).delta()

    assert [change.text for change in first.changes] == ["Plays the cello"]
    assert first == second == after
    assert header == first.header


def test_a_new_thread_stands_where_it_would_begin(
    filled: tuple[str, str], clock: FakeClock
) -> None:
    uri, _ = filled
    new = Principal(user_id="ana", thread_id="new")
    with opened(uri, clock) as store:
        told = store.bind(new).delta()
    set_read_only(uri, on=False)
    with opened(uri, clock) as store:
        assert told == store.bind(new).delta()

    assert (told.since, told.changes) == (told.rev, ())
    assert told.rev > 0


WRITES: dict[str, Callable[[Any, Any, str], Any]] = {
    "remember": lambda store, view, id: view.remember("Likes cake"),
    "forget": lambda store, view, id: view.forget(id),
    "correct": lambda store, view, id: view.correct(id, "Likes cake"),
    "pin": lambda store, view, id: view.pin(id),
    "turn": lambda store, view, id: view.add_turn("user", "hello", session_id="s"),
    "put": lambda store, view, id: store.put(("recipes",), "cake", {"text": "flour"}),
    "put memory": lambda store, view, id: store.put(TASKS, "cake", {"content": "Bake a cake"}),
    "delete": lambda store, view, id: store.delete(("recipes",), "tea"),
    "erase": lambda store, view, id: view.erase(),
    "sweep": lambda store, view, id: store.sweep_ttl(),
}  # fmt: skip


def test_all_that_writes_says_why_it_does_not(filled: tuple[str, str], clock: FakeClock) -> None:
    uri, id = filled
    with opened(uri, clock) as store:
        clock.advance(timedelta(hours=1))
        for write in WRITES.values():
            with pytest.raises(StoreUnavailable, match=r"takes no writes.*read-only"):
                write(store, store.bind(ANA), id)
        assert store.bind(ANA).stats().total == 4


def test_a_turn_is_told_what_is_remembered(filled: tuple[str, str], clock: FakeClock) -> None:
    uri, _ = filled
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    path = {"hot": hot_path(), "load": load_context(), "keep": record_turns()}
    for name, node in path.items():
        builder.add_node(name, node)
    builder.add_edge(START, "hot")
    builder.add_edge("hot", "load")
    builder.add_edge("load", "keep")
    builder.add_edge("keep", END)
    with opened(uri, clock) as store:
        state = builder.compile(store=store).invoke(
            {"messages": [HumanMessage("Which tea do I like?")]},
            context=MemoryContext(user_id="ana", thread_id="t2"),
        )

    assert "Renew the passport" in state["memory_context"]


def test_setup_says_what_a_read_only_database_lacks(
    empty_database_uri: str, clock: FakeClock
) -> None:
    set_read_only(empty_database_uri)
    with (
        opened(empty_database_uri, clock) as store,
        pytest.raises(StoreNotSetUp, match=r"read-only.*lacks \d+ .*primary"),
    ):
        store.setup()


def test_the_doctor_looks_at_it(filled: tuple[str, str], clock: FakeClock) -> None:
    uri, _ = filled
    with opened(uri, clock) as store:
        assert store.run(examine()).walled


def test_a_store_that_was_open_goes_on_reading(
    databases: Databases, database_uri: str, clock: FakeClock
) -> None:
    """As after a failover: the connections lead to what takes no writes now."""
    with opened(database_uri, clock) as store:
        id = fill(store)
        set_read_only(database_uri)
        store._pool.drain()
        view = store.bind(IN_A_THREAD)
        empty = [name for name, read in READS.items() if not read(store, view, id)]
        assert empty == []
        with pytest.raises(StoreUnavailable, match="read-only"):
            view.remember("Likes cake")
        set_read_only(database_uri, on=False)
        store._pool.drain()
        assert view.remember("Likes cake").status == "created"


def test_a_standby_is_searched_while_its_primary_is_written_to(
    clock: FakeClock,
) -> None:
    with own_cluster() as server, opened(server.uri, clock) as primary:
        primary.setup()
        id = fill(primary)
        with standby_of(server) as follower, opened(follower.uri, clock) as replica:
            replica.setup()
            view = replica.bind(IN_A_THREAD)
            empty = [name for name, read in READS.items() if not read(replica, view, id)]
            primary.bind(ANA).remember("Owns a zebra", category="knowledge")
            caught_up(server.uri, follower.uri)

            assert empty == []
            assert view.query("zebra").bullets
            for write in WRITES.values():
                with pytest.raises(StoreUnavailable, match="read-only"):
                    write(replica, replica.bind(ANA), id)
