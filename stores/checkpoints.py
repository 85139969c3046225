"""How does the state of a conversation outlive its process, and whose is it?"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from concurrent.futures import wait
from contextlib import asynccontextmanager, contextmanager, nullcontext
from typing import Any, Self, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    DeltaChannelHistory,
)
from langgraph.checkpoint.serde.base import SerializerProtocol
from psycopg import AsyncConnection, Connection
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool, ConnectionPool

from langmem_ext.reading.off_loop import in_turn
from langmem_ext.stores.checkpoint_arrivals import Lacking
from langmem_ext.stores.checkpoint_migration import MigrationReport, migrate_checkpoints
from langmem_ext.stores.checkpoint_owners import handed_out, with_id
from langmem_ext.stores.checkpoint_setup import (
    LOCK,
    RELEASE,
    atake_turn,
    is_newest,
    take_turn,
    to_set_up,
)
from langmem_ext.stores.checkpoint_threads import AsyncWholeThreads, WholeThreads
from langmem_ext.stores.connections import (
    apinned,
    fitting,
    is_shared,
    look,
    pinned,
    pool_options,
)
from langmem_ext.stores.faults import errors_explained
from langmem_ext.stores.pools import AsyncLivingPool, LivingPool
from langmem_ext.stores.queries import query
from langmem_ext.stores.said_before import SaidBefore
from langmem_ext.stores.serializer import MemorySerializer
from langmem_ext.stores.threads import (
    Thread,
    ThreadKey,
    at,
)

__all__ = [
    "AsyncMemoryCheckpointer",
    "MemoryCheckpointer",
    "MemorySerializer",
    "MigrationReport",
    "Thread",
    "migrate_checkpoints",
]

CONNECTION: dict[str, Any] = {
    "autocommit": True,
    "prepare_threshold": 0,
    "row_factory": dict_row,
    "client_encoding": "utf8",
}
"""How LangGraph's savers want their connections."""

TIMEOUT = 10.0
"""Seconds that a checkpoint waits for a connection."""


