"""Is a new statement one that is already known?

Similarity only nominates; words decide (memory model, Writing, gate 7). Pure: the caller brings the
similarity, and the stemmed terms that Postgres made of each text.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from langmem_ext.errors import ConfigurationError
from langmem_ext.policies.substance import (
    Agreement,
    agreement,
    differs_in_substance,
    same_text,
)

__all__ = [
    "Band",
    "MergeBands",
    "MergeDecision",
    "Wording",
    "decide",
    "differs_in_substance",
    "same_text",
]


@dataclass(frozen=True, slots=True)
class MergeBands:
    """Hold the four lower bounds of cosine similarity, for one embedder only.

    `1 >= auto >= update >= check >= fallback >= -1`. They come from evals/calibrate_bands.py: the
    scales of two embedders have nothing in common (docs/decisions/0003). `near` is the least similarity of a
    memory to a few words that it has to do with ("my dog"); None where nobody measured it.
    """

    auto: float
    update: float
    check: float
    fallback: float
    embedder: str
    near: float | None = None

    def __post_init__(self) -> None:
        bounds = (1.0, self.auto, self.update, self.check, self.fallback, -1.0)
        if not all(higher >= lower for higher, lower in pairwise(bounds)):
            raise ConfigurationError(
                "Merge bands must fall from auto over update and check to fallback, within 1 and "
                f"-1; got {bounds[1:-1]}"
            )


@dataclass(frozen=True, slots=True)
class Wording:
    """Hold a statement and its terms: the lexemes of `to_tsvector('english', content)`."""

    content: str
    terms: frozenset[str] = frozenset()


class Band(StrEnum):
    """Say what a write does with its nearest neighbour (memory model, Writing, band table)."""

    AUTO = "auto"
    UPDATE = "update"
    CHECK = "check"
    FALLBACK = "fallback"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class MergeDecision:
    """Say what to do with a pair, and in a word or two why; `reason` never holds memory text."""

    band: Band
    reason: str

    @property
    def merges(self) -> bool:
        """Tell whether the pair becomes one memory without a model's word."""
        return self.band in (Band.AUTO, Band.UPDATE)


def decide(
    new: Wording, old: Wording, similarity: float | None, bands: MergeBands | None
) -> MergeDecision:
    """Choose what the write of `new` does with `old`, its near neighbour.

    AUTO: nothing new is said, keep the old text. UPDATE: rewrite in place with the new text. CHECK,
    FALLBACK and NEW never merge by themselves. Without similarity or bands only equal texts merge.
    """
    if same_text(old.content, new.content):
        return MergeDecision(Band.AUTO, "same text")
    if similarity is None or bands is None:
        return MergeDecision(Band.NEW, "no similarity" if similarity is None else "no bands")
    if similarity < bands.update:
        return _apart(similarity, bands, "similarity")
    if reason := differs_in_substance(old.content, new.content):
        return _apart(similarity, bands, f"differs in {reason}")
    return _agreed(new, old, similarity, bands)


def _agreed(new: Wording, old: Wording, similarity: float, bands: MergeBands) -> MergeDecision:
    """Judge a near pair in which no difference was found: every word must be accounted for."""
    how = agreement(old.content, new.content)
    if how is Agreement.FULLER and old.terms <= new.terms:
        return MergeDecision(Band.UPDATE, "said more fully")
    if how is Agreement.SAME:
        band = Band.AUTO if similarity >= bands.auto else Band.UPDATE
        return MergeDecision(band, "same words")
    if how is Agreement.SHORTER and new.terms <= old.terms and similarity >= bands.auto:
        return MergeDecision(Band.AUTO, "said more briefly")
    return _apart(similarity, bands, "other words")


def _apart(similarity: float, bands: MergeBands, reason: str) -> MergeDecision:
    if similarity >= bands.check:
        return MergeDecision(Band.CHECK, reason)
    if similarity >= bands.fallback:
        return MergeDecision(Band.FALLBACK, reason)
    return MergeDecision(Band.NEW, reason)
