"""At which times, or in which way, does the user do now what they did otherwise?

"I run in the evenings now" takes the place of "runs every morning", "I take my coffee with milk now" that of "takes
their coffee black".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.command_reading.matching import stems
from langmem_ext.policies import sentences as language
from langmem_ext.policies.dates import WEEKDAY
from langmem_ext.policies.earnest import is_earnest
from langmem_ext.policies.endings import Ending
from langmem_ext.policies.statement_reading import scenes

_DAYS = rf"(?:{WEEKDAY}s?|weekends?|weekdays?|mornings?|evenings?|afternoons?|nights?)"
_TIME = (
    rf"(?:(?:every|each|most) (?:other |second |single )?(?:{_DAYS}|day|week|month|year|hour)\b"
    rf"|(?:on|in|at|during)(?: the)? {_DAYS}(?:(?:,|,? and|,? or)(?: (?:on|in|at))?(?: the)? {_DAYS})*\b"
    r"|(?:at|by|around|from|until|till|before|after) (?:about )?(?:\d[\d:.]*(?: ?[ap]\.?m\b)?|noon|midnight"
    r"|(?:five|six|seven|eight|nine|ten|eleven|twelve)\b)"
    r"|(?:before|after|at) (?:work|school|breakfast|lunch|dinner|lunchtime)\b"
    r"|(?:once|twice|(?:three|four|five|six|\d+) times) (?:a|per|every) (?:day|week|month|year)\b"
    r"|(?:daily|weekly|monthly|nightly)\b)"
)
_NOW = r"(?:now|these days|nowadays|from now on|instead)"
_SO = r"(?:(?:just|really|actually|mostly|usually|always) )*"
_FORM = re.compile(
    rf"(?:i|we) {_SO}(?P<first>(?:only|now) )?{_SO}(?P<verb>[a-z]{{2,}})(?P<what>(?: (?!and\b|or\b)[\w'’-]+){{0,6}}?)"
    rf"(?P<so>(?: (?:only )?{_TIME})+)(?P<last> {_NOW})*[\s.!]*$",
    re.IGNORECASE,
)
_MANNER = re.compile(
    r"(?:i|we) (?P<first>now )?(?P<verb>take|have|drink|like|eat)(?P<what> (?:my|our) [\w-]+)"
    rf"(?P<so> (?!(?:{_TIME}|{_NOW}|and|or|too|as well|to|a lot|so much)\b)[^,;.]+?)(?P<last> {_NOW})*[\s.!]*$",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:(?:so|well|oh|actually|btw|and|but|ok|update|hey|hi|also)[\s,:!–—-]+)+", re.IGNORECASE
)
_HINT = re.compile(rf"\b(?:only|{_NOW})\b", re.IGNORECASE)
_NO_DOING = re.compile(
    r"(?:am|are|was|were|have|had|will|can|could|would|should|must|may|might|got|need|want)$", re.I
)


def new_ways(message: str) -> list[Ending]:
    """Return what the user does at other times, or in another way, from now on; each is an ending of how it was."""
    if not _HINT.search(message):
        return []
    said = language.sentences(scenes.own_words(message))
    return [each for sentence in said for each in _of(sentence)]


def _of(sentence: language.Sentence) -> Iterator[Ending]:
    text = language.stated_part(sentence)[:400]
    if not is_earnest(text, sentence.raw):
        return
    for clause in language.clauses(_LEAD.sub("", text)):
        for kind, form in (("times", _FORM), ("manner", _MANNER)):
            if (way := form.match(clause)) and (way["first"] or way["last"]) and _is_doing(way):
                yield Ending(kind, way["verb"], way["what"].strip() or None, way["so"].strip())
                break


def _is_doing(way: re.Match[str]) -> bool:
    return way.re is _MANNER or not _NO_DOING.match(way["verb"])


def is_done_otherwise(told: str, over: Ending) -> bool:
    """Tell whether what is `told` of the user is the same doing, at certain times or in a certain way."""
    done = (_TOLD_TIMES if over.kind == "times" else _TOLD_MANNER).match(told)
    if done is None or stems(done["verb"]) != stems(over.verb or ""):
        return False
    return stems(done["what"]) == over.words


_ADVERBS = r"(?:(?:and others|only|also|still|usually|always|now|mostly) )*"
_TOLD_TIMES = re.compile(
    rf"{_ADVERBS}(?P<verb>[a-z]{{2,}})(?P<what>(?: [\w'’-]+){{0,6}}?) (?:only )?{_TIME}",
    re.IGNORECASE,
)
_TOLD_MANNER = re.compile(
    rf"{_ADVERBS}(?P<verb>takes?|has|have|drinks?|likes?|eats?)(?P<what> their [\w-]+) (?!{_TIME})\w",
    re.IGNORECASE,
)
