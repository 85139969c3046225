"""Who does the work that keeps memory in order when it is due: a LangGraph server, or a process of one's own?

Both by the same timetable (graphs/timetable.py).
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated, Any

import typer

from langmem_ext.cli.call import Call, shared
from langmem_ext.cli.output import complain, day, note, print_json, print_json_lines, print_table
from langmem_ext.cli.running import FOUND_WRONG, app
from langmem_ext.errors import ConfigurationError

if TYPE_CHECKING:
    from langmem_ext.graphs.schedule import Schedule
    from langmem_ext.graphs.timetable import Appointment
    from langmem_ext.stores.operations.runs import Run

MARK = "langmem_ext"
"""The key of a cron's metadata that names the appointment; it tells our crons from others."""

GRAPH, STEPS = "langmem_ext_graph", "langmem_ext_steps"
"""The keys of a cron's metadata that name its graph, and the steps of `daily`."""

crons = typer.Typer(
    no_args_is_help=True, help="Let a LangGraph server do the nightly work by crons."
)
app.add_typer(crons, name="crons")

Zone = Annotated[str, typer.Option(help="Whose night, as in Europe/Lisbon.")]
Url = Annotated[str, typer.Option(help="The LangGraph server.", envvar="LANGGRAPH_URL")]
Key = Annotated[
    str | None, typer.Option(help="Its API key.", envvar="LANGGRAPH_API_KEY", show_default=False)
]
Token = Annotated[
    str | None,
    typer.Option(
        help="The token of an operator, where the server asks who calls (server_auth).",
        envvar="LANGGRAPH_TOKEN",
        show_default=False,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
HERE = "http://127.0.0.1:2024"


@crons.command()
def install(
    url: Url = HERE,
    api_key: Key = None,
    token: Token = None,
    timezone: Zone = "UTC",
    json_output: AsJson = False,
) -> None:
    """Register the crons that are missing; one that is there with another time or zone is replaced."""
    _require_zone(timezone)
    wanted = _appointments()
    with _server(url, api_key, token) as client:
        ours = _ours(client)
        done = {each.name: _install(client, ours, each, timezone) for each in wanted}
        for gone in [each for each in ours if each["metadata"][MARK] not in done]:
            client.crons.delete(gone["cron_id"])
            done[gone["metadata"][MARK]] = "removed"
    if json_output:
        print_json(done)
        return
    lines = {each.name: (each.graph, each.cron) for each in wanted}
    rows = [(name, *lines.get(name, ("", "")), what) for name, what in done.items()]
    print_table(("cron", "graph", "schedule", ""), rows)


@crons.command("list")
def list_crons(
    url: Url = HERE, api_key: Key = None, token: Token = None, json_output: AsJson = False
) -> None:
    """Show the crons of memory that the server has."""
    with _server(url, api_key, token) as client:
        rows = [_row(each) for each in _ours(client)]
    if json_output:
        print_json(rows)
    else:
        shown = [list(row.values())[:5] for row in rows]
        print_table(("cron", "graph", "schedule", "zone", "next"), shown)


@crons.command()
def remove(
    url: Url = HERE, api_key: Key = None, token: Token = None, json_output: AsJson = False
) -> None:
    """Take the crons of memory off the server; others stay."""
    with _server(url, api_key, token) as client:
        ours = _ours(client)
        for each in ours:
            client.crons.delete(each["cron_id"])
    gone = [each["metadata"][MARK] for each in ours]
    if json_output:
        print_json({"removed": gone})
    else:
        note(f"removed: {', '.join(gone) or 'none'}")


def _appointments() -> tuple[Appointment, ...]:
    from langmem_ext.graphs.timetable import timetable
    from langmem_ext.settings import Settings

    return timetable(Settings())


def _install(
    client: Any, ours: Sequence[dict[str, Any]], wanted: Appointment, timezone: str
) -> str:
    """Have a cron there once; others of its name go when the right one is there, and not before."""
    metadata = {MARK: wanted.name, GRAPH: wanted.graph, STEPS: ",".join(wanted.steps)}
    there = [each for each in ours if each["metadata"][MARK] == wanted.name]
    right = [each for each in there if _is(each, wanted.cron, timezone, metadata)]
    if not right:
        client.crons.create(
            wanted.graph,
            schedule=wanted.cron,
            timezone=timezone,
            input=wanted.input,
            metadata=metadata,
        )
    for other in there:
        if other not in right[:1]:
            client.crons.delete(other["cron_id"])
    if right:
        return "was there"
    return "replaced" if there else "installed"


def _is(cron: dict[str, Any], schedule: str, timezone: str, metadata: dict[str, str]) -> bool:
    same = (cron["schedule"], cron.get("timezone") or "UTC") == (schedule, timezone)
    return same and all(cron["metadata"].get(key) == value for key, value in metadata.items())


def _ours(client: Any) -> list[dict[str, Any]]:
    """Return our crons, in the order of the timetable; a server that filters by metadata or does not gives the same."""
    found = client.crons.search(limit=1000)
    names = [each.name for each in _appointments()]
    ours = [each for each in found if (each.get("metadata") or {}).get(MARK)]
    known = {name: number for number, name in enumerate(names)}
    return sorted(ours, key=lambda each: known.get(each["metadata"][MARK], len(names)))


def _row(cron: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": cron["metadata"][MARK],
        "graph": cron["metadata"].get(GRAPH, ""),
        "schedule": cron["schedule"],
        "timezone": cron.get("timezone") or "UTC",
        "next": str(cron.get("next_run_date") or ""),
        "id": cron["cron_id"],
    }


@contextmanager
def _server(url: str, api_key: str | None, token: str | None) -> Iterator[Any]:
    """Reach a LangGraph server through its client; say what to do where that cannot be."""
    try:
        import httpx
        from langgraph_sdk import get_sync_client
    except ImportError:
        raise ConfigurationError(
            "crons need LangGraph's client: pip install 'langmem-ext[server]'"
        ) from None
    try:
        bearing = {"Authorization": f"Bearer {token}"} if token else None
        with get_sync_client(url=url, api_key=api_key, headers=bearing) as client:
            yield client
    except httpx.HTTPStatusError as error:
        status = error.response.status_code
        complain(
            f"{url} answered {status}: does it serve these graphs, and is the key or the token right?"
        )
        raise typer.Exit(FOUND_WRONG) from None
    except httpx.TransportError as error:
        said = type(error).__name__
        complain(f"no server answers at {url} ({said}); start one, or name it with --url")
        raise typer.Exit(FOUND_WRONG) from None


# In a process of one's own


@app.command()
@shared
def schedule(
    call: Call,
    timezone: Zone = "UTC",
    catch_up: Annotated[
        float,
        typer.Option(
            "--catch-up", metavar="HOURS", min=0, help="Do at the start what was missed for so long"
        ),
    ] = 24.0,
) -> None:
    """Do the nightly work when it is due, until ctrl-C: names, reviews, consolidation, decay, insights, reflections.

    Ctrl-C lets the part that is being done finish; a second one does not. Run it on as many machines as you like.
    """
    from langmem_ext.graphs.schedule import Schedule

    _require_zone(timezone)
    with call.store() as store:
        kept = Schedule(
            store,
            timezone=timezone,
            catch_up=timedelta(hours=catch_up),
            tell=_telling(json=call.json),
        )
        _announce(kept)
        with _interruptible(kept):
            kept.run()


def _require_zone(named: str) -> None:
    from zoneinfo import ZoneInfo

    try:
        ZoneInfo(named)
    except (LookupError, ValueError, OSError):
        raise typer.BadParameter(
            f"{named!r} is no time zone; Europe/Lisbon is one", param_hint="--timezone"
        ) from None


def _announce(schedule: Schedule) -> None:
    """Say on stderr what is next."""
    for at, each in schedule.coming():
        note(f"{day(at)} {at:%Z}  {each.name}: {', '.join(each.steps) or each.graph}")


def _telling(*, json: bool) -> Callable[[Run], None]:
    """Return what prints the report of a step, in one line."""

    def tell(run: Run) -> None:
        if json:
            print_json_lines([run.model_dump(mode="json")])
        else:
            did = ", ".join(f"{count} {what}" for what, count in run.counts.items()) or "nothing"
            why = f" ({run.reason})" if run.reason else ""
            print(f"{day(run.at)}  {run.graph}.{run.step}  {run.status}{why}: {did}")
        sys.stdout.flush()

    return tell


@contextmanager
def _interruptible(schedule: Schedule) -> Iterator[None]:
    """Let ctrl-C, and what a service manager sends, end the schedule after the part that is being done."""

    def stop(number: int, frame: Any) -> None:
        schedule.stop.set()
        note("finishing what is being done; ctrl-C again breaks it off")
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
