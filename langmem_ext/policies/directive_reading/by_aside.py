"""Which talk about keeping asks for it, in whatever words: "make sure that sticks", "don't let me repeat it"?

The sentence holds nothing else, or a mark parts it from what is to be kept.
"""

from __future__ import annotations

import re

from langmem_ext.policies import sentences as language
from langmem_ext.policies.directive_reading import frames
from langmem_ext.policies.directive_reading.asides import is_aside
from langmem_ext.policies.directive_reading.content import (
    has_verb,
    is_detailed,
    is_kept,
    is_said_before,
)
from langmem_ext.policies.directive_reading.endings import tidy
from langmem_ext.policies.directive_reading.lasting import is_instruction
from langmem_ext.policies.directive_reading.request import Request, Said
from langmem_ext.policies.rewriting import speaks_of_self

RULE = "announced"

_IT = r"(?:it|this|that|these|those|them|both)(?: (?:one|thing|stuff))?"
_YOU = r"(?:you|u|ya)"
_KEEP = (
    r"(?:keep|remember|hold(?: on(?:to| to)?)?|save|store|note|memori[sz]e|record|log|file|know|have|retain|hang on"
    r" to)"
)
_ASKS = re.compile(
    rf"\bmake (?:sure|certain) (?:that )?{_IT} (?:stick|stay|isn'?t (?:lost|forgotten)|doesn'?t get (?:lost"
    rf"|forgotten))"
    rf"|\b(?:don'?t|do not|never|not|without)(?: ever)? (?:let go of|los(?:e|ing)|drop(?:ping)?|let) {_IT}"
    rf"(?! (?:me|go to|get (?!lost|forgotten)))"
    rf"|\b(?:this|that|it|these|those)(?: one)? (?:needs? to|must|has to|have to|should|had better) (?:stay|stick"
    r"|be (?:kept|remembered|saved|stored|noted|recorded|known))"
    rf"|\b(?:hope|wish|want|need|like|sure|matters?|important)\b.*\b(?:{_IT} (?:sticks?|stays?)\b"
    rf"|{_YOU}(?:'ll| will)? (?:keep|remember|retain|hold on to|don'?t (?:lose|forget)|won'?t (?:lose|forget)|never"
    rf" (?:lose|forget)) {_IT})"
    rf"|\b{_YOU}(?: (?:should|must|need to|have to|better|'d better|can|please))? {_KEEP} {_IT}(?! (?:all|up"
    rf"|going)\b)"
    rf"(?:(?= for me)|$|(?=\W)|(?= (?:please|then|instead|now|too|safe|somewhere|in mind|yes|ok)))"
    rf"|\bso (?:please |just |now )?(?:keep|save|store|memori[sz]e|remember|note|record)(?: {_IT})?(?=\s*(?:$"
    rf"|[^\w\s]))"
    rf"|(?:^|[,;:.–—]\s+)(?:could|can|would)(?: {_YOU})? {_IT} (?:please )?be (?:stored|kept|remembered|noted"
    rf"|recorded)"
    rf"|\b(?:don'?t|do not|never) (?:let|make) (?:me|us) (?:have to )?(?:say|tell|explain|repeat|remind|mention)\b"
    rf"|\b(?:i|we)(?:'m|'ll| will| am| won'?t| shan'?t)?(?: only| just| not)? (?:say|tell|saying|telling"
    rf"|repeat)(?:ing)?"
    rf"(?: {_YOU})?(?: {_IT})?(?: {_YOU})?(?: only)? (?:once|twice|again)\b"
    rf"|\bkeep (?:on )?knowing {_IT}|\b{_YOU} (?:still )?knew {_IT}"
    rf"|\b{_YOU}(?:'ll| will) need {_IT} (?:again|later|more than once|next time)"
    rf"|(?:^|[,;:.–—]\s+)(?:(?:please|pls|and|so|just) )*(?:archive|save|keep|store|record|log|file"
    rf"|note)(?: {_IT})?(?: down"
    rf"| away)? for"
    r" (?:later|next|the (?:next|future|long)|good|years|another)\b"
    rf"|\b(?:want|need|like) {_YOU} to (?:have|keep|know) {_IT}(?= (?:for|next|later)\b|\W*$)"
    rf"|\b(?:want|need|like) {_IT} (?:kept|saved|stored|noted|remembered|on (?:file|record)|in (?:your"
    rf"|the) (?:memory|notes"
    r"|files?|record))"
    rf"|^\W*(?:(?:very|really|super) )?important(?:,| and| \+| &)+ permanent",
    re.I,
)
_REFUSES = re.compile(
    r"^(?:and |so |but )?(?:do|does|are|is|has|who|why|how|what|when|where|which)\b|\b(?:don'?t|do not|doesn'?t"
    r"|never|no longer|not) (?:want|need|like|wish)\b|\b(?:no need|needn'?t"
    r"|not (?:need|have) to|don'?t (?:need|have) to|nobody|would|wouldn'?t|could you (?:not)?"
    r"|if|did|didn'?t|was|were|had|always|used to|shouldn'?t)\b",
    re.I,
)
"""What is supposed or was, and what is left to the other."""

