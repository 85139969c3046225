"""What becomes of what others have said of somebody, once that person says it?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from itertools import chain

from langmem_ext.memory import Memory, MemoryDraft, Sensitivity, WriteOutcome
from langmem_ext.policies.scanner import scan
from langmem_ext.policies.whom import told_as_own
from langmem_ext.policies.writing import Rejection
from langmem_ext.stores.operations import falling
from langmem_ext.stores.operations.about import chat_of
from langmem_ext.stores.operations.rows import as_rows
from langmem_ext.stores.operations.vanishing import close
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import Record
from langmem_ext.stores.requests import Operation, Row, Statement, fetch
from langmem_ext.stores.scope import Scope

LOOKED_AT = 100
"""Memories of others about a speaker that are compared with what the speaker says, the last changed ones."""


def corrects(draft: MemoryDraft, verdict: MemoryDraft | Rejection, speaker: str | None) -> bool:
    """Tell whether a draft corrects what others say of its speaker.

    It was about nobody before it was known who speaks (spec 001, Hearsay directionality), says what somebody is, and
    may be told wherever the speaker is.
    """
    return (
        isinstance(verdict, MemoryDraft)
        and not draft.subjects
        and verdict.subjects == (speaker,)
        and verdict.portable
        and verdict.sensitivity in (None, Sensitivity.PUBLIC)
        and bool(_attributes(verdict.slot, verdict.content))
    )


def _attributes(slot: str | None, content: str) -> frozenset[str]:
    """Return what of somebody a memory tells: its slot, else those that its words fill."""
    return frozenset({slot}) if slot else _told_in(content)


@lru_cache(maxsize=512)
def _told_in(content: str) -> frozenset[str]:
    """Return the slots that a statement would fill if who it is about said it of themselves."""
    read = chain.from_iterable(scan(own) for own in (content, *told_as_own(content)))
    return frozenset(candidate.slot for candidate in read if candidate.slot)


def where_it_is_heard(scope: Scope) -> list[str]:
    """Return the spaces whose hearsay a speaker may end: of the chat it is in; what others keep alone is theirs."""
    chat = chat_of(scope)
    return [chat] if chat else []


def end(
    scope: Scope, said: Sequence[tuple[MemoryDraft, WriteOutcome]], now: datetime
) -> Operation[None]:
    """End what others have said of the same in the speakers; it stays found by `as_of`."""
    made = [draft for draft, outcome in said if outcome.status not in ("rejected", "proposed")]
    spaces = where_it_is_heard(scope)
    if not made or not spaces:
        return
    rows: list[Row] = [
        {"subjects": list(subjects)} for subjects in {each.subjects for each in made}
    ]
    params = {"rows": as_rows(rows), "spaces": spaces, "limit": LOOKED_AT}
    (found,) = yield from fetch(Statement(query("hearsay"), params))
    heard = [Record.read(row) for row in found]
    ended = [each for each in heard if any(_answers(draft, each.memory) for draft in made)]
    gone = [change for each in ended for change in close(scope, each, now, since=now)]
    yield from falling.write(scope, gone)


def _answers(draft: MemoryDraft, heard: Memory) -> bool:
    """Tell whether somebody says itself what has been said of it."""
    if draft.subjects != heard.subjects:
        return False
    told = _attributes(draft.slot, draft.content)
    return not told.isdisjoint(_attributes(heard.slot, heard.content))
