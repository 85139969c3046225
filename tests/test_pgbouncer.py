"""Does all work behind PgBouncer in transaction mode, where each transaction may meet another connection of the server?

Nothing says that it is there: the store sees it.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
import pytest
from fix_clock import FakeClock
from fix_database import Databases
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from pooler import needs_pgbouncer, ordinary, pgbouncer
from psycopg._pipeline_base import BasePipeline
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import ConnectionPool
from typer.testing import CliRunner

from langmem_ext import AsyncMemoryStore, MemoryContext, MemoryStore, Principal
from langmem_ext.cli import app
from langmem_ext.errors import StoreUnavailable
from langmem_ext.graphs import daily
from langmem_ext.stores import checkpoints
from langmem_ext.stores.checkpoints import (
    AsyncMemoryCheckpointer,
    MemoryCheckpointer,
    migrate_checkpoints,
)
from langmem_ext.stores.connections import look
from langmem_ext.stores.engine import CONNECTION
from langmem_ext.stores.operations.doctor import examine

pytestmark = needs_pgbouncer

USERS = [Principal(user_id=f"u{number}", thread_id="t") for number in range(6)]
TURNS = 6

LEFT = """
    SELECT current_user = session_user AND current_setting('plan_cache_mode') = 'auto'
           AND (SELECT count(*) = 0 FROM pg_prepared_statements)
           AND COALESCE(current_setting('langmem.me', true), '') = ''
           AND (SELECT count(*) = 0 FROM pg_locks WHERE locktype = 'advisory')"""
"""Is a connection of the server as it was, and was no lock of a session left?"""


@pytest.fixture(params=["at once", "late"], autouse=True)
def flushed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let processes be held up, as on a busy machine, before psycopg asks for the rest of a pipeline that has ended.

    By then the pooler may have given the server's connection away: whoever asks gets another one, and keeps it.
    """
    fetch = BasePipeline._fetch_gen

    def later(pipeline: BasePipeline, *, flush: bool) -> PQGen[None]:
        if flush:
            time.sleep(0.02)
        yield from fetch(pipeline, flush=flush)

    if request.param == "late":
        monkeypatch.setattr(BasePipeline, "_fetch_gen", later)


@pytest.fixture(params=["a superuser", "an ordinary role"])
def uri(request: pytest.FixtureRequest, database_uri: str) -> Iterator[str]:
    """The address of a PgBouncer before a database that has been set up."""
    whose = database_uri if request.param == "a superuser" else ordinary(database_uri)
    with MemoryCheckpointer.from_conn_string(database_uri) as checkpointer:
        checkpointer.setup()
    with psycopg.connect(database_uri, autocommit=True) as admin:
        admin.execute(
            "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO langmem_app"
        )
    with behind(whose) as address:
        yield address


@contextmanager
def behind(uri: str) -> Iterator[str]:
    with TemporaryDirectory() as folder, pgbouncer(uri, Path(folder)) as address:
        yield address


def require_clean(uri: str) -> None:
    """Look at the server's connections, as often as it needs to meet each of them."""
    with (
        psycopg.connect(uri, autocommit=True, prepare_threshold=None) as one,
        psycopg.connect(uri, autocommit=True, prepare_threshold=None) as other,
        one.transaction(),
    ):
        assert one.execute(LEFT).fetchone() == (True,)
        assert other.execute(LEFT).fetchone() == (True,)


def talking(checkpointer: Any) -> Any:
    builder = StateGraph(MessagesState, context_schema=MemoryContext)
    builder.add_node("answer", lambda state: {"messages": [("ai", "Noted")]})
    builder.add_edge(START, "answer")
    return builder.compile(checkpointer=checkpointer)


def run(user: Principal) -> dict[str, Any]:
    """Return what a turn of a user is run with; all have a thread of the same id."""
    return {
        "input": {"messages": [HumanMessage(f"I am {user.user_id}")]},
        "config": {"configurable": {"thread_id": "same"}},
        "context": {"user_id": user.user_id},
    }


def require_own(user: Principal, state: dict[str, Any], turns: int) -> None:
    said = [each.content for each in state["messages"] if each.type == "human"]
    assert said == [f"I am {user.user_id}"] * turns


def test_it_is_seen(uri: str, database_uri: str) -> None:
    assert look(uri, CONNECTION).pooled
    assert not look(database_uri, CONNECTION).pooled


def test_clients_at_once_read_and_write_their_own(uri: str, clock: FakeClock) -> None:
    def use(store: MemoryStore, user: Principal) -> None:
        view = store.bind(user)
        for turn in range(TURNS):
            view.remember(f"Owns boat {turn} of {user.user_id}", category="knowledge")
            found = view.query("boat", top_k=9, returns="full").memories
            assert {each.content.split()[-1] for each in found} == {user.user_id}
            view.delta()
            store.flush_uses()
        assert len(view.list()) == TURNS

    with MemoryStore.from_conn_string(uri, index=False, clock=clock) as store:
        store.setup()
        with ThreadPoolExecutor(len(USERS)) as threads:
            list(threads.map(lambda user: use(store, user), USERS))
        assert store.run(examine()).walled
        report = daily.build().compile(store=store).invoke({})["report"]
    assert [name for name in report if name.endswith("_error")] == []
    require_clean(uri)


