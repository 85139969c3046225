"""What must be known before drafts can be decided?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from langmem_ext.memory import AUTOMATIC_SOURCES, MemoryDraft
from langmem_ext.namespaces import split_space_key
from langmem_ext.policies.consent import consent_field, is_benign
from langmem_ext.stores.operations.audience import is_open
from langmem_ext.stores.operations.foreseen import Foreseen
from langmem_ext.stores.operations.rows import as_rows
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import Record, fingerprint
from langmem_ext.stores.requests import Operation, Row, Statement, fetch
from langmem_ext.stores.scope import Scope
from langmem_ext.stores.vectors import HalfVectors, Packed

APP_ENTRIES = 10
"""Memories of an application's space (spec 002, Context Size Management)."""

NOT_LINKED = 2
"""How many of the nearest may get no edge: what is replaced, and what stood under the same key."""

_BEYOND = 2.0
"""A similarity that none reaches: without merge bands only equal texts are the same."""


@dataclass(frozen=True, slots=True)
class Target:
    """Say where a write goes: the key of a space. A caller's own key is never merged with another's memory."""

    space: str
    key: str | None = None
    ttl_minutes: float | None = None
    wants_vector: bool = True


@dataclass(frozen=True, slots=True)
class Job:
    """Carry one judged draft to where it goes."""

    scope: Scope
    draft: MemoryDraft
    target: Target
    vector: Packed | None
    now: datetime
    space: str  # the key of the space that is written to
    foreseen: Foreseen

    @property
    def slot(self) -> tuple[str, str, tuple[str, ...]] | None:
        """Return the place that at most one active memory fills; None for a draft without a slot."""
        draft = self.draft
        return (self.space, draft.slot, tuple(subjects(draft))) if draft.slot else None

    @property
    def cap(self) -> int | None:
        """Return how many memories its category may hold."""
        return self.scope.categories.get(self.draft.category or "").cap

    @property
    def space_cap(self) -> int | None:
        """Return how many memories the space may hold: 10 for an application (spec 002), else as configured."""
        _, space = split_space_key(self.space)
        return APP_ENTRIES if space.startswith("app:") else self.scope.settings.decision.max_entries


