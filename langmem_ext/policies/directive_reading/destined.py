"""Which statement is said to be meant for memory, with no verb of keeping?

"Leo is nut allergic, that's for the long run", "I'm vegetarian, this stays with you please", "before we go on, you need
to know we're 26 kids". What only lasts long ("we bought the good boots, that's for the long run") is no such statement.
"""

from __future__ import annotations

import re

from langmem_ext.policies import purposes
from langmem_ext.policies.directive_reading import frames
from langmem_ext.policies.directive_reading.content import (
    has_verb,
    is_detailed,
    is_kept,
    is_said_before,
    is_specific,
)
from langmem_ext.policies.directive_reading.endings import tidy
from langmem_ext.policies.directive_reading.for_now import IN_A_TEXT
from langmem_ext.policies.directive_reading.request import Request, Said
from langmem_ext.policies.rewriting import speaks_of_self

RULE = "announced"

_MEMORY = (
    r"(?:(?:your|the) (?:[\w-]+ ){0,2}?(?:memory(?: banks?)?|memories|notes|files?|records?|profile|notebook)"
    r"|what you know(?: (?:of|about) (?:me|us))?|long-?term memory)"
)
_LASTING = r"(?:the long (?:run|term|haul)|keeps)"
_TAIL = r"(?:[\s,]+(?:please|thanks?(?: you)?|thx|ok|okay|too|also|now|will you|on me|about me))*[\s.!)]*"
_LAST = re.compile(
    r"(?:(?P<x>\S.{6,200}?)\s*[,;–—(-]+\s*(?:(?:and|so|but)\s+)?|\W*(?:(?:and|so)\s+)?)(?:this|that|it)(?:"
    rf"(?: one)?(?:'s| is) (?P<some>(?:one|something|an? \w+|a \w+ \w+) )?(?:for|to go in(?:to)?) (?:{_MEMORY}"
    rf"|(?P<long>{_LASTING}))"
    rf"|(?: one)? (?:goes|belongs|stays|has to (?:go|stay)|should (?:go|stay)|must (?:go|stay)) (?:straight )?(?:in"
    rf"|into|to|with) {_MEMORY}"
    rf"|(?<!\bit)(?: one)? (?P<with>(?:stays|has to stay|should stay|must stay) with you){_TAIL})",
    re.I,
)
_STATE = re.compile(
    r"(?:(?:i|we|he|she|they|it|(?:my|our) (?:[\w'-]+ ){1,3}?|(?-i:[A-Z])[\w'-]+)\s?(?:'m|'re|'s|am|is|are|can't|cannot"
    r"|don't|doesn't|never|has|have|lives?|works?|hates?)\b)(?! (?:\w+ )?(?!allergic)\w+ing\b)",
    re.I,
)
"""What holds of somebody, where an act ("we planted oaks") may itself be for the long run."""

_ASKED = re.compile(r"\b(?:please|will you|ok|okay)\W*$", re.I)

_FIRST = re.compile(
    rf"{frames.LEADS}(?:before (?:we|i|you) (?:go on|go any further|start|begin|continue|carry on|get going|dive in"
    r"|plan [^,]{3,30})|for (?:the )?next time|for (?:all )?(?:our|any) (?:next|future|other|later) \w+"
    r"|(?:whenever|every time|each time) (?:we|i|you) [^,]{3,50}|from (?:now|here) on)[\s,:–—-]+(?:please |just )?"
    r"you(?:'ll)? (?:need to|should|must|have to|ought to)(?: also)? know(?: that)?[\s,:]+"
    r"(?P<x>(?:i|i'm|i've|im|my|we|we're|we've|our)\b.+)$",
    re.I,
)


_NOT = re.compile(
    rf"(?:^|[,;:–—(-]\s*)(?:(?:and|so|but)\s+)?(?:this|that|it)(?: one)?(?:"
    rf"(?:'s| is) (?:nothing|no \w+)|(?:'s| is) not| isn't|(?:'s| is) none)(?: (?:one|something|anything))? (?:for"
    rf"|to go in(?:to)?) {_MEMORY}|(?:^|[,;:–—(-]\s*)(?:(?:and|so|but)\s+)?(?:this|that|it)(?: one)? (?:does not"
    rf"|doesn't|must not|mustn't|should not|shouldn't|is not to) (?:go|stay|belong|end up)"
    rf" (?:in|into|to|with) {_MEMORY}",
    re.I,
)
"""What turns it round: "that's nothing for your memory"."""


def destined(said: Said) -> Request | None:
    """Read what is said to be for memory, before it or behind it."""
    if said.sentence.is_question or IN_A_TEXT.search(said.text):
        return None
    if _NOT.search(said.text):
        return Request("refusal", points="back", refuses=True)
    return _first(said) or _last(said)


def _first(said: Said) -> Request | None:
    found = _FIRST.match(said.text)
    if found is None or not is_kept(tidy(found["x"]), explicit=True):
        return None
    return Request(RULE, tidy(said.words(found.start("x"), len(said.text))))


def _last(said: Said) -> Request | None:
    found = _LAST.match(said.text)
    if found is None or not _ENDS.match(said.text, found.end()):
        return None
    if not found["x"]:
        bare = (found["long"] and not found["some"]) or (found["with"] and not _asks(said))
        return None if bare else Request(RULE, points="back")
    plain = tidy(found["x"])
    loose = found["long"] or (found["with"] and not _asks(said))
    told = is_said_before(plain) and has_verb(plain)
    if not told or _is_of_others(plain) or (loose and not _STATE.match(plain)):
        return None
    own = speaks_of_self(plain) or is_detailed(plain) or is_specific(plain)
    words = tidy(said.words(found.start("x"), found.end("x")))
    return Request("remember_that", words) if own else None


_ENDS = re.compile(rf"{_TAIL}$", re.I)


def _asks(said: Said) -> bool:
    return bool(_ASKED.search(said.text))


def _is_of_others(plain: str) -> bool:
    return bool(frames.FOREIGN.search(plain)) or purposes.is_reported(plain)
