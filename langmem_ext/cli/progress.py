"""How far is it?"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
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


@contextmanager
def one_by_one(steps: Sequence[str], *, quiet: bool = False) -> Iterator[Advance]:
    """Show on stderr which of some steps is done, and how much it has done: a bar on a terminal, else lines.

    What is yielded is called with a step as it begins, and after each part of it.
    """
    if quiet:
        yield lambda step, count: None
    elif sys.stderr.isatty():
        with _step_bar(steps) as advance:
            yield advance
    else:
        yield _StepLines()


@contextmanager
def _step_bar(steps: Sequence[str]) -> Iterator[Advance]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
    )
    done: Counter[str] = Counter()
    with Progress(*columns, console=console(stderr=True)) as bars:
        task = bars.add_task("", total=len(steps))

        def advance(step: str, count: int) -> None:
            done[step] += count
            bars.update(task, completed=steps.index(step), description=f"{step}: {done[step]}")

        yield advance
        bars.update(task, completed=len(steps), description="")


class _StepLines:
    """Say once a second at most how much a step has done."""

    def __init__(self) -> None:
        self.done: Counter[str] = Counter()
        self.said_at = time.monotonic()

    def __call__(self, step: str, count: int) -> None:
        self.done[step] += count
        if count and time.monotonic() - self.said_at >= 1.0:
            self.said_at = time.monotonic()
            note(f"{step}: {self.done[step]}")
