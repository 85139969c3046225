"""Which conversations are old enough to go?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from langmem_ext.cli.call import Call, shared
from langmem_ext.cli.moving import database
from langmem_ext.cli.output import print_json, print_table
from langmem_ext.cli.running import app

if TYPE_CHECKING:
    from langmem_ext.stores.checkpoints import MemoryCheckpointer

_UNITS = {"": "days", "h": "hours", "d": "days", "w": "weeks"}


@app.command()
@shared
def prune_checkpoints(
    call: Call,
    older_than: Annotated[
        str,
        typer.Option(
            "--older-than", metavar="AGE", help="Not written for so long: 90d, 36h, 2w; days"
        ),
    ],
    keep_latest: Annotated[
        bool,
        typer.Option("--keep-latest", help="Keep the last checkpoint of each: it can go on"),
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Count the threads, and change nothing")
    ] = False,
) -> None:
    """Remove the checkpoints of threads that nobody has written to for long; with --user those of that user."""
    before = _since(older_than)
    strategy = "keep_latest" if keep_latest else "delete"
    with _checkpointer(call) as checkpointer:
        count = _prune(checkpointer, before, strategy, dry_run=dry_run)
    if call.json:
        print_json({"threads": count, "before": before, "strategy": strategy, "dry_run": dry_run})
    else:
        done = "cut down to the last checkpoint" if keep_latest else "removed"
        print_table(
            ("threads last written before", ""),
            [(f"{before:%Y-%m-%d %H:%M} UTC", f"{count} {'would be ' if dry_run else ''}{done}")],
        )


def _since(age: str) -> datetime:
    """Return the time before which a thread is old enough."""
    found = re.fullmatch(r"(\d{1,5})\s?([hdw]?)", age.strip().lower())
    if not found:
        raise typer.BadParameter(
            f"{age!r} is no age; 90d, 36h or 2w is one", param_hint="--older-than"
        )
    return datetime.now(UTC) - timedelta(**{_UNITS[found[2]]: int(found[1])})


def _prune(
    checkpointer: MemoryCheckpointer, before: datetime, strategy: str, *, dry_run: bool
) -> int:
    from langmem_ext.errors import StoreNotSetUp

    try:
        return checkpointer.prune_older(before, strategy=strategy, dry_run=dry_run)
    except StoreNotSetUp:
        return 0  # no checkpoint was ever kept here


@contextmanager
def _checkpointer(call: Call) -> Iterator[MemoryCheckpointer]:
    """Open the checkpointer, bound where --user names one; nothing is set up."""
    from langmem_ext.principal import Principal
    from langmem_ext.stores.checkpoints import MemoryCheckpointer

    with (
        database(call) as uri,
        MemoryCheckpointer.from_conn_string(uri, pool_config={"max_size": 2}) as saver,
    ):
        owner = Principal(user_id=call.user, tenant=call.tenant) if call.user else None
        yield saver.bind(owner) if owner else saver
