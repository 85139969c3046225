"""Is what was concluded ever seen by more than what it was concluded from?"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from books import require_balance, rows
from fix_clock import FakeClock
from langgraph.graph import END, START, StateGraph
from pydantic_core import to_jsonable_python
from scripted_answers import answering

from langmem_ext import Memory, MemoryContext, MemoryState, MemoryStore, MemoryView, Principal
from langmem_ext.graphs import daily
from langmem_ext.memory import MemoryDraft
from langmem_ext.nodes import infer_insights, reflect
from langmem_ext.stores.operations import combining
from langmem_ext.stores.operations.lifecycle import LIVING, find_all

TOLD = "Bo had a lot of trouble with the bakery"
CONCLUDED = "The user worries about Bo and about the bakery."
ANA = Principal(user_id="ana", thread_id="t1")
ALONE = Principal(user_id="ana")
CHAT = Principal(user_id="ana", chat_id="team")


def node(store: MemoryStore, made: Any) -> None:
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_node(made)
    builder.add_edge(START, made.get_name())
    builder.add_edge(made.get_name(), END)
    graph: Any = builder.compile(store=store)
    graph.invoke({"messages": []}, context={"user_id": "ana", "thread_id": "t1"})


def concludes(text: str = CONCLUDED, kind: str = "insight") -> Any:
    """Make a model that concludes the same from whatever it reads, and names no notes unless they speak of Bo."""

    def insights(items: list[dict[str, Any]]) -> dict[str, Any]:
        cited = [item["n"] for item in items if "Bo " in item.get("text", "") and "kind" in item]
        return {"insights": [{"summary": text, "tags": [], "importance": 2, "evidence": cited}]}

    def reflection(items: list[dict[str, Any]]) -> dict[str, Any]:
        (cited,) = insights(items)["insights"]
        return {"content": f"{text} This was a long week.", "evidence": cited["evidence"]}

    made = infer_insights if kind == "insight" else reflect
    return made(model=answering(Insights=insights, Reflection=reflection))


def learn(store: MemoryStore, **fields: Any) -> Memory:
    """Let Ana keep four things; the last of them is about Bo and as private as it is said to be."""
    view = store.bind(ANA)
    given = {"category": "goals", "kind": "semantic", **fields}
    for other in ("The user plans a week in Porto", "The user learns the violin", "The user sings"):
        view.remember(other, category="goals")
    told = view.remember(TOLD, **given).memory
    assert told
    return told


def of_kind(view: MemoryView, kind: str) -> list[Memory]:
    return view.list(filters={"kind": kind})


def all_that(view: MemoryView) -> str:
    """Return all that a view is shown, as one text."""
    said = [
        view.list(limit=100), view.query(CONCLUDED, top_k=20, returns="full"), view.context(CONCLUDED),
        view.query(CONCLUDED, as_of=view.scope.clock(), top_k=20, returns="full"), view.history(limit=100),
        list(view.export()), view.stats(), view.entity("Bo"), view.search(("memory",), limit=50),
        [view.related(memory.id) for memory in view.list(limit=100)],
    ]  # fmt: skip
    return json.dumps(to_jsonable_python(said, fallback=lambda item: item.dict()))


@pytest.mark.parametrize("kind", ["insight", "reflection"])
def test_a_conclusion_is_no_more_public_than_what_it_rests_on(
    store: MemoryStore, kind: str
) -> None:
    told = learn(store, sensitivity="personal", subjects=["bo"])

    node(store, concludes(kind=kind))

    (concluded,) = of_kind(store.bind(ALONE), kind)
    assert told.id in concluded.source_ids
    for who in (CHAT, Principal(user_id="ana", participants=("cy",))):
        assert of_kind(store.bind(who), kind) == []
        assert CONCLUDED not in all_that(store.bind(who))


def test_what_is_private_is_rested_on_although_it_is_not_named(store: MemoryStore) -> None:
    told = learn(store, sensitivity="personal", subjects=["bo"])
    summary = "The user sings and worries about the bakery."

    def insights(items: list[dict[str, Any]]) -> dict[str, Any]:
        cited = [item["n"] for item in items if "sings" in item.get("text", "") and "kind" in item]
        return {"insights": [{"summary": summary, "evidence": cited}]}

    node(store, infer_insights(model=answering(Insights=insights)))

    (concluded,) = of_kind(store.bind(ALONE), "insight")
    assert told.id in concluded.source_ids
    assert of_kind(store.bind(CHAT), "insight") == []


def test_an_agent_sees_no_conclusion_from_categories_that_it_may_not_use(
    store: MemoryStore,
) -> None:
    learn(store, category="knowledge")
    model = concludes(kind="reflection")

    node(store, model)

    for agent in ("supervisor", "planner"):
        assert CONCLUDED not in all_that(store.bind(Principal(user_id="ana", agent=agent)))


def say_again(view: MemoryView, memory: Memory) -> None:
    names = ("content", "category", "kind", "type", "subjects", "slot")
    draft = MemoryDraft.model_validate({name: getattr(memory, name) for name in names})
    view.remember_many([draft.model_copy(update={"sensitivity": "sensitive"})])


def make_personal(view: MemoryView, memory: Memory) -> None:
    place = ("memory", "default", "user", "ana", memory.category)
    fields = {"content": TOLD, "sensitivity": "personal", "subjects": ["bo"], "kind": memory.kind}
    view.put(place, memory.id, fields)


@pytest.mark.parametrize("kind", ["insight", "reflection"])
@pytest.mark.parametrize("hide", [say_again, make_personal])
@pytest.mark.parametrize("pinned", [False, True])
def test_a_conclusion_becomes_as_private_as_what_it_rests_on_and_a_pin_holds(
    store: MemoryStore,
    clock: FakeClock,
    hide: Callable[[MemoryView, Memory], None],
    kind: str,
    pinned: bool,
) -> None:
    told = learn(store)
    node(store, concludes(kind=kind))
    alone, chat = store.bind(ALONE), store.bind(CHAT)
    (concluded,) = of_kind(chat, kind)
    if pinned:
        alone.pin(concluded.id)
    clock.advance(timedelta(minutes=1))

    hide(alone, told)

    assert [memory.id for memory in of_kind(alone, kind)] == [concluded.id] * pinned
    assert of_kind(chat, kind) == []
    assert CONCLUDED not in all_that(chat)
    if not pinned:
        alone.restore(concluded.id)
        assert CONCLUDED not in all_that(chat)
    require_balance(store.conn_string)


def test_whom_the_evidence_is_hidden_from_the_pinned_conclusion_is_hidden_from(
    store: MemoryStore, clock: FakeClock
) -> None:
    told = learn(store, sensitivity="personal", subjects=["bo"])
    node(store, concludes())
    alone = store.bind(ALONE)
    (concluded,) = of_kind(alone, "insight")
    alone.pin(concluded.id)
    clock.advance(timedelta(minutes=1))

    say_again(alone, told)

    assert of_kind(alone, "insight") == []
    assert CONCLUDED not in all_that(alone)
    assert CONCLUDED not in all_that(store.bind(Principal(user_id="bo", participants=("ana",))))


def test_what_was_merged_takes_with_it_what_rested_on_its_parts(
    store: MemoryStore, clock: FakeClock
) -> None:
    told = learn(store)
    node(store, concludes())
    alone, chat = store.bind(ALONE), store.bind(CHAT)
    assert len(of_kind(chat, "insight")) == 1
    again = alone.remember(f"{TOLD} in Porto", category="goals").memory
    whole = merged(store, told, again)
    clock.advance(timedelta(minutes=1))

    say_again(alone, whole)

    assert CONCLUDED not in all_that(chat)


def merged(store: MemoryStore, *memories: Memory | None) -> Memory:
    ids = [memory.id for memory in memories if memory]
    records = store.run(find_all(store.bind(ALONE).scope, ids, LIVING), store.bind(ALONE).scope)
    outcome = store.run(
        combining.combine(store.scope, records, f"{TOLD} in Porto in May", same=True)
    )
    assert outcome.memory
    return outcome.memory


def test_who_turns_out_to_be_another_takes_what_was_concluded_along(
    store: MemoryStore, clock: FakeClock
) -> None:
    people = store.people("default")
    for id in ("p-1", "p-2"):
        people.add(id, id=id)
    people.link_user("p-1", "ana")
    told = learn(store, subjects=["p-2"])
    merge = people.merge("p-1", "p-2")
    node(store, concludes())
    alone = store.bind(ALONE)
    (concluded,) = of_kind(alone, "insight")
    alone.pin(concluded.id)
    clock.advance(timedelta(minutes=1))
    say_again(alone, alone.memory(told.id))
    assert [memory.id for memory in of_kind(alone, "insight")] == [concluded.id]

    people.undo_merge(merge.id)

    assert told.id not in {memory.id for memory in alone.list()}
    assert CONCLUDED not in all_that(alone)


def test_what_an_older_version_made_too_public_is_hidden_when_the_node_looks(
    store: MemoryStore,
) -> None:
    told = learn(store)
    node(store, concludes())
    kept = "UPDATE langmem.memories SET sensitivity = 'personal', subjects = '{bo}' WHERE id = %s RETURNING 1"
    rows(store.conn_string, kept, told.id)

    node(store, infer_insights())

    assert CONCLUDED not in all_that(store.bind(CHAT))


@pytest.mark.parametrize("sensitivity", ["sensitive", "personal"])
def test_nothing_that_is_made_at_night_names_a_key_that_may_not_be_known(
    store: MemoryStore, clock: FakeClock, sensitivity: str
) -> None:
    alone = store.bind(ALONE)
    place = ("memory", "default", "user", "ana", "goals")
    learn(store, category="knowledge")
    for key in ("key-of-bo-1", "key-of-bo-2"):
        alone.put(place, key, {"content": f"{TOLD} {key[-1]} times", "kind": "semantic"})
    for kind in ("insight", "reflection"):
        node(store, concludes(kind=kind))
        for memory in of_kind(alone, kind):
            alone.pin(memory.id)
    daily.build().compile(store=store).invoke({})
    clock.advance(timedelta(minutes=1))
    for key in ("key-of-bo-1", "key-of-bo-2"):
        more = {"sensitivity": sensitivity, "subjects": ["bo"]}
        alone.put(place, key, {"content": f"{TOLD} {key[-1]} times", **more})
    daily.build().compile(store=store).invoke({})

    for who in (
        CHAT,
        Principal(user_id="ana", agent="stylist"),
        Principal(user_id="ana", agent="supervisor", chat_id="team"),
    ):
        assert "key-of-bo" not in all_that(store.bind(who))


def test_a_reflection_on_what_no_agent_sees_whole_is_for_the_user(store: MemoryStore) -> None:
    learn(store, category="knowledge")
    alone = store.bind(ALONE)
    for memory in of_kind(alone, "semantic")[:1]:
        alone.remember(f"{memory.content} on Sundays", category="goals", user_requested=True)

    node(store, concludes(kind="reflection"))

    (reflection,) = of_kind(alone, "reflection")
    told = {alone.memory(id).category for id in reflection.source_ids}
    for agent, names in store.scope.categories.allowlists.items():
        assert reflection.category not in names or told <= set(names), agent
