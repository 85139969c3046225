"""Is one tenant kept in order without touching the others, and without doing anything twice?"""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from aging import aged, invoke, shell
from books import rows
from click.testing import Result
from fix_clock import FakeClock
from scripted_answers import answering

from langmem_ext import ConfigurationError, MemoryStore, Principal
from langmem_ext.graphs import daily, weekly
from langmem_ext.stores.operations import runs
from langmem_ext.stores.operations.runs import step_locks

TENANTS = ("acme", "acme2", "a.c/me%")
"""One begins as another does, and one must be encoded."""

REPORTS = "SELECT tenant, step FROM langmem.runs ORDER BY tenant, step"

WAITING = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"


@pytest.fixture
def run(database_uri: str) -> Callable[..., Result]:
    return shell(database_uri)


def hold(connection: psycopg.Connection[Any], tenant: str | None) -> None:
    """Be at a part of a step for a tenant, or for all."""
    for each in step_locks("purge", tenant):
        connection.execute(each.sql.encode(), each.params)


def states(store: MemoryStore, tenant: str) -> list[str]:
    view = store.bind(Principal(user_id="ana", tenant=tenant))
    return sorted(view.stats().by_state)


@pytest.mark.parametrize("tenant", TENANTS)
def test_a_run_for_a_tenant_leaves_the_others_as_they_are(
    store: MemoryStore, clock: FakeClock, tenant: str
) -> None:
    aged(store, clock, TENANTS)

    report = invoke(store, tenant=tenant)["report"]

    did = {step: report[step] for step in ("embed_missing", "archive", "expire", "purge")}
    assert did == {"embed_missing": 1, "archive": 1, "expire": 1, "purge": 1}
    assert states(store, tenant) == ["archived", "soft_deleted"]
    for other in set(TENANTS) - {tenant}:
        assert states(store, other) == ["active", "soft_deleted"]
    assert invoke(store, tenant=tenant)["report"] == dict.fromkeys(daily.ORDER, 0)


def test_a_run_for_all_does_what_a_run_for_one_has_left(
    store: MemoryStore, clock: FakeClock
) -> None:
    aged(store, clock, TENANTS)
    invoke(store, tenant="acme")

    report = invoke(store)["report"]

    assert [report[step] for step in ("embed_missing", "archive", "expire", "purge")] == [2] * 4


def test_a_dry_run_for_a_tenant_counts_what_is_its(store: MemoryStore, clock: FakeClock) -> None:
    aged(store, clock, TENANTS)

    dry = invoke(store, tenant="acme", dry=True)["report"]

    assert dry == invoke(store, tenant="acme")["report"]


def test_a_run_for_a_tenant_has_a_report_of_its_own(store: MemoryStore) -> None:
    invoke(store, tenant="acme", only=["purge"])
    invoke(store, tenant="acme2", only=["archive"])
    invoke(store, tenant="*", only=["expire"])

    assert [run.step for run in store.run(runs.latest("acme"))] == ["purge"]
    assert [run.step for run in store.run(runs.latest("acme2"))] == ["archive"]
    assert [run.step for run in store.run(runs.latest("*"))] == ["expire"]
    assert store.run(runs.latest()) == []  # that for all is still to come


def test_two_tenants_are_kept_in_order_at_once(store: MemoryStore, clock: FakeClock) -> None:
    aged(store, clock, ("acme", "acme2"))
    with psycopg.connect(store.conn_string) as other:
        hold(other, "acme")

        mine = invoke(store, tenant="acme", only=["purge"])
        others = invoke(store, tenant="acme2", only=["purge"])

    assert (mine["skipped"], mine["report"]) == ({"purge": "busy"}, {"purge": 0})
    assert (others["skipped"], others["report"]) == ({}, {"purge": 1})


def test_a_run_for_a_tenant_leaves_a_step_to_a_run_for_all_that_is_at_it(
    store: MemoryStore, clock: FakeClock
) -> None:
    aged(store, clock, ("acme",))
    with psycopg.connect(store.conn_string) as other:
        hold(other, None)

        result = invoke(store, tenant="acme", only=["purge"])

    assert result["skipped"] == {"purge": "busy"}


