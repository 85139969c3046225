"""At which times, or in which way, is done now what was done otherwise?

"I run in the evenings now" takes the place of "runs every morning", "the bins go out on Thursdays now" that of "the
bins go out on Wednesdays", "I take my coffee with milk now" that of "takes their coffee black".
"""

from __future__ import annotations

import re

from langmem_ext.command_reading.matching import stems
from langmem_ext.policies import sentences as language
from langmem_ext.policies.dates import MONTH, WEEKDAY
from langmem_ext.policies.earnest import stated_in_earnest
from langmem_ext.policies.endings import Ending

_DAYS = rf"(?:{WEEKDAY}s?|weekends?|weekdays?|mornings?|evenings?|afternoons?|nights?|{MONTH})"
_HOUR = (
    r"(?:\d[\d:.]*(?: ?[ap]\.?m\b)?|noon|midnight"
    r"|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)"
)
_TIME = re.compile(
    rf"\b(?:(?:every|each|most) (?:other |second |single )?(?:{_DAYS}|day|week|month|year|hour)\b"
    rf"|(?:on|in|at|during|until|from)(?: the)? {_DAYS}(?:(?:,|,? and|,? or)(?: (?:on|in|at))?(?: the)? {_DAYS})*\b"
    rf"|(?:at|by|around|from|until|till|before|after) (?:about )?{_HOUR}(?: (?:to|until|till) {_HOUR})?"
    r"|(?:before|after|at) (?:work|school|breakfast|lunch|dinner|lunchtime)\b"
    r"|(?:once|twice|(?:three|four|five|six|\d+) times) (?:a|per|every) (?:day|week|month|year)\b"
    r"|(?:daily|weekly|monthly|nightly)\b)",
    re.IGNORECASE,
)
_NOW = r"(?:now|these days|nowadays|from now on|instead)"
_SAYS_NOW = re.compile(
    rf"\bonly\b|^(?:i|we) now\b|\b(?:is|are) now\b|\b{_NOW}[\s.!]*$", re.IGNORECASE
)
_AT_TIMES = re.compile(rf"(?:(?:only )?{_TIME.pattern}[\s,]*)+(?:{_NOW}[\s.!]*)*$", re.IGNORECASE)
_MANNER = re.compile(
    r"(?:i|we) (?P<first>now )?(?P<verb>take|have|drink|like|eat)(?P<what> (?:my|our) [\w-]+)"
    rf"(?P<so> (?!(?:{_NOW}|and|or|too|as well|to|a lot|so much)\b)[^,;.]+?)(?P<last> {_NOW})*[\s.!]*$",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:(?:so|well|oh|actually|btw|and|but|ok|update|hey|hi|also"
    r"|(?:please )?(?:note|remember)(?: that)?)[\s,:!–—-]+)+",
    re.IGNORECASE,
)
_HINT = re.compile(rf"\b(?:only|{_NOW})\b", re.IGNORECASE)
_OPEN = re.compile(
    r"\b(?:not|never|too|also|meeting|appointment|need|want|should|must|might|may|would|could)\b|n['’]t\b"
    r"|^(?:i|we)(?:['’]m| am|['’]re| are|['’]ve| have|['’]ll| will)\b",
    re.IGNORECASE,
)
"""Words with which a time says nothing of what is done, or is one besides."""
_IDLE = stems(
    "now only others these days nowadays instead usually always mostly still note remember"
)


def new_ways(message: str) -> list[Ending]:
    """Return what is done at other times, or in another way, from now on; each is an ending of how it was."""
    if not _HINT.search(message):
        return []
    clauses = (
        clause
        for text in stated_in_earnest(message)
        for clause in language.clauses(_LEAD.sub("", text))
    )
    found = (_at_other_times(clause) or _in_another_way(clause) for clause in clauses)
    return [each for each in found if each]


def _at_other_times(clause: str) -> Ending | None:
    times = _AT_TIMES.search(clause)
    if times is None or not _SAYS_NOW.search(clause) or _OPEN.search(clause):
        return None
    return Ending("times", what=clause[: times.start()].strip(), so=times[0].strip())


def _in_another_way(clause: str) -> Ending | None:
    way = _MANNER.match(clause)
    if way is None or not (way["first"] or way["last"]) or _TIME.match(way["so"].strip()):
        return None
    return Ending("manner", way["verb"], way["what"].strip(), way["so"].strip())


def is_done_otherwise(content: str, over: Ending) -> bool:
    """Tell whether a memory tells of the same doing, at certain times or in a certain way."""
    if over.kind == "times":
        return bool(_TIME.search(content)) and _doing(content) == _doing(over.what or "")
    done = _TOLD_MANNER.match(content)
    return (
        done is not None
        and stems(done["verb"]) == stems(over.verb or "")
        and (stems(done["what"]) == over.words)
    )


def _doing(said: str) -> frozenset[str]:
    """Return the telling words of what is done, whenever it is."""
    return stems(_TIME.sub(" ", said)) - _IDLE


_TOLD_MANNER = re.compile(
    r"The user(?: and others)? (?:(?:only|also|still|usually|always|now|mostly) )*"
    rf"(?P<verb>takes?|has|have|drinks?|likes?|eats?)(?P<what> their [\w-]+) (?!{_TIME.pattern})\w",
    re.IGNORECASE,
)
