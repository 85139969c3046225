"""Does a request only point at what stands beside it, whatever follows in its sentence?

"Remember it for the phonetic version", "remember this so I needn't explain it again", "keep that in your notes, I'm
tired of repeating it": a place, a time, a purpose and a reason are not what is to be kept.
"""

from __future__ import annotations

import re

from langmem_ext.policies.directive_reading.asides import is_aside
from langmem_ext.policies.directive_reading.content import VERB
from langmem_ext.policies.directive_reading.grounds import is_or_else
from langmem_ext.policies.directive_reading.order_words import ON
from langmem_ext.policies.directive_reading.reasons import is_reason
from langmem_ext.policies.directive_reading.request import Request, Said

_END = r"[\s.!?)]*$"
_POLITE = (
    r"(?:[\s,]+(?:please|pls|plz|thanks?|thank you|thx|ok|okay|lol|haha|too|will you|would you))*"
)
_PURPOSE = re.compile(
    r"\s+(?:(?:so (?!far\b|long\b|much\b|many\b)(?:that )?(?:i|we|you|u|it|this|nobody|no one|there)\b"
    r"|(?:just )?in case (?:i|we|you|it|this)\b|to (?:spare|save|avoid|stop|prevent)\b|lest\b)[^?:,;]*"
    r"|(?:down |away |safe |safely )?(?:some|any)where (?:that |where |so )*(?:you|u|i|we|it|nobody)(?:'ll|"
    r" (?:can|can't|cannot|could|will|won't|would|always|never|look|find|see))\b[^?:,;]*)"
    rf"{_POLITE}{_END}",
    re.I,
)
"""What a thing is kept for, or where: "so I needn't explain it again", "somewhere you won't lose it"."""

_SOMEWHERE = re.compile(r"somewhere\s*$", re.I)
_SAYS_WHICH = re.compile(
    rf"\s*(?:that|this|it)(?:'s| is) (?:what|how|who|why|where|the (?:way|one|reason|sense))\b[^?:,;]*{_END}",
    re.I,
)
"""What only says of a statement what it is: "that's what it means"."""

_AT = r"(?:in|at|on|around|by|come|during|over|throughout|with|for|until|till|before|after)"
_PLACE = re.compile(
    rf"\s+(?:(?:it|this|them|those|these|both)\s+(?P<x>{_AT}(?:\s+[\w'-]+){{1,7}})"
    rf"|that\s+(?P<y>{_AT}(?:\s+[\w'-]+){{1,2}}))"
    rf"{_POLITE}{_END}",
    re.I,
)
_WHAT = re.compile(r"\s+(?:it|that|this|them|those|these|both)(?=\s)", re.I)
_REASON = re.compile(
    r"(?:\s*[,;]|\s[–—-]+|[–—])\s*(?:because |cos |as |since )?(?P<x>\S[^:]*)$", re.I
)


_ASKED_FOR = (
    r"(?: (?:that |which )?(?:i|you|u|we)(?:'ll|'d|'m|'re)?(?: (?:ever|might|may|will|can|could|should|want|need|have"
    r"|happen|am|are|going|to|still|later|also|gonna))* [\w-]+(?: (?:me|you|u|us))?(?: (?:for|about|to|of|with|on|in"
    r"|at|up))*)"
)
_OCCASION = re.compile(
    rf"(?P<what>\s+(?:that|this|it|these|those|them|both))?(?: in mind)?,?\s+(?:"
    r"(?:for|with|in|on|at) (?:every|each|any|all)(?: of)?(?: (?:the|my|our|your|these|those|other))* [\w'-]+"
    rf"(?: [\w'-]+){{0,2}}?{_ASKED_FOR}"
    r"|(?:(?:the )?next time|(?:any|every|each) ?time|for when(?:ever)?) (?:that )?(?:i|you|u|we)(?:'m|'re"
    r"|'ll)? [\w-]+(?P<x> [^,:;.?!]{2,60}?)?)"
    rf"{_POLITE}{_END}",
    re.I,
)
"""When what was said is to be thought of: "remember that for every plan I ever ask you for"."""

_OTHER_SUBJECT = re.compile(r"\b(?:i|i'm|my|we|our|he|she|they|it)\b", re.I)


def _names_an_occasion(text: str, at: int, *, inner: bool) -> bool:
    found = _OCCASION.match(text, at)
    if found is None or not (inner or found["what"]):
        return False
    rest = found["x"] or ""
    return not (VERB.search(rest) or _OTHER_SUBJECT.search(rest))


