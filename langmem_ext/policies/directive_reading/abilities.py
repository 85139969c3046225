"""Does a verb of remembering speak of what somebody is able to keep or recollects, rather than ask for it?

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


_OTHERWISE = re.compile(
    r"-[a-z]{3}"
    r"|\s+when (?!(?:i|you|u|we|i'm|you're|we're|ever|asked|needed|in|the time|it comes|possible)\b|\w+ing\b)"
    r"(?:[\w'-]+ ){1,4}?(?:had|was|were|used to|did|didn't|could|couldn't|cost|came|went|\w+ed)\b",
    re.I,
)


def means_otherwise(rest: str) -> bool:
    """Tell behind a verb that it is half of a noun, or recollects: "note-taking", "remember when phones rang"."""
    return bool(_OTHERWISE.match(rest))
