"""How is what changed told to a thread?"""

from __future__ import annotations

from collections.abc import Sequence

from langmem_ext.memory import Change

SIGNS = {
    "created": "+created",
    "updated": "↑updated",
    "merged": "↔merged",
    "deleted": "-deleted",
    "soft_deleted": "-soft_deleted",
    "restored": "+restored",
}
"""The sign of each event in the header (memory model, Delta header)."""

_HEAD, _MORE = "Memory updates since rev", "- …and"
_OF_A_HEADER = (_HEAD, _MORE, *(f"- {sign}: " for sign in SIGNS.values()))

MAX_BULLETS = 3
_MAX_TEXT = 200


class RankedChange(Change):
    """Add what decides the order of the header: how important the memory is."""

    importance: int = 1


def header(since: int, changes: Sequence[RankedChange]) -> str:
    """Return the delta header for changes in the order they happened; empty when nothing is worth telling.

    At most three bullets, those that matter most; a fourth line counts the rest (spec 004, item 1).
    """
    news = _net(changes)
    if not news:
        return ""
    chosen = sorted(news, key=_worth, reverse=True)[:MAX_BULLETS]
    lines = [_bullet(change) for change in sorted(chosen, key=lambda change: change.rev)]
    if rest := len(news) - len(chosen):
        lines.append(f"{_MORE} {rest} more")
    return "\n".join([f"{_HEAD} {since}:", *lines])


def parts_of(text: str) -> tuple[Sequence[str], Sequence[str]]:
    """Return the lines of the headers at the head of a text for the prompt, and the bullets after them."""
    lines = text.splitlines()
    end = next((n for n, line in enumerate(lines) if not line.startswith(_OF_A_HEADER)), len(lines))
    bullets: list[str] = []
    for line in lines[end:]:
        if line.startswith("- ") or not bullets:
            bullets.append(line)
        else:  # a procedure has more lines than one
            bullets[-1] += f"\n{line}"
    return lines[:end], bullets


def _worth(change: RankedChange) -> tuple[int, bool, int]:
    """Rank by importance; what was known and is no longer so before what is new; then the latest."""
    return change.importance, change.event != "created", change.rev


def _net(changes: Sequence[RankedChange]) -> list[RankedChange]:
    """Fold the changes of each memory into what a reader must know: its last state against what it knew."""
    first: dict[tuple[str, str, str], RankedChange] = {}
    last: dict[tuple[str, str, str], RankedChange] = {}
    for change in changes:
        key = (change.space, change.category, change.memory_id)
        first.setdefault(key, change)
        last[key] = change
    return [news for key, end in last.items() if (news := _fold(first[key], end))]


def _fold(begin: RankedChange, end: RankedChange) -> RankedChange | None:
    gone = end.event in ("deleted", "soft_deleted")
    was_new = begin.event == "created"
    if was_new and gone and begin is not end:
        return None
    return end.model_copy(update={"event": "created"}) if was_new and not gone else end


def _bullet(change: RankedChange) -> str:
    text = change.text if len(change.text) <= _MAX_TEXT else change.text[: _MAX_TEXT - 1] + "…"
    weight = f" (imp={change.importance})" if change.event == "created" else ""
    return f"- {SIGNS[change.event]}: [{change.category}] {text}{weight}"
