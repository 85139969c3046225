"""Which spaces does a write concern, and how are they locked?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from langmem_ext.namespaces import person_key
from langmem_ext.stores.queries import query
from langmem_ext.stores.requests import Statement
from langmem_ext.stores.walls import opened


def spaces_about(space: str, subjects: Sequence[str], *, portable: bool) -> list[str]:
    """Return the spaces of the people that a memory of a space is about, if it may be found from there."""
    return [person_key(space, person) for person in subjects] if portable else []


def open_spaces(spaces: Sequence[str], now: datetime) -> list[Statement]:
    """Return the statements that create and lock spaces, in an order that cannot deadlock."""
    names = sorted(set(spaces))
    return [
        opened(names),
        Statement(query("ensure_space"), {"spaces": names, "now": now}),
        Statement(query("lock_space"), {"spaces": names}),
    ]
