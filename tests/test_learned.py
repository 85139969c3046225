"""Do the trained readers add to the rules, without a word against them?"""

from __future__ import annotations

import gzip
import json
from array import array
from importlib.resources import files

import pytest

from evals.learning.examples import TASKS, Examples, read_examples
from evals.learning.fitting import fit
from langmem_ext.errors import ConfigurationError
from langmem_ext.learned import features
from langmem_ext.learned.linear import Linear, Weights
from langmem_ext.learned.tagger import Tagger
from langmem_ext.learned.weights import FILE, packed, readers, unpacked
from langmem_ext.learned.words import folded, shape, tokens

PACKAGED = files("langmem_ext.learned").joinpath(FILE).read_bytes()
MOST = 600_000
"""Bytes that the weights may take."""


@pytest.fixture(scope="module")
def few() -> Examples:
    everything = read_examples()
    return Examples({task: everything.lines[task][::40] for task in TASKS})


def test_training_twice_gives_the_same_bytes(few: Examples) -> None:
    assert packed(fit(few)) == packed(fit(few))


def test_what_is_packed_is_read_as_it_was(few: Examples) -> None:
    fitted = fit(few)

    assert packed(unpacked(packed(fitted))) == packed(fitted)


def test_the_packaged_weights_belong_to_the_packaged_marks() -> None:
    written = json.loads(gzip.decompress(PACKAGED))

    assert written["version"] == features.VERSION
    assert len(PACKAGED) <= MOST


def test_weights_of_other_marks_are_refused() -> None:
    written = json.loads(gzip.decompress(PACKAGED)) | {"version": features.VERSION + 1}

    with pytest.raises(ConfigurationError, match="train_gates"):
        unpacked(gzip.compress(json.dumps(written).encode()))


def test_the_readers_are_loaded_once() -> None:
    assert readers() is readers()


def test_words_are_known_by_class_shape_and_fold() -> None:
    tea, coffee, newline, number = tokens("Tea coffee\n2024")

    assert tea.coarse == coffee.coarse
    assert (newline.word, number.word) == ("¶", "0000")
    assert (folded("Don’t"), shape("Kangoo!7"), shape("Ärger")) == ("don't", "Xx!0", "Xx")


def test_a_linear_reader_tells_which_marks_weighed_most() -> None:
    weights = Weights({"": 0, "a": 1, "b": 2}, [array("b", [0, 0, 10]), array("b", [0, 50, 0])], 0.1)
    reader = Linear(("", "yes"), weights)

    assert reader.shares(["a"])[1] == pytest.approx(0.9933, abs=1e-4)
    assert reader.weighed(["a", "b", "new"], "yes", "") == [("a", 5.0), ("b", -1.0)]


def test_a_tagger_finds_the_part_and_how_much_better_it_is_to_take_it() -> None:
    out, begin, go_on = array("b", [5, 0, 0]), array("b", [0, 9, 0]), array("b", [0, 0, 9])
    moves = ((0.0, 0.0, -9.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, -9.0))
    tagger = Tagger(Weights({"o": 0, "b": 1, "i": 2}, [out, begin, go_on], 1.0), moves)

    (part,) = tagger.parts([["o"], ["b"], ["i"], ["o"]])

    assert (part.first, part.last, part.margin) == (1, 2, 18.0)
    assert tagger.parts([["o"], ["o"]]) == []
    assert tagger.parts([]) == []
