"""What do the lower layers of the packaged encoder make of a text? They are not tuned, so it is computed once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from training.batches import LENGTHS, TOKENS, Laid
from training.encoder import packaged_encoder
from training.net import Tree, _normed, encoded

LOWER = 3
"""Layers that are not tuned, of six."""


def upper_layers() -> Tree:
    """Return the layers to be tuned, as they are packaged."""
    return packaged_encoder()["layers"][LOWER:]


def lower_states(examples: Sequence[Laid]) -> np.ndarray:
    """Return the states of all tokens of some examples, and tell each where its own begin."""
    found = np.zeros((sum(len(w.ids) for each in examples for w in each.windows), 384), np.float16)
    at, todo = 0, []
    for each in examples:
        each.first = []
        for window in each.windows:
            each.first.append(at)
            todo.append((len(window.ids), at, window.ids))
            at += len(window.ids)
    todo.sort()
    model = packaged_encoder()
    run = jax.jit(lambda ids, real: _lower(model, ids, real))
    start = 0
    while start < len(todo):
        end, length = start, LENGTHS[0]
        while end < len(todo):
            longer = next(each for each in LENGTHS if each >= todo[end][0])
            if end - start >= TOKENS // longer:
                break
            end, length = end + 1, longer
        part = todo[start:end]
        ids = np.zeros((TOKENS // length, length), np.int32)
        real = np.zeros(ids.shape, bool)
        for row, (size, _, numbers) in enumerate(part):
            ids[row, :size], real[row, :size] = numbers, True
        states = np.asarray(run(ids, real), np.float16)
        for row, (size, place, _) in enumerate(part):
            found[place : place + size] = states[row, :size]
        start = end
    return found


def _lower(model: Tree, ids: Any, real: Any) -> Any:
    said = model["words"][ids] + model["places"][: ids.shape[1]]
    return encoded(model["layers"][:LOWER], _normed(jnp.asarray(said), model["norm"]), real)
