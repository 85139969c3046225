"""Which day was yesterday, when it was said?

A memory outlives the day on which it was said, so it must name the date. Only what can be read in one way is put in its
place: "last week", but not "next Friday", and not "the last year", which may be the length of something.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from langmem_ext.policies.dates import WHOLE_MONTHS, when

_DAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_COUNT = r"\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_BEFORE = r"for|since|until|till|by|from|of|on|in|during|before|after|around|about|roughly"
_RELATIVE = re.compile(
    rf"(?P<the>\b(?:the|these|those|over|every)\s+)?(?:\b(?P<lead>{_BEFORE})\s+)?"
    rf"\b(?P<said>yesterday|(?<!\bis )(?<!\bare )today|today(?= (?:at|from|by) \d)"
    r"|tonight|tomorrow|this (?P<part>morning|afternoon|evening)"
    rf"|(?:last|this|next) (?P<unit>week|month|year)|last (?P<weekend>weekend)|last (?:{_DAYS})"
    rf"|(?:{_COUNT}) (?P<ago>day|week|month|year)s? ago)\b(?!['’-]\w)",
    re.I,
)

_WEEKDAY = re.compile(rf"(?<!week )(?<!week on )\b(?P<day>{_DAYS})\b(?!['’-]\w)", re.I)
_DATED = re.compile(
    rf"\b(?:{WHOLE_MONTHS})\b|\d(?:st|nd|rd|th)\b|\d[./-]\d|\b(?:19|20)\d\d\b"
    rf"|\b(?:every|each|next|last) (?:\w+ )?(?:{_DAYS})|\b(?:{_DAYS})s\b",
    re.I,
)
_A_MONTH = re.compile(rf"\b(?:{WHOLE_MONTHS})(?: \d{{1,2}}(?:st|nd|rd|th)?)? $", re.I)


def absolute(text: str, said_at: Iterable[datetime]) -> str:
    """Return a text with dates in place of what is relative to when it was said, in UTC.

    A text that was said at several times is left alone where these do not agree.
    """
    texts = {_dated(text, at.astimezone(UTC)) for at in said_at}
    return texts.pop() if len(texts) == 1 else text


def said_on(quotation: str, said_at: datetime) -> str:
    """Return a quotation with the day on which it was said, where its words depend on that."""
    if absolute(quotation, [said_at]) == quotation and not _WEEKDAY.search(quotation):
        return quotation
    return dated_quotation(quotation, said_at)


def dated_quotation(quotation: str, said_at: datetime) -> str:
    """Return a quotation with the day on which it was said."""
    return quotation.replace(' said: "', f' said on {_day(said_at.astimezone(UTC))}: "', 1)


_AHEAD = re.compile(
    r"\b(?:(?:with)?in (?:about |around |roughly )?(?:\w+|a couple of|a few) (?P<unit>day|week|fortnight|month|year)s?"
    r"(?:'s? time)?|(?<!half )\w+ (?P<from>day|week|fortnight|month|year)s? from (?:now|today)"
    r"|in half a year|half a year from (?:now|today))(?!['’-]?\w)",
    re.I,
)


def ahead_dated(text: str, now: datetime) -> str:
    """Return the text of a task or an event to come with its day, week or month in place of "in six months"."""
    said = _AHEAD.search(text)
    at = when(said[0], now) if said else None
    if said is None or at is None:
        return text
    unit = (said["unit"] or said["from"] or "month").lower()
    by = "by" if said[0].lower().startswith("within") else ""
    named = {
        "day": f"{by or 'on'} {_day(at)}",
        "month": f"{by or 'in'} {at:%B %Y}",
        "year": f"{by or 'in'} {at:%B %Y}",
    }.get(unit, f"{by or 'in'} the week of {_day(at - timedelta(days=at.weekday()))}")
    return f"{text[: said.start()]}{named}{text[said.end() :]}"


def weekday_dated(text: str, day: datetime) -> str:
    """Return a text with the date after the one weekday that it names, where `day` is that weekday.

    A text that names a date, another weekday or "next Friday", which may be either, is left alone.
    """
    named = list(_WEEKDAY.finditer(text))
    if len(named) != 1 or _DATED.search(text) or f"{day:%A}" != named[0]["day"].capitalize():
        return text
    at = named[0].end()
    return f"{text[:at]} {_day(day)}{text[at:]}"


def _dated(text: str, now: datetime) -> str:
    return _RELATIVE.sub(lambda match: _in_words(match, now), text)


def _in_words(match: re.Match[str], now: datetime) -> str:
    named = _named(match, now)
    if named is None or match["the"] or (match["said"].lower() == "today" and match["lead"]):
        return match[0]
    preposition, date = named
    if match["unit"] and not match["lead"] and _A_MONTH.search(match.string[: match.start()]):
        return date  # "14 March next year"
    words = f"{match['lead'] or preposition} {date}"
    return words[0].upper() + words[1:] if match[0][0].isupper() else words


def _named(match: re.Match[str], now: datetime) -> tuple[str, str] | None:
    """Return the date that is meant and the preposition that goes with it; None where it could be another."""
    said = match["said"].lower()
    if match["weekend"] and now.weekday() >= 5:
        return None  # the one that is on, or the one before
    at = _start(said, match, now)
    if at is None:
        return None
    unit = (match["unit"] or match["ago"] or "day").lower()
    if match["weekend"]:
        return "on", f"the weekend of {_day(at)}"
    if part := match["part"] or ("evening" if said == "tonight" else None):
        return "on", f"the {part.lower()} of {_day(at)}"
    if unit == "week":
        return "in", f"the week of {_day(at)}"
    if unit == "month":
        return "in", f"{at:%B %Y}"
    return ("in", f"{at:%Y}") if unit == "year" else ("on", _day(at))


def _start(said: str, match: re.Match[str], now: datetime) -> datetime | None:
    if match["part"]:
        return now
    at = now if said.startswith("this") else when(said, now)
    if at is not None and "week" in (match["unit"] or match["ago"] or "").lower():
        return at - timedelta(days=at.weekday())
    return at


def _day(at: datetime) -> str:
    return f"{at.day} {at:%B %Y}"
