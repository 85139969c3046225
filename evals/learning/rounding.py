"""How do fitted weights become readers that the package holds, in signed bytes?"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from evals.learning.field import train_field
from evals.learning.logistic import Trained
from langmem_ext.learned.linear import Linear, Weights
from langmem_ext.learned.tagger import Tagger

SMALLEST = 0.06
"""Weights below it are left out: they decide nothing."""


def linear_of(trained: Trained) -> Linear:
    """Round the weights to what a signed byte holds."""
    return Linear(trained.classes, _rounded(trained.known, trained.weights))


def tagger_of(texts: Sequence[Sequence[Sequence[str]]], tags: Sequence[Sequence[int]]) -> Tagger:
    """Fit a tagger, with weights rounded to what a signed byte holds."""
    pairs = [(text, tag) for text, tag in zip(texts, tags, strict=True) if text]
    found = train_field([text for text, _ in pairs], [tag for _, tag in pairs])
    moves: Any = tuple(tuple(round(float(each), 4) for each in row) for row in found.moves)
    return Tagger(_rounded(found.known, found.weights), moves)


def _rounded(known: Mapping[str, int], weights: Any) -> Weights:
    unit = round(float(np.abs(weights).max()) / 127, 6) or 1.0
    whole = np.clip(np.rint(weights / unit), -127, 127).astype(np.int8)
    worth = (np.abs(weights).max(axis=1) >= SMALLEST) & whole.any(axis=1)
    kept = [(mark, at) for mark, at in known.items() if mark == "" or worth[at]]
    rows = whole[[at for _, at in kept]]
    columns = [array("b", np.ascontiguousarray(column).tobytes()) for column in rows.T]
    return Weights.of_columns([mark for mark, _ in kept], columns, unit)
