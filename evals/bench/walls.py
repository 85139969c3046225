"""What does row-level security cost a query?

The same store, the same questions, in turns with the policies of the tables and without them. What a transaction says
of itself stays in both, as every installation pays it.
"""

from __future__ import annotations

from typing import Any

from psycopg import sql

from evals.bench.database import execute
from evals.bench.phases import Plan, asks
from evals.bench.systems import Ours
from evals.bench.timing import milliseconds, timed, undisturbed
from evals.bench.vectors import LookedUp

ROUNDS = 4
"""How often it is switched: a disturbance of the machine hits both."""

_WALLED = """
    SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'langmem' AND c.relforcerowsecurity
"""


def measure(ours: Ours, plan: Plan, embedder: LookedUp) -> dict[str, Any]:
    """Time queries with the walls and without; `cost` is the one p50 by the other."""
    questions = asks(plan, "walls", plan.queries, plan.sizes)
    embedder.prepare([ask.text for ask in questions], forget=True)
    query = ours.searches["query"]
    seconds: dict[bool, list[float]] = {True: [], False: []}
    for walled in (True, False) * ROUNDS:
        _switch(ours.uri, on=walled)
        with undisturbed():
            for ask in questions[: plan.warm_up]:  # plans are made anew
                query(ask)
            seconds[walled] += [timed(query, ask)[0] for ask in questions]
    _switch(ours.uri, on=True)
    found = {"walled": milliseconds(seconds[True]), "unwalled": milliseconds(seconds[False])}
    return {**found, "cost": round(found["walled"]["p50_ms"] / found["unwalled"]["p50_ms"], 3)}


def _switch(uri: str, *, on: bool) -> None:
    state = sql.SQL("ENABLE" if on else "DISABLE")
    tables = [name for (name,) in execute(uri, _WALLED)]
    alter = sql.SQL("ALTER TABLE langmem.{} {} ROW LEVEL SECURITY")
    execute(uri, *(alter.format(sql.Identifier(name), state) for name in tables))
