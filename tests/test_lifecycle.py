"""Does a memory live, fade, go and come back when the memory model says so?"""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from books import contents, count, require_balance, rows
from fix_clock import START, FakeClock
from fix_embeddings import HASH_DIMS, HashEmbeddings
from hypothesis import given
from hypothesis import strategies as st

from langmem_ext import AsyncMemoryStore, Memory, MemoryStore, MemoryView, Principal
from langmem_ext.errors import InvalidMemory, MemoryNotFound
from langmem_ext.memory import Kind, MemoryType
from langmem_ext.policies import lifecycle as policy
from langmem_ext.settings import Settings
from langmem_ext.stores.operations import sweeping

DAY = timedelta(days=1)
NAMESPACE = ("memory", "default", "user", "ana", "knowledge")


@pytest.fixture
def ana(store: MemoryStore) -> MemoryView:
    return store.bind(Principal(user_id="ana"))


@pytest.fixture(autouse=True)
def balanced(request: pytest.FixtureRequest) -> Iterator[None]:
    uri = request.getfixturevalue("database_uri") if "store" in request.fixturenames else None
    yield
    if uri is not None:
        require_balance(uri)


def kept(view: MemoryView, content: str = "Likes tea", **fields: Any) -> Memory:
    memory = view.remember(content, **{"category": "knowledge", **fields}).memory
    assert memory is not None
    return memory


def row(uri: str, memory: Memory) -> dict[str, Any]:
    (found,) = rows(uri, "SELECT * FROM langmem.memories WHERE id = %s", memory.id)
    return found


def archive(store: MemoryStore) -> int:
    return store.run(sweeping.archive(store.scope))


def purge(store: MemoryStore) -> int:
    return store.run(sweeping.purge(store.scope))


# Expiry


@pytest.mark.parametrize(
    ("type", "days"),
    [
        ("context", 7), ("event", 30), ("task", 14), ("observation", 3),
        ("preference", None), ("identity", None), ("relationship", None), ("knowledge", None),
    ],
)  # fmt: skip
def test_a_type_says_how_long_a_memory_lives(
    ana: MemoryView, store: MemoryStore, clock: FakeClock, type: str, days: int | None
) -> None:
    memory = kept(ana, type=type)
    assert memory.expires_at == (None if days is None else START + days * DAY)

    clock.advance((days or 10_000) * DAY - timedelta(seconds=1))
    assert ana.list()
    assert store.sweep_ttl() == 0
    clock.advance(timedelta(seconds=1))

    assert [found.id for found in ana.list()] == ([] if days else [memory.id])
    assert store.sweep_ttl() == (1 if days else 0)
    assert store.sweep_ttl() == 0


def test_what_has_expired_is_soft_deleted_and_audited(
    ana: MemoryView, store: MemoryStore, clock: FakeClock, database_uri: str
) -> None:
    memory = kept(ana, type="task")
    clock.advance(14 * DAY)
    store.sweep_ttl()

    found = row(database_uri, memory)
    assert (found["state"], found["purge_at"]) == ("soft_deleted", clock.now + 30 * DAY)
    event = ana.history(memory.id)[0]
    assert (event.event, event.actor, event.old, event.new) == ("TTL", "system", "Likes tea", None)
    assert event.meta == {"reason": "expired"}


def test_a_pinned_memory_never_expires(
    ana: MemoryView, store: MemoryStore, clock: FakeClock
) -> None:
    kept(ana, type="task", pinned=True)
    ana.pin(kept(ana, "Likes milk", type="task").id)
    clock.advance(10_000 * DAY)

    assert (store.sweep_ttl(), archive(store)) == (0, 0)
    assert len(ana.list()) == 2


