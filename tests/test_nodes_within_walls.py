"""Are the nodes that use a model held to what their user may see?"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from fix_clock import FakeClock
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.graph import END, START, StateGraph
from scripted_answers import answering, fact

from langmem_ext import MemoryContext, MemoryState, MemoryStore, Principal
from langmem_ext.graphs import insights, session_review, weekly
from langmem_ext.nodes import (
    capture_procedure,
    extract_facts,
    infer_insights,
    recall,
    reflect,
    review_session,
    summarize_episode,
)
from langmem_ext.nodes.asking import patiently
from langmem_ext.nodes.node import drive
from langmem_ext.stores.operations.turns import NewTurn
from langmem_ext.stores.requests import Operation, Statement, fetch

ANA, BEN = Principal(user_id="ana", thread_id="t1"), Principal(user_id="ben", thread_id="t1")
LONG = "I moved to Lisbon in March. " + "There is nothing else to tell of this long day. " * 6
STEPS = AIMessage("1. Open the lid\n2. Press the button\n3. Close the lid", id="a1")

LOOK_OVER_ALL = {"due.claim", "reviewing.spaces_due", "runs.record"}
"""What is nobody's: whose turn it is, and the report of a run."""


def careless() -> Operation[list[str]]:
    """An operation that forgets to ask who may see what."""
    (memories,) = yield from fetch(Statement("SELECT content FROM langmem.memories"))
    return [row["content"] for row in memories]


def test_an_operation_of_a_node_sees_nothing_of_other_users(store: MemoryStore) -> None:
    store.bind(ANA).remember("The user likes tea", category="preferences")
    store.bind(BEN).remember("The user likes rum", category="preferences")
    view = store.bind(ANA).at("any_node")

    assert drive(patiently(view, careless)) == ["The user likes tea"]
    assert len(drive(patiently(view, careless, for_all=True))) == 2


def invoke(store: MemoryStore, node: Any, *messages: Any, **state: Any) -> None:
    builder: Any = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_node(node)
    builder.add_edge(START, node.get_name())
    builder.add_edge(node.get_name(), END)
    who = {"user_id": "ana", "thread_id": "t1"}
    builder.compile(store=store).invoke({"messages": list(messages), **state}, context=who)


def model() -> Any:
    return answering(
        Facts={"facts": [fact("The user moved to Lisbon in March", 1)]},
        Episode={"summary": "The user moved to Lisbon in March."},
        Insights={"insights": [{"summary": "The user lives for boats.", "evidence": [1]}]},
        Reflection={"content": "The user builds boats in harbours.", "evidence": [1, 2, 3]},
        Procedure={"title": "Start", "steps": ["Open the lid", "Press the button"]},
    )


def of_node(
    made: Callable[..., Any], *messages: Any, **state: Any
) -> Callable[[MemoryStore], None]:
    return lambda store: invoke(store, made(model=model()), *messages, **state)


def of_graph(graph: Any) -> Callable[[MemoryStore], None]:
    return lambda store: graph.build(model=model()).compile(store=store).invoke({})


ASKED = HumanMessage("Thanks. Please remember these steps.", id="m9")
RUNS = {
    "review_session": of_node(review_session),
    "summarize_episode": of_node(summarize_episode),
    "extract_facts": of_node(extract_facts, HumanMessage(LONG, id="m1")),
    "capture_procedure": of_node(capture_procedure, STEPS, ASKED),
    "infer_insights": of_node(infer_insights),
    "reflect": of_node(reflect),
    "recall": of_node(recall, HumanMessage("Where do I live?", id="q"), memory_confidence=0.1),
    "graph of reviews": of_graph(session_review),
    "graph of insights": of_graph(insights),
    "graph of weeks": of_graph(weekly),
}


@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS.keys())
def test_a_node_works_on_behalf_of_its_user(
    store: MemoryStore,
    clock: FakeClock,
    monkeypatch: pytest.MonkeyPatch,
    run: Callable[[MemoryStore], None],
) -> None:
    view = store.bind(ANA)
    for content in ("The user builds boats", "The user likes harbours", "The user sold a boat"):
        view.remember(content, category="knowledge")
    view.add_turns([NewTurn("user", LONG), NewTurn("assistant", "Nice."), NewTurn("user", "Bye")])
    clock.advance(timedelta(hours=1))
    ran: list[tuple[str, str | None]] = []
    real = MemoryStore.run

    def noted(self: MemoryStore, operation: Any, scope: Any = None) -> Any:
        whose = scope.principal.user_id if scope and scope.principal else None
        home = Path(operation.gi_code.co_filename).stem
        ran.append((f"{home}.{operation.__name__}", whose))
        return real(self, operation, scope)

    monkeypatch.setattr(MemoryStore, "run", noted)
    run(store)

    assert "ana" in {whose for _, whose in ran}
    assert {whose for _, whose in ran} <= {"ana", None}
    trusted = {name for name, whose in ran if whose is None}
    assert trusted <= LOOK_OVER_ALL
