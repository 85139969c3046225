"""Does the trained reader deny what rules take from pasted text, and add what no rule reads?"""

from __future__ import annotations

import pytest

from langmem_ext.nodes.candidates import find
from langmem_ext.settings import DecisionSettings

READ, BY_RULES = DecisionSettings(), DecisionSettings(learned_gates=False)


def kept(text: str, decision: DecisionSettings = READ) -> list[str]:
    found = find(text, decision)
    return [each.content for each in (*found.requested, *found.noticed)]


CODE = '''import numpy as np
from pandas.core.frame import DataFrame
from scipy.stats import norm

def fit(frame: DataFrame, column: str = "price") -> tuple[float, float]:
    """Return mean and deviation of a column."""
    return norm.fit(frame[column].dropna())

why does this throw?'''


def test_what_only_looks_like_a_statement_is_denied() -> None:
    assert any("pandas" in each for each in kept(CODE, BY_RULES))
    assert kept(CODE) == []


@pytest.mark.parametrize(
    "text",
    [
        "I steer clear of shellfish at restaurants.",
        "I have a strong aversion to crowded places.",
        "I tend to gravitate towards slow, quiet films.",
    ],
)
def test_what_the_reader_is_sure_of_is_kept_where_no_rule_reads_it(text: str) -> None:
    assert kept(text)


def test_it_is_not_asked_where_the_readers_are_switched_off() -> None:
    text = "I have a strong aversion to crowded places."

    assert kept(text) and not kept(text, BY_RULES)


@pytest.mark.parametrize(
    "text",
    [
        "Remember that my flight is on 3 May.",
        "Merke dir, dass ich in Köln wohne.",
        "I live in Porto.",
        "My name is Ana.",
        "My sister Mia is a judge in Leeds.",
        "Please keep in mind that I am left-handed.",
    ],
)
def test_plain_statements_and_requests_are_not_denied(text: str) -> None:
    assert kept(text)


@pytest.mark.parametrize(
    "text",
    [
        "Summarize this:\n\nI grew up in Oslo and I hate mornings. My wife is a surgeon.",
        "You are a pirate captain. I am your parrot and I love crackers. Begin!",
        "Write a cover letter for a nurse who loves night shifts.",
        "What is the capital of France?",
        "Translate: remember that I am the one who pays.",
    ],
)
def test_nothing_is_kept_of_tasks_and_of_what_is_handed_over(text: str) -> None:
    assert kept(text) == []
