"""How do memories go, come back and change hands?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import chain
from typing import Any
from uuid import UUID

from langmem_ext.errors import InvalidMemory, MemoryNotFound, NotTheOwner
from langmem_ext.memory import Memory, MemoryDraft, State, WriteOutcome, strictest
from langmem_ext.policies import lifecycle
from langmem_ext.policies.gates import judge
from langmem_ext.policies.topics import keywords_anew, title_of
from langmem_ext.policies.writing import Rejection
from langmem_ext.stores.operations import changes, falling, sending
from langmem_ext.stores.operations.drafts import draft_of
from langmem_ext.stores.operations.mentioning import name_shared_as_before
from langmem_ext.stores.operations.rows import as_rows
from langmem_ext.stores.operations.spaces import open_spaces
from langmem_ext.stores.operations.surroundings import Target
from langmem_ext.stores.operations.vanishing import close, soft_delete, soft_deleted, supersede
from langmem_ext.stores.operations.write import Prepared, as_principal, rules_of, with_persons
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import Record, made_id
from langmem_ext.stores.requests import Commit, Operation, Rows, Statement, embed, fetch, read
from langmem_ext.stores.scope import Scope

LIVING = (State.ACTIVE,)
FORGETTABLE = (State.ACTIVE, State.ARCHIVED, State.SUPERSEDED, State.PROPOSED)
RESTORABLE = (State.SOFT_DELETED, State.ARCHIVED, State.SUPERSEDED)


def memory(scope: Scope, id: str) -> Operation[Memory]:
    """Return the active memory with an id, shared ones too; raise MemoryNotFound when there is none to see."""
    found = yield from _own(scope, (id,), LIVING)
    if not found[0]:
        found = yield from _shared(scope, (id,))
    if not found[0]:
        raise _not_found(id, LIVING)
    return Record.read(found[0][0]).memory


def find(scope: Scope, id: str, states: tuple[State, ...]) -> Operation[Record]:
    """Return the readable memory with an id in one of some states."""
    (record,) = yield from find_all(scope, (id,), states)
    return record


def find_all(
    scope: Scope, ids: Sequence[str], states: tuple[State, ...]
) -> Operation[list[Record]]:
    """Return the readable memories with some ids in one of some states, in one round trip."""
    found = yield from _own(scope, ids, states)
    if not all(found):
        yield from _refuse(
            scope, [id for id, rows in zip(ids, found, strict=True) if not rows], states
        )
    return [Record.read(rows[0]) for rows in found]


def _own(scope: Scope, ids: Sequence[str], states: tuple[State, ...]) -> Operation[list[Rows]]:
    asked = {**scope.readable(), "states": list(states), "now": scope.clock()}
    return (
        yield from fetch(*(Statement(query("memories_by_id"), {**asked, "id": id}) for id in ids))
    )


def _shared(scope: Scope, ids: Sequence[str]) -> Operation[list[Rows]]:
    """Return what others keep under some ids about people present, as far as the principal may see it."""
    asked = {**scope.readable(), "now": scope.clock()}
    return (
        yield from fetch(
            *(
                Statement(query("shared_by_id"), {**asked, "id": id, "uid": made_id(id)})
                for id in ids
            )
        )
    )


def _refuse(scope: Scope, ids: Sequence[str], states: tuple[State, ...]) -> Operation[None]:
    """Raise NotTheOwner for a memory that is shown, else MemoryNotFound, whether it is hidden or not there."""
    shared = yield from _shared(scope, ids)
    for id, rows in zip(ids, shared, strict=True):
        if not rows:
            raise _not_found(id, states)
    raise NotTheOwner(
        f"memory {ids[0]!r} is another's: it is shown as it is about somebody present, and its owner alone may do "
        "that; whom it is about may hide() it"
    )


def _not_found(id: str, states: tuple[State, ...]) -> MemoryNotFound:
    return MemoryNotFound(
        f"no memory {id!r} that this principal may see and that is {' or '.join(states)}; list() and history() "
        "name the ids"
    )


def forget(scope: Scope, id: str, *, reason: str = "forgotten") -> Operation[WriteOutcome]:
    """Soft-delete a memory; it can be restored for 30 days."""
    now = scope.clock()
    record = yield from _locked(scope, id, FORGETTABLE, now)
    yield from falling.write(scope, soft_delete(scope, record, now, reason=reason))
    gone = soft_deleted(record, now).memory
    return WriteOutcome(status="updated", reason=reason, memory=gone, previous=record.memory)


def end(scope: Scope, id: str, since: datetime | None = None) -> Operation[WriteOutcome]:
    """Close a memory that is no longer true; nothing takes its place, and it can be restored."""
    now = scope.clock()
    record = yield from _locked(scope, id, LIVING, now)
    yield from falling.write(scope, close(scope, record, now, since=since or now))
    return WriteOutcome(status="superseded", reason="ended", previous=record.memory)


def forget_matching(scope: Scope, text: str) -> Operation[list[Memory]]:
    """Soft-delete the memories that say what a text says; return them.

    A memory matches when its words hold all the content words of the text.
    """
    now = scope.clock()
    found = yield from _saying(scope, text)
    if not found:
        return []
    yield from fetch(*open_spaces([record.space for record in found], now))
    records = yield from _saying(scope, text)
    gone = (
        soft_delete(scope, record, now, reason="forgotten by description") for record in records
    )
    yield from falling.write(scope, chain.from_iterable(gone))
    return [record.memory for record in records]


def matching(scope: Scope, text: str) -> Operation[list[Memory]]:
    """Return the memories that say what a text says, as `forget_matching` finds them."""
    return [record.memory for record in (yield from _saying(scope, text))]


def _saying(scope: Scope, text: str) -> Operation[list[Record]]:
    params = {**scope.readable(), "text": text, "language": scope.settings.language}
    (rows,) = yield from fetch(
        Statement(query("memories_saying"), {**params, "now": scope.clock()})
    )
    return [Record.read(row) for row in rows]


def restore(scope: Scope, id: str) -> Operation[WriteOutcome]:
    """Bring back a memory that was forgotten, archived or superseded; its old expiry starts anew.

    Raises InvalidMemory when another memory fills its slot by now.
    """
    current = yield from find(scope, id, (State.ACTIVE, *RESTORABLE))
    if current.active:
        return WriteOutcome(status="unchanged", reason="active", memory=current.memory)
    yield Commit()  # no transaction is open while the model works
    (vector,) = yield from embed([current.memory.content], "memory")
    now = scope.clock()
    record = yield from _locked(scope, id, (State.ACTIVE, *RESTORABLE), now)
    if record.active:  # another caller was faster
        return WriteOutcome(status="unchanged", reason="active", memory=record.memory)
    aside = yield from _free_slot(scope, record, now)
    back = revived(scope, record, now)
    audit = changes.record_change(
        scope, back, now, change="restored", event="RESTORE", op="restore", new=back.memory.content
    )  # fmt: skip
    yield from sending.write(
        scope, [*aside, changes.save(back), *changes.index(scope, back, vector, now), audit]
    )
    if names := changes.names_told(scope, back):
        told = {"space": back.space, "uid": back.uid, "names": sorted(names)}
        yield from name_shared_as_before(scope, told)
    return WriteOutcome(
        status="updated", reason="restored", memory=back.memory, previous=record.memory
    )


def correct(scope: Scope, id: str, content: str) -> Operation[WriteOutcome]:
    """Replace the text of a memory through the gates; the old text goes into the history."""
    record = yield from find(scope, id, LIVING)
    draft = draft_of(record.memory, content=content, user_requested=True)
    verdict = judge(draft, rules_of(scope))
    if isinstance(verdict, Rejection):
        return WriteOutcome(status="rejected", reason=verdict.reason, detail=verdict.detail)
    if verdict.content == record.memory.content:
        return WriteOutcome(status="unchanged", reason="duplicate", memory=record.memory)
    told = yield from _told_by_corrector(scope, record, verdict)
    yield Commit()
    (vector,) = yield from embed([verdict.content], "memory")
    now = scope.clock()
    record = yield from _locked(scope, id, LIVING, now)
    new = record.changed(
        **{"sensitivity": verdict.sensitivity or record.memory.sensitivity, **told},
        content=verdict.content,
        title=title_of(verdict.content),
        keywords=keywords_anew(record.memory.keywords, record.memory.content, verdict.content),
        updated_at=now,
    )
    return (yield from _replace(scope, record, new, now, op="correct", vector=vector))


def _told_by_corrector(scope: Scope, record: Record, new: MemoryDraft) -> Operation[dict[str, Any]]:
    """Return who says a corrected text and whom it is about, where the old text was about those whom it speaks of."""
    if scope.principal is None or scope.principal.user_id is None:
        return {}
    old, target = record.memory, Target(record.space)
    drafts = [
        each.model_copy(update={"subjects": (), "portable": True}) for each in (draft_of(old), new)
    ]
    ready = Prepared([(each, target) for each in drafts], list(drafts))
    found = yield from with_persons(scope, as_principal(scope, ready))
    before, after = (each for each in found.verdicts if isinstance(each, MemoryDraft))
    told: dict[str, Any] = {"stated_by": after.stated_by}
    if {*old.subjects} <= {*before.subjects, found.speaker, scope.principal.user_id}:
        level = strictest(old.sensitivity, after.sensitivity or old.sensitivity)
        told |= {"portable": old.portable and after.portable, "sensitivity": level}
        told |= {} if old.slot else {"subjects": tuple(sorted(after.subjects))}
    return told


def confirm(scope: Scope, id: str) -> Operation[WriteOutcome]:
    """Protect a memory from decay and set its confidence to 1 (spec 003, confirm_fact)."""
    return (
        yield from _set(
            scope, id, "confirm", lambda _: {"decay_rate": 0.0, "confidence": 1.0, "fades_at": None}
        )
    )


def pin(scope: Scope, id: str) -> Operation[WriteOutcome]:
    """Keep a memory for good: it never decays, expires or falls to compaction."""
    pinned = {"pinned": True, "decay_rate": 0.0, "expires_at": None, "fades_at": None}
    return (yield from _set(scope, id, "pin", lambda _: pinned))


def proposals(scope: Scope) -> Operation[list[Memory]]:
    """Return the changes that wait for the user's consent, oldest first."""
    params = {**scope.readable(), "now": scope.clock()}
    (rows,) = yield from read(Statement(query("proposals"), params))
    return [Record.read(row).memory for row in rows]