def test_a_run_for_all_waits_for_the_part_of_a_tenant_and_does_the_rest(
    store: MemoryStore, clock: FakeClock
) -> None:
    aged(store, clock, ("acme", "acme2"))
    with psycopg.connect(store.conn_string) as other, ThreadPoolExecutor() as aside:
        hold(other, "acme")
        running = aside.submit(invoke, store, only=["purge"])
        while not rows(store.conn_string, WAITING) and not running.done():
            pass
        other.rollback()
        result = running.result()

    assert (result["skipped"], result["report"]) == ({}, {"purge": 2})


def test_a_space_of_another_tenant_is_no_space_of_this_one() -> None:
    with pytest.raises(ConfigurationError, match="default/user:ana is no space of tenant 'acme'"):
        daily.build(tenant="acme", spaces=["default/user:ana"])


def test_the_input_of_a_run_may_name_its_tenant(store: MemoryStore, clock: FakeClock) -> None:
    aged(store, clock, TENANTS)
    graph: Any = daily.build().compile(store=store)

    assert graph.invoke({"only": ["purge"], "tenant": "acme"})["report"] == {"purge": 1}
    assert graph.invoke({"only": ["purge"]})["report"] == {"purge": 2}


def test_what_goes_from_space_to_space_stays_within_the_tenant(
    store: MemoryStore, clock: FakeClock
) -> None:
    for tenant in TENANTS:
        view = store.bind(Principal(app_id="notes", tenant=tenant))
        for n in range(10):
            view.remember(f"The user owns boat number {n} in Porto", category="knowledge")
        gone = view.list(limit=1)[0]
        view.forget(gone.id)
        view.remember("The user owns a car", category="knowledge")
        view.restore(gone.id)

    assert invoke(store, tenant="acme", only=["compact"], dry=True)["report"] == {"compact": 1}
    assert invoke(store, tenant="acme", only=["compact"])["report"] == {"compact": 1}
    assert invoke(store, only=["compact"])["report"] == {"compact": 2}


def test_conversations_are_reviewed_of_the_tenant_alone(
    store: MemoryStore, clock: FakeClock
) -> None:
    for tenant in TENANTS:
        view = store.bind(Principal(user_id="ana", tenant=tenant))
        for n in range(4):
            view.add_turn("user", f"I moved to Porto {n}", session_id="s")
    clock.advance(timedelta(days=1))
    model = answering(Learned={"facts": []})

    dry = invoke(
        store, model=model, tenant="acme", only=["review", "enrich", "consolidate"], dry=True
    )

    assert dry["report"]["review"] == 1
    assert invoke(store, model=model, only=["review"], dry=True)["report"]["review"] == 3


def test_a_weekly_run_for_one_user_is_not_that_for_everybody(store: MemoryStore) -> None:
    graph: Any = weekly.build().compile(store=store)
    graph.invoke({}, context={"user_id": "ana", "tenant": "acme"})

    assert store.run(runs.latest()) == []
    assert [run.step for run in store.run(runs.latest("acme"))] == ["reflect"]


def test_a_shell_keeps_one_tenant_in_order(run: Callable[..., Result], database_uri: str) -> None:
    run("maintain", "--tenant", "acme", "--only", "purge")
    run("maintain", "--tenant", "default", "--only", "archive")
    run("maintain", "--only", "expire")

    assert [(row["tenant"], row["step"]) for row in rows(database_uri, REPORTS)] == [
        ("*", "expire"),
        ("acme", "purge"),
        ("default", "archive"),
    ]
    assert run("maintain", "--tenant", "acme", "--space", "default/user:ana").exit_code == 2


def test_stats_show_the_runs_for_all_and_those_for_the_tenant(run: Callable[..., Result]) -> None:
    run("maintain", "--tenant", "acme", "--only", "purge")
    run("maintain", "--tenant", "acme2", "--only", "compact")
    run("maintain", "--only", "expire")

    shown = json.loads(run("stats", "--json", "--user", "ana", "--tenant", "acme").stdout)["runs"]
    assert [(each["tenant"], each["step"]) for each in shown] == [
        (None, "expire"),
        ("acme", "purge"),
    ]
