"""Is each thread told what changed since it last looked, once, and nothing that it may not see?"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import pairwise
from threading import Barrier

import pytest
from books import require_balance, rows
from fix_clock import FakeClock
from hypothesis import given
from hypothesis import strategies as st

from langmem_ext import AsyncMemoryStore, Delta, MemoryStore, MemoryView, Principal
from langmem_ext.errors import CategoryNotAllowed
from langmem_ext.policies.deltas import MAX_BULLETS, SIGNS, RankedChange, header
from langmem_ext.stores.operations import sweeping


@pytest.fixture
def ana(store: MemoryStore) -> MemoryView:
    """The view that changes things: in no thread."""
    return store.bind(Principal(user_id="ana"))


def thread(store: MemoryStore, name: str = "t1", **fields: object) -> MemoryView:
    """A thread of Ana's that has looked before."""
    view = store.bind(Principal(**{"user_id": "ana", "thread_id": name, **fields}))  # type: ignore[arg-type]
    view.delta()
    return view


def likes(view: MemoryView, *things: str, **fields: object) -> list[str]:
    return [
        view.remember(f"Likes {thing}", **{"category": "preferences", **fields}).memory.id
        for thing in things
    ]


# What a header looks like


def test_the_header_is_that_of_the_model(store: MemoryStore, ana: MemoryView) -> None:
    t1 = thread(store)
    likes(ana, "tea", importance=2)

    delta = t1.delta()

    assert (delta.since, delta.rev) == (0, 1)
    assert (
        delta.header == "Memory updates since rev 0:\n- +created: [preferences] Likes tea (imp=2)"
    )
    (change,) = delta.changes
    assert (change.event, change.category, change.text, change.rev) == (
        "created",
        "preferences",
        "Likes tea",
        1,
    )
    assert change.space == "default/user:ana"


def test_each_event_has_its_sign(store: MemoryStore, ana: MemoryView) -> None:
    changed, gone, back = likes(ana, "tea", "milk", "cake")
    ana.forget(back)
    t1 = thread(store)

    ana.correct(changed, "Likes black tea")
    ana.forget(gone)
    ana.restore(back)

    assert t1.delta().header.splitlines() == [
        "Memory updates since rev 4:",
        "- ↑updated: [preferences] Likes black tea",
        "- -soft_deleted: [preferences] Likes milk",
        "- +restored: [preferences] Likes cake",
    ]


def test_more_than_three_changes_are_counted_on_a_fourth_line(
    store: MemoryStore, ana: MemoryView
) -> None:
    t1 = thread(store)
    for number, thing in enumerate(("tea", "milk", "cake", "soup", "jam"), start=1):
        likes(ana, thing, importance=number)

    delta = t1.delta()

    assert delta.header.splitlines() == [
        "Memory updates since rev 0:",
        "- +created: [preferences] Likes cake (imp=3)",
        "- +created: [preferences] Likes soup (imp=4)",
        "- +created: [preferences] Likes jam (imp=5)",
        "- …and 2 more",
    ]
    assert len(delta.changes) == 5


def test_without_changes_there_is_no_header(store: MemoryStore, ana: MemoryView) -> None:
    t1 = thread(store)
    likes(ana, "tea")
    t1.delta()

    assert t1.delta() == Delta(since=1, rev=1)


def test_what_changes_nothing_is_not_told(store: MemoryStore, ana: MemoryView) -> None:
    (tea,) = likes(ana, "tea")
    ana.pin(tea)
    t1 = thread(store)

    likes(ana, "tea")
    likes(ana, "TEA!", importance=5)
    ana.pin(tea)
    ana.remember("My password is hunter2-Xy9!")

    assert t1.delta().changes == ()


def test_what_came_and_went_in_between_is_not_told(store: MemoryStore, ana: MemoryView) -> None:
    t1 = thread(store)
    ana.forget(likes(ana, "tea")[0])

    delta = t1.delta()

    assert delta.header == ""
    assert (delta.since, delta.rev) == (0, 2)


def test_what_was_created_and_changed_is_told_as_created_in_its_last_words(
    store: MemoryStore, ana: MemoryView
) -> None:
    t1 = thread(store)
    ana.correct(likes(ana, "tea")[0], "Likes black tea")

    assert t1.delta().header.splitlines()[1:] == [
        "- +created: [preferences] Likes black tea (imp=3)"
    ]


