"""Does a write do what the memory model says, and nothing else?"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from books import contents, count, require_balance, rows
from fix_clock import FakeClock
from fix_embeddings import HASH_DIMS, HashEmbeddings
from langchain_core.embeddings import Embeddings

from langmem_ext import MemoryDraft, MemoryStore, MemoryView, Principal, Settings
from langmem_ext.errors import InvalidMemory, PermissionDenied, UnknownCategory

PASSWORD = "My password is hunter2-Xy9!"
NOON = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)


@pytest.fixture
def ana(store: MemoryStore) -> MemoryView:
    return store.bind(Principal(user_id="ana", thread_id="t1"))


@pytest.fixture
def balanced(database_uri: str) -> Iterator[None]:
    """Whatever the test did, the books balance afterwards."""
    yield
    require_balance(database_uri)


pytestmark = pytest.mark.usefixtures("balanced")


# What a memory gets that nobody stated


def test_a_memory_gets_what_the_model_says_by_default(ana: MemoryView, clock: FakeClock) -> None:
    outcome = ana.remember("Likes green tea", category="preferences")

    memory = outcome.memory
    assert (outcome.status, memory.space, memory.tenant) == ("created", "user:ana", "default")
    assert (memory.kind, memory.type, memory.state) == ("semantic", "preference", "active")
    assert (memory.importance, memory.confidence, memory.strength) == (3, 1.0, 1.0)
    assert (memory.sensitivity, memory.subjects, memory.portable) == ("public", (), True)
    assert (memory.source, memory.user_id, memory.thread_id) == ("api", "ana", "t1")
    assert memory.created_at == memory.updated_at == clock.now
    assert memory.decay_rate == pytest.approx(0.0073)
    assert memory.expires_at is None


def test_what_the_user_asked_for_is_of_the_greatest_importance(ana: MemoryView) -> None:
    outcome = ana.remember("Likes green tea", category="preferences", user_requested=True)

    assert outcome.memory.importance == 5


def test_without_a_category_one_is_chosen(ana: MemoryView) -> None:
    assert ana.remember("I prefer tea to coffee").memory.category == "preferences"


def test_every_stated_field_is_kept(ana: MemoryView) -> None:
    stated = MemoryDraft(
        content="Met Bo in Rome", category="event", type="event", kind="episodic", title="Rome", keywords=["rome"],
        tags=["travel"], importance=4, confidence=0.5, pinned=True, sensitivity="personal", subjects=["bo", "ana"],
        stated_by="ana", learned_in="chat-1", portable=False, slot="meeting", source="tool", source_ids=["m1"],
        event_time=NOON, valid_from=NOON, valid_until=NOON + timedelta(days=1), actor_id="bo", role="user",
        extra={"mood": "sunny"},
    )  # fmt: skip

    memory = ana.memory(ana.remember_many([stated])[0].memory.id)

    for name in set(MemoryDraft.model_fields) - {"operation_id", "space", "subjects"}:
        assert getattr(memory, name) == getattr(stated, name), name
    assert memory.subjects == ("ana", "bo")  # in one order, which the slot index compares


# Gate 1: secrets


@pytest.mark.parametrize(
    "where",
    [
        {"content": PASSWORD},
        {"content": "Likes tea", "title": PASSWORD},
        {"content": "Likes tea", "tags": ["ok", PASSWORD]},
        {"content": "Likes tea", "keywords": [PASSWORD]},
        {"content": "Likes tea", "subjects": [PASSWORD]},
        {"content": "Likes tea", "stated_by": PASSWORD},
        {"content": "Likes tea", "extra": {"note": {"deep": [PASSWORD]}}},
        {"content": "Likes tea", "learned_in": PASSWORD},
    ],
    ids=lambda where: list(where)[-1],
)
def test_a_secret_is_never_stored_wherever_it_stands(
    ana: MemoryView, database_uri: str, where: dict[str, Any]
) -> None:
    (outcome,) = ana.remember_many([{"category": "preferences", "user_requested": True, **where}])

    assert (outcome.status, outcome.reason, outcome.memory) == ("rejected", "secret", None)
    assert "hunter2" not in outcome.model_dump_json()
    assert "hunter2" not in str(
        [
            rows(database_uri, f"SELECT * FROM langmem.{t}")
            for t in ("memories", "history", "events")
        ]
    )


def test_a_refusal_counts_as_an_event_without_text(ana: MemoryView, database_uri: str) -> None:
    ana.remember(PASSWORD, category="preferences")

    (event,) = rows(database_uri, "SELECT * FROM langmem.events")
    assert (event["op"], event["status"], event["reason"]) == ("classify", "skipped", "secret")
    assert ana.stats().events == {"api.classify.skipped": 1}


def test_a_secret_is_refused_before_anything_else_is_looked_at(store: MemoryStore) -> None:
    planner = store.bind(Principal(user_id="ana", agent="planner"))

    assert planner.remember(PASSWORD, category="profile").reason == "secret"


# Gate 2: special data


def test_health_data_is_kept_only_when_the_user_asks(ana: MemoryView) -> None:
    text = "I was diagnosed with diabetes"

    refused = ana.remember(text, category="profile", source="scan")
    kept = ana.remember(text, category="profile", source="directive", user_requested=True)

    assert (refused.status, refused.reason) == ("rejected", "health")
    assert "diabetes" not in refused.model_dump_json()
    assert (kept.status, kept.memory.sensitivity) == ("created", "sensitive")


def test_what_is_kept_of_special_data_stays_sensitive_when_said_again(ana: MemoryView) -> None:
    text = "I was diagnosed with diabetes"
    ana.remember(text, category="profile", user_requested=True)

    assert (
        ana.remember(text, category="profile", user_requested=True).memory.sensitivity
        == "sensitive"
    )


def test_special_data_cannot_be_declared_public(ana: MemoryView) -> None:
    outcome = ana.remember(
        "My salary is $150k", category="profile", sensitivity="public", user_requested=True
    )

    assert outcome.memory.sensitivity == "sensitive"


# Gate 3: category


def test_an_agent_writes_only_to_its_categories(store: MemoryStore) -> None:
    planner = store.bind(Principal(user_id="ana", agent="planner"))

    outcome = planner.remember("Is called Ana", category="profile")

    assert (outcome.status, outcome.reason) == ("rejected", "category")
    assert "goals, tasks, projects" in outcome.detail


def test_an_unknown_category_is_an_error(ana: MemoryView, database_uri: str) -> None:
    with pytest.raises(UnknownCategory, match=r"'gossip'.*configured are profile"):
        ana.remember("Is called Ana", category="gossip")

    assert count(database_uri, "memories") == 0


def test_an_inferred_category_is_one_the_agent_may_use(store: MemoryStore) -> None:
    planner = store.bind(Principal(user_id="ana", agent="planner"))

    assert planner.remember("I prefer tea to coffee").memory.category in {
        "goals",
        "tasks",
        "projects",
    }


def test_an_agent_without_an_allowlist_writes_nothing(store: MemoryStore) -> None:
    stranger = store.bind(Principal(user_id="ana", agent="stranger"))

    assert stranger.remember("I prefer tea to coffee").reason == "category"
    assert stranger.remember("I prefer tea", category="preferences").reason == "category"


# Gate 4: form


@pytest.mark.parametrize(
    "content", ["", "   ", "!?", "x" * 281, "bell\x07", "NUL \x00 inside", "half \ud800 pair"]
)
def test_what_is_not_a_short_plain_statement_is_refused(ana: MemoryView, content: str) -> None:
    assert ana.remember(content, category="knowledge").reason == "format"


def test_content_is_stored_in_normal_form(ana: MemoryView) -> None:
    assert ana.remember('- "Likes   tea\n and cake"').memory.content == "Likes tea and cake"


def test_280_characters_are_enough_for_a_memory_and_steps_get_more(ana: MemoryView) -> None:
    assert ana.remember("ab " * 93 + "a", category="knowledge").status == "created"
    steps = "\n".join(f"{number}. press the button" for number in range(1, 40))
    kept = ana.remember(steps, category="procedural", kind="procedural")
    assert kept.memory.content == steps


@pytest.mark.parametrize(
    "field",
    ["title", "slot", "stated_by", "actor_id", "role", "learned_in"],
)
def test_nul_is_refused_in_every_text(ana: MemoryView, field: str) -> None:
    outcome = ana.remember("Likes tea", category="preferences", **{field: "a\x00b"})

    assert outcome.reason == "format"


# Gate 5: consent


def test_a_first_stated_value_needs_no_consent(ana: MemoryView) -> None:
    assert ana.remember("Lives in Rome", category="profile", slot="city").status == "created"


@pytest.mark.parametrize("slot", ["preferred_name", "pronouns", "city", "language"])
def test_a_change_of_a_consent_field_waits(ana: MemoryView, slot: str) -> None:
    first = ana.remember("It is the first", category="profile", slot=slot).memory

    outcome = ana.remember("It is another", category="profile", slot=slot)

    assert (outcome.status, outcome.reason) == ("proposed", "consent")
    assert outcome.previous == first
    assert outcome.memory.state == "proposed"
    assert outcome.memory.expires_at == outcome.memory.created_at + timedelta(days=7)
    assert ana.memory(first.id).content == "It is the first"
    assert [proposal.id for proposal in ana.proposals] == [outcome.memory.id]


def test_an_inferred_first_value_waits_too(ana: MemoryView) -> None:
    inferred = ana.remember("Lives in Rome", category="profile", slot="city", source="extraction")

    assert inferred.status == "proposed"


def test_what_the_user_asks_for_needs_no_further_consent(ana: MemoryView) -> None:
    ana.remember("Lives in Rome", category="profile", slot="city")

    moved = ana.remember("Lives in Oslo", category="profile", slot="city", user_requested=True)

    assert moved.status == "superseded"


def test_a_proposal_is_seen_nowhere_until_it_is_approved(ana: MemoryView) -> None:
    ana.remember("Lives in Rome", category="profile", slot="city")
    waiting = ana.remember("Lives in Oslo", category="profile", slot="city").memory

    assert [memory.content for memory in ana.list()] == ["Lives in Rome"]
    assert ana.query("lives in Oslo").bullets == ("[profile] Lives in Rome",)
    assert ana.get(("memory", "default", "user", "ana", "profile"), waiting.id) is None
    assert ana.stats().total == 1


def test_an_approved_proposal_takes_the_place_of_the_old_value(ana: MemoryView) -> None:
    old = ana.remember("Lives in Rome", category="profile", slot="city").memory
    waiting = ana.remember("Lives in Oslo", category="profile", slot="city").memory
    ana.delta()

    outcome = ana.consent(waiting.id, True)

    assert (outcome.status, outcome.reason) == ("superseded", "consent")
    assert [memory.content for memory in ana.list()] == ["Lives in Oslo"]
    assert ana.list()[0].supersedes == (old.id,)
    assert "↑updated: [profile] Lives in Oslo" in ana.delta().header
    assert not ana.proposals


def test_a_declined_proposal_changes_nothing_but_the_audit(ana: MemoryView) -> None:
    ana.remember("Lives in Rome", category="profile", slot="city")
    waiting = ana.remember("Lives in Oslo", category="profile", slot="city").memory
    ana.delta()

    outcome = ana.consent(waiting.id, False)

    assert outcome.status == "rejected"
    assert [memory.content for memory in ana.list()] == ["Lives in Rome"]
    assert not ana.delta().header
    assert not ana.proposals
    assert ana.history(waiting.id)[0].meta == {"consent": False}


def test_a_proposal_expires_after_a_week(
    ana: MemoryView, store: MemoryStore, clock: FakeClock
) -> None:
    waiting = ana.remember("Lives in Oslo", category="profile", slot="city", source="scan").memory
    assert waiting.state == "active"  # the user said so
    inferred = ana.remember(
        "Lives in Rome", category="profile", slot="city", source="review"
    ).memory

    clock.advance(timedelta(days=7))

    assert not ana.proposals
    store.sweep_ttl()
    with pytest.raises(LookupError):
        ana.consent(inferred.id, True)


def test_an_expired_proposal_cannot_be_approved_before_the_sweep_either(
    ana: MemoryView, clock: FakeClock
) -> None:
    waiting = ana.remember("Lives in Rome", category="profile", slot="city", source="review").memory

    clock.advance(timedelta(days=8))

    with pytest.raises(LookupError):
        ana.consent(waiting.id, True)


def test_a_declined_proposal_cannot_be_restored_into_effect(ana: MemoryView) -> None:
    waiting = ana.remember("Lives in Rome", category="profile", slot="city", source="review").memory
    ana.consent(waiting.id, False)

    with pytest.raises(LookupError):
        ana.restore(waiting.id)


def test_the_same_change_is_proposed_once(ana: MemoryView) -> None:
    ana.remember("Lives in Rome", category="profile", slot="city")

    for _ in range(2):
        ana.remember("Lives in Oslo", category="profile", slot="city", source="review")

    assert len(ana.proposals) == 1


def test_an_inferred_change_of_a_benign_field_needs_two_signals(ana: MemoryView) -> None:
    ana.remember("Likes a formal tone", category="tone", slot="tone")

    first = ana.remember("Likes a casual tone", category="tone", slot="tone", source="review")
    second = ana.remember("Likes a casual tone", category="tone", slot="tone", source="review")

    assert (first.status, second.status) == ("proposed", "superseded")


# Gate 6: slots


def test_a_new_value_supersedes_the_old_one_of_a_slot(ana: MemoryView, clock: FakeClock) -> None:
    old = ana.remember("Works at Acme", category="profile", slot="employer").memory
    clock.advance(timedelta(days=3))

    outcome = ana.remember("Works at Globex", category="profile", slot="employer")

    assert (outcome.status, outcome.reason, outcome.previous) == ("superseded", "slot", old)
    assert outcome.memory.supersedes == (old.id,)
    assert outcome.memory.valid_from == clock.now
    assert [memory.content for memory in ana.list()] == ["Works at Globex"]
    gone = next(kept for kept in ana.export() if kept["id"] == old.id)
    assert (gone["state"], gone["superseded_by"]) == ("superseded", [outcome.memory.id])
    assert datetime.fromisoformat(gone["valid_until"]) == clock.now


def test_the_validities_of_both_meet_where_the_new_value_began(ana: MemoryView) -> None:
    old = ana.remember("Works at Acme", category="profile", slot="employer").memory

    new = ana.remember(
        "Works at Globex", category="profile", slot="employer", event_time=NOON
    ).memory

    gone = next(kept for kept in ana.export() if kept["id"] == old.id)
    assert new.valid_from == NOON == datetime.fromisoformat(gone["valid_until"])


def test_an_older_statement_does_not_replace_a_newer_one(ana: MemoryView) -> None:
    ana.remember("Works at Globex", category="profile", slot="employer", event_time=NOON)

    late = ana.remember(
        "Works at Acme", category="profile", slot="employer", event_time=NOON - timedelta(days=400)
    )

    assert (late.status, late.reason) == ("unchanged", "older")
    assert late.memory.content == "Works at Globex"
    assert [memory.content for memory in ana.list()] == ["Works at Globex"]


def test_a_fact_that_lost_a_conflict_is_hardly_believed(ana: MemoryView) -> None:
    old = ana.remember("Works at Acme", category="profile", slot="employer").memory
    ana.remember("Works at Globex", category="profile", slot="employer")

    gone = next(kept for kept in ana.export() if kept["id"] == old.id)
    assert gone["confidence"] == pytest.approx(0.3)


def test_slots_of_other_subjects_are_other_slots(ana: MemoryView) -> None:
    ana.remember("Works at Acme", category="profile", slot="employer", subjects=["bo"])

    outcome = ana.remember("Works at Globex", category="profile", slot="employer", subjects=["al"])

    assert outcome.status == "created"
    assert len(ana.list()) == 2


def test_the_order_of_subjects_does_not_matter_to_a_slot(ana: MemoryView) -> None:
    ana.remember("Live in Rome", category="profile", slot="address", subjects=["bo", "al"])

    outcome = ana.remember(
        "Live in Oslo", category="profile", slot="address", subjects=["al", "bo"]
    )

    assert outcome.status == "superseded"


def test_the_same_value_of_a_slot_again_changes_nothing(ana: MemoryView) -> None:
    ana.remember("Works at Acme", category="profile", slot="employer")

    assert ana.remember("works at acme.", category="profile", slot="employer").status == "unchanged"
    assert len(ana.list()) == 1


def test_a_slot_is_one_across_categories(ana: MemoryView) -> None:
    namespace = ("memory", "default", "user", "ana")
    ana.put((*namespace, "profile"), "job", {"content": "Works at Acme", "slot": "employer"})

    ana.put((*namespace, "knowledge"), "job", {"content": "Works at Globex", "slot": "employer"})

    assert [memory.content for memory in ana.list()] == ["Works at Globex"]


# Gate 7: merge bands


def test_the_same_words_again_strengthen_what_is_there(ana: MemoryView, clock: FakeClock) -> None:
    first = ana.remember("Likes green tea", category="preferences", source_ids=["m1"]).memory
    clock.advance(timedelta(days=50))

    again = ana.remember(
        "likes green TEA!", category="preferences", importance=4, source_ids=["m2"]
    )

    assert (again.status, again.reason, again.previous) == ("unchanged", "duplicate", first)
    kept = ana.memory(first.id)
    assert kept == again.memory.model_copy(update={"strength": kept.strength})
    assert (kept.content, kept.importance, kept.source_ids) == ("Likes green tea", 4, ("m1", "m2"))
    assert kept.strength == pytest.approx(
        0.69420 + 0.2, abs=1e-4
    )  # exp(-0.0073 * 50), and the boost
    assert kept.strength_at == clock.now
    assert [event.event for event in ana.history(first.id)] == ["UPDATE", "ADD"]


def test_the_same_words_again_can_pin_and_protect(ana: MemoryView) -> None:
    ana.remember("Likes green tea", category="preferences")

    kept = ana.remember(
        "Likes green tea", category="preferences", pinned=True, sensitivity="personal"
    )

    assert (kept.memory.pinned, kept.memory.sensitivity) == (True, "personal")


def test_a_short_lived_fact_said_again_lives_on(ana: MemoryView, clock: FakeClock) -> None:
    ana.remember("Has to renew the passport", category="tasks")
    clock.advance(timedelta(days=13))
    ana.remember("Has to renew the passport", category="tasks")

    clock.advance(timedelta(days=2))

    assert [memory.content for memory in ana.list()] == ["Has to renew the passport"]


@pytest.mark.parametrize("slot", [None, "errand"])
def test_a_fact_said_again_after_it_expired_is_new(
    ana: MemoryView, clock: FakeClock, slot: str | None
) -> None:
    ana.remember("Has to renew the passport", category="tasks", slot=slot)
    clock.advance(timedelta(days=15))

    ana.remember("Has to renew the passport", category="tasks", slot=slot)

    assert [memory.content for memory in ana.list()] == ["Has to renew the passport"]


def test_the_same_words_in_another_category_or_of_another_person_are_another_memory(
    ana: MemoryView,
) -> None:
    ana.remember("Likes green tea", category="preferences")

    other = ana.remember("Likes green tea", category="interests")
    of_bo = ana.remember("Likes green tea", category="preferences", subjects=["bo"])

    assert (other.status, of_bo.status) == ("created", "created")


def test_what_was_forgotten_does_not_swallow_what_is_said_anew(ana: MemoryView) -> None:
    ana.forget(ana.remember("Likes green tea", category="preferences").memory.id)

    assert ana.remember("Likes green tea", category="preferences").status == "created"


class OneVector(Embeddings):
    """Give all texts the same vector, as a model does with a script that it cannot read."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [[1.0, 0.0] for _ in texts]

    def embed_query(self, text: str) -> list[float]:
        return [1.0, 0.0]


