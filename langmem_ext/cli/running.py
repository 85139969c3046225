"""What is said when a command fails, and with which status does it end?"""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from langmem_ext.cli.output import complain, lose_nothing
from langmem_ext.errors import LangMemError

FOUND_WRONG = 1
INTERRUPTED = 130

DEBUG = "LANGMEM_DEBUG"
"""The variable that, set to anything, asks for the traceback of an error that this package did not foresee."""

_TOLD = (OSError, ImportError)
"""Whose words are shown: they name files and packages. Others may quote what people said."""


class Interrupted(KeyboardInterrupt):
    """Raise instead of KeyboardInterrupt to say how to go on."""


class Commands(TyperGroup):
    """Run a command; an error is one line on stderr and status 1."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the program; an error that nobody foresaw, as of a model or rule of one's own, is one line, too."""
        lose_nothing()
        try:
            return super().main(*args, **kwargs)
        except Exception as error:
            if os.environ.get(DEBUG) or not kwargs.get("standalone_mode", True):
                raise
            complain(_unforeseen(error))
            sys.exit(FOUND_WRONG)

    def invoke(self, ctx: Any) -> Any:
        """Run the command that the arguments name."""
        try:
            return super().invoke(ctx)
        except LangMemError as error:
            complain(str(error))
            raise typer.Exit(FOUND_WRONG) from None
        except KeyboardInterrupt as interrupt:
            why = (
                str(interrupt)
                if isinstance(interrupt, Interrupted)
                else "what was finished is kept"
            )
            complain(f"interrupted: {why}")
            raise typer.Exit(INTERRUPTED) from None


def _unforeseen(error: Exception) -> str:
    """Say which error it was and where it was raised, without the words of those that may quote a text."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    what = f"{type(error).__name__}: {error}" if isinstance(error, _TOLD) else type(error).__name__
    where = f"{Path(last.filename).name}, line {last.lineno}, in {last.name}"
    return f"{what} ({where}). This was not foreseen; {DEBUG}=1 shows where it comes from"


app = typer.Typer(
    name="langmem-ext",
    help="Governed long-term memory for LangGraph: look at it, feed it, keep it tidy.",
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,  # a traceback with local variables would show what people said
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit status: 0 done, 1 something is wrong, 2 bad usage, 130 interrupted. "
    f"{DEBUG}=1 shows the traceback of an error that was not foreseen.",
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"langmem-ext {version('langmem-ext')}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Govern the long-term memory of LangGraph agents: look at it, feed it, keep it tidy."""
