"""How is a fault told without what was being read?"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

_DEPTH = 8
"""Calls that are named, the innermost last."""


def place_of(error: BaseException) -> str:
    """Return the kind of an exception and where it came from, and none of its words: they may hold somebody's text."""
    calls = [
        f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    cause = f" from {type(error.__cause__).__name__}" if error.__cause__ else ""
    return f"{type(error).__name__}{cause} at {' > '.join(calls[-_DEPTH:]) or 'nowhere'}"


class Faults(list[str]):
    """Collect the kinds of faults of readers, each of which costs what it would have found and no more."""

    def spared(self, read: Callable[P, T], otherwise: T, *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what a reader finds, or what is said otherwise where it fails."""
        try:
            return read(*args, **kwargs)
        except Exception as error:
            logger.warning("a text could not be read: %s", place_of(error))
            self.append(type(error).__name__)
            return otherwise
