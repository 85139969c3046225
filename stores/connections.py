"""How is Postgres reached, and how are statements sent to it?"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, Self

import psycopg
from psycopg.abc import Buffer
from psycopg.adapt import Loader
from psycopg.generators import send as rest
from psycopg.rows import dict_row, tuple_row
from psycopg.types.json import set_json_loads
from psycopg_pool import AsyncConnectionPool, ConnectionPool

from langmem_ext.errors import StoreUnavailable
from langmem_ext.reading.off_loop import off_loop
from langmem_ext.stores import jsonb
from langmem_ext.stores.engine import CONNECTION
from langmem_ext.stores.faults import errors_explained
from langmem_ext.stores.pools import CONNECT_TIMEOUT
from langmem_ext.stores.queries import query
from langmem_ext.stores.requests import Fetch, Post, Row, Rows, Statement

BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED"
READ_COMMITTED = psycopg.IsolationLevel.READ_COMMITTED
"""Whatever the role or the database is set to: under another level half of what is written at once would be refused."""


@dataclass(frozen=True, slots=True)
class Found:
    """Say what a first connection found.

    `ready` tells whether the database is set up, `pooled` whether a pooler stands before it, `read_only` whether it
    takes no writes. `strange` are tables of somebody else's in a schema `langmem`.
    """

    ready: bool
    pooled: bool
    read_only: bool
    name: str
    encoding: str
    strange: tuple[str, ...]

    def require_fit(self) -> Found:
        """Raise StoreUnavailable for a database that memories cannot be kept in."""
        if self.encoding != "UTF8":
            raise StoreUnavailable(
                f"the database {self.name!r} has the encoding {self.encoding}, which does not hold every text: "
                "memories need UTF8. Make a database for them: CREATE DATABASE memories TEMPLATE template0 "
                "ENCODING 'UTF8' LOCALE 'C.UTF-8'"
            )
        if self.strange:
            raise StoreUnavailable(
                f"the schema `langmem` of the database {self.name!r} is somebody else's: it holds "
                f"{', '.join(self.strange)} and no table of our migrations. Use another database, or have its owner "
                "rename it: ALTER SCHEMA langmem RENAME TO another_name"
            )
        return self


def connect(conn_string: str, options: Mapping[str, Any]) -> psycopg.Connection[Any]:
    """Connect outside of the pool, to say at once what is wrong; `options` are those of the pool's connections."""
    ours = {"autocommit": True, "row_factory": tuple_row, "connect_timeout": int(CONNECT_TIMEOUT)}
    try:
        connection = psycopg.connect(conn_string, **{**options, **ours})
    except psycopg.ProgrammingError:
        # without the driver's words: they may quote a password
        raise StoreUnavailable(
            "the connection string cannot be read; it looks like postgresql://user:password@host:5432/database"
        ) from None
    connection.isolation_level = READ_COMMITTED
    return connection


def look(conn_string: str, options: Mapping[str, Any]) -> Found:
    """Reach the database once, before a pool is opened; nothing is prepared.

    Raises StoreUnavailable when it cannot be reached.
    """
    once = {**options, "prepare_threshold": None}
    with errors_explained(), connect(conn_string, once) as connection, connection.transaction():
        cursor = connection.cursor(row_factory=dict_row)
        (found,) = cursor.execute(query("look_at_database").encode()).fetchall()
        # a pooler tells its clients a number of its own, by which they may cancel
        pooled = found.pop("process") != connection.info.backend_pid
        return Found(pooled=pooled, **{**found, "strange": tuple(found["strange"])})


def fitting(options: dict[str, Any], given: dict[str, Any] | None, found: Found) -> dict[str, Any]:
    """Return the options of a pool: behind a pooler nothing is prepared, unless a threshold was given."""
    asked = (given or {}).get("kwargs", {})
    if not found.pooled or "prepare_threshold" in asked:
        return options
    return {**options, "kwargs": {**options["kwargs"], "prepare_threshold": None}}


def pool_options(
    given: dict[str, Any] | None, connection: Mapping[str, Any] = CONNECTION
) -> dict[str, Any]:
    """Return the arguments of a connection pool: those given, on top of ours; entering it opens it.

    Autocommit is always on: a session begins and ends its transactions itself.
    """
    ours = {"min_size": 1, "max_size": 10, "timeout": 5.0, "reconnect_timeout": math.inf}
    options = {**ours, **(given or {})}
    kwargs = {**connection, **options.get("kwargs", {}), "autocommit": True}
    return {**options, "open": False, "kwargs": kwargs}


PLAN_ONCE = "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET jit = off"
"""Our statements are written so that their plans do not depend on the arguments: planning anew costs half a search.

A plan is kept while the tables grow: made when they were small it must not read them from end to end. What has to be
read so counts as dear (before Postgres 18), and would be compiled.
"""


