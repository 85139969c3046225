"""Which sentence only announces the things that follow it: "two things to hang on to.", "Keep the following."?"""

from __future__ import annotations

import re

from langmem_ext.policies.directive_reading.asides import is_aside
from langmem_ext.policies.directive_reading.lasting import SETS_A_RULE
from langmem_ext.policies.directive_reading.request import Request, Said

RULE = "announced"

_WORDS = frozenset(
    """
    2 3 4 5 6 two three four five six couple facts fact points point matters items item details detail bits bit info
    following follows hang take down note notes notebook diary mental use reference list own kept put pop pin these
    """.split()
)
_NOUN = r"(?:things?|facts?|points?|matters|items?|details?|bits?|notes|stuff|info)"
_SEVERAL = re.compile(
    rf"\b(?:two|three|four|five|six|[2-6]|both|a (?:few|couple(?: of)?)|some|these) (?:\w+ )?{_NOUN}\b"
    r"|\b(?:the following|what follows)\b",
    re.I,
)
_KEEPS = re.compile(
    r"\b(?:keep|hold|hang|remember|memori[sz]e|save|store|note|record|log|file|take down|put|pop|pin|for (?:your"
    r"|the|later)"
    r"|to (?:know|stay|stick))\b",
    re.I,
)
_OWN = re.compile(
    r"\bi (?!want\b|need\b|would\b|must\b|have\b|wish\b|hope\b|ask\b)|\b(?:can't|cannot|never|didn't|did|was|were)\b",
    re.I,
)
"""What the user does, or did: "two things I keep forgetting"."""


_FOR_US = r"(?:(?:for|between|in|on) (?:you|us|me|(?:(?:our|my|your|all|every|these) )+[\w-]+(?: [\w-]+)?))"
_RULES = re.compile(
    r"(?:(?:ok|okay|so|and|hey|hi|here(?:'s| is| are|s)|i have|we have|there(?:'s| is| are)|one|two|three|four|a|an"
    r"|some|a few|another|my|our)[\s,]+)*"
    r"(?:(?:(?:standing|permanent|lasting|general|default|new|long-term)\s+)+"
    r"(?:rule|instruction|wish|order)s?"
    rf"(?: {_FOR_US})?|(?:rule|instruction|preference)s? {_FOR_US}"
    r"|(?:tweak|change|adjustment|request|rule|wish|preference)(?:e?s)? (?:to|for|about|on|in) (?:how|the way) you"
    r" (?:answer|write|talk|speak|reply|respond|explain|work|do things)(?: (?:to|with|for) (?:me|us)| me"
    r"| us)?)[\s.!:]*",
    re.I,
)
"""What announces how the assistant is to do things: "new rule.", "three rules for our chats."."""


def heading(said: Said) -> Request | None:
    """Read what announces several things, all of which are to be kept."""
    text = said.text
    if _RULES.fullmatch(text):
        return Request(SETS_A_RULE, points="on", colon=True, many=True)
    if said.sentence.is_question or _OWN.search(text) or not is_aside(text, also=_WORDS):
        return None
    if not (_SEVERAL.search(text) and _KEEPS.search(text)):
        return None
    return Request(RULE, points="on", colon=True, many=True)
