"""Do two texts hold the same words?"""

from __future__ import annotations

from langmem_ext.policies.substance import tokens
from langmem_ext.policies.word_groups import ADVERBS, ARTICLES, CONNECTIVES, FILLERS

ALIKE = 0.75
"""Share of common words from which a fact is one that is kept already (spec 003, save_facts_batch)."""

WITHDRAWN = 0.6
"""Share of common words from which a fact is one that the user has forgotten or corrected."""

_EMPTY = ARTICLES | FILLERS | ADVERBS | CONNECTIVES | {"user", "to", "of", "has", "have"}


def jaccard(a: str, b: str) -> float:
    """Return the share of words that two texts have in common, 0..1."""
    first, second = _words(a), _words(b)
    return len(first & second) / len(first | second) if first | second else 0.0


def repeats(new: str, gone: str) -> bool:
    """Tell whether a text says again what another said: most of its words, or all of them and more."""
    old = _content(gone)
    if not old:
        return False
    said = _content(new)
    return old <= said or len(old & said) / len(old | said) >= WITHDRAWN


def _words(text: str) -> set[str]:
    return {token.word for token in tokens(text)}


def _content(text: str) -> set[str]:
    return _words(text) - _EMPTY
