"""What is learned from a conversation that has ended, and is it learned once?"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import leases
import pytest
from books import rows
from fix_clock import FakeClock
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from scripted_answers import answering, fact, finding
from scripted_model import ScriptedChatModel

from langmem_ext import (
    AsyncMemoryStore,
    MemoryContext,
    MemoryState,
    MemoryStore,
    Principal,
    Settings,
    Turn,
)
from langmem_ext.graphs import session_review
from langmem_ext.nodes import facts, review_session
from langmem_ext.policies.trust import was_requested
from langmem_ext.settings import EnergySettings
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


def reviewed(store: Any, model: Any) -> dict[str, Any]:
    """Run the node at the end of ana's conversation."""
    result: dict[str, Any] = (
        node_graph(model).compile(store=store).invoke({"messages": []}, context=CONTEXT)
    )
    return result


def contradicting(word: str) -> Any:
    """Say of each pair that holds a word that its statements contradict each other."""

    def judge(pairs: list[dict[str, Any]]) -> dict[str, Any]:
        found = [pair["n"] for pair in pairs if word in f"{pair['a']} {pair['b']}"]
        return {"verdicts": [{"pair": n, "verdict": "contradicts"} for n in found]}

    return judge


def node_graph(model: Any) -> StateGraph[Any, Any, Any, Any]:
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_node("review_session", review_session(model=model))
    builder.add_edge(START, "review_session")
    builder.add_edge("review_session", END)
    return builder


# What is learned


def test_the_facts_of_a_finished_conversation_are_kept(store: MemoryStore) -> None:
    hold(store)

    result = reviewed(store, reader())

    assert contents(store) == [
        "The user works as a designer at Acme",
        "The user's sister Eva plays the violin",
    ]
    assert [outcome.status for outcome in result["memory_outcomes"]] == ["created", "created"]
    assert "Works at Acme (profile)" in result["memory_notices"][0]


@pytest.mark.parametrize(("least", "kept"), [(0.7, 1), (0.5, 2)])
def test_what_the_model_is_unsure_of_is_not_kept(
    store: MemoryStore, least: float, kept: int
) -> None:
    hold(store)
    works, eva = KNOWN
    model = answering(Facts=finding(works, {**eva, "confidence": 0.6}))
    settings = Settings(review={"least_confidence": least})

    graph = session_review.build(settings, model).compile(store=store)
    graph.invoke({"session_id": "t1"}, context={"user_id": "ana"})

    assert len(contents(store)) == kept


def test_a_fact_may_call_the_user_by_the_id(store: MemoryStore) -> None:
    hold(store)
    model = answering(
        Facts={
            "facts": [fact("Ana works as a designer at Acme", 1), fact("Anabel works at Acme", 1)]
        }
    )

    reviewed(store, model)

    (memory,) = store.bind(Principal(user_id="ana")).list(filters={"kind": "semantic"})
    assert memory.content == "Ana works as a designer at Acme"
    assert (memory.subjects, memory.portable, memory.confidence) == ((), True, pytest.approx(0.9))


async def test_the_node_works_under_ainvoke(
    async_store: AsyncMemoryStore, store: MemoryStore
) -> None:
    hold(store)

    await node_graph(reader()).compile(store=async_store).ainvoke({"messages": []}, context=CONTEXT)

    assert len(contents(store)) == 2


async def test_facts_are_checked_beside_the_event_loop(
    async_store: AsyncMemoryStore, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    places: list[bool] = []

    def noted(content: str, cited: Sequence[Turn]) -> bool:
        places.append(threading.current_thread() is threading.main_thread())
        return was_requested(content, cited)

    monkeypatch.setattr(facts, "was_requested", noted)
    hold(store)
    await node_graph(reader()).compile(store=async_store).ainvoke({"messages": []}, context=CONTEXT)

    assert places
    assert not any(places)


def test_a_fact_carries_where_it_came_from(store: MemoryStore) -> None:
    hold(store)
    reviewed(store, reader())

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


def test_a_run_in_a_thread_of_its_own_begins_anew(store: MemoryStore, clock: FakeClock) -> None:
    graph = session_review.build(model=reader()).compile(store=store, checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "cron"}}
    for n in range(3):
        hold(store, principal=Principal(user_id=f"user{n}", thread_id="t1"))
    clock.advance(timedelta(hours=1))

    reports = [graph.invoke({"limit": 1}, config)["report"]["sessions"] for _ in range(2)]
    rest = graph.invoke({}, config)["report"]["sessions"]

    assert (reports, rest) == ([1, 1], 1)


