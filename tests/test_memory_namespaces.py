"""Is a memory namespace a BaseStore namespace, and still governed?"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from books import contents, require_balance, rows
from fix_clock import FakeClock
from hypothesis import HealthCheck, example, given
from hypothesis import settings as profile
from hypothesis import strategies as st
from langgraph.store.base import GetOp, PutOp, SearchOp

from langmem_ext import AsyncMemoryStore, MemoryStore, MemoryView, Principal
from langmem_ext.errors import CategoryNotAllowed, InvalidMemory, PermissionDenied, UnknownCategory
from langmem_ext.namespaces import MemoryNamespace

HOME = ("memory", "default", "user", "ana", "preferences")
GOALS = (*HOME[:4], "goals")
TEA = {"content": "Likes green tea"}


@pytest.fixture
def ana(store: MemoryStore) -> MemoryView:
    return store.bind(Principal(user_id="ana"))


def test_bare_content_is_enough(ana: MemoryView, clock: FakeClock, database_uri: str) -> None:
    ana.put(HOME, "tea", TEA)

    item = ana.get(HOME, "tea")
    assert (item.key, item.namespace) == ("tea", HOME)
    assert item.value["content"] == "Likes green tea"
    assert (item.value["category"], item.value["kind"], item.value["type"]) == (
        "preferences",
        "semantic",
        "preference",
    )
    assert item.created_at == item.updated_at == clock.now
    assert ana.memory("tea").content == "Likes green tea"
    assert [event.event for event in ana.history("tea")] == ["ADD"]
    assert "Likes green tea" in ana.query("tea").render()
    require_balance(database_uri)


def test_a_value_that_was_read_can_be_put_back(ana: MemoryView, database_uri: str) -> None:
    ana.remember(
        "Met Bo", category="preferences", tags=["a"], importance=5, subjects=["bo"],
        event_time=datetime(2025, 1, 1, tzinfo=UTC),
        slot="meeting", stated_by="bo", kind="episodic", extra={"mood": "sunny"},
    )  # fmt: skip
    (item,) = ana.search(HOME)
    before = contents(database_uri)

    ana.put(HOME, item.key, item.value)

    assert contents(database_uri, without=("spaces",)) == {
        table: digest for table, digest in before.items() if table != "spaces"
    }
    assert ana.get(HOME, item.key).value == item.value


def test_read_modify_write_changes_what_was_changed(
    ana: MemoryView, clock: FakeClock, database_uri: str
) -> None:
    memory = ana.remember("Likes green tea", category="preferences", tags=["a"]).memory
    value = ana.get(HOME, memory.id).value
    clock.advance(timedelta(hours=1))

    ana.put(HOME, memory.id, {**value, "content": "Likes black tea", "tags": ["a", "b"]})

    changed = ana.memory(memory.id)
    assert (changed.content, changed.tags) == ("Likes black tea", ("a", "b"))
    assert (changed.created_at, changed.updated_at) == (memory.created_at, clock.now)
    event = ana.history(memory.id)[0]
    assert (event.event, event.old, event.new) == ("UPDATE", "Likes green tea", "Likes black tea")
    require_balance(database_uri)


def test_a_made_up_title_follows_the_content(ana: MemoryView) -> None:
    ana.put(HOME, "k", TEA)
    value = ana.get(HOME, "k").value

    ana.put(HOME, "k", {**value, "content": "Plays chess"})

    assert ana.get(HOME, "k").value["title"] == "Plays chess"


def test_putting_a_value_back_keeps_where_it_came_from(ana: MemoryView, store: MemoryStore) -> None:
    thread = store.bind(Principal(user_id="ana", thread_id="t1", run_id="r1"))
    thread.remember("Works at Acme", category="preferences", slot="employer")
    memory = thread.remember("Works at Globex", category="preferences", slot="employer").memory
    value = ana.get(HOME, memory.id).value

    ana.put(HOME, memory.id, {**value, "tags": ["work"]})

    kept = ana.memory(memory.id)
    assert (kept.supersedes, kept.thread_id, kept.run_id) == (memory.supersedes, "t1", "r1")


def test_the_callers_own_fields_are_kept_and_can_be_filtered(ana: MemoryView) -> None:
    own = {
        "mood": "sunny",
        "rank": 3,
        "nested": {"deep": [1, None]},
        "score": 0.5,
        "extra": {"a": 1},
        "operation_id": 7,
    }
    ana.put(HOME, "tea", {**TEA, **own})
    ana.put(HOME, "milk", {"content": "Likes milk", "rank": 1})

    value = ana.get(HOME, "tea").value
    assert {name: value[name] for name in own} == own
    for filter in ({"mood": "sunny"}, {"rank": {"$gt": 1}}, {"nested": {"deep": [1, None]}}):
        assert [item.key for item in ana.search(HOME, filter=filter)] == ["tea"]
        assert [item.key for item in ana.search(HOME, query="likes", filter=filter)] == ["tea"]


def test_the_callers_own_numbers_come_back_as_they_were(ana: MemoryView) -> None:
    own = {
        "n": [1e16, 1e23, -1.5e300, 5e-324, 0.1, 3.0, 3, 10**40, -(2**63)],
        "text": '"1e+16" 1e16',
    }
    ana.put(HOME, "tea", {**TEA, **own})
    outcome = ana.remember("Likes milk", category="preferences", extra=own)
    again = ana.remember("Likes milk", category="preferences", source_ids=["m1"])

    for kept in (ana.get(HOME, "tea").value, outcome.memory.extra, again.memory.extra):
        assert [(type(n), n) for n in kept["n"]] == [(type(n), n) for n in own["n"]]
        assert kept["text"] == own["text"]


@pytest.mark.parametrize(
    ("value", "what"),
    [
        ({"text": "Likes tea"}, "content"),
        ({"content": 5}, "content"),
        ({"content": ["Likes tea"]}, "content"),
        ({}, "content"),
        ({**TEA, "category": "goals"}, "another category"),
        ({**TEA, "importance": 9}, "importance"),
        ({**TEA, "tags": "tea"}, "tags"),
        ({**TEA, "kind": "note"}, "kind"),
        ({**TEA, "event_time": "2025-01-01T00:00:00"}, "event_time"),
        ({**TEA, "confidence": 1.5}, "confidence"),
        ({"content": "x" * 281}, "281"),
        ({"content": " "}, "empty"),
        ({"content": "NUL \x00"}, "control"),
        ({**TEA, "mood": "NUL \x00"}, "NUL"),
        ({**TEA, "mood": float("nan")}, "finite"),
        ({**TEA, "mood": "half \ud800"}, "surrogate"),
        ({**TEA, "tags": ["half \ud800"]}, "surrogate"),
        ({"content": "My password is hunter2-Xy9!"}, "secret"),
        ({"content": "Was diagnosed with diabetes"}, "health"),
    ],
    ids=lambda value: str(value)[:40].encode("ascii", "replace").decode().replace("\0", "0"),
)
def test_a_value_that_is_no_memory_is_refused_and_changes_nothing(
    ana: MemoryView, database_uri: str, value: dict[str, Any], what: str
) -> None:
    before = contents(database_uri)

    with pytest.raises(ValueError, match=what) as error:
        ana.batch([PutOp(GOALS, "other", {"content": "Wants to run"}), PutOp(HOME, "k", value)])

    assert contents(database_uri) == before
    assert "hunter2" not in str(error.value) and "diabetes" not in str(error.value)


def test_a_refusal_says_which_gate(ana: MemoryView) -> None:
    with pytest.raises(InvalidMemory) as error:
        ana.put(HOME, "k", {"content": "My password is hunter2-Xy9!"})

    assert error.value.reason == "secret"


def test_an_unknown_category_is_refused_everywhere(ana: MemoryView) -> None:
    unknown = (*HOME[:4], "gossip")
    with pytest.raises(UnknownCategory, match="'gossip'"):
        ana.put(unknown, "k", TEA)
    with pytest.raises(UnknownCategory):
        ana.delete(unknown, "k")

    assert ana.get(unknown, "k") is None
    assert ana.search(unknown) == []


def test_a_delete_soft_deletes_and_a_put_brings_back(ana: MemoryView, database_uri: str) -> None:
    ana.put(HOME, "k", TEA)
    ana.delete(HOME, "k")
    assert ana.get(HOME, "k") is None
    ana.put(HOME, "k", None)  # type: ignore[arg-type]
    assert [event.event for event in ana.history("k")] == ["DELETE", "ADD"]

    ana.put(HOME, "k", TEA)

    assert ana.get(HOME, "k") is not None
    assert [event.event for event in ana.history("k")] == ["ADD", "DELETE", "ADD"]
    require_balance(database_uri)


def test_a_key_is_the_callers_and_never_merges(ana: MemoryView) -> None:
    ana.put(HOME, "a", TEA)
    ana.put(HOME, "b", TEA)
    ana.put(GOALS, "a", TEA)

    assert {(item.namespace, item.key) for item in ana.search(("memory",))} == {
        (HOME, "a"), (HOME, "b"), (GOALS, "a"),
    }  # fmt: skip
    ana.delete(HOME, "a")
    assert (ana.get(HOME, "a"), ana.get(GOALS, "a") is None) == (None, False)


def test_a_put_to_a_filled_slot_supersedes(ana: MemoryView, database_uri: str) -> None:
    ana.put(HOME, "old", {"content": "Works at Acme", "slot": "employer"})
    ana.put(HOME, "new", {"content": "Works at Globex", "slot": "employer"})

    assert [item.key for item in ana.search(HOME)] == ["new"]
    require_balance(database_uri)


def test_a_put_that_needs_consent_is_not_silently_dropped(ana: MemoryView) -> None:
    ana.put(HOME, "old", {"content": "Lives in Rome", "slot": "city"})
    try:
        ana.put(HOME, "new", {"content": "Lives in Oslo", "slot": "city"})
    except InvalidMemory as error:
        assert error.reason == "consent"
    else:
        assert ana.get(HOME, "new") is not None


def test_a_batch_reads_the_state_before_its_puts_and_the_last_put_counts(ana: MemoryView) -> None:
    ana.put(HOME, "k", TEA)

    before, _, _, found = ana.batch(
        [
            GetOp(HOME, "k"),
            PutOp(HOME, "k", {"content": "Likes milk"}),
            PutOp(HOME, "k", {"content": "Likes cake"}),
            SearchOp(HOME),
        ]
    )

    assert before.value["content"] == found[0].value["content"] == "Likes green tea"
    assert ana.get(HOME, "k").value["content"] == "Likes cake"


def test_without_an_index_a_memory_is_found_by_its_words_only(
    ana: MemoryView, database_uri: str
) -> None:
    ana.put(HOME, "k", TEA, index=False)

    assert rows(database_uri, "SELECT * FROM langmem.documents WHERE embedding IS NOT NULL") == []
    assert [item.key for item in ana.search(HOME, query="tea")] == ["k"]


def test_search_pages_through_everything_once(ana: MemoryView, clock: FakeClock) -> None:
    for number in range(12):
        clock.advance(timedelta(seconds=1))
        ana.put(
            HOME if number % 2 else GOALS, f"k{number}", {"content": f"Likes tea number {number}"}
        )

    for query in (None, "tea"):
        for prefix in (("memory",), HOME[:3], HOME[:4]):
            pages = [ana.search(prefix, query=query, limit=5, offset=at) for at in (0, 5, 10, 15)]
            assert [len(page) for page in pages] == [5, 5, 2, 0]
            assert len({item.key for page in pages for item in page}) == 12


def test_list_namespaces_shows_what_the_principal_may_reach(
    store: MemoryStore, ana: MemoryView
) -> None:
    ana.put(HOME, "k", TEA)
    ana.put(GOALS, "k", TEA)
    ana.put(("plain", "things"), "k", {"any": "value"})
    store.put(("memory", "acme", "user", "bo", "goals"), "k", TEA)

    assert ana.list_namespaces(prefix=("memory",)) == [GOALS, HOME]
    assert ana.list_namespaces(prefix=("memory",), max_depth=3) == [HOME[:3]]
    assert ana.list_namespaces(suffix=("goals",)) == [GOALS]
    assert ("plain", "things") in ana.list_namespaces()
    assert len(store.list_namespaces(prefix=("memory",))) == 3
    planner = store.bind(Principal(user_id="ana", agent="planner"))
    assert planner.list_namespaces(prefix=("memory",)) == [GOALS]


def test_a_search_by_words_of_the_bare_store_stays_in_its_category(store: MemoryStore) -> None:
    store.put(HOME, "tea", TEA)
    store.put(GOALS, "grow", {"content": "Wants to grow green tea"})

    assert [item.key for item in store.search(HOME, query="green tea")] == ["tea"]
    assert {item.key for item in store.search(HOME[:4], query="green tea")} == {"tea", "grow"}


def test_the_bare_store_is_trusted(store: MemoryStore) -> None:
    other = ("memory", "acme", "chat", "team", "goals")
    store.put(other, "k", TEA)

    assert store.get(other, "k").value["tenant"] == "acme"
    assert [item.namespace for item in store.search(("memory",))] == [other]
    assert store.search(("memory", "acme", "chat"), query="tea")


@pytest.mark.parametrize(
    "namespace",
    [
        ("memory", "default", "user", "bo", "preferences"),
        ("memory", "other", "user", "ana", "preferences"),
        ("memory", "default", "chat", "ana", "preferences"),
        ("memory", "default", "app", "ana", "preferences"),
    ],
)
def test_a_foreign_namespace_is_refused(
    store: MemoryStore, ana: MemoryView, namespace: tuple[str, ...], database_uri: str
) -> None:
    store.put(namespace, "k", TEA)
    before = contents(database_uri)

    for call in (
        lambda: ana.get(namespace, "k"),
        lambda: ana.put(namespace, "k", {"content": "Likes milk"}),
        lambda: ana.delete(namespace, "k"),
        lambda: ana.search(namespace),
        lambda: ana.search(namespace[:4]),
        lambda: ana.batch([PutOp(HOME, "mine", TEA), PutOp(namespace, "k", None)]),
    ):
        with pytest.raises(PermissionDenied):
            call()
    assert ana.search(("memory",)) == []
    assert contents(database_uri) == before


def test_a_category_outside_the_allowlist_is_refused(store: MemoryStore) -> None:
    planner = store.bind(Principal(user_id="ana", agent="planner"))

    with pytest.raises(CategoryNotAllowed):
        planner.batch([PutOp(GOALS, "k", TEA), PutOp(HOME, "k", TEA)])

    assert planner.search(("memory",)) == []


_ids = st.text(
    st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), min_size=1, max_size=20
)


@pytest.mark.filterwarnings(
    "ignore::hypothesis.errors.HypothesisDeprecationWarning"
)  # the pool uses random
@profile(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(tenant=_ids, user=_ids, key=_ids)
@example(tenant="a.b/c", user="o'neil%2E\"; --", key="k.1/ü %")
@example(tenant="default/user:x", user="日本語 🎉", key="k")
@example(tenant="%25", user="ana.smith@example.org", key="a:b")
def test_ids_of_any_characters_round_trip(
    store: MemoryStore, tenant: str, user: str, key: str
) -> None:
    namespace = MemoryNamespace(tenant, "user", user, "preferences").labels()
    view = store.bind(Principal(user_id=user, tenant=tenant))

    view.put(namespace, key, TEA)

    assert view.get(namespace, key).value["content"] == "Likes green tea"
    assert view.memory(key).space == f"user:{user}"
    assert [
        (item.namespace, item.key) for item in view.search(("memory",), filter={"id": key})
    ] == [(namespace, key)]
    assert namespace in view.list_namespaces(prefix=("memory",), limit=1000)
    assert store.get(namespace, key).value["tenant"] == tenant
    view.delete(namespace, key)
    assert view.search(("memory",), filter={"id": key}) == []


async def test_both_colours_share_the_namespaces(
    store: MemoryStore, async_store: AsyncMemoryStore
) -> None:
    me = Principal(user_id="ana")
    await async_store.bind(me).aput(HOME, "k", TEA)
    sync, view = store.bind(me), async_store.bind(me)

    assert sync.get(HOME, "k") == await view.aget(HOME, "k")
    assert sync.search(("memory",), query="tea") == await view.asearch(("memory",), query="tea")
    assert sync.list_namespaces() == await view.alist_namespaces()
    await view.adelete(HOME, "k")
    assert sync.get(HOME, "k") is None
    with pytest.raises(PermissionDenied):
        await view.aget(("memory", "default", "user", "bo", "goals"), "k")


@pytest.mark.parametrize(
    "labels",
    [("memory", "default", "user"), ("memory", "default", "user", "ana"), (*HOME, "deeper")],
)
def test_a_memory_namespace_gone_wrong_is_refused(
    store: MemoryStore, labels: tuple[str, ...]
) -> None:
    with pytest.raises(InvalidMemory, match="five labels"):
        store.put(labels, "k", {"content": "Likes tea"})

    assert store.search(labels) == []
