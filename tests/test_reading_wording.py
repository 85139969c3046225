"""Do a user's own words read in the third person where that is sure, and as a quotation where it is not?

The examples stand in evals/data/wording.jsonl.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langmem_ext.reading.spans import Quotations
from langmem_ext.reading.wording import kept, quoted, told, wished

DATA = Path(__file__).parents[1] / "evals" / "data" / "wording.jsonl"
ROWS = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]

WORDS = (
    "I i I'm im I've I'd we we're my me mine our us myself you your the a and or but because when if to can don't"
    " like love work works worked live hate am was have go moved nurse Leeds wife cats they she it that who never"
    " always call answer use no please so well, tea, emojis; (for (two) fish) \"quoted I\" ‘my’ 'me' in with today 2019"
    " £5 ich bin der this those rather sure & when, then"
)
statements = st.one_of(
    st.text(max_size=200),
    st.lists(st.sampled_from(WORDS.split(" ")), max_size=25).map(" ".join),
)
kinds = st.sampled_from(("fact", "request"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["statement"][:60])
def test_a_statement_reads_as_its_example_says(row: dict[str, Any]) -> None:
    assert kept(row["statement"], row["kind"], row.get("speaker")) == row["expected"]


def test_a_wish_is_worded_as_one_and_anything_else_as_a_statement() -> None:
    assert wished("speak slowly") == "The user wants the assistant to speak slowly"
    assert wished("I prefer short answers", "Ana") == "Ana prefers short answers"
    assert wished("what a day") == 'The user said: "what a day"'


@given(statements, kinds)
def test_no_first_person_stands_outside_quotation_marks(statement: str, kind: str) -> None:
    read = kept(statement, kind)
    if read.startswith("The user said: "):
        return

    outside, at = "", 0
    for start, end in Quotations(read).spans:
        outside, at = f"{outside}{read[at:start]} ", end
    said = {each.strip(".,;:!()[]") for each in f"{outside}{read[at:]}".split()}

    assert said.isdisjoint(
        ("I", "i", "I'm", "I've", "I'd", "my", "My", "me", "mine", "myself", "us")
    )


@given(statements, kinds)
def test_a_statement_is_quoted_whole_or_not_at_all(statement: str, kind: str) -> None:
    read = kept(statement, kind)

    if " said: " in read and " said: " not in statement:
        assert read == quoted(statement)
        inside = read.partition('"')[2][:-1]
        assert '"' not in inside
        assert len(inside) == len(statement.strip())


@given(statements, kinds)
def test_the_same_statement_reads_the_same_twice(statement: str, kind: str) -> None:
    assert kept(statement, kind) == kept(statement, kind)


@given(statements)
def test_the_end_mark_and_the_space_around_a_statement_change_nothing(statement: str) -> None:
    read = told(statement)

    assert told(f"  {statement}\t") == read


@pytest.mark.parametrize(
    "piece",
    ["I ", "my ", '"', "'", "(", "and I work, ", "a" * 275, "\n", "never ", "because ", "“"],
)
def test_a_text_of_any_length_is_read_at_once(piece: str) -> None:
    text = piece * (100_000 // len(piece))

    start = time.process_time()
    for length in (1_000, 100_000):
        assert kept(text[:length], "request") == kept(text[:length], "request")

    assert time.process_time() - start < 1.0
