"""Is it a saying, which is true of everybody and so of nobody?"""

from __future__ import annotations

import re

from langmem_ext.policies.rewriting import speaks_of_self

_SAYING = re.compile(
    r"(?:you|one|we) (?:can't|cannot|can not|can only|only|miss|reap|get what|are what|never know|have to (?:give"
    r"|take|risk)"
    r"|don't (?:have to be|get|know what)|win some|lose)\b"
    r"|(?:(?:the|a) )?\b(?P<again>\w{4,})\b[^.;]{0,30}?\b(?:is|are|comes?|goes|makes?|brings?|begets?|beats?|over"
    r"|for)\b"
    r"[^.;]{0,30}\b(?P=again)\b"
    r"|.*\bis (?:always (?:right|greener|darkest|watching|enough)|the (?:mother|root|best|key|powerhouse|spice"
    r"|soul|thief|enemy"
    r"|heart|essence)\b|power\b|money\b|golden\b|bliss\b|king\b|everything\b|not everything\b)"
    r"|(?:with great \w+|what (?:goes|doesn't|comes)|where there(?:'s| is)|if at first|(?:quality|safety|slow"
    r"|less|practice|fortune"
    r"|patience|silence|knowledge|actions|haste|all that|no pain|no man|every cloud)\b(?! (?:at|in|on|of)\b))"
    r"|to (?:like(?: and|,)|subscribe|smile|breathe|vote|tip your|rate (?:us|this)|stretch|hydrate|be kind"
    r"|have fun)\b"
    r"|\w+ over \w+\W*$|\w+ before \w+ except",
    re.I,
)
_SOMEBODYS = re.compile(r"\d|(?<=\s)(?-i:[A-Z])\w+|\b(?:my|our|me|us)\b")


def is_saying(said: str) -> bool:
    """Tell "you can't pour from an empty cup" from what is so for the user, somebody named, or a time."""
    return bool(_SAYING.match(said)) and not (
        _SOMEBODYS.search(said) or speaks_of_self(said.lower())
    )
