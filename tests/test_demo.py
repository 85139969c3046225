"""The demo shows what memory does, keeps no secret, and is held only once."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest
from fix_database import Databases
from typer.testing import CliRunner

from langmem_ext.cli import app
from langmem_ext.demo.script import ANA, BEN, SESSIONS

SECRET = "Tr0ub4dor"


@dataclass(frozen=True)
class Demo:
    """Hold a demo on a database, and what its first run there showed."""

    uri: str
    first: Any

    def again(self, *arguments: str) -> Any:
        return run_demo(self.uri, *arguments)


def run_demo(uri: str, *arguments: str) -> Any:
    environment = {"LANGMEM_DATABASE_URI": uri, "LANGMEM_EMBEDDER": "none"}
    result = CliRunner().invoke(app, ["demo", *arguments], env=environment)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout) if "--json" in arguments else result.stdout


@pytest.fixture(scope="module")
def as_json(databases: Databases) -> Iterator[Demo]:
    """A demo whose first run was shown as JSON; a further one writes nothing, so all tests may have it."""
    with databases.fresh() as uri:
        yield Demo(uri, run_demo(uri, "--json"))


@pytest.fixture(scope="module")
def for_people(databases: Databases) -> Iterator[Demo]:
    """A demo whose first run was shown to people; a further one writes nothing, so all tests may have it."""
    with databases.fresh() as uri:
        yield Demo(uri, run_demo(uri))


def turns(shown: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {turn["id"]: turn for session in shown["sessions"] for turn in session["turns"]}


def test_the_script_has_an_id_for_each_line_and_a_secret():
    lines = [line for session in SESSIONS for line in session.lines]

    assert len({line.id for line in lines}) == len(lines)
    assert any(SECRET in line.text for line in lines)


def test_each_session_shows_what_it_is_for(as_json):
    said = turns(as_json.first)

    assert [each["rule"] for each in said["ana-1"]["outcomes"]] == ["name", "location", "employer"]
    assert [each["source"] for each in said["ana-2"]["outcomes"]] == ["directive"]
    assert [each["reason"] for each in said["ana-4"]["outcomes"]] == ["secret"]
    assert [each["reason"] for each in said["ana-5"]["outcomes"]] == ["health"]
    assert [each["status"] for each in said["ana-6"]["outcomes"]] == ["created"]
    assert [each["status"] for each in said["ana-7"]["outcomes"]] == ["superseded"]
    assert said["ana-10"]["header"].startswith("Memory updates since rev ")
    assert [each["status"] for each in said["ana-12"]["outcomes"]] == ["proposed"]
    assert "No model is configured" in said["ana-13"]["answer"]


def test_the_agents_see_what_they_may(as_json):
    said = turns(as_json.first)

    assert set(said["ana-8"]["seen"]) == {"supervisor", "planner"}
    assert all(
        bullet.startswith(("[goals]", "[tasks]", "[projects]"))
        for bullet in said["ana-8"]["seen"]["planner"]
    )
    assert said["ana-13"]["agent"] == "stylist"
    assert "Globex" not in json.dumps(said["ben-2"])
    assert "Globex" in said["ana-10"]["context"]


def test_maintenance_and_the_end_are_shown(as_json):
    shown = as_json.first

    assert shown["maintenance"]["expire"] == 1
    contents = {each["content"]: each for each in shown["memories"]}
    assert contents["The user is allergic to peanuts"]["sensitivity"] == "sensitive"
    assert "The user needs to finish the slides for the quarterly review by Friday" not in contents
    assert [each["event"] for each in shown["history"]] == ["ADD", "ADD", "UPDATE"]
    assert [each["content"] for each in shown["proposals"]] == [
        "The user's preferred name is Annie"
    ]


def test_a_second_demo_finds_its_state_and_writes_nothing(as_json):
    first = as_json.first
    before = rows(as_json.uri)
    second = as_json.again("--json")

    assert first["survived"] == {"memories": 0, "turns": 0}
    assert second["survived"] == {"memories": len(first["memories"]), "turns": first["turns"]}
    assert turns(second) == {
        id: {**turn, "before": True} for id, turn in turns(first).items()
    }  # from the checkpoints
    assert second["memories"] == first["memories"]
    assert rows(as_json.uri) == before


def test_people_see_the_same(for_people):
    first, second = for_people.first, for_people.again()

    for said in (
        "[password removed]",
        "The user now works at Globex",
        "(rule scan.employer)",
        "in place of: The user works at Acme as a data engineer",
        "secret: it appears to contain a secret",
        "Memory updates since rev",
        "supervisor saw all of that",
        "Daily maintenance",
        "1 expired",
    ):
        assert said in first
    assert "Nothing was said anew" not in first
    assert "State survived: 8 memories and 26 turns of demo-ana from before." in second
    assert "Nothing was said anew, and no memory was written." in second


def test_no_line_is_wider_than_the_page(for_people):
    assert max(map(len, for_people.first.splitlines())) <= 100


def test_a_model_whose_package_is_missing_is_one_line_and_nothing_is_said(
    database_uri, monkeypatch
):
    monkeypatch.setitem(sys.modules, "langchain_mistralai", None)
    environment = {"LANGMEM_DATABASE_URI": database_uri, "LANGMEM_EMBEDDER": "none"}
    for arguments in (["demo"], ["demo", "--json"]):
        result = CliRunner().invoke(
            app, arguments, env={**environment, "LANGMEM_MODEL": "mistralai:large"}
        )
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr.startswith("langmem-ext: the model 'mistralai:large' needs a package")
        assert "langchain-mistralai" in result.stderr
        assert result.stderr.count("\n") == 1
    with psycopg.connect(database_uri) as connection:
        assert connection.execute("SELECT count(*) FROM langmem.turns").fetchone() == (0,)


def test_the_password_is_nowhere_in_the_output_nor_among_memories(for_people):
    assert SECRET not in for_people.first
    assert SECRET not in json.dumps(for_people.again("--json"))
    tables = "memories", "turns", "history", "events", "change_log", "operations", "postings"
    with psycopg.connect(for_people.uri) as connection:
        for table in tables:
            found = connection.execute(
                f"SELECT count(*) FROM langmem.{table} t WHERE t::text LIKE %s", [f"%{SECRET}%"]
            )
            assert found.fetchone() == (0,), table


def test_a_demo_that_was_killed_goes_on_where_it_stopped(databases, database_uri):
    code = f"""
