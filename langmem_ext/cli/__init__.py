"""What can be done from a shell?

One file per group of commands. Nothing heavy is imported before a command needs it: `--help` must not wait.
"""

from __future__ import annotations

# Importing a group adds its commands; this is the order in which --help lists them.
from langmem_ext.cli import (
    chat,
    demo,
    ingest,
    keeping,
    moving,
    people,
    preparing,
    pruning,
    reading,
    scheduling,
    writing,
)  # isort: skip
from langmem_ext.cli.running import app

__all__ = [
    "app",
    "chat",
    "demo",
    "ingest",
    "keeping",
    "moving",
    "people",
    "preparing",
    "pruning",
    "reading",
    "scheduling",
    "writing",
]
