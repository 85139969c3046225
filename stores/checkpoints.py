"""How does the state of a conversation outlive its process?"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Self, TypeVar, cast

import ormsgpack
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.checkpoint.serde.base import SerializerProtocol
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from psycopg import AsyncConnection, Connection
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool, ConnectionPool

from langmem_ext.commands import Command
from langmem_ext.errors import StoreUnavailable
from langmem_ext.memory import (
    Change,
    Delta,
    HistoryEvent,
    Kind,
    Memory,
    MemoryDraft,
    MemoryType,
    QueryResult,
    Sensitivity,
    Source,
    State,
    WriteOutcome,
)
from langmem_ext.stores.connections import is_ready, pool_options
from langmem_ext.stores.engine import errors_explained
from langmem_ext.stores.masking import Masking

STATE_TYPES: tuple[type, ...] = (
    Change, Command, Delta, HistoryEvent, Kind, Memory, MemoryDraft, MemoryType, QueryResult, Sensitivity, Source,
    State, WriteOutcome,
)  # fmt: skip
"""What of ours a checkpoint may hold, and be read back."""

CONNECTION: dict[str, Any] = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}
"""How LangGraph's savers want their connections."""

_LOCK = 7_236_401_156
"""Key of the advisory lock that one caller of setup holds; the store's migrations have the number before."""

TIMEOUT = 10.0
"""Seconds that a checkpoint waits for a connection."""

_PATIENCE = 120.0
_TAKE, _RELEASE = "SELECT pg_try_advisory_lock(%s) AS taken", "SELECT pg_advisory_unlock(%s)"
_NAMED = range(0, 6)
"""The msgpack extension codes of LangGraph that carry the name of a type."""

S = TypeVar("S", bound="MemorySerializer")


class MemorySerializer(JsonPlusSerializer):
    """Write messages with their secrets masked, and read back the types of this package without a warning.

    For a saver that is not ours: `InMemorySaver(serde=MemorySerializer())`. An application that must find a secret in a
    resumed conversation again passes `keep_secrets=True`, and answers for it.
    """

    def __init__(
        self, others: JsonPlusSerializer | None = None, *, keep_secrets: bool = False
    ) -> None:
        super().__init__(__unpack_ext_hook__=self._revive)
        self.masking = None if keep_secrets else Masking()
        self._ours = JsonPlusSerializer(allowed_msgpack_modules=STATE_TYPES)
        self._others = others or JsonPlusSerializer()

    def with_msgpack_allowlist(
        self, extra_allowlist: Iterable[tuple[str, ...] | type]
    ) -> MemorySerializer:
        """Return a serializer that allows more types."""
        others = self._others.with_msgpack_allowlist(extra_allowlist)
        return MemorySerializer(others, keep_secrets=self.masking is None)

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
        """Serialize a value, the secrets in its messages masked."""
        return super().dumps_typed(self.masking.masked(obj) if self.masking else obj)

    def _revive(self, code: int, data: bytes) -> Any:
        chosen = self._ours if code in _NAMED and _type_named_by(data) in _OURS else self._others
        return chosen.loads_typed(("msgpack", ormsgpack.packb(ormsgpack.Ext(code, data))))


_OURS = frozenset((type_.__module__, type_.__name__) for type_ in STATE_TYPES)


def _type_named_by(data: bytes) -> tuple[str, str] | None:
    named = ormsgpack.unpackb(
        data, ext_hook=lambda code, data: None, option=ormsgpack.OPT_NON_STR_KEYS
    )
    return (named[0], named[1]) if isinstance(named, list | tuple) and len(named) > 1 else None


