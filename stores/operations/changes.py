"""Of which rows does a change to memories consist?

What is to be written is collected as changes, one row each, and written in sets (`sending`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias
from uuid import UUID

from langmem_ext.entities import Entity, EntityType, lookup_key
from langmem_ext.memory import WriteOutcome, strictest
from langmem_ext.reading.bounds import near
from langmem_ext.stores.operations.audience import is_open, narrows
from langmem_ext.stores.operations.foreseen import Foreseen
from langmem_ext.stores.records import Record, new_id
from langmem_ext.stores.scope import Scope
from langmem_ext.stores.vectors import Vector

SHOWN_TO_ALL = 15
"""The bits of an edge that was drawn on purpose (migrations/0025)."""


@dataclass(frozen=True, slots=True)
class Change:
    """Hold one row for a statement of this name, and the vector that goes with it.

    `narrows` says that others may see what is written than saw it before, and that not all see it.
    """

    query: str
    row: dict[str, Any]
    vector: Vector | None = None
    narrows: bool = False


Decided: TypeAlias = tuple[WriteOutcome, list[Change]]
"""What becomes of a draft, and the changes that do it."""


def save(record: Record, before: Record | None = None) -> Change:
    """Write the row of a memory; `before` is it as it was, where others may see it now."""
    fewer = before is not None and narrows(before.memory, record.memory, record.space)
    return Change("save_memory", record.row(), narrows=fewer)


def release_key(record: Record) -> Change:
    """Let a memory give up the key that a caller chose for it; its id is the store's from now on."""
    memory = record.memory
    row = {"space": record.space, "uid": record.uid, "category": memory.category, "id": memory.id}
    return Change("release_key", row)


def index(
    scope: Scope,
    record: Record,
    vector: Vector | None,
    now: datetime,
    foreseen: Foreseen | None = None,
) -> list[Change]:
    """Make a memory findable, by its words, its vector and whom it names, which may be `foreseen`."""
    memory = record.memory
    row = {
        "space": record.space,
        "corpus": "m",
        "uid": record.uid,
        "category": memory.category,
        "sensitivity": memory.sensitivity,
        "expires_at": memory.expires_at,
        "subjects": memory.subjects,
        "portable": memory.portable,
        "open": is_open(memory, record.space),
        "text": record.indexed_text(),
        "waits": vector is None and record.wants_vector,
        "timed": record.ttl_minutes is not None,
        "happened": memory.event_time or memory.created_at,
        "now": now,
    }
    indexed = Change("index_document", row, vector if record.wants_vector else None)
    return [indexed, *mentions(scope, row, memory.content, memory.subjects, foreseen)]


def index_turn(
    scope: Scope, space: str, uid: UUID, text: str, further: Sequence[str], now: datetime
) -> list[Change]:
    """Make a turn findable, by the `further` parts of a long one too; its vector comes later."""
    row = {
        "space": space,
        "corpus": "t",
        "uid": uid,
        "category": "",
        "sensitivity": "public",
        "expires_at": None,
        "subjects": (),
        "open": True,
        "text": text,
        "further": further,
        "waits": True,
        "timed": False,
        "happened": None,
        "now": now,
    }
    return [Change("index_document", row), *mentions(scope, row, near(text))]


def mentions(
    scope: Scope,
    document: Mapping[str, Any],
    text: str,
    subjects: Sequence[str] = (),
    foreseen: Foreseen | None = None,
) -> list[Change]:
    """Note whom and what a text names, and whom it is about."""
    of = {name: document[name] for name in ("space", "corpus", "uid", "now")}
    return [
        Change(
            "mention",
            {
                **of,
                "key": entity.key,
                "name": entity.name,
                "type": entity.type,
                "aliases": entity.aliases,
            },
        )
        for entity in _entities(scope, text, subjects, foreseen)
    ]


def names_of(scope: Scope, record: Record) -> set[tuple[str, str]]:
    """Return all keys under which a memory names something, each with its space."""
    memory = record.memory
    return {
        (record.space, key)
        for entity in _entities(scope, memory.content, memory.subjects)
        for key in (entity.key, *entity.aliases)
    }