@dataclass(frozen=True, slots=True)
class Known:
    """Pair a memory that may say the same with its similarity, and the stemmed words of both texts."""

    record: Record
    similarity: float | None
    terms: frozenset[str]
    asked_terms: frozenset[str]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Hold what the database knew when a write was decided.

    `links` are the nearest memories of the space, most similar first; `kin` tells by bits which of them, and of `more`,
    whoever sees the draft sees as well (migrations/0025); `siblings` and `twins` are drafts of the same set by their
    numbers: those before that are as near as these, with their similarities, and those that may say the same. `waiting`
    are the proposals for the same field.
    """

    replayed: Row | None = None
    slot_holder: Record | None = None
    waiting: tuple[Record, ...] = ()
    keyed: Record | None = None
    known: tuple[Known, ...] = ()
    links: tuple[tuple[UUID, float], ...] = ()
    more: tuple[tuple[UUID, float], ...] = ()
    kin: Callable[[UUID], int] = lambda uid: 0
    siblings: tuple[Sequence[int], Sequence[float]] = ((), ())
    twins: frozenset[int] = frozenset()
    writes_today: int = 0
    overflow: list[Record] = field(default_factory=list)

    def nearest(self) -> Sequence[tuple[UUID, float]]:
        """Return what the draft may be linked to, most similar first, each once."""
        if not self.more:
            return self.links
        return sorted({**dict(self.links), **dict(self.more)}.items(), key=lambda link: -link[1])

    @property
    def best(self) -> float | None:
        """Return the similarity of the nearest memory."""
        return max((similarity for _, similarity in self.links), default=None)

    @property
    def decisive(self) -> set[UUID]:
        """Return the memories that the decision depends on, and may touch."""
        return {record.uid for record in self.records}

    @property
    def records(self) -> list[Record]:
        """Return what is known of these memories; one may stand there twice."""
        named = (self.slot_holder, self.keyed, *self.waiting, *self.overflow)
        return [record for record in (*named, *(known.record for known in self.known)) if record]


def look_around(
    scope: Scope,
    jobs: Sequence[Job],
    opening: Sequence[Statement],
    meanwhile: Callable[[], None] | None = None,
) -> Operation[list[Surroundings]]:
    """Ask everything about some drafts in one round trip, after the statements that open it.

    `meanwhile` is done while the server looks.
    """
    if not jobs:
        yield from fetch(*opening)
        return []
    questions = {name: ask(scope, jobs) for name, ask in _QUESTIONS.items()}
    asked = {name: statement for name, statement in questions.items() if statement}
    rows = yield from fetch(*opening, *asked.values(), meanwhile=meanwhile)
    found = dict(zip(asked, rows[len(opening) :], strict=True))
    today = {row["space"]: row["count"] for row in found.get("writes_today", ())}
    overflow = {row["uid"]: Record.read(row) for row in found.get("overflow", ())}
    by_number = {name: {row["n"]: row for row in found.get(name, ())} for name in _BY_NUMBER}
    waiting = found.get("same_proposals", ())
    return [
        _surroundings(
            {name: rows.get(number) for name, rows in by_number.items()},
            found["neighbours"][number],
            [Record.read(row) for row in waiting if row["n"] == number],
            today.get(job.space, 0),
            list(overflow.values()),
        )
        for number, job in enumerate(jobs)
    ]


_BY_NUMBER = ("find_operations", "slot_holders", "memories_by_key")


def _surroundings(
    own: dict[str, Row | None],
    near: Row,
    waiting: Sequence[Record],
    today: int,
    overflow: list[Record],
) -> Surroundings:
    return Surroundings(
        replayed=own["find_operations"],
        slot_holder=_record(own["slot_holders"]),
        waiting=tuple(waiting),
        keyed=_record(own["memories_by_key"]),
        known=tuple(_known(row) for row in near["known"] or ()),
        links=_pairs(near["links"], near["link_similarities"]),
        more=_pairs(near["more"], near["more_similarities"]),
        kin={
            **dict(zip(near["links"] or (), near["link_kin"] or (), strict=True)),
            **dict(zip(near["more"] or (), near["more_kin"] or (), strict=True)),
        }.__getitem__,
        siblings=(near["siblings"] or (), near["sibling_similarities"] or ()),
        twins=frozenset(near["twins"] or ()),
        writes_today=today,
        overflow=overflow,
    )


def _known(row: Row) -> Known:
    return Known(
        Record.read({**row, "uid": UUID(row["uid"])}),
        row["similarity"],
        frozenset(row["terms"] or ()),
        frozenset(row["asked_terms"] or ()),
    )


def _pairs(keys: list[Any] | None, values: list[float] | None) -> tuple[tuple[Any, float], ...]:
    return tuple(zip(keys or (), values or (), strict=True))


def _record(row: Row | None) -> Record | None:
    return Record.read(row) if row else None


# The questions: each a statement for the drafts that it concerns, None when there is none.

Ask = Callable[[Scope, Sequence[Job]], Statement | None]


def _neighbours(scope: Scope, jobs: Sequence[Job]) -> Statement:
    settings = scope.settings
    rows = [
        {
            "space": job.space,
            "category": job.draft.category,
            "subjects": subjects(job.draft),
            "sensitivity": job.draft.sensitivity or "public",
            "open": is_open(job.draft, job.space),
            "fingerprint": fingerprint(job.draft.content),
            "content": job.draft.content,
            "merges": job.target.key is None,
        }
        for job in jobs
    ]
    params = {
        "rows": as_rows(rows),
        "vectors": HalfVectors([job.vector for job in jobs], scope.vector_oid),
        "embedder": scope.embedder,
        "common": scope.categories.shared_as_json,
        "same_from": scope.bands.update if scope.bands else _BEYOND,
        "limit": reach(scope),
        "linked": settings.relations.top_k + NOT_LINKED,
        "link_min": settings.relations.link_min,
        "language": settings.language,
        "now": jobs[0].now,
    }
    return Statement(query("neighbours"), params)


def kin_of(draft: MemoryDraft, other: MemoryDraft, scope: Scope, space: str) -> int:
    """Tell of another draft of a set what `kin` (queries/memories.sql) tells of a memory."""
    about, same = set(other.subjects), set(other.subjects) == set(draft.subjects)
    sensitivity, open = other.sensitivity or "public", is_open(other, space)
    plain = (sensitivity == "public" and open) or (sensitivity == "personal" and not about)
    alike = sensitivity == (draft.sensitivity or "public") and same
    if not (plain or (alike and open and is_open(draft, space))):
        return int(not about or (open and sensitivity != "sensitive"))
    return 7 if other.category in scope.categories.shared.get(draft.category or "", ()) else 3


def _operations(scope: Scope, jobs: Sequence[Job]) -> Statement | None:
    return _each(
        "find_operations",
        [
            {"n": number, "space": job.space, "operation_id": job.draft.operation_id}
            for number, job in enumerate(jobs)
            if job.draft.operation_id
        ],
    )


def _slots(scope: Scope, jobs: Sequence[Job]) -> Statement | None:
    return _each("slot_holders", [_slot_row(n, job) for n, job in enumerate(jobs) if job.slot])


def _proposals(scope: Scope, jobs: Sequence[Job]) -> Statement | None:
    rows = [
        {**_slot_row(number, job), "category": job.draft.category}
        for number, job in enumerate(jobs)
        if consent_field(job.draft.slot) or is_benign(job.draft.slot, job.draft.category)
    ]
    return _each("same_proposals", rows, now=jobs[0].now)


def _slot_row(number: int, job: Job) -> dict[str, Any]:
    return {
        "n": number,
        "space": job.space,
        "slot": job.draft.slot,
        "subjects": subjects(job.draft),
    }


def _keys(scope: Scope, jobs: Sequence[Job]) -> Statement | None:
    rows = [
        {"n": number, "space": job.space, "category": job.draft.category, "id": job.target.key}
        for number, job in enumerate(jobs)
        if job.target.key is not None
    ]
    return _each("memories_by_key", rows)


def _today(scope: Scope, jobs: Sequence[Job]) -> Statement | None:
    spaces = sorted({job.space for job in jobs if job.draft.source in AUTOMATIC_SOURCES})
    params = {
        "spaces": spaces,
        "now": jobs[0].now,
        "user_id": scope.principal.user_id if scope.principal else None,
        "agent": scope.agent,
    }
    return Statement(query("writes_today"), params) if spaces else None


def _overflow(scope: Scope, jobs: Sequence[Job]) -> Statement | None:
    """Ask for what must give way; a draft whose category or space has a cap is a set of its own."""
    job = jobs[0]
    if not (job.cap or job.space_cap):
        return None
    params = {
        "space": job.space,
        "full_category": job.draft.category,
        "category_cap": job.cap,
        "space_cap": job.space_cap,
        "over": scope.over,
        "spared": list(scope.spared),
        "now": job.now,
    }
    return Statement(query("overflow"), params)


def _each(name: str, rows: list[dict[str, Any]], **params: Any) -> Statement | None:
    return Statement(query(name), {"rows": as_rows(rows), **params}) if rows else None


_QUESTIONS: dict[str, Ask] = {
    "neighbours": _neighbours,
    "find_operations": _operations,
    "slot_holders": _slots,
    "same_proposals": _proposals,
    "memories_by_key": _keys,
    "writes_today": _today,
    "overflow": _overflow,
}


def reach(scope: Scope) -> int:
    """Return how many of the nearest memories count.

    They are more than are linked: the memory that is replaced, and the one under the same key, get no edge.
    """
    return scope.settings.merge.neighbours + scope.settings.relations.top_k + NOT_LINKED


def subjects(draft: MemoryDraft) -> list[str]:
    """Return whom a draft is about, in the one order that the slot index compares."""
    return sorted(set(draft.subjects))


def counted(around: Surroundings, written: int) -> Surroundings:
    """Return surroundings in which some automatic memories of the same set count for today."""
    return replace(around, writes_today=around.writes_today + written) if written else around
