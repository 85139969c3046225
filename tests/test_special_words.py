"""What is looked for first must be in everything that the patterns of special data match."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langmem_ext.policies import privacy
from langmem_ext.policies.special_words import may_be_special

PATTERNS = [
    (name, pattern)
    for name, patterns in (
        ("health", privacy._HEALTH),
        ("sexual_orientation", privacy._ORIENTATION),
        ("religion", privacy._RELIGION),
        ("politics", privacy._POLITICS),
        ("financial", privacy._FINANCIAL),
    )
    for pattern in patterns
]


@pytest.mark.parametrize(("name", "pattern"), PATTERNS, ids=[name for name, _ in PATTERNS])
@given(data=st.data())
def test_whatever_a_pattern_matches_is_looked_at(
    name: str, pattern: str, data: st.DataObject
) -> None:
    said = data.draw(st.from_regex(re.compile(pattern, re.ASCII)))

    assert may_be_special(said) or not re.compile(pattern).search(said)