def test_equal_words_are_found_however_many_are_as_near(empty_database_uri: str) -> None:
    index: Any = {"dims": 2, "embed": OneVector()}
    with MemoryStore.from_conn_string(empty_database_uri, index=index) as store:
        store.setup()
        view = store.bind(Principal(user_id="ana"))
        facts = [f"Knows the word {word}" for word in "ab cd ef gh ij kl mn op qr st".split()]
        first = [outcome.status for outcome in view.remember_many(_drafts(facts))]
        again = [outcome.status for outcome in view.remember_many(_drafts(facts))]

    assert first == ["created"] * 10
    assert again == ["unchanged"] * 10


def test_the_real_embedder_finds_the_same_statement(local_store: MemoryStore) -> None:
    ana = local_store.bind(Principal(user_id="ana"))
    first = ana.remember("User prefers dark mode", category="preferences").memory

    again = ana.remember("The user prefers dark mode.", category="preferences")

    assert (again.status, again.reason, again.memory.id) == ("unchanged", "duplicate", first.id)
    assert len(ana.list()) == 1


def test_the_real_embedder_lets_a_fuller_wording_take_over(local_store: MemoryStore) -> None:
    ana = local_store.bind(Principal(user_id="ana"))
    first = ana.remember("The user prefers dark mode", category="preferences").memory

    fuller = ana.remember("The user prefers dark mode in the editor", category="preferences")

    assert (fuller.status, fuller.previous.content) == ("updated", first.content)
    assert [memory.content for memory in ana.list()] == ["The user prefers dark mode in the editor"]
    event = ana.history(first.id)[0]
    assert (event.event, event.old, event.new) == ("UPDATE", first.content, fuller.memory.content)
    assert ana.query("editor").bullets == (
        "[preferences] The user prefers dark mode in the editor",
    )


