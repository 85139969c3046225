"""Where does a sentence end?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.sentences import sentences


@pytest.mark.parametrize(
    "message",
    [
        "my membership no. is 88 2047",
        "tel. no. 4455 is mine",
        "my ref. is 55",
        "call ext. 55 for me",
        "I'm in the procurement dept. since this month.",
        "apt. 4 is mine",
        "min. order: 400 units",
    ],
)
def test_a_short_word_before_its_value_ends_no_sentence(message: str) -> None:
    assert [each.raw for each in sentences(message)] == [message]


@pytest.mark.parametrize(
    ("message", "count"),
    [
        ("I said no. 5 people came", 2),
        ("the answer is no. i live in Rome", 2),
        ("It took a min. My dog barked", 2),
        ("I'm in the procurement dept. Since then I sleep", 2),
    ],
)
def test_the_same_words_end_one_where_another_begins(message: str, count: int) -> None:
    assert len(sentences(message)) == count
