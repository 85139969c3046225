"""How does a memory look as the value of a BaseStore item, and what does a value say about a memory?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from langmem_ext.errors import InvalidMemory
from langmem_ext.memory import Memory, MemoryDraft
from langmem_ext.stores import jsonb
from langmem_ext.stores.operations.shapes import KEPT_AS, as_written, shape_of, with_statement

_ASKED_BY_CALL = ("operation_id", "space")
_STATED = frozenset(MemoryDraft.model_fields) - {*_ASKED_BY_CALL, "extra"}
_KEPT_BY_STORE = frozenset(Memory.model_fields) - _STATED - {"extra", "score"}
_LEFT_OUT = {"extra", "score"}


def value_of(memory: Memory) -> dict[str, Any]:
    """Return a memory as JSON: its fields, and the caller's own beside them; in LangMem's shape what it wrote so."""
    own = {name: item for name, item in memory.extra.items() if name != KEPT_AS}
    left_out = _LEFT_OUT if memory.said_by else {*_LEFT_OUT, "said_by"}
    return {
        **own,
        **memory.model_dump(mode="json", exclude=left_out),
        **as_written(memory),
    }


def draft_from_value(value: Any, category: str) -> MemoryDraft:
    """Read a BaseStore value as a draft for a category; a bare `{"content": ...}` is enough, and so is LangMem's shape.

    What the store itself keeps (times, state, ...) is ignored, so that a value that was read can be put back. Names
    that are no fields of a memory are kept as the caller's own. Raises InvalidMemory for anything else.
    """
    if isinstance(value, Mapping) and (shape := shape_of(value)):
        value = with_statement(value, shape)
    if not isinstance(value, Mapping) or not isinstance(value.get("content"), str):
        raise InvalidMemory(
            'a memory is a dict with a text, or the fields of a schema, under "content"; put other values into '
            "another namespace"
        )
    if value.get("category", category) != category:
        raise InvalidMemory(f"the value names another category than its namespace, {category!r}")
    stated = {name: item for name, item in value.items() if name in _STATED}
    extra = {name: item for name, item in value.items() if name not in _STATED | _KEPT_BY_STORE}
    if fault := jsonb.fault(extra):
        raise InvalidMemory(f"the memory cannot be kept: {fault}; use JSON values")
    return MemoryDraft.read({**stated, "category": category, "extra": extra})


def draft_of(memory: Memory, **instead: Any) -> MemoryDraft:
    """Return the draft that would write a memory as it is, or with some fields replaced."""
    return MemoryDraft.model_validate(
        {name: getattr(memory, name) for name in _STATED} | {"extra": memory.extra} | instead
    )