def consent(scope: Scope, proposal_id: str, approve: bool) -> Operation[WriteOutcome]:
    """Apply or drop a proposed change; the decision stays in the audit."""
    waiting = yield from find(scope, proposal_id, (State.PROPOSED,))
    yield Commit()
    vectors = yield from embed([waiting.memory.content] if approve else [], "memory")
    now = scope.clock()
    record = yield from _locked(scope, proposal_id, (State.PROPOSED,), now)
    if not approve:
        gone = soft_deleted(record, now).changed(
            purge_at=now
        )  # declined: there is nothing to restore
        audit = changes.record_history(scope, gone, now, event="DELETE", meta={"consent": False})
        yield from sending.write(scope, [changes.save(gone), audit])
        return WriteOutcome(status="rejected", reason="consent", previous=record.memory)
    return (yield from _approve(scope, record, vectors[0], now))


def _approve(
    scope: Scope, record: Record, vector: list[float] | None, now: datetime
) -> Operation[WriteOutcome]:
    rows, waiting = yield from fetch(_slot_question(record), _rivals_question(record, now))
    holders = [Record.read(row) for row in rows]
    dropped = chain.from_iterable(
        soft_delete(scope, rival, now, reason="settled")
        for rival in map(Record.read, waiting)
        if record.memory.slot is not None and _order(rival) < _order(record)
    )
    replaced = chain.from_iterable(
        supersede(scope, holder, now, successor=record.memory.id, since=now) for holder in holders
    )
    known = [holder.memory for holder in holders if not holder.secret]
    new = revived(scope, record, now).changed(
        supersedes=tuple(holder.id for holder in known), valid_from=now
    )
    change = "updated" if known else "created"
    audit = changes.record_change(
        scope,
        new,
        now,
        change=change,
        event="ADD",
        op="consent",
        new=new.memory.content,
        meta={"consent": True},
    )
    yield from falling.write(
        scope,
        [*replaced, *dropped, changes.save(new), *changes.index(scope, new, vector, now), audit],
    )
    status: Any = "superseded" if known else "created"
    previous = known[0] if known else None
    return WriteOutcome(status=status, reason="consent", memory=new.memory, previous=previous)


