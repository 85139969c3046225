"""What does a space give up that holds more than it may?

A model is asked, a few at a time; where it is silent, fails or decides nonsense, the oldest goes. In the end the space
holds exactly what it may, or what is pinned.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from langmem_ext.memory import Memory, Sensitivity
from langmem_ext.models import resolve_model
from langmem_ext.nodes.holding import once_more_for_the_dead, while_held
from langmem_ext.nodes.judgements import Decision, Judge
from langmem_ext.nodes.node import Steps, aside, ask
from langmem_ext.nodes.upkeep import TIME, Done, Job
from langmem_ext.stores.operations import combining, compacting, due
from langmem_ext.stores.operations.compacting import KIND, Full
from langmem_ext.stores.operations.due import Held
from langmem_ext.stores.records import Record
from langmem_ext.stores.scope import Scope

logger = logging.getLogger(__name__)

AT_ONCE = 10
"""How many memories one prompt gives up at most."""

SHOWN = 40
"""How many memories one prompt shows: those that have not been changed for longest."""

ROUNDS = 5
"""How often a model is asked for one space; what is too much even then goes by age."""


def compact(job: Job) -> Steps[Done]:
    """Bring every space that is over a cap down to it, one after the other, until the time is up."""
    model = yield from aside(resolve_model, job.model or job.settings.model)
    yield from ask(job.store, "run", due.drop_abandoned(job.scope(KIND), KIND))
    return (yield from once_more_for_the_dead(job, KIND, lambda _: _round(job, model)))


def _round(job: Job, model: Any) -> Steps[Done]:
    done, after = Done(), ""
    while found := (yield from _full(job, after)):
        for parts in found:
            if job.is_over():
                return replace(done, left=True, reason=TIME)
            done = done.plus(job.did((yield from _space(job, parts, model))))
        after = found[-1][0].space
    return done


def look(job: Job) -> Steps[Done]:
    """Count what is over the caps, without changing anything."""
    done, after = Done(), ""
    while found := (yield from _full(job, after)):
        for full in (each for parts in found for each in parts):
            scope = job.scope(KIND, full.space)
            records = yield from ask(job.store, "run", compacting.held(scope, full), scope)
            free = sum(not record.memory.pinned for record in records)
            done = done.plus(Done({"given_up": min(free, len(records) - full.cap)}))
        after = found[-1][0].space
    return done


def _full(job: Job, after: str) -> Steps[list[list[Full]]]:
    operation = compacting.spaces_full(job.scope(KIND), spaces=job.spaces, after=after)
    found: list[list[Full]] = yield from ask(job.store, "run", operation)
    return found


def _space(job: Job, parts: Sequence[Full], model: Any) -> Steps[Done]:
    space = parts[0].space
    scope = job.scope(KIND, space)
    held: Held | None = yield from ask(job.store, "run", due.take(scope, space, KIND), scope)
    if held is None:
        return Done({"busy": 1})
    work = _given_up(job, scope, held, parts, model)
    done = yield from while_held(job.store, scope, held, work, Done({"busy": 1}))
    yield from ask(job.store, "run", due.drop(held), scope)
    return done


def _given_up(job: Job, scope: Scope, held: Held, parts: Sequence[Full], model: Any) -> Steps[Done]:
    done = Done()
    for full in parts:
        chosen, merged = yield from _decided(job, scope, held, full, model)
        count = yield from ask(job.store, "run", compacting.give_up(scope, full, chosen), scope)
        logger.info("compacted %s: %d memories gave way, %d merged", full.space, count, merged)
        done = done.plus(Done({"given_up": count + merged, "merged": merged}))
    return done


def _decided(
    job: Job, scope: Scope, held: Held, full: Full, model: Any
) -> Steps[tuple[list[Memory], int]]:
    """Return what the model gives up, and how many memories it has put into others, which is done by then."""
    chosen: dict[str, Memory] = {}
    merged = 0
    for _ in range(ROUNDS if model else 0):
        records = yield from ask(job.store, "run", compacting.held(scope, full), scope)
        excess = len(records) - full.cap - len(chosen)
        shown = [each for each in records if _is_free(each.memory) and each.memory.id not in chosen]
        shown = shown[:SHOWN]
        wanted = min(excess, AT_ONCE, len(shown))
        if wanted <= 0:
            break
        judge = Judge(
            job.store.bind(held.principal).at(KIND), full.space, job.settings, model, KIND
        )
        memories = [each.memory for each in shown]
        decisions = yield from judge.compact_steps(memories, len(memories) - wanted)
        said = [each for each in decisions if each.by == "model"]
        known = {each.memory.id: each for each in shown}
        before = merged
        for each in said:
            if each.action == "delete":
                chosen[each.id] = known[each.id].memory
            elif (yield from _merge(job, scope, each, known)):
                merged += 1
        if merged == before and not any(each.action == "delete" for each in said):
            break  # it decides nothing that can be done
    return list(chosen.values()), merged


def _merge(job: Job, scope: Scope, decision: Decision, known: dict[str, Record]) -> Steps[bool]:
    """Put a memory into another, if both may be told to the same people."""
    pair = [known[decision.id], known[decision.into or ""]]
    if not decision.content or not combining.may_be_one(pair):
        return False
    operation = combining.combine(scope, pair, decision.content, same=False)
    outcome = yield from ask(job.store, "run", operation, scope)
    return bool(outcome.status == "merged")


def _is_free(memory: Memory) -> bool:
    """Tell whether a model may see it and give it up."""
    return not memory.pinned and memory.sensitivity is not Sensitivity.SENSITIVE
