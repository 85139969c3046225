"""Is what a message notes there to be kept, or only for what else the message asks?

"Note that the cold run is excluded. Does my conclusion still hold?" hands over what a question needs; "note that my
office moved, how do I word the mail?" is to be kept as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from langmem_ext.policies import purposes
from langmem_ext.policies import sentences as language
from langmem_ext.policies.dates import WEEKDAY
from langmem_ext.policies.directive_reading.advice import should_do
from langmem_ext.policies.directive_reading.at_hand import at_hand, sets_to_work
from langmem_ext.policies.directive_reading.content import is_detailed
from langmem_ext.policies.directive_reading.frames import FOR_OTHERS
from langmem_ext.policies.directive_reading.of_the_work import asks_before, is_of_the_work
from langmem_ext.policies.directive_reading.reading import read
from langmem_ext.policies.directive_reading.request import ASKS_LATER, TAG
from langmem_ext.policies.directive_reading.standing import TO_ASSISTANT
from langmem_ext.policies.rewriting import speaks_of_self

_FORM = (
    r"(?:(?:please|pls|plz|also|ok|okay|so|and|but|hi|hey|hello|just|kindly)[\s,:–—-]+)*"
    r"(?:(?:note|notice|nb|n\.b\.?|nota bene|reminder|remember(?=\s*:)|(?:keep|bear) in mind|mind)(?! (?:to|for|down"
    r"|about"
    r" (?:me|us))\b)|(?:it(?:'s| is) )?(?:worth|important) (?:noting|remembering|to note))\b"
)
_MENTIONS = re.compile(rf"\W*{_FORM}", re.I)
"""With what one mentions a thing as often as one asks for it to be kept."""

_SOMEBODYS = re.compile(
    r"\b(?:he|she|they|him|her|them|his|their|you|your|who|someone|everyone|nobody|today|tonight|tomorrow"
    rf"|yesterday|now|{WEEKDAY}s?|mornings?|evenings?|weeks?|weekends?|months?|years?"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|noon|midnight|first|second|third|fourth"
    r"|\w+th)\b",
    re.I,
)
"""Persons, times and numbers: what is said with them is somebody's fact, and no mere circumstance."""


def serves_a_question(said: Sequence[language.Sentence], at: int, words: str) -> bool:
    """Tell whether what the sentence at `at` mentions is there for the question that follows it.

    It is when it is nobody's fact: nothing about the user or another person, no name, number or time, nothing that
    the assistant is to do.
    """
    if (
        words
        and _MATERIAL.match(words)
        and not re.search(r"\d|(?<=\s)[A-Z]", words)
        and (_TASK_BESIDE.search(said[at].text) or any(map(is_task, said[at : at + 2])))
    ):
        return True
    if (_HAS_ONLY.match(words) or at_hand(words)) and (
        _TASK_BESIDE.search(said[at].text)
        or any(map(is_task, said[at : at + 2]))
        or asks_before(said, at, words)
    ):
        return True
    if is_of_the_work(said, at, words):
        return True
    if sets_to_work(said[at].text, words) or _is_for_the_piece(said, at, words):
        return True
    if _FOR_REFERENCE.match(said[at].text) and any(map(is_task, said[at : at + 2])):
        return True
    return bool(
        words
        and _MENTIONS.match(said[at].text)
        and any(is_task(each) for each in said[at : at + 2])
        and not (
            speaks_of_self(words)
            or is_detailed(words)
            or _NAMES.search(said[at].text)
            or _SOMEBODYS.search(words)
            or should_do(words)
            or TO_ASSISTANT.match(words)
        )
    )


_WRITES = re.compile(
    r"\W*(?:(?:please|pls|can you|could you|would you|help me|now|ok|hey|hi)[\s,]+)*(?:write|draft|compose"
    r"|make up|design)"
    r"(?: me| us)? (?:an?|some|the|my|our|this) ",
    re.I,
)
_OF_THE_PIECE = re.compile(r"(?:the|he|she|they|it|this|there|his|her|their|its)\b", re.I)
"""Whom a piece of writing is about: "write a toast. Keep in mind that the groom hates jokes"."""


