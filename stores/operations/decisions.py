"""What becomes of a draft that passed the gates?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from langmem_ext.memory import (
    AUTOMATIC_SOURCES,
    Memory,
    MemoryDraft,
    Status,
    WriteOutcome,
)
from langmem_ext.policies import merge
from langmem_ext.policies.merge import Band, Wording, same_text
from langmem_ext.policies.topics import title_of
from langmem_ext.stores.operations import changes
from langmem_ext.stores.operations.appearing import appearance, findable
from langmem_ext.stores.operations.audience import audience
from langmem_ext.stores.operations.changes import Change, Decided
from langmem_ext.stores.operations.giving_way import parted, put_aside
from langmem_ext.stores.operations.making import new_record
from langmem_ext.stores.operations.proposing import (
    agreeing,
    lacks_consent,
    lacks_signal,
    propose,
    settle,
    with_evidence,
)
from langmem_ext.stores.operations.repeating import refresh, rewrite
from langmem_ext.stores.operations.surroundings import Job, Known, Surroundings
from langmem_ext.stores.operations.vanishing import soft_delete, supersede
from langmem_ext.stores.records import Record


def decide(job: Job, around: Surroundings) -> Decided:
    """Return what a judged draft does, and the changes that do it."""
    around, expired = _without_expired(job, around)
    open, secret = parted(around)
    outcome, made = _choose(job, open)
    aside = put_aside(job, secret, outcome)
    settled = settle(job, open, outcome)
    return outcome, [*expired, *aside, *_make_room(job, open, outcome), *made, *settled]


def _choose(job: Job, around: Surroundings) -> Decided:
    """Pass the gates that need the database, in their order (memory model, Writing, 5 to 8)."""
    holder = around.slot_holder
    if holder is not None and around.keyed is not None and holder.uid == around.keyed.uid:
        holder = None
    if holder and job.target.key is None and same_text(holder.memory.content, job.draft.content):
        return refresh(job, holder)
    if holder and _is_older(job, holder.memory):
        detail = "what is known is of a later date than this"
        return WriteOutcome(
            status="unchanged", reason="older", memory=holder.memory, detail=detail
        ), []
    if lacks_consent(job, holder):
        return propose(job, holder, around.waiting)
    if lacks_signal(job, around):
        return _await_signal(job, holder, around)
    job = with_evidence(job, around)
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


def _over_daily_cap(job: Job, around: Surroundings) -> bool:
    cap = job.scope.settings.decision.max_writes_per_day
    return job.draft.source in AUTOMATIC_SOURCES and around.writes_today >= cap


def _merge(job: Job, around: Surroundings) -> Decided | None:
    """Return what the merge bands decide for the memories that may say the same, None for a new one (gate 7)."""
    fuller: Known | None = None
    for known in around.known:
        new = Wording(job.draft.content, known.asked_terms)
        old = Wording(known.record.memory.content, known.terms)
        decision = merge.decide(new, old, known.similarity, job.scope.bands)
        if decision.band is Band.AUTO:
            return refresh(job, known.record)
        if decision.band is Band.UPDATE and fuller is None:
            fuller = known
    return rewrite(job, fuller.record, fuller.similarity) if fuller else None


# What each decision writes.


def _refuse_over_cap(job: Job, around: Surroundings) -> Decided:
    detail = f"{around.writes_today} automatic memories today are the most a user gets"
    event = changes.record_refusal(
        job.scope, job.space, job.now, reason="cap", operation_id=None, category=job.draft.category
    )  # fmt: skip
    return WriteOutcome(status="rejected", reason="cap", detail=detail), [event]


def _create(job: Job, around: Surroundings) -> Decided:
    new = appearance(job)
    statements = [*new.changes, *_told(job, new.record, around, "created", "ADD", op="create")]
    return WriteOutcome(status="created", memory=new.record.memory), statements


def _supersede(job: Job, holder: Record, around: Surroundings) -> Decided:
    """A new value for a filled slot takes the place of the old one; the thread is told of one update (gate 6)."""
    since = job.draft.valid_from or job.draft.event_time or job.now
    record = new_record(job)
    record = record.changed(supersedes=(holder.memory.id,), valid_from=since)
    gone = supersede(job.scope, holder, job.now, successor=record.memory.id, since=since)
    statements = [
        *gone,
        *findable(job, record),
        *_told(
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
    if audience(keyed.memory) != audience(record.memory):
        statements += [changes.close_edges(keyed), *_links(job, record, around)]
    since = job.draft.valid_from or job.draft.event_time or job.now
    if holder is not None:
        record = record.changed(supersedes=(holder.memory.id,), valid_from=since)
        statements += supersede(job.scope, holder, job.now, successor=record.memory.id, since=since)
    statements += [
        changes.save(record, keyed),
        *changes.index(job.scope, record, job.vector, job.now, job.foreseen),
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


def _await_signal(job: Job, holder: Record | None, around: Surroundings) -> Decided:
    """Keep what was inferred until it is confirmed; what is known already is only strengthened."""
    known = _merge(job, around) if holder is None and job.target.key is None else None
    if known is not None and known[0].status == "unchanged":
        return known
    return propose(job, holder, agreeing(job, around), reason="signal")


def _told(
    job: Job, record: Record, around: Surroundings, change: str, event: str, *, op: str,
    meta: dict[str, Any] | None = None,
) -> list[Change]:  # fmt: skip
    """Return the edges of a new memory, and what counts, logs and audits it."""
    return [
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
    free = sum(left) if settings.top_k else 0
    drawn: list[Change] = []
    for uid, similarity in around.nearest():
        if not free or similarity < settings.link_min:
            break
        if uid in no_edge or not (bits := around.kin(uid) & free):
            continue
        drawn += changes.links(record, [(uid, similarity)], job.now, shows=bits)
        for bit in left:
            left[bit] -= bool(bits & bit)
        free = sum(bit for bit, places in left.items() if places)
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


_STATED = tuple(set(MemoryDraft.model_fields) - {"space", "operation_id", "source"})


def _says_the_same(old: Record, new: Record) -> bool:
    if (
        new.ttl_minutes is not None
        or old.ttl_minutes is not None
        or old.wants_vector != new.wants_vector
    ):
        return False
    return all(getattr(old.memory, name) == getattr(new.memory, name) for name in _STATED)
