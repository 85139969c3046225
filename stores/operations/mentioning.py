"""Which texts has nobody looked through for names, and how is that made up for?

Those that an older schema was filled with; every write names what it names itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from langmem_ext.entities import Recognizer
from langmem_ext.stores.operations import changes
from langmem_ext.stores.operations.changes import open_spaces
from langmem_ext.stores.operations.turns import indexed_text
from langmem_ext.stores.queries import query
from langmem_ext.stores.requests import Operation, Row, Rows, Statement, fetch, post, read
from langmem_ext.stores.scope import Scope

BATCH = 256
"""Texts looked through together, while their spaces are locked."""


def mention_missing(scope: Scope, *, limit: int = BATCH) -> Operation[int]:
    """Note whom and what texts name that nobody has looked through; return how many, to be called until it is 0."""
    if not scope.recognizers:
        return 0
    spaces = scope.spaces if scope.principal else None
    wanted = {"spaces": spaces, "prefix": scope.prefix, "limit": limit}
    (found,) = yield from read(Statement(query("without_names"), wanted))
    if not found:
        return 0
    spaces = sorted({row["space"] for row in found})
    # look again under the lock: a writer may have been faster
    *_, rows = yield from fetch(
        *open_spaces(spaces, scope.clock()),
        Statement(query("without_names"), {**wanted, "spaces": spaces}),
    )
    yield from name_anew(scope, rows, scope.recognizers)
    return len(rows)


def name_anew(scope: Scope, rows: Rows, recognizers: Sequence[Recognizer]) -> Operation[int]:
    """Note whom and what texts name in place of what was noted; return how many names. Their spaces are locked."""
    looking = replace(scope, recognizers=recognizers)
    named = [change for row in rows for change in _mentions(looking, row)]
    yield from post(_unmention(rows))
    yield from changes.write(scope, named)
    return len(named)


def _unmention(rows: Rows) -> Statement:
    keys = {
        "key_spaces": [row["space"] for row in rows],
        "corpora": [row["corpus"] for row in rows],
        "uids": [row["uid"] for row in rows],
    }
    return Statement(query("unmention"), keys)


def _mentions(scope: Scope, row: Row) -> list[changes.Change]:
    of: dict[str, str | UUID | object] = {**row, "now": scope.clock()}
    return changes.mentions(scope, of, _text(row), row["subjects"])


def _text(row: Row) -> str:
    text: str = row["text"]
    return text if row["corpus"] == "m" else indexed_text(text, row["speaker"], row["at"])
