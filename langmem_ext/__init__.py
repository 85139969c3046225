"""Governed long-term memory for LangGraph: what is remembered, who may see it, what changed, and when it fades.

from langmem_ext import MemoryStore, Principal
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from langmem_ext.categories import Categories
    from langmem_ext.errors import (
        CategoryNotAllowed,
        ConfigurationError,
        EmbeddingMismatch,
        InvalidItem,
        InvalidMemory,
        LangMemError,
        MemoryNotFound,
        PermissionDenied,
        StoreUnavailable,
        UnknownCategory,
    )
    from langmem_ext.memory import (
        Change,
        Delta,
        EntityProfile,
        ErasureReceipt,
        EventCount,
        HistoryEvent,
        Memory,
        MemoryDraft,
        MemoryStats,
        NamedEntity,
        QueryResult,
        RestoreReceipt,
        Turn,
        TurnHit,
        WriteOutcome,
    )
    from langmem_ext.principal import Principal
    from langmem_ext.settings import Settings
    from langmem_ext.state import MemoryContext, MemoryState
    from langmem_ext.stores.postgres import AsyncMemoryStore, MemoryStore
    from langmem_ext.stores.view import MemoryView

_HOMES = {
    "categories": ("Categories",),
    "errors": (
        "CategoryNotAllowed", "ConfigurationError", "EmbeddingMismatch", "InvalidItem", "InvalidMemory", "LangMemError",
        "MemoryNotFound", "PermissionDenied", "StoreUnavailable", "UnknownCategory",
    ),
    "memory": (
        "Change", "Delta", "EntityProfile", "ErasureReceipt", "EventCount", "HistoryEvent", "Memory", "MemoryDraft",
        "MemoryStats", "NamedEntity", "QueryResult", "RestoreReceipt", "Turn", "TurnHit", "WriteOutcome",
    ),
    "principal": ("Principal",),
    "settings": ("Settings",),
    "state": ("MemoryContext", "MemoryState"),
    "stores.postgres": ("AsyncMemoryStore", "MemoryStore"),
    "stores.view": ("MemoryView",),
}  # fmt: skip
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "AsyncMemoryStore",
    "Categories",
    "CategoryNotAllowed",
    "Change",
    "ConfigurationError",
    "Delta",
    "EmbeddingMismatch",
    "EntityProfile",
    "ErasureReceipt",
    "EventCount",
    "HistoryEvent",
    "InvalidItem",
    "InvalidMemory",
    "LangMemError",
    "Memory",
    "MemoryContext",
    "MemoryDraft",
    "MemoryNotFound",
    "MemoryState",
    "MemoryStats",
    "MemoryStore",
    "MemoryView",
    "NamedEntity",
    "PermissionDenied",
    "Principal",
    "QueryResult",
    "RestoreReceipt",
    "Settings",
    "StoreUnavailable",
    "Turn",
    "TurnHit",
    "UnknownCategory",
    "WriteOutcome",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: the package itself imports nothing heavy."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)


def __dir__() -> list[str]:
    return __all__
