"""What can a caller of a LangGraph server do with the graphs that look after everybody's memory?

Callers run any graph of the server, and write what they like into the state of their own threads.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from fix_clock import FakeClock
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from scripted_answers import answering, fact, finding
from scripted_model import ScriptedChatModel

from langmem_ext import MemoryStore, Principal
from langmem_ext.errors import PermissionDenied
from langmem_ext.graphs import daily, insights, session_review, weekly
from langmem_ext.server_auth import as_user
from langmem_ext.server_callers import Caller
from langmem_ext.stores.operations.turns import NewTurn

WORKS = "The user works as a designer at Acme"
TALK = ("I work as a designer at Acme.", "Plan my week.", "Thanks, bye!")


class SignedIn(dict[str, Any]):
    """Be a caller as the server hands it to a run."""

    @property
    def identity(self) -> str:
        return str(self["identity"])


def run_of(caller: Caller, thread: str = "t") -> Any:
    """Return the config and the context that a server gives a caller's run."""
    user = SignedIn(as_user(caller))
    configurable = {"langgraph_auth_user": user, "graph_id": "g", "thread_id": thread}
    context = {"user_id": caller.user, "agent": caller.agent, "tenant": caller.tenant}
    named = {} if "operator" in caller.scopes else {k: v for k, v in context.items() if v}
    return {"config": {"configurable": configurable}, "context": named}


BO, PLANNER = Caller(user="bo"), Caller(user="bo", agent="planner")
OPERATOR = Caller(user="operations", scopes=("operator",))


def reader() -> ScriptedChatModel:
    known = {"said": "designer at Acme", **fact(WORKS, title="Works at Acme", category="profile")}
    return answering(Facts=finding(known))


def talk(store: MemoryStore, clock: FakeClock, *users: str) -> None:
    for user in users:
        view = store.bind(Principal(user_id=user, thread_id=f"talk of {user}"))
        view.add_turns([NewTurn("user", text, id=f"m{n}") for n, text in enumerate(TALK)])
    clock.advance(timedelta(hours=1))


def contents(store: MemoryStore, user: str) -> list[str]:
    return [memory.content for memory in store.bind(Principal(user_id=user)).list()]


def test_maintenance_is_not_for_callers_who_are_no_operators(
    store: MemoryStore, clock: FakeClock
) -> None:
    talk(store, clock, "ana")
    graph = daily.build(model=reader()).compile(store=store)

    with pytest.raises(PermissionDenied, match="operator"):
        graph.invoke({}, **run_of(BO))
    told = graph.invoke({}, **run_of(OPERATOR))

    assert list(told["notices"]) == ["ana"]


def test_a_caller_reviews_its_own_conversations_and_sees_of_no_others(
    store: MemoryStore, clock: FakeClock
) -> None:
    talk(store, clock, "ana", "bo")
    graph = session_review.build(model=reader()).compile(store=store, checkpointer=InMemorySaver())

    told = graph.invoke({}, **run_of(BO))

    assert (told["report"]["sessions"], list(told["notices"])) == (1, ["bo"])
    assert (contents(store, "ana"), contents(store, "bo")) == ([], [WORKS])


def test_a_caller_of_few_categories_is_not_told_what_a_review_noted_in_others(
    store: MemoryStore, clock: FakeClock
) -> None:
    talk(store, clock, "bo")
    graph = session_review.build(model=reader()).compile(store=store, checkpointer=InMemorySaver())

    told = graph.invoke({}, **run_of(PLANNER))
    kept = graph.get_state({"configurable": {"thread_id": "t"}}).values

    assert told["report"]["sessions"] == 1
    assert "Acme" not in f"{told} {kept}"


def forged(step: str) -> Command[Any]:
    """Say that the session of another is held, and what was read there."""
    held = {
        "space": "default/user:ana", "kind": "review", "key": "talk of ana", "user_id": "ana", "thread_id": None,
        "lease": "00000000-0000-7000-8000-000000000000", "attempts": 1,
    }  # fmt: skip
    said = {"held": held, "after": 0, "upto": 3, "page": ["m0", "m2"], "facts": [], "written": []}
    state = {**said, "outcomes": [], "report": {}, "only": None, "left": None, "notices": {}}
    return Command(update=state, goto=step)


@pytest.mark.parametrize("step", ["claim", "extract", "learn", "settle", "sum_up", "finish"])
def test_a_state_that_a_caller_has_written_opens_nobody_elses_session(
    store: MemoryStore, clock: FakeClock, step: str
) -> None:
    talk(store, clock, "ana", "bo")
    saver, model = InMemorySaver(), reader()
    graph = session_review.build(model=model).compile(store=store, checkpointer=saver)
    graph.invoke({"limit": 0}, **run_of(BO))

    with pytest.raises(PermissionDenied):
        graph.invoke(forged(step), **run_of(BO))

    assert not model.calls
    assert not contents(store, "ana")


@pytest.mark.parametrize("graph", [insights, weekly], ids=["insights", "weekly"])
def test_a_callers_state_sends_no_conclusions_to_others(store: MemoryStore, graph: Any) -> None:
    model = reader()
    built = graph.build(model=model).compile(store=store, checkpointer=InMemorySaver())
    store.bind(Principal(user_id="ana")).remember("Works at Acme")
    built.invoke({"limit": 0}, **run_of(BO))
    step = {insights: "infer_insights", weekly: "reflect"}[graph]
    state = {"waiting": ["default/user:ana"], "report": {}, "left": None, "more": False}

    with pytest.raises(PermissionDenied):
        built.invoke(Command(update=state, goto=step), **run_of(BO))

    assert not model.calls


def test_an_operators_run_is_for_everybody(store: MemoryStore, clock: FakeClock) -> None:
    talk(store, clock, "ana", "bo")

    graph = session_review.build(model=reader()).compile(store=store)
    told = graph.invoke({}, **run_of(OPERATOR))

    assert told["report"]["sessions"] == 2
    assert (contents(store, "ana"), contents(store, "bo")) == ([WORKS], [WORKS])
