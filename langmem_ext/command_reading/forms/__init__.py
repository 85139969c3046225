"""Which forms of words are commands about memory?

Every pattern is matched against a whole sentence from which greetings, politeness and final punctuation are gone
(`frame.py`), so that talk about forgetting ("I always forget my keys") or longer sentences with other aims do not
fit. Nothing is searched for inside a sentence, and a sentence is short: the cost is bounded.
"""

from __future__ import annotations

from langmem_ext.command_reading.forms.families import words_in
from langmem_ext.command_reading.forms.forgetting import (
    CLEAR,
    FORGET,
    FORGET_ABOUT,
    GOES_ON,
    IDIOM,
    NUMBERED,
    POINTING,
    REASON,
)
from langmem_ext.command_reading.forms.knowing import (
    CATEGORY,
    LIKING,
    LIST,
    LOOSE_SYNONYMS,
    OWN,
    SYNONYMS,
    TERSE,
)
from langmem_ext.command_reading.forms.sources import CHIT_CHAT, WHY
from langmem_ext.command_reading.forms.taking_back import AT_ONCE, UNDO

__all__ = [
    "AT_ONCE",
    "CATEGORY",
    "CHIT_CHAT",
    "CLEAR",
    "FORGET",
    "FORGET_ABOUT",
    "GOES_ON",
    "IDIOM",
    "LIKING",
    "LIST",
    "LOOSE_SYNONYMS",
    "NUMBERED",
    "OWN",
    "POINTING",
    "REASON",
    "SYNONYMS",
    "TERSE",
    "UNDO",
    "WHY",
    "words_in",
]
