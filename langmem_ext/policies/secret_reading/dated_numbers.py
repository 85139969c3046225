"""Is this number a day written without points, a point in time that machines count, a year or an hour?

Six and eight digits are a code as often as a day, ten an identity number as often as a time: the sentence must say
which, and nothing may be opened with it.
"""

from __future__ import annotations

import re
from itertools import pairwise

from langmem_ext.policies.secret_reading.given_outright import is_given_outright

_REACH = 90
"""Characters before and after a number in which it may be said to be a time."""


def is_dated(text: str, start: int, end: int) -> bool:
    """Tell a number that its text takes for a time."""
    value, before = text[start:end], text[max(0, start - _REACH) : start]
    after = text[end : end + _REACH]
    if _FORM_OF_A_DAY.fullmatch(value):
        return True
    if not value.replace(".", "").isdigit():
        return False
    if _is_a_year(value, before, after):
        return True
    if is_given_outright(before):
        return False
    return bool(
        _is_a_day(text, value, before, after)
        or _is_counted_by_machines(text, value, before)
        or _is_an_hour(text, value, before, after)
    )


_FORM_OF_A_DAY = re.compile(r"(?:DD|TT|JJ)[./-]?MM[./-]?(?:YY|JJ|AA){1,2}|YYYY[./-]?MM[./-]?DD")
_SAID_TO_BE_A_DAY = re.compile(
    rf"{_FORM_OF_A_DAY.pattern}|\b(?:date (?:of|format|field)|birth ?dates?|birthdays?|d\.?o\.?b|born|dates?|geboren"
    r"|without (?:points|dots|slashes|dashes))\b",
    re.IGNORECASE,
)
_LOCKED = re.compile(
    r"\b(?:pins?|pass\w*|pw|codes?|unlock\w*|combo|combination|safe|locks?|locked|locker|alarm|gate|door|cards?|sim"
    r"|key ?(?:box|pad|safe)|padlock|atm|puk|voice ?mail|log(?:s|ged)? ?-?in|open(?:s|ed|ing)?|zip|tablet|phone"
    r"|laptop)\b",
    re.IGNORECASE,
)
_DAY = r"(?:0[1-9]|[12]\d|3[01])"
_MONTH = r"(?:0[1-9]|1[0-2])"
_AS_A_DAY = re.compile(
    rf"{_DAY}{_MONTH}(?:(?:19|20)?\d\d)|(?:19|20)\d\d{_MONTH}{_DAY}|{_MONTH}{_DAY}(?:19|20)\d\d"
)


def _is_a_day(text: str, value: str, before: str, after: str) -> bool:
    """Tell "the form wants DDMMYYYY so I write 17031986" from a birthday that opens a phone."""
    said = _SAID_TO_BE_A_DAY.search(before) or _SAID_TO_BE_A_DAY.search(after)
    return bool(said and _AS_A_DAY.fullmatch(value)) and _LOCKED.search(text) is None


_SECONDS = re.compile(r"1[4-9]\d{8}(?:\d{3}){0,2}(?:\.\d+)?|13\d{16}")
"""Since 1970, in this decade and the one before, in thousandths or millionths, too; since 1601, as Windows counts."""
_OF_CLOCKS = re.compile(
    r"\b(?:timestamps?|epoch|unix|utc|gmt|time ?zones?|convert\w*|human[- ]readable|to (?:a )?(?:date|human|time)"
    r"|(?:Europe|America|Asia|Africa|Australia)/\w+|which day|what (?:day|date|time)|(?:in )?(?:seconds|hours|minutes)"
    r"|cron(?:tab)?|logs?|expir\w+|(?:iat|exp|nbf|ts|mtime|ctime|created_at|updated_at)(?=\W))",
    re.IGNORECASE,
)
_OF_A_PERSON = re.compile(
    r"\b(?:national|identity|id card|citizen|social|tax|personal|passport|ssn|nin|cnp|personnummer|cedula|account"
    r"|iban|telephone|phone|call|ring|mobile)\b",
    re.IGNORECASE,
)


def _is_counted_by_machines(text: str, value: str, before: str) -> bool:
    if not _SECONDS.fullmatch(value) or _OF_A_PERSON.search(before):
        return False
    return _OF_CLOCKS.search(text) is not None


