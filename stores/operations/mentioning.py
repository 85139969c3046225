"""Which texts are to be looked through for names, and how is that made up for?

Those that an older schema was filled with, and those whose names others told that are not seen with them any more;
every write names what it names itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from langmem_ext.entities import Recognizer, lookup_key
from langmem_ext.reading.bounds import near
from langmem_ext.stores.operations import changes, sending
from langmem_ext.stores.operations.rows import as_rows
from langmem_ext.stores.operations.spaces import open_spaces
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import turn_text
from langmem_ext.stores.requests import Operation, Row, Rows, Statement, fetch, post, read
from langmem_ext.stores.scope import Scope

BATCH = 256
"""Texts looked through together, while their spaces are locked."""

AGAIN = 2000
"""Texts that a write looks through again, at some .4 ms each (docs/decisions/0011)."""


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
    yield from sending.write(scope, named)
    return len(named)


def told_names(made: Sequence[changes.Change]) -> Operation[list[Row]]:
    """Return which of the memories that some changes take out of sight tell that something has several names.

    What others call so may be nothing that they name by then (`name_shared_anew`, `name_shared_later`).
    """
    gone = [each.row for each in made if each.query == "unindex_memory"]
    if not gone:
        return []
    (rows,) = yield from fetch(Statement(query("told_names"), _keys(gone)))
    own = (row for row in rows if lookup_key(row["name"]) == row["key"])  # not by another's word
    return [{"space": row["space"], "uid": row["uid"], "names": row["names"]} for row in own]


def name_shared_as_before(scope: Scope, memory: Row) -> Operation[None]:
    """Note again whom and what texts name that share names with a memory that is back, as they were first written."""
    rows = yield from sharing_names([memory])
    if len(rows) > 1:
        yield from note_anew(scope, sorted(rows, key=lambda row: (row["space"], row["uid"])))


def name_shared_later(memories: Sequence[Row]) -> Operation[None]:
    """Leave it to maintenance to note again whom and what texts name that share names with some memories."""
    if memories and (rows := (yield from sharing_names(memories))):
        yield from post(Statement(query("name_later"), _keys(rows)))


def name_shared_anew(scope: Scope, memories: Sequence[Row]) -> Operation[None]:
    """Note again whom and what all texts name that share names with some memories; their spaces are locked.

    What a name means depends on the texts before, so all of them are forgotten first. What is more than `AGAIN` texts
    is left to maintenance.
    """
    rows = yield from sharing_names(memories)
    if {row["uid"] for row in rows} - {memory["uid"] for memory in memories}:
        yield from note_anew(scope, rows)


def sharing_names(memories: Sequence[Row]) -> Operation[Rows]:
    """Return the texts that share names with some memories (`space`, `uid`, `names`), oldest first."""
    (rows,) = yield from fetch(Statement(query("sharing_names"), {"rows": as_rows(list(memories))}))
    return rows


def note_anew(scope: Scope, rows: Rows) -> Operation[None]:
    """Note again whom and what some texts name, in their order."""
    yield from post(_unmention(rows), Statement(query("look_again_with_care"), _keys(rows)))
    named = [change for row in rows[:AGAIN] for change in _mentions(scope, row)]
    yield from sending.write(scope, named)
    if rows[AGAIN:]:
        yield from post(Statement(query("name_later"), _keys(rows[AGAIN:])))


def _keys(rows: Rows) -> dict[str, Any]:
    return {"key_spaces": [row["space"] for row in rows], "uids": [row["uid"] for row in rows]}


def _unmention(rows: Rows) -> Statement:
    return Statement(
        query("unmention"), {**_keys(rows), "corpora": [row["corpus"] for row in rows]}
    )


def _mentions(scope: Scope, row: Row) -> list[changes.Change]:
    of: dict[str, str | UUID | object] = {**row, "now": scope.clock()}
    return changes.mentions(scope, of, _text(row), row["subjects"])


def _text(row: Row) -> str:
    text: str = row["text"]
    return text if row["corpus"] == "m" else near(turn_text(text, row["speaker"], row["at"]))
