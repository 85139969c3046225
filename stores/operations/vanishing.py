"""How does a memory go out of sight?"""

from __future__ import annotations

from datetime import datetime

from langmem_ext.memory import State
from langmem_ext.policies import lifecycle
from langmem_ext.stores.operations import changes
from langmem_ext.stores.operations.changes import Change
from langmem_ext.stores.records import Record
from langmem_ext.stores.scope import Scope

LOSER_CONFIDENCE = 0.3
"""Belief in a statement that lost a conflict (memory model, What a memory is)."""


def soft_deleted(record: Record, now: datetime) -> Record:
    """Return a memory as it is once it was forgotten or has expired."""
    return record.changed(
        state=State.SOFT_DELETED,
        updated_at=now,
        purge_at=now + lifecycle.PURGE_AFTER,
        fades_at=None,
        expires_at=None,
    )


def soft_delete(
    scope: Scope, record: Record, now: datetime, *, reason: str, event: str = "DELETE"
) -> list[Change]:
    """Take a memory out of sight; it can be restored until it is purged (memory model, Lifecycle)."""
    gone = soft_deleted(record, now)
    if record.memory.state in (State.PROPOSED, State.SUPERSEDED):  # nobody sees it: nothing to tell
        meta = {"state": record.memory.state, "reason": reason}
        return [
            changes.save(gone),
            changes.record_history(scope, gone, now, event=event, meta=meta),
        ]
    unindex = [changes.unindex(record, now)] if record.active else []
    audit = changes.record_change(
        scope, gone, now, change="soft_deleted", event=event, op="delete",
        old=record.memory.content, reason=reason, meta={"reason": reason},
    )  # fmt: skip
    return [*unindex, changes.save(gone), audit]


def close(scope: Scope, record: Record, now: datetime, *, since: datetime) -> list[Change]:
    """End a memory that nothing takes the place of: no longer true from `since`, and no longer found."""
    ended = record.changed(
        state=State.SUPERSEDED,
        confidence=min(record.memory.confidence, LOSER_CONFIDENCE),
        valid_until=since,
        updated_at=now,
        expires_at=None,
        fades_at=None,
    )
    audit = changes.record_change(
        scope, ended, now, change="deleted", event="UPDATE", op="end",
        old=record.memory.content, reason="ended", meta={"valid_until": since.isoformat()},
    )  # fmt: skip
    return [changes.unindex(record, now), changes.save(ended), audit]


def supersede(
    scope: Scope, holder: Record, now: datetime, *, successor: str, since: datetime
) -> list[Change]:
    """Let another memory take the place of one: no longer true from `since`, and no longer found."""
    old = holder.changed(
        state=State.SUPERSEDED,
        confidence=min(holder.memory.confidence, LOSER_CONFIDENCE),
        superseded_by=(successor,),
        valid_until=since,
        updated_at=now,
        expires_at=None,
        fades_at=None,
    )
    audit = changes.record_history(
        scope,
        old,
        now,
        event="UPDATE",
        old=holder.memory.content,
        meta={"superseded_by": successor},
    )
    return [changes.unindex(holder, now), changes.save(old), audit]
