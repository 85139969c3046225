"""What did a run of maintenance do, and is another one at it?"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict

from langmem_ext.namespaces import space_key, tenant_key
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
    `tenant` is None where it ran for all.
    """

    model_config = ConfigDict(frozen=True)

    tenant: str | None = None
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
    tenant: str | None = None


def reported_as(tenant: str | None) -> str:
    """Return how reports and locks name a tenant, or all of them; no tenant's id can imitate that."""
    return EVERYBODY if tenant is None else tenant_key(tenant).replace(EVERYBODY, "%2A")


def step_locks(step: str, tenant: str | None) -> list[Statement]:
    """Return the statements that take a step for a tenant, or for all; the first says whether it is `ours`.

    Tenants are done beside one another. Who is at a step for all keeps the others from it, and waits for their parts.
    """
    params = {"tenant": reported_as(tenant), "step": step}
    if tenant is not None:
        return [Statement(query("begin_step_of_tenant"), params)]
    return [Statement(query("begin_step"), params), Statement(query("wait_for_tenants"), params)]


def alone(step: str, operation: Operation[T], tenant: str | None = None) -> Operation[T | None]:
    """Do a part of a step unless another run does one right now, for this tenant or for all; None then."""
    ask, *wait = step_locks(step, tenant)
    (rows,) = yield from fetch(ask)
    if not rows[0]["ours"]:
        operation.close()
        return None
    if wait:
        yield from fetch(*wait)
    return (yield from operation)


class Undone(Exception):
    """Carry what a dry run would have changed; the transaction is rolled back by it."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


def dry(part: Callable[[], Operation[int | None]]) -> Operation[None]:
    """Do a step, part after part, in one transaction that is never committed; raises Undone."""
    total = 0
    while done := (yield from _uncommitted(part())):
        total += done
    raise Undone(total)


def _uncommitted(operation: Operation[int | None]) -> Operation[int]:
    answer: Any = None
    while True:
        try:
            request = operation.send(answer)
        except StopIteration as done:
            return int(done.value or 0)
        answer = None if isinstance(request, Commit) else (yield request)


def record(scope: Scope, ran: Ran) -> Operation[None]:
    """Keep the report of a step."""
    now = scope.clock()
    params = {
        "tenant": reported_as(ran.tenant),
        "prefix": None if ran.tenant is None else space_key(ran.tenant, ""),
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


def latest(tenant: str | None = None) -> Operation[list[Run]]:
    """Return what each step of each graph did when it ran last for all tenants, or for one alone."""
    (rows,) = yield from read(Statement(query("latest_runs"), {"tenant": reported_as(tenant)}))
    return [Run.model_validate({**row, "tenant": tenant}) for row in rows]
