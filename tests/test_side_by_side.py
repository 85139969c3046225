"""Do memory nodes that run in one step leave what they would leave one after the other?"""

from __future__ import annotations

from itertools import combinations
from typing import Annotated, Any

import pytest
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.channels.last_value import LastValue
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.types import Send
from scripted_model import ScriptedChatModel
from typing_extensions import TypedDict

from langmem_ext import AsyncMemoryStore, MemoryContext, MemoryState, MemoryStore, Principal, nodes
from langmem_ext.joining import Fields, Lists, Said, Seen, Surest, Texts, together
from langmem_ext.memory import WriteOutcome
from langmem_ext.middleware import MemoryMiddleware
from langmem_ext.state import MemoryKeys

ANA = {"user_id": "ana"}
THREAD = {"configurable": {"thread_id": "t"}}
NAMES = (
    "ask_consent", "capture_procedure", "commands", "extract_facts", "hot_path", "load_context", "recall",
    "record_turns", "summarize_episode",
)  # fmt: skip
SAID = ("Remember that I keep bees.", "What do I keep?")


def side_by_side(*names: str, schema: Any = MemoryState, **more: Any) -> StateGraph[Any, Any]:
    builder = StateGraph(schema, context_schema=MemoryContext)
    made = {**{name: getattr(nodes, name)() for name in names}, **more}
    for name, node in made.items():
        builder.add_node(name, node)
        builder.add_edge(START, name)
        builder.add_edge(name, END)
    return builder


def told(*notices: str) -> Any:
    """A node of the host's that has something to tell."""
    return lambda state: {"memory_notices": list(notices)}


def said(text: str, number: int = 1) -> dict[str, Any]:
    return {"messages": [HumanMessage(text, id=f"m{number}")]}


@pytest.mark.parametrize("pair", [*combinations(NAMES, 2)], ids="-".join)
def test_two_nodes_may_run_in_one_step_over_two_turns(
    store: MemoryStore, pair: tuple[str, str]
) -> None:
    graph = side_by_side(*pair).compile(store=store, checkpointer=InMemorySaver())

    first, second = (
        graph.invoke(said(text, number), THREAD, context=ANA) for number, text in enumerate(SAID)
    )

    assert (first["memory_turn"], second["memory_turn"]) == ("m0", "m1")
    assert len(first["memory_outcomes"]) == len(first["memory_notices"]) == ("hot_path" in pair)
    assert (second["memory_outcomes"], second["memory_notices"]) == ([], [])


async def test_all_nodes_may_run_in_one_step_without_blocking(
    async_store: AsyncMemoryStore,
) -> None:
    graph = side_by_side(*NAMES).compile(store=async_store, checkpointer=InMemorySaver())

    first, second = [
        await graph.ainvoke(said(text, number), THREAD, context=ANA)
        for number, text in enumerate(SAID)
    ]

    assert [each.status for each in first["memory_outcomes"]] == ["created"]
    assert (second["memory_outcomes"], second["memory_notices"]) == ([], [])
    # the thread that said it may have it in its messages alone; every other is told
    elsewhere = {"configurable": {"thread_id": "elsewhere"}}
    other = await graph.ainvoke(said(SAID[1], 2), elsewhere, context=ANA)
    assert "The user keeps bees" in other["memory_context"]


def test_a_graph_whose_state_lacks_the_keys_joins_them_too(store: MemoryStore) -> None:
    seen: list[Any] = []

    def after(state: MemoryKeys) -> None:
        seen.append(state)

    builder = side_by_side("hot_path", "load_context", "commands", schema=MessagesState)
    builder.add_node("after", after)
    builder.add_edge(["hot_path", "load_context", "commands"], "after")
    builder.compile(store=store).invoke(said(SAID[0]), context=ANA)

    assert len(seen[0]["memory_notices"]) == 1


