"""What becomes of a memory when the same is said again?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from langmem_ext.memory import Memory, MemoryDraft, Sensitivity, WriteOutcome, strictest
from langmem_ext.policies import lifecycle
from langmem_ext.policies.topics import keywords_anew, title_of
from langmem_ext.stores.operations import changes
from langmem_ext.stores.operations.changes import Decided
from langmem_ext.stores.operations.making import importance
from langmem_ext.stores.operations.surroundings import Job
from langmem_ext.stores.records import Record


def refresh(job: Job, record: Record) -> Decided:
    """The same statement again: strengthen it. Only what a reader would notice is audited."""
    old, draft = record.memory, job.draft
    strength = lifecycle.refreshed_strength(old.strength, old.decay_rate, old.strength_at, job.now)
    noticed = {
        "importance": max(old.importance, importance(job)),
        "source_ids": union(old.source_ids, draft.source_ids),
        "pinned": old.pinned or draft.pinned,
        "sensitivity": _stricter(old, draft),
    }
    rate = 0.0 if noticed["pinned"] else old.decay_rate
    new = record.changed(
        **noticed,
        strength=strength,
        strength_at=job.now,
        decay_rate=rate,
        fades_at=_fades_at(job, strength, rate, old.confidence),
        expires_at=None if noticed["pinned"] else _expires_again(job, record),
    )
    outcome = WriteOutcome(status="unchanged", reason="duplicate", memory=new.memory, previous=old)
    if all(getattr(old, name) == value for name, value in noticed.items()):
        stale = strength > old.strength + 1e-3 or new.memory.expires_at != old.expires_at
        return outcome, [changes.save(new)] if stale else []
    meta = {"refreshed": [name for name, value in noticed.items() if getattr(old, name) != value]}
    audit = changes.record_history(
        job.scope, new, job.now, event="UPDATE", old=old.content, new=old.content, meta=meta
    )
    return outcome, [changes.save(new, record), audit]


def rewrite(job: Job, record: Record, similarity: float | None) -> Decided:
    """The same fact said more fully: the new text stands, the old one goes into the history."""
    old, draft = record.memory, job.draft
    new = record.changed(
        content=draft.content,
        title=draft.title or title_of(draft.content),
        keywords=union(draft.keywords, keywords_anew(old.keywords, old.content, draft.content)),
        tags=union(old.tags, draft.tags),
        importance=max(old.importance, importance(job)),
        confidence=max(old.confidence, draft.confidence),
        source_ids=union(old.source_ids, draft.source_ids),
        sensitivity=_stricter(old, draft),
        stated_by=draft.stated_by or old.stated_by,
        portable=old.portable and draft.portable,
        slot=old.slot or draft.slot,
        strength=1.0,
        strength_at=job.now,
        fades_at=_fades_at(job, 1.0, old.decay_rate, old.confidence),
        event_time=draft.event_time or old.event_time,
        expires_at=_expires_again(job, record),
        updated_at=job.now,
    )
    statements = [
        changes.unindex(record, job.now),
        changes.save(new, record),
        *changes.index(job.scope, new, job.vector, job.now, job.foreseen),
        changes.record_change(
            job.scope, new, job.now, change="updated", event="UPDATE", op="update",
            old=old.content, new=draft.content, sim=similarity, reason="fuller", before=record,
        ),
    ]  # fmt: skip
    return WriteOutcome(
        status="updated", reason="fuller", memory=new.memory, previous=old
    ), statements


def _fades_at(job: Job, strength: float, rate: float, confidence: float) -> datetime | None:
    floor = job.scope.settings.decision.min_relevance_score
    return lifecycle.fades_at(strength, rate, job.now, confidence=confidence, floor=floor)


def _stricter(old: Memory, draft: MemoryDraft) -> Sensitivity:
    """Return the sensitivity of what was said before and of what says it again, the stricter of the two."""
    return strictest(old.sensitivity, draft.sensitivity or old.sensitivity)


def _expires_again(job: Job, record: Record) -> datetime | None:
    """What is said again lives again as long as its type says; an expiry set by a BaseStore ttl stays."""
    if record.ttl_minutes is not None:
        return record.memory.expires_at
    return lifecycle.expiry_of(record.memory, job.now, pinned=record.memory.pinned)


def union(first: Sequence[str], second: Sequence[str]) -> tuple[str, ...]:
    """Return both, each once, in their order."""
    return tuple(dict.fromkeys((*first, *second)))
