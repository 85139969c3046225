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
    said = [_AS_TOLD.sub(_told, each) for each in (yield from _told_of_people(view))]
    return [each for each in said if any(name in each for name in names)]


def is_known(view: MemoryView, name: str) -> Steps[bool]:
    """Tell whether the user has told of somebody of this name."""
    called = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
    return any(called.search(each) for each in (yield from _told_of_people(view)))


def _told_of_people(view: MemoryView) -> Steps[list[str]]:
    try:
        known: list[Memory] = yield from ask(
            view, "list", filters={"category": "relationships"}, limit=LOOKED_AT
        )
    except StoreUnavailable:
        return []
    return [each.content for each in known if each.stated_by in (None, view.principal.user_id)]


_AS_TOLD = re.compile(r"^The user(?P<own>'s)?(?: and others)?(?P<has> ha(?:s|ve))?(?=\W)")


def _told(found: re.Match[str]) -> str:
    return "my" if found["own"] else f"I{' have' if found['has'] else ''}"
