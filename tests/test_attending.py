"""Does a net see the one token that speaks for a class, and does training find which?"""

from __future__ import annotations

import json

import numpy as np
import pytest

from evals.learning import attending as training
from evals.learning.attending import train_nets, wanted
from langmem_ext.embeddings.local import shared_embedder
from langmem_ext.learned.attending import Matrix, Net, mean_scores, read, written
from langmem_ext.learned.linear import shares_of

ASKS = ["write it down that {}", "keep in your notes that {}", "do not lose this: {}"]
SAYS = ["somebody told me that {}", "is it true that {}", "the paper wrote that {}"]
THINGS = ["my sister moved to Lisbon", "the bakery opens at six", "we ordered forty chairs"]


def rows() -> list[tuple[str, str, float]]:
    asked = [(each.format(thing), "request", 1.0) for each in ASKS for thing in THINGS]
    return asked + [(each.format(thing), "", 1.0) for each in SAYS for thing in THINGS]


def looking_for_the_first_number() -> Net:
    """Return a net over states of two numbers that looks where the first is greatest, and takes it from there."""
    tables = {
        "project": [[1.0], [0.0]],
        "shift": [[0.0]],
        "look": [[10.0], [0.0]],
        "add": [[0.0, 5.0]],
        "start": [[2.0, 0.0]],
    }
    parts = {name: Matrix.of(np.array(each)) for name, each in tables.items()}
    return Net({"request": ("", "request")}, parts)


def test_one_token_that_speaks_is_heard_among_many_that_do_not() -> None:
    silent = np.tile(np.array([[0.0, 1.0]], np.float32), (30, 1))
    one_speaks = silent.copy()
    one_speaks[17] = [1.0, 0.0]
    net = looking_for_the_first_number()

    assert shares_of(net.scores(silent)["request"])[1] < 0.2
    assert shares_of(net.scores(one_speaks)["request"])[1] > 0.9


def test_a_net_that_is_written_down_is_read_as_it_was() -> None:
    net = looking_for_the_first_number()
    kept = json.loads(json.dumps(written(net)))

    assert written(read(kept)) == kept
    assert read(kept).scores(np.ones((3, 2), np.float32)) == net.scores(np.ones((3, 2), np.float32))


def test_several_nets_say_what_they_say_in_the_mean() -> None:
    net = looking_for_the_first_number()
    states = np.ones((3, 2), np.float32)

    assert mean_scores([net, net], states) == net.scores(states)


def test_training_learns_who_asks_and_gives_the_same_net_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(training, "ROUNDS", 60)
    (net,), (again,) = (train_nets({"request": rows()}, seeds=[1]) for _ in range(2))

    def likely(text: str) -> float:
        return shares_of(net.scores(shared_embedder().token_states(text))["request"])[1]

    assert written(net) == written(again)
    assert likely("write it down that the shop is shut") > 0.5
    assert likely("somebody told me that the shop is shut") < 0.5


def test_a_sentence_of_one_task_counts_nothing_for_another() -> None:
    found = wanted(
        {"command": [("undo it", "undo", 1.0)], "request": [("note it", "request", 0.5)]}
    )

    assert list(found.texts) == ["note it", "undo it"]
    assert found.counts.tolist() == [[0.0, 0.5], [1.0, 0.0]]


def test_the_gradient_is_that_of_what_is_to_be_least() -> None:
    draw = np.random.default_rng(0)
    parts = {name: each.astype(float) for name, each in training._start(draw, 3).items()}
    given, real = draw.standard_normal((2, 4, 384)), np.ones((2, 4), bool)
    real[0, 2:] = False
    kept = np.ones((2, training.LOOKS * training.NUMBERS))
    counts = np.array([[0.0, 1.0, 0.0], [0.5, 0.0, 2.0]])
    spans = [slice(0, 3)]

    def loss() -> float:
        flat = given.reshape(-1, 384)
        numbers = np.maximum(flat @ parts["project"] + parts["shift"], 0).reshape(2, 4, -1)
        looks = np.where(real[:, :, None], (flat @ parts["look"]).reshape(2, 4, -1), -1e9)
        looks = training._shares(looks, 1)
        taken = np.matmul(looks.transpose(0, 2, 1), numbers).reshape(2, -1)
        shares = training._shares(taken @ parts["add"] + parts["start"], 1)
        return float(-(counts * np.log(shares)).sum() / 2)

    found = training._gradients(parts, given, real, kept, counts, spans)
    for name, part in parts.items():
        at = np.unravel_index(np.abs(found[name]).argmax(), part.shape)
        before = part[at]
        part[at] = before + 1e-5
        more = loss()
        part[at] = before - 1e-5
        less = loss()
        part[at] = before
        assert (more - less) / 2e-5 == pytest.approx(found[name][at], rel=1e-3)
