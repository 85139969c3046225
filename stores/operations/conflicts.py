"""What becomes of two memories that contradict each other?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from langmem_ext.errors import MemoryNotFound
from langmem_ext.memory import Memory, State, WriteOutcome
from langmem_ext.policies.consent import needs_consent
from langmem_ext.stores.operations import changes, falling, sending
from langmem_ext.stores.operations.lifecycle import LIVING, find_all
from langmem_ext.stores.operations.proposing import PROPOSAL_LIFE
from langmem_ext.stores.operations.searching import Question, search_statement
from langmem_ext.stores.operations.spaces import open_spaces
from langmem_ext.stores.operations.vanishing import supersede
from langmem_ext.stores.records import Record
from langmem_ext.stores.requests import Operation, embed, fetch, read
from langmem_ext.stores.scope import Scope


def resolve_conflict(scope: Scope, winner: str, loser: str) -> Operation[WriteOutcome]:
    """Let one memory take the place of another that it contradicts (spec 003, resolve_conflict).

    The loser drops to confidence 0.3 and is no longer found, the winner carries it in `supersedes`. A loser that the
    user has pinned or confirmed stays, `unchanged` (`protected`); done again, nothing changes. One that only the
    user may change stays, too: what was inferred against it waits for the user's consent from now on (`proposed`).
    """
    states = (*LIVING, State.SUPERSEDED)
    old, new = yield from find_all(scope, (loser, winner), states)
    yield from fetch(*open_spaces([old.space, new.space], now := scope.clock()))
    old, new = yield from find_all(scope, (loser, winner), states)
    if not (old.active and new.active) or old.space != new.space:
        return WriteOutcome(status="unchanged", reason="settled", memory=new.memory)
    if is_protected(old.memory):
        return WriteOutcome(status="unchanged", reason="protected", memory=old.memory)
    if _lacks_consent(scope, old.memory, new.memory):
        return (yield from _put_back(scope, old, new, now))
    carries = tuple(dict.fromkeys((*new.memory.supersedes, old.memory.id)))
    since = new.memory.valid_from or new.memory.event_time or now
    won = new.changed(supersedes=carries, updated_at=now)
    audit = changes.record_change(
        scope, won, now, change="updated", event="MERGE", op="merge", old=old.memory.content,
        new=new.memory.content, reason="conflict", meta={"supersedes": old.memory.id},
    )  # fmt: skip
    gone = supersede(scope, old, now, successor=new.memory.id, since=since)
    # one after the other: both save a memory, and rows of one set must not depend on each other
    yield from falling.write(scope, gone)
    yield from sending.write(scope, [changes.save(won), audit])
    return WriteOutcome(
        status="superseded", reason="conflict", memory=won.memory, previous=old.memory
    )


def _lacks_consent(scope: Scope, old: Memory, new: Memory) -> bool:
    """Tell whether a field that only the user may change would give way to what nobody asked for."""
    return scope.settings.consent.required and needs_consent(
        old.slot, filled=True, user_requested=new.user_requested, source=new.source
    )


def _put_back(scope: Scope, old: Record, new: Record, now: datetime) -> Operation[WriteOutcome]:
    """Take a winner out of sight until the user has agreed that it fills the loser's slot."""
    waiting = new.changed(
        state=State.PROPOSED,
        slot=old.memory.slot,
        subjects=old.memory.subjects,
        expires_at=now + PROPOSAL_LIFE,
        fades_at=None,
        updated_at=now,
    )
    audit = changes.record_change(
        scope, waiting, now, change="deleted", event="UPDATE", op="propose", old=new.memory.content,
        reason="consent", meta={"proposed": True, "replaces": old.memory.id},
    )  # fmt: skip
    yield from falling.write(scope, [changes.unindex(new, now), changes.save(waiting, new), audit])
    return WriteOutcome(
        status="proposed", reason="consent", memory=waiting.memory, previous=old.memory
    )


def settle_conflict(scope: Scope, winner: str, loser: str) -> Operation[WriteOutcome]:
    """Do as `resolve_conflict`; `unchanged` (`gone`) when one of the two has been forgotten meanwhile."""
    try:
        return (yield from resolve_conflict(scope, winner, loser))
    except MemoryNotFound:
        return WriteOutcome(status="unchanged", reason="gone")


def near(scope: Scope, texts: Sequence[str], limit: int = 5) -> Operation[list[list[Memory]]]:
    """Return the memories that each text comes nearest to, nearest first; no use of them is noted."""
    vectors = yield from embed(texts, "query")
    searches = [
        search_statement(scope, Question(text, top_k=limit), vector)
        for text, vector in zip(texts, vectors, strict=True)
    ]
    found = yield from read(*searches)
    return [[Record.read(row).memory for row in rows] for rows in found]


def is_protected(memory: Memory) -> bool:
    """Tell whether the user has said that a memory stays: by pinning or by confirming it."""
    return memory.pinned or memory.decay_rate == 0
