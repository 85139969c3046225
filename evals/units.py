"""What of a conversation is searched: its turns, or the facts that were drawn from them?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from evals.locomo import Question, Sample
from langmem_ext.ingest.importing import BATCH, heard_in
from langmem_ext.memory import MemoryDraft, Source
from langmem_ext.stores.view import MemoryView

ENOUGH_TOKENS = 100_000
"""The budget of a query: the ranking is measured, not what of it fits into a prompt."""


@dataclass(slots=True)
class Loaded:
    """Count what was written: outcomes of the writes, refusals by their reasons, and vectors."""

    outcomes: Counter[str] = field(default_factory=Counter)
    vectors: int = 0
    seconds: float = 0.0

    def as_dict(self) -> dict[str, Any]:
        """Return the counts as JSON."""
        outcomes = dict(sorted(self.outcomes.items()))
        return {"written": outcomes, "vectors": self.vectors, "seconds": round(self.seconds, 1)}


@dataclass(frozen=True, slots=True)
class Unit:
    """Say what is searched: how a sample is written, how hits are asked for, and what can be asked of it.

    A hit is the turns that it brings.
    """

    name: str
    load: Callable[[MemoryView, Sample, Loaded], None]
    find: Callable[[MemoryView, str, int], list[list[str]]]
    questions: Callable[[Sample], list[Question]]


# Turns: the raw messages, each its own evidence


def load_turns(view: MemoryView, sample: Sample, loaded: Loaded) -> None:
    """Write the turns of a sample with their speakers and times."""
    turns = [heard.turn() for heard in heard_in(sample.conversation)]
    for start in range(0, len(turns), BATCH):
        loaded.outcomes["turns"] += len(view.add_turns(turns[start : start + BATCH]))


def find_turns(view: MemoryView, text: str, top_k: int) -> list[list[str]]:
    """Return the turns that a search finds, best first."""
    return [[hit.turn.id] for hit in view.search_turns(text, top_k=top_k)]


def questions_to_turns(sample: Sample) -> list[Question]:
    """Return all questions: each has evidence among the turns."""
    return list(sample.questions)


# Facts: the statements that LoCoMo's authors drew from the turns, written as memories


def load_facts(view: MemoryView, sample: Sample, loaded: Loaded) -> None:
    """Write the facts of a sample through every gate; what is refused or merged is counted."""
    drafts = [
        MemoryDraft(
            content=fact.text,
            subjects=(fact.speaker,),
            stated_by=fact.speaker,
            source=Source.IMPORT,
            source_ids=fact.turns,
            event_time=fact.at,
        )
        for fact in sample.facts
    ]
    for start in range(0, len(drafts), BATCH):
        for outcome in view.remember_many(drafts[start : start + BATCH]):
            refusal = f" ({outcome.reason})" if outcome.status == "rejected" else ""
            loaded.outcomes[outcome.status + refusal] += 1


def find_facts(view: MemoryView, text: str, top_k: int) -> list[list[str]]:
    """Return the turns behind the memories that a query finds, best first; without the related ones at its end."""
    found = view.query(text, top_k=top_k, returns="full", budget_tokens=ENOUGH_TOKENS)
    return [list(memory.source_ids) for memory in found.memories[:top_k]]


def questions_to_facts(sample: Sample) -> list[Question]:
    """Return the questions with evidence behind some fact; what no fact was drawn from cannot be found."""
    behind = {turn for fact in sample.facts for turn in fact.turns}
    kept = (
        replace(each, evidence=tuple(turn for turn in each.evidence if turn in behind))
        for each in sample.questions
    )
    return [question for question in kept if question.evidence]


def count_dropped(unit: Unit, samples: Sequence[Sample]) -> int:
    """Return how many questions name no turn that exists, or none that a unit can bring."""
    asked = sum(len(sample.questions) + sample.unusable for sample in samples)
    return asked - sum(len(unit.questions(sample)) for sample in samples)


UNITS = {
    "turns": Unit("turns", load_turns, find_turns, questions_to_turns),
    "facts": Unit("facts", load_facts, find_facts, questions_to_facts),
}
