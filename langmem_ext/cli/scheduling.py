"""When does a LangGraph server do the work that keeps memory in order?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from langmem_ext.cli.output import complain, note, print_json, print_table
from langmem_ext.cli.running import FOUND_WRONG, app
from langmem_ext.errors import ConfigurationError

CRONS = {
    "session_review": "0 2 * * *",
    "daily": "0 3 * * *",
    "insights": "0 4 * * *",
    "weekly": "0 5 * * 0",
}
"""When each graph runs, at night (spec 000, section 5): reviews come before what builds on them. The graph `daily` also
does what the specification puts at four o'clock."""

MARK = "langmem_ext"
"""The key of a cron's metadata that names the graph; it tells our crons from others."""

crons = typer.Typer(
    no_args_is_help=True, help="Let a LangGraph server do the nightly work by crons."
)
app.add_typer(crons, name="crons")

Url = Annotated[str, typer.Option(help="The LangGraph server.", envvar="LANGGRAPH_URL")]
Key = Annotated[
    str | None, typer.Option(help="Its API key.", envvar="LANGGRAPH_API_KEY", show_default=False)
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
HERE = "http://127.0.0.1:2024"


@crons.command()
def install(
    url: Url = HERE,
    api_key: Key = None,
    timezone: Annotated[str, typer.Option(help="Whose night, as in Europe/Lisbon.")] = "UTC",
    json_output: AsJson = False,
) -> None:
    """Register the crons that are missing; one that is there with another time or zone is replaced."""
    with _server(url, api_key) as client:
        there = {each["metadata"][MARK]: each for each in _ours(client)}
        done = {
            graph: _install(client, there.get(graph), graph, schedule, timezone)
            for graph, schedule in CRONS.items()
        }
    if json_output:
        print_json(done)
    else:
        print_table(
            ("cron", "schedule", ""), [(name, CRONS[name], what) for name, what in done.items()]
        )


@crons.command("list")
def list_crons(url: Url = HERE, api_key: Key = None, json_output: AsJson = False) -> None:
    """Show the crons of memory that the server has."""
    with _server(url, api_key) as client:
        rows = [_row(each) for each in _ours(client)]
    if json_output:
        print_json(rows)
    else:
        print_table(("cron", "schedule", "zone", "next"), [list(row.values())[:4] for row in rows])


@crons.command()
def remove(url: Url = HERE, api_key: Key = None, json_output: AsJson = False) -> None:
    """Take the crons of memory off the server; others stay."""
    with _server(url, api_key) as client:
        ours = _ours(client)
        for each in ours:
            client.crons.delete(each["cron_id"])
    gone = [each["metadata"][MARK] for each in ours]
    if json_output:
        print_json({"removed": gone})
    else:
        note(f"removed: {', '.join(gone) or 'none'}")


def _install(
    client: Any, there: dict[str, Any] | None, graph: str, schedule: str, timezone: str
) -> str:
    if there and (there["schedule"], there.get("timezone") or "UTC") == (schedule, timezone):
        return "was there"
    if there:
        client.crons.delete(there["cron_id"])
    client.crons.create(
        graph, schedule=schedule, timezone=timezone, input={}, metadata={MARK: graph}
    )
    return "replaced" if there else "installed"


def _ours(client: Any) -> list[dict[str, Any]]:
    """Return our crons, in the order of CRONS; a server that filters by metadata or does not gives the same."""
    found = client.crons.search(limit=1000)
    ours = [each for each in found if (each.get("metadata") or {}).get(MARK) in CRONS]
    return sorted(ours, key=lambda each: list(CRONS).index(each["metadata"][MARK]))


def _row(cron: dict[str, Any]) -> dict[str, Any]:
    return {
        "graph": cron["metadata"][MARK],
        "schedule": cron["schedule"],
        "timezone": cron.get("timezone") or "UTC",
        "next": str(cron.get("next_run_date") or ""),
        "id": cron["cron_id"],
    }


@contextmanager
def _server(url: str, api_key: str | None) -> Iterator[Any]:
    """Reach a LangGraph server through its client; say what to do where that cannot be."""
    try:
        import httpx
        from langgraph_sdk import get_sync_client
    except ImportError:
        raise ConfigurationError(
            "crons need LangGraph's client: pip install 'langmem-ext[server]'"
        ) from None
    try:
        with get_sync_client(url=url, api_key=api_key) as client:
            yield client
    except httpx.HTTPStatusError as error:
        status = error.response.status_code
        complain(f"{url} answered {status}: does it serve these graphs, and is the key right?")
        raise typer.Exit(FOUND_WRONG) from None
    except httpx.TransportError as error:
        said = type(error).__name__
        complain(f"no server answers at {url} ({said}); start one, or name it with --url")
        raise typer.Exit(FOUND_WRONG) from None