def test_notices_stand_in_the_order_of_the_nodes_each_once(store: MemoryStore) -> None:
    for _ in range(3):
        graph = side_by_side(
            "load_context", zebra=told("z", "both"), ant=told("a"), mole=told("both", "m")
        )
        result = graph.compile(store=store).invoke(said(SAID[1]), context=ANA)

        assert result["memory_notices"] == ["a", "both", "m", "z"]


def test_a_node_after_another_sets_what_it_says(store: MemoryStore) -> None:
    builder = side_by_side("hot_path", schema=MemoryState)
    builder.add_node("empty", lambda state: {"memory_notices": [], "memory_context": "mine"})
    builder.add_edge("hot_path", "empty")

    result = builder.compile(store=store).invoke(said(SAID[0]), context=ANA)

    assert (result["memory_notices"], result["memory_context"]) == ([], "mine")


def test_a_host_sets_the_state_of_a_thread(store: MemoryStore) -> None:
    graph = side_by_side("hot_path", "record_turns").compile(
        store=store, checkpointer=InMemorySaver()
    )
    graph.invoke(said(SAID[0]), THREAD, context=ANA)

    graph.update_state(THREAD, {"memory_notices": [], "memory_dialogue": {}}, as_node="hot_path")

    values = graph.get_state(THREAD).values
    assert (values["memory_notices"], values["memory_dialogue"]) == ([], {})
    assert values["memory_outcomes"]


class Private(TypedDict, total=False):
    """Declare some keys as they were before."""

    messages: list[Any]
    memory_context: str
    memory_notices: list[str]
    memory_turn: str


class Counting(MemoryState, total=False):
    """Join notices in a way of one's own."""

    memory_notices: Annotated[list[str], lambda old, new: [*old, *new]]


def test_a_state_of_ones_own_keeps_its_own_ways(store: MemoryStore) -> None:
    builder = StateGraph(Private, context_schema=MemoryContext)
    builder.add_sequence([nodes.hot_path(), nodes.load_context()])
    builder.add_edge(START, "hot_path")
    graph = builder.compile(store=store)
    counting = side_by_side("hot_path", schema=Counting, ant=told("a"), bee=told("a"))

    assert len(graph.invoke(said(SAID[0]), context=ANA)["memory_notices"]) == 1
    assert type(graph.channels["memory_notices"]) is LastValue
    result = counting.compile(store=store).invoke(said(SAID[1], 2), context=ANA)
    assert result["memory_notices"] == ["a", "a"]


def test_a_checkpoint_from_before_goes_on(store: MemoryStore) -> None:
    class Before(MessagesState, total=False):
        memory_notices: list[str]
        memory_outcomes: list[Any]
        memory_turn: str
        memory_dialogue: dict[str, Any]

    saver = InMemorySaver()
    before = StateGraph(Before, context_schema=MemoryContext)
    before.add_node("hot_path", nodes.hot_path())
    before.add_edge(START, "hot_path")
    before.compile(store=store, checkpointer=saver).invoke(said(SAID[0]), THREAD, context=ANA)

    graph = side_by_side("hot_path", "load_context").compile(store=store, checkpointer=saver)

    assert len(graph.get_state(THREAD).values["memory_notices"]) == 1
    assert graph.invoke(said(SAID[1], 2), THREAD, context=ANA)["memory_notices"] == []


def test_the_schema_of_a_graph_can_be_asked_for() -> None:
    schema = side_by_side("hot_path").compile().get_input_jsonschema()

    assert schema["properties"]["memory_notices"]["type"] == "array"


# Agents


def agent(name: str) -> Any:
    model = ScriptedChatModel(replies=[AIMessage(f"{name} answers")])
    return create_agent(model, tools=[], middleware=[MemoryMiddleware(agent=name)], name=name)


