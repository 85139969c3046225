"""Which texts miss a vector, and how do they get one?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from langgraph.store.base import PutOp

from langmem_ext.stores.operations import due, items
from langmem_ext.stores.operations.embedders import Known, claim_embedder, fit_index
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import new_id, turn_text
from langmem_ext.stores.requests import Commit, Operation, Row, Statement, embed, fetch
from langmem_ext.stores.scope import Scope
from langmem_ext.stores.vectors import HalfVectors
from langmem_ext.stores.walls import indexing, owner

MAX_EMBEDDED = 8_000
"""Characters of a text that are embedded: models look at no more, and some refuse it."""

BATCH = 64
"""Texts embedded together: large enough for the model, small enough to lose little when interrupted."""


EMBED, EMBED_ITEM = "embed", "embed item"
"""What the work is called that whoever embeds holds: a text, an item."""

HELD_FOR = timedelta(minutes=1)
"""How long whoever has taken texts may take to embed them; then it counts as dead, and others take them."""


@dataclass(frozen=True, slots=True)
class _Taken:
    """Name what one embeds, and others leave alone meanwhile."""

    kind: str
    lease: UUID
    rows: Sequence[Row]

    def embedded(self, texts: Sequence[str]) -> Operation[list[list[float] | None]]:
        """Embed texts with no transaction open; what an interruption leaves undone is anybody's again."""
        yield Commit()
        try:
            return (yield from embed(texts))
        except GeneratorExit:
            raise
        except BaseException:
            yield from fetch(self.given_back())
            yield Commit()
            raise

    def given_back(self) -> Statement:
        """Build the statement that lets go of what was taken."""
        params = {
            "key_spaces": [row["held_in"] for row in self.rows],
            "keys": [row["held_as"] for row in self.rows],
            "kinds": [self.kind] * len(self.rows),
            "leases": [self.lease] * len(self.rows),
        }
        return Statement(query("give_back"), params)


def embed_missing(scope: Scope, *, limit: int = BATCH) -> Operation[int]:
    """Embed memories and turns that have no vector; return how many, to be called until it is 0.

    No transaction is open while the model works. A principal embeds what is its own and it may see, as the number tells
    what there is; an internal job everything. What another run embeds right now is left to it; what one that died had
    taken is free again after `HELD_FOR`.
    """
    taken = yield from _take(scope, EMBED, _waiting(scope, limit))
    rows = taken.rows
    vectors = yield from taken.embedded([_text(row) for row in rows])
    done = 0
    if any(vector is not None for vector in vectors):  # else the embedder is away
        params = {
            "key_spaces": [row["space"] for row in rows],
            "corpora": [row["corpus"] for row in rows],
            "uids": [row["uid"] for row in rows],
            "vectors": HalfVectors(vectors, scope.vector_oid),
            "embedder": scope.embedder,
        }
        _, (counted,) = yield from fetch(indexing(), Statement(query("add_vectors"), params))
        done = counted["added"]
    if rows:
        yield from fetch(taken.given_back())
    if len(rows) < limit:
        yield from fetch(owner(), Statement(query("refresh_statistics")))
    return done


def _take(scope: Scope, kind: str, what: Statement) -> Operation[_Taken]:
    """Take what waits and nobody holds; who take at once do so one after the other, so none is taken twice."""
    if scope.embedder is None:
        return _Taken(kind, new_id(), [])
    lease, now = new_id(), scope.clock()
    params = {**what.params, "lease": lease, "now": now, "until": now + HELD_FOR}
    *_, rows = yield from fetch(
        Statement(query("take_turns")), indexing(), Statement(what.sql, params)
    )
    return _Taken(kind, lease, rows)


def _waiting(scope: Scope, limit: int) -> Statement:
    """Build the taking of what waits; it is several statements, as no plan is right for one space and for all."""
    within = "true"
    if scope.principal or scope.kept is not None:
        within = query("of_what_is_seen" if scope.principal else "of_a_tenant")
    text = query("take_texts").replace("{scope}", within)
    params = {**scope.readable(), "agent": scope.agent, "prefix": scope.prefix, "limit": limit}
    return Statement(text, params)


def embed_missing_items(scope: Scope, *, limit: int = BATCH) -> Operation[int]:
    """Embed the texts of items that wait for a new embedder; return how many items, to be called until it is 0."""
    taken = yield from _take(scope, EMBED_ITEM, Statement(query("take_items"), {"limit": limit}))
    puts = [
        PutOp(tuple(row["namespace"].split(".")), row["key"], row["value"], index=row["fields"])
        for row in taken.rows
    ]
    vectors = yield from taken.embedded(items.texts_of(puts, items.ItemIndex()))
    done = len(puts) if None not in vectors else 0
    if done:
        yield from fetch(*items.vector_statements(puts, index=items.ItemIndex(), vectors=vectors))
    if puts:
        yield from fetch(taken.given_back())
    return done


def embed_everything(scope: Scope) -> Operation[int | None]:
    """Embed what has no vector: memories, turns and items; return how many, to be called until it is 0.

    For one tenant without the items: they are the application's. None when others are at all that is left.
    """
    done = yield from embed_missing(scope)
    if scope.kept is None:
        yield Commit()
        done += yield from embed_missing_items(scope)
    if done or scope.embedder is None:
        return done
    for kind in (EMBED, EMBED_ITEM):
        yield from due.drop_abandoned(scope, kind)
    return None if (yield from held(scope)) else 0


def held(scope: Scope) -> Operation[int]:
    """Return how many texts and items somebody has taken to embed them."""
    texts = yield from due.waiting(scope, EMBED)
    return texts + (yield from due.waiting(scope, EMBED_ITEM))


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
    text: str = row["text"][:MAX_EMBEDDED]
    return text if row["corpus"] == "m" else turn_text(text, row["speaker"], row["at"])
