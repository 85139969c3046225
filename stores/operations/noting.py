"""What did nodes do that changed nothing, and how often was it done?

Such events are noted in memory and carried to the database by what is written next, with the uses of memories: a turn
that keeps nothing and a search pay no round trip for being counted (spec 004, item 14).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

from langmem_ext.errors import InvalidMemory
from langmem_ext.memory import EventCount
from langmem_ext.stores.operations.rows import as_rows
from langmem_ext.stores.operations.turns import space_of
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import new_id
from langmem_ext.stores.requests import Operation, Statement, fetch, read
from langmem_ext.stores.scope import Scope
from langmem_ext.stores.walls import wall

Every = Literal["hour", "day"]

HOT_PATH = "hotpath"
"""The node whose looks for neighbours are counted: for others the write tells enough."""

MAX_NOTED = 4096
"""Events that wait for a database that is away; the oldest go."""


@dataclass(frozen=True, slots=True)
class Noted:
    """Name what was done, for whom and when; never any text of anybody's."""

    space: str
    node: str
    op: str
    status: str
    at: datetime
    user_id: str | None = None
    thread_id: str | None = None
    reason: str | None = None
    category: str | None = None
    sim: float | None = None
    event_id: UUID = field(default_factory=new_id)

    @property
    def name(self) -> str:
        """Return what it is counted as."""
        return f"{self.node}.{self.op}.{self.status}"


def note(
    scope: Scope,
    space: str | None,
    op: str,
    status: str = "ok",
    *,
    node: str | None = None,
    reason: str | None = None,
    category: str | None = None,
    sim: float | None = None,
) -> None:
    """Note what a node did; it is written later. What counts for no space is not noted."""
    if space is None:
        return
    who = scope.principal
    user, thread = (who.user_id, who.thread_id) if who else (None, None)
    done = (node or scope.node, op, status)
    scope.note_event(Noted(space, *done, scope.clock(), user, thread, reason, category, sim))


def place_of(scope: Scope) -> str | None:
    """Return the space that a turn of the principal counts for; None where there is none."""
    who = scope.principal
    if who is None or not who.owned() or (scope.in_group and who.chat_id is None):
        return None
    return space_of(scope)


def write(noted: Sequence[Noted]) -> Operation[None]:
    """Write down what was noted, whoever it was noted for."""
    rows = as_rows([asdict(each) for each in noted])
    yield from fetch(wall(None), Statement(query("record_noted"), {"rows": rows}))


def seen(scope: Scope, noted: Iterable[Noted]) -> list[Noted]:
    """Return what a principal may count of what is not written yet: an agent sees events of its categories alone."""
    if scope.agent is not None:
        return []
    spaces = set(scope.said_in)
    return [each for each in noted if each.space in spaces]


def counts(
    scope: Scope, noted: Iterable[Noted], *, since: datetime | None, every: Every
) -> Operation[list[EventCount]]:
    """Count what was done on what may be seen, by hour or day (UTC), node, operation and status; oldest first."""
    if every not in ("hour", "day"):
        raise InvalidMemory(f'every is "hour" or "day", not {every!r}')
    params = {**scope.readable(), "since": since, "every": every}
    (rows,) = yield from read(Statement(query("count_events_over_time"), params))
    found = Counter(
        {(row["at"], row["node"], row["op"], row["status"]): row["count"] for row in rows}
    )
    for each in seen(scope, noted):
        if since is None or each.at >= since:
            found[(_begin(each.at, every), each.node, each.op, each.status)] += 1
    return [
        EventCount(at=at, node=node, op=op, status=status, count=count)
        for (at, node, op, status), count in sorted(found.items())
    ]


def _begin(at: datetime, every: Every) -> datetime:
    hour = at.replace(minute=0, second=0, microsecond=0)
    return hour if every == "hour" else hour - timedelta(hours=at.hour)
