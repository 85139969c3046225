"""Does maintenance review the conversations that nobody reviewed when they ended?"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from books import require_balance, rows
from fix_clock import FakeClock
from scripted_answers import answering, fact, finding

from langmem_ext import AsyncMemoryStore, MemoryStore, Principal, Settings
from langmem_ext.graphs import daily
from langmem_ext.settings import DecisionSettings
from langmem_ext.stores.operations import runs

SAID = ("Hello!", "I moved to Porto last year", "Nice", "And I play the cello")
MOVED = fact("The user lives in Porto", said="moved to Porto", category="knowledge")


@pytest.fixture
def waiting(store: MemoryStore, clock: FakeClock) -> MemoryStore:
    """Two conversations that were over an hour ago, of two users."""
    for user in ("ana", "bo"):
        view = store.bind(Principal(user_id=user))
        for n, text in enumerate(SAID):
            view.add_turn("assistant" if n % 2 == 0 else "user", text, session_id=f"{user}-1")
    clock.advance(timedelta(hours=1))
    return store


def reading(*facts: dict[str, Any]) -> Any:
    return answering(Facts=finding(*facts), Conflicts={}, Episode={})


def run(store: MemoryStore, model: Any = None, **options: Any) -> dict[str, Any]:
    chosen = {"only": ["review"], **options}
    graph = daily.build(chosen.pop("settings", None), model, **chosen)
    result: dict[str, Any] = graph.compile(store=store).invoke({})
    return result


def still_due(store: MemoryStore) -> int:
    return len(rows(store.conn_string, "SELECT 1 FROM langmem.work WHERE kind = 'review'"))


def test_what_was_missed_is_reviewed_once(waiting: MemoryStore) -> None:
    model = reading(MOVED)

    result = run(waiting, model)
    asked = len(model.calls)
    again = run(waiting, model)

    assert (result["report"], again["report"]) == ({"review": 2}, {"review": 0})
    assert len(model.calls) == asked
    for user in ("ana", "bo"):
        contents = [m.content for m in waiting.bind(Principal(user_id=user)).list()]
        assert "The user lives in Porto" in contents
    assert still_due(waiting) == 0
    require_balance(waiting.conn_string)


def test_the_report_says_what_was_learned_and_each_user_is_told(waiting: MemoryStore) -> None:
    result = run(waiting, reading(MOVED))

    (report,) = waiting.run(runs.latest())
    assert (report.step, report.status) == ("review", "ok")
    assert (report.counts["sessions"], report.counts["created"]) == (2, 2)
    assert sorted(result["notices"]) == ["ana", "bo"]


def test_without_a_model_it_says_so_and_leaves_them_due(waiting: MemoryStore) -> None:
    result = run(waiting)

    assert (result["report"], result["skipped"]) == ({"review": 0}, {"review": "no model"})
    (report,) = waiting.run(runs.latest())
    assert (report.status, report.reason, report.counts) == ("skipped", "no model", {"waiting": 2})
    assert still_due(waiting) == 2
    assert run(waiting, reading(MOVED))["report"] == {"review": 2}


def test_it_comes_before_consolidation_and_after_enrichment() -> None:
    order = daily.ORDER

    assert order.index("enrich") < order.index("review") < order.index("consolidate")


def test_a_session_of_another_space_is_left_alone(waiting: MemoryStore) -> None:
    assert run(waiting, reading(MOVED), spaces=["default/user:bo"])["report"] == {"review": 1}
    assert still_due(waiting) == 1


def test_a_session_that_fails_does_not_keep_the_others_from_their_turn(
    waiting: MemoryStore, clock: FakeClock
) -> None:
    broken = answering(Facts=[OSError(), {"facts": []}], Conflicts={}, Episode={})

    result = run(waiting, broken)

    (report,) = waiting.run(runs.latest())
    assert result["report"] == {"review": 1}
    assert report.counts["failed"] == 1
    clock.advance(timedelta(minutes=3))
    assert run(waiting, reading(MOVED))["report"] == {"review": 1}


def test_it_can_be_switched_off(waiting: MemoryStore) -> None:
    off = Settings(decision=DecisionSettings(session_end_review_enabled=False))

    assert run(waiting, reading(MOVED), settings=off)["skipped"] == {"review": "off"}


async def test_an_async_store_does_it_too(
    waiting: MemoryStore, async_store: AsyncMemoryStore
) -> None:
    graph = daily.build(model=reading(MOVED), only=["review"]).compile(store=async_store)

    assert (await graph.ainvoke({}))["report"] == {"review": 2}


def test_a_dry_run_counts_them(waiting: MemoryStore) -> None:
    assert run(waiting, reading(MOVED), dry=True)["report"] == {"review": 2}
    assert run(waiting, dry=True)["report"] == {"review": 0}
    assert still_due(waiting) == 2
