"""Memories for which a night has something to do, and the ways to have it done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

from click.testing import Result
from fix_clock import FakeClock
from typer.testing import CliRunner

from langmem_ext import MemoryStore, Principal
from langmem_ext.cli import app
from langmem_ext.graphs import daily


def shell(database_uri: str) -> Callable[..., Result]:
    """Return what runs a command on a database, without an embedder."""
    environment = {"LANGMEM_DATABASE_URI": database_uri, "LANGMEM_EMBEDDER": "none"}
    return lambda *arguments: CliRunner().invoke(app, list(arguments), env=environment)


def invoke(store: MemoryStore, **options: Any) -> dict[str, Any]:
    """Run the daily graph and return its state."""
    result: dict[str, Any] = daily.build(**options).compile(store=store).invoke({})
    return result


def aged(store: MemoryStore, clock: FakeClock, tenants: Sequence[str] = ("default",)) -> None:
    """Give each tenant a memory that has faded, one that has expired, one to be purged, and texts without vectors."""
    views = [store.bind(Principal(user_id="ana", tenant=tenant)) for tenant in tenants]
    for view in views:
        view.remember("The user prefers tea", category="preferences")
        gone = view.remember("The user owns a boat", category="knowledge").memory
        assert gone
        view.forget(gone.id)
        view.add_turn("user", "hello")
    clock.advance(timedelta(days=390))
    for view in views:
        view.remember("The user waits for a parcel", category="event")
    clock.advance(timedelta(days=31))
