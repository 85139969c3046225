"""Did a search return what it should have?

What should have been returned is computed from what the store holds of the user: all vectors, by brute force, in
numpy. A row that is as near as the last expected one, to within TIE, counts: stores keep vectors in half precision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from statistics import fmean
from typing import Any

import numpy

from evals.bench.facts import Fact
from evals.bench.systems import FILTERED, SECOND_PAGE, TOP_K, Ask, System
from evals.bench.vectors import Matrix, TextVectors

TIE = 2e-4
"""Differences of similarity that half precision may turn around: ten times its usual error at 384 dimensions."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Hold what a search returned as it is configured, and ranked by vectors alone."""

    ask: Ask
    found: Sequence[str]
    by_vectors: Sequence[str]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Hold how many rows came and were there to come, how many of the exact ones, and whether the one asked for did."""

    rows: int
    expected: int
    exact: int
    about: bool


@dataclass(frozen=True)
class Space:
    """Hold what a store keeps of one user."""

    facts: Sequence[Fact]
    vectors: Matrix

    @cached_property
    def position(self) -> dict[str, int]:
        """Say at which place each text stands."""
        return {fact.text: place for place, fact in enumerate(self.facts)}

    def judge(self, kind: str, answer: Answer, vectors: TextVectors) -> Verdict:
        """Compare an answer with the exact one."""
        similar = self.vectors @ vectors.matrix([answer.ask.text])[0]
        if kind == FILTERED:
            fits = [_fits(fact, answer.ask) for fact in self.facts]
            similar = numpy.where(fits, similar, -numpy.inf)
        found = {
            float(similar[self.position[text]])
            for text in answer.by_vectors
            if text in self.position
        }
        exact = _best(similar, TOP_K if kind == SECOND_PAGE else 0)
        return Verdict(
            rows=len(answer.found),
            expected=len(exact),
            exact=_between(exact, found),
            about=answer.ask.about.text in answer.found,
        )


def _fits(fact: Fact, ask: Ask) -> bool:
    return fact.category == ask.category and fact.importance >= ask.importance_min


def _best(similar: Any, offset: int) -> list[float]:
    """Return the similarities that a page of results should have, the highest first."""
    there = numpy.sort(similar[numpy.isfinite(similar)])[::-1]
    return [float(value) for value in there[offset : offset + TOP_K]]


def _between(exact: Sequence[float], found: set[float]) -> int:
    """Count what lies where the exact ones lie."""
    if not exact:
        return 0
    high, low = exact[0] + TIE, exact[-1] - TIE
    return min(len(exact), sum(low <= value <= high for value in found))


def judge(
    system: System, kind: str, answers: Sequence[Answer], vectors: TextVectors
) -> dict[str, Any]:
    """Return what the answers of one kind of search are worth.

    `rows`: the mean; `short`: the share of searches with fewer rows than asked for and there; `recall`: the share of
    the exact rows that came, ranked by vectors alone; `found`: how often the fact that the question was made from
    came.
    """
    verdicts = []
    for user, theirs in groupby(sorted(answers, key=_user), key=_user):
        space = _space(system, user, vectors)
        verdicts += [space.judge(kind, answer, vectors) for answer in theirs]
    expected = sum(each.expected for each in verdicts)
    judged: dict[str, Any] = {
        "rows": round(fmean(each.rows for each in verdicts), 3),
        "rows_expected": round(expected / len(verdicts), 3),
        "short": round(fmean(each.rows < each.expected for each in verdicts), 4),
        "recall": round(sum(each.exact for each in verdicts) / max(1, expected), 4),
    }
    if kind not in (FILTERED, SECOND_PAGE):
        judged["found"] = round(fmean(each.about for each in verdicts), 4)
    return judged


def _user(answer: Answer) -> str:
    return answer.ask.user


def _space(system: System, user: str, vectors: TextVectors) -> Space:
    facts = system.stored(user)
    empty = numpy.zeros((0, vectors.dims), dtype=numpy.float32)
    return Space(facts, vectors.matrix([fact.text for fact in facts]) if facts else empty)
