"""How soon does a store answer again after its database was away, and what do its callers wait for meanwhile?"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import psycopg
import pytest
from fix_embeddings import HASH_DIMS, HashEmbeddings
from langchain_core.messages import HumanMessage
from langgraph.graph import END, START, StateGraph
from outages import give_back, keep_on_disk, own_cluster, take_away

from langmem_ext import MemoryContext, MemoryState, Principal
from langmem_ext.errors import StoreBusy, StoreUnavailable
from langmem_ext.nodes import hot_path, load_context, recall, record_turns
from langmem_ext.stores import AsyncMemoryStore, MemoryStore
from langmem_ext.stores.checkpoints import MemoryCheckpointer
from langmem_ext.stores.faults import errors_explained
from langmem_ext.stores.pools import LONGEST_PAUSE, Attempt

ANA = Principal(user_id="ana", thread_id="t1")
PATIENCE = 1.0
SHORT = {"timeout": PATIENCE, "max_size": 4}
AT_ONCE, SOON = 0.5, 4.0  # a second at most, on a machine with nothing else to do


@contextmanager
def opened(uri: str, **options: Any) -> Iterator[MemoryStore]:
    pool = {**SHORT, **options}
    with MemoryStore.from_conn_string(uri, index=False, pool_config=pool) as store:
        yield store


def seconds(call: Callable[[], Any]) -> float:
    """Return how long a call took that could not reach the database."""
    began = time.monotonic()
    with pytest.raises(StoreUnavailable, match="cannot be reached"):
        call()
    return time.monotonic() - began


def until_it_answers(call: Callable[[], Any]) -> float:
    """Return after how many seconds a call is answered, being repeated as a server's users do."""
    began = time.monotonic()
    while time.monotonic() - began < 30:
        try:
            call()
        except StoreUnavailable:
            time.sleep(0.02)
        else:
            return time.monotonic() - began
    raise AssertionError("it never came back")


def test_one_call_waits_for_a_database_that_is_away_and_no_other(database_uri: str) -> None:
    with opened(database_uri) as store:
        view = store.bind(ANA)
        view.remember("Plays the cello")
        take_away(database_uri)

        first = seconds(lambda: view.query("cello"))
        others = [seconds(lambda: view.query("cello")) for _ in range(5)]

    assert first < PATIENCE + 1
    assert max(others) < AT_ONCE


async def test_one_async_call_waits_and_no_other(database_uri: str) -> None:
    pool = AsyncMemoryStore.from_conn_string(database_uri, index=False, pool_config=SHORT)
    async with pool as store:
        view = store.bind(ANA)
        await view.aremember("Plays the cello")
        await asyncio.to_thread(take_away, database_uri)
        for patience in (PATIENCE + 1, AT_ONCE, AT_ONCE):
            began = time.monotonic()
            with pytest.raises(StoreUnavailable, match="cannot be reached"):
                await view.aquery("cello")
            assert time.monotonic() - began < patience

        await asyncio.to_thread(give_back, database_uri)
        began = time.monotonic()
        while time.monotonic() - began < 10:
            try:
                assert (await view.aquery("cello")).bullets
                break
            except StoreUnavailable:
                await asyncio.sleep(0.02)

    assert time.monotonic() - began < SOON


