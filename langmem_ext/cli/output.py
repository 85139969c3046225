"""What goes to stdout, and what to stderr?

With --json stdout holds JSON and nothing else. Everything that is not the answer goes to stderr.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

from langmem_ext.legible import indented, one_line, printable

if TYPE_CHECKING:
    from rich.console import Console

_WIDE = 200
"""Columns where no terminal says how many: lines that are read by programs should not be folded."""


def complain(message: str) -> None:
    """Say on stderr, in one line, what is wrong."""
    print(f"langmem-ext: {one_line(message)}", file=sys.stderr)


def note(message: str) -> None:
    """Say on stderr what is no part of the answer."""
    print(printable(message), file=sys.stderr)


def aside(message: str) -> None:
    """Say on stderr, dimly and in one line, what one may overlook."""
    from rich.text import Text

    console(stderr=True).print(Text(plain(message), "dim"), soft_wrap=True)


def lose_nothing() -> None:
    """Write characters that a terminal does not have as escapes: what was done must not end in an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def print_json(value: Any) -> None:
    """Print one JSON document."""
    sys.stdout.write(_json(value, sys.stdout, indent=2) + "\n")


def print_json_lines(values: Iterable[Any], out: Any = None) -> int:
    """Print one JSON document a line; return how many."""
    count = 0
    for count, value in enumerate(values, 1):  # noqa: B007
        (out or sys.stdout).write(_json(value, out or sys.stdout) + "\n")
    return count


def _json(value: Any, out: Any, indent: int | None = None) -> str:
    """Return JSON, in ASCII alone where `out` might not take more: its escapes are those of JSON then."""
    unicode = str(getattr(out, "encoding", None) or "utf-8").lower().startswith("utf")
    return json.dumps(value, ensure_ascii=not unicode, indent=indent, default=str)


def console(*, stderr: bool = False, width: int = _WIDE) -> Console:
    """Return a console as wide as the terminal; `width` columns where there is none."""
    from rich.console import Console

    terminal = (sys.stderr if stderr else sys.stdout).isatty()
    return Console(stderr=stderr, highlight=False, markup=False, width=None if terminal else width)


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[Any]], on: Console | None = None
) -> None:
    """Print a table, headed unless no column has a name; cells are shown as they are, never read as markup."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(
        *columns, box=box.SIMPLE_HEAD, show_header=any(columns), show_edge=False, pad_edge=False
    )
    for column in table.columns:
        column.overflow = "fold"
    for row in rows:
        table.add_row(*(Text(plain(str(cell))) for cell in row))
    (on or console()).print(table)


def plain(text: str) -> str:
    """Return a text that steers no terminal, and of which no line begins where another's would."""
    return indented(text)


def model_dicts(models: Iterable[Any]) -> list[dict[str, Any]]:
    """Return pydantic models as JSON-able dicts."""
    return [model.model_dump(mode="json") for model in models]


def day(at: Any) -> str:
    """Return a time as people read it, in its zone; empty for none."""
    return f"{at:%Y-%m-%d %H:%M}" if at else ""
