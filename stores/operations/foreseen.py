"""What of a draft can be worked out before it is known what becomes of it?

It is done while the server looks around, so that deciding has less to do when the answer is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import thread_time

from langmem_ext.entities import Entity
from langmem_ext.stores.scope import Scope

AHEAD = 0.0003
"""Seconds of computing that are spent ahead on each draft: as long as the server has to do with it.

A model that takes longer is asked for what is written alone; what is known already needs no names.
"""


class Foreseen:
    """Hold whom and what the text of a draft names, from when it was first looked for."""

    def __init__(self, scope: Scope, text: str) -> None:
        self._scope = scope
        self._text = text
        self._entities: list[Entity] | None = None

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


def look_ahead(drafts: Sequence[Foreseen]) -> None:
    """Look through the texts of drafts, in their order, for as long as the server is busy with them anyway."""
    end = thread_time() + AHEAD * len(drafts)
    for draft in drafts:
        if thread_time() > end:
            break
        draft.entities()
