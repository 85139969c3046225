"""What does a polite conditional want of the assistant: "I'd be grateful if you always asked me first"?"""

from __future__ import annotations

import re

from langmem_ext.policies.directive_reading import frames
from langmem_ext.policies.directive_reading.endings import tidy
from langmem_ext.policies.directive_reading.for_now import is_for_now, is_for_once
from langmem_ext.policies.directive_reading.fragments import LASTS
from langmem_ext.policies.directive_reading.order_words import ON, TALK
from langmem_ext.policies.directive_reading.request import TAG, Request, Said
from langmem_ext.policies.directive_reading.standing import ACT

_GOOD = (
    r"(?:(?:very|really|so|most|just|super|extremely) )*(?:great|nice|good|best|better|lovely|helpful|useful|cool"
    r"|perfect|kind|ideal|wonderful|brilliant|fantastic|awesome|amazing|sweet|appreciated)"
)
_WOULD = r"(?:'d|'ll| would| will)(?: (?:really|also|just|much|very much|truly|so|greatly|rather))*"
_IT = rf"(?:be {_GOOD}|help|mean (?:a lot|so much|the world|a great deal)|make me (?:very |so )?happy)"
_WISH = (
    rf"(?:(?:(?:i|we){_WOULD}|id) (?:appreciate|like|love|prefer|rather)(?: it)?"
    rf"|(?:i|we){_WOULD} be (?:\w+ )?(?:grateful|glad|happy|obliged|thankful|delighted|pleased)"
    rf"|(?:(?:it|that){_WOULD}|would) {_IT}(?: (?:(?:for|to) )?me)?(?: (?:a lot|so much|greatly|loads|no end))?"
    rf"|what{_WOULD} (?:{_IT}(?: (?:(?:for|to) )?me)?|(?:i|we)(?:'d| would) (?:like|love|appreciate)) is)"
)
_LATER = rf"(?:[\s,]*(?:{ON}|in (?:any|every|all) other (?:chats?|conversations?|sessions?))[\s,]*)"
_WHEN = (
    r"(?P<when>,? (?:when(?:ever)?|every time|each time|any ?time) (?:i|we) (?:(?!you\b|u\b)[\w'’-]+[ ,]+){1,10}?"
    r"(?=(?:you|u)\b))"
)
"""The occasion within it: "it would be great if every time I share code you ..."."""
_CONDITIONAL = re.compile(
    rf"(?:(?:and|also|so|but|ok|okay|hey|please)[\s,]+)*{_WISH}(?: (?:if|that)\b)?{_LATER}?{_WHEN}?\s*\b(?:you|u)"
    r"(?:(?P<aux>'d| would| could| can| might)(?P<not>n't| not)?"
    r"|(?P<did>(?: always| just)? (?:didn't|did not|don't|do not))|)"
    rf"{_LATER}?\s+(?P<how>(?:(?:always|never|only|just|also|please|ever|again|first|no longer) )*)"
    r"(?P<verb>[a-z-]+)\b(?P<rest>.*)$",
    re.I | re.S,
)
_PAST = {
    past: base
    for base, pasts in {
        "be": "were was", "begin": "began", "break": "broke", "bring": "brought", "choose": "chose", "do": "did",
        "draw": "drew", "find": "found", "get": "got", "give": "gave", "go": "went", "hold": "held", "keep": "kept",
        "leave": "left", "make": "made", "pay": "paid", "say": "said", "send": "sent", "show": "showed",
        "speak": "spoke", "spell": "spelt", "stick": "stuck", "swear": "swore", "take": "took", "teach": "taught",
        "tell": "told", "think": "thought", "write": "wrote",
    }.items()
    for past in pasts.split()
}  # fmt: skip
_ENDS = re.compile(
    rf"(?:[\s,]*(?:now|today)(?: and|,))?{_LATER}$|,\s+(?:the|your|last|that|this|yesterday)\b[^,]*\b(?:was|were|had"
    r"|took|got|came|went)\b.*$",
    re.I,
)
"""That it lasts, and what went wrong without it."""

_LASTING_END = re.compile(
    rf"(?:{_LATER}|[\s,]ever)(?:\W*$|,\s)|\b(?:whenever|every time|each time) (?:i|you|we)\b", re.I
)
_HERE = re.compile(
    r"\b(?:in|for|of|with|to|on) (?:this|these) (?!(?:chat|conversation|point|way)\b)\w+|\b(?:tonight|this time)\b",
    re.I,
)


def wished(said: Said) -> Request | None:
    """Read a polite conditional that says that it holds for good."""
    found = _CONDITIONAL.match(said.text)
    asked = said.sentence.is_question and not TAG.search(said.text)
    if found is None or asked or asked_of(said.text) is None:
        return None
    once = is_for_once(said.text) or is_for_now(said.text) or _HERE.search(said.text)
    if not _lasts(found) or once or frames.FOR_OTHERS.search(said.text):
        return None
    return Request("order", tidy(said.sentence.raw))


def _lasts(found: re.Match[str]) -> bool:
    """Tell what is wanted always from "could you write of a girl who never sleeps"."""
    before = found.string[: found.start("rest")]
    return bool(found["when"] or LASTS.search(before) or _LASTING_END.search(found["rest"]))


def asked_of(words: str) -> str | None:
    """Return what a polite conditional asks, "always ask me first"; None for what asks no act of talking or writing."""
    found = _CONDITIONAL.match(words)
    if found is None:
        return None
    base = _base(found["verb"].lower(), past=not (found["aux"] or found["did"]))
    if base is None:
        return None
    rest = _ENDS.sub("", found["rest"]).rstrip(" ,.!")
    rest += f" {found['when'].strip(' ,')}" if found["when"] else ""
    told = re.sub(r"(?:no longer|never) $", "", found["how"], flags=re.I)
    refused = found["not"] or found["did"] or told != found["how"]
    if refused and "never" not in found["how"].lower():
        return f"not to {told}{base}{rest}"
    return f"{found['how'].lower()}{base}{rest}"


def _base(verb: str, *, past: bool) -> str | None:
    """Return the base form of a verb of talking or writing, None for any other."""
    if not past or _is_act(verb):
        return verb if _is_act(verb) else None
    regular = (verb[:-1], verb[:-2], verb[:-3], f"{verb[:-3]}y") if verb.endswith("ed") else ()
    return _PAST.get(verb) or next(filter(_is_act, regular), None)


def _is_act(verb: str) -> bool:
    return bool(ACT.fullmatch(verb) or _TALK.fullmatch(verb))


_TALK = re.compile(TALK, re.I)
