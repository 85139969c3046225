"""Is what the trained reader says of a message whole and exact, and is nothing lost where it cannot run?"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langmem_ext.reading import reader
from langmem_ext.reading.heard import heard
from langmem_ext.reading.reader import read, tasks, touches
from langmem_ext.reading.sentences import sentences

TEXT = "I'm a nurse in Leeds.\nCould you remember that my son is allergic to peanuts? Thanks!"
LONG = "\n".join(f"Line {n} tells of the harbour and its boats." for n in range(80))
PIECES = st.sampled_from(
    ["I am a nurse. ", "remember ", "my ", "Ana", "\n", "``` ", '"', "> ", "我住在北京。", "🙂", "\ud83d", "\x00", "é"]
)  # fmt: skip


@pytest.fixture
def without_runtime(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hide onnxruntime from the reader."""

    def found(name: str) -> Any:
        return None if name == "onnxruntime" else find_spec(name)

    monkeypatch.setattr(reader, "find_spec", found)
    reader.is_able.cache_clear()
    yield
    reader.is_able.cache_clear()


def test_without_the_runtime_nothing_is_read(without_runtime: None) -> None:
    assert read(TEXT) is None
    assert heard(TEXT) == []
    assert not touches("off", "please keep none of this")


def test_every_sentence_of_a_short_message_is_read() -> None:
    found = read(TEXT)

    assert found is not None
    assert [(each.start, each.end) for each in found.sentences] == sentences(TEXT)


def test_of_each_task_the_shares_of_all_classes_make_one() -> None:
    found = read(TEXT)

    assert found is not None
    for sentence in found.sentences:
        assert {name: list(each) for name, each in sentence.shares.items()} == tasks()["classes"]
        for shares in sentence.shares.values():
            assert sum(shares.values()) == pytest.approx(1, abs=1e-4)
            assert all(0 <= share <= 1 for share in shares.values())


def test_a_piece_is_what_the_user_wrote() -> None:
    found = read("I'm a nurse in Leeds.")

    assert found is not None
    kept = [found.text[each.start : each.end] for each in found.pieces("keep")]
    assert kept == ["I'm a nurse in Leeds"]


@settings(max_examples=40)
@given(st.lists(PIECES | st.text(max_size=5), max_size=40).map("".join))
def test_whatever_is_typed_pieces_are_exact_stretches_in_order(text: str) -> None:
    found = read(text)

    assert found is not None
    for name in tasks()["spans"]:
        pieces = found.pieces(name, 0.2)
        assert all(0 <= each.start < each.end <= len(found.text) for each in pieces)
        assert all(0.2 <= each.share <= 1.0001 for each in pieces)
        assert pieces == sorted(pieces, key=lambda each: each.start)
        assert all(a.end <= b.start for a, b in pairwise(pieces))


@pytest.mark.parametrize("text", ["", " \n ", "\u200b", "\x00"])
def test_where_nothing_is_said_nothing_is_read(text: str) -> None:
    found = read(text)

    assert found is not None
    assert found.sentences == () and found.pieces("keep") == []


def test_a_text_that_is_read_twice_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    run, computed = reader._run, []

    def counting(*given: Any) -> Any:
        computed.append(given)
        return run(*given)

    monkeypatch.setattr(reader, "_run", counting)
    text = f"{TEXT} Nobody has read this before."

    assert read(text) is read(text)
    assert len(computed) == 1


def test_a_text_is_read_alike_beside_others_and_alone() -> None:
    alone, beside = read(TEXT), read(f"{TEXT}\n{LONG}")

    assert alone is not None and beside is not None
    assert beside.sentences[0].shares["kind"]["fact"] > 0.5
    assert len(beside.sentences) < len(sentences(f"{TEXT}\n{LONG}"))


def test_several_threads_read_what_one_reads() -> None:
    texts = [f"My number {n} is lucky. I live at {n} Elm Street." for n in range(8)]
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(read, texts))
    reader._read.cache_clear()

    assert together == [read(text) for text in texts]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # "multi-threaded, fork may deadlock"
def test_a_fork_goes_on_reading_even_while_its_parent_reads() -> None:
    expected = read(TEXT)
    context = multiprocessing.get_context("fork")
    answers = context.Queue()

    def reads() -> None:
        reader._read.cache_clear()
        answers.put(read(TEXT))

    with reader._base()._lock:  # as if another thread of the parent were at work
        child = context.Process(target=reads)
        child.start()
    try:
        assert answers.get(timeout=60) == expected
        child.join(60)
        assert child.exitcode == 0
    finally:
        child.kill()
