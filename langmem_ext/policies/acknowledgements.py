"""What is the user told about their memory?

No notice repeats a text that was refused.
"""

from __future__ import annotations

from collections.abc import Sequence

from langmem_ext.memory import Memory, WriteOutcome

COULD_NOT_SAVE = "I could not save what you asked me to remember; please tell me again later."
GOT_IT = "Got it, I'll remember that"
NOTED = "I've noted"
CAPPED = "I keep no more of what you said in passing for now; ask me to remember what matters."
DECLINED = "All right, I left that as it is."
LAPSED = "That change no longer waits for an answer; tell me again if you still want it."


def notice_of_request(outcome: WriteOutcome) -> str:
    """Answer an explicit request to remember (spec 000, section 2.3)."""
    if outcome.status == "rejected" or outcome.memory is None:
        joint = " because " if outcome.reason == "secret" else ": "
        return f"I can't store that{joint}{outcome.detail or outcome.reason}."
    said = outcome.memory.told
    if outcome.status == "proposed":
        return _proposal(said)
    if outcome.reason == "duplicate":
        return f"I remember that already: {said}"
    if outcome.status in ("superseded", "updated") and outcome.previous is not None:
        return f"{GOT_IT}: {said} (before: {outcome.previous.told})"
    return f"{GOT_IT}: {said}"


def notice_of_proposal(outcome: WriteOutcome) -> str | None:
    """Ask for consent to a change that was noticed in passing; other outcomes need no word."""
    if outcome.status == "proposed" and outcome.memory is not None:
        return _proposal(outcome.memory.told)
    return None


def notice_of_passing(outcome: WriteOutcome) -> str | None:
    """Tell what was noted unasked and what it replaced, or that a cap kept it out (spec 000, section 8); else None."""
    if outcome.status == "rejected" and outcome.reason == "cap":
        return CAPPED
    if outcome.memory is None or outcome.status not in ("created", "updated", "superseded"):
        return None
    before = outcome.previous.content if outcome.previous else None
    return f"{NOTED}: {outcome.memory.content}" + (f" (before: {before})" if before else "")


def notice_of_closing(outcome: WriteOutcome) -> str:
    """Answer an order to remind the user of something no more."""
    return f"I've taken that off: {outcome.previous.told}" if outcome.previous else ""


def question_of_consent(waiting: Sequence[tuple[Memory, Memory | None]]) -> str:
    """Ask for consent to changes, each with what is known until then; numbered where there are several."""
    said = [
        proposal.told + (f" (until then: {before.told})" if before else "")
        for proposal, before in waiting
    ]
    if len(said) == 1:
        return f"{_proposal(said[0])}\nSay “yes, please do”, or “no”."
    numbered = [f"{place}. {each}" for place, each in enumerate(said, 1)]
    opening = "I'll remember these once you have confirmed them:"
    return "\n".join([opening, *numbered, "Say “yes to all”, “yes to the first”, or “no”."])


def _proposal(said: str) -> str:
    return f"I'll remember this once you have confirmed it: {said}"
