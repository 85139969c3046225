"""Where are memories kept?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from langmem_ext.stores.postgres import AsyncMemoryStore, MemoryStore

__all__ = ["AsyncMemoryStore", "MemoryStore"]


def __getattr__(name: str) -> Any:
    # Lazy: `langmem_ext.stores.embedded` must not cost the import of LangGraph and psycopg.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from langmem_ext.stores import postgres

    return getattr(postgres, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
