"""Which entities may a question mean?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from langmem_ext.entities.found import entities_in
from langmem_ext.entities.keys import lookup_key
from langmem_ext.entities.patterns import Patterns
from langmem_ext.entities.words import STOP_WORDS

MAX_WORDS = 256
"""Words of a question that are read; languages without spaces between words are not split."""

_PATTERNS = (Patterns(),)
_PARTS = re.compile(r"\w\w+")
_SENTENCE_END = ".!?:"
_PAUSE = ",;:!?)"
_ARTICLES = ("a", "an", "the")


class _Word(NamedTuple):
    text: str
    key: str
    stops: bool
    capital: bool
    pause: bool
    clean: bool


_Run = Sequence[_Word]


def names_in(question: str, max_words: int = 4, limit: int = 64) -> list[str]:
    """Return the lookup keys that a question could name, distinct, the likeliest first, at most `limit`.

    First what the patterns find, with its aliases, then every run of one to `max_words` words: runs of capitalised
    words, then runs that neither begin nor end with a stop word, then the rest. A run of stop words alone is left out,
    unless its capitals say otherwise (Will, The Who).
    """
    keys = dict.fromkeys(_pattern_keys(question))
    words = _words(question)
    ranks: tuple[list[_Run], ...] = ([], [], [])
    for run in _runs(words, max_words):
        if (rank := _rank(run)) is not None:
            ranks[rank].append(run)
    keys |= dict.fromkeys(map(_key, ranks[0] + ranks[1]))
    keys |= dict.fromkeys(_parts(words))
    if len(keys) < limit:
        keys |= dict.fromkeys(map(_key, ranks[2]))
    return [key for key in keys if key][:limit]


def keys_of(name: str) -> list[str]:
    """Return the lookup keys of one name, the likeliest first: of what the patterns read in it, and its own.

    With it `https://Example.com/docs/` and `March 5, 2026` are found under their canonical names.
    """
    whole = [
        entity
        for entity in entities_in(name, _PATTERNS)
        if lookup_key(name) in (entity.key, *entity.aliases) or " " not in name.strip()
    ]
    keys = [key for entity in whole for key in (entity.key, *entity.aliases)]
    return [key for key in dict.fromkeys([*keys, lookup_key(name)]) if key]


def _pattern_keys(question: str) -> Iterator[str]:
    for entity in entities_in(question, _PATTERNS):
        yield entity.key
        yield from entity.aliases


def _words(question: str) -> list[_Word]:
    words: list[_Word] = []
    begins = True
    for text in question.split(maxsplit=MAX_WORDS)[:MAX_WORDS]:
        key = lookup_key(text)
        if key:
            bare = text.lstrip("\"'“‘(¿¡@#")
            stops = key in STOP_WORDS
            capital = bare[:1].isupper() and not (begins and stops) and key[:2] not in ("i", "i'")
            clean = len(text) == len(key) and key == text.lower()
            words.append(_Word(text, key, stops, capital, text[-1] in _PAUSE, clean))
        begins = text[-1] in _SENTENCE_END
    return words


def _runs(words: Sequence[_Word], longest: int) -> Iterator[_Run]:
    for start in range(len(words)):
        for size in range(min(longest, len(words) - start), 0, -1):
            yield words[start : start + size]


def _rank(run: _Run) -> int | None:
    """Tell how likely a run is a name: 0 to 2, None for one that is none."""
    paused = any([word.pause for word in run[:-1]])
    if all([word.capital for word in run]):
        return None if len(run) == 1 and run[0].key in _ARTICLES else 2 * paused
    if not (run[0].stops or run[-1].stops):
        return 2 if paused else 1
    return None if all([word.stops for word in run]) else 2


def _key(run: _Run) -> str:
    if len(run) == 1:
        return run[0].key
    if all([word.clean for word in run]):
        return " ".join([word.key for word in run])
    return lookup_key(" ".join([word.text for word in run]))


def _parts(words: Sequence[_Word]) -> Iterator[str]:
    """Yield the words within words: Ana/Bob, Ana-related."""
    for word in words:
        if not word.key.isalnum():
            yield from (part for part in _PARTS.findall(word.key) if part not in STOP_WORDS)