@pytest.mark.parametrize(
    "pair",
    [
        ("The user bought a new laptop", "The user sold a new laptop"),
        ("The user likes tea", "The user does not like tea"),
        ("The user has 2 dogs", "The user has 3 dogs"),
        ("The user works at Acme", "The user works at Globex"),
        ("The user flies on Monday", "The user flies on Tuesday"),
    ],
)
def test_a_band_never_merges_what_differs_in_substance(
    local_store: MemoryStore, pair: tuple[str, str]
) -> None:
    ana = local_store.bind(Principal(user_id="ana"))

    outcomes = ana.remember_many(_drafts(pair))

    assert [outcome.status for outcome in outcomes] == ["created", "created"]


def test_near_memories_are_related_and_distant_ones_are_not(local_store: MemoryStore) -> None:
    ana = local_store.bind(Principal(user_id="ana"))
    tea, _, green = ana.remember_many(
        _drafts(
            ["The user likes green tea", "The sun is a star", "The user drinks green tea daily"]
        )
    )

    assert [memory.id for memory in ana.related(green.memory.id)] == [tea.memory.id]
    assert [memory.id for memory in ana.related(tea.memory.id)] == [green.memory.id]


# Gate 8: caps


def capped(uri: str, clock: FakeClock, tmp_path: Path, **settings: Any) -> Any:
    file = tmp_path / "categories.yaml"
    file.write_text(
        "categories:\n  system:\n  - {name: preferences, cap: 2}\n  - {name: knowledge}\nallowlists: {}\n"
    )
    chosen = Settings(categories_file=file, **settings)
    index: Any = {"dims": HASH_DIMS, "embed": HashEmbeddings()}
    return MemoryStore.from_conn_string(uri, settings=chosen, index=index, clock=clock)


