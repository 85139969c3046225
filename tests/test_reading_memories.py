"""Does a reader get what fits the question, the budget and the principal, and nothing else?"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from books import contents
from fix_clock import START, FakeClock
from fix_embeddings import HASH_DIMS, HashEmbeddings
from hypothesis import HealthCheck, example, given
from hypothesis import settings as profile
from hypothesis import strategies as st

from langmem_ext import AsyncMemoryStore, Memory, MemoryStore, MemoryView, Principal, Settings
from langmem_ext.errors import (
    CategoryNotAllowed,
    InvalidMemory,
    MemoryNotFound,
    PermissionDenied,
    UnknownCategory,
)
from langmem_ext.policies.budget import count_tokens, fit

DAY = timedelta(days=1)


@pytest.fixture
def ana(store: MemoryStore) -> MemoryView:
    return store.bind(Principal(user_id="ana"))


@pytest.fixture
def unrelated(
    database_uri: str, clock: FakeClock, hash_embeddings: HashEmbeddings
) -> Iterator[MemoryView]:
    """A view whose memories are joined by no edges: a query finds what it finds."""
    settings = Settings(relations={"enabled": False})
    index: Any = {"dims": HASH_DIMS, "embed": hash_embeddings}
    with MemoryStore.from_conn_string(
        database_uri, settings=settings, index=index, clock=clock
    ) as store:
        yield store.bind(Principal(user_id="ana"))


def texts(view: MemoryView, question: str, **options: Any) -> set[str]:
    found = view.query(question, returns="full", top_k=options.pop("top_k", 20), **options)
    return {memory.content for memory in found.memories}


def remember(view: MemoryView, *contents: str, **fields: Any) -> list[Memory]:
    drafts = [{"category": "knowledge", **fields, "content": content} for content in contents]
    return [outcome.memory for outcome in view.remember_many(drafts)]


# What a query returns


def test_where_relations_are_off_those_that_are_there_lend_nothing(
    ana: MemoryView, unrelated: MemoryView
) -> None:
    tea, boat, _ = remember(
        ana, "Likes tea", "Owns a boat with a tea kettle", "Plays chess, no tea"
    )

    def scores() -> dict[str, float]:
        found = unrelated.query("tea", returns="full", top_k=20).memories
        return {memory.id: memory.score or 0 for memory in found}

    before = scores()
    ana.relate(tea.id, boat.id)

    assert scores() == before


def test_bullets_name_their_category_and_full_records_come_when_asked_for(ana: MemoryView) -> None:
    (memory,) = remember(ana, "Likes green tea", category="preferences")

    short, full = ana.query("tea"), ana.query("tea", returns="full")

    assert short.bullets == full.bullets == ("[preferences] Likes green tea",)
    assert short.memories == ()
    assert [found.id for found in full.memories] == [memory.id]
    assert full.memories[0].score > 0
    assert short.render() == "- [preferences] Likes green tea"


def test_what_is_found_is_what_is_listed(ana: MemoryView) -> None:
    remember(ana, "Mira drinks green tea at four", confidence=0.9)
    remember(ana, "The tea shop on Elm Road closes at six", tags=["shop"], keywords=["leaves"])
    listed = {memory.id: memory for memory in ana.list()}
    for options in ({}, {"filters": {"tags": ["shop"]}}, {}):  # on one connection, in turns
        found = ana.query("Where is there tea?", returns="full", **options).memories
        assert len(found) == (1 if options else 2)
        for memory in found:
            assert memory.model_copy(update={"score": None}) == listed[memory.id]


def test_the_delta_header_comes_first(store: MemoryStore, ana: MemoryView) -> None:
    thread = store.bind(Principal(user_id="ana", thread_id="t1"))
    thread.delta()
    remember(ana, "Likes green tea", category="preferences")

    first, second = thread.query("tea"), thread.query("tea")

    assert first.render() == (
        "Memory updates since rev 0:\n- +created: [preferences] Likes green tea (imp=3)\n"
        "- [preferences] Likes green tea"
    )
    assert second.render() == "- [preferences] Likes green tea"


def test_nothing_known_renders_as_nothing(ana: MemoryView) -> None:
    assert ana.query("tea").render() == ""
    assert ana.query("").render() == ""
    assert ana.context([]).render() == ""


def test_the_best_answers_come_first_and_at_most_top_k(unrelated: MemoryView) -> None:
    remember(unrelated, "Green tea", "Green grass", "Blue sky", "Green tea with milk")

    result = unrelated.query("green tea", top_k=2)

    assert result.bullets == ("[knowledge] Green tea", "[knowledge] Green tea with milk")


def test_at_most_two_related_memories_follow(ana: MemoryView) -> None:
    found, *others = remember(ana, "Plays chess", "Rome", "Oslo", "Bern", "Paris")
    for other, strength in zip(others, (0.2, 0.9, 0.8, 0.1), strict=True):
        ana.relate(found.id, other.id, strength=strength)

    result = ana.query("chess", top_k=1)

    assert result.bullets == ("[knowledge] Plays chess", "[knowledge] Oslo", "[knowledge] Bern")


def test_a_filter_holds_for_related_memories_too(ana: MemoryView) -> None:
    found, other = remember(ana, "Plays chess", "Lives in Rome")
    ana.relate(found.id, other.id)
    ana.pin(found.id)

    assert ana.query("chess", filters={"pinned": True}).bullets == ("[knowledge] Plays chess",)


def test_what_has_expired_is_not_related_either(ana: MemoryView, clock: FakeClock) -> None:
    found, other = remember(ana, "Plays chess", "Has to call Bo")
    (task,) = remember(ana, "Has to buy milk", category="tasks")
    ana.relate(found.id, other.id)
    ana.relate(found.id, task.id)
    clock.advance(timedelta(days=15))

    assert [memory.id for memory in ana.related(found.id)] == [other.id]


def test_what_has_expired_is_not_read_by_its_id(ana: MemoryView, clock: FakeClock) -> None:
    (task,) = remember(ana, "Has to buy milk", category="tasks")
    clock.advance(timedelta(days=15))

    with pytest.raises(MemoryNotFound):
        ana.memory(task.id)


def test_the_threshold_drops_what_is_less_similar(unrelated: MemoryView) -> None:
    remember(unrelated, "green tea", "green grass grows", "blue sky")

    assert texts(unrelated, "green tea", threshold=0.99) == {"green tea"}
    assert texts(unrelated, "green tea", threshold=1.1) == set()


def test_a_threshold_costs_no_candidates(unrelated: MemoryView) -> None:
    remember(unrelated, *(f"green tea number {n}" for n in range(70)))

    assert len(texts(unrelated, "green tea", threshold=0.1, top_k=70, budget_tokens=9000)) == 70


def test_insights_weigh_less(unrelated: MemoryView) -> None:
    remember(unrelated, "Enjoys tea", kind="insight", importance=5)
    remember(unrelated, "Tea enjoys", importance=1)

    assert unrelated.query("enjoys tea", top_k=1).bullets == ("[knowledge] Tea enjoys",)


def test_of_equal_answers_the_important_the_strong_and_the_recent_win(
    unrelated: MemoryView, clock: FakeClock
) -> None:
    def best() -> str:
        return unrelated.query("tea", returns="full", top_k=1).memories[0].title

    remember(unrelated, "Tea.", title="plain", importance=3, subjects=["a"])
    remember(unrelated, "Tea.", title="important", importance=5, subjects=["b"])
    assert best() == "important"
    clock.advance(60 * DAY)
    remember(unrelated, "Tea.", title="recent", importance=5, subjects=["c"])
    assert best() == "recent"


@pytest.mark.parametrize("fusion", ["score", "rrf"])
@pytest.mark.parametrize("vectors", [True, False])
def test_each_fusion_finds_the_answer_with_and_without_vectors(
    database_uri: str, hash_embeddings: HashEmbeddings, fusion: str, vectors: bool
) -> None:
    index: Any = {"dims": HASH_DIMS, "embed": hash_embeddings} if vectors else False
    settings = Settings(ranking={"fusion": fusion})
    with MemoryStore.from_conn_string(database_uri, settings=settings, index=index) as store:
        view = store.bind(Principal(user_id="ana"))
        remember(view, "Plays chess", "Drinks green tea", "Lives in Rome", "Grows green beans")

        result = view.query("Which green tea does she drink?", returns="full", top_k=4)

        assert result.memories[0].content == "Drinks green tea"
        assert [m.score for m in result.memories[:2]] == sorted(
            (m.score for m in result.memories[:2]), reverse=True
        )


def test_words_are_found_in_every_inflection_in_tags_and_in_keywords(database_uri: str) -> None:
    with MemoryStore.from_conn_string(database_uri, index=False) as store:
        view = store.bind(Principal(user_id="ana"))
        remember(view, "Enjoys running", tags=["sports"], keywords=["marathon"])

        for question in ("runs", "sport", "marathons"):
            assert view.query(question).bullets == ("[knowledge] Enjoys running",)
        assert view.query("swimming").bullets == ()
        assert view.query("the").bullets == ()


def test_without_vectors_the_threshold_is_the_share_of_the_questions_words(
    database_uri: str,
) -> None:
    with MemoryStore.from_conn_string(database_uri, index=False) as store:
        view = store.bind(Principal(user_id="ana"))
        remember(view, "Likes tea", "Plays chess")

        assert view.query("tea zebra xylophone quartz", threshold=0.9).bullets == ()


# Budget


@given(st.lists(st.text(max_size=80), max_size=8), st.integers(0, 120))
@example(["ab"], 2)
def test_what_fits_fits_and_is_in_order(lines: list[str], budget: int) -> None:
    kept, used = fit(lines, budget)

    assert kept == sorted(set(kept))
    assert used <= budget
    assert count_tokens("\n".join(lines[place] for place in kept)) <= max(used, 0)
    left_out = set(range(len(lines))) - set(kept)
    assert all(count_tokens(lines[place]) + 1 > budget - used for place in left_out)


@given(st.text())
def test_a_text_is_never_counted_short(text: str) -> None:
    assert count_tokens(text) >= len(text) / 3
    assert count_tokens(text) <= count_tokens(text + "x")


@pytest.mark.filterwarnings(
    "ignore::hypothesis.errors.HypothesisDeprecationWarning"
)  # the pool uses random
@profile(
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    budget=st.integers(0, 200),
    top_k=st.integers(1, 8),
    contents=st.lists(
        st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=60), max_size=6
    ),
    user=st.uuids(),
)
def test_the_budget_is_never_exceeded(
    store: MemoryStore, budget: int, top_k: int, contents: list[str], user: object
) -> None:
    view = store.bind(Principal(user_id=str(user), thread_id="t"))
    view.delta()
    view.remember_many([{"content": f"tea {text}", "category": "knowledge"} for text in contents])

    result = view.query("tea", top_k=top_k, budget_tokens=budget)

    assert result.tokens <= budget
    assert count_tokens(result.render()) <= result.tokens
    assert len(result.bullets) <= top_k + 2


def test_a_header_that_just_fits_leaves_no_room(store: MemoryStore) -> None:
    header = "Memory updates since rev 0:\n- +created: [knowledge] Likes green tea (imp=3)"
    for budget in range(count_tokens(header) - 1, count_tokens(header) + 3):
        thread = store.bind(Principal(user_id=f"u{budget}", thread_id="t"))
        thread.delta()
        remember(thread, "Likes green tea")

        assert thread.query("tea", budget_tokens=budget).tokens <= budget


def test_a_header_that_does_not_fit_is_shown_next_time(store: MemoryStore) -> None:
    thread = store.bind(Principal(user_id="ana", thread_id="t1"))
    thread.delta()
    remember(thread, "Likes green tea")

    assert thread.query("tea", budget_tokens=5).header == ""
    assert "Likes green tea" in thread.query("tea").header


# Filters


@pytest.fixture
def filed(unrelated: MemoryView, clock: FakeClock) -> MemoryView:
    """Three memories that differ in all that can be filtered."""
    base = unrelated.principal
    for number, name in enumerate(("one", "two", "three"), start=1):
        clock.set(START + number * DAY)
        principal = Principal(
            user_id=base.user_id, agent=None, run_id=f"run-{name}", thread_id=f"t-{name}"
        )
        unrelated.store.bind(principal).remember_many([
            {
                "content": f"tea {name}", "category": ("profile", "goals", "knowledge")[number - 1],
                "kind": ("semantic", "episodic", "insight")[number - 1],
                "type": ("identity", "knowledge", "preference")[number - 1], "tags": [f"tag-{name}", "all"],
                "importance": number, "pinned": number == 2, "actor_id": f"actor-{name}", "role": f"role-{name}",
                "event_time": datetime(2025, number, 1, tzinfo=UTC), "extra": {"mood": name, "rank": number},
                "subjects": [f"person-{name}"],
            }
        ])  # fmt: skip
    return unrelated


@pytest.mark.parametrize(
    ("filters", "kept"),
    [
        ({}, "one two three"),
        ({"user_id": "ana"}, "one two three"),
        ({"user_id": "bo"}, ""),
        ({"agent_id": None}, "one two three"),
        ({"agent_id": "planner"}, ""),
        ({"run_id": "run-one"}, "one"),
        ({"thread_id": "t-two"}, "two"),
        ({"actor_id": "actor-two"}, "two"),
        ({"role": "role-three"}, "three"),
        ({"category": "goals"}, "two"),
        ({"kind": "insight"}, "three"),
        ({"type": "identity"}, "one"),
        ({"tags": "tag-one"}, "one"),
        ({"tags": ["all", "tag-two"]}, "two"),
        ({"tags": ["tag-one", "tag-two"]}, ""),
        ({"subjects": "person-two"}, "two"),
        ({"pinned": True}, "two"),
        ({"pinned": False}, "one three"),
        ({"importance_min": 2}, "two three"),
        ({"importance_max": 2}, "one two"),
        ({"importance_min": 2, "importance_max": 2}, "two"),
        ({"importance_min": None}, "one two three"),
        ({"updated_after": START + 2 * DAY}, "three"),
        ({"updated_before": (START + 2 * DAY).isoformat()}, "one"),
        ({"event_after": "2025-01-15"}, "two three"),
        ({"event_before": "2025-02-01"}, "one"),
        ({"event_after": "2025-01-15", "event_before": datetime(2025, 2, 15, tzinfo=UTC)}, "two"),
        ({"importance": 2}, "two"),
        ({"importance": {"$ne": 2}}, "one three"),
        ({"importance": {"$gt": 1, "$lte": 2}}, "two"),
        ({"kind": {"$eq": "episodic"}}, "two"),
        ({"event_time": {"$gte": "2025-02-01T00:00:00Z"}}, "two three"),
        ({"mood": "one"}, "one"),
        ({"rank": {"$gte": 2}}, "two three"),
        ({"$and": [{"importance_min": 2}, {"tags": "all"}, {"rank": {"$lt": 3}}]}, "two"),
        ({"nothing": "there"}, ""),
    ],
    ids=repr,
)
def test_a_filter_keeps_what_it_names_everywhere(
    filed_once: MemoryView, filters: dict[str, Any], kept: str
) -> None:
    expected = {f"tea {name}" for name in kept.split()}

    assert texts(filed_once, "tea", filters=filters) == expected
    assert {memory.content for memory in filed_once.list(filters=filters)} == expected
    if any(isinstance(value, datetime) for value in filters.values()):
        return  # the next test's
    for query in ("tea", None):
        found = filed_once.search(("memory",), query=query, filter=filters)
        assert {item.value["content"] for item in found} == expected


def test_a_search_takes_times_too(filed_once: MemoryView) -> None:
    found = filed_once.search(
        ("memory", "default", "user", "ana"), filter={"updated_after": START + 2 * DAY}
    )

    assert {item.value["content"] for item in found} == {"tea three"}


@pytest.fixture(scope="module")
def filed_once(databases: Any) -> Iterator[MemoryView]:
    index: Any = {"dims": HASH_DIMS, "embed": HashEmbeddings()}
    clock = FakeClock()
    settings = Settings(relations={"enabled": False})
    with (
        databases.fresh() as uri,
        MemoryStore.from_conn_string(uri, settings=settings, index=index, clock=clock) as store,
    ):
        yield filed.__wrapped__(store.bind(Principal(user_id="ana")), clock)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "filters",
    [
        {"updated_after": datetime(2026, 1, 1)},
        {"event_before": "2025-01-01T00:00:00"},
        {"created_at": {"$gt": "yesterday"}},
        {"importance": {"$in": [1]}},
        {"$or": [{"pinned": True}]},
        {"$and": {"pinned": True}},
        pytest.param({"mood": object()}, id="{'mood': object()}"),
    ],
    ids=repr,
)
def test_a_filter_that_cannot_be_meant_is_an_error(ana: MemoryView, filters: Any) -> None:
    for read in (
        lambda: ana.query("tea", filters=filters),
        lambda: ana.list(filters=filters),
        lambda: ana.query("tea", filters=filters, as_of=START),
    ):
        with pytest.raises(InvalidMemory, match="filter"):
            read()
    with pytest.raises(ValueError):
        ana.search(("memory",), filter=filters)


def test_a_filter_never_costs_recall(store: MemoryStore) -> None:
    view = store.bind(Principal(user_id="ana"))
    remember(view, *(f"tea {n}" for n in range(120)))
    remember(view, *(f"drinks much tea with {n}" for n in range(5)), pinned=True)

    found = view.query("tea", filters={"pinned": True}, top_k=5, returns="full").memories

    assert sum(memory.pinned for memory in found) == 5


# Categories


def test_a_disallowed_category_by_name_is_refused_and_nothing_moves(
    store: MemoryStore, ana: MemoryView, database_uri: str
) -> None:
    planner = store.bind(Principal(user_id="ana", agent="planner", thread_id="t"))
    planner.delta()
    remember(ana, "Is called Ana", category="profile")
    before = contents(database_uri)

    for read in (
        lambda: planner.query("ana", categories=["goals", "profile"]),
        lambda: planner.query("ana", categories=["profile"], as_of=START),
        lambda: planner.list(categories=["profile"]),
        lambda: planner.search(("memory", "default", "user", "ana", "profile")),
        lambda: planner.get(("memory", "default", "user", "ana", "profile"), "k"),
        lambda: planner.put(("memory", "default", "user", "ana", "profile"), "k", {"content": "x"}),
        lambda: planner.delete(("memory", "default", "user", "ana", "profile"), "k"),
    ):
        with pytest.raises(CategoryNotAllowed, match=r"planner.*profile.*goals, tasks, projects"):
            read()
    assert contents(database_uri) == before
    with pytest.raises(UnknownCategory):
        planner.query("ana", categories=["gossip"])


def test_unnamed_reads_leave_a_disallowed_category_out(store: MemoryStore, ana: MemoryView) -> None:
    planner = store.bind(Principal(user_id="ana", agent="planner", thread_id="t"))
    planner.delta()
    (secret,) = remember(ana, "Is called Ana", category="profile")
    (goal,) = remember(ana, "Ana wants to run", category="goals")
    ana.relate(goal.id, secret.id)

    assert planner.query("ana").render().count("Is called Ana") == 0
    assert planner.query("ana").bullets == ("[goals] Ana wants to run",)
    assert planner.context("who is ana?").bullets == ("[goals] Ana wants to run",)
    assert [memory.id for memory in planner.list()] == [goal.id]
    assert [item.key for item in planner.search(("memory",))] == [goal.id]
    assert planner.list_namespaces() == [("memory", "default", "user", "ana", "goals")]
    assert {event.memory_id for event in planner.history()} == {goal.id}
    assert {kept.get("id", kept.get("memory_id")) for kept in planner.export()} == {goal.id}
    assert planner.stats().by_category == {"goals": 1}
    assert [memory.id for memory in planner.related(goal.id)] == []
    assert planner.query("ana", as_of=START + DAY).bullets == ("[goals] Ana wants to run",)
    for call in (planner.memory, planner.forget, planner.pin, planner.confirm):
        with pytest.raises(MemoryNotFound):
            call(secret.id)


@pytest.mark.parametrize("call", ["query", "list"])
def test_one_text_is_no_list_of_categories(ana: MemoryView, call: str) -> None:
    given = ("tea",) if call == "query" else ()
    with pytest.raises(InvalidMemory, match=r"not one text: \['goals'\]"):
        getattr(ana, call)(*given, categories="goals")


def test_no_categories_are_not_all_categories(ana: MemoryView) -> None:
    remember(ana, "Likes tea")

    assert ana.query("tea", categories=[]).bullets == ()


# Who may see what


def test_another_user_or_tenant_sees_nothing(store: MemoryStore, ana: MemoryView) -> None:
    (memory,) = remember(ana, "Is called Ana", category="profile")
    namespace = ("memory", "default", "user", "ana", "profile")
    for stranger in (
        Principal(user_id="bo"), Principal(user_id="ana", tenant="other"), Principal(user_id="an"),
        Principal(chat_id="ana"), Principal(app_id="ana"), Principal(user_id="user:ana"), Principal(),
    ):  # fmt: skip
        view = store.bind(stranger)
        assert view.query("ana").render() == ""
        assert view.list() == []
        assert view.search(("memory",)) == []
        assert view.list_namespaces(prefix=("memory",)) == []
        assert list(view.history()) == list(view.history(memory.id)) == []
        assert view.stats().total == 0
        assert list(view.export()) == []
        assert view.query("ana", as_of=START + DAY).bullets == ()
        assert view.forget_matching("is called Ana") == []
        for call in (view.memory, view.forget, view.restore, view.pin, view.confirm, view.related):
            with pytest.raises(MemoryNotFound):
                call(memory.id)
        for refused in (
            lambda view=view: view.get(namespace, memory.id),
            lambda view=view: view.search(namespace[:4]),
            lambda view=view: view.put(namespace, memory.id, {"content": "Is called Bo"}),
            lambda view=view: view.delete(namespace, memory.id),
        ):
            with pytest.raises(PermissionDenied, match="may not reach"):
                refused()
    assert ana.memory(memory.id).content == "Is called Ana"


def test_what_is_sensitive_stays_out_of_a_chat(store: MemoryStore, ana: MemoryView) -> None:
    chat = store.bind(Principal(user_id="ana", chat_id="team", thread_id="c"))
    chat.delta()
    (memory,) = remember(ana, "Has an inhaler for asthma", category="profile", user_requested=True)
    assert memory.sensitivity == "sensitive"
    ana.forget(memory.id)
    ana.restore(memory.id)

    assert "inhaler" in ana.query("inhaler").render()
    assert chat.query("inhaler").render() == ""
    assert chat.context("inhaler").render() == ""
    assert chat.delta().changes == ()
    assert chat.list() == [] == list(chat.history()) == list(chat.export())
    assert chat.search(("memory",)) == []
    assert chat.get(("memory", "default", "user", "ana", "profile"), memory.id) is None
    assert chat.query("inhaler", as_of=START + DAY).bullets == ()
    with pytest.raises(MemoryNotFound):
        chat.memory(memory.id)


def test_a_chat_does_not_learn_that_something_sensitive_exists(
    store: MemoryStore, ana: MemoryView
) -> None:
    remember(ana, "Has an inhaler for asthma", category="profile", user_requested=True)

    chat = store.bind(Principal(user_id="ana", chat_id="team"))

    assert chat.list_namespaces(prefix=("memory",)) == []


# as_of


def test_as_of_answers_with_what_was_known_then(ana: MemoryView, clock: FakeClock) -> None:
    (tea,) = remember(ana, "Likes green tea")
    ana.remember("Works at Acme", category="profile", slot="employer")
    moments = [clock.now, clock.advance(DAY)]
    ana.correct(tea.id, "Likes black tea")
    ana.remember("Works at Globex", category="profile", slot="employer")
    moments.append(clock.advance(DAY))
    ana.forget(tea.id)
    moments.append(clock.advance(DAY))
    ana.restore(tea.id)

    def known(at: datetime) -> set[str]:
        return texts(ana, "tea works", as_of=at)

    assert known(START - DAY) == set()
    assert known(moments[0]) == {"Likes green tea", "Works at Acme"}
    assert known(moments[1] - timedelta(seconds=1)) == {"Likes green tea", "Works at Acme"}
    assert known(moments[2] - timedelta(seconds=1)) == {"Likes black tea", "Works at Globex"}
    assert known(moments[3] - timedelta(seconds=1)) == {"Works at Globex"}
    assert known(clock.now) == {"Likes black tea", "Works at Globex"}


def test_as_of_needs_a_time_zone(ana: MemoryView) -> None:
    with pytest.raises(InvalidMemory, match="as_of must carry a time zone"):
        ana.query("tea", as_of=datetime(2026, 1, 1))


def test_an_expired_memory_was_known_while_it_lived(
    ana: MemoryView, store: MemoryStore, clock: FakeClock
) -> None:
    remember(ana, "Has to buy milk", category="tasks")
    clock.advance(20 * DAY)
    store.sweep_ttl()

    assert texts(ana, "milk", as_of=START + DAY) == {"Has to buy milk"}
    assert texts(ana, "milk", as_of=clock.now) == set()


# Context


def test_a_context_holds_the_header_what_is_always_on_and_what_is_asked(store: MemoryStore) -> None:
    view = store.bind(Principal(user_id="ana", thread_id="t"))
    view.delta()
    remember(view, "Is called Ana", category="profile")
    remember(view, "Likes a casual tone", category="tone")
    remember(view, "Plays chess on Sundays", "Grew up in Oslo")
    remember(view, "1. put the kettle on", category="procedural", kind="procedural")
    remember(view, "Chess calms her down", kind="reflection", category="knowledge")

    result = view.context([("user", "Hello"), ("ai", "Hi"), ("user", "who plays chess with me?")])

    assert result.header.startswith("Memory updates since rev 0:")
    assert {"[profile] Is called Ana", "[tone] Likes a casual tone"} <= set(result.bullets)
    assert "[knowledge] Plays chess on Sundays" in result.bullets
    assert not [bullet for bullet in result.bullets if "kettle" in bullet]
    assert result.bullets[-1] == "[knowledge] Chess calms her down"
    assert len(set(result.bullets)) == len(result.bullets)


def test_a_long_profile_leaves_room_for_what_answers_and_for_the_reflection(
    store: MemoryStore,
) -> None:
    view = store.bind(Principal(user_id="ana"))
    for n in range(40):
        remember(view, f"Number {n} of many things that Ana tells of her days", category="profile")
    remember(view, "Plays chess on Sundays")
    week = " ".join(["Chess calmed her down."] * 19)
    remember(view, week, kind="reflection", category="knowledge")

    result = view.context("who plays chess with me?")

    assert "[knowledge] Plays chess on Sundays" in result.bullets
    assert result.bullets[-1] == f"[knowledge] {week}"
    assert len([bullet for bullet in result.bullets if bullet.startswith("[profile]")]) > 8
    assert 400 < result.tokens <= 512


# Forgotten and unfinished things


def test_what_was_forgotten_is_read_nowhere(ana: MemoryView) -> None:
    (memory,) = remember(ana, "Likes green tea")
    ana.forget(memory.id)

    assert ana.query("tea").bullets == ()
    assert ana.list() == []
    assert ana.search(("memory",)) == [] == ana.search(("memory",), query="tea")
    assert ana.get(("memory", "default", "user", "ana", "knowledge"), memory.id) is None
    assert ana.list_namespaces(prefix=("memory",)) == []
    with pytest.raises(MemoryNotFound):
        ana.memory(memory.id)


@pytest.mark.parametrize(
    "question",
    [
        {"top_k": 0},
        {"budget_tokens": -1},
        {"returns": "everything"},
        {"text": "NUL \x00"},
        {"text": "half \ud800"},
    ],
    ids=repr,
)
def test_a_question_that_makes_no_sense_is_an_error(ana: MemoryView, question: Any) -> None:
    with pytest.raises(InvalidMemory):
        ana.query(**{"text": "tea", **question})


# Two colours


async def test_both_colours_tell_the_same(
    store: MemoryStore, async_store: AsyncMemoryStore
) -> None:
    me = Principal(user_id="ana", thread_id="t")
    sync, asynchronous = store.bind(me), async_store.bind(me)
    await asynchronous.adelta()
    created = await asynchronous.aremember("Likes green tea", category="preferences")
    first = await asynchronous.aquery("tea", returns="full")
    again = sync.query("tea", returns="full")

    assert first.header
    assert again == first.model_copy(update={"header": "", "tokens": again.tokens})
    assert sync.memory(created.memory.id) == await asynchronous.amemory(created.memory.id)
    assert sync.list() == await asynchronous.alist()
    assert list(sync.history()) == list(await asynchronous.ahistory())
    assert sync.stats() == await asynchronous.astats()
    assert list(sync.export()) == list(await asynchronous.aexport())
    assert sync.search(("memory",), query="tea") == await asynchronous.asearch(
        ("memory",), query="tea"
    )
    assert (await asynchronous.acontext("tea")).bullets == sync.context("tea").bullets
    assert list(sync.proposals) == list(await asynchronous.aproposals()) == []
