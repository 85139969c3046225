"""How do the tables of checkpoints come to be, when many processes start at once?"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any, cast

from psycopg import AsyncConnection, Connection

from langmem_ext.errors import StoreUnavailable
from langmem_ext.stores.queries import query

LOCK = 7_236_401_156
"""Key of the advisory lock that one caller of setup holds; the store's migrations have the number before."""

_PATIENCE = 120.0
_TAKE, RELEASE = "SELECT pg_try_advisory_lock(%s) AS taken", "SELECT pg_advisory_unlock(%s)"
_INDEXES = (
    "index_checkpoint_owners", "index_checkpoint_thread_ids", "index_checkpoint_ages", "drop_unfinished_index",
    "index_checkpoint_runs",
)  # fmt: skip


def to_set_up() -> list[Any]:
    """Return the statements that complete the tables, wherever an earlier setup was cut off.

    What LangGraph's saver wrote before is listed before the indexes: as long as one is missing it may not have been.
    """
    first = ["create_checkpoint_threads", "note_old_threads"]
    return [cast(Any, query(name)) for name in [*first, *_INDEXES]]


def is_newest(row: Any, migrations: Sequence[str]) -> bool:
    """Tell whether LangGraph's own migrations have all run."""
    version = row["version"] if row else None
    return version is not None and version >= len(migrations) - 1


def take_turn(connection: Connection[Any]) -> None:
    """Poll for the lock: LangGraph creates indexes concurrently, which waits for whoever waits in a statement."""
    deadline = time.monotonic() + _PATIENCE
    while not _taken(connection.execute(_TAKE, [LOCK]).fetchone()):
        _give_up_after(deadline)
        time.sleep(0.02)


async def atake_turn(connection: AsyncConnection[Any]) -> None:
    deadline = time.monotonic() + _PATIENCE
    while not _taken(await (await connection.execute(_TAKE, [LOCK])).fetchone()):
        _give_up_after(deadline)
        await asyncio.sleep(0.02)


def _taken(row: Any) -> bool:
    return bool(cast(dict[str, Any], row)["taken"])


def _give_up_after(deadline: float) -> None:
    if time.monotonic() > deadline:
        raise StoreUnavailable(
            "another process has been setting up the checkpoints for two minutes; try again"
        )