def _locked(scope: Scope, id: str, states: tuple[State, ...], now: datetime) -> Operation[Record]:
    """Lock the space of a memory, then read it again: another writer may have been faster."""
    record = yield from find(scope, id, states)
    yield from fetch(*open_spaces([record.space], now))
    return (yield from find(scope, id, states))


def _free_slot(scope: Scope, record: Record, now: datetime) -> Operation[list[changes.Change]]:
    """Return what lets a memory have its slot back; a holder that the caller may not know of gives way silently."""
    (rows,) = yield from fetch(_slot_question(record))
    holders = [Record.read(row) for row in rows]
    for holder in holders:
        if not holder.secret:
            raise InvalidMemory(
                f"slot {record.memory.slot!r} is filled by memory {holder.memory.id!r}; "
                "forget that one first",
                "slot",
            )
    return [
        change
        for holder in holders
        for change in supersede(scope, holder, now, successor=record.memory.id, since=now)
    ]


def _slot_question(record: Record) -> Statement:
    memory = record.memory
    row = {"space": record.space, "slot": memory.slot, "subjects": memory.subjects}
    return Statement(query("slot_holders"), {"rows": as_rows([row])})


def _order(record: Record) -> tuple[datetime, UUID]:
    """Order proposals as they came; one that is agreed to makes the older ones for its slot pointless."""
    return record.memory.created_at, record.uid


