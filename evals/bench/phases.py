"""What is measured of each store, and in which order?

Load, then VACUUM ANALYZE, sizes, searches, single writes; of ours also row-level security, turns, edges and the
hot-path node. Searches and writes go in short blocks that alternate between the stores in random order, so that what
else the machine does hits all of them; before the first that counts, every space has been asked and written to once.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, LiteralString

from evals.bench.database import execute, table_bytes, vacuum
from evals.bench.facts import Fact, facts_of, question_about
from evals.bench.judging import Answer, judge
from evals.bench.systems import Ask, LateIndex, Ours, System
from evals.bench.timing import Progress, milliseconds, timed, undisturbed
from evals.bench.vectors import LookedUp
from evals.command_line import tell

BLOCK = 25
"""Calls of one store before it is another's turn: long enough to be at its ease, short beside a disturbance."""

WARM_UP = 20
"""Calls before the first that counts."""

FIRST = 1
"""Facts that each user is told before the writes that count (`evals.bench.first`)."""

EVERY_TENTH = 10
"""Which batches the stock store gets in the larger size."""

BIG = "big"
"""The user with a space of many memories."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Say how much is measured."""

    memories: int
    users: int
    queries: int = 300
    writes: int = 200
    seed: int = 0
    batch: int = 500
    big_space: int = 0
    late_index: bool = False

    @property
    def sizes(self) -> dict[str, int]:
        """Return how many facts each user has."""
        each, rest = divmod(self.memories, self.users)
        return {f"u{number:06}": each + (number < rest) for number in range(self.users)}

    @property
    def warm_up(self) -> int:
        """Return how many calls come before the first that counts."""
        return min(WARM_UP, self.writes)

    def draw(self, what: str) -> random.Random:
        """Return the source of chance for a part of the benchmark."""
        return random.Random(f"{self.seed}/{what}")


# Loading


