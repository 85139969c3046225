"""Which entities can be told by their shape alone?

E-mail, URL, @mention, #tag and date. Every pattern is linear in the text: repetitions are possessive or bounded, and an
attempt begins only where a run of its characters begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.entities.dates import dates_in
from langmem_ext.entities.spans import EntityType, Span

SURE_URL, SURE_EMAIL, SURE_SIGN, SURE_BARE = 1.0, 0.98, 0.9, 0.8
"""Confidence by pattern: an address wins over the mention, tag or date inside it."""

_ENDINGS = r"com|org|edu|gov|io|dev|app|ai"
_IN_URL = r"[^\s<>\"'`{}|\\^\[\]\x00-\x1f，。、；）】」》\ud800-\udfff]"

_URL = re.compile(rf"(?<![\w@])(?:(?:https?|ftp)://|www\.){_IN_URL}++", re.IGNORECASE)
_MAY_HOLD_HOST = re.compile(rf"\.(?:{_ENDINGS})(?![\w-])")
_HOST = re.compile(
    rf"(?<![\w@/.:-])(?:[a-z0-9][a-z0-9-]*+\.)+(?:{_ENDINGS})(?![\w@-])(?!\.\w)(?:/{_IN_URL}*+)?"
)
_EMAIL = re.compile(
    r"(?<![\w.%+@-])[\w.%+-]{1,64}+@[\w-]++(?:\.[\w-]++)++(?!:[\w/~])"  # git@host:path is none
)
_MENTION = re.compile(
    r"@(?<![\w@/.$=+`-]@)([^\W\d]\w*+(?:[.-]\w++)*+)(?:@[\w-]++(?:\.[\w-]++)++)?"
    r"(?![(@]|/\w|[ \t]*+\n[ \t]*+(?:@|def |class |async ))"  # calls, packages, decorators
)
_TAG = re.compile(r"#(?<![\w#&/@.`]#)(\w++(?:-\w++)*+)")
_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]++`", re.DOTALL)
_HEX = re.compile(r"[0-9a-f]{3,}")

_CLOSED = {")": "(", "）": "（"}
_AFTER_URL = ".,;:!?*_~…"

_NOBODY = frozenset(
    "all channel everyone here home work team media import param return returns throws override "
    "deprecated property staticmethod classmethod dataclass abstractmethod".split()
)
"""What an @ precedes that is no account: a whole group, a place, code."""

_DIRECTIVES = frozenset("include define undef ifdef ifndef if else elif endif pragma error".split())
"""What a # precedes in C."""


class Patterns:
    """Find e-mail addresses, URLs, @mentions, #tags and dates with a year."""

    name = "patterns"

    def find(self, text: str) -> list[Span]:
        found: list[Span] = []
        if "@" in text:
            found += _emails(text)
            found += _mentions(text)
        if "#" in text:
            found += _tags(text)
        if "." in text or "://" in text:
            found += _urls(text)
        found += (
            _span(text, at.start, at.end, EntityType.DATE, at.confidence) for at in dates_in(text)
        )
        return found


def _span(text: str, start: int, end: int, type: EntityType, confidence: float) -> Span:
    return Span(text[start:end], start, end, type, confidence, Patterns.name)


def _emails(text: str) -> Iterator[Span]:
    for match in _EMAIL.finditer(text):
        end = match.start() + len(match[0].rstrip("-_"))
        local, _, domain = text[match.start() : end].partition("@")
        ending = domain.rpartition(".")[2]
        start = match.start() + len(local) - len(local.lstrip(".-"))
        if len(ending) > 1 and ending.isalpha() and local.strip(".-"):
            yield _span(text, start, end, EntityType.EMAIL, SURE_EMAIL)


def _urls(text: str) -> Iterator[Span]:
    if "://" in text or "www." in text.lower():
        for match in _URL.finditer(text):
            end = _end_of_url(text, match)
            if any(map(str.isalnum, text[match.start() : end].partition("://")[2] or "w")):
                yield _span(text, match.start(), end, EntityType.URL, SURE_URL)
    if _MAY_HOLD_HOST.search(text):
        for match in _HOST.finditer(text):
            yield _span(text, match.start(), _end_of_url(text, match), EntityType.URL, SURE_BARE)


def _end_of_url(text: str, match: re.Match[str]) -> int:
    """Leave out the punctuation of the sentence, and a bracket that was opened before the URL."""
    start, end = match.span()
    open_ = {
        close: match[0].count(opens) - match[0].count(close) for close, opens in _CLOSED.items()
    }
    while end > start:
        last = text[end - 1]
        if last in open_ and open_[last] < 0:
            open_[last] += 1
        elif last not in _AFTER_URL:
            break
        end -= 1
    return end


def _mentions(text: str) -> Iterator[Span]:
    for match in _outside_code(_MENTION, text):
        name = match[1].lower()
        if name not in _NOBODY and not _MAY_HOLD_HOST.search(name):
            yield _span(text, match.start(), match.end(), EntityType.PERSON, SURE_SIGN)


def _tags(text: str) -> Iterator[Span]:
    for match in _outside_code(_TAG, text):
        if _is_tag(match[1]) and not (_begins_line(text, match) and match[1] in _DIRECTIVES):
            yield _span(text, match.start(), match.end(), EntityType.TOPIC, SURE_SIGN)


def _outside_code(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    code = [match.span() for match in _CODE.finditer(text)] if "`" in text else []
    at = 0
    for match in pattern.finditer(text):
        while at < len(code) and code[at][1] <= match.start():
            at += 1
        if at == len(code) or match.start() < code[at][0]:
            yield match


def _begins_line(text: str, match: re.Match[str]) -> bool:
    return match.start() == 0 or text[match.start() - 1] == "\n"


def _is_tag(tag: str) -> bool:
    """Tell a tag from an issue number, an ordinal and a colour."""
    if tag[0].isdigit():  # #100DaysOfCode, but neither #12a nor #1st
        return sum(map(str.isalpha, tag)) > 2 and not _HEX.fullmatch(tag.lower())
    return any(map(str.isalpha, tag)) and not _is_colour(tag.lower())


def _is_colour(tag: str) -> bool:
    """#fff, #a1b2c3 and #ffaa00 are colours or hashes, #cafe and #decade words."""
    if not _HEX.fullmatch(tag):
        return False
    if len(tag) == 3 or any(map(str.isdigit, tag)):
        return tag not in ("b2b", "b2c", "d2c")
    return len(tag) in (4, 6, 8) and len(set(tag)) <= len(tag) // 2 and len(set(tag)) < 4
