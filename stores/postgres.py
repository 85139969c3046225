"""How does an operation reach Postgres?

Two thin drivers run the same operations: MemoryStore with psycopg's sync connections, AsyncMemoryStore with its async
ones. They decide nothing. Both are LangGraph stores with both colours, so that nodes work under invoke and ainvoke.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, suppress
from contextvars import Context
from datetime import datetime
from typing import Any, Self, TypeVar

from langgraph.store.base import TTLConfig
from psycopg_pool import AsyncConnectionPool, ConnectionPool

from langmem_ext.reading.off_loop import Ended, advanced
from langmem_ext.settings import Settings, require_settings
from langmem_ext.stores.connections import (
    AsyncSession,
    Session,
    aplanning_once,
    fitting,
    look,
    planning_once,
    pool_options,
)
from langmem_ext.stores.embedded import default_data_folder, embedded_postgres
from langmem_ext.stores.engine import Engine, Index
from langmem_ext.stores.faults import errors_explained
from langmem_ext.stores.governed import GovernedStore
from langmem_ext.stores.pools import AsyncLivingPool, LivingPool
from langmem_ext.stores.requests import Commit, Embed, Operation, Request
from langmem_ext.stores.scope import Scope
from langmem_ext.stores.walls import wall

logger = logging.getLogger(__name__)

T = TypeVar("T")


class MemoryStore(GovernedStore):
    """Keep governed memories, and ordinary LangGraph items, in Postgres.

    Thread-safe: each operation takes a connection of the pool. The async methods run the sync ones in a thread.
    """

    def __init__(self, conn_string: str, engine: Engine, pool: ConnectionPool[Any]) -> None:
        super().__init__(conn_string, engine)
        self._pool = pool
        self._background = ThreadPoolExecutor(4, thread_name_prefix="langmem-later")
        self._stop_sweeping = threading.Event()
        self._sweeper: Future[None] | None = None

    @classmethod
    @contextmanager
    def open(cls, settings: Settings | None = None, **options: Any) -> Iterator[Self]:
        """Open and set up the store of `LANGMEM_DATABASE_URI`, else the embedded Postgres in the user's data folder."""
        settings = _settings(settings)
        with ExitStack() as stack:
            uri = settings.database_uri or stack.enter_context(
                embedded_postgres(settings.data_dir or default_data_folder())
            )
            store = stack.enter_context(cls.from_conn_string(uri, settings=settings, **options))
            store.setup()
            yield store

    @classmethod
    @contextmanager
    def from_conn_string(
        cls,
        conn_string: str,
        settings: Settings | None = None,
        index: Index = None,
        ttl: TTLConfig | None = None,
        pool_config: dict[str, Any] | None = None,
        clock: Callable[[], datetime] | None = None,
    ) -> Iterator[Self]:
        """Open a store on a connection string; call `setup()` once per database.

        `index=None` uses the configured embedder, `index=False` none. `clock` returns aware times; for tests.
        Raises StoreUnavailable when the database cannot be reached, ConfigurationError for unusable settings.
        """
        engine = Engine.from_settings(settings, index, ttl, clock)
        options = pool_options(pool_config)
        found = look(conn_string, options["kwargs"]).require_fit()
        options = fitting(options, pool_config, found)
        engine.takes_writes = not found.read_only
        with LivingPool(conn_string, **planning_once(options)) as pool:
            store = cls(conn_string, engine, pool)
            if found.ready:
                store.run(engine.check_database())
                store.run(engine.clean_up())
            try:
                yield store
            finally:
                store.stop_ttl_sweeper()
                store._background.shutdown()
                with suppress(Exception):
                    store.run(engine.flush_uses())

    def setup(self, partitions: int | None = None) -> None:
        """Create or migrate the schema; safe when many callers run it at once.

        `partitions` splits the tables that grow by a hash of `space`, on an empty database; raises ConfigurationError
        where there are memories, or another number of partitions. None leaves it as it is.
        """
        self._prepare_database(partitions)
        self._pool.drain()  # connections from before know nothing of the role to step down to
        self.run(self.engine.check_database())

    def run(self, operation: Operation[T], scope: Scope | None = None) -> T:
        """Run one operation: its first statements open a transaction, its end commits, an exception rolls back."""
        with errors_explained(), Session(self._pool, wall(scope)) as session:
            try:
                request = next(operation)
                while True:
                    try:
                        answer = self._answer(session, request)
                    except BaseException as error:
                        request = _interrupted(operation, request, error)
                    else:
                        request = operation.send(answer)
            except StopIteration as done:
                result: T = done.value
        return result

    def _answer(self, session: Session, request: Request) -> Any:
        if isinstance(request, Embed):
            return self.engine.embed(request)
        if isinstance(request, Commit):
            return session.commit()
        return session.send(request)

    def later(self, now: Callable[[], Any], soon: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        """Have something done in a thread; what was begun is finished before the store closes."""
        self._background.submit(_quietly, now)

    async def arun(self, operation: Operation[T], scope: Scope | None = None) -> T:
        """Run one operation in a thread."""
        return await asyncio.to_thread(self.run, operation, scope)

    def sweep_ttl(self) -> int:
        """Delete expired items and soft-delete expired memories; return how many."""
        return self.run(self.engine.sweep())

    def start_ttl_sweeper(self, sweep_interval_minutes: float | None = None) -> Future[None]:
        """Sweep in a thread, every `sweep_interval_minutes` (from the TTL configuration, else 5).

        The future ends when the sweeper is stopped; a second start returns the first one's.
        """
        if self._sweeper is None or self._sweeper.done():
            self._stop_sweeping.clear()
            self._sweeper = Future()
            seconds = self._sweep_seconds(sweep_interval_minutes)
            arguments = (self._sweeper, seconds)
            threading.Thread(
                target=self._sweep_every, args=arguments, daemon=True, name="langmem-ttl"
            ).start()
        return self._sweeper

    def stop_ttl_sweeper(self, timeout: float | None = None) -> bool:
        """Stop the sweeper, waiting at most `timeout` seconds; tell whether none runs any more."""
        if self._sweeper is None:
            return True
        self._stop_sweeping.set()
        with suppress(TimeoutError):
            self._sweeper.result(timeout)
        return self._sweeper.done()

    def _sweep_every(self, ended: Future[None], seconds: float) -> None:
        while not self._stop_sweeping.wait(seconds):
            with suppress(Exception):  # an unreachable database now is no reason to stop for good
                self.sweep_ttl()
        ended.set_result(None)


class AsyncMemoryStore(GovernedStore):
    """Keep governed memories, and ordinary LangGraph items, in Postgres, without blocking the event loop.

    The sync methods may be called from other threads than the loop's: they hand over to it.
    """

    def __init__(self, conn_string: str, engine: Engine, pool: AsyncConnectionPool[Any]) -> None:
        super().__init__(conn_string, engine)
        self._pool = pool
        self._loop = asyncio.get_running_loop()
        self._background: set[Future[None]] = set()
        self._sweeper: asyncio.Task[None] | None = None

    @classmethod
    @asynccontextmanager
    async def open(cls, settings: Settings | None = None, **options: Any) -> AsyncIterator[Self]:
        """Open and set up the store of `LANGMEM_DATABASE_URI`, else the embedded Postgres in the user's data folder."""
        chosen = await asyncio.to_thread(_settings, settings)
        async with AsyncExitStack() as stack:
            uri = chosen.database_uri
            if uri is None:
                server = embedded_postgres(chosen.data_dir or default_data_folder())
                uri = await asyncio.to_thread(server.__enter__)
                stack.push_async_callback(asyncio.to_thread, server.__exit__, None, None, None)
            store = await stack.enter_async_context(
                cls.from_conn_string(uri, settings=chosen, **options)
            )
            await store.setup()
            yield store

    @classmethod
    @asynccontextmanager
    async def from_conn_string(
        cls,
        conn_string: str,
        settings: Settings | None = None,
        index: Index = None,
        ttl: TTLConfig | None = None,
        pool_config: dict[str, Any] | None = None,
        clock: Callable[[], datetime] | None = None,
    ) -> AsyncIterator[Self]:
        """Open a store on a connection string; call `setup()` once per database.

        Arguments and errors are those of MemoryStore.from_conn_string.
        """
        engine = await asyncio.to_thread(Engine.from_settings, settings, index, ttl, clock)
        options = pool_options(pool_config)
        found = await asyncio.to_thread(look, conn_string, options["kwargs"])
        options = fitting(options, pool_config, found.require_fit())
        engine.takes_writes = not found.read_only
        async with AsyncLivingPool(conn_string, **aplanning_once(options)) as pool:
            store = cls(conn_string, engine, pool)
            if found.ready:
                await store.arun(engine.check_database())
                await store.arun(engine.clean_up())
            try:
                yield store
            finally:
                await store.stop_ttl_sweeper()
                await asyncio.gather(*map(asyncio.wrap_future, tuple(store._background)))
                with suppress(Exception):
                    await store.arun(engine.flush_uses())

    def later(self, now: Callable[[], Any], soon: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        """Have something done on the event loop; what was begun is finished before the store closes."""
        # not in the context of who asks: what watches its run must not see this
        future = Context().run(asyncio.run_coroutine_threadsafe, _aquietly(soon()), self._loop)
        self._background.add(future)
        future.add_done_callback(self._background.discard)

    async def setup(self, partitions: int | None = None) -> None:
        """Create or migrate the schema; safe when many callers run it at once.

        `partitions` splits the tables that grow by a hash of `space`, on an empty database; raises ConfigurationError
        where there are memories, or another number of partitions. None leaves it as it is.
        """
        await asyncio.to_thread(self._prepare_database, partitions)
        await self._pool.drain()  # connections from before know nothing of the role to step down to
        await self.arun(self.engine.check_database())

    async def arun(self, operation: Operation[T], scope: Scope | None = None) -> T:
        """Run one operation: its first statements open a transaction, its end commits, an exception rolls back."""
        with errors_explained():
            async with AsyncSession(self._pool, wall(scope)) as session:
                try:
                    request = await advanced(operation.send, None)
                    while True:
                        try:
                            answer = await self._answer(session, request)
                        except BaseException as error:
                            request = _interrupted(operation, request, error)
                        else:
                            request = await advanced(operation.send, answer)
                except (Ended, StopIteration) as done:
                    result: T = done.value
        return result

    async def _answer(self, session: AsyncSession, request: Request) -> Any:
        if isinstance(request, Embed):
            return await self.engine.aembed(request)
        if isinstance(request, Commit):
            return await session.commit()
        return await session.send(request)

    def run(self, operation: Operation[T], scope: Scope | None = None) -> T:
        """Run one operation on the store's loop, from another thread; on the loop itself it would never end."""
        with suppress(RuntimeError):
            if asyncio.get_running_loop() is self._loop:
                operation.close()
                raise asyncio.InvalidStateError(
                    "a sync method of AsyncMemoryStore was called on its own event loop; await the async one "
                    "(aget, aput, asearch, aremember, ...)"
                )
        return asyncio.run_coroutine_threadsafe(self.arun(operation, scope), self._loop).result()

    async def sweep_ttl(self) -> int:
        """Delete expired items and soft-delete expired memories; return how many."""
        return await self.arun(self.engine.sweep())

    async def start_ttl_sweeper(
        self, sweep_interval_minutes: float | None = None
    ) -> asyncio.Task[None]:
        """Sweep in a task, every `sweep_interval_minutes` (from the TTL configuration, else 5)."""
        if self._sweeper is None or self._sweeper.done():
            seconds = self._sweep_seconds(sweep_interval_minutes)
            self._sweeper = asyncio.create_task(self._sweep_every(seconds), name="langmem-ttl")
        return self._sweeper

    async def stop_ttl_sweeper(self, timeout: float | None = None) -> bool:
        """Stop the sweeper, waiting at most `timeout` seconds; tell whether none runs any more."""
        if self._sweeper is None:
            return True
        self._sweeper.cancel()
        await asyncio.wait([self._sweeper], timeout=timeout)
        return self._sweeper.done()

    async def _sweep_every(self, seconds: float) -> None:
        while True:
            await asyncio.sleep(seconds)
            with suppress(
                Exception
            ):  # an unreachable database now is no reason to stop sweeping for good
                await self.sweep_ttl()


def _interrupted(operation: Operation[Any], request: Request, error: BaseException) -> Request:
    """Tell an operation that its embedding failed, so that it lets go of what it holds; it raises the error, too."""
    if isinstance(request, Embed):
        return operation.throw(error)
    raise error


def _settings(given: Settings | None) -> Settings:
    require_settings(given, "; from_conn_string() takes a connection string")
    return given or Settings()


def _quietly(now: Callable[[], Any]) -> None:
    try:
        now()
    except Exception as error:  # nobody waits for it; its words may hold memory text
        logger.error("work in the background failed: %s", type(error).__name__)


async def _aquietly(soon: Coroutine[Any, Any, Any]) -> None:
    try:
        await soon
    except Exception as error:
        logger.error("work in the background failed: %s", type(error).__name__)
