"""Whose vectors are stored?"""

from __future__ import annotations

from dataclasses import dataclass

from psycopg.types.json import Jsonb

from langmem_ext.stores.queries import query
from langmem_ext.stores.requests import Operation, Statement, fetch


@dataclass(frozen=True, slots=True)
class Known:
    """Identify an embedder; `dims` is None while nobody knows."""

    name: str
    dims: int | None

    def as_json(self) -> Jsonb:
        """Return what langmem.metadata keeps."""
        return Jsonb({"name": self.name, "dims": self.dims})


def claim_embedder(wanted: Known) -> Operation[str]:
    """Return the name of the embedder whose vectors are stored; the wanted one where there are none yet."""
    (rows,) = yield from fetch(Statement(query("claim_embedder"), {"value": wanted.as_json()}))
    if rows:
        return wanted.name
    (rows,) = yield from fetch(Statement(query("stored_embedder")))
    name: str = rows[0]["name"]
    return name
