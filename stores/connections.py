"""How is Postgres reached, and how are statements sent to it?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import psycopg
from psycopg.rows import tuple_row

from langmem_ext.errors import StoreUnavailable
from langmem_ext.stores.engine import CONNECTION, errors_explained
from langmem_ext.stores.requests import Rows, Statement

CONNECT_TIMEOUT = 10
"""Seconds until a database that does not answer counts as unavailable."""


def connect(conn_string: str, options: Mapping[str, Any]) -> psycopg.Connection[Any]:
    """Connect outside of the pool, to say at once what is wrong; `options` are those of the pool's connections."""
    ours = {"autocommit": True, "row_factory": tuple_row, "connect_timeout": CONNECT_TIMEOUT}
    return psycopg.connect(conn_string, **{**options, **ours})


def is_ready(conn_string: str, options: Mapping[str, Any]) -> bool:
    """Tell whether the database has been set up."""
    try:
        with errors_explained(), connect(conn_string, options) as connection:
            return _is_set_up(connection)
    except psycopg.ProgrammingError:
        # without the driver's words: they may quote a password
        raise StoreUnavailable(
            "the connection string cannot be read; it looks like postgresql://user:password@host:5432/database"
        ) from None


def _is_set_up(connection: psycopg.Connection[Any]) -> bool:
    row = connection.execute("SELECT to_regclass('langmem.documents') IS NOT NULL").fetchone()
    return bool(row and row[0])


def pool_options(
    given: dict[str, Any] | None, connection: Mapping[str, Any] = CONNECTION
) -> dict[str, Any]:
    """Return the arguments of a connection pool: those given, on top of ours; entering it opens it."""
    options = {"min_size": 1, "max_size": 10, "timeout": 5.0, **(given or {})}
    return {**options, "open": False, "kwargs": {**connection, **options.get("kwargs", {})}}


def execute(connection: psycopg.Connection[Any], statements: list[Statement]) -> list[Rows]:
    """Send statements in one round trip and return the rows of each."""
    if len(statements) == 1:
        return [_rows(connection.execute(statements[0].sql, statements[0].params or None))]
    with connection.pipeline():
        cursors = [connection.execute(each.sql, each.params or None) for each in statements]
    return [_rows(cursor) for cursor in cursors]


def _rows(cursor: psycopg.Cursor[Any]) -> Rows:
    return cursor.fetchall() if cursor.description else []


async def aexecute(
    connection: psycopg.AsyncConnection[Any], statements: list[Statement]
) -> list[Rows]:
    """Send statements in one round trip and return the rows of each."""
    if len(statements) == 1:
        return [
            await _arows(await connection.execute(statements[0].sql, statements[0].params or None))
        ]
    async with connection.pipeline():
        cursors = [await connection.execute(each.sql, each.params or None) for each in statements]
    return [await _arows(cursor) for cursor in cursors]


async def _arows(cursor: psycopg.AsyncCursor[Any]) -> Rows:
    return await cursor.fetchall() if cursor.description else []