def test_the_graph_reviews_one_session_when_it_is_told_which(store: MemoryStore) -> None:
    hold(store)
    hold(store, principal=Principal(user_id="ben", thread_id="t1"))
    graph = session_review.build(model=reader()).compile(store=store)

    report = graph.invoke({"session_id": "t1"}, context={"user_id": "ben"})["report"]

    assert (report["sessions"], contents(store)) == (1, [])
    assert len(contents(store, "ben")) == 2


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
    leases.of_seconds(store, 2)
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
        "SELECT content, state, confidence, strength, importance, subjects, cardinality(source_ids) AS sources, "
        "access_count FROM langmem.memories ORDER BY content",
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
        Episode={"summary": "The user planned the week and talked about Porto and Lisbon."},
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


STEPS = ("begin", "claim", "extract", "learn", "settle", "sum_up", "finish")


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
    leases.of_seconds(store, 0.1)
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
    leases.die_out()
    alive[0] = True
    if checkpointed:
        graph.invoke(None, config)
    clock.advance(timedelta(minutes=11))  # the lease of the dead worker ends
    graph.invoke({}, config)

    assert standing(store.conn_string) == undisturbed(databases, clock)
    assert [call["tools"] for call in model.calls] == [["Facts"], ["Verdicts"], ["Episode"]]


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


def test_many_workers_at_once_review_each_session_once(
    store: MemoryStore, clock: FakeClock
) -> None:
    for n in range(6):
        hold(store, principal=Principal(user_id=f"user{n}", thread_id="t1"))
    clock.advance(timedelta(hours=1))
    model = reader()

    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(lambda _: review(store, model)["report"].get("sessions", 0), range(4)))

    assert sum(done) == 6
    assert len([call for call in model.calls if call["tools"] == ["Facts"]]) == 6


# What is there already


def test_the_same_fact_twice_in_an_answer_becomes_one_memory(store: MemoryStore) -> None:
    hold(store)
    twice = [
        fact("The user works as a designer at Acme", 1),
        fact("The user works as a Designer at Acme.", 1),
    ]

    reviewed(store, answering(Facts={"facts": twice}))

    assert len(contents(store)) == 1


def test_what_is_kept_in_nearly_the_same_words_is_strengthened(store: MemoryStore) -> None:
    known = store.bind(ANA).remember(
        "The user works as a lead designer at Acme", category="profile"
    )
    hold(store)

    result = reviewed(store, reader())

    assert result["memory_outcomes"][0].status == "unchanged"
    assert result["memory_outcomes"][0].memory.id == known.memory.id
    assert "m1" in result["memory_outcomes"][0].memory.source_ids


def test_nearly_the_same_words_with_another_number_are_another_fact(store: MemoryStore) -> None:
    store.bind(ANA).remember(
        "The user takes meetings after 2 pm on weekdays", category="preferences"
    )
    hold(
        store,
        [("user", "I take meetings after 3 pm on weekdays"), ("assistant", "Ok"), ("user", "Bye")],
    )

    reviewed(
        store,
        answering(Facts={"facts": [fact("The user takes meetings after 3 pm on weekdays", 1)]}),
    )

    assert "The user takes meetings after 3 pm on weekdays" in contents(store)


def test_a_statement_that_is_contradicted_loses_its_place(
    store: MemoryStore, clock: FakeClock
) -> None:
    old = store.bind(ANA).remember("The user works as a cook at Bistro", category="profile").memory
    clock.advance(timedelta(days=1))
    hold(store)
    reviewed(store, reader(Verdicts=contradicting("cook")))

    assert "The user works as a cook at Bistro" not in contents(store)
    winner = next(m for m in store.bind(ANA).list() if "Acme" in m.content)
    assert winner.supersedes == (old.id,)
    (row,) = rows(
        store.conn_string,
        "SELECT state, confidence FROM langmem.memories WHERE state = 'superseded'",
    )
    assert row["confidence"] == pytest.approx(0.3)


