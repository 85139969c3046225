"""In which statements, and in which order, are changes written?

They are written in sets: one statement for all rows of a kind, however many memories are concerned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from typing import Any

from langmem_ext.stores.operations.changes import Change
from langmem_ext.stores.operations.rows import as_rows
from langmem_ext.stores.operations.spaces import open_spaces, spaces_about
from langmem_ext.stores.queries import query
from langmem_ext.stores.requests import Operation, Statement, post
from langmem_ext.stores.scope import Scope
from langmem_ext.stores.vectors import HalfVectors

ORDER = (
    "release_key",
    "unindex_memory",
    "save_memory",
    "index_document",
    "mention",
    "close_edges",
    "link",
    "record_change",
    "record_history",
    "record_refusal",
    "keep_operation",
)
"""In which order the rows of a set are written; what changes the same memory twice does not belong into one set."""


def write(scope: Scope, changes: Iterable[Change]) -> Operation[None]:
    """Send changes, in sets; nothing waits for them before the transaction ends."""
    yield from post(*statements(scope, changes))


def statements(scope: Scope, changes: Iterable[Change]) -> list[Statement]:
    """Return one statement for each kind of change; before them those that lock the spaces of people concerned."""
    kinds: dict[str, list[Change]] = {name: [] for name in ORDER}
    elsewhere: dict[str, datetime] = {}
    for change in changes:
        kinds[change.query].append(change)
        for copy in copies(change):
            kinds[change.query].append(copy)
            elsewhere[copy.row["space"]] = copy.row["now"]
    opening = open_spaces(list(elsewhere), max(elsewhere.values())) if elsewhere else []
    sets = {name: [each] if each else [] for name, each in kinds.items()}
    sets["mention"] = _resolvable(kinds["mention"])
    written = (_statement(scope, name, each) for name, every in sets.items() for each in every)
    return [*opening, *written]


def copies(change: Change) -> list[Change]:
    """Return a change of the index once more for each person that a memory is about: others find it in their space."""
    row = change.row
    if change.query not in ("index_document", "unindex_memory"):
        return []
    return [
        replace(change, row={**row, "space": space, "home": row["space"], "open": True})
        for space in spaces_about(
            row["space"], row.get("subjects", ()), portable=row.get("portable", False)
        )
    ]


def _resolvable(mentions: Sequence[Change]) -> list[list[Change]]:
    """Part mentions so that a name stands after the text that made it another name of something."""
    parts: list[list[Change]] = []
    made: set[tuple[str, str]] = set()
    for _, each in groupby(mentions, key=lambda change: change.row["uid"]):
        document = list(each)
        if not parts or not made.isdisjoint((row["space"], row["key"]) for row in _rows(document)):
            parts.append([])
            made.clear()
        parts[-1] += document
        made |= {(row["space"], alias) for row in _rows(document) for alias in row["aliases"]}
    return parts


def _rows(changes: Iterable[Change]) -> Iterator[dict[str, Any]]:
    return (change.row for change in changes)


def _statement(scope: Scope, name: str, changes: list[Change]) -> Statement:
    params: dict[str, Any] = {
        "rows": as_rows([change.row for change in changes]),
        "spaces": sorted({change.row["space"] for change in changes}),
        "language": scope.settings.language,
        "common": scope.categories.shared_as_json,
    }
    if name == "index_document":
        vectors = [change.vector for change in changes]
        params |= {
            "vectors": HalfVectors(vectors, scope.vector_oid),
            "embedder": scope.embedder,
        }
    return Statement(query(name), params)
