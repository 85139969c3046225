"""How do several memories become one, and several again?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import combinations
from typing import Any

from langmem_ext.memory import Memory, Sensitivity, Source, State, WriteOutcome, strictest
from langmem_ext.policies import lifecycle
from langmem_ext.policies.gates import judge
from langmem_ext.policies.topics import keywords_anew, title_of
from langmem_ext.policies.writing import Rejection
from langmem_ext.stores.operations import changes, unseen
from langmem_ext.stores.operations.changes import Change
from langmem_ext.stores.operations.consolidating import KIND, fingerprint, noting, reread
from langmem_ext.stores.operations.drafts import draft_of
from langmem_ext.stores.operations.lifecycle import RESTORABLE, find, revived
from langmem_ext.stores.operations.lifecycle import restore as restore_alone
from langmem_ext.stores.operations.spaces import open_spaces
from langmem_ext.stores.operations.vanishing import soft_delete
from langmem_ext.stores.operations.write import rules_of
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import CONSOLIDATED_FROM as FROM
from langmem_ext.stores.records import Record, new_id
from langmem_ext.stores.requests import Commit, Operation, Statement, embed, fetch
from langmem_ext.stores.scope import Scope


def combine(
    scope: Scope, seen: Sequence[Record], content: str, *, same: bool
) -> Operation[WriteOutcome]:
    """Let one memory with a text take the place of several of a space; they are superseded and can be restored.

    It is as strict as the strictest of them: sensitivity, portable, and whom it is about. `same` says that they state
    one fact. Unchanged when one of them is no longer what was seen.
    """
    wanted = _whole(scope, seen, content, same=same)
    verdict = judge(draft_of(wanted).model_copy(update={"title": None}), rules_of(scope))
    if isinstance(verdict, Rejection):
        return WriteOutcome(status="rejected", reason=verdict.reason, detail=verdict.detail)
    (vector,) = yield from embed([verdict.content], "memory")
    now, space = scope.clock(), seen[0].space
    yield from fetch(*open_spaces([space], now))
    (rows,) = yield from fetch(reread(space, [record.uid for record in seen]))
    records = [Record.read(row) for row in rows]
    if not _as_seen(records, seen, now):
        return WriteOutcome(status="unchanged", reason="changed meanwhile")
    memory = _whole(scope, records, verdict.content, same=same)
    strict = strictest(memory.sensitivity, verdict.sensitivity or Sensitivity.PUBLIC)
    uid = new_id()
    new = Record(memory.model_copy(update={"id": str(uid), "sensitivity": strict}), space, uid)
    yield from unseen.write(scope, _combining(scope, records, new, vector, now))
    return WriteOutcome(
        status="merged", reason=KIND, memory=new.memory, previous=records[-1].memory
    )


def _whole(scope: Scope, records: Sequence[Record], content: str, *, same: bool) -> Memory:
    """Return the memory that stands for several; what nobody says of it is the newest one's."""
    memories = [record.memory for record in records]
    newest, now = max(memories, key=lambda memory: memory.updated_at), scope.clock()
    ends = [memory.expires_at for memory in memories]
    beliefs = [memory.confidence for memory in memories]
    rate, belief = min(m.decay_rate for m in memories), max(beliefs) if same else min(beliefs)
    ids = tuple(memory.id for memory in memories)
    floor = scope.settings.decision.min_relevance_score
    return newest.model_copy(
        update={
            "content": content,
            "title": title_of(content),
            "keywords": tuple(
                dict.fromkeys(w for m in memories for w in keywords_anew(m.keywords, m.content, content))
            ),
            "tags": tuple(dict.fromkeys(tag for m in memories for tag in m.tags)),
            "importance": max(memory.importance for memory in memories),
            "confidence": belief,
            "strength": 1.0,
            "strength_at": now,
            "decay_rate": rate,
            "sensitivity": strictest(*(memory.sensitivity for memory in memories)),
            "subjects": tuple(sorted({who for memory in memories for who in memory.subjects})),
            "portable": all(memory.portable for memory in memories),
            "user_requested": any(memory.user_requested for memory in memories),
            "source": Source.CONSOLIDATION,
            "source_ids": ids,
            "supersedes": ids,
            "created_at": now,
            "updated_at": now,
            "last_accessed": max((m.last_accessed for m in memories if m.last_accessed), default=None),
            "access_count": sum(memory.access_count for memory in memories),
            "expires_at": None if None in ends else max(end for end in ends if end),
            "fades_at": lifecycle.fades_at(1.0, rate, now, confidence=belief, floor=floor),
            "extra": {key: value for m in memories for key, value in m.extra.items()} | {FROM: list(ids)},
        }
    )  # fmt: skip


def may_be_one(records: Sequence[Record]) -> bool:
    """Tell whether memories are of one category, about and for the same people, from the same mouth and chat."""
    return len({_told_to(record) for record in records}) == 1 and all(
        record.memory.slot is None
        and record.ttl_minutes is None
        and not record.memory.pinned
        and record.memory.id == str(record.uid)
        for record in records
    )


