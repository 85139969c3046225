"""Which words with no subject, or with a mark of time at their end, say how answers are to be?

"No sports metaphors with me, ever", "short answers please, every time".
"""

from __future__ import annotations

import re

from langmem_ext.policies.directive_reading import order_forms as forms
from langmem_ext.policies.directive_reading.content import VERB
from langmem_ext.policies.directive_reading.order_words import (
    ON,
    OURS,
    OUTPUT,
    STYLE,
    TALK,
    TALKING,
    UNTIL,
)
from langmem_ext.policies.sentences import HIDDEN

LASTS = re.compile(
    rf"\b(?:{ON}|{UNTIL}|always|never|ever|any ?more|again|whenever|every time|each time)\b", re.I
)
SURELY_TALK = re.compile(
    r"(?:answer|reply|respond|suggest|recommend|mention|bring up|cite|quote|summari[sz]e|translate|apologi[sz]e|greet"
    r"|phrase|abbreviate|capitali[sz]e|format|address|assume|convert|round)\b",
    re.I,
)


def thing(text: str, at: int) -> int | None:
    """Read an order without a verb: "no sports metaphors with me, ever"."""
    begun = _FROM_NOW.match(text, at)
    at = begun.end() if begun else at
    scoped = forms.SCOPED_THING.match(text, at)
    if scoped and not VERB.search(scoped[0]) and not _PERSON.match(text, at):
        return at
    if _AT_MOST.match(text, at):
        return at
    if (quoted := _NO_MORE_QUOTED.match(text, at)) and _NO_EVER.search(text, quoted.end()):
        return at
    none = forms.NO_MORE.match(text, at)
    if none and (
        (none["style"] and _NO_EVER.search(text, none.end()))
        or re.search(
            r"\bwith me\b|\bfrom you\b|\b(?:in|with) (?:any|all|every|my|your)(?: \w+)? (?:you|"
            + OUTPUT
            + r")\b",
            text[at:],
            re.I,
        )
        or (none["style"] and "no more" in none[0].lower())
    ):
        return at
    return None


_FROM_NOW = re.compile(
    r"(?:from (?:now|here|today) on(?:wards?)?|going forwards?|hence(?:forth|forwards?)|in future)[\s,:–—-]+",
    re.I,
)
_AT_MOST = re.compile(
    r"(?:no more than|at most|only|just|max(?:imum)?|no|not more than) (?:[\w'-]+ ){1,5}?(?:when(?:ever)?|if"
    r"|every time|unless) (?:i|we)"
    r" (?:ask|say|request|tell|want|send|paste|write|talk)\b"
    r"|(?!(?:i|we|you|he|she|they|it|my|our|his|her|the|an?|this|that|dad|mum|mom)\b)(?:[\w'-]+ ){1,5}?"
    r"only (?:when(?:ever)?|if) (?:i|we) (?:ask for|send|share"
    r"|paste)\b",
    re.I,
)
_NO_MORE_QUOTED = re.compile(
    rf"no more(?: of)?(?: (?:the|those|these|your|any))? (?:\"[^\"]+\"|“[^”]+”|{HIDDEN}+)", re.I
)
_PERSON = re.compile(
    r"(?:\w+ ){0,2}?(?:i|you|he|she|we|they|it|there|who|what|this|that|there's|it's|that's|here)\b",
    re.I,
)
_NO_EVER = re.compile(rf"\b(?:ever|please|{ON}|{UNTIL}|always|with me|for me|from you|you)\b", re.I)


def lasts(text: str, at: int) -> int | None:
    """ "short answers please, every time", "from here on, no small talk", "you can swear with me from now on"."""
    allowed = forms.PERMISSION.match(text, at)
    if allowed:
        lasts = allowed["how"] or LASTS.search(text, allowed.end())
        return at if lasts and forms.WITH_ME.search(text, allowed.end()) else None
    first = forms.BEGINS_LASTING.match(text, at)
    if (
        first
        and _FOR_GOOD.match(text, at)
        and not re.match(r"[\s\w]+[,:–—-]", text[at : first.start("x")])
    ):
        return None
    if first and _OTHERWISE.match(text, at) and forms.YOUR_WORK.match(text, first.start("x")):
        return at
    if first and (
        _is_order(text[first.start("x") :])
        or (_OTHERWISE.match(text, at) and forms.DOES.match(text, first.start("x")))
    ):
        return first.start("x")
    if _MID.match(text, at) and OURS.search(text, at):
        return at
    last = forms.ENDS_LASTING.match(text, at)
    if last and _is_order(last["x"]):
        return at
    return None


