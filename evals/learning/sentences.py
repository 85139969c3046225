"""Which sentence is how much an example of which class, for all tasks that one net learns?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

Row = tuple[str, str, float]
"""A sentence, its label, and how much it counts as an example."""


@dataclass(frozen=True)
class Wanted:
    """Hold sentences, and how much each is an example of each class; `classes` of all tasks stand side by side."""

    texts: Sequence[str]
    classes: Mapping[str, tuple[str, ...]]
    counts: Any

    @property
    def spans(self) -> list[slice]:
        """Return where the classes of each task stand."""
        ends = np.cumsum([0, *map(len, self.classes.values())])
        return [slice(a, b) for a, b in pairwise(ends)]


def wanted(rows: Mapping[str, Sequence[Row]]) -> Wanted:
    """Add up the examples of each task; a task that says nothing of a sentence counts nothing for it."""
    texts = sorted({text for each in rows.values() for text, _, _ in each})
    at = {text: place for place, text in enumerate(texts)}
    classes = {task: tuple(sorted({label for _, label, _ in each})) for task, each in rows.items()}
    counts = np.zeros((len(texts), sum(map(len, classes.values()))), np.float32)
    first = 0
    for task, each in rows.items():
        for text, label, importance in each:
            counts[at[text], first + classes[task].index(label)] += importance
        first += len(classes[task])
    return Wanted(texts, classes, counts)
