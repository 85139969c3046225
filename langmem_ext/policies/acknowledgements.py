"""What is the user told about their memory?

No notice repeats a text that was refused.
"""

from __future__ import annotations

from collections.abc import Sequence

from langmem_ext.memory import WriteOutcome

MAX_NOTED = 5
"""How many memories the notice of a review names (spec 000, section 10)."""

_NOTED = frozenset({"created", "updated", "merged", "superseded"})

COULD_NOT_SAVE = "I could not save what you asked me to remember; please tell me again later."


def notice_of_request(outcome: WriteOutcome) -> str:
    """Answer an explicit request to remember (spec 000, section 2.3)."""
    if outcome.status == "rejected" or outcome.memory is None:
        joint = " because " if outcome.reason == "secret" else ": "
        return f"I can't store that{joint}{outcome.detail or outcome.reason}."
    said = outcome.memory.content
    if outcome.status == "proposed":
        return _proposal(said)
    if outcome.reason == "duplicate":
        return f"I remember that already: {said}"
    if outcome.status in ("superseded", "updated") and outcome.previous is not None:
        return f"Got it, I'll remember that: {said} (before: {outcome.previous.content})"
    return f"Got it, I'll remember that: {said}"


def notice_of_proposal(outcome: WriteOutcome) -> str | None:
    """Ask for consent to a change that was noticed in passing; other outcomes need no word."""
    if outcome.status == "proposed" and outcome.memory is not None:
        return _proposal(outcome.memory.content)
    return None


def notice_of_review(outcomes: Sequence[WriteOutcome]) -> str | None:
    """Tell what a review has noted, at most MAX_NOTED of it; None when that is nothing (spec 000, section 4)."""
    noted = [each.memory for each in outcomes if each.status in _NOTED and each.memory]
    if not noted:
        return None
    lines = [f"  - {memory.title} ({memory.category})" for memory in noted[:MAX_NOTED]]
    more = len(noted) - MAX_NOTED
    rest = [f"  - ...and {more} more"] if more > 0 else []
    return "\n".join(["I've noted the following for future reference:", *lines, *rest])


def _proposal(said: str) -> str:
    return f"I'll remember this once you have confirmed it: {said}"
