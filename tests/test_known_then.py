"""Does `as_of` answer with what was known then, in the words of then, and with nothing else?"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import count as numbers
from typing import Any

import pytest
from books import contents, count, require_balance
from fix_clock import START, FakeClock
from fix_embeddings import HASH_DIMS, HashEmbeddings
from hypothesis import HealthCheck, given
from hypothesis import settings as profile
from hypothesis import strategies as st
from second_embedder import FoldedEmbeddings

from langmem_ext import AsyncMemoryStore, Memory, MemoryStore, MemoryView, Principal, Settings
from langmem_ext.errors import CategoryNotAllowed, MemoryNotFound
from langmem_ext.stores.operations.sweeping import archive, purge

DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)
NAMESPACE = ("memory", "default", "user", "ana", "knowledge")


@pytest.fixture
def ana(store: MemoryStore) -> MemoryView:
    return store.bind(Principal(user_id="ana", thread_id="t"))


@pytest.fixture
def wordy(database_uri: str, clock: FakeClock) -> Iterator[MemoryStore]:
    """A store without vectors: only shared words count."""
    with MemoryStore.from_conn_string(database_uri, index=False, clock=clock) as store:
        yield store


@pytest.fixture
def balanced(database_uri: str) -> Iterator[None]:
    """Whatever the test did, the books balance afterwards."""
    yield
    require_balance(database_uri)


pytestmark = pytest.mark.usefixtures("balanced")


def remember(view: MemoryView, *contents: str, **fields: Any) -> list[Memory]:
    drafts = [{"category": "knowledge", **fields, "content": content} for content in contents]
    return [outcome.memory for outcome in view.remember_many(drafts)]


def ranked(view: MemoryView, question: str, at: datetime, **options: Any) -> list[str]:
    """Return the texts that answer a question as of a time, best first."""
    asked = {"returns": "full", "top_k": 50, "budget_tokens": 9999, **options}
    return [memory.content for memory in view.query(question, as_of=at, **asked).memories]


def known(view: MemoryView, question: str, at: datetime, **options: Any) -> set[str]:
    return set(ranked(view, question, at, **options))


# What has changed since


def test_what_was_corrected_answers_in_the_words_of_then(ana: MemoryView, clock: FakeClock) -> None:
    (tea,) = remember(ana, "Likes green tea")
    changed = clock.advance(DAY)
    ana.correct(tea.id, "Likes black tea")
    again = clock.advance(DAY)
    ana.correct(tea.id, "Likes tea no more")

    assert known(ana, "tea", START - SECOND) == set()
    assert known(ana, "tea", START) == known(ana, "tea", changed - SECOND) == {"Likes green tea"}
    assert known(ana, "tea", changed) == known(ana, "tea", again - SECOND) == {"Likes black tea"}
    assert known(ana, "tea", again) == known(ana, "tea", again + DAY) == {"Likes tea no more"}


def test_a_word_that_was_taken_out_finds_the_text_that_held_it_and_only_then(
    wordy: MemoryStore, clock: FakeClock
) -> None:
    ana = wordy.bind(Principal(user_id="ana"))
    (drink,) = remember(ana, "Likes green tea")
    clock.advance(DAY)
    ana.correct(drink.id, "Likes black coffee")

    assert known(ana, "tea", START) == {"Likes green tea"}
    assert known(ana, "tea", clock.now) == set()
    assert known(ana, "coffee", START) == set()
    assert known(ana, "coffee", clock.now) == {"Likes black coffee"}


def test_a_bullet_is_of_then_too(ana: MemoryView, clock: FakeClock) -> None:
    (tea,) = remember(ana, "Likes green tea")
    clock.advance(DAY)
    ana.correct(tea.id, "Likes black tea")

    assert ana.query("tea", as_of=START).bullets == ("[knowledge] Likes green tea",)


def test_what_was_superseded_holds_until_its_successor_came(
    ana: MemoryView, clock: FakeClock
) -> None:
    remember(ana, "Works at Acme", slot="employer")
    moved = clock.advance(3 * DAY)
    remember(ana, "Works at Globex", slot="employer")

    assert known(ana, "works", moved - SECOND) == {"Works at Acme"}
    assert known(ana, "works", moved) == {"Works at Globex"}


def test_it_counts_when_something_was_learned_not_when_it_happened(
    ana: MemoryView, clock: FakeClock
) -> None:
    learned = clock.advance(3 * DAY)
    remember(ana, "Moved to Oslo", event_time=START, valid_from=START)

    assert known(ana, "Oslo", learned - SECOND) == set()
    assert known(ana, "Oslo", learned) == {"Moved to Oslo"}


def test_what_was_forgotten_and_restored_is_known_on_either_side(
    ana: MemoryView, clock: FakeClock
) -> None:
    (tea,) = remember(ana, "Likes green tea")
    gone = clock.advance(DAY)
    ana.forget(tea.id)
    back = clock.advance(DAY)
    ana.restore(tea.id)
    gone_again = clock.advance(DAY)
    ana.forget(tea.id)

    expected = {
        START: True, gone - SECOND: True, gone: False, back - SECOND: False, back: True, gone_again - SECOND: True,
        gone_again: False, gone_again + DAY: False,
    }  # fmt: skip
    assert {at: bool(known(ana, "tea", at)) for at in expected} == expected


def test_what_was_forgotten_by_description_was_known(ana: MemoryView, clock: FakeClock) -> None:
    remember(ana, "Likes green tea", "Likes black coffee")
    gone = clock.advance(DAY)

    ana.forget_matching("green tea")

    assert known(ana, "likes", gone - SECOND) == {"Likes green tea", "Likes black coffee"}
    assert known(ana, "likes", gone) == {"Likes black coffee"}


def test_what_has_faded_was_known_until_it_was_archived(
    store: MemoryStore, ana: MemoryView, clock: FakeClock
) -> None:
    remember(ana, "Likes green tea")
    faded = clock.advance(400 * DAY)

    assert store.run(archive(store.scope)) == 1

    assert known(ana, "tea", faded - SECOND) == {"Likes green tea"}
    assert known(ana, "tea", faded) == set()


def test_a_fuller_text_leaves_the_shorter_one_behind(database_uri: str, clock: FakeClock) -> None:
    settings = Settings(merge={"auto": 0.95, "update": 0.7, "check": 0.5, "fallback": 0.3})
    index: Any = {"dims": HASH_DIMS, "embed": HashEmbeddings()}
    with MemoryStore.from_conn_string(
        database_uri, settings=settings, index=index, clock=clock
    ) as store:
        ana = store.bind(Principal(user_id="ana"))
        remember(ana, "Likes green tea")
        clock.advance(DAY)
        fuller = ana.remember("Likes green tea with honey", category="knowledge")

        assert fuller.status == "updated"
        assert known(ana, "tea", START) == {"Likes green tea"}
        assert known(ana, "tea", clock.now) == {"Likes green tea with honey"}


def test_a_proposal_is_known_from_its_approval_on(ana: MemoryView, clock: FakeClock) -> None:
    remember(ana, "Lives in Rome", category="profile", slot="city")
    asked = clock.advance(DAY)
    waiting = ana.remember("Lives in Oslo", category="profile", slot="city").memory
    agreed = clock.advance(DAY)
    ana.consent(waiting.id, True)

    assert known(ana, "lives", asked) == known(ana, "lives", agreed - SECOND) == {"Lives in Rome"}
    assert known(ana, "lives", agreed) == {"Lives in Oslo"}


def test_an_item_that_was_put_again_and_deleted_was_known(
    ana: MemoryView, clock: FakeClock
) -> None:
    ana.put(NAMESPACE, "k", {"content": "Likes green tea"})
    changed = clock.advance(DAY)
    ana.put(NAMESPACE, "k", {"content": "Likes black tea"})
    gone = clock.advance(DAY)
    ana.delete(NAMESPACE, "k")
    back = clock.advance(DAY)
    ana.put(NAMESPACE, "k", {"content": "Likes white tea"})

    assert known(ana, "tea", START) == {"Likes green tea"}
    assert known(ana, "tea", changed) == {"Likes black tea"}
    assert known(ana, "tea", gone) == set()
    assert known(ana, "tea", back) == {"Likes white tea"}


def test_what_changes_within_one_moment_is_known_once_as_it_ended(
    ana: MemoryView, clock: FakeClock, database_uri: str
) -> None:
    (tea,) = remember(ana, "Likes green tea")
    ana.correct(tea.id, "Likes black tea")
    ana.correct(tea.id, "Likes white tea")
    clock.advance(DAY)
    ana.forget(tea.id)
    ana.restore(tea.id)
    ana.correct(tea.id, "Likes red tea")

    assert ranked(ana, "tea", START) == ["Likes white tea"]
    assert ranked(ana, "tea", clock.now) == ["Likes red tea"]
    assert count(database_uri, "versions") == 1  # what stood for no time at all is not kept


# What has expired


@pytest.mark.parametrize("swept", [False, True])
def test_an_expiry_counts_from_its_moment_not_from_the_sweep(
    store: MemoryStore, ana: MemoryView, clock: FakeClock, swept: bool
) -> None:
    (milk,) = remember(ana, "Has to buy milk", category="tasks")
    due = milk.expires_at
    assert due == START + 14 * DAY
    clock.advance(20 * DAY)
    if swept:
        assert store.sweep_ttl() == 1

    assert known(ana, "milk", due - SECOND) == {"Has to buy milk"}
    for at in (due, due + DAY, clock.now):
        assert known(ana, "milk", at) == set()


def test_an_expired_value_that_a_new_one_replaced_had_expired_before(
    ana: MemoryView, clock: FakeClock
) -> None:
    remember(ana, "Has to call Bo", category="tasks", slot="errand")
    late = clock.advance(20 * DAY)
    remember(ana, "Has to call Al", category="tasks", slot="errand")

    assert known(ana, "call", START + 13 * DAY) == {"Has to call Bo"}
    assert known(ana, "call", late - DAY) == set()
    assert known(ana, "call", late) == {"Has to call Al"}


def test_what_was_said_again_in_time_did_not_expire(
    store: MemoryStore, ana: MemoryView, clock: FakeClock
) -> None:
    remember(ana, "Has to buy milk", category="tasks")
    clock.advance(13 * DAY)
    remember(ana, "Has to buy milk", category="tasks")
    clock.advance(20 * DAY)
    store.sweep_ttl()

    assert known(ana, "milk", START + 20 * DAY) == {"Has to buy milk"}
    assert known(ana, "milk", START + 28 * DAY) == set()


def test_what_expired_and_was_restored_was_unknown_in_between(
    store: MemoryStore, ana: MemoryView, clock: FakeClock
) -> None:
    (milk,) = remember(ana, "Has to buy milk", category="tasks")
    clock.advance(16 * DAY)
    store.sweep_ttl()
    back = clock.advance(4 * DAY)
    ana.restore(milk.id)

    assert known(ana, "milk", START + 13 * DAY) == {"Has to buy milk"}
    assert known(ana, "milk", START + 15 * DAY) == known(ana, "milk", back - SECOND) == set()
    assert known(ana, "milk", back) == {"Has to buy milk"}
    assert known(ana, "milk", back + 15 * DAY) == set()  # its life began anew


def test_a_ttl_counts_as_an_expiry(ana: MemoryView, clock: FakeClock) -> None:
    ana.put(NAMESPACE, "k", {"content": "The kettle is on"}, ttl=60)
    clock.advance(DAY)

    assert known(ana, "kettle", START + timedelta(minutes=59)) == {"The kettle is on"}
    assert known(ana, "kettle", START + timedelta(minutes=60)) == set()


def test_what_was_pinned_later_was_known_all_along(
    store: MemoryStore, ana: MemoryView, clock: FakeClock
) -> None:
    (milk,) = remember(ana, "Has to buy milk", category="tasks")
    clock.advance(DAY)
    ana.pin(milk.id)
    clock.advance(40 * DAY)
    store.sweep_ttl()

    assert known(ana, "milk", START) == known(ana, "milk", clock.now) == {"Has to buy milk"}


# Whatever happens

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("remember"), st.integers(0, 5)),
        st.tuples(st.just("fill"), st.integers(0, 5)),
        st.tuples(st.just("task"), st.integers(0, 5)),
        st.tuples(st.just("put"), st.integers(0, 5)),
        st.tuples(st.just("brief"), st.integers(0, 5)),
        st.tuples(st.just("delete"), st.just(0)),
        st.tuples(st.just("correct"), st.integers(0, 5)),
        st.tuples(st.just("forget"), st.integers(0, 5)),
        st.tuples(st.just("restore"), st.integers(0, 5)),
        st.tuples(st.just("pin"), st.integers(0, 5)),
        st.tuples(st.just("sweep"), st.just(0)),
    ),
    min_size=2,
    max_size=12,
)
USERS = numbers()


@profile(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS, pauses=st.lists(st.sampled_from([0, 1, 3, 15]), min_size=12, max_size=12))
def test_what_is_said_to_have_been_known_is_what_could_be_listed_then(
    wordy: MemoryStore, clock: FakeClock, steps: list[tuple[str, int]], pauses: list[int]
) -> None:
    clock.set(START)
    view = wordy.bind(Principal(user_id=f"u{next(USERS)}"))
    listed: dict[datetime, list[str]] = {}
    for (step, number), pause in zip(steps, pauses, strict=False):
        _take(wordy, view, step, number)
        listed[clock.now] = sorted(memory.content for memory in view.list())
        clock.advance(pause * DAY)
        listed[clock.now] = sorted(memory.content for memory in view.list())

    assert {at: sorted(ranked(view, "note", at)) for at in listed} == listed


def _take(store: MemoryStore, view: MemoryView, step: str, number: int) -> None:
    text = f"A note on subject{number}"
    namespace = ("memory", "default", "user", str(view.principal.user_id), "knowledge")
    everything = [kept["id"] for kept in view.export() if kept["record"] == "memory"]
    one = everything[number % len(everything)] if everything else ""
    try:
        if step == "remember":
            remember(view, text)
        elif step == "fill":
            remember(view, f"{text}, of its place", slot="place")
        elif step == "task":
            remember(view, f"{text}, to be done", category="tasks")
        elif step in ("put", "brief"):
            view.put(namespace, "k", {"content": text}, ttl=60 if step == "brief" else None)
        elif step == "delete":
            view.delete(namespace, "k")
        elif step == "sweep":
            store.sweep_ttl()
        elif step == "correct":
            view.correct(one, f"{text}, corrected")
        else:
            getattr(view, step)(one)
    except (MemoryNotFound, ValueError):
        pass  # forgotten already, or its slot is filled: nothing happens


# How it is ranked


class Synonyms(HashEmbeddings):
    """Take espresso for coffee, and leave the rest to the words."""

    def embed_query(self, text: str) -> list[float]:
        return super().embed_query(text.casefold().replace("espresso", "coffee"))


@pytest.fixture
def synonymous(database_uri: str, clock: FakeClock) -> Iterator[MemoryView]:
    index: Any = {"dims": HASH_DIMS, "embed": Synonyms()}
    with MemoryStore.from_conn_string(database_uri, index=index, clock=clock) as store:
        yield store.bind(Principal(user_id="ana"))


def test_what_was_known_is_found_by_its_vector_of_then(
    synonymous: MemoryView, clock: FakeClock
) -> None:
    drink, _ = remember(synonymous, "Drinks coffee", "Plays chess on Sundays")
    clock.advance(DAY)
    synonymous.correct(drink.id, "Drinks water")

    assert ranked(synonymous, "espresso", START)[0] == "Drinks coffee"
    assert ranked(synonymous, "espresso", START, threshold=0.5) == ["Drinks coffee"]
    assert ranked(synonymous, "espresso", clock.now, threshold=0.5) == []


def test_words_rank_what_was_known(wordy: MemoryStore, clock: FakeClock) -> None:
    ana = wordy.bind(Principal(user_id="ana"))
    remember(ana, "Likes green tea", "Likes tea", "Likes green tea with honey", "Likes coffee")
    clock.advance(DAY)
    for memory in ana.list():
        ana.forget(memory.id)

    assert ranked(ana, "green tea with honey", START) == [
        "Likes green tea with honey",
        "Likes green tea",
        "Likes tea",
    ]


def test_what_stood_and_what_stands_are_ranked_alike(wordy: MemoryStore, clock: FakeClock) -> None:
    """The same texts score the same whether they are still there or not."""
    ana, bo = (wordy.bind(Principal(user_id=name)) for name in ("ana", "bo"))
    told = (
        "Likes green tea",
        "Likes tea",
        "Likes coffee with milk",
        "Drinks tea, tea and more tea",
    )
    for view in (ana, bo):
        remember(view, *told)
    clock.advance(DAY)
    for memory in ana.list():
        ana.correct(memory.id, f"{memory.content}, no more")

    def scores(view: MemoryView) -> dict[str, float]:
        found = view.query("green tea", as_of=START, returns="full", top_k=9).memories
        return {memory.content: memory.score or 0 for memory in found}

    assert scores(ana) == pytest.approx(scores(bo))
    assert len(scores(ana)) == 3


def test_the_best_come_first_and_no_more_than_asked_for(ana: MemoryView, clock: FakeClock) -> None:
    remember(ana, *(f"Likes tea number {number}" for number in range(20)))

    assert len(ranked(ana, "tea", clock.now, top_k=4)) == 4
    assert len(ana.query("tea", as_of=clock.now, top_k=20, budget_tokens=40).bullets) < 5


# Filters, categories, thresholds


def test_filters_categories_and_thresholds_hold_together(
    wordy: MemoryStore, clock: FakeClock
) -> None:
    ana = wordy.bind(Principal(user_id="ana"))
    remember(ana, "Likes green tea", tags=["drink"], importance=5)
    remember(ana, "Likes green apples", tags=["food"], importance=5)
    remember(ana, "Drinks tea", tags=["drink"], importance=1)
    remember(ana, "Green tea is a plant", category="interests", tags=["drink"], importance=5)
    clock.advance(DAY)
    for memory in ana.list():
        ana.forget(memory.id)
    drinks = {"tags": "drink", "importance": {"$gte": 4}}

    assert len(known(ana, "green tea", START)) == 4
    assert known(ana, "green tea", START, filters={"importance": 1}) == {"Drinks tea"}
    assert known(ana, "green tea", START, categories=["interests"]) == {"Green tea is a plant"}
    assert known(ana, "green tea", START, categories=[]) == set()
    assert known(ana, "green tea", START, threshold=0.99) == {
        "Likes green tea",
        "Green tea is a plant",
    }
    together = {"filters": drinks, "categories": ["knowledge"], "threshold": 0.99}
    assert known(ana, "green tea", START, **together) == {"Likes green tea"}


# Who may know it


def test_nothing_of_others_was_known(store: MemoryStore, ana: MemoryView, clock: FakeClock) -> None:
    (tea,) = remember(ana, "Likes green tea")
    clock.advance(DAY)
    ana.correct(tea.id, "Likes black tea")
    remember(store.bind(Principal(user_id="bo")), "Likes red tea")

    for stranger in (
        Principal(user_id="cy"), Principal(user_id="ana", tenant="other"), Principal(chat_id="ana"), Principal(),
    ):  # fmt: skip
        for at in (START, clock.now):
            assert known(store.bind(stranger), "tea", at) == set()
    assert known(store.bind(Principal(user_id="bo")), "tea", START) == set()


def test_what_is_not_for_an_agent_or_a_chat_was_not_for_them_then(
    store: MemoryStore, ana: MemoryView, clock: FakeClock
) -> None:
    (health,) = remember(ana, "Has an inhaler", category="goals", user_requested=True)
    (name,) = remember(ana, "Is called Ana", category="profile")
    (goal,) = remember(ana, "Wants to run in May", category="goals")
    clock.advance(DAY)
    for memory in (health, name, goal):
        ana.forget(memory.id)
    planner = store.bind(Principal(user_id="ana", agent="planner"))
    chat = store.bind(Principal(user_id="ana", chat_id="team"))
    question = "inhaler ana called run"

    assert len(known(ana, question, START)) == 3
    assert known(planner, question, START) == {"Has an inhaler", "Wants to run in May"}
    assert known(chat, question, START) == {"Is called Ana", "Wants to run in May"}
    with pytest.raises(CategoryNotAllowed):
        planner.query("ana", categories=["profile"], as_of=START)


def test_what_was_sensitive_then_or_is_now_is_told_to_no_chat(
    store: MemoryStore, ana: MemoryView, clock: FakeClock
) -> None:
    chat = store.bind(Principal(user_id="ana", chat_id="team", thread_id="c"))
    chat.delta()
    secret = {
        "content": "Sees a doctor on Mondays",
        "sensitivity": "sensitive",
        "user_requested": True,
    }
    plain = {"content": "Is free on Mondays"}
    ana.put(NAMESPACE, "eased", secret)
    ana.put(NAMESPACE, "grown", {"content": "Works on Mondays"})
    changed = clock.advance(DAY)
    ana.put(NAMESPACE, "eased", plain)
    ana.put(NAMESPACE, "grown", secret)

    assert known(chat, "mondays", START) == set()
    assert known(chat, "mondays", changed) == {"Is free on Mondays"}
    assert len(known(ana, "mondays", START)) == 2
    told = str([event.model_dump() for event in chat.history()]) + str(list(chat.export()))
    assert "doctor" not in told and "Works" not in told
    changes = chat.delta()
    assert "doctor" not in str(changes) and "Works" not in str(changes)
    assert "doctor" in str(ana.history()) and "Works" in str(ana.history())


def test_a_correction_of_a_sensitive_text_is_as_sensitive_in_the_audit(
    store: MemoryStore, ana: MemoryView, clock: FakeClock
) -> None:
    chat = store.bind(Principal(user_id="ana", chat_id="team"))
    (kept,) = remember(ana, "Likes tea")
    clock.advance(DAY)
    ana.correct(kept.id, "Has an inhaler")

    assert ana.memory(kept.id).sensitivity == "sensitive"
    assert chat.history() == []
    assert known(chat, "likes tea", START) == set()
    assert known(ana, "likes tea", START) == {"Likes tea"}


def test_what_was_purged_is_gone_from_the_past_as_well(
    store: MemoryStore, ana: MemoryView, clock: FakeClock, database_uri: str
) -> None:
    (tea,) = remember(ana, "Likes green tea")
    clock.advance(DAY)
    ana.correct(tea.id, "Likes black tea")
    clock.advance(DAY)
    ana.forget(tea.id)
    clock.advance(31 * DAY)
    assert known(ana, "tea", START) == {"Likes green tea"}

    assert store.run(purge(store.scope)) == 1

    assert known(ana, "tea", START) == known(ana, "tea", START + DAY) == set()
    assert count(database_uri, "versions") == 0


# What asking leaves alone


def test_asking_what_was_known_changes_nothing(
    ana: MemoryView, clock: FakeClock, database_uri: str
) -> None:
    ana.delta()
    (tea,) = remember(ana, "Likes green tea")
    clock.advance(DAY)
    ana.correct(tea.id, "Likes black tea")
    before = contents(database_uri)

    result = ana.query("tea", as_of=START)

    assert result.header == ""
    assert contents(database_uri) == before
    assert "Likes black tea" in ana.delta().header


async def test_the_async_view_knows_it_too(
    async_store: AsyncMemoryStore, ana: MemoryView, clock: FakeClock
) -> None:
    (tea,) = remember(ana, "Likes green tea")
    clock.advance(DAY)
    ana.correct(tea.id, "Likes black tea")
    view = async_store.bind(Principal(user_id="ana"))

    assert (await view.aquery("tea", as_of=START)).bullets == ("[knowledge] Likes green tea",)


# Another embedder


def test_the_past_is_found_by_its_words_after_another_embedder_came(
    ana: MemoryView, clock: FakeClock, database_uri: str
) -> None:
    (tea, _) = remember(ana, "Likes green tea", "Plays chess")
    clock.advance(DAY)
    ana.correct(tea.id, "Likes black tea")
    index: Any = {"dims": HASH_DIMS // 2, "embed": FoldedEmbeddings()}

    with MemoryStore.from_conn_string(database_uri, index=index, clock=clock) as other:
        view = other.bind(Principal(user_id="ana"))
        assert "Likes green tea" in known(view, "green tea", START)
        assert other.reembed() == 2

        assert ranked(view, "green tea", START)[0] == "Likes green tea"
        assert ranked(view, "black tea", clock.now)[0] == "Likes black tea"
        assert known(view, "green tea", START, threshold=0.9) == {"Likes green tea"}
        clock.advance(DAY)
        view.correct(tea.id, "Likes white tea")
        assert ranked(view, "black tea", clock.now - SECOND)[0] == "Likes black tea"
