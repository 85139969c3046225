"""Which tokens of a sentence speak for which class?

The nets of `langmem_ext.learned.attending`, one for all tasks, trained a few times from different seeds: stochastic
gradients with moments and decay of weights (AdamW, Loshchilov and Hutter 2019), and states, numbers and tokens left out
at random. The constants were chosen on lines of writers that were left out; none of them matters much.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from langmem_ext.embeddings.local import shared_embedder
from langmem_ext.learned.attending import MOST_TOKENS, Matrix, Net

SEEDS = (1, 2, 3)
ROUNDS = 8
BATCH = 64
NUMBERS, LOOKS = 48, 4
RATE, DECAY = 0.003, 0.02
WITHOUT_STATE, WITHOUT_TOKEN, WITHOUT_NUMBER = 0.15, 0.1, 0.2
"""How often a dimension of the states of a sentence, a token, and a number that was taken are left out in training."""
SCALE = 2.0
"""What the states are multiplied by in training, so that the first weights are of the right size; folded in after."""
PART = 0.4
"""Of the sentences that count less than a whole example, how many are read in a round; they count more for it."""

Row = tuple[str, str, float]
"""A sentence, its label, and how much it counts as an example."""

Arrays = dict[str, Any]


@dataclass(frozen=True)
class Wanted:
    """Hold sentences, and how much each is an example of each class; `classes` of all tasks stand side by side."""

    texts: Sequence[str]
    classes: Mapping[str, tuple[str, ...]]
    counts: Any

    @property
    def spans(self) -> list[slice]:
        """Return where the classes of each task stand."""
        ends = np.cumsum([0, *map(len, self.classes.values())])
        return [slice(a, b) for a, b in pairwise(ends)]


def wanted(rows: Mapping[str, Sequence[Row]]) -> Wanted:
    """Add up the examples of each task; a task that says nothing of a sentence counts nothing for it."""
    texts = sorted({text for each in rows.values() for text, _, _ in each})
    at = {text: place for place, text in enumerate(texts)}
    classes = {task: tuple(sorted({label for _, label, _ in each})) for task, each in rows.items()}
    counts = np.zeros((len(texts), sum(map(len, classes.values()))), np.float32)
    first = 0
    for task, each in rows.items():
        for text, label, importance in each:
            counts[at[text], first + classes[task].index(label)] += importance
        first += len(classes[task])
    return Wanted(texts, classes, counts)


def train_nets(rows: Mapping[str, Sequence[Row]], seeds: Sequence[int] = SEEDS) -> tuple[Net, ...]:
    """Fit one net a seed to sentences with labels for each task."""
    examples = wanted(rows)
    states = _states(examples.texts)
    return tuple(_net(_trained(examples, states, seed), examples.classes) for seed in seeds)


_known_states: dict[str, Any] = {}


def _states(texts: Sequence[str]) -> list[Any]:
    """Return the states of the tokens of each text, as the package will see them."""
    embedder = shared_embedder()
    for each in texts:
        if each not in _known_states:
            _known_states[each] = embedder.token_states(each)[:MOST_TOKENS].astype(np.float16)
    return [_known_states[each] for each in texts]


def _net(parts: Arrays, classes: Mapping[str, tuple[str, ...]]) -> Net:
    scaled = parts | {name: SCALE * parts[name] for name in ("project", "look")}
    return Net(dict(classes), {name: Matrix.of(each) for name, each in scaled.items()})


def _trained(examples: Wanted, states: Sequence[Any], seed: int) -> Arrays:
    draw = np.random.default_rng(seed)
    parts = _start(draw, examples.counts.shape[1])
    walk = Walk(parts)
    batches = [each for _ in range(ROUNDS) for each in _batches(examples, states, draw)]
    for done, (places, counted) in enumerate(batches, 1):
        given, real = _given([states[at] for at in places], draw)
        kept: Any = draw.random((len(places), LOOKS * NUMBERS)) > WITHOUT_NUMBER
        kept = kept * np.float32(1 / (1 - WITHOUT_NUMBER))
        counts = examples.counts[places] * counted[:, None]
        walk.step(_gradients(parts, given, real, kept, counts, examples.spans), done, len(batches))
    return parts


def _start(draw: np.random.Generator, outputs: int) -> Arrays:
    def drawn(rows: int, columns: int, size: float) -> Any:
        return (draw.standard_normal((rows, columns)) * size / np.sqrt(rows)).astype(np.float32)

    width = 384
    return {
        "project": drawn(width, NUMBERS, 2.0),
        "shift": np.zeros((1, NUMBERS), np.float32),
        "look": drawn(width, LOOKS, 1.0),
        "add": drawn(LOOKS * NUMBERS, outputs, 0.3),
        "start": np.zeros((1, outputs), np.float32),
    }


def _batches(
    examples: Wanted, states: Sequence[Any], draw: np.random.Generator
) -> Iterator[tuple[Any, Any]]:
    """Yield the places of sentences of about the same length, and how many times over each of them counts."""
    whole = examples.counts.max(axis=1) >= 0.9
    rest = np.flatnonzero(~whole)
    some = draw.choice(rest, int(PART * len(rest)), replace=False)
    places = np.concatenate([np.flatnonzero(whole), some])
    times = np.concatenate([np.ones(whole.sum()), np.full(len(some), 1 / PART)]).astype(np.float32)
    lengths = np.array([len(states[at]) for at in places])
    order = np.argsort(lengths + draw.uniform(0, 4, len(places)), kind="stable")
    starts = np.arange(0, len(places), BATCH)
    draw.shuffle(starts)
    for start in starts:
        held = order[start : start + BATCH]
        yield places[held], times[held]


def _given(states: Sequence[Any], draw: np.random.Generator) -> tuple[Any, Any]:
    """Put the states of some sentences into one array, some left out; and say which of them are there."""
    longest = max(map(len, states))
    given = np.zeros((len(states), longest, states[0].shape[1]), np.float32)
    real = np.zeros((len(states), longest), bool)
    for row, each in enumerate(states):
        given[row, : len(each)] = each
        real[row, : len(each)] = True
    kept = draw.random((len(states), 1, given.shape[2])) > WITHOUT_STATE
    given *= kept * np.float32(SCALE / (1 - WITHOUT_STATE))
    real &= draw.random(real.shape) > WITHOUT_TOKEN
    real[:, 0] = True
    return given, real


def _gradients(
    parts: Arrays, given: Any, real: Any, kept: Any, counts: Any, spans: Sequence[slice]
) -> Arrays:
    many, longest, width = given.shape
    flat = given.reshape(-1, width)
    numbers = np.maximum(flat @ parts["project"] + parts["shift"], 0).reshape(many, longest, -1)
    looks = (flat @ parts["look"]).reshape(many, longest, -1)
    looks = _shares(np.where(real[:, :, None], looks, np.float32(-1e9)), 1)
    taken = np.matmul(looks.transpose(0, 2, 1), numbers).reshape(many, -1) * kept
    wrong = _wrong(taken @ parts["add"] + parts["start"], counts, spans) / np.float32(many)

    of_taken = ((wrong @ parts["add"].T) * kept).reshape(many, LOOKS, NUMBERS)
    of_numbers = (np.matmul(looks, of_taken) * (numbers > 0)).reshape(-1, NUMBERS)
    of_looks = np.matmul(numbers, of_taken.transpose(0, 2, 1))
    of_looks = looks * (of_looks - (looks * of_looks).sum(axis=1, keepdims=True))
    return {
        "project": flat.T @ of_numbers,
        "shift": of_numbers.sum(axis=0, keepdims=True),
        "look": flat.T @ of_looks.reshape(-1, LOOKS),
        "add": taken.T @ wrong,
        "start": wrong.sum(axis=0, keepdims=True),
    }


def _wrong(scores: Any, counts: Any, spans: Sequence[slice]) -> Any:
    """Return by how much each class of each task is held too likely."""
    wrong = np.empty_like(scores)
    for span in spans:
        of_task = counts[:, span]
        whole = of_task.sum(axis=1, keepdims=True)
        wrong[:, span] = _shares(scores[:, span], 1) * whole - of_task
    return wrong


def _shares(scores: Any, axis: int) -> Any:
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


class Walk:
    """Move arrays along their gradients, in place: slowly at first, and ever slower after."""

    def __init__(self, parts: Arrays) -> None:
        self._parts = parts
        self._first = {name: np.zeros_like(each) for name, each in parts.items()}
        self._second = {name: np.zeros_like(each) for name, each in parts.items()}

    def step(self, gradients: Arrays, done: int, steps: int) -> None:
        """Take one step of so many; a gradient longer than 1 is shortened to it."""
        length = np.sqrt(sum(float((each**2).sum()) for each in gradients.values()))
        rate = _rate(done, steps)
        for name, each in gradients.items():
            gradient = each * np.float32(min(1.0, 1.0 / max(length, 1e-9)))
            first, second, part = self._first[name], self._second[name], self._parts[name]
            first += np.float32(0.1) * (gradient - first)
            second += np.float32(0.001) * (gradient * gradient - second)
            way = (first / (1 - 0.9**done)) / (np.sqrt(second / (1 - 0.999**done)) + 1e-8)
            part -= np.float32(rate) * (way + DECAY * part).astype(np.float32)


def _rate(done: int, steps: int) -> float:
    warm = min(1.0, done / (steps / 20))
    return float(RATE * warm * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * done / steps))))
