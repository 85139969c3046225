"""How is a memory written?

Two round trips: one locks the space and reads what the decision needs, one writes what was decided (memory model,
Writing).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from langmem_ext.errors import InvalidMemory
from langmem_ext.memory import MemoryDraft, WriteOutcome
from langmem_ext.policies.gates import Rules, judge
from langmem_ext.policies.writing import Rejection
from langmem_ext.stores import jsonb
from langmem_ext.stores.operations import changes
from langmem_ext.stores.operations.decisions import decide
from langmem_ext.stores.operations.surroundings import Job, Target, look_around
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import Record
from langmem_ext.stores.requests import Operation, Row, Statement, embed, fetch
from langmem_ext.stores.scope import Scope

BULK = 100
"""From this many memories at once the planner's statistics are renewed: a fresh database has none."""


def remember(scope: Scope, draft: MemoryDraft) -> Operation[WriteOutcome]:
    """Write one memory through every gate."""
    outcomes = yield from remember_many(scope, [draft])
    return outcomes[0]


def remember_many(scope: Scope, drafts: Sequence[MemoryDraft]) -> Operation[list[WriteOutcome]]:
    """Write several memories in one transaction; each sees those before it."""
    targets = [Target(scope.home(draft.space)) for draft in drafts]
    return (yield from write(scope, list(zip(drafts, targets, strict=True))))


def write(
    scope: Scope, wanted: Sequence[tuple[MemoryDraft, Target]]
) -> Operation[list[WriteOutcome]]:
    """Judge, embed and write drafts to their targets; the outcomes stand in the same order."""
    prepared = prepare(scope, wanted)
    vectors = yield from embed(prepared.texts)
    return (yield from apply(scope, prepared, vectors, scope.clock()))


@dataclass(frozen=True, slots=True)
class Prepared:
    """Hold drafts that have been judged, and what must be embedded before any statement is sent."""

    wanted: list[tuple[MemoryDraft, Target]]
    verdicts: list[MemoryDraft | Rejection]

    @property
    def texts(self) -> list[str]:
        """Return the texts to embed, in the order that `apply` expects their vectors."""
        return [verdict.content for verdict, target in self._to_embed()]

    def _to_embed(self) -> list[tuple[MemoryDraft, Target]]:
        return [
            (verdict, target)
            for verdict, (_, target) in zip(self.verdicts, self.wanted, strict=True)
            if isinstance(verdict, MemoryDraft) and target.wants_vector
        ]

    def spaces(self, scope: Scope) -> list[str]:
        """Return the keys of the spaces that are written to."""
        return [target.space_key(scope) for _, target in self.wanted]

    def require_accepted(self) -> None:
        """Raise InvalidMemory for the first draft that a gate refused."""
        for verdict in self.verdicts:
            if isinstance(verdict, Rejection):
                raise InvalidMemory(f"refused ({verdict.reason}): {verdict.detail}", verdict.reason)


def prepare(scope: Scope, wanted: Sequence[tuple[MemoryDraft, Target]]) -> Prepared:
    """Hold drafts to the gates that need no database; nothing is sent."""
    for draft, _ in wanted:
        if fault := jsonb.fault(draft.extra):
            raise InvalidMemory(
                f"the fields of the caller's own cannot be kept: {fault}; use JSON values"
            )
    rules = Rules(scope.categories, scope.agent)
    return Prepared(list(wanted), [judge(draft, rules) for draft, _ in wanted])


def apply(
    scope: Scope,
    prepared: Prepared,
    vectors: Sequence[list[float] | None],
    now: datetime,
    *,
    locked: bool = False,
) -> Operation[list[WriteOutcome]]:
    """Write prepared drafts; `locked` says that the caller holds their spaces already."""
    remaining = iter(vectors)
    opening = [] if locked else open_spaces(prepared.spaces(scope), now)
    outcomes = []
    for verdict, (draft, target) in zip(prepared.verdicts, prepared.wanted, strict=True):
        if isinstance(verdict, Rejection):
            outcome = yield from _reject(scope, draft, target, verdict, now, opening)
        else:
            vector = next(remaining) if target.wants_vector else None
            outcome = yield from _perform(Job(scope, verdict, target, vector, now), opening)
        opening = []
        outcomes.append(outcome)
    if len(outcomes) >= BULK:
        yield from fetch(Statement(query("refresh_statistics")))
    return outcomes


def open_spaces(spaces: Sequence[str], now: datetime) -> list[Statement]:
    """Return the statements that create and lock spaces, in an order that cannot deadlock."""
    names = sorted(set(spaces))
    return [
        Statement(query("ensure_space"), {"spaces": names, "now": now}),
        Statement(query("lock_space"), {"spaces": names}),
    ]


def _reject(
    scope: Scope,
    draft: MemoryDraft,
    target: Target,
    verdict: Rejection,
    now: datetime,
    opening: list[Statement],
) -> Operation[WriteOutcome]:
    event = changes.record_refusal(
        scope, target.space_key(scope), now, reason=verdict.reason, operation_id=draft.operation_id,
        category=draft.category if draft.category in scope.categories.by_name else None,
    )  # fmt: skip
    yield from fetch(*opening, event)
    return WriteOutcome(status="rejected", reason=verdict.reason, detail=verdict.detail)


def _perform(job: Job, opening: list[Statement]) -> Operation[WriteOutcome]:
    """Read the surroundings, decide, write."""
    around = yield from look_around(job, opening)
    if around.replayed is not None:
        return _replay(around.replayed)
    outcome, statements = decide(job, around)
    statements += _keep_operation(job, outcome)
    if statements:
        yield from fetch(*statements)
    return outcome


def _keep_operation(job: Job, outcome: WriteOutcome) -> list[Statement]:
    if job.draft.operation_id is None or outcome.memory is None:
        return []
    params = {
        "space": job.space,
        "operation_id": job.draft.operation_id,
        "category": outcome.memory.category,
        "id": outcome.memory.id,
        "now": job.now,
    }
    return [Statement(query("keep_operation"), params)]


def _replay(row: Row) -> WriteOutcome:
    memory = Record.read(row).memory if row["uid"] is not None else None
    return WriteOutcome(status="unchanged", reason="replay", memory=memory)