def test_the_daily_cap_holds_for_automatic_sources_only(
    database_uri: str, clock: FakeClock, tmp_path: Path
) -> None:
    with capped(database_uri, clock, tmp_path, decision={"max_writes_per_day": 3}) as store:
        ana = store.bind(Principal(user_id="ana"))
        for source in ("directive", "import", "api", "consolidation"):
            assert ana.remember(f"A {source} fact", category="knowledge", source=source).memory
        automatic = [
            ana.remember(f"Noticed by {source}", category="knowledge", source=source)
            for source in ("scan", "review", "extraction", "tool")
        ]
        again = ana.remember("Noticed by scan", category="knowledge", source="scan")
        asked = ana.remember("A directive too", category="knowledge", source="directive")
        of_bo = store.bind(Principal(user_id="bo")).remember(
            "Of bo", category="knowledge", source="scan"
        )
        clock.advance(timedelta(days=1))
        next_day = ana.remember("Noticed tomorrow", category="knowledge", source="scan")

    assert [outcome.status for outcome in automatic] == ["created"] * 3 + ["rejected"]
    assert (automatic[3].reason, automatic[3].memory) == ("cap", None)
    assert again.status == "unchanged"
    assert {asked.status, of_bo.status, next_day.status} == {"created"}


def test_a_full_category_makes_room_and_keeps_what_is_pinned(
    database_uri: str, clock: FakeClock, tmp_path: Path
) -> None:
    with capped(database_uri, clock, tmp_path) as store:
        ana = store.bind(Principal(user_id="ana"))
        ana.remember("Likes pinned tea", category="preferences", pinned=True)
        for drink in ("coffee", "milk", "juice"):
            clock.advance(timedelta(minutes=1))
            ana.remember(f"Likes {drink}", category="preferences")
        ana.remember("Likes juice", category="preferences")

        left = {memory.content for memory in ana.list()}
        gone = [event for event in ana.history() if event.event == "DELETE"]

    assert left == {"Likes pinned tea", "Likes juice"}
    assert [event.meta["reason"] for event in gone] == ["cap", "cap"]


