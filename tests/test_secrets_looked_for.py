"""What is looked for first must be in everything that the slower patterns match."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langmem_ext.policies import folding
from langmem_ext.policies.secret_reading import (
    assignments,
    loose_tokens,
    seed_phrases,
    unnamed_passwords,
)
from langmem_ext.policies.secret_reading.word_lists import seed_words
from langmem_ext.policies.secrets import find_secrets

LOOKS = [
    ("spelled digits", folding._SPELLED, folding._SPELLED_SOMEHOW),
    ("letters set apart", folding._SET_APART, folding._APART),
    ("groups of an authenticator", loose_tokens._GROUPS, loose_tokens._GROUP),
    ("opening", unnamed_passwords._OPENING, unnamed_passwords._OPENING_HINT),
    *(
        ("assignments", rule.pattern, assignments._MARK)
        for rule in assignments._PLAIN
        if rule not in assignments._UNMARKED
    ),
]


@pytest.mark.parametrize(("name", "pattern", "look"), LOOKS, ids=[name for name, *_ in LOOKS])
@given(data=st.data())
def test_the_first_look_passes_over_nothing_that_the_pattern_finds(
    name: str, pattern: re.Pattern[str], look: re.Pattern[str], data: st.DataObject
) -> None:
    said = data.draw(st.from_regex(re.compile(pattern.pattern, re.ASCII)))

    assert look.search(said) or not pattern.search(said)


@given(
    st.lists(st.sampled_from(sorted(seed_words())), min_size=12, max_size=24),
    st.sampled_from([" ", ",", ", ", " / ", "-", " -> ", "\n", "\n3. ", " 4) "]),
    st.sampled_from(["", "it is ", "to me: ", "I'm on it. "]),
)
def test_the_words_of_a_wallet_are_counted_however_they_are_joined(
    words: list[str], mark: str, before: str
) -> None:
    assert seed_phrases._most_in_a_row(before + mark.join(words)) >= seed_phrases.LEAST


def test_a_few_words_said_over_and_over_are_no_seed_phrase() -> None:
    assert find_secrets("never forget that " * 2_700) == []
    assert find_secrets("backup phone first, " * 20) == []


def test_a_seed_phrase_said_twice_is_one() -> None:
    phrase = "velvet lobster orbit canyon drift mango planet saddle winter fabric echo juice "

    assert [found.kind for found in find_secrets(phrase * 2)] == ["seed_phrase"]
