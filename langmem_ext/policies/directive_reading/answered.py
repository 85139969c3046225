"""How does a question with its answer read as a statement: "who my GP is: Dr. Nkemelu"?"""

from __future__ import annotations

import re

_OWN = r"(?:my|our|the|his|her|their|(?-i:[A-Z])[\w'’-]+['’]s) [^:]{2,50}?"
_I = r"(?:i|we)(?:['’]?m|['’]?re|['’]?ve| am| are| have)?"
_IS = re.compile(
    rf"(?:who|what|which \w+) (?P<of>{_OWN}) (?P<is>(?:is|are)(?: called)?):\s+(?P<x>\S.*)$", re.I
)
_DOES = re.compile(
    rf"(?:what|who|whom) (?P<of>{_I} [^:]{{2,40}}? (?:to|of|with|for|about|at|in|as|on|from|by)):\s+(?P<x>\S.*)$",
    re.I,
)


def as_answered(said: str) -> str:
    """Return a question that its answer follows as a statement; anything else as it is."""
    if found := _IS.match(said):
        return f"{found['of']} {found['is']} {found['x']}"
    if found := _DOES.match(said):
        return f"{found['of']} {found['x']}"
    return said
