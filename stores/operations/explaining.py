"""What would become of a statement, and why?

The gates are asked in their order, the database is read, and nothing is written.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal
from uuid import UUID

from langmem_ext.memory import AUTOMATIC_SOURCES, Memory, MemoryDraft, Sensitivity, WriteOutcome
from langmem_ext.namespaces import space_key
from langmem_ext.policies import merge
from langmem_ext.policies.consent import consent_field, is_benign
from langmem_ext.policies.gates import GATES, MAX_LABEL
from langmem_ext.policies.merge import Wording
from langmem_ext.policies.writing import LONG_KINDS, MAX_CONTENT, MAX_LONG_CONTENT, Rejection
from langmem_ext.stores.operations.decisions import decide
from langmem_ext.stores.operations.foreseen import Foreseen
from langmem_ext.stores.operations.giving_way import parted
from langmem_ext.stores.operations.surroundings import Job, Surroundings, Target, look_around
from langmem_ext.stores.operations.write import SWITCHED_OFF, rules_of
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import Record
from langmem_ext.stores.requests import Operation, Statement, embed, fetch
from langmem_ext.stores.scope import Scope
from langmem_ext.stores.vectors import packed

Verdict = Literal["passes", "refuses", "decides"]


@dataclass(frozen=True, slots=True)
class Gate:
    """Say what one gate does with a statement; a gate that refuses or decides is the last that counts."""

    name: str
    verdict: Verdict
    why: str


@dataclass(frozen=True, slots=True)
class Explained:
    """Hold what would become of a statement, gate by gate; `content` is None for one that is refused."""

    status: str
    reason: str | None
    content: str | None
    gates: tuple[Gate, ...]
    previous: Memory | None = None
    neighbour: Memory | None = None
    similarity: float | None = None


def explain(scope: Scope, draft: MemoryDraft) -> Operation[Explained]:
    """Return what writing a draft would do, and what each gate says to it; nothing is written."""
    gates: list[Gate] = []
    verdict = _judge(scope, draft, gates)
    if isinstance(verdict, Rejection):
        return Explained("rejected", verdict.reason, None, tuple(gates))
    vectors = yield from embed([verdict.content])
    target = Target(space_key(scope.tenant, scope.home(draft.space)))
    foreseen = Foreseen(scope, verdict.content)
    job = Job(scope, verdict, target, packed(vectors[0]), scope.clock(), target.space, foreseen)
    (everything,) = yield from look_around(scope, [job], [])
    outcome, _ = decide(job, everything)
    around, _ = parted(everything)
    near = yield from _nearest(job, around)
    gates += [_consent(job, outcome), _slot(job, around, outcome), _bands(job, near, outcome)]
    gates += [_caps(job, around, outcome), _privacy(verdict)]
    known = near if near and outcome.status != "superseded" else None
    return Explained(
        outcome.status,
        outcome.reason,
        None if outcome.status == "rejected" else verdict.content,
        tuple(gates),
        outcome.previous,
        known.record.memory if known else None,
        near.similarity if near else None,
    )


# --- the gates that need no database -------------------------------------------------------------


def _judge(scope: Scope, draft: MemoryDraft, gates: list[Gate]) -> MemoryDraft | Rejection:
    if not scope.settings.long_term_enabled:
        gates.append(Gate("switch", "refuses", SWITCHED_OFF.detail))
        return SWITCHED_OFF
    rules = rules_of(scope)
    for name, gate in GATES.items():
        verdict = gate(draft, rules)
        if isinstance(verdict, Rejection):
            gates.append(Gate(name, "refuses", verdict.detail))
            return verdict
        gates.append(Gate(name, "passes", _passed(name, scope, draft, verdict)))
        draft = verdict
    return draft


def _passed(name: str, scope: Scope, before: MemoryDraft, after: MemoryDraft) -> str:
    if name == "secrets":
        return "no secret is in it"
    if name == "special data":
        asked = (
            after.sensitivity is Sensitivity.SENSITIVE
            and before.sensitivity is not after.sensitivity
        )
        return "asked for explicitly: kept as sensitive" if asked else "none is in it"
    if name == "category":
        how = "inferred" if before.category is None else "given"
        whose = f"in the allowlist of {scope.agent}" if scope.agent else "no agent restricts it"
        return f"{after.category} ({how}); {whose}"
    limit = MAX_LONG_CONTENT if after.kind in LONG_KINDS else MAX_CONTENT
    return f"{len(after.content)} of {limit} characters, labels within {MAX_LABEL}"


# --- what the database knows ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Near:
    """Hold the memory that comes nearest, and what the bands say to the pair."""

    record: Record
    similarity: float | None
    decision: merge.MergeDecision = field(repr=False)


def _nearest(job: Job, around: Surroundings) -> Operation[Near | None]:
    """Return the memory that the write would merge with, else the nearest one of the space."""
    judged = []
    for known in around.known:
        new = Wording(job.draft.content, known.asked_terms)
        old = Wording(known.record.memory.content, known.terms)
        decision = merge.decide(new, old, known.similarity, job.scope.bands)
        judged.append(Near(known.record, known.similarity, decision))
    merging = [each for each in judged if each.decision.merges] or judged
    if merging:
        return merging[0]
    for uid, similarity in around.links:
        record = yield from _record(job.space, uid)
        if record is not None:  # it may be one that who asks may not know of
            new, old = Wording(job.draft.content), Wording(record.memory.content)
            return Near(record, similarity, merge.decide(new, old, similarity, job.scope.bands))
    return None


def _record(space: str, uid: UUID) -> Operation[Record | None]:
    params = {"key_spaces": [space], "uids": [uid]}
    (rows,) = yield from fetch(Statement(query("reread"), params))
    return Record.read(rows[0]) if rows else None


def _consent(job: Job, outcome: WriteOutcome) -> Gate:
    draft = job.draft
    if outcome.status == "proposed":
        return Gate("consent", "decides", outcome.detail or "it waits for the user's consent")
    if consent_field(draft.slot):
        return Gate("consent", "passes", f"{draft.slot} is a consent field; the user said so")
    if is_benign(draft.slot, draft.category):
        return Gate("consent", "passes", "a benign field, and sure enough")
    return Gate("consent", "passes", "no consent field")


def _slot(job: Job, around: Surroundings, outcome: WriteOutcome) -> Gate:
    slot, holder = job.draft.slot, around.slot_holder
    if slot is None:
        return Gate("slot", "passes", "it fills no slot")
    if outcome.status == "superseded":
        return Gate(
            "slot", "decides", f"{slot} is filled: the new value takes the place of the old one"
        )
    if holder is not None and outcome.status == "unchanged":
        why = "by a later one" if outcome.reason == "older" else "by the same value"
        return Gate("slot", "decides", f"{slot} is filled {why}")
    return Gate("slot", "passes", f"{slot} is {'filled' if holder else 'free'}")


def _bands(job: Job, near: Near | None, outcome: WriteOutcome) -> Gate:
    if near is None:
        return Gate("merge", "passes", "nothing comes near")
    how = f" at {near.similarity:.2f}" if near.similarity is not None else ""
    decision = near.decision
    why = f"the nearest memory{how}: band {decision.band.value} ({decision.reason})"
    memory = near.record.memory
    if decision.merges and memory.category != job.draft.category:
        return Gate("merge", "passes", f"{why}, but of category {memory.category}")
    merged = outcome.status in ("updated", "unchanged") and job.draft.slot is None
    return Gate("merge", "decides" if merged else "passes", why)


def _caps(job: Job, around: Surroundings, outcome: WriteOutcome) -> Gate:
    if outcome.reason == "cap":
        return Gate("caps", "refuses", outcome.detail or "no more automatic memories today")
    gone = [each for each in (job.cap, job.space_cap) if each]
    room = f"; room for {min(gone)}, {len(around.overflow)} must give way" if gone else ""
    if job.draft.source not in AUTOMATIC_SOURCES:
        return Gate("caps", "passes", f"does not count for the daily cap{room}")
    most = job.scope.settings.decision.max_writes_per_day
    return Gate("caps", "passes", f"{around.writes_today} of {most} automatic memories today{room}")


def _privacy(draft: MemoryDraft) -> Gate:
    sensitivity = draft.sensitivity or Sensitivity.PUBLIC
    shown = "not shown" if sensitivity is Sensitivity.SENSITIVE else "may be shown"
    where = "" if draft.portable else "; only where it was learned"
    return Gate("privacy", "passes", f"{sensitivity.value}: {shown} where others read along{where}")