def test_reading_never_extends_an_expiry_that_the_type_has_set(
    ana: MemoryView, store: MemoryStore, clock: FakeClock, database_uri: str
) -> None:
    memory = kept(ana, type="task")
    clock.advance(10 * DAY)
    ana.query("tea")
    ana.get(NAMESPACE, memory.id, refresh_ttl=True)
    ana.search(NAMESPACE, query="tea", refresh_ttl=True)
    store.flush_uses(1)

    assert row(database_uri, memory)["expires_at"] == START + 14 * DAY


def test_a_ttl_expires_and_is_refreshed_by_reads(
    ana: MemoryView, store: MemoryStore, clock: FakeClock
) -> None:
    ana.put(NAMESPACE, "k", {"content": "Likes tea"}, ttl=60)
    clock.advance(timedelta(minutes=50))
    assert ana.get(NAMESPACE, "k", refresh_ttl=True)
    clock.advance(timedelta(minutes=50))
    assert ana.search(NAMESPACE, refresh_ttl=True)
    clock.advance(timedelta(minutes=50))
    assert ana.get(NAMESPACE, "k", refresh_ttl=False)

    clock.advance(timedelta(minutes=10))

    assert ana.get(NAMESPACE, "k") is None
    assert ana.search(NAMESPACE) == ana.list() == []
    assert store.sweep_ttl() == 1
    assert ana.restore("k").memory.state == "active"


def test_the_ttl_configuration_holds_for_memories(database_uri: str, clock: FakeClock) -> None:
    ttl: Any = {"default_ttl": 30, "refresh_on_read": False}
    with MemoryStore.from_conn_string(database_uri, index=False, ttl=ttl, clock=clock) as store:
        view = store.bind(Principal(user_id="ana"))
        view.put(NAMESPACE, "k", {"content": "Likes tea"})
        clock.advance(timedelta(minutes=29))
        assert view.get(NAMESPACE, "k")
        clock.advance(timedelta(minutes=1))
        assert view.get(NAMESPACE, "k") is None


def test_a_put_brings_back_what_has_expired(ana: MemoryView, clock: FakeClock) -> None:
    value = {"content": "Has to buy milk", "type": "task"}
    ana.put(NAMESPACE, "k", value)
    clock.advance(15 * DAY)

    ana.put(NAMESPACE, "k", value)

    assert ana.get(NAMESPACE, "k") is not None


def test_a_restored_memory_keeps_its_ttl(ana: MemoryView, clock: FakeClock) -> None:
    ana.put(NAMESPACE, "k", {"content": "Likes tea"}, ttl=60)
    ana.forget("k")

    assert ana.restore("k").memory.expires_at == clock.now + timedelta(hours=1)


# Decay


def test_what_has_faded_is_archived_not_deleted(
    ana: MemoryView, store: MemoryStore, clock: FakeClock, database_uri: str
) -> None:
    memory = kept(ana)
    clock.set(memory.fades_at - timedelta(seconds=1))
    assert archive(store) == 0
    clock.advance(timedelta(seconds=1))

    assert (archive(store), archive(store)) == (1, 0)
    assert row(database_uri, memory)["state"] == "archived"
    assert ana.list() == [] == ana.search(("memory",))
    restored = ana.restore(memory.id).memory
    assert restored.fades_at is not None and restored.fades_at > clock.now
    assert "tea" in ana.query("tea").render()


def test_a_memory_fades_after_ten_and_a_half_months(ana: MemoryView) -> None:
    assert kept(ana).fades_at == pytest.approx(
        START + math.log(10) / 0.0073 * DAY, abs=timedelta(seconds=1)
    )


def test_what_is_hardly_believed_fades_at_once(ana: MemoryView, store: MemoryStore) -> None:
    kept(ana, confidence=0.04)

    assert archive(store) == 1


@pytest.mark.parametrize(
    "protect",
    [
        lambda view: kept(view, pinned=True),
        lambda view: kept(view, kind="reflection"),
        lambda view: view.confirm(kept(view).id),
        lambda view: view.pin(kept(view).id),
    ],
    ids=["pinned", "reflection", "confirmed", "pinned later"],
)
def test_the_pinned_the_confirmed_and_reflections_never_fade(
    ana: MemoryView, store: MemoryStore, clock: FakeClock, protect: Any
) -> None:
    protect(ana)
    clock.advance(100_000 * DAY)

    assert archive(store) == 0
    assert ana.list()[0].fades_at is None


