"""On which day is "by Friday"?

A date as people say it, against the clock of the store. A month or a week stands for its first day, a day for its
midnight, in the time zone of `now`. What can be read in two ways (3/4, or a March of which nobody says whether it has
been) is left open.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TypeAlias

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NUMBERS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
        " seventeen eighteen nineteen twenty".split()
    )
} | {"a": 1, "an": 1, "a couple of": 2, "couple of": 2, "a few": 3, "few": 3, "thirty": 30}
_WEEKDAYS = "mon|tues|wednes|thurs|fri|satur|sun"
WEEKDAY = rf"(?:{_WEEKDAYS})day"
_DAY = rf"(?P<day>{_WEEKDAYS})day"
_MONTH_NAMES = (
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
MONTH = rf"(?:{_MONTH_NAMES})"
_MONTH = rf"(?P<month>{_MONTH_NAMES})"
WHOLE_MONTHS = (
    "january|february|march|april|may|june|july|august|september|october|november|december"
)
_ENDS_OF_MONTHS = ("ry", "ch", "il", "ay", "ne", "ly", "st", "er")
_COUNT = rf"(?P<count>\d{{1,3}}|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"
_UNIT = r"(?P<unit>day|week|fortnight|month|year|hour)s?"
_YEAR = r"(?:,? (?P<year>(?:19|20)\d\d))?"

Reading: TypeAlias = Callable[[re.Match[str], datetime], datetime | None]


class Told(StrEnum):
    """Say whether what happens on a day is told as past or as to come; `EITHER`: nothing tells."""

    PAST = "past"
    AHEAD = "ahead"
    EITHER = "either"


def when(text: str, now: datetime, *, told: Told = Told.AHEAD) -> datetime | None:
    """Return when the first date in a text is, None when it names none.

    "On Friday" is the next one, the last one of what is told as past, and neither where nothing tells.
    """
    found = (
        (match.start(), match, at)
        for pattern, read in _READINGS
        if (match := pattern.search(text)) and (at := read(match, now))
    )
    first = min(found, key=lambda each: each[0], default=None)
    if first is None or (told is Told.EITHER and _is_open(first[1])):
        return None
    _, match, at = first
    return _at_time(text, _turned_back(match, at, now) if told is Told.PAST else at)


def undivided(text: str) -> str:
    """Return a text in which no comma divides a date, or a date at the head of a sentence from what it dates."""
    return _AT_THE_HEAD.sub(r"\g<date> ", _BEFORE_YEAR.sub(" ", text))


def divided_as(original: str, text: str) -> str:
    """Give the dates of a text that was read without them the commas that they have in the original."""
    for match in _BEFORE_YEAR.finditer(original):
        start, end = match.span()
        year, day = original[end : end + 4], original[:start].rsplit(maxsplit=1)[-1]
        text = text.replace(f"{day} {year}", f"{day}{match[0]}{year}")
    return text


_BEFORE_YEAR = re.compile(
    rf"(?:(?<=[a-z] \d)|(?<=[a-z] \d\d)|(?<=\d[a-z]{{2}})|(?<=(?i:{'|'.join(_ENDS_OF_MONTHS)}))), ?(?=(?:19|20)\d\d\b)"
)
_AT_THE_HEAD = re.compile(
    rf"(?P<date>(?:^|(?<=[.!?\n] )|(?<=\n)|(?<=that ))(?:on|in|by) (?:the )?(?:{WEEKDAY} )?"
    rf"(?:{MONTH}(?: \d{{1,2}}(?:st|nd|rd|th)?)?(?: \d{{4}})?|\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {MONTH}(?: \d{{4}})?"
    rf"|{WEEKDAY}|\d{{4}})), (?=(?:I|i|we|my|our|We|My|Our)\b)",
    re.I,
)


def _is_open(match: re.Match[str]) -> bool:
    """Tell a day that comes round again, and of which it is not said which one is meant."""
    named = match.groupdict()
    if named.get("year") or named.get("y") or named.get("count"):
        return False
    if named.get("day"):
        return (named["which"] or "").lower() not in ("this", "next", "last", "coming")
    return bool(named.get("month") or named.get("d"))


def _turned_back(match: re.Match[str], at: datetime, now: datetime) -> datetime:
    """Return the last such day where the next one was read."""
    named = match.groupdict()
    if at <= now or named.get("year") or named.get("count"):
        return at
    if named.get("day"):
        return at - timedelta(days=7)
    if named.get("month"):
        return _moved(at, "year", -1) or at
    return (_moved(at, "month", -1) or at) if named.get("d") and not named.get("y") else at


def _at_time(text: str, day: datetime) -> datetime:
    """Add "at 3pm" or "at 15:30"; a bare "at 3" may be either half of the day."""
    if not (clock := _CLOCK.search(text)) or day.hour or day.minute:
        return day
    hour, minute = int(clock["h"]), int(clock["m"] or 0)
    if half := (clock["half"] or "").lower():
        hour = hour % 12 + (12 if half == "p" else 0)
    elif not clock["m"]:
        return day
    return day.replace(hour=hour, minute=minute) if hour < 24 and minute < 60 else day


_CLOCK = re.compile(
    r"\b(?:at|from|by|before) (?P<h>\d{1,2})(?::(?P<m>\d\d))? ?(?:(?P<half>[ap])\.?m\b)?", re.I
)


def _midnight(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0)


def _on(year: int, month: int, day: int, now: datetime) -> datetime | None:
    try:
        return _midnight(now).replace(year=year, month=month, day=day)
    except ValueError:
        return None


def _iso(match: re.Match[str], now: datetime) -> datetime | None:
    return _on(int(match["y"]), int(match["m"]), int(match["d"]), now)


def _named(match: re.Match[str], now: datetime) -> datetime | None:
    return _midnight(now) + timedelta(days=_OFFSETS[match[1].lower()])


_OFFSETS = {
    "today": 0,
    "tonight": 0,
    "this morning": 0,
    "this evening": 0,
    "tomorrow": 1,
    "yesterday": -1,
    "last night": -1,
    "the day after tomorrow": 2,
    "day after tomorrow": 2,
    "the day before yesterday": -2,
}


def _weekday(match: re.Match[str], now: datetime) -> datetime:
    """ "On Friday" is the next one, today excepted; "next Friday" that of next week; "last Friday" the one before."""
    wanted = _DAYS.index(match["day"][:3].lower())
    which = (match["which"] or "").lower()
    if which == "last":
        return _midnight(now) - timedelta(days=(now.weekday() - wanted) % 7 or 7)
    if which == "next":
        return _midnight(now) + timedelta(days=7 - now.weekday() + wanted)
    return _midnight(now) + timedelta(days=(wanted - now.weekday()) % 7 or 7)


def _month_day(match: re.Match[str], now: datetime) -> datetime | None:
    """The next such day from now on, unless the year is said."""
    month = _MONTHS.index(match["month"][:3].lower()) + 1
    day = int(match["d"])
    if match["year"]:
        return _on(int(match["year"]), month, day, now)
    this = _on(now.year, month, day, now)
    return this if this and this >= _midnight(now) else _on(now.year + 1, month, day, now)


def _day_of_month(match: re.Match[str], now: datetime) -> datetime | None:
    day = int(match["d"])
    this = _on(now.year, now.month, day, now)
    if this and this >= _midnight(now):
        return this
    year, month = (now.year + 1, 1) if now.month == 12 else (now.year, now.month + 1)
    return _on(year, month, day, now)


def _month_alone(match: re.Match[str], now: datetime) -> datetime | None:
    month = _MONTHS.index(match["month"][:3].lower()) + 1
    if match["year"]:
        return _on(int(match["year"]), month, 1, now)
    return _on(now.year + (month < now.month), month, 1, now)


def _end(match: re.Match[str], now: datetime) -> datetime | None:
    """The last day of a month, this one unless another is named, or of the year."""
    first = _midnight(now).replace(day=1)
    if match["month"]:
        first = _month_alone(match, now) or first
    elif match["unit"].lower() == "year":
        first = first.replace(month=12)
    after = _moved(first, "month", 1)
    return after - timedelta(days=1) if after else None


def _distance(match: re.Match[str], now: datetime) -> datetime | None:
    said = match["count"].lower()
    count = int(said) if said.isdigit() else _NUMBERS[said]
    back = match.groupdict().get("ago")
    return _moved(now, match["unit"].lower(), -count if back else count)


def _neighbour(match: re.Match[str], now: datetime) -> datetime | None:
    """ "Next week" begins on its Monday, "next month" and "next year" on their first."""
    step = 1 if match["which"].lower() == "next" else -1
    today, unit = _midnight(now), match["unit"].lower()
    if unit == "week":
        return today + timedelta(days=7 * step - now.weekday())
    if unit == "weekend":
        return today + timedelta(days=7 * step + 5 - now.weekday())
    moved = _moved(today.replace(day=1), unit, step)
    return moved.replace(month=1) if moved and unit == "year" else moved


def _this_weekend(match: re.Match[str], now: datetime) -> datetime:
    return _midnight(now) + timedelta(days=max(0, 5 - now.weekday()))


def _year_alone(match: re.Match[str], now: datetime) -> datetime | None:
    return _on(int(match["y"]), 1, 1, now)


def _half_a_year(_: re.Match[str], now: datetime) -> datetime | None:
    return _moved(now, "month", 6)


_IN_DAYS = {"day": 1, "week": 7, "fortnight": 14}


def _moved(now: datetime, unit: str, count: int) -> datetime | None:
    if unit == "hour":
        return now + timedelta(hours=count)
    today = _midnight(now)
    if unit in _IN_DAYS:
        return today + timedelta(days=count * _IN_DAYS[unit])
    months = today.month - 1 + count * (12 if unit == "year" else 1)
    year, month = today.year + months // 12, months % 12 + 1
    return next(
        filter(None, (_on(year, month, day, now) for day in range(today.day, 27, -1))), None
    ) or _on(year, month, min(today.day, 28), now)


_READINGS: tuple[tuple[re.Pattern[str], Reading], ...] = tuple(
    (re.compile(rf"\b(?:{pattern})\b", re.I), read)
    for pattern, read in (
        (r"(?P<y>(?:19|20)\d\d)-(?P<m>\d\d)-(?P<d>\d\d)", _iso),
        (rf"({'|'.join(sorted(_OFFSETS, key=len, reverse=True))})", _named),
        (
            r"(?<!it's )(?<!it’s )(?<!it is )(?<!today is )"
            rf"(?:(?P<which>this|next|last|coming|on|by|until|before) (?:coming )?)?{_DAY}(?!s)",
            _weekday,
        ),
        (rf"(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH}{_YEAR}", _month_day),
        (rf"{_MONTH} (?:the )?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?!\d|:){_YEAR}", _month_day),
        (
            rf"(?<!of )the (?P<d>\d{{1,2}})(?:st|nd|rd"
            rf"|th)(?! (?:of )?{MONTH}| (?:time|floor|century|year"
            rf"|grade|birthday|street|avenue))",
            _day_of_month,
        ),
        (
            rf"(?:in|next|by|until|before|from|since|this|last) (?:early |mid[- ]?"
            rf"|late )?{_MONTH}(?! (?:the )?\d{{1,2}}\b){_YEAR}",
            _month_alone,
        ),
        (rf"(?:in|within) {_COUNT} {_UNIT}(?:'s? time)?", _distance),
        (rf"(?<!half ){_COUNT} {_UNIT} from (?:now|today)", _distance),
        (r"in half a year(?:'?s time)?|half a year from (?:now|today)", _half_a_year),
        (rf"{_COUNT} {_UNIT} (?P<ago>ago|back)", _distance),
        (rf"end of (?:(?:the|this) (?P<unit>month|year)|{_MONTH}){_YEAR}", _end),
        (r"(?P<which>next|last) (?P<unit>weekend|week|month|year)", _neighbour),
        (r"(?:this|the|over the|at the) weekend", _this_weekend),
        (r"(?:in|by|since) (?P<y>(?:19|20)\d\d)", _year_alone),
    )
)
