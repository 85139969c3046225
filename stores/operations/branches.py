"""Which turns does a conversation still go by, once it goes on from an earlier message?

Chat pages let users edit a question or ask for another answer: the thread goes on from an older checkpoint. What was
said on the branch that is left stays as evidence, and is neither found nor reviewed any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from langmem_ext.stores.queries import query
from langmem_ext.stores.requests import Operation, Row, Statement, fetch
from langmem_ext.stores.scope import Scope


@dataclass(frozen=True, slots=True)
class Line:
    """Say which messages a conversation consists of now, by their ids in order.

    `forked` says that it went on from an older state than its last.
    """

    ids: tuple[str, ...]
    forked: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """Name the row of a turn: the id it was given by, whether it is `new`, and the place of what it puts right."""

    id: str
    uid: UUID
    new: bool
    edits: int | None = None


def follow(
    scope: Scope, space: str, session: str, line: Line, kept: Sequence[Kept]
) -> Operation[None]:
    """Leave behind what the conversation no longer goes by, and take up what it goes by again."""
    if not line.forked and all(each.edits is None for each in kept):
        return
    params = {"space": space, "session_id": session}
    (rows,) = yield from fetch(Statement(query("line_of_turns"), params))
    current = _current(rows, line, {each.id: each.uid for each in kept})
    after = _branching(rows, line, kept, current)
    left = [row["uid"] for row in rows if _is_left(scope, row, current, after)]
    back = [row["uid"] for row in rows if row["uid"] in current and row["left_at"] is not None]
    if left or back:
        told = {"left": left, "back": back, "now": scope.clock()}
        yield from fetch(Statement(query("leave_turns"), {**params, **told}))


def _is_left(scope: Scope, row: Row, current: set[UUID], after: int | None) -> bool:
    """Tell whether a turn is of another branch; what another agent has kept is that agent's own conversation."""
    return (
        after is not None
        and row["position"] > after
        and row["uid"] not in current
        and row["left_at"] is None
        and row["agent_id"] == scope.agent
    )


def _current(rows: Sequence[Row], line: Line, known: dict[str, UUID]) -> set[UUID]:
    """Return the turns of the messages, the last first: of several under one id the one before what follows it."""
    named: dict[str, list[Row]] = {}
    for row in rows:
        for name in {row["id"], row["chosen"]} - {None}:
            named.setdefault(name, []).append(row)
    current, end = set[UUID](), len(rows) + 1
    for id in reversed(line.ids):
        fitting = [
            row
            for row in named.get(id, [])
            if row["uid"] == known.get(id, row["uid"]) and row["position"] < end
        ]
        if fitting:
            current.add(fitting[-1]["uid"])
            end = fitting[-1]["position"]
    return current


def _branching(
    rows: Sequence[Row], line: Line, kept: Sequence[Kept], current: set[UUID]
) -> int | None:
    """Return the place after which the branches part; None where that cannot be told."""
    edited = [each.edits - 1 for each in kept if each.edits is not None]
    if edited:
        return min(edited)
    new = {each.uid for each in kept if each.new}
    before: list[int] = [row["position"] for row in rows if row["uid"] in current - new]
    if before:
        return max(before)
    return 0 if set(line.ids) <= {each.id for each in kept} else None
