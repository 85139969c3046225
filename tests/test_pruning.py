"""Do conversations of long ago go, and only those?"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from books import rows
from click.testing import Result
from langgraph.checkpoint.base import empty_checkpoint
from typer.testing import CliRunner

from langmem_ext import Principal
from langmem_ext.cli import app
from langmem_ext.stores.checkpoints import MemoryCheckpointer

Run = Callable[..., Result]


@pytest.fixture
def run(database_uri: str) -> Run:
    environment = {"LANGMEM_DATABASE_URI": database_uri, "LANGMEM_EMBEDDER": "none"}

    def run(*arguments: str) -> Result:
        command = ["prune-checkpoints", *arguments]
        return CliRunner().invoke(app, command, env=environment)

    return run


@pytest.fixture
def aged(database_uri: str) -> Iterator[MemoryCheckpointer]:
    """Two checkpoints in each of three threads: two of ana's, of which one is 40 days old, as is bo's."""
    with MemoryCheckpointer.from_conn_string(database_uri) as saver:
        saver.setup()
        for user, thread in (("ana", "old"), ("ana", "new"), ("bo", "old")):
            own = saver.bind(Principal(user_id=user))
            config: Any = {"configurable": {"thread_id": thread, "checkpoint_ns": ""}}
            for step in range(2):
                config = own.put(config, empty_checkpoint(), {"step": step}, {})
        rows(
            database_uri,
            "UPDATE checkpoint_threads SET updated_at = now() - interval '40 days' WHERE thread_id = 'old'",
        )
        yield saver


def threads(saver: MemoryCheckpointer) -> list[str]:
    return sorted(
        f"{(each.owner or '').removeprefix('user:')}/{each.thread_id}"
        for each in saver.list_threads()
    )


def pruned(result: Result) -> Any:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)["threads"]


def test_threads_that_nobody_wrote_to_for_so_long_are_removed(
    run: Run, aged: MemoryCheckpointer
) -> None:
    assert pruned(run("--older-than", "30d", "--json")) == 2
    assert threads(aged) == ["ana/new"]
    assert pruned(run("--older-than", "30d", "--json")) == 0


def test_a_dry_run_counts_them_and_changes_nothing(run: Run, aged: MemoryCheckpointer) -> None:
    found = run("--older-than", "5w", "--dry-run", "--json")

    assert (pruned(found), json.loads(found.stdout)["dry_run"]) == (2, True)
    assert len(threads(aged)) == 3
    assert "2 would be removed" in run("--older-than", "30", "--dry-run").stdout


def test_the_last_checkpoint_of_each_may_stay(
    run: Run, aged: MemoryCheckpointer, database_uri: str
) -> None:
    assert pruned(run("--older-than", "30d", "--keep-latest", "--json")) == 2

    assert len(threads(aged)) == 3
    (count,) = rows(database_uri, "SELECT count(*) AS n FROM checkpoints")
    assert count["n"] == 4  # one of each old thread, two of the new one


def test_a_user_who_is_named_loses_nothing_of_anothers(run: Run, aged: MemoryCheckpointer) -> None:
    assert pruned(run("--older-than", "30d", "--user", "ana", "--json")) == 1
    assert threads(aged) == ["ana/new", "bo/old"]


def test_a_database_without_checkpoints_has_none_to_remove(run: Run, database_uri: str) -> None:
    assert pruned(run("--older-than", "1h", "--json")) == 0
    assert rows(database_uri, "SELECT to_regclass('checkpoints') AS there") == [{"there": None}]


@pytest.mark.parametrize("age", ["", "soon", "-3d", "3m", "999999d"])
def test_an_age_that_is_none_is_bad_usage(run: Run, age: str) -> None:
    assert run("--older-than", age).exit_code == 2


def test_an_age_must_be_named(run: Run) -> None:
    assert run().exit_code == 2
