"""What have writes and settings left to maintenance of what memories show of each other?"""

from __future__ import annotations

from langmem_ext.stores.operations import allowlists, unseen
from langmem_ext.stores.operations.mentioning import mention_missing
from langmem_ext.stores.requests import Operation
from langmem_ext.stores.scope import Scope


def catch_up(scope: Scope) -> Operation[int]:
    """Do a part of it; return how much, to be called until it is 0."""
    done = yield from mention_missing(scope)
    if not done:
        done = yield from unseen.fill_places(scope)
    if not done:
        done = yield from allowlists.catch_up(scope)
    return done
