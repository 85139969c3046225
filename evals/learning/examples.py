"""From which labelled lines do the readers learn?

evals/data/*.jsonl and evals/data/training/*.jsonl, the latter by writers who knew neither the rules nor each other's
lines: `commands-a.jsonl` is writer a's. Lines that rest on a message before are left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evals.quality.labelled import DATA

TRAINING = DATA / "training"
OF_HOUSE = ("commands", "directives", "scanning", "secrets")
"""Tasks with a set in evals/data."""

TASKS = (*OF_HOUSE, "special")
HOUSE = "house"
"""The writers of the sets in evals/data, which the rules were made with."""

Line = Mapping[str, Any]


@dataclass(frozen=True)
class Examples:
    """Hold the lines of each task, with who wrote them."""

    lines: Mapping[str, tuple[tuple[str, Line], ...]]

    @property
    def writers(self) -> list[str]:
        """Return who wrote lines, but for the house."""
        return sorted({who for each in self.lines.values() for who, _ in each} - {HOUSE})

    def of(self, task: str, *, but: str = "", only: str = "") -> list[Line]:
        """Return the lines of a task, without those of one writer, or only those of one."""
        return [line for who, line in self.lines[task] if who != but and (not only or who == only)]


def read_examples(house: Path = DATA, training: Path = TRAINING) -> Examples:
    """Read all lines of all tasks."""
    return Examples({task: tuple(_lines(task, house, training)) for task in TASKS})


def _lines(task: str, house: Path, training: Path) -> Iterator[tuple[str, Line]]:
    parts = [(HOUSE, house / f"{task}.jsonl")] if task in OF_HOUSE else []
    parts += [
        (path.stem.rpartition("-")[2], path) for path in sorted(training.glob(f"{task}-*.jsonl"))
    ]
    seen: set[str] = set()
    for who, path in parts:
        for written in path.read_text(encoding="utf-8").splitlines():
            line = json.loads(written)
            if line["text"].strip() and line["text"] not in seen and not line.get("before"):
                seen.add(line["text"])
                yield who, line