def _is_for_the_piece(said: Sequence[language.Sentence], at: int, words: str) -> bool:
    """Tell what is mentioned behind a text that is to be written, and is nobody's that has a name."""
    before = said[at - 1].text if at else ""
    mentioned = _WRITES.match(before) and _MENTIONS.match(said[at].text)
    return bool(mentioned and _OF_THE_PIECE.match(words)) and not speaks_of_self(words)


_FOR_REFERENCE = re.compile(
    r"\W*(?:(?:just|and|so|ok),? )*for (?:your )?(?:reference|records?)\b", re.I
)
"""What hands something over for the task beside it as often as it asks for it to be kept."""

_MATERIAL = re.compile(
    r"(?:the|this|these|each|all|both|our) (?:(?!of\b)\w+ ){0,2}?(?:data ?sets?|columns?|rows?|functions?|loops?"
    r"|arrays?|strings?"
    r"|scripts?|quer(?:y|ies)|samples?|variables?|api|apis|regex|unit tests?|tests|code|logs?|parsers?"
    r"|edge cases?|classes|methods?"
    r"|inputs?|outputs?|matrix|equations?|csv|json|stack trace|compiler|p-value|dataframe|vectors?|retry|endpoint"
    r"|imports?)\b"
    r"(?! (?:review|freeze|lives?|moved|is in|is at|server|is called|is named))",
    re.I,
)
"""What a task works on."""

_HAS_ONLY = re.compile(
    r"(?:i|we)(?:'ve| have)? (?:(?:only|just) (?:have|got|had|bought|found)|have (?:only|just)|only|just)"
    r" (?:one|two|three|four|five|six|\d+|half|(?:a|about an?) (?:few|couple|hour|minute|day|bit|handful)\b"
    r"|an hour)\b",
    re.I,
)
"""What somebody has at the moment: "I only have two eggs"."""

_TASK_BESIDE = re.compile(
    r",\s+(?:so |and |but |then )*(?:(?:can|could|should|would|will|shall) (?:we|you|i)\b|(?:how|what|which|why"
    r"|is there|does|do)\b"
    r"|(?:just |please )*(?:dedupe|plot|fix|refactor|rewrite|compute|calculate|sort|optimi[sz]e|debug|find|give"
    r"|show|write|clean"
    r"|interpret|analy[sz]e|summari[sz]e|simplify|implement)\b)|\bwhen you (?:write|code|refactor|implement|fix"
    r"|plot)\b",
    re.I,
)
"""What is asked in the same sentence."""

_NAMES = re.compile(r"(?i:\bthat|\bmind) (?!The\b|It|This\b|All\b)[A-Z][a-z]")
"""A name behind the words that mention: "keep in mind that Malik ..."."""


def is_told_by_others(said: Sequence[language.Sentence], at: int, words: str) -> bool:
    """Tell words of somebody else's, where only afterwards it is said whose: "..., that's what my app tells me"."""
    after = said[at + 1].text if at + 1 < len(said) else ""
    if _TOLD_ONESELF.match(after) or _TOLD_ONESELF.search(said[at].text):
        return True
    return not speaks_of_self(_WHOSE_LAST.sub("", words)) and bool(
        _WHOSE.match(after) or _WHOSE_LAST.search(said[at].text)
    )


