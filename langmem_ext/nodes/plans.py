"""What do the user's memories tell of what is still to be done or to come?"""

from __future__ import annotations

from typing import Any

from langmem_ext.memory import Memory, MemoryType
from langmem_ext.nodes.node import Steps, ask
from langmem_ext.stores.view import MemoryView

LOOKED_AT = 100
"""Tasks, events and goals, of each so many, that are compared with what is said of them: the last changed ones."""

_PLANS: tuple[dict[str, Any], ...] = (
    {"type": MemoryType.TASK.value},
    {"type": MemoryType.EVENT.value},
    {"category": "goals"},
)


def plans(view: MemoryView) -> Steps[list[Memory]]:
    """Return the tasks, the events and the goals, each once."""
    found: dict[str, Memory] = {}
    for filters in _PLANS:
        known: list[Memory] = yield from ask(view, "list", filters=filters, limit=LOOKED_AT)
        found |= {each.id: each for each in known}
    return list(found.values())