def test_an_expired_holder_of_a_slot_in_a_full_category_goes_once(
    database_uri: str, clock: FakeClock, tmp_path: Path
) -> None:
    with capped(database_uri, clock, tmp_path) as store:
        ana = store.bind(Principal(user_id="ana"))
        ana.remember("Has to call Bo", category="preferences", type="task", slot="errand")
        ana.remember("Likes tea", category="preferences")
        clock.advance(timedelta(days=15))

        ana.remember("Has to call Al", category="preferences", type="task", slot="errand")

        assert {memory.content for memory in ana.list()} == {"Likes tea", "Has to call Al"}


def test_an_app_space_holds_ten_memories(store: MemoryStore) -> None:
    app = store.bind(Principal(app_id="helpdesk"))

    for number in range(12):
        app.remember(f"Opens at hour {number}", category="knowledge")

    assert len(app.list()) == 10


# One transaction, audited and revisioned


def test_a_write_leaves_one_row_in_each_book(ana: MemoryView, database_uri: str) -> None:
    memory = ana.remember("Likes green tea", category="preferences", operation_id="op").memory

    assert {
        table: count(database_uri, table)
        for table in (
            "spaces",
            "memories",
            "documents",
            "history",
            "change_log",
            "events",
            "operations",
        )
    } == dict.fromkeys(
        ("spaces", "memories", "documents", "history", "change_log", "events", "operations"), 1
    )
    (change,) = rows(database_uri, "SELECT * FROM langmem.change_log")
    assert (change["rev"], change["event"], change["text"]) == (1, "created", "Likes green tea")
    (event,) = ana.history(memory.id)
    assert (event.event, event.old, event.new) == ("ADD", None, "Likes green tea")