_SETTLED = "SET default_transaction_isolation = 'read committed'"


def pinned(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a sync pool for checkpoints: they are written alike, whatever a role is set to.

    What is shared with others behind a pooler keeps its settings (`prepare_threshold` None): there each transaction
    says for itself what it needs.
    """
    return _configured(options, _SETTLED, pins(vectors=False))


def apinned(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of an async pool; see `pinned`."""
    return _aconfigured(options, _SETTLED, pins(vectors=False))


def planning_once(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a sync pool as `pinned` does; a prepared statement is planned once, by an ordinary role."""
    return _configured(options, f"{_SETTLED}; {PLAN_ONCE}", pins(), _ordinary(), loads=jsonb.load)


def aplanning_once(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of an async pool; see `planning_once`."""
    return _aconfigured(options, f"{_SETTLED}; {PLAN_ONCE}", pins(), _ordinary(), loads=jsonb.load)


def pins(*, local: bool = False, vectors: bool = True) -> Statement:
    """Return what settles how values are read and written and, with `vectors`, where their types are found."""
    return Statement(query("pin_settings"), {"local": local, "vectors": vectors})


def _ordinary(*, local: bool = False) -> Statement:
    return Statement(query("become_ordinary"), {"local": local})


def _configured(
    options: Mapping[str, Any], first: str, *then: Statement, loads: Any = None
) -> dict[str, Any]:
    asked = options.get("configure")

    def configure(connection: psycopg.Connection[Any]) -> None:
        if loads:
            set_json_loads(loads, connection)
        connection.isolation_level = READ_COMMITTED
        if is_shared(connection):
            connection.adapters.register_loader("timestamptz", IsoTimestamps)
        else:
            # in a transaction of its own level: a standby begins none that is serializable
            connection.execute(f"{BEGIN}; {first}; COMMIT".encode(), prepare=False)
            for each in then:
                connection.execute(each.sql, each.params)
        if asked:
            asked(connection)

    return {**options, "configure": configure}


def _aconfigured(
    options: Mapping[str, Any], first: str, *then: Statement, loads: Any = None
) -> dict[str, Any]:
    asked = options.get("configure")

    async def configure(connection: psycopg.AsyncConnection[Any]) -> None:
        if loads:
            set_json_loads(loads, connection)
        await connection.set_isolation_level(READ_COMMITTED)
        if is_shared(connection):
            connection.adapters.register_loader("timestamptz", IsoTimestamps)
        else:
            await connection.execute(f"{BEGIN}; {first}; COMMIT".encode(), prepare=False)
            for each in then:
                await connection.execute(each.sql, each.params)
        if asked:
            await asked(connection)

    return {**options, "configure": configure}


def is_shared(connection: Any) -> bool:
    """Tell whether a connection, or each of a pool, is one behind a pooler: nothing is prepared there (`fitting`)."""
    options = getattr(connection, "kwargs", None)
    if isinstance(options, Mapping):
        return options.get("prepare_threshold", "") is None
    return getattr(connection, "prepare_threshold", "") is None


def _begun(connection: Any, wall: Statement) -> list[Statement]:
    """Return what a transaction begins with."""
    if is_shared(connection):
        return [pins(local=True), _ordinary(local=True), wall]
    return [wall]


class IsoTimestamps(Loader):
    """Read a time as a transaction writes it that has pinned its format.

    psycopg asks the connection for the format, which the server does not tell before the transaction's pipeline ends.
    """

    def load(self, data: Buffer) -> datetime:
        """Return the time with its zone; raises DataError for one that Python does not know (infinity)."""
        try:
            return datetime.fromisoformat(bytes(data).decode())
        except ValueError:
            raise psycopg.DataError("a time out of the range of Python's") from None


class Session:
    """Run the requests of one operation on one connection, taken when the first comes.

    A transaction is one pipeline: BEGIN travels with the first statements, COMMIT with the last. What stands alone is
    a pipeline of its own, which Postgres runs as one transaction anyhow. Each begins with the `wall`, which says for
    whom it runs and holds until it ends. Leaving the context with an exception rolls back.

    Behind a pooler COMMIT follows when the pipeline has ended. psycopg ends a pipeline with a Sync and then, when the
    answer is not there yet, a Flush. A Flush that comes after the end of its transaction makes PgBouncer lend the
    client another connection of the server, which nothing that follows gives back.
    """

    def __init__(self, pool: ConnectionPool[Any], wall: Statement) -> None:
        self._pool = pool
        self._wall = wall
        self._held = ExitStack()
        self._piped = ExitStack()
        self._connection: psycopg.Connection[Any] | None = None
        self._pipeline: psycopg.Pipeline | None = None  # of a transaction

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: Any) -> None:
        if error[0] is None:
            self.commit()
        else:
            self._held.__exit__(*error)

    def send(self, request: Fetch | Post) -> list[Rows] | None:
        """Send statements; return the rows of each where they are asked for."""
        connection = self._connection or self._take()
        if self._pipeline is None and isinstance(request, Fetch) and request.alone:
            return self._alone(connection, request)
        pipeline = self._pipeline or self._begin(connection)
        cursors = self._execute(connection, request.statements)
        if isinstance(request, Post):
            return None
        self._meanwhile(connection, request)
        pipeline.sync()
        return _rows(cursors)

    def commit(self) -> None:
        """End the transaction, if there is one, and give the connection back."""
        with self._held.pop_all():  # the connection goes back, also when the commit itself fails
            connection, begun = self._connection, self._pipeline is not None
            self._connection, self._pipeline = None, None
            if connection and begun:
                if is_shared(connection):
                    self._piped.close()
                connection.execute("COMMIT")

    def _alone(self, connection: psycopg.Connection[Any], request: Fetch) -> list[Rows]:
        shared = is_shared(connection)
        if not shared and (whole := _standalone(request)):
            return _rows([_standing(connection).execute(*_plain(whole), binary=whole.binary)])
        first = _begun(connection, self._wall)
        with connection.pipeline():  # its end is the one round trip
            if shared:
                connection.execute(BEGIN)
            cursors = self._execute(connection, [*first, *request.statements])
            self._meanwhile(connection, request)
        if shared:
            connection.execute("COMMIT")
        return _rows(cursors[len(first) :])

    def _take(self) -> psycopg.Connection[Any]:
        self._connection = self._held.enter_context(self._pool.connection())
        return self._connection

    def _begin(self, connection: psycopg.Connection[Any]) -> psycopg.Pipeline:
        self._held.push(self._piped)
        self._pipeline = self._piped.enter_context(connection.pipeline())
        connection.execute(BEGIN)
        self._execute(connection, _begun(connection, self._wall))
        return self._pipeline

    @staticmethod
    def _meanwhile(connection: psycopg.Connection[Any], request: Fetch) -> None:
        """Send what the network had no room for, where `sync` would wait for good; do what is to be done meanwhile."""
        connection.wait(rest(connection.pgconn))
        if request.meanwhile:
            request.meanwhile()

    @staticmethod
    def _execute(
        connection: psycopg.Connection[Any], statements: Iterable[Statement]
    ) -> list[psycopg.RawCursor[Row] | None]:
        return [
            _cursor(connection).execute(*_plain(each), binary=each.binary) if each.sql else None
            for each in _fitting(connection, statements)
        ]


class AsyncSession:
    """Run the requests of one operation on one async connection, as Session does."""

    def __init__(self, pool: AsyncConnectionPool[Any], wall: Statement) -> None:
        self._pool = pool
        self._wall = wall
        self._held = AsyncExitStack()
        self._piped = AsyncExitStack()
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._pipeline: psycopg.AsyncPipeline | None = None  # of a transaction

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: Any) -> None:
        if error[0] is None:
            await self.commit()
        else:
            await self._held.__aexit__(*error)

    async def send(self, request: Fetch | Post) -> list[Rows] | None:
        """Send statements; return the rows of each where they are asked for."""
        connection = self._connection or await self._take()
        if self._pipeline is None and isinstance(request, Fetch) and request.alone:
            return await self._alone(connection, request)
        pipeline = self._pipeline or await self._begin(connection)
        cursors = await self._execute(connection, request.statements)
        if isinstance(request, Post):
            return None
        await self._meanwhile(connection, request)
        await pipeline.sync()
        return await _arows(cursors)

    async def commit(self) -> None:
        """End the transaction, if there is one, and give the connection back."""
        async with self._held.pop_all():
            connection, begun = self._connection, self._pipeline is not None
            self._connection, self._pipeline = None, None
            if connection and begun:
                if is_shared(connection):
                    await self._piped.aclose()
                await connection.execute("COMMIT")

    async def _alone(self, connection: psycopg.AsyncConnection[Any], request: Fetch) -> list[Rows]:
        shared = is_shared(connection)
        if not shared and (whole := _standalone(request)):
            kept = _astanding(connection)
            return await _arows([await kept.execute(*_plain(whole), binary=whole.binary)])
        first = _begun(connection, self._wall)
        async with connection.pipeline():  # its end is the one round trip
            if shared:
                await connection.execute(BEGIN)
            cursors = await self._execute(connection, [*first, *request.statements])
            await self._meanwhile(connection, request)
        if shared:
            await connection.execute("COMMIT")
        return await _arows(cursors[len(first) :])

    async def _take(self) -> psycopg.AsyncConnection[Any]:
        taken: psycopg.AsyncConnection[Any] = await self._held.enter_async_context(
            self._pool.connection()
        )
        self._connection = taken
        return taken

    async def _begin(self, connection: psycopg.AsyncConnection[Any]) -> psycopg.AsyncPipeline:
        self._held.push_async_exit(self._piped)
        self._pipeline = await self._piped.enter_async_context(connection.pipeline())
        await connection.execute(BEGIN)
        await self._execute(connection, _begun(connection, self._wall))
        return self._pipeline

    @staticmethod
    async def _meanwhile(connection: psycopg.AsyncConnection[Any], request: Fetch) -> None:
        await connection.wait(rest(connection.pgconn))
        if request.meanwhile:
            await off_loop(request.meanwhile)

    @staticmethod
    async def _execute(
        connection: psycopg.AsyncConnection[Any], statements: Iterable[Statement]
    ) -> list[psycopg.AsyncRawCursor[Row] | None]:
        return [
            await _acursor(connection).execute(*_plain(each), binary=each.binary)
            if each.sql
            else None
            for each in _fitting(connection, statements)
        ]


