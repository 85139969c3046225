"""Which stretches within the lines of a message show by their form that they are handed over?"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

Span = tuple[int, int, str]
"""Where a stretch begins, where it ends, and why it is handed over."""

NAME = 40
"""Characters of the longest name of a tag."""

CLOSES = {
    "“": "”",
    "„": "“”",
    "«": "»",
    "»": "«",
    "‹": "›",
    "「": "」",
    "『": "』",
    "《": "》",
    "‘": "’",
    "〈": "〉",
}
"""What closes what opens a quotation, in any script."""


def stretches(text: str) -> Iterator[Span]:
    """Yield tags with what they hold, structured values and code within a line."""
    yield from _tagged(text)
    yield from _braced(text)
    yield from _inline(text)
    yield from _linked(text)


# --- tags -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Tag:
    start: int
    end: int
    name: str
    closes: bool
    single: bool


def _tagged(text: str) -> Iterator[Span]:
    """Yield each element from its tag to the one that closes it; without one, to the end of the message."""
    tags = list(_tags(text))
    last = {tag.name: tag for tag in tags if tag.closes}
    done = 0
    for place, tag in enumerate(tags):
        if tag.start < done:
            continue
        end = tag.end if tag.single else _end_of(tags, place, last, len(text))
        yield tag.start, end, "tag"
        done = end


def _end_of(tags: list[_Tag], place: int, last: dict[str, _Tag], end: int) -> int:
    """Return where an element ends; a mark of a chat template runs to the last mark of any kind."""
    tag = tags[place]
    if tag.closes:
        return tag.end
    if tag.name.startswith("|"):
        return tags[-1].end if tags[-1] is not tag else end
    if tag.name not in last or last[tag.name].start < tag.start:
        return tag.end if tag.name in _UNCLOSED else end
    return next(each.end for each in tags[place + 1 :] if each.closes and each.name == tag.name)


_UNCLOSED = frozenset("p li td tr th option dt dd".split())
"""Elements that may be left unclosed."""


def _tags(text: str) -> Iterator[_Tag]:
    at = text.find("<")
    while at >= 0:
        if (tag := _tag(text, at)) is not None:
            yield tag
            at = text.find("<", tag.end)
        else:
            at = text.find("<", at + 1)


def _tag(text: str, at: int) -> _Tag | None:
    if text.startswith("<!--", at):
        close = text.find("-->", at)
        return _Tag(at, close + 3 if close >= 0 else len(text), "!", False, True)
    closes = text.startswith("</", at)
    start = at + 1 + closes
    end = start
    while end < min(len(text), start + NAME) and (text[end].isalnum() or text[end] in "|_-:!?"):
        end += 1
    name = text[start:end].lower()
    if not name or not (name[0].isalpha() or name[0] in "|!?"):
        return None
    close = text.find(">", end, end + 300)
    if close < 0 or "\n" in text[end:close] or "<" in text[end:close]:
        return None
    single = (
        text[close - 1] == "/"
        or name[0] in "!?"
        or name in ("br", "hr", "img", "input", "meta", "link")
    )
    return _Tag(at, close + 1, name, closes, single)


# --- values -----------------------------------------------------------------------------------------------------------


def _braced(text: str) -> Iterator[Span]:
    """Yield what stands between braces, and between brackets that open on a quotation or a brace."""
    depth, start = 0, 0
    for at, each in enumerate(text):
        if each in "{[" and (depth or each == "{" or _opens_values(text, at)):
            start, depth = (start if depth else at), depth + 1
        elif each in "}]" and depth:
            depth -= 1
            if not depth:
                yield start, at + 1, "value"
    if depth:
        yield start, len(text), "value"


def _opens_values(text: str, at: int) -> bool:
    return text[at + 1 : at + 2] in ("{", '"', "[", "'") or text[at + 1 : at + 6].upper() in (
        "INST]",
        "QUOTE",
    )


def _inline(text: str) -> Iterator[Span]:
    """Yield code between backticks of one line."""
    start = -1
    for at, each in enumerate(text):
        if each == "\n":
            start = -1
        elif each == "`" and not _is_apostrophe(text, at):
            if start >= 0 and at > start + 1:
                yield start + 1, at, "code"
            start = -1 if start >= 0 else at


def _is_apostrophe(text: str, at: int) -> bool:
    return text[at - 1 : at].isalpha() and text[at + 1 : at + 2].isalpha()


def _linked(text: str) -> Iterator[Span]:
    """Yield the words of a link and its address."""
    at = text.find("](")
    while at >= 0:
        start, end = text.rfind("[", max(0, at - 300), at), text.find(")", at, at + 500)
        if start >= 0 and end >= 0:
            yield start, end + 1, "link"
        at = text.find("](", at + 2)


# --- quotations -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Quotations:
    """Hold where quotations stand in a text: each is what stands between two marks that belong together."""

    text: str

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """Return where the quotations begin and end, their marks included; none lies in another."""
        return list(self._found())

    def within(self, start: int, end: int) -> list[tuple[int, int]]:
        """Return the quotations that lie within a stretch."""
        first = bisect_left(self.spans, (start, start))
        found = []
        while first < len(self.spans) and self.spans[first][0] < end:
            found.append(self.spans[first])
            first += 1
        return found

    def _found(self) -> Iterator[tuple[int, int]]:
        at, text, missing = 0, self.text, set[str]()
        while at < len(text):
            closes = self._closed_by(at)
            end = self._end(at, closes) if closes and closes not in missing else -1
            if closes and end < 0 and len(closes) == 1 and closes not in "\"'":
                missing.add(closes)
            if end > at:
                yield at, end
            at = end if end > at else at + 1

    def _closed_by(self, at: int) -> str:
        each = self.text[at]
        if each in CLOSES:
            return CLOSES[each]
        before = self.text[at - 1 : at]
        opens = (not before or before.isspace() or before in "([{:,—–-=>") and not self.text[
            at + 1 : at + 2
        ].isspace()
        return each if each in "\"'" and opens else ""

    def _end(self, at: int, closes: str) -> int:
        """Return where a quotation ends; straight marks close before a blank or a mark, in the same paragraph."""
        if closes not in ('"', "'"):
            ends = [self.text.find(each, at + 1, at + LONGEST) for each in closes]
            return min((end for end in ends if end >= 0), default=-2) + 1
        end = self.text.find(closes, at + 1, at + LONGEST)
        for _ in range(TRIES):
            if end < 0:
                break
            after = self.text[end + 1 : end + 2]
            if not self.text[end - 1].isspace() and not after.isalnum():
                return end + 1
            end = self.text.find(closes, end + 1, at + LONGEST)
        return -1


LONGEST = 4000
"""Characters of the longest quotation."""

TRIES = 6
"""Marks that are looked at for the one that closes a quotation: others are apostrophes."""
