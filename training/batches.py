"""How are messages laid beside one another for the net?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from langmem_ext.reading.features import FEATURES, features
from langmem_ext.reading.windows import Window, windows
from training.rows import SPANS, TASKS, Example

TOKENS = 2_048
"""Tokens of a batch, filling included."""

LENGTHS = (16, 24, 32, 48, 64, 96, 128)
SENTENCES = (2, 12)


@dataclass(slots=True)
class Laid:
    """Hold an example as the net reads it; `first` is the place of each window's tokens among all states."""

    example: Example
    windows: list[Window]
    features: np.ndarray
    length: int
    most: int
    first: list[int]


def laid(example: Example) -> Laid | None:
    """Lay an example before the net; None where nothing of it is read."""
    found = windows(example.text)
    if not found:
        return None
    longest = max(len(each.ids) for each in found)
    most = max(len(each.spans) for each in found)
    return Laid(
        example,
        found,
        np.asarray(features(example.text, example.places), np.float32),
        next(each for each in LENGTHS if each >= longest),
        next(each for each in SENTENCES if each >= most),
        [],
    )


def batches(examples: Sequence[Laid], chance: Any = None) -> Iterator[list[Laid]]:
    """Yield examples of a like size together; in an order by chance where one is given."""
    alike: dict[tuple[int, int], list[Laid]] = defaultdict(list)
    for each in examples:
        alike[each.length, each.most].append(each)
    found = []
    for (length, _), group in alike.items():
        if chance is not None:
            chance.shuffle(group)
        part: list[Laid] = []
        held = 0
        for each in group:
            if held + len(each.windows) > TOKENS // length:
                found.append(part)
                part, held = [], 0
            part.append(each)
            held += len(each.windows)
        found.append(part)
    if chance is not None:
        chance.shuffle(found)
    yield from filter(None, found)


def batch_of(group: Sequence[Laid], states: Any) -> dict[str, Any]:
    """Return the arrays of a batch: of (windows, tokens) and (windows, sentences), filled up."""
    length, most = group[0].length, group[0].most
    many = TOKENS // length
    made: dict[str, Any] = {
        "said": np.zeros((many, length, 384), np.float16),
        "real": np.zeros((many, length), bool),
        "within": np.zeros((many, most, length), np.float32),
        "same": np.eye(many, dtype=np.float32),
        "features": np.zeros((many, most, FEATURES), np.float32),
        "tags": np.zeros((many, length, len(SPANS)), np.int32),
        "tag_weight": np.zeros((many, length, len(SPANS)), np.float32),
    }
    for task in TASKS:
        made[task] = np.zeros((many, most), np.int32)
        made[f"{task}_weight"] = np.zeros((many, most), np.float32)
    row = 0
    for each in group:
        rows = slice(row, row + len(each.windows))
        made["same"][rows, rows] = 1
        for window, first in zip(each.windows, each.first, strict=True):
            _lay(made, row, each, window, states[first : first + len(window.ids)])
            row += 1
    return made


def _lay(made: dict[str, Any], row: int, each: Laid, window: Window, said: Any) -> None:
    size = len(window.ids)
    made["said"][row, :size] = said
    made["real"][row, :size] = True
    for at, belongs in enumerate(window.belongs):
        if belongs >= 0:
            made["within"][row, belongs, at] = 1
    for at in range(len(window.spans)):
        made["features"][row, at] = each.features[window.number + at]
        for task, (kind, weight) in each.example.told[window.number + at].items():
            made[task][row, at] = kind
            made[f"{task}_weight"][row, at] = weight * each.example.weight
    for number, name in enumerate(SPANS):
        if name in each.example.spans:
            tags, weights = _tags(window, each.example.spans[name])
            made["tags"][row, :size, number] = tags
            made["tag_weight"][row, :size, number] = weights


def _tags(window: Window, pieces: Sequence[tuple[int, int]]) -> tuple[list[int], list[float]]:
    """Return for each token whether it is outside (0), first in (1) or further in (2) a piece, and its weight."""
    tags, weights, last = [], [], -1
    for (start, end), belongs in zip(window.places, window.belongs, strict=True):
        at = next((n for n, (a, b) in enumerate(pieces) if a < end and start < b), -1)
        tags.append(0 if at < 0 or belongs < 0 else 2 if at == last else 1)
        weights.append(0.0 if belongs < 0 else 1.0 if at >= 0 else 0.5)
        last = at
    return tags, weights
