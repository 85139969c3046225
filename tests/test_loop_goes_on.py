"""Does an event loop go on while a message is read, however long it is?"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.graph import END, START, StateGraph

from langmem_ext.nodes import ask_consent, commands, hot_path, load_context, recall, record_turns
from langmem_ext.principal import Principal
from langmem_ext.reading.off_loop import Ended, advanced, off_loop
from langmem_ext.state import MemoryContext, MemoryState
from langmem_ext.stores import AsyncMemoryStore

ANA = Principal(user_id="ana", thread_id="t1")

READERS = [
    "langmem_ext.commands._understood",
    "langmem_ext.policies.secrets._secrets_in",
    "langmem_ext.policies.off_the_record._asked",
    "langmem_ext.nodes.hot_path.find",
    "langmem_ext.nodes.hot_path.relations",
    "langmem_ext.nodes.correcting.put_right",
    "langmem_ext.policies.gates.sensitive_classes",
    "langmem_ext.stores.operations.write.judge",
    "langmem_ext.stores.operations.turns.mask_secrets",
    "langmem_ext.stores.operations.searching.names_in",
    "langmem_ext.stores.operations.changes.near",
    "langmem_ext.nodes.recall.confidence",
    "langmem_ext.stores.operations.reading.fit",
]


def _graph(store: AsyncMemoryStore) -> Any:
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    chain: dict[str, Any] = {
        "commands": commands(),
        "hot_path": hot_path(),
        "ask_consent": ask_consent(),
        "load_context": load_context(),
        "recall": recall(estimate=True),
        "answer": lambda state: {"messages": [AIMessage("ok", id="a1")]},
        "record_turns": record_turns(),
    }
    before = START
    for name, node in chain.items():
        builder.add_node(name, node)
        builder.add_edge(before, name)
        before = name
    builder.add_edge(before, END)
    return builder.compile(store=store)


async def test_nothing_that_reads_text_runs_on_the_loop(
    async_store: AsyncMemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    where: dict[str, set[int]] = {}

    def noting(name: str, read: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*args: Any, **kwargs: Any) -> Any:
            where.setdefault(name, set()).add(threading.get_ident())
            return read(*args, **kwargs)

        return noted

    for path in READERS:
        module, _, name = path.rpartition(".")
        read = getattr(import_module(module), name)
        monkeypatch.setattr(import_module(module), name, noting(path, read))
    said = [
        HumanMessage("My sister is Mia.", id="m1"),
        AIMessage("Nice!", id="a0"),
        HumanMessage("Leo likes it. Remember that I like oolong tea.", id="m2"),
    ]
    await _graph(async_store).ainvoke(
        {"messages": said}, {"configurable": {"thread_id": "t1"}}, context={"user_id": "ana"}
    )
    view = async_store.bind(ANA)
    assert (await view.aquery("oolong tea")).bullets
    await view.aremember("The user plays the cello")
    assert set(where) >= {each for each in READERS if "put_right" not in each}
    on_loop = {name for name, threads in where.items() if threading.get_ident() in threads}
    assert on_loop == set()


async def test_what_was_begun_is_finished_before_a_cancelled_call_is_left() -> None:
    begun, ended = threading.Event(), threading.Event()

    def slow() -> None:
        begun.set()
        ended.wait(5)

    task = asyncio.create_task(off_loop(slow))
    await asyncio.to_thread(begun.wait)
    task.cancel()
    await asyncio.sleep(0)
    assert not task.done()
    ended.set()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_generator_is_taken_on_in_a_thread_and_gives_back_what_it_returns() -> None:
    def counting() -> Any:
        got = yield threading.get_ident()
        return got + 1

    steps = counting()
    assert await advanced(steps.send, None) != threading.get_ident()
    with pytest.raises(Ended) as ended:
        await advanced(steps.send, 1)
    assert ended.value.value == 2