_WHOSE = re.compile(
    r"(?:(?:at least|or so),? )?(?:that'?s|that is|this is|it'?s) (?:what|how) (?!i\b|we\b|you\b)[^.?!]{2,60}?"
    r"\b(?:says?|said|saying|tells?|told|telling|screams?|wrote|writes|ended|ends|goes|went|reads?|put it"
    r"|preach(?:es|ed)|taught"
    r"|texted|signed)\b"
    r"|(?:(?:at least|or so),? )?(?:that'?s|that is|this is|it'?s) (?:what|how|all|the (?:mail|note|message|text"
    r"|advice"
    r"|line|answer|sentence))(?: that)? (?:i|we)(?:'m|'ve| am| was| were| have)?"
    r"(?: (?:always|ever|only|just|constantly|keep|kept|get|got|been|being|getting|again|still))*"
    r" (?:told|reminded|taught|warned|hear|heard|hearing|read|reading|get|got|receive)\b(?! (?:it|this|that)\b)",
    re.I,
)
_TOLD_THE_USER = (
    r"(?:[,–—-]|\blol|\bhaha)\s*(?:or so |at least |so |as )?i(?:'m| am| was|'ve been| have been| get| got| keep"
    r"| kept"
    r"| (?:keep|kept) (?:on )?(?:being|getting)| grew up being)(?: (?:always|often|once|constantly|forever|being"
    r"|getting))*"
    r" (?:told|reminded|warned|taught|advised|informed|instructed|scolded)\b[^,:]*$"
    r"|[,–—-]\s*(?:so )?(?:as )?(?:they|people) (?:always )?say[.!]*$"
)
"""What the user was told: "keep in mind that time is money, I was told"."""

_WHOSE_LAST = re.compile(rf"[,:(–—-]\s*(?:{_WHOSE.pattern}).*$|{_TOLD_THE_USER}", re.I)
_TOLD_ONESELF = re.compile(
    r"(?:(?:at least|or so),? )?(?:that'?s|that is|this is|it'?s) (?:what|how) (?:i|we)(?:'ve| have|'m| am)?"
    r"(?: \w+)?(?: (?:keep|kept|to))? (?:tell|tells|told|telling|say|said|saying|promise[ds]?|swore|swear|vow(?:ed)?)"
    r"(?:(?: to)? (?:myself|ourselves|my \w+|him|her|them|it|everyone|people)\b|(?<=say|ing)(?=[\s.,!)]"
    r"|$)(?! to you))",
    re.I,
)
"""A resolution: "..., that's what I tell myself"."""


def is_put_to_judgment(said: Sequence[language.Sentence], at: int) -> bool:
    """Tell a habit that is told to hear what is right: "I always put milk first. Is that weird?"."""
    return any(map(_JUDGED.search, (each.text for each in said[at : at + 3])))


_JUDGED = re.compile(
    r"\b(?:who(?:'?s| is| are)|which (?:one |way |of us )?(?:is|would be)|(?:is|are|was|were) (?:he|she|they|we|you"
    r"|i|my"
    r" \w+))(?: (?:actually|really|then))* (?:right|wrong|correct|better|best|mad|crazy|weird|being)\b"
    r"|\b(?:am i(?: (?:the only|doing|being|wrong|right|weird|strange|crazy|mad|missing|alone))?|should(?:n't)? i"
    r"|must i"
    r"|do i have to|was i|what am i doing|am i not)\b[^.,:;]{0,40}(?:\?|$)"
    r"|\b(?:is|was|isn't) (?:that|this|it|there)(?: (?:really|actually|so|at all|just|too|a|an|any(?:thing)?"
    r"|considered"
    r"|still|even))*"
    r" (?:wrong|weird|ok|okay|normal|bad|rude|strange|correct|right|fine|safe|problem|allowed|much|good|healthy"
    r"|unhealthy"
    r"|dangerous|silly|stupid|odd|crazy|true|necessary|needed|legal|illegal|common|enough|old-fashioned|overkill|myth"
    r"|mistake|habit|idea|harmful|impolite|risky|waste|point|crime)\b"
    r"|\b(?:what'?s|what is) (?:wrong with|the harm|so bad)\b|\b(?:does|do) (?:that|it|this) (?:matter|hurt|harm"
    r"|make sense"
    r"|make me|count|help|change|ruin|damage)\b|\b(?:right or wrong|anyone else|or not\?|what do you think|who else)",
    re.I,
)
"""What asks for a judgment."""


