"""What is said when a command fails, and with which status does it end?"""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from langmem_ext.cli.output import complain
from langmem_ext.errors import LangMemError

FOUND_WRONG = 1
INTERRUPTED = 130


class Interrupted(KeyboardInterrupt):
    """Raise instead of KeyboardInterrupt to say how to go on."""


class Commands(TyperGroup):
    """Run a command; what this package raises on purpose is one line on stderr and status 1."""

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


app = typer.Typer(
    name="langmem-ext",
    help="Governed long-term memory for LangGraph: look at it, feed it, keep it tidy.",
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,  # a traceback with local variables would show what people said
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit status: 0 done, 1 something is wrong, 2 bad usage, 130 interrupted.",
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
