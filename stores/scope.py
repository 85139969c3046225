"""What may a call reach, and with which settings does it run?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Self
from uuid import UUID

from langmem_ext.categories import Categories
from langmem_ext.entities import Entity, Recognizer, entities_in
from langmem_ext.errors import PermissionDenied
from langmem_ext.namespaces import (
    MemoryNamespace,
    registry_key,
    space_key,
    split_space_key,
    tenant_key,
)
from langmem_ext.policies.merge import MergeBands
from langmem_ext.principal import Principal
from langmem_ext.settings import Settings


def utc_now() -> datetime:
    """Return the time of the machine, with its zone."""
    return datetime.now(UTC)


@dataclass(frozen=True)
class Scope:
    """Carry what every operation needs: the principal (None = a trusted internal job), settings, clock.

    What follows from the principal is worked out once: an operation asks for it several times.
    """

    settings: Settings
    categories: Categories
    principal: Principal | None = None
    of_tenant: str = "default"  # where no principal says it
    bands: MergeBands | None = None
    clock: Callable[[], datetime] = utc_now
    node: str = "api"
    over: int = 0  # how many memories a write leaves over a cap, to be compacted soon
    spared: frozenset[str] = frozenset()  # what must not give way to what is written
    vector_oid: int = 0  # of the type halfvec in this database
    embedder: str | None = None  # the name of whom the vectors are
    recognizers: Sequence[Recognizer] = ()
    note_use: Callable[[Sequence[tuple[str, UUID]]], None] = field(default=lambda used: None)
    note_event: Callable[[Any], None] = field(default=lambda noted: None)  # operations/noting.py
    drop_events: Callable[[str], None] = field(default=lambda user_id: None)
    veiled: set[str] = field(default_factory=set)  # spaces that searches must be careful in
    within: str | None = None  # the one space that an internal job works on
    kept: str | None = None  # the one tenant that maintenance is for; None = all

    def bound(self, principal: Principal, **more: Any) -> Self:
        """Return the same scope on behalf of a principal, with some other fields replaced as well."""
        return replace(self, principal=principal, within=None, kept=None, **more)

    @property
    def agent(self) -> str | None:
        """Return the agent whose allowlist applies; None for no restriction."""
        return self.principal.agent if self.principal else None

    @property
    def tenant(self) -> str:
        """Return the tenant of the principal, or the one that an internal job works for."""
        return self.principal.tenant if self.principal else self.of_tenant

    @property
    def prefix(self) -> str | None:
        """Return what the keys of the spaces begin with that maintenance is for; None = any."""
        return None if self.kept is None else space_key(self.kept, "")

    @cached_property
    def in_group(self) -> bool:
        """Tell whether others read along: a chat, or anybody else present in a direct message."""
        principal = self.principal
        if principal is None:
            return False
        return bool(principal.chat_id or set(principal.participants) - {principal.user_id})

    @cached_property
    def spaces(self) -> list[str]:
        """Return the keys of the spaces that the principal may read (memory model, Who may see what)."""
        if self.principal is None:
            return []
        owned = self.principal.owned().items()
        return [space_key(self.tenant, f"{kind}:{owner}") for kind, owner in owned]

    @property
    def is_guarded(self) -> bool:
        """Tell whether what the principal reaches holds what it may not see, and may not tell from what it sees.

        A user alone may see all of the own space but for little, which a search looks for (`searching.search`).
        """
        if self.principal is None:
            return False
        alone = [space_key(self.tenant, f"user:{self.principal.user_id}")]
        return self.in_group or self.agent is not None or self.spaces != alone

    @property
    def shows(self) -> int:
        """Return which edges are shown (migrations/0025): an agent's, everybody's, those of a user alone, or all."""
        if self.principal is None:
            return 7
        return 4 if self.agent is not None else 2 if self.is_guarded else 1

    @cached_property
    def said_in(self) -> list[str]:
        """Return the spaces whose turns the principal may read: in a chat only what was said there."""
        chats = [space for space in self.spaces if split_space_key(space)[1].startswith("chat:")]
        return chats if self.in_group else self.spaces

    def entities_in(self, text: str) -> list[Entity]:
        """Return whom and what a text names, as far as the settings say to look."""
        return entities_in(text, self.recognizers) if self.recognizers else []

    def home(self, kind: str | None = None) -> str:
        """Return the space that a write goes to: `user` unless another kind is named, or is all there is."""
        owned = self.principal.owned() if self.principal else {}
        chosen = kind or next((each for each in ("user", "app", "chat") if each in owned), "user")
        if chosen not in owned:
            raise PermissionDenied(
                f"a write to the {chosen} space needs a principal with {chosen}_id; "
                f"bind the store to one: store.bind(Principal({chosen}_id=...))"
            )
        return f"{chosen}:{owned[chosen]}"

    def require_namespace(self, namespace: MemoryNamespace) -> str:
        """Return the key of a namespace's space; raise when the principal may not reach it or its category."""
        key = space_key(namespace.tenant, namespace.space)
        if self.principal is not None and key not in self.spaces:
            raise PermissionDenied(
                f"this principal may not reach {namespace.space!r} of tenant {namespace.tenant!r}"
            )
        self.categories.require(self.agent, [namespace.category])
        return key

    def readable(self, categories: list[str] | None = None) -> Mapping[str, Any]:
        """Return who looks, as the rule of queries/privacy.sql asks: spaces, categories (None = any), persons."""
        if categories is None:
            return self._readable
        named = self.categories.require(self.agent, categories)
        return {**self._readable, "categories": list(named)}

    @cached_property
    def _readable(self) -> Mapping[str, Any]:
        allowed = None if self.agent is None else list(self.categories.allowed(self.agent))
        return {
            "spaces": self.spaces,
            "categories": allowed,
            "said_in": self.said_in,
            "shows": self.shows,
            **self._viewer,
        }

    @cached_property
    def _viewer(self) -> dict[str, Any]:
        """Return who asks, where, and who is present; a trusted job needs no right."""
        principal = self.principal or Principal(tenant=self.tenant)
        me = [principal.user_id] if principal.user_id else []
        return {
            "trusted": self.principal is None,
            "in_group": self.in_group,
            "mine": space_key(self.tenant, f"user:{principal.user_id}") if me else None,
            "me": me,
            "present": sorted({*me, *principal.participants}),
            "tenant": tenant_key(self.tenant),
            "registry": registry_key(self.tenant),
            "chats": space_key(self.tenant, "chat:"),
        }
