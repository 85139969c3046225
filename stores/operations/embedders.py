"""Whose vectors, and the words of which language, are stored?"""

from __future__ import annotations

from dataclasses import dataclass

from psycopg.types.json import Jsonb

from langmem_ext.errors import ConfigurationError
from langmem_ext.stores.queries import query
from langmem_ext.stores.requests import Operation, Statement, fetch
from langmem_ext.stores.walls import owner

MAX_COVERED_DIMS = 800
"""Half-precision vectors of up to this size fit into a b-tree entry (2,704 bytes) beside the longest keys."""


@dataclass(frozen=True, slots=True)
class Known:
    """Identify an embedder; `dims` is None while nobody knows."""

    name: str
    dims: int | None

    def as_json(self) -> Jsonb:
        """Return what langmem.metadata keeps."""
        return Jsonb({"name": self.name, "dims": self.dims})


def vector_type() -> Operation[int]:
    """Return the number of the type halfvec: arrays of vectors name it."""
    (rows,) = yield from fetch(Statement(query("vector_type")))
    oid: int = rows[0]["oid"]
    return oid


def claim_language(wanted: str) -> Operation[str]:
    """Return the language that words are indexed in; the wanted one where there are none yet.

    Raises ConfigurationError for a text search configuration that this Postgres lacks.
    """
    (rows,) = yield from fetch(Statement(query("has_language"), {"language": wanted}))
    if not rows[0]["found"]:
        raise ConfigurationError(
            f"this Postgres has no text search configuration {wanted!r}; set LANGMEM_LANGUAGE to one of: "
            f"{', '.join(rows[0]['names'])}"
        )
    value = Jsonb({"name": wanted})
    _, rows = yield from fetch(
        Statement(query("claim_language"), {"value": value}, reading=""),
        Statement(query("stored_language")),
    )
    name: str = rows[0]["name"] if rows else wanted
    return name


def claim_embedder(wanted: Known) -> Operation[str]:
    """Return the name of the embedder whose vectors are stored; the wanted one where there are none yet."""
    _, rows = yield from fetch(
        Statement(query("claim_embedder"), {"value": wanted.as_json()}, reading=""),
        Statement(query("stored_embedder")),
    )
    name: str = rows[0]["name"] if rows else wanted.name
    if name == wanted.name:
        yield from fit_index(wanted)
    return name


def fit_index(embedder: Known) -> Operation[None]:
    """See that a search can read a space from one index, as far as the vectors fit into its entries."""
    wanted = embedder.dims is not None and embedder.dims <= MAX_COVERED_DIMS
    (rows,) = yield from fetch(Statement(query("is_covered")))
    if rows[0]["covered"] != wanted:
        yield from fetch(owner(), Statement(query("lock_schema")))
        yield from fetch(Statement(query("cover" if wanted else "uncover"), reading=""))
