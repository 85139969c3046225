"""What becomes of the memories of what the user says they do, have or live with no more?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from langmem_ext.command_reading.matching import stems
from langmem_ext.errors import InvalidMemory, MemoryNotFound
from langmem_ext.memory import Memory, MemoryType, WriteOutcome
from langmem_ext.nodes.node import Steps, ask
from langmem_ext.policies.endings import Ending
from langmem_ext.policies.instructions import instruction_in
from langmem_ext.policies.outdated import is_outdated, what_is_left
from langmem_ext.stores.view import MemoryView

LOOKED_AT, PREFERENCES_LOOKED_AT = 200, 100
"""Memories that are compared with what is over, and preferences where it is of them alone: the last changed ones."""

_PREFERENCES = frozenset({"contrary", "lifted", "allowed", "spoken"})
"""Kinds of endings that are of tastes and instructions."""

AT_MOST = 3
"""Memories that one statement ends: what would end more says too little to be understood."""


def end(
    view: MemoryView, over: Sequence[Ending], written: Mapping[str, Memory]
) -> Steps[list[WriteOutcome]]:
    """End what the user has said of themselves and is over now; what was just `written`, by its id, stays.

    What another value replaces ends where that one was written.
    """
    new = [stems(each.content) for each in written.values()]
    over = [
        each for each in over if not each.replaces or any(each.said_again <= said for said in new)
    ]
    if not over:
        return []
    known = yield from _compared(view, {each.kind for each in over})
    own = [each for each in known if each.stated_by in (None, view.principal.user_id)]
    outcomes: list[WriteOutcome] = []
    for each in over:
        left = [(memory, what_is_left(memory, each)) for memory in own if memory.id not in written]
        meant = [(memory, rest) for memory, rest in left if rest or is_outdated(memory, each)]
        for memory, rest in meant if len(meant) <= AT_MOST else []:
            own.remove(memory)
            try:
                outcomes.append((yield from _end(view, memory, rest)))
            except (MemoryNotFound, InvalidMemory):  # another run was faster
                continue
    return outcomes


def _compared(view: MemoryView, kinds: Set[str]) -> Steps[list[Memory]]:
    filters, limit = None, LOOKED_AT
    if kinds <= _PREFERENCES:
        filters, limit = {"type": MemoryType.PREFERENCE.value}, PREFERENCES_LOOKED_AT
    known: list[Memory] = yield from ask(view, "list", filters=filters, limit=limit)
    return known


def lifts_instruction(outcome: WriteOutcome) -> bool:
    """Tell the end of an instruction to the assistant, of which the user should hear."""
    before = outcome.previous
    return outcome.reason == "ended" and before is not None and bool(instruction_in(before.content))


def _end(view: MemoryView, memory: Memory, rest: str | None) -> Steps[WriteOutcome]:
    """End a memory, or leave of it what still holds."""
    outcome: WriteOutcome = yield from (
        ask(view, "correct", memory.id, rest) if rest else ask(view, "end", memory.id)
    )
    return outcome