_THOUGHT = re.compile(
    r"(?:(?:so|and|please|just) )*(?:hold|keep) that thought(?: (?:till?|until|for) [\w ]{2,20})?$",
    re.I,
)
"""What asks behind a statement, and to wait before one: "hold that thought, I must open the door"."""

_WHEN = re.compile(r"(?:if|when(?:ever)?|once|unless|should|in case|next time|every time)\b", re.I)

_NEED = re.compile(r"(?:i|we) (?:need|want) (?:the|this|that|these|those|it)\b", re.I)
"""What is wanted of the other at the moment: "don't make me say it twice, I need the blue file"."""

_SUBJECT = re.compile(r"\bit (?:sticks?|stays?|(?:needs|has) to|must|should)\b", re.I)
"""What has been spoken of: "make sure it sticks, ..."."""

_KEPT_FOR = re.compile(r"\b(?:it|that|them|those)\b.* for\b", re.I)
"""What points back: "keep it for later, ..."."""

_MARK = re.compile(
    r"\s*(?P<sure>[:→]|\s[–—-]{1,2}(?=\s)|[–—])\s*|(?P<comma>[,;.…])\s+|\s+(?=(?:so|and) )"
)


MOST_UNPARTED = 10
"""Words of a statement that only "so" or "and" parts from what asks; more of them may be two."""


def by_aside(said: Said) -> Request | None:
    """Read what asks for a statement beside it to be kept, in its sentence or in another."""
    text = said.text
    if not (_ASKS.search(text) or _THOUGHT.search(text)):
        return None
    if language.HIDDEN in text[:1] or frames.FOREIGN.search(text):
        return None
    if _asks(text.rstrip(" .!?)")):
        return Request(RULE, points="either", many=text.rstrip().endswith(":"))
    for mark in _MARK.finditer(text):
        lead = text[: mark.start()]
        loose = mark["comma"] and (_SUBJECT.search(lead) or _KEPT_FOR.search(lead))
        if _asks(lead) and not loose and (found := _behind(said, mark)):
            return found
        tail = text[mark.end() :].rstrip(" .!?)")
        if (_asks(tail) or _THOUGHT.match(tail)) and (found := _before(said, mark)):
            return found
    return None


def _asks(words: str) -> bool:
    return bool(_ASKS.search(words)) and is_aside(words) and not _REFUSES.search(words)


def _behind(said: Said, mark: re.Match[str]) -> Request | None:
    plain = tidy(said.text[mark.end() :])
    if not plain or said.sentence.is_question:
        return None
    sure = bool(mark["sure"])
    if not sure and _NEED.match(plain):
        return None
    own = speaks_of_self(plain) or is_instruction(plain) or (sure and is_detailed(plain))
    if (
        not own
        or not (sure or has_verb(plain))
        or not is_kept(plain, explicit=sure, named_after=sure)
    ):
        return None
    rule = "from_now_on" if is_instruction(plain) else RULE
    return Request(rule, tidy(said.words(mark.end(), len(said.text))))


def _before(said: Said, mark: re.Match[str]) -> Request | None:
    plain = tidy(said.text[: mark.start()])
    told = (
        not _WHEN.match(plain) and is_said_before(plain) and has_verb(plain) and not is_aside(plain)
    )
    loose = not (mark["sure"] or mark["comma"]) and len(plain.split()) > MOST_UNPARTED
    if not told or loose or not (speaks_of_self(plain) or is_detailed(plain)):
        return None
    return Request("remember_that", tidy(said.words(0, mark.start())))