def test_a_use_in_context_strengthens_later(
    ana: MemoryView, store: MemoryStore, clock: FakeClock, database_uri: str
) -> None:
    memory, other = kept(ana, "Likes green tea"), kept(ana, "Plays chess")
    clock.advance(100 * DAY)
    before = contents(database_uri)
    for _ in range(3):
        ana.query("green tea", threshold=0.5)
    assert contents(database_uri) == before  # reads never wait for that write

    assert (store.flush_uses(1), store.flush_uses(1)) == (1, 0)

    used = row(database_uri, memory)
    assert used["strength"] == pytest.approx(math.exp(-0.73) + 0.2, abs=1e-4)
    assert (used["strength_at"], used["last_accessed"], used["access_count"]) == (
        clock.now,
        clock.now,
        3,
    )
    assert used["fades_at"] == pytest.approx(
        policy.fades_at(used["strength"], 0.0073, clock.now), abs=timedelta(seconds=30)
    )
    assert row(database_uri, other)["access_count"] == 0


def test_strength_never_exceeds_one(ana: MemoryView, store: MemoryStore, database_uri: str) -> None:
    memory = kept(ana)
    ana.query("tea")
    store.flush_uses(1)

    assert row(database_uri, memory)["strength"] == 1.0


def test_uses_are_written_when_the_store_closes(database_uri: str, ana: MemoryView) -> None:
    memory = kept(ana)
    with MemoryStore.from_conn_string(database_uri, index=False) as store:
        store.bind(Principal(user_id="ana")).query("tea")

    assert row(database_uri, memory)["access_count"] == 1


def test_many_uses_are_carried_by_a_write(ana: MemoryView, database_uri: str) -> None:
    for number in range(80):
        kept(ana, f"Fact number {number}")
    ana.query("fact number", top_k=80, budget_tokens=5000)

    kept(ana, "Another fact")

    assert rows(database_uri, "SELECT max(access_count) AS n FROM langmem.memories")[0]["n"] == 1


_strengths = st.floats(0.001, 1.0)
_rates = st.sampled_from([0.0, 0.0073, 0.1])
_days = st.floats(0, 5000)


@given(_strengths, _rates, _days)
def test_a_memory_fades_when_its_strength_crosses_the_floor(
    strength: float, rate: float, days: float
) -> None:
    when = policy.fades_at(strength, rate, START)
    at = START + timedelta(days=days)

    left = policy.effective_strength(strength, rate, START, at)

    if rate == 0:
        assert when is None and left == strength
    elif abs(left - policy.STRENGTH_FLOOR) > 1e-6:
        assert when is not None
        assert (left < policy.STRENGTH_FLOOR) == (at > when) or strength <= policy.STRENGTH_FLOOR


@given(_strengths, _rates, _days)
def test_a_use_only_ever_strengthens(strength: float, rate: float, days: float) -> None:
    at = START + timedelta(days=days)

    used = policy.refreshed_strength(strength, rate, START, at)

    assert policy.effective_strength(strength, rate, START, at) < used <= 1.0 or used == 1.0


@given(st.floats(0, 1))
def test_a_score_becomes_an_importance(score: float) -> None:
    assert policy.importance_of(score) == max(1, math.ceil(5 * score))


def test_every_type_has_a_life_and_every_kind_a_rate() -> None:
    assert {type for type in MemoryType if policy.expires_at(type, START, pinned=False)} == set(
        policy.TIME_TO_LIVE
    )
    assert all(policy.expires_at(type, START, pinned=True) is None for type in MemoryType)
    assert {kind for kind in Kind if policy.decay_rate(kind, pinned=False) == 0} == {
        Kind.REFLECTION
    }