_YEAR = re.compile(r"(?:1[89]|20)\d\d")
_BESIDE_A_YEAR = re.compile(r"\b(?:1[89]|20)\d\d(?:,? or |,? and | to | till |-|/)$")
_YEAR_BESIDE = re.compile(r"(?:,? or |,? and | to | till |-|/)(?:1[89]|20)\d\d\b(?!\d)")
_WHEN = re.compile(
    r"\b(?:(?:what|which) years?|since when|when (?:did|was|were)|in what|bring|brought|came|come|introduced?|invented"
    r"|launched|started|released|replaced|abolished|stopped|compulsory|mandatory|rolled)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\b(?:called|named)(?: [A-Z][\w'-]+){1,4} $")
"""A name of which the year is a part: "our team is called Pin Pals 2019"."""
_SAID_TO_BE_A_YEAR = re.compile(
    r"\b(?:beyond|after|before|until|since|by|in) (?:the )?year $", re.I
)
_OWNED = re.compile(
    r"\b(?:my|our|his|her|their|mine|i|we) (?:[\w'-]+ ){0,4}?(?:pins?|codes?)\b", re.I
)


def _is_a_year(value: str, before: str, after: str) -> bool:
    """Tell one of two years, of which somebody asks when something came: "chip and pin, 2004 or 2006"."""
    if not _YEAR.fullmatch(value):
        return False
    if _NAMED.search(before) or _SAID_TO_BE_A_YEAR.search(before):
        return True
    if _OWNED.search(before):
        return False
    paired = _BESIDE_A_YEAR.search(before) or _YEAR_BESIDE.match(after)
    return bool(paired and _WHEN.search(before + after))


_CLOCK = r"(?:[01]\d|2[0-4])[0-5]\d"
_WAKES = re.compile(
    r"\b(?:[ap]m|24 ?h\w*|12 ?h\w*|wake\w*|woke|snooz\w+|alarm clock|casio|clock|ring(?:s|ing|tone)?|rang|mon|tue|wed"
    r"|thu|fri|sat|sun|weekdays?|weekends?|monday|saturday|sunday|bedtime|oversle\w+|iphone clock)\b",
    re.IGNORECASE,
)
_ALARM = re.compile(r"\balarms?\b[^.!?\n\d]{0,16}$", re.IGNORECASE)
_LOG = re.compile(r"\b(?:log|logbook|roster|rota|schedule|timetable|timesheet|shifts?)\b", re.I)
_LOGGED = re.compile(r"\b(?:out|back|in|open(?:ed)?|closed|from|start|end|at|till|until) $", re.I)
_TYPED = re.compile(
    r"\b(?:typ(?:e|ed|es|ing)|press|enter|takes?|wants?|punch|pins?|passcode|off with|keypad|unlock\w*|logs? in)"
    r"\b",
    re.I,
)
_LASTS = re.compile(rf" ?(?:to|till|until|til|-|–) ?{_CLOCK}(?!\d)")
_LASTED = re.compile(rf"(?<!\d){_CLOCK} ?(?:to|till|until|til|-|–) ?$")
_OPEN = re.compile(
    r"\b(?:opens?|open(?:ed|ing)|hours|closed|closes|daily|staffed|manned|service)\b", re.I
)
_BURGLED = re.compile(
    r"\b(?:doors?|gate|leave|leaving|out|burglar|disarm\w*|panel|keypad|house|office|shop|code|pin|holiday|off with)\b",
    re.IGNORECASE,
)
_CHANGED = re.compile(r"\b(?:chang\w+|reset|switch\w*|swap\w*|went|code|pin)\b", re.IGNORECASE)


def _is_an_hour(text: str, value: str, before: str, after: str) -> bool:
    """Tell when a clock wakes somebody, and from when to when something is open."""
    if not re.fullmatch(_CLOCK, value):
        return False
    if _LOGGED.search(before) and _LOG.search(text) and not _TYPED.search(text):
        return True
    wakes = _ALARM.search(before) and _WAKES.search(text) and not _BURGLED.search(text)
    lasts = (_LASTS.match(after) or _LASTED.search(before)) and _OPEN.search(before + after)
    return bool(wakes or (lasts and not _CHANGED.search(before)) or _is_in_a_timetable(text))


_HOURS_OF_A_DAY = re.compile(r"(?<![\w.,:-])(?:[01]\d|2[0-3])[0-5][05](?![\w-]|[.,:]\d)")


def _is_in_a_timetable(text: str) -> bool:
    """Tell a list of hours in their order from a list of codes."""
    hours = _HOURS_OF_A_DAY.findall(text)
    ordered = len(hours) >= 3 and all(one < two for one, two in pairwise(hours))
    return ordered and _BURGLED.search(text) is None
