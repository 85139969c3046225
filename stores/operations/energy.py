"""What do the models cost, and may they be asked once more?

Each call is kept under the key of its question and charged to a ledger per tenant and day (UTC). A question whose
answer is there is neither asked nor charged again: work that was cut off goes on where it was. What a call may cost is
reserved before it is made, so that calls at once do not go over the ceiling together.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from pydantic import BaseModel, ConfigDict

from langmem_ext.settings import EnergySettings
from langmem_ext.stores.operations.rows import as_rows
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import new_id
from langmem_ext.stores.requests import Operation, Statement, fetch, read
from langmem_ext.stores.scope import Scope

KEPT_FOR = timedelta(days=30)
"""How long calls are kept one by one."""

ANSWERS_KEPT_FOR = timedelta(days=1)
"""How long an answer waits for work that was cut off."""

RESERVED_FOR = timedelta(minutes=2)
"""How long units stay reserved for a call that nobody reports of: a model has 30 seconds, the database its own."""

ANSWER = 2000
"""Tokens that an answer is expected to have at most, where nothing bounds it."""


class Energy(BaseModel):
    """Hold the ledger of a tenant's day, and the share of its ceiling that is left, 0..1."""

    model_config = ConfigDict(frozen=True)

    units: float = 0.0
    tokens: int = 0
    calls: int = 0
    failed: int = 0
    left: float = 1.0


@dataclass(frozen=True, slots=True)
class Reservation:
    """Set units of a tenant's day aside, for a call that is about to be made."""

    id: str
    units: float


@dataclass(frozen=True, slots=True)
class Call:
    """Describe a call of a model that has been made."""

    key: str
    job: str
    prompt: str
    model: str
    input_tokens: int
    output_tokens: int
    error: str | None = None
    answer: Any = None
    items: int = 0
    passed: int = 0


@dataclass(frozen=True, slots=True)
class Happening:
    """Name what a node did: an operation, `ok`, `error` or `skipped`, and why; never any text of anybody's."""

    op: str
    status: str
    reason: str | None = None


def share_left(spent: float, settings: EnergySettings) -> float:
    """Return the share of the daily ceiling that is left, 0..1; 1 without a ceiling."""
    return 1.0 if settings.daily_units is None else max(0.0, 1 - spent / settings.daily_units)


def answer_of(space: str, key: str) -> Operation[Any]:
    """Return what a question was answered earlier; None when it was not."""
    (rows,) = yield from read(Statement(query("answer_of"), {"space": space, "key": key}))
    return rows[0]["answer"] if rows else None


def answers_of(space: str, job: str) -> Operation[list[dict[str, Any]]]:
    """Return what the questions of a job were answered that has not ended, the earliest first."""
    (rows,) = yield from read(Statement(query("answers_of"), {"space": space, "job": job}))
    return [row["answer"] for row in rows]


def reservation(scope: Scope, input_tokens: int, output_tokens: int | None) -> Reservation:
    """Return what a call is likely to cost at most, as units to be reserved."""
    tokens = input_tokens + (ANSWER if output_tokens is None else output_tokens)
    return Reservation(str(new_id()), _units(scope, tokens))


def reserve(scope: Scope, wanted: Reservation, *, background: bool) -> Operation[bool]:
    """Set units aside; False where the ceiling, or what background work leaves to others, is in the way.

    Calls that are made at once are counted with what they have reserved. `keep_call` gives it back; what a process
    leaves that dies runs out after a while (`RESERVED_FOR`). (Spec 002, Energy Budget Impact.)
    """
    chosen, now = scope.settings.energy, scope.clock()
    if chosen.daily_units is None:
        return True
    free = (1 - chosen.background_above) * chosen.daily_units if background else None
    params = {
        "tenant": scope.tenant,
        "day": _today(scope),
        "id": wanted.id,
        "units": wanted.units,
        "ceiling": chosen.daily_units,
        "free": free,
        "now": now.timestamp(),
        "until": (now + RESERVED_FOR).timestamp(),
    }
    (rows,) = yield from fetch(Statement(query("reserve"), params))
    return bool(rows)


def _units(scope: Scope, tokens: int) -> float:
    chosen = scope.settings.energy
    return chosen.units_per_call + chosen.units_per_1000_tokens * tokens / 1000


def keep_call(
    scope: Scope, space: str, call: Call, reserved: Reservation | None = None
) -> Operation[None]:
    """Keep and charge a call, in place of what was reserved for it.

    One that failed leaves its key free: the question may be asked again.
    """
    params = {
        "space": space,
        "key": call.key if call.error is None else f"{call.key}#{new_id()}",
        "job": call.job,
        "node": scope.node,
        "prompt": call.prompt,
        "model": call.model,
        "units": _units(scope, call.input_tokens + call.output_tokens),
        "reserved": reserved.id if reserved else "",
        "input_tokens": call.input_tokens,
        "output_tokens": call.output_tokens,
        "error": call.error,
        "answer": None if call.answer is None else json.dumps(call.answer, ensure_ascii=False),
        "items": call.items,
        "passed": call.passed,
        "tenant": scope.tenant,
        "day": _today(scope),
        "now": scope.clock(),
    }
    failed = [Happening("model", "error", call.error)] if call.error else []
    yield from fetch(Statement(query("keep_call"), params), *_events(scope, space, failed))


def record(scope: Scope, space: str, happenings: Sequence[Happening]) -> Operation[None]:
    """Count what a node did, in `events`."""
    if happenings:
        yield from fetch(*_events(scope, space, happenings))


def forget_answers(space: str, job: str) -> Statement:
    """Return the statement that empties the answers of finished work."""
    return Statement(query("forget_answers"), {"space": space, "job": job})


def forget_calls(scope: Scope) -> Operation[int]:
    """Empty the answers of more than a day ago, and delete calls of more than 30; the ledger keeps their sums."""
    now = scope.clock()
    times = {"before": now - KEPT_FOR, "answered_before": now - ANSWERS_KEPT_FOR}
    params = {**times, "prefix": scope.prefix}
    (rows,) = yield from fetch(Statement(query("forget_calls"), params))
    forgotten: int = rows[0]["forgotten"]
    return forgotten


def energy(scope: Scope, tenant: str | None = None) -> Operation[Energy]:
    """Return the ledger of today."""
    params = {"tenant": tenant or scope.tenant, "day": _today(scope)}
    (rows,) = yield from read(Statement(query("energy_of_day"), params))
    found = rows[0] if rows else {}
    return Energy(**found, left=share_left(found.get("units", 0.0), scope.settings.energy))


def poll(tenant: str) -> Operation[float]:
    """Return the units spent since the last poll, and tell them never again."""
    (rows,) = yield from fetch(Statement(query("poll_energy"), {"tenant": tenant}))
    return float(rows[0]["spent"])


def tomorrow(scope: Scope) -> datetime:
    """Return when the next day of the ledger begins."""
    return datetime.combine(_today(scope) + timedelta(days=1), datetime.min.time(), UTC)


def _today(scope: Scope) -> date:
    return scope.clock().astimezone(UTC).date()


def _events(scope: Scope, space: str, happenings: Sequence[Happening]) -> list[Statement]:
    if not happenings:
        return []
    rows = [
        {"event_id": new_id(), "op": each.op, "status": each.status, "reason": each.reason}
        for each in happenings
    ]
    principal = scope.principal
    params = {
        "space": space,
        "user_id": principal.user_id if principal else None,
        "thread_id": principal.thread_id if principal else None,
        "node": scope.node,
        "rows": as_rows(rows),
        "now": scope.clock(),
    }
    return [Statement(query("record_events"), params)]
