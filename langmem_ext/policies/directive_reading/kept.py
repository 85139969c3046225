"""Which clause only asks for what stands beside it to be kept, whatever it says of where, how long and why?

"Write it into whatever memory you've got", "keep this in your head the whole month", "please remember", "save, please".
"Keep it in the fridge" names a place of the user's, and is no such clause.
"""

from __future__ import annotations

import re

from langmem_ext.policies.directive_reading import frames
from langmem_ext.policies.directive_reading.content import (
    has_verb,
    is_detailed,
    is_kept,
    is_said_before,
)
from langmem_ext.policies.directive_reading.endings import tidy
from langmem_ext.policies.directive_reading.grounds import is_or_else
from langmem_ext.policies.directive_reading.reasons import is_reason
from langmem_ext.policies.directive_reading.remarks import says_nothing
from langmem_ext.policies.directive_reading.request import TAG, Request, Said
from langmem_ext.policies.directive_reading.uses import is_left_open
from langmem_ext.policies.rewriting import speaks_of_self

_IT = r"(?:it|this|that|these|those|them|both)(?: (?:one|bit|fact|thing|part))?(?![\w'])"
_PLEASE = r"(?:(?:so|and|but|then|please|pls|plz|kindly|just|now|do|ok|okay|well|right|also|really|simply)[\s,]+)*"
_ASK = (
    rf"{_PLEASE}(?:(?:(?:can|could|would|will) (?:you|u)|(?:you|u)(?:'d)?(?: better| must| should| need to| have to)?"
    rf"|i (?:want|need|beg|'d like|would like) (?:you|u) to|make sure(?: to| you)|be sure to"
    rf"|it (?:really )?matters(?: (?:a lot|so much))?(?: to me)?(?: that)? you)[\s,]+{_PLEASE})?"
)
_MEMORY = (
    r"(?:(?:in|into|to|on|onto|inside|at|under) (?:your|ur|the|that|whatever|any)(?: \w+){0,2}?"
    r" (?:memor(?:y|ies)|heads?|minds?|brains?|notes?|note ?books?|files?|records?|profile|skull|circuits|arm|hand)"
    r"(?: of yours)?(?: (?:that |which )?(?:you|u)(?:'ve)?(?: have| got| keep| use){1,2})?(?: (?:about|on"
    r"|for) (?:me|us))?"
    r"|by heart|in mind|on file)"
)
_SOMEWHERE = (
    r"(?:where (?:you|u)(?:'ll| will| can|'d| could| won't)[^,;:?]{2,40}|(?:down )?(?:some|any)where(?: (?:safe"
    r"|good|handy))?"
    r"(?: (?:that |where |so )?(?:you|u|i|we|it|nobody)(?:'ll|'s| )[^,;:?]{2,60})?)"
)
_SURE = (
    rf"(?:(?:help me )?keep {_IT} (?:straight|apart)(?: for (?:me|us))?"
    rf"|(?:remember|memori[sz]e|internali[sz]e) {_IT}|(?:keep|bear|have) {_IT} in mind"
    rf"|(?:note|jot|write|take|put) {_IT} (?:down|somewhere)|(?:note|jot|write|take) down {_IT}"
    rf"|{_IT} (?:needs to|has to|ought to|must|should|better) (?:stay|stick|remain) (?:with you|{_MEMORY})"
    rf"|(?:i'd|i would) (?:like|love|appreciate|be (?:\w+ )?(?:grateful|glad|happy|thankful))(?: it)? if {_IT}"
    rf" (?:stuck|stayed|remained) (?:with you|{_MEMORY})|(?:i hope )?{_IT} sticks? with you|let {_IT} stick with you"
    rf"|(?:{_IT}(?:'s| is|s) )?(?:also |probably |definitely )?worth (?:(?:holding|hanging) on to|noting|remembering"
    r"|memori[sz]ing|(?:keeping|saving|storing|knowing)(?= (?:for|in|about)\b)|a (?:memory|mental) note)(?: about me)?"
    r"|which i(?:'d| would) (?:ask|like|want|beg) you to (?:remember|note|keep|(?:bear|keep) in mind)"
    rf"|(?:don'?t|do not) let (?:me|us) (?:lose|mislay|forget about) {_IT}"
    r"|(?P<again>(?:don'?t|do not|never) (?:make|let|have) me (?:have to )?(?:(?:say|explain|tell|type|spell"
    r"|write)(?: (?:you"
    r"|it|this"
    r"|that|so)){0,2} (?:again|twice|every time|(?:a|another|one more|yet another) (?:\w+ )?time)"
    r"|repeat (?:it|this|that|myself)))"
    r"|good to (?:know|have|remember) for (?:later|next time|(?:the )?future|(?:our|any|all) [\w ]{2,20})"
    r"|just so (?:it|that|this)(?:'s| is) (?:on (?:file|record)|noted|in your (?:notes|memory|files?|records?))"
    rf"|(?:make|take) (?:a )?note(?: of {_IT})?"
    rf"|(?:don'?t|do not|never|not)(?: (?:you|u))?(?: ever| please)? (?:forget|lose) {_IT}"
    rf"|(?:keep|save|store|note|jot|write|put|log|record|file|stash|hold|stick|pop|tuck|bank|lodge|lock|tattoo|carve"
    rf"|burn|etch|engrave|drill|hammer) {_IT}(?: down)? (?:{_MEMORY}|{_SOMEWHERE}))"
)
_SPAN = (
    r"(?:(?:for|till?|until|over|(?:all )?through|throughout|during) (?:(?:the|my|our|this|next|all|every|at least"
    r"|a|an|good|as)\b"
    r"[^,;:?]{0,40}|later|ever|good|now on|\w+|when(?:ever)?\b[^,;:?]{0,50})"
    r"|(?:the|this|that|my|our|all|next|the next)(?: (?:whole|entire|rest of the|next|coming))? (?:day|week|month"
    r"|term|season|year"
    r"|semester|summer|winter|autumn|spring|time|trip|holidays?)"
    r"|an? (?:second|third|fourth|fifth|\w+th) time|once and for all|this time|next time|again|from now on|forever"
    r"|as (?:an?|my|our|the|your) (?:\w+ )?(?:rule|note|reminder|fact))"
)
_EXTRA = (
    r"(?:well|down|away|safe|safely|carefully|good|please|pls|plz|thanks?(?: you)?|thx|ok|okay|lol|haha|too|also"
    r"|always"
    rf"|for (?:me|us)|will (?:you|u)|would (?:you|u)|yes|right|{_SPAN}|{_MEMORY}|{_SOMEWHERE})"
)
_TAIL = rf"(?:[\s,]+{_EXTRA}(?![\w']))*"
_FILE = (
    r"(?:(?:for|to|into|in) )?(?:(?:your|the) )?(?:long-term )?(?:memory|memories|notes?|notebook|records?"
    r"|profile)[\s,]+"
    r"(?:please|pls|plz)"
)
"""Where it is to go, and no verb: "memory, please"."""

