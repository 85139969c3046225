"""What is the user told of what happened to their memory behind their back?

Pure: whoever reviewed or consolidated hands over the outcomes and puts the texts into `memory_notices`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from langmem_ext.memory import Memory, Sensitivity, WriteOutcome
from langmem_ext.settings import NotificationSettings

_STORED = frozenset({"created", "updated", "merged", "superseded"})


def notice_of_review(
    outcomes: Sequence[WriteOutcome], settings: NotificationSettings | None = None
) -> str | None:
    """Tell what a review of a conversation has stored; None for nothing (spec 000, sections 4 and 8)."""
    settings = settings or NotificationSettings()
    stored = _distinct(each.memory for each in outcomes if each.memory and each.status in _STORED)
    if not stored or not settings.on_session_end_storage:
        return None
    return _listed("I've noted the following for future reference:", stored, settings)


def notice_of_consolidation(
    outcomes: Sequence[WriteOutcome], settings: NotificationSettings | None = None
) -> str | None:
    """Tell what was consolidated: memories that took the place of several; None for nothing (spec 000, section 8)."""
    settings = settings or NotificationSettings()
    merged = _distinct(each.memory for each in outcomes if each.memory and each.status == "merged")
    if not merged or not settings.on_consolidation:
        return None
    count = sum(max(2, len(memory.supersedes)) for memory in merged)
    opening = f"I've consolidated {count} related memories to keep things organized:"
    return _listed(opening, merged, settings)


def _distinct(memories: Iterable[Memory]) -> list[Memory]:
    """Return each memory once, as it was written last."""
    return list({memory.id: memory for memory in memories}.values())


def _listed(opening: str, memories: Sequence[Memory], settings: NotificationSettings) -> str:
    """Name as many as the settings say, and count the others; what is sensitive is counted only."""
    named = [each for each in memories if each.sensitivity is not Sensitivity.SENSITIVE]
    shown = named[: settings.max_items_in_notification]
    lines = [f"- {memory.title} ({memory.category.replace('_', ' ')})" for memory in shown]
    more = len(memories) - len(shown)
    rest = [f"- ...and {more} more" if shown else f"- {more} that I would rather not name here"]
    return "\n".join([opening, *lines, *(rest if more else [])])
