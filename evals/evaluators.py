"""How good is a ranking?

An evaluator reads a run's `hits` (best first; each names the turns that it brings) and an example's `evidence` (the
turns that answer it), and gives a score from 0 to 1 with its reason. A turn that two hits bring counts once.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from langsmith.evaluation import EvaluationResult, EvaluationResults, RunEvaluator
from langsmith.schemas import Example, Run

Hits = Sequence[Sequence[str]]


class Score(NamedTuple):
    """Give a value from 0 to 1 and say in a few words why."""

    value: float
    reason: str


class RankingEvaluator(RunEvaluator):
    """Judge the ranking of one question; a subclass says how."""

    @property
    def key(self) -> str:
        """Name the score."""
        raise NotImplementedError

    def judge(self, hits: Hits, evidence: Sequence[str]) -> Score:
        """Score a ranking; `evidence` names one turn at least."""
        raise NotImplementedError

    @property
    def feedback_keys(self) -> list[str]:
        """Tell LangSmith which scores will come."""
        return [self.key]

    def evaluate_run(
        self, run: Run, example: Example | None = None, evaluator_run_id: UUID | None = None
    ) -> EvaluationResult:
        """Score one run; a run that failed has no score, not 0."""
        if run.error or run.outputs is None or example is None:
            raise ValueError(f"no ranking to judge: {run.error or 'the example is missing'}")
        score = self.judge(run.outputs["hits"], (example.outputs or {})["evidence"])
        return EvaluationResult(key=self.key, score=score.value, comment=score.reason)


@dataclass(frozen=True)
class RecallAt(RankingEvaluator):
    """Ask which part of the evidence the first k hits bring."""

    k: int

    @property
    def key(self) -> str:
        return f"recall@{self.k}"

    def judge(self, hits: Hits, evidence: Sequence[str]) -> Score:
        brought = {turn for hit in hits[: self.k] for turn in hit} & set(evidence)
        missing = [turn for turn in evidence if turn not in brought]
        reason = f"missing {', '.join(missing)}" if missing else "all found"
        return Score(len(brought) / len(evidence), reason)


@dataclass(frozen=True)
class ReciprocalRank(RankingEvaluator):
    """Ask how far up the first piece of evidence is: 1 for the first place, 1/2 for the second."""

    key = "mrr"

    def judge(self, hits: Hits, evidence: Sequence[str]) -> Score:
        place = next(news(hits, evidence), None)
        if place is None:
            return Score(0.0, f"nothing among {len(hits)} hits")
        return Score(1 / place, f"first at {place}")


@dataclass(frozen=True)
class DiscountedGain(RankingEvaluator):
    """Ask how far up all of the evidence is: nDCG with a gain of 1 for each hit that brings some more of it."""

    k: int

    @property
    def key(self) -> str:
        return f"ndcg@{self.k}"

    def judge(self, hits: Hits, evidence: Sequence[str]) -> Score:
        places = list(news(hits[: self.k], evidence))
        best = range(1, min(self.k, len(evidence)) + 1)
        gained, possible = (sum(1 / math.log2(1 + p) for p in each) for each in (places, best))
        return Score(gained / possible, f"evidence at {', '.join(map(str, places)) or 'no place'}")


@dataclass(frozen=True)
class MeanByCategory:
    """Sum one score up for a whole experiment: its mean over all questions, and over each category of them."""

    evaluator: RankingEvaluator

    def __call__(self, runs: Sequence[Run], examples: Sequence[Example]) -> EvaluationResults:
        scores: dict[str, list[float]] = {"overall": []}
        for run, example in zip(runs, examples, strict=True):
            score = float(self.evaluator.evaluate_run(run, example).score or 0)
            for group in ("overall", (example.metadata or {})["category"]):
                scores.setdefault(group, []).append(score)
        means = {group: sum(each) / len(each) for group, each in scores.items()}
        key = self.evaluator.key
        return EvaluationResults(
            results=[EvaluationResult(key=f"{key} {group}", score=m) for group, m in means.items()]
        )


def news(hits: Hits, evidence: Sequence[str]) -> Iterator[int]:
    """Yield the places, from 1, of the hits that bring evidence which no earlier hit brought."""
    wanted = set(evidence)
    for place, hit in enumerate(hits, 1):
        if not wanted.isdisjoint(hit):
            wanted.difference_update(hit)
            yield place
