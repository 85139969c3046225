"""Is a message of any size laid before the encoder in a few windows, and does each token know its sentence?"""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langmem_ext.reading.sentences import sentences
from langmem_ext.reading.windows import (
    CLS,
    MOST,
    MOST_SENTENCES,
    MOST_TOKENS,
    SEP,
    Window,
    encoded,
    windows,
)

FILLING = "\n".join(
    f"Line {n} tells of the harbour, its boats and what they carry." for n in range(80)
)
PIECES = st.sampled_from(
    [*"aI1.!?。\n\t \u00a0\u200b\u0301é我ß🙂'\x00\ud83d\udcff", "👩\u200d👩\u200d👧", "word ", "I am. ", "[CLS]"]
)  # fmt: skip


def said(text: str, window: Window) -> list[str]:
    return [text[start:end] for start, end in window.spans]


def test_a_short_message_is_one_window_of_its_sentences() -> None:
    text = "I live in Porto. Do you know it?\nMy wife is a judge."
    (window,) = windows(text)

    assert said(text, window) == ["I live in Porto.", "Do you know it?", "My wife is a judge."]
    assert window.ids[0] == CLS and window.ids[-1] == SEP
    assert window.belongs[:2] == (-1, 0) and window.belongs[-2:] == (2, -1)
    assert window.number == 0


def test_of_a_long_message_the_first_and_the_last_sentence_are_read() -> None:
    text = f"I need help with this.\n{FILLING}\nThanks a lot, Ana."
    found = windows(text)

    assert len(found) == MOST
    assert said(text, found[0])[0] == "I need help with this."
    assert said(text, found[-1])[-1] == "Thanks a lot, Ana."


def test_between_them_it_is_read_where_the_user_says_most_of_themselves() -> None:
    text = f"{FILLING}\nI am a nurse and my son is four. We live with my mother.\n{FILLING}"
    _, between, _ = windows(text)

    assert "I am a nurse and my son is four." in said(text, between)


def test_a_window_knows_which_sentence_of_the_message_is_its_first() -> None:
    spans = sentences(FILLING)

    for window in windows(FILLING):
        assert window.spans == tuple(spans[window.number : window.number + len(window.spans)])


def test_a_sentence_that_is_too_long_is_cut_and_goes_on_in_the_next_window() -> None:
    text = "word " * 200
    found = windows(text)

    assert [len(each.ids) for each in found] == [MOST_TOKENS + 2, 200 - MOST_TOKENS + 2]
    assert found[0].spans == found[1].spans == ((0, len(text) - 1),)


@pytest.mark.parametrize("text", ["", " \n ", "\u200b", "\x00\x01"])
def test_where_nothing_is_said_there_is_no_window(text: str) -> None:
    assert windows(text) == []


@given(st.lists(PIECES | st.text(max_size=5), max_size=400).map("".join))
def test_whatever_is_typed_windows_keep_their_bounds_and_tokens_their_sentences(text: str) -> None:
    found = windows(text)

    assert len(found) <= MOST
    for window in found:
        assert 2 < len(window.ids) <= MOST_TOKENS + 2
        assert 0 < len(window.spans) <= MOST_SENTENCES
        assert len(window.ids) == len(window.places) == len(window.belongs)
        for (start, end), at in zip(window.places[1:-1], window.belongs[1:-1], strict=True):
            assert window.spans[at][0] <= start <= end <= window.spans[at][1]
    assert found == sorted(found, key=lambda each: each.number)


@given(st.lists(PIECES | st.text(max_size=5), max_size=400).map("".join))
def test_the_first_and_the_last_token_are_read(text: str) -> None:
    places = encoded(text).offsets
    found = windows(text)

    assert bool(found) == bool(places)
    if places:
        assert (found[0].places[1], found[-1].places[-2]) == (places[0], places[-1])


@pytest.mark.parametrize("piece", ["x", "I am. ", "我", ". ", "word ", "\n", "1. ", "🙂"])
def test_a_hundred_thousand_characters_are_laid_out_within_a_second(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    began = time.process_time()

    assert len(windows(text)) <= MOST
    assert time.process_time() - began < 1.0
