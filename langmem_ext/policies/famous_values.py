"""Is this the password of a joke, a film or a manual, and does the text say so?"""

from __future__ import annotations

import re

_FAMOUS = re.compile(
    r"swordfish|hunter2|p[a@]ssw[o0]rd\d*|letmein|qwerty\d*|123456\d*|correct[ -]?horse[ -]?battery[ -]?staple"
    r"|example\d*"
    r"|trustno1|tr0ub4dor&3|open sesame|changeme",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"\b(?:jokes?|gags?|memes?|films?|movies?|xkcd|comics?|slides?|placeholder|tutorial|docs|documentation"
    r"|manual|sketch"
    r"|bash\.org)\b",
    re.IGNORECASE,
)


_OWNED = re.compile(
    r"\b(?:my|our|his|her|their|mum's|mom's|dad's)\b[^.!?\n]{0,40}\b(?:passw\w*|pass|pw|pin|code|log-?in|wi-?fi"
    r"|account)\b",
    re.IGNORECASE,
)


def is_famous(value: str) -> bool:
    """Tell a password that everybody knows, which a question about passwords names as an example."""
    return _FAMOUS.fullmatch(value.strip("\"'.,?!")) is not None


def is_told_of(text: str, value: str) -> bool:
    """Tell a famous value of which the text says where it is from, and that is nobody's password."""
    told = _FAMOUS.fullmatch(value) is not None and _TOLD.search(text) is not None
    return told and _OWNED.search(text) is None