def test_what_the_user_has_confirmed_is_not_contradicted_away(
    store: MemoryStore, clock: FakeClock
) -> None:
    view = store.bind(ANA)
    view.confirm(view.remember("The user works as a cook at Bistro", category="profile").memory.id)
    clock.advance(timedelta(days=1))
    hold(store)
    reviewed(store, reader(Verdicts=contradicting("cook")))

    assert "The user works as a cook at Bistro" in contents(store)


@pytest.mark.parametrize("how", ["forget", "forget_matching", "correct"])
def test_what_the_user_has_since_withdrawn_does_not_come_back(
    store: MemoryStore, clock: FakeClock, how: str
) -> None:
    hold(store)
    view = store.bind(ANA)
    id = view.remember("The user works as a designer at Acme", category="profile").memory.id
    clock.advance(timedelta(minutes=1))
    if how == "correct":
        view.correct(id, "The user works as a designer at Umbra")
    else:
        getattr(view, how)(id if how == "forget" else "works at Acme")

    reviewed(store, reader())

    assert not any("Acme" in content for content in contents(store))
    assert "The user's sister Eva plays the violin" in contents(store)


def test_what_is_said_again_after_it_was_forgotten_is_remembered(
    store: MemoryStore, clock: FakeClock
) -> None:
    view = store.bind(ANA)
    view.forget(view.remember("The user works as a designer at Acme", category="profile").memory.id)
    clock.advance(timedelta(minutes=1))
    hold(store)

    reviewed(store, reader())

    assert "The user works as a designer at Acme" in contents(store)


# What the user asked for


def test_only_what_the_user_asked_to_remember_counts_as_asked(store: MemoryStore) -> None:
    talk = [
        ("user", "Remember that I prefer window seats."),
        ("assistant", "Ok"),
        ("user", "I work at Acme."),
    ]
    hold(store, talk)
    claims = [
        fact("The user prefers window seats", 1, user_requested=True, importance=1.0),
        fact("The user works at Acme", 3, user_requested=True, importance=1.0),
    ]

    reviewed(store, answering(Facts={"facts": claims}))

    asked = {m.content: (m.user_requested, m.importance) for m in store.bind(ANA).list()}
    assert asked == {
        "The user prefers window seats": (True, 5),
        "The user works at Acme": (False, 4),
    }


# Wording


def test_what_is_worded_badly_is_asked_for_once_more_with_the_reason(store: MemoryStore) -> None:
    hold(store)
    bad, good = (
        fact("I work as a designer at Acme", 1),
        fact("The user works as a designer at Acme", 1),
    )
    model = answering(Facts=[{"facts": [bad]}, {"facts": [good]}])

    reviewed(store, model)

    assert contents(store) == ["The user works as a designer at Acme"]
    assert "item 1: in the first or second person" in model.calls[1]["messages"][0].text
    (call,) = rows(
        store.conn_string,
        "SELECT sum(items) AS items, sum(passed) AS passed FROM langmem.model_calls",
    )
    assert (call["items"], call["passed"]) == (1, 0)


def test_what_is_worded_badly_twice_is_refused_with_the_reason_in_events(
    store: MemoryStore,
) -> None:
    hold(store)

    reviewed(store, answering(Facts={"facts": [fact("He works as a designer at Acme", 1)]}))

    assert contents(store) == []
    reasons = rows(
        store.conn_string, "SELECT reason FROM langmem.events WHERE node = 'review_session'"
    )
    assert reasons == [{"reason": "format"}]


# Failure and energy


@pytest.mark.parametrize(
    "answer",
    [RuntimeError("secret words"), TimeoutError(), "no JSON at all"],
    ids=["error", "time-out", "nonsense"],
)
def test_a_model_that_fails_is_charged_and_the_session_waits(
    store: MemoryStore, clock: FakeClock, caplog: pytest.LogCaptureFixture, answer: Any
) -> None:
    hold(store)

    result = reviewed(store, answering(Facts=answer))

    assert result["memory_outcomes"] == []
    (spent,) = ledger(store.conn_string)
    assert (spent["calls"], spent["failed"]) == (1, 1)
    assert spent["units"] > 10
    assert "secret words" not in caplog.text
    assert rows(store.conn_string, "SELECT status FROM langmem.events WHERE op = 'model'") == [
        {"status": "error"}
    ]

    clock.advance(timedelta(minutes=2))
    assert review(store, reader())["report"]["sessions"] == 1
    assert len(contents(store)) == 2


