"""Which word of a command was meant where another is written?"""

from __future__ import annotations

import re
from functools import cache

from langmem_ext.command_reading import frame


def as_spelt(raw: str) -> str:
    """Write chat spelling and slips of the pen as the patterns expect them; all other words stay."""
    return " ".join(_word(word) for word in _KNOW.sub("you know", raw).split())


_KNOW = re.compile(r"\b(?:u|you) no(?= (?:about|abt|of)\b)", re.IGNORECASE)


def _word(word: str) -> str:
    core = word.strip(",.!?;:()")
    low = core.lower()
    meant = frame.SHORT_FORMS.get(low) or _corrected(low)
    return word.replace(core, meant) if meant and (core.islower() or len(core) > 3) else word


@cache
def _corrections() -> dict[str, str]:
    """Return each word with one letter left out, and the word it stands for."""
    return {short: word for word in frame.CORRECTED for short in (word, *_without_one_letter(word))}


def _without_one_letter(word: str) -> set[str]:
    return {word[:i] + word[i + 1 :] for i in range(len(word))}


def _corrected(word: str) -> str | None:
    """Find the command word that differs by one letter: both lose one and are alike (symmetric deletion)."""
    if not 5 <= len(word) <= 13 or word in frame.REAL_WORDS or not word.isalpha():
        return None
    if any(word.removesuffix(ending) in frame.CORRECTED for ending in ("s", "d", "r", "ed", "ly")):
        return None
    known = _corrections()
    for variant in (word, *sorted(_without_one_letter(word))):
        meant = known.get(variant)
        if meant and meant != word and meant[0] == word[0]:
            return meant
    return None
