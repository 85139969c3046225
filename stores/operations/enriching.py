"""Which memories name few, so that a careful look may find more?

A write looks quickly; maintenance looks with care (spec 003, nightly enrichment). Each text is looked at once, as the
row that makes it findable notes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self
from uuid import UUID

from langmem_ext.entities import Recognizer
from langmem_ext.memory import Kind, Sensitivity
from langmem_ext.stores.operations.mentioning import name_anew
from langmem_ext.stores.operations.rows import as_rows
from langmem_ext.stores.operations.spaces import open_spaces
from langmem_ext.stores.queries import query
from langmem_ext.stores.requests import Operation, Row, Statement, fetch, read
from langmem_ext.stores.scope import Scope

KIND = "enrich"

FEW = 2
"""Names up to which a memory is looked through again (spec 003, execute_entity_enrichment)."""

KINDS = (Kind.SEMANTIC, Kind.EPISODIC)
"""Facts and episodes (spec 003, execute_entity_enrichment)."""

AT_ONCE = 1000
"""Texts that are gone through together for those that name few."""


@dataclass(frozen=True, slots=True)
class Unread:
    """Hold a text that was not looked through with care; `few` says that it may name more than is known."""

    space: str
    uid: UUID
    text: str
    few: bool
    sensitive: bool

    @classmethod
    def read(cls, row: Row) -> Self:
        """Return what a row says."""
        sensitive = row["sensitivity"] == Sensitivity.SENSITIVE
        return cls(row["space"], row["uid"], row["text"] or "", row["few"], sensitive)


def unread(scope: Scope, *, spaces: list[str] | None = None) -> Operation[list[Unread]]:
    """Return the newest texts that were not looked through with care, of some spaces or of all."""
    shared = {"few": FEW, "kinds": list(KINDS), "limit": AT_ONCE}
    params = {**shared, "spaces": spaces, "prefix": scope.prefix}
    (rows,) = yield from read(Statement(query("unenriched"), params))
    return [Unread.read(row) for row in rows]


def pass_over(scope: Scope, texts: Sequence[Unread]) -> Operation[None]:
    """Note that texts need no careful look."""
    if texts:
        yield from fetch(_stamp(scope, texts))


def enrich(scope: Scope, text: Unread, recognizer: Recognizer) -> Operation[int | None]:
    """Name anew what a memory names, as one recognizer finds it; return how many names that are.

    None when the text is no longer what was looked through.
    """
    asked = {"space": text.space, "uid": text.uid, "text": text.text}
    *_, rows = yield from fetch(
        *open_spaces([text.space], scope.clock()), Statement(query("still_unenriched"), asked)
    )
    if not rows:
        return None
    named = yield from name_anew(scope, rows, [recognizer])
    yield from fetch(_stamp(scope, [text]))
    return named


def _stamp(scope: Scope, texts: Sequence[Unread]) -> Statement:
    rows = [{"space": text.space, "uid": text.uid} for text in texts]
    params = {"rows": as_rows(rows), "now": scope.clock()}
    return Statement(query("stamp_enriched"), params)
