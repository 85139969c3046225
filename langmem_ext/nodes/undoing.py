"""What was done last in this conversation, and how is it taken back?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from langmem_ext.errors import InvalidMemory, MemoryNotFound
from langmem_ext.memory import HistoryEvent, Memory, WriteOutcome
from langmem_ext.nodes.ask_consent import Proposals
from langmem_ext.nodes.asking import digest_of
from langmem_ext.nodes.node import Steps, ask
from langmem_ext.nodes.work import Work
from langmem_ext.stores.operations.commanding import Step
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


def way_back(
    work: Work, view: MemoryView, dialogue: dict[str, Any], written: Sequence[str]
) -> Steps[list[Step]]:
    """Return how the last command or the last write of this conversation is undone, whichever is later.

    `written` are the ids of what the turn before has written. Nothing is changed yet.
    """
    later = written or (yield from _written_since(work, view, dialogue.get("at")))
    steps: list[Step] = []
    for id in later:
        steps += yield from _unwriting(view, id)
    for what, id in reversed(() if later else dialogue.get("done") or []):
        steps += yield from _inverting(view, what, id)
    return steps


def carry_out(view: MemoryView, steps: Sequence[Step]) -> Steps[TakenBack | None]:
    """Do what undoes something; None when there was nothing to do. Done once more, it changes nothing."""
    back = TakenBack()
    for step in steps:
        if step.is_done or not step.is_late:
            yield from _DOING[step.verb](view, step, back)
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


def _unwriting(view: MemoryView, id: str) -> Steps[list[Step]]:
    """Return how one write is taken back, as its history tells what it was."""
    events: Sequence[HistoryEvent] = yield from ask(view, "history", id, limit=10)
    memory = yield from _active(view, id)
    if memory is None:
        waiting: Sequence[Memory] = yield from ask(Proposals(view), "all")
        return [Step("decline", id)] if id in {each.id for each in waiting} else []
    last = next(
        (each for each in events if each.event in ("ADD", "MERGE", "UPDATE", "RESTORE")), None
    )
    if last is not None and last.event == "UPDATE":
        return _rewording(id, events)
    return [Step("forget", id), *(Step("restore", older) for older in memory.supersedes)]


def _inverting(view: MemoryView, what: str, id: str) -> Steps[list[Step]]:
    if what == "forgot":
        return [Step("restore", id)]
    if what == "reworded":
        return _rewording(id, (yield from ask(view, "history", id, limit=10)))
    return [Step("forget", id)] if (yield from _active(view, id)) else []


def _rewording(id: str, events: Sequence[HistoryEvent]) -> list[Step]:
    """Return how a memory gets the words that it had before its last change."""
    old = next(iter(_earlier_words(events)), None)
    return [] if old is None else [Step("reword", id, digest_of(old))]


def _earlier_words(events: Sequence[HistoryEvent]) -> list[str]:
    changes = (each for each in events if each.event == "UPDATE" and each.old != each.new)
    return [each.old for each in changes if each.old]


def _active(view: MemoryView, id: str) -> Steps[Memory | None]:
    try:
        memory: Memory = yield from ask(view, "memory", id)
    except MemoryNotFound:
        return None
    return memory


def forget(view: MemoryView, step: Step) -> Steps[Memory | None]:
    """Forget a memory, if that is still to do; return it as it was, None where another caller was faster."""
    if step.is_done or step.is_late:
        return step.memory if step.is_done else None
    try:
        outcome: WriteOutcome = yield from ask(view, "forget", step.id)
    except MemoryNotFound:
        return None
    return outcome.previous


def _forget(view: MemoryView, step: Step, back: TakenBack) -> Steps[None]:
    memory = yield from forget(view, step)
    if memory is not None:
        back.gone.append(memory)
        back.done.append(("forgot", step.id))


def _decline(view: MemoryView, step: Step, back: TakenBack) -> Steps[None]:
    """Drop a change that still waits for consent."""
    if step.is_done and step.memory is not None:
        back.gone.append(step.memory)
        return
    try:
        outcome: WriteOutcome = yield from ask(view, "consent", step.id, False)
    except MemoryNotFound:
        return
    if outcome.previous is not None:
        back.gone.append(outcome.previous)


def _restore(view: MemoryView, step: Step, back: TakenBack) -> Steps[None]:
    try:
        outcome: WriteOutcome = yield from ask(view, "restore", step.id)
    except (MemoryNotFound, InvalidMemory):  # purged by now, or its slot is filled anew
        back.failed += 1
        return
    if outcome.memory is not None:
        back.restored.append(outcome.memory)
        back.done.append(("restored", step.id))


def _reword(view: MemoryView, step: Step, back: TakenBack) -> Steps[None]:
    """Give a memory the words that are meant, unless it has them."""
    memory = step.memory
    if memory is None or digest_of(memory.content) != step.mark:
        memory = None if step.is_late else (yield from _correct(view, step, back))
    if memory is not None:
        back.reworded.append(memory)
        back.done.append(("reworded", step.id))


def _correct(view: MemoryView, step: Step, back: TakenBack) -> Steps[Memory | None]:
    events: Sequence[HistoryEvent] = yield from ask(view, "history", step.id, limit=10)
    old = next((each for each in _earlier_words(events) if digest_of(each) == step.mark), None)
    try:
        outcome: WriteOutcome = yield from ask(view, "correct", step.id, old or "")
    except MemoryNotFound:
        back.failed += 1
        return None
    return outcome.memory if outcome.status == "updated" else None


_DOING: dict[str, Callable[[MemoryView, Step, TakenBack], Steps[None]]] = {
    "forget": _forget,
    "restore": _restore,
    "reword": _reword,
    "decline": _decline,
}
