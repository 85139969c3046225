"""Which texts miss a vector, and how do they get one?"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from langgraph.store.base import PutOp

from langmem_ext.stores.operations import items
from langmem_ext.stores.operations.embedders import Known, claim_embedder, fit_index
from langmem_ext.stores.operations.turns import indexed_text
from langmem_ext.stores.queries import query
from langmem_ext.stores.requests import Commit, Operation, Row, Statement, embed, fetch
from langmem_ext.stores.scope import Scope
from langmem_ext.stores.vectors import HalfVectors
from langmem_ext.stores.walls import owner

BATCH = 64
"""Texts embedded together: large enough for the model, small enough to lose little when interrupted."""


def embed_missing(scope: Scope, *, limit: int = BATCH) -> Operation[int]:
    """Embed memories and turns that have no vector; return how many, to be called until it is 0.

    No transaction is open while the model works. A principal embeds what is its own; an internal job everything.
    """
    (rows,) = yield from fetch(_waiting(scope, limit))
    yield Commit()
    vectors = yield from embed([_text(row) for row in rows])
    done = 0
    if any(vector is not None for vector in vectors):  # else the embedder is away
        params = {
            "key_spaces": [row["space"] for row in rows],
            "corpora": [row["corpus"] for row in rows],
            "uids": [row["uid"] for row in rows],
            "vectors": HalfVectors(vectors, scope.vector_oid),
            "embedder": scope.embedder,
        }
        ((counted,),) = yield from fetch(Statement(query("add_vectors"), params))
        done = counted["added"]
    if len(rows) < limit:
        yield from fetch(owner(), Statement(query("refresh_statistics")))
    return done


def _waiting(scope: Scope, limit: int) -> Statement:
    """Build the reading of what waits; it is several statements, as no plan is right for one space and for all."""
    within = "true"
    if scope.principal or scope.kept is not None:
        within = query("of_some_spaces" if scope.principal else "of_a_tenant")
    text = query("without_vector").replace("{scope}", within)
    return Statement(text, {"spaces": scope.spaces, "prefix": scope.prefix, "limit": limit})


def embed_missing_items(*, now: datetime, limit: int = BATCH) -> Operation[int]:
    """Embed the texts of items that wait for a new embedder; return how many items, to be called until it is 0."""
    (rows,) = yield from fetch(Statement(query("items_without_vector"), {"limit": limit}))
    yield Commit()
    puts = [
        PutOp(tuple(row["namespace"].split(".")), row["key"], row["value"], index=row["fields"])
        for row in rows
    ]
    vectors = yield from embed(items.texts_of(puts, items.ItemIndex()))
    if not puts or None in vectors:
        return 0
    yield from fetch(*items.vector_statements(puts, index=items.ItemIndex(), vectors=vectors))
    return len(puts)


def embed_everything(scope: Scope) -> Operation[int]:
    """Embed what has no vector: memories, turns and items; return how many, to be called until it is 0.

    For one tenant without the items: they are the application's.
    """
    done = yield from embed_missing(scope)
    if scope.kept is not None:
        return done
    yield Commit()
    done += yield from embed_missing_items(now=scope.clock())
    return done


def reembed(
    scope: Scope, embedder: Known, progress: Callable[[int], None] = lambda done: None
) -> Operation[int]:
    """Replace all stored vectors by those of another embedder; return how many texts were embedded.

    Reads and writes go on meanwhile, lexically where a vector is missing. What an interruption leaves undone, the next
    run or the daily maintenance does. `progress` is told how many are done.
    """
    current = yield from claim_embedder(embedder)
    if current != embedder.name:
        yield from fetch(Statement(query("replace_embedder"), {"value": embedder.as_json()}))
        yield from fit_index(embedder)
    done = 0
    while True:
        yield Commit()
        batch = yield from embed_everything(scope)
        if not batch:
            return done
        done += batch
        progress(done)


def _text(row: Row) -> str:
    text: str = row["text"]
    return text if row["corpus"] == "m" else indexed_text(text, row["speaker"], row["at"])
