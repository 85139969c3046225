"""Does it matter in which order a checkpointer is given checkpoints and what tasks write?

LangGraph saves both in the background. What announces a secret may come after the secret does.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, TypedDict
from unittest.mock import patch

import psycopg
import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.channels import DeltaChannel
from langgraph.checkpoint.base import empty_checkpoint
from langgraph.checkpoint.base.id import uuid6
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.graph import START, MessagesState, StateGraph
from savers import opened

from langmem_ext.errors import StoreUnavailable
from langmem_ext.stores import said_before

ANNOUNCED, VALUE = "My wifi password is:", "tulip-Harbor-22"
LATE = 0.2
TABLES = ("checkpoints", "checkpoint_blobs", "checkpoint_writes")


def gathered(state: list[Any], writes: list[list[Any]]) -> list[Any]:
    return [*(state or []), *(each for write in writes for each in write)]


class Deltas(TypedDict):
    messages: Annotated[list[Any], DeltaChannel(gathered, snapshot_frequency=9)]


@pytest.fixture(params=("sync", "async"))
async def saver(request: pytest.FixtureRequest, database_uri: str) -> AsyncIterator[Any]:
    async with opened(request.param, database_uri) as saver:
        yield saver


def values_kept(uri: str, text: str = VALUE) -> list[str]:
    """Return in which tables a text stands."""
    with psycopg.connect(uri) as connection:
        rows = [
            (table, str(row).encode() + b"".join(part for part in row if isinstance(part, bytes)))
            for table in TABLES
            for row in connection.execute(f"SELECT * FROM {table}")  # type: ignore[arg-type]
        ]
    return [table for table, row in rows if text.encode() in row]


def is_async(saver: Any) -> bool:
    return isinstance(saver, AsyncPostgresSaver)


@contextmanager
def late(saver: Any, *names: str) -> Iterator[None]:
    """Let LangGraph's own saver take its time with some calls."""
    if not names:
        yield
        return
    kind: Any = AsyncPostgresSaver if is_async(saver) else PostgresSaver
    name = names[0] if not is_async(saver) else f"a{names[0]}"
    real = getattr(kind, name)

    async def slow(*args: Any, **options: Any) -> Any:
        await asyncio.sleep(LATE)
        return await real(*args, **options)

    def slow_in_thread(*args: Any, **options: Any) -> Any:
        time.sleep(LATE)
        return real(*args, **options)

    with (
        patch.object(kind, name, slow if is_async(saver) else slow_in_thread),
        late(saver, *names[1:]),
    ):
        yield


def graph(*nodes: Callable[[Any], Any], state: Any = MessagesState) -> Any:
    builder: Any = StateGraph(state)
    for number, node in enumerate(nodes):
        builder.add_node(f"node{number}", node)
        builder.add_edge(f"node{number - 1}" if number else START, f"node{number}")
    return builder


def answering(text: str) -> Callable[[Any], Any]:
    """Return a node that answers when the first saves of the run have begun."""

    def answer(state: Any) -> Any:
        time.sleep(LATE / 8)
        return {"messages": [AIMessage(text)]}

    return answer


async def run(saver: Any, builder: Any, *said: str, config: Any = None) -> None:
    compiled, config = builder.compile(checkpointer=saver), config or thread()
    given = {"messages": [HumanMessage(text) for text in said]}
    if is_async(saver):
        await compiled.ainvoke(given, config, durability="async")
    else:
        await asyncio.to_thread(compiled.invoke, given, config, durability="async")


def thread(id: str | None = None, name: str = "t1") -> Any:
    named = {"thread_id": name, "checkpoint_ns": ""}
    return {"configurable": {**named, "checkpoint_id": id} if id else named}


def checkpoint(*said: str) -> Any:
    made = empty_checkpoint()
    messages = [HumanMessage(text) for text in said]
    versions = {"messages": str(len(said))}
    return {
        **made,
        "id": str(uuid6()),
        "channel_values": {"messages": messages},
        "channel_versions": versions,
    }


def wrote(text: str) -> Any:
    return [("messages", [HumanMessage(text)])]


LATES = [("get_tuple",), ("put",), ("put_writes",), ("get_tuple", "put"), ("put", "put_writes")]


@pytest.mark.parametrize("state", [MessagesState, Deltas])
@pytest.mark.parametrize("names", LATES, ids="-".join)
async def test_whatever_of_a_run_is_saved_late(
    saver: Any, database_uri: str, names: tuple[str, ...], state: Any
) -> None:
    with late(saver, *names):
        await run(saver, graph(answering(VALUE), state=state), ANNOUNCED)

    assert values_kept(database_uri) == []
    assert values_kept(database_uri, "password removed")


async def test_what_a_node_announces_while_saves_are_late(saver: Any, database_uri: str) -> None:
    builder = graph(answering("Hi"), answering(ANNOUNCED), answering(VALUE), answering("Bye"))
    with late(saver, "get_tuple", "put"):
        await run(saver, builder, "Hello")

    assert values_kept(database_uri) == []


