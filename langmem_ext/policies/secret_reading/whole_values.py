"""How far does a value reach of which a rule found a part?

"Idli&Vada#2207" is one password and "481206-330517-702438" one key: what is joined to a secret without a blank, or goes
on in groups like its first, is the rest of it. Left in a text, it would give the secret away by half.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from langmem_ext.policies.secret_reading.token_forms import Span

_REACH = 64
"""Characters before and after a value over which it may go on."""
_JOINED_BEFORE = re.compile(r"(?<![\w&?/=.-])[\w#!$%*+-]{1,40}&(?:[\w#!$%*+-]{1,20}#)?$")
_JOINED_AFTER = re.compile(r"&[\w#!$%*+-]{1,40}(?![\w=&;/])")
_IN_GROUPS = re.compile(r"\d{3,6}")
_KEY = re.compile(r"[ ]?(?:star|hash|pound|asterisk)\b")


def whole(text: str, span: Span) -> Span:
    """Return the span with the rest of its value; only of what is typed: passwords and numbers."""
    kind, start, end = span
    if kind not in ("password", "pin"):
        return span
    start, end = _within_field(text, start, end)
    value = text[start:end]
    joined = text[max(0, start - 1) : start] in ("&", "#")
    if joined and (before := _JOINED_BEFORE.search(text[max(0, start - _REACH) : start])):
        start -= len(before[0])
    if after := _JOINED_AFTER.match(text, end, end + _REACH):
        end = after.end()
    if _IN_GROUPS.fullmatch(value):
        start, end = _pair_of(text, start, _end_of_groups(text, end, len(value)), len(value))
    if kind == "pin" and (key := _KEY.match(text, end, end + 12)):
        end = key.end()
    return kind, start, end


def _within_field(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the value alone where the name of its field, or of the next, was taken for a part of it."""
    value = text[start:end]
    if "\n" in value and text[end : end + 2].lstrip(" ")[:1] in ("=", ":"):
        end = start + value.index("\n")
    name, mark, _ = text[start:end].partition("=")
    if mark and name.isalpha() and text[max(0, start - 1) : start].isalnum():
        start += len(name) + 1
    return start, end


def _end_of_groups(text: str, end: int, digits: int) -> int:
    """Return the end of groups of as many digits; one more may be another number, two are none."""
    groups = re.compile(rf"(?P<s>[ -])\d{{{digits}}}(?:(?P=s)\d{{{digits}}}){{1,11}}(?![\d-])")
    going_on = groups.match(text, end)
    return going_on.end() if going_on else end


def _pair_of(text: str, start: int, end: int, digits: int) -> tuple[int, int]:
    """Return the pair of groups to which one belongs in a list of several: "4418 2907, 9023 5561"."""
    listed = re.compile(_PAIR.format(digits))
    near = listed.finditer(text, max(0, start - _REACH), min(len(text), end + _REACH))
    pairs = [each.span() for each in near]
    within = [(a, b) for a, b in pairs if a <= start and end <= b]
    return within[0] if within and len(pairs) > 1 else (start, end)


_PAIR = r"(?<![\d-])\d{{{0}}}[ -]\d{{{0}}}(?![\d-]| \d)"


def repeated(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return where else a text says the same values: "ours is compost, seriously, compost"; only the first few.

    In a file a plain word that is somebody's password is the name of other things, too: user, database, role.
    """
    is_file = _is_file(text)
    values = {
        text[start:end]: kind
        for kind, start, end in spans[:_FEW]
        if end - start >= _SAID_AGAIN and not (is_file and text[start:end].isalpha())
    }
    return [
        (kind, *match.span())
        for value, kind in values.items()
        if text.count(value) > 1
        for match in re.finditer(rf"(?<!\w){re.escape(value)}(?!\w)", text)
    ]


def _is_file(text: str) -> bool:
    """Tell a file from prose: half its lines and more, of three at least, name a field or hold values."""
    lines = [line for line in text.split("\n")[:_LINES] if line.strip()]
    named = sum(any(mark in line for mark in ("=", ": ", ":\t", ";", "{", "|")) for line in lines)
    return len(lines) >= 3 and 2 * named >= len(lines)


_FEW, _SAID_AGAIN = 8, 4
"""How many values are looked for again, and the characters that one has at least."""
_LINES = 200
"""Lines of a text that are looked at to know it as a file."""
