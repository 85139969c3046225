"""Which invented memories are stored and asked for, and how should they score?"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import numpy as np
from pgvector import HalfVector

from evals.layouts.designs import DIMENSIONS, K1, B

VOCABULARY = 30_000
FLATNESS = 2.0
"""Mandelbrot's shift of Zipf's law: the commonest term is then in about a third of the texts."""

SHORTEST, LONGEST = 10, 14
"""Terms in a text, after stemming and without stop words."""

ASKED_TERMS = 5
BATCH = 500

Params = dict[str, Any]
Scores = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class Memory:
    """Hold one invented memory; `no` is its space's number, `doc` its own within the space."""

    no: int
    doc: int
    uid: UUID
    terms: tuple[int, ...]
    vector: np.ndarray[Any, np.dtype[np.float16]]

    @property
    def space(self) -> str:
        """The space's key, as long as a real one."""
        return f"acme/user:u{self.no:06d}"

    @property
    def text(self) -> str:
        """The terms as words."""
        return " ".join(word(term) for term in self.terms)


@dataclass(frozen=True, slots=True)
class Question:
    """Ask for words of a memory of the space, and for a vector near its own."""

    no: int
    space: str
    terms: tuple[int, ...]
    vector: np.ndarray[Any, np.dtype[np.float16]]

    def params(self) -> Params:
        """Return what the statements name."""
        return {
            "space": self.space,
            "no": self.no,
            "text": " ".join(word(term) for term in self.terms),
            "vector": HalfVector(self.vector),
            "categories": None,
        }


def word(term: int) -> str:
    """Spell a term: one to four syllables, common ones the shortest."""
    syllables = []
    rest = term + 1
    while rest:
        rest, each = divmod(rest, 60)
        syllables.append("bdfgklmnprst"[each // 5] + "aeiou"[each % 5])
    return "".join(syllables)


class World:
    """Draw memories as they come in: to a user at random, or one user after the other; space 0 is the large one."""

    def __init__(self, memories: int, users: int, large: int, *, sorted_by_user: bool) -> None:
        self.rng = np.random.default_rng(8)
        counts = 1 / (np.arange(VOCABULARY) + 1 + FLATNESS)
        self.cumulated = np.cumsum(counts / counts.sum())
        self.topics = self._unit(self.rng.standard_normal((64, DIMENSIONS)).astype(np.float32))
        self.users = users
        nos = np.concatenate([self.rng.integers(1, users + 1, memories), np.zeros(large, int)])
        self.arriving = np.sort(nos) if sorted_by_user else self.rng.permutation(nos)
        self.memories: dict[int, list[Memory]] = {no: [] for no in range(users + 1)}
        self._made = 0

    @staticmethod
    def _unit(rows: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        return np.asarray(rows / np.linalg.norm(rows, axis=-1, keepdims=True))

    def batches(self) -> Iterator[list[Memory]]:
        """Draw all memories, a batch at a time, in the order of their arrival."""
        for start in range(0, len(self.arriving), BATCH):
            yield self.draw(self.arriving[start : start + BATCH])

    def draw(self, nos: Sequence[int] | np.ndarray[Any, Any]) -> list[Memory]:
        """Draw one more memory for each of the spaces."""
        noise = self._unit(self.rng.standard_normal((len(nos), DIMENSIONS)).astype(np.float32))
        topics = self.topics[self.rng.integers(0, len(self.topics), len(nos))]
        vectors = self._unit(0.6 * topics + 0.8 * noise).astype(np.float16)
        return [self._memory(int(no), vector) for no, vector in zip(nos, vectors, strict=True)]

    def _memory(self, no: int, vector: np.ndarray[Any, Any]) -> Memory:
        here = self.memories[no]
        terms = np.searchsorted(
            self.cumulated, self.rng.random(self.rng.integers(SHORTEST, LONGEST + 1))
        )
        memory = Memory(no, len(here), self._uid(), tuple(terms.tolist()), vector)
        here.append(memory)
        return memory

    def _uid(self) -> UUID:
        """Make a UUID of version 7: ordered by its time."""
        self._made += 1
        tail = int(self.rng.integers(0, 1 << 62))
        return UUID(int=((1_800_000_000_000 + self._made) << 80) | (7 << 76) | (2 << 62) | tail)

    def questions(self, number: int, *, large: bool) -> list[Question]:
        """Draw questions to different users, or to the large space."""
        nos = (
            np.zeros(number, int)
            if large
            else self.rng.choice(np.arange(1, self.users + 1), number, replace=number > self.users)
        )
        return [self._question(int(no)) for no in nos]

    def _question(self, no: int) -> Question:
        about = self.memories[no][int(self.rng.integers(len(self.memories[no])))]
        noise = self._unit(self.rng.standard_normal(DIMENSIONS).astype(np.float32))
        vector = self._unit(about.vector.astype(np.float32) + 0.7 * noise).astype(np.float16)
        terms = tuple(random.Random(about.doc).sample(about.terms, ASKED_TERMS))
        return Question(no, about.space, terms, vector)


def given(memories: Sequence[Memory]) -> Params:
    """Return what a write statement names: one array for each column."""
    return {
        "spaces": [m.space for m in memories],
        "nos": [m.no for m in memories],
        "docs": [m.doc for m in memories],
        "uids": [m.uid for m in memories],
        "texts": [m.text for m in memories],
        "vectors": [HalfVector(m.vector) for m in memories],
    }


def scores_by_words(memories: Sequence[Memory], question: Question) -> Scores:
    """Compute BM25 of every memory of a space, without Postgres."""
    asked = set(question.terms)
    mean = sum(len(m.terms) for m in memories) / len(memories)
    df = {t: sum(t in m.terms for m in memories) for t in asked}
    idf = {t: np.log(1 + (len(memories) - d + 0.5) / (d + 0.5)) for t, d in df.items()}
    scores = np.zeros(len(memories))
    for m in memories:
        norm = K1 * (1 - B + B * len(m.terms) / mean)
        found = [(t, m.terms.count(t)) for t in asked if t in m.terms]
        scores[m.doc] = sum(idf[t] * tf * (K1 + 1) / (tf + norm) for t, tf in found)
    return scores


def scores_by_vector(memories: Sequence[Memory], question: Question) -> Scores:
    """Compute the cosine of every memory of a space, without Postgres."""
    vectors = np.stack([m.vector for m in memories]).astype(np.float32)
    return np.asarray(vectors @ question.vector.astype(np.float32), dtype=np.float64)


def scores_by_both(memories: Sequence[Memory], question: Question) -> Scores:
    """Compute the mean of both, each scaled to 0..1 within the space."""
    words, cosine = scores_by_words(memories, question), scores_by_vector(memories, question)
    scaled = (cosine - cosine.min()) / (cosine.max() - cosine.min())
    return np.asarray((words / words.max() + scaled) / 2)


COMPUTE = {"L": scores_by_words, "V": scores_by_vector, "H": scores_by_both}
"""What a layout is checked against, by its first letter."""
