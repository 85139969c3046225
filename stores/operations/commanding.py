"""What does a command of the user do, and to which memories, so that it is done once?

It is noted before it is done, in `langmem.operations`: whoever goes on where a command was cut off finds there what it
was about, and what of it is done shows in the memories themselves. No text is noted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from langmem_ext.memory import Memory, State
from langmem_ext.namespaces import space_key
from langmem_ext.stores.operations.lifecycle import matching
from langmem_ext.stores.operations.rows import as_rows
from langmem_ext.stores.operations.telling import told
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import Record, made_id
from langmem_ext.stores.requests import Operation, Statement, fetch, read
from langmem_ext.stores.scope import Scope


@dataclass(frozen=True, slots=True)
class Step:
    """Say what is done to a memory: `forget`, `hide` (forget untold), `restore`, `reword` or `decline`.

    `mark` is a digest of what a text becomes. `memory` is how it is now; `since` is when the step was noted by a run
    that was cut off, None for one of this run.
    """

    verb: str
    id: str
    mark: str = ""
    memory: Memory | None = None
    since: datetime | None = None

    @property
    def is_done(self) -> bool:
        """Tell whether the memory is as the step makes it; whether it says so is for whoever rewords."""
        wanted = State.ACTIVE if self.verb in ("restore", "reword") else State.SOFT_DELETED
        return self.memory is not None and self.memory.state is wanted

    @property
    def is_late(self) -> bool:
        """Tell whether somebody has changed the memory since a run that was cut off meant to."""
        meant = self.memory, self.since
        return meant[0] is not None and meant[1] is not None and meant[0].updated_at > meant[1]


def begun(scope: Scope, key: str) -> Operation[list[Step]]:
    """Return what a command that was cut off was about, in its order; nothing for one that is new."""
    (rows,) = yield from read(Statement(query("steps_of"), {"space": _home(scope), "key": key}))
    steps = [replace(_read(row["operation_id"]), since=row["at"]) for row in rows]
    return (yield from _with_memories(scope, steps))


def begin(scope: Scope, key: str, steps: Sequence[Step]) -> Operation[list[Step]]:
    """Note what a command is going to do; return it with the memories as they are."""
    yield from fetch(*_noting(scope, key, steps))
    return (yield from _with_memories(scope, steps))


def saying(scope: Scope, subject: str) -> Operation[list[Step]]:
    """Return how the memories go that hold all content words of a subject.

    Those that were replaced or have faded go untold, unless there are no others.
    """
    found: list[Memory] = yield from told(scope, matching(scope, subject))
    return [
        Step("forget" if memory.state is State.ACTIVE else "hide", memory.id, memory=memory)
        for memory in found
    ]


def _noting(scope: Scope, key: str, steps: Sequence[Step]) -> list[Statement]:
    rows = [
        {"operation_id": f"{key}/{n:06}/{step.verb}/{step.mark}/{step.id}", "uid": made_id(step.id)}
        for n, step in enumerate(steps)
    ]
    params = {"space": _home(scope), "rows": as_rows(rows), "now": scope.clock()}
    return [Statement(query("note_steps"), params)] if rows else []


def _read(operation_id: str) -> Step:
    _, _, verb, mark, id = operation_id.split("/", 4)
    return Step(verb, id, mark)


def _with_memories(scope: Scope, steps: Sequence[Step]) -> Operation[list[Step]]:
    if not steps:
        return []
    params = {**scope.readable(), "ids": [step.id for step in steps]}
    found: list[Memory] = yield from told(scope, _memories(params))
    known = {memory.id: memory for memory in found}
    return [replace(step, memory=known.get(step.id)) for step in steps]


def _memories(params: dict[str, object]) -> Operation[list[Memory]]:
    (rows,) = yield from read(Statement(query("memories_in_any_state"), params))
    return [Record.read(row).memory for row in rows]


def _home(scope: Scope) -> str:
    return space_key(scope.tenant, scope.home())
