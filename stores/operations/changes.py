"""Which statements does a change to a memory consist of?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb

from langmem_ext.stores.queries import query
from langmem_ext.stores.records import Record, new_id, vector_text
from langmem_ext.stores.requests import Statement
from langmem_ext.stores.scope import Scope


def save(record: Record) -> Statement:
    """Write the row of a memory."""
    return Statement(query("save_memory"), record.params())


def index(scope: Scope, record: Record, vector: list[float] | None) -> Statement:
    """Make a memory findable."""
    memory = record.memory
    params = {
        "space": record.space,
        "corpus": "m",
        "uid": record.uid,
        "category": memory.category,
        "sensitivity": memory.sensitivity,
        "expires_at": memory.expires_at,
        "subjects": list(memory.subjects),
        "text": record.indexed_text(),
        "vector": vector_text(vector) if record.wants_vector else None,
        "waits": vector is None and record.wants_vector,
        "language": scope.settings.language,
    }
    return Statement(query("index_document"), params)


def unindex(scope: Scope, record: Record) -> Statement:
    """Make a memory unfindable; the record as it was indexed."""
    params = {
        "space": record.space,
        "uid": record.uid,
        "text": record.indexed_text(),
        "language": scope.settings.language,
    }
    return Statement(query("unindex_memory"), params)


def record_change(
    scope: Scope,
    record: Record,
    now: datetime,
    *,
    change: str,
    event: str,
    op: str,
    old: str | None = None,
    new: str | None = None,
    sim: float | None = None,
    reason: str | None = None,
    meta: dict[str, Any] | None = None,
) -> Statement:
    """Count, log and audit one change: revision, change_log, history and events in one statement.

    `change` is the word of the delta header, `event` the word of the history (spec 004, items 1 and 8).
    """
    params = {
        **_audit(scope, record, now, event, old, new, meta),
        **_event(scope, op, reason, sim),
        "change": change,
        "text": new if new is not None else (old or record.memory.content),
        "importance": record.memory.importance,
    }
    return Statement(query("record_change"), params)


def record_history(
    scope: Scope,
    record: Record,
    now: datetime,
    *,
    event: str,
    old: str | None = None,
    new: str | None = None,
    meta: dict[str, Any] | None = None,
) -> Statement:
    """Audit an event without raising the revision."""
    return Statement(query("record_history"), _audit(scope, record, now, event, old, new, meta))


def link(
    record: Record,
    edges: Sequence[tuple[UUID, float]],
    now: datetime,
    relation_type: str = "related_to",
) -> Statement:
    """Draw edges to other memories of the space, each with its strength."""
    params = {
        "space": record.space,
        "uid": record.uid,
        "to_uids": [uid for uid, _ in edges],
        "strengths": [strength for _, strength in edges],
        "relation_type": relation_type,
        "now": now,
    }
    return Statement(query("link"), params)


def record_refusal(
    scope: Scope,
    space: str,
    now: datetime,
    *,
    reason: str,
    operation_id: str | None,
    category: str | None,
) -> Statement:
    """Count a write that a gate refused; never any text of it."""
    params = {
        **_event(scope, "classify", reason, None),
        "space": space,
        "status": "skipped",
        "memory_id": None,
        "category": category,
        "operation_id": operation_id,
        "now": now,
    }
    return Statement(query("record_refusal"), params)


def _audit(
    scope: Scope,
    record: Record,
    now: datetime,
    event: str,
    old: str | None,
    new: str | None,
    meta: dict[str, Any] | None,
) -> dict[str, Any]:
    return {
        "space": record.space,
        "uid": record.uid,
        "memory_id": record.memory.id,
        "category": record.memory.category,
        "sensitivity": record.memory.sensitivity,
        "history_id": new_id(),
        "event": event,
        "old": old,
        "new": new,
        "actor": actor(scope),
        "meta": Jsonb(meta or {}),
        "now": now,
    }


def _event(scope: Scope, op: str, reason: str | None, sim: float | None) -> dict[str, Any]:
    principal = scope.principal
    return {
        "event_id": new_id(),
        "user_id": principal.user_id if principal else None,
        "thread_id": principal.thread_id if principal else None,
        "node": scope.node,
        "op": op,
        "reason": reason,
        "sim": sim,
    }


def actor(scope: Scope) -> str:
    """Return who did it, for the audit: the agent, else the user, else `system` for a trusted internal job."""
    principal = scope.principal
    return (principal.agent or principal.user_id or "system") if principal else "system"
