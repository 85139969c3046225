"""What is done to memory once a day?

    START -> flush_uses -> embed_missing -> mention_missing -> enrich -> review -> consolidate -> archive -> expire
          -> compact -> purge -> forget_proposals -> forget_pairs -> forget_calls -> END

A trusted internal job: it runs over every tenant and user, or over one tenant, on behalf of nobody; on a server
that asks who calls (`server_auth`) it is for operators. Uses are written
first, so that nothing is archived that was needed a moment ago. Each step leaves a report in the database; one that
fails, and one that another run is at, does not keep the others from running.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Annotated, Any, TypeAlias

from langgraph.channels import UntrackedValue
from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict  # what pydantic needs before Python 3.12

from langmem_ext.errors import ConfigurationError, StoreUnavailable
from langmem_ext.namespaces import split_space_key
from langmem_ext.nodes import compact, consolidate, enrich, review_pending
from langmem_ext.nodes.asking import Model
from langmem_ext.nodes.holding import has_come_free
from langmem_ext.nodes.node import Call, Node, Steps, ask
from langmem_ext.nodes.upkeep import TIME, Done, Job, never
from langmem_ext.runtime import memory_store, require_trusted
from langmem_ext.settings import Settings
from langmem_ext.stores.operations import consolidating, energy, runs, sweeping
from langmem_ext.stores.operations.catching_up import catch_up
from langmem_ext.stores.operations.doctor import to_embed
from langmem_ext.stores.operations.embedding import EMBED, EMBED_ITEM, embed_everything
from langmem_ext.stores.operations.runs import Ran
from langmem_ext.stores.requests import Operation

logger = logging.getLogger(__name__)

NAME = "daily"

OF_SOME = "daily, some spaces"
"""What a run for single spaces is called in the reports: the others still wait for theirs."""

STOPPED = "stopped"
"""Why a step has left something when it was told to stop."""

SECONDS = 3600.0
"""How long each step of a run may take; what is left then is done by the next one."""


def _added(report: dict[str, Any] | None, new: dict[str, Any] | None) -> dict[str, Any]:
    return {**(report or {}), **(new or {})}


class DailyState(TypedDict, total=False):
    """Report per step how many memories it changed (`review`: sessions), or what kept it from working.

    `skipped` says why a step was left out or not finished: `busy`, `no model`, `off`, `energy`, `time`, `left` (the
    day's pairs or the run's memories are used up). `notices` are what the users may be told, by user.
    In the input, `only` names the steps to do and `tenant` for whom alone.
    """

    only: Annotated[list[str], UntrackedValue]
    tenant: Annotated[str, UntrackedValue]
    report: Annotated[dict[str, Any], _added]
    skipped: Annotated[dict[str, str], _added]
    notices: Annotated[dict[str, list[str]], _added]


Step: TypeAlias = Callable[[Job], Steps[Done]]

STEPS: dict[str, Callable[[Job], Operation[int | None]]] = {
    "flush_uses": lambda job: job.store.engine.flush_uses(prefix=job.kept().prefix),
    "embed_missing": lambda job: embed_everything(job.kept()),
    "mention_missing": lambda job: catch_up(job.kept()),
    "archive": lambda job: sweeping.archive(job.kept()),
    "expire": lambda job: job.store.engine.sweep(job.kept()),
    "purge": lambda job: sweeping.purge(job.kept()),
    "forget_proposals": lambda job: sweeping.forget_proposals(job.kept()),
    "forget_pairs": lambda job: consolidating.forget_pairs(job.kept()),
    "forget_calls": lambda job: energy.forget_calls(job.kept()),
}
"""Each step does a part and returns how much it did; it is repeated until there is nothing left to do."""

HELD = {"embed_missing": (EMBED, EMBED_ITEM)}
"""As what a step holds the single texts that it works on."""

BY_SPACE: dict[str, tuple[str, Step, Step]] = {
    "enrich": ("memories", enrich.enrich, enrich.look),
    "review": ("sessions", review_pending.review, review_pending.look),
    "consolidate": ("merged", consolidate.consolidate, consolidate.look),
    "compact": ("given_up", compact.compact, compact.look),
}
"""Steps that go from space to space: which of their counts they report, the step, and its dry run."""

ORDER = (
    "flush_uses",
    "embed_missing",
    "mention_missing",
    "enrich",
    "review",
    "consolidate",
    "archive",
    "expire",
    "compact",
    "purge",
    "forget_proposals",
    "forget_pairs",
    "forget_calls",
)


def build(
    settings: Settings | None = None,
    model: Model = None,
    *,
    only: Sequence[str] = (),
    spaces: Sequence[str] | None = None,
    tenant: str | None = None,
    seconds: float | None = SECONDS,
    patience: float | None = None,
    dry: bool = False,
    tell: Callable[[str, int], None] = lambda step, done: None,
    stop: Callable[[], bool] = never,
) -> StateGraph[DailyState, None, DailyState, DailyState]:
    """Return the graph, to be compiled with a memory store; `invoke({})` returns the report.

    `only` names the steps to do; `spaces` (`tenant/user:ana`) leaves those that go from space to space, for these.
    `tenant` leaves the spaces of all others alone, and ordinary items, which are no tenant's. Each
    step may take so many `seconds`; None for no end. What another run holds is waited for until that gives a sign of
    life or its lease is over, at most `patience` seconds where they are given. `dry` counts what each would do; it
    changes nothing. `tell` is called as a step begins, and after each part of it with how much that did; once `stop`
    returns true, the rest is left for the next run. Raises ConfigurationError for an unknown step.
    """
    chosen = chosen_steps(only, spaces, tenant)
    wanted = list(spaces) if spaces else None
    builder = StateGraph(DailyState)

    def job(call: Call) -> Job:
        require_trusted(call.runtime, call.config)
        store = memory_store(call.runtime)
        until = None if seconds is None else time.monotonic() + seconds
        named = tenant if tenant is not None else call.state.get("tenant")
        chosen = settings or store.scope.settings
        return Job(store, chosen, model, wanted, until, stop, tenant=named, patience=patience)

    for name in chosen:
        steps = _wanted(name, (_dry if dry else _reported)(name, job, tell))
        builder.add_node(name, Node(name, steps), input_schema=DailyState)
    for before, after in pairwise([START, *chosen, END]):
        builder.add_edge(before, after)
    return builder


def chosen_steps(
    only: Sequence[str], spaces: Sequence[str] | None, tenant: str | None = None
) -> list[str]:
    """Return the steps that are asked for, in their order; raise for a space of another tenant."""
    for space in spaces or ():
        if tenant is not None and split_space_key(space)[0] != tenant:
            raise ConfigurationError(f"{space} is no space of tenant {tenant!r}")
    if unknown := set(only) - set(ORDER):
        raise ConfigurationError(f"no step {min(unknown)!r}; there are {', '.join(ORDER)}")
    able = [name for name in ORDER if not spaces or name in BY_SPACE]
    chosen = [name for name in able if not only or name in only]
    if not chosen:
        raise ConfigurationError(f"only {', '.join(BY_SPACE)} can be done for single spaces")
    return chosen


def _wanted(
    name: str, steps: Callable[[Call], Steps[dict[str, Any]]]
) -> Callable[[Call], Steps[dict[str, Any]]]:
    """Return a node that does its step unless the input of the run names others only."""

    def chosen(call: Call) -> Steps[dict[str, Any]]:
        only = call.state.get("only")
        if only and name not in chosen_steps(only, None):
            return {}
        return (yield from steps(call))

    return chosen


def _reported(
    name: str, job: Callable[[Call], Job], tell: Callable[[str, int], None]
) -> Callable[[Call], Steps[dict[str, Any]]]:
    """Return a node that does a step, keeps its report, and lets no failure but that of the database through."""

    def steps(call: Call) -> Steps[dict[str, Any]]:
        work, began = job(call), time.monotonic()
        at, error = work.store.scope.clock(), None
        progress = _Progress(name, tell)
        try:
            yield from progress.through(work)
        except StoreUnavailable:
            raise
        except Exception as failure:  # one step that fails must not keep the others from running
            error = type(failure).__name__
            logger.error(
                "maintenance step %s failed: %s", name, error
            )  # its words may hold memory text
        done = progress.done
        status, reason = ("error", error) if error else _status(done)
        if status == "left" and work.stop():
            reason = STOPPED
        seconds = time.monotonic() - began
        graph = OF_SOME if work.spaces else NAME
        ran = Ran(graph, name, status, reason, done.counts, at, seconds, work.tenant)
        yield from ask(work.store, "run", runs.record(work.store.scope, ran))
        report = {name: done.counts.get(_counted(name), 0)}
        failed = {f"{name}_error": error} if error else {}
        skipped = {} if error or status == "ok" else {name: reason or status}
        return {"report": {**report, **failed}, "skipped": skipped, "notices": dict(done.notices)}

    return steps


def _dry(
    name: str, job: Callable[[Call], Job], tell: Callable[[str, int], None]
) -> Callable[[Call], Steps[dict[str, Any]]]:
    """Return a node that counts what a step would do."""

    def steps(call: Call) -> Steps[dict[str, Any]]:
        work = job(call)
        if name in BY_SPACE:
            done = yield from BY_SPACE[name][2](work)
            count = done.counts.get(_counted(name), 0)
        else:
            count = yield from _would_do(name, work)
        tell(name, count)
        return {"report": {name: count}}

    return steps


def _would_do(name: str, job: Job) -> Steps[int]:
    store = job.store
    prefix = job.kept().prefix
    if name == "flush_uses":
        return sum(space.startswith(prefix or "") for space, _ in store.engine.uses)
    if name == "embed_missing":
        if (embedder := store.scope.embedder) is None:
            return 0
        _, waiting = yield from ask(store, "run", to_embed(embedder, prefix))
        return int(waiting)
    noted = dict(store.engine.uses)
    try:
        yield from ask(store, "run", runs.dry(lambda: STEPS[name](job)))
    except runs.Undone as undone:
        store.engine.uses.update({} if store.engine.uses else noted)
        return undone.count
    return 0


class _Progress:
    """Do a step, and know how far it came when it fails."""

    def __init__(self, name: str, tell: Callable[[str, int], None]) -> None:
        self.name = name
        self.tell = tell
        self.done = Done()

    def through(self, job: Job) -> Steps[None]:
        self.tell(self.name, 0)
        if self.name in BY_SPACE:
            self.done = yield from BY_SPACE[self.name][1](replace(job, tell=self._add))
            return
        while True:
            part = runs.alone(self.name, STEPS[self.name](job), job.tenant)
            count = yield from ask(job.store, "run", part)
            if count is None:
                if (yield from has_come_free(job, *HELD.get(self.name, ()))):
                    continue
                self._add(Done(reason="busy"))
            if not count:
                return
            self._add(Done({"memories": count}))
            if job.is_over():
                self._add(Done(left=True, reason=TIME))
                return

    def _add(self, part: Done) -> None:
        self.done = self.done.plus(part)
        self.tell(self.name, part.counts.get(_counted(self.name), 0))


def _counted(name: str) -> str:
    return BY_SPACE[name][0] if name in BY_SPACE else "memories"


def _status(done: Done) -> tuple[str, str | None]:
    if done.reason == "busy":
        return "busy", None
    if done.left:
        return "left", done.reason
    return ("skipped", done.reason) if done.reason else ("ok", None)


graph = build().compile(name=NAME)
"""Without store: a LangGraph server brings its own."""
