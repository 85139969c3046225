"""Which values that a rule finds can be no secrets, by what the message means?

"Can a pin of brass hold a hinge? Part number 5520." has the words of an announcement and tells of something else. What
shows by its form, as a key or a card's number does, what a sentence says to be something ("the code is 4471"), and what
stands in a long text is not asked about.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from langmem_ext.learned.reading import denies_secret
from langmem_ext.policies.secret_reading.token_forms import Span
from langmem_ext.policies.sentences import sentences

BY_WORDS = frozenset({"password", "pin", "seed_phrase", "national_id", "bank_account"})
"""Kinds that the words around a value make it."""

SHORT = 240
"""Characters of a message at most that means one thing as a whole."""


def undenied(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return the places that rules found; none where the text and each sentence around one mean something else."""
    if not spans or len(text) > SHORT or any(_is_plain(text, *span) for span in spans):
        return list(spans)
    values = [text[start:end] for _, start, end in spans]
    around = [each.raw for each in sentences(text) if any(value in each.raw for value in values)]
    return [] if denies_secret(dict.fromkeys([text, *around])) else list(spans)


def _is_plain(text: str, kind: str, start: int, end: int) -> bool:
    said = _SAID_TO_BE.search(text, max(0, start - 18), start) or _SAID_OF_IT.match(text, end)
    shaped = kind == "bank_account" and _GROUPED.fullmatch(text, start, end)
    return kind not in BY_WORDS or said is not None or bool(shaped)


_GROUPED = re.compile(r"\d{4}\.\d\d\.\d{5}")
"""How a Norwegian account is written, and nothing else."""


_SAID_TO_BE = re.compile(
    r"(?:\b(?:is|are|was|be|to|needs|wants|takes|types?|typed|typing|gave)(?: (?:still|just|only|now|always"
    r"|simply))?|['’]s|[:=]|\b(?:the|my|our|his|her|their) (?:\w+ )?(?:pin|passcode)|\b(?:admin"
    r"|root|guest|user|pi|sa) ?/)\W{0,3}$",
    re.IGNORECASE,
)
_SAID_OF_IT = re.compile(
    r"[\"'”]? (?:every ?where|is what (?:i|we|you|they|he|she|gets|lets))\b", re.IGNORECASE
)
