"""How is a request to remember something read? One question a file; `directives.py` decides with what they find."""

from __future__ import annotations
