"""Are the last layers of the offline model computed and tuned rightly, and is it learned what is added to them?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest
from tuned_apart import states_in_training, trained

from evals.learning.sentences import wanted
from langmem_ext.embeddings.bert import HALFWAY, Bert, inputs_of, open_session
from langmem_ext.embeddings.local import (
    LocalEmbeddings,
    packaged_bytes,
    packaged_model,
    shared_embedder,
)
from langmem_ext.embeddings.onnx_file import tensors
from langmem_ext.embeddings.wordpiece import token_ids
from langmem_ext.learned.attending import Matrix
from langmem_ext.learned.attending import written as net_written
from langmem_ext.learned.linear import shares_of
from langmem_ext.learned.tuning import TABLES, Added, Tuning, read, tables_in, tuned, written
from langmem_ext.learned.weights import readers

SENTENCE = "keep in your notes that the bakery opens at six"

ASKS = ["write it down that {}", "keep in your notes that {}", "do not lose this: {}"]
SAYS = ["somebody told me that {}", "is it true that {}", "the paper wrote that {}"]
THINGS = [
    f"{who} {does}"
    for who in ("my sister", "the baker", "our landlord", "an old friend", "the boss", "a nurse")
    for does in ("moved to Lisbon", "opens at six", "ordered forty chairs", "sings")
]


def added(size: float, *, layer: int = 4) -> Tuning:
    draw, kept = np.random.default_rng(1), tensors(packaged_bytes())
    names = tables_in(kept)[layer * len(TABLES) :]

    def thin(rows: int, columns: int) -> Added:
        down, up = draw.standard_normal((rows, 2)), draw.standard_normal((2, columns))
        return Added(Matrix.of(size * down), Matrix.of(size * up))

    shapes = {table: kept[f"{name}_q"].shape for table, name in zip(TABLES, names, strict=False)}
    return Tuning({(layer, table): thin(*shape) for table, shape in shapes.items()})


def read_on(tuning: Tuning, sentence: str) -> Any:
    layers = Bert(lambda: open_session(tuned(packaged_bytes(), HALFWAY, tuning), 1))
    return layers.run(shared_embedder().steps(sentence))[0][0]


def last_states(sentence: str) -> Any:
    model = Bert(lambda: open_session(str(packaged_model()), 1))
    return model.run(inputs_of([token_ids(sentence)]))[0][0]


@pytest.mark.parametrize("sentence", [SENTENCE, "hi", "Ünïcödé?! 42 " * 20])
def test_where_nothing_is_added_the_layers_read_as_the_whole_model_does(sentence: str) -> None:
    for tuning in (Tuning({}), added(0.0)):
        assert np.abs(read_on(tuning, sentence) - last_states(sentence)).max() < 1e-4


def test_what_is_added_is_read() -> None:
    assert np.abs(read_on(added(0.1), SENTENCE) - last_states(SENTENCE)).max() > 0.05


def test_only_the_layers_behind_the_half_are_loaded_again() -> None:
    assert len(tuned(packaged_bytes(), HALFWAY, Tuning({}))) < 0.3 * len(packaged_bytes())


def test_who_reads_halfway_knows_the_vector_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    embedder = LocalEmbeddings()
    (vector,) = embedder.embed_documents([SENTENCE])
    embedder.steps(SENTENCE)
    monkeypatch.setattr(embedder, "_run", lambda ids: pytest.fail("the model was asked again"))

    assert embedder.embed_query(SENTENCE) == pytest.approx(vector, abs=1e-6)


def test_what_is_written_down_is_read_again() -> None:
    tuning = added(0.1)

    assert written(read(written(tuning))) == written(tuning)


def test_a_sentence_of_one_task_counts_nothing_for_another() -> None:
    found = wanted(
        {"command": [("undo it", "undo", 1.0)], "request": [("note it", "request", 0.5)]}
    )

    assert list(found.texts) == ["note it", "undo it"]
    assert found.counts.tolist() == [[0.0, 0.5], [1.0, 0.0]]


@pytest.fixture(scope="module")
def apart() -> Iterator[ProcessPoolExecutor]:
    """Run training in a process of its own: after JAX is imported, no other test may fork."""
    if find_spec("jax") is None:
        pytest.skip("no JAX on this machine")
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        yield pool


def test_what_is_trained_reads_as_the_package_does(apart: ProcessPoolExecutor) -> None:
    assert readers().meaning is not None
    tuning = readers().meaning.tuning
    by_package = read_on(tuning, SENTENCE)

    by_training = apart.submit(states_in_training, SENTENCE, tuning).result()

    assert np.abs(by_training[0] - by_package).max() < 1e-3


def test_training_learns_who_asks(apart: ProcessPoolExecutor) -> None:
    tuning, net = apart.submit(trained, request_or_not(THINGS), rounds=12).result()

    def likely(text: str) -> float:
        return shares_of(net.scores(read_on(tuning, text))["request"])[1]

    assert likely("write it down that the shop is shut") > 0.8
    assert likely("somebody told me that the shop is shut") < 0.2


def test_training_twice_gives_the_same(apart: ProcessPoolExecutor) -> None:
    few = request_or_not(THINGS[::2])
    (tuning, net), again = (apart.submit(trained, few, rounds=2).result() for _ in range(2))

    assert (written(tuning), net_written(net)) == (written(again[0]), net_written(again[1]))


def request_or_not(things: Sequence[str]) -> list[tuple[str, str, float]]:
    asked = [(each.format(thing), "request", 1.0) for each in ASKS for thing in things]
    return asked + [(each.format(thing), "", 1.0) for each in SAYS for thing in things]
