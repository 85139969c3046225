"""What can a model do with the memory tools, and what can it not?"""

from __future__ import annotations

import json
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.prebuilt import ToolNode
from scripted_model import ScriptedChatModel
from typing_extensions import TypedDict

from langmem_ext import (
    AsyncMemoryStore,
    ConfigurationError,
    MemoryContext,
    MemoryState,
    MemoryStore,
    Principal,
)
from langmem_ext.tools import memory_tools

ANA = {"user_id": "ana"}


def calling(store: Any, agent: str | None = None, checkpointer: Any = None) -> Any:
    """A graph that runs the tool calls of its last message."""
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_node("tools", ToolNode(memory_tools(agent)))
    builder.add_edge(START, "tools")
    builder.add_edge("tools", END)
    return builder.compile(store=store, checkpointer=checkpointer)


def call(name: str, /, **arguments: Any) -> dict[str, Any]:
    return {"messages": [AIMessage("", tool_calls=[{"name": name, "args": arguments, "id": "c1"}])]}


def answer(result: dict[str, Any]) -> ToolMessage:
    message = result["messages"][-1]
    assert isinstance(message, ToolMessage)
    return message


@pytest.fixture
def filled(store: MemoryStore) -> MemoryStore:
    view = store.bind(Principal(user_id="ana"))
    view.remember("The user wants to ship v1 by September", category="goals")
    view.remember("The user prefers dark mode", category="preferences", importance=4)
    return store


def test_a_query_returns_bullets_with_their_ids(filled: MemoryStore) -> None:
    result = calling(filled).invoke(call("memory_query", query="Which mode?", top_k=1), context=ANA)

    found = json.loads(answer(result).content)
    assert found["bullets"][0]["text"] == "[preferences] The user prefers dark mode"
    assert found["bullets"][0]["category"] == "preferences"
    assert filled.bind(Principal(user_id="ana")).memory(found["bullets"][0]["id"])
    assert found["tokens"] > 0


async def test_a_query_works_without_blocking(async_store: AsyncMemoryStore) -> None:
    await async_store.bind(Principal(user_id="ana")).aremember("The user prefers dark mode")

    result = await calling(async_store).ainvoke(
        call("memory_query", query="Which mode?"), context=ANA
    )

    assert "dark mode" in answer(result).content


def test_full_records_are_json(filled: MemoryStore) -> None:
    result = calling(filled).invoke(call("memory_query", query="mode", returns="full"), context=ANA)

    found = json.loads(answer(result).content)
    assert {memory["importance"] for memory in found["memories"]} == {3, 4}


def test_filters_hold(filled: MemoryStore) -> None:
    asked = call("memory_query", query="mode", filters={"importance_min": 4}, top_k=5)

    found = json.loads(answer(calling(filled).invoke(asked, context=ANA)).content)

    assert [bullet["category"] for bullet in found["bullets"]] == ["preferences"]


def test_the_budget_holds(filled: MemoryStore) -> None:
    asked = call("memory_query", query="mode", budget_tokens=16, top_k=5)

    assert json.loads(answer(calling(filled).invoke(asked, context=ANA)).content)["tokens"] <= 16


def test_an_agent_sees_its_own_categories_only(filled: MemoryStore) -> None:
    asked = call("memory_query", query="What does the user want?", top_k=5)

    found = json.loads(answer(calling(filled, "planner").invoke(asked, context=ANA)).content)

    assert {bullet["category"] for bullet in found["bullets"]} == {"goals"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"categories": ["preferences"]}, "may use"),
        ({"categories": ["nonsense"]}, "unknown category"),
        ({"filters": {"updated_after": "yesterday"}}, "time"),
        ({"top_k": 0}, "top_k"),
        ({"returns": "everything"}, "returns"),
    ],
)
def test_what_memory_refuses_is_an_answer_that_the_model_can_act_on(
    arguments: dict[str, Any], said: str, filled: MemoryStore
) -> None:
    asked = call("memory_query", query="mode", **arguments)

    message = answer(calling(filled, "planner").invoke(asked, context=ANA))

    assert message.status == "error"
    assert said in message.content


async def test_a_refusal_is_the_same_under_ainvoke(async_store: AsyncMemoryStore) -> None:
    asked = call("memory_query", query="mode", categories=["preferences"])

    message = answer(await calling(async_store, "planner").ainvoke(asked, context=ANA))

    assert (message.status, "may use" in message.content) == ("error", True)


