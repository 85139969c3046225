"""What becomes of what was planned, when the user says that it has got another time?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, TypeVar

from langmem_ext.command_reading.matching import stems
from langmem_ext.memory import Memory, MemoryDraft, WriteOutcome
from langmem_ext.nodes.candidates import Found
from langmem_ext.nodes.node import Steps, ask
from langmem_ext.nodes.plans import plans
from langmem_ext.policies.changed import as_it_is_now
from langmem_ext.policies.directives import Directive
from langmem_ext.policies.due import recurs
from langmem_ext.policies.new_times import moved, was_at
from langmem_ext.policies.rescheduling import Rescheduling
from langmem_ext.policies.scanner import Candidate
from langmem_ext.policies.topics import keywords_of, title_of
from langmem_ext.stores.operations.conflicts import settle_conflict
from langmem_ext.stores.view import MemoryView

Said = TypeVar("Said", Directive, Candidate)


@dataclass(frozen=True, slots=True)
class Moved:
    """Hold what was planned, and how it reads at its new time."""

    clause: str
    old: Memory
    content: str
    at: datetime


def reschedule(
    view: MemoryView, found: Found, before: str | None
) -> Steps[tuple[Found, Mapping[str, Moved]]]:
    """Put what was planned, at its new time, in place of what says so; return by its text what was moved.

    It counts where one event or task alone can be meant; "it" is what the message before told of, by its id.
    """
    if not found.moved:
        return found, {}
    known = yield from plans(view)
    own = [each for each in known if each.stated_by in (None, view.principal.user_id)]
    meant = list(_moved(own, found.moved, before, view.scope.clock()))
    requested = [_instead(each, meant) for each in found.requested]
    noticed = [_instead(each, meant) for each in found.noticed]
    told = {each.content for each in requested} | {each.content for each in noticed}
    noticed = [*(_candidate(each) for each in meant if each.content not in told), *noticed]
    found = replace(found, requested=requested, noticed=noticed)
    return found, {each.content: each for each in meant}


def carrying(draft: MemoryDraft, replaced: Mapping[str, Moved], now: datetime) -> MemoryDraft:
    """Return the draft of what has got another time with what was known of it besides."""
    if (new := replaced.get(draft.content)) is None:
        return draft
    old = new.old
    kept = {name: getattr(old, name) for name in ("subjects", "pinned", "sensitivity", "portable")}
    asked = draft.user_requested or old.user_requested
    importance = max(draft.importance or 1, old.importance)
    kept |= {"user_requested": asked, "importance": importance}
    kept |= {"event_time": new.at, "valid_from": now}
    return draft.model_copy(update=kept)


def give_way(
    view: MemoryView, outcomes: Sequence[WriteOutcome], replaced: Mapping[str, Moved]
) -> Steps[list[WriteOutcome]]:
    """Let what was planned give way to what was written of its new time."""
    settled = []
    for outcome in outcomes:
        new = replaced.get(outcome.memory.content) if outcome.memory else None
        if new is not None and outcome.status == "created":
            settled.append((yield from _replace(view, outcome, new.old)))
        else:
            settled.append(outcome)
    return settled


def _replace(view: MemoryView, written: WriteOutcome, old: Memory) -> Steps[WriteOutcome]:
    new = written.memory
    if new is None:
        return written
    operation = settle_conflict(view.scope, new.id, old.id)
    outcome: WriteOutcome = yield from ask(view.store, "run", operation, view.scope)
    if outcome.reason == "protected":  # whoever pinned it says that it is at another time
        yield from ask(view, "end", old.id)
    elif outcome.status != "superseded":
        return written
    return WriteOutcome(status="superseded", reason="rescheduled", memory=new, previous=old)


def _moved(
    known: Sequence[Memory], said: Sequence[Rescheduling], before: str | None, now: datetime
) -> Iterator[Moved]:
    for each in said:
        meant = [memory for memory in known if _is_of(memory, each, before, now)]
        new = (
            moved(meant[0].content, meant[0].event_time, each.to, now) if len(meant) == 1 else None
        )
        if new is not None and new[0] != meant[0].content:
            yield Moved(each.clause, meant[0], *new)


def _is_of(memory: Memory, said: Rescheduling, before: str | None, now: datetime) -> bool:
    """Tell whether what a memory tells of is still to come, and is what has got another time."""
    day = memory.event_time
    if recurs(memory) or (day is not None and day < now - timedelta(days=1)):
        return False
    if said.about.lower() in ("it", "that"):
        meant = before in memory.source_ids
    else:
        meant = _is_called(memory.content, said.about)
    return meant and (said.instead is None or was_at(day, memory.content, said.instead))


def _is_called(content: str, about: str) -> bool:
    """Tell whether all words for something are in a content, which is about that, and about nobody else's."""
    words, head = stems(about), stems(_BEHIND.sub("", about))
    words, head = words - _IDLE or words, head - _IDLE or words - _IDLE or words
    owners = {owner.lower() for owner in _OWNER.findall(content)} - _VISITED
    return (
        words <= stems(content)
        and bool(head & stems(_BEHIND.sub("", content)))
        and all(owner in about.lower() for owner in owners)
    )


_BEHIND = re.compile(r"(?<=\w) (?:with|about|for|at|in|on|by|from|regarding|of) .*", re.I)
_VISITED = frozenset(
    "user doctor doc gp dentist vet physio optician optometrist hairdresser barber therapist midwife surgeon specialist"
    " lawyer notary accountant".split()
)
"""Whose appointment is the user's own."""
_OWNER = re.compile(r"\b([\w-]+)['’]s\b")
_IDLE = stems("date time day deadline due appointment slot schedule start finish need must")


def _instead(said: Said, meant: Sequence[Moved]) -> Said:
    """Return what has got another time in place of the statement that it has, as said or as it was read."""
    statement = said.statement.lower()
    for each in meant:
        clauses = (each.clause.lower(), as_it_is_now(each.clause).lower())
        if any(clause in statement or statement in clause for clause in clauses):
            return replace(said, **_fields(each))
    return said


def _candidate(each: Moved) -> Candidate:
    return Candidate(
        statement=each.clause, rule="rescheduled", score=each.old.importance / 5, **_fields(each)
    )


def _fields(each: Moved) -> dict[str, Any]:
    return {
        "content": each.content,
        "category": each.old.category,
        "type": each.old.type.value,
        "title": title_of(each.content),
        "keywords": keywords_of(each.content),
        "slot": None,
    }
