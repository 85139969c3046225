"""What becomes of a draft that passed the gates?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from langmem_ext.memory import (
    AUTOMATIC_SOURCES,
    Memory,
    MemoryDraft,
    Sensitivity,
    State,
    Status,
    WriteOutcome,
    strictest,
)
from langmem_ext.policies import lifecycle, merge
from langmem_ext.policies.consent import (
    CONSENT_FIELDS,
    agrees,
    needs_consent,
    needs_second_signal,
)
from langmem_ext.policies.merge import Band, Wording, same_text
from langmem_ext.policies.topics import title_of
from langmem_ext.stores.operations import changes
from langmem_ext.stores.operations.changes import Change
from langmem_ext.stores.operations.giving_way import parted, put_aside
from langmem_ext.stores.operations.making import importance, new_record
from langmem_ext.stores.operations.surroundings import Job, Known, Surroundings
from langmem_ext.stores.operations.vanishing import soft_delete, supersede
from langmem_ext.stores.records import Record

PROPOSAL_LIFE = timedelta(days=7)
"""How long a proposed change waits for consent (spec 004, item 10)."""

Decided: TypeAlias = tuple[WriteOutcome, list[Change]]


def decide(job: Job, around: Surroundings) -> Decided:
    """Return what a judged draft does, and the changes that do it."""
    around, expired = _without_expired(job, around)
    open, secret = parted(around)
    outcome, made = _choose(job, open)
    aside = put_aside(job, secret, outcome)
    settled = _settle(job, open, outcome)
    return outcome, [*expired, *aside, *_make_room(job, open, outcome), *made, *settled]


def _choose(job: Job, around: Surroundings) -> Decided:
    """Pass the gates that need the database, in their order (memory model, Writing, 5 to 8)."""
    holder = around.slot_holder
    if holder is not None and around.keyed is not None and holder.uid == around.keyed.uid:
        holder = None
    if holder and job.target.key is None and same_text(holder.memory.content, job.draft.content):
        return _refresh(job, holder)
    if holder and _is_older(job, holder.memory):
        detail = "what is known is of a later date than this"
        return WriteOutcome(
            status="unchanged", reason="older", memory=holder.memory, detail=detail
        ), []
    if _needs_consent(job, holder):
        return _propose(job, holder, around.waiting)
    if _needs_signal(job, around):
        return _await_signal(job, holder, around)
    job = _with_evidence(job, around)
    if around.keyed is not None:
        return _overwrite(job, around.keyed, holder, around)
    if holder is not None:
        return _supersede(job, holder, around)
    if job.target.key is None and (merged := _merge(job, around)) is not None:
        return merged
    if _over_daily_cap(job, around):
        return _refuse_over_cap(job, around)
    return _create(job, around)


def _is_older(job: Job, known: Memory) -> bool:
    """Tell whether a draft is of an earlier date than what fills its slot; without dates the later word counts."""
    said, since = job.draft.valid_from or job.draft.event_time, known.valid_from or known.event_time
    return said is not None and since is not None and said < since


def _needs_consent(job: Job, holder: Record | None) -> bool:
    return job.scope.settings.consent.required and needs_consent(
        job.draft.slot,
        filled=holder is not None,
        user_requested=job.draft.user_requested,
        source=job.draft.source,
    )


def _needs_signal(job: Job, around: Surroundings) -> bool:
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
    return all(_is_same_signal(job, each.memory) for each in _agreeing(job, around))


def _agreeing(job: Job, around: Surroundings) -> list[Record]:
    return [each for each in around.waiting if agrees(each.memory.content, job.draft.content)]


def _with_evidence(job: Job, around: Surroundings) -> Job:
    """Add what the signals before came from to what this one comes from."""
    before = [id for each in _agreeing(job, around) for id in each.memory.source_ids]
    if not before:
        return job
    together = _union(before, job.draft.source_ids)
    return replace(job, draft=job.draft.model_copy(update={"source_ids": together}))


def _is_same_signal(job: Job, waiting: Memory) -> bool:
    """One message is one signal, however often it is read."""
    return bool(waiting.source_ids) and set(job.draft.source_ids) <= set(waiting.source_ids)


def _settle(job: Job, around: Surroundings, outcome: WriteOutcome) -> list[Change]:
    """Drop the proposals that a write has made pointless: their slot is settled, or they are said now."""
    if outcome.status not in ("created", "updated", "superseded", "unchanged"):
        return []
    known = outcome.status == "unchanged" and not job.draft.user_requested
    slot_settled = job.draft.slot in CONSENT_FIELDS and not known and outcome.reason != "older"
    done = around.waiting if slot_settled else _agreeing(job, around)
    return [
        change
        for each in done
        for change in soft_delete(job.scope, each, job.now, reason="settled")
    ]


def _over_daily_cap(job: Job, around: Surroundings) -> bool:
    cap = job.scope.settings.decision.max_writes_per_day
    return job.draft.source in AUTOMATIC_SOURCES and around.writes_today >= cap


def _merge(job: Job, around: Surroundings) -> Decided | None:
    """Return what the merge bands decide for the memories that may say the same, None for a new one (gate 7)."""
    rewrite: Known | None = None
    for known in around.known:
        new = Wording(job.draft.content, known.asked_terms)
        old = Wording(known.record.memory.content, known.terms)
        decision = merge.decide(new, old, known.similarity, job.scope.bands)
        if decision.band is Band.AUTO:
            return _refresh(job, known.record)
        if decision.band is Band.UPDATE and rewrite is None:
            rewrite = known
    return _rewrite(job, rewrite.record, rewrite.similarity) if rewrite else None


# What each decision writes.


def _refuse_over_cap(job: Job, around: Surroundings) -> Decided:
    detail = f"{around.writes_today} automatic memories today are the most a user gets"
    event = changes.record_refusal(
        job.scope, job.space, job.now, reason="cap", operation_id=None, category=job.draft.category
    )  # fmt: skip
    return WriteOutcome(status="rejected", reason="cap", detail=detail), [event]


def _create(job: Job, around: Surroundings) -> Decided:
    record = new_record(job)
    statements = _appear(job, record, around, "created", "ADD", op="create")
    return WriteOutcome(status="created", memory=record.memory), statements


def _supersede(job: Job, holder: Record, around: Surroundings) -> Decided:
    """A new value for a filled slot takes the place of the old one; the thread is told of one update (gate 6)."""
    since = job.draft.valid_from or job.draft.event_time or job.now
    record = new_record(job)
    record = record.changed(supersedes=(holder.memory.id,), valid_from=since)
    gone = supersede(job.scope, holder, job.now, successor=record.memory.id, since=since)
    statements = [
        *gone,
        *_appear(
            job,
            record,
            around,
            "updated",
            "ADD",
            op="update",
            meta={"supersedes": holder.memory.id},
        ),
    ]
    outcome = WriteOutcome(
        status="superseded", reason="slot", memory=record.memory, previous=holder.memory
    )
    return outcome, statements


def _overwrite(job: Job, keyed: Record, holder: Record | None, around: Surroundings) -> Decided:
    """Replace what stands under the caller's key, in whatever state it is."""
    alive = keyed.active and not keyed.expired(job.now)
    record = new_record(job, uid_of=keyed, since=keyed.memory.created_at if alive else job.now)
    if alive:
        record = _as_before(record, keyed.memory, job.draft)
    if alive and _says_the_same(keyed, record):
        return WriteOutcome(status="unchanged", reason="duplicate", memory=keyed.memory), []
    statements = [changes.unindex(keyed, job.now)] if keyed.active else []
    if _audience(keyed.memory) != _audience(record.memory):
        statements += [changes.close_edges(keyed), *_links(job, record, around)]
    since = job.draft.valid_from or job.draft.event_time or job.now
    if holder is not None:
        record = record.changed(supersedes=(holder.memory.id,), valid_from=since)
        statements += supersede(job.scope, holder, job.now, successor=record.memory.id, since=since)
    statements += [
        changes.save(record),
        *changes.index(job.scope, record, job.vector, job.now),
        changes.record_change(
            job.scope, record, job.now, change="updated" if alive else "created",
            event="UPDATE" if alive else "ADD", op="update" if alive else "create",
            old=keyed.memory.content if alive else None, new=record.memory.content,
            before=keyed if alive else None,
        ),
    ]  # fmt: skip
    status: Status = "updated" if alive else "created"
    previous = keyed.memory if alive else None
    return WriteOutcome(status=status, memory=record.memory, previous=previous), statements


