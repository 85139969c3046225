"""Which class is a text of, by the weights of its marks?

Multinomial logistic regression with a quadratic penalty.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from evals.learning.minimising import least
from evals.learning.sparse import BIAS, table, vocabulary

LENGTH = 4.0
"""How long a vector of unit length is made beside the marks, each of which counts 1: with 3 to 6 the same was found."""


@dataclass(frozen=True)
class Trained:
    """Hold the weights of each mark, one per class, and those of each dimension of a vector, if there are any."""

    classes: tuple[str, ...]
    known: dict[str, int]
    weights: Any
    along: Any = None


def train(
    texts: Sequence[Sequence[str]],
    labels: Sequence[str],
    *,
    penalty: float = 1.0,
    seen: int = 2,
    importance: Sequence[float] | None = None,
    vectors: Any = None,
) -> Trained:
    """Find the weights under which the labels are likely; `vectors` has a row for each text, or is None."""
    rows = [[BIAS, *marks] for marks in texts]
    known = vocabulary(rows, seen)
    counted = table(rows, known)
    classes = tuple(sorted(set(labels)))
    right = np.array([classes.index(label) for label in labels])
    weight = np.ones(len(rows)) if importance is None else np.array(importance)
    placed = np.zeros((len(rows), 0)) if vectors is None else LENGTH * np.asarray(vectors)
    marked, width = len(known), len(classes)
    shape = (marked + placed.shape[1], width)
    at = np.arange(len(rows))

    def loss(point: Any) -> tuple[float, Any]:
        weights = point.reshape(shape)
        scores = counted.times(weights[:marked]) + placed @ weights[marked:]
        scores -= scores.max(axis=1, keepdims=True)
        shares = np.exp(scores)
        shares /= shares.sum(axis=1, keepdims=True)
        value = -(weight * np.log(shares[at, right] + 1e-300)).sum()
        shares[at, right] -= 1
        wrong = shares * weight[:, None]
        gradient = np.concatenate([counted.gathered(wrong), placed.T @ wrong]) + penalty * weights
        return float(value + 0.5 * penalty * (weights**2).sum()), gradient.ravel()

    found = least(loss, np.zeros(shape[0] * shape[1]))
    weights = found.reshape(shape)
    along = None if vectors is None else LENGTH * weights[marked:]
    return Trained(classes, known, weights[:marked], along)
