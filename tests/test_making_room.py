"""Does a model decide, in the background, what a full space gives up when something is written to it?"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from books import require_balance, rows
from fix_clock import FakeClock
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode
from scripted_answers import answering, fact, finding

from langmem_ext import AsyncMemoryStore, MemoryContext, MemoryStore, Principal, Settings, models
from langmem_ext.graphs import daily, hot_path, session_review
from langmem_ext.nodes import compact, making_room
from langmem_ext.stores.view import MemoryView
from langmem_ext.tools import memory_tools

NOTES = Principal(app_id="notes")
CONTEXT = {"app_id": "notes", "thread_id": "t"}
ELEVENTH = "Remember that the boat in Faro is blue"


@pytest.fixture
def opened(database_uri: str, clock: FakeClock) -> Iterator[MemoryStore]:
    with MemoryStore.from_conn_string(database_uri, index=False, clock=clock) as store:
        yield store


def fill(view: MemoryView, clock: FakeClock, count: int = 10) -> list[str]:
    ids = []
    for n in range(count):
        clock.advance(timedelta(minutes=1))
        outcome = view.remember(f"The user owns boat number {n} in Porto", category="preferences")
        assert outcome.memory
        ids.append(outcome.memory.id)
    clock.advance(timedelta(minutes=1))
    return ids


def turn(text: str = ELEVENTH) -> dict[str, Any]:
    return {"messages": [HumanMessage(text, id=text)]}


def left(uri: str) -> set[str]:
    active = "SELECT id FROM langmem.memories WHERE state = 'active'"
    return {row["id"] for row in rows(uri, active)}


def giving_up(*ids: str) -> Any:
    return answering(Compacted={"decisions": [{"action": "delete", "id": id} for id in ids]})


def test_the_model_chooses_what_goes(database_uri: str, clock: FakeClock) -> None:
    with MemoryStore.from_conn_string(database_uri, index=False, clock=clock) as store:
        ids = fill(store.bind(NOTES), clock)
        graph = hot_path.build(model=giving_up(ids[6])).compile(store=store)
        graph.invoke(turn(), context=CONTEXT)

    kept = left(database_uri)
    assert len(kept) == 10
    assert set(ids) - kept == {ids[6]}
    require_balance(database_uri)


async def test_the_model_is_asked_by_an_async_store(database_uri: str, clock: FakeClock) -> None:
    async with AsyncMemoryStore.from_conn_string(database_uri, index=False, clock=clock) as store:
        ids = await asyncio.to_thread(fill, store.bind(NOTES), clock)
        graph = hot_path.build(model=giving_up(ids[6])).compile(store=store)
        await graph.ainvoke(turn(), context=CONTEXT)

    assert set(ids) - await asyncio.to_thread(left, database_uri) == {ids[6]}


def test_the_answer_does_not_wait_for_it(database_uri: str, clock: FakeClock) -> None:
    asked, go_on = threading.Event(), threading.Event()

    def slowly(items: Any) -> Any:
        asked.set()
        assert go_on.wait(20)
        return {"decisions": [{"action": "delete", "id": ids[6]}]}

    with MemoryStore.from_conn_string(database_uri, index=False, clock=clock) as store:
        ids = fill(store.bind(NOTES), clock)
        graph = hot_path.build(model=answering(Compacted=slowly)).compile(store=store)
        result = graph.invoke(turn(), context=CONTEXT)
        assert [each.status for each in result["memory_outcomes"]] == ["created"]
        assert asked.wait(20)
        assert len(left(database_uri)) == 11
        go_on.set()

    assert set(ids) - left(database_uri) == {ids[6]}


@pytest.mark.parametrize(
    "answer",
    [TimeoutError("too slow"), {"decisions": []}, {"decisions": [{"action": "delete", "id": "x"}]}],
    ids=["fails", "is silent", "invents"],
)
def test_the_oldest_goes_where_the_model_is_of_no_use(
    database_uri: str, clock: FakeClock, answer: Any
) -> None:
    with MemoryStore.from_conn_string(database_uri, index=False, clock=clock) as store:
        ids = fill(store.bind(NOTES), clock)
        graph = hot_path.build(model=answering(Compacted=answer)).compile(store=store)
        graph.invoke(turn(), context=CONTEXT)

    kept = left(database_uri)
    assert (len(kept), set(ids) - kept) == (10, {ids[0]})


def test_what_a_review_learns_is_made_room_for(database_uri: str, clock: FakeClock) -> None:
    said = ("Hi! The boat is moored in Lagos.", "Paint it in May.", "That is all, bye!")
    with MemoryStore.from_conn_string(database_uri, index=False, clock=clock) as store:
        ids = fill(store.bind(NOTES), clock)
        talking = hot_path.build().compile(store=store)
        for text in said:
            talking.invoke(turn(text), context=CONTEXT)
        known = {"said": "moored in Lagos", **fact("The user's boat is moored in Lagos")}
        given = {"decisions": [{"action": "delete", "id": ids[3]}]}
        model = answering(Facts=finding(known), Compacted=given)
        review = session_review.build(model=model).compile(store=store)
        review.invoke({"session_id": "t"}, context=CONTEXT)

    kept = left(database_uri)
    assert (len(kept), set(ids) - kept) == (10, {ids[3]})


def test_several_writes_at_once_end_at_the_cap(database_uri: str, clock: FakeClock) -> None:
    with MemoryStore.from_conn_string(database_uri, index=False, clock=clock) as store:
        fill(store.bind(NOTES), clock)
        graph = hot_path.build(model=giving_up()).compile(store=store)
        places = ("Faro", "Lagos", "Olhao", "Tavira", "Sines", "Setubal")
        threads = [
            threading.Thread(
                target=graph.invoke,
                args=(turn(f"Remember that the boat in {place} is blue"),),
                kwargs={"context": {"app_id": "notes", "thread_id": place}},
            )
            for place in places
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert len(left(database_uri)) == 10
    require_balance(database_uri)


def test_no_more_than_a_few_wait_for_a_model(database_uri: str, clock: FakeClock) -> None:
    """Where the work in the background is lost, writes push out the oldest in the end; the night does the rest."""
    with MemoryStore.from_conn_string(database_uri, index=False, clock=clock) as store:
        fill(store.bind(NOTES), clock)
        view = making_room.roomy(store.bind(NOTES), giving_up())
        for n in range(12):
            view.remember(f"The user owns car number {n} in Faro", category="knowledge")
        assert len(left(database_uri)) == 10 + compact.AT_ONCE
        daily.build(only=["compact"]).compile(store=store).invoke({})

    assert len(left(database_uri)) == 10


def test_without_a_model_the_oldest_goes_at_once(opened: MemoryStore, clock: FakeClock) -> None:
    ids = fill(opened.bind(NOTES), clock)
    hot_path.build().compile(store=opened).invoke(turn(), context=CONTEXT)

    assert set(ids) - left(opened.conn_string) == {ids[0]}


@pytest.mark.parametrize("named", [None, "scripted:model"])
def test_a_tool_asks_the_model_of_the_settings(
    database_uri: str, clock: FakeClock, monkeypatch: pytest.MonkeyPatch, named: str | None
) -> None:
    with MemoryStore.from_conn_string(
        database_uri, index=False, clock=clock, settings=Settings(model=named)
    ) as store:
        ids = fill(store.bind(NOTES), clock)
        monkeypatch.setattr(models, "_named", lambda name: giving_up(ids[6]))
        (remember,) = memory_tools(include=["memory_remember"])
        builder = StateGraph(MessagesState, context_schema=MemoryContext)
        builder.add_node("tools", ToolNode([remember]))
        builder.add_edge(START, "tools")
        given = {"content": "The boat in Faro is blue", "category": "preferences"}
        asked = AIMessage("", tool_calls=[{"name": remember.name, "args": given, "id": "c1"}])
        builder.compile(store=store).invoke({"messages": [asked]}, context=CONTEXT)

    assert set(ids) - left(database_uri) == {ids[6 if named else 0]}
    assert len(left(database_uri)) == 10
