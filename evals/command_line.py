"""How does an evaluation read a count, and say how far it is?"""

from __future__ import annotations

import re

import typer

SUFFIXES = {"": 1, "k": 1_000, "m": 1_000_000}


def count_of(text: str, *, least: int = 1) -> int:
    """Read a count such as 60, 10k or 1M."""
    match = re.fullmatch(r"(\d+)([km]?)", text.strip().lower())
    if match is None or int(match[1]) < least:
        raise typer.BadParameter(f"{text!r} is no count; write 10000, 10k or 1M")
    return int(match[1]) * SUFFIXES[match[2]]


def tell(text: str) -> None:
    """Say something on stderr, where progress belongs."""
    typer.echo(text, err=True)
