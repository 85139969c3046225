"""Does what follows a verb of remembering hold nothing to keep, but when, for whom or how kindly it is asked?"""

from __future__ import annotations

import re

from langmem_ext.policies.directive_reading import forms, frames
from langmem_ext.policies.directive_reading.content import has_verb
from langmem_ext.policies.directive_reading.request import Points


def is_tail(
    text: str, end: int, at: int, head: forms.Head, connector: re.Match[str], points: Points
) -> bool:
    """Tell whether nothing to keep follows: "remember that when you plan my meals"."""
    if connector["mark"] and ":" in connector["mark"]:
        return False
    if points == "back" and re.match(
        r"\s*[,.;–—-]+\s*(?:it|that|this|you|they|because|as|since|or|and you|i (?:think|will|might|may|don't"
        r" want))\b",
        text[at:],
        re.I,
    ):
        return True
    if (
        points == "back"
        and re.fullmatch(r"(?:\s+[\w']+){1,3}[\s.!?)]*", text[at:])
        and not has_verb(text[at:])
    ):
        return True
    if head.rule == "remember" and not points and _RECALLS.match(text, end):
        return False
    if points in ("back", "either", "on") or at == end:
        place = at if points else end
        if head.strength == 1:
            return bool(points and _SHORT_TAIL.match(text, place))
        if not points and not re.match(
            r"\s*[.,!;)–—-]|\s+(?:please|for|when|next|in|if|too|as|ok|thanks)\b",
            text[place:],
            re.I,
        ):
            return False
        return bool(frames.TAIL.match(text, place)) and not _holds_a_clause(text[place:])
    return bool(_SHORT_TAIL.match(text, at))


_RECALLS = re.compile(
    r"\s+when\s+(?!(?:i|i'm|we|you|it|this|that|he|she|they|my|our|next|asked|the (?:topic|subject)|\w+ing)\b)",
    re.I,
)
"""What brings the past to mind: "remember when phones had buttons"."""

_SHORT_TAIL = re.compile(
    r"(?:[\s,;–—-]+(?:please|thanks?(?: you)?|ok|okay|love|dear|darling|hun|honey|mate|too|also|as well|for (?:me"
    r"|us|later|next time"
    r"|(?:the )?future(?: reference)?|my records)|somewhere"
    r"|will you|would you|can you|could you|(?:to|in) (?:your|my) (?:memory|notes|profile)|to memory|if you can|now"
    r"|already|somehow|about me|away|safe|always|ever|never|(?:starting )?from (?:here|now"
    r"|today)(?: on(?:wards?)?)?(?: out)?"
    r"|going forward|in (?:the )?future))*[\s.!?)…;]*$",
    re.I,
)
_CLAUSE = re.compile(
    r"\b(?:(?:i'm|i am|im|i have|i've|i (?:never|always|don't|can't|prefer|like|hate|live|work|use|eat|drink|need"
    r"|want))\b"
    r"|(?:i|we|he|she|they)(?: [\w'-]+){3,}|(?:my|our) [\w' ]{2,30}? (?:is|are|has|lives|works)\b|(?:he|she|it"
    r"|they)(?:'s|'re| is| are| has| have)\b)",
    re.I,
)
_OCCASION = re.compile(
    r"^\W*(?:for |in |at )?(?:when|whenever|if|every time|each time|(?:the )?next time|as|before|after|while|until"
    r"|once)\s+(?:that )?(?:i|you|we|i'm|you're)\b"
    r"(?:(?! (?:i|i'm|im|my|we)\b)[^,])*",
    re.I,
)


def _holds_a_clause(rest: str) -> bool:
    """ "that in Spain I eat late" says something; "that when I ask for food" does not."""
    if re.match(r"\W*(?:because|since|as|it'?s|so|in case|you|this|that|they)\b", rest, re.I):
        return False
    return bool(_CLAUSE.search(_OCCASION.sub("", rest, count=1)))
