"""Which connections of a pool are still there?

After a restart of the server all that wait in a pool are cut. Each would cost a call that could have been answered; so
none is given out that has said goodbye. That is seen without asking the server. A `check` of the pool would not do:
from the second connection that fails it on, it waits for seconds before it tries another.
"""

from __future__ import annotations

import selectors
from typing import Any

import psycopg
from psycopg_pool import AsyncConnectionPool, ConnectionPool


class LivingPool(ConnectionPool[psycopg.Connection[Any]]):
    """Pool connections, and give out none that the server has closed."""

    def getconn(self, timeout: float | None = None) -> psycopg.Connection[Any]:
        """Obtain a connection; the pool replaces each that comes back cut."""
        while is_cut(taken := super().getconn(timeout)):
            self.putconn(taken)
        return taken


class AsyncLivingPool(AsyncConnectionPool[psycopg.AsyncConnection[Any]]):
    """Pool async connections, and give out none that the server has closed."""

    async def getconn(self, timeout: float | None = None) -> psycopg.AsyncConnection[Any]:
        """Obtain a connection; the pool replaces each that comes back cut."""
        while is_cut(taken := await super().getconn(timeout)):
            await self.putconn(taken)
        return taken


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