def test_the_audit_names_the_agent_else_the_user(store: MemoryStore) -> None:
    ana = Principal(user_id="ana")
    store.bind(ana).remember("Likes tea", category="preferences")
    by_agent = store.bind(Principal(user_id="ana", agent="supervisor"))
    by_agent.remember("Likes cake", category="preferences")

    assert [event.actor for event in store.bind(ana).history()] == ["supervisor", "ana"]


@pytest.mark.parametrize(
    "table", ["postings", "documents", "history", "change_log", "events", "operations"]
)
def test_a_write_that_fails_anywhere_leaves_nothing(
    ana: MemoryView, database_uri: str, table: str
) -> None:
    ana.remember("Likes tea", category="preferences")
    before = contents(database_uri)
    _break(database_uri, table)

    with pytest.raises(Exception, match="broken on purpose"):
        ana.remember("Likes cake", category="preferences", operation_id="op")

    assert contents(database_uri) == before


def test_many_are_written_in_one_transaction(ana: MemoryView, database_uri: str) -> None:
    before = contents(database_uri)

    with pytest.raises(UnknownCategory):
        ana.remember_many(
            [{"content": "Likes tea"}, {"content": "Likes tea", "category": "gossip"}]
        )
    with pytest.raises(InvalidMemory, match=r"draft 1.*importance"):
        ana.remember_many([{"content": "Likes tea"}, {"content": "Likes cake", "importance": 6}])

    assert contents(database_uri) == before


