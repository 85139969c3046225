"""How are memories written into a prompt?

`bullets` is one line for each with its category; `numbered` has the days on which they were recorded (spec 002, Memory
Context Format); `headed` tells the weekly reflection apart (spec 003, Context injection).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from langmem_ext.memory import Kind, Memory, QueryResult
from langmem_ext.policies.budget import count_tokens

NUMBERED_AT_MOST = 10
LONGEST = 200
"""Memories of a numbered block, and characters of each (spec 002, Context Size Management)."""


def render(
    found: QueryResult, form: str, *, app: str | None = None, budget_tokens: int | None = None
) -> str:
    """Return what was found as the text for a prompt, the delta header first; empty when there is nothing to say.

    What was not asked for as full records is told as bullets. What does not fit the budget is left out, from the end.
    """
    if form == "bullets" or len(found.memories) < len(found.bullets):
        return found.render()
    write = partial(_WRITERS[form], app)
    memories = list(found.memories)
    while True:
        text = "\n".join(part for part in (found.header, write(memories)) if part)
        if not memories or budget_tokens is None or count_tokens(text) <= budget_tokens:
            return text
        memories.pop()


def format_memories(memories: Sequence[Memory], app: str | None = None) -> str:
    """Return memories as a numbered block with their days; empty for none."""
    if not memories:
        return ""
    whose = f"memories for app: {_line(app)}" if app else "memories"
    lines = [
        f"{number}. [Created: {memory.created_at:%Y-%m-%d}] {_short(memory.content)}"
        for number, memory in enumerate(memories[:NUMBERED_AT_MOST], 1)
    ]
    with_whom = "this app" if app else "this user"
    return "\n".join(
        [
            f"({whose})",
            f"The following are memories from previous conversations with {with_whom}:",
            "",
            *lines,
            "",
            "Use these memories to provide context-aware responses.",
        ]
    )


def headed(memories: Sequence[Memory]) -> str:
    """Return memories under headings: what is relevant, then the weekly reflection; empty for none."""
    insights = [memory for memory in memories if memory.kind is Kind.REFLECTION]
    relevant = [memory for memory in memories if memory.kind is not Kind.REFLECTION]
    parts = []
    if relevant:
        bullets = "\n".join(f"- {memory.bullet()}" for memory in relevant)
        parts.append(f"## Relevant memory\n{bullets}")
    if insights:
        parts.append("## Weekly insight\n" + "\n".join(_line(each.content) for each in insights))
    return "\n\n".join(parts)


def _short(text: str) -> str:
    line = _line(text)
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def _line(text: str) -> str:
    return " ".join(text.split())


_WRITERS: Mapping[str, Callable[[str | None, Sequence[Memory]], str]] = {
    "numbered": lambda app, memories: format_memories(memories, app),
    "headed": lambda app, memories: headed(memories),
}
