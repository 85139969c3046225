"""Does the benchmark of maintenance measure a night on a database that is in order?"""

from __future__ import annotations

import json
from typing import Any

import pytest
import typer
from books import count, require_balance
from typer.testing import CliRunner

from evals.bench.filling import fill
from evals.bench_maintenance import STEPS, Plan, bench_maintenance, summary
from langmem_ext import MemoryStore, Principal

app = typer.Typer()
app.command()(bench_maintenance)


@pytest.fixture(scope="module")
def report(server_uri: str) -> dict[str, Any]:
    words = ["--memories", "2k", "--due", "0.005", "--rounds", "2", "--dims", "8"]
    done = CliRunner().invoke(app, [*words, "--database-uri", server_uri, "--json"])

    assert done.exit_code == 0, done.output
    return dict(json.loads(done.stdout))


def test_each_step_is_timed_in_both_databases(report: dict[str, Any]) -> None:
    for name in ("half", "whole"):
        assert report[name].keys() == {*STEPS, "both", "idle"}
        assert all(each["median_s"] > 0 for each in report[name].values())
    assert (report["memories"], report["due"]) == (2000, 10)


def test_what_is_filled_is_what_the_store_would_have_written(
    store: MemoryStore, database_uri: str
) -> None:
    fill(database_uri, 700, dims=64)

    require_balance(database_uri)
    assert count(database_uri, "memories") == 700
    bullets = store.bind(Principal(user_id="user-1")).query("box 600 of letters").bullets
    assert any("box 600" in bullet for bullet in bullets)


def test_other_memories_are_due_in_each_round() -> None:
    plan = Plan(memories=10_000, share=0.001, rounds=3)

    chosen = [
        number
        for round_ in range(plan.rounds + 1)
        for step in STEPS
        for number in plan.chosen(5_000, step, round_)
    ]

    assert len(set(chosen)) == len(chosen) == 80
    assert max(chosen) < 5_000


def test_the_ratio_is_the_whole_divided_by_the_half() -> None:
    measured = summary(
        {
            "half": {"archive": [1.0], "expire": [1.0], "idle": [0.1]},
            "whole": {"archive": [1.0], "expire": [2.0], "idle": [0.1]},
        }
    )

    assert measured["ratio"] == 1.5


def test_more_rounds_than_there_are_memories_are_bad_usage() -> None:
    done = CliRunner().invoke(app, ["--memories", "1k", "--due", "0.1", "--rounds", "9"])

    assert done.exit_code == 2
