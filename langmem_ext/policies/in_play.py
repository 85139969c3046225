"""Is a game still on that an earlier message began, so that the "I" of this one is a figure's?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

LOOKED_AT = 12
"""Messages before this one among which a game may have begun; a longer one is begun anew or forgotten."""

_PART = r"(?:(?-i:[A-Z])[a-z]+|(?:the|your|my) (?!best|worst|one|only|first|same|boss|expert|reason)\w+)"
_BEGUN = re.compile(
    r"\b(?:let'?s|let us|shall we|can we|could we|i(?: want|'d like) to|we(?:'re| are)(?: going to)?) (?:do |start "
    r"|play )?"
    r"(?:an? |the |some )?(?:\w+ )?role[- ]?play(?:ing)?\b"
    r"|^\W*(?:ok,? |now,? )?role[- ]?play(?:ing)?\b\s*(?:[:.,!]|time|as\b)"
    rf"|\byou(?:'re| are| be| play|'ll be| will be) {_PART},? (?:and )?(?:i'?m|i am|i play|i'll be"
    rf"|i will be) {_PART}\b"
    r"|\b(?:stay|be|remain) in character\b",
    re.I,
)
_OVER = re.compile(
    r"\b(?:stop|end|quit|pause|leave|enough (?:of|with)|no more|done with"
    r"|finish(?:ed)?)\b[^.?!]{0,20}\b(?:role[- ]?play\w*|game|scene"
    r"|acting|character|playing|pretending)\b|\b(?:out of|break) character\b|\b(?:end scene|game over|ooc"
    r"|back to (?:reality|real life"
    r"|normal|business|work|us))\b|\bfor real now\b",
    re.I,
)


def is_in_play(history: Sequence[str]) -> bool:
    """Tell whether the messages before, the user's own, began a game and have not ended it."""
    turns = map(_begins, reversed(history[-LOOKED_AT:]))
    return next((begins for begins in turns if begins is not None), False)


@lru_cache(maxsize=64)  # a message is among those before for many turns
def _begins(text: str) -> bool | None:
    """Tell what begins a game from what ends one; None for anything else."""
    if _OVER.search(text):
        return False
    return True if _BEGUN.search(text) else None