import os
from langmem_ext.demo import holding
from langmem_ext.cli import app
say, count = holding.Demo._say, 0
def counted(self, session, line):
    global count
    count += 1
    if count == 8:
        execute = self.store.run
        self.store.run = lambda *given: (execute(*given), os.kill(os.getpid(), {int(signal.SIGKILL)}))
    return say(self, session, line)
holding.Demo._say = counted
app(["demo", "--json"])
"""
    environment = {**os.environ, "LANGMEM_DATABASE_URI": database_uri, "LANGMEM_EMBEDDER": "none"}
    killed = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    shown = run_demo(database_uri, "--json")

    assert [turn["before"] for turn in turns(shown).values()].count(True) == 7
    assert {turn["user"] for turn in turns(shown).values()} == {
        line.text.replace("Tr0ub4dor&3", "[password removed]")
        for session in SESSIONS
        for line in session.lines
    }
    assert len(shown["memories"]) == 8
    assert shown["turns"] == 26


def rows(uri: str) -> dict[str, int]:
    tables = [
        f"langmem.{each}"
        for each in ("memories", "turns", "history", "events", "change_log", "operations")
    ]
    with psycopg.connect(uri) as connection:
        counts = {
            table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in [*tables, "checkpoints", "checkpoint_writes"]
        }
    assert counts["langmem.turns"] > 0
    return counts


def test_two_people_take_part():
    assert {session.user_id for session in SESSIONS} == {ANA, BEN}
