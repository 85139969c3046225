"""Does a turn that was cut off at any of its steps end as if nothing had happened?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from books import require_balance, rows
from fix_clock import FakeClock
from fix_embeddings import HASH_DIMS, HashEmbeddings
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver

from langmem_ext import MemoryStore
from langmem_ext.graphs import hot_path, supervisor

ANA = {"user_id": "ana", "thread_id": "t1"}
CONFIG = {"configurable": {"thread_id": "t1"}}
BEFORE = [
    HumanMessage("Remember that I live in Porto. Remember that I like tea.", id="m1"),
    HumanMessage("My name is Ana.", id="m2"),
]
NOW = HumanMessage(
    "Remember that I moved to Lisbon. Forget that I like tea. My sister Eva plays the violin.",
    id="m3",
)
"""A new value of a slot, something taken back, and a statement in passing."""

GRAPHS = {"hot_path": hot_path, "supervisor": supervisor}
STEPS = [
    ("hot_path", ("hot_path", "ask_consent", "load_context", "recall", "record_turns")),
    (
        "supervisor",
        ("commands", "hot_path", "ask_consent", "load_context", "router", "stylist", "record_turns"),
    ),
]  # fmt: skip
MOMENTS = [(graph, step) for graph, steps in STEPS for step in steps]


class Killed(BaseException):
    """The process dies."""


def standing(uri: str) -> list[Any]:
    """What a turn leaves behind, without times and ids."""
    asked = (
        "SELECT space, content, state, importance, confidence, cardinality(supersedes) AS replaced, "
        "cardinality(source_ids) AS sources FROM langmem.memories ORDER BY content, state",
        "SELECT event, text FROM langmem.change_log ORDER BY rev",
        "SELECT event, old, new FROM langmem.history ORDER BY rev, event, new",
        "SELECT position, role, content FROM langmem.turns WHERE role = 'user' ORDER BY position",
        "SELECT space, rev, memory_count FROM langmem.spaces ORDER BY space",
        "SELECT kind, key FROM langmem.work ORDER BY kind, key",
    )
    return [rows(uri, statement) for statement in asked]


@contextmanager
def talking(uri: str, graph: str, dying: Any = None) -> Iterator[Any]:
    """The graph in the middle of a conversation."""
    index: Any = {"dims": HASH_DIMS, "embed": HashEmbeddings()}
    builder: Any = GRAPHS[graph].build()
    if dying:
        node = builder.nodes[dying[0]].runnable
        node.steps = dying[1](node.steps)
    with MemoryStore.from_conn_string(uri, index=index, clock=FakeClock()) as store:
        compiled = builder.compile(store=store, checkpointer=InMemorySaver())
        for message in BEFORE:
            compiled.invoke(said(message), CONFIG, context=ANA)
        yield compiled


@pytest.fixture(scope="module")
def undisturbed(databases: Any) -> dict[str, list[Any]]:
    """What each graph leaves behind when nobody dies."""
    found = {}
    for graph in GRAPHS:
        with databases.fresh() as uri:
            with talking(uri, graph) as compiled:
                compiled.invoke(said(NOW), CONFIG, context=ANA)
            found[graph] = standing(uri)
    return found


def said(*messages: Any) -> dict[str, Any]:
    return {"messages": list(messages), "memory_confidence": 0.1}


def test_there_was_something_to_do(undisturbed: dict[str, list[Any]]) -> None:
    for ended in undisturbed.values():
        states = {row["content"]: row["state"] for row in ended[0]}
        assert set(states.values()) >= {"active", "superseded"}
        assert len(ended[3]) == 3


@pytest.mark.parametrize("checkpointed", [True, False], ids=["checkpointed", "anew"])
@pytest.mark.parametrize(("graph", "step"), MOMENTS, ids=map("-".join, MOMENTS))
def test_a_turn_that_is_killed_at_any_step_ends_as_if_nothing_had_happened(
    database_uri: str,
    undisturbed: dict[str, list[Any]],
    graph: str,
    step: str,
    checkpointed: bool,
) -> None:
    alive = [True]

    def dying(real: Any) -> Any:
        def steps(call: Any) -> Any:
            done = yield from real(call)
            if not alive[0]:  # the work is done, and no checkpoint knows of it
                raise Killed
            return done

        return steps

    with talking(database_uri, graph, (step, dying)) as compiled:
        alive[0] = False
        with pytest.raises(Killed):
            compiled.invoke(said(NOW), CONFIG, context=ANA)
        alive[0] = True
        if checkpointed:
            compiled.invoke(None, CONFIG, context=ANA)
        else:  # whoever keeps the conversation asks once more
            GRAPHS[graph].build().compile(store=compiled.store).invoke(
                said(*BEFORE, NOW), context=ANA
            )

    assert standing(database_uri) == undisturbed[graph]
    require_balance(database_uri)


@pytest.mark.parametrize(("graph", "step"), MOMENTS, ids=map("-".join, MOMENTS))
def test_a_message_that_is_sent_again_into_a_turn_cut_off_before_a_step_ends_it(
    database_uri: str, undisturbed: dict[str, list[Any]], graph: str, step: str
) -> None:
    alive = [True]

    def dying(real: Any) -> Any:
        def steps(call: Any) -> Any:
            if not alive[0]:
                raise Killed
            return (yield from real(call))

        return steps

    with talking(database_uri, graph, (step, dying)) as compiled:
        alive[0] = False
        with pytest.raises(Killed):
            compiled.invoke(said(NOW), CONFIG, context=ANA)
        alive[0] = True
        answers = [
            sum(message.type == "ai" for message in compiled.invoke(said(NOW), CONFIG, context=ANA)["messages"])
            for _ in range(2)
        ]  # fmt: skip

    assert standing(database_uri) == undisturbed[graph]
    assert answers == ([3, 3] if graph == "supervisor" else [0, 0])