def test_a_value_that_was_replaced_in_between_is_not_told(
    store: MemoryStore, ana: MemoryView
) -> None:
    t1 = thread(store)
    ana.remember("Works at Acme", category="profile", slot="employer")
    ana.remember("Works at Globex", category="profile", slot="employer")

    assert "Acme" not in t1.delta().header


def test_a_proposal_that_is_dropped_is_not_told(store: MemoryStore, ana: MemoryView) -> None:
    ana.remember("Lives in Rome", category="profile", slot="city")
    t1 = thread(store)

    ana.forget(ana.remember("Lives in Oslo", category="profile", slot="city").memory.id)

    assert t1.delta().changes == ()


# Threads, agents, users


def test_a_new_thread_starts_at_the_current_revision(store: MemoryStore, ana: MemoryView) -> None:
    likes(ana, "tea", "milk")

    assert store.bind(Principal(user_id="ana", thread_id="new")).delta() == Delta(since=2, rev=2)


def test_a_thread_of_a_user_without_memories_starts_at_zero(store: MemoryStore) -> None:
    nobody = store.bind(Principal(user_id="nobody", thread_id="t"))

    assert nobody.delta() == nobody.delta() == Delta(since=0, rev=0)


def test_each_thread_is_told_once(store: MemoryStore, ana: MemoryView) -> None:
    t1, t2 = thread(store, "t1"), thread(store, "t2")
    likes(ana, "tea")

    assert "Likes tea" in t1.delta().header
    likes(ana, "milk")
    assert t1.delta().header.splitlines()[1:] == ["- +created: [preferences] Likes milk (imp=3)"]
    assert [change.text for change in t2.delta().changes] == ["Likes tea", "Likes milk"]
    assert (t1.delta().header, t2.delta().header) == ("", "")


def test_a_thread_is_told_of_its_own_changes_too(store: MemoryStore) -> None:
    t1 = thread(store)
    likes(t1, "tea")

    assert "Likes tea" in t1.delta().header


def test_threads_of_one_name_belong_to_their_users(store: MemoryStore, ana: MemoryView) -> None:
    t1, of_bo = thread(store, "t1"), thread(store, "t1", user_id="bo")
    likes(ana, "tea")

    assert of_bo.delta() == Delta(since=0, rev=0)
    assert t1.delta().changes


def test_without_a_thread_there_is_nothing_to_catch_up_with(
    store: MemoryStore, ana: MemoryView
) -> None:
    likes(ana, "tea")

    assert ana.delta() == ana.delta() == Delta(since=1, rev=1)


def test_a_query_and_a_context_move_the_cursor(store: MemoryStore, ana: MemoryView) -> None:
    t1, t2 = thread(store, "t1"), thread(store, "t2")
    likes(ana, "tea")

    assert "+created" in t1.query("something else").header
    assert "+created" in t2.context("something else").header
    assert not t1.delta().changes and not t2.delta().changes


def test_a_refused_query_does_not_move_the_cursor(store: MemoryStore, ana: MemoryView) -> None:
    planner = thread(store, agent="planner")
    likes(ana, "running", category="goals")

    with pytest.raises(CategoryNotAllowed):
        planner.query("running", categories=["profile"])

    assert planner.delta().changes


def test_what_a_background_job_did_is_told_once_in_each_thread(
    store: MemoryStore, ana: MemoryView, clock: FakeClock
) -> None:
    likes(ana, "to buy milk", category="tasks")
    faded = ana.remember("Likes old songs", category="preferences").memory
    t1, t2 = thread(store, "t1"), thread(store, "t2")
    clock.advance(timedelta(days=400))

    store.sweep_ttl()
    store.run(sweeping.archive(store.scope))

    for told in (t1.delta(), t2.delta()):
        assert [(change.event, change.text) for change in told.changes] == [
            ("soft_deleted", "Likes to buy milk"),
            ("soft_deleted", faded.content),
        ]
    assert (t1.delta().header, t2.delta().header) == ("", "")


