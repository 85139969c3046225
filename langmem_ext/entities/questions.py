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


def names_in(question: str, max_words: int = 4, limit: int = 64) -> list[str]:
    """Return the lookup keys that a question could name, distinct, the likeliest first, at most `limit`.

    First what the patterns find, with its aliases, then every run of one to `max_words` words: runs of capitalised
    words, then runs that neither begin nor end with a stop word, then the rest. A run of stop words alone is left out,
    unless its capitals say otherwise (Will, The Who).
    """
    keys = dict.fromkeys(_pattern_keys(question))
    words = _words(question)
    ranks: tuple[list[str], ...] = ([], [], [])
    for start in range(len(words)):
        for key, rank in reversed(list(_runs(words[start : start + max_words]))):
            ranks[rank].append(key)
    keys |= dict.fromkeys(ranks[0] + ranks[1])
    keys |= dict.fromkeys(_parts(words))
    if len(keys) < limit:
        keys |= dict.fromkeys(ranks[2])
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


def _runs(words: Sequence[_Word]) -> Iterator[tuple[str, int]]:
    """Yield the runs that begin with the first of some words, shortest first: a key, and how likely it is a name.

    Likely (0) are capitalised words, then (1) what neither begins nor ends with a stop word, then (2) the rest; a run
    of stop words alone, or an article, is none.
    """
    begins = words[0].stops
    key, capital, stops, paused, clean = "", True, True, False, True
    for size, (_, own, is_stop, is_capital, pause, is_clean) in enumerate(words, 1):
        key = f"{key} {own}" if key else own
        capital, stops, clean = capital and is_capital, stops and is_stop, clean and is_clean
        named = capital and (size > 1 or own not in _ARTICLES)
        if named or not (capital or stops):
            rank = 2 if paused else 0 if capital else 2 if begins or is_stop else 1
            yield (key if clean or size == 1 else _raw_key(words[:size])), rank
        paused = paused or pause


def _raw_key(run: Sequence[_Word]) -> str:
    return lookup_key(" ".join([word.text for word in run]))


def _parts(words: Sequence[_Word]) -> Iterator[str]:
    """Yield the words within words: Ana/Bob, Ana-related."""
    for word in words:
        if not word.key.isalnum():
            yield from (part for part in _PARTS.findall(word.key) if part not in STOP_WORDS)
