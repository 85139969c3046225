"""Which sentences tell the assistant how it is to talk and work with the user, for good?

An order says what to do, always or never, on an occasion that comes again, in all that the assistant writes, or from
now on; it is put as an imperative, as what "you" shall do, as a wish, a promise, a ban, a rule, or with no verb at
all ("metric only, always").
"""

from __future__ import annotations

import re
from itertools import islice

from langmem_ext.policies.directive_reading import frames
from langmem_ext.policies.directive_reading import order_forms as forms
from langmem_ext.policies.directive_reading import standing as standing_forms
from langmem_ext.policies.directive_reading.advice import OF_ITS_WORK, is_advice
from langmem_ext.policies.directive_reading.doings import done_for_me
from langmem_ext.policies.directive_reading.endings import tidy
from langmem_ext.policies.directive_reading.for_now import is_for_now, is_for_once
from langmem_ext.policies.directive_reading.fragments import (
    LASTS,
    SURELY_TALK,
    behind_so,
    lasts,
    thing,
)
from langmem_ext.policies.directive_reading.on_occasion import on_occasion
from langmem_ext.policies.directive_reading.order_words import ON, OURS, OUTPUT, STYLE, WORDED
from langmem_ext.policies.directive_reading.pieces import is_set_down
from langmem_ext.policies.directive_reading.request import ASKS_LATER, TAG, Points, Request, Said
from langmem_ext.policies.sentences import HIDDEN

RULE = "order"


def ordered(said: Said) -> Request | None:
    """Read what the assistant shall do for good, however it is put."""
    text = said.text
    if not any(map(text.lower().__contains__, forms.HINTS)):
        return None
    lead = forms.LEAD.match(text)
    at = lead.end() if lead else 0
    if any(each.match(text, at) for each in (_NO_ORDER, _TELLS, _DRAFTS)):
        return None
    if text.endswith(":") and forms.HEADS_LIST.match(text, at):
        return Request(RULE, points="on", colon=True, many=True)
    start = _begins(text, at)
    if start is None or _is_none(said, at) or is_for_now(text[start:]):
        return None
    listed: Points = "on" if forms.HEADER.match(text, at) and text.count(":") else ""
    words = _MARKED_LAST.sub("", tidy(said.words(start, len(text))))
    rule = "from_now_on" if _SURELY_LASTS.search(text) else RULE
    return Request(rule, words, listed, many=bool(listed))


_SURELY_LASTS = re.compile(
    r"\b(?:from (?:now|here|today|this (?:point|moment)) on(?:wards?)?|going forwards?|hence(?:forth|forwards?))\b",
    re.I,
)
"""What cannot be meant but for good."""


_MARKED_LAST = re.compile(
    r"(?<=[\w'\"”)])(?:(?:[\s,;–—(-]|\b)+(?:please|pls|thanks|like (?=permanently|for good|from)|not (?:just "
    r"|only )?(?:for (?:just )?(?:one|this|today|now)|today|now)"
    r"[\w ]{0,16}|from (?:now|here|today|this (?:point|moment)) on(?:wards?)?|going forwards?|hence(?:forth"
    r"|forwards?)"
    r"|for good|permanently|in this (?:chat|conversation|session)(?:,? and)?(?: in)? (?:every|any|all|each)(?: the)?"
    r" others?(?: ones?)?))+$",
    re.I,
)
"""What at the end says only that it lasts."""


def _is_none(said: Said, at: int) -> bool:
    """Tell a question, what holds but once, what is to be kept, and what others are to hear."""
    text = said.text
    beside = ASKS_LATER.search(text)
    asked = said.sentence.is_question and not (
        TAG.search(text)
        or _COULD_YOU.match(text, at)
        or _COULD_YOU_ALWAYS.search(text, at)
        or (beside and _begins(text[: beside.start()], at) is not None)
    )
    once = _NOT_HERE.search(text) or is_for_once(text) or is_set_down(text, at)
    return bool(asked or once or _IS_KEPT.search(text) or frames.FOR_OTHERS.search(text))


_IS_KEPT = re.compile(
    r"\b(?:remember|recall|stored|saved|forgot(?:ten)?|(?:must|should|to) know|(?:bear|keep) in mind"
    r"|let me (?:hear|catch))\b",
    re.I,
)
"""What is to be kept, and not done."""