# Forgetting and restoring


def test_what_is_forgotten_can_be_restored_as_it_was(ana: MemoryView, clock: FakeClock) -> None:
    memory = kept(ana, "Likes green tea", tags=["drink"], title="Tea")
    clock.advance(DAY)
    gone = ana.forget(memory.id)
    assert (gone.status, gone.previous.id) == ("updated", memory.id)
    clock.advance(29 * DAY)

    back = ana.restore(memory.id)

    assert (back.status, back.reason) == ("updated", "restored")
    same = {"content", "title", "tags", "id", "category", "created_at", "importance", "kind"}
    assert back.memory.model_dump(include=same) == memory.model_dump(include=same)
    assert back.memory.purge_at is None
    assert ana.query("drink").bullets == ("[knowledge] Likes green tea",)
    assert [event.event for event in ana.history(memory.id)] == ["RESTORE", "DELETE", "ADD"]


def test_a_memory_is_forgotten_once_and_restored_once(ana: MemoryView) -> None:
    memory = kept(ana)
    ana.forget(memory.id)
    with pytest.raises(MemoryNotFound):
        ana.forget(memory.id)

    ana.restore(memory.id)

    assert (ana.restore(memory.id).status, ana.restore(memory.id).reason) == ("unchanged", "active")


@pytest.mark.parametrize("call", ["memory", "forget", "restore", "pin", "confirm", "related"])
def test_an_unknown_id_is_not_found(ana: MemoryView, call: str) -> None:
    with pytest.raises(MemoryNotFound, match="no-such-id"):
        getattr(ana, call)("no-such-id")
    with pytest.raises(KeyError):
        ana.correct("no-such-id", "Likes tea")


def test_a_slot_that_is_filled_again_blocks_a_restore(ana: MemoryView, database_uri: str) -> None:
    old = kept(ana, "Works at Acme", slot="employer")
    new = ana.remember("Works at Globex", category="knowledge", slot="employer").memory
    before = contents(database_uri)
    with pytest.raises(InvalidMemory, match=r"employer.*is filled by memory"):
        ana.restore(old.id)
    assert contents(database_uri) == before

    ana.forget(new.id)
    back = ana.restore(old.id).memory

    assert (back.state, back.superseded_by, back.valid_until) == ("active", (), None)


def test_a_description_forgets_all_that_say_so(ana: MemoryView) -> None:
    for content in ("Likes green tea", "Grows green tea", "Likes green grass", "Likes tea"):
        kept(ana, content)

    gone = ana.forget_matching("green teas")

    assert {memory.content for memory in gone} == {"Likes green tea", "Grows green tea"}
    assert {memory.content for memory in ana.list()} == {"Likes green grass", "Likes tea"}
    assert ana.forget_matching("green teas") == []
    assert ana.forget_matching("the") == ana.forget_matching("") == []
    assert len(ana.list()) == 2


def test_a_description_forgets_however_many_there_are(ana: MemoryView) -> None:
    ana.remember_many(
        [{"content": f"Likes tea number {n}", "category": "knowledge"} for n in range(120)]
    )

    ana.forget_matching("tea")

    assert ana.list() == []


def test_a_restored_memory_may_fade_and_expire_again(
    ana: MemoryView, store: MemoryStore, clock: FakeClock
) -> None:
    memory = kept(ana, type="task")
    clock.advance(20 * DAY)
    store.sweep_ttl()

    assert ana.restore(memory.id).memory.expires_at == clock.now + 14 * DAY


# Correcting, confirming, pinning


def test_a_correction_replaces_the_text_and_keeps_the_old_one_in_the_history(
    ana: MemoryView, clock: FakeClock
) -> None:
    memory = kept(ana, "Likes green tea")
    clock.advance(DAY)

    outcome = ana.correct(memory.id, "Likes black tea.")

    assert (outcome.status, outcome.previous, outcome.memory.id) == ("updated", memory, memory.id)
    assert outcome.memory.title == outcome.memory.content
    assert outcome.memory.updated_at == clock.now
    event = ana.history(memory.id)[0]
    assert (event.event, event.old, event.new) == (
        "UPDATE",
        "Likes green tea",
        outcome.memory.content,
    )


