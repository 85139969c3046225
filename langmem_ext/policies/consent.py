"""Must the user agree before this attribute of theirs changes?"""

from __future__ import annotations

from langmem_ext.policies.substance import Agreement, agreement, differs_in_substance, same_text

CONSENT_FIELDS = frozenset({"preferred_name", "pronouns", "city", "language"})
"""Attributes whose change waits for the user (memory model, Writing, gate 5)."""

_SLOTS_OF = {"city": ("city", "location")}
"""The slots that hold an attribute, where they are not called as it is: where somebody lives fills `location`."""

_FIELD_OF = {slot: field for field in CONSENT_FIELDS for slot in _SLOTS_OF.get(field, (field,))}


def consent_field(slot: str | None) -> str | None:
    """Return the attribute that a slot holds and only the user may change; None for any other slot."""
    return _FIELD_OF.get(slot or "")


BENIGN_FIELDS = frozenset({"tone", "goals"})
"""Slots and categories where what was inferred waits for a second signal (memory model, Writing, gate 5)."""

SURE = 0.8
"""Stated confidence from which one signal is enough: "high confidence" of spec 004, item 10, which names no number."""

INFERRING_SOURCES = frozenset({"review", "extraction", "consolidation"})
"""Sources that conclude; an agent that calls a tool says what it wants kept."""

STATED_SOURCES = frozenset({"directive", "scan", "api", "import"})
"""Sources where the user (or their data) said the value; every other source inferred it."""


def needs_consent(slot: str | None, *, filled: bool, user_requested: bool, source: str) -> bool:
    """Tell whether writing `slot` must become a proposal instead.

    A change of a filled consent slot waits unless the user asked for it; a first value waits only
    when it was inferred: saying "call me Ana" is consent (memory model, Writing, gate 5). What is
    imported was settled long ago, and nobody is there to be asked: its dates decide.
    """
    if consent_field(slot) is None or user_requested or source == "import":
        return False
    return filled or source not in STATED_SOURCES


def is_benign(slot: str | None, category: str | None) -> bool:
    """Tell whether a memory fills a benign field."""
    return slot in BENIGN_FIELDS or category in BENIGN_FIELDS


def needs_second_signal(
    slot: str | None,
    category: str | None,
    *,
    user_requested: bool,
    source: str,
    confidence: float | None,
) -> bool:
    """Tell whether a benign field that was inferred waits until another signal agrees.

    `confidence` is None where the caller stated none.
    """
    if user_requested or source not in INFERRING_SOURCES or not is_benign(slot, category):
        return False
    return confidence is None or confidence < SURE


def agrees(waiting: str, said: str) -> bool:
    """Tell whether two signals say the same, one of them perhaps more fully."""
    if same_text(waiting, said):
        return True
    return (
        not differs_in_substance(waiting, said) and agreement(waiting, said) is not Agreement.NONE
    )
