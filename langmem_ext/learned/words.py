"""What does a word look like to a trained reader?

A word is known by its spelling, by a class of words that are used alike (word_classes.txt, made by
`evals.learning.word_classes`) and, where nobody has seen it before, by its shape and its letters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple

TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+|[^\w\s]|_+|\n+")
MOST = 160
"""Tokens of a text that are read: what comes later is pasted."""


class Token(NamedTuple):
    """Hold one word, number or mark, with its place; `word` is folded, numbers are a 0 per digit."""

    text: str
    start: int
    end: int
    word: str
    fine: str
    coarse: str


@dataclass(frozen=True, slots=True)
class Classes:
    """Know the fine and the coarse class of each word, as short labels."""

    both: Mapping[str, tuple[str, str]]


@cache
def classes() -> Classes:
    """Read the packaged classes once; a line is a fine class, "7: tea coffee ..." with the coarse one it is part of."""
    text = files("langmem_ext.learned").joinpath("word_classes.txt").read_text(encoding="utf-8")
    both: dict[str, tuple[str, str]] = {}
    for number, line in enumerate(text.splitlines()):
        above, _, words = line.partition(": ")
        both |= dict.fromkeys(words.split(" "), (str(number), above))
    return Classes(both)


def tokens(text: str, form: re.Pattern[str] = TOKEN, most: int | None = MOST) -> list[Token]:
    """Split a text into words, numbers and marks, up to so many."""
    known = classes()
    find = known.both.get
    found: list[Token] = []
    for match in form.finditer(text):
        said = match[0]
        start, end = match.span()
        word = said.lower()
        pair = find(word)
        if pair is None:
            word = folded(said)
            pair = find(_known(word, known.both)) or (shape(said), shape(said))
        found.append(Token(said, start, end, word, *pair))
        if len(found) == most:
            break
    return found


def folded(said: str) -> str:
    """Write a word in small letters with straight apostrophes, a number as so many noughts, a new line as ¶."""
    if said.isdigit():
        return "0" * min(len(said), 12)
    return "¶" if said[0] == "\n" else said.lower().replace("’", "'")


_ENDINGS = (("'s", ""), ("s", ""), ("ies", "y"), ("ed", "e"), ("ed", ""), ("ing", ""), ("ing", "e"))


def _known(word: str, known: Mapping[str, object]) -> str:
    """Return the word itself or the one it is a form of, if a class has it."""
    if word in known or len(word) < 4:
        return word
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and (stem := word.removesuffix(ending) + instead) in known:
            return stem
    return word


def is_known(word: str) -> bool:
    """Tell whether some class has the word or the one it is a form of."""
    known = classes().both
    return _known(word, known) in known


def shape(said: str) -> str:
    """Sum up how a word is written: "Xx", "x", "0", "x0" and the like, long runs as one."""
    if said[0] == "\n":
        return "¶"
    return _RUNS.sub(r"\1", said[:40].translate(_SHAPES)) if said.isascii() else _shape(said)


def _shape(said: str) -> str:
    forms = (
        "X" if c.isupper() else "x" if c.isalpha() else "0" if c.isdigit() else c for c in said[:40]
    )
    return _RUNS.sub(r"\1", "".join(forms))


_SHAPES = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
    "X" * 26 + "x" * 26 + "0" * 10,
)
_RUNS = re.compile(r"(.)\1+")
