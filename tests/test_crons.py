"""Does a LangGraph server get the crons of memory, once, and lose them again?"""

from __future__ import annotations

import asyncio
import json
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from dev_server import Server, free_port
from typer.testing import CliRunner

from langmem_ext.cli import app, scheduling
from langmem_ext.errors import ConfigurationError
from langmem_ext.graphs.timetable import TIMETABLE

CRONS = [each.name for each in TIMETABLE]


def run(*arguments: str) -> Any:
    done = CliRunner().invoke(app, ["crons", *arguments, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


async def test_crons_are_installed_once_replaced_listed_and_removed(
    tmp_path: Path, database_uri: str
) -> None:
    pytest.importorskip("langgraph_api", reason="the extra `server` is not installed")
    server = Server(tmp_path, database_uri)
    async with server.running() as client:
        other = await client.crons.create(
            "supervisor", schedule="0 0 1 1 *", input={"messages": []}
        )

        await client.crons.create(  # what another version had called so
            "daily", schedule="0 1 * * *", input={}, metadata={"langmem_ext": "daily"}
        )

        async def call(*arguments: str) -> Any:
            return await asyncio.to_thread(run, *arguments, "--url", server.url)

        assert await call("install") == {**dict.fromkeys(CRONS, "installed"), "daily": "removed"}
        assert await call("install") == dict.fromkeys(CRONS, "was there")
        assert set((await call("install", "--timezone", "Europe/Lisbon")).values()) == {"replaced"}
        listed = await call("list")
        assert [(each["name"], each["graph"], each["schedule"]) for each in listed] == [
            (each.name, each.graph, each.cron) for each in TIMETABLE
        ]
        assert {each["timezone"] for each in listed} == {"Europe/Lisbon"}
        assert (await call("remove"))["removed"] == CRONS
        assert await call("list") == []
        left = await client.crons.search(limit=10)
        assert [each["cron_id"] for each in left] == [other["cron_id"]]


def test_a_server_that_is_not_there_is_said_to_be_so() -> None:
    url = f"http://127.0.0.1:{free_port()}"

    done = CliRunner().invoke(app, ["crons", "list", "--url", url])

    assert done.exit_code == 1
    assert f"no server answers at {url}" in done.stderr
    assert "Traceback" not in done.output


class Crons:
    """The crons of a server that may refuse new ones."""

    def __init__(self, *there: dict[str, Any], refuses: bool = False) -> None:
        self.there, self.refuses = list(there), refuses

    def search(self, limit: int) -> list[dict[str, Any]]:
        return list(self.there)

    def create(self, graph: str, **cron: Any) -> None:
        if self.refuses:
            raise ConfigurationError("refused")
        self.there.append({"cron_id": f"new {len(self.there)}", **cron})

    def delete(self, cron_id: str) -> None:
        self.there = [each for each in self.there if each["cron_id"] != cron_id]


def served(monkeypatch: pytest.MonkeyPatch, crons: Crons) -> None:
    client = SimpleNamespace(crons=crons)
    monkeypatch.setattr(scheduling, "_server", lambda *asked: nullcontext(client))


@pytest.mark.parametrize("command", ["install", "list", "remove"])
def test_the_token_of_an_operator_is_shown_to_the_server(
    monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    asked: list[Any] = []

    def client(**given: Any) -> Any:
        asked.append(given["headers"])
        return nullcontext(SimpleNamespace(crons=Crons()))

    monkeypatch.setattr("langgraph_sdk.get_sync_client", client)

    for more in ([], ["--token", "token-of-operations"]):
        assert CliRunner().invoke(app, ["crons", command, *more]).exit_code == 0

    assert asked == [None, {"Authorization": "Bearer token-of-operations"}]


def installed(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What a server has after an installation."""
    crons = Crons()
    served(monkeypatch, crons)
    run("install")
    return crons.there


def test_a_zone_that_does_not_exist_is_bad_usage(monkeypatch: pytest.MonkeyPatch) -> None:
    crons = Crons(*installed(monkeypatch))
    served(monkeypatch, crons)

    done = CliRunner().invoke(app, ["crons", "install", "--timezone", "Nowhere/Land"])

    assert done.exit_code == 2
    assert len(crons.there) == len(CRONS)


def test_a_cron_that_cannot_be_replaced_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    crons = Crons(*installed(monkeypatch), refuses=True)
    served(monkeypatch, crons)

    done = CliRunner().invoke(app, ["crons", "install", "--timezone", "Europe/Lisbon"])

    assert done.exit_code != 0
    assert [each["metadata"]["langmem_ext"] for each in crons.there] == CRONS


def test_crons_that_two_have_installed_at_once_are_there_once_after_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, other = installed(monkeypatch), installed(monkeypatch)
    crons = Crons(*one, *({**each, "cron_id": f"other {n}"} for n, each in enumerate(other)))
    served(monkeypatch, crons)

    assert run("install") == dict.fromkeys(CRONS, "was there")

    assert sorted(each["metadata"]["langmem_ext"] for each in crons.there) == sorted(CRONS)
