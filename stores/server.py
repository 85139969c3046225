"""What does a LangGraph server keep memories and checkpoints in?

langgraph.json names both factories by their dotted paths. A server calls them without arguments, once per event loop:
several may run in one process, and several processes on one database.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any

from langgraph.store.base import Op, Result
from langgraph_sdk import Auth

from langmem_ext.errors import ConfigurationError, PermissionDenied
from langmem_ext.learned.reading import load_readers
from langmem_ext.policies.privacy import special_data
from langmem_ext.policies.secrets import find_secrets
from langmem_ext.principal import Principal
from langmem_ext.settings import Settings
from langmem_ext.stores.checkpoints import AsyncMemoryCheckpointer, MemorySerializer
from langmem_ext.stores.embedded import default_data_folder, embedded_postgres
from langmem_ext.stores.postgres import AsyncMemoryStore

CONFIGURED_STORE = "LANGGRAPH_STORE"
"""The variable in which a LangGraph server hands down the object `store` of its langgraph.json."""

acting_for: ContextVar[Principal | None] = ContextVar("acting_for", default=None)
"""For whom a request to the store's routes runs: `server_auth` says it before the server asks the store."""


class ServedStore(AsyncMemoryStore):
    """Answer the store's routes of a LangGraph server as the caller may see it, where somebody said who calls.

    What a caller may not reach is not there: 404, whatever the reason. Graphs reach the store as any other.
    """

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Run BaseStore operations as one transaction, on behalf of the caller."""
        principal = acting_for.get()
        if principal is None:
            return await super().abatch(ops)
        try:
            return await self.bind(principal).abatch(ops)
        except PermissionDenied:
            raise _not_found() from None


def _not_found() -> Exception:
    """Return what the server answers with 404: its own error, where this runs in a server at all."""
    try:
        from starlette.exceptions import HTTPException
    except ImportError:
        return Auth.exceptions.HTTPException(404, "Not found")
    return HTTPException(404, "Not found")


@asynccontextmanager
async def create_store() -> AsyncIterator[ServedStore]:
    """Open the store of a server on `LANGMEM_DATABASE_URI`, else the embedded Postgres: set up, sweeping.

    `index` and `ttl` of the object `store` in langgraph.json hold; without `index` the configured embedder works.
    """
    settings, configured = await asyncio.to_thread(_configuration)
    async with (
        _database(settings) as uri,
        ServedStore.from_conn_string(uri, settings=settings, **configured) as store,
    ):
        await store.setup()
        await store.start_ttl_sweeper()
        yield store


@asynccontextmanager
async def create_checkpointer() -> AsyncIterator[AsyncMemoryCheckpointer]:
    """Open the checkpointer of a server on the same database as its store, set up."""
    settings = await asyncio.to_thread(Settings)
    serde = MemorySerializer.of(settings)
    async with (
        _database(settings) as uri,
        AsyncMemoryCheckpointer.from_conn_string(uri, serde=serde) as saver,
    ):
        await saver.setup()
        yield saver


@asynccontextmanager
async def _database(settings: Settings) -> AsyncIterator[str]:
    """Yield the configured database; the embedded one is started and stopped in a thread, as it takes a second."""
    if settings.database_uri:
        yield settings.database_uri
        return
    server = await asyncio.to_thread(
        lambda: embedded_postgres(settings.data_dir or default_data_folder())
    )
    uri = await asyncio.to_thread(server.__enter__)
    try:
        yield uri
    finally:
        await asyncio.to_thread(server.__exit__, None, None, None)


def _configuration() -> tuple[Settings, dict[str, Any]]:
    """Read settings and the server's own; what policies import when first used must not block a request."""
    find_secrets("warm up")
    special_data("warm up")
    settings = Settings()
    if settings.decision.learned_gates:
        load_readers()  # else the first doubtful message loads the offline model
    return settings, configured_store(os.environ.get(CONFIGURED_STORE))


def configured_store(text: str | None) -> dict[str, Any]:
    """Return `index` and `ttl` of a server's store configuration, where they are given.

    Raises:
        ConfigurationError: the variable holds no JSON object.
    """
    try:
        found = json.loads(text or "{}") or {}
        return {name: found[name] for name in ("index", "ttl") if found.get(name)}
    except (ValueError, AttributeError, TypeError):
        raise ConfigurationError(
            f"{CONFIGURED_STORE} must hold a JSON object, as langgraph.json's `store`"
        ) from None