_COULD_YOU = re.compile(
    r"(?:can|could|would|will) (?:you|u)\b|(?:would|is) it(?: be)? (?:possible|ok|okay|alright|too much)\b",
    re.I,
)
_COULD_YOU_ALWAYS = re.compile(
    rf"[,;:–—]\s*(?:(?:and|but|so|please) )*(?:can|could|would|will) (?:you|u) (?:please |kindly )?(?:{ON}|always"
    rf"|never)\b",
    re.I,
)
"""What is asked behind small talk: "sorry to be a pest, but could you from now on ..."."""

_NO_ORDER = re.compile(
    r"(?:(?:will|would) you (?:always|ever|never) be|do (?:you|u|i|we|they)|did|does|have (?:you|i|we)|has|is|are"
    r"|was|were|am|should (?:i|we)|can i|what"
    r"|how (?!i\b)|why"
    r"|who|where|which|keep (?:in mind|it|this|that)|bear in|note|remember (?:when|the|that|how)"
    r"|answer the (?:phone|door"
    r"|bell)|would you (?:say|call|suggest|recommend|know|rather|prefer)|can you always (?:tell|see|hear|find))\b",
    re.I,
)
"""How a question to which no mark was typed begins, or a request to remember."""

_TELLS = re.compile(
    r"(?:please )?(?:tell|ask|remind|inform|text|email|write|draft|prepare|compose|send|let)(?: to| for)?"
    r" (?:the|my|our|his|her|their|all|everyone|(?-i:[A-Z][a-z]+)|an? (?:\w+ ){0,2}(?:text|note|memo\w*|mail"
    r"|e-?mail|letter"
    r"|message|notice|sign|post))\b",
    re.I,
)
"""What is to be told to others."""

_NOT_HERE = re.compile(
    r"\b(?:in|for|of|with|to) (?:this|these) (?!(?:chat|conversation|point|way|house|or|and)\b)(?:one |particular "
    r"|single )?\w+"
    r"|\b(?:just|only) (?:this once|for now|this time)\b|\bthis once\b|\b(?:tonight|this time)\b"
    r"|\b(?:in|for) the (?:story|novel|game|play|poem|sketch|scene)\b",
    re.I,
)
"""What holds for the work at hand only."""


def _begins(text: str, at: int) -> int | None:
    """Return where the order begins, None where there is none."""
    start = None if _STATES.match(text, at) else _begins_at(text, at)
    if start is not None:
        return start
    for found in islice(_CLAUSE.finditer(text, at), MOST_CLAUSES):
        for read in (_demanded, _frequent):
            start = read(text, found.end())
            if start is not None and not frames.FOREIGN.search(
                text[max(0, found.end() - 160) : found.end()]
            ):
                return start
    return behind_so(text, at)


_DRAFTS = re.compile(
    r"(?:.{0,40}\b(?:to|you|please|just)\s+)?(?:write|draft|word|phrase|compose|design|print|invent)(?: me| us)?"
    r" (?:an?|some|one|two|three) [^:]{2,60}:\s",
    re.I,
)
"""What is to be written, not to be done: "write a rule for our wiki: always squash"."""

MOST_CLAUSES = 4
"""Clauses behind the first in which an order is looked for."""

_STATES = re.compile(
    r"(?:i(?:'m|'ve|'ll)?(?! (?:always |never |only |really |just |do not |don't |dont |hereby |also |no longer "
    r"|strongly |kindly |ever )*(?:ever )?"
    r"(?:want|need|would|like|expect|insist|ask|forbid|prohibit|ban|prefer|wish|require|demand|request|have|got"
    r"|going|love|will|shall)\b)"
    r"|it(?! (?:is|would|'))|we(?:'re|'ve|'ll)|he|she|they(?:'re)?|there|his|her|their|thanks|wow|yeah|yes|glad"
    r"|sounds|that(?! is))\b(?!')",
    re.I,
)
"""How one states something, and orders nothing."""

_CLAUSE = re.compile(
    r"(?:[,:;–—]|\s(?=(?:so|and) (?:also )?(?:please )?(?:always|never|from now)\b))\s+(?:(?:so|and|but|please"
    r"|also|then|now|just)\s+)*"
    r"(?=(?:always|never|from now|going forward|can|could|would|i want|i'd like|i need|you (?:must|should|shall"
    r"|are)|make sure|promise|under"
    r"|on no|no longer|let's|let us)\b)",
    re.I,
)


