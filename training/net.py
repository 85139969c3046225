"""What is computed from the tokens of a message, written so that it can be differentiated?

The upper layers of the packaged encoder (BERT, six layers; Devlin et al. 2018), tuned whole, and heads over them: for
each sentence looks over its own tokens, over its window and over the whole message, their mean, and the features of
its form; for each token whether it is part of what is kept, named or secret.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from langmem_ext.reading.features import FEATURES
from training.rows import SPANS, TASKS

WIDTH, HEADS, EPSILON = 384, 12, 1e-12
LOOKS, SEEN, HIDDEN, TAGGED = 8, 48, 96, 96
TAGS = 3 * len(SPANS)

Tree = Any
"""Arrays in dictionaries and lists."""


def encoded(layers: Tree, said: Any, real: Any, chance: Any = None, dropped: float = 0.0) -> Any:
    """Return the states of tokens behind some layers; `real` (windows, tokens) marks what is no filling."""
    unseen = jnp.where(real[:, None, None, :], 0.0, -1e9)
    for at, layer in enumerate(layers):
        keys = (None, None) if chance is None else jax.random.split(jax.random.fold_in(chance, at))
        seen = _dropped(_looked(layer, said, unseen), keys[0], dropped)
        said = _normed(said + seen, layer["norms"]["seen"])
        wide = jax.nn.gelu(_applied(layer, "wide", said), approximate=False)
        read = _dropped(_applied(layer, "narrow", wide), keys[1], dropped)
        said = _normed(said + read, layer["norms"]["read"])
    return said


def _looked(layer: Tree, said: Any, unseen: Any) -> Any:
    many, longest, _ = said.shape

    def parted(name: str) -> Any:
        found = _applied(layer, name, said).reshape(many, longest, HEADS, -1)
        return found.transpose(0, 2, 1, 3)

    looks = parted("query") @ parted("key").transpose(0, 1, 3, 2) / np.sqrt(WIDTH // HEADS)
    taken = (jax.nn.softmax(looks + unseen, -1) @ parted("value")).transpose(0, 2, 1, 3)
    return _applied(layer, "joined", taken.reshape(many, longest, WIDTH))


def _applied(layer: Tree, name: str, given: Any) -> Any:
    return given @ layer["tables"][name] + layer["biases"][name]


def _normed(given: Any, norm: Any) -> Any:
    mean = given.mean(-1, keepdims=True)
    spread = ((given - mean) ** 2).mean(-1, keepdims=True)
    return (given - mean) / jnp.sqrt(spread + EPSILON) * norm[0] + norm[1]


def _dropped(given: Any, key: Any, share: float) -> Any:
    if key is None or not share:
        return given
    return jnp.where(jax.random.bernoulli(key, 1 - share, given.shape), given / (1 - share), 0)


def new_heads(chance: np.random.Generator) -> Tree:
    """Return heads that have learned nothing."""

    def table(rows: int, columns: int) -> Any:
        return jnp.asarray(chance.normal(0, 1 / np.sqrt(rows), (rows, columns)), jnp.float32)

    given = 3 * LOOKS * SEEN + SEEN + FEATURES
    tasks = {
        name: {
            "hidden": table(given, HIDDEN),
            "shift": jnp.zeros(HIDDEN),
            "classes": table(HIDDEN, len(classes)),
            "start": jnp.zeros(len(classes)),
        }
        for name, classes in TASKS.items()
    }
    return {
        "project": table(WIDTH, SEEN),
        "looks": table(WIDTH, 3 * LOOKS),
        "tasks": tasks,
        "tags": {
            "hidden": table(WIDTH, TAGGED),
            "shift": jnp.zeros(TAGGED),
            "classes": table(TAGGED, TAGS),
            "start": jnp.zeros(TAGS),
        },
    }


def judged(heads: Tree, said: Any, batch: Tree, chance: Any = None, dropped: float = 0.0) -> Any:
    """Return the scores of the classes of each sentence in each task, and of the tags of each token.

    `said` (windows, tokens, WIDTH). `batch` holds `real` (windows, tokens); `within` (windows, sentences, tokens): what
    tokens a sentence has; `same` (windows, windows): which windows are of one message; and `features`.
    """
    keys = [None, None] if chance is None else list(jax.random.split(chance))
    projected, looks = said @ heads["project"], said @ heads["looks"]
    own, beside, far = jnp.split(looks, 3, -1)
    taken = _by_sentence(own, projected, batch["within"])
    windows = _by_window(beside, projected, batch["real"])
    messages = _by_message(far, projected, batch["real"], batch["same"])
    many = taken.shape[1]
    around = jnp.repeat(jnp.concatenate([windows, messages], -1)[:, None], many, 1)
    count = jnp.maximum(batch["within"].sum(-1, keepdims=True), 1)
    mean = batch["within"] @ projected / count
    whole = jnp.concatenate([taken, around, mean, batch["features"]], -1)
    tasks = {name: _scored(head, whole, keys[0], dropped) for name, head in heads["tasks"].items()}
    return tasks, _scored(heads["tags"], said, keys[1], dropped)


def _scored(head: Tree, given: Any, key: Any, dropped: float) -> Any:
    hidden = jax.nn.relu(given @ head["hidden"] + head["shift"])
    return _dropped(hidden, key, dropped) @ head["classes"] + head["start"]


def _by_sentence(looks: Any, seen: Any, within: Any) -> Any:
    """Let each sentence look at its own tokens: (windows, sentences, LOOKS * SEEN)."""
    looks = looks.transpose(0, 2, 1)[:, None]  # windows, 1, LOOKS, tokens
    shares = jax.nn.softmax(jnp.where(within[:, :, None] > 0, looks, -1e9), -1)
    found = jnp.einsum("bslt,btd->bsld", shares, seen)
    return found.reshape(*found.shape[:2], -1)


def _by_window(looks: Any, seen: Any, real: Any) -> Any:
    shares = jax.nn.softmax(jnp.where(real[..., None], looks, -1e9), 1)
    return jnp.einsum("btl,btd->bld", shares, seen).reshape(len(seen), -1)


def _by_message(looks: Any, seen: Any, real: Any, same: Any) -> Any:
    """Let each window look at all tokens of its message."""
    weights = jnp.exp(jnp.clip(looks, -20, 20)) * real[..., None]
    taken = same @ jnp.einsum("btl,btd->bld", weights, seen).reshape(len(seen), -1)
    total = jnp.maximum(same @ weights.sum(1), 1e-6)
    return taken / jnp.repeat(total, SEEN, -1)
