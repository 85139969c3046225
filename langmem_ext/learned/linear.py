"""Which class do the marks of a text speak for?"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass


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
    """Hold a multinomial logistic model; the mark "" is on every text."""

    classes: tuple[str, ...]
    weights: Weights

    def shares(self, marks: Iterable[str]) -> list[float]:
        """Return how likely each class is, in their order; together they are 1."""
        return shares_of(self.weights.of(("", *marks)))

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


def shares_of(scores: Sequence[float]) -> list[float]:
    """Return how likely each of some classes is by what speaks for it, as logarithms; together they are 1."""
    most = max(scores)
    powers = [math.exp(score - most) for score in scores]
    whole = sum(powers)
    return [power / whole for power in powers]
