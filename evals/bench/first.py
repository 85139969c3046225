"""What does the first call in a space cost, once it has been loaded?

With few users every space is in memory after a moment; with many almost none has been read since its load. So every
space is asked once, and written to once, before the calls that count, and these first ones are reported apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from evals.bench.facts import facts_of
from evals.bench.phases import Plan, asks_of
from evals.bench.systems import System
from evals.bench.timing import milliseconds, timed, undisturbed
from evals.bench.vectors import LookedUp
from evals.command_line import tell

Report = dict[str, dict[str, Any]]
"""The times of each store."""


def ask_first(
    systems: Sequence[System], plan: Plan, embedder: LookedUp, sizes: Mapping[str, int]
) -> Report:
    """Ask for something that each user was told, the users in random order."""
    users = [user for user, size in sizes.items() if size]
    questions = asks_of(_shuffled(users, plan), plan, "first questions", sizes)
    embedder.prepare((ask.text for ask in questions), forget=True)
    calls = {system.name: next(iter(system.searches.values())) for system in systems}
    return _each_once(calls, "a first question in each space", [(ask,) for ask in questions])


def write_first(
    systems: Sequence[System], plan: Plan, embedder: LookedUp, sizes: Mapping[str, int]
) -> Report:
    """Write the fact that comes next to each user, in random order."""
    facts = [
        (user, facts_of(user, sizes[user], sizes[user] + 1, seed=plan.seed)[0])
        for user in _shuffled(list(sizes), plan)
    ]
    embedder.prepare((fact.text for _, fact in facts), forget=True)
    calls = {system.name: system.write for system in systems}
    return _each_once(calls, "a first write into each space", facts)


def _each_once(
    calls: Mapping[str, Callable[..., Any]], what: str, given: Sequence[tuple[Any, ...]]
) -> Report:
    """Time the call of each store with all that is given, one store after the other."""
    report = {}
    for name, call in calls.items():
        tell(f"{name}: {what} ...")
        with undisturbed():
            report[name] = milliseconds([timed(call, *each)[0] for each in given])
    return report


def _shuffled(users: list[str], plan: Plan) -> list[str]:
    return plan.draw("first").sample(users, len(users))
