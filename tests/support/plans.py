"""Which rows does each statement of a call read, as EXPLAIN tells?

Every statement is explained where a call sends it: on the store's own connection, inside the call's transaction, with
the plan that the store uses (the generic one), and then undone and run. So each plan is of a real statement, with real
arguments, in the state that the statement meets.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import psycopg
from pgvector import HalfVector
from psycopg import sql
from psycopg.adapt import PyFormat, Transformer

from langmem_ext.stores import MemoryStore, queries
from langmem_ext.stores.connections import PLAN_ONCE, Session, _plain
from langmem_ext.stores.requests import Commit, Embed, Fetch, Post, Request, Rows, Statement
from langmem_ext.stores.vectors import HalfVectors, Packed, Vector

_BY_SPACE = re.compile(r"(?<![\w.])(?:space|namespace) (?:=|>=) ")
"""The condition on an index that keeps a scan within spaces: the column itself stands unqualified on the left."""

_SPACES = ("space", "spaces", "key_spaces", "behind")
"""Parameters that name spaces; `rows` holds JSON objects that do."""


@dataclass(frozen=True, slots=True)
class Scan:
    """Hold what one node of a plan read of one table; `rows` counts those of a loop that it threw away, too.

    `part` is the number of the partition, None of a table that is whole.
    """

    node: str
    table: str
    part: int | None
    index: str
    condition: str
    rows: int
    loops: int

    @property
    def within_spaces(self) -> bool:
        """Tell whether an index led to the rows, by their space; places were found by other nodes, that are asked."""
        by_place = self.node in ("Tid Scan", "Bitmap Heap Scan")
        return by_place or bool(_BY_SPACE.search(self.condition))

    def reads_more_than(self, held: int) -> bool:
        """Tell whether a loop reads more rows than there are; an index alone does not know which ones are dead."""
        return self.node != "Bitmap Index Scan" and self.rows > held

    def __str__(self) -> str:
        by = " ".join(filter(None, (self.index, self.condition))) or "no index"
        return f"{self.node} on {self.table} by {by}: {self.rows} rows x {self.loops} loops"


@dataclass(frozen=True, slots=True)
class Plan:
    """Hold the plan of a statement as it ran, and the tables that were read from end to end, triggers included."""

    name: str
    tree: Mapping[str, Any]
    spaces: frozenset[str]
    swept: Mapping[str, int]

    @property
    def scans(self) -> list[Scan]:
        """Return every node that reads a table or its index, executed or not."""
        return list(_scans(self.tree, ""))

    def offences(self, own: Mapping[str, int], spaces: set[str]) -> list[str]:
        """Say what was read beyond some spaces; `own` counts what they hold of each table."""
        found = [
            f"{self.name}: {scan}; its own spaces hold {own[scan.table]}"
            for scan in self.scans
            if scan.table in own
            and (not scan.within_spaces or scan.reads_more_than(own[scan.table]))
        ]
        found += [f"{self.name}: names {space}" for space in sorted(self.spaces - spaces)]
        swept = {table: rows for table, rows in self.swept.items() if table in own}
        return found + self._read_from_end_to_end(swept)

    def opened(self) -> dict[str, set[int]]:
        """Return the partitions of each table that were read; one that was planned for and ruled out was not."""
        found: dict[str, set[int]] = {}
        for scan in self.scans:
            if scan.part is not None and scan.loops:
                found.setdefault(scan.table, set()).add(scan.part)
        return found

    def beyond(self, due: int, hang: int = 30) -> list[str]:
        """Say what a sweep of all spaces read beyond the rows that are due and the `hang` that may hang on each."""
        found = [
            f"{self.name}: {scan}; due are {due}"
            for scan in self.scans
            if scan.node == "Seq Scan" or scan.reads_more_than(due + hang * scan.within_spaces)
        ]
        return found + self._read_from_end_to_end(self.swept)

    def _read_from_end_to_end(self, tables: Mapping[str, int]) -> list[str]:
        return [
            f"{self.name}: {table} is read from end to end: {rows} rows"
            for table, rows in tables.items()
        ]


def _scans(node: Mapping[str, Any], table: str) -> Iterator[Scan]:
    kind: str = node["Node Type"]
    table = node.get("Relation Name", table)
    if "Scan" in kind and table and (kind == "Bitmap Index Scan" or "Relation Name" in node):
        by = node.get("Index Name", ""), node.get("Index Cond", "")
        yield Scan(kind, *_parted(table), *by, _rows(node), node["Actual Loops"])
    for child in node.get("Plans", ()):
        yield from _scans(child, table if kind in _BITMAPS else "")


def _parted(name: str) -> tuple[str, int | None]:
    """Return a table and the number of its partition, as stores/partitions.py names them."""
    found = re.fullmatch(r"(\w+)_(\d+)", name)
    return (found[1], int(found[2])) if found else (name, None)


_BITMAPS = ("Bitmap Heap Scan", "BitmapAnd", "BitmapOr")


def _rows(node: Mapping[str, Any]) -> int:
    """Return the rows of a loop, on average: those given and those thrown away."""
    thrown = ("Rows Removed by Filter", "Rows Removed by Index Recheck")
    rows: float = node["Actual Rows"] + sum(node.get(name, 0) for name in thrown)
    return math.ceil(rows)


def _plan_once(connection: psycopg.Connection[Any]) -> None:
    connection.execute(PLAN_ONCE)


PLANNING_ONCE = {
    "min_size": 1,
    "max_size": 1,
    "configure": _plan_once,
    # the driver drops all prepared statements when something is rolled back: it shall have none
    "kwargs": {"prepare_threshold": None},
}
"""The pool of an ExplainingStore: one connection, which plans each statement once, as the store's connections do."""


