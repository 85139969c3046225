"""Which of the memories that are there does a new one contradict?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field

from langmem_ext.memory import Kind, Memory, WriteOutcome
from langmem_ext.nodes.asking import Asker, Question, occasional, patiently
from langmem_ext.nodes.node import Steps
from langmem_ext.policies.alike import jaccard
from langmem_ext.policies.orders import orders_the_machine
from langmem_ext.prompts.fences import fenced
from langmem_ext.stores.operations import conflicts

LEAST_ALIKE = 0.2
"""The least share of common words in statements that can contradict each other."""

NEAREST = 3
"""How many of the nearest memories of its own category a statement is compared with, whatever their words."""

MAX_PAIRS = 10
"""Pairs of one prompt (spec 004, item 4)."""

LESS_TRUSTED = 0.25
"""A statement that is believed so much less does not take another's place."""

Word = Literal["contradicts", "same", "compatible"]


def _word(value: Any) -> Any:
    return value if value in ("contradicts", "same") else "compatible"


class Verdict(BaseModel):
    """What is true of one pair."""

    pair: int
    verdict: Annotated[Word, BeforeValidator(_word)] = "compatible"


def _whole(value: Any) -> Any:
    items = value if isinstance(value, list) else []
    return [item for item in items if isinstance(item, Verdict) or _names_a_pair(item)]


def _names_a_pair(item: Any) -> bool:
    return isinstance(item, dict) and isinstance(item.get("pair"), int)


class Verdicts(BaseModel):
    """The verdicts, one for each pair."""

    verdicts: Annotated[list[Verdict], BeforeValidator(_whole)] = Field(default_factory=list)
    asked: list[tuple[str, str]] = Field(default_factory=list, description="leave empty")

    def words(self, count: int) -> list[Word]:
        """Return the verdict on each of so many pairs; `compatible` where the model has none."""
        found = {each.pair: each.verdict for each in self.verdicts}
        return [found.get(number, "compatible") for number in range(1, count + 1)]


@dataclass(frozen=True, slots=True)
class Pair:
    """Hold a new memory and one that it may contradict."""

    new: Memory
    old: Memory

    @property
    def order(self) -> tuple[str, str]:
        """Return who would win and who would lose: what was said later counts."""
        later = said_at(self.new) >= said_at(self.old)
        return (self.new.id, self.old.id) if later else (self.old.id, self.new.id)


def said_at(memory: Memory) -> datetime:
    """Return since when a statement is known to hold."""
    return memory.valid_from or memory.created_at


def detect_conflicts(asker: Asker, written: Sequence[Memory]) -> Steps[list[Pair]]:
    """Return the pairs that may contradict each other: near, of the same subjects, in other words (spec 003)."""
    facts = [memory for memory in written if memory.kind is Kind.SEMANTIC]
    if not facts:
        return []
    scope = asker.view.scope
    found = yield from patiently(
        asker.view, lambda: conflicts.near(scope, [memory.content for memory in facts])
    )
    pairs = {
        frozenset((new.id, old.id)): Pair(new, old)
        for new, near in zip(facts, found, strict=True)
        for place, old in enumerate(near)
        if _may_conflict(new, old, place)
    }
    likeliest = sorted(
        pairs.values(), key=lambda pair: -jaccard(pair.new.content, pair.old.content)
    )
    return likeliest[:MAX_PAIRS]


def _may_conflict(new: Memory, old: Memory, place: int) -> bool:
    """Tell whether a near memory is worth a judgement; `place` counts from the nearest, 0."""
    alike = jaccard(new.content, old.content)
    return (
        new.id != old.id
        and new.space == old.space
        and set(new.subjects) == set(old.subjects)
        and old.kind is Kind.SEMANTIC
        and not orders_the_machine(old.content)
        and not conflicts.is_protected(old)
        and abs(new.confidence - old.confidence) <= LESS_TRUSTED
        and (alike >= LEAST_ALIKE or (new.category == old.category and place <= NEAREST))
        and alike < 1
    )


def settle(
    asker: Asker, job: str, name: str, written: Sequence[Memory]
) -> Steps[list[WriteOutcome]]:
    """Detect the conflicts of what was written, have them judged in one prompt, and resolve them.

    `name` names the occasion: done again, the same pairs are resolved and nobody is asked.
    """
    known = yield from asker.earlier(occasional(job, "conflicts", name), Verdicts)
    if known is None:
        pairs = yield from detect_conflicts(asker, written)
        known = yield from _judge(asker, job, name, pairs)
    return (yield from _resolve(asker, known))


def _judge(asker: Asker, job: str, name: str, pairs: Sequence[Pair]) -> Steps[Verdicts]:
    if not pairs:
        return Verdicts()
    prompt = asker.prompt("conflicts")
    asked = [pair.order for pair in pairs]
    lines = [
        {"n": n, "a": pair.old.content, "b": pair.new.content} for n, pair in enumerate(pairs, 1)
    ]
    question = Question(
        job=job,
        prompt=prompt,
        occasion=name,
        material=fenced("pairs", lines),
        schema=Verdicts,
        completed=lambda verdicts: verdicts.model_copy(update={"asked": asked}),
    )
    answer = yield from asker.ask(question)
    return answer.value or Verdicts()


def _resolve(asker: Asker, verdicts: Verdicts) -> Steps[list[WriteOutcome]]:
    outcomes = []
    for (winner, loser), word in zip(
        verdicts.asked, verdicts.words(len(verdicts.asked)), strict=True
    ):
        if word != "compatible":
            outcomes.append((yield from resolve(asker, winner, loser)))
    return outcomes


def resolve(asker: Asker, winner: str, loser: str) -> Steps[WriteOutcome]:
    """Let one memory take the place of another; one that has gone meanwhile settles the matter."""
    scope = asker.view.scope
    outcome: WriteOutcome = yield from patiently(
        asker.view, lambda: conflicts.settle_conflict(scope, winner, loser)
    )
    return outcome