def _told_to(record: Record) -> tuple[Any, ...]:
    memory = record.memory
    return (
        memory.category, memory.kind, memory.subjects, memory.stated_by, memory.learned_in,
        (memory.sensitivity, memory.portable) if memory.subjects else memory.sensitivity == Sensitivity.SENSITIVE,
    )  # fmt: skip


def _as_seen(records: Sequence[Record], seen: Sequence[Record], now: datetime) -> bool:
    before = {record.uid: record.memory for record in seen}
    return len(records) == len(before) and all(
        record.active
        and not record.expired(now)
        and not record.memory.pinned
        and _judged(record.memory) == _judged(before[record.uid])
        for record in records
    )


def _judged(memory: Memory) -> tuple[Any, ...]:
    """Return what a judgement of a memory rests on."""
    return memory.content, memory.category, memory.sensitivity, memory.subjects, memory.portable


def _combining(
    scope: Scope, old: Sequence[Record], new: Record, vector: list[float] | None, now: datetime
) -> list[Change]:
    said = changes.record_change(
        scope, new, now, change="merged", event="MERGE", op=KIND, new=new.memory.content,
        meta={FROM: [record.memory.id for record in old]},
    )  # fmt: skip
    gone = [change for record in old for change in _give_way(scope, record, new, now)]
    return [*gone, changes.save(new), *changes.index(scope, new, vector, now), said]


def _give_way(scope: Scope, record: Record, to: Record, now: datetime) -> list[Change]:
    """Put a memory behind the one that stands for it; it was not wrong: its confidence stays."""
    old = record.changed(
        state=State.SUPERSEDED,
        superseded_by=(to.memory.id,),
        updated_at=now,
        expires_at=None,
        fades_at=None,
    )
    audit = changes.record_history(
        scope, old, now, event="MERGE", old=record.memory.content, meta={"into": to.memory.id}
    )
    return [changes.unindex(record, now), changes.save(old), audit]


# Several again


def restore(scope: Scope, id: str) -> Operation[WriteOutcome]:
    """Bring back a memory; what was consolidated comes back with all that became one with it, and stays apart."""
    whole = yield from _whole_of(scope, id)
    if whole is None:
        return (yield from restore_alone(scope, id))
    parts = yield from _parts_of(scope, whole)
    yield Commit()  # no transaction is open while the model works
    vectors = yield from embed([part.memory.content for part in parts], "memory")
    now = scope.clock()
    yield from fetch(*open_spaces([whole.space], now))
    whole = yield from _whole_of(scope, id)
    if whole is None:  # another caller was faster
        return (yield from restore_alone(scope, id))
    by_uid = {part.uid: vector for part, vector in zip(parts, vectors, strict=True)}
    parts = yield from _parts_of(scope, whole)
    back = [_as_it_was(scope, part, now) for part in parts]
    made = [
        change
        for record in back
        for change in _appearing(scope, record, by_uid.get(record.uid), now)
    ]
    yield from unseen.write(scope, [*soft_delete(scope, whole, now, reason="taken apart"), *made])
    rows = [fingerprint(a, b, None) for a, b in combinations(sorted(r.uid for r in back), 2)]
    yield from fetch(noting(scope, whole.space, rows, apart=True))
    found = next(record.memory for record in back if record.memory.id == id)
    return WriteOutcome(status="updated", reason="restored", memory=found, previous=whole.memory)


def _whole_of(scope: Scope, id: str) -> Operation[Record | None]:
    """Return the memory that stands for another by consolidation, if one does."""
    part = yield from find(scope, id, (State.ACTIVE, *RESTORABLE))
    if part.memory.state is not State.SUPERSEDED or not part.memory.superseded_by:
        return None
    (successor,) = yield from _there(scope, part.memory.superseded_by[:1], [State.ACTIVE])
    if successor is None or successor.space != part.space:
        return None
    merged = successor.memory.source is Source.CONSOLIDATION
    return successor if merged and id in successor.memory.extra.get(FROM, ()) else None


def _parts_of(scope: Scope, whole: Record) -> Operation[list[Record]]:
    """Return what became one, as far as it is still there, and may be seen."""
    found = yield from _there(scope, list(whole.memory.extra[FROM]), [State.SUPERSEDED])
    return [
        part
        for part in found
        if part and part.space == whole.space and whole.memory.id in part.memory.superseded_by
    ]


def _there(scope: Scope, ids: Sequence[str], states: list[State]) -> Operation[list[Record | None]]:
    shared = {**scope.readable(), "states": states, "now": scope.clock()}
    found = yield from fetch(
        *(Statement(query("memories_by_id"), {**shared, "id": id}) for id in ids)
    )
    return [Record.read(rows[0]) if rows else None for rows in found]


def _as_it_was(scope: Scope, part: Record, now: datetime) -> Record:
    return revived(scope, part, now, lost=False)


def _appearing(
    scope: Scope, back: Record, vector: list[float] | None, now: datetime
) -> list[Change]:
    audit = changes.record_change(
        scope, back, now, change="restored", event="RESTORE", op="restore", new=back.memory.content
    )
    return [changes.save(back), *changes.index(scope, back, vector, now), audit]
