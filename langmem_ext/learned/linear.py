"""Which class do the marks of a text speak for?"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import mul


@dataclass(frozen=True, slots=True)
class Weights:
    """Hold what each mark says for each class: `rows` has a byte for every class, in units of `unit`.

    NOUGHT says nothing. Bytes without a sign are added up without making a number of each.
    """

    rows: Mapping[str, bytes]
    unit: float

    @classmethod
    def of_columns(
        cls, marks: Iterable[str], columns: Sequence[array[int]], unit: float
    ) -> Weights:
        """Return the weights that stand in one column of signed bytes for each class."""
        width, count = len(columns), len(columns[0])
        whole = bytearray(width * count)
        for place, column in enumerate(columns):
            whole[place::width] = column.tobytes().translate(_FLIPPED)
        rows = (bytes(whole[at : at + width]) for at in range(0, width * count, width))
        return cls(dict(zip(marks, rows, strict=True)), unit)

    def columns(self) -> list[bytes]:
        """Return the weights for each class, as signed bytes."""
        whole = b"".join(self.rows.values()).translate(_FLIPPED)
        width = len(next(iter(self.rows.values())))
        return [whole[place::width] for place in range(width)]

    def of(self, marks: Iterable[str]) -> list[float]:
        """Return the sum of the weights of the marks for each class; unknown marks weigh nothing."""
        find = self.rows.get
        found = [row for mark in marks if (row := find(mark)) is not None]
        nothing = NOUGHT * len(found)
        return [self.unit * (whole - nothing) for whole in map(sum, zip(*found, strict=True))]


NOUGHT = 128
_FLIPPED = bytes(each ^ NOUGHT for each in range(256))
"""From a signed byte to one without a sign, and back."""


@dataclass(frozen=True, slots=True)
class Linear:
    """Hold a multinomial logistic model; the mark "" is on every text.

    `directions` say for each class, if the model judges by meaning too, where in the space of vectors it lies.
    """

    classes: tuple[str, ...]
    weights: Weights
    directions: tuple[array[float], ...] = ()

    def shares(self, marks: Iterable[str], vector: Sequence[float] = ()) -> list[float]:
        """Return how likely each class is, in their order; together they are 1. `vector` is what the text means."""
        scores = self.weights.of(("", *marks))
        if self.directions:
            along = (sum(map(mul, direction, vector)) for direction in self.directions)
            scores = [score + more for score, more in zip(scores, along, strict=True)]
        most = max(scores)
        powers = [math.exp(score - most) for score in scores]
        whole = sum(powers)
        return [power / whole for power in powers]

    def weighed(self, marks: Iterable[str], name: str, against: str) -> list[tuple[str, float]]:
        """Return the marks that speak for one class rather than another, the heaviest first."""
        one, other = self.classes.index(name), self.classes.index(against)
        known = ((mark, self.weights.rows.get(mark)) for mark in dict.fromkeys(marks))
        weights = [
            (mark, self.weights.unit * (row[one] - row[other]))
            for mark, row in known
            if row is not None
        ]
        return sorted(weights, key=lambda pair: (-abs(pair[1]), pair[0]))