def test_the_model_is_not_shown_store_and_principal() -> None:
    query, remember, forget = memory_tools(
        include=["memory_query", "memory_remember", "memory_forget"]
    )

    assert set(query.tool_call_schema.model_json_schema()["properties"]) == {
        "query",
        "categories",
        "filters",
        "top_k",
        "returns",
        "budget_tokens",
        "threshold",
    }
    assert set(remember.tool_call_schema.model_json_schema()["properties"]) == {
        "content",
        "category",
    }
    assert set(forget.tool_call_schema.model_json_schema()["properties"]) == {"id"}


def test_a_model_cannot_choose_another_user(filled: MemoryStore) -> None:
    asked = call("memory_query", query="mode", user_id="ana", agent=None)

    found = json.loads(answer(calling(filled).invoke(asked, context={"user_id": "ben"})).content)

    assert found["bullets"] == []


def test_a_fact_is_remembered_once_per_call(store: MemoryStore) -> None:
    graph = calling(store)
    asked = call("memory_remember", content="The user prefers tea")

    first, again = (json.loads(answer(graph.invoke(asked, context=ANA)).content) for _ in range(2))

    assert (first["status"], again["status"]) == ("created", "unchanged")
    (memory,) = store.bind(Principal(user_id="ana")).list()
    assert (memory.source, memory.user_requested) == ("tool", False)


def test_a_secret_is_refused_without_repeating_it(store: MemoryStore) -> None:
    asked = call("memory_remember", content="The user's password is hunter2-Zebra!")

    message = answer(calling(store).invoke(asked, context=ANA))

    assert message.status == "error"
    assert "secret" in message.content
    assert "Zebra" not in message.content


def test_a_memory_is_forgotten_by_its_id(filled: MemoryStore) -> None:
    view = filled.bind(Principal(user_id="ana"))
    id = view.list(categories=["goals"])[0].id
    graph = calling(filled)

    done = answer(graph.invoke(call("memory_forget", id=id), context=ANA))
    again = answer(graph.invoke(call("memory_forget", id=id), context=ANA))

    assert (done.status, again.status) == ("success", "error")
    assert view.list(categories=["goals"]) == []


def test_only_the_tools_that_were_asked_for() -> None:
    assert [tool.name for tool in memory_tools(include=["memory_query"])] == ["memory_query"]
    assert [tool.name for tool in memory_tools()] == [
        "memory_query",
        "memory_remember",
        "memory_correct",
        "memory_confirm",
        "memory_forget",
        "memory_stats",
        "memory_entity",
    ]
    with pytest.raises(ConfigurationError, match="memory_query"):
        memory_tools(include=["memory_erase"])


def test_a_run_without_a_user_is_an_error_of_the_application(filled: MemoryStore) -> None:
    with pytest.raises(ConfigurationError, match="user_id"):
        calling(filled).invoke(call("memory_query", query="mode"))


def test_an_agent_of_langchain_uses_the_tools(filled: MemoryStore) -> None:
    asks = AIMessage(
        "", tool_calls=[{"name": "memory_query", "args": {"query": "Which mode?"}, "id": "c1"}]
    )
    model = ScriptedChatModel(replies=[asks, "Dark mode."])
    agent = create_agent(model, memory_tools("stylist"), context_schema=MemoryContext, store=filled)

    result = agent.invoke(
        {"messages": [HumanMessage("Which mode do I like?")]}, context=MemoryContext(user_id="ana")
    )

    assert "dark mode" in result["messages"][2].content
    assert result["messages"][-1].content == "Dark mode."


def test_a_model_can_correct_confirm_count_and_look_up(filled: MemoryStore) -> None:
    graph, view = calling(filled), filled.bind(Principal(user_id="ana"))
    (goal,) = view.list(categories=["goals"])

    corrected = json.loads(answer(graph.invoke(
        call("memory_correct", id=goal.id, content="The user wants to ship v1 by October, says Rui"), context=ANA
    )).content)  # fmt: skip
    confirmed = json.loads(
        answer(graph.invoke(call("memory_confirm", id=goal.id), context=ANA)).content
    )
    counted = json.loads(answer(graph.invoke(call("memory_stats"), context=ANA)).content)
    known = json.loads(answer(graph.invoke(call("memory_entity", name="Rui"), context=ANA)).content)

    assert corrected["memory"]["text"].endswith("October, says Rui")
    assert (confirmed["status"], view.memory(goal.id).decay_rate) == ("updated", 0.0)
    assert counted["by_category"] == {"goals": 1, "preferences": 1}
    assert [memory["id"] for memory in known["memories"]] == [goal.id]


