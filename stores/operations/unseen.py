"""What do other memories show of one that fewer may see from now on?

Which of the nearest a memory is linked to, and what it means by a name, is chosen when it is written, among what all
see who see it (migrations/0025, 0026). Where one of these is seen by fewer later, the choice is made again: as it would
have been had it been so from the start.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from uuid import UUID

from langmem_ext.stores.operations import changes, sending
from langmem_ext.stores.operations.mentioning import name_shared_anew, told_names
from langmem_ext.stores.operations.rows import as_rows
from langmem_ext.stores.operations.spaces import open_spaces
from langmem_ext.stores.queries import query
from langmem_ext.stores.requests import Operation, Statement, fetch, post
from langmem_ext.stores.scope import Scope

AT_ONCE = 32
"""Memories whose edges a write draws anew, each by a look through its space; maintenance goes on with the rest."""

Keys = Sequence[tuple[str, UUID | str]]
"""Memories, each by the key of its space and its number."""


def write(scope: Scope, made: Iterable[changes.Change]) -> Operation[None]:
    """Write changes, and choose again where they let fewer see a memory; the spaces are held by the caller."""
    made = list(made)
    told = yield from told_names(made)
    yield from sending.write(scope, made)
    if fewer := [(each.row["space"], each.row["uid"]) for each in made if each.narrows]:
        yield from seen_by_fewer(scope, fewer)
    if told:
        yield from name_shared_anew(scope, told)


def seen_by_fewer(scope: Scope, memories: Keys) -> Operation[None]:
    """Let others have the places that some memories had, and names mean what is still told; the spaces are held."""
    rows = [{"space": space, "uid": uid} for space, uid in memories]
    spaces = sorted({space for space, _ in memories})
    yield from post(give_up(scope, "give_up_places", spaces, rows=as_rows(rows)))
    yield from fetch(_fill(scope, spaces))
    yield from name_shared_anew(scope, rows)


def choose_again_in(scope: Scope, spaces: Sequence[str]) -> Operation[None]:
    """Choose edges again in some spaces where they show agents what these may not use; the spaces are held."""
    yield from fetch(give_up(scope, "give_up_places_in", spaces), _fill(scope, spaces))


def fill_places(scope: Scope) -> Operation[int]:
    """Draw edges where places are free; return of how many memories."""
    spaces = yield from with_free_places(scope)
    if not spaces:
        return 0
    *_, rows = yield from fetch(*open_spaces(spaces, scope.clock()), _fill(scope, spaces))
    filled: int = rows[0]["filled"]
    return filled


def with_free_places(scope: Scope) -> Operation[list[str]]:
    """Return spaces where places are free."""
    wanted = {"prefix": scope.prefix, "limit": AT_ONCE}
    (found,) = yield from fetch(Statement(query("places_to_fill"), wanted))
    return [row["space"] for row in found]


def give_up(scope: Scope, name: str, spaces: Sequence[str], **more: str) -> Statement:
    """Return the statement that frees the places of what some no longer see."""
    shared = {"spaces": list(spaces), "common": scope.categories.shared_as_json}
    return Statement(query(name), {**shared, **more})


def _fill(scope: Scope, spaces: Sequence[str]) -> Statement:
    params = {
        "spaces": list(spaces),
        "limit": AT_ONCE,
        "link_min": scope.settings.relations.link_min,
        "common": scope.categories.shared_as_json,
    }
    return Statement(query("fill_places"), params)
