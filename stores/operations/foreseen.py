"""What of a draft is the same whatever becomes of it, and worked out once?"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING
from uuid import UUID

from langmem_ext.entities import Entity
from langmem_ext.stores.records import new_id
from langmem_ext.stores.scope import Scope

if TYPE_CHECKING:
    from langmem_ext.stores.operations.appearing import Appearance


class Foreseen:
    """Hold the number of a draft's memory, whom and what its text names, and what it becomes if it is new."""

    def __init__(self, scope: Scope, text: str) -> None:
        self.appearance: Appearance | None = None
        self._scope = scope
        self._text = text
        self._entities: list[Entity] | None = None

    @cached_property
    def uid(self) -> UUID:
        """Return the number that a memory made of it has: those of a set are numbered in their order."""
        return new_id()

    def entities(self) -> list[Entity]:
        """Return whom and what the text names; it is looked through once."""
        if self._entities is None:
            self._entities = self._scope.entities_in(self._text)
        return self._entities

    def entities_in(self, scope: Scope, text: str) -> list[Entity]:
        """Return whom and what a text names that may be another, or be looked through by others."""
        if text == self._text and scope.recognizers is self._scope.recognizers:
            return self.entities()
        return scope.entities_in(text)
