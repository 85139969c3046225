"""Is maintenance done step by step, by one at a time, and told of?"""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from aging import aged, invoke, shell
from books import contents, rows
from click.testing import Result
from fix_clock import FakeClock
from langgraph.checkpoint.memory import InMemorySaver
from rich.console import Console

from langmem_ext import ConfigurationError, MemoryStore, Principal
from langmem_ext.cli.progress import one_by_one
from langmem_ext.graphs import daily, weekly
from langmem_ext.nodes.upkeep import Done
from langmem_ext.stores.operations import runs

STEP_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('*:purge', 7020726))"


@pytest.fixture
def run(database_uri: str) -> Callable[..., Result]:
    return shell(database_uri)


def test_one_step_alone(store: MemoryStore, clock: FakeClock) -> None:
    aged(store, clock)

    assert invoke(store, only=["purge"])["report"] == {"purge": 1}


def test_an_unknown_step_is_explained() -> None:
    with pytest.raises(ConfigurationError, match="no step 'prune'; there are flush_uses"):
        daily.build(only=["prune"])


def test_a_run_does_the_steps_that_its_input_names_and_the_next_one_all(
    store: MemoryStore, clock: FakeClock
) -> None:
    aged(store, clock)
    graph = daily.build().compile(store=store, checkpointer=InMemorySaver())
    thread: Any = {"configurable": {"thread_id": "t"}}

    assert graph.invoke({"only": ["purge"]}, thread)["report"] == {"purge": 1}
    assert list(graph.invoke({}, thread)["report"]) == [
        "purge",
        *daily.ORDER[:-4],
        *daily.ORDER[-3:],
    ]
    with pytest.raises(ConfigurationError, match="no step 'prune'"):
        graph.invoke({"only": ["prune"]}, thread)


def test_a_step_that_is_for_everybody_cannot_be_done_for_one_space() -> None:
    with pytest.raises(ConfigurationError, match="only enrich, review, consolidate, compact"):
        daily.build(only=["purge"], spaces=["default/user:ana"])


def test_a_dry_run_counts_what_a_run_does_and_changes_nothing(
    store: MemoryStore, clock: FakeClock
) -> None:
    aged(store, clock)
    before = contents(store.conn_string)

    dry = invoke(store, dry=True)["report"]

    assert contents(store.conn_string) == before
    assert rows(store.conn_string, "SELECT 1 FROM langmem.runs") == []
    assert dry == invoke(store)["report"]
    assert (dry["embed_missing"], dry["archive"], dry["expire"], dry["purge"]) == (1, 1, 1, 1)


def test_without_an_embedder_a_dry_run_embeds_nothing_either(
    database_uri: str, clock: FakeClock
) -> None:
    with MemoryStore.from_conn_string(database_uri, index=False, clock=clock) as store:
        store.bind(Principal(user_id="ana")).remember("Likes figs", category="preferences")

        assert invoke(store, dry=True)["report"] == invoke(store)["report"]


def test_each_step_leaves_what_it_did(store: MemoryStore, clock: FakeClock) -> None:
    aged(store, clock)
    invoke(store)

    found = {run.step: run for run in store.run(runs.latest())}

    assert list(found) == sorted(daily.ORDER)
    assert found["purge"].counts == {"memories": 1}
    without_model = {"enrich": "skipped", "review": "skipped"}
    assert {step: run.status for step, run in found.items()} == {
        step: without_model.get(step, "ok") for step in found
    }
    assert found["purge"].at == clock()


def test_a_step_that_another_run_is_at_is_left_to_it(store: MemoryStore, clock: FakeClock) -> None:
    aged(store, clock)
    with psycopg.connect(store.conn_string) as other:
        other.execute(STEP_LOCK)

        result = invoke(store)

    assert result["skipped"] == {"enrich": "no model", "review": "no model", "purge": "busy"}
    assert (result["report"]["purge"], result["report"]["archive"]) == (0, 1)
    assert invoke(store)["report"]["purge"] == 1