def test_each_of_many_sees_those_before_it(ana: MemoryView) -> None:
    outcomes = ana.remember_many(
        [
            {"content": "Works at Acme", "category": "profile", "slot": "employer"},
            {"content": PASSWORD},
            MemoryDraft(content="Works at Globex", category="profile", slot="employer"),
            {"content": "Works at Globex", "category": "profile"},
        ]
    )

    assert [outcome.status for outcome in outcomes] == [
        "created",
        "rejected",
        "superseded",
        "unchanged",
    ]
    assert ana.remember_many([]) == []


# Idempotence


def test_an_operation_done_twice_changes_nothing(ana: MemoryView, database_uri: str) -> None:
    first = ana.remember("Likes tea", category="preferences", operation_id="run1:0")
    before = contents(database_uri)

    again = ana.remember("Likes tea", category="preferences", operation_id="run1:0")

    assert (again.status, again.reason, again.memory) == ("unchanged", "replay", first.memory)
    assert contents(database_uri) == before


def test_an_operation_is_known_to_every_store(
    ana: MemoryView, database_uri: str, clock: FakeClock
) -> None:
    ana.remember("Likes tea", category="preferences", operation_id="run1:0")
    ana.forget(ana.list()[0].id)
    before = contents(database_uri)

    with MemoryStore.from_conn_string(database_uri, index=False, clock=clock) as other:
        again = other.bind(Principal(user_id="ana")).remember(
            "Likes tea", category="preferences", operation_id="run1:0"
        )

    assert again.reason == "replay"
    assert contents(database_uri) == before


@pytest.mark.parametrize(
    "other",
    [
        {"content": "Plays the cello", "category": "preferences"},
        {"content": "Likes tea.", "category": "goals"},
        {"content": "Has 2 cats"},
    ],
)
def test_what_says_something_else_is_no_repeated_operation(
    ana: MemoryView, other: dict[str, Any]
) -> None:
    ana.remember("Likes tea", category="preferences", operation_id="call:0")

    first = ana.remember(**other, operation_id="call:0")
    again = ana.remember(**other, operation_id="call:0")

    assert first.status == "created" and first.memory
    assert (again.reason, again.memory) == ("replay", first.memory)
    assert len(ana.list()) == 2


