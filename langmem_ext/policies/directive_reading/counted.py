"""How many things does a sentence say will follow?"""

from __future__ import annotations

import re

from langmem_ext.policies import sentences as language

THINGS = (
    r"(?:things?|facts?|details?|points?|preferences?|notes?|bits?|matters|items?|rules?|instructions?|requests?"
    r"|wishes|tweaks?|changes|adjustments?)"
)

_SEVERAL = re.compile(
    rf"\b(?:a few|some|several|a couple(?: of)?|a handful of|a number of)(?: [\w-]+)? {THINGS}\b",
    re.I,
)
"""What says that more than one thing follows, and not how many."""

_COUNT = re.compile(
    rf"\b(?P<n>both|two|three|four|five|six|[2-6])(?: \w+)? {THINGS}\b"
    r"|\bboth\b(?=\s*:)",
    re.I,
)
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6} | {str(n): n for n in range(2, 7)}


def says_several(sentence: language.Sentence) -> bool:
    """Tell whether more than one thing is said to follow, and not how many."""
    return bool(_SEVERAL.search(sentence.text))


def told_count(sentence: language.Sentence) -> int:
    """Return how many things the user says will follow ("two things: ..."), 0 when nothing is said of it."""
    found = _COUNT.search(sentence.text)
    return _COUNTS.get((found["n"] or "").lower(), 2) if found else 0