@dataclass(slots=True)
class Loaded:
    """Count the rows written and the seconds it took, by the size of the batches."""

    rows: Counter[int] = field(default_factory=Counter)
    seconds: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    outcomes: Counter[str] = field(default_factory=Counter)
    steps: list[tuple[int, float]] = field(default_factory=list)

    def add(self, size: int, rows: int, seconds: float, outcomes: Counter[str]) -> None:
        """Count one batch."""
        self.rows[size] += rows
        self.seconds[size] += seconds
        self.outcomes += outcomes
        self.steps.append((rows, seconds))

    @property
    def rate_at_end(self) -> float:
        """Return the rows a second of the last tenth of the batches: does loading slow down?"""
        last = self.steps[-max(1, len(self.steps) // 10) :]
        return round(sum(rows for rows, _ in last) / sum(seconds for _, seconds in last), 1)

    def rate(self, size: int) -> float | None:
        """Return the rows a second of batches of a size; None when there were none."""
        return round(self.rows[size] / self.seconds[size], 1) if size in self.seconds else None

    def as_dict(self, main: int) -> dict[str, Any]:
        """Return the counts as JSON; `rate` is that of the batches of the main size."""
        seconds = sum(self.seconds.values())
        return {
            "rows": sum(self.rows.values()),
            "seconds": round(seconds, 2),
            "rate": self.rate(main),
            "rate_at_end": self.rate_at_end,
            "rate_by_batch": {str(size): self.rate(size) for size in sorted(self.rows)},
            "outcomes": dict(sorted(self.outcomes.items())),
        }


def load_users(
    system: System, sizes: Mapping[str, int], plan: Plan, embedder: LookedUp, *, start: int = 0
) -> Loaded:
    """Write the facts of users, who take turns a batch at a time; only the store's own calls are timed."""
    loaded = Loaded()
    progress = Progress(f"{system.name}: loading", sum(sizes.values()))
    for number, (user, facts) in enumerate(_deliveries(sizes, plan, start)):
        size = system.batches[-1 if number % EVERY_TENTH == EVERY_TENTH - 1 else 0]
        embedder.prepare((fact.text for fact in facts), forget=True)
        for first in range(0, len(facts), size):
            part = facts[first : first + size]
            seconds, outcomes = timed(system.load, user, part)
            loaded.add(size, len(part), seconds, outcomes)
            progress.add(len(part))
    return loaded


def _deliveries(
    sizes: Mapping[str, int], plan: Plan, start: int
) -> Iterator[tuple[str, list[Fact]]]:
    for first in range(start, start + max(sizes.values()), plan.batch):
        for user, size in sizes.items():
            stop = min(first + plan.batch, start + size)
            if facts := facts_of(user, first, stop, seed=plan.seed) if first < stop else []:
                yield user, facts


def load(system: System, plan: Plan, embedder: LookedUp) -> dict[str, Any]:
    """Fill a store, and report rates, what became of the facts, and sizes on disk."""
    tell(f"{system.name}: loading {plan.memories:,} memories of {plan.users:,} users ...")
    if plan.late_index and system.name == "hnsw":
        report = _load_before_index(system, plan, embedder)
    else:
        report = load_users(system, plan.sizes, plan, embedder).as_dict(system.batches[0])
    report["vacuum_seconds"] = round(vacuum(system.uri), 2)
    return report


def _load_before_index(system: System, plan: Plan, embedder: LookedUp) -> dict[str, Any]:
    """Load without the vector index, build it, and take the rate from some more batches with it."""
    index = LateIndex(system.uri)
    report = load_users(system, plan.sizes, plan, embedder).as_dict(system.batches[0])
    tell(f"{system.name}: building the index ...")
    seconds, _ = timed(index.build)
    late = {f"late{number}": 10 * system.batches[0] for number in range(max(1, plan.writes // 100))}
    with_index = load_users(system, late, plan, embedder)
    return {
        **report,
        "rate": with_index.rate(system.batches[0]),
        "rate_without_index": report["rate"],
        "index_seconds": round(seconds, 4),
        "rows": report["rows"] + sum(with_index.rows.values()),
    }


def sizes_on_disk(system: System, rows: int) -> dict[str, Any]:
    """Return the bytes that a memory takes, and in which tables."""
    tables = table_bytes(system.uri)
    each = {name: round(size / rows, 1) for name, size in tables.items() if size / rows >= 1}
    return {"per_memory": round(sum(tables.values()) / rows, 1), "tables": each}


# Searching


def asks(plan: Plan, what: str, count: int, sizes: Mapping[str, int]) -> list[Ask]:
    """Draw questions, each about a loaded fact of a random user."""
    users = [user for user, size in sizes.items() if size]
    return asks_of(plan.draw(f"users/{what}").choices(users, k=count), plan, what, sizes)


def asks_of(users: Sequence[str], plan: Plan, what: str, sizes: Mapping[str, int]) -> list[Ask]:
    """Draw a question for each of these users, about one of their loaded facts."""
    draw, drawn = plan.draw(what), []
    for user in users:
        position = draw.randrange(sizes[user])
        (fact,) = facts_of(user, position, position + 1, seed=plan.seed)
        drawn.append(Ask(user, question_about(fact, draw), fact.category, 3, fact))
    return drawn


def search(
    systems: Sequence[System], plan: Plan, embedder: LookedUp, sizes: Mapping[str, int]
) -> dict[str, dict[str, Any]]:
    """Ask every store every kind of question that it takes; return their times and worth by store and kind."""
    kinds = list(dict.fromkeys(kind for system in systems for kind in system.searches))
    questions = {kind: asks(plan, kind, plan.queries, sizes) for kind in kinds}
    warm = asks(plan, "warm-up", plan.warm_up, sizes)
    texts = [ask.text for each in (*questions.values(), warm) for ask in each]
    embedder.prepare(texts, forget=True)
    times = _time_searches(systems, questions, warm, plan)
    return {
        system.name: {
            kind: {
                **milliseconds([seconds for seconds, _ in runs]),
                **_judged(system, kind, questions[kind], [found for _, found in runs], embedder),
            }
            for kind, runs in times[system.name].items()
        }
        for system in systems
    }


Runs = dict[str, dict[str, list[tuple[float, list[str]]]]]


def _time_searches(
    systems: Sequence[System],
    questions: Mapping[str, Sequence[Ask]],
    warm: Sequence[Ask],
    plan: Plan,
) -> Runs:
    runs: Runs = {system.name: {kind: [] for kind in system.searches} for system in systems}
    for system in systems:
        for run in system.searches.values():
            for ask in warm:
                run(ask)
    draw = plan.draw("order")
    blocks = [(kind, start) for kind in questions for start in range(0, plan.queries, BLOCK)]
    blocks.sort(key=lambda block: block[1])
    progress = Progress("searching", sum(len(each) for each in runs.values()) * plan.queries)
    with undisturbed():
        for kind, start in blocks:
            block = questions[kind][start : start + BLOCK]
            for system in draw.sample(systems, len(systems)):
                if (asked := system.searches.get(kind)) is not None:
                    runs[system.name][kind] += [timed(asked, ask) for ask in block]
                    progress.add(len(block))
    return runs


def _judged(
    system: System,
    kind: str,
    questions: Sequence[Ask],
    found: Sequence[list[str]],
    embedder: LookedUp,
) -> dict[str, Any]:
    tell(f"  {system.name}: comparing {kind} with exact search ...")
    by_vectors = system.by_vectors[kind]
    answers = [
        Answer(ask, rows, by_vectors(ask)) for ask, rows in zip(questions, found, strict=True)
    ]
    return judge(system, kind, answers, embedder.vectors)


# Writing


def write(
    systems: Sequence[System], plan: Plan, embedder: LookedUp, sizes: Mapping[str, int]
) -> dict[str, dict[str, Any]]:
    """Write new facts one by one, the same into every store, for random users."""
    facts = new_facts(plan, "writes", plan.writes + plan.warm_up, sizes, after=FIRST)
    embedder.prepare((fact.text for _, fact in facts), forget=True)
    seconds: dict[str, list[float]] = {system.name: [] for system in systems}
    outcomes: dict[str, Counter[str]] = {system.name: Counter() for system in systems}
    for system in systems:
        for user, fact in facts[: plan.warm_up]:
            system.write(user, fact)
    draw, timed_facts = plan.draw("order of writes"), facts[plan.warm_up :]
    with undisturbed():
        for start in range(0, len(timed_facts), BLOCK):
            for system in draw.sample(systems, len(systems)):
                for user, fact in timed_facts[start : start + BLOCK]:
                    took, outcome = timed(system.write, user, fact)
                    seconds[system.name].append(took)
                    outcomes[system.name][outcome] += 1
    return {
        name: {**milliseconds(each), "outcomes": dict(sorted(outcomes[name].items()))}
        for name, each in seconds.items()
    }


def new_facts(
    plan: Plan, what: str, count: int, sizes: Mapping[str, int], *, after: int = 0
) -> list[tuple[str, Fact]]:
    """Draw users and facts that none of them has told yet; `after` skips as many of each user's next ones."""
    draw, users, told = plan.draw(what), list(sizes), Counter[str]()
    drawn = []
    for user in draw.choices(users, k=count):
        position = sizes[user] + after + told[user]
        told[user] += 1
        drawn.append((user, facts_of(user, position, position + 1, seed=plan.seed)[0]))
    return drawn


# One space of many memories


def big_space(
    systems: Sequence[System], plan: Plan, embedder: LookedUp
) -> dict[str, dict[str, Any]]:
    """Give one user a space of many memories, and search in it."""
    sizes = {BIG: plan.big_space}
    tell(f"One space of {plan.big_space:,} memories ...")
    loads = {}
    for system in systems:
        loads[system.name] = load_users(system, sizes, plan, embedder).as_dict(system.batches[0])
        vacuum(system.uri)
    searches = search(systems, plan, embedder, sizes)
    writes = write(systems, plan, embedder, sizes)
    return {
        name: {
            "memories": plan.big_space,
            "load": loads[name],
            "search": searches[name],
            "write": writes[name],
        }
        for name in loads
    }


# Ours alone


def add_turns(ours: Ours, plan: Plan, embedder: LookedUp) -> dict[str, Any]:
    """Record turns one by one, in a session for each user."""
    facts = new_facts(
        plan, "turns", plan.writes + plan.warm_up, plan.sizes, after=FIRST + plan.writes
    )
    embedder.prepare((fact.text for _, fact in facts), forget=True)
    views = [(ours.view(user, "turns"), fact.text) for user, fact in facts]
    with undisturbed():
        seconds = [timed(v.add_turn, "user", t)[0] for v, t in views]
    return milliseconds(seconds[plan.warm_up :])


def relate(ours: Ours, plan: Plan) -> dict[str, Any]:
    """Draw edges one by one; beside that, what an edge costs within one statement that draws many."""
    draw = plan.draw("edges")
    users = draw.choices([user for user, size in plan.sizes.items() if size > 1], k=plan.writes)
    known = {user: ours.ids(user, 50) for user in dict.fromkeys(users)}
    pairs = [(user, *draw.sample(known[user], 2)) for user in users]
    edges = [(ours.view(user), a, b) for user, a, b in pairs]
    with undisturbed():
        seconds = [timed(view.relate, a, b)[0] for view, a, b in edges]
    return {
        **milliseconds(seconds[min(plan.warm_up, len(seconds) // 2) :]),
        **_marginal_edge(ours.uri),
    }


def _marginal_edge(uri: str) -> dict[str, Any]:
    """Copy the edges into a table of the same make with one statement: the least that an edge costs."""
    if execute(uri, "SELECT to_regclass('langmem.relations')") == [(None,)]:
        return {"marginal_ms": None, "copied": 0}
    execute(uri, "CREATE TABLE bench_edges (LIKE langmem.relations INCLUDING ALL)")
    seconds, rows = timed(execute, uri, _COPY_EDGES)
    execute(uri, "DROP TABLE bench_edges")
    count = int(rows[0][0])
    return {"marginal_ms": round(1000 * seconds / count, 4) if count else None, "copied": count}


_COPY_EDGES: LiteralString = """
WITH copied AS (INSERT INTO bench_edges SELECT * FROM langmem.relations LIMIT 10000 RETURNING 1)
SELECT count(*) FROM copied"""