def behind_so(text: str, at: int) -> int | None:
    """Read what a fact gives the ground for: "my sight's going, so big clear headings every time"."""
    so = _SO.search(text, at)
    last = forms.ENDS_LASTING.match(text, so.end()) if so else None
    return so.end() if so and last and is_fragment(last["x"]) else None


_SO = re.compile(r",?\s+so\s+(?:please |just )?")
_OTHERWISE = re.compile(
    r"(?:until|till?|unless) (?:(?:i|we) (?:say|tell you|ask)|told|asked|instructed) otherwise\b",
    re.I,
)
_FOR_GOOD = re.compile(r"(?:for|forever|always|in general|as a)\b", re.I)


def _is_order(words: str) -> bool:
    """Tell an imperative, or a fragment about how answers are to be, from what happens."""
    words = forms.LEAD.sub("", words, count=1)
    if forms.DOES.match(words):
        talk = OURS.search(words) or SURELY_TALK.match(words) or _NO_TALK.match(words)
        return bool(talk) and not _HAPPENS.match(words)
    if _YOUR_WORK.match(words):
        return True
    if _WHEN_YOU.match(words):
        return bool(OURS.search(words))
    if _QUITS.match(words):
        return bool(OURS.search(words))
    return is_fragment(_GROUND_LAST.sub("", words))


_GROUND_LAST = re.compile(
    r"\s*[,;–—]\s*(?:because |cos )?(?:i|i'?m|i'?ve|my|we|they|it'?s|that'?s)\b.*$", re.I
)
_HAPPENS = re.compile(r"[\w' ]{2,30}? (?:will|is|are|was|were|has|have|had|would|gets?)\b", re.I)
_NO_TALK = re.compile(
    rf"(?:please )?(?:(?:don't|do not|never|stop) {TALK}|(?:stop|quit) (?:calling|{TALKING}))(?![\w'])",
    re.I,
)
_YOUR_WORK = re.compile(
    r"(?:(?:every|each|all|any|the|whatever|anything|everything)\s+)(?:[\w'-]+ ){0,4}?(?:that |which )?you (?:hand"
    r"|give|write"
    r"|send|make|show|draft|suggest|recommend|produce|generate|create|prepare|come up with|build|paste|return|plan)\b"
    r"(?: (?:to |for )?(?:me|us))?,? [a-z]",
    re.I,
)
"""What the assistant makes, of which is told how it is: "every script you hand me begins with ..."."""

_MID = re.compile(rf"(?:please )?(?:don't |do not )?{forms.DO}\s+(?:{ON}|always)\b", re.I)
_WHEN_YOU = re.compile(rf"when(?:ever)? (?:you|u|i)\b.{{3,60}}?\b(?:{forms.DO})", re.I)
_QUITS = re.compile(
    r"(?:ditch|lose|cut|kill|scrap|lay off|ease up on|leave off|forget|go easy on|dial down|turn down|tone down)\b",
    re.I,
)


def is_fragment(words: str) -> bool:
    """Tell words about how answers are to look that hold no verb: "metric only", "kilometres, not miles"."""
    if len(words.split()) > 10 or _PERSON.match(words) or _HANGS.match(words) or "?" in words[-2:]:
        return False
    if _ALL_OF.match(words):
        return not _FINITE.search(words)
    return bool(_STYLED.search(words) or _ONLY.search(words)) and not (
        _FINITE.search(words) or VERB.search(_STYLED.sub("", _ONLY_END.sub("", words)))
    )


_HANGS = re.compile(r"(?:with|to|into|by|on|at|of|and|or|as)\b", re.I)
_STYLED = re.compile(rf"\b(?:{STYLE}|{OUTPUT})\b", re.I)
_ALL_OF = re.compile(
    r"(?:all|every|each|any)(?: (?:my|our|your|the))? (?:[\w-]+ )?(?:time ?stamps?|times?|dates?|amounts?|sums?"
    r"|prices?|totals?"
    r"|numbers?|figures?|units?|measure(?:ment)?s?|temperatures?|distances?|weights?|names?|titles?|headings?"
    r"|variables?"
    r"|comments?|columns?|colou?rs?|currenc(?:y|ies)|values?|percentages?)"
    r" (?:in|as|with|without|to|by|rounded|written|spelt|spelled|sorted|formatted|given)\b",
    re.I,
)
"""What is written of things that an answer holds: "all timestamps in UTC"."""

_ONLY = re.compile(r"^only\b|\bonly$", re.I)
_ONLY_END = re.compile(r"\s+only\b", re.I)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|am|'m|'s|'re|has|have|had|does|did|will|can|could|would|said|says|went|goes|got|comes?"
    r"|came"
    r"|takes?|wins?|looks?|feels?|seems?|love|loves|i|he|she|they|we)\b",
    re.I,
)
