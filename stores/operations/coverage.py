"""Which memories does a namespace prefix cover, and may they be reached?"""

from __future__ import annotations

from dataclasses import dataclass

from langmem_ext.errors import CategoryNotAllowed, PermissionDenied
from langmem_ext.namespaces import (
    ROOT,
    MemoryNamespace,
    decode_label,
    space_key,
    split_space_key,
)
from langmem_ext.principal import SPACE_KINDS
from langmem_ext.stores.queries import query
from langmem_ext.stores.requests import Operation, Statement, fetch
from langmem_ext.stores.scope import Scope

Prefix = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Within:
    """Say which memories a namespace prefix covers; None stands for any."""

    tenant: str | None = None
    kind: str | None = None
    space_id: str | None = None
    category: str | None = None

    @property
    def space(self) -> str | None:
        """Return the key of the one space covered, None when there may be several."""
        if self.tenant is None or self.kind is None or self.space_id is None:
            return None
        return space_key(self.tenant, f"{self.kind}:{self.space_id}")


def covered(prefix: Prefix) -> Within | None:
    """Return which memories a namespace prefix covers; None when it covers none."""
    elsewhere = prefix[:1] not in ((), (ROOT,))
    if elsewhere or len(prefix) > 5 or (len(prefix) > 2 and prefix[2] not in SPACE_KINDS):
        return None
    labels = [decode_label(label) for label in prefix[1:]]
    return Within(*labels)


def _covers(within: Within, key: str) -> bool:
    tenant, space = split_space_key(key)
    kind, _, space_id = space.partition(":")
    wanted = (within.tenant, within.kind, within.space_id)
    return kind in SPACE_KINDS and all(
        want in (None, is_) for want, is_ in zip(wanted, (tenant, kind, space_id), strict=True)
    )


def spaces_within(scope: Scope, within: Within) -> Operation[list[str]]:
    """Return the spaces that a prefix covers, as far as the principal may reach them."""
    if scope.principal is not None:
        return [space for space in scope.spaces if _covers(within, space)]
    if within.space is not None:
        return [within.space]
    (rows,) = yield from fetch(Statement(query("spaces_under"), {}))
    return [row["space"] for row in rows if _covers(within, row["space"])]


def memory_namespaces(scope: Scope, within: Within) -> Operation[list[Prefix]]:
    spaces = yield from spaces_within(scope, within)
    params = {**scope.readable(), "spaces": spaces, "now": scope.clock()}
    (rows,) = yield from fetch(Statement(query("memory_namespaces"), params))
    return [namespace_of(row["space"], row["category"]) for row in rows]


def namespace_of(key: str, category: str) -> Prefix:
    tenant, space = split_space_key(key)
    kind, _, space_id = space.partition(":")
    return MemoryNamespace(tenant, kind, space_id, category).labels()


def require_within(scope: Scope, within: Within) -> None:
    if scope.principal is None:
        return
    if within.tenant not in (None, scope.tenant) or (
        within.space and within.space not in scope.spaces
    ):
        raise PermissionDenied(
            "this principal may not reach that namespace; "
            f"it may reach {', '.join(scope.spaces) or 'no space'}"
        )
    known = within.category in scope.categories.by_name
    if known and within.category not in scope.categories.allowed(scope.agent):
        raise CategoryNotAllowed(
            f"agent {scope.agent!r} may not use category {within.category!r}; "
            f"it may use {', '.join(scope.categories.allowed(scope.agent)) or 'none'}"
        )
