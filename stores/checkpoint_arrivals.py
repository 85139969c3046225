"""How does what a checkpointer is given wait for the checkpoint that says what was said before?

LangGraph saves in the background: a checkpoint waits until the one before it is in the tables, and what its tasks write
does not wait for either. So writes may come long before the checkpoint that they belong to, in any order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Lock
from typing import Any, NamedTuple

from langchain_core.runnables import RunnableConfig

_FAILED = 4096
"""Graphs that are known to have lost a checkpoint; they end soon, and more are not kept in mind."""


class Place(NamedTuple):
    """Name a checkpoint; without an id, the one that a graph has come to."""

    thread: str
    namespace: str
    id: str | None = None

    @classmethod
    def of(cls, config: RunnableConfig) -> Place:
        """Return the place that a config names, whose thread is a key."""
        named = config["configurable"]
        namespace = named.get("checkpoint_ns") or ""
        return cls(named["thread_id"], namespace, named.get("checkpoint_id"))

    @property
    def config(self) -> RunnableConfig:
        """Return the config that names this place."""
        named = {"checkpoint_ns": self.namespace, "checkpoint_id": self.id}
        return {"configurable": {"thread_id": self.thread, **named}}

    @property
    def now(self) -> Place:
        """Return where the graph stands."""
        return Place(self.thread, self.namespace)

    def outer(self, config: RunnableConfig) -> Iterator[Place]:
        """Yield where the graphs stand that called this one, the nearest first."""
        ids = config["configurable"].get("checkpoint_map") or {}
        namespace = self.namespace
        while namespace:
            namespace = namespace.rpartition("|")[0]
            yield Place(self.thread, namespace, ids.get(namespace))


class Lacking(NamedTuple):
    """Name a checkpoint that is not known yet.

    It is waited for as often and as many seconds each as `patience` says, and looked for in the tables after each time:
    another process may have kept it. What cannot be masked without it, as it is `needed`, is not kept.
    """

    place: Place
    patience: tuple[float, ...]
    needed: bool = False


class Arrivals:
    """Tell who waits for a checkpoint that it came, or that it never will."""

    def __init__(self, is_known: Callable[[Place], bool]) -> None:
        self._is_known = is_known
        self._lock = Lock()
        self._waiting: dict[Place, list[Future[None]]] = {}
        self._failed: set[Place] = set()

    @contextmanager
    def awaited(self, place: Place) -> Iterator[Future[Any]]:
        """Give a future that is done once a checkpoint is known, or none can come any more."""
        came: Future[None] = Future()
        with self._lock:
            if self._is_known(place) or place.now in self._failed:
                came.set_result(None)
            else:
                self._waiting.setdefault(place, []).append(came)
        try:
            yield came
        finally:
            self._forget(place, came)

    def came(self, place: Place) -> None:
        """Tell that a checkpoint is known."""
        with self._lock:
            waiting = self._waiting.pop(place, [])
        _release(waiting)

    def failed(self, place: Place) -> None:
        """Tell that a checkpoint could not be kept: LangGraph saves none of those after it."""
        with self._lock:
            if len(self._failed) >= _FAILED:
                self._failed.clear()
            self._failed.add(place.now)
            lost = [each for each in self._waiting if each.now == place.now]
            waiting = [came for each in lost for came in self._waiting.pop(each)]
        _release(waiting)

    def begins(self, place: Place) -> None:
        """Tell that a run begins, whose checkpoints may come again."""
        with self._lock:
            self._failed.discard(place.now)

    def _forget(self, place: Place, came: Future[None]) -> None:
        with self._lock:
            waiting = self._waiting.get(place, [])
            if came in waiting:
                waiting.remove(came)
            if not waiting:
                self._waiting.pop(place, None)


def _release(waiting: list[Future[None]]) -> None:
    for came in waiting:
        if came.set_running_or_notify_cancel():
            came.set_result(None)
