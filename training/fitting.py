"""How are the upper layers and the heads fitted to the examples?"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

from training.batches import Laid, batch_of, batches
from training.net import Tree, encoded, judged, new_heads
from training.rows import SPANS, TASKS
from training.states import upper_layers

WEIGHTS = {
    "kind": 1.0,
    "own": 0.5,
    "command": 0.7,
    "secret": 0.5,
    "special": 0.4,
    "change": 0.5,
    "off": 0.5,
    "attribute": 0.4,
}
TAGGING = 0.5
"""How much each task counts, and the three kinds of spans together."""

FEWEST = 8.0
"""The weight of the sentences of a batch that its loss is divided by, at least: a batch of few says little."""


def loss(tuned: Tree, batch: Tree, chance: Any = None, dropped: float = 0.0) -> Any:
    """Return how wrong the net is about a batch."""
    said = encoded(
        tuned["layers"], batch["said"].astype(jnp.float32), batch["real"], chance, dropped
    )
    tasks, tags = judged(tuned["heads"], said, batch, chance, dropped)
    total = 0.0
    for name in TASKS:
        total += WEIGHTS[name] * _entropy(tasks[name], batch[name], batch[f"{name}_weight"])
    tags = tags.reshape(*tags.shape[:2], len(SPANS), 3)
    return total + TAGGING * _entropy(tags, batch["tags"], batch["tag_weight"])


def _entropy(scores: Any, right: Any, weights: Any) -> Any:
    missed = optax.softmax_cross_entropy_with_integer_labels(scores, right)
    return (missed * weights).sum() / jnp.maximum(weights.sum(), FEWEST)


def fitted(
    examples: Sequence[Laid],
    states: Any,
    *,
    epochs: float,
    seed: int,
    rate: float = 1e-4,
    heads_rate: float = 1e-3,
    dropped: float = 0.1,
    start: Tree | None = None,
    tell: Any = print,
) -> Tree:
    """Return the tuned layers and heads: a running mean of the last steps. `start` goes on from earlier ones."""
    chance = np.random.default_rng(seed)
    tuned = start or {"layers": upper_layers(), "heads": new_heads(chance)}
    steps = int(epochs * sum(1 for _ in batches(examples)))
    optimiser = _optimiser(steps, rate, heads_rate)

    @jax.jit
    def step(tuned: Tree, state: Tree, mean: Tree, batch: Tree, done: Any, keep: Any) -> Any:
        key = jax.random.fold_in(jax.random.key(seed), done)
        missed, slopes = jax.value_and_grad(loss)(tuned, batch, key, dropped)
        changes, state = optimiser.update(slopes, state, tuned)
        tuned = optax.apply_updates(tuned, changes)
        mean = jax.tree.map(lambda old, new: keep * old + (1 - keep) * new, mean, tuned)
        return tuned, state, mean, missed

    state, mean = optimiser.init(tuned), tuned
    done, began, lately = 0, time.monotonic(), []
    while done < steps:
        for group in batches(examples, chance):
            keep = min(0.998, done / (done + 10))
            batch = batch_of(group, states)
            tuned, state, mean, missed = step(tuned, state, mean, batch, done, keep)
            done += 1
            lately.append(missed)
            if done % 100 == 0 or done == steps:
                spent = time.monotonic() - began
                tell(
                    f"step {done} of {steps}, loss {np.mean([float(x) for x in lately]):.4f}, {spent:.0f} s"
                )
                lately = []
            if done == steps:
                break
    return mean


def _optimiser(steps: int, rate: float, heads_rate: float) -> Any:
    def by(highest: float) -> Any:
        plan = optax.warmup_cosine_decay_schedule(0, highest, max(1, steps // 12), steps)
        return optax.adamw(plan, weight_decay=0.01)

    return optax.chain(
        optax.clip_by_global_norm(1.0),
        optax.multi_transform(
            {"layers": by(rate), "heads": by(heads_rate)}, {"layers": "layers", "heads": "heads"}
        ),
    )