def test_a_correction_that_memory_refuses_is_an_error_for_the_model(filled: MemoryStore) -> None:
    (goal,) = filled.bind(Principal(user_id="ana")).list(categories=["goals"])

    message = answer(
        calling(filled).invoke(
            call("memory_correct", id=goal.id, content="password: hunter2-Zebra!"), context=ANA
        )
    )

    assert (message.status, "secret" in message.content) == ("error", True)


def test_how_often_agents_look_again_is_counted(filled: MemoryStore) -> None:
    view = filled.bind(Principal(user_id="ana"))
    for n in range(4):
        view.add_turn("user", f"Message {n}")

    calling(filled).invoke(call("memory_query", query="mode"), context=ANA)

    assert view.stats().recall_share == 0.25


# Once


def remembering(*contents: str, id: str = "memory_remember:0", **fields: Any) -> AIMessage:
    """Return a message whose calls all have one id, as those of models that count anew in each turn."""
    calls = [
        {"name": "memory_remember", "args": {"content": each, **fields}, "id": id}
        for each in contents
    ]
    return AIMessage("", tool_calls=calls)


FACTS = ["The user keeps bees", "The user plays the cello", "The user collects stamps from Peru"]


def kept(store: MemoryStore, user: str = "ana") -> set[str]:
    return {memory.content for memory in store.bind(Principal(user_id=user)).list()}


@pytest.mark.parametrize("threads", [("a", "b", "c"), ("a", "a", "a"), (None, None, None)])
def test_calls_of_one_id_are_calls_of_their_own_in_every_turn(
    store: MemoryStore, threads: tuple[str | None, ...]
) -> None:
    graph = calling(store, checkpointer=InMemorySaver() if threads[0] else None)

    for fact, thread in zip(FACTS, threads, strict=True):
        config = {"configurable": {"thread_id": thread}} if thread else None
        result = graph.invoke({"messages": [remembering(fact)]}, config, context=ANA)
        assert json.loads(answer(result).content)["status"] == "created"

    assert kept(store) == set(FACTS)


def test_calls_of_one_id_in_one_message_are_calls_of_their_own(store: MemoryStore) -> None:
    calling(store).invoke({"messages": [remembering(*FACTS)]}, context=ANA)

    assert kept(store) == set(FACTS)


async def test_calls_of_one_id_are_calls_of_their_own_without_blocking(
    async_store: AsyncMemoryStore,
) -> None:
    for fact in FACTS:
        await calling(async_store).ainvoke({"messages": [remembering(fact)]}, context=ANA)

    assert len(await async_store.bind(Principal(user_id="ana")).alist()) == 3


def test_what_was_forgotten_may_be_remembered_by_a_call_of_the_same_id(store: MemoryStore) -> None:
    graph = calling(store, checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "t"}}
    graph.invoke({"messages": [remembering(FACTS[0])]}, config, context=ANA)
    view = store.bind(Principal(user_id="ana"))
    view.forget(view.list()[0].id)

    result = graph.invoke({"messages": [remembering(FACTS[0])]}, config, context=ANA)

    assert json.loads(answer(result).content)["status"] != "unchanged"
    assert kept(store) == {FACTS[0]}


@pytest.mark.parametrize("known_by", ["the message", "the task"])
def test_a_call_that_runs_again_after_a_crash_changes_nothing(
    store: MemoryStore, known_by: str
) -> None:
    attempts = []

    def tools(state: dict[str, Any], runtime: Any) -> dict[str, Any]:
        attempts.append(ToolNode(memory_tools()).invoke(state))
        if len(attempts) == 1:
            raise RuntimeError("the process has died")
        return attempts[-1]

    class Bare(TypedDict):
        messages: list[Any]

    schema = MemoryState if known_by == "the message" else Bare
    builder = StateGraph(schema, context_schema=MemoryContext)
    builder.add_node("tools", tools)
    builder.add_edge(START, "tools")
    graph = builder.compile(store=store, checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "t"}}
    with pytest.raises(RuntimeError):
        graph.invoke({"messages": [remembering(FACTS[0])]}, config, context=ANA)
    view = store.bind(Principal(user_id="ana"))
    (memory,) = view.list()
    view.forget(memory.id)

    graph.invoke(None, config, context=ANA)

    assert json.loads(attempts[1]["messages"][0].content)["reason"] == "replay"
    assert kept(store) == set()