def names_told(scope: Scope, record: Record) -> set[str]:
    """Return all keys of what a memory names by more than one."""
    memory = record.memory
    told = (each for each in _entities(scope, memory.content, memory.subjects) if each.aliases)
    return {key for entity in told for key in (entity.key, *entity.aliases)}


def _entities(
    scope: Scope, text: str, subjects: Sequence[str], foreseen: Foreseen | None = None
) -> list[Entity]:
    about = [Entity(who, EntityType.PERSON, lookup_key(who)) for who in subjects]
    named = foreseen.entities_in(scope, text) if foreseen else scope.entities_in(text)
    return [entity for entity in (*about, *named) if entity.key]


def unindex(record: Record, now: datetime) -> Change:
    """Make a memory unfindable; the record as it was indexed."""
    row = {
        "space": record.space,
        "uid": record.uid,
        "subjects": record.memory.subjects,
        "portable": record.memory.portable,
        "text": record.indexed_text(),
        "content": record.memory.content,
        "now": now,
    }
    return Change("unindex_memory", row)


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
    before: Record | None = None,
) -> Change:
    """Count, log and audit one change: revision, change_log, history and events in one statement.

    `change` is the word of the delta header, `event` the word of the history (spec 004, items 1 and 8). `before` is the
    record of the old text: the audit, which holds both, is as sensitive as the stricter of them.
    """
    row = {
        **_audit(scope, record, now, event, old, new, meta),
        "audit_sensitivity": strictest(
            (before or record).memory.sensitivity, record.memory.sensitivity
        ),
        **_event(scope, op, reason),
        "sim": sim,
        "change": change,
        "text": new if new is not None else (old or record.memory.content),
        "importance": record.memory.importance,
    }
    return Change("record_change", row)


def record_history(
    scope: Scope,
    record: Record,
    now: datetime,
    *,
    event: str,
    old: str | None = None,
    new: str | None = None,
    meta: dict[str, Any] | None = None,
) -> Change:
    """Audit an event without raising the revision."""
    return Change("record_history", _audit(scope, record, now, event, old, new, meta))


def links(
    record: Record,
    edges: Sequence[tuple[UUID, float]],
    now: datetime,
    relation_type: str = "related_to",
    shows: int = SHOWN_TO_ALL,
) -> list[Change]:
    """Draw edges to other memories of the space, each with its strength; `shows` says to whom (migrations/0025)."""
    shared = {"space": record.space, "from_uid": record.uid, "relation_type": relation_type}
    shared |= {"created_at": now, "shows": shows}
    return [
        Change("link", {**shared, "to_uid": uid, "strength": strength}) for uid, strength in edges
    ]


def close_edges(record: Record) -> Change:
    """Remove the edges to the nearest: the memory is seen by others than when they were drawn."""
    return Change("close_edges", {"space": record.space, "uid": record.uid})


def record_refusal(
    scope: Scope,
    space: str,
    now: datetime,
    *,
    reason: str,
    operation_id: str | None,
    category: str | None,
) -> Change:
    """Count a write that a gate refused; never any text of it."""
    row = {
        **_event(scope, "classify", reason),
        "space": space,
        "status": "skipped",
        "category": category,
        "operation_id": operation_id,
        "now": now,
    }
    return Change("record_refusal", row)


def keep_operation(space: str, operation_id: str, category: str, id: str, now: datetime) -> Change:
    """Remember which memory an operation wrote: a repeated one finds itself there and changes nothing."""
    row = {
        "space": space,
        "operation_id": operation_id,
        "category": category,
        "id": id,
        "now": now,
    }
    return Change("keep_operation", row)


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
        "meta": meta or {},
        "now": now,
    }


def _event(scope: Scope, op: str, reason: str | None) -> dict[str, Any]:
    principal = scope.principal
    return {
        "event_id": new_id(),
        "user_id": principal.user_id if principal else None,
        "thread_id": principal.thread_id if principal else None,
        "node": scope.node,
        "op": op,
        "reason": reason,
    }


def actor(scope: Scope) -> str:
    """Return who did it, for the audit: the agent, else the user, else `system` for a trusted internal job."""
    principal = scope.principal
    return (principal.agent or principal.user_id or "system") if principal else "system"