def test_a_review_that_fails_five_times_is_given_up(store: MemoryStore, clock: FakeClock) -> None:
    hold(store)
    model = answering(Facts=RuntimeError("down"))

    for _ in range(8):
        clock.advance(timedelta(hours=2))
        review(store, model)

    assert len(model.calls) == 5


def test_without_a_model_the_review_says_so_and_waits(store: MemoryStore, clock: FakeClock) -> None:
    hold(store)
    clock.advance(timedelta(hours=1))

    assert review(store, None)["report"] == {"skipped: no model": 1}
    assert reviewed(store, None)["memory_outcomes"] == []
    assert {"op": "model", "status": "skipped", "reason": "no model"} in rows(
        store.conn_string, "SELECT op, status, reason FROM langmem.events"
    )
    assert review(store, reader())["report"]["sessions"] == 1


def test_background_work_waits_for_tomorrow_when_a_fifth_of_the_energy_is_left(
    store: MemoryStore, clock: FakeClock
) -> None:
    hold(store)
    hold(store, principal=Principal(user_id="ben", thread_id="b"))
    clock.advance(timedelta(hours=1))
    tight = Settings(energy=EnergySettings(daily_units=25))
    model = reader()
    graph = session_review.build(tight, model).compile(store=store)

    assert graph.invoke({})["report"]["skipped: energy"] == 1
    assert len(contents(store)) + len(contents(store, "ben")) == 2

    clock.advance(timedelta(days=1))
    graph.invoke({})
    assert len(contents(store, "ben")) == len(contents(store)) == 2


def test_what_was_spent_is_told_once(store: MemoryStore) -> None:
    hold(store)
    reviewed(store, reader())

    spent = store.energy_consumed_since_last_poll()

    assert spent == pytest.approx(sum(row["units"] for row in ledger(store.conn_string)))
    assert spent >= 11  # ten for the call, one for a thousand tokens
    assert store.energy_consumed_since_last_poll() == 0


def test_what_the_model_said_is_not_kept_once_the_review_is_done(store: MemoryStore) -> None:
    hold(store)
    reviewed(store, reader())

    assert (
        rows(store.conn_string, "SELECT answer FROM langmem.model_calls WHERE answer IS NOT NULL")
        == []
    )


def test_a_chat_of_several_is_reviewed_into_the_chat(store: MemoryStore, clock: FakeClock) -> None:
    room = Principal(user_id="ana", chat_id="room", participants=("ana", "ben"), thread_id="room")
    view = store.bind(room)
    view.add_turns([
        NewTurn("user", "I work at Acme.", id="m1", speaker="Ana"),
        NewTurn("user", "Ana hates cheese.", id="m2", speaker="Ben"),
        NewTurn("assistant", "I see.", id="m3"),
    ])  # fmt: skip
    clock.advance(timedelta(hours=1))
    said = [
        fact("Ana works at Acme", 1, subjects=["Ana"]),
        fact("Ana hates cheese", 2, subjects=["Ana"]),
    ]

    review(store, answering(Facts={"facts": said}))

    found = {m.content: (m.space, m.stated_by, round(m.confidence, 1)) for m in view.list()}
    assert found == {
        "Ana works at Acme": ("chat:room", "Ana", 0.9),
        "Ana hates cheese": ("chat:room", "Ben", 0.6),
    }
    assert contents(store) == []


