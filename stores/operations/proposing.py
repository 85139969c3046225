"""What waits for the user's consent or a second signal, and what no longer needs to?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from langmem_ext.memory import Memory, State, WriteOutcome
from langmem_ext.policies.consent import (
    agrees,
    consent_field,
    needs_consent,
    needs_second_signal,
)
from langmem_ext.policies.merge import same_text
from langmem_ext.stores.operations import changes
from langmem_ext.stores.operations.changes import Change, Decided
from langmem_ext.stores.operations.making import new_record
from langmem_ext.stores.operations.repeating import union
from langmem_ext.stores.operations.surroundings import Job, Surroundings
from langmem_ext.stores.operations.vanishing import soft_delete
from langmem_ext.stores.records import Record

PROPOSAL_LIFE = timedelta(days=7)
"""How long a proposed change waits for consent (spec 004, item 10)."""


def lacks_consent(job: Job, holder: Record | None) -> bool:
    """Tell whether a field that only the user may change would be changed without a word of the user's."""
    return job.scope.settings.consent.required and needs_consent(
        job.draft.slot,
        filled=holder is not None,
        user_requested=job.draft.user_requested,
        source=job.draft.source,
    )


def lacks_signal(job: Job, around: Surroundings) -> bool:
    """Tell whether a benign field was inferred, and no other signal has said the same (memory model, Writing, 5)."""
    draft = job.draft
    stated = draft.confidence if "confidence" in draft.model_fields_set else None
    if not job.scope.settings.consent.required or not needs_second_signal(
        draft.slot,
        draft.category,
        user_requested=draft.user_requested,
        source=draft.source,
        confidence=stated,
    ):
        return False
    return all(_is_same_signal(job, each.memory) for each in agreeing(job, around))


def agreeing(job: Job, around: Surroundings) -> list[Record]:
    """Return the proposals that say what this draft says."""
    return [each for each in around.waiting if agrees(each.memory.content, job.draft.content)]


def with_evidence(job: Job, around: Surroundings) -> Job:
    """Add what the signals before came from to what this one comes from."""
    before = [id for each in agreeing(job, around) for id in each.memory.source_ids]
    if not before:
        return job
    together = union(before, job.draft.source_ids)
    return replace(job, draft=job.draft.model_copy(update={"source_ids": together}))


def _is_same_signal(job: Job, waiting: Memory) -> bool:
    """One message is one signal, however often it is read."""
    return bool(waiting.source_ids) and set(job.draft.source_ids) <= set(waiting.source_ids)


def propose(
    job: Job, holder: Record | None, waiting: Sequence[Record], *, reason: str = "consent"
) -> Decided:
    """Queue a change until the user agrees or a second signal does, once (gate 5)."""
    slot = job.draft.slot
    field = consent_field(slot) or slot or job.draft.category
    detail = f"a change of {field} waits for " + _AWAITED[reason]
    previous = holder.memory if holder else None
    same = next(
        (each for each in waiting if same_text(each.memory.content, job.draft.content)), None
    )
    if same is not None:
        return _proposed(same, previous, reason, detail), []
    keyless = replace(job, target=replace(job.target, key=None))
    record = new_record(keyless).changed(
        state=State.PROPOSED, expires_at=job.now + PROPOSAL_LIFE, fades_at=None
    )
    meta = {"proposed": True, "replaces": previous.id if previous else None}
    audit = changes.record_history(job.scope, record, job.now, event="ADD", meta=meta)
    return _proposed(record, previous, reason, detail), [changes.save(record), audit]


_AWAITED = {"consent": "the user's consent", "signal": "a second signal that agrees"}


def _proposed(record: Record, previous: Memory | None, reason: str, detail: str) -> WriteOutcome:
    return WriteOutcome(
        status="proposed", reason=reason, memory=record.memory, previous=previous, detail=detail
    )


def settle(job: Job, around: Surroundings, outcome: WriteOutcome) -> list[Change]:
    """Drop the proposals that a write has made pointless: their slot is settled, or they are said now."""
    if outcome.status not in ("created", "updated", "superseded", "unchanged"):
        return []
    known = outcome.status == "unchanged" and not job.draft.user_requested
    governed = consent_field(job.draft.slot) is not None
    slot_settled = governed and not known and outcome.reason != "older"
    done = around.waiting if slot_settled else agreeing(job, around)
    return [
        change
        for each in done
        for change in soft_delete(job.scope, each, job.now, reason="settled")
    ]
