"""Does a turn go on when a reader or an embedder fails?"""

from __future__ import annotations

import math
from importlib import import_module
from typing import Any

import psycopg
import pytest
from fix_clock import FakeClock
from fix_embeddings import HASH_DIMS, HashEmbeddings
from langchain_core.embeddings import Embeddings
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph

from langmem_ext.commands import parse_command
from langmem_ext.errors import LangMemError
from langmem_ext.nodes import commands, hot_path, load_context, recall, record_turns
from langmem_ext.policies.directives import find_directives
from langmem_ext.policies.rewriting import third_person
from langmem_ext.policies.scanner import scan
from langmem_ext.principal import Principal
from langmem_ext.state import MemoryContext, MemoryState
from langmem_ext.stores import MemoryStore

ANA = Principal(user_id="ana", thread_id="t1")


def _graph(store: MemoryStore) -> Any:
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    chain = {
        "commands": commands(),
        "hot_path": hot_path(),
        "load_context": load_context(),
        "recall": recall(estimate=True),
        "answer": lambda state: {"messages": [AIMessage("ok", id="a1")]},
        "record_turns": record_turns(),
    }
    before = START
    for name, node in chain.items():
        builder.add_node(name, node)
        builder.add_edge(before, name)
        before = name
    builder.add_edge(before, END)
    return builder.compile(store=store, checkpointer=InMemorySaver())


def _say(store: MemoryStore, text: str) -> dict[str, Any]:
    told: dict[str, Any] = _graph(store).invoke(
        {"messages": [HumanMessage(text, id="m1")]},
        {"configurable": {"thread_id": "t1"}},
        context={"user_id": "ana"},
    )
    return told


def _faults(database_uri: str) -> list[tuple[str, str]]:
    with psycopg.connect(database_uri) as connection:
        rows = connection.execute("SELECT node, reason FROM langmem.events WHERE op = 'fault'")
        return [(node, reason) for node, reason in rows]


class Failing(Embeddings):
    """Give what no embedder should."""

    def __init__(self, given: Any) -> None:
        self.given = given

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        if isinstance(self.given, BaseException):
            raise self.given
        given: list[list[float]] = self.given(texts) if callable(self.given) else self.given
        return given

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


GIVEN = {
    "nothing": [],
    "none": None,
    "too few": lambda texts: [[1.0] * HASH_DIMS] * (len(texts) - 1),
    "too many": lambda texts: [[1.0] * HASH_DIMS] * (len(texts) + 1),
    "other dimensions": lambda texts: [[1.0, 0.0]] * len(texts),
    "empty vectors": lambda texts: [[]] * len(texts),
    "no numbers": lambda texts: [[math.nan] * HASH_DIMS] * len(texts),
    "endless": lambda texts: [[math.inf] * HASH_DIMS] * len(texts),
    "words": lambda texts: [["a"] * HASH_DIMS] * len(texts),
    "an error": RuntimeError("the words of somebody"),
    "the end of a generator": StopIteration("the words of somebody"),
}


