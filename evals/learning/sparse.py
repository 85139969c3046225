"""Which of the marks of many texts are worth a weight, and how are they counted?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Table:
    """Hold which marks each row has, sorted by row (`marks`, `starts`) and by mark (`rows`, `row_starts`)."""

    marks: Any
    starts: Any
    rows: Any
    row_starts: Any

    def times(self, weights: Any) -> Any:
        """Return the sum of the weights of the marks of each row."""
        return np.add.reduceat(weights[self.marks], self.starts, axis=0)

    def gathered(self, of_rows: Any) -> Any:
        """Return for each mark the sum of what its rows have."""
        return np.add.reduceat(of_rows[self.rows], self.row_starts, axis=0)


def vocabulary(texts: Iterable[Sequence[str]], least: int) -> dict[str, int]:
    """Number the marks that are on so many rows, in the order of the alphabet."""
    counted = Counter(mark for marks in texts for mark in marks)
    kept = sorted(mark for mark, times in counted.items() if times >= least)
    return {mark: at for at, mark in enumerate(kept)}


BIAS = ""


def table(texts: Sequence[Sequence[str]], known: dict[str, int]) -> Table:
    """Count the known marks of each row: at least one, the empty mark, which must be known."""
    marks: list[int] = []
    starts: list[int] = []
    for each in texts:
        starts.append(len(marks))
        marks += [known[mark] for mark in each if mark in known] or [known[BIAS]]
    numbers = np.array(marks)
    rows = np.repeat(np.arange(len(starts)), np.diff([*starts, len(marks)]))
    order = np.argsort(numbers, kind="stable")
    first = np.flatnonzero(np.diff(numbers[order], prepend=-1))
    assert len(first) == len(known), "a mark that no row has"
    return Table(numbers, np.array(starts), rows[order], first)
