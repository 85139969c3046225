"""Which memories of a space are near each other, and which pairs of them were judged?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from langmem_ext.stores.operations import runs
from langmem_ext.stores.operations.rows import as_rows
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import Record
from langmem_ext.stores.requests import Operation, Statement, fetch, read
from langmem_ext.stores.scope import Scope

KIND = "consolidate"

CHANGED = timedelta(hours=72)
RECENT = timedelta(days=90)
SPARED = timedelta(days=14)
PAIRS_A_DAY = 50
"""What is looked at, how old it may be, how long a judged pair is spared, and how many of a space are judged a day
(spec 004, item 4)."""

CANDIDATES = 200
"""Memories of a space whose neighbours one run looks for; the next day it begins elsewhere."""

_UNANSWERED = -101
"""Is noted in place of the similarity of a pair that was chosen: no pair has it, so it is not spared."""

_ANY = -2.0
"""A similarity that all reach: without merge bands only words nominate."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Hold two memories that are near each other; `terms` are their stemmed words."""

    a: Record
    b: Record
    similarity: float | None
    terms: tuple[frozenset[str], frozenset[str]]

    @property
    def key(self) -> tuple[UUID, UUID]:
        """Return what tells it from other pairs of its space."""
        return self.a.uid, self.b.uid


@dataclass(frozen=True, slots=True)
class Turn:
    """Say when a space was consolidated last: it comes after those that have waited longer."""

    at: datetime
    space: str


def spaces_due(
    scope: Scope,
    *,
    until: datetime,
    spaces: list[str] | None = None,
    after: Turn | None = None,
    limit: int = 1000,
) -> Operation[list[Turn]]:
    """Return the spaces in which something may have to be consolidated, of those that were not since `until`.

    That is where something has changed in 72 hours, or since all spaces were seen last: nights may have been missed.
    Those that have waited longest come first: a night that ran out of time has left them.
    """
    now = scope.clock()
    seen = yield from last_seen(scope.kept)
    params = {
        "changed": max(now - RECENT, min(now - CHANGED, seen)) if seen else now - RECENT,
        "now": now,
        "until": until,
        "spaces": spaces,
        "prefix": scope.prefix,
        "after_at": after.at if after else None,
        "after": after.space if after else "",
        "limit": limit,
    }
    (rows,) = yield from read(Statement(query("spaces_to_consolidate"), params))
    return [Turn(row["at"], row["space"]) for row in rows]


def had_its_turn(scope: Scope, space: str) -> Operation[None]:
    """Note that a space has been consolidated, or has failed: it comes after the others."""
    yield from fetch(Statement(query("had_its_turn"), {"space": space, "now": scope.clock()}))


def last_seen(tenant: str | None) -> Operation[datetime | None]:
    """Return when the last run began that went through all spaces, of a tenant at least; None when there was none.

    Reports are of no space: row-level security shows them to a job that works on all.
    """
    params = {"step": KIND, "tenants": sorted({runs.reported_as(tenant), runs.EVERYBODY})}
    (rows,) = yield from read(Statement(query("last_whole_run"), params))
    at: datetime | None = rows[0]["began"]
    return at


def near(scope: Scope, space: str, seen: datetime | None) -> Operation[list[Pair]]:
    """Return the pairs of a space that are near and were not judged lately, the nearest first.

    One of each has changed in 72 hours, or since the space was `seen` last.
    """
    now = scope.clock()
    params = {
        "space": space,
        "now": now,
        "recent": now - RECENT,
        "changed": min(now - CHANGED, seen or now),
        "spared": now - SPARED,
        "day": now.toordinal(),
        "candidates": CANDIDATES,
        "neighbours": scope.settings.merge.neighbours,
        "nearest": scope.bands.fallback if scope.bands else _ANY,
        "embedder": scope.embedder,
        "language": scope.settings.language,
    }
    (rows,) = yield from read(Statement(query("near_pairs"), params))
    uids = sorted({row[side] for row in rows for side in ("a", "b")})
    (found,) = yield from read(reread(space, uids))
    records = {record.uid: record for record in map(Record.read, found)}
    return [
        Pair(records[row["a"]], records[row["b"]], row["similarity"],
             (frozenset(row["terms_a"] or ()), frozenset(row["terms_b"] or ())))
        for row in rows
        if row["a"] in records and row["b"] in records
    ]  # fmt: skip


def choose(scope: Scope, space: str, wanted: Sequence[Pair]) -> Operation[list[Pair]]:
    """Return those of some pairs that a model may judge today, and note that they were chosen.

    They count for the day from now on, whatever becomes of whoever asks. A pair that was chosen today and has no answer
    is chosen again.
    """
    params = {"space": space, "now": scope.clock(), "unanswered": _UNANSWERED}
    (rows,) = yield from fetch(Statement(query("chosen_today"), params))
    again = {(row["a"], row["b"]) for row in rows if row["unanswered"]}
    new = [pair.key for pair in wanted if pair.key not in again]
    keys = again.union(new[: max(0, PAIRS_A_DAY - len(rows))])
    chosen = [pair for pair in wanted if pair.key in keys]
    if chosen:
        noted = [{**fingerprint(*pair.key, None), "similarity": _UNANSWERED} for pair in chosen]
        yield from fetch(noting(scope, space, noted, asked=True))
    return chosen


def note(scope: Scope, space: str, pairs: Sequence[Pair], *, asked: bool) -> Operation[None]:
    """Remember that pairs were judged: they are spared for 14 days, unless their similarity changes.

    `asked` says that a model did it: that counts for the day.
    """
    if pairs:
        rows = [fingerprint(*pair.key, pair.similarity) for pair in pairs]
        yield from fetch(noting(scope, space, rows, asked=asked))


def next_time(space: str) -> Operation[datetime | None]:
    """Return when the first judged pair of a space may be judged again; None when there is none."""
    (rows,) = yield from read(Statement(query("oldest_pair"), {"space": space}))
    at: datetime | None = rows[0]["at"]
    return at and at + SPARED


def forget_pairs(scope: Scope) -> Operation[int]:
    """Delete the pairs that are no longer spared; return how many."""
    params = {"spared": scope.clock() - SPARED, "prefix": scope.prefix}
    (rows,) = yield from fetch(Statement(query("forget_pairs"), params))
    forgotten: int = rows[0]["forgotten"]
    return forgotten


def reread(space: str, uids: Sequence[UUID]) -> Statement:
    """Build the statement that reads memories of a space as they are now."""
    return Statement(query("reread"), {"key_spaces": [space] * len(uids), "uids": list(uids)})


def fingerprint(a: UUID, b: UUID, similarity: float | None) -> dict[str, Any]:
    """Return the row that stands for a judged pair."""
    return {"a": a, "b": b, "similarity": round(100 * (1 if similarity is None else similarity))}


def noting(
    scope: Scope,
    space: str,
    rows: list[dict[str, Any]],
    *,
    asked: bool = False,
    apart: bool = False,
) -> Statement:
    """Build the statement that keeps judged pairs; `apart` keeps them apart for good."""
    params = {"space": space, "asked": asked, "apart": apart, "now": scope.clock()}
    return Statement(query("note_pairs"), {**params, "rows": as_rows(rows)})
