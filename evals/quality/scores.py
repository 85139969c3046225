"""What do the verdicts of a set add up to, and how sure are the numbers?"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from evals.quality.judging import About, Verdict

Z = 1.959964
"""Standard deviations on either side that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Count how often something held, of how many times it could have."""

    count: int
    of: int

    @property
    def value(self) -> float:
        """Return the share; NaN when there was nothing to count."""
        return self.count / self.of if self.of else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """Return where the share lies with 95 % confidence, after Wilson (1927)."""
        if not self.of:
            return 0.0, 1.0
        n, p = self.of, self.count / self.of
        middle = p + Z * Z / (2 * n)
        reach = Z * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
        scale = 1 + Z * Z / n
        return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)

    def as_dict(self) -> dict[str, Any]:
        """Return count, share and interval as JSON; the share of nothing is null."""
        low, high = self.interval
        share = round(self.value, 4) if self.of else None
        return {
            "count": self.count,
            "of": self.of,
            "rate": share,
            "interval": [round(low, 4), round(high, 4)],
        }

    def __str__(self) -> str:
        """Return the share with its interval and counts: `.912 (.85 to .95) 62/68`."""
        if not self.of:
            return "-"
        low, high = self.interval
        return f"{self.value:.3f} ({low:.3f} to {high:.3f}) {self.count}/{self.of}"


def rate(good: Iterable[bool]) -> Rate:
    """Count what is true."""
    counted = list(good)
    return Rate(sum(counted), len(counted))


@dataclass(frozen=True, slots=True)
class Scores:
    """Hold the verdicts on one set."""

    name: str
    utterances: int
    verdicts: tuple[Verdict, ...]

    def rate(self, about: About, kind: str | None = None) -> Rate:
        """Return how many verdicts of one sort are good, of one class or of all."""
        return rate(
            each.good for each in self.verdicts if each.about is about and kind in (None, each.kind)
        )

    @property
    def recall(self) -> Rate:
        """Return the share of the labels that were found."""
        return self.rate(About.LABEL)

    @property
    def precision(self) -> Rate:
        """Return the share of what was stored that some label asks for; for secrets, of what was taken for one."""
        if self.name != "secrets":
            return self.rate(About.STORED)
        caught, false = self.recall.count, self.false_alarms.count
        return Rate(caught, caught + false)

    @property
    def junk(self) -> Rate:
        """Return the share of what was stored that no label asks for."""
        return Rate(self.precision.of - self.precision.count, self.precision.of)

    @property
    def false_alarms(self) -> Rate:
        """Return the share of the look-alikes that were taken for secrets."""
        alone = self.rate(About.LOOKALIKE)
        return Rate(alone.of - alone.count, alone.of)

    @property
    def classes(self) -> list[str]:
        """Return the classes of labels and stored memories, in the order of their names."""
        return sorted(
            {each.kind for each in self.verdicts if each.about in (About.LABEL, About.STORED)}
        )

    @property
    def totals(self) -> dict[str, Rate]:
        """Return the rates of the whole set, by their names."""
        if self.name == "secrets":
            alarms = {"false alarms": self.false_alarms}
            return {"recall": self.recall, "precision": self.precision, **alarms}
        totals = {"precision": self.precision, "recall": self.recall, "junk": self.junk}
        if self.name == "directives":
            totals["told from the rest"] = self.rate(About.MESSAGE)
        for kind in sorted({each.kind for each in self.verdicts if each.about is About.TWICE}):
            good = self.rate(About.TWICE, kind)
            totals[f"wrong {kind}" if kind == "slot" else kind] = Rate(
                good.of - good.count, good.of
            )
        return totals

    def as_dict(self) -> dict[str, Any]:
        """Return all rates as JSON."""
        return {
            "set": self.name,
            "utterances": self.utterances,
            **{name.replace(" ", "_"): rate.as_dict() for name, rate in self.totals.items()},
            "classes": {kind: self._class(kind) for kind in self.classes},
        }

    def _class(self, kind: str) -> dict[str, Any]:
        recall = {"recall": self.rate(About.LABEL, kind).as_dict()}
        if self.name == "secrets":
            return recall
        return {"precision": self.rate(About.STORED, kind).as_dict(), **recall}

    def as_text(self) -> str:
        """Return all rates as lines, the classes last."""
        lines = [f"{self.name}: {self.utterances} utterances"]
        lines += [f"  {name:24}{rate}" for name, rate in self.totals.items()]
        if self.name == "secrets":
            lines += [
                f"    {kind:14}recall {self.rate(About.LABEL, kind)}" for kind in self.classes
            ]
        elif len(self.classes) > 1:
            lines += [self._line(kind) for kind in self.classes]
        return "\n".join(lines)

    def _line(self, kind: str) -> str:
        precision, recall = self.rate(About.STORED, kind), self.rate(About.LABEL, kind)
        return f"    {kind:14}precision {precision!s:34}recall {recall}"

    def mistakes(self) -> dict[str, list[Verdict]]:
        """Return what went wrong, by class and sort."""
        found: dict[str, list[Verdict]] = {}
        for each in self.verdicts:
            if not each.good and each.about is not About.MESSAGE:
                found.setdefault(f"{self.name}, {each.about}: {each.kind}", []).append(each)
        return found


@dataclass(frozen=True, slots=True)
class Floor:
    """Name the least, or for a share of errors the most, that a rate may be."""

    set: str
    rate: str
    bound: float
    most: bool = False

    def fails(self, scores: Scores) -> str | None:
        """Say what is wrong with the scores of this set, None when nothing is."""
        found = scores.totals[self.rate]
        if not found.of:
            return None
        reached = found.value <= self.bound if self.most else found.value >= self.bound
        side = "above" if self.most else "below"
        return None if reached else f"{self.set} {self.rate} is {found}, {side} {self.bound:g}"


FLOORS = (
    Floor("directives", "precision", 0.97),
    Floor("directives", "recall", 0.90),
    Floor("scanning", "precision", 0.95),
    Floor("scanning", "recall", 0.70),
    Floor("secrets", "recall", 0.99),
    Floor("secrets", "false alarms", 0.01, most=True),
)
"""What every split must reach."""


def failures(scores: Sequence[Scores]) -> list[str]:
    """Return the floors that some set does not reach."""
    found = (floor.fails(each) for each in scores for floor in FLOORS if floor.set == each.name)
    return [failure for failure in found if failure]
