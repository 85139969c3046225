"""How does the schema come to be, whoever asks for it, however many at once?"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import Any

import psycopg
from psycopg import errors
from psycopg.rows import tuple_row

from langmem_ext.errors import StoreNotSetUp, StoreUnavailable
from langmem_ext.stores.connections import pins, takes_no_writes
from langmem_ext.stores.extension import MISSING, require_vectors
from langmem_ext.stores.partitions import partition
from langmem_ext.stores.queries import query

logger = logging.getLogger(__name__)

_LOCK = 7_236_401_155
"""Key of the advisory lock that one migrating process holds."""

_PATIENCE = 120.0
_TABLE = """
CREATE SCHEMA IF NOT EXISTS langmem;
CREATE TABLE IF NOT EXISTS langmem.migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())
"""


def migrate(connection: psycopg.Connection[Any], partitions: int | None = None) -> list[str]:
    """Apply the migrations that are missing, each with its record in one transaction; return their names.

    Safe when many callers run it at once: they take turns. A database that takes no writes is only looked at.
    `partitions` splits the tables of an empty database; tables that are new in a split one are split as the others
    are. Raises StoreUnavailable when Postgres lacks pgvector or the
    rights to create the schema, ConfigurationError for partitions that cannot be.
    """
    try:
        known = _known(connection)
        _require_ours(known)
        missing = [each for each in migrations() if each[0] not in known]
        if takes_no_writes(connection):
            _require_whole(missing)
            return []
        require_vectors(connection)
        applied = [name for name, text in missing if _apply(connection, name, text)]
        _split(connection, partitions)
        _give_ordinary_role_its_rights(connection)
        return applied
    except (errors.UndefinedFile, errors.FeatureNotSupported) as error:
        raise StoreUnavailable(MISSING) from error
    except errors.UndefinedObject as error:
        raise StoreUnavailable(
            f"this database does not find what pgvector 0.7 brings ({error.diag.message_primary}); install pgvector "
            "0.7 or newer on the server, then run: ALTER EXTENSION vector UPDATE"
        ) from error
    except errors.InsufficientPrivilege as error:
        raise StoreUnavailable(
            f"the database role may not create what setup has to ({error.diag.message_primary}). Run setup once with a "
            "role that may create the schema `langmem` (GRANT CREATE ON DATABASE), or owns it"
        ) from error


def migrations() -> list[tuple[str, str]]:
    """Return the name and the text of every migration, in order."""
    folder = files("langmem_ext.stores").joinpath("migrations")
    found = [
        (file.name, file.read_text(encoding="utf-8"))
        for file in folder.iterdir()
        if file.name.endswith(".sql")
    ]
    return sorted(found)


def _known(connection: psycopg.Connection[Any]) -> set[str]:
    """Return the migrations that have run, without a right that an application lacks: it may call for setup, too."""
    with connection.transaction(), connection.cursor(row_factory=tuple_row) as cursor:
        cursor.execute(query("trust"))
        (there,) = cursor.execute("SELECT to_regclass('langmem.migrations')").fetchall()[0]
        rows = cursor.execute("SELECT name FROM langmem.migrations").fetchall() if there else []
    return {name for (name,) in rows}


def _require_ours(known: set[str]) -> None:
    if known and not known & {name for name, _ in migrations()}:
        raise StoreUnavailable(
            "the table `langmem.migrations` of this database is somebody else's: it names none of our migrations. Use "
            "another database, or have its owner rename it: ALTER SCHEMA langmem RENAME TO another_name"
        )


def _require_whole(missing: list[tuple[str, str]]) -> None:
    """See that a database which takes no writes needs none; raises StoreNotSetUp."""
    if missing:
        raise StoreNotSetUp(
            f"the database is read-only, or a standby, and lacks {len(missing)} of our migrations; run setup on its "
            "primary, with a role that may write"
        )


def _apply(connection: psycopg.Connection[Any], name: str, text: str) -> bool:
    with turn(connection):
        connection.execute(_TABLE)
        connection.execute(query("trust"))  # row-level security holds for an ordinary owner, too
        known = connection.execute(
            "SELECT 1 FROM langmem.migrations WHERE name = %s", [name]
        ).fetchone()
        if known:
            return False
        connection.execute(text)
        connection.execute("INSERT INTO langmem.migrations (name) VALUES (%s)", [name])
    logger.info("applied migration %s", name)
    return True


def _split(connection: psycopg.Connection[Any], partitions: int | None) -> None:
    with turn(connection):
        partition(connection, partitions)


def _give_ordinary_role_its_rights(connection: psycopg.Connection[Any]) -> None:
    """Make the role that stores step down to where the one that connects is above row-level security."""
    with turn(connection):
        connection.execute(query("make_ordinary_role"))


@contextmanager
def turn(connection: psycopg.Connection[Any]) -> Iterator[None]:
    """Begin a transaction that nothing the role is set to changes or cuts short, when it is this process's turn."""
    with connection.transaction():
        _take_turn(connection)
        pinned = pins(local=True)
        connection.execute(pinned.sql, pinned.params)
        connection.execute(query("lift_limits"))
        yield


def _take_turn(connection: psycopg.Connection[Any]) -> None:
    """Poll for the lock: to wait inside pg_advisory_lock would deadlock with a CREATE INDEX CONCURRENTLY elsewhere."""
    deadline = time.monotonic() + _PATIENCE
    while True:
        row = connection.execute("SELECT pg_try_advisory_xact_lock(%s)", [_LOCK]).fetchone()
        if row and next(iter(row.values() if isinstance(row, dict) else row)):
            return
        if time.monotonic() > deadline:
            raise StoreUnavailable("another process has been migrating for two minutes; try again")
        time.sleep(0.02)
