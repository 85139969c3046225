"""Do agents of all kinds use memory in every way that they can be run?"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, AIMessageChunk, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.prebuilt import ToolNode, create_react_agent
from scripted_model import ScriptedChatModel

from langmem_ext import AsyncMemoryStore, MemoryContext, MemoryState, MemoryStore, Principal
from langmem_ext.middleware import MemoryMiddleware, memory_pre_model_hook
from langmem_ext.nodes import hot_path, load_context, recall, record_turns
from langmem_ext.tools import memory_tools

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings(
        "ignore::langchain_core._api.deprecation.LangChainDeprecationWarning"
    ),
]

ANA = {"user_id": "ana"}
CONFIG: Any = {"configurable": {"thread_id": "t1"}}
SAID: Any = {
    "messages": [HumanMessage("Remember that I prefer tea. Which drink do I prefer?", id="m1")]
}
TOOLS = ["memory_query", "memory_remember", "memory_stats"]


def calls() -> AIMessage:
    """Five calls at once: two that look, two that write the same, one that counts."""
    asked = [
        ("memory_query", {"query": "drink"}),
        ("memory_query", {"query": "boats"}),
        ("memory_remember", {"content": "The user builds boats"}),
        ("memory_remember", {"content": "The user builds boats"}),
        ("memory_stats", {}),
    ]
    made = [{"name": name, "args": args, "id": f"c{n}"} for n, (name, args) in enumerate(asked)]
    return AIMessage("", tool_calls=made)  # type: ignore[arg-type]


def of_middleware(model: Any, store: Any) -> Any:
    return create_agent(
        model, [], middleware=[MemoryMiddleware(tools=TOOLS)], context_schema=MemoryContext,
        store=store, checkpointer=InMemorySaver(),
    )  # fmt: skip


def of_hook(model: Any, store: Any) -> Any:
    return create_react_agent(
        model, memory_tools(include=TOOLS), pre_model_hook=memory_pre_model_hook,
        context_schema=MemoryContext, store=store, checkpointer=InMemorySaver(),
    )  # fmt: skip


def of_nodes(model: Any, store: Any) -> Any:
    tools = memory_tools(include=TOOLS)
    bound = model.bind_tools(tools)

    def told(state: Any) -> list[Any]:
        return [HumanMessage(f"Memory: {state['memory_context']}"), *state["messages"]]

    class Answer:
        def __call__(self, state: Any) -> dict[str, Any]:
            return {"messages": [bound.invoke(told(state))]}

    builder: Any = StateGraph(MemoryState, context_schema=MemoryContext)
    nodes = [("hot_path", hot_path()), ("load_context", load_context()), ("recall", recall()),
             ("answer", Answer()), ("tools", ToolNode(tools)), ("record_turns", record_turns())]  # fmt: skip
    for name, node in nodes:
        builder.add_node(name, node)
    builder.add_edge(START, "hot_path")
    builder.add_edge("hot_path", "load_context")
    builder.add_edge("load_context", "recall")
    builder.add_edge("recall", "answer")
    builder.add_conditional_edges(
        "answer", lambda state: "tools" if state["messages"][-1].tool_calls else "record_turns",
        ["tools", "record_turns"],
    )  # fmt: skip
    builder.add_edge("tools", "answer")
    builder.add_edge("record_turns", END)
    return builder.compile(store=store, checkpointer=InMemorySaver())


MADE = {"middleware": of_middleware, "hook": of_hook, "nodes": of_nodes}


def invoked(agent: Any) -> list[Any]:
    return list(agent.invoke(SAID, CONFIG, context=ANA)["messages"])


def streamed(agent: Any) -> list[Any]:
    for _ in agent.stream(SAID, CONFIG, context=ANA, stream_mode=["updates", "messages"]):
        pass
    return list(agent.get_state(CONFIG).values["messages"])


async def ainvoked(agent: Any) -> list[Any]:
    return list((await agent.ainvoke(SAID, CONFIG, context=ANA))["messages"])


async def astreamed(agent: Any) -> list[Any]:
    parts = [
        part async for part in agent.astream(SAID, CONFIG, context=ANA, stream_mode="messages")
    ]
    assert any(isinstance(message, AIMessage | AIMessageChunk) for message, _ in parts)
    return list((await agent.aget_state(CONFIG)).values["messages"])


def require(messages: list[Any], model: ScriptedChatModel, kept: list[str]) -> None:
    answers = {m.tool_call_id: m.content for m in messages if m.type == "tool"}
    assert sorted(answers) == ["c0", "c1", "c2", "c3", "c4"]
    assert "prefers tea" in answers["c0"]
    assert messages[-1].content == "Tea."
    told = "\n".join(str(m.text) for m in model.calls[0]["messages"])
    assert "The user prefers tea" in told
    assert sorted(kept) == ["The user builds boats", "The user prefers tea"]


@pytest.mark.parametrize("run", [invoked, streamed])
@pytest.mark.parametrize("made", MADE.values(), ids=MADE)
def test_memory_is_there_in_parallel(
    store: MemoryStore, made: Callable[..., Any], run: Callable[[Any], list[Any]]
) -> None:
    model = ScriptedChatModel(replies=[calls(), "Tea."])

    messages = run(made(model, store))

    view = store.bind(Principal(user_id="ana"))
    require(messages, model, [memory.content for memory in view.list()])


@pytest.mark.parametrize("run", [ainvoked, astreamed])
@pytest.mark.parametrize("made", MADE.values(), ids=MADE)
async def test_memory_is_there_in_parallel_without_blocking(
    async_store: AsyncMemoryStore, made: Callable[..., Any], run: Callable[[Any], Any]
) -> None:
    model = ScriptedChatModel(replies=[calls(), "Tea."])

    messages = await asyncio.wait_for(run(made(model, async_store)), 30)

    kept = await async_store.bind(Principal(user_id="ana")).alist()
    require(messages, model, [memory.content for memory in kept])
