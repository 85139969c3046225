"""Where is a smooth function least?

L-BFGS with a backtracking line search, the two-loop recursion of Nocedal and Wright (2006, algorithms 7.4 and 3.1):
deterministic, and enough for convex problems. scipy would be a dependency for this alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np

Function = Callable[[Any], tuple[float, Any]]
"""From a point to the value and the gradient there."""


def least(function: Function, start: Any, *, rounds: int = 60, memory: int = 8) -> Any:
    """Return where the function is (nearly) least."""
    point = start
    value, gradient = function(point)
    known: deque[tuple[Any, Any, float]] = deque(maxlen=memory)
    for _ in range(rounds):
        way = -_scaled(gradient, known)
        slope = float(gradient @ way)
        step, found = 1.0 if known else 1.0 / max(1.0, float(np.linalg.norm(gradient))), None
        for _ in range(25):
            tried = function(point + step * way)
            if tried[0] <= value + 1e-4 * step * slope:
                found = tried
                break
            step /= 2
        if found is None or value - found[0] < 2e-5 * max(1.0, abs(value)):
            return point if found is None else point + step * way
        moved, turned = step * way, found[1] - gradient
        curved = float(moved @ turned)
        if curved > 1e-10:
            known.append((moved, turned, 1.0 / curved))
        point, (value, gradient) = point + moved, found
    return point


def _scaled(gradient: Any, known: deque[tuple[Any, Any, float]]) -> Any:
    """Multiply the gradient by the estimated inverse of the curvature."""
    way, shares = gradient.copy(), []
    for moved, turned, inverse in reversed(known):
        share = inverse * float(moved @ way)
        way -= share * turned
        shares.append(share)
    if known:
        moved, turned, inverse = known[-1]
        way *= 1.0 / (inverse * float(turned @ turned))
    for (moved, turned, inverse), share in zip(known, reversed(shares), strict=True):
        way += (share - inverse * float(turned @ way)) * moved
    return way