def test_an_agent_is_told_only_of_its_categories(store: MemoryStore, ana: MemoryView) -> None:
    planner, stylist = thread(store, agent="planner"), thread(store, agent="stylist")
    likes(ana, "tea")
    likes(ana, "to run a marathon", category="goals")

    assert [change.category for change in planner.delta().changes] == ["goals"]
    assert [change.category for change in stylist.delta().changes] == ["preferences"]
    assert planner.delta().changes == ()
    assert thread(store, agent="stranger").delta().changes == ()


def test_changes_of_all_spaces_are_told(store: MemoryStore, ana: MemoryView) -> None:
    chat = thread(store, chat_id="team")
    likes(ana, "tea")
    chat.remember("Standup is at nine", category="knowledge", space="chat")

    delta = chat.delta()

    assert [change.text for change in sorted(delta.changes, key=lambda c: c.space)] == [
        "Standup is at nine",
        "Likes tea",
    ]
    assert (delta.since, delta.rev) == (0, 2)


def test_a_busy_space_does_not_hide_another(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("langmem_ext.stores.operations.deltas.MAX_CHANGES", 3)
    chat = thread(store, chat_id="team")
    for number in range(4):
        chat.remember(f"Fact {number}", category="knowledge", space="chat")
    likes(chat, "tea", importance=5)

    delta = chat.delta()

    assert (delta.since, delta.rev) == (0, 5)
    assert "Likes tea" in delta.header


def test_a_purged_memory_is_told_without_its_text(
    store: MemoryStore, ana: MemoryView, clock: FakeClock, database_uri: str
) -> None:
    (tea,) = likes(ana, "tea")
    t1 = thread(store)
    ana.forget(tea)
    clock.advance(timedelta(days=31))
    store.run(sweeping.purge(store.scope))

    assert t1.delta().header.splitlines()[1:] == ["- -soft_deleted: [preferences] (no longer kept)"]


# At once


def test_threads_that_look_at_once_show_a_change_once(
    store: MemoryStore, ana: MemoryView, database_uri: str
) -> None:
    t1 = thread(store)
    looks, barrier = 6, Barrier(7, timeout=20)

    def look() -> list[int]:
        barrier.wait()
        return [change.rev for _ in range(10) for change in t1.delta().changes]

    def write() -> list[int]:
        barrier.wait()
        likes(ana, *(f"thing {number}" for number in range(15)))
        return []

    with ThreadPoolExecutor(7) as pool:
        futures = [pool.submit(look) for _ in range(looks)] + [pool.submit(write)]
        seen = [rev for future in futures for rev in future.result()]
    seen += [change.rev for change in t1.delta().changes]

    assert sorted(seen) == list(range(1, 16))
    require_balance(database_uri)


def test_a_delta_never_goes_back(store: MemoryStore, ana: MemoryView) -> None:
    t1, barrier = thread(store), Barrier(5, timeout=20)

    def look() -> list[Delta]:
        barrier.wait()
        return [t1.delta() for _ in range(15)]

    def write() -> list[Delta]:
        barrier.wait()
        likes(ana, *(f"thing {number}" for number in range(15)))
        return []

    with ThreadPoolExecutor(5) as pool:
        futures = [pool.submit(look) for _ in range(4)] + [pool.submit(write)]
        deltas = [delta for future in futures for delta in future.result()]
    deltas = sorted([*deltas, t1.delta()], key=lambda delta: (delta.since, delta.rev))

    assert len({change.memory_id for delta in deltas for change in delta.changes}) == 15
    assert sum(len(delta.changes) for delta in deltas) == 15  # each change is told once
    assert all(before.rev <= after.since for before, after in pairwise(deltas))


def test_first_looks_at_several_new_spaces_do_not_deadlock(store: MemoryStore) -> None:
    barrier = Barrier(8, timeout=20)

    def look(number: int) -> None:
        barrier.wait()
        for turn in range(10):
            chat, app = f"c{turn}", f"a{turn}"
            store.bind(
                Principal(user_id=f"u{turn}", chat_id=chat, app_id=app, thread_id=f"{number}")
            ).delta()
            store.bind(Principal(user_id=f"u{turn}", chat_id=chat, app_id=app)).remember_many(
                [{"content": "A fact", "space": kind} for kind in ("chat", "user", "app")]
            )

    with ThreadPoolExecutor(8) as pool:
        for future in [pool.submit(look, number) for number in range(8)]:
            future.result()


async def test_both_colours_share_the_cursor(
    store: MemoryStore, async_store: AsyncMemoryStore
) -> None:
    me = Principal(user_id="ana", thread_id="t")
    await async_store.bind(me).adelta()
    likes(store.bind(me), "tea")

    assert (await async_store.bind(me).adelta()).changes
    assert not store.bind(me).delta().changes


def test_a_thread_is_told_of_what_ended_without_a_successor(
    store: MemoryStore, ana: MemoryView
) -> None:
    old, new = (thread(store, name) for name in ("t1", "t2"))
    (tea,) = likes(ana, "tea")
    new.delta()

    ana.end(tea)

    assert [(change.event, change.text) for change in new.delta().changes] == [
        ("deleted", "Likes tea")
    ]
    assert old.delta().header == ""


# Folding, as a pure function

_events = st.lists(
    st.tuples(st.integers(0, 4), st.sampled_from(["write", "gone"]), st.integers(1, 5)), max_size=25
)


def _replayed(
    steps: list[tuple[int, str, int]], before: set[int]
) -> tuple[list[RankedChange], set[int]]:
    """Changes as a space would log them for memories that come and go, and who is alive afterwards."""
    alive, known, log = set(before), set(before), []
    for memory, step, importance in steps:
        if step == "gone" and memory not in alive:
            continue
        if step == "gone":
            event = "soft_deleted"
            alive.discard(memory)
        else:
            event = "updated" if memory in alive else "restored" if memory in known else "created"
            alive.add(memory)
            known.add(memory)
        log.append(
            RankedChange(
                event=event, memory_id=str(memory), category="knowledge", text=f"text {memory}",
                rev=len(log) + 1, importance=importance,
            )
        )  # fmt: skip
    return log, alive


@given(_events, st.sets(st.integers(0, 4)))
def test_a_header_holds_at_most_three_bullets_and_counts_the_rest(
    steps: list[tuple[int, str, int]], before: set[int]
) -> None:
    log, _ = _replayed(steps, before)

    lines = header(7, log).splitlines()

    touched = {change.memory_id for change in log}
    assert len(lines) <= 1 + MAX_BULLETS + 1
    assert not lines or lines[0] == "Memory updates since rev 7:"
    assert all(
        line.startswith(tuple(f"- {sign}: [" for sign in SIGNS.values())) for line in lines[1:4]
    )
    if len(lines) == 5:
        assert lines[4].startswith("- …and ")
        assert int(lines[4].split()[2]) + MAX_BULLETS <= len(touched)


@given(_events, st.sets(st.integers(0, 4)))
def test_a_header_agrees_with_what_is_there_afterwards(
    steps: list[tuple[int, str, int]], before: set[int]
) -> None:
    log, alive = _replayed(steps, before)

    lines = header(0, log).splitlines()[1:4]

    for memory in range(5):
        (line,) = [line for line in lines if f"text {memory}" in line] or [""]
        if "+created" in line:
            assert memory in alive and memory not in before
        if "soft_deleted" in line:
            assert memory not in alive and memory in before
        if "↑updated" in line or "+restored" in line:
            assert memory in alive and memory in before


@given(_events)
def test_the_most_important_changes_are_the_ones_told(steps: list[tuple[int, str, int]]) -> None:
    log, _ = _replayed(steps, set(range(5)))
    last = {change.memory_id: change.importance for change in log}

    lines = header(0, log).splitlines()[1:4]

    told = [last[line.rsplit(" ", 1)[1]] for line in lines]
    assert sorted(told) == sorted(sorted(last.values(), reverse=True)[: len(told)])


def test_a_long_text_is_cut_in_the_header(store: MemoryStore, ana: MemoryView) -> None:
    t1 = thread(store)
    ana.remember("x" * 280, category="knowledge")

    assert len(t1.delta().header.splitlines()[1]) < 240
    assert len(rows(store.conn_string, "SELECT text FROM langmem.change_log")[0]["text"]) == 280
