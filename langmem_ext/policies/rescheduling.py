"""Which of what is planned do they give another day or hour?

"The exam got moved to the 12th", "the dentist is on Friday now, not Thursday": what was planned, its words tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from langmem_ext.policies import sentences as language
from langmem_ext.policies.dates import MONTH, WEEKDAY
from langmem_ext.policies.earnest import is_earnest
from langmem_ext.policies.statement_reading import scenes


@dataclass(frozen=True, slots=True)
class Rescheduling:
    """Say that something is at another time: `about` are the words for it, `to` is the time that holds now.

    What is called "it" they spoke of just before. `instead` is the time that holds no longer, None where nobody names
    it. `clause` is what the user said.
    """

    about: str
    to: str
    instead: str | None
    clause: str


DAY = (
    rf"(?:(?:{WEEKDAY},? )?(?:(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {MONTH}|{MONTH} (?:the )?\d{{1,2}}"
    rf"(?:st|nd|rd|th)?)(?:,? \d{{4}})?\b|(?:{WEEKDAY},? )?(?:the )?\d{{1,2}}(?:st|nd|rd|th)\b|\d{{4}}-\d\d-\d\d"
    rf"|(?:(?:next|this|the coming|the following|the) )?{WEEKDAY}\b|tomorrow\b)"
)
HOUR = r"(?:\d{1,2}(?:[:.]\d\d)? ?[ap]\.?m\b\.?|\d{1,2}:\d\d\b)"

_TIME = rf"(?:(?:on |by )?{DAY}(?:,? (?:at )?{HOUR})?|(?:at |@ ?)?{HOUR}(?:,? (?:on )?{DAY})?)"
_TO, _FROM = rf"(?P<to>{_TIME})", rf"(?P<instead>{_TIME})"
_WHAT = (
    r"(?:(?:the|my|our|that|this) )?(?P<about>(?:it|that)(?='s|\s)|(?!(?:an?|another|some|one|every|each|any|no|if|i"
    r"|we|you|he|she|they|it|that|this|there|what|his|her|their|your)\b)\S.{1,80}?)"
)
_SO = r"(?:(?:now|just|actually|already|also|apparently|unfortunately|sadly|luckily|again|since|officially)\s+)*"
_MOVED = (
    r"(?:moved|pushed|rescheduled|postponed|changed|brought|delayed|shifted|put|switched|bumped|deferred|adjourned"
    r"|rebooked|re-?arranged|advanced|extended|prolonged)"
)
_ALONG = r"(?: (?:back|forwards?|up|out|off|ahead|again|over))*"
_GOES = r"(?:starts?|begins?|takes? place|leaves?|departs?|lands?|arrives?|ends?|happens?)"
_IS = rf"(?:'s|'re| is| are| was| were| has| have| had| got| gets| will be| {_GOES})"
_OVER = r"(?:to|until|till)"
_NOT = rf"(?:,? (?:and )?(?:not|instead of|rather than|no longer|from) {_FROM}(?: any ?more)?)"
_END = (
    r"(?:[\s,]+(?:instead|now|btw|by the way|because\b.*|due to\b.*|since\b.*|as\b.*|so\b.*|sadly|luckily|unfortunately"
    r"|thankfully|by (?!\d)[a-z].*|thanks|though|again|yay|phew|ugh|after all|in the end))*[\s.!]*$"
)
_DUE = r"(?:(?:due|scheduled|planned|set|happening|taking place|booked) (?:for )?)?"
_MINE = r"(?:i|we)(?:'ve| have)?(?: got)?(?: (?:have|need|must|got))?(?: to)?"

_FORMS = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"{_WHAT}{_IS}?(?: been| being)? {_SO}{_MOVED}{_ALONG}(?: from {_FROM})? {_OVER} {_TO}{_END}",
        rf"{_WHAT}{_IS}?(?: been| being)? {_SO}{_MOVED}{_ALONG} {_OVER} {_TO}{_NOT}{_END}",
        rf"(?!it\b)(?:[\w'’-]+ ){{0,3}}?[\w’-]+(?:'ve|'s| have| has| had)? {_SO}(?:{_MOVED}|had to (?:move|push"
        rf"|reschedule|postpone|change|shift|put|switch|delay)) {_WHAT}{_ALONG}(?: from {_FROM})? {_OVER} {_TO}{_END}",
        rf"{_WHAT}(?:{_IS} {_SO}now| now {_GOES}) {_DUE}{_TO}{_NOT}?{_END}",
        rf"{_WHAT}{_IS} {_SO}{_DUE}{_TO},? (?:now|instead|after all){_NOT}?{_END}",
        rf"{_WHAT}{_IS} {_SO}{_DUE}{_TO}{_NOT}{_END}",
        rf"{_WHAT}(?: is not|'s not| isn'?t| is no longer| are not| aren'?t| are no longer) {_DUE}{_FROM}"
        rf"(?: any ?more| any longer| now)?,? (?:but|it'?s|it is|they'?re|they are)(?: now| actually)* {_DUE}{_TO}"
        rf"{_END}",
        rf"{_MINE} {_SO}{_WHAT} {_TO},? (?:now|instead){_NOT}?{_END}",
        rf"{_MINE} {_SO}{_WHAT} {_TO}{_NOT}{_END}",
    )
)
_HINT = re.compile(
    rf"\b(?:{_MOVED}|move|push|reschedule|postpone|now|instead|not|no longer|after all)\b|n't\b",
    re.I,
)
_OPEN = re.compile(
    r"\b(?:might|maybe|perhaps|probably|possibly|could|would|should|can|can't|hopefully|almost|nearly|unless|until we"
    r"|may (?:be|get|have|move)|hope|wish|want|wants|asked|ask|try|tried|trying|going to|never|not (?:yet )?been"
    r"|another|last (?:year|month|time)|ago|usually|always|every)\b|n't (?:yet )?been\b"
    rf"|^(?:it|that)(?:'s| is) (?:now |actually |already )?(?:{DAY}|{HOUR})",
    re.I,
)
"""Words with which nothing is settled, or was settled another time; "it's Monday now" tells the day that it is."""

_LEAD = re.compile(
    r"^(?:(?:no|well|so|oh|oops|sorry|actually|wait|correction|btw|by the way|also|and|but|ok|okay|update|fyi|hey|hi"
    r"|hello|news|turns out|it turns out|good news|bad news|unfortunately|sadly|luckily|apparently|quick update"
    r"|heads up|just so you know|(?:please )?(?:remember|note)(?: that)?)(?![\w'])[\s,:.!–—-]*)+",
    re.I,
)


def reschedulings(message: str) -> list[Rescheduling]:
    """Return what has got another time, in order: no questions, quotes or suppositions, and nothing that may yet be."""
    if not _HINT.search(message):
        return []
    said = language.sentences(scenes.own_words(message))
    return [each for sentence in said for each in _of(sentence)]


def _of(sentence: language.Sentence) -> Iterator[Rescheduling]:
    text = language.stated_part(sentence)[:400]
    if not is_earnest(text, sentence.raw):
        return
    for clause in language.clauses(_LEAD.sub("", text)):
        if not _OPEN.search(clause) and (match := _first(clause)):
            named = match.groupdict()
            yield Rescheduling(match["about"], match["to"], named.get("instead"), clause)


def _first(clause: str) -> re.Match[str] | None:
    return next(filter(None, (form.match(clause) for form in _FORMS)), None)
