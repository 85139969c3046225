"""How does a vector travel to Postgres?

In binary, at half precision, as it is stored: a text of hundreds of numbers costs more to write and to read than the
comparison it is for.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import psycopg
from pgvector import HalfVector
from pgvector.psycopg.halfvec import HalfVectorBinaryDumper
from psycopg.adapt import Dumper
from psycopg.pq import Format


@dataclass(frozen=True, slots=True)
class Packed:
    """Hold a vector as it travels in an array, after its length: for one that is sent more than once."""

    element: bytes


class Unit(list[float]):
    """Hold a vector at length 1, and how long it was as the embedder gave it."""

    length: float = 1.0


Vector: TypeAlias = "Sequence[float] | Packed"


@dataclass(frozen=True, slots=True)
class HalfVectors:
    """Hold an array of vectors, None where a text has none; `oid` is that of the type halfvec in the database."""

    vectors: Sequence[Vector | None]
    oid: int


class HalfVectorsDumper(Dumper):
    """Write an array of vectors in Postgres's binary form; the statement says that it is a halfvec[]."""

    format = Format.BINARY

    def dump(self, obj: HalfVectors) -> bytes:
        """Return the header of the array (one dimension, from 1), then each vector after its length."""
        count = len(obj.vectors)
        header = struct.pack(">iii", min(count, 1), int(None in obj.vectors), obj.oid)
        sizes = struct.pack(">ii", count, 1) if count else b""
        return b"".join([header, sizes, *map(_element, obj.vectors)])


def packed(vector: Sequence[float] | None) -> Packed | None:
    """Return a vector packed once; None where a text has none."""
    return None if vector is None else Packed(_element(vector))


def _element(vector: Vector | None) -> bytes:
    if vector is None:
        return b"\xff\xff\xff\xff"
    if isinstance(vector, Packed):
        return vector.element
    dims = len(vector)
    try:
        # as HalfVector(list(vector)).to_binary() does, without an array between
        return struct.pack(f">iHH{dims}e", 4 + 2 * dims, dims, 0, *vector)
    except struct.error:
        raise ValueError("a vector is a list of numbers, at most 65,535") from None


def length_of(vector: Sequence[float]) -> float:
    """Return how long a vector was before it was brought to length 1."""
    return vector.length if isinstance(vector, Unit) else 1.0


def half(vector: Sequence[float] | None) -> HalfVector | None:
    """Return a vector as a parameter for `%(vector)s::halfvec`."""
    return None if vector is None else HalfVector(list(vector))


# Only types of ours and of pgvector's, which psycopg would refuse otherwise.
psycopg.adapters.register_dumper(HalfVector, HalfVectorBinaryDumper)
psycopg.adapters.register_dumper(HalfVectors, HalfVectorsDumper)
