"""How much of a text do rules look at?

A pattern may take long over a text that nobody would type: a word of ten thousand letters, four thousand blank lines,
"and and and". So no rule ever meets one. It is given a set number of characters, the beginning and the end of what was
said, in which what repeats stands a few times and a word that is too long stands in for by a short one. What is masked
is cut into pieces of a set size: every secret must be found, wherever it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

MOST = 6_000
"""Characters of a text that rules look at."""

_TAIL = 1 / 4
"""The share of them that is the end of the text: who pastes a document asks before or after it."""

_LOOSE = 3
"""How many times as much is looked at before what repeats is folded."""

LONGEST = 64
"""Characters of a word that rules look at."""

FAR = 40_000
"""Characters of a message among which a few words are looked for that ask for something."""

_SAME, _BLANK_LINES, _PERIOD, _TIMES = 8, 2, 8, 4
"""How often one mark, a blank line, and up to so many words in turn may stand behind one another."""

PIECE, OVERLAP = 4_000, 600
"""Characters of a text in which secrets are looked for at once, and of those that its neighbour looks at, too."""


def near(text: str, most: int = MOST) -> str:
    """Return the beginning and the end of a text, with what repeats in it folded; at most so many characters."""
    if len(text) <= _SHORT:
        return text
    return _cut(_folded(_cut(text, _LOOSE * most)), most)


_SHORT = 40
"""Characters that can hold nothing too long."""


@lru_cache(
    maxsize=16
)  # commands, requests and the scanner ask about one message, and about those before it
def readable(text: str) -> str:
    """Return what rules look at of a text, words that are too long left out."""
    return veiled(text).text


@dataclass(frozen=True, slots=True)
class Veiled:
    """Hold what rules look at of a text, with words that are too long under short names."""

    text: str
    words: tuple[str, ...] = ()

    def unveiled(self, text: str) -> str:
        """Return a text that was read from this one with the words themselves."""
        return _NAMES.sub(self._word, text) if self.words else text

    def _word(self, name: re.Match[str]) -> str:
        place = int(name[1])
        return self.words[place] if place < len(self.words) else name[0]


def veiled(text: str) -> Veiled:
    """Return what rules look at of a text, and the words in it that are too long."""
    text = near(text)
    if len(text) <= LONGEST:
        return Veiled(text)
    words: list[str] = []

    def named(word: re.Match[str]) -> str:
        if len(word[0]) <= LONGEST:
            return word[0]
        words.append(word[0])
        return _NAME.format(len(words) - 1)

    return Veiled(_WORD.sub(named, text), tuple(words))


class _Found(Protocol):
    """Anything that was found in a text and may become a memory."""

    @property
    def content(self) -> str: ...
    @property
    def statement(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def keywords(self) -> tuple[str, ...]: ...


def unveiled(found: _Found, looked_at: Veiled) -> dict[str, Any]:
    """Return the texts of what was found with the words themselves; a title and keywords do without them."""
    if not looked_at.words:
        return {}
    return {
        "content": looked_at.unveiled(found.content),
        "statement": looked_at.unveiled(found.statement),
        "title": _NAMES.sub("…", found.title),
        "keywords": tuple(each for each in found.keywords if not _NAMES.search(each)),
    }


_NAME = "ǂ{}ǂ"
"""Reads as a word, and is one in no language that rules know."""
_NAMES = re.compile(r"ǂ(\d{1,4})ǂ", re.IGNORECASE)
_UNSPACED = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
)
"""Scripts that set no blank between words, and signs that stand between them."""
_WORD = re.compile(rf"[^\s{_UNSPACED}]+")


def pieces(text: str) -> Iterator[tuple[int, int]]:
    """Yield where a text is cut to be looked through, each piece with the end of the one before it.

    Cut is at the end of a line, else of a word, else between signs, as far as there is one.
    """
    start, end = 0, _end_of_piece(text, 0)
    while True:
        yield start, end
        if end >= len(text):
            return
        start = max(start + 1, _boundary(text, end - OVERLAP, end - OVERLAP // 2))
        end = _end_of_piece(text, start)


def _end_of_piece(text: str, start: int) -> int:
    end = start + PIECE
    return len(text) if end >= len(text) else _boundary(text, end - OVERLAP // 2, end)


def _boundary(text: str, first: int, last: int) -> int:
    """Return the last place between two at which a line, a word or what stands between signs begins."""
    for mark in ("\n", " ", "\t", ",", ";", "}", ")", "]"):
        if (at := text.rfind(mark, first, last)) >= 0:
            return at + 1
    return last


def within(text: str, most: int = FAR) -> str:
    """Return the beginning and the end of a text that is longer than what may be looked through at all."""
    return _cut(text, most)


def _cut(text: str, most: int) -> str:
    """Return the beginning and the end of a text that is too long; what a fence encloses stays enclosed."""
    if len(text) <= most:
        return text
    tail = int(most * _TAIL)
    head = text[: _boundary(text, most - tail - 200, most - tail - 12)]
    begun = _boundary(text, len(text) - tail, len(text) - tail + 200)
    parts = [head.rstrip("\n")]
    if head.count(_FENCE) % 2:
        parts.append(_FENCE)
    parts.append("")
    if text.count(_FENCE, 0, begun) % 2:
        parts.append(_FENCE)
    return "\n".join([*parts, text[begun:]])


_FENCE = "```"


def _folded(text: str) -> str:
    return _few_words(_SAME_MARK.sub(_few_marks, _few_lines(text)))


def _few_lines(text: str) -> str:
    """Leave out blank lines behind blank lines."""
    if "\n" not in text:
        return text
    kept: list[str] = []
    blank = 0
    for line in text.split("\n"):
        blank = 0 if line.strip() else blank + 1
        if blank <= _BLANK_LINES:
            kept.append(line)
    return "\n".join(kept)


_SAME_MARK = re.compile(rf"([^\w\n])\1{{{_SAME},}}")


def _few_marks(run: re.Match[str]) -> str:
    return run[1] * _SAME


def _few_words(text: str) -> str:
    """Leave out words that repeat those just before them more often than anybody says a thing."""
    words = _SPACED.findall(text)
    if len(words) <= _TIMES:
        return text
    alike = [0] * (_PERIOD + 1)  # how many words in a row are those of so many places before
    kept: list[str] = []
    bare = [word.strip().lower() for word in words]
    for place, word in enumerate(bare):
        repeats = False
        for period in range(1, min(place, _PERIOD) + 1):
            alike[period] = alike[period] + 1 if word == bare[place - period] else 0
            repeats = repeats or alike[period] >= _TIMES * period
        if not repeats:
            kept.append(words[place])
    return text if len(kept) == len(words) else "".join(kept)


_SPACED = re.compile(r"\s*\S+\s*")