def test_what_a_user_says_alone_is_the_users_whatever_name_it_goes_by(
    store: MemoryStore, clock: FakeClock
) -> None:
    store.people().add("Ana Smith", id="p-ana")
    store.people().link_user("p-ana", "ana")
    names = ["Ana", "Ana", None, "Ana"]
    texts = ["I love tea.", "My sister Eva plays the violin.", "I live in Porto.", "Thank you."]
    turns = [NewTurn("user", text, id=f"m{n}", speaker=name)
             for n, (text, name) in enumerate(zip(texts, names, strict=True), 1)]  # fmt: skip
    store.bind(ANA).add_turns([*turns, NewTurn("assistant", "I see.", id="a", speaker="Desk")])
    clock.advance(timedelta(hours=1))
    said = [
        fact("Ana loves tea", 1, subjects=["Ana"], type="preference"),
        fact("The user's sister Eva plays the violin", 2, subjects=["Eva"], type="relationship"),
        fact("The user lives in Porto", 3, type="identity"),
    ]

    review(store, answering(Facts={"facts": said}))

    found = {m.content: (m.subjects, m.stated_by, m.portable) for m in store.bind(ANA).list()}
    assert found == {
        "Ana loves tea": (("p-ana",), "ana", True),
        "The user's sister Eva plays the violin": (("Eva",), "ana", False),
        "The user lives in Porto": (("p-ana",), "ana", True),
    }


def test_where_several_speak_in_a_users_own_space_each_is_who_the_turn_says(
    store: MemoryStore, clock: FakeClock
) -> None:
    turns = [NewTurn("user", text, id=f"m{n}", speaker=name) for n, (text, name) in enumerate(
        [("I love tea.", "Cy"), ("I love coffee.", "Ben"), ("So it is.", "Cy")], 1)]  # fmt: skip
    store.bind(ANA).add_turns(turns)
    clock.advance(timedelta(hours=1))
    said = [
        fact("Cy loves tea", 1, subjects=["Cy"], type="preference"),
        fact("Ben loves coffee", 2, subjects=["Ben"], type="preference"),
    ]

    review(store, answering(Facts={"facts": said}))

    found = {m.content: (m.subjects, m.stated_by) for m in store.bind(ANA).list()}
    assert found == {
        "Cy loves tea": (("Cy",), "Cy"),
        "Ben loves coffee": (("Ben",), "Ben"),
    }


ROOM = Principal(user_id="ana", chat_id="room", participants=("ana", "ben"), thread_id="room")


def say(store: MemoryStore, clock: FakeClock, speaker: str, text: str, **known: Any) -> Any:
    """Review a chat in which one thing was said; return what was learned of it."""
    answers = [NewTurn("assistant", "I see.", id=id) for id in ("m2", "m3")]
    store.bind(ROOM).add_turns([NewTurn("user", text, id="m1", speaker=speaker), *answers])
    clock.advance(timedelta(hours=1))
    review(store, answering(Facts={"facts": [fact(text, 1, **known)]}))
    (memory,) = [each for each in store.bind(ROOM).list() if each.source == "review"]
    return memory


def test_what_is_said_of_somebody_in_a_chat_is_found_where_that_person_is(
    store: MemoryStore, clock: FakeClock
) -> None:
    store.people().add("Bob Smith", id="p-bob", usernames={"slack": "@bob"})
    store.people().link_user("p-bob", "bob")

    memory = say(store, clock, "Ana", "@bob loves pizza", subjects=["@bob"])

    assert (memory.subjects, memory.portable) == (("p-bob",), True)
    alone = store.bind(Principal(user_id="bob"))
    assert [each.content for each in alone.find_memories_by_subject(["p-bob"])] == [
        "@bob loves pizza"
    ]


def test_who_said_it_of_somebody_is_kept_as_the_person_that_the_name_means(
    store: MemoryStore, clock: FakeClock
) -> None:
    store.people().add("Ben Cole", id="ben", aliases=["Ben"])
    memory = say(store, clock, "Ben", "Ana hates cheese.", subjects=["Ana"])

    assert (memory.stated_by, memory.subjects, memory.portable) == ("ben", ("Ana",), False)


def test_what_matters_in_a_chat_only_stays_there(store: MemoryStore, clock: FakeClock) -> None:
    store.people().add("Bob", id="bob")

    memory = say(store, clock, "Ana", "Bob presents next.", subjects=["Bob"], portable=False)

    assert (memory.subjects, memory.portable) == (("bob",), False)


