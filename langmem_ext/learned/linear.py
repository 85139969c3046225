"""Which class do the marks of a text speak for?"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Hold what each mark says for each class: `places` tells its place in every one of the `columns`.

    The weights are signed bytes in units of `unit`.
    """

    places: Mapping[str, int]
    columns: Sequence[array[int]]
    unit: float

    def of(self, marks: Iterable[str]) -> list[float]:
        """Return the sum of the weights of the marks for each class; unknown marks weigh nothing."""
        find = self.places.get
        found = [place for mark in marks if (place := find(mark)) is not None]
        return [self.unit * sum([column[place] for place in found]) for column in self.columns]


@dataclass(frozen=True, slots=True)
class Linear:
    """Hold a multinomial logistic model; the mark "" is on every text."""

    classes: tuple[str, ...]
    weights: Weights

    def shares(self, marks: Iterable[str]) -> list[float]:
        """Return how likely each class is, in their order; together they are 1."""
        scores = self.weights.of(("", *marks))
        most = max(scores)
        powers = [math.exp(score - most) for score in scores]
        whole = sum(powers)
        return [power / whole for power in powers]

    def weighed(self, marks: Iterable[str], name: str, against: str) -> list[tuple[str, float]]:
        """Return the marks that speak for one class rather than another, the heaviest first."""
        one, other = (self.weights.columns[self.classes.index(each)] for each in (name, against))
        known = ((mark, self.weights.places.get(mark)) for mark in dict.fromkeys(marks))
        weights = [
            (mark, self.weights.unit * (one[place] - other[place]))
            for mark, place in known
            if place is not None
        ]
        return sorted(weights, key=lambda pair: (-abs(pair[1]), pair[0]))
