"""What becomes of memories that who writes may not know of, where they are in the way?

Nothing is decided by them, and they give way silently: to refuse the write would tell of them (docs/decisions/0011).
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from langmem_ext.memory import Memory, WriteOutcome
from langmem_ext.stores.operations import changes
from langmem_ext.stores.operations.changes import Change
from langmem_ext.stores.operations.surroundings import Job, Surroundings
from langmem_ext.stores.operations.vanishing import supersede
from langmem_ext.stores.records import Record
from langmem_ext.stores.scope import Scope


def parted(around: Surroundings) -> tuple[Surroundings, Surroundings]:
    """Part what who writes may know of from the rest, by which nothing is decided: the outcome would tell of it."""

    def only(record: Record | None, *, secret: bool) -> Record | None:
        return record if record is not None and record.secret is secret else None

    open = replace(
        around,
        slot_holder=only(around.slot_holder, secret=False),
        keyed=only(around.keyed, secret=False),
        waiting=tuple(each for each in around.waiting if not each.secret),
        known=tuple(each for each in around.known if not each.record.secret),
    )
    holder, keyed = only(around.slot_holder, secret=True), only(around.keyed, secret=True)
    return open, Surroundings(slot_holder=holder, keyed=keyed)


def put_aside(job: Job, secret: Surroundings, outcome: WriteOutcome) -> list[Change]:
    """Let what who writes may not know of give way to what it writes in the same slot, or under the same key."""
    new = outcome.memory
    if new is None or outcome.status not in ("created", "updated", "superseded"):
        return []
    return give_way(job.scope, job.now, new, keyed=secret.keyed, holder=secret.slot_holder)


def give_way(
    scope: Scope, now: datetime, new: Memory, *, keyed: Record | None, holder: Record | None
) -> list[Change]:
    """Let what has the key of a new memory, and what fills its slot, give way to it."""
    made = list[Change]()
    if keyed is not None:
        made.append(changes.release_key(keyed))
        keyed = keyed.changed(id=str(keyed.uid))
        if holder is not None and holder.uid == keyed.uid:
            holder = None
    if holder is not None and (holder.memory.slot, holder.memory.subjects) != (
        new.slot,
        new.subjects,
    ):
        holder = None
    for old in (keyed, holder):
        if old is not None and old.active:
            made += supersede(scope, old, now, successor=new.id, since=now)
    return made
