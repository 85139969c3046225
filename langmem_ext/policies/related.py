"""Which memories may say the same, or belong into one?

Similarity only nominates, and words decide whether a model is asked at all (spec 004, item 4). Pure: the caller brings
the pairs and how near they are.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from langmem_ext.policies.substance import tokens
from langmem_ext.policies.word_groups import ADVERBS, ARTICLES, CONNECTIVES, FILLERS

OVERLAP = 0.3
"""Share of common content words from which two memories may belong together; a choice of ours, the specification
names no number."""

LEAST = 3
"""Memories from which a group becomes one (spec 000, section 5)."""

LARGEST = 6
"""Memories of a group at most: one statement has 280 characters."""

_EMPTY = ARTICLES | FILLERS | ADVERBS | CONNECTIVES | {"user", "user's", "to", "of", "has", "have"}

Id = TypeVar("Id", bound=Hashable)


def is_worth_asking(a: str, b: str) -> bool:
    """Tell whether a pair shares words enough, or differs by a number only (spec 004: overlap or numeric step)."""
    first, second = _content(a), _content(b)
    if not first or not second:
        return False
    if len(first & second) / len(first | second) >= OVERLAP:
        return True
    return _without_numbers(first) == _without_numbers(second)


def groups(pairs: Mapping[tuple[Id, Id], float]) -> list[list[Id]]:
    """Return groups of at least three, each member near all others; nobody is in two, the nearest come first."""
    near: dict[Id, set[Id]] = {}
    for a, b in pairs:
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)
    taken: set[Id] = set()
    found = []
    for a, b in sorted(pairs, key=lambda pair: -pairs[pair]):
        if a in taken or b in taken:
            continue
        group = _grown([a, b], near, taken)
        if len(group) >= LEAST:
            found.append(group)
            taken.update(group)
    return found


def _grown(group: list[Id], near: Mapping[Id, set[Id]], taken: set[Id]) -> list[Id]:
    """Add whoever is near all of a group, in the order in which they became known."""
    for other in near:
        if len(group) == LARGEST:
            break
        if other not in taken and other not in group and near[other].issuperset(group):
            group.append(other)
    return group


def within(group: Sequence[Id], pairs: Mapping[tuple[Id, Id], float]) -> list[tuple[Id, Id]]:
    """Return the pairs of which both are in a group."""
    return [pair for pair in pairs if pair[0] in group and pair[1] in group]


def _content(text: str) -> set[str]:
    return {token.word for token in tokens(text)} - _EMPTY


def _without_numbers(words: set[str]) -> set[str]:
    return {word for word in words if not any(sign.isdigit() for sign in word)}
