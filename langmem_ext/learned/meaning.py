"""Which class does a sentence speak for, by what it means?

By the states of its tokens in the offline model, whose last layers were tuned for it: the first ones are those of the
embedder that the process shares. Where the extra `local` is not installed nobody says, and words decide alone.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from langmem_ext.embeddings.bert import HALFWAY, LAST, Bert, open_session
from langmem_ext.embeddings.wordpiece import token_ids
from langmem_ext.errors import ConfigurationError
from langmem_ext.learned.attending import MOST_TOKENS, Net
from langmem_ext.learned.tuning import Tuning, tuned

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class Meaning:
    """Hold what is added to the offline model, the net that judges what it then reads, and one for the model as it is.

    The tuned model is surer than it is right of sentences unlike those it was shown, so `special`, which is asked of
    every write, is not for it.
    """

    tuning: Tuning
    net: Net
    special: Net


SPECIAL = "special"
"""The task of the net for the model as it is."""


def is_short(text: str) -> bool:
    """Tell whether all of a text is read: a part of it may mean something else."""
    return len(token_ids(text, MOST_TOKENS + 1)) <= MOST_TOKENS


def scores_of(meaning: Meaning, task: str, sentence: str) -> Sequence[float] | None:
    """Return what speaks for each class of a task.

    None without the offline model, and of what is not short. Takes milliseconds.
    """
    if not is_short(sentence) or (layers := _layers(meaning.tuning)) is None:
        return None
    if task == SPECIAL:
        return _as_it_is(meaning.special, sentence)[task]
    return _as_tuned(meaning.net, layers, sentence)[task]


def load(meaning: Meaning) -> None:
    """Load the model: else the first sentence that is in doubt waits for it."""
    _layers(meaning.tuning)


@lru_cache(maxsize=16)
def _as_it_is(net: Net, sentence: str) -> Mapping[str, Sequence[float]]:
    return net.scores(_steps(sentence)[LAST][0])


@lru_cache(maxsize=16)  # commands, requests and secrets are looked for in the same sentences
def _as_tuned(net: Net, layers: Bert, sentence: str) -> Mapping[str, Sequence[float]]:
    return net.scores(layers.run(_steps(sentence))[0][0])


def _steps(sentence: str) -> dict[str, Any]:
    from langmem_ext.embeddings.local import shared_embedder

    return shared_embedder().steps(sentence)


@lru_cache(maxsize=2)
def _layers(tuning: Tuning) -> Bert | None:
    """Return the tuned layers, once they have read a word; None without the offline model."""
    layers = Bert(partial(_opened, tuning))
    try:
        layers.run(_steps("hello"))
    except ConfigurationError as missing:
        log.info("trained readers judge by words alone: %s", missing)
        return None
    return layers


def _opened(tuning: Tuning) -> Any:
    from langmem_ext.embeddings.local import THREADS, packaged_bytes

    return open_session(tuned(packaged_bytes(), HALFWAY, tuning), THREADS)
