"""What goes because its time has come?"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from itertools import chain
from typing import Any

from langmem_ext.memory import State
from langmem_ext.policies import lifecycle
from langmem_ext.stores.operations import changes, sending
from langmem_ext.stores.operations.mentioning import name_shared_later, told_names
from langmem_ext.stores.operations.spaces import open_spaces
from langmem_ext.stores.operations.vanishing import soft_delete, soft_deleted
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import Record
from langmem_ext.stores.requests import Commit, Operation, Rows, Statement, fetch
from langmem_ext.stores.scope import Scope

Batch = int
"""How many memories a sweep changed."""


def expire(scope: Scope, *, limit: int = 1000) -> Operation[Batch]:
    """Soft-delete what has expired; returns how many, to be called until it is 0."""
    return (yield from _sweep(scope, "due_to_expire", limit, _expired))


def forget_proposals(scope: Scope, *, limit: int = 1000) -> Operation[Batch]:
    """Remove what waited for consent in vain: nobody agreed to it, there is nothing to restore (spec 004, item 10)."""
    forgotten = yield from _sweep(scope, "expired_proposals", limit, _lapsed)
    if forgotten:
        yield Commit()  # let the spaces go before others are taken
        yield from purge(scope, limit=limit)
    return forgotten


def archive(scope: Scope, *, limit: int = 1000) -> Operation[Batch]:
    """Archive what has faded below the floor; archived memories can be restored. Without decay nothing fades."""
    if not scope.settings.decision.decay_enabled:
        return 0
    return (yield from _sweep(scope, "due_to_fade", limit, _archived))


def forget_unused(scope: Scope, *, limit: int = 1000) -> Operation[Batch]:
    """Soft-delete what is unimportant and was not used for 60 days (spec 004, item 7)."""
    return (yield from _sweep(scope, "due_unused", limit, _unused))


def purge(scope: Scope, *, limit: int = 1000) -> Operation[Batch]:
    """Remove what was soft-deleted long enough ago; the audit keeps the events without their text."""
    now = scope.clock()
    (due,) = yield from fetch(
        Statement(query("due_to_purge"), {"now": now, "limit": limit, "prefix": scope.prefix})
    )
    if not due:
        return 0
    yield from fetch(*open_spaces([row["space"] for row in due], now))
    yield from fetch(Statement(query("purge"), {**_keys(due), "now": now}))
    return len(due)


def _due_params(scope: Scope, now: datetime, limit: int) -> dict[str, Any]:
    unused = {"unused_since": now - lifecycle.UNUSED_AFTER, "unused_below": lifecycle.UNUSED_BELOW}
    return {"now": now, "limit": limit, "prefix": scope.prefix, **unused}


_Change = Callable[[Scope, Record, datetime], list[changes.Change]]


def _sweep(scope: Scope, due_query: str, limit: int, change: _Change) -> Operation[Batch]:
    """Find what is due without a lock, then lock the spaces and look again: another job may have been faster."""
    now = scope.clock()
    (due,) = yield from fetch(Statement(query(due_query), _due_params(scope, now, limit)))
    if not due:
        return 0
    yield from fetch(*open_spaces([row["space"] for row in due], now))
    (again,) = yield from fetch(Statement(query("reread"), _keys(due)))
    records = [Record.read(row) for row in again]
    changed = [made for record in records if (made := change(scope, record, now))]
    every = list(chain.from_iterable(changed))
    told = yield from told_names(every)
    yield from sending.write(scope, every)
    yield from name_shared_later(told)
    return len(changed)


def _keys(rows: Rows) -> dict[str, Any]:
    return {"key_spaces": [row["space"] for row in rows], "uids": [row["uid"] for row in rows]}


def _expired(scope: Scope, record: Record, now: datetime) -> list[changes.Change]:
    memory = record.memory
    if (
        memory.state not in (State.ACTIVE, State.ARCHIVED)
        or memory.expires_at is None
        or memory.expires_at > now
    ):
        return []
    return soft_delete(scope, record, now, reason="expired", event="TTL")


def _lapsed(scope: Scope, record: Record, now: datetime) -> list[changes.Change]:
    memory = record.memory
    if memory.state is not State.PROPOSED or memory.expires_at is None or memory.expires_at > now:
        return []
    gone = soft_deleted(record, now).changed(purge_at=now)
    meta = {"state": memory.state, "reason": "expired"}
    return [
        changes.save(gone),
        changes.record_history(scope, gone, now, event="TTL", meta=meta),
    ]


def _unused(scope: Scope, record: Record, now: datetime) -> list[changes.Change]:
    memory = record.memory
    last_use = memory.last_accessed or memory.created_at
    keep = memory.pinned or memory.importance >= lifecycle.UNUSED_BELOW or not record.active
    if keep or now - last_use < lifecycle.UNUSED_AFTER:
        return []
    return soft_delete(scope, record, now, reason="unused", event="TTL")


def _archived(scope: Scope, record: Record, now: datetime) -> list[changes.Change]:
    memory = record.memory
    if not record.active or memory.fades_at is None or memory.fades_at > now:
        return []
    faded = record.changed(state=State.ARCHIVED, updated_at=now, fades_at=None)
    audit = changes.record_change(
        scope, faded, now, change="soft_deleted", event="TTL", op="archive", old=memory.content, reason="faded",
        meta={"reason": "faded"},
    )  # fmt: skip
    return [changes.unindex(record, now), changes.save(faded), audit]
