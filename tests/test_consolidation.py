"""Do related memories become one, safely, once, and reversibly?"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import leases
import pytest
from books import require_balance, rows
from fix_clock import FakeClock
from fix_embeddings import HASH_DIMS, HashEmbeddings
from scripted_answers import answering

from langmem_ext import AsyncMemoryStore, MemoryStore, Principal, Settings
from langmem_ext.graphs import daily
from langmem_ext.memory import Memory, Sensitivity, State, WriteOutcome
from langmem_ext.policies.secrets import find_secrets
from langmem_ext.settings import DecisionSettings, MergeSettings
from langmem_ext.stores import records
from langmem_ext.stores.operations import combining as making_one
from langmem_ext.stores.operations import consolidating, due, runs
from langmem_ext.stores.requests import Operation
from langmem_ext.stores.view import MemoryView

BANDS = MergeSettings(auto=0.99, update=0.98, check=0.97, fallback=0.2)
CATS = (
    "The user's cat Rex sleeps on the sofa",
    "The user's cat Rex sleeps on the sofa all day",
    "The user's cat Rex sleeps on the green sofa",
)
ONE_CAT = "The user's cat Rex sleeps on the green sofa all day"


@pytest.fixture
def banded(
    database_uri: str, clock: FakeClock, hash_embeddings: HashEmbeddings
) -> Iterator[MemoryStore]:
    """A store whose bands nominate whatever shares words, and merge hardly anything on writing."""
    index = {"dims": HASH_DIMS, "embed": hash_embeddings}
    settings = Settings(merge=BANDS)
    with MemoryStore.from_conn_string(
        database_uri, index=index, clock=clock, settings=settings
    ) as store:
        yield store
    require_balance(database_uri)


@pytest.fixture
def ana(banded: MemoryStore) -> MemoryView:
    return banded.bind(Principal(user_id="ana"))


def keep(store: MemoryStore, model: Any = None, **options: Any) -> dict[str, Any]:
    chosen = {"only": ["embed_missing", consolidating.KIND], **options}
    graph = daily.build(chosen.pop("settings", None), model, **chosen).compile(store=store)
    result: dict[str, Any] = graph.invoke({})
    return result


def remember(view: MemoryView, *texts: str, **more: Any) -> list[Memory]:
    found = [view.remember(text, category="knowledge", **more) for text in texts]
    assert [outcome.status for outcome in found] == ["created"] * len(texts)
    return [outcome.memory for outcome in found if outcome.memory]


def texts(view: MemoryView) -> set[str]:
    return {memory.content for memory in view.list()}


def combining(content: str) -> Any:
    return answering(
        Consolidated=lambda groups: {
            "groups": [{"group": each["n"], "content": content} for each in groups]
        },
        SameFacts={"answers": []},
    )


def all_the_same(pairs: list[dict[str, Any]]) -> dict[str, Any]:
    return {"answers": [{"pair": each["n"], "same": True} for each in pairs]}


def none_the_same(pairs: list[dict[str, Any]]) -> dict[str, Any]:
    return {"answers": [{"pair": each["n"], "same": False} for each in pairs]}


def test_three_related_memories_become_one_that_names_them(
    banded: MemoryStore, ana: MemoryView
) -> None:
    old = remember(ana, *CATS)

    result = keep(banded, combining(ONE_CAT))

    (new,) = ana.list()
    ids = {memory.id for memory in old}
    assert result["report"]["consolidate"] == 3
    assert (new.content, new.source) == (ONE_CAT, "consolidation")
    assert set(new.extra["consolidated_from"]) == set(new.supersedes) == ids
    assert rows(
        banded.conn_string,
        "SELECT DISTINCT state, superseded_by FROM langmem.memories WHERE source <> 'consolidation'",
    ) == [{"state": "superseded", "superseded_by": [new.id]}]


async def test_an_async_store_consolidates_and_compacts(
    banded: MemoryStore, ana: MemoryView, async_store: AsyncMemoryStore
) -> None:
    """Whose bands are none: words nominate."""
    remember(ana, *CATS)
    model = combining(ONE_CAT)

    wanted = daily.build(model=model, only=["consolidate", "compact"])
    result = await wanted.compile(store=async_store).ainvoke({})

    assert (result["report"]["consolidate"], result["report"]["compact"]) == (3, 0)
    assert texts(ana) == {ONE_CAT}


def test_the_user_is_told_what_was_consolidated(banded: MemoryStore, ana: MemoryView) -> None:
    remember(ana, *CATS)

    notices = keep(banded, combining(ONE_CAT))["notices"]

    assert list(notices) == ["ana"]
    assert notices["ana"][0].startswith("I've consolidated 3 related memories")


def test_ids_that_look_like_the_number_of_an_account_keep_nothing_apart(
    banded: MemoryStore, ana: MemoryView, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = (UUID(f"01a202fd-acc2-7336-8e23-{number:012x}") for number in itertools.count())
    monkeypatch.setattr(records, "uuid7", lambda: next(made))
    old = remember(ana, *CATS)
    assert all(find_secrets(memory.id) for memory in old)

    keep(banded, combining(ONE_CAT))
    (new,) = ana.list()
    corrected = ana.correct(new.id, "The user's cat Rex sleeps on the green sofa")

    assert new.content == ONE_CAT
    assert corrected.status == "updated"


def test_a_thread_is_told_of_it_once(banded: MemoryStore, ana: MemoryView) -> None:
    thread = banded.bind(Principal(user_id="ana", thread_id="t1"))
    thread.delta()
    remember(ana, *CATS)
    thread.delta()
    keep(banded, combining(ONE_CAT))

    assert [change.event for change in thread.delta().changes] == ["merged"]
    assert thread.delta().changes == ()


def test_one_memory_is_as_strict_as_the_strictest_of_those_it_stands_for(
    banded: MemoryStore, ana: MemoryView
) -> None:
    remember(ana, CATS[0], sensitivity="personal", portable=False, importance=2)
    remember(ana, *CATS[1:], importance=4)
    keep(banded, combining(ONE_CAT))

    (new,) = ana.list()
    assert (new.sensitivity, new.portable, new.importance) == (Sensitivity.PERSONAL, False, 4)


@pytest.mark.parametrize(
    ("hidden", "open"),
    [
        ({"sensitivity": "sensitive"}, {}),
        ({"sensitivity": "personal", "subjects": ["bo"]}, {"subjects": ["bo"]}),
        ({"portable": False, "subjects": ["bo"]}, {"subjects": ["bo"]}),
    ],
)
def test_what_not_all_see_takes_nothing_from_those_who_do_not_see_it(
    banded: MemoryStore, ana: MemoryView, hidden: dict[str, Any], open: dict[str, Any]
) -> None:
    remember(ana, CATS[0], **hidden)
    remember(ana, *CATS[1:], **open)

    keep(banded, combining(ONE_CAT))

    assert CATS[0] in texts(ana)
    assert texts(ana) & {*CATS[1:], ONE_CAT}


def test_restoring_one_of_them_takes_the_whole_apart_for_good(
    banded: MemoryStore, ana: MemoryView, clock: FakeClock
) -> None:
    old = remember(ana, *CATS, confidence=0.7)
    model = combining(ONE_CAT)
    keep(banded, model)

    outcome = ana.restore(old[1].id)
    asked = len(model.calls)
    clock.advance(timedelta(days=20))
    keep(banded, model)

    assert outcome.memory and outcome.memory.id == old[1].id
    assert texts(ana) == set(CATS)
    assert {memory.confidence for memory in ana.list()} == {0.7}
    assert len(model.calls) == asked
    assert ana.query("cat Rex").bullets


def test_a_pair_that_states_the_same_becomes_the_newer_one(
    banded: MemoryStore, ana: MemoryView, clock: FakeClock
) -> None:
    remember(ana, "The user works as a nurse in Porto")
    clock.advance(timedelta(hours=1))
    remember(ana, "The user's work is that of a nurse, in Porto")

    keep(banded, answering(SameFacts=all_the_same))

    assert texts(ana) == {"The user's work is that of a nurse, in Porto"}


def test_a_pair_that_was_judged_is_spared_for_fourteen_days(
    banded: MemoryStore, ana: MemoryView, clock: FakeClock
) -> None:
    remember(ana, "The user works as a nurse in Porto", "The user works as a cook in Porto")
    model = answering(SameFacts=none_the_same)

    asked = []
    for days in (0, 1, 12, 2):
        clock.advance(timedelta(days=days))
        keep(banded, model)
        asked.append(len(model.calls))

    assert asked == [1, 1, 1, 2]
    assert len(texts(ana)) == 2


def test_a_change_makes_a_space_due_as_a_new_memory_does(
    banded: MemoryStore, ana: MemoryView, clock: FakeClock
) -> None:
    nurse, _ = remember(
        ana, "The user works as a nurse in Porto", "The user works as a cook in Porto"
    )
    model = answering(SameFacts=none_the_same)
    keep(banded, model)
    clock.advance(timedelta(days=10))
    keep(banded, model)
    assert len(model.calls) == 1

    ana.correct(nurse.id, "The user works as a cook in Faro and Porto")
    clock.advance(timedelta(hours=71))
    keep(banded, model)

    assert len(model.calls) == 2


def unimportant(view: MemoryView, *contents: str) -> None:
    for content in contents:
        view.remember(content, category="knowledge", importance=1)


def test_what_was_written_in_nights_that_were_missed_is_looked_at(
    banded: MemoryStore, ana: MemoryView, clock: FakeClock
) -> None:
    keep(banded, None)
    clock.advance(timedelta(hours=1))
    unimportant(ana, "The user works as a nurse in Porto", "The user works as a cook in Porto")
    clock.advance(timedelta(days=9))
    model = answering(SameFacts=none_the_same)
    keep(banded, model)

    assert len(model.calls) == 1


def test_a_run_for_some_spaces_is_none_for_the_others(
    banded: MemoryStore, ana: MemoryView, clock: FakeClock
) -> None:
    keep(banded, None)
    clock.advance(timedelta(hours=1))
    unimportant(ana, "The user works as a nurse in Porto", "The user works as a cook in Porto")
    clock.advance(timedelta(days=5))
    some = daily.build(only=["consolidate"], spaces=["default/user:ben"])
    some.compile(store=banded).invoke({})
    model = answering(SameFacts=none_the_same)
    keep(banded, model)

    assert len(model.calls) == 1


def test_the_first_run_looks_at_what_matters_and_not_at_what_has_long_been_there(
    banded: MemoryStore, ana: MemoryView, clock: FakeClock
) -> None:
    remember(ana, "The user works as a nurse in Porto", "The user works as a cook in Porto")
    other = banded.bind(Principal(user_id="ben"))
    unimportant(other, "The user works as a nurse in Faro", "The user works as a cook in Faro")
    clock.advance(timedelta(days=5))
    model = answering(SameFacts=none_the_same)
    keep(banded, model)

    (call,) = model.calls
    assert "Porto" in str(call["messages"]) and "Faro" not in str(call["messages"])


def test_no_more_than_fifty_pairs_of_a_user_are_judged_a_day(
    banded: MemoryStore, ana: MemoryView, clock: FakeClock
) -> None:
    remember(ana, *(f"The user owns boat number {n} in Porto" for n in range(30)))
    model = answering(SameFacts=none_the_same, Consolidated={"groups": []})

    first = keep(banded, model)
    again = keep(banded, model)
    pairs = rows(banded.conn_string, "SELECT count(*) AS n FROM langmem.pairs WHERE asked")
    clock.advance(timedelta(days=1))
    keep(banded, model)

    assert (first["skipped"], again["skipped"]) == ({"consolidate": "left"},) * 2
    assert pairs == [{"n": 50}]
    after = rows(banded.conn_string, "SELECT count(*) AS n FROM langmem.pairs WHERE asked")
    assert after == [{"n": 100}]


def test_pairs_count_for_the_day_even_if_whoever_asked_dies_of_it(
    banded: MemoryStore, ana: MemoryView, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    boats = remember(ana, *(f"The user owns boat number {n} in Porto" for n in range(30)))
    asked: set[tuple[str, str]] = set()

    def answer(pairs: list[dict[str, Any]]) -> dict[str, Any]:
        asked.update((pair["a"], pair["b"]) for pair in pairs)
        return none_the_same(pairs)

    def die(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    model = answering(SameFacts=answer, Consolidated={"groups": []})
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(consolidating, "note", die)
        keep(banded, model)
    for boat in boats[:10]:
        ana.forget(boat.id)
    clock.advance(timedelta(minutes=11))
    keep(banded, model)

    assert len(asked) == 50


def test_without_a_model_only_what_is_certain_merges(
    database_uri: str, clock: FakeClock, hash_embeddings: HashEmbeddings
) -> None:
    index = {"dims": HASH_DIMS, "embed": hash_embeddings}
    bands = MergeSettings(auto=0.9, update=0.6, check=0.5, fallback=0.2)
    later = Settings(merge=bands, auto_index=False)  # without a vector nothing merges on writing
    with MemoryStore.from_conn_string(
        database_uri, index=index, clock=clock, settings=later
    ) as store:
        ana = store.bind(Principal(user_id="ana"))
        remember(ana, "The user drinks green tea", "The user drinks the green tea")
        remember(ana, "The user drinks green tea at night")

        result = keep(store)

        assert result["report"]["consolidate"] == 2
        assert len(texts(ana)) == 2
        assert "The user drinks green tea at night" in texts(ana)


def test_a_number_a_name_or_a_negation_is_never_merged_without_a_model(
    banded: MemoryStore, ana: MemoryView
) -> None:
    said = {
        "The user has 2 cats in Porto",
        "The user has 3 cats in Porto",
        "The user has no cats in Porto",
        "The user has 2 cats in Faro",
    }
    remember(ana, *said)

    assert keep(banded)["skipped"] == {"consolidate": "no model"}
    assert texts(ana) == said


def test_what_is_pinned_fills_a_slot_or_has_a_key_of_its_own_stays(
    banded: MemoryStore, ana: MemoryView
) -> None:
    remember(ana, CATS[0], pinned=True)
    remember(ana, CATS[1])
    ana.put(("memory", "default", "user", "ana", "knowledge"), "mine", {"content": CATS[2]})
    model = combining(ONE_CAT)

    keep(banded, model)

    assert texts(ana) == set(CATS)
    assert model.calls == []


def test_what_is_sensitive_is_shown_to_no_model(banded: MemoryStore, ana: MemoryView) -> None:
    remember(ana, *CATS, sensitivity="sensitive")
    model = combining(ONE_CAT)

    keep(banded, model)

    assert model.calls == []


def test_statements_about_different_people_stay_apart(banded: MemoryStore, ana: MemoryView) -> None:
    for who, text in zip(("p1", "p2", "p3"), CATS, strict=True):
        remember(ana, text, subjects=[who])
    model = combining(ONE_CAT)

    keep(banded, model)

    assert model.calls == []


@pytest.mark.parametrize("answer", [OSError(), {"groups": [{"group": 1, "content": "Mallory"}]}])
def test_a_model_that_fails_or_invents_changes_nothing(
    banded: MemoryStore, ana: MemoryView, answer: Any
) -> None:
    remember(ana, *CATS)

    keep(banded, answering(Consolidated=answer, SameFacts=OSError()))

    assert texts(ana) == set(CATS)


def test_a_group_about_which_nobody_said_anything_is_asked_about_again(
    banded: MemoryStore, ana: MemoryView, clock: FakeClock
) -> None:
    remember(ana, *CATS)
    failing = answering(Consolidated=OSError(), SameFacts=none_the_same)

    skipped = keep(banded, failing)["skipped"]
    clock.advance(timedelta(days=1))
    keep(banded, combining(ONE_CAT))

    assert skipped == {"consolidate": "left"}
    assert texts(ana) == {ONE_CAT}


def test_what_a_gate_refuses_is_counted(
    banded: MemoryStore, ana: MemoryView, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> Operation[WriteOutcome]:
        yield from ()
        return WriteOutcome(status="rejected", reason="secret")

    monkeypatch.setattr(making_one, "combine", refuse)
    remember(ana, *CATS)

    keep(banded, combining(ONE_CAT))

    report = rows(banded.conn_string, "SELECT counts FROM langmem.runs WHERE step = 'consolidate'")
    assert report[0]["counts"]["refused"] == 1


def test_it_can_be_switched_off(banded: MemoryStore, ana: MemoryView) -> None:
    remember(ana, *CATS)
    off = Settings(merge=BANDS, decision=DecisionSettings(consolidation_enabled=False))

    assert keep(banded, combining(ONE_CAT), settings=off)["skipped"] == {"consolidate": "off"}
    assert texts(ana) == set(CATS)


def test_a_space_that_somebody_is_at_is_left_to_them(
    banded: MemoryStore, ana: MemoryView, clock: FakeClock
) -> None:
    remember(ana, *CATS)
    model = combining(ONE_CAT)
    leases.of_seconds(banded, 0.1)
    assert banded.run(due.take(banded.scope, "default/user:ana", consolidating.KIND))

    keep(banded, model)
    assert model.calls == []

    clock.advance(timedelta(minutes=11))  # whoever it was is dead
    keep(banded, model)
    assert texts(ana) == {ONE_CAT}


USERS = ("ana", "bo", "cem", "dov", "eva")


def night_of(store: MemoryStore, most: int) -> list[str]:
    """Whose spaces a night gets to that is over after so many."""
    served: list[int] = []
    graph: Any = daily.build(only=[consolidating.KIND], stop=lambda: len(served) >= most)
    found: list[str] = []
    real = store.run

    def noted(operation: Any, scope: Any = None) -> Any:
        if operation.__name__ == "had_its_turn":
            served.append(1)
            found.append(scope.within.removeprefix("default/user:"))
        return real(operation, scope)

    store.run = noted  # type: ignore[method-assign, assignment]
    try:
        graph.compile(store=store).invoke({})
    finally:
        store.run = real  # type: ignore[method-assign]
    return found


def test_a_night_that_is_over_before_all_is_done_begins_the_next_with_the_others(
    banded: MemoryStore, clock: FakeClock
) -> None:
    for user in USERS:
        remember(banded.bind(Principal(user_id=user)), *CATS)
    nights = []

    for most in (2, 2, 9):
        clock.advance(timedelta(hours=24))
        nights.append(night_of(banded, most))

    assert nights == [["ana", "bo"], ["cem", "dov"], ["eva", "ana", "bo", "cem", "dov"]]


def test_who_is_new_comes_before_those_who_had_their_turn(
    banded: MemoryStore, clock: FakeClock
) -> None:
    for user in USERS[1:]:
        remember(banded.bind(Principal(user_id=user)), *CATS)
    clock.advance(timedelta(hours=1))
    night_of(banded, 2)
    remember(banded.bind(Principal(user_id="zoe")), *CATS)
    clock.advance(timedelta(hours=1))

    assert night_of(banded, 3) == ["dov", "eva", "zoe"]


def test_a_memory_that_changed_meanwhile_is_not_merged(
    banded: MemoryStore, ana: MemoryView
) -> None:
    a, *_ = remember(ana, *CATS)

    def meanwhile(groups: list[dict[str, Any]]) -> dict[str, Any]:
        ana.forget(a.id)
        return {"groups": [{"group": 1, "content": ONE_CAT}]}

    keep(banded, answering(Consolidated=meanwhile, SameFacts=none_the_same))

    assert texts(ana) == set(CATS[1:])


def test_an_insight_stands_on_what_its_evidence_became(
    banded: MemoryStore, ana: MemoryView
) -> None:
    from langmem_ext.stores.operations.reviewing import unfounded

    old = remember(ana, *CATS)
    ana.remember("The user is fond of the cat Rex", category="knowledge", kind="insight",
                 source="consolidation", source_ids=[memory.id for memory in old])  # fmt: skip
    keep(banded, combining(ONE_CAT))

    assert banded.run(unfounded(banded.scope, "default/user:ana")) == 0
    assert State.ACTIVE in {m.state for m in ana.list() if m.kind == "insight"}


def test_the_report_says_how_many_pairs_are_left(
    banded: MemoryStore, ana: MemoryView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consolidating, "PAIRS_A_DAY", 1)
    remember(ana, *(f"The user works as a {what} in Porto" for what in ("nurse", "cook", "smith")))
    keep(banded, answering(SameFacts=none_the_same, Consolidated={"groups": []}))

    run = next(each for each in banded.run(runs.latest()) if each.step == consolidating.KIND)
    assert (run.status, run.counts["pairs"], run.counts["waiting"]) == ("left", 1, 2)
