"""Of whom that the user named as one of their own in another conversation does a message begin to speak?"""

from __future__ import annotations

import re
from collections.abc import Sequence

from langmem_ext.errors import StoreUnavailable
from langmem_ext.memory import Memory
from langmem_ext.nodes.node import Steps, ask
from langmem_ext.policies.referents import begun_with, points_back
from langmem_ext.stores.view import MemoryView

LOOKED_AT = 100
"""Memories of relationships that are read for names: the last changed ones."""


def relations(view: MemoryView, text: str, earlier: Sequence[str] = ()) -> Steps[list[str]]:
    """Return what is known of the people whose names begin a sentence, in the user's words: "my son Leo is 6".

    What begins with "she" speaks of whom the user's message before, the last of the `earlier` ones, began with.
    """
    names = begun_with(text) or (begun_with(earlier[-1]) if earlier and points_back(text) else [])
    if not names:
        return []
    try:
        known: list[Memory] = yield from ask(
            view, "list", filters={"category": "relationships"}, limit=LOOKED_AT
        )
    except StoreUnavailable:
        return []
    own = [each for each in known if each.stated_by in (None, view.principal.user_id)]
    said = [_AS_TOLD.sub(_told, each.content) for each in own]
    return [each for each in said if any(name in each for name in names)]


_AS_TOLD = re.compile(r"^The user(?P<own>'s)?(?: and others)?(?P<has> ha(?:s|ve))?(?=\W)")


def _told(found: re.Match[str]) -> str:
    return "my" if found["own"] else f"I{' have' if found['has'] else ''}"