@pytest.mark.parametrize("chat", [None, "room", "elsewhere"])
def test_nobody_gets_what_is_said_of_somebody_by_taking_the_name(
    store: MemoryStore, clock: FakeClock, chat: str | None
) -> None:
    mallory = store.bind(Principal(user_id="mallory", chat_id=chat))
    mallory.people.add("Bob", id="mallory")
    mallory.remember("Is around")  # in a chat, whoever writes has been there

    memory = say(store, clock, "Ana", "Bob loves pizza.", subjects=["Bob"])

    there = chat == "room"  # and has heard it
    assert (memory.subjects, memory.portable) == (("mallory" if there else "Bob",), there)


@pytest.mark.parametrize("chat", [None, "elsewhere"])
def test_nobody_known_gets_what_is_said_of_somebody_by_taking_the_name(
    store: MemoryStore, clock: FakeClock, chat: str | None
) -> None:
    store.people().add("Mallory", id="mallory")
    mallory = store.bind(Principal(user_id="mallory", chat_id=chat))
    mallory.people.add_alias("mallory", "Bob")
    mallory.people.add_username("mallory", "slack", "@bob")
    mallory.people.update("mallory", name="The director")

    memory = say(
        store, clock, "Ana", "Bob and the director love pizza.", subjects=["Bob", "the director"]
    )

    assert (memory.subjects, memory.portable) == (("Bob", "the director"), False)


def test_a_name_that_a_trusted_job_gives_as_well_means_who_took_it_before(
    store: MemoryStore, clock: FakeClock
) -> None:
    store.people().add("Robert", id="bob")
    store.bind(Principal(user_id="bob")).people.add_alias("bob", "Bob")
    store.people().add_alias("bob", "Bob")

    assert say(store, clock, "Ana", "Bob loves pizza.", subjects=["Bob"]).subjects == ("bob",)


def test_a_name_is_whose_it_was_once_a_merge_is_taken_back(
    store: MemoryStore, clock: FakeClock
) -> None:
    people = store.people()
    people.add("Bob", id="bob")
    other = people.add("Bobby", aliases=["Bob"])
    people.undo_merge(people.merge("bob", other.id).id)
    people.remove_alias(other.id, "Bob")

    assert say(store, clock, "Ana", "Bob loves pizza.", subjects=["Bob"]).subjects == ("bob",)


def test_who_has_been_in_a_chat_gets_by_a_name_of_its_own_only_what_is_public(
    store: MemoryStore, clock: FakeClock
) -> None:
    mallory = store.bind(Principal(user_id="mallory", chat_id="room"))
    mallory.people.add("Bob", id="mallory")
    mallory.add_turn("user", "Bye, I leave this room")

    ana = store.bind(Principal(user_id="ana", chat_id="room", thread_id="room"))
    ana.add_turns(
        [NewTurn("user", text, id=text) for text in ("Bob looks for a new job.", "I see.", "Hm.")]
    )
    clock.advance(timedelta(hours=1))
    job = fact("Bob looks for a new job", 1, subjects=["Bob"], sensitivity="personal")
    review(store, answering(Facts={"facts": [job]}))

    (kept,) = rows(
        store.conn_string, "SELECT subjects, portable FROM langmem.memories WHERE source = 'review'"
    )
    assert kept == {"subjects": ["Bob"], "portable": False}
    assert not store.bind(Principal(user_id="mallory")).find_memories_by_subject(["mallory"])


def test_a_name_that_several_bear_means_nobody(store: MemoryStore, clock: FakeClock) -> None:
    store.people().add("Bob", id="b1")
    store.bind(ROOM).people.add("Bob", id="b2")

    assert say(store, clock, "Ana", "Bob loves pizza.", subjects=["Bob"]).subjects == ("Bob",)


def test_what_a_user_tells_alone_of_somebody_stays_with_the_user(
    store: MemoryStore, clock: FakeClock
) -> None:
    store.bind(ANA).people.add("Eva", id="eva")
    hold(store)
    clock.advance(timedelta(hours=1))
    review(store, reader())

    eva = next(memory for memory in store.bind(ANA).list() if "Eva" in memory.content)
    assert (eva.subjects, eva.portable) == (("eva",), False)
    assert store.bind(Principal(user_id="eva")).find_memories_by_subject(["eva"]) == []
