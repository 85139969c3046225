"""What is well-formed as a memory."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langmem_ext.policies.writing import MAX_CONTENT, Rejection, check_writing, normalise


@pytest.mark.parametrize(
    ("raw", "ready"),
    [
        ("  The user\tlikes \n tea  ", "The user likes tea"),
        ('"The user likes tea"', "The user likes tea"),
        ("- “The user likes tea”", "The user likes tea"),
        ("1. The user likes tea", "The user likes tea"),
        ('"Dune" and "Emma"', '"Dune" and "Emma"'),
        ("Cafe\u0301", "Café"),
        ("-5 degrees is cold", "-5 degrees is cold"),
    ],
)
def test_content_is_normalised(raw: str, ready: str) -> None:
    assert normalise(raw) == ready
    assert check_writing(raw) == ready


@given(st.text(max_size=200))
def test_normalising_twice_changes_nothing(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)


@given(st.text(max_size=400), st.sampled_from(["semantic", "episodic", "procedural", "reflection"]))
def test_what_is_accepted_is_accepted_again_unchanged(text: str, kind: str) -> None:
    ready = check_writing(text, kind)

    if isinstance(ready, str):
        assert check_writing(ready, kind) == ready


@pytest.mark.parametrize("text", ["", "   ", "...", "\n\t", "🙂", '""'])
def test_nothing_without_a_letter_or_digit_is_a_memory(text: str) -> None:
    assert isinstance(check_writing(text), Rejection)


@pytest.mark.parametrize("text", ["a\x00b", "bell \x07", "\x1b[31mred", "half \ud800"])
def test_control_characters_are_refused_not_removed(text: str) -> None:
    assert check_writing(text) == Rejection("format", check_writing(text).detail)  # type: ignore[union-attr]


@pytest.mark.parametrize("kind", ["semantic", "episodic", "insight"])
def test_short_kinds_hold_280_characters_after_normalising(kind: str) -> None:
    assert check_writing("x" * MAX_CONTENT + "   ", kind) == "x" * 280
    assert isinstance(check_writing("x" * 281, kind), Rejection)


@pytest.mark.parametrize("kind", ["procedural", "reflection"])
def test_long_kinds_hold_2000_characters(kind: str) -> None:
    assert check_writing("x" * 2000, kind) == "x" * 2000
    assert isinstance(check_writing("x" * 2001, kind), Rejection)


def test_the_steps_of_a_procedure_keep_their_lines() -> None:
    assert check_writing("1. Build \n\n 2.  Test", "procedural") == "1. Build\n2. Test"


def test_a_rejection_does_not_repeat_the_text() -> None:
    refused = check_writing("unspeakable " * 100)

    assert isinstance(refused, Rejection)
    assert "unspeakable" not in refused.detail
