"""What does a night cost that finds little to do among much?

    python -m evals.bench_maintenance --memories 1M [--due 0.001] [--rounds 5] [--json]

Fills two databases on one server, one with so many memories and one with half as many. In each round the same number of
memories has faded in both (`--due`, a share of the larger one), and as many have expired; then the steps `archive` and
`expire` of the daily graph are timed in both, in turns. What was due is gone after its round, and others are due in the
next. A round in which nothing is due comes last.
"""

from __future__ import annotations

import json
import os
import statistics
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Annotated, Any, LiteralString

import psycopg
import typer

from evals.bench.database import fresh_databases, machine, served
from evals.bench.filling import PER_USER, UID, fill
from evals.bench.timing import timed, undisturbed
from evals.bench.vectors import LookedUp, TextVectors
from evals.command_line import count_of, tell
from evals.options import AsJsonLine, DatabaseUri, Durable
from langmem_ext.graphs import daily
from langmem_ext.stores import MemoryStore

STEPS = ("archive", "expire")

_DUE: dict[str, LiteralString] = {
    "archive": "UPDATE langmem.memories SET fades_at = now() - interval '1 hour'",
    "expire": "UPDATE langmem.memories SET expires_at = now() - interval '1 hour'",
}
_CHOSEN: LiteralString = f"""
WHERE (space, uid) IN (SELECT 'default/user:user-' || n / {PER_USER}, {UID.format(n="n")}
                       FROM unnest(%(numbers)s::bigint[]) n)"""


