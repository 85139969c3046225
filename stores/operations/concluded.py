"""Is what was concluded no more public than what it rests on?

No insight and no reflection is shown to somebody who may not see one of the memories that it was concluded from. Where
fewer see one of these, fewer see the conclusion, in whatever state it is: its history tells its text as well. By that
it falls, unless it is pinned.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from langmem_ext.memory import Memory, Sensitivity, strictest
from langmem_ext.namespaces import split_space_key
from langmem_ext.stores.operations import changes, unseen
from langmem_ext.stores.operations.changes import Change
from langmem_ext.stores.operations.vanishing import soft_delete
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import Record
from langmem_ext.stores.requests import Operation, Row, Statement, fetch
from langmem_ext.stores.scope import Scope

UNFOUNDED = "unfounded"
"""Why an insight or a reflection went: what it rests on has gone, or is seen by fewer."""


def as_private_as(memories: Sequence[Memory]) -> Sensitivity:
    """Return how private a conclusion of a user's own, about nobody named, must be that rests on some memories.

    What is personal and about somebody is kept from groups without that person: what rests on it is for the user alone.
    """
    if any(memory.sensitivity != Sensitivity.PUBLIC and memory.subjects for memory in memories):
        return Sensitivity.SENSITIVE
    return strictest(*(memory.sensitivity for memory in memories))


def follow(scope: Scope, spaces: Sequence[str]) -> Operation[int]:
    """Let what was concluded in some spaces be as private as what it rests on; return how much was not.

    The caller holds the spaces.
    """
    params = {"spaces": sorted(set(spaces)), "common": scope.categories.shared_as_json}
    (rows,) = yield from fetch(Statement(query("more_public"), params))
    now = scope.clock()
    records = {row["uid"]: _hidden(Record.read(row), row) for row in rows}
    public = [row for row in rows if row["private"]]
    kept = (_keep(scope, Record.read(row), records[row["uid"]]) for row in public)
    yield from unseen.write(scope, chain.from_iterable(kept))
    gone = (
        soft_delete(scope, record, now, reason=UNFOUNDED)
        for record in records.values()
        if record.active and not _holds(record)
    )
    yield from unseen.write(scope, chain.from_iterable(gone))
    return len(rows)


def about_others(scope: Scope, *named: Statement) -> Operation[None]:
    """Send statements that change whom memories are about, and do what follows where fewer see one by that."""
    found = yield from fetch(*named)
    fewer = {(row["space"], row["uid"]) for rows in found for row in rows if row["narrows"]}
    if fewer:
        yield from unseen.seen_by_fewer(scope, sorted(fewer))
        yield from follow(scope, [space for space, _ in fewer])


def _hidden(record: Record, row: Row) -> Record:
    """Return a conclusion as private as what it rests on; its owner may not see it either where it rests on `about`."""
    if not row["private"]:
        return record
    subjects = tuple(sorted({*record.memory.subjects, *row["about"]}))
    own = record.memory.slot, record.memory.portable
    slot, portable = own if subjects == record.memory.subjects else (None, False)
    return record.changed(
        sensitivity=Sensitivity.SENSITIVE, subjects=subjects, slot=slot, portable=portable
    )


def _keep(scope: Scope, before: Record, after: Record) -> list[Change]:
    text = after.memory.content
    meta = {"refreshed": ["sensitivity"]}
    audit = changes.record_history(
        scope, after, scope.clock(), event="UPDATE", old=text, new=text, meta=meta
    )
    return [changes.save(after, before), audit]


def _holds(record: Record) -> bool:
    """Tell whether a pin keeps a conclusion: in a user's own space, where `sensitive` says that nobody else sees it."""
    return record.memory.pinned and split_space_key(record.space)[1].startswith("user:")
