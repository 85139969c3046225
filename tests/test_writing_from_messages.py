"""Is what a message says written once, and in the place of what it replaces?"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from fix_clock import FakeClock
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver

from langmem_ext import AsyncMemoryStore, Memory, MemoryStore, Principal, WriteOutcome
from langmem_ext.graphs import hot_path

CONFIG: Any = {"configurable": {"thread_id": "t1"}}
ANA: Any = {"user_id": "ana"}


def say(store: MemoryStore, text: str, graph: Any = None) -> list[WriteOutcome]:
    graph = graph or hot_path.build().compile(store=store)
    state = graph.invoke({"messages": [HumanMessage(text)]}, CONFIG, context=ANA)
    return list(state["memory_outcomes"])


def memories(store: MemoryStore) -> dict[str, str]:
    found = store.bind(Principal(user_id="ana")).list()
    return {memory.content: memory.source.value for memory in found}


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("Remember that I live in Porto.", "The user lives in Porto"),
        ("Please remember that I prefer dark mode.", "The user prefers dark mode"),
        (
            "Don't forget that my sister Rita lives in Lisbon.",
            "The user's sister Rita lives in Lisbon",
        ),
        ("For future reference, I work at Acme.", "The user works at Acme"),
        ("From now on call me Ana.", "The user's preferred name is Ana"),
    ],
)
def test_a_statement_that_is_asked_for_is_stored_once_by_the_request(
    message: str, kept: str, store: MemoryStore
) -> None:
    outcomes = say(store, message)

    assert [each.status for each in outcomes] == ["created"]
    assert memories(store) == {kept: "directive"}


def test_the_scanner_does_not_store_again_what_the_same_message_asks_for(
    store: MemoryStore,
) -> None:
    outcomes = say(store, "I live in Porto. Please remember that I live in Porto!")

    assert memories(store) == {"The user lives in Porto": "directive"}
    assert [each.status for each in outcomes if each.status != "unchanged"] == ["created"]


def test_what_is_said_beside_a_request_is_still_noticed(store: MemoryStore) -> None:
    say(store, "I live in Porto. Remember that I prefer dark mode.")

    assert memories(store) == {
        "The user lives in Porto": "scan",
        "The user prefers dark mode": "directive",
    }


def test_two_requests_in_one_message_are_two_memories(store: MemoryStore) -> None:
    say(store, "Remember that I prefer dark mode. Remember that I live in Porto.")

    assert set(memories(store).values()) == {"directive"}
    assert len(memories(store)) == 2


def test_a_request_said_again_is_known_already(store: MemoryStore) -> None:
    say(store, "Remember that I prefer dark mode.")
    (again,) = say(store, "Remember that I prefer dark mode!")

    assert (again.status, again.reason) == ("unchanged", "duplicate")
    assert len(memories(store)) == 1


def test_a_message_that_a_crashed_run_wrote_is_not_written_again(store: MemoryStore) -> None:
    graph = hot_path.build().compile(store=store, checkpointer=InMemorySaver())
    message = HumanMessage("Remember that I prefer dark mode. I live in Porto.", id="m1")
    for _ in range(2):
        state = graph.invoke({"messages": [message]}, CONFIG, context=ANA)

    assert {each.reason for each in state["memory_outcomes"]} == {"replay"}
    assert len(memories(store)) == 2


# Slots


def replaced(store: MemoryStore, old: str) -> Memory:
    (found,) = (
        Memory.model_validate({key: each[key] for key in each if key in Memory.model_fields})
        for each in store.bind(Principal(user_id="ana")).export()
        if each.get("content") == old and "state" in each
    )
    return found


@pytest.mark.parametrize(
    ("first", "second", "old", "new"),
    [
        (
            "I live in Paris.",
            "Remember that I moved to Berlin.",
            "The user lives in Paris",
            "The user moved to Berlin",
        ),
        (
            "I work at Acme.",
            "I now work at Globex.",
            "The user works at Acme",
            "The user now works at Globex",
        ),
        (
            "Remember that I live in Paris.",
            "Remember that I live in Berlin now.",
            "The user lives in Paris",
            "The user lives in Berlin now",
        ),
    ],
)
def test_a_new_value_for_a_slot_ends_the_old_one_when_it_begins(
    first: str, second: str, old: str, new: str, store: MemoryStore, clock: FakeClock
) -> None:
    say(store, first)
    moved = clock.advance(timedelta(days=3))
    (outcome,) = say(store, second)

    assert (outcome.status, outcome.reason) == ("superseded", "slot")
    assert outcome.memory is not None and outcome.memory.content == new
    assert outcome.memory.valid_from == moved
    assert outcome.memory.valid_until is None
    gone = replaced(store, old)
    assert (gone.state, gone.valid_until) == ("superseded", moved)
    assert gone.superseded_by == (outcome.memory.id,)
    assert outcome.memory.supersedes == (gone.id,)
    assert list(memories(store)) == [new]


async def test_the_same_under_ainvoke(
    async_store: AsyncMemoryStore, store: MemoryStore, clock: FakeClock
) -> None:
    graph = hot_path.build().compile(store=async_store)
    for text in ("I live in Paris.", "Remember that I moved to Berlin."):
        given: Any = {"messages": [HumanMessage(text)]}
        state = await graph.ainvoke(given, CONFIG, context=ANA)
        clock.advance(timedelta(days=1))

    (outcome,) = state["memory_outcomes"]
    assert outcome.status == "superseded"
    assert replaced(store, "The user lives in Paris").valid_until == outcome.memory.valid_from


def test_the_context_of_the_same_turn_knows_only_the_new_value(store: MemoryStore) -> None:
    say(store, "I work at Acme.")
    state = hot_path.build().compile(store=store).invoke(
        {"messages": [HumanMessage("I work at Globex. Where do I work?")]}, CONFIG, context=ANA
    )  # fmt: skip

    assert "Globex" in state["memory_context"]
    assert "Acme" not in state["memory_context"]
