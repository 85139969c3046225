"""People can be registered, named and changed from a shell."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from langmem_ext.cli import app

if TYPE_CHECKING:
    from click.testing import Result


@pytest.fixture
def run(
    database_uri: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Result]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LANGMEM_USER", raising=False)
    environment = {"LANGMEM_DATABASE_URI": database_uri, "LANGMEM_EMBEDDER": "none"}
    return lambda *arguments: CliRunner().invoke(app, ["people", *arguments], env=environment)


def answer(result: Result) -> Any:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_people_are_registered_named_and_changed(run: Callable[..., Result]) -> None:
    added = answer(run("add", "Bo Lind", "--id", "bo", "--username", "slack=@bo.l", "--json"))
    assert (added["id"], added["usernames"]) == ("bo", {"slack": "bo.l"})
    assert answer(run("alias", "bo", "Bobby", "B", "--json"))["aliases"] == ["Bobby", "B"]
    assert answer(run("alias", "bo", "B", "--remove", "--json"))["aliases"] == ["Bobby"]
    assert answer(run("update", "bo", "--name", "Bo Lund", "--json"))["name"] == "Bo Lund"
    assert [each["id"] for each in answer(run("list", "bobby", "--json"))] == ["bo"]
    assert "Bo Lund" in run("list").stdout
    assert answer(run("link", "bo", "bo@example.org", "--json"))["id"] == "bo"


def test_a_user_changes_whom_it_may_change(run: Callable[..., Result]) -> None:
    answer(run("add", "Bo", "--id", "bo", "--json"))

    refused = run("alias", "bo", "Thief", "--user", "mallory")
    assert refused.exit_code == 1
    assert "may be changed by" in refused.stderr
    assert answer(run("alias", "bo", "Bobby", "--user", "bo", "--json"))["aliases"] == ["Bobby"]


@pytest.mark.parametrize(
    "arguments", [("update", "bo"), ("add", "Bo", "--username", "slack"), ("alias", "bo")]
)
def test_what_makes_no_sense_is_bad_usage(
    run: Callable[..., Result], arguments: tuple[str, ...]
) -> None:
    assert run(*arguments).exit_code == 2


def test_an_unknown_person_and_an_empty_list_are_said(run: Callable[..., Result]) -> None:
    assert run("alias", "nobody", "B").exit_code == 1
    assert answer(run("list", "--json")) == []
