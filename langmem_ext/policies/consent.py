"""Must the user agree before this attribute of theirs changes?"""

from __future__ import annotations

CONSENT_FIELDS = frozenset({"preferred_name", "pronouns", "city", "language"})
"""Slots whose change waits for the user (memory model, Writing, gate 5)."""

STATED_SOURCES = frozenset({"directive", "scan", "api", "import"})
"""Sources where the user (or their data) said the value; every other source inferred it."""


def needs_consent(slot: str | None, *, filled: bool, user_requested: bool, source: str) -> bool:
    """Tell whether writing `slot` must become a proposal instead.

    A change of a filled consent slot waits unless the user asked for it; a first value waits only
    when it was inferred: saying "call me Ana" is consent (memory model, Writing, gate 5).
    """
    if slot not in CONSENT_FIELDS or user_requested:
        return False
    return filled or source not in STATED_SOURCES