def takes_no_writes(connection: Any) -> bool:
    """Tell whether a connection leads to a standby, or is set to be read only; the server says when that changes."""
    told = connection.pgconn.parameter_status
    return b"on" in (told(b"in_hot_standby"), told(b"default_transaction_read_only"))


def _fitting(connection: Any, statements: Iterable[Statement]) -> Iterable[Statement]:
    """Return the statements as the database takes them: one that takes no writes is asked for the rows alone."""
    if not takes_no_writes(connection):
        return statements
    return [
        each if each.reading is None else replace(each, sql=each.reading) for each in statements
    ]


def _standalone(request: Fetch) -> Statement | None:
    """Return the one statement of a request that needs none before it: it takes half the time of a pipeline of two.

    Not where something is to be done meanwhile: it is sent and waited for at once.
    """
    statement = request.statements[0]
    if len(request.statements) > 1 or not statement.standalone or request.meanwhile:
        return None
    return Statement(statement.standalone, statement.params, statement.binary)


def _cursor(connection: psycopg.Connection[Any]) -> psycopg.RawCursor[Row]:
    return psycopg.RawCursor(connection, row_factory=dict_row)


def _acursor(connection: psycopg.AsyncConnection[Any]) -> psycopg.AsyncRawCursor[Row]:
    return psycopg.AsyncRawCursor(connection, row_factory=dict_row)


