"""What a tool returns is remembered only where the application says how, and with the trust of a tool."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage
from langgraph.graph import START, StateGraph

from langmem_ext import MemoryContext, MemoryState, MemoryStore, Principal, Settings
from langmem_ext.memory import Memory, Source
from langmem_ext.nodes import hot_path
from langmem_ext.settings import DecisionSettings

EXTRACTORS = {
    "crm": lambda text: [{"content": f"The user's plan is {text}", "category": "profile"}]
}


def result(text: str, **more: Any) -> ToolMessage:
    given = {"name": "crm", "tool_call_id": "c1", "id": "tool-1", **more}
    return ToolMessage(text, **given)


def run(
    store: MemoryStore, *messages: AnyMessage, extractors: Any = EXTRACTORS, **decision: Any
) -> dict[str, Any]:
    settings = Settings(decision=DecisionSettings(**decision))
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_node("hot_path", hot_path(settings, tool_extractors=extractors))
    builder.add_edge(START, "hot_path")
    graph = builder.compile(store=store)
    return graph.invoke(
        {"messages": list(messages)}, context=MemoryContext(user_id="ana", thread_id="t")
    )


def known(store: MemoryStore) -> list[Memory]:
    return store.bind(Principal(user_id="ana")).list()


def test_nothing_is_taken_from_tools_by_default(store: MemoryStore) -> None:
    run(store, HumanMessage("Which plan?", id="1"), result("gold"), extractors=None)

    assert known(store) == []


def test_an_extractor_says_what_to_remember_with_the_trust_of_a_tool(store: MemoryStore) -> None:
    run(store, HumanMessage("Which plan?", id="1"), result("gold"))

    (memory,) = known(store)
    assert memory.content == "The user's plan is gold"
    assert memory.source is Source.TOOL
    assert memory.source_ids == ("tool-1",)
    assert memory.importance < 5


def test_an_extractor_cannot_speak_for_the_user(store: MemoryStore) -> None:
    asked = {
        "crm": lambda text: [
            {
                "content": "The user was diagnosed with asthma",
                "user_requested": True,
                "pinned": True,
                "importance": 5,
            }
        ]
    }

    (outcome,) = run(store, HumanMessage("Which plan?", id="1"), result("gold"), extractors=asked)[
        "memory_outcomes"
    ]

    assert (outcome.status, outcome.reason) == ("rejected", "health")


def test_a_secret_in_a_result_is_refused(store: MemoryStore) -> None:
    keys = {"crm": lambda text: [{"content": text}]}
    said = "the password is hunter2-Zebra!"

    (outcome,) = run(store, HumanMessage("Hi", id="1"), result(said), extractors=keys)[
        "memory_outcomes"
    ]

    assert (outcome.status, outcome.reason) == ("rejected", "secret")


def test_a_result_counts_once_and_is_seen_in_the_turn_after(store: MemoryStore) -> None:
    turn = [HumanMessage("Which plan?", id="1"), result("gold"), AIMessage("Gold.", id="2")]

    run(store, *turn, HumanMessage("Thanks", id="3"))
    again = run(store, *turn, HumanMessage("Thanks", id="3"))
    much_later = run(store, *turn, HumanMessage("Thanks", id="3"), HumanMessage("Bye", id="4"))

    assert [each.reason for each in again["memory_outcomes"]] == ["replay"]
    assert much_later["memory_outcomes"] == []
    assert len(known(store)) == 1


def test_a_failed_call_and_another_tool_hold_nothing(store: MemoryStore) -> None:
    run(store, HumanMessage("Hi", id="1"), result("gold", status="error"), result("x", name="web"))

    assert known(store) == []


def test_an_extractor_that_fails_finds_nothing_and_the_log_holds_no_text(
    store: MemoryStore, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(text: str) -> list[dict[str, Any]]:
        raise ValueError(text)

    with caplog.at_level(logging.WARNING):
        run(store, HumanMessage("Hi", id="1"), result("gold plan"), extractors={"crm": fails})

    assert known(store) == []
    assert "ValueError" in caplog.text
    assert "gold plan" not in caplog.text


def test_the_cap_of_a_turn_counts_tools_too(store: MemoryStore) -> None:
    many = {"crm": lambda text: [{"content": f"The user's number {n} is set"} for n in "abcde"]}

    outcomes = run(
        store,
        HumanMessage("Hi", id="1"),
        result("gold"),
        extractors=many,
        max_writes_per_turn=2,
    )["memory_outcomes"]

    assert [each.reason for each in outcomes if each.status == "rejected"] == ["cap"] * 3


def test_without_the_scan_no_tool_is_read(store: MemoryStore) -> None:
    run(store, HumanMessage("Hi", id="1"), result("gold"), background_scan_enabled=False)

    assert known(store) == []
