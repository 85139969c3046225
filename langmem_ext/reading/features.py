"""What of the form of a message tells whose words a sentence is, beside the sentence itself?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from langmem_ext.reading.parts import shares_of_own
from langmem_ext.reading.sentences import Span
from langmem_ext.reading.words import words, words_of

FEATURES = 26
"""How many numbers, each from 0 to 1, `features` returns for a sentence."""

_SIZES = (60, 200, 500, 1_000, 2_500)
_MARKS = frozenset("{}[]<>=;|/\\#@$%^&*_~`+")
_OPENING = "\"'“‘«`([>*#-•"


@dataclass(frozen=True, slots=True)
class _Said:
    """Hold what is looked at of one sentence."""

    words: tuple[str, ...]
    first: int
    asks: bool
    bids: bool
    start: str
    end: str


def features(text: str, spans: Sequence[Span]) -> list[list[float]]:
    """Return for each sentence of a message `FEATURES` numbers from 0 to 1."""
    said = [_said(text[start:end]) for start, end in spans]
    own = shares_of_own(text, spans)
    message = _of_message(text, said, own)
    return [
        [*message, *_of_sentence(text, spans, said, own, at), *_beside(said, own, at)]
        for at in range(len(spans))
    ]


def _said(sentence: str) -> _Said:
    spoken = tuple(words_of(sentence[:400]))
    first = sum(word in _FIRST or word.startswith(_FIRST_SHORT) for word in spoken)
    opening = next((word for word in spoken if word not in words("courtesies")), "")
    asks = sentence.rstrip("\"'”’)*_ ").endswith("?") or opening in words("asks")
    return _Said(spoken, first, asks, begins_task(spoken), sentence[:1], sentence[-1:])


def begins_task(spoken: Sequence[str]) -> bool:
    """Tell whether words, without courtesies in front, begin with one that sets a task."""
    opening = next((word for word in spoken if word not in words("courtesies")), "")
    return any(opening in words(name) for name in ("works_on", "may_work_on", "tasks"))


_FIRST = frozenset("i me my mine myself we us our ours im ive id ill".split())
_FIRST_SHORT = ("i'", "we'")


def _of_message(text: str, said: Sequence[_Said], own: Sequence[float]) -> list[float]:
    many = max(1, len(said))
    total = sum(len(each.words) for each in said)
    return [
        *(float(len(text) > size) for size in _SIZES),
        min(1.0, text.count("\n") / 20),
        min(1.0, many / 20),
        min(1.0, 10 * sum(each.first for each in said) / max(1, total)),
        float(any(each.bids or each.asks for each in said)),
        float(bool(said) and (said[0].bids or said[0].asks)),
        min(1.0, 5 * sum(map(_MARKS.__contains__, text)) / max(1, len(text))),
        sum(own) / many,
    ]


def _of_sentence(
    text: str, spans: Sequence[Span], said: Sequence[_Said], own: Sequence[float], at: int
) -> list[float]:
    (start, end), each = spans[at], said[at]
    before = text[spans[at - 1][1] : start] if at else "\n"
    return [
        own[at],
        at / max(1, len(spans) - 1),
        min(1.0, len(each.words) / 40),
        min(1.0, each.first / 3),
        float(each.asks),
        float(each.bids),
        float("you" in each.words or "your" in each.words),
        float(each.start in _OPENING),
        float(each.end in ":,;-"),
        float("\n" in before),
        min(1.0, 5 * sum(map(_MARKS.__contains__, text[start:end])) / (end - start)),
    ]


def _beside(said: Sequence[_Said], own: Sequence[float], at: int) -> list[float]:
    last = said[at - 1] if at else None
    following = said[at + 1] if at + 1 < len(said) else None
    return [
        float(last is not None and (last.asks or last.bids)),
        float(following is not None and (following.asks or following.bids)),
        float(any(each.end == ":" for each in said[max(0, at - 8) : at])),
    ]
