"""Which dates does a text give, and which day or month is meant?

Only dates with a year: "5 March" is another day each year.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

CERTAIN, DOTTED, AMBIGUOUS = 0.95, 0.7, 0.4
"""How sure a find is; below one half nobody knows the day."""

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_YEAR = r"(?P<y>(?:1\d|2[01])\d\d)"
_DAY = r"(?P<d>\d{1,2})(?:st|nd|rd|th)?"
_START, _END = r"(?<![\w./-])", r"(?!\w|[./-]\w)"
_GAP = r"[\s.-]{1,3}"

_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        # 2026-03-05, 2026/3/5, 2026-03; a time may follow
        rf"{_START}{_YEAR}(?P<sep>[-/.])(?P<m>\d\d?)(?P=sep)(?P<d>\d\d?)(?=T\d|(?!\w|[./-]\w))",
        rf"{_START}{_YEAR}-(?P<m>\d\d){_END}",
        # 5 March 2026, 5th of Mar. 2026, 5-Mar-2026
        rf"{_START}{_DAY}(?:\s{{1,2}}of)?{_GAP}{_MONTH}[.,]?{_GAP}{_YEAR}{_END}",
        # March 5, 2026, Mar 2026, March of 2026
        rf"{_START}{_MONTH}\.?(?:\s{{1,2}}{_DAY})?,?(?:\s{{1,2}}of)?\s{{1,2}}{_YEAR}{_END}",
        # 25/12/2026, 5.3.2026
        rf"{_START}(?P<a>\d\d?)(?P<sep>[-/.])(?P<b>\d\d?)(?P=sep){_YEAR}{_END}",
    )
)
_MAY_HOLD_YEAR = re.compile(r"[12]\d{3}")
_BEFORE, _AFTER = 36, 12
"""Characters around a year in which its day and month stand."""


@dataclass(frozen=True, slots=True)
class Dated:
    """Hold a date of a text; `name` is ISO 8601 (2026-03-05, or 2026-03), as written where nobody knows the day."""

    start: int
    end: int
    name: str
    confidence: float


def dates_in(text: str) -> Iterator[Dated]:
    """Yield the dates with a year; forms may overlap (March 2026 in 5 March 2026), the longer is meant."""
    for start, end in _windows(text):
        for form in _FORMS:
            for match in form.finditer(text, start, end):
                if read := _read(match):
                    yield Dated(match.start(), match.end(), *read)


def date_name(text: str) -> str:
    """Return the canonical name of one date: ISO 8601, or the text itself where nobody knows the day."""
    for form in _FORMS:
        if (match := form.fullmatch(text)) and (read := _read(match)):
            return read[0]
    return text


def _windows(text: str) -> Iterator[tuple[int, int]]:
    """Yield the parts of a text that lie close enough to a year, none overlapping another."""
    start = end = 0
    for match in _MAY_HOLD_YEAR.finditer(text):
        if match.start() - _BEFORE > end:
            if end:
                yield start, end
            start = match.start() - _BEFORE
        end = match.end() + _AFTER
    if end:
        yield start, end


def _read(match: re.Match[str]) -> tuple[str, float] | None:
    parts = match.groupdict()
    year = int(parts["y"])
    if "a" in parts:
        return _numeric(int(parts["a"]), int(parts["b"]), year, match)
    if "month" in parts:
        month = _MONTHS.index(parts["month"][:3].lower()) + 1
    else:
        month = int(parts["m"])
        if not parts.get("d") and month == (year + 1) % 100:
            return None  # 2010-11 is a season as well
    name = _iso(year, month, int(parts["d"]) if parts.get("d") else None)
    return (name, CERTAIN) if name else None


def _numeric(a: int, b: int, year: int, match: re.Match[str]) -> tuple[str, float] | None:
    """Read day and month in either order; with dots the day comes first."""
    day_first, month_first = _iso(year, b, a), _iso(year, a, b)
    if match["sep"] == ".":
        return (day_first, DOTTED) if day_first else None
    if day_first and month_first and day_first != month_first:
        return match[0], AMBIGUOUS
    name = day_first or month_first
    return (name, CERTAIN) if name else None


def _iso(year: int, month: int, day: int | None) -> str | None:
    try:
        found = date(year, month, day or 1)
    except ValueError:
        return None
    return found.isoformat() if day else f"{found:%Y-%m}"
