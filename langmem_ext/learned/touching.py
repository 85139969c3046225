"""Do the words of a text touch on special data at all?

Each word counts by itself and by the classes of words that it belongs to; what stands beside it does not. That takes
some microseconds, and most of what a memory says need not be read any closer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from langmem_ext.learned.weights import Readers, readers
from langmem_ext.learned.words import TOKEN, Token, tokens


def touches_special(text: str) -> bool:
    """Tell whether the words of a text, added up, may be about health, money, love, faith or politics."""
    known = readers()
    worth = _worth(known)
    said = TOKEN.findall(text)
    return sum(map(worth, said)) + worth("") >= known.least["special words"]


def of_words(said: list[Token]) -> list[str]:
    """Return the marks of words that count each by itself."""
    return [mark for each in said for mark in _of_word(each)]


def _of_word(each: Token) -> tuple[str, str, str]:
    return f"w {each.word}", f"c {each.fine}", f"d {each.coarse}"


@lru_cache(maxsize=2)
def _worth(known: Readers) -> Callable[[str], float]:
    """Return the function that says what a word adds to the logarithm of the odds; "" adds what every text has."""
    weights = known.linear["special words"].weights

    @lru_cache(maxsize=65_536)
    def worth(word: str) -> float:
        marks = of_words(tokens(word)) if word else [""]
        nothing, special = weights.of(marks) or (0.0, 0.0)
        return special - nothing

    return worth
