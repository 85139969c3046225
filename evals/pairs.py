"""Which pairs of sentences are known to say the same, and which not?

Readers of SICK (`SICK_*.txt`: tab-separated, with a header) and STS (`sts_*.tsv`: score, sentence,
sentence). The files stay where they are: their licences do not allow copying them here.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Label(StrEnum):
    """Say what a pair is in the calibration; `UNCLEAR` pairs count for nothing."""

    SAME = "same"
    DIFFERENT = "different"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Pair:
    """Hold two sentences as they stand in the file, with the annotators' words."""

    a: str
    b: str
    score: float
    entailment: str | None
    source: str

    @property
    def label(self) -> Label:
        """Judge the pair; the definition is in docs/decisions/0003-merge-bands.md."""
        if self.entailment is None:
            return _graded(self.score, same=4.5, different=3.5)
        if self.entailment == "CONTRADICTION":
            return Label.DIFFERENT
        if self.entailment == "ENTAILMENT":
            return Label.SAME if self.score >= 4.8 else Label.UNCLEAR
        return Label.DIFFERENT if self.score < 4.5 else Label.UNCLEAR

    @property
    def held_out(self) -> bool:
        """Tell which half the pair is in: a checksum of its text decides, so it never changes."""
        return zlib.crc32(f"{self.a}\t{self.b}".encode()) % 2 == 1


def read_pairs(folder: Path) -> list[Pair]:
    """Read every SICK and STS file of a folder, in the order of their names."""
    pairs = [pair for path in sorted(folder.glob("SICK_*.txt")) for pair in _sick(path)]
    pairs += [pair for path in sorted(folder.glob("sts_*.tsv")) for pair in _sts(path)]
    if not pairs:
        raise FileNotFoundError(f"No SICK_*.txt or sts_*.tsv with pairs in {folder}")
    return pairs


def _sick(path: Path) -> Iterator[Pair]:
    for row in _rows(path)[1:]:
        yield Pair(row[1], row[2], float(row[3]), row[4], path.stem)


def _sts(path: Path) -> Iterator[Pair]:
    for row in _rows(path):
        if len(row) >= 3 and row[0]:
            yield Pair(row[1], row[2], float(row[0]), None, path.stem)


def _rows(path: Path) -> list[list[str]]:
    lines = path.read_text(encoding="utf-8").split("\n")
    return [line.rstrip("\r").split("\t") for line in lines if line.strip()]


def _graded(score: float, *, same: float, different: float) -> Label:
    if score >= same:
        return Label.SAME
    return Label.DIFFERENT if score <= different else Label.UNCLEAR