@pytest.mark.parametrize("checkpointed", [False, True])
def test_two_agents_with_memory_may_run_in_one_step(store: MemoryStore, checkpointed: bool) -> None:
    graph = side_by_side(planner=agent("planner"), supervisor=agent("supervisor")).compile(
        store=store, checkpointer=InMemorySaver() if checkpointed else None
    )

    result = graph.invoke(said("My goal is to ship v1 by September."), THREAD, context=ANA)
    other = graph.invoke(said("What time is it?", 2), THREAD, context=ANA)

    assert {message.text for message in result["messages"][1:]} == {
        "planner answers",
        "supervisor answers",
    }
    assert [each.status for each in result["memory_outcomes"]].count("created") == 1
    assert (other["memory_outcomes"], other["memory_notices"]) == ([], [])


def test_one_node_may_be_sent_to_twice(store: MemoryStore) -> None:
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_node("hot_path", nodes.hot_path())
    texts = ("Remember that I keep bees.", "Remember that I play the cello.")
    builder.add_conditional_edges(
        START,
        lambda state: [Send("hot_path", said(text, number)) for number, text in enumerate(texts)],
    )

    result = builder.compile(store=store).invoke({"messages": []}, context=ANA)

    assert len(result["memory_notices"]) == len(result["memory_outcomes"]) == 2
    assert len(store.bind(Principal(user_id="ana")).list()) == 2


# What is joined


def outcome(reason: str) -> WriteOutcome:
    return WriteOutcome(status="rejected", reason=reason)


HEADER = "Memory updates since rev 4:\n- +created: [profile] Preferred name is Ana (imp=2)"


@pytest.mark.parametrize(
    ("channel", "before", "written", "joined"),
    [
        (Lists, ["x"], (["x", "a"], ["x", "b"], ["x"]), ["x", "a", "b"]),
        (Lists, ["old"], ([], ["new"]), ["new"]),
        (Lists, None, ([outcome("cap")] * 2, [outcome("cap")]), [outcome("cap")] * 2),
        (Texts, "old", ("", "- [goals] Ship"), "- [goals] Ship"),
        (Texts, "", ("- [goals] Ship", f"{HEADER}\n- [tea] Oolong\n- [goals] Ship"),
         f"{HEADER}\n- [goals] Ship\n- [tea] Oolong"),
        (Texts, "", ("- 1. Open\n2. Close", "- 1. Open\n3. Lock"), "- 1. Open\n2. Close\n- 1. Open\n3. Lock"),
        (Surest, None, (None, 0.7, 0.3), 0.3),
        (Surest, 0.2, (None, None), None),
        (Said, "m1", ("m2", "m2"), "m2"),
        (Said, None, (None, "a command", None), "a command"),
        (Seen, {"a": ["1"]}, ({}, {"b": ["2"]}, {"b": ["2", "3"]}), {"b": ["2", "3"]}),
        (Fields, {"waiting": "m1", "consent": {"ana": {"turn": "m1"}}},
         ({"listed": ["i1"], "consent": {"ana": {"turn": "m1"}}},
          {"waiting": "m1", "consent": {"ana": {"turn": "m2"}, "bo": {"turn": "m2"}}}),
         {"listed": ["i1"], "consent": {"ana": {"turn": "m2"}, "bo": {"turn": "m2"}}}),
        (Fields, None, ({}, {"listed": []}), {"listed": []}),
        (Fields, {"of": {"ana": {"at": 1}, "bo": {"at": 1}}},
         ({"of": {"ana": {"at": 2}, "bo": {"at": 1}}}, {"of": {"ana": {"at": 1}, "bo": {"at": 3}}}),
         {"of": {"ana": {"at": 2}, "bo": {"at": 3}}}),
    ],
)  # fmt: skip
def test_what_is_written_side_by_side_is_joined(
    channel: Any, before: Any, written: tuple[Any, ...], joined: Any
) -> None:
    kept = channel(Any).from_checkpoint(before)

    assert kept.update(written) and kept.get() == joined


def test_texts_are_told_once() -> None:
    assert together(["- [a] b", "", f"{HEADER}\n- [a] b"]) == f"{HEADER}\n- [a] b"
