"""What may be done with whole conversations: list, copy, prune and delete them?"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime
from typing import Any, TypeVar, cast

from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from psycopg import AsyncCursor, Cursor

from langmem_ext.stores.checkpoint_owners import OwnedThreads
from langmem_ext.stores.faults import errors_explained
from langmem_ext.stores.operations import checkpoints as operations
from langmem_ext.stores.requests import Operation
from langmem_ext.stores.threads import Caller, Thread, ThreadKey

_STRATEGIES = {"delete_all": "delete"}
"""What a LangGraph server calls a strategy, and what LangGraph's savers do."""

T = TypeVar("T")


class WholeThreads(OwnedThreads, PostgresSaver):
    """Do so in the threads of the caller; in those of everybody for one that names nobody."""

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

    @contextmanager
    def _cursor(self, *, pipeline: bool = False) -> Iterator[Cursor[Any]]:
        with errors_explained("checkpointer"), super()._cursor(pipeline=pipeline) as cursor:
            yield cursor

    def _run(self, operation: Operation[T]) -> T:
        """Run one operation in one transaction."""
        with self._cursor() as cursor, cursor.connection.transaction():
            try:
                request: Any = next(operation)
                while True:
                    rows = []
                    for each in request.statements:
                        cursor.execute(each.sql, each.params, binary=True)
                        rows.append(cursor.fetchall() if cursor.description else [])
                    request = operation.send(rows)
            except StopIteration as done:
                return cast(T, done.value)


class AsyncWholeThreads(OwnedThreads, AsyncPostgresSaver):
    """Do so without blocking the event loop."""

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

    @asynccontextmanager
    async def _cursor(self, *, pipeline: bool = False) -> AsyncIterator[AsyncCursor[Any]]:
        with errors_explained("checkpointer"):
            async with super()._cursor(pipeline=pipeline) as cursor:
                yield cursor

    async def _arun(self, operation: Operation[T]) -> T:
        """Run one operation in one transaction."""
        async with self._cursor() as cursor, cursor.connection.transaction():
            try:
                request: Any = next(operation)
                while True:
                    rows = []
                    for each in request.statements:
                        await cursor.execute(each.sql, each.params, binary=True)
                        rows.append(await cursor.fetchall() if cursor.description else [])
                    request = operation.send(rows)
            except StopIteration as done:
                return cast(T, done.value)


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
