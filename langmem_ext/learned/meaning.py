"""Which class does a sentence speak for, by what it means?

By the states of its tokens in the offline model, whose last layers were tuned for it: the first ones are those of the
embedder that the process shares. Where the extra `local` is not installed nobody says, and words decide alone.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from langmem_ext.embeddings.wordpiece import token_ids
from langmem_ext.errors import ConfigurationError
from langmem_ext.learned.attending import MOST_TOKENS, Net
from langmem_ext.learned.tuning import Tuning, tuned

if TYPE_CHECKING:
    from langmem_ext.embeddings.bert import Bert

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class Meaning:
    """Hold what is added to the offline model, and the net that judges what it then reads."""

    tuning: Tuning
    net: Net


def is_short(text: str) -> bool:
    """Tell whether all of a text is read: a part of it may mean something else."""
    return len(token_ids(text, MOST_TOKENS + 1)) <= MOST_TOKENS


@lru_cache(maxsize=16)  # commands, requests and secrets are looked for in the same sentences
def scores_of(meaning: Meaning, sentence: str) -> Mapping[str, Sequence[float]] | None:
    """Return for each task what speaks for each of its classes.

    None without the offline model, and of what is not short. Takes milliseconds.
    """
    if not is_short(sentence) or (layers := _layers(meaning.tuning)) is None:
        return None
    return meaning.net.scores(_states(layers, sentence))


def load(meaning: Meaning) -> None:
    """Load the model: else the first sentence that is in doubt waits for it."""
    _layers(meaning.tuning)


@lru_cache(maxsize=2)
def _layers(tuning: Tuning) -> Bert | None:
    """Return the tuned layers, once they have read a word; None without the offline model."""
    from langmem_ext.embeddings.bert import Bert

    layers = Bert(partial(_opened, tuning))
    try:
        _states(layers, "hello")
    except ConfigurationError as missing:
        log.info("trained readers judge by words alone: %s", missing)
        return None
    return layers


def _opened(tuning: Tuning) -> Any:
    from langmem_ext.embeddings.bert import open_session
    from langmem_ext.embeddings.local import HALFWAY, THREADS, packaged_bytes

    return open_session(tuned(packaged_bytes(), HALFWAY, tuning), THREADS)


def _states(layers: Bert, sentence: str) -> Any:
    from langmem_ext.embeddings.local import shared_embedder

    return layers.run(shared_embedder().halfway(sentence))[0][0]
