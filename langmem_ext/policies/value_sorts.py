"""Of which sort is what something is said to be: a place, a number, a thing, or how it is?

"My laptop is in repair now" says nothing against "my laptop is a ThinkPad".
"""

from __future__ import annotations

import re

_SAID_FIRST = re.compile(
    r"(?:(?:now|currently|just|really|actually|still|only|already|about|around|roughly|almost|nearly)"
    r" (?=\w)(?!about \D))+",
    re.I,
)
_SORTS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (sort, re.compile(pattern, re.I))
    for sort, pattern in (
        (
            "number",
            r"[£$€]?\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half)\b",
        ),
        ("place", r"(?:in|on|at|near|under|behind|above|below|opposite|beside|next to|close to)\b"),
        ("matter", r"(?:about|on the subject of)\b"),
        ("thing", r"(?:an?|the|my|our|their|his|her)\b"),
        ("name", r"(?-i:[A-Z])|(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b"),
    )
)


def sort_of(value: str) -> str:
    """Return the sort of what stands behind "is", by its first words; "state" is how something is."""
    said = _SAID_FIRST.sub("", value.strip(), count=1)
    return next((sort for sort, pattern in _SORTS if pattern.match(said)), "state")
