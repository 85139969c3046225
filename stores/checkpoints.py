"""How does the state of a conversation outlive its process, and whose is it?"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext
from datetime import datetime
from typing import Any, Self, TypeVar, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    DeltaChannelHistory,
)
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.checkpoint.serde.base import SerializerProtocol
from psycopg import AsyncConnection, Connection
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool, ConnectionPool

from langmem_ext.stores.checkpoint_migration import MigrationReport, migrate_checkpoints
from langmem_ext.stores.checkpoint_owners import OwnedThreads, handed_out, with_id
from langmem_ext.stores.checkpoint_setup import (
    LOCK,
    RELEASE,
    atake_turn,
    is_newest,
    take_turn,
    to_set_up,
)
from langmem_ext.stores.connections import fitting, is_shared, look, pool_options
from langmem_ext.stores.engine import errors_explained
from langmem_ext.stores.operations import checkpoints as operations
from langmem_ext.stores.queries import query
from langmem_ext.stores.requests import Operation
from langmem_ext.stores.serializer import MemorySerializer, masked_writes
from langmem_ext.stores.threads import (
    Caller,
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

CONNECTION: dict[str, Any] = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}
"""How LangGraph's savers want their connections."""

TIMEOUT = 10.0
"""Seconds that a checkpoint waits for a connection."""

_STRATEGIES = {"delete_all": "delete"}
"""What a LangGraph server calls a strategy, and what LangGraph's savers do."""

T = TypeVar("T")


class MemoryCheckpointer(OwnedThreads, PostgresSaver):
    """Keep checkpoints in Postgres, each user's apart from all others': LangGraph's saver, with its tables.

    Whose a thread is, a run says as it says whose memory it uses: by its context, else by `user_id`,
    `langgraph_user_id` or `langgraph_auth_user_id` of its configurable. Two users may use one thread id; each has its
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
        self.adopt = adopt
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
        with ConnectionPool(conn_string, **options) as pool:
            with errors_explained():
                pool.wait(options["timeout"])
            yield cls(pool, serde=serde, adopt=adopt)

    def setup(self) -> None:
        """Create or migrate what is missing of the tables; safe when many callers run it at once."""
        with errors_explained(), self._connection() as connection:
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
        placed = self._placed(config)
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
        return handed_out(super().put(self._placed(config), checkpoint, metadata, new_versions))

    def put_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        """Keep what a task wrote, the secrets in its messages masked."""
        masked = masked_writes(self.serde, writes)
        super().put_writes(self._placed(config), masked, task_id, task_path)

    def get_delta_channel_history(
        self, *, config: RunnableConfig, channels: Sequence[str]
    ) -> Mapping[str, DeltaChannelHistory]:
        """Return what channels took since their last snapshot, from the caller's thread."""
        return super().get_delta_channel_history(config=self._placed(config), channels=channels)

    def list_threads(
        self,
        user_id: str | None = None,
        *,
        tenant: str = "default",
        before: datetime | None = None,
        limit: int | None = None,
    ) -> Sequence[Thread]:
        """Return a user's threads, the one last written first; without a user, the bound owner's, else everybody's.

        `before` leaves out those written at that time or later.
        """
        owner = self._owner_asked(user_id, tenant)
        return self._run(operations.list_threads(owner, limit=limit, before=before))

    def delete_thread(self, thread_id: str) -> None:
        """Remove the caller's thread of an id; for a caller that names nobody, the threads of all owners."""
        self._run(_delete(self._caller(), [thread_id]))

    def delete_for_user(self, user_id: str, *, tenant: str = "default") -> int:
        """Remove all threads of a user, and nobody's whose runs name this user; return how many."""
        self._owner_asked(user_id, tenant)
        return self._run(operations.delete_for_user(user_id, tenant))

    def delete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Remove the checkpoints that some runs made, and what only they used."""
        self._run(operations.delete_for_runs(self._caller(), run_ids))

    def copy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Keep a thread under another id too, for the same owner; a missing one copies nothing.

        Raises ConfigurationError when there is a thread of that id already.
        """
        self._run(operations.copy_thread(self._caller(), source_thread_id, target_thread_id))

    def prune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        """Cut threads down to their last checkpoints, or remove them (`delete`), as LangGraph does."""
        strategy = _STRATEGIES.get(strategy, strategy)
        keys = self._run(_keys_to_prune(self._caller(), thread_ids, strategy))
        super().prune(keys, strategy=strategy)

    def prune_older(
        self, before: datetime, *, strategy: str = "delete", dry_run: bool = False
    ) -> int:
        """Prune every thread that was not written since a time; return how many.

        `keep_latest` leaves threads that use a DeltaChannel as they are. `dry_run` only counts the threads.
        """
        caller = self._caller()
        if dry_run:
            return self._run(operations.count_left_alone(caller, before))
        pruned, after = 0, ""
        while keys := self._run(operations.threads_left_alone(caller, before, after)):
            after = keys[-1]
            pruned += sum(self._prune_one(key, strategy) for key in keys)
        return pruned

    def _prune_one(self, key: str, strategy: str) -> bool:
        try:
            self.prune([ThreadKey(key)], strategy=strategy)
        except NotImplementedError:
            return False
        return True

    def _load_checkpoint_tuple(self, value: Any) -> CheckpointTuple:
        return super()._load_checkpoint_tuple(cast(Any, with_id(value)))

    def _moved(self, config: RunnableConfig | None) -> ThreadKey | None:
        search = self._elsewhere(config)
        return self._run(search) if search else None

    def _run(self, operation: Operation[T]) -> T:
        """Run one operation in one transaction."""
        with errors_explained(), self._cursor() as cursor, cursor.connection.transaction():
            try:
                request: Any = next(operation)
                while True:
                    rows = []
                    for each in request.statements:
                        cursor.execute(each.sql, each.params)
                        rows.append(cursor.fetchall() if cursor.description else [])
                    request = operation.send(rows)
            except StopIteration as done:
                return cast(T, done.value)

    @contextmanager
    def _connection(self) -> Iterator[Connection[Any]]:
        if isinstance(self.conn, ConnectionPool):
            with self.conn.connection() as connection:
                yield connection
        else:
            yield self.conn


