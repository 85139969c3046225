"""Which class does a sentence speak for, by the states of its tokens in the offline model?

A small net: every state becomes a few numbers, which are nought or more; several looks choose by weight which tokens to
take them from; what they take is added up for each class of each task. A vector of the whole sentence, the mean of the
same states, says less: what asks is often a word or two of it.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

MOST_TOKENS = 96
"""How many tokens of a sentence are looked at: more than all but one in a thousand have."""

PARTS = ("project", "shift", "look", "add", "start")
"""States to numbers, and what is added; states to looks; numbers that were taken to classes, and what is added."""


@dataclass(frozen=True, slots=True)
class Matrix:
    """Hold a table of signed bytes, row after row, in units of `unit`."""

    width: int
    unit: float
    numbers: bytes

    @classmethod
    def of(cls, numbers: Any) -> Matrix:
        """Round the numbers of a numpy array of two dimensions to signed bytes."""
        import numpy

        unit = round(float(numpy.abs(numbers).max()) / 127, 6) or 1.0
        whole = numpy.rint(numbers / unit).clip(-127, 127).astype(numpy.int8)
        return cls(numbers.shape[1], unit, whole.tobytes())

    def written(self) -> list[Any]:
        """Write the table down for the packaged file."""
        return [self.width, self.unit, base64.b64encode(self.numbers).decode()]

    @classmethod
    def read(cls, kept: Sequence[Any]) -> Matrix:
        """Read what `written` wrote."""
        width, unit, numbers = kept
        return cls(width, unit, base64.b64decode(numbers))

    def whole(self) -> Any:
        """Return the numbers as a numpy array."""
        import numpy

        rows = numpy.frombuffer(self.numbers, numpy.int8).reshape(-1, self.width)
        return rows.astype(numpy.float32) * numpy.float32(self.unit)


@dataclass(frozen=True, slots=True, eq=False)
class Net:
    """Hold one net: the classes of each task, in the order of what `parts["add"]` adds up, and its tables."""

    classes: Mapping[str, tuple[str, ...]]
    parts: Mapping[str, Matrix]

    def scores(self, states: Any) -> Mapping[str, list[float]]:
        """Return for each class of each task what speaks for it; `states` has a row for each token."""
        added = _added(_whole(self), states[:MOST_TOKENS])
        found: dict[str, list[float]] = {}
        at = 0
        for task, classes in self.classes.items():
            found[task] = added[at : at + len(classes)]
            at += len(classes)
        return found

    def without(self, task: str) -> Net:
        """Return the net without what speaks for the classes of a task."""
        import numpy

        names = [name for name, classes in self.classes.items() for _ in classes]
        kept = numpy.array([name != task for name in names])
        parts = {name: self.parts[name].whole() for name in ("add", "start")}
        less = {name: Matrix.of(each[:, kept]) for name, each in parts.items()}
        classes = {name: each for name, each in self.classes.items() if name != task}
        return Net(classes, {**self.parts, **less})


@lru_cache(maxsize=32)
def _whole(net: Net) -> dict[str, Any]:
    return {name: net.parts[name].whole() for name in PARTS}


def _added(parts: Mapping[str, Any], states: Any) -> list[float]:
    import numpy

    numbers = numpy.maximum(states @ parts["project"] + parts["shift"], 0)
    looks = states @ parts["look"]
    looks = numpy.exp(looks - looks.max(axis=0))
    taken = (looks / looks.sum(axis=0)).T @ numbers
    added: list[float] = (taken.reshape(1, -1) @ parts["add"] + parts["start"])[0].tolist()
    return added


def written(net: Net) -> dict[str, Any]:
    """Write a net down for the packaged file."""
    return {
        "classes": {task: list(classes) for task, classes in net.classes.items()},
        "parts": {name: each.written() for name, each in sorted(net.parts.items())},
    }


def read(kept: Mapping[str, Any]) -> Net:
    """Read what `written` wrote."""
    parts = {name: Matrix.read(each) for name, each in kept["parts"].items()}
    return Net({task: tuple(classes) for task, classes in kept["classes"].items()}, parts)
