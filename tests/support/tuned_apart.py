"""Training in a process of its own: threads of JAX do not survive a fork, and other tests fork."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langmem_ext.embeddings.wordpiece import token_ids
from langmem_ext.learned.attending import Net
from langmem_ext.learned.tuning import Tuning


def trained(rows: Sequence[tuple[str, str, float]], rounds: float) -> tuple[Tuning, Net]:
    """Tune the model and a net to tell requests."""
    from evals.learning.tuning import fitted

    return fitted({"request": rows}, rounds=rounds)


def states_in_training(sentence: str, tuning: Tuning) -> Any:
    """Return the states of the tokens of a sentence as training computes them."""
    import numpy

    from evals.learning.encoder import packaged_encoder, states

    tables: dict[str, Any] = {}
    for (layer, name), each in tuning.added.items():
        of_layer = tables.setdefault(str(layer), {})
        of_layer[name] = {"down": each.down.whole(), "up": each.up.whole()}
    tokens = numpy.array([token_ids(sentence)])
    return numpy.asarray(states(packaged_encoder(), tables, tokens, tokens > 0))
