"""What do user and assistant agree to do for good: "could we settle on metric as a standing arrangement?"."""

from __future__ import annotations

import re

from langmem_ext.policies.directive_reading.endings import tidy
from langmem_ext.policies.directive_reading.for_now import is_for_now, is_for_once
from langmem_ext.policies.directive_reading.order_words import ON, OUTPUT, STYLE
from langmem_ext.policies.directive_reading.request import Request, Said
from langmem_ext.policies.directive_reading.standing import ACT

_RULE = r"(?:(?:rule|arrangement|default|principle|policy|habit|agreement|thing)s?)"
_GOOD = rf"(?:{ON}|for good|always|permanently|forever|once and for all|as an? (?:\w+ )?{_RULE})"
_LETS = re.compile(
    r"(?:(?:and|so|ok|okay|please|well|hey)[\s,]+)*(?:let'?s|let us|(?:can|could|shall) we|i(?:'d| would) like us to)"
    rf"(?: (?:just|please|also|both))*(?P<first> {_GOOD})? (?:(?:agree|settle|decide) (?:on )?|have |(?=(?:use"
    rf"|stick to|stick"
    rf" with|go with|keep to|stay with) ))(?P<again>{_GOOD} )?(?P<that>that (?:you|u)(?:'ll| will"
    rf"| should)? )?(?P<x>\S.*)$",
    re.I,
)
_LAST = re.compile(
    rf"[\s,]+{_GOOD}(?:[\s,]+(?:please|ok(?:ay)?|not (?:just|only) [\w ]{{3,20}}))*[\s.!?]*$", re.I
)
_TALK = re.compile(
    rf"\b(?:{STYLE}|{OUTPUT}|metric|imperial|celsius|answers?|reasons?|spelling)\b", re.I
)


_ON_A_WORD = re.compile(
    r"(?:(?:and|so|ok|okay|please|well|hey)[\s,]+)*(?:(?:let'?s|let us|can we|shall we) (?:just |please )?(?:agree"
    r"|say|settle)"
    r"(?: (?:that|on))?[\s,:]+)?(?P<x>(?:when(?:ever)?|if|every time|each time|any ?time) (?:i|we) (?:ever "
    r"|just )?(?:type|say"
    r"|write|enter|send|text)(?: (?:the )?(?:word|phrase))? (?:['\"“‘][^'\"”’]{1,30}['\"”’]"
    r"|\S+(?: \S+)?),? (?:then )?(?:you|u)"
    rf"(?:'ll| will| should| must| are to| have to| need to)? {ACT.pattern}.*)$",
    re.I,
)
"""A word that is agreed on: "when I type tldr you give me three sentences"."""


def agreed(said: Said) -> Request | None:
    """Read what both are to keep to: for good, and about how they talk, or as often as a word is said."""
    word = None if said.sentence.is_question else _ON_A_WORD.match(said.text)
    if word:
        return Request("instruction", tidy(said.words(word.start("x"), len(said.text))))
    found = _LETS.match(said.text)
    if found is None or is_for_now(said.text) or is_for_once(said.text):
        return None
    end = _LAST.search(said.text, found.start("x"))
    first = None if said.sentence.is_question else found["first"]
    lasts = first or found["again"] or end
    if not lasts or not (found["that"] or _TALK.search(found["x"])):
        return None
    return Request(
        "from_now_on", tidy(said.words(found.start("x"), end.start() if end else len(said.text)))
    )
