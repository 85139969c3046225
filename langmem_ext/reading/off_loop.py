"""How does an event loop go on while a text is read?

What an operation or a node computes between two requests is done in a thread. A text that is read is bounded
(`bounds.py`), so no single match holds the interpreter for long; a long one is read in many.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")

_READING = ThreadPoolExecutor(4, thread_name_prefix="langmem-reading")
"""Threads of its own: those of the loop may all wait for a store, which waits for this."""

IN_TURN = ThreadPoolExecutor(1, thread_name_prefix="langmem-in-turn")
"""One thread, for what must be done in the order in which it is asked for."""


async def off_loop(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function in a thread; one that was begun is finished before this is left, even when it is cancelled."""
    return await _done_in(_READING, partial(function, *args, **kwargs))


async def in_turn(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function in a thread, after all that were asked for before."""
    return await _done_in(IN_TURN, partial(function, *args, **kwargs))


async def _done_in(threads: Executor, call: Callable[[], T]) -> T:
    begun = asyncio.get_running_loop().run_in_executor(threads, copy_context().run, call)
    try:
        return await asyncio.shield(begun)
    except asyncio.CancelledError:
        with suppress(Exception):
            await begun
        raise


class Ended(Exception):
    """Carry what a generator returned: StopIteration cannot come out of a thread."""

    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


async def advanced(step: Callable[[R], T], sent: R) -> T:
    """Take a generator a step further, in a thread; raises Ended with what it returned at its end."""
    return await off_loop(_stepped, step, sent)


def _stepped(step: Callable[[R], T], sent: R) -> T:
    try:
        return step(sent)
    except StopIteration as done:
        raise Ended(done.value) from None