_KEPT = "_langmem_cursor"
"""Where a connection keeps its cursor for what stands alone.

While the statement is the same, psycopg knows there how to write the parameters and how to read the columns.
"""


def _standing(connection: psycopg.Connection[Any]) -> psycopg.RawCursor[Row]:
    if not hasattr(connection, _KEPT):
        setattr(connection, _KEPT, _cursor(connection))
    kept: psycopg.RawCursor[Row] = getattr(connection, _KEPT)
    return kept


def _astanding(connection: psycopg.AsyncConnection[Any]) -> psycopg.AsyncRawCursor[Row]:
    if not hasattr(connection, _KEPT):
        setattr(connection, _KEPT, _acursor(connection))
    kept: psycopg.AsyncRawCursor[Row] = getattr(connection, _KEPT)
    return kept


def _plain(statement: Statement) -> tuple[bytes, list[Any] | None]:
    """Return a statement as Postgres takes it: psycopg would look for the placeholders each time."""
    text = statement.sql if isinstance(statement.sql, str) else statement.sql.as_string(None)
    plain, names = _numbered(text)
    return plain, [statement.params[name] for name in names] or None


_PLACEHOLDER = re.compile(r"%(?:\((\w+)\)s|%)")


@lru_cache(maxsize=1024)
def _numbered(text: str) -> tuple[bytes, tuple[str, ...]]:
    """Return a text with `$1` for `%(name)s` and `%` for `%%`, and the names in the order of their numbers.

    As bytes, whose hash Python remembers: psycopg looks for the prepared statement by it.
    """
    numbers: dict[str, int] = {}

    def number(found: re.Match[str]) -> str:
        name = found[1]
        return f"${numbers.setdefault(name, len(numbers) + 1)}" if name else "%"

    plain = _PLACEHOLDER.sub(number, text)
    return plain.encode(), tuple(numbers)


def _rows(cursors: Sequence[psycopg.RawCursor[Row] | None]) -> list[Rows]:
    return [cursor.fetchall() if cursor and _has_rows(cursor) else [] for cursor in cursors]


async def _arows(cursors: Sequence[psycopg.AsyncRawCursor[Row] | None]) -> list[Rows]:
    return [await cursor.fetchall() if cursor and _has_rows(cursor) else [] for cursor in cursors]


def _has_rows(cursor: psycopg.RawCursor[Row] | psycopg.AsyncRawCursor[Row]) -> bool:
    result = cursor.pgresult
    return result is not None and result.status == psycopg.pq.ExecStatus.TUPLES_OK
