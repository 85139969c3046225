"""How long does one call take?"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

from evals.command_line import tell

P = ParamSpec("P")
T = TypeVar("T")


@contextmanager
def undisturbed() -> Iterator[None]:
    """Keep the garbage collector from running in between; what has gathered is collected first."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def timed(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> tuple[float, T]:
    """Call, and return the seconds it took and its result."""
    started = time.perf_counter()
    result = call(*args, **kwargs)
    return time.perf_counter() - started, result


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which a share lies, between its two neighbours as numpy does."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def milliseconds(seconds: Sequence[float]) -> dict[str, Any]:
    """Summarise the times of single calls: how many, p50, p95, the longest."""
    if not seconds:
        return {"n": 0, "p50_ms": None, "p95_ms": None, "max_ms": None}
    return {
        "n": len(seconds),
        "p50_ms": round(1000 * percentile(seconds, 0.5), 3),
        "p95_ms": round(1000 * percentile(seconds, 0.95), 3),
        "max_ms": round(1000 * max(seconds), 3),
    }


class Progress:
    """Tell every few seconds how far a long phase is."""

    EVERY = 10.0

    def __init__(self, what: str, total: int) -> None:
        self.what, self.total, self.done = what, total, 0
        self.started = self.told = time.monotonic()

    def add(self, count: int) -> None:
        """Count what was done, and say so when it is time."""
        self.done += count
        now = time.monotonic()
        if now - self.told >= self.EVERY:
            self.told = now
            rate = self.done / (now - self.started)
            left = (self.total - self.done) / rate
            tell(
                f"  {self.what}: {self.done:,} of {self.total:,}, {rate:,.0f}/s, {left:,.0f} s left"
            )
