"""Does a message fall into its sentences, whatever stands in it?"""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langmem_ext.reading.sentences import sentences

LARGE = 100_000
"""Characters of the texts that must be cut in next to no time."""

PIECES = st.sampled_from(
    [*"aI1.!?…。！？\"'”)*_\n\t \u00a0\u2028é我ß", "Dr.", "e.g.", "1.", "J.", "...", "\n\n", "  "]
)


def cut(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I live in Porto. I like tea", ["I live in Porto.", "I like tea"]),
        ("Really?! Yes... I mean it!", ["Really?!", "Yes...", "I mean it!"]),
        ('He said "I left." Then he went.', ['He said "I left."', "Then he went."]),
        ("It is bold (**so it is.**) Fine.", ["It is bold (**so it is.**)", "Fine."]),
        ("first line\nsecond line", ["first line", "second line"]),
        ("  padded  \n\n\n  twice\t", ["padded", "twice"]),
        ("", []),
        (" \n\t\n ", []),
    ],
)
def test_an_end_mark_with_a_blank_behind_it_and_a_line_end_a_sentence(
    text: str, found: list[str]
) -> None:
    assert cut(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "I met Dr. Kim on Friday",
        "We ate out, e.g. at Da Mario, approx. twice a week",
        "J. K. Rowling wrote it",
        "Smith vs. the city",
        "version 1.2.3 runs on example.com at 3.30",
        "(Mr. Sato knows)",
        "the meeting is at 9 a.m. on Monday",
    ],
)
def test_a_stop_that_abbreviates_ends_none(text: str) -> None:
    assert cut(text) == [text]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1. Buy milk\n2. Call Ana. She waits", ["1. Buy milk", "2. Call Ana.", "She waits"]),
        ("\t10. Buy milk", ["10. Buy milk"]),
        ("It costs 5. Then 6.", ["It costs 5.", "Then 6."]),
        ("It was I. Then we left.", ["It was I.", "Then we left."]),
    ],
)
def test_a_number_is_that_of_a_list_only_where_it_begins_a_line(
    text: str, found: list[str]
) -> None:
    assert cut(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("我住在北京。我喜欢茶！你呢？", ["我住在北京。", "我喜欢茶！", "你呢？"]),
        (
            "私は東京に住んでいます。覚えておいてください。",
            ["私は東京に住んでいます。", "覚えておいてください。"],
        ),
    ],
)
def test_scripts_without_blanks_need_none_behind_an_end_mark(text: str, found: list[str]) -> None:
    assert cut(text) == found


@given(st.lists(PIECES | st.text(max_size=5)).map("".join))
def test_sentences_are_in_order_trimmed_and_leave_out_nothing_but_blanks(text: str) -> None:
    spans = sentences(text)

    assert spans == sorted(spans)
    assert all(end <= start for (_, end), (start, _) in pairwise(spans))
    assert all(text[start:end] == text[start:end].strip() != "" for start, end in spans)
    assert "".join("".join(cut(text)).split()) == "".join(text.split())


@pytest.mark.parametrize(
    "piece",
    ["a", ".", "?!", "。", "\n", "Dr. ", "1. ", "\t1. ", "e.g.", "J.K.", "I am here. ", '."', " " * 99 + "1."],
)  # fmt: skip
def test_a_hundred_thousand_characters_take_a_fraction_of_a_second(piece: str) -> None:
    text = piece * (LARGE // len(piece))
    began = time.process_time()

    sentences(text)

    assert time.process_time() - began < 0.5