class AsyncMemoryCheckpointer(OwnedThreads, AsyncPostgresSaver):
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
        self.adopt = adopt
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
        async with AsyncConnectionPool(conn_string, **options) as pool:
            with errors_explained():
                await pool.wait(options["timeout"])
            yield cls(pool, serde=serde, adopt=adopt)

    async def setup(self) -> None:
        """Create or migrate what is missing of the tables; safe when many callers run it at once."""
        with errors_explained():
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
        placed = self._placed(config)
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
        return handed_out(await super().aput(placed, checkpoint, metadata, new_versions))

    async def aput_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        """Keep what a task wrote, the secrets in its messages masked."""
        masked = masked_writes(self.serde, writes)
        await super().aput_writes(self._placed(config), masked, task_id, task_path)

    async def aget_delta_channel_history(
        self, *, config: RunnableConfig, channels: Sequence[str]
    ) -> Mapping[str, DeltaChannelHistory]:
        """Return what channels took since their last snapshot, from the caller's thread."""
        placed = self._placed(config)
        return await super().aget_delta_channel_history(config=placed, channels=channels)

    async def alist_threads(
        self,
        user_id: str | None = None,
        *,
        tenant: str = "default",
        before: datetime | None = None,
        limit: int | None = None,
    ) -> Sequence[Thread]:
        """Return a user's threads, the one last written first; without a user, the bound owner's, else everybody's."""
        owner = self._owner_asked(user_id, tenant)
        return await self._arun(operations.list_threads(owner, limit=limit, before=before))

    async def adelete_thread(self, thread_id: str) -> None:
        """Remove the caller's thread of an id; for a caller that names nobody, the threads of all owners."""
        await self._arun(_delete(self._caller(), [thread_id]))

    async def adelete_for_user(self, user_id: str, *, tenant: str = "default") -> int:
        """Remove all threads of a user, and nobody's whose runs name this user; return how many."""
        self._owner_asked(user_id, tenant)
        return await self._arun(operations.delete_for_user(user_id, tenant))

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Remove the checkpoints that some runs made, and what only they used."""
        await self._arun(operations.delete_for_runs(self._caller(), run_ids))

    async def acopy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Keep a thread under another id too, for the same owner; a missing one copies nothing.

        Raises ConfigurationError when there is a thread of that id already.
        """
        await self._arun(operations.copy_thread(self._caller(), source_thread_id, target_thread_id))

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        """Cut threads down to their last checkpoints, or remove them (`delete`), as LangGraph does."""
        strategy = _STRATEGIES.get(strategy, strategy)
        keys = await self._arun(_keys_to_prune(self._caller(), thread_ids, strategy))
        await super().aprune(keys, strategy=strategy)

    async def aprune_older(
        self, before: datetime, *, strategy: str = "delete", dry_run: bool = False
    ) -> int:
        """Prune every thread that was not written since a time; return how many.

        `keep_latest` leaves threads that use a DeltaChannel as they are. `dry_run` only counts the threads.
        """
        caller = self._caller()
        if dry_run:
            return await self._arun(operations.count_left_alone(caller, before))
        pruned, after = 0, ""
        while keys := await self._arun(operations.threads_left_alone(caller, before, after)):
            after = keys[-1]
            for key in keys:
                pruned += await self._aprune_one(key, strategy)
        return pruned

    async def _aprune_one(self, key: str, strategy: str) -> bool:
        try:
            await self.aprune([ThreadKey(key)], strategy=strategy)
        except NotImplementedError:
            return False
        return True

    def delete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Do so from another thread than the event loop's."""
        self._from_outside(self.adelete_for_runs(run_ids))

    def copy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Do so from another thread than the event loop's."""
        self._from_outside(self.acopy_thread(source_thread_id, target_thread_id))

    def _from_outside(self, coroutine: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(coroutine, self.loop).result()

    async def _load_checkpoint_tuple(self, value: Any) -> CheckpointTuple:
        return await super()._load_checkpoint_tuple(cast(Any, with_id(value)))

    async def _amoved(self, config: RunnableConfig | None) -> ThreadKey | None:
        search = self._elsewhere(config)
        return await self._arun(search) if search else None

    async def _arun(self, operation: Operation[T]) -> T:
        """Run one operation in one transaction."""
        with errors_explained():
            async with self._cursor() as cursor, cursor.connection.transaction():
                try:
                    request: Any = next(operation)
                    while True:
                        rows = []
                        for each in request.statements:
                            await cursor.execute(each.sql, each.params)
                            rows.append(await cursor.fetchall() if cursor.description else [])
                        request = operation.send(rows)
                except StopIteration as done:
                    return cast(T, done.value)

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[AsyncConnection[Any]]:
        if isinstance(self.conn, AsyncConnectionPool):
            async with self.conn.connection() as connection:
                yield connection
        else:
            yield self.conn


def _delete(caller: Caller, thread_ids: Sequence[Any]) -> Operation[int]:
    keys = yield from operations.keys_of(caller, thread_ids)
    return (yield from operations.delete_threads(keys))


def _keys_to_prune(
    caller: Caller, thread_ids: Sequence[Any], strategy: str
) -> Operation[list[str]]:
    """Return the keys of threads; with `delete`, take them from the list as well."""
    if isinstance(thread_ids, str):
        raise TypeError("thread_ids must be a sequence of thread IDs, not a str")
    keys = yield from operations.keys_of(caller, thread_ids)
    if strategy == "delete":
        yield from operations.delete_threads(keys)
    return keys