def test_corrected_words_are_found_and_the_old_ones_are_not(
    database_uri: str, store: MemoryStore
) -> None:
    with MemoryStore.from_conn_string(database_uri, index=False) as lexical:
        view = lexical.bind(Principal(user_id="ana"))
        view.correct(kept(view, "Likes green tea").id, "Likes black coffee")

        assert view.query("green tea").bullets == ()
        assert view.query("coffee").bullets == ("[knowledge] Likes black coffee",)


@pytest.mark.parametrize(
    ("content", "reason"),
    [("My password is hunter2-Xy9!", "secret"), ("x" * 300, "format"), ("", "format")],
)
def test_a_correction_goes_through_the_gates(
    ana: MemoryView, database_uri: str, content: str, reason: str
) -> None:
    memory = kept(ana)
    before = contents(database_uri)

    outcome = ana.correct(memory.id, content)

    assert (outcome.status, outcome.reason) == ("rejected", reason)
    assert contents(database_uri) == before


def test_a_correction_to_health_data_becomes_sensitive(ana: MemoryView) -> None:
    outcome = ana.correct(kept(ana).id, "Was diagnosed with asthma")

    assert outcome.memory.sensitivity == "sensitive"


def test_a_correction_that_changes_nothing_is_unchanged(ana: MemoryView) -> None:
    assert ana.correct(kept(ana).id, "Likes tea").status == "unchanged"


@pytest.mark.parametrize("name", ["pin", "confirm"])
def test_pinning_and_confirming_twice_changes_nothing(
    ana: MemoryView, database_uri: str, name: str
) -> None:
    memory = kept(ana, confidence=0.4)
    first = getattr(ana, name)(memory.id)
    before = contents(database_uri)

    again = getattr(ana, name)(memory.id)

    assert (first.status, again.status) == ("updated", "unchanged")
    assert contents(database_uri) == before
    assert first.memory.confidence == (1.0 if name == "confirm" else 0.4)


def test_a_confirmed_memory_that_is_put_back_stays_confirmed(ana: MemoryView) -> None:
    memory = ana.confirm(kept(ana).id).memory
    value = ana.get(NAMESPACE, memory.id).value

    ana.put(NAMESPACE, memory.id, {**value, "tags": ["drink"]})

    assert ana.memory(memory.id).decay_rate == 0


# Purging


def test_a_purge_takes_the_row_and_every_text_but_not_the_events(
    ana: MemoryView, store: MemoryStore, clock: FakeClock, database_uri: str
) -> None:
    memory = ana.correct(kept(ana, "Likes zebras").id, "Likes quaggas").memory
    other = kept(ana, "Plays chess")
    ana.relate(memory.id, other.id)
    ana.forget(memory.id)
    clock.advance(30 * DAY - timedelta(seconds=1))
    assert purge(store) == 0
    clock.advance(timedelta(seconds=1))

    assert (purge(store), purge(store)) == (1, 0)

    everything = str([rows(database_uri, f"SELECT * FROM langmem.{t}") for t in
                      ("memories", "history", "change_log", "events", "postings", "relations")])  # fmt: skip
    assert "zebra" not in everything and "quagga" not in everything
    assert [(event.event, event.old, event.new) for event in ana.history(memory.id)] == [
        ("DELETE", None, None), ("LINK", None, None), ("UPDATE", None, None), ("ADD", None, None),
    ]  # fmt: skip
    assert count(database_uri, "relations") == 0
    assert [found.id for found in ana.list()] == [other.id]
    with pytest.raises(MemoryNotFound):
        ana.restore(memory.id)


