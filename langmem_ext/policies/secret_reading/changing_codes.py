"""Which number opens a place for now, and another one later?

"The drug cupboard is 7730 this month, changes on the first": nothing calls it a code. But a place is no number, and a
number that belongs to a place for a time is what opens it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.policies.hints import any_of
from langmem_ext.policies.secret_reading.token_forms import Span

_PLACE = (
    r"(?:cupboard|cabinet|closet|(?:store|stock|cloak|bath|rest|wash|(?!in |the |my |our |this |his "
    r"|her )[a-z]+ )room|store|shed|gate|door|loo"
    r"|toilet"
    r"|trolley|cage|cellar|basement|archive|pool|entrance|entry|(?:lock|key|strong)? ?box|safe|vault|locker"
    r"|barrier|garage"
    r"|office|hut|lab|kitchen|pantry|larder|warehouse|lobby|lift|elevator|drawer|fridge|freezer|barn|stable"
    r"|greenhouse"
    r"|container|depot|clinic|surgery|ward|pharmacy|nursery|stair(?:case|well)|attic|loft|roof|terrace|shop"
    r"|compound"
    r"|yard|car park|kiosk|vestry|club ?house|laundry|workshop|studio|gym|sauna|rack|pavilion|boat ?house"
    r"|keypad|alarm"
    r"|padlock|building|block|hall|kennel|hatch|bay)s?"
)
_DAY = (
    r"(?:today|tonight|tomorrow|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day|the (?:\d|start|end"
    r"|first|weekend|holidays|move|break-?in|inspection|change)|january"
    r"|february|march|april"
    r"|may|june|july|august|september|october|november|december|\d{1,2}(?:st|nd|rd|th)?\b(?! (?:percent"
    r"|euros?|pounds)))"
)
_FOR_NOW = (
    r"(?: again)? (?:(?:for )?(?:this|next|the rest of (?:the|this)) (?:week|month|term|quarter|season"
    r"|shift|spring|summer"
    r"|autumn|winter|year|semester)|for now|for the (?:moment|time being)|at the moment|at present"
    r"|these days|right now|now"
    rf"|currently|(?:un)?till? {_DAY}|since {_DAY}|from {_DAY}|as of {_DAY}|(?:in|for) (?:january|february"
    rf"|march|april"
    r"|june|july|august|september|october|november|december))\b"
)
_CHANGES = (
    r"(?: ?[,.;(–-])?(?: (?:and|but|then|it|they|we|that|this|which|the code|gets?|is|will|usually|always"
    r"|only|a)){0,5}"
    r" ?(?:chang(?:es?|ed|ing)|rotat\w+|resets?|new (?:one|code)|renewed|swap\w*|another one)\b"
)
_VALUE = r"(?P<v>[a-z]?\d{4,6}[a-z#*]?)(?![\w%€$£]|[.,:/-]\d)"
_IS = r"(?:'s|’s| is| are| was)(?: now| still| always| back to| on| set to)?"
_FORMS = (
    re.compile(rf"\b{_PLACE}{_IS} {_VALUE}{_FOR_NOW}"),
    re.compile(rf"\b{_PLACE}(?:{_IS}|:) {_VALUE}(?={_CHANGES})"),
    re.compile(
        rf"\b{_PLACE}:? {_VALUE} (?:un)?till? [^.!?\n]{{1,24}}?,? then (?:new|it changes|another|they change)"
    ),
)
_BEFORE = re.compile(
    r"\b(?:last|next|this) (?:week|month|term|time|year) (?:it )?was (?P<v>[a-z]?\d{4,6}[a-z]?)\b"
    r"|, was (?P<w>[a-z]?\d{4,6}[a-z]?) (?:before|last (?:week|month|term|time|year))\b"
)
_HINT = any_of(
    "week,month,term,quarter,season,shift,spring,summer,autumn,winter,year,semester,now,moment,time being,present,days"
    ",current,til,since,from,as of,chang,rotat,reset,new,swap,another,old one".split(",")
)
_DIGITS = re.compile(r"\d(?<!\d.)(?!(?<=1)9\d\d(?!\d)|(?<=2)0\d\d(?!\d))\d{3}")
"""Four digits that are no year."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_COUNTED = re.compile(
    r"[€$£%]|\b(?:rents?|rented|prices?|priced|costs?|fees?|bills?|budgets?|euros?|eur|usd|gbp|pounds"
    r"|dollars|visitors"
    r"|guests|degrees|(?:up|down) from|goes up|went up|percent|per cent|cheaper|negotiate|sqm|m2|square"
    r"|steps|members"
    r"|sold|sales|turnover|income|units|pieces|copies|extension|room number|version)\b"
)


def find_changing_codes(low: str) -> Iterator[Span]:
    """Yield the numbers of places that hold for a time; `low` is a text in lower case."""
    if not _DIGITS.search(low) or not _HINT.search(low):
        return
    found = [
        match for form in _FORMS for match in form.finditer(low) if not _is_counted(match, low)
    ]
    for match in found:
        if not _is_round(match["v"]):
            yield "pin", *match.span("v")
    for match in _BEFORE.finditer(low) if found else ():
        yield "pin", *match.span(match.lastgroup or "v")


def _is_counted(match: re.Match[str], low: str) -> bool:
    return _COUNTED.search(low, max(0, match.start() - _NEAR), match.end() + _NEAR) is not None


_NEAR = 120
"""Characters before and after in which it may be said what is paid or counted."""


def _is_round(value: str) -> bool:
    """Tell a year, and hundreds: what a place costs or holds is round, codes seldom."""
    return value.endswith("00") or _YEAR.fullmatch(value) is not None
