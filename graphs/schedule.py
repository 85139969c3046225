"""How does one process keep the timetable?

Whatever has come due since it looked last is done, step after step; at its start that is what was missed while nobody
ran. What each step left in the database says what is done already: by an earlier run, by hand, or by another process.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from types import ModuleType

from langmem_ext.errors import StoreUnavailable
from langmem_ext.graphs import daily, insights, weekly
from langmem_ext.graphs.timetable import Appointment, Times, timetable
from langmem_ext.nodes.asking import Model
from langmem_ext.runtime import AnyMemoryStore
from langmem_ext.settings import Settings
from langmem_ext.stores.operations import runs
from langmem_ext.stores.operations.runs import Run

logger = logging.getLogger(__name__)

CATCH_UP = timedelta(hours=24)
"""How long ago work may have been due to be made up for at the start."""

NAP = 60.0
"""Seconds after which the clock is looked at again: a machine may sleep, or be set right."""

Tell = Callable[[Run], None]

_OTHERS: dict[str, ModuleType] = {"insights": insights, "weekly": weekly}


@dataclass
class Schedule:
    """Keep the timetable for a store until `stop` is set; `tell` is called with the report of each step.

    Times are those of `timezone`, read from the store's clock.

    Raises:
        ConfigurationError: there is no such zone, or APScheduler is not installed.
    """

    store: AnyMemoryStore
    settings: Settings | None = None
    model: Model = None
    timezone: str = "UTC"
    catch_up: timedelta = CATCH_UP
    tell: Tell = lambda run: None
    stop: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        chosen = self.settings or self.store.scope.settings
        self.times = [(each, Times(each.cron, self.timezone)) for each in timetable(chosen)]
        self.seen = self.store.scope.clock() - self.catch_up

    def run(self) -> None:
        """Do what is due, wait for what comes next, and so on; a database that is away is waited for."""
        while not self.stop.is_set():
            try:
                self.turn()
                pause = self._pause()
            except StoreUnavailable as error:
                logger.warning("the schedule waits for the database: %s", error)
                pause = NAP
            self.stop.wait(pause)

    def turn(self) -> None:
        """Do what has come due since the last turn, in the order of its times."""
        now = self.store.scope.clock()
        for at, appointment in self._due(now):
            self._keep(appointment, at)
            if self.stop.is_set():
                return  # the rest is still due
        self.seen = now

    def coming(self) -> list[tuple[datetime, Appointment]]:
        """Return when each appointment is next, the first one first."""
        now = self.store.scope.clock()
        found = [(at, each) for each, times in self.times if (at := times.after(now))]
        return sorted(found, key=lambda pair: pair[0])

    def _due(self, now: datetime) -> list[tuple[datetime, Appointment]]:
        found = [(at, each) for each, times in self.times if (at := times.last(self.seen, now))]
        return sorted(found, key=lambda pair: pair[0])

    def _pause(self) -> float:
        now = self.store.scope.clock()
        waits = ((at - now).total_seconds() for at, _ in self.coming())
        return max(0.0, min([NAP, *waits]))

    def _keep(self, appointment: Appointment, at: datetime) -> None:
        """Do the steps of an appointment that nobody has done since."""
        for step in appointment.steps or ("",):
            if self.stop.is_set():
                return
            if not self._done(appointment, step, at):
                began = self.store.scope.clock()
                self._do(appointment.graph, step)
                for run in self._reports(appointment, step):
                    if run.at >= began:
                        self.tell(run)

    def _done(self, appointment: Appointment, step: str, at: datetime) -> bool:
        reports = self._reports(appointment, step)
        return any(run.at >= at and run.reason != daily.STOPPED for run in reports)

    def _reports(self, appointment: Appointment, step: str) -> list[Run]:
        found = self.store.run(runs.latest())
        return [run for run in found if run.graph == appointment.graph and step in ("", run.step)]

    def _do(self, graph: str, step: str) -> None:
        try:
            if graph == daily.NAME:
                self._do_step(step)
            else:
                self._do_users(_OTHERS[graph])
        except StoreUnavailable:
            raise
        except Exception as error:  # one that fails must not keep the others from their time
            logger.error("%s failed: %s", graph, type(error).__name__)

    def _do_step(self, step: str) -> None:
        graph = daily.build(self.settings, self.model, only=[step], stop=self.stop.is_set)
        graph.compile(store=self.store).invoke({})

    def _do_users(self, module: ModuleType) -> None:
        """Serve user after user; what is stopped leaves no report, and is done anew."""
        graph = module.build(self.settings, self.model).compile(store=self.store)
        for _ in graph.stream({}, {"recursion_limit": module.STEPS_AT_MOST}):
            if self.stop.is_set():
                return


@contextmanager
def scheduled(
    store: AnyMemoryStore,
    settings: Settings | None = None,
    model: Model = None,
    *,
    timezone: str = "UTC",
    catch_up: timedelta = CATCH_UP,
    tell: Tell = lambda run: None,
) -> Iterator[Schedule]:
    """Keep the timetable beside an application, in a thread of its own; the end waits for the part that is being done.

    Several processes may do so at once: what one has done, or is at, the others leave alone.
    """
    schedule = Schedule(store, settings, model, timezone, catch_up, tell)
    thread = threading.Thread(target=schedule.run, name="langmem-schedule", daemon=True)
    thread.start()
    try:
        yield schedule
    finally:
        schedule.stop.set()
        thread.join()


@asynccontextmanager
async def ascheduled(
    store: AnyMemoryStore,
    settings: Settings | None = None,
    model: Model = None,
    *,
    timezone: str = "UTC",
    catch_up: timedelta = CATCH_UP,
    tell: Tell = lambda run: None,
) -> AsyncIterator[Schedule]:
    """Do what `scheduled` does, without blocking the event loop; `tell` is called in the thread."""
    held = scheduled(store, settings, model, timezone=timezone, catch_up=catch_up, tell=tell)
    schedule = await asyncio.to_thread(held.__enter__)
    try:
        yield schedule
    finally:
        await asyncio.to_thread(held.__exit__, None, None, None)
