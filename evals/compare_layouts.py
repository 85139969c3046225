"""Which layout of words and vectors answers a question inside one space soonest, and what does a write pay for it?

    python -m evals.compare_layouts --memories 100k --users 200 [--only L1,V2] [--json]

Invented texts and vectors, a Postgres of its own, plain SQL: the store is not involved. What came out, and what was
chosen for it: docs/decisions/0008-lexical-and-vector-layouts.md.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Annotated, Any, LiteralString

import numpy as np
import psycopg
import typer
from pgvector.psycopg import register_vector

from evals.command_line import count_of, tell
from evals.layouts.designs import LAYOUTS, TOP, Layout
from evals.layouts.world import COMPUTE, Memory, Params, Question, World, given
from evals.options import AsJson
from langmem_ext.stores.embedded import embedded_postgres

Connection = psycopg.Connection[tuple[Any, ...]]


# The measurements


@dataclass(slots=True)
class Asked:
    """Collect what one way of asking cost: milliseconds per round, buffers, and how much of the best ten it found."""

    p50: list[float] = field(default_factory=list)
    p95: list[float] = field(default_factory=list)
    buffers: float = 0.0
    server_ms: float = 0.0
    recall: float = 0.0

    def as_dict(self) -> dict[str, float]:
        """Return the best round, the median round, and the rest."""
        return {
            "p50": round(min(self.p50), 3),
            "p50_median": round(median(self.p50), 3),
            "p95": round(min(self.p95), 3),
            "buffers": round(self.buffers, 1),
            "server_ms": round(self.server_ms, 3),
            "recall": round(self.recall, 4),
        }


@dataclass(slots=True)
class Found:
    """Collect what one layout cost."""

    layout: Layout
    load_rate: float = 0.0
    bytes_each: float = 0.0
    hot: float | None = None
    asked: dict[tuple[str, str], Asked] = field(default_factory=dict)
    writes: list[float] = field(default_factory=list)
    wal_each: float = 0.0
    sizes: dict[str, float] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON; times in ms, sizes in bytes per memory."""
        return {
            "layout": self.layout.name,
            "says": self.layout.says,
            "load_rows_per_s": round(self.load_rate),
            "bytes": round(self.bytes_each),
            **({} if self.hot is None else {"hot_updates": round(self.hot, 3)}),
            "write_p50": round(min(self.writes), 3),
            "write_p50_median": round(median(self.writes), 3),
            "write_wal_bytes": round(self.wal_each),
            "asked": {
                f"{way or 'own'}/{where}": a.as_dict() for (way, where), a in self.asked.items()
            },
        }


def load(connection: Connection, found: Found, batches: Sequence[Sequence[Memory]]) -> None:
    """Write all memories in batches of 500, each its own transaction, into tables that have their indexes."""
    layout = found.layout
    connection.execute(layout.schema)
    rows = [given(batch) for batch in batches]
    started = time.perf_counter()
    for params in rows:
        connection.execute(layout.write, params)
    if layout.after_load:
        connection.execute(layout.after_load)
    number = sum(len(batch) for batch in batches)
    found.load_rate = number / (time.perf_counter() - started)
    found.bytes_each = _size(connection, layout) / number
    found.hot = _hot(connection, layout)
    connection.execute("ANALYZE " + ", ".join(layout.tables))


def _size(connection: Connection, layout: Layout) -> int:
    sizes = [
        connection.execute("SELECT pg_total_relation_size(%s::regclass)", (table,)).fetchone()
        for table in layout.tables
    ]
    return sum(int(row[0]) for row in sizes if row)


def _hot(connection: Connection, layout: Layout) -> float | None:
    connection.execute("SELECT pg_stat_force_next_flush()")
    row = connection.execute(
        "SELECT sum(n_tup_hot_upd)::float8 / NULLIF(sum(n_tup_upd), 0) FROM pg_stat_user_tables "
        "WHERE relname = ANY (%s)",
        (list(layout.tables),),
    ).fetchone()
    return None if row is None or row[0] is None else float(row[0])


