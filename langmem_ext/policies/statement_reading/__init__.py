"""How is what a user says in passing read? One question a file; `scanner.py` decides with what they find."""

from __future__ import annotations
