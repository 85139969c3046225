"""What is the user told about their memory?

No notice repeats a text that was refused.
"""

from __future__ import annotations

from langmem_ext.memory import WriteOutcome

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


def _proposal(said: str) -> str:
    return f"I'll remember this once you have confirmed it: {said}"
