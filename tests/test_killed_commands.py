"""Does a command that was cut off while it was carried out end, carried out again, as if nothing had happened?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest
from books import require_balance, rows
from fix_clock import FakeClock
from fix_database import Databases
from fix_embeddings import HASH_DIMS, HashEmbeddings
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver

from langmem_ext import MemoryStore, Principal
from langmem_ext.graphs import supervisor
from langmem_ext.stores.checkpoints import MemorySerializer

ANA = {"user_id": "ana", "thread_id": "t1"}
CONFIG: Any = {"configurable": {"thread_id": "t1"}}
FACTS = (
    ("The user works at Acme", "profile"),
    ("The user likes green tea", "preferences"),
    ("The user's sister Rita lives in Lisbon", "relationships"),
    ("The user drinks green tea from Porto", "preferences"),
    ("The user has asthma", "profile"),
)
TALKS = {
    "a statement": ["Forget that I work at Acme", "yes"],
    "one word": ["Forget Rita", "yes"],
    "numbers": ["What do you remember about me?", "Forget 2, 3 and 9", "yes"],
    "some of a question": ["Forget everything about green tea", "only number 2"],
    "that": ["Remember that I own a boat.", "Forget that.", "yes"],
    "a subject": ["Forget everything about green tea", "yes"],
    "everything": ["Forget everything about me", "yes"],
    "an undone write": ["Remember that I own a boat.", "Undo that"],
    "an undone value": ["Remember that I live in Porto.", "Remember that I live in Faro.", "Undo that"],
    "an undone command": ["Forget everything about green tea", "yes", "Undo that"],
    "an undone undo": ["Forget everything about green tea", "yes", "Undo that", "Undo that", "yes"],
    "an undone write of before": [
        "Remember that I own a boat.", "Remember that I own a kite.", "Thanks.", "Undo that", "yes"
    ],
}  # fmt: skip
"""What is said; the last of it is cut off."""


class Killed(BaseException):
    """The process dies."""


class Dying:
    """Let a store die when a request is answered and nobody knows of it yet, or before one that is named."""

    def __init__(self, store: MemoryStore) -> None:
        self.real, self.requests, self.at, self.before = store.run, 0, 0, ""
        store.run = self.run  # type: ignore[method-assign, assignment]

    def run(self, operation: Any, scope: Any = None) -> Any:
        if operation.__name__ == self.before:
            operation.close()
            raise Killed
        answer = self.real(operation, scope)
        self.requests += 1
        if self.requests == self.at:
            raise Killed
        return answer


@contextmanager
def talking(uri: str, clock: FakeClock, saver: InMemorySaver) -> Iterator[tuple[Any, Dying]]:
    """The graph of the supervisor on a store that may die."""
    index: Any = {"dims": HASH_DIMS, "embed": HashEmbeddings()}
    with MemoryStore.from_conn_string(uri, index=index, clock=clock) as store:
        yield supervisor.build().compile(store=store, checkpointer=saver), Dying(store)


def live(uri: str, clock: FakeClock, saver: InMemorySaver, texts: list[str]) -> None:
    """Learn the facts, and say what comes before."""
    with talking(uri, clock, saver) as (graph, _):
        for content, category in FACTS:
            clock.advance(timedelta(minutes=1))
            graph.store.bind(Principal(user_id="ana")).remember(
                content, category=category, user_requested=True
            )
        for n, text in enumerate(texts):
            clock.advance(timedelta(minutes=1))
            graph.invoke({"messages": [HumanMessage(text, id=f"m{n}")]}, CONFIG, context=ANA)
        clock.advance(timedelta(minutes=1))


def said(text: str) -> dict[str, Any]:
    return {"messages": [HumanMessage(text, id="last")]}


def end(uri: str, state: dict[str, Any]) -> list[Any]:
    """What a command leaves behind, without times, ids and what only says that it was asked for."""
    asked = (
        "SELECT content, state, confidence, cardinality(supersedes) AS replaced FROM langmem.memories ORDER BY 1, 2",
        "SELECT event, text FROM langmem.change_log ORDER BY rev",
        "SELECT event, old, new FROM langmem.history ORDER BY rev, event, new",
        "SELECT space, rev, memory_count FROM langmem.spaces ORDER BY space",
    )
    done = [what for what, _ in (state.get("memory_dialogue") or {}).get("done", [])]
    answer = [message.text for message in state["messages"]]
    return [answer, state.get("memory_notices"), done, *(rows(uri, each) for each in asked)]


@pytest.mark.parametrize("talk", TALKS)
def test_a_command_that_was_cut_off_anywhere_ends_as_if_nothing_had_happened(
    databases: Databases, talk: str
) -> None:
    (*before, last), clock = TALKS[talk], FakeClock()
    saver = InMemorySaver(serde=MemorySerializer())
    with databases.fresh() as evening:
        live(evening, clock, saver, before)
        with (
            databases.fresh(like=evening) as uri,
            talking(uri, clock, deepcopy(saver)) as (graph, dying),
        ):
            undisturbed = end(uri, graph.invoke(said(last), CONFIG, context=ANA))
            requests = dying.requests
        assert requests >= 2

        for at in range(1, requests + 1):
            now = FakeClock(clock())
            with (
                databases.fresh(like=evening) as uri,
                talking(uri, now, deepcopy(saver)) as (graph, dying),
            ):
                dying.at = at
                with pytest.raises(Killed):
                    graph.invoke(said(last), CONFIG, context=ANA)
                now.advance(timedelta(minutes=1))

                assert end(uri, graph.invoke(None, CONFIG, context=ANA)) == undisturbed, (
                    f"request {at}"
                )
                require_balance(uri)


def test_what_somebody_has_changed_since_a_command_was_cut_off_stays(database_uri: str) -> None:
    clock, saver = FakeClock(), InMemorySaver(serde=MemorySerializer())
    live(database_uri, clock, saver, ["Forget that I work at Acme"])
    ana = Principal(user_id="ana")
    with talking(database_uri, clock, saver) as (graph, dying):
        dying.before = "_forget"
        with pytest.raises(Killed):
            graph.invoke(said("yes"), CONFIG, context=ANA)
        dying.before = ""
        (job,) = [each for each in graph.store.bind(ana).list() if "Acme" in each.content]
        clock.advance(timedelta(minutes=1))
        graph.store.bind(ana).correct(job.id, "The user works at Globex")

        state = graph.invoke(None, CONFIG, context=ANA)

        assert state["messages"][-1].text == "I have no memory that says so."
        assert "The user works at Globex" in {each.content for each in graph.store.bind(ana).list()}


def test_no_text_is_noted_of_what_a_command_is_about(database_uri: str) -> None:
    clock, saver = FakeClock(), InMemorySaver(serde=MemorySerializer())
    live(database_uri, clock, saver, TALKS["an undone command"])
    noted = rows(database_uri, "SELECT operation_id, uid FROM langmem.operations ORDER BY at")

    steps = [row for row in noted if row["operation_id"].startswith("command:")]
    assert [row["operation_id"].split("/")[2] for row in steps] == ["forget"] * 2 + ["restore"] * 2
    assert all(row["operation_id"].endswith(str(row["uid"])) for row in steps)
    assert not any("tea" in row["operation_id"] for row in steps)