def test_an_operation_that_was_refused_is_judged_again(
    database_uri: str, store: MemoryStore
) -> None:
    ana, off = Principal(user_id="ana"), Settings(long_term_enabled=False)
    said = {"content": "Likes tea", "operation_id": "call:0"}
    with MemoryStore.from_conn_string(database_uri, settings=off, index=False) as other:
        refused = other.bind(ana).remember(**said)

    assert refused.reason == "off"
    assert [store.bind(ana).remember(**said).reason for _ in range(2)] == [None, "replay"]


def test_an_operation_is_not_kept_in_clear(ana: MemoryView, database_uri: str) -> None:
    ana.remember("Likes tea", category="preferences", operation_id="my password is hunter2-Xy9!")

    (row,) = rows(database_uri, "SELECT * FROM langmem.operations")
    assert "hunter2" not in str(row)


def test_many_drafts_may_repeat_an_operation(ana: MemoryView) -> None:
    drafts = [
        {"content": "Likes tea", "category": "preferences", "operation_id": "a"},
        {"content": "Likes milk", "category": "preferences", "operation_id": "b"},
        {"content": "Likes tea", "category": "preferences", "operation_id": "a"},
    ]

    first = ana.remember_many(drafts)
    again = ana.remember_many(drafts)

    assert [outcome.reason for outcome in first] == [None, None, "replay"]
    assert {outcome.reason for outcome in again} == {"replay"}


def test_a_proposal_and_a_supersession_are_done_once_too(
    ana: MemoryView, database_uri: str
) -> None:
    def all_again() -> list[str]:
        outcomes = [
            ana.remember("Lives in Rome", category="profile", slot="city", operation_id="1"),
            ana.remember("Lives in Oslo", category="profile", slot="city", operation_id="2"),
            ana.remember("Works at Acme", category="profile", slot="employer", operation_id="3"),
            ana.remember("Works at Globex", category="profile", slot="employer", operation_id="4"),
        ]
        return [outcome.status for outcome in outcomes]

    assert all_again() == ["created", "proposed", "created", "superseded"]
    before = contents(database_uri)
    assert all_again() == ["unchanged"] * 4
    assert contents(database_uri) == before


def test_operations_of_two_users_do_not_meet(ana: MemoryView, store: MemoryStore) -> None:
    ana.remember("Likes tea", category="preferences", operation_id="1")

    outcome = store.bind(Principal(user_id="bo")).remember(
        "Likes tea", category="preferences", operation_id="1"
    )

    assert outcome.status == "created"


# Spaces


def test_a_write_goes_to_the_space_that_is_named(store: MemoryStore) -> None:
    view = store.bind(Principal(user_id="ana", chat_id="team", app_id="desk"))

    spaces = [
        view.remember("A fact", category="knowledge", space=kind).memory.space
        for kind in (None, "user", "chat", "app")
    ]

    assert spaces == ["user:ana", "user:ana", "chat:team", "app:desk"]


def test_a_principal_without_the_space_is_told_so(store: MemoryStore) -> None:
    with pytest.raises(PermissionDenied, match=r"Principal\(chat_id="):
        store.bind(Principal(user_id="ana")).remember("A fact", space="chat")


def _drafts(texts: Any) -> list[dict[str, Any]]:
    return [{"content": text, "category": "preferences"} for text in texts]


def _break(uri: str, table: str) -> None:
    rows(
        uri,
        f"""CREATE FUNCTION public.fail() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'broken on purpose'; END $$;
            CREATE TRIGGER fail BEFORE INSERT ON langmem.{table} EXECUTE FUNCTION public.fail()""",
    )


@pytest.mark.parametrize("source", ["api", "tool", "directive", "import"])
def test_keywords_are_made_of_the_content_where_none_are_given(
    source: str, store: MemoryStore
) -> None:
    ana = store.bind(Principal(user_id="ana"))

    kept = ana.remember("The quarterly board meeting is in Geneva", source=source).memory

    assert kept.keywords == ("quarterly", "board", "meeting", "geneva")
    given = ana.remember("Ben's boat lies in Faro", keywords=["harbour"]).memory
    assert given.keywords == ("harbour",)


def test_a_word_that_was_corrected_is_no_keyword_any_more(store: MemoryStore) -> None:
    ana = store.bind(Principal(user_id="ana"))
    kept = ana.remember("The project is called Wrxtorand").memory

    corrected = ana.correct(kept.id, "The project is called Plimbavik").memory

    assert corrected.keywords == ("project", "called", "plimbavik")
    assert ana.query("Wrxtorand", threshold=0.9).bullets == ()
