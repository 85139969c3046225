"""Does a question ask what the assistant is able to keep, rather than to keep something?

"Can you memorise things, or is it all gone tomorrow?" leaves it open; "can you remember I'm vegan, or do I have to say
it each time?" states what is to be kept.
"""

from __future__ import annotations

import re

_OR = re.compile(
    r"\s*,?\s+or\s+(?:else\s+|rather\s+|maybe\s+)?(?:is|isn'?t|are|aren'?t|do|don'?t|does|doesn'?t|did|will|won'?t"
    r"|would"
    r"|can|can'?t|could|have|has|should|must|am|this|that'?s?|it'?s?|only|just|not|no|nah|nope|you|what|when|if)\b",
    re.I,
)
_STATED = re.compile(
    r"\b(?:i'?m|i'?ve|i'?d|i [\w']+|(?:we|he|she|they|it) [\w']+|we'?re|that)\b"
    r"|\b(?:my|our|the|his|her) (?:[\w'’-]+ ){1,6}?(?:is|are|was|has|have|means?|starts?|ends?|lives?|works?"
    r"|\w+s (?=at|on|in"
    r"|to))\b|\d",
    re.I,
)
"""A clause that says something, or a value."""


def asks_whether(rest: str) -> bool:
    """Tell whether what follows the verb of a question only weighs one case against another."""
    other = _OR.search(rest)
    return bool(other and not _STATED.search(rest, 0, other.start()))


_CANNOT = re.compile(
    r"\bi (?:can'?t|cannot|can (?:not|never)|could(?:n'?t| not)|never|didn'?t)(?: ever| even)? $",
    re.I,
)


def says_cannot(before: str) -> bool:
    """Tell before a verb of remembering that users speak of their own memory: "I can't remember it, so ..."."""
    return bool(_CANNOT.search(before))