class ExplainingStore(MemoryStore):
    """Explain what is sent while `watched`; to be opened with the pool `PLANNING_ONCE`."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.watched: list[Plan] | None = None
        self._prepared: dict[str, str] = {}

    def _answer(self, session: Session, request: Request) -> Any:
        if self.watched is None or isinstance(request, (Embed, Commit)):
            return super()._answer(session, request)
        rows = [self._explained(session, each) for each in request.statements]
        return None if isinstance(request, Post) else rows

    def _explained(self, session: Session, statement: Statement) -> Rows:
        if _is_planned(statement):
            assert self.watched is not None
            self.watched.append(self._explain(session, statement))
        (rows,) = session.send(Fetch([statement])) or [[]]
        return rows

    def _explain(self, session: Session, statement: Statement) -> Plan:
        plain, params = _plain(statement)
        values = params or []
        made = f"{_types(values)} AS {plain.decode()}"
        if made not in self._prepared:
            self._prepared[made] = f"explained_{len(self._prepared)}"
            _send(session, f"PREPARE {self._prepared[made]}{made}")
        call = f"{self._prepared[made]}{_listed(map(_literal, values))}"
        before = _swept(session)
        _send(session, "SAVEPOINT explained")
        ((row,),) = _send(
            session, f"EXPLAIN (ANALYZE, TIMING OFF, BUFFERS OFF, FORMAT JSON) EXECUTE {call}"
        )
        _send(session, "ROLLBACK TO SAVEPOINT explained")
        swept = {table: rows - before.get(table, 0) for table, rows in _swept(session).items()}
        return Plan(
            _name(statement),
            row["QUERY PLAN"][0]["Plan"],
            _spaces_named(statement.params),
            {table: rows for table, rows in swept.items() if rows},
        )


def _is_planned(statement: Statement) -> bool:
    """Leave out what has no plan: the renewal of statistics."""
    return not _text(statement).startswith("DO ")


def _text(statement: Statement) -> str:
    return str(statement.sql if isinstance(statement.sql, str) else statement.sql.as_string(None))


def _name(statement: Statement) -> str:
    """Return the query that a text was made from; else, the text: what is filled in comes later in it."""
    text = _text(statement)
    shared = {name: _shared(query, text) for name, query in queries._all().items()}
    best = max(shared, key=lambda name: shared[name])
    return best if shared[best] > len("SELECT * FROM langmem.memories") else " ".join(text.split())


def _shared(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike."""
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))))


def _spaces_named(params: Mapping[str, Any]) -> frozenset[str]:
    named: list[Any] = []
    for name in _SPACES:
        given = params.get(name)
        named += [given] if isinstance(given, str) else given or ()
    named += [row.get("space") for row in json.loads(params.get("rows") or "[]")]
    return frozenset(space for space in named if space)


def _swept(session: Session) -> dict[str, int]:
    """Return how many rows this transaction has read from end to end, by table."""
    (rows,) = _send(
        session,
        "SELECT relname, seq_tup_read FROM pg_stat_xact_user_tables WHERE schemaname = 'langmem'",
    )
    return {row["relname"]: row["seq_tup_read"] for row in rows}


def _send(session: Session, text: str) -> list[Rows]:
    return session.send(Fetch([Statement(text.replace("%", "%%"))])) or []


# Arguments: as the driver gives them


def _types(values: Sequence[Any]) -> str:
    transformer = Transformer()
    transformer.dump_sequence(values, [PyFormat.AUTO] * len(values))
    return _listed(map(_type, transformer.types or ()))


def _type(oid: int) -> str:
    info = psycopg.adapters.types.get(oid) if oid else None
    if info is None:
        return "unknown"
    return f"{info.regtype}[]" if oid == info.array_oid else info.regtype


def _literal(value: Any) -> str:
    if isinstance(value, HalfVector):
        value = value.to_text()
    if isinstance(value, HalfVectors):
        value = _array(value)
    return sql.Literal(value).as_string(None)


def _array(vectors: HalfVectors) -> str:
    texts = ("NULL" if each is None else f'"{_numbers(each)}"' for each in vectors.vectors)
    return f"{{{','.join(texts)}}}"


def _numbers(vector: Vector) -> list[float]:
    if isinstance(vector, Packed):
        return HalfVector.from_binary(vector.element[4:]).to_list()
    return list(vector)


def _listed(texts: Iterator[str] | map[str]) -> str:
    joined = ", ".join(texts)
    return f"({joined})" if joined else ""
