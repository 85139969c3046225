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

from langmem_ext import MemoryContext, MemoryState, MemoryStore, Principal, Settings
from langmem_ext.graphs import daily, insights, session_review, weekly
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
from langmem_ext.nodes.upkeep import Job
from langmem_ext.settings import DecisionSettings
from langmem_ext.stores.operations.turns import NewTurn
from langmem_ext.stores.requests import Operation, Statement, fetch

ANA, BEN = Principal(user_id="ana", thread_id="t1"), Principal(user_id="ben", thread_id="t1")
LONG = "I moved to Lisbon in March. " + "There is nothing else to tell of this long day. " * 6
STEPS = AIMessage("1. Open the lid\n2. Press the button\n3. Close the lid", id="a1")

LOOK_OVER_ALL = {"due.claim", "due.holding", "reviewing.spaces_due", "runs.record"}
"""What is nobody's: whose turn it is, what others are at, and the report of a run."""


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


# Maintenance


NIGHTLY = {
    "enriching.unread", "enriching.pass_over", "consolidating.spaces_due", "consolidating.last_seen",
    "compacting.spaces_full",
    "due.drop_abandoned", "due.holding", "due.claim", "due.waiting", "runs.record",
}  # fmt: skip
"""What a night looks over all spaces for: where there is something to do, and what was."""


def test_maintenance_of_a_space_sees_that_one_whole_and_no_other(store: MemoryStore) -> None:
    store.bind(ANA).remember("The user has asthma", sensitivity="sensitive", user_requested=True)
    store.bind(BEN).remember("The user likes rum", category="preferences")
    scope = Job(store, store.scope.settings).scope("any_step", "default/user:ana")

    assert store.run(careless(), scope) == ["The user has asthma"]
    assert store.run(careful("default/user:ben"), scope) == 0
    assert store.run(careful("default/user:ana"), scope) == 1


def careful(space: str) -> Operation[int]:
    """A statement that changes what a space holds."""
    changed = Statement(
        "UPDATE langmem.memories SET importance = 1 WHERE space = %(space)s RETURNING 1"
    )
    (memories,) = yield from fetch(Statement(changed.sql, {"space": space}))
    return len(memories)


def test_a_night_works_on_one_space_at_a_time(
    store: MemoryStore, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for whose in (ANA, BEN):
        view = store.bind(whose)
        for content in ("The cat of the user is called Tom", "The user has a cat, called Tom",
                        "The user owns a cat called Tom", "The user builds boats in Porto"):  # fmt: skip
            view.remember(content, category="knowledge")
    clock.advance(timedelta(hours=1))
    ran: dict[str, set[str | None]] = {}
    real = MemoryStore.run

    def noted(self: MemoryStore, operation: Any, scope: Any = None) -> Any:
        home = Path(operation.gi_code.co_filename).stem
        space = scope.within or (scope.principal and scope.principal.user_id) if scope else None
        ran.setdefault(f"{home}.{operation.__name__}", set()).add(space)
        return real(self, operation, scope)

    same = {"groups": [{"group": n, "content": "The user has a cat called Tom"} for n in range(9)]}
    judging = answering(Consolidated=same, SameFacts={"answers": [{"pair": 1, "same": True}]})
    tight = Settings(decision=DecisionSettings(max_entries=1))
    graph: Any = daily.build(tight, judging, only=list(daily.BY_SPACE)).compile(store=store)
    monkeypatch.setattr(MemoryStore, "run", noted)

    report = graph.invoke({})["report"]

    assert report["consolidate"] and report["compact"] and report["enrich"]
    assert {name for name, whose in ran.items() if None in whose} <= NIGHTLY
    both = {"default/user:ana", "default/user:ben"}
    for done in (
        "consolidating.near",
        "combining.combine",
        "compacting.give_up",
        "enriching.enrich",
    ):
        assert ran[done] == both