@pytest.mark.parametrize("given", GIVEN)
def test_an_embedder_that_fails_costs_vectors_alone(
    given: str, database_uri: str, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    index: Any = {"dims": HASH_DIMS, "embed": Failing(GIVEN[given])}
    with MemoryStore.from_conn_string(database_uri, index=index, clock=clock) as store:
        told = _say(store, "Remember that I like oolong tea.")
        assert [each.status for each in told["memory_outcomes"]] == ["created"]
        view = store.bind(ANA)
        assert view.remember("The user plays the cello").status == "created"
        assert view.query("oolong tea").bullets
        assert view.search_turns("oolong")
        assert view.embed_missing() == 0
    assert "words of somebody" not in caplog.text


def test_what_has_no_vector_gets_one_when_the_embedder_is_back(
    database_uri: str, clock: FakeClock
) -> None:
    embedder = Failing([])
    index: Any = {"dims": HASH_DIMS, "embed": embedder}
    with MemoryStore.from_conn_string(database_uri, index=index, clock=clock) as store:
        view = store.bind(ANA)
        view.remember("The user plays the cello")
        embedder.given = HashEmbeddings().embed_documents
        assert view.embed_missing() == 1


READERS = {
    "find_directives": ("langmem_ext.nodes.candidates.find_directives", "hotpath"),
    "scan": ("langmem_ext.nodes.candidates.scan", "hotpath"),
    "retractions": ("langmem_ext.nodes.candidates.retractions", "hotpath"),
    "endings": ("langmem_ext.nodes.candidates.endings", "hotpath"),
    "off the record": ("langmem_ext.nodes.candidates.is_off_the_record", "hotpath"),
    "secrets": ("langmem_ext.nodes.candidates.find_secrets", "hotpath"),
    "relations": ("langmem_ext.nodes.hot_path.relations", "hotpath"),
    "commands": ("langmem_ext.nodes.commands.understand", "commands"),
    "context": ("langmem_ext.stores.operations.reading.always_on_statement", "context"),
    "recall": ("langmem_ext.nodes.recall.confidence", "context"),
    "turns": ("langmem_ext.nodes.record_turns.turn_of", "episodic"),
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("kind", [StopIteration, RecursionError])
def test_a_reader_that_fails_ends_no_turn_and_leaves_a_line(
    reader: str,
    kind: type[Exception],
    store: MemoryStore,
    database_uri: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    path, node = READERS[reader]

    def fails(*_: object, **__: object) -> None:
        raise kind("oolong tea")

    module, _, name = path.rpartition(".")
    monkeypatch.setattr(import_module(module), name, fails)
    told = _say(store, "Remember that I like oolong tea.")
    assert told["messages"][-1].content == "ok"
    # a generator turns the end of another into a RuntimeError, which a store tells as a text that it cannot read
    kinds = {reason for where, reason in _faults(database_uri) if where == node}
    assert kinds and kinds <= {kind.__name__, "RuntimeError", "InvalidMemory"}
    assert "oolong" not in caplog.text and kind.__name__ in caplog.text
    if node == "hotpath" and reader in ("scan", "retractions", "endings"):
        assert [each.status for each in told["memory_outcomes"]] == ["created"]
    if reader == "find_directives":
        assert told["memory_notices"]


def test_two_quoted_pieces_are_told_of() -> None:
    (found,) = find_directives('Remember that my "office" is the "kitchen".')
    assert found.content == 'The user\'s "office" is the "kitchen"'


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ('my "a" is "b", my "c" is "d"', 'The user\'s "a" is "b", their "c" is "d"'),
        ('I call my "cat" "the boss"', 'The user calls their "cat" "the boss"'),
        ('my “office” is the "kitchen"', 'The user\'s “office” is the "kitchen"'),
        ('I say "I am" and "my"', 'The user says "I am" and "my"'),
        ('my code word is "I am" "me"', 'The user\'s code word is "I am" "me"'),
        ('the "x is my "y"', 'The "x is my "y"'),
    ],
)
def test_what_is_quoted_stands_as_it_was_said(said: str, told: str) -> None:
    assert third_person(said) == told


def test_what_a_gate_cannot_read_is_refused(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(import_module("langmem_ext.policies.gates"), "sensitive_classes", _ends)
    outcome = store.bind(ANA).remember("The user likes oolong tea")
    assert (outcome.status, outcome.reason) == ("rejected", "unread")
    assert "oolong" not in caplog.text and "StopIteration" in caplog.text


def test_a_question_that_cannot_be_read_is_a_clear_error(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    searching = import_module("langmem_ext.stores.operations.searching")
    monkeypatch.setattr(searching, "names_in", _ends)
    with pytest.raises(LangMemError, match="could not be read"):
        store.bind(ANA).query("oolong tea")


@pytest.mark.parametrize(
    "line", [":::", ": :", "---:---", "::", "=: :=", ">>> :", "<<", "[:]", "\t:", "…"]
)
def test_a_message_of_marks_is_read(line: str) -> None:
    said = f"{line}\nRemember that I like oolong tea.\n{line}"
    find_directives(said)
    parse_command(said)
    scan(said)


def _ends(*_: object, **__: object) -> None:
    raise StopIteration("oolong tea")