def _rivals_question(record: Record, now: datetime) -> Statement:
    """Ask for the other values that wait for the same slot."""
    memory = record.memory
    row = {
        "space": record.space,
        "slot": memory.slot,
        "category": memory.category,
        "subjects": memory.subjects,
    }
    return Statement(query("same_proposals"), {"rows": as_rows([row]), "now": now})


def revived(scope: Scope, record: Record, now: datetime, *, lost: bool = True) -> Record:
    """Return a memory as it is once it is back; one that was superseded because it had lost is believed again."""
    memory = record.memory
    strength = max(memory.strength, lifecycle.USE_BOOST)
    floor = scope.settings.decision.min_relevance_score
    return record.changed(
        state=State.ACTIVE,
        updated_at=now,
        purge_at=None,
        superseded_by=(),
        valid_until=None,
        strength=strength,
        strength_at=now,
        confidence=1.0 if lost and memory.state is State.SUPERSEDED else memory.confidence,
        expires_at=_deadline(record, now),
        fades_at=lifecycle.fades_at(
            strength, memory.decay_rate, now, confidence=memory.confidence, floor=floor
        ),
    )


def _deadline(record: Record, now: datetime) -> datetime | None:
    """Start the life anew: as long as a BaseStore ttl says, else as the type does."""
    if record.ttl_minutes is not None and not record.memory.pinned:
        return now + timedelta(minutes=record.ttl_minutes)
    return lifecycle.expiry_of(record.memory, now, pinned=record.memory.pinned)


def _set(
    scope: Scope, id: str, op: str, fields: Callable[[Memory], dict[str, Any]]
) -> Operation[WriteOutcome]:
    now = scope.clock()
    record = yield from _locked(scope, id, LIVING, now)
    wanted = fields(record.memory)
    if all(getattr(record.memory, name) == value for name, value in wanted.items()):
        return WriteOutcome(status="unchanged", reason="duplicate", memory=record.memory)
    return (
        yield from _replace(scope, record, record.changed(**wanted, updated_at=now), now, op=op)
    )


def _replace(
    scope: Scope,
    old: Record,
    new: Record,
    now: datetime,
    *,
    op: str,
    vector: list[float] | None = None,
) -> Operation[WriteOutcome]:
    reworded = old.memory.content != new.memory.content
    indexing = (
        [changes.unindex(old, now), *changes.index(scope, new, vector, now)] if reworded else []
    )
    audit = changes.record_change(
        scope, new, now, change="updated", event="UPDATE", op=op, old=old.memory.content, new=new.memory.content,
        meta={"op": op}, before=old,
    )  # fmt: skip
    yield from falling.write(scope, [changes.save(new, old), *indexing, audit])
    return WriteOutcome(status="updated", reason=op, memory=new.memory, previous=old.memory)
