"""Does a net see the one token that speaks for a class?"""

from __future__ import annotations

import json

import numpy as np

from langmem_ext.learned.attending import Matrix, Net, read, written
from langmem_ext.learned.linear import shares_of


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


def test_a_net_without_a_task_judges_the_others_as_before() -> None:
    net = looking_for_the_first_number()
    both = Net({"other": ("",), **net.classes}, {**net.parts, **_with_a_class_before(net)})
    states = np.array([[1.0, 0.0], [0.0, 1.0]], np.float32)

    assert both.without("other").scores(states) == net.scores(states)


def _with_a_class_before(net: Net) -> dict[str, Matrix]:
    wider = {name: np.insert(net.parts[name].whole(), 0, 0, axis=1) for name in ("add", "start")}
    return {name: Matrix.of(each) for name, each in wider.items()}
