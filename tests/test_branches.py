"""Does a conversation that goes on from an earlier message leave the rest behind?"""

from __future__ import annotations

from typing import Any

import pytest
from books import rows
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from scripted_answers import answering, fact

from langmem_ext import AsyncMemoryStore, MemoryContext, MemoryState, MemoryStore, Principal
from langmem_ext.nodes import hot_path, load_context, record_turns, review_session
from langmem_ext.stores.operations import reviewing

ANA = {"user_id": "ana"}
THREAD = {"configurable": {"thread_id": "t"}}


def chat(store: Any, saver: Any = None) -> Any:
    def answer(state: MemoryState) -> dict[str, Any]:
        number = len(state["messages"])
        return {
            "messages": [AIMessage(f"Answer to: {state['messages'][-1].text}")],
            "memory_seen": {"n": [str(number)]},
        }

    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_sequence([hot_path(), load_context(), ("answer", answer), record_turns()])
    builder.add_edge(START, "hot_path")
    builder.add_edge("record_turns", END)
    return builder.compile(store=store, checkpointer=saver or InMemorySaver())


def ask(graph: Any, text: str, id: str, config: Any = THREAD) -> Any:
    return graph.invoke({"messages": [HumanMessage(text, id=id)]}, config, context=ANA)


def before(graph: Any, messages: int) -> Any:
    """Return where the thread stood when it had so many messages, at the end of a turn."""
    return next(
        state.config
        for state in graph.get_state_history(THREAD)
        if len(state.values.get("messages", [])) == messages and state.next in ((), ("__start__",))
    )


def current(store: MemoryStore) -> list[str]:
    """Return what the session is by now."""
    space = "default/user:ana"
    return [turn.content for turn in store.run(reviewing.turns_between(space, "t", 0, 99))]


def kept(store: MemoryStore) -> list[str]:
    found = rows(store.conn_string, "SELECT content FROM langmem.turns ORDER BY position")
    return [row["content"] for row in found]


def with_answers(*questions: str) -> list[str]:
    return [text for each in questions for text in (each, f"Answer to: {each}")]


@pytest.mark.parametrize("id", ["m1", "another"])
@pytest.mark.parametrize("messages", [0, 2])
def test_an_edited_question_is_kept_with_its_answer(
    store: MemoryStore, id: str, messages: int
) -> None:
    graph = chat(store)
    ask(graph, "How far is Porto?", "m0" if messages else "m1")
    if messages:
        ask(graph, "How far is Rome?", "m1")

    ask(graph, "How far is Lisbon?", id, before(graph, messages))

    first = ["How far is Porto?"] if messages else []
    assert current(store) == with_answers(*first, "How far is Lisbon?")
    gone = "How far is Rome?" if messages else "How far is Porto?"
    assert kept(store) == with_answers(*first, gone, "How far is Lisbon?")
    view = store.bind(Principal(user_id="ana"))
    found = {hit.turn.content for hit in view.search_turns("How far is it?")}
    assert found == set(current(store))


async def test_an_edited_question_is_kept_without_blocking(
    async_store: AsyncMemoryStore, store: MemoryStore
) -> None:
    graph = chat(async_store)
    for text in ("How far is Porto?", "How far is Lisbon?"):
        config = before(graph, 0) if "Lisbon" in text else THREAD
        asked = {"messages": [HumanMessage(text, id="m1")]}
        await graph.ainvoke(asked, config, context=ANA)

    assert current(store) == with_answers("How far is Lisbon?")


def test_a_state_that_was_updated_is_a_branch_of_its_own(store: MemoryStore) -> None:
    graph = chat(store)
    ask(graph, "How far is Porto?", "m1")
    edit = {"messages": [HumanMessage("How far is Lisbon?", id="m1")]}
    config = graph.update_state(before(graph, 0), edit, as_node="__start__")

    graph.invoke(None, config, context=ANA)

    assert current(store) == with_answers("How far is Lisbon?")


