"""How is a command to the memory read? One question a file; `commands.py` acts on what they find."""

from __future__ import annotations
