"""Who may see a memory, as far as it tells so itself?"""

from __future__ import annotations

from typing import Any

from langmem_ext.memory import Memory, MemoryDraft, Sensitivity
from langmem_ext.namespaces import split_space_key


def audience(memory: Memory) -> tuple[Any, ...]:
    """Return what decides who may see a memory."""
    said = memory.stated_by or memory.user_id
    return memory.sensitivity, set(memory.subjects), said, memory.learned_in


def narrows(old: Memory, new: Memory, space: str) -> bool:
    """Tell whether others may see a memory than saw it before, and not all who reach its space."""
    return audience(old) != audience(new) and not _is_plain(new, space)


def _is_plain(memory: Memory, space: str) -> bool:
    """Tell whether all see a memory who reach its space, but agents without its category."""
    if memory.sensitivity == Sensitivity.PERSONAL:
        return not memory.subjects
    return memory.sensitivity == Sensitivity.PUBLIC and is_open(memory, space)


def is_open(memory: Memory | MemoryDraft, space: str) -> bool:
    """Tell whether the owner may hear of it without a look at who said it where (migrations/0028, `is_open`)."""
    owner = split_space_key(space)[1]
    if not memory.subjects:
        return memory.sensitivity != Sensitivity.SENSITIVE or owner.startswith("user:")
    said_by_owner = memory.stated_by is not None and owner == f"user:{memory.stated_by}"
    return memory.learned_in is None or said_by_owner
