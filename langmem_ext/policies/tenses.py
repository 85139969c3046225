"""Has what a statement tells of happened, or does it lie ahead?

Only a finite verb tells: "finishing 11 books on March 10" leaves it open, and then no year is guessed.
"""

from __future__ import annotations

import re

from langmem_ext.policies.dates import MONTH, WEEKDAY, Told
from langmem_ext.policies.facts import words_named

MAX_TEXT = 600
"""Characters of a statement that are looked at."""


_ARRANGED = (
    r"(?:scheduled|booked|planned|arranged|fixed|due|invited|supposed|expected|meant|postponed|rescheduled"
    r"|brought forward|pushed back|delayed|confirmed|set|reserved|registered|signed up)"
)
_NO_VERB = (
    r"(?:meeting|wedding|training|briefing|hearing|viewing|screening|housewarming|christening|evening|morning|spring"
    r"|building|outing|gathering|opening|thing|string|booking|parking|reading|boxing|swimming|something|anything|everything"
    r"|nothing|king|ring|wing|during)"
)
_BE = r"(?<!\bis )(?<!\bare )(?<!\bbe )(?<!\bgets )(?<!\bgetting )(?<!'s )(?<!'re )(?<!'m )"
_MARKS = re.compile(
    rf"(?P<moved>\b(?:got|gets|was|were|been|is|are) (?:{_ARRANGED}|moved|changed) (?:to|for|on|until|at|in)\b)"
    r"|(?P<past>\b(?:used|managed|went|had|got|came|happened|failed|forgot|was able|were able) to\b"
    r"(?! (?:the|a|an|my|our)\b)"
    rf"|\b(?:{words_named('past_form')})\b(?! going to\b| supposed to\b| to be\b)"
    rf"|{_BE}\b(?!{_ARRANGED}\b|indeed|hundred|sacred|united|beloved|wanted to|decided to)[a-z]{{2,30}}[^e\W]ed\b"
    r"|(?:\bhas|\bhave|'ve) (?:just |already |finally |recently |now )?(?:been|had|done|[a-z]{2,20}(?:ed|en|wn))\b"
    rf"|\b(?:ago|last (?:night|week|weekend|month|year|{WEEKDAY}|{MONTH}))\b)"
    r"|(?P<ahead>\b(?:will|shall|going to|gonna|must|should|needs?|plans?|intends?|hopes?|wants?|wishes|aims?|expects?"
    rf"|due|deadline|upcoming|coming|{_ARRANGED} (?:for|on|at|to|in)|tomorrow|remind|next)\b|'ll\b"
    r"|\b(?:is|are|am|has|have)\b|'(?:re|m)\b"
    r"|\b(?:it|he|she|that|there)'s\b|\bto (?!the\b|a\b|an\b|my\b|our\b|their\b)(?-i:[a-z]{2,20})\b"
    r"|\b(?:starts?|begins?|leaves?|ends?|opens?|closes?|arrives?|expires?|departs?|flies|fly|takes? place|happens?"
    r"|falls|turns?|gets?|goes|moves?|graduates?|travels?|meets?)\b)"
    rf"|(?P<open>\b(?!{_NO_VERB}\b)[a-z]{{2,30}}ing\b|\b(?:put|hit|set|read|cut|quit|beat|cost|let)s?\b)",
    re.IGNORECASE,
)
"""What shows the time of a verb; `open` shows none."""
_DATE = re.compile(
    rf"\b(?:(?:on|by|until|before|for|in|at) )?(?:the )?(?:{WEEKDAY}|{MONTH}\b(?: \d)?"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {MONTH}|\d{{1,2}}(?:st|nd|rd|th)\b)",
    re.I,
)


def told_as(text: str, *, ahead: bool = False) -> Told:
    """Tell whether the first day that a statement names is told of as past or to come; `ahead`: it is something to do.

    The verb before the day decides, else the first one behind it. A note without any verb ("dentist on Friday") is of
    what lies ahead.
    """
    text = text[:MAX_TEXT]
    date = _DATE.search(text)
    at = date.start() if date else len(text)
    marks = [(each.start(), each.lastgroup) for each in _MARKS.finditer(text)]
    told = [mark for _, mark in marks if mark != "open"]
    if not told:
        return Told.AHEAD if not marks or (ahead and not _STATED.match(text)) else Told.EITHER
    before = [mark for start, mark in marks if start < at and mark != "open"]
    return Told.PAST if (before[-1] if before else told[0]) == "past" else Told.AHEAD


_STATED = re.compile(r"the user\b|i\b|we\b", re.I)
"""What begins a statement; what is to be done may stand there alone: "read chapter 3 by Friday"."""
