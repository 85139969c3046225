"""How is a secret given away, and what only looks like one? One question a file; `secrets.py` decides with them."""

from __future__ import annotations
