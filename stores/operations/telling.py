"""What of a memory that was changed may be told to who changed it?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from langmem_ext.memory import Memory, WriteOutcome
from langmem_ext.namespaces import space_key
from langmem_ext.stores.operations.rows import as_rows
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import without
from langmem_ext.stores.requests import Operation, Statement, read
from langmem_ext.stores.scope import Scope

T = TypeVar("T")


def told(scope: Scope, operation: Operation[T]) -> Operation[T]:
    """Return what an operation returns; its memories do not name others that the principal may not know of."""
    result = yield from operation
    asked = {id(memory): memory for memory in _naming(result)}
    if scope.principal is None or not asked:
        return result
    rows = as_rows([_names(memory) for memory in asked.values()])
    (found,) = yield from read(Statement(query("hidden_names"), {"rows": rows}))
    hidden = {key: row["hidden"] for key, row in zip(asked, found, strict=True)}
    return _cut(result, hidden) if any(hidden.values()) else result


def _naming(result: Any) -> Iterator[Memory]:
    """Go through the memories of a result that name others. A new one names what its writer gave, or saw replaced."""
    if isinstance(result, Memory):
        if result.source_ids or result.supersedes or result.superseded_by:
            yield result
    elif isinstance(result, WriteOutcome):
        if result.status not in ("created", "superseded"):
            yield from _naming(result.memory)
        yield from _naming(result.previous)
    elif isinstance(result, list):
        for each in result:
            yield from _naming(each)


def _names(memory: Memory) -> dict[str, Any]:
    return {
        "space": space_key(memory.tenant, memory.space),
        "made": [*memory.supersedes, *memory.superseded_by],
        "given": list(memory.source_ids),
    }


def _cut(result: Any, hidden: dict[int, list[str]]) -> Any:
    if isinstance(result, Memory):
        return without(result, hidden.get(id(result), ()))
    if isinstance(result, WriteOutcome):
        shown = {name: _cut(getattr(result, name), hidden) for name in ("memory", "previous")}
        return result.model_copy(update=shown)
    return [_cut(each, hidden) for each in result] if isinstance(result, list) else result
