"""Which connections of a pool are still there, and what when none can be made?

After a restart of the server all that wait in a pool are cut. Each would cost a call that could have been answered; so
none is given out that has said goodbye. That is seen without asking the server. A `check` of the pool would not do:
from the second connection that fails it on, it waits for seconds before it tries another.

While the database is away the pool tries in the background, at least once a second: psycopg's own pool waits twice as
long each time, and would notice a return after minutes a minute late. Who asks meanwhile waits once; when that was in
vain the others fail at once, until a connection has been made.
"""

from __future__ import annotations

import math
import os
import selectors
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import psycopg
from psycopg_pool import AsyncConnectionPool, ConnectionPool, PoolTimeout

FIRST_PAUSE, LONGEST_PAUSE = 0.25, 1.0
"""Seconds between two attempts to connect: the first pause, and what it doubles to."""


CONNECT_TIMEOUT = 10.0
"""Seconds until an attempt to connect that nobody answers is given up, where nothing else is asked for."""


class PoolExhausted(psycopg.OperationalError):
    """Raise when the database answers, and all connections of a pool stayed in use for as long as a call waits."""


class DatabaseAway(psycopg.OperationalError):
    """Raise when no connection can be made; the message is what the last attempt was told."""


class Outage:
    """Know whether attempts to connect fail, and whether a call has waited for one in vain. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._failure: Exception | None = None
        self._trying = 0
        self._waited = False

    @property
    def is_known(self) -> bool:
        """Tell whether waiting is of no use, as far as anybody knows."""
        return self._waited

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Note that an attempt to connect is made, and whether it fails."""
        with self._lock:
            self._trying += 1
        try:
            yield
        except Exception as failure:
            self._failure = failure
            raise
        finally:
            with self._lock:
                self._trying -= 1

    def ended(self) -> None:
        """Note that the database has answered: a connection was made, or came back in order."""
        if self._failure is not None:
            with self._lock:
                self._failure, self._waited = None, False

    def waited(self, pool: ConnectionPool[Any] | AsyncConnectionPool[Any], timeout: float) -> None:
        """Note that a call has waited in vain, and raise what kept it: the outage, else that all are in use."""
        with self._lock:
            if self._trying and not self._failure:
                self._failure = psycopg.OperationalError(f"no answer within {timeout:g} seconds")
            self._waited = self._failure is not None
        if self._waited:
            self.explain()
        raise PoolExhausted(
            f"all {pool.max_size} connections of the pool stayed in use for {timeout:g} seconds"
        ) from None

    def explain(self) -> NoReturn:
        """Raise what the last attempt was told."""
        failure = self._failure
        raise DatabaseAway(str(failure).strip() or type(failure).__name__) from failure


class Attempt:
    """Say when to try to connect again: soon at first, then each second; `give_up_after` that many seconds never.

    It stands in for what psycopg's pool keeps of an attempt.
    """

    def __init__(
        self, give_up_after: float = math.inf, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.delay = 0.0
        self.give_up_at = clock() + give_up_after

    def update_delay(self, now: float) -> None:
        """Work out the pause before the next attempt."""
        doubled = min(max(2 * self.delay, FIRST_PAUSE), LONGEST_PAUSE)
        self.delay = max(0.0, min(doubled, self.give_up_at - now))

    def time_to_give_up(self, now: float) -> bool:
        """Tell whether there will be no other attempt."""
        return now >= self.give_up_at


class LivingPool(ConnectionPool[psycopg.Connection[Any]]):
    """Pool connections, and give out none that the server has closed."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self.outage = Outage()
        super().__init__(*args, **options)

    def getconn(self, timeout: float | None = None) -> psycopg.Connection[Any]:
        """Obtain a connection; the pool replaces each that comes back cut.

        Raises DatabaseAway, at once where a call has waited in vain, and PoolExhausted.
        """
        while is_cut(taken := self._get(timeout)):
            self.putconn(taken)
        return taken

    def _get(self, timeout: float | None) -> psycopg.Connection[Any]:
        if self.outage.is_known and not self._pool and not self.closed:
            with self._lock:
                self._maybe_grow_pool()  # where all attempts have been given up
            self.outage.explain()
        try:
            return super().getconn(timeout)
        except PoolTimeout:
            self.outage.waited(self, self.timeout if timeout is None else timeout)
            raise

    def _connect(self, timeout: float | None = None) -> psycopg.Connection[Any]:
        with self.outage.attempt():
            return super()._connect(timeout or patience(self.conninfo, self.kwargs))

    def _add_connection(self, attempt: Any, growing: bool = False) -> None:
        super()._add_connection(attempt or Attempt(self.reconnect_timeout), growing)  # type: ignore[arg-type]

    def _add_to_pool(self, conn: psycopg.Connection[Any]) -> None:
        self.outage.ended()
        super()._add_to_pool(conn)


class AsyncLivingPool(AsyncConnectionPool[psycopg.AsyncConnection[Any]]):
    """Pool async connections, and give out none that the server has closed."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self.outage = Outage()
        super().__init__(*args, **options)

    async def getconn(self, timeout: float | None = None) -> psycopg.AsyncConnection[Any]:
        """Obtain a connection, as LivingPool.getconn does."""
        while is_cut(taken := await self._get(timeout)):
            await self.putconn(taken)
        return taken

    async def _get(self, timeout: float | None) -> psycopg.AsyncConnection[Any]:
        if self.outage.is_known and not self._pool and not self.closed:
            async with self._lock:
                self._maybe_grow_pool()
            self.outage.explain()
        try:
            return await super().getconn(timeout)
        except PoolTimeout:
            self.outage.waited(self, self.timeout if timeout is None else timeout)
            raise

    async def _connect(self, timeout: float | None = None) -> psycopg.AsyncConnection[Any]:
        with self.outage.attempt():
            return await super()._connect(timeout or patience(self.conninfo, self.kwargs))

    async def _add_connection(self, attempt: Any, growing: bool = False) -> None:
        await super()._add_connection(attempt or Attempt(self.reconnect_timeout), growing)  # type: ignore[arg-type]

    async def _add_to_pool(self, conn: psycopg.AsyncConnection[Any]) -> None:
        self.outage.ended()
        await super()._add_to_pool(conn)


def patience(conninfo: Any, options: Any) -> float | None:
    """Return how long an attempt to connect may take; None where whoever configured it has said so."""
    said = (str(conninfo), str(options), " ".join(os.environ))
    named = any("connect_timeout" in each.casefold() for each in said)
    return None if named else CONNECT_TIMEOUT


def is_cut(connection: psycopg.Connection[Any] | psycopg.AsyncConnection[Any]) -> bool:
    """Tell whether the server has closed an idle connection: it has something to read, and then its end."""
    with _Waiting() as waiting:
        waiting.register(connection.fileno(), selectors.EVENT_READ)
        try:
            while waiting.select(0):
                connection.pgconn.consume_input()
        except psycopg.OperationalError:
            return True
    return False


_Waiting: type[selectors.BaseSelector] = getattr(
    selectors, "PollSelector", selectors.SelectSelector
)
"""What asks a socket at once; Windows has no poll."""
