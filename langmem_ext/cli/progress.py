"""How far is it?"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeAlias

from langmem_ext.cli.output import console, note

Advance: TypeAlias = Callable[[str, int], None]
"""Called with what was done, one of the totals' names, and how much more of it."""

_EVERY = 5.0
"""Seconds between two lines of progress where no bar can be drawn."""


@contextmanager
def progress(totals: Mapping[str, int], *, quiet: bool = False) -> Iterator[Advance]:
    """Show on stderr how much of each total is done: bars on a terminal, else a line every few seconds."""
    if quiet:
        yield lambda what, count: None
    elif sys.stderr.isatty():
        with _bars(totals) as advance:
            yield advance
    else:
        yield _Lines(totals)


@contextmanager
def _bars(totals: Mapping[str, int]) -> Iterator[Advance]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console(stderr=True)) as bars:
        tasks = {what: bars.add_task(what, total=total) for what, total in totals.items() if total}

        def advance(what: str, count: int) -> None:
            task = bars.tasks[tasks[what]]
            # There may be more than was counted: what an earlier run left, or what is written meanwhile.
            done = int(task.completed) + count
            bars.update(task.id, advance=count, total=max(totals[what], done))

        yield advance


class _Lines:
    """Say how far it is, every few seconds."""

    def __init__(self, totals: Mapping[str, int]) -> None:
        self.totals = totals
        self.done: Counter[str] = Counter()
        self.said_at = time.monotonic()

    def __call__(self, what: str, count: int) -> None:
        self.done[what] += count
        if time.monotonic() - self.said_at >= _EVERY:
            self.said_at = time.monotonic()
            note(
                ", ".join(
                    f"{count} of {max(count, self.totals[what])} {what}"
                    for what, count in self.done.items()
                )
            )
