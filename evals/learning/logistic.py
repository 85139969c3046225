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


@dataclass(frozen=True)
class Trained:
    """Hold the weights of each mark, one per class."""

    classes: tuple[str, ...]
    known: dict[str, int]
    weights: Any


def train(
    texts: Sequence[Sequence[str]],
    labels: Sequence[str],
    *,
    penalty: float = 1.0,
    seen: int = 2,
    importance: Sequence[float] | None = None,
) -> Trained:
    """Find the weights under which the labels are likely."""
    rows = [[BIAS, *marks] for marks in texts]
    known = vocabulary(rows, seen)
    counted = table(rows, known)
    classes = tuple(sorted(set(labels)))
    right = np.array([classes.index(label) for label in labels])
    weight = np.ones(len(rows)) if importance is None else np.array(importance)
    shape = (len(known), len(classes))
    at = np.arange(len(rows))

    def loss(point: Any) -> tuple[float, Any]:
        weights = point.reshape(shape)
        scores = counted.times(weights)
        scores -= scores.max(axis=1, keepdims=True)
        shares = np.exp(scores)
        shares /= shares.sum(axis=1, keepdims=True)
        value = -(weight * np.log(shares[at, right] + 1e-300)).sum()
        shares[at, right] -= 1
        wrong = shares * weight[:, None]
        gradient = counted.gathered(wrong) + penalty * weights
        return float(value + 0.5 * penalty * (weights**2).sum()), gradient.ravel()

    found = least(loss, np.zeros(shape[0] * shape[1]))
    return Trained(classes, known, found.reshape(shape))
