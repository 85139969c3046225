"""What must be known before a draft can be decided?"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from langmem_ext.memory import AUTOMATIC_SOURCES, MemoryDraft
from langmem_ext.namespaces import space_key, split_space_key
from langmem_ext.policies.consent import CONSENT_FIELDS
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import Record, fingerprint, vector_text
from langmem_ext.stores.requests import Operation, Row, Rows, Statement, fetch
from langmem_ext.stores.scope import Scope

APP_ENTRIES = 10
"""Memories of an application's space (spec 002, Context Size Management)."""

_QUERIES = {"category_overflow": "overflow", "space_overflow": "overflow"}


@dataclass(frozen=True, slots=True)
class Target:
    """Say where a write goes. A caller's own key is never merged with another's memory."""

    space: str
    key: str | None = None
    ttl_minutes: float | None = None
    wants_vector: bool = True

    def space_key(self, scope: Scope) -> str:
        """Return the key of the space; a bare `user:ana` lies in the scope's tenant."""
        return self.space if "/" in self.space else space_key(scope.tenant, self.space)


@dataclass(frozen=True, slots=True)
class Job:
    """Carry one judged draft to where it goes."""

    scope: Scope
    draft: MemoryDraft
    target: Target
    vector: list[float] | None
    now: datetime

    @property
    def space(self) -> str:
        """Return the key of the space that is written to."""
        return self.target.space_key(self.scope)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Hold what the database knew when a write was decided."""

    replayed: Row | None
    slot_holder: Record | None
    same_proposal: Record | None
    keyed: Record | None
    neighbours: list[tuple[Record, Row]]
    terms: frozenset[str]
    writes_today: int
    overflow: list[Record] = field(default_factory=list)


def look_around(job: Job, opening: list[Statement]) -> Operation[Surroundings]:
    """Ask everything in one round trip, after the statements that open it."""
    questions = _questions(job)
    statements = [
        Statement(query(_QUERIES.get(name, name)), params) for name, params in questions.items()
    ]
    rows = yield from fetch(*opening, *statements)
    found = dict(zip(questions, rows[len(opening) :], strict=True))
    return Surroundings(
        replayed=next(iter(found.get("find_operation", ())), None),
        slot_holder=_one(found.get("slot_holder")),
        same_proposal=_one(found.get("same_proposal")),
        keyed=_one(found.get("memory_by_key")),
        neighbours=[(Record.read(row), row) for row in found["neighbours"]],
        terms=frozenset(found["terms_of"][0]["terms"] or ()),
        writes_today=found["writes_today"][0]["count"] if "writes_today" in found else 0,
        overflow=_distinct(found.get("category_overflow", []) + found.get("space_overflow", [])),
    )


def _questions(job: Job) -> dict[str, dict[str, Any]]:
    draft, settings = job.draft, job.scope.settings
    keys = {
        "space": job.space,
        "category": draft.category,
        "subjects": subjects(draft),
        "language": settings.language,
        "now": job.now,
    }
    near = {
        **keys,
        "vector": vector_text(job.vector),
        "fingerprint": fingerprint(draft.content),
        "limit": settings.merge.neighbours,
        "links": settings.relations.top_k if settings.relations.enabled else 0,
        "except_id": job.target.key,
    }
    questions: dict[str, dict[str, Any]] = {
        "neighbours": near,
        "terms_of": {**keys, "text": draft.content},
    }
    if draft.operation_id:
        questions["find_operation"] = {**keys, "operation_id": draft.operation_id}
    if draft.slot:
        questions["slot_holder"] = {**keys, "slot": draft.slot}
        if draft.slot in CONSENT_FIELDS:
            questions["same_proposal"] = {**near, "slot": draft.slot}
    if job.target.key:
        questions["memory_by_key"] = {**keys, "id": job.target.key}
    if draft.source in AUTOMATIC_SOURCES:
        questions["writes_today"] = keys
    if cap := job.scope.categories.get(draft.category or "").cap:
        questions["category_overflow"] = {**keys, "full_category": draft.category, "cap": cap}
    if cap := _space_cap(job):
        questions["space_overflow"] = {**keys, "full_category": None, "cap": cap}
    return questions


def _space_cap(job: Job) -> int | None:
    """Return how many memories the space may hold: 10 for an application (spec 002), else as configured."""
    _, space = split_space_key(job.space)
    configured = job.scope.settings.decision.max_entries
    return APP_ENTRIES if space.startswith("app:") else configured


def _distinct(rows: Rows) -> list[Record]:
    return [Record.read(row) for row in {row["uid"]: row for row in rows}.values()]


def subjects(draft: MemoryDraft) -> list[str]:
    """Return whom a draft is about, in the one order that the slot index compares."""
    return sorted(set(draft.subjects))


def _one(rows: Rows | None) -> Record | None:
    return Record.read(rows[0]) if rows else None
