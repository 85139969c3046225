"""How does work go on being held while it is done, and how soon is it free when whoever did it has died?

Work is held by a short lease. A heart renews it beside the work, however long a model takes; it stops with the process.
Who finds work held waits for a sign of life: for a renewal, or for the end of the lease.
"""

from __future__ import annotations

import asyncio
import logging
import math
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from langmem_ext.nodes.node import Ask, Steps, ask
from langmem_ext.nodes.upkeep import Done, Job, never
from langmem_ext.runtime import AnyMemoryStore
from langmem_ext.stores.operations import due
from langmem_ext.stores.operations.due import Held, Holding
from langmem_ext.stores.requests import Operation
from langmem_ext.stores.scope import Scope

logger = logging.getLogger(__name__)

T = TypeVar("T")

BEATS = 10
"""How often a lease is renewed in its time: nine beats may fail, or come late, before others take the work."""

LOOK = 0.5
"""Seconds between two looks at what others hold."""


def while_held(
    store: AnyMemoryStore, scope: Scope, held: Held, steps: Steps[T], lost: T | None = None
) -> Steps[T]:
    """Do steps and go on holding what they work on; return `lost` when somebody else has taken it meanwhile.

    That happens to a process that stood still for longer than a lease: it must not go on beside the other. Without
    `lost` it goes on: for steps that change nothing when they are done twice.
    """
    heart = _Heart(store, scope, held)
    yield from ask(heart, "begin")
    try:
        if lost is None:
            return (yield from steps)
        done = yield from _unless(heart.is_lost, steps, lost)
        if done is lost:
            logger.warning("%s was taken over by another worker", held.kind)
        return done
    finally:
        heart.end()


def _unless(lost: Callable[[], bool], steps: Steps[T], otherwise: T) -> Steps[T]:
    """Do steps up to the first request that comes when all is lost."""
    try:
        request = next(steps)
        while not lost():
            try:
                answer = yield request
            except Exception as error:
                request = steps.throw(error)
            else:
                request = steps.send(answer)
    except StopIteration as done:
        result: T = done.value
        return result
    finally:
        steps.close()
    return otherwise


@dataclass(slots=True)
class _Heart:
    """Renew a lease in a thread, or in a task of the event loop."""

    store: AnyMemoryStore
    scope: Scope
    held: Held
    lost: bool = False
    over: threading.Event = field(default_factory=threading.Event)
    stopped: Callable[[], Any] | None = None

    @property
    def pause(self) -> float:
        """Return the seconds between two beats."""
        return 60 * self.scope.settings.review.lease_minutes / BEATS

    def is_lost(self) -> bool:
        """Tell whether somebody else holds the work."""
        return self.lost

    def begin(self) -> None:
        """Begin to beat, in a thread that does not keep the process from ending."""
        threading.Thread(target=self._beat, daemon=True, name="langmem-lease").start()

    async def abegin(self) -> None:
        """Begin to beat on the event loop, unseen by what watches the run."""
        over = asyncio.Event()
        self.stopped = over.set
        Context().run(asyncio.create_task, self._abeat(over))

    def end(self) -> None:
        """Let the lease be what it is; a renewal that is under way is not cut off."""
        self.over.set()
        if self.stopped:
            self.stopped()

    def _beat(self) -> None:
        while not self.over.wait(self.pause):
            with suppress(Exception):  # a database that is away is asked again
                self._note(self.store.run(self._renewal(), self.scope))

    async def _abeat(self, over: asyncio.Event) -> None:
        while not self.over.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(over.wait(), self.pause)
                return
            with suppress(Exception):
                self._note(await self.store.arun(self._renewal(), self.scope))

    def _renewal(self) -> Operation[bool]:
        return due.hold(self.scope, self.held)

    def _note(self, mine: bool) -> None:
        """Note whether it is still ours; what was let go of at the end of the work is not lost."""
        self.lost = not mine and not self.over.is_set()


def once_more_for_the_dead(job: Job, kind: str, step: Callable[[Done], Steps[Done]]) -> Steps[Done]:
    """Do a step, and once more where somebody held a space who turns out to have died at it, or has let it go.

    The step is told what the run has done so far.
    """
    done = yield from step(Done())
    if not done.counts.get("busy") or job.is_over():
        return done
    if not (yield from has_come_free(job, kind)):
        return done
    counts = {name: count for name, count in done.counts.items() if name != "busy"}
    done = replace(done, counts=counts)
    return done.plus((yield from step(done)))


def has_come_free(job: Job, *kinds: str) -> Steps[bool]:
    """Wait for those who hold work of the job's spaces, as `comes_free` does, no longer than the job may take."""
    if not kinds:
        return False
    return (
        yield from comes_free(
            job.store, job.kept(), kinds, spaces=job.spaces, patience=job.patience, stop=job.is_over
        )
    )


def comes_free(
    store: AnyMemoryStore,
    scope: Scope,
    kinds: Sequence[str],
    *,
    spaces: Sequence[str] | None = None,
    patience: float | None = None,
    stop: Callable[[], bool] = never,
) -> Steps[bool]:
    """Wait for those who hold work until each has renewed its lease, or none has it any more; tell if any is free.

    At most `patience` seconds; None = as long as the leases last. A scope with a principal looks at what that may see.
    """
    whose = scope if scope.principal else None
    silent: Holding = yield from ask(store, "run", due.holding(scope, kinds, spaces), whose)
    if not silent:
        return False
    ends = time.monotonic() + min(
        _longest(scope, silent), math.inf if patience is None else patience
    )
    while silent and time.monotonic() < ends and not stop():
        yield Ask(_Pause(), "take")
        among = sorted({space for space, _, _ in silent})
        current: Holding = yield from ask(store, "run", due.holding(scope, kinds, among), whose)
        if silent.keys() - current.keys():
            return True
        silent = {key: until for key, until in silent.items() if until == current[key]}
    return False


def _longest(scope: Scope, held: Holding) -> float:
    """Return how many seconds leases last; no more than two of one's own: the clocks of others may be wrong."""
    left = (max(held.values()) - scope.clock()).total_seconds()
    return min(left, 120 * scope.settings.review.lease_minutes) + LOOK


class _Pause:
    """Wait a moment, in the way of who asks."""

    def take(self) -> None:
        time.sleep(LOOK)

    async def atake(self) -> None:
        await asyncio.sleep(LOOK)
