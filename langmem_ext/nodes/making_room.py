"""Who decides what a full space gives up when something is written to it?

Without a model the oldest goes with the write itself. With one the write leaves the space a little over its cap, and
the model is asked in the background: nobody waits for it. Where it is silent, fails or decides nonsense, the oldest
goes then (spec 002, Memory Compaction Process). What a process that dies leaves, the nightly step finds.
"""

from __future__ import annotations

import time
from collections.abc import Coroutine, Iterable, Iterator
from typing import Any, cast

from langmem_ext.memory import WriteOutcome
from langmem_ext.namespaces import space_key
from langmem_ext.nodes.asking import Model
from langmem_ext.nodes.compact import AT_ONCE, compact
from langmem_ext.nodes.node import Steps, adrive, aside, drive
from langmem_ext.nodes.upkeep import Done, Job
from langmem_ext.runtime import AnyMemoryStore
from langmem_ext.stores.operations.surroundings import APP_ENTRIES
from langmem_ext.stores.view import MemoryView

PAUSE = 0.5
"""Seconds until a space is looked at again that somebody else is compacting."""

PATIENCE = 60
"""How often that is done: half a minute, which a model may take (spec 002, Error Handling)."""


def roomy(view: MemoryView, model: Model) -> MemoryView:
    """Return the view; where there is a model, one whose writes leave a space over its cap for it to decide."""
    asked = model or view.scope.settings.model
    return view.leaving(AT_ONCE) if asked else view


def make_room(view: MemoryView, model: Model, outcomes: Iterable[WriteOutcome]) -> None:
    """Have what a roomy view has written to made to fit again, in the background."""
    spaces = sorted(set(_filled(view, outcomes))) if view.over else []
    if not spaces:
        return
    store = cast(AnyMemoryStore, view.store)
    job = Job(store, view.scope.settings, model, spaces, patience=0)

    def now() -> None:
        drive(_patiently(job))

    def soon() -> Coroutine[Any, Any, Done]:
        return adrive(_patiently(job))

    store.later(now, soon)


def _filled(view: MemoryView, outcomes: Iterable[WriteOutcome]) -> Iterator[str]:
    """Yield the spaces with a cap in which something is new."""
    scope = view.scope
    for outcome in outcomes:
        memory = outcome.memory
        if outcome.status != "created" or memory is None:
            continue
        own = (
            APP_ENTRIES if memory.space.startswith("app:") else scope.settings.decision.max_entries
        )
        if own or scope.categories.get(memory.category).cap:
            yield space_key(scope.tenant, memory.space)


def _patiently(job: Job) -> Steps[Done]:
    """Compact; a space that somebody is at may have got another memory since they looked."""
    done = yield from compact(job)
    for _ in range(PATIENCE):
        if not done.counts.get("busy"):
            break
        yield from aside(time.sleep, PAUSE)
        done = yield from compact(job)
    return done
