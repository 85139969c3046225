"""Do conversations survive in Postgres, with what memory left in their state?"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.conformance import checkpointer_test, validate
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import StateGraph

from langmem_ext import MemoryContext, MemoryState, MemoryStore, StoreUnavailable, WriteOutcome
from langmem_ext.errors import StoreNotSetUp
from langmem_ext.nodes import hot_path, load_context
from langmem_ext.stores.checkpoints import (
    AsyncMemoryCheckpointer,
    MemoryCheckpointer,
    MemorySerializer,
)

THREAD: Any = {"configurable": {"thread_id": "t1"}}


def memory_graph() -> StateGraph[Any, Any, Any, Any]:
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_sequence([hot_path(), load_context()])
    builder.set_entry_point("hot_path")
    return builder


SAID = {"messages": [HumanMessage("Remember that I prefer tea.")]}


def test_the_state_of_a_thread_comes_back_as_it_was(
    store: MemoryStore, database_uri: str, caplog: pytest.LogCaptureFixture
) -> None:
    with MemoryCheckpointer.from_conn_string(database_uri) as saver:
        saver.setup()
        said = (
            memory_graph()
            .compile(store=store, checkpointer=saver)
            .invoke(SAID, THREAD, context={"user_id": "ana"})
        )

    with MemoryCheckpointer.from_conn_string(database_uri) as another:
        state = memory_graph().compile(store=store, checkpointer=another).get_state(THREAD)

    assert state.values == said
    assert isinstance(state.values["memory_outcomes"][0], WriteOutcome)
    assert "unregistered type" not in caplog.text


async def test_the_async_checkpointer_does_the_same(store: MemoryStore, database_uri: str) -> None:
    async with AsyncMemoryCheckpointer.from_conn_string(database_uri) as saver:
        await saver.setup()
        graph = memory_graph().compile(store=store, checkpointer=saver)
        said = await graph.ainvoke(SAID, THREAD, context={"user_id": "ana"})

        assert (await graph.aget_state(THREAD)).values == said


async def test_a_checkpointer_that_was_not_set_up_says_what_to_do(
    store: MemoryStore, database_uri: str
) -> None:
    asked = pytest.raises(StoreNotSetUp, match=r"call checkpointer\.setup\(\) once")
    with MemoryCheckpointer.from_conn_string(database_uri) as saver:
        graph = memory_graph().compile(store=store, checkpointer=saver)
        with asked:
            graph.invoke(SAID, THREAD, context={"user_id": "ana"})

    async with AsyncMemoryCheckpointer.from_conn_string(database_uri) as later:
        graph = memory_graph().compile(store=store, checkpointer=later)
        with asked:
            await graph.ainvoke(SAID, THREAD, context={"user_id": "ana"})


def test_a_saver_of_langgraph_takes_our_serializer(
    store: MemoryStore, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    saver = InMemorySaver(serde=MemorySerializer())
    graph = memory_graph().compile(store=store, checkpointer=saver)

    said = graph.invoke(SAID, THREAD, context={"user_id": "ana"})

    assert graph.get_state(THREAD).values == said
    assert caplog.text == ""


@dataclass
class Foreign:
    name: str


def test_types_of_others_are_read_as_langgraph_reads_them(caplog: pytest.LogCaptureFixture) -> None:
    serde = MemorySerializer()

    assert serde.loads_typed(serde.dumps_typed({"a": [Foreign("x")]})) == {"a": [Foreign("x")]}
    assert "Foreign" in caplog.text


def test_an_allowlist_of_langgraphs_strict_mode_adds_to_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("langgraph.checkpoint.serde._msgpack.STRICT_MSGPACK_ENABLED", True)
    strict = MemorySerializer()
    allowing = strict.with_msgpack_allowlist([Foreign])
    outcome = WriteOutcome(status="rejected", reason="secret")

    assert strict.loads_typed(strict.dumps_typed(Foreign("x"))) == {"name": "x"}
    assert allowing.loads_typed(allowing.dumps_typed(Foreign("x"))) == Foreign("x")
    assert strict.loads_typed(strict.dumps_typed([outcome])) == [outcome]
    assert allowing.loads_typed(allowing.dumps_typed([outcome])) == [outcome]


def test_many_callers_set_up_at_once(empty_database_uri: str) -> None:
    def set_up(_: int) -> None:
        with MemoryCheckpointer.from_conn_string(
            empty_database_uri, pool_config={"max_size": 1}
        ) as saver:
            saver.setup()

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(set_up, range(6)))

    assert indexes_of(empty_database_uri) >= {
        "checkpoints_thread_id_idx",
        "checkpoint_writes_thread_id_idx",
    }


async def test_many_callers_set_up_at_once_in_one_loop(empty_database_uri: str) -> None:
    async def set_up() -> None:
        async with AsyncMemoryCheckpointer.from_conn_string(
            empty_database_uri, pool_config={"max_size": 1}
        ) as saver:
            await saver.setup()

    await asyncio.gather(*(set_up() for _ in range(6)))

    assert "checkpoints_thread_id_idx" in indexes_of(empty_database_uri)


def indexes_of(uri: str) -> set[str]:
    with psycopg.connect(uri) as connection:
        rows = connection.execute(
            "SELECT indexrelid::regclass::text FROM pg_index "
            "WHERE indisvalid AND indrelid::regclass::text LIKE 'checkpoint%'"
        )
        return {name for (name,) in rows}


def test_a_single_connection_will_do(empty_database_uri: str) -> None:
    with psycopg.connect(
        empty_database_uri, autocommit=True, prepare_threshold=0, row_factory=psycopg.rows.dict_row
    ) as connection:
        saver = MemoryCheckpointer(connection)
        saver.setup()
        saver.setup()

        assert list(saver.list(None)) == []


async def test_an_unreachable_database_is_named(database_uri: str) -> None:
    nowhere = "postgresql://postgres@127.0.0.1:1/none"

    with (
        pytest.raises(StoreUnavailable),
        MemoryCheckpointer.from_conn_string(nowhere, pool_config={"timeout": 0.3}),
    ):
        pass
    with pytest.raises(StoreUnavailable):
        async with AsyncMemoryCheckpointer.from_conn_string(nowhere, pool_config={"timeout": 0.3}):
            pass


async def test_the_checkpointer_conforms_to_langgraph(database_uri: str) -> None:
    @checkpointer_test(name="AsyncMemoryCheckpointer")
    async def saver() -> Any:
        async with AsyncMemoryCheckpointer.from_conn_string(database_uri) as opened:
            await opened.setup()
            yield opened

    report = await validate(saver)

    assert report.passed_all()
