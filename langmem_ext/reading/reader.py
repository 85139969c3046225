"""What does each sentence of a message say, by the trained reader?

An encoder with a head for each task, run in one pass on onnxruntime. How it was trained, and how well it reads:
docs/concepts/writing.md. Without the extra `local` there is none, and the rules alone decide.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

from langmem_ext.embeddings.bert import Bert, open_session
from langmem_ext.reading.bounds import near
from langmem_ext.reading.features import FEATURES, features
from langmem_ext.reading.sentences import Span, sentences
from langmem_ext.reading.windows import Window, encoded, windows

logger = logging.getLogger(__name__)

WEIGHTS = files(__package__) / "weights"
BASE, TRAINED, TASKS, TOUCHING = "base.onnx", "reader.onnx", "tasks.json", "touching.json"
"""The lower layers, which are those of the packaged encoder; the upper ones and the heads; what the heads tell; which
tokens tell of a task."""

REMEMBERED = 32
"""How many texts the last readings are kept of: several nodes of a turn read one message, and those before it."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Hold a stretch of a text that a head marks, and how sure it is (0..1)."""

    start: int
    end: int
    share: float


@dataclass(frozen=True, slots=True)
class Read:
    """Hold what the heads say of one sentence, `text[start:end]`: for each task the share of each class (0..1)."""

    start: int
    end: int
    shares: Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class Reading:
    """Hold what was read of a text: its sentences (those that are far inside a long one are left out), and pieces."""

    text: str
    sentences: tuple[Read, ...]
    marked: Mapping[str, tuple[tuple[int, int, float, float], ...]]

    def pieces(self, name: str, least: float = 0.5) -> list[Piece]:
        """Return the pieces of a kind in order: each begins with a token of at least this share.

        Half of it is enough to go on with one.
        """
        found: list[Piece] = []
        last = -2
        for at, (start, end, first, further) in enumerate(self.marked[name]):
            share = first + further
            goes_on = at - 1 == last and first < share / 2
            if goes_on and "\n" in self.text[found[-1].end : start]:
                goes_on = False
            if share < (least / 2 if goes_on else least):
                continue
            last = at
            if goes_on:
                found[-1] = Piece(found[-1].start, end, max(found[-1].share, share))
            else:
                found.append(Piece(start, end, share))
        return found


def read(text: str) -> Reading | None:
    """Read a text, as much of it as is near; None without onnxruntime."""
    return _read(near(text)) if is_able() else None


@cache
def is_able() -> bool:
    """Tell whether what the reader runs on is installed; where it is not, a line in the log says so once."""
    able = all(find_spec(each) is not None for each in ("onnxruntime", "tokenizers", "numpy"))
    if not able:
        logger.warning(WITHOUT)
    return able


WITHOUT = (
    "messages are read by rules alone: few and sure; "
    "`pip install 'langmem-ext[local]'` installs the trained reader"
)


@lru_cache(maxsize=REMEMBERED)
def _read(text: str) -> Reading:
    spans, found = sentences(text), windows(text)
    if not found:
        return Reading(text, (), {name: () for name in tasks()["spans"]})
    judged, tags = _run(text, spans, found)
    return Reading(text, tuple(_sentences(found, judged)), _marked(found, tags))


def _run(text: str, spans: Sequence[Span], found: Sequence[Window]) -> tuple[Any, Any]:
    given = _inputs(text, spans, found)
    (states,) = _base().run(given, "states")
    judged, tags = _trained().run({**given, "states": states}, "sentences", "tokens")
    return judged, tags


def _inputs(text: str, spans: Sequence[Span], found: Sequence[Window]) -> dict[str, Any]:
    import numpy

    many, longest = len(found), max(len(each.ids) for each in found)
    most = max(len(each.spans) for each in found)
    given: dict[str, Any] = {
        "ids": numpy.zeros((many, longest), numpy.int64),
        "mask": numpy.zeros((many, longest), numpy.int32),
        "within": numpy.zeros((many, most, longest), numpy.float32),
        "same": numpy.ones((many, many), numpy.float32),
        "features": numpy.zeros((many, most, FEATURES), numpy.float32),
    }
    marks = features(text, spans)
    for row, window in enumerate(found):
        given["ids"][row, : len(window.ids)] = window.ids
        given["mask"][row, : len(window.ids)] = 1
        for at, belongs in enumerate(window.belongs):
            if belongs >= 0:
                given["within"][row, belongs, at] = 1
        size = len(window.spans)
        given["features"][row, :size] = marks[window.number : window.number + size]
    return given


def _sentences(found: Sequence[Window], judged: Any) -> list[Read]:
    made: dict[Span, Read] = {}
    for row, window in enumerate(found):
        for at, span in enumerate(window.spans):
            # of a sentence that was cut, its beginning tells what it is
            made.setdefault(span, Read(*span, _shares(judged[row, at].tolist())))
    return list(made.values())


def _shares(numbers: Sequence[float]) -> dict[str, dict[str, float]]:
    shares, at = {}, 0
    for task, classes in tasks()["classes"].items():
        shares[task] = dict(zip(classes, numbers[at : at + len(classes)], strict=True))
        at += len(classes)
    return shares


def _marked(
    found: Sequence[Window], tags: Any
) -> dict[str, tuple[tuple[int, int, float, float], ...]]:
    """Return the places of all tokens beside how likely each begins a piece of a kind, and goes on with one."""
    made: dict[str, list[tuple[int, int, float, float]]] = {name: [] for name in tasks()["spans"]}
    for row, window in enumerate(found):
        rows = tags[row].tolist()
        for place, belongs, shares in zip(window.places, window.belongs, rows, strict=False):
            for number, name in enumerate(made) if belongs >= 0 else ():
                made[name].append((*place, *shares[3 * number + 1 : 3 * number + 3]))
    return {name: tuple(each) for name, each in made.items()}


def touches(task: str, text: str) -> bool:
    """Tell whether the words of a text, added up, may be about what a task finds: it costs microseconds."""
    if not is_able():
        return False
    worth, telling = _touching()[task]["weights"], _touching()[task]["least"]
    said = set(encoded(text).ids)
    return bool(sum(worth.get(str(token), 0.0) for token in said) >= telling)


@cache
def _touching() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads((WEIGHTS / TOUCHING).read_text(encoding="utf-8"))
    return found


@cache
def tasks() -> Mapping[str, Any]:
    """Return the classes of each task, and the kinds of pieces, in the order of what the heads give."""
    found: Mapping[str, Any] = json.loads((WEIGHTS / TASKS).read_text(encoding="utf-8"))
    return found


@cache
def _base() -> Bert:
    return Bert(lambda: open_session((WEIGHTS / BASE).read_bytes(), 1))


@cache
def _trained() -> Bert:
    return Bert(lambda: open_session((WEIGHTS / TRAINED).read_bytes(), 1))
