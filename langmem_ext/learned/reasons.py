"""Which words made a trained reader decide?"""

from __future__ import annotations

from collections.abc import Sequence

from langmem_ext.learned.features import of_text
from langmem_ext.learned.reading import NONE
from langmem_ext.learned.weights import readers
from langmem_ext.learned.words import tokens

Reason = tuple[str, float]
"""A mark in words, and what it adds to the logarithm of the odds; below nought it speaks against."""

MOST = 5


def why_fact(clause: str) -> list[Reason]:
    """Return the marks of a clause that weighed most for a fact of its kind, or against."""
    return _reasons("fact", clause)


def why_request(sentences: Sequence[str]) -> list[Reason]:
    """Return the marks that weighed most in the sentence that most likely asks to remember something."""
    reader = readers().linear["request"]
    at = reader.classes.index("request")
    asks = max(sentences, key=lambda each: reader.shares(of_text(tokens(each)))[at], default="")
    return _reasons("request", asks)


def _reasons(name: str, text: str) -> list[Reason]:
    reader, marks = readers().linear[name], of_text(tokens(text))
    shares = zip(reader.shares(marks), reader.classes, strict=True)
    best = max((share, each) for share, each in shares if each != NONE)[1]
    weighed = [
        (worded, round(weight, 2))
        for mark, weight in reader.weighed(marks, best, NONE)
        if (worded := _in_words(mark))
    ]
    return list(dict(weighed).items())[:MOST]


_BETWEEN = {"w": " ", "p": " ", "t": " ", "s": " … "}
"""The marks that are words, pairs, triples, or words with one between, and what stands between."""


def _in_words(mark: str) -> str:
    """Return a mark as somebody would read it; "" for classes, letters and lengths, which nobody would."""
    kind, _, words = mark.partition(" ")
    if kind in _BETWEEN:
        return _BETWEEN[kind].join(words.split(" "))
    if mark.startswith("^") and kind not in ("^c", "^d"):
        return f"{mark[1:]} …"
    if mark.endswith("$") and kind != "d":
        return f"… {mark[:-1]}"
    return ""