_BARE = (
    r"(?:(?:please |pls |kindly )?(?:remember|memori[sz]e)|(?:please|pls) (?:save|store|note|retain)|(?:save|store"
    r"|note|retain)(?=,? (?:please|pls)\b))"
)
_FOR_LATER = (
    rf"(?:save|store|keep|file|note) {_IT}(?: around| handy)? for (?:the )?next time (?:i|we|it|this"
    rf"|that)\b[^,;:?]{{0,40}}"
    rf"|(?:save|store|keep|archive|file|note)(?: {_IT})? for (?:(?:the|our|my|all) )*(?:next|coming|later|future)"
    r"(?: (?:years?|months?|weeks?|times?|chats?|sessions?|seasons?|use|reference))?,? (?:please|pls|thanks)"
)
_ENDED = r"(?=\s*(?:$|[.!,;…(]| (?:please|pls|lol|ok|well)\b))"
_WEAK = rf"(?:keep|save|store|have) {_IT}(?: (?:for (?:me|us)|then|safe))?"
"""What keeps many things, and asks to remember only behind a reason: "I keep losing it so you keep it"."""

_KEPT = re.compile(
    rf"{_ASK}(?:{_SURE}|(?P<weak>{_WEAK})|{_FOR_LATER}|{_FILE}{_ENDED}|{_BARE}{_ENDED}){_TAIL}",
    re.I,
)
_LEAD = re.compile(rf"{frames.LEADS}\W*", re.I)
_STARTS = re.compile(r"[,;:–—]\s*|\s-+\s+|\s(?=(?:so|and|but) )", re.I)
_AND_WORK = re.compile(
    r"(?:and|then|now|but)\s+(?:(?:then|now|please|also)\s+)*(?:propose|suggest|recommend|give|tell|show|help|draft"
    r"|plan|find"
    r"|explain|answer|continue|go on|carry on)\b",
    re.I,
)
_OWN = re.compile(r"\s*[,:;–—]\s*(?=(?:i|i'?m|i'?ve|my|we|we'?re|our)\b)|\s*:\s*(?=\S+ \S)", re.I)
_REST = re.compile(
    r"\s*(?:[,;–—(-]+\s*)?(?:(?:because|cos|cuz|since|as|so|and) )?(?P<x>\S.*)$", re.I
)


