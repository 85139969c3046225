"""What was done last in this conversation, and how is it taken back?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from langmem_ext.errors import InvalidMemory, MemoryNotFound
from langmem_ext.memory import HistoryEvent, Memory, WriteOutcome
from langmem_ext.nodes.node import Steps, ask
from langmem_ext.nodes.work import Work
from langmem_ext.stores.view import MemoryView

Done = tuple[str, str]
"""What was done to a memory ("forgot", "restored" or "reworded"), and its id."""

RECENT = 50
"""How many of the memories of a conversation are looked at for the last ones."""


@dataclass
class TakenBack:
    """Collect what an undo changes; `done` is what would have to be taken back to undo it again."""

    restored: list[Memory] = field(default_factory=list)
    gone: list[Memory] = field(default_factory=list)
    reworded: list[Memory] = field(default_factory=list)
    done: list[Done] = field(default_factory=list)
    failed: int = 0

    @property
    def nothing(self) -> bool:
        """Tell whether there was nothing to take back."""
        return not (self.done or self.gone or self.failed)


def take_back(
    work: Work, view: MemoryView, dialogue: dict[str, Any], written: Sequence[str]
) -> Steps[TakenBack | None]:
    """Undo the last command or the last write of this conversation, whichever is later; None when there is none.

    `written` are the ids of what the turn before has written.
    """
    back = TakenBack()
    later = written or (yield from _written_since(work, view, dialogue.get("at")))
    if later:
        for id in later:
            yield from _unwrite(view, id, back)
    else:
        for what, id in reversed(dialogue.get("done") or []):
            yield from _invert(view, what, id, back)
    return None if back.nothing else back


def _written_since(work: Work, view: MemoryView, since: str | None) -> Steps[list[str]]:
    """Return what this conversation's last write after a time has written: all that came from one message."""
    thread = work.principal.thread_id
    if thread is None:
        return []
    filters = {"thread_id": thread}
    page: list[Memory] = yield from ask(view, "list", filters=filters, limit=RECENT)
    last = page[0] if page else None
    if last is None or (since is not None and last.updated_at <= datetime.fromisoformat(since)):
        return []
    together = [each for each in page if last.source_ids and each.source_ids == last.source_ids]
    return [memory.id for memory in together or [last]]


def _unwrite(view: MemoryView, id: str, back: TakenBack) -> Steps[None]:
    """Take one write back, as its history tells what it was."""
    events: Sequence[HistoryEvent] = yield from ask(view, "history", id, limit=10)
    try:
        memory: Memory = yield from ask(view, "memory", id)
    except MemoryNotFound:
        yield from _decline(view, id, back)
        return
    last = next(
        (each for each in events if each.event in ("ADD", "MERGE", "UPDATE", "RESTORE")), None
    )
    if last is not None and last.event == "UPDATE":
        yield from _reword(view, id, back)
        return
    yield from _forget(view, memory, back)
    for older in memory.supersedes:
        yield from _restore(view, older, back)


def _decline(view: MemoryView, id: str, back: TakenBack) -> Steps[None]:
    """Drop a change that still waits for consent."""
    try:
        outcome: WriteOutcome = yield from ask(view, "consent", id, False)
    except MemoryNotFound:
        return
    if outcome.previous is not None:
        back.gone.append(outcome.previous)


def _invert(view: MemoryView, what: str, id: str, back: TakenBack) -> Steps[None]:
    if what == "forgot":
        yield from _restore(view, id, back)
    elif what == "reworded":
        yield from _reword(view, id, back)
    else:
        try:
            memory: Memory = yield from ask(view, "memory", id)
        except MemoryNotFound:
            return
        yield from _forget(view, memory, back)


def _forget(view: MemoryView, memory: Memory, back: TakenBack) -> Steps[None]:
    try:
        yield from ask(view, "forget", memory.id)
    except MemoryNotFound:
        return
    back.gone.append(memory)
    back.done.append(("forgot", memory.id))


def _restore(view: MemoryView, id: str, back: TakenBack) -> Steps[None]:
    try:
        outcome: WriteOutcome = yield from ask(view, "restore", id)
    except (MemoryNotFound, InvalidMemory):  # purged by now, or its slot is filled anew
        back.failed += 1
        return
    if outcome.memory is not None:
        back.restored.append(outcome.memory)
        back.done.append(("restored", id))


def _reword(view: MemoryView, id: str, back: TakenBack) -> Steps[None]:
    """Give a memory the words that it had before its last change."""
    events: Sequence[HistoryEvent] = yield from ask(view, "history", id, limit=10)
    changes = (
        each for each in events if each.event == "UPDATE" and each.old and each.old != each.new
    )
    old = next((each.old for each in changes), None)
    if old is None:
        return
    try:
        outcome: WriteOutcome = yield from ask(view, "correct", id, old)
    except MemoryNotFound:
        back.failed += 1
        return
    if outcome.memory is not None and outcome.status == "updated":
        back.reworded.append(outcome.memory)
        back.done.append(("reworded", id))