def test_a_purge_spares_what_has_the_same_key_and_what_was_linked(
    ana: MemoryView, store: MemoryStore, clock: FakeClock, database_uri: str
) -> None:
    elsewhere = (*NAMESPACE[:-1], "goals")
    ana.put(elsewhere, "k", {"content": "Wants a piano"})
    clock.advance(DAY)
    ana.put(NAMESPACE, "k", {"content": "Likes zebras"})  # changed last, so that "k" alone means it
    others = [kept(ana, "Plays chess"), kept(ana, "Sings in a choir")]
    gone = "SELECT uid FROM langmem.memories WHERE category = 'knowledge' AND id = 'k'"
    for one, other in (("k", others[0].id), (others[1].id, "k"), (others[0].id, others[1].id)):
        ana.relate(one, other)
    edges = f"SELECT 1 FROM langmem.relations WHERE ({gone}) IN (from_uid, to_uid)"
    linked, before = len(rows(database_uri, edges)), count(database_uri, "relations")
    ana.delete(NAMESPACE, "k")
    clock.advance(31 * DAY)
    assert linked

    assert purge(store) == 1

    assert count(database_uri, "relations") == before - linked
    texts = str(
        [
            rows(database_uri, f"SELECT * FROM langmem.{table}")
            for table in ("history", "change_log")
        ]
    )
    assert "zebra" not in texts
    assert texts.count("Wants a piano") == 2


def test_a_purge_spares_what_was_restored(
    ana: MemoryView, store: MemoryStore, clock: FakeClock
) -> None:
    memory = kept(ana)
    ana.forget(memory.id)
    ana.restore(memory.id)
    clock.advance(40 * DAY)

    assert purge(store) == 0
    assert ana.memory(memory.id)


def test_what_is_unimportant_and_unused_for_sixty_days_goes(
    ana: MemoryView, store: MemoryStore, clock: FakeClock, database_uri: str
) -> None:
    memory = kept(ana, importance=1)
    clock.advance(61 * DAY)
    store.sweep_ttl()
    archive(store)

    assert row(database_uri, memory)["state"] == "soft_deleted"


# Relations and the audit


def test_relations_need_two_memories_of_one_space(store: MemoryStore, ana: MemoryView) -> None:
    chat = store.bind(Principal(user_id="ana", chat_id="team"))
    mine = kept(chat)
    ours = chat.remember("Standup is at nine", category="knowledge", space="chat").memory

    for problem in (
        lambda: chat.relate(mine.id, ours.id),
        lambda: chat.relate(mine.id, mine.id, strength=1.1),
        lambda: chat.relate(mine.id, mine.id, strength=math.nan),
    ):
        with pytest.raises(InvalidMemory):
            problem()
    with pytest.raises(MemoryNotFound):
        ana.relate(mine.id, ours.id)


def test_an_edge_keeps_its_greatest_strength(ana: MemoryView, database_uri: str) -> None:
    a, b = kept(ana, "Plays chess"), kept(ana, "Grew up in Oslo")
    for strength in (0.5, 0.9, 0.1):
        ana.relate(a.id, b.id, strength=strength)

    (edge,) = rows(database_uri, "SELECT strength FROM langmem.relations")
    assert edge["strength"] == pytest.approx(0.9)
    assert [event.event for event in ana.history(a.id)] == ["LINK", "LINK", "LINK", "ADD"]


def test_history_is_newest_first_and_limited(ana: MemoryView) -> None:
    ids = [kept(ana, f"Fact {number}").id for number in range(5)]

    assert [event.memory_id for event in ana.history(limit=3)] == ids[:1:-1]


def test_an_export_holds_every_state(ana: MemoryView, clock: FakeClock) -> None:
    import json

    ana.forget(kept(ana, "Likes milk").id)
    kept(ana, "Works at Acme", slot="employer")
    kept(ana, "Works at Globex", slot="employer")

    exported = list(ana.export())

    states = [item["state"] for item in exported if item["record"] == "memory"]
    assert states == ["soft_deleted", "superseded", "active"]
    assert json.loads(json.dumps(exported)) == exported


