"""What becomes of a message, or a conversation, of any length?"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langgraph.graph import END, START, StateGraph

from langmem_ext.nodes import hot_path, load_context, record_turns
from langmem_ext.nodes.candidates import find
from langmem_ext.nodes.work import LOOKED_BACK
from langmem_ext.principal import Principal
from langmem_ext.state import MemoryContext, MemoryState
from langmem_ext.stores import MemoryStore
from langmem_ext.stores.records import MAX_INDEXED, turn_parts

ANA = Principal(user_id="ana", thread_id="t1")


def _run(store: MemoryStore, messages: list[AnyMessage]) -> dict[str, Any]:
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_node("hot_path", hot_path())
    builder.add_node("load_context", load_context())
    builder.add_node("record_turns", record_turns())
    builder.add_edge(START, "hot_path")
    builder.add_edge("hot_path", "load_context")
    builder.add_edge("load_context", "record_turns")
    builder.add_edge("record_turns", END)
    told: dict[str, Any] = builder.compile(store=store).invoke(
        {"messages": messages}, {"configurable": {"thread_id": "t1"}}, context={"user_id": "ana"}
    )
    return told


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Masking a megabyte takes seconds; it is tested by itself (test_hostile_text.py)."""
    monkeypatch.setattr(
        "langmem_ext.stores.operations.turns.mask_secrets", lambda text, *_, **__: text
    )


@pytest.mark.usefixtures("unread")
def test_a_turn_of_a_megabyte_is_kept_whole_and_found_by_every_part(store: MemoryStore) -> None:
    words = [f"w{n:x}q" for n in range(170_000)]
    words[3], words[85_000], words[-2] = "oolong", "bassoon", "glockenspiel"
    text = " ".join(words)
    assert len(text) > 1_000_000
    _run(store, [HumanMessage(text, id="m1")])
    view = store.bind(ANA)
    for word in ("oolong", "bassoon", "glockenspiel"):
        (hit,) = view.search_turns(word)
        assert hit.turn.content == text
    assert view.erase().counts
    assert not view.search_turns("bassoon")


def test_a_question_of_a_megabyte_is_searched_with_its_beginning_and_end(
    store: MemoryStore,
) -> None:
    view = store.bind(ANA)
    view.remember("The user plays the cello")
    words = " ".join(f"w{n:x}q" for n in range(200_000))
    assert view.query(f"Which cello? {words}").bullets
    assert view.query(f"{words} Which cello?").bullets
    assert view.context(f"{words} Which cello?").bullets
    view.search_turns(words)


def test_a_memory_of_a_megabyte_is_refused(store: MemoryStore) -> None:
    outcome = store.bind(ANA).remember("word " * 250_000)
    assert (outcome.status, outcome.reason) == ("rejected", "format")


def test_no_word_is_cut_where_a_long_turn_is_parted() -> None:
    text = " ".join(f"word{n}" for n in range(60_000))
    parts = turn_parts(text, "Ana", None)
    assert "".join(parts) == f"Ana: {text}"
    assert all(len(part) <= MAX_INDEXED for part in parts)
    assert all(part.endswith(" ") for part in parts[:-1])
    assert turn_parts("x" * (MAX_INDEXED + 5), None, None) == ["x" * MAX_INDEXED, "xxxxx"]


def test_a_turn_looks_back_a_set_number_of_messages(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def counted(text: str, *args: object, **kwargs: object) -> Any:
        read.extend(kwargs["history"])
        return find(text, *args, **kwargs)

    monkeypatch.setattr(import_module("langmem_ext.nodes.hot_path"), "find", counted)
    thread: list[AnyMessage] = []
    for n in range(300):
        thread += [HumanMessage(f"And what about {n}?", id=f"m{n}"), AIMessage("Yes.", id=f"a{n}")]
    _run(store, [*thread, HumanMessage("I am vegan.", id="new")])
    assert len(read) <= LOOKED_BACK + 1
    assert read[-1] == "And what about 299?"
    assert [each.turn.id for each in store.bind(ANA).search_turns("vegan")] == ["new"]


def test_what_is_off_the_record_for_a_conversation_stays_so_in_a_long_one(
    store: MemoryStore,
) -> None:
    thread: list[AnyMessage] = [
        HumanMessage("Everything in this conversation is off the record.", id="m0")
    ]
    for n in range(60):
        thread += [HumanMessage(f"And what about {n}?", id=f"n{n}"), AIMessage("Yes.", id=f"a{n}")]
    told = _run(store, [*thread, HumanMessage("I am vegan.", id="new")])
    assert told["memory_outcomes"] == []
    assert not store.bind(ANA).search_turns("vegan")