BESIDES = re.compile(
    r"\W*(?:(?:and|but)\s+(?:please\s+)?(?:don'?t|do not|never|only)\b|(?:and|but|so|then)\s+(?:(?:then|please|now|also"
    r"|afterwards)\s+)*(?:(?:help|tell|show|give) me|suggest"
    r"|recommend"
    r"|draft|explain|translate|why|what|what's|whats|how|which|who|where|can you|could you|would you|will you"
    r"|(?<=then )(?:read|look|check|parse|fix|run|see|try|answer"
    r"|continue|go)|now (?:read|look|check|parse|fix|run))\b)",
    re.I,
)
"""What else is asked after a request that points back."""

GOES_ON = re.compile(r"\s*[,;]\s*(?!(?:that|and|but)\b)\w|\s[–—-]+\s", re.I)
"""How a sentence goes on behind a request that points."""


def only_points(text: str, at: int, *, inner: bool, recalls: bool) -> bool:
    """Tell whether what follows the verb that ends at `at` holds nothing to keep.

    `inner`: the verb holds the pronoun ("write it down"); `recalls`: it can mean nothing but remembering.
    """
    if _SAYS_WHICH.match(text, at) or is_or_else(text, at):
        return True
    if _names_an_occasion(text, at, inner=inner):
        return True
    what = None if inner else _WHAT.match(text, at)
    if not (inner or what):
        return False
    end = what.end() if what else at
    kept = _SOMEWHERE.search(text[max(0, end - 12) : end])
    start = end - len(kept[0].strip()) - 1 if kept else end
    if _PURPOSE.match(text, max(0, start)):
        return True
    place = _PLACE.match(text, at) if recalls and not inner else None
    return bool(place and not VERB.search(place["x"] or place["y"]))


def serves_a_purpose(text: str, at: int) -> bool:
    """Tell whether only a purpose follows: "remember this about me so I needn't say it again"."""
    return bool(_PURPOSE.match(text, at))


def gives_a_reason(text: str, at: int) -> bool:
    """Tell whether only a reason follows: "remember that, my mum checks"."""
    found = _REASON.match(text, at)
    return is_or_else(text, at) or bool(found and (is_reason(found["x"]) or is_aside(found["x"])))


_DEICTIC = r"(?:that|this|the (?:new|correct|right|other|second|first|short|full|shorter|longer))"
_NAMED = (
    r"(?:names?|nicknames?|surnames?|spellings?|address(?:es)?|numbers?|versions?|titles?|forms?|e-?mails?|handles?"
    r"|formats?|pronunciations?|pronouns?|order|dates?|terms?|words?|labels?|abbreviations?|units?|settings?|one"
    r"|wording"
    r"|definition|meaning|convention|template|style)"
)
_USES = re.compile(
    rf"(?:(?:so|and|but|ok|okay|please|pls|kindly|now|then|just|always|from now on|do)[\s,]+)*"
    rf"(?:(?:(?:can|could|would|will) you|you (?:should|can|must|may)|i(?:'d like| want| need) you to)\s+"
    rf"(?:please\s+|always\s+|also\s+)*)?"
    rf"(?:(?:use|apply|take|adopt|write|spell|say|go (?:by|with)|stick (?:to|with)|keep (?:to|using)|stay with"
    rf"|(?:call|address) (?:me|him|her|us|them|it) (?:by|as)|refer to (?:me|him|her|us|them|it) (?:by|as))"
    rf" {_DEICTIC} (?:\w+ )?{_NAMED}(?! (?:of|that|which|for (?:the|my|our))\b)|(?:keep|get|have) (?:that|this|it"
    rf"|them|those|these|the two|both) (?:straight"
    rf"|apart|right)|(?:use|go by) (?:it|that|this)(?! to\b| as\b| for (?!me\b|us\b|all\b|every)))\b"
    rf"(?P<rest>[^:?]*)[?\s]*$",
    re.I,
)
_LASTS = re.compile(
    rf"\b(?:{ON}|always|again|in my \w+|unless (?:i|we)|until (?:i|we)|with me|for me|for us)\b",
    re.I,
)


def uses_it(said: Said) -> Request | None:
    """Read "use that name from now on", which asks to keep what tells the name."""
    found = _USES.match(said.text)
    lasts = found and (_LASTS.search(said.text) or re.fullmatch(r"[\s.!]*", found["rest"]))
    return Request("remember_that", points="back") if lasts else None
