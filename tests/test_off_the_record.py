"""What the user wants kept nowhere is not scanned."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from books import rows
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langgraph.graph import END, START, StateGraph
from scripted_answers import answering, fact
from scripted_model import ScriptedChatModel

from langmem_ext import MemoryContext, MemoryState, MemoryStore, Principal
from langmem_ext.ingest.importing import Report, import_conversations
from langmem_ext.ingest.reading import read_file
from langmem_ext.nodes import capture_procedure, extract_facts, record_turns, review_session
from langmem_ext.nodes.candidates import find
from langmem_ext.policies.off_the_record import (
    PLACEHOLDER,
    Span,
    asked_to_keep_nothing,
    withheld,
)
from langmem_ext.settings import DecisionSettings

DECISION = DecisionSettings()


@pytest.mark.parametrize(
    ("said", "span"),
    [
        ("Please don't remember this: I live in Porto.", Span.MESSAGE),
        ("off the record, I hate my boss", Span.MESSAGE),
        ("you don't need to remember this, but I live in Rome", Span.MESSAGE),
        ("do not save what I'm about to tell you", Span.NEXT),
        ("please don’t save the next message", Span.NEXT),
        ("don't store anything from this conversation", Span.CONVERSATION),
        ("Don't forget that I live in Porto", None),
        ("don't remember where I put it", None),
        ("I don't remember this movie", None),
        ("I never keep anything in the fridge", None),
        ("don't save the file yet", None),
        ("I'll never forget this", None),
        ("don't keep me waiting", None),
    ],
)
def test_a_request_to_keep_nothing_says_how_far_it_reaches(said: str, span: Span | None) -> None:
    assert asked_to_keep_nothing(said) == span


def noticed(said: str, *earlier: str) -> list[str]:
    return [each.content for each in find(said, DECISION, history=earlier).noticed]


def test_what_is_off_the_record_is_not_scanned() -> None:
    assert noticed("Don't save this: I live in Porto.") == []
    assert noticed("I live in Porto.", "Don't save what I'm about to tell you") == []
    assert noticed("I live in Porto.", "Keep nothing", "Don't store anything from this chat") == []


def test_the_record_is_on_again_after_the_next_message() -> None:
    before = ("Don't save what I'm about to tell you", "I hate my boss")

    assert noticed("I live in Porto.", *before) == ["The user lives in Porto"]


def test_a_request_to_remember_outranks_it() -> None:
    found = find("Remember that I'm vegan", DECISION, history=["Don't save anything I say"])

    assert [each.content for each in found.requested] == ["The user is vegan"]


def test_nothing_is_taken_back_off_the_record() -> None:
    assert find("Don't save this: I no longer work at Acme", DECISION).taken_back == []


# Turns


@pytest.mark.parametrize(
    ("said", "off"),
    [
        (["u Hello", "a Hi", "u I have a cat"], "..."),
        (["u Off the record, I hate my boss", "a Why that?", "u He shouts", "a Oh."], "xx.."),
        (
            ["u Don't save what I'm about to tell you", "a OK", "u I quit", "a Oh.", "u Bye"],
            "xxxx.",
        ),
        (
            ["a Hello", "u Don't store anything from this chat", "a OK", "u I quit", "u Bye"],
            ".xxxx",
        ),
    ],
)
def test_the_answer_to_what_is_off_the_record_is_off_it_too(said: list[str], off: str) -> None:
    flags = withheld([(line[0] == "u", line[2:]) for line in said])

    assert "".join("x" if flag else "." for flag in flags) == off


def run(store: MemoryStore, node: Any, *messages: AnyMessage) -> dict[str, Any]:
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_node(node)
    builder.add_edge(START, node.get_name())
    builder.add_edge(node.get_name(), END)
    result: dict[str, Any] = builder.compile(store=store).invoke(
        {"messages": list(messages)}, context={"user_id": "ana", "thread_id": "t1"}
    )
    return result


QUIET = (
    HumanMessage("Don't save anything from this conversation, please.", id="1"),
    AIMessage("All right.", id="2"),
    HumanMessage("I am leaving Zanzibar Corp for a rival in May.", id="3"),
    AIMessage("Leaving Zanzibar Corp is a big step.", id="4"),
)


def test_no_review_reads_what_is_off_the_record(store: MemoryStore, database_uri: str) -> None:
    model = answering(Facts={"facts": [fact("The user leaves Zanzibar Corp in May", 3)]})
    for end in (2, 4):
        run(store, record_turns(), *QUIET[:end])

    run(store, review_session(model=model))

    kept = [row["content"] for row in rows(database_uri, "SELECT content FROM langmem.turns")]
    assert kept == [PLACEHOLDER] * 4
    assert "Zanzibar" not in str(model.calls)
    assert store.bind(Principal(user_id="ana")).list() == []


def test_no_model_reads_a_message_that_is_off_the_record(store: MemoryStore) -> None:
    model = ScriptedChatModel(replies=["never asked"])
    secretive = "Off the record: " + "I am leaving Zanzibar Corp for a rival in May. " * 8

    run(store, extract_facts(model=model), HumanMessage(secretive, id="1"))
    run(store, extract_facts(model=model), *QUIET[:2], HumanMessage("I quit in May. " * 30, id="9"))
    run(store, capture_procedure(model=model), HumanMessage("Off the record: save this workflow"))

    assert model.calls == []


def test_an_import_keeps_no_text_that_is_off_the_record(
    store: MemoryStore, database_uri: str, tmp_path: Path
) -> None:
    roles = {"human": "user", "ai": "assistant"}
    file = tmp_path / "talk.json"
    file.write_text(json.dumps([{"role": roles[m.type], "content": m.content} for m in QUIET]))

    import_conversations(
        store, read_file(file, user_id="ana").conversations, principal=Principal(), report=Report()
    )

    kept = [row["content"] for row in rows(database_uri, "SELECT content FROM langmem.turns")]
    assert kept == [PLACEHOLDER] * 4