def test_a_step_that_runs_out_of_time_goes_on_the_next_time(
    store: MemoryStore, clock: FakeClock
) -> None:
    aged(store, clock)

    result = invoke(store, seconds=0.0, only=["purge"])

    assert (result["report"], result["skipped"]) == ({"purge": 1}, {"purge": "time"})
    assert store.run(runs.latest())[0].status == "left"


def test_a_run_that_fails_says_so_in_its_report(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: Any) -> Any:
        raise ValueError("private words")
        yield

    monkeypatch.setitem(daily.STEPS, "archive", broken)
    invoke(store, only=["archive"])

    (run,) = store.run(runs.latest())
    assert (run.status, run.reason) == ("error", "ValueError")


def test_no_principal_reads_the_reports(store: MemoryStore) -> None:
    invoke(store)
    view = store.bind(Principal(user_id="ana"))

    assert store.run(runs.latest(), view.scope) == []


def test_a_shell_does_one_step(run: Callable[..., Result]) -> None:
    assert json.loads(run("maintain", "--only", "purge", "--json").stdout) == {
        "purge": 0,
        "skipped": {},
    }
    assert run("maintain", "--only", "prune").exit_code == 2
    assert run("maintain", "--space", "ana").exit_code == 2


def test_a_shell_keeps_one_space_in_order(run: Callable[..., Result]) -> None:
    found = run("maintain", "--space", "user:ana", "--dry-run", "--json")

    assert json.loads(found.stdout) == {
        "enrich": 0,
        "review": 0,
        "consolidate": 0,
        "compact": 0,
        "skipped": {},
    }


def test_stats_show_the_last_runs(run: Callable[..., Result]) -> None:
    run("maintain", "--only", "purge")

    (last,) = json.loads(run("stats", "--json", "--user", "ana").stdout)["runs"]
    assert (last["graph"], last["step"], last["status"]) == ("daily", "purge", "ok")
    assert "daily.purge" in run("stats", "--user", "ana").stdout


def test_the_weekly_graph_leaves_a_report_too(store: MemoryStore) -> None:
    weekly.build().compile(store=store).invoke({})

    (run,) = store.run(runs.latest())
    assert (run.graph, run.status, run.reason) == ("weekly", "skipped", "no model")


def test_progress_is_told_step_by_step_and_space_by_space(
    store: MemoryStore, clock: FakeClock
) -> None:
    for name in ("notes", "mail"):
        view = store.bind(Principal(app_id=name))
        for n in range(10):
            view.remember(f"The user owns boat number {n} in Porto", category="knowledge")
            clock.advance(timedelta(minutes=1))
        gone = view.list(limit=1)[0]
        view.forget(gone.id)
        view.remember("The user owns a car", category="knowledge")
        view.restore(gone.id)
    told: list[tuple[str, int]] = []
    invoke(store, only=["compact", "purge"], tell=lambda step, count: told.append((step, count)))

    assert told == [("compact", 0), ("compact", 1), ("compact", 1), ("purge", 0)]


def test_a_step_that_fails_halfway_reports_what_it_has_done(
    store: MemoryStore, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    def half(job: Any) -> Any:
        job.did(Done({"given_up": 3}))
        raise ValueError("out of order")
        yield

    monkeypatch.setitem(daily.BY_SPACE, "compact", ("given_up", half, half))
    report = invoke(store, only=["compact"], tell=lambda step, count: told.append(step))["report"]

    assert report == {"compact": 3, "compact_error": "ValueError"}
    (run,) = store.run(runs.latest())
    assert (run.status, run.counts) == ("error", {"given_up": 3})


def test_a_terminal_shows_a_bar_of_the_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    said = io.StringIO()
    monkeypatch.setattr(said, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stderr", said)
    monkeypatch.setattr(
        "langmem_ext.cli.progress.console", lambda stderr: Console(file=said, force_terminal=True)
    )
    with one_by_one(["archive", "purge"]) as advance:
        advance("archive", 0)
        advance("archive", 7)
        advance("purge", 0)

    assert "2/2" in said.getvalue()
