"""What is learned from a conversation that has ended, and is it learned once?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from books import rows
from fix_clock import FakeClock
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from scripted_answers import answering, fact, finding
from scripted_model import ScriptedChatModel

from langmem_ext import AsyncMemoryStore, MemoryContext, MemoryState, MemoryStore, Principal
from langmem_ext.graphs import session_review
from langmem_ext.nodes import review_session
from langmem_ext.stores.operations.turns import NewTurn

ANA = Principal(user_id="ana", thread_id="t1")
CONTEXT = {"user_id": "ana", "thread_id": "t1"}
TALK = (
    ("user", "Hi! I work as a designer at Acme in Porto."),
    ("assistant", "Nice. What can I do for you?"),
    ("user", "Plan my week. By the way, my sister Eva plays the violin."),
    ("assistant", "Sure, here is a plan."),
)
KNOWN = (
    {
        "said": "designer at Acme",
        **fact("The user works as a designer at Acme", title="Works at Acme", category="profile"),
    },
    {
        "said": "sister Eva",
        **fact(
            "The user's sister Eva plays the violin", subjects=["Eva"], category="relationships"
        ),
    },
)


def reader(**more: Any) -> ScriptedChatModel:
    return answering(Facts=finding(*KNOWN), **more)


def hold(
    store: MemoryStore, talk: Sequence[tuple[str, str]] = TALK, principal: Principal = ANA
) -> None:
    view = store.bind(principal)
    view.add_turns([NewTurn(role, text, id=f"m{n}") for n, (role, text) in enumerate(talk, 1)])


def contents(store: MemoryStore, user: str = "ana") -> list[str]:
    return sorted(memory.content for memory in store.bind(Principal(user_id=user)).list())


def review(store: Any, model: Any, **given: Any) -> dict[str, Any]:
    return session_review.build(model=model).compile(store=store).invoke(given)


def node_graph(model: Any) -> StateGraph[Any, Any, Any, Any]:
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_node("review_session", review_session(model=model))
    builder.add_edge(START, "review_session")
    builder.add_edge("review_session", END)
    return builder


# What is learned


def test_the_facts_of_a_finished_conversation_are_kept(store: MemoryStore) -> None:
    hold(store)

    graph = node_graph(reader()).compile(store=store)
    result = graph.invoke({"messages": []}, context=CONTEXT)

    assert contents(store) == [
        "The user works as a designer at Acme",
        "The user's sister Eva plays the violin",
    ]
    assert [outcome.status for outcome in result["memory_outcomes"]] == ["created", "created"]
    assert "Works at Acme (profile)" in result["memory_notices"][0]


async def test_the_node_works_under_ainvoke(
    async_store: AsyncMemoryStore, store: MemoryStore
) -> None:
    hold(store)

    await node_graph(reader()).compile(store=async_store).ainvoke({"messages": []}, context=CONTEXT)

    assert len(contents(store)) == 2


def test_a_fact_carries_where_it_came_from(store: MemoryStore) -> None:
    hold(store)
    node_graph(reader()).compile(store=store).invoke({"messages": []}, context=CONTEXT)

    eva = next(m for m in store.bind(ANA).list() if "Eva" in m.content)
    assert (eva.source, eva.source_ids, eva.stated_by) == ("review", ("m3",), "ana")
    assert eva.subjects == ("Eva",)
    assert not eva.portable
    assert eva.confidence == pytest.approx(0.6)
    assert eva.extra["prompt"].startswith("review@")


def test_the_graph_reviews_every_session_that_is_over(store: MemoryStore, clock: FakeClock) -> None:
    hold(store)
    hold(store, principal=Principal(user_id="ben", thread_id="t9"))
    clock.advance(timedelta(hours=1))

    result = review(store, reader())

    assert result["report"]["sessions"] == 2
    assert result["report"]["created"] == 4
    assert len(contents(store)) == len(contents(store, "ben")) == 2
    assert set(result["notices"]) == {"ana", "ben"}


async def test_the_graph_works_under_ainvoke(
    async_store: AsyncMemoryStore, store: MemoryStore, clock: FakeClock
) -> None:
    hold(store)
    clock.advance(timedelta(hours=1))

    result = await session_review.build(model=reader()).compile(store=async_store).ainvoke({})

    assert result["report"]["sessions"] == 1


def test_a_long_conversation_is_read_in_pages_of_thirty_turns(
    store: MemoryStore, clock: FakeClock
) -> None:
    talk = [("user", f"This is message number {n}.") for n in range(70)]
    hold(store, [*talk, *TALK])
    model = reader()

    review(store, model)  # 74 turns are enough to be due

    asked = [call for call in model.calls if call["tools"] == ["Facts"]]
    assert [call["messages"][-1].text.count('"n":') for call in asked] == [30, 30, 14]
    assert len(contents(store)) == 2


# When it is due


def test_a_conversation_is_reviewed_once_it_has_been_silent_for_half_an_hour(
    store: MemoryStore, clock: FakeClock
) -> None:
    hold(store)
    assert "sessions" not in review(store, reader())["report"]

    clock.advance(timedelta(minutes=30))
    assert review(store, reader())["report"]["sessions"] == 1


def test_a_new_thread_of_the_same_user_ends_the_one_before(store: MemoryStore) -> None:
    hold(store)
    hold(store, principal=Principal(user_id="ben", thread_id="b1"))

    store.bind(Principal(user_id="ana", thread_id="t2")).add_turn("user", "Hello again")

    assert review(store, reader())["report"]["sessions"] == 1
    assert contents(store, "ben") == []


def test_sixty_turns_make_a_review_due(store: MemoryStore) -> None:
    hold(store, [*TALK, *(("user", f"Message {n}, nothing else.") for n in range(56))])

    assert review(store, reader())["report"]["sessions"] == 1


def test_a_conversation_of_less_than_three_messages_is_left_alone(
    store: MemoryStore, clock: FakeClock
) -> None:
    hold(store, TALK[:2])
    model = reader()
    clock.advance(timedelta(hours=1))

    assert review(store, model)["report"]["skipped: short"] == 1
    assert model.calls == []

    store.bind(ANA).add_turn("user", "Anything else?")
    clock.advance(timedelta(hours=1))
    assert review(store, model)["report"]["sessions"] == 1
    assert contents(store) == ["The user works as a designer at Acme"]


def test_what_is_said_after_a_review_gets_one_of_its_own(
    store: MemoryStore, clock: FakeClock
) -> None:
    hold(store, TALK[:3])
    clock.advance(timedelta(hours=1))
    review(store, reader())

    store.bind(ANA).add_turn("user", "I also speak Portuguese.")
    clock.advance(timedelta(hours=1))
    model = answering(Facts={"facts": [fact("The user speaks Portuguese", 1)]})
    assert review(store, model)["report"]["sessions"] == 1

    assert "The user speaks Portuguese" in contents(store)
    assert model.calls[0]["messages"][-1].text.count('"n":') == 1


# Once


def test_a_session_is_reviewed_once_however_often_it_is_triggered(
    store: MemoryStore, clock: FakeClock
) -> None:
    hold(store)
    model = reader()
    graph = node_graph(model).compile(store=store)

    for _ in range(3):
        graph.invoke({"messages": []}, context=CONTEXT)
        clock.advance(timedelta(hours=1))
        review(store, model)

    assert len([call for call in model.calls if call["tools"] == ["Facts"]]) == 1
    assert len(contents(store)) == 2


def test_a_session_that_another_worker_holds_is_left_to_it(
    store: MemoryStore, clock: FakeClock
) -> None:
    hold(store)
    seen = []

    def meanwhile(items: Any) -> dict[str, Any]:
        seen.append(review(store, reader())["report"])
        return finding(*KNOWN)(items)

    clock.advance(timedelta(hours=1))
    assert review(store, answering(Facts=meanwhile))["report"]["sessions"] == 1
    assert seen == [{}]


def ledger(uri: str) -> list[dict[str, Any]]:
    return rows(uri, "SELECT units, calls, failed FROM langmem.energy")


def standing(uri: str) -> Any:
    """Everything that a review leaves behind, without times and ids."""
    memories = rows(
        uri,
        "SELECT content, state, confidence, strength, importance, subjects, cardinality(source_ids) AS sources, access_count "
        "FROM langmem.memories ORDER BY content",
    )
    changes = rows(uri, "SELECT event, text FROM langmem.change_log ORDER BY rev")
    sessions = rows(uri, "SELECT session_id, reviewed_turns FROM langmem.sessions")
    return memories, changes, sessions, rows(uri, "SELECT key FROM langmem.work"), ledger(uri)


MOVED = (
    {"said": "I live in Porto", **fact("The user lives in Porto", category="profile")},
    {"said": "moved to Lisbon", **fact("The user lives in Lisbon", category="profile")},
)
MOVE = (
    *TALK,
    ("user", "I live in Porto right now."),
    ("user", "Correction: I moved to Lisbon last year."),
)


def mover() -> ScriptedChatModel:
    def read(items: list[dict[str, Any]]) -> dict[str, Any]:
        return finding(*KNOWN, {**MOVED[0]}, {**MOVED[1], "content": "The user moved to Lisbon"})(
            items
        )

    return answering(
        Facts=read,
        Verdicts=lambda pairs: {
            "verdicts": [
                {"pair": pair["n"], "verdict": "contradicts"}
                for pair in pairs
                if {"Porto", "Lisbon"} <= set(f"{pair['a']} {pair['b']}".split())
            ]
        },
    )


class Killed(BaseException):
    """The process dies."""


STEPS = ("claim", "extract", "learn", "settle", "finish")


@pytest.mark.parametrize("checkpointed", [True, False], ids=["checkpointed", "anew"])
@pytest.mark.parametrize("after", [True, False], ids=["after", "before"])
@pytest.mark.parametrize("step", STEPS)
def test_a_review_that_is_killed_at_any_step_ends_as_if_nothing_had_happened(
    store: MemoryStore,
    clock: FakeClock,
    databases: Any,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
    after: bool,
    checkpointed: bool,
) -> None:
    hold(store, MOVE)
    clock.advance(timedelta(hours=1))
    model = mover()
    real = session_review._STEPS[step]
    alive = [False]

    def dying(*args: Any) -> Any:
        if not after and not alive[0]:
            raise Killed
        done = yield from real(*args)
        if not alive[0]:
            raise Killed
        return done

    monkeypatch.setitem(session_review._STEPS, step, dying)
    saver = InMemorySaver() if checkpointed else None
    graph = session_review.build(model=model).compile(store=store, checkpointer=saver)
    config = {"configurable": {"thread_id": "job"}} if checkpointed else {}
    with pytest.raises(Killed):
        graph.invoke({}, config)
    alive[0] = True
    if checkpointed:
        graph.invoke(None, config)
    clock.advance(timedelta(minutes=11))  # the lease of the dead worker ends
    graph.invoke({}, config)

    assert standing(store.conn_string) == undisturbed(databases, clock)
    assert [call["tools"] for call in model.calls] == [["Facts"], ["Verdicts"]]


def undisturbed(databases: Any, clock: FakeClock) -> Any:
    """What the same review leaves behind when nobody dies."""
    from fix_clock import START
    from fix_embeddings import HASH_DIMS, HashEmbeddings

    own = FakeClock(START)
    with databases.fresh() as uri:
        index = {"dims": HASH_DIMS, "embed": HashEmbeddings()}
        with MemoryStore.from_conn_string(uri, index=index, clock=own) as store:
            hold(store, MOVE)
            own.advance(timedelta(hours=1))
            review(store, mover())
        return standing(uri)
