"""For whom does a transaction run, as row-level security knows it?

The rule of who may see what stands in the statements (queries/privacy.sql) and once more in the policies of the tables
(migrations/0010_walls.sql), so that a statement that forgets it finds nothing that it should not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langmem_ext.namespaces import registry_key, split_space_key, tenant_key
from langmem_ext.stores.queries import query
from langmem_ext.stores.requests import Statement
from langmem_ext.stores.scope import Scope

_TRUST = Statement(query("trust"))


def wall(scope: Scope | None) -> Statement:
    """Return the statement that a transaction begins with; it holds until the transaction ends."""
    if scope and scope.principal:
        return Statement(query("run_for"), scope.readable())
    return (
        Statement(query("trust_within"), _space(scope.within)) if scope and scope.within else _TRUST
    )


def _space(key: str) -> dict[str, Any]:
    tenant, _ = split_space_key(key)
    return {"space": key, "registry": registry_key(tenant), "tenant": tenant_key(tenant)}


def opened(spaces: Sequence[str]) -> Statement:
    """Return the statement that lets a transaction see some spaces whole, and write to them."""
    return Statement(query("open_spaces"), {"spaces": list(spaces)})


def indexing() -> Statement:
    """Return the statement before those that read what is derived from memories and do not say so themselves."""
    return Statement(query("read_index"))


def owner() -> Statement:
    """Return the statement before what only the owner of the tables may do: indexes, the planner's statistics."""
    return Statement(query("step_up"))