def ask_round(
    connection: Connection, found: Found, questions: dict[str, list[Question]], suffix: str = ""
) -> None:
    """Ask every question in every way twice, and keep the times of the second pass."""
    for way, (settings, statement) in found.layout.asks.items():
        connection.execute("RESET ALL")
        if settings:
            connection.execute(settings)
        for where, asked in questions.items():
            times = [_timed(connection, statement, q.params()) for _ in "12" for q in asked]
            entry = found.asked.setdefault((way, where + suffix), Asked())
            kept = times[len(asked) :]
            entry.p50.append(float(np.percentile(kept, 50)))
            entry.p95.append(float(np.percentile(kept, 95)))
    connection.execute("RESET ALL")


def _timed(connection: Connection, statement: LiteralString, params: Params) -> float:
    with connection.cursor(binary=True) as cursor:
        started = time.perf_counter()
        cursor.execute(statement, params, prepare=True)
        cursor.fetchall()
        return (time.perf_counter() - started) * 1000


def write_round(connection: Connection, found: Found, memories: Sequence[Memory]) -> None:
    """Write memories one by one, each in its own transaction."""
    layout = found.layout
    before = _wal(connection)
    times = [_timed_write(connection, layout.write, given([m])) for m in memories]
    found.wal_each = (_wal(connection) - before) / len(memories)
    found.writes.append(float(np.percentile(times, 50)))


def _timed_write(connection: Connection, statement: LiteralString, params: Params) -> float:
    started = time.perf_counter()
    connection.execute(statement, params, prepare=True)
    return (time.perf_counter() - started) * 1000


def _wal(connection: Connection) -> int:
    row = connection.execute("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn").fetchone()
    assert row
    return int(row[0])


