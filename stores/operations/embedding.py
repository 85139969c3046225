"""Which texts miss a vector, and how do they get one?"""

from __future__ import annotations

from langmem_ext.stores.operations.turns import indexed_text
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import vector_text
from langmem_ext.stores.requests import Commit, Operation, Row, Statement, embed, fetch
from langmem_ext.stores.scope import Scope

BATCH = 64
"""Texts embedded together: large enough for the model, small enough to lose little when interrupted."""


def embed_missing(scope: Scope, *, limit: int = BATCH) -> Operation[int]:
    """Embed memories and turns that have no vector; return how many, to be called until it is 0.

    No transaction is open while the model works. A principal embeds what is its own; an internal job everything.
    """
    spaces = scope.spaces if scope.principal else None
    (rows,) = yield from fetch(
        Statement(query("without_vector"), {"spaces": spaces, "limit": limit})
    )
    yield Commit()
    vectors = yield from embed([_text(row) for row in rows])
    ready = [(row, vector) for row, vector in zip(rows, vectors, strict=True) if vector is not None]
    if ready:
        params = {
            "key_spaces": [row["space"] for row, _ in ready],
            "corpora": [row["corpus"] for row, _ in ready],
            "uids": [row["uid"] for row, _ in ready],
            "vectors": [vector_text(vector) for _, vector in ready],
        }
        yield from fetch(Statement(query("add_vectors"), params))
    if len(rows) < limit:
        yield from fetch(Statement(query("refresh_statistics")))
    return len(ready)


def _text(row: Row) -> str:
    text: str = row["text"]
    return text if row["corpus"] == "m" else indexed_text(text, row["speaker"], row["at"])