class MemoryCheckpointer(PostgresSaver):
    """Keep checkpoints in Postgres: LangGraph's saver with a pool, a safe `setup` and our serializer."""

    def __init__(
        self, conn: Any, pipe: Any = None, serde: SerializerProtocol | None = None
    ) -> None:
        super().__init__(conn, pipe, serde=serde or MemorySerializer())

    @classmethod
    @contextmanager
    def from_conn_string(  # type: ignore[override]
        cls,
        conn_string: str,
        *,
        pool_config: dict[str, Any] | None = None,
        serde: SerializerProtocol | None = None,
    ) -> Iterator[Self]:
        """Open a saver on a pool of connections; call `setup()` once per database.

        Raises StoreUnavailable when the database cannot be reached.
        """
        options = pool_options({"timeout": TIMEOUT, **(pool_config or {})}, CONNECTION)
        is_ready(
            conn_string, options["kwargs"]
        )  # says at once what is wrong; a pool would try for long
        with ConnectionPool(conn_string, **options) as pool:
            with errors_explained():
                pool.wait(options["timeout"])
            yield cls(pool, serde=serde)

    def setup(self) -> None:
        """Create or migrate the tables; safe when many callers run it at once."""
        with errors_explained(), self._connection() as connection:
            _take_turn(connection)
            try:
                super(MemoryCheckpointer, type(self)(connection)).setup()
            finally:
                connection.execute(_RELEASE, [_LOCK])

    def put_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        """Keep what a task wrote, the secrets in its messages masked."""
        super().put_writes(config, _masked(self.serde, writes), task_id, task_path)

    @contextmanager
    def _connection(self) -> Iterator[Connection[Any]]:
        if isinstance(self.conn, ConnectionPool):
            with self.conn.connection() as connection:
                yield connection
        else:
            yield self.conn


class AsyncMemoryCheckpointer(AsyncPostgresSaver):
    """Keep checkpoints in Postgres without blocking the event loop; otherwise as MemoryCheckpointer."""

    def __init__(
        self, conn: Any, pipe: Any = None, serde: SerializerProtocol | None = None
    ) -> None:
        super().__init__(conn, pipe, serde=serde or MemorySerializer())

    @classmethod
    @asynccontextmanager
    async def from_conn_string(  # type: ignore[override]
        cls,
        conn_string: str,
        *,
        pool_config: dict[str, Any] | None = None,
        serde: SerializerProtocol | None = None,
    ) -> AsyncIterator[Self]:
        """Open a saver on a pool of connections; call `setup()` once per database.

        Raises StoreUnavailable when the database cannot be reached.
        """
        options = pool_options({"timeout": TIMEOUT, **(pool_config or {})}, CONNECTION)
        await asyncio.to_thread(is_ready, conn_string, options["kwargs"])
        async with AsyncConnectionPool(conn_string, **options) as pool:
            with errors_explained():
                await pool.wait(options["timeout"])
            yield cls(pool, serde=serde)

    async def setup(self) -> None:
        """Create or migrate the tables; safe when many callers run it at once."""
        with errors_explained():
            async with self._connection() as connection:
                await _atake_turn(connection)
                try:
                    await super(AsyncMemoryCheckpointer, type(self)(connection)).setup()
                finally:
                    await connection.execute(_RELEASE, [_LOCK])

    async def aput_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        """Keep what a task wrote, the secrets in its messages masked."""
        await super().aput_writes(config, _masked(self.serde, writes), task_id, task_path)

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[AsyncConnection[Any]]:
        if isinstance(self.conn, AsyncConnectionPool):
            async with self.conn.connection() as connection:
                yield connection
        else:
            yield self.conn


_ASKED = ("__interrupt__", "__resume__")
"""LangGraph's channels of what a graph asks a person, and of the answer."""


def _masked(
    serde: SerializerProtocol, writes: Sequence[tuple[str, Any]]
) -> Sequence[tuple[str, Any]]:
    """Mask what goes to the channel `messages`, and what interrupts and their answers say: a bare text counts there."""
    masking = getattr(serde, "masking", None)
    if masking is None:
        return writes
    return [
        (channel, masking.masked(value, spoken=channel == "messages", deep=channel in _ASKED))
        for channel, value in writes
    ]


def _take_turn(connection: Connection[Any]) -> None:
    """Poll for the lock: LangGraph creates indexes concurrently, which waits for whoever waits in a statement."""
    deadline = time.monotonic() + _PATIENCE
    while not _taken(connection.execute(_TAKE, [_LOCK]).fetchone()):
        _give_up_after(deadline)
        time.sleep(0.02)


async def _atake_turn(connection: AsyncConnection[Any]) -> None:
    deadline = time.monotonic() + _PATIENCE
    while not _taken(await (await connection.execute(_TAKE, [_LOCK])).fetchone()):
        _give_up_after(deadline)
        await asyncio.sleep(0.02)


def _taken(row: Any) -> bool:
    return bool(cast(dict[str, Any], row)["taken"])


def _give_up_after(deadline: float) -> None:
    if time.monotonic() > deadline:
        raise StoreUnavailable(
            "another process has been setting up the checkpoints for two minutes; try again"
        )