@dataclass(frozen=True)
class Plan:
    """Say how much is stored, and what share of it is due for each step."""

    memories: int = 1_000_000
    share: float = 0.001
    rounds: int = 5
    dims: int = 384

    @property
    def due(self) -> int:
        """Return how many memories are due for each step in a round."""
        return max(1, round(self.memories * self.share))

    @property
    def sizes(self) -> dict[str, int]:
        """Return how many memories each database holds."""
        return {"half": self.memories // 2, "whole": self.memories}

    def chosen(self, stored: int, step: str, round_: int) -> list[int]:
        """Return the numbers of the memories that are due: spread over all, others in each round."""
        place = len(STEPS) * round_ + STEPS.index(step)
        return [(number * stored) // self.due + place for number in range(self.due)]


@dataclass(frozen=True)
class Night:
    """Hold a database that was filled, and the graphs of the steps."""

    uri: str
    stored: int
    graphs: Mapping[str, Any]

    def make_due(self, plan: Plan, round_: int) -> None:
        """Let memories fade and expire."""
        with psycopg.connect(self.uri, autocommit=True) as connection:
            for step, statement in _DUE.items():
                numbers = plan.chosen(self.stored, step, round_)
                connection.execute(statement + _CHOSEN, {"numbers": numbers})

    def sweep(self, step: str, expected: int) -> float:
        """Run a step; return the seconds it took."""
        seconds, result = timed(self.graphs[step].invoke, {})
        if result["report"] != {step: expected}:
            raise RuntimeError(f"{expected} memories were due, and {result} was done")
        return seconds


@contextmanager
def opened(uri: str, stored: int, plan: Plan) -> Iterator[Night]:
    """Set up and fill a database."""
    tell(f"{stored:,} memories ...")
    index: Any = {"dims": plan.dims, "embed": LookedUp(TextVectors(plan.dims, 0))}
    with MemoryStore.from_conn_string(uri, index=index) as store:
        store.setup()
        fill(uri, stored, dims=plan.dims)
        graphs = {step: daily.build(only=[step]).compile(store=store) for step in STEPS}
        yield Night(uri, stored, graphs)


def run(server: str, plan: Plan) -> dict[str, Any]:
    """Measure on a server, in databases of its own, and return the report; the databases are dropped."""
    if plan.due * len(STEPS) * (plan.rounds + 1) > plan.memories // 2:
        raise typer.BadParameter("so many rounds leave nothing that could be due: fewer, or less")
    started = time.monotonic()
    with fresh_databases(server, tuple(plan.sizes)) as uris, ExitStack() as stack:
        nights = {
            name: stack.enter_context(opened(uris[name], stored, plan))
            for name, stored in plan.sizes.items()
        }
        load = os.getloadavg()[0]
        with undisturbed():
            times = measure(nights, plan)
    return {
        "suite": "maintenance",
        "memories": plan.memories,
        "due": plan.due,
        "rounds": plan.rounds,
        "load_average_before": round(load, 2),
        "seconds": round(time.monotonic() - started, 1),
        "machine": machine(server),
        **summary(times),
    }


Times = dict[str, dict[str, list[float]]]


def measure(nights: Mapping[str, Night], plan: Plan) -> Times:
    """Return the seconds of each step by database, `idle` for both when nothing is due; the first round warms up."""
    times: Times = {name: {step: [] for step in (*STEPS, "idle")} for name in nights}
    for round_ in range(plan.rounds + 1):
        order = list(nights) if round_ % 2 else list(nights)[::-1]
        for name in order:
            nights[name].make_due(plan, round_)
            for step in STEPS:
                seconds = nights[name].sweep(step, plan.due)
                if round_:
                    times[name][step].append(seconds)
    for name, night in nights.items():
        times[name]["idle"] = [sum(night.sweep(step, 0) for step in STEPS) for _ in range(3)]
    return times


def summary(times: Times) -> dict[str, Any]:
    """Return medians and the longest, the sum of both steps by round, and the whole's divided by the half's."""
    measured: dict[str, Any] = {}
    for name, steps in times.items():
        both = [sum(pair) for pair in zip(*(steps[step] for step in STEPS), strict=True)]
        measured[name] = {step: _seconds(each) for step, each in {**steps, "both": both}.items()}
    ratio = measured["whole"]["both"]["median_s"] / measured["half"]["both"]["median_s"]
    return {**measured, "ratio": round(ratio, 3)}


def _seconds(values: list[float]) -> dict[str, float]:
    return {"median_s": round(statistics.median(values), 4), "max_s": round(max(values), 4)}


def as_text(report: Mapping[str, Any]) -> str:
    """Return the report as aligned text."""
    half, whole = (report[name] for name in ("half", "whole"))
    lines = [
        f"{report['due']:,} memories faded and as many expired, {report['rounds']} rounds; "
        f"load average before {report['load_average_before']}",
        f"{'':10}{report['memories'] // 2:>18,}{report['memories']:>18,}",
    ]
    for step in (*STEPS, "both", "idle"):
        cells = (
            f"{each[step]['median_s']:.3f} / {each[step]['max_s']:.3f}" for each in (half, whole)
        )
        lines.append(f"{step:10}" + "".join(f"{cell:>18}" for cell in cells))
    return "\n".join(
        [*lines, f"twice as many stored: {report['ratio']} x", "(median / longest in seconds)"]
    )


def bench_maintenance(
    memories: Annotated[str, typer.Option(help="How many: 100k, 1M, or a number.")] = "100k",
    due: Annotated[
        float, typer.Option(min=0.0, max=0.1, help="Which share of them, for each step.")
    ] = 0.001,
    rounds: Annotated[int, typer.Option(min=1, help="How often both are timed.")] = 5,
    dims: Annotated[int, typer.Option(min=1, help="Size of the vectors.")] = 384,
    durable: Durable = False,
    database_uri: DatabaseUri = None,
    json_output: AsJsonLine = False,
) -> None:
    """Time the steps that archive and expire, among many memories that are not due."""
    plan = Plan(count_of(memories), due, rounds, dims)
    with served(database_uri, durable=durable) as server:
        report = run(server, plan)
    typer.echo(json.dumps(report) if json_output else as_text(report))


if __name__ == "__main__":
    typer.run(bench_maintenance)
