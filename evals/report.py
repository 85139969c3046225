"""What do the scores of an experiment say, and how sure are they?"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

RESAMPLES = 2000
"""How often the questions are drawn again for an interval; more changes the third decimal at most."""

Scores = Mapping[str, float]
Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Answered:
    """Hold what one question scored, by the name of the score, and how long its search took."""

    category: str
    scores: Scores
    seconds: float


@dataclass(frozen=True, slots=True)
class Result:
    """Hold what one way of searching scored on every question, in their order."""

    name: str
    embedder: str | None
    neighbours: tuple[float, float] | None
    answered: tuple[Answered, ...]

    @property
    def groups(self) -> dict[str, list[Scores]]:
        """Return the scores of each category, in the order of their names, and of all questions."""
        names = sorted({each.category for each in self.answered})
        groups = {
            name: [each.scores for each in self.answered if each.category == name] for name in names
        }
        return {**groups, "overall": [each.scores for each in self.answered]}

    def mean(self, score: str) -> float:
        """Return the mean of a score over all questions."""
        return fmean(each.scores[score] for each in self.answered)

    @property
    def queries_per_second(self) -> float:
        """Return the rate of the searches themselves, one after the other, embedding the question included."""
        return len(self.answered) / max(1e-9, sum(each.seconds for each in self.answered))

    def as_dict(self) -> dict[str, Any]:
        """Return everything but the single questions as JSON."""
        return {
            "name": self.name,
            "embedder": self.embedder,
            "neighbours": self.neighbours,
            "queries_per_second": round(self.queries_per_second, 1),
            "groups": {name: summary(scores) for name, scores in self.groups.items()},
        }


def read_result(
    name: str,
    embedder: str | None,
    neighbours: tuple[float, float] | None,
    rows: Iterable[Any],
) -> Result:
    """Read the rows of an experiment; raises RuntimeError when a search failed, for its score would be missing."""
    answered = sorted(rows, key=lambda row: row["example"].metadata["number"])
    failed = [row["run"].error for row in answered if row["run"].error]
    if failed:
        raise RuntimeError(
            f"{len(failed)} of {len(answered)} searches failed, the first: {failed[0]}"
        )
    return Result(name, embedder, neighbours, tuple(_answered(row) for row in answered))


def _answered(row: Any) -> Answered:
    scores = {each.key: float(each.score) for each in row["evaluation_results"]["results"]}
    return Answered(row["example"].metadata["category"], scores, row["run"].outputs["seconds"])


def summary(scores: Sequence[Scores]) -> dict[str, Any]:
    """Return the number of questions, the mean of each score, and the interval of recall@10."""
    means = {name: round(fmean(each[name] for each in scores), 4) for name in scores[0]}
    low, high = interval([each["recall@10"] for each in scores])
    return {"n": len(scores), **means, "recall@10_interval": [round(low, 4), round(high, 4)]}


def difference(of: Result, to: Result, score: str = "recall@10") -> dict[str, Any]:
    """Return how much better one result is than another on the same questions, with its interval."""
    pairs = zip(of.answered, to.answered, strict=True)
    gains = [a.scores[score] - b.scores[score] for a, b in pairs]
    low, high = interval(gains)
    return {
        "of": of.name,
        "to": to.name,
        "score": score,
        "mean": round(fmean(gains), 4),
        "interval": [round(low, 4), round(high, 4)],
    }


def interval(values: Sequence[float]) -> Interval:
    """Return where the mean lies with 95 % confidence: the bootstrap's percentiles, the same at every run.

    Questions are drawn one by one, so how much conversations differ from each other is not in it.
    """
    draw = random.Random(0).choices
    means = sorted(fmean(draw(values, k=len(values))) for _ in range(RESAMPLES))
    return means[int(0.025 * RESAMPLES)], means[int(0.975 * RESAMPLES) - 1]


def table(results: Iterable[Result]) -> str:
    """Return the results as aligned text, a line for each category."""
    lines = []
    for result in results:
        groups = {name: summary(scores) for name, scores in result.groups.items()}
        names = [name for name in groups["overall"] if name not in ("n", "recall@10_interval")]
        lines += [_heading(result), _line("", "n", names, "95 % of recall@10")]
        for name, row in groups.items():
            low, high = row["recall@10_interval"]
            cells = [f"{row[each]:.3f}" for each in names]
            lines.append(_line(name, str(row["n"]), cells, f"{low:.3f} to {high:.3f}"))
        lines.append("")
    return "\n".join(lines).rstrip()


def _heading(result: Result) -> str:
    next_to, second = result.neighbours or (0, 0)
    spread = f", {next_to:g} of a turn's neighbour, {second:g} of the second" if next_to else ""
    return (
        f"{result.name}: embedder {result.embedder or 'none'}{spread}, "
        f"{result.queries_per_second:.0f} queries/s"
    )


def _line(name: str, count: str, cells: Sequence[str], last: str) -> str:
    return f"  {name:12}{count:>6}" + "".join(f"{cell:>11}" for cell in cells) + f"   {last}"
