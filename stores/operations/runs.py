"""What did a run of maintenance do, and is another one at it?"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict

from langmem_ext.stores.queries import query
from langmem_ext.stores.records import new_id
from langmem_ext.stores.requests import Commit, Operation, Statement, fetch, read
from langmem_ext.stores.scope import Scope

T = TypeVar("T")

EVERYBODY = "*"
"""Stands for the tenant of a run that is for all of them."""

KEPT_FOR = timedelta(days=90)
"""How long the reports of runs are kept."""


class Run(BaseModel):
    """Report what a step did when it ran last: how many of what, what the models cost (units), and how long it took.

    `status` is `ok`, `left` (there is more to do), `busy` (another run was at it), `skipped` or `error`; `reason` why.
    """

    model_config = ConfigDict(frozen=True)

    graph: str
    step: str
    status: str
    reason: str | None = None
    counts: dict[str, int] = {}
    units: float = 0.0
    seconds: float = 0.0
    at: datetime


@dataclass(frozen=True, slots=True)
class Ran:
    """Describe a step that has ended."""

    graph: str
    step: str
    status: str
    reason: str | None
    counts: Mapping[str, int]
    began: datetime
    seconds: float


def alone(step: str, operation: Operation[T]) -> Operation[T | None]:
    """Do a part of a step unless another run does one right now; None then."""
    params = {"tenant": EVERYBODY, "step": step}
    (rows,) = yield from fetch(Statement(query("begin_step"), params))
    if not rows[0]["ours"]:
        operation.close()
        return None
    return (yield from operation)


class Undone(Exception):
    """Carry what a dry run would have changed; the transaction is rolled back by it."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


def dry(part: Callable[[], Operation[int]]) -> Operation[None]:
    """Do a step, part after part, in one transaction that is never committed; raises Undone."""
    total = 0
    while done := (yield from _uncommitted(part())):
        total += done
    raise Undone(total)


def _uncommitted(operation: Operation[int]) -> Operation[int]:
    answer: Any = None
    while True:
        try:
            request = operation.send(answer)
        except StopIteration as done:
            return int(done.value)
        answer = None if isinstance(request, Commit) else (yield request)


def record(scope: Scope, ran: Ran) -> Operation[None]:
    """Keep the report of a step."""
    now = scope.clock()
    params = {
        "tenant": EVERYBODY,
        "id": new_id(),
        "graph": ran.graph,
        "step": ran.step,
        "status": ran.status,
        "reason": ran.reason,
        "counts": json.dumps(dict(ran.counts)),
        "began": ran.began,
        "seconds": ran.seconds,
        "before": now - KEPT_FOR,
        "now": now,
    }
    yield from fetch(Statement(query("record_run"), params))


def latest() -> Operation[list[Run]]:
    """Return what each step of each graph did when it ran last."""
    (rows,) = yield from read(Statement(query("latest_runs"), {"tenant": EVERYBODY}))
    return [Run.model_validate(row) for row in rows]
