"""How does a memory read of what is planned for another time now?

"The user has an exam on the 10th", moved to the 12th, is on 12 November 2026: the day that is meant is the one nearest
to the day that was planned.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from langmem_ext.policies.dates import WEEKDAY, when
from langmem_ext.policies.rescheduling import DAY, HOUR

_DAYS = re.compile(
    rf"\b(?:(?P<lead>on|by|in|until|till|before|for|at|due) )?(?:the (?:morning|afternoon|evening|week|weekend) of )?"
    rf"(?:{DAY}(?: \d{{1,2}} [A-Z][a-z]+ \d{{4}})?)",
    re.I,
)
_HOURS = re.compile(rf"(?:\b(?:at|from|by) )?{HOUR}|\bat \d{{1,2}}\b(?! [a-z])", re.I)
_ORDINAL = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)\b", re.I)
_ONLY_ORDINAL = re.compile(rf"(?:on |by )?(?:{WEEKDAY},? )?(?:the )?\d{{1,2}}(?:st|nd|rd|th)", re.I)
_ONLY_WEEKDAY = re.compile(rf"(?:on |by )?(?:the )?{WEEKDAY}", re.I)
_KEPT = ("by", "until", "till", "before", "due")
"""Words before a day that go with another one, too."""


def moved(
    content: str, day: datetime | None, to: str, now: datetime
) -> tuple[str, datetime] | None:
    """Return a content with its new time, and that time; None where it does not name one time that can give way.

    `day` is when it was planned for, `to` is what was said of the new time, at `now`.
    """
    days, hours = list(_DAYS.finditer(content)), list(_HOURS.finditer(content))
    new_hour = _HOURS.search(to)
    day = day or when(content, now)
    at = _day(to, day, now)
    if len(days) != 1 or len(hours) > 1 or at is None:
        return None
    if new_hour and hours:
        content = content.replace(hours[0][0], f"at {_bare(new_hour[0])}", 1)
    found = _DAYS.search(content)
    if found is None or (not new_hour and at == day):
        return None
    named = _named(found, to, at) + (f" at {_bare(new_hour[0])}" if new_hour and not hours else "")
    return content[: found.start()] + named + content[found.end() :], _hour(new_hour, at, day)


def was_at(day: datetime | None, content: str, instead: str) -> bool:
    """Tell whether the time that holds no longer is the one that was planned."""
    hour = _HOURS.search(instead)
    if hour and not any(_bare(each[0]) == _bare(hour[0]) for each in _HOURS.finditer(content)):
        return False
    if day is None:
        return True
    if ordinal := _ORDINAL.search(instead):
        return int(ordinal[1]) == day.day
    weekday = re.search(WEEKDAY, instead, re.I)
    if weekday:
        return f"{day:%A}" == weekday[0].capitalize()
    said = when(instead, day - timedelta(days=1))
    return said is None or (said.day, said.month) == (day.day, day.month)


def _bare(hour: str) -> str:
    return re.sub(r"^(?:at|from|by) ", "", hour.strip(), flags=re.I)


def _day(to: str, day: datetime | None, now: datetime) -> datetime | None:
    """Return the day that is meant, that which was planned where only the hour is another."""
    said = _HOURS.sub("", to).strip(" ,@")
    if not said:
        return day
    if ordinal := _ORDINAL.search(said):
        said = (
            said if re.search(r"\bthe \d", said) else said.replace(ordinal[0], f"the {ordinal[0]}")
        )
    if day is None or not (_ONLY_ORDINAL.fullmatch(said) or _ONLY_WEEKDAY.fullmatch(said)):
        return when(said, now)
    near = (day + timedelta(days=n) for n in range(-27, 28))
    meant = [
        each
        for each in near
        if each.date() >= now.date()
        and (each.day == int(ordinal[1]) if ordinal else f"{each:%A}".lower() in said.lower())
    ]
    return min(meant, key=lambda each: abs(each - day), default=when(said, now))


def _named(old: re.Match[str], to: str, at: datetime) -> str:
    lead = (old["lead"] or "on").lower()
    weekday = f"{at:%A} " if re.search(WEEKDAY, f"{old[0]} {to}", re.I) else ""
    lead = old["lead"] if lead in _KEPT else "on"
    return f"{lead} {weekday}{at.day} {at:%B %Y}"


def _hour(new: re.Match[str] | None, at: datetime, day: datetime | None) -> datetime:
    """Return a day at the new hour, at the old one where nobody names another."""
    if new is None:
        return at.replace(hour=day.hour, minute=day.minute) if day else at
    bare = at.replace(hour=0, minute=0, second=0, microsecond=0)
    return when(f"on {bare:%Y-%m-%d} at {_bare(new[0])}", bare) or bare