def test_a_turn_waits_once_for_all_of_its_nodes(database_uri: str) -> None:
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    nodes = {"hot": hot_path(), "load": load_context(), "recall": recall(), "keep": record_turns()}
    for name, node in nodes.items():
        builder.add_node(name, node)
    path = [START, *nodes, END]
    for before, after in pairwise(path):
        builder.add_edge(before, after)
    with opened(database_uri) as store:
        graph = builder.compile(store=store)
        take_away(database_uri)
        began = time.monotonic()
        graph.invoke(
            {"messages": [HumanMessage("Remember that I play the cello")]},
            context=MemoryContext(user_id="ana", thread_id="t1"),
        )

    assert time.monotonic() - began < 2 * PATIENCE


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that pools make between their attempts to connect, as they are decided."""
    decided: list[float] = []
    decide = Attempt.update_delay

    def noted(attempt: Attempt, now: float) -> None:
        decide(attempt, now)
        decided.append(attempt.delay)

    monkeypatch.setattr(Attempt, "update_delay", noted)
    return decided


def test_a_store_answers_within_two_seconds_of_its_server_s_return(pauses: list[float]) -> None:
    """Each connection is tried for again a second after the last attempt at most, and none fails any more."""
    with own_cluster() as server, opened(server.uri) as store:
        store.setup()
        view = store.bind(ANA)
        view.remember("Plays the cello")
        keep_on_disk(server.uri)
        server.stop()
        with pytest.raises(StoreUnavailable):
            view.query("cello")
        time.sleep(3)  # psycopg's pool would wait for 4 seconds now
        server.start()
        before = len(pauses)

        until_it_answers(lambda: view.query("cello"))

    assert before
    assert max(pauses) <= LONGEST_PAUSE
    assert len(pauses) - before <= SHORT["max_size"]  # of attempts that were under way


def test_a_checkpointer_comes_back_as_soon(database_uri: str) -> None:
    at: Any = {"configurable": {"thread_id": "t1", "checkpoint_ns": ""}}
    with MemoryCheckpointer.from_conn_string(database_uri, pool_config=SHORT) as saver:
        saver.setup()
        take_away(database_uri)
        seconds(lambda: saver.get_tuple(at))
        assert seconds(lambda: saver.get_tuple(at)) < AT_ONCE
        give_back(database_uri)

        assert until_it_answers(lambda: saver.get_tuple(at)) < SOON


def test_a_pool_that_has_given_up_tries_again_when_it_is_asked(database_uri: str) -> None:
    with opened(database_uri, reconnect_timeout=0.5) as store:
        view = store.bind(ANA)
        take_away(database_uri)
        seconds(lambda: view.query("cello"))
        give_back(database_uri)

        assert until_it_answers(lambda: view.query("cello")) < SOON


def test_attempts_go_on_at_least_once_a_second() -> None:
    attempt = Attempt(clock=lambda: 0.0)
    pauses = []
    for _ in range(1000):
        attempt.update_delay(0.0)
        pauses.append(attempt.delay)

    assert pauses[0] < LONGEST_PAUSE
    assert max(pauses) == LONGEST_PAUSE
    assert not attempt.time_to_give_up(1e9)


def test_attempts_end_where_somebody_says_when() -> None:
    attempt = Attempt(0.3, clock=lambda: 0.0)
    attempt.update_delay(0.0)
    attempt.update_delay(0.25)

    assert attempt.delay == pytest.approx(0.05)
    assert attempt.time_to_give_up(0.3)


def test_a_pool_in_full_use_is_not_taken_for_a_database_that_is_away(database_uri: str) -> None:
    with opened(database_uri, max_size=1, timeout=0.3) as store:
        store.bind(ANA).remember("Plays the cello")
        with (
            store._pool.connection(),
            pytest.raises(StoreBusy, match=r"all connections .* in use.*max_size"),
        ):
            store.bind(ANA).query("cello")

        assert store.bind(ANA).query("cello").bullets


def test_a_pool_with_too_many_waiting_is_busy(database_uri: str) -> None:
    with opened(database_uri, max_size=1, max_waiting=1, timeout=0.5) as store:

        async def three() -> list[Any]:
            calls = (asyncio.to_thread(store.bind(ANA).query, "cello") for _ in range(3))
            return await asyncio.gather(*calls, return_exceptions=True)

        with store._pool.connection():
            found = asyncio.run(three())

    assert {type(each) for each in found} == {StoreBusy}


def test_a_server_without_connections_to_give_says_so(database_uri: str) -> None:
    name = psycopg.conninfo.conninfo_to_dict(database_uri)["dbname"]
    with psycopg.connect(database_uri, autocommit=True) as admin:
        admin.execute(
            "DO $$ BEGIN CREATE ROLE langmem_test_one LOGIN PASSWORD 'x' CONNECTION LIMIT 0; "
            "EXCEPTION WHEN duplicate_object THEN NULL; END $$"
        )
        admin.execute(f'GRANT CONNECT ON DATABASE "{name}" TO langmem_test_one')
        limited = psycopg.conninfo.make_conninfo(
            database_uri, user="langmem_test_one", password="x"
        )
        with (
            pytest.raises(StoreBusy, match=r"no connection left to give.*max_connections"),
            MemoryStore.from_conn_string(limited),
        ):
            raise AssertionError("it opened")


@pytest.mark.parametrize(
    ("error", "raised", "told"),
    [
        (psycopg.errors.DiskFull, StoreUnavailable, "the disk of the database is full"),
        (psycopg.errors.TooManyConnections, StoreBusy, "no connection left to give"),
        (psycopg.errors.OutOfMemory, StoreBusy, "run out of memory"),
        (psycopg.errors.ConfigurationLimitExceeded, StoreUnavailable, "a limit of its own"),
    ],
)
def test_what_a_server_lacks_is_named(
    error: type[Exception], raised: type[StoreUnavailable], told: str
) -> None:
    with pytest.raises(raised, match=told) as caught, errors_explained():
        raise error("could not extend file")

    assert isinstance(caught.value, StoreBusy) is (raised is StoreBusy)
    assert "cannot be reached" not in str(caught.value)


def test_every_kind_of_call_is_as_quick(database_uri: str) -> None:
    index: Any = {"dims": HASH_DIMS, "embed": HashEmbeddings()}
    with MemoryStore.from_conn_string(database_uri, index=index, pool_config=SHORT) as store:
        take_away(database_uri)
        seconds(lambda: store.bind(ANA).query("cello"))

        assert seconds(lambda: store.put(("plain",), "k", {"a": 1})) < AT_ONCE
        assert seconds(lambda: store.bind(ANA).remember("Plays the cello")) < AT_ONCE
