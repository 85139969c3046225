"""How is something now that is said to have changed?

"My address changed, it's 4 Mill Lane" says in two steps that my address is 4 Mill Lane now.
"""

from __future__ import annotations

import re

_WHEN = r"(?: (?:recently|again|yesterday|today|(?:last|this) \w+|a (?:week|month|while) ago))?"
_CHANGED = re.compile(
    r"\b(?P<what>(?:my|our) (?:[\w'’-]+ ){0,3}?[\w-]+)(?: has| have| just| recently)*(?: been)? changed"
    rf"{_WHEN}\s*[,.;:–—-]+\s*(?:so |and |now )?"
    r"(?:(?P<one>it['’]?s|it is|the new one(?:['’]s| is))|they['’]?re|they are) (?:now )?"
    r"(?P<so>(?!n[o']|too\b|so\b|better\b|worse\b|fine\b|great\b|awful\b)(?:[^.!?\n]|\.(?=\S))+?)(?: now)?"
    r"(?=[.!](?:\s|$)|\n|$)",
    re.I,
)


def as_it_is_now(message: str) -> str:
    """Return a message that says of what has changed, in one step, how it is now."""
    return _CHANGED.sub(_now, message)


def _now(changed: re.Match[str]) -> str:
    verb = "is" if changed["one"] else "are"
    return f"{changed['what']} {verb} {changed['so']} now"