def _audience(memory: Memory) -> tuple[Any, ...]:
    """Return what decides who may see a memory."""
    said = memory.stated_by or memory.user_id
    return memory.sensitivity, set(memory.subjects), said, memory.learned_in


def _as_before(record: Record, old: Memory, draft: MemoryDraft) -> Record:
    """Keep what a put does not state: where the memory came from, what it replaced, that it was confirmed.

    A title that was made of the old text gives way to one made of the new.
    """
    made = draft.title is not None and draft.title == title_of(old.content)
    confirmed = old.decay_rate == 0
    return record.changed(
        title=title_of(record.memory.content) if made else record.memory.title,
        supersedes=old.supersedes,
        thread_id=old.thread_id,
        run_id=old.run_id,
        agent_id=old.agent_id,
        user_id=old.user_id,
        decay_rate=0.0 if confirmed else record.memory.decay_rate,
        fades_at=None if confirmed else record.memory.fades_at,
    )


def _refresh(job: Job, record: Record) -> Decided:
    """The same statement again: strengthen it. Only what a reader would notice is audited."""
    old, draft = record.memory, job.draft
    strength = lifecycle.refreshed_strength(old.strength, old.decay_rate, old.strength_at, job.now)
    noticed = {
        "importance": max(old.importance, importance(job)),
        "source_ids": _union(old.source_ids, draft.source_ids),
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
    return outcome, [changes.save(new), audit]


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
    return lifecycle.expires_at(record.memory.type, job.now, pinned=record.memory.pinned)


def _rewrite(job: Job, record: Record, similarity: float | None) -> Decided:
    """The same fact said more fully: the new text stands, the old one goes into the history."""
    old, draft = record.memory, job.draft
    new = record.changed(
        content=draft.content,
        title=draft.title or title_of(draft.content),
        keywords=_union(old.keywords, draft.keywords),
        tags=_union(old.tags, draft.tags),
        importance=max(old.importance, importance(job)),
        confidence=max(old.confidence, draft.confidence),
        source_ids=_union(old.source_ids, draft.source_ids),
        sensitivity=_stricter(old, draft),
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
        changes.save(new),
        *changes.index(job.scope, new, job.vector, job.now),
        changes.record_change(
            job.scope, new, job.now, change="updated", event="UPDATE", op="update",
            old=old.content, new=draft.content, sim=similarity, reason="fuller", before=record,
        ),
    ]  # fmt: skip
    return WriteOutcome(
        status="updated", reason="fuller", memory=new.memory, previous=old
    ), statements


def _propose(
    job: Job, holder: Record | None, waiting: Sequence[Record], *, reason: str = "consent"
) -> Decided:
    """Queue a change until the user agrees or a second signal does, once (gate 5)."""
    field = job.draft.slot or job.draft.category
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


def _await_signal(job: Job, holder: Record | None, around: Surroundings) -> Decided:
    """Keep what was inferred until it is confirmed; what is known already is only strengthened."""
    known = _merge(job, around) if holder is None and job.target.key is None else None
    if known is not None and known[0].status == "unchanged":
        return known
    return _propose(job, holder, _agreeing(job, around), reason="signal")


def _proposed(record: Record, previous: Memory | None, reason: str, detail: str) -> WriteOutcome:
    return WriteOutcome(
        status="proposed", reason=reason, memory=record.memory, previous=previous, detail=detail
    )


def _appear(
    job: Job, record: Record, around: Surroundings, change: str, event: str, *, op: str,
    meta: dict[str, Any] | None = None,
) -> list[Change]:  # fmt: skip
    return [
        changes.save(record),
        *changes.index(job.scope, record, job.vector, job.now),
        *_links(job, record, around),
        changes.record_change(
            job.scope, record, job.now, change=change, event=event, op=op,
            new=record.memory.content, sim=around.best, meta=meta,
        ),
    ]  # fmt: skip


def _links(job: Job, record: Record, around: Surroundings) -> list[Change]:
    """Relate a new memory to the nearest (spec 004, item 2) that all see who see it, for each kind of viewer."""
    settings = job.scope.settings.relations
    if not settings.enabled:
        return []
    no_edge = {around.slot_holder.uid if around.slot_holder else None, record.uid}
    left = dict.fromkeys((1, 2, 4), settings.top_k)
    drawn: list[Change] = []
    for uid, similarity in around.nearest():
        free = sum(bit for bit, places in left.items() if places)
        if not free or similarity < settings.link_min:
            break
        if uid in no_edge or not (bits := around.kin(uid) & free):
            continue
        drawn += changes.links(record, [(uid, similarity)], job.now, shows=bits)
        for bit in left:
            left[bit] -= bool(bits & bit)
    return drawn


def _make_room(job: Job, around: Surroundings, outcome: WriteOutcome) -> list[Change]:
    """Soft-delete the oldest unpinned memories of a full category or space (memory model, Writing, 8)."""
    if outcome.status != "created":
        return []
    return [
        statement
        for record in around.overflow
        if around.slot_holder is None or record.uid != around.slot_holder.uid  # superseded already
        for statement in soft_delete(job.scope, record, job.now, reason="cap")
    ]


def _without_expired(job: Job, around: Surroundings) -> tuple[Surroundings, list[Change]]:
    """Let a holder of the slot go whose time is up, though no sweep has come by yet."""
    holder = around.slot_holder
    if holder is None or not holder.expired(job.now):
        return around, []
    if around.keyed is not None and holder.uid == around.keyed.uid:  # overwritten anyway
        return replace(around, slot_holder=None), []
    gone = soft_delete(job.scope, holder, job.now, reason="expired", event="TTL")
    return replace(around, slot_holder=None), gone


def _union(first: Sequence[str], second: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *second)))


_STATED = tuple(set(MemoryDraft.model_fields) - {"space", "operation_id", "source"})


def _says_the_same(old: Record, new: Record) -> bool:
    if (
        new.ttl_minutes is not None
        or old.ttl_minutes is not None
        or old.wants_vector != new.wants_vector
    ):
        return False
    return all(getattr(old.memory, name) == getattr(new.memory, name) for name in _STATED)
