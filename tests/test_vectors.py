"""Does a vector travel as pgvector would write it?"""

from __future__ import annotations

import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pgvector import HalfVector

from langmem_ext.stores.vectors import HalfVectors, HalfVectorsDumper, packed

OID = 16385
NUMBERS = st.one_of(
    st.floats(-65519, 65519),
    st.floats(-1e-4, 1e-4),
    st.sampled_from([0.0, -0.0, float("nan"), float("inf"), -float("inf"), 6e-8, 2.9e-8, 1]),
)
SETS = st.lists(st.none() | st.lists(NUMBERS, max_size=20), max_size=6)


def dumped(vectors: Any) -> bytes:
    return HalfVectorsDumper(HalfVectors).dump(HalfVectors(vectors, OID))


def written_by_pgvector(vector: list[float] | None) -> bytes:
    if vector is None:
        return struct.pack(">i", -1)
    form = HalfVector(vector).to_binary()
    return struct.pack(">i", len(form)) + form


@given(SETS)
def test_each_vector_is_written_as_pgvector_writes_it(vectors: list[list[float] | None]) -> None:
    elements = b"".join(map(written_by_pgvector, vectors))

    assert dumped(vectors).endswith(elements)
    assert len(dumped(vectors)) - len(elements) == (20 if vectors else 12)


@given(SETS)
def test_a_vector_that_was_packed_before_is_written_alike(
    vectors: list[list[float] | None],
) -> None:
    assert dumped([packed(vector) for vector in vectors]) == dumped(vectors)


@pytest.mark.parametrize(
    ("vector", "error"),
    [
        (["a"], ValueError),
        ([None], ValueError),
        ([0.0] * 70_000, ValueError),
        ([1e6], OverflowError),
    ],
)
def test_what_is_no_vector_is_refused(vector: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        dumped([vector])
