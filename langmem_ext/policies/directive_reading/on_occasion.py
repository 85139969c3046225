"""On which occasion that comes again, or in which field, is an order to be followed?"""

from __future__ import annotations

import re

from langmem_ext.policies.directive_reading import order_forms as forms
from langmem_ext.policies.directive_reading.fragments import SURELY_TALK
from langmem_ext.policies.directive_reading.order_words import OURS, OUTPUT


def on_occasion(text: str, at: int) -> int | None:
    """ "whenever the topic of wine comes up, ...", "when I say HQ, I mean ...", "every Monday ask me ..."."""
    means = forms.MEANS.match(text, at)
    if means:
        word = (means["word"] or "").strip(" '\"“”").lower()
        rest = text[means.end() :].strip(" .!'\"").lower()
        return at if word != rest and rest else None
    if _WHENEVER_I.match(text, at):
        return at
    if work := forms.IN_WORK.match(text, at) or forms.IN_FIELD.match(text, at):
        return work.start("x")
    found = forms.ON_OCCASION.match(text, at) or forms.BARE_OCCASION.match(text, at)
    if found and not _ONE_TIME.match(text, at):
        return at
    recurs = forms.RECURS_FIRST.match(text, at) or forms.RECURS_LAST.match(text, at)
    if recurs and OURS.search(text, at) and not _OWN.match(text, at):
        return at
    domain = forms.DOMAIN.match(text, at)
    if domain and (
        (
            domain["freq"]
            and (SURELY_TALK.search(text, domain.start("freq")) or OURS.search(text, at))
        )
        or (re.search(r"\bme\b", text[domain.end() :]) and _ANY.search(domain[0]))
        or _OF_OUTPUT.match(text, at)
    ):
        return at
    return None


_WHENEVER_I = re.compile(
    r"(?:when(?:ever)?|every time|any ?time|each time|if) (?:i|we)"
    r" (?!(?:was|were|had|did|could|would|should|got|\w+ed)\b)[^,.;:]{3,70}, (?:please |then )?(?:always"
    r"|never) (?:please )?(?!(?:my|the|an?|i|it|we|they|he|she|there|some|this|that|so|in|on|at|more|less)\b)[a-z]+ \w",
    re.I,
)
"""What to do each time that the user does something: "when I share a draft, always fix the grammar first"."""
_ONE_TIME = re.compile(
    r"(?:if|when|once|as soon as|in case) (?:my|our|the) (?:\w+ )?\w+ (?!ever|always)\w+s\b(?!.*\b(?:always"
    r"|never)\b)",
    re.I,
)
_OWN = re.compile(
    r"[^,]*\b(?:i|we|he|she|they)(?:'\w+)? (?!ask|say|send|give|write|want|need)\w+", re.I
)
_ANY = re.compile(r"\b(?:any|every|all|each|anything|everything)\b", re.I)
_OF_OUTPUT = re.compile(
    rf"(?:with|for|in|on) (?:any|every|each|all|all my|all our|all the|my|your) (?:\w+ )?{OUTPUT}\b",
    re.I,
)