def test_another_answer_takes_the_place_of_the_first(store: MemoryStore) -> None:
    graph = chat(store)
    ask(graph, "How far is Porto?", "m1")
    config = next(
        each.config for each in graph.get_state_history(THREAD) if each.next == ("answer",)
    )

    graph.invoke(None, config, context=ANA)

    assert current(store) == with_answers("How far is Porto?")
    assert len(kept(store)) == 3


def test_a_conversation_may_go_back_to_the_branch_it_left(store: MemoryStore) -> None:
    graph = chat(store)
    ask(graph, "How far is Porto?", "m1")
    tip = before(graph, 2)
    ask(graph, "How far is Lisbon?", "m1", before(graph, 0))

    ask(graph, "And by train?", "m2", tip)

    assert current(store) == with_answers("How far is Porto?", "And by train?")


def test_several_edits_leave_the_last(store: MemoryStore) -> None:
    graph = chat(store)
    places = ("Porto", "Lisbon", "Faro", "Braga")
    for place in places:
        ask(graph, f"How far is {place}?", "m1", before(graph, 0) if place != "Porto" else THREAD)

    assert current(store) == with_answers("How far is Braga?")
    assert len(kept(store)) == 8


def test_turns_are_kept_once_however_often_the_node_runs(store: MemoryStore) -> None:
    graph = chat(store)
    ask(graph, "How far is Porto?", "m1")
    ask(graph, "How far is Lisbon?", "m1", before(graph, 0))
    at_the_end = [s.config for s in graph.get_state_history(THREAD) if s.next == ("record_turns",)]

    for _ in range(2):
        graph.invoke(None, at_the_end[0], context=ANA)

    assert current(store) == with_answers("How far is Lisbon?")
    assert len(kept(store)) == 4


def test_a_conversation_without_a_checkpointer_leaves_nothing_behind(store: MemoryStore) -> None:
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_node("record_turns", record_turns())
    builder.add_edge(START, "record_turns")
    graph = builder.compile(store=store)
    for number, text in enumerate(("How far is Porto?", "And Rome?", "And Faro?")):
        ask(graph, text, f"m{number}")

    assert current(store) == ["How far is Porto?", "And Rome?", "And Faro?"]


def test_a_secret_that_is_masked_is_no_edit(store: MemoryStore) -> None:
    graph = chat(store)
    said = "My password is hunter2-Xy9! and I live in Porto."
    ask(graph, said, "m1")
    ask(graph, "Thanks.", "m2")

    config = next(
        each.config for each in graph.get_state_history(THREAD) if each.next == ("answer",)
    )
    graph.invoke(None, config, context=ANA)

    assert not any("hunter2" in text for text in kept(store))
    assert len([text for text in kept(store) if "Porto" in text and "Answer" not in text]) == 1


def test_an_edited_question_keeps_its_secret_masked(store: MemoryStore) -> None:
    graph = chat(store)
    ask(graph, "How far is Porto?", "m1")
    ask(graph, "My password is hunter2-Xy9!", "m1", before(graph, 0))

    assert not any("hunter2" in text for text in kept(store))
    assert len(current(store)) == 2


def test_a_review_reads_the_branch_that_is_current(store: MemoryStore) -> None:
    graph = chat(store)
    ask(graph, "I want to see Porto in May.", "m1")
    ask(graph, "I want to see Lisbon in May.", "m1", before(graph, 0))
    ask(graph, "By train, please.", "m2")
    ask(graph, "And a hotel.", "m3")
    read: list[str] = []

    def facts(items: list[dict[str, Any]]) -> dict[str, Any]:
        read.extend(item["text"] for item in items)
        return {"facts": [fact("The user wants to see Lisbon in May", 1)]}

    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_node("review", review_session(model=answering(Facts=facts)))
    builder.add_edge(START, "review")
    builder.compile(store=store).invoke({"messages": []}, THREAD, context=ANA)

    assert any("Lisbon" in text for text in read) and not any("Porto" in text for text in read)