def _begins_at(text: str, at: int) -> int | None:
    for read in (_announced, _demanded, _frequent, on_occasion, _set, _worded, lasts):
        start = read(text, at)
        if start is not None:
            return start
    return None


def _announced(text: str, at: int) -> int | None:
    """ "I have one standing request: ...", "pref: ...", "how I like my answers: ..."."""
    for pattern in (forms.HEADER, forms.LABEL, forms.RULE_OF_OURS):
        if (found := pattern.match(text, at)) and not (
            _TOLD_OF.match(found["x"]) or _MY_ORDER.match(text, at)
        ):
            return found.start("x")
    how = forms.HOW.match(text, at)
    if how and (how["of"] or how["way"] or "you" in how[0].lower()):
        return how.start("x")
    return None


_MY_ORDER = re.compile(
    r"(?:my|the|our) (?:\w+ )?(?:order|arrangement|setting|default|condition)s? (?:is|are)\b", re.I
)
_TOLD_OF = re.compile(
    r"(?:he|she|they|it|there|this|that|these|(?:the|his|her|their) \w+) (?:is|was|are|were|has|have|had|said|says)\b"
    r"|what\b|how\b|why\b",
    re.I,
)


def _demanded(text: str, at: int) -> int | None:
    """ "I want you to always ...", "you must never ...", "promise me you'll ..."."""
    begun = _LASTS_FIRST.match(text, at)
    force = forms.FORCE.match(text, begun.end() if begun else at)
    if force is None:
        return None
    body = force.end()
    if late := _LASTS_FIRST.match(text, body):
        begun, body = late, late.end()
    how = forms.FREQUENCY.match(text, body)
    negated = _NOT.match(text, body)
    act = how.end() if how else negated.end() if negated else body
    if not (
        forms.DOES.match(text, act) or forms.TO_ME.match(text, act) or forms.STOP.match(text, act)
    ):
        return None
    told = late or forms.SAYS.match(text, act) or OURS.search(text, act)
    if _ANYONE.match(force[0]) and not told:
        return None
    stops = forms.STOP.match(text, act)
    if how or stops or begun or LASTS.search(text, body):
        return body
    return None


_ANYONE = re.compile(r"(?:you|can|could|u|do (?:me|us))\b", re.I)
"""A demand that is made of people in general as often as of the assistant."""

_LASTS_FIRST = re.compile(rf"{ON}\s*[,:–—-]*\s*", re.I)
_NOT = re.compile(r"(?:please )?(?:not|don't|do not)(?: to)?\s+", re.I)


def _frequent(text: str, at: int) -> int | None:
    """ "never wish me ...", "always spell ...", "under no circumstances ...", "you are never to ..."."""
    told = _ARE_TO.match(text, at)
    if told:
        rest = told.end()
        if forms.DOES.match(text, rest) or forms.WITH_ME.search(text, rest):
            return at
        return None
    how = forms.FREQUENCY.match(text, at)
    if how is None:
        return None
    act = how.end()
    should = _SHOULD_YOU.match(text, act)
    act = should.end() if should else act
    if _POINTS.match(text, act) or is_advice(text[act:]):
        return None
    says, does = forms.SAYS.match(text, act), forms.DOES.match(text, act)
    if forms.TO_ME.match(text, act) or (
        does and _is_of_it(text, does.end(), _clause_end(text, act))
    ):
        return at
    if done_for_me(text, act) or (says and SURELY_TALK.match(text, act)):
        return at
    return at if how["how"].lower() != "always" and WORDED.match(text, act) else None


def _is_of_it(text: str, at: int, end: int) -> bool:
    return bool(OURS.search(text, at, end) or OF_ITS_WORK.search(text, at))


def _clause_end(text: str, at: int) -> int:
    found = _NEXT_CLAUSE.search(text, at)
    return found.start() if found else len(text)


_NEXT_CLAUSE = re.compile(
    r",\s+(?:that|which|because|since|as|it|who|my|his|her|she|he|they|says?)\b|:\s", re.I
)

_ARE_TO = re.compile(
    r"(?:you|u)(?:'re| are) (?:hereby )?(?:never|always|not|only)(?:,[^,]{3,40},)?(?: (?:ever|again))? to\s+",
    re.I,
)
_SHOULD_YOU = re.compile(
    r"(?:(?:should|must|shall|may|are|do|will) (?:you|u)(?: to| ever)?|you(?: should| are to| must)?(?: ever)?)\s+",
    re.I,
)
_POINTS = re.compile(
    rf"(?!call (?:it|them) (?!back|off|out|up|again|a\b)\w)(?:\S+ )?{standing_forms.ACT.pattern}(?: to)? (?:it"
    rf"|this|that|them|these|those)\b",
    re.I,
)