async def test_async_clients_at_once_read_and_write_their_own(uri: str, clock: FakeClock) -> None:
    async def use(store: AsyncMemoryStore, user: Principal) -> None:
        view = store.bind(user)
        for turn in range(TURNS):
            await view.aremember(f"Owns boat {turn} of {user.user_id}", category="knowledge")
            found = (await view.aquery("boat", top_k=9, returns="full")).memories
            assert {each.content.split()[-1] for each in found} == {user.user_id}
        assert len(await view.alist()) == TURNS

    async with AsyncMemoryStore.from_conn_string(uri, index=False, clock=clock) as store:
        await store.setup()
        await asyncio.gather(*(use(store, user) for user in USERS))
        assert (await store.arun(examine())).walled
    await asyncio.to_thread(require_clean, uri)


def test_conversations_at_once_are_kept_apart(uri: str) -> None:
    def talk(graph: Any, user: Principal) -> None:
        for turn in range(TURNS):
            require_own(user, graph.invoke(**run(user)), turn + 1)

    with MemoryCheckpointer.from_conn_string(uri) as checkpointer:
        checkpointer.setup()
        graph = talking(checkpointer)
        with ThreadPoolExecutor(len(USERS)) as threads:
            list(threads.map(lambda user: talk(graph, user), USERS))
        assert len(checkpointer.list_threads()) == len(USERS)
        assert checkpointer.delete_for_user("u0") == 1
    require_clean(uri)


async def test_async_conversations_at_once_are_kept_apart(uri: str) -> None:
    async def talk(graph: Any, user: Principal) -> None:
        for turn in range(TURNS):
            require_own(user, await graph.ainvoke(**run(user)), turn + 1)

    async with AsyncMemoryCheckpointer.from_conn_string(uri) as checkpointer:
        await checkpointer.setup()
        graph = talking(checkpointer)
        await asyncio.gather(*(talk(graph, user) for user in USERS))
        assert len(await checkpointer.alist_threads()) == len(USERS)
    await asyncio.to_thread(require_clean, uri)


def test_a_checkpointer_on_a_pool_of_ones_own_is_told_by_what_the_pool_prepares(uri: str) -> None:
    with ConnectionPool(
        uri, kwargs={**checkpoints.CONNECTION, "prepare_threshold": None}, min_size=4
    ) as pool:
        graph = talking(MemoryCheckpointer(pool))
        for turn, user in itertools.product(range(2), USERS):
            require_own(user, graph.invoke(**run(user)), turn + 1)
        require_clean(uri)


def test_checkpoints_are_migrated_through_it(uri: str) -> None:
    memory = InMemorySaver()
    talking(memory).invoke(**run(USERS[0]))

    with MemoryCheckpointer.from_conn_string(uri, pool_config={"min_size": 3}) as checkpointer:
        report = migrate_checkpoints(memory, checkpointer)
        assert report.checkpoints > 0
        require_clean(uri)


@pytest.mark.parametrize(
    "command",
    [
        ["remember", "Likes figs", "--user", "ana"],
        ["search", "figs", "--user", "ana"],
        ["maintain", "--only", "expire", "--only", "purge"],
        ["stats", "--user", "ana"],
        ["erase", "--user", "ana", "--yes"],
        ["prune-checkpoints", "--older-than", "3d"],
    ],
    ids=lambda command: command[0],
)
def test_a_command_needs_to_be_told_nothing(
    uri: str, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGMEM_EMBEDDER", "none")
    for _ in range(2):
        result = CliRunner().invoke(app, [*command, "--database-uri", uri])
        assert result.exit_code == 0, result.output
    require_clean(uri)


def test_one_process_sets_up_through_it(databases: Databases) -> None:
    with databases.fresh(migrated=False) as empty, behind(empty) as uri:
        for _ in range(2):
            with MemoryStore.from_conn_string(uri, index=False) as store:
                store.setup()
            with MemoryCheckpointer.from_conn_string(uri) as checkpointer:
                checkpointer.setup()
        require_clean(uri)


def test_what_is_given_counts_more(uri: str) -> None:
    """In session mode statements may be prepared."""
    given = {"kwargs": {"prepare_threshold": 7}, "min_size": 0}
    with MemoryStore.from_conn_string(
        uri, index=False, pool_config={**given, "max_size": 1}
    ) as store:
        assert store._pool.kwargs["prepare_threshold"] == 7


def test_an_error_of_the_server_is_not_called_one_of_the_connection_string(uri: str) -> None:
    nowhere = f"postgresql://nobody:x@127.0.0.1:{conninfo_to_dict(uri)['port']}/postgres"

    with pytest.raises(StoreUnavailable, match="cannot be reached"):
        look(nowhere, CONNECTION)
