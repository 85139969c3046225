"""How is the schema split, so that a table is no larger than a share of all spaces?

The tables that grow are hash-partitioned by `space`, which stands first in each of their keys. The parts lie in a
schema of their own, which no role but their owner's may look into, and behind walls without a door: rows are reached
through the tables of `langmem` only, whose policies hold for them.
"""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg import sql
from psycopg.rows import DictRow, dict_row

from langmem_ext.errors import ConfigurationError
from langmem_ext.stores.queries import query
from langmem_ext.stores.requests import Operation, Statement, fetch

PARTITIONED = (
    "memories", "documents", "postings", "relations", "versions", "history", "change_log", "events", "operations",
    "turns", "entities", "aliases", "mentions",
)  # fmt: skip
"""The tables that hold rows for each memory or turn; the others hold few for each space."""

MOST = 1024
"""As many parts as one table may have: each of them is planned for, opened and vacuumed."""

SCHEMA = "langmem_partitions"


def partition(connection: psycopg.Connection[Any], wanted: int | None) -> None:
    """Split the tables that are whole and empty into `wanted` parts; None for as many as others of them have.

    To be called in a transaction, with the lock of the migrations held. Raises ConfigurationError for a number that
    cannot be, for another than the database has, and where there are memories already.
    """
    tables = _rows(connection, "how_partitioned", tables=list(PARTITIONED))
    count = _agreed(wanted, max(row["parts"] for row in tables))
    whole = [row["name"] for row in tables if not row["parts"]]
    if count is None or not whole:
        return
    filled = _filled(connection, whole)
    if filled and wanted:
        raise ConfigurationError(
            f"{filled[0]} holds rows: only an empty database can be partitioned. Set up a new one with "
            f"partitions={wanted} and copy the rows (docs/how-to/deploy.md, Partitions)"
        )
    _split(connection, [name for name in whole if name not in filled], count)


def parts() -> Operation[int]:
    """Return into how many parts the tables are split; 0 for whole ones."""
    (rows,) = yield from fetch(Statement(query("how_partitioned"), {"tables": list(PARTITIONED)}))
    return int(max(row["parts"] for row in rows))


def _agreed(wanted: int | None, there: int) -> int | None:
    """Return into how many parts the tables are to be split, None for whole ones; what is there is settled."""
    if wanted is not None and not 2 <= wanted <= MOST:
        raise ConfigurationError(f"partitions={wanted}: a table can have 2 to {MOST} partitions")
    if wanted and there not in (0, wanted):
        raise ConfigurationError(
            f"the database has {there} partitions, not {wanted}; that number is settled with the first setup. To "
            "change it, set up a new database and copy the rows (docs/how-to/deploy.md, Partitions)"
        )
    return wanted or there or None


def _filled(connection: psycopg.Connection[Any], tables: list[str]) -> list[str]:
    """Return the tables that hold rows; nobody may write into any of them from here on."""
    names = sql.SQL(", ").join(map(_table, tables))
    connection.execute(sql.SQL("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE").format(names))
    return [
        name
        for name in tables
        if connection.execute(sql.SQL("SELECT FROM {} LIMIT 1").format(_table(name))).fetchall()
    ]


def _split(connection: psycopg.Connection[Any], tables: list[str], parts: int) -> None:
    connection.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(SCHEMA)))
    policies = _rows(connection, "policies")
    for policy in policies:
        connection.execute(policy["drop"])
    for name in tables:
        _split_table(connection, name, parts)
    for policy in policies:
        connection.execute(policy["make"])


def _split_table(connection: psycopg.Connection[Any], name: str, parts: int) -> None:
    """Make an empty table anew, in parts, with all that hung on it under the same names."""
    (made_of,) = _rows(connection, "made_of", table=name)
    new = sql.Identifier("langmem", f"{name}_in_parts")
    like = "CREATE TABLE {} (LIKE {} INCLUDING ALL EXCLUDING INDEXES) PARTITION BY HASH (space)"
    connection.execute(sql.SQL(like).format(new, _table(name)))
    connection.execute(sql.SQL("DROP TABLE {}").format(_table(name)))
    connection.execute(sql.SQL("ALTER TABLE {} RENAME TO {}").format(new, sql.Identifier(name)))
    for part in range(parts):
        _make_part(connection, name, parts, part, made_of)
    for statement in (*made_of["parent"], *made_of["statistics"]):
        connection.execute(statement)
    connection.execute(_owned(_table(name), made_of))


def _make_part(
    connection: psycopg.Connection[Any], name: str, parts: int, part: int, made_of: DictRow
) -> None:
    table = sql.Identifier(SCHEMA, f"{name}_{part}")
    storage = sql.SQL(f"WITH ({made_of['storage']})" if made_of["storage"] else "")
    make = "CREATE TABLE {} PARTITION OF {} FOR VALUES WITH (MODULUS {}, REMAINDER {}) {}"
    connection.execute(
        sql.SQL(make).format(table, _table(name), sql.Literal(parts), sql.Literal(part), storage)
    )
    for wall in ("ENABLE", "FORCE"):
        connection.execute(sql.SQL(f"ALTER TABLE {{}} {wall} ROW LEVEL SECURITY").format(table))
    connection.execute(_owned(table, made_of))


def _owned(table: sql.Identifier, made_of: DictRow) -> sql.Composed:
    return sql.SQL("ALTER TABLE {} OWNER TO {}").format(table, sql.SQL(made_of["owner"]))


def _table(name: str) -> sql.Identifier:
    return sql.Identifier("langmem", name)


def _rows(connection: psycopg.Connection[Any], name: str, **params: Any) -> list[DictRow]:
    cursor = connection.cursor(row_factory=dict_row)
    return cursor.execute(query(name).encode(), params).fetchall()