_MAY_GO = re.compile(
    rf"{_PLEASE}(?:can|could|may|might|would|will|should) {_IT} (?:please )?(?:go|be (?:kept|stored|saved|noted"
    rf"|put|added"
    rf"|recorded|written)(?: down)?) {_MEMORY}(?: please)?\s*\?",
    re.I,
)
"""What asks whether a thing can be kept: "can that go in your notes?"."""


def kept(said: Said) -> Request | None:
    """Read a clause that asks to keep what the sentence has said, or its neighbour says."""
    if _MAY_GO.fullmatch(said.text):
        return Request("remember_that", points="back")
    if said.sentence.is_question and not TAG.search(said.text):
        return None
    if told := _not_again(said):
        return told
    text = said.text
    for start in (0, *(found.end() for found in _STARTS.finditer(text))):
        found = _KEPT.match(text, start)
        if found is None:
            continue
        weak = bool(found["weak"])
        if _ends(text, found.end()):
            return _of(said, text[:start], weak=weak)
        told = _told_behind(said, text[:start], found.end(), weak=weak)
        if told and not found["again"]:
            return told
    return None


_NO_MORE = re.compile(
    r"(?:(?:and|so|but|please|ok|well|now|look|listen)[\s,]+)*(?:i (?:won'?t|will not|don'?t want to|do not want to"
    r"|refuse to"
    r"|shouldn'?t have to|don'?t like to)|i'?m not going to|(?:i'd|i would|it'd|it would) be (?:\w+ )?(?:happy|glad"
    r"|great|nice|lovely"
    r"|grateful) (?:if i (?:didn'?t|did not|don'?t)|not to)|(?:don'?t|do not) (?:make|let) me) (?:have to |keep )?"
    r"(?:(?:say|saying|tell|telling|explain|explaining|type|spell|write)\b[^:,?]{0,24}? (?:again|twice|once more"
    r"|(?:every|each) time"
    r"|an? \w+ time)|repeat (?:it|this|that|myself)(?: again| to you)?)"
    r"(?: (?:(?:next|every|each) \w+|tomorrow|later|ever|please))*(?:\s*:\s+|,? that (?=\S+ \S))(?P<x>\S.*)$",
    re.I,
)
"""What is not to be said again, and so is to be kept: "I don't want to tell you again that I work nights"."""


def _not_again(said: Said) -> Request | None:
    found = _NO_MORE.match(said.text)
    if found is None or not is_kept(tidy(found["x"]), explicit=True):
        return None
    return Request("remember", tidy(said.words(found.start("x"), len(said.text))), "on")


def keeps_only(words: str) -> bool:
    """Tell whether words that follow a request ask but for the same again: "tattoo it on your arm"."""
    found = _KEPT.match(words)
    return bool(found and not found["weak"] and _ends(words, found.end()))


def _ends(text: str, at: int) -> bool:
    """Tell whether nothing but a ground follows."""
    rest = text[at:].strip(" .!…)?")
    if not rest or is_or_else(text, at) or _AND_WORK.match(rest):
        return True
    found = _REST.match(rest)
    return bool(
        found and (is_reason(found["x"]) or says_nothing(found["x"]) or is_left_open(found["x"]))
    )


def _told_behind(said: Said, before: str, at: int, *, weak: bool) -> Request | None:
    """Read "it's important so store it, I can't drive after dusk"."""
    found = _OWN.match(said.text, at)
    if found is None or not _asks_alone(before, weak=weak):
        return None
    words, plain = tidy(said.words(found.end(), len(said.text))), tidy(said.text[found.end() :])
    return Request("remember", words, "on") if is_kept(plain, explicit=True) else None


def _asks_alone(before: str, *, weak: bool) -> bool:
    """Tell whether nothing to keep stands before the clause: a reason, a remark, or a greeting."""
    plain = _bare(before)
    return is_reason(plain) or says_nothing(plain) or (bool(_LEAD.fullmatch(plain)) and not weak)


def _bare(before: str) -> str:
    return re.sub(r"(?:[\s,;:–—(-]+|\b(?:so|and|but)\s*)+$", "", before)


def _of(said: Said, before: str, *, weak: bool) -> Request | None:
    if _asks_alone(before, weak=weak):
        return Request("remember_that", points="either")
    plain = _bare(before)
    if weak or frames.FOREIGN.search(before) or not (is_said_before(plain) and has_verb(plain)):
        return None
    words = tidy(said.words(0, len(plain)))
    return Request("remember_that", words) if speaks_of_self(plain) or is_detailed(plain) else None
