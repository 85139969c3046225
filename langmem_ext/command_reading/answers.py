"""How does memory answer a command?

In plain words: no ids, no names of fields. What is sensitive is counted, not repeated, once it is forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from langmem_ext.legible import indented, one_line
from langmem_ext.memory import HistoryEvent, Memory, Sensitivity, Source

MOST = 10
"""Items of a list: what is beyond is counted (spec 000, section 7.2)."""

UNDOABLE = "Say “undo that” to bring {} back."
LEFT_ALONE = "I left your memories as they are."
NO_LIST = "I have not shown you a numbered list in this conversation. Ask “what do you remember about me?” first."
NOT_ALLOWED = "I can't look at that kind of memory here."
NOTHING_LIKE_IT = "I have no memory that says so."
NOTHING_ABOUT = "I find nothing about “{}” among what I remember. Ask “what do you remember about me?” to see all."
WHICH_ONE = "I am not sure what you mean. Name it, or ask for a list and give me a number."


def listing(opening: str, memories: Sequence[Memory], total: int | None = None) -> str:
    """Return an opening line and the first memories, numbered."""
    lines = [f"{place}. {memory.told}" for place, memory in enumerate(memories[:MOST], 1)]
    return "\n".join([opening, *lines, *_more((total or len(memories)) - len(lines))])


def _gone(memories: Sequence[Memory]) -> list[str]:
    shown = [memory for memory in memories if memory.sensitivity is not Sensitivity.SENSITIVE]
    hidden = len(memories) - len(shown)
    lines = [f"- {memory.told}" for memory in shown[:MOST]]
    private = [f"- {counted(hidden, 'sensitive memory', 'sensitive memories')}"] if hidden else []
    return [*lines, *_more(len(shown) - len(lines)), *private]


def _more(left: int) -> list[str]:
    return [f"...and {left} more"] if left > 0 else []


def counted(number: int, one: str = "memory", many: str = "memories") -> str:
    """Return a number with its noun."""
    return f"{number} {one if number == 1 else many}"


def forgotten(memories: Sequence[Memory]) -> str:
    """Say what is forgotten, and that it can come back."""
    opening = "Forgotten:" if len(memories) == 1 else f"I have forgotten {counted(len(memories))}:"
    way_back = UNDOABLE.format("it" if len(memories) == 1 else "them")
    return "\n".join([opening, *_gone(memories), way_back])


def choosing(memories: Sequence[Memory], *, exact: bool) -> str:
    """Show what may be meant, numbered, and ask."""
    opening = (
        "Several memories fit:"
        if exact
        else "I have no memory that says exactly that. These come close:"
    )
    return listing(opening, memories) + "\nSay, for example, “forget number 1”."


GO_AHEAD = "Shall I go ahead? Only a plain “yes” as your next message does it."
GO_AHEAD_WITH = "Shall I go ahead? Only a plain “yes” as your next message does it, or the numbers of what should go."


def confirmation(memories: Sequence[Memory]) -> str:
    """Ask before everything is cleared."""
    every = "the one memory" if len(memories) == 1 else f"all {len(memories)} memories"
    opening = f"This will clear {every} about you that I can see here:"
    return "\n".join([opening, *_gone(memories), GO_AHEAD])


def deleting(memories: Sequence[Memory]) -> str:
    """Ask before memories are forgotten, numbered where there are several."""
    if len(memories) == 1:
        return f"This will make me forget:\n- {memories[0].content}\n{GO_AHEAD}"
    opening = f"This will make me forget {counted(len(memories))}:"
    return f"{listing(opening, memories)}\n{GO_AHEAD_WITH}"


def undoing(memories: Sequence[Memory]) -> str:
    """Ask before something is undone that would forget memories."""
    return "\n".join(["To undo that, I would forget:", *_gone(memories), GO_AHEAD])


def cleared(number: int) -> str:
    """Say that everything is cleared, and how long it can come back."""
    return (
        f"Done: {counted(number)} cleared. {UNDOABLE.format('it' if number == 1 else 'them')} "
        "After 30 days that is no longer possible."
    )


def undone(
    back: Sequence[Memory], gone: Sequence[Memory], reworded: Sequence[Memory], failed: int
) -> str:
    """Say what an undo has changed."""
    parts = ["Undone."]
    if back:
        parts += ["I remember again:", *_gone(back)]
    if gone:
        parts += ["I no longer remember:", *_gone(gone)]
    if reworded:
        parts += ["It says again:", *_gone(reworded)]
    if failed:
        parts.append(
            f"{counted(failed)} could not be brought back, because something newer took the place or "
            "too much time has passed."
        )
    return "\n".join(parts[1:] if failed and len(parts) == 2 else parts)


# --- where a memory comes from -------------------------------------------------------------------

_HOW = {
    Source.DIRECTIVE: "You asked me to remember it",
    Source.SCAN: "You mentioned it",
    Source.REVIEW: "I noted it when I looked back over a conversation",
    Source.EXTRACTION: "I took it from what was said in a conversation",
    Source.TOOL: "An assistant noted it while working for you",
    Source.CONSOLIDATION: "I put it together from earlier memories",
    Source.IMPORT: "It came with data that was imported",
    Source.API: "An application that you use stored it",
}
_BY_SOMEBODY = {
    Source.DIRECTIVE: "Somebody in a chat with you asked me to remember it",
    Source.SCAN: "Somebody in a chat with you mentioned it",
}
_SPOKEN = frozenset({Source.DIRECTIVE, Source.SCAN, Source.TOOL})
_QUOTED = 200


def provenance(
    memory: Memory,
    events: Sequence[HistoryEvent],
    *,
    user: str | None,
    here: bool,
    said: str | None,
) -> str:
    """Say when, how and from whom a memory came; `said` is the user's message when it is at hand."""
    lines = [
        f"“{memory.told}”",
        f"{_how(memory, user)} on {day(memory.created_at)}{_where(memory, here)}.",
    ]
    if said:
        lines.append(f"Your words were: “{shortened(said)}”")
    if earlier := _earlier_text(memory, events):
        lines.append(
            f"I last changed it on {day(memory.updated_at)}; before, it said: “{indented(earlier)}”"
        )
    return "\n".join(lines)


def _how(memory: Memory, user: str | None) -> str:
    others = memory.stated_by is not None and user is not None and memory.stated_by != user
    if others and memory.source in _BY_SOMEBODY:
        return _BY_SOMEBODY[memory.source]
    agent = (memory.agent_id or "").replace("_", " ")
    if memory.source is Source.TOOL and re.fullmatch(r"[a-z]+(?: [a-z]+)?", agent):
        return f"The {agent} noted it while working for you"
    return _HOW[memory.source]


def _where(memory: Memory, here: bool) -> str:
    if memory.source not in _SPOKEN:
        return ""
    if here:
        return ", in this conversation"
    return (
        ", in a group chat"
        if memory.learned_in
        else ", in another conversation" * bool(memory.thread_id)
    )


def _earlier_text(memory: Memory, events: Sequence[HistoryEvent]) -> str | None:
    """Return what it said before it was last reworded."""
    old = (
        e.old for e in events if e.event == "UPDATE" and e.new == memory.content and e.old != e.new
    )
    return next((text for text in old if text), None)


def day(at: datetime) -> str:
    """Return a date as people write it: 5 March 2026."""
    return f"{at.day} {at:%B %Y}"


def shortened(text: str) -> str:
    """Return the beginning of a message, on one line."""
    line = one_line(text)
    return line if len(line) <= _QUOTED else line[: _QUOTED - 1].rsplit(" ", 1)[0] + "…"