def explain(connection: Connection, found: Found, questions: dict[str, list[Question]]) -> None:
    """Read the buffers and the server's own time from EXPLAIN (ANALYZE, BUFFERS), of twenty questions at most."""
    for (way, where), entry in found.asked.items():
        settings, statement = found.layout.asks[way]
        connection.execute("RESET ALL")
        if settings:
            connection.execute(settings)
        plans = [
            _plan(connection, statement, q.params())
            for _ in "12"
            for q in questions.get(where, [])[:20]
        ]
        plans = plans[len(plans) // 2 :]
        if plans:
            entry.buffers = sum(b for b, _ in plans) / len(plans)
            entry.server_ms = median(ms for _, ms in plans)
    connection.execute("RESET ALL")


def _plan(connection: Connection, statement: LiteralString, params: Params) -> tuple[float, float]:
    row = connection.execute(
        "EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) " + statement, params
    ).fetchone()
    assert row
    plan = row[0][0]
    blocks = plan["Plan"]["Shared Hit Blocks"] + plan["Plan"]["Shared Read Blocks"]
    return blocks, plan["Execution Time"]


def check(
    connection: Connection, found: Found, world: World, questions: dict[str, list[Question]]
) -> None:
    """Compare the scores with those computed outside Postgres; raise where an exact layout differs."""
    compute = COMPUTE[found.layout.name[0]]
    for (way, where), entry in found.asked.items():
        settings, statement = found.layout.asks[way]
        connection.execute(settings or "RESET ALL")
        shares = []
        for question in questions.get(where, [])[:30]:
            scores = compute(world.memories[question.no], question)
            wanted = sorted((float(score) for score in scores if score), reverse=True)[:TOP]
            got = [float(row[1]) for row in connection.execute(statement, question.params())]
            shares.append(_share(wanted, got))
        entry.recall = sum(shares) / len(shares) if shares else entry.recall
        if shares and found.layout.exact and entry.recall < 1:
            print(f"{found.layout.name}: not exact, {entry.recall:.4f}", file=sys.stderr)
    connection.execute("RESET ALL")


def _share(wanted: list[float], got: list[float]) -> float:
    """Say which share of the best ten was found, by score: equal scores are interchangeable."""
    if not wanted:
        return float(not got)
    return sum(score >= wanted[-1] - 1e-4 for score in got[: len(wanted)]) / len(wanted)


def compare(uri: str, layouts: Sequence[Layout], world: World, *, rounds: int) -> list[Found]:
    """Load every layout, ask in interleaved rounds before and after VACUUM, then write one by one."""
    found = [Found(layout) for layout in layouts]
    batches = list(world.batches())
    with psycopg.connect(uri, autocommit=True) as connection:
        prepare(connection, world)
        questions = {"space": world.questions(60, large=False)}
        if world.memories[0]:
            questions["large"] = world.questions(20, large=True)
        for each in found:
            load(connection, each, batches)
            ask_round(connection, each, questions, suffix=" fresh")
            connection.execute("VACUUM (ANALYZE) " + ", ".join(each.layout.tables))
            tell(f"{each.layout.name} loaded, {each.load_rate:.0f} memories/s")
        for _ in range(rounds):
            for each in random.sample(found, len(found)):
                ask_round(connection, each, questions)
        for each in found:
            explain(connection, each, questions)
            check(connection, each, world, questions)
        for _ in range(rounds):
            nos = world.rng.integers(1, world.users + 1, 150)
            memories = world.draw(nos)
            for each in random.sample(found, len(found)):
                write_round(connection, each, memories)
    return found


def prepare(connection: Connection, world: World) -> None:
    """Make what all layouts share: the extension and the counts of each space."""
    connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
    register_vector(connection)
    connection.execute(
        'CREATE TABLE spaces (space text COLLATE "C" PRIMARY KEY, no int UNIQUE, n bigint, total bigint)'
    )
    rows = [
        (here[0].space, no, len(here), sum(len(m.terms) for m in here))
        for no, here in world.memories.items()
        if here
    ]
    with connection.cursor() as cursor:
        cursor.executemany("INSERT INTO spaces VALUES (%s, %s, %s, %s)", rows)
    connection.execute("ANALYZE spaces")


# The command


def as_table(found: Sequence[Found]) -> str:
    """Lay the figures out, one line per layout and way of asking."""
    head = (
        f"{'':<14}{'load/s':>8}{'bytes':>7}{'write ms':>9}{'WAL':>7}{'where':>13}{'p50':>8}{'median':>8}{'p95':>8}"
        f"{'server':>8}{'buffers':>9}{'recall':>8}"
    )
    return "\n".join([head, *(line for each in found for line in _lines(each))])


def _lines(found: Found) -> Iterator[str]:
    facts = found.as_dict()
    for (way, where), asked in found.asked.items():
        a = asked.as_dict()
        yield (
            f"{found.layout.name + (' ' + way if way else ''):<14}{facts['load_rows_per_s']:>8}{facts['bytes']:>7}"
            f"{facts['write_p50']:>9}{facts['write_wal_bytes']:>7}{where:>13}{a['p50']:>8}{a['p50_median']:>8}"
            f"{a['p95']:>8}{a['server_ms']:>8}{a['buffers']:>9}{a['recall']:>8}"
        )


def compare_layouts(
    memories: Annotated[str, typer.Option(help="How many, besides the large space.")] = "100k",
    users: Annotated[int, typer.Option(min=1, help="Spaces that share them.")] = 200,
    large: Annotated[str, typer.Option(help="Memories in one more, large space.")] = "10k",
    only: Annotated[str, typer.Option(help="Names, as in L1,V2; else all.")] = "",
    arrival: Annotated[str, typer.Option(help="interleaved, or sorted by user.")] = "interleaved",
    rounds: Annotated[int, typer.Option(min=1)] = 3,
    json_output: AsJson = False,
) -> None:
    """Compare ways to store words and vectors for an exact search inside one space."""
    names = {name for name in only.split(",") if name}
    layouts = [layout for layout in LAYOUTS if not names or layout.name in names]
    world = World(
        count_of(memories), users, count_of(large, least=0), sorted_by_user=arrival == "sorted"
    )
    with embedded_postgres() as uri:
        found = compare(uri, layouts, world, rounds=rounds)
    about = {"memories": memories, "users": users, "large": large, "arrival": arrival}
    if json_output:
        print(json.dumps({**about, "layouts": [each.as_dict() for each in found]}, indent=2))
    else:
        print(as_table(found))


if __name__ == "__main__":
    typer.run(compare_layouts)
