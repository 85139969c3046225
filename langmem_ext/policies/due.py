"""When is what a memory tells of over?

A task or an event that lies ahead has to be remembered until then, and what comes round again is never over.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Protocol

from langmem_ext.memory import MemoryType
from langmem_ext.policies.dates import WEEKDAY, WHOLE_MONTHS, Told, when
from langmem_ext.policies.tenses import told_as

DATED = frozenset({MemoryType.TASK, MemoryType.EVENT})
"""Types of memories that tell of a day."""

_SEASON = re.compile(
    r"\b(?:next|this|in(?: the)?|over the|until|before|by) (?:early |late )?(?:spring|summer|autumn|fall|winter)\b",
    re.I,
)
_YEAR = re.compile(r"\b(?:in|by|before|until|during) ((?:19|20)\d\d)\b")
_RECURRING = re.compile(
    rf"\b(?:every|each) (?:other |second |third |single )?(?:day|night|morning|afternoon|evening|week(?:end|day)?|month"
    rf"|quarter|year|spring|summer|autumn|fall|winter|{WEEKDAY}|{WHOLE_MONTHS}|\d{{1,2}}(?:st|nd|rd|th))\b"
    rf"|\b(?:daily|weekly|fortnightly|bi-?weekly|monthly|quarterly|yearly|annually)\b"
    rf"(?=$|[.,;]| (?:at|on|in|with|for|to|from)\b)|\bon {WEEKDAY}s\b"
    r"|\b(?:birthday|anniversary|name day)(?= (?:is|falls|was)\b)",
    re.I,
)


class Dated(Protocol):
    """A memory, or the draft of one."""

    @property
    def content(self) -> str: ...
    @property
    def type(self) -> MemoryType | None: ...
    @property
    def event_time(self) -> datetime | None: ...


def due(text: str, type_: MemoryType | None, now: datetime) -> datetime | None:
    """Return the day that a task or an event names, None where it names none."""
    if type_ not in DATED:
        return None
    return when(text, now, told=told_as(text, ahead=type_ is MemoryType.TASK))


def over_by(told: Dated, now: datetime) -> datetime | None:
    """Return the day after which what is told is over, as far as it says: its own day, or that which the words name.

    A season may be a year away, and a month or a year ends with its last day.
    """
    if told.type not in DATED:
        return told.event_time
    tense = told_as(told.content, ahead=told.type is MemoryType.TASK)
    if tense is Told.PAST:
        return told.event_time or when(told.content, now, told=tense)
    if _SEASON.search(told.content):
        return now + timedelta(days=365)
    if (year := _YEAR.search(told.content)) and int(year[1]) >= now.year:
        return now.replace(year=int(year[1]), month=12, day=31)
    day = told.event_time or when(told.content, now, told=tense)
    return day + _MONTH if day and day.day == 1 and not (day.hour or day.minute) else day


_MONTH = timedelta(days=30)
"""What is due "in May" has the first of May for its day, and may be due on its last."""


def recurs(told: Dated) -> bool:
    """Tell a task or an event that comes round again, as "every Tuesday" and a birthday do."""
    return told.type in DATED and _RECURRING.search(told.content) is not None
