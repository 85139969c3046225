"""How does the offline model come to tell what is to be remembered?

Its last layers and one net for all tasks are trained together: each table of a layer gets the product of two thin ones
added (low-rank adaptation, Hu et al. 2021), everything else stays as it is. Special data is judged by a net over the
model as it is: what was tuned is surer than it should be of sentences unlike those it was shown.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from evals.bench.timing import Progress
from evals.learning.encoder import LAYERS, WIDTH, Tree, packaged_encoder, states
from evals.learning.sentences import Row, Wanted, wanted
from langmem_ext.embeddings.wordpiece import token_ids
from langmem_ext.learned.attending import MOST_TOKENS, Matrix, Net
from langmem_ext.learned.meaning import SPECIAL, Meaning
from langmem_ext.learned.tuning import Added, Tuning

TUNED, RANK = 3, 8
"""How many layers are tuned, from the last, and how thin the tables are."""
NUMBERS, LOOKS = 48, 8
"""What the net makes of a token, and how many tokens of a sentence it weighs."""
ROUNDS, ROUNDS_OF_NET, BATCH, SEED = 2, 6, 64, 1
RATE, RATE_OF_NET, DECAY = 0.001, 0.003, 0.02
PART = 0.4
"""Of the sentences that count less than a whole example, how many are read in a round; they count more for it."""
LEFT_OUT = 0.1
"""How many numbers behind each look and net of a tuned layer, and of those that are taken, are left out at random."""
SCALE = 2.0
"""What the states are multiplied by in training, so that the first weights are of the right size; folded in after."""
LENGTHS = (8, 12, 16, 20, 24, 32, 40, 48, 64, MOST_TOKENS)
"""Sentences are filled up to one of these: for each length the model is compiled once."""


def tune(rows: Mapping[str, Sequence[Row]]) -> Meaning:
    """Fit the last layers and a net to sentences with labels for each task, and a net of its own to special data."""
    tuning, net = fitted(rows, rounds=ROUNDS)
    _, special = fitted({SPECIAL: rows[SPECIAL]}, rounds=ROUNDS_OF_NET, tuned=0)
    return Meaning(tuning, net.without(SPECIAL), special)


def fitted(
    rows: Mapping[str, Sequence[Row]], *, rounds: float, tuned: int = TUNED, seed: int = SEED
) -> tuple[Tuning, Net]:
    """Fit a net to sentences with labels for each task, and so many of the last layers with it."""
    examples = wanted(rows)
    draw = np.random.default_rng(seed)
    parts = _start(draw, examples, tuned)
    parts = _walked(parts, examples, draw, rounds, jax.random.PRNGKey(seed))
    return _tuning(parts["added"]), _net(parts["net"], examples)


def _start(draw: np.random.Generator, examples: Wanted, tuned: int) -> Tree:
    def drawn(rows: int, columns: int, size: float) -> Any:
        return jnp.asarray(
            draw.standard_normal((rows, columns)) * size / np.sqrt(rows), jnp.float32
        )

    outputs = examples.counts.shape[1]
    layers = packaged_encoder()["layers"]
    return {
        "added": {
            str(at): {
                name: {
                    "down": drawn(table.shape[0], RANK, 1.0),
                    "up": jnp.zeros((RANK, table.shape[1])),
                }
                for name, table in layers[at]["tables"].items()
            }
            for at in range(LAYERS - tuned, LAYERS)
        },
        "net": {
            "project": drawn(WIDTH, NUMBERS, 2.0),
            "shift": jnp.zeros((1, NUMBERS)),
            "look": drawn(WIDTH, LOOKS, 1.0),
            "add": drawn(LOOKS * NUMBERS, outputs, 0.3),
            "start": jnp.zeros((1, outputs)),
        },
    }


def _walked(
    parts: Tree, examples: Wanted, draw: np.random.Generator, rounds: float, key: Any
) -> Tree:
    """Return the parts after all steps, each with the gradient of one batch."""
    ids = [token_ids(each, MOST_TOKENS) for each in examples.texts]
    batches = _batches(examples, [len(each) for each in ids], draw, rounds)
    spans = tuple((each.start, each.stop) for each in examples.spans)
    step = jax.jit(functools.partial(_step, spans=spans, steps=len(batches)))
    walk = (jax.tree.map(jnp.zeros_like, parts), jax.tree.map(jnp.zeros_like, parts))
    model, progress = packaged_encoder(), Progress("sentences", len(batches) * BATCH)
    for done, (places, times) in enumerate(batches, 1):
        tokens, real = _filled([ids[at] for at in places])
        counts = examples.counts[places] * times[:, None]
        at = jax.random.fold_in(key, done)
        parts, walk = step(parts, walk, model, tokens, real, counts, at, float(done))
        progress.add(BATCH)
    return parts


def _batches(
    examples: Wanted, lengths: Sequence[int], draw: np.random.Generator, rounds: float
) -> list[tuple[Any, Any]]:
    """Return batches for some rounds; the last may be a part of one."""
    whole = int(np.ceil(rounds))
    batches = [each for _ in range(whole) for each in _round(examples, np.array(lengths), draw)]
    return batches[: int(len(batches) * rounds / whole)]


def _round(examples: Wanted, lengths: Any, draw: np.random.Generator) -> Iterator[tuple[Any, Any]]:
    """Yield the places of sentences of about the same length, and how many times over each of them counts."""
    whole = examples.counts.max(axis=1) >= 0.9
    rest = np.flatnonzero(~whole)
    some = draw.choice(rest, int(PART * len(rest)), replace=False)
    places = np.concatenate([np.flatnonzero(whole), some])
    times = np.concatenate([np.ones(whole.sum()), np.full(len(some), 1 / PART)]).astype(np.float32)
    order = np.argsort(lengths[places] + draw.uniform(0, 4, len(places)), kind="stable")
    starts = np.arange(draw.integers(len(places) % BATCH + 1), len(places) - BATCH + 1, BATCH)
    draw.shuffle(starts)
    for start in starts:
        held = order[start : start + BATCH]
        yield places[held], times[held]


def _filled(ids: Sequence[Sequence[int]]) -> tuple[Any, Any]:
    longest = min(each for each in LENGTHS if each >= max(map(len, ids)))
    tokens, real = np.zeros((len(ids), longest), np.int32), np.zeros((len(ids), longest), bool)
    for row, each in enumerate(ids):
        tokens[row, : len(each)] = each
        real[row, : len(each)] = True
    return tokens, real


def _step(
    parts: Tree,
    walk: Tree,
    model: Tree,
    tokens: Any,
    real: Any,
    counts: Any,
    key: Any,
    done: Any,
    *,
    spans: Any,
    steps: int,
) -> tuple[Tree, Tree]:
    """Take one step down (AdamW), slowly at first, and ever slower after; a gradient longer than 1 is shortened."""
    gradient = jax.grad(_wrong)(parts, model, tokens, real, counts, key, spans)
    length = jnp.sqrt(sum((each**2).sum() for each in jax.tree.leaves(gradient)))
    gradient = jax.tree.map(lambda each: each * jnp.minimum(1.0, 1.0 / length), gradient)
    first = jax.tree.map(lambda kept, each: 0.9 * kept + 0.1 * each, walk[0], gradient)
    second = jax.tree.map(lambda kept, each: 0.999 * kept + 0.001 * each**2, walk[1], gradient)
    rate = jnp.minimum(1.0, done / (steps / 15)) * (
        0.02 + 0.98 * 0.5 * (1 + jnp.cos(jnp.pi * done / steps))
    )

    def moved(part: Any, mean: Any, spread: Any, most: float) -> Any:
        way = (mean / (1 - 0.9**done)) / (jnp.sqrt(spread / (1 - 0.999**done)) + 1e-8)
        return part - rate * most * (way + DECAY * part)

    rates = {"added": RATE, "net": RATE_OF_NET}
    stepped = {
        name: jax.tree.map(
            functools.partial(moved, most=rates[name]), parts[name], first[name], second[name]
        )
        for name in parts
    }
    return stepped, (first, second)


def _wrong(
    parts: Tree, model: Tree, tokens: Any, real: Any, counts: Any, key: Any, spans: Any
) -> Any:
    """Return how unlikely the labels are held, as natural logarithms, a sentence."""
    inside, behind = jax.random.split(key)
    said = states(model, parts["added"], tokens, real, inside, LEFT_OUT)
    scores = _scores(parts["net"], said, real, behind)
    shares = [jax.nn.log_softmax(scores[:, a:b]) * counts[:, a:b] for a, b in spans]
    return -sum(each.sum() for each in shares) / len(tokens)


def _scores(net: Tree, said: Any, real: Any, key: Any) -> Any:
    numbers = jax.nn.relu(SCALE * said @ net["project"] + net["shift"])
    numbers = jnp.where(
        jax.random.bernoulli(key, 1 - LEFT_OUT, numbers.shape), numbers / (1 - LEFT_OUT), 0
    )
    looks = jnp.where(real[:, :, None], SCALE * said @ net["look"], -1e9)
    taken = jnp.einsum("stl,stn->sln", jax.nn.softmax(looks, 1), numbers)
    return taken.reshape(len(said), -1) @ net["add"] + net["start"]


def _tuning(added: Tree) -> Tuning:
    return Tuning(
        {
            (int(at), name): Added(
                Matrix.of(np.asarray(each["down"])), Matrix.of(np.asarray(each["up"]))
            )
            for at, tables in added.items()
            for name, each in tables.items()
        }
    )


def _net(parts: Tree, examples: Wanted) -> Net:
    scaled = {**parts, "project": SCALE * parts["project"], "look": SCALE * parts["look"]}
    return Net(
        dict(examples.classes), {name: Matrix.of(np.asarray(each)) for name, each in scaled.items()}
    )
