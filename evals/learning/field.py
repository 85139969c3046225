"""Which tokens of a text belong to a span, by their marks and by what comes before?

A linear-chain conditional random field over O (outside), B (begins a span) and I (goes on in it), after Lafferty et al.
(2001), with a quadratic penalty. Texts of like length are summed over together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from evals.learning.minimising import least
from evals.learning.sparse import table, vocabulary

TAGS = ("O", "B", "I")
NEVER = -1e4


@dataclass(frozen=True)
class TrainedField:
    """Hold the weights of each mark for O, B and I, and those of one tag after another, the last row for the first."""

    known: dict[str, int]
    weights: Any
    moves: Any


def train_field(
    texts: Sequence[Sequence[Sequence[str]]],
    tags: Sequence[Sequence[int]],
    *,
    penalty: float = 1.0,
    seen: int = 2,
    rounds: int = 60,
) -> TrainedField:
    """Find the weights under which the tags are likely; tags are places in TAGS."""
    rows = [marks for text in texts for marks in text]
    known = vocabulary(rows, seen)
    counted = table(rows, known)
    right = np.array([tag for each in tags for tag in each])
    groups = list(_groups([len(text) for text in texts]))
    gold = _moves(tags)
    shape = (len(known), 3)
    size = shape[0] * 3
    at = np.arange(len(right))

    def loss(point: Any) -> tuple[float, Any]:
        weights, moves = point[:size].reshape(shape), point[size:].reshape(4, 3)
        scores = counted.times(weights)
        value = -scores[at, right].sum() - (gold * moves).sum()
        shares, moved = np.zeros_like(scores), np.zeros((4, 3))
        for places in groups:
            whole, share, move = _sums(scores[places], _allowed(moves))
            value += whole.sum()
            shares[places] = share
            moved += move
        shares[at, right] -= 1
        gradient = counted.gathered(shares) + penalty * weights
        of_moves = moved - gold + 0.1 * moves
        value += 0.5 * penalty * (weights**2).sum() + 0.05 * (moves**2).sum()
        return float(value), np.concatenate([gradient.ravel(), of_moves.ravel()])

    found = least(loss, np.zeros(size + 12), rounds=rounds)
    return TrainedField(known, found[:size].reshape(shape), found[size:].reshape(4, 3))


def _allowed(moves: Any) -> Any:
    """No span goes on that has not begun."""
    barred = moves.copy()
    barred[0, 2] = barred[3, 2] = NEVER
    return barred


def _groups(lengths: Sequence[int]) -> Iterator[Any]:
    """Yield the places of the tokens of texts of one length, a row per text."""
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]]).astype(int)
    sizes = np.array(lengths)
    for length in sorted(set(lengths)):
        if length:
            yield starts[sizes == length][:, None] + np.arange(length)[None, :]


def _moves(tags: Sequence[Sequence[int]]) -> Any:
    counted = np.zeros((4, 3))
    for each in tags:
        for before, tag in zip([3, *each], each, strict=False):
            counted[before, tag] += 1
    return counted


def _sums(scores: Any, moves: Any) -> tuple[Any, Any, Any]:
    """Return for each text the log of the sum over all ways to tag it, and how often each tag and move is expected."""
    length = scores.shape[1]
    ahead = np.zeros_like(scores)
    back = np.zeros_like(scores)
    ahead[:, 0] = scores[:, 0] + moves[3]
    for t in range(1, length):
        ahead[:, t] = scores[:, t] + _log_sum(ahead[:, t - 1, :, None] + moves[None, :3], 1)
    for t in range(length - 2, -1, -1):
        back[:, t] = _log_sum(moves[None, :3] + (scores[:, t + 1] + back[:, t + 1])[:, None, :], 2)
    whole = _log_sum(ahead[:, -1], 1)
    shares = np.exp(ahead + back - whole[:, None, None])
    expected = np.zeros((4, 3))
    expected[3] = shares[:, 0].sum(axis=0)
    for t in range(1, length):
        pair = ahead[:, t - 1, :, None] + moves[None, :3]
        pair = pair + (scores[:, t] + back[:, t])[:, None, :] - whole[:, None, None]
        expected[:3] += np.exp(pair).sum(axis=0)
    return whole, shares, expected


def _log_sum(values: Any, axis: int) -> Any:
    most = values.max(axis=axis, keepdims=True)
    return np.squeeze(most, axis) + np.log(np.exp(values - most).sum(axis=axis))