async def test_writes_wait_for_their_checkpoint(saver: Any, database_uri: str) -> None:
    first, second = checkpoint("Hello"), checkpoint("Hello", ANNOUNCED)
    await saver.aput(thread(), first, {}, {"messages": "1"})
    writing = asyncio.create_task(saver.aput_writes(thread(second["id"]), wrote(VALUE), "task"))
    await asyncio.sleep(LATE)
    await saver.aput(thread(first["id"]), second, {}, {"messages": "2"})
    await writing

    assert values_kept(database_uri) == []
    assert "checkpoint_writes" in values_kept(database_uri, "password removed")


async def test_another_process_may_have_kept_the_checkpoint(saver: Any, database_uri: str) -> None:
    first, second = checkpoint("Hello"), checkpoint("Hello", ANNOUNCED)
    await saver.aput(thread(), first, {}, {"messages": "1"})
    async with opened("async", database_uri) as other:
        await other.aput(thread(first["id"]), second, {}, {"messages": "2"})
    await saver.aput_writes(thread(second["id"]), wrote(VALUE), "task")

    assert values_kept(database_uri) == []


async def test_writes_without_a_checkpoint_are_not_kept(saver: Any, database_uri: str) -> None:
    with (
        patch.object(said_before, "_FOR_ITS_OWN", (0.05, 0.05)),
        pytest.raises(StoreUnavailable, match="did not come"),
    ):
        await saver.aput_writes(thread(str(uuid6())), wrote(VALUE), "task")

    assert values_kept(database_uri) == []


async def test_nothing_waits_for_what_follows_a_checkpoint_that_fails(saver: Any) -> None:
    first, second = checkpoint("Hello"), checkpoint("Hello", ANNOUNCED)
    started = time.monotonic()
    writing = [asyncio.create_task(saver.aput_writes(thread(second["id"]), wrote(VALUE), "early"))]
    await asyncio.sleep(LATE)
    failing = {**first, "channel_values": {"bad": lambda: None, "messages": object()}}
    with pytest.raises(Exception):  # noqa: B017
        await saver.aput(thread(), failing, {}, {"messages": "1", "bad": "1"})
    writing.append(
        asyncio.create_task(saver.aput_writes(thread(second["id"]), wrote(VALUE), "late"))
    )
    found = await asyncio.gather(*writing, return_exceptions=True)

    assert [type(each) for each in found] == [StoreUnavailable] * 2
    assert time.monotonic() - started < 5


async def test_a_run_after_one_that_failed_waits_again(saver: Any, database_uri: str) -> None:
    place = said_before.Place("t1", "")
    saver.said.arrivals.failed(place)
    with late(saver, "put"):
        await run(saver, graph(answering(VALUE)), ANNOUNCED)

    assert values_kept(database_uri) == []
    assert values_kept(database_uri, "password removed")


async def test_a_graph_that_is_called_waits_for_its_callers_checkpoint(
    saver: Any, database_uri: str
) -> None:
    """It is told only the last message; what announced it stands in the graph that calls."""
    inner = graph(answering("Noted.")).compile()

    async def call(state: Any) -> Any:
        await inner.ainvoke({"messages": state["messages"][-1:]})
        return {"messages": []}

    def call_in_thread(state: Any) -> Any:
        inner.invoke({"messages": state["messages"][-1:]})
        return {"messages": []}

    with late(saver, "put"):
        await run(saver, graph(call if is_async(saver) else call_in_thread), ANNOUNCED, VALUE)

    assert values_kept(database_uri, "Noted.")
    assert values_kept(database_uri) == []


async def test_the_first_checkpoint_of_a_called_graph_waits(saver: Any, database_uri: str) -> None:
    outer, inner = checkpoint("Hello", ANNOUNCED), checkpoint(VALUE)
    called = {"checkpoint_map": {"": outer["id"]}, "__pregel_checkpointer": saver}
    config = {"configurable": {"thread_id": "t1", "checkpoint_ns": "node0:1", **called}}
    keeping = asyncio.create_task(saver.aput(config, inner, {}, {"messages": "1"}))
    await asyncio.sleep(LATE)
    await saver.aput(thread(), outer, {}, {"messages": "2"})
    await keeping

    assert values_kept(database_uri) == []


async def test_what_tasks_write_side_by_side_is_all_heard(saver: Any, database_uri: str) -> None:
    """Where messages are kept as writes, the next checkpoint does not say them."""
    first = checkpoint("the pin for my card is")
    second = {**checkpoint(), "channel_values": {}}
    await saver.aput(thread(), first, {}, {"messages": "1"})
    await saver.aput_writes(thread(first["id"]), wrote(ANNOUNCED), "one")
    await saver.aput_writes(thread(first["id"]), wrote("Fine weather"), "two")
    await saver.aput(thread(first["id"]), second, {}, {})
    await saver.aput_writes(thread(second["id"]), wrote(VALUE), "three")

    assert values_kept(database_uri) == []
