"""What becomes of the memories of what the user says is no longer so?"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from langmem_ext.errors import InvalidMemory, MemoryNotFound
from langmem_ext.memory import Memory, MemoryDraft, Source, WriteOutcome
from langmem_ext.nodes.agreeing import apply
from langmem_ext.nodes.node import Steps, ask
from langmem_ext.policies.retractions import Retraction
from langmem_ext.stores.view import MemoryView

LOOKED_AT = 20
"""Memories of a slot that are compared with what was taken back: one is active, for each whom it is about."""

LOOKED_AT_ALL = 200
"""Memories that are compared with a correction, which names no slot: the last changed ones."""


def retract(
    view: MemoryView, taken_back: Sequence[Retraction], written: Collection[str]
) -> Steps[list[WriteOutcome]]:
    """Close what the user takes back, and replace what they put right; what was just `written` stays.

    A value that is named must be the one that is known: "I no longer work at Acme" says nothing of Globex.
    """
    outcomes: list[WriteOutcome] = []
    for each in taken_back:
        for memory in (yield from _concerned(view, each)):
            if memory.id not in written:
                outcomes += yield from _carry_out(view, memory, each)
    return outcomes


def _concerned(view: MemoryView, taken_back: Retraction) -> Steps[list[Memory]]:
    """Return the memories of the slots that hold the value; a correction is of the last one that does."""
    known: list[Memory] = []
    for slot in taken_back.slots:
        known += yield from ask(view, "list", filters={"slot": slot}, limit=LOOKED_AT)
    if not taken_back.slots:
        known = yield from ask(view, "list", limit=LOOKED_AT_ALL)
    value = taken_back.value
    holds = [each for each in known if not value or _holds(each.content, value)]
    found = [each for each in holds if each.slot]
    if taken_back.instead and not found and len(holds) == 1:
        return holds
    return found[:1] if taken_back.instead else found


def _holds(content: str, value: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", content, re.IGNORECASE) is not None


def _carry_out(
    view: MemoryView, memory: Memory, taken_back: Retraction
) -> Steps[list[WriteOutcome]]:
    try:
        if taken_back.instead is None or taken_back.value is None:
            return [(yield from ask(view, "end", memory.id))]
        if memory.slot is None:  # nothing else would give way
            content = _put_right(memory, taken_back)
            return [(yield from ask(view, "correct", memory.id, content))]
        written = yield from ask(view, "remember_many", [_corrected(memory, taken_back)])
        agreed: list[WriteOutcome] = []
        for outcome in written:
            agreed.append((yield from apply(view, outcome)))
        return agreed
    except (MemoryNotFound, InvalidMemory):  # another writer was faster
        return []


def _corrected(memory: Memory, taken_back: Retraction) -> MemoryDraft:
    return MemoryDraft(
        content=_put_right(memory, taken_back),
        category=memory.category,
        type=memory.type,
        slot=memory.slot,
        importance=memory.importance,
        subjects=memory.subjects,
        stated_by=memory.stated_by,
        role="user",
        source=Source.SCAN,
    )


def _put_right(memory: Memory, taken_back: Retraction) -> str:
    """Put the right value where the wrong one stood; everything else that was said stays."""
    wrong = re.compile(rf"(?<!\w){re.escape(taken_back.value or '')}(?!\w)", re.IGNORECASE)
    return wrong.sub(lambda _: taken_back.instead or "", memory.content)
