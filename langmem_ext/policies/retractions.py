"""Which fact about themselves does the user take back or put right?

A retraction names no new value: "I no longer work at Acme". What was known is closed, and nothing is put in its
place. A correction names both: "actually it's Berlin, not Paris".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from langmem_ext.policies import sentences as language
from langmem_ext.policies.earnest import is_earnest
from langmem_ext.policies.statement_reading import scenes


@dataclass(frozen=True, slots=True)
class Retraction:
    """Say that what fills one of `slots` holds no longer; `value` is part of it, None for whatever fills it.

    `instead` is the right value of a correction.
    """

    slots: tuple[str, ...]
    value: str | None = None
    instead: str | None = None


_NAME = (
    r"(?P<v>(?-i:(?:the )?[A-Z0-9][\w&'.@+-]*(?: (?:[A-Z0-9&][\w&'.-]*|of|and|de|la))*)"
    r"|[a-z][\w.@+-]{2,30}(?: [a-z][\w.-]{2,20})?)"
)
_END = (
    r"(?:\s+(?:any ?more|any longer|now|these days|as of|since|after|last|in|on|from|this"
    r"|because|and|but)\b.*|[,.;!].*)?$"
)
_NO_LONGER = r"(?:no longer|do not|don'?t|never)"
_FORMS: tuple[tuple[tuple[str, ...], re.Pattern[str]], ...] = tuple(
    (slots, re.compile(pattern, re.I))
    for slots, pattern in (
        (
            ("employer",),
            rf"^(?:i|we) {_NO_LONGER} (?:work|working|employed) (?:at|for|with|by) {_NAME}{_END}",
        ),
        (
            ("employer",),
            rf"^i(?:'?m| am) (?:{_NO_LONGER} |no longer )?(?:working|employed|not working) (?:at"
            rf"|for|with|by) {_NAME} (?:any ?more|any longer){_END}",
        ),
        (
            ("employer",),
            rf"^i(?:'?m| am) no longer (?:with|at|working (?:at|for|with)|employed (?:at"
            rf"|by)) {_NAME}{_END}",
        ),
        (
            ("employer",),
            rf"^i(?:'ve| have)? (?:just |finally |recently )?(?:stopped working (?:at|for|with)"
            rf"|quit(?: my job at| working (?:at|for)|(?= (?-i:[A-Z])))|left my (?:job|position) at"
            rf"|resigned from|(?:got|was|been) (?:fired|laid off|let go|sacked"
            rf"|made redundant) (?:from|by|at)|retired from) {_NAME}{_END}",
        ),
        (
            ("employer", "occupation"),
            r"^i(?:'ve| have)? (?:just |finally |recently )?(?:quit (?:my|the) job|lost my job"
            r"|left my (?:job|position)|(?:got|was|been) (?:fired|laid off|sacked|let go"
            r"|made redundant)|am out of work|'?m out of work)\b(?! at| from)(?!.*\b(?:and now"
            r"|started at|joined)\b).*$",
        ),
        (
            ("employer", "occupation"),
            r"^i(?:'ve| have)? (?:just |finally |recently )?(?:quit|left|lost|gave up|resigned from) (?:my|the)"
            r" (?P<v>(?!new|old|last|second|first|best)[a-z][\w -]{2,30}?) (?:job|position|post|gig)\b.*$",
        ),
        (("location",), rf"^(?:i|we) {_NO_LONGER} (?:live|living|reside|based) in {_NAME}{_END}"),
        (
            ("location",),
            rf"^(?:i'?m|i am|we'?re|we are) (?:no longer|not) (?:living|based|residing"
            rf"|resident) in {_NAME}{_END}",
        ),
        (
            ("location", "employer"),
            rf"^(?:i|we)(?:'ve| have)? (?:just |finally |recently )?(?:moved (?:away from|out of)"
            rf"|left) (?!home|work|my|the\b|a |early|late){_NAME}(?: for good| behind)?{_END}",
        ),
        (
            ("spouse", "partner", "marital_status"),
            r"^(?:(?:my )?(?:[\w-]+ ){0,3}?and (?:i|me)|we|me and (?:my )?\w+(?: \w+)?)(?:'ve"
            r"| have|'re| are)? (?:just |recently |finally |now |all )?(?:broke up|broken up"
            r"|split up|split|separated|divorced|got divorced|called it quits|called off (?:the"
            r"|our) engagement|no longer (?:together|married|a couple)|not (?:together"
            r"|married) any ?more|getting divorced)\b.*$",
        ),
        (
            ("spouse", "partner", "marital_status"),
            r"^i(?:'?m| am)? (?:no longer (?:married|engaged|in a relationship|with (?:my )?\w+)"
            r"|not (?:married|engaged|single) any ?more|broke up with .*|divorced (?:my )?\w+.*"
            r"|left my (?:wife|husband|partner|girlfriend|boyfriend).*)\b.*$",
        ),
        (("marital_status",), r"^i(?:'?m| am) (?:no longer single|not single any ?more)\b.*$"),
        (
            ("email",),
            r"^(?:my (?:e-?mail|mail)(?: address)?|(?P<v>[\w.+-]+@[\w.-]+\w)) (?:(?:is|does|has"
            r"|was) ?(?:no longer|not|n'?t)|no longer|doesn'?t|isn'?t|is (?:dead|defunct|gone"
            r"|closed|old))\b.*$",
        ),
        (
            ("email",),
            r"^(?:i (?:no longer|don'?t|do not) (?:use|have|check)|(?:please )?(?:don'?t|do not"
            r"|stop) us(?:e|ing)) (?:(?P<v>[\w.+-]+@[\w.-]+\w)|(?:my|that) (?:e-?mail"
            r"|mail)(?: address)?)\b.*$",
        ),
        (
            ("phone",),
            r"^(?:my (?:phone |mobile |cell )?(?:number|phone number)"
            r"|(?P<v>\+?\d[\d\s().-]{5,}\d)) (?:(?:is|does|was) ?(?:no longer|not|n'?t)|no longer"
            r"|doesn'?t|isn'?t|is (?:dead|defunct|gone|disconnected|old))\b.*$",
        ),
        (
            ("phone",),
            r"^(?:i (?:no longer|don'?t|do not) (?:use|have)|(?:please )?(?:don'?t|do not"
            r"|stop) (?:call(?:ing)?|text(?:ing)?|us(?:e|ing))) (?:me (?:at"
            r"|on) )?(?:(?P<v>\+?\d[\d\s().-]{5,}\d)|(?:my|that) (?:phone )?number)\b.*$",
        ),
        (
            ("diet",),
            r"^i(?:'?m| am|'ve| have)? (?:(?:no longer|not) (?:an? )?(?P<v>vegan|vegetarian"
            r"|pescatarian|teetotal|keto|gluten[- ]free)(?: any ?more)?"
            r"|stopped being (?:an? )?(?:vegan|vegetarian|pescatarian)|gave up being (?:vegan"
            r"|vegetarian)|(?:(?:just |recently |finally )?(?:started|began|begun|back to|went back to|gone back to)"
            r" )?(?:to )?eat(?:ing)? (?:meat|fish|dairy|eggs) (?:again|now))\b.*$",
        ),
        (
            ("occupation",),
            r"^i(?:'?m| am) (?:no longer|not) (?:an? |the "
            r"|working as an? )(?P<v>[a-z][\w -]{2,40}?)(?: any ?more| any longer| now)?[.!]?$",
        ),
        (
            ("occupation",),
            r"^i(?:'ve| have)? (?:stopped|quit|gave up|given up) (?:being an?"
            r"|working as an?) (?P<v>[a-z][\w -]{2,40}?)(?: last| this| in| and)?\b.*$",
        ),
        (
            ("preferred_name",),
            rf"^(?:please )?(?:(?:don'?t|do not|stop) call(?:ing)? me|i (?:no longer"
            rf"|don'?t) go by) {_NAME}(?: any ?more| any longer)?[,.!].*$"
            rf"|^(?:please )?(?:(?:don'?t|do not|stop) call(?:ing)? me|i (?:no longer"
            rf"|don'?t) go by) (?P<w>[A-Z]\w+)(?: any ?more| any longer)?$",
        ),
    )
)
_FAVOURITE = re.compile(
    r"^(?:(?P<v>\S.{1,40}?) (?:is|are) (?:no longer"
    r"|not) my favou?rite (?P<k>[\w ]{2,30}?)|my favou?rite (?P<k2>[\w ]{2,30}?) (?:is"
    r"|are)(?: no longer|n'?t| not) (?P<v2>\S.{1,40}?))(?: any ?more| any longer"
    r"| now)?[.!]?$",
    re.I,
)
_CORRECTION = re.compile(
    r"^(?:(?:no|nope|wait|oops|sorry|actually|well|correction|i mean|my mistake|typo"
    r"|hmm)[\s,:.!—–-]+){0,4}(?:i meant?(?: to say)?\s+|it(?:'?s| is| should be"
    r"| was)\s+(?:actually\s+|really\s+)?|(?:his|her|its|their) name(?:'s| is)\s+"
    r"|(?:he|she)(?:'s| is) (?:called|named)\s+|that(?:'?s| is| should be)\s+(?:actually\s+)?"
    r"|make that\s+|should be\s+)?"
    rf"(?P<new>{_NAME.replace('?P<v>', '?:')}),?\s+(?:and\s+)?(?:not|instead of"
    rf"|rather than)\s+(?:in |at )?(?P<old>{_NAME.replace('?P<v>', '?:')})[.!]?$",
    re.I,
)
_CORRECTS = re.compile(
    r"^(?:no|nope|wait|oops|sorry|actually|correction|i mean|i meant|my mistake|typo"
    r"|it'?s|it is|that'?s|make that|it should|should be|(?:his|her|its|their) name|(?:he|she)(?:'s| is) (?:called"
    r"|named))\b",
    re.I,
)
_LEAD = re.compile(
    r"^(?:(?:no|well|so|oh|actually|btw|by the way|also|and|but|ok|okay|sorry"
    r"|unfortunately|sadly|update|fyi|just so you know|hey|hi|as of (?:today|now)"
    r"|guess what|turns out|news|anyway)[\s,:.!—–-]+)+",
    re.I,
)


def retractions(message: str) -> list[Retraction]:
    """Return what the user takes back or puts right, in order; questions, quotes and suppositions do neither."""
    return [
        each for sentence in language.sentences(scenes.own_words(message)) for each in _of(sentence)
    ]


def _of(sentence: language.Sentence) -> Iterator[Retraction]:
    text = _ASIDE.sub("", language.stated_part(sentence)[:400])
    if not text or not is_earnest(text, sentence.raw):
        return
    if corrected := _correction(text.strip(" .!")):
        yield corrected
        return
    for clause in language.clauses(_LEAD.sub("", text)):
        if found := _retraction(_LEAD.sub("", clause)):
            yield found


_ASIDE = re.compile(
    r"[\s,]+(?:btw|by the way|lol|haha+|obviously|tho|though|sadly|unfortunately|finally|of course|anyway|yay|ugh)"
    r"(?=$|[\s,.!;])",
    re.I,
)
"""Words within a statement that say nothing of it: "I quit Acme btw"."""


def _retraction(clause: str) -> Retraction | None:
    if favourite := _FAVOURITE.match(clause):
        kind = (
            (favourite["k"] or favourite["k2"])
            .lower()
            .replace("colour", "color")
            .replace("flavour", "flavor")
        )
        value = favourite["v"] or favourite["v2"]
        return Retraction(("favorite_" + re.sub(r"\W+", "_", kind.strip()),), value)
    for slots, pattern in _FORMS:
        if match := pattern.match(clause):
            named = match.groupdict()
            return Retraction(slots, named.get("v") or named.get("w"))
    return None


def _correction(text: str) -> Retraction | None:
    """ "Paris, not Berlin" alone is no correction: something must say that it is one."""
    match = _CORRECTION.match(text)
    if not match or not _CORRECTS.match(text):
        return None
    return Retraction((), match["old"], match["new"])
