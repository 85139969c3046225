"""Which spaces hold more than they may, and what goes?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from langmem_ext.memory import Memory
from langmem_ext.stores.operations import unseen
from langmem_ext.stores.operations.rows import as_rows
from langmem_ext.stores.operations.spaces import open_spaces
from langmem_ext.stores.operations.surroundings import APP_ENTRIES
from langmem_ext.stores.operations.vanishing import soft_delete
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import Record
from langmem_ext.stores.requests import Operation, Statement, fetch, read
from langmem_ext.stores.scope import Scope

KIND = "compact"


@dataclass(frozen=True, slots=True)
class Full:
    """Name a space, or a category of it, that holds more than its cap."""

    space: str
    category: str | None
    cap: int


def spaces_full(
    scope: Scope, *, spaces: list[str] | None = None, after: str = "", limit: int = 100
) -> Operation[list[list[Full]]]:
    """Return what is full, space by space, in their order: 10 in an app's (spec 002), else what the settings say."""
    capped = [
        {"category": category.name, "cap": category.cap}
        for category in scope.categories.by_name.values()
        if category.cap
    ]
    params = {
        "app_cap": APP_ENTRIES,
        "space_cap": scope.settings.decision.max_entries,
        "rows": as_rows(capped),
        "after": after,
        "spaces": spaces,
        "prefix": scope.prefix,
        "limit": limit,
        "now": scope.clock(),
    }
    (rows,) = yield from read(Statement(query("full_spaces"), params))
    return [
        [Full(row["space"], *each) for each in zip(row["categories"], row["caps"], strict=True)]
        for row in rows
    ]


def held(scope: Scope, full: Full) -> Operation[list[Record]]:
    """Return all that is in it, what has not been changed for longest first, what a conclusion rests on last."""
    (rows,) = yield from read(_held(scope, full))
    return [Record.read(row) for row in rows]


def give_up(scope: Scope, full: Full, chosen: Sequence[Memory]) -> Operation[int]:
    """Soft-delete what is over the cap: the chosen ones first, then as `held` lists them; return how many.

    Never a pinned one, and none of another text than was chosen.
    """
    now = scope.clock()
    yield from fetch(*open_spaces([full.space], now))
    (rows,) = yield from fetch(_held(scope, full))
    free = {
        record.memory.id: record for record in map(Record.read, rows) if not record.memory.pinned
    }
    wanted = [
        memory.id
        for memory in chosen
        if memory.id in free and free[memory.id].memory.content == memory.content
    ]
    going = list(dict.fromkeys([*wanted, *free]))[: max(0, len(rows) - full.cap)]
    gone = (soft_delete(scope, free[id], now, reason="cap") for id in going)
    yield from unseen.write(scope, chain.from_iterable(gone))
    return len(going)


def _held(scope: Scope, full: Full) -> Statement:
    params = {"space": full.space, "category": full.category, "now": scope.clock()}
    return Statement(query("held_memories"), params)