class MemoryCheckpointer(WholeThreads):
    """Keep checkpoints in Postgres, each user's apart from all others': LangGraph's saver, with its tables.

    Whose a thread is, a run says as it says whose memory it uses: it is whom a LangGraph server authenticated, else
    whom its context or its configurable names (`langmem_ext.runtime`). Two users may use one thread id; each has its
    own thread. A call that names nobody is a trusted job's: it reaches the thread of any owner. With `adopt`, a thread
    that nobody owns becomes the first user's who reads it, unless its metadata names another.
    """

    def __init__(
        self,
        conn: Any,
        pipe: Any = None,
        serde: SerializerProtocol | None = None,
        *,
        adopt: bool = True,
    ) -> None:
        super().__init__(conn, pipe, serde=serde or MemorySerializer())
        self.adopt, self.said = adopt, SaidBefore()
        self.supports_pipeline &= not is_shared(conn)  # see Session
        if isinstance(conn, ConnectionPool):
            self.lock = cast(
                Any, nullcontext()
            )  # LangGraph's would let one call at a time use the pool

    @classmethod
    @contextmanager
    def from_conn_string(  # type: ignore[override]
        cls,
        conn_string: str,
        *,
        pool_config: dict[str, Any] | None = None,
        serde: SerializerProtocol | None = None,
        adopt: bool = True,
    ) -> Iterator[Self]:
        """Open a saver on a pool of connections; call `setup()` once per database.

        Raises StoreUnavailable when the database cannot be reached.
        """
        options = pool_options({"timeout": TIMEOUT, **(pool_config or {})}, CONNECTION)
        # says at once what is wrong; a pool would try for long
        options = fitting(options, pool_config, look(conn_string, options["kwargs"]))
        with LivingPool(conn_string, **pinned(options)) as pool:
            with errors_explained("checkpointer"):
                pool.wait(options["timeout"])
            yield cls(pool, serde=serde, adopt=adopt)

    def setup(self) -> None:
        """Create or migrate what is missing of the tables; safe when many callers run it at once."""
        with errors_explained("checkpointer"), self._connection() as connection:
            if self._is_whole(connection):
                return
            take_turn(connection)
            try:
                super(MemoryCheckpointer, type(self)(connection)).setup()
                for statement in to_set_up():
                    connection.execute(statement)
            finally:
                connection.execute(RELEASE, [LOCK])

    def _is_whole(self, connection: Connection[Any]) -> bool:
        whole = connection.execute(query("has_checkpoint_tables")).fetchone()
        return bool(whole and whole["whole"]) and is_newest(
            connection.execute(query("checkpoint_version")).fetchone(), self.MIGRATIONS
        )

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return the checkpoint that a config names, without an id the last one; None for another user's thread."""
        placed = self._begun(self._placed(config))
        found = super().get_tuple(placed)
        if found is None and (key := self._moved(config)):
            found = super().get_tuple(at(placed, key))
        return found

    def list(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        """Yield the checkpoints of a thread, newest first; without a thread, those of the user's, else everybody's."""
        listed = self._listed(config)
        found = False
        for each in super().list(listed, filter=filter, before=before, limit=limit):
            found = True
            yield each
        if not found and (moved := self._moved(self._listed_by_key(config, listed))):
            again = at(cast(RunnableConfig, listed), moved)
            yield from super().list(again, filter=filter, before=before, limit=limit)

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Keep a checkpoint in the caller's thread."""
        placed = self._placed(config)
        with self._or_none_follows(placed):
            self._catch_up(self._lacking(placed))
            masked = self._masked(placed, checkpoint)
            return handed_out(super().put(placed, masked, metadata, new_versions))

    def put_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        """Keep what a task wrote, the secrets in its messages masked."""
        placed = self._placed(config)
        self._catch_up(self._lacking(placed, task_id))
        masked = self._masked_writes(placed, writes, task_id)
        super().put_writes(placed, masked, task_id, task_path)

    def _catch_up(self, lacking: Lacking | None) -> None:
        """Wait until a checkpoint is known, which may be on its way or in the tables."""
        if lacking is None:
            return
        for seconds in lacking.patience:
            with self.said.arrivals.awaited(lacking.place) as came:
                wait([came], seconds)
            if not self.said.knows(lacking.place):
                super().get_tuple(lacking.place.config)
        self._refuse(lacking)

    def get_delta_channel_history(
        self, *, config: RunnableConfig, channels: Sequence[str]
    ) -> Mapping[str, DeltaChannelHistory]:
        """Return what channels took since their last snapshot, from the caller's thread."""
        placed = self._placed(config)
        found = super().get_delta_channel_history(config=placed, channels=channels)
        return self._replayed(placed, found)

    def _load_checkpoint_tuple(self, value: Any) -> CheckpointTuple:
        found = super()._load_checkpoint_tuple(cast(Any, with_id(value)))
        return self._noted(value["thread_id"], found)

    def _moved(self, config: RunnableConfig | None) -> ThreadKey | None:
        search = self._elsewhere(config)
        return self._run(search) if search else None

    @contextmanager
    def _connection(self) -> Iterator[Connection[Any]]:
        if isinstance(self.conn, ConnectionPool):
            with self.conn.connection() as connection:
                yield connection
        else:
            yield self.conn


class AsyncMemoryCheckpointer(AsyncWholeThreads):
    """Keep checkpoints in Postgres without blocking the event loop; otherwise as MemoryCheckpointer."""

    def __init__(
        self,
        conn: Any,
        pipe: Any = None,
        serde: SerializerProtocol | None = None,
        *,
        adopt: bool = True,
    ) -> None:
        super().__init__(conn, pipe, serde=serde or MemorySerializer())
        self.adopt, self.said = adopt, SaidBefore()
        self.supports_pipeline &= not is_shared(conn)
        if isinstance(conn, AsyncConnectionPool):
            self.lock = cast(Any, nullcontext())

    @classmethod
    @asynccontextmanager
    async def from_conn_string(  # type: ignore[override]
        cls,
        conn_string: str,
        *,
        pool_config: dict[str, Any] | None = None,
        serde: SerializerProtocol | None = None,
        adopt: bool = True,
    ) -> AsyncIterator[Self]:
        """Open a saver on a pool of connections; call `setup()` once per database.

        Raises StoreUnavailable when the database cannot be reached.
        """
        options = pool_options({"timeout": TIMEOUT, **(pool_config or {})}, CONNECTION)
        found = await asyncio.to_thread(look, conn_string, options["kwargs"])
        options = fitting(options, pool_config, found)
        async with AsyncLivingPool(conn_string, **apinned(options)) as pool:
            with errors_explained("checkpointer"):
                await pool.wait(options["timeout"])
            yield cls(pool, serde=serde, adopt=adopt)

    async def setup(self) -> None:
        """Create or migrate what is missing of the tables; safe when many callers run it at once."""
        with errors_explained("checkpointer"):
            async with self._connection() as connection:
                if await self._is_whole(connection):
                    return
                await atake_turn(connection)
                try:
                    await super(AsyncMemoryCheckpointer, type(self)(connection)).setup()
                    for statement in to_set_up():
                        await connection.execute(statement)
                finally:
                    await connection.execute(RELEASE, [LOCK])

    async def _is_whole(self, connection: AsyncConnection[Any]) -> bool:
        whole = await (await connection.execute(query("has_checkpoint_tables"))).fetchone()
        if not (whole and whole["whole"]):
            return False
        version = await connection.execute(query("checkpoint_version"))
        return is_newest(await version.fetchone(), self.MIGRATIONS)

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return the checkpoint that a config names, without an id the last one; None for another user's thread."""
        placed = self._begun(self._placed(config))
        found = await super().aget_tuple(placed)
        if found is None and (key := await self._amoved(config)):
            found = await super().aget_tuple(at(placed, key))
        return found

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        """Yield the checkpoints of a thread, newest first; without a thread, those of the user's, else everybody's."""
        listed = self._listed(config)
        found = False
        async for each in super().alist(listed, filter=filter, before=before, limit=limit):
            found = True
            yield each
        if not found and (moved := await self._amoved(self._listed_by_key(config, listed))):
            again = at(cast(RunnableConfig, listed), moved)
            async for each in super().alist(again, filter=filter, before=before, limit=limit):
                yield each

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Keep a checkpoint in the caller's thread."""
        placed = self._placed(config)
        with self._or_none_follows(placed):
            await self._acatch_up(self._lacking(placed))
            masked = await in_turn(self._masked, placed, checkpoint)
            return handed_out(await super().aput(placed, masked, metadata, new_versions))

    async def aput_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        """Keep what a task wrote, the secrets in its messages masked."""
        placed = self._placed(config)
        await self._acatch_up(self._lacking(placed, task_id))
        masked = await in_turn(self._masked_writes, placed, writes, task_id)
        await super().aput_writes(placed, masked, task_id, task_path)

    async def _acatch_up(self, lacking: Lacking | None) -> None:
        """Wait until a checkpoint is known, which may be on its way or in the tables."""
        if lacking is None:
            return
        for seconds in lacking.patience:
            with self.said.arrivals.awaited(lacking.place) as came:
                await asyncio.wait([asyncio.wrap_future(came)], timeout=seconds)
            if not self.said.knows(lacking.place):
                await super().aget_tuple(lacking.place.config)
        self._refuse(lacking)

    async def aget_delta_channel_history(
        self, *, config: RunnableConfig, channels: Sequence[str]
    ) -> Mapping[str, DeltaChannelHistory]:
        """Return what channels took since their last snapshot, from the caller's thread."""
        placed = self._placed(config)
        found = await super().aget_delta_channel_history(config=placed, channels=channels)
        return self._replayed(placed, found)

    async def _load_checkpoint_tuple(self, value: Any) -> CheckpointTuple:
        found = await super()._load_checkpoint_tuple(cast(Any, with_id(value)))
        return self._noted(value["thread_id"], found)

    async def _amoved(self, config: RunnableConfig | None) -> ThreadKey | None:
        search = self._elsewhere(config)
        return await self._arun(search) if search else None

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[AsyncConnection[Any]]:
        if isinstance(self.conn, AsyncConnectionPool):
            async with self.conn.connection() as connection:
                yield connection
        else:
            yield self.conn