def test_stats_count_what_is_there(ana: MemoryView, clock: FakeClock) -> None:
    kept(ana, "Likes tea", category="preferences")
    kept(ana, "Grew up in Oslo", kind="episodic")
    ana.forget(kept(ana, "Plays chess").id)
    ana.add_turn("user", "hello", session_id="s")

    stats = ana.stats()

    assert (stats.total, stats.turns, stats.sessions, stats.latest) == (2, 1, 1, START)
    assert stats.by_category == {"knowledge": 1, "preferences": 1}
    assert stats.by_kind == {"episodic": 1, "semantic": 1}
    assert stats.by_state == {"active": 2, "soft_deleted": 1}
    assert stats.events == {"api.create.ok": 3, "api.delete.ok": 1}


async def test_both_colours_live_alike(
    store: MemoryStore, async_store: AsyncMemoryStore, clock: FakeClock
) -> None:
    view, sync = async_store.bind(Principal(user_id="ana")), store.bind(Principal(user_id="ana"))
    tea = (await view.aremember("Likes tea", category="knowledge")).memory
    assert (await view.acorrect(tea.id, "Likes black tea")).status == "updated"
    assert (await view.aconfirm(tea.id)).status == "updated"
    assert (await view.apin(tea.id)).status == "updated"
    assert (await view.aforget(tea.id)).status == "updated"
    assert (await view.arestore(tea.id)).memory == sync.memory(tea.id)
    assert [memory.id for memory in await view.aforget_matching("black tea")] == [tea.id]
    await view.aput(NAMESPACE, "k", {"content": "Likes milk"}, ttl=1)
    await view.aquery("milk")
    assert await async_store.aflush_uses(1) == 1
    clock.advance(timedelta(minutes=2))
    assert await async_store.sweep_ttl() == 1


def test_a_sweep_takes_what_is_due_in_every_space(
    database_uri: str, store: MemoryStore, clock: FakeClock
) -> None:
    for user in ("ana", "bo", "cy"):
        kept(store.bind(Principal(user_id=user)), type="task")
    clock.advance(15 * DAY)

    assert store.sweep_ttl() == 3


def test_a_sweep_by_another_store_is_seen(
    database_uri: str, ana: MemoryView, clock: FakeClock
) -> None:
    kept(ana, type="task")
    clock.advance(15 * DAY)
    index: Any = {"dims": HASH_DIMS, "embed": HashEmbeddings()}
    with MemoryStore.from_conn_string(database_uri, index=index, clock=clock) as other:
        assert other.sweep_ttl() == 1

    assert ana.stats().by_state == {"soft_deleted": 1}


def test_what_was_replaced_can_be_forgotten_too(ana: MemoryView) -> None:
    old = ana.remember("Works at Umbrella", category="profile", slot="employer").memory
    ana.remember("Works at Initrode", category="profile", slot="employer")

    assert [memory.id for memory in ana.forget_matching("Umbrella")] == [old.id]
    assert {kept["state"] for kept in ana.export() if kept.get("id") == old.id} == {"soft_deleted"}
    assert [memory.content for memory in ana.list()] == ["Works at Initrode"]


def test_a_store_cleans_up_when_it_is_opened_where_that_is_wished(
    database_uri: str, store: MemoryStore, clock: FakeClock
) -> None:
    memory = store.bind(Principal("ana")).remember("Likes tea", type="observation").memory
    assert memory is not None
    clock.advance(timedelta(days=10))

    def state(**settings: Any) -> str:
        given = Settings(database_uri=database_uri, **settings)
        with MemoryStore.from_conn_string(database_uri, given, index=False, clock=clock):
            pass
        (line,) = (
            row for row in store.bind(Principal("ana")).export() if row["record"] == "memory"
        )
        return str(line["state"])

    assert [state(), state(auto_gc=True)] == ["active", "soft_deleted"]
