"""How does memory stand in a prompt, and what of it is left out because the prompt has it anyway?"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from fix_clock import FakeClock
from langchain_core.messages import AIMessage, HumanMessage, RemoveMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph

from langmem_ext import MemoryContext, MemoryState, MemoryStore, Principal, Settings
from langmem_ext.nodes import hot_path, load_context, record_turns
from langmem_ext.rendering import format_memories, headed, render

ANA = {"user_id": "ana"}
PERU = "I collect stamps from Peru."
TRAMS = "I prefer trams to taxis."
ASKED = "What do I collect, and do I prefer trams?"


def chat(store: Any, settings: Settings | None = None, *, records: bool = True) -> Any:
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_sequence(
        [
            hot_path(settings),
            load_context(settings),
            ("answer", lambda state: {"messages": [AIMessage("Noted.")]}),
            *([record_turns(settings)] if records else []),
        ]
    )
    builder.add_edge(START, "hot_path")
    return builder.compile(store=store, checkpointer=InMemorySaver())


def ask(graph: Any, text: str, thread: str = "t") -> str:
    config = {"configurable": {"thread_id": thread}}
    asked = {"messages": [HumanMessage(text)]}
    return str(graph.invoke(asked, config, context=ANA)["memory_context"])


@pytest.mark.parametrize(("said", "told"), [(PERU, "stamps from Peru"), (TRAMS, "trams to taxis")])
def test_what_the_thread_says_itself_is_not_told_once_more(
    store: MemoryStore, said: str, told: str
) -> None:
    graph = chat(store)

    assert told in ask(graph, said)
    assert told not in ask(graph, ASKED)
    assert told in ask(graph, ASKED, "another")


def test_what_another_thread_says_too_is_told(store: MemoryStore) -> None:
    graph = chat(store)
    ask(graph, TRAMS)
    ask(graph, TRAMS, "another")

    assert "trams to taxis" in ask(graph, ASKED, "another")


def test_what_has_left_the_messages_is_told(store: MemoryStore) -> None:
    graph = chat(store)
    ask(graph, TRAMS)
    config = {"configurable": {"thread_id": "t"}}
    messages = graph.get_state(config).values["messages"]
    removed = {"messages": [RemoveMessage(id=each.id) for each in messages]}
    graph.update_state(config, removed, as_node="record_turns")

    assert "trams to taxis" in ask(graph, ASKED)


def test_what_was_corrected_since_is_told(store: MemoryStore, clock: FakeClock) -> None:
    graph = chat(store)
    ask(graph, TRAMS)
    clock.advance(timedelta(hours=1))
    view = store.bind(Principal(user_id="ana"))
    view.correct(view.list()[0].id, "The user prefers trams to buses")

    assert "trams to buses" in ask(graph, ASKED)


@pytest.mark.parametrize("how", ["the setting", "no turns"])
def test_all_is_told_where_nothing_is_to_be_left_out(store: MemoryStore, how: str) -> None:
    settings = Settings.model_validate(
        {"context": {"without_current_session": how != "the setting"}}
    )
    graph = chat(store, settings, records=how != "no turns")
    ask(graph, TRAMS)

    assert "trams to taxis" in ask(graph, ASKED)


def test_what_changed_elsewhere_is_told_in_the_header(store: MemoryStore) -> None:
    graph = chat(store)
    ask(graph, TRAMS)
    store.bind(Principal(user_id="ana")).remember("The user keeps bees", category="goals")

    assert ask(graph, ASKED).startswith("Memory updates since rev")


# Forms


BLOCK = """(memories for app: desk)
The following are memories from previous conversations with this app:

1. [Created: {day}] Opens at nine
2. [Created: {day}] Closes at five

Use these memories to provide context-aware responses."""


def test_memories_are_numbered_with_their_days(store: MemoryStore, clock: FakeClock) -> None:
    view = store.bind(Principal(app_id="desk"))
    memories = [
        view.remember(text, category="knowledge").memory
        for text in ("Opens at nine", "Closes at five")
    ]

    assert format_memories(memories, "desk") == BLOCK.format(day=f"{clock.now:%Y-%m-%d}")
    assert format_memories([]) == ""
    assert format_memories(memories).startswith("(memories)\n")


def test_a_numbered_block_has_ten_of_two_hundred_characters(store: MemoryStore) -> None:
    view = store.bind(Principal(user_id="ana"))
    memories = [
        view.remember(f"Fact {number} of " + "very " * 45 + f"long text {number}").memory
        for number in range(12)
    ]

    lines = format_memories(memories, "desk").splitlines()[3:-2]
    assert len(lines) == 10
    assert all(len(line.split("] ", 1)[1]) <= 200 for line in lines)


def test_a_reflection_stands_under_a_heading_of_its_own(store: MemoryStore) -> None:
    view = store.bind(Principal(user_id="ana"))
    fact = view.remember("The user keeps bees", category="goals").memory
    insight = view.remember(
        "Ana was in her garden a lot", category="goals", kind="reflection"
    ).memory

    assert headed([fact, insight]) == (
        "## Relevant memory\n- [goals] The user keeps bees\n\n"
        "## Weekly insight\nAna was in her garden a lot"
    )
    assert headed([]) == ""


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ("numbered", "1. [Created: "),
        ("headed", "## Relevant memory\n- [preferences] The user prefers trams to taxis"),
        ("bullets", "- [preferences] The user prefers trams to taxis"),
    ],
)
def test_a_setting_says_how_memories_are_written(store: MemoryStore, form: Any, told: str) -> None:
    settings = Settings.model_validate({"context": {"format": form}})

    assert told in ask(chat(store, settings), TRAMS)


def test_a_form_keeps_to_the_budget(store: MemoryStore) -> None:
    view = store.bind(Principal(user_id="ana"))
    for number in range(5):
        view.remember(f"The user likes tea number {number} in the morning", category="preferences")
    found = view.context("Which tea?", top_k=5)

    short = render(found, "numbered", budget_tokens=100)
    assert 0 < short.count("[Created") < render(found, "numbered").count("[Created")
    assert render(found, "bullets") == found.render()