def is_task(sentence: language.Sentence) -> bool:
    """Tell what asks for an answer or for other work than remembering."""
    text = sentence.text
    favour = _FAVOUR.match(text) and not ASKS_LATER.search(text) and read(sentence)
    asked = sentence.is_question and not (TAG.search(text) or favour)
    return asked or (purposes.asks_for_work(sentence.raw) and read(sentence) is None)


_FAVOUR = re.compile(
    r"\W*(?:(?:and|so|hey|hi|ok|please|also)\W+)*(?:(?:can|could|would|will) you\b|do you mind\b|mind (?=\w+ing\b))",
    re.I,
)
"""How a request is put as a question: "would you mind keeping track of ..."."""


def is_for_others(text: str) -> bool:
    """Tell what somebody else is to hear or read: "Card for grandma: remember that ..."."""
    marks = islice(_COLON.finditer(text, 0, MAX_LEAD), MAX_MARKS)
    return bool(_TELLS_OTHERS.match(text)) or any(
        FOR_OTHERS.search(text[: each.end()]) for each in marks
    )


MAX_LEAD = 200
"""Characters of a sentence in which words for somebody else are announced."""

MAX_MARKS = 4
"""Commas and colons in it behind which they are looked for."""


_TELLS_OTHERS = re.compile(
    r"\W*(?:(?:please|pls|can you|could you|would you|help me|ok|hey|hi|and|now)[\s,]+)*"
    r"(?:tell|remind|inform|notify|warn|ask) (?:the|my|our|his|her|their|(?-i:[A-Z]\w+))\b"
    r"(?: [\w'.-]+){0,4}? (?:to|that|whether|if|about)\b",
    re.I,
)
_COLON = re.compile(r"[:,]\s|:$")


def is_remarked(text: str) -> bool:
    """Tell what is said about the assistant's habits, or supposed, from what it is asked to do."""
    return bool(_REMARKED.search(text))


_REMARKED = re.compile(
    r"\bif (?:my )?memory serves\b|\b(?:if|as far as) i (?:remember|recall)\b"
    r"|\b(?:i(?:'ve| have)?(?: just| also| always)? (?:noticed?|see|find|feel like)(?: that)?"
    r"|why(?: is it that)?|how come"
    r"|it (?:seems|looks like|feels like)|(?:do|did|are|were)) you(?:'re| are| do)? (?:always|never|only)\b"
    r"|^\W*(?:(?:oh|no|and|so|please|but),? )*(?:don'?t|do not) (?:worry|hesitate|panic|be (?:sad|sorry|afraid))\b"
    r"|\bif (?:i|we) (?:asked|told|were to ask|were to tell|had asked|had told|said to) you\b"
    r"|\bi (?:still |also |vaguely |only |can |sometimes )*remember(?:ed)? (?!to\b|that\b|it\b|you\b)\w"
    r"|\bif (?:my )?memory serves|\bif i (?:remember|recall)(?: it)? (?:right|correctly|well)"
    r"|\b(?:could|can|would|will|might) (?:an?|any|some) (?:\w+ ){0,3}?(?:assistant|ai|bot|chat ?bot|machine|computer"
    r"|program|software|model)s?\b|\bin theory\b"
    r"|^\W*(?:do you |you )?remember (?:when (?!i (?:ask|say|write|talk|paste|send|need|want)\b)"
    r"|the (?:\w+ties|days)\b)"
    r"|^\W*(?:(?:so|and|but|well|ok|hey|funny),? )*you(?:'re| are)? (?:always|never) (?!ever\b|to\b|call\b)[\w']+\b"
    r"[^,;:]*(?:[.?!]|$)",
    re.I,
)
"""What the assistant does already or would do, and what one recollects."""