def _set(text: str, at: int) -> int | None:
    """ "set your default language to ...", "your name is ... from now on", "the word ... is banned"."""
    change = forms.SET.match(text, at)
    if change and (
        change["your"]
        or LASTS.search(text, at)
        or (" default " in change[0] and _FOR_ME.search(text, at))
    ):
        return at
    named = forms.NAMED.match(text, at)
    if named and (named["new"] or LASTS.search(text, at) or named["name"][:1].isupper()):
        return None if _LATER.match(named["name"]) else named.start() if not named["new"] else at
    ban = forms.BAN.match(text, at)
    if (
        ban
        and forms.BANNED_HERE.search(text, at)
        and (OURS.search(text, at) or LASTS.search(text, at))
    ):
        return at
    return None


_FOR_ME = re.compile(r"\b(?:for|with) (?:me|us)\b", re.I)
_LATER = re.compile(r"(?:later|back|when|if|on|at|a|an|the|tomorrow|soon|in|not|so|my)\b", re.I)


def _worded(text: str, at: int) -> int | None:
    """ "your replies must ...", "I want every answer ...", "tl;dr at the top of every answer", "no ... with me"."""
    if forms.WANT_ALL.match(text, at) or forms.ALL_OUTPUT.match(text, at):
        return at
    past = forms.WISH_PAST.match(text, at)
    if past and (
        past["how"].lower() in ("always", "never", "no longer") or LASTS.search(text, past.end())
    ):
        return at
    if forms.FORBID.match(text, at) or (_I_WANT.match(text, at) and _IN_ALL.search(text, at)):
        return at
    want = forms.DONT_WANT.match(text, at)
    if want and (
        (want["what"].lower().startswith(("you", "u ")) and LASTS.search(text, at))
        or _IN_ALL.search(text, want.end())
        or (
            (want["never"] or want["ever"] or LASTS.search(text, want.end()))
            and _FROM_YOU.search(text, want.end())
        )
    ):
        return at
    if forms.WANT_ALWAYS.match(text, at) and (LASTS.search(text, at) or "when you" in text):
        return at
    work = forms.YOUR_WORK.match(text, at)
    if work and (re.search(r"\b(?:your|you|me|always|never|my|us)\b", work[0], re.I)):
        return at
    if forms.NOT_BUT.match(text, at) and re.search(rf"\b{ON}", text[at:], re.I):
        return at
    stop = forms.STOP.match(text, at)
    if stop and OURS.search(text, at, _clause_end(text, at)):
        return at
    if (quits := _QUITS.match(text, at)) and WORDED.match(text, quits.end()):
        return at
    if _QUITS_SAYING.match(text, at):
        return at
    return thing(text, at)


_QUITS = re.compile(r"(?:please )?(?:stop|quit|cease|refrain from|no more) ", re.I)
_QUITS_SAYING = re.compile(
    r"(?:please )?(?:stop|quit|cease|no more) (?:saying|using the (?:words?|phrases?|expressions?)|writing the words?)"
    r" (?!(?:it|that|this|these|those|things?|so|nothing|anything|what|bad|mean|goodbye|hi|hello)\b)"
    rf"(?:[\"“'‘][^\"”]{{1,60}}[\"”'’]|{HIDDEN}|[\w'’-]+(?: [\w'’-]+){{0,3}}[!?.,]?)"
    r"(?: (?:all the time|every time|so much|so often|in (?:every|each) \w+))?"
    r"(?:,? (?:please|pls|ok|thanks|already))?[\s.!]*$",
    re.I,
)
"""What the assistant says too often."""
_I_WANT = re.compile(
    r"(?:i|we)(?:'d| would)? (?:want|need|like|prefer|expect) (?!you\b|to\b)", re.I
)
_IN_ALL = re.compile(
    r"\bin (?:everything|anything|whatever|all) (?:that )?you (?:write|make|send|draft|give|show|produce|say)\b",
    re.I,
)
_FROM_YOU = re.compile(
    rf"\b(?:from you|you|your)\b|\b{STYLE}\b|\b(?:in|with|from) (?:my|any) {OUTPUT}", re.I
)
