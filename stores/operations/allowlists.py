"""Were edges and names chosen under the allowlists of today?

What an agent sees beside a memory was chosen among what every agent with its category has as well (migrations/0025).
Where agents lose a category, or one gets a category of few, that choice is made again: space by space, by maintenance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from psycopg.types.json import Jsonb

from langmem_ext.stores.operations import concluded, unseen
from langmem_ext.stores.operations.mentioning import note_anew, sharing_names
from langmem_ext.stores.operations.rows import as_rows
from langmem_ext.stores.operations.spaces import open_spaces
from langmem_ext.stores.queries import query
from langmem_ext.stores.requests import Operation, Statement, fetch
from langmem_ext.stores.scope import Scope

SPACES = 20
"""Spaces that are gone through together."""

Shared: TypeAlias = Mapping[str, Sequence[str]]
"""For each category those that every agent with it has as well."""


def note_first(scope: Scope) -> Operation[None]:
    """Keep the allowlists that hold now, as long as there is no memory."""
    noted = {"value": Jsonb({"shared": scope.categories.shared})}
    yield from fetch(Statement(query("claim_allowlists"), noted, reading=""))


def lost(before: Shared | None, now: Shared) -> list[tuple[str, str]]:
    """Return the pairs of categories that agents no longer have together; of unknown lists any may be."""
    if before is None:
        return [(name, other) for name in now for other in now if other not in now[name]]
    return [
        (name, other)
        for name, others in before.items()
        for other in others
        if other not in now.get(name, ())
    ]


def catch_up(scope: Scope) -> Operation[int]:
    """Choose again in some spaces what agents are shown; return in how many, to be called until it is 0.

    A run for one tenant leaves it to one for all.
    """
    if scope.prefix is not None:
        return 0
    (rows,) = yield from fetch(Statement(query("stored_allowlists")))
    known: dict[str, Any] = rows[0]["value"] if rows else {}
    now = {name: list(others) for name, others in scope.categories.shared.items()}
    pairs = lost(known.get("shared"), now)
    if not pairs:
        if known != {"shared": now}:
            yield from fetch(_note("note_allowlists", {"shared": now}))
        return 0
    after = known.get("upto", "") if known.get("wanted") == now else ""
    return (yield from _choose_again(scope, known, now, pairs, after))


def _choose_again(
    scope: Scope,
    known: Mapping[str, Any],
    now: Shared,
    pairs: Sequence[tuple[str, str]],
    after: str,
) -> Operation[int]:
    asked = {"after": after, "limit": SPACES}
    (found,) = yield from fetch(Statement(query("spaces_after"), asked))
    spaces = [row["space"] for row in found]
    if not spaces:
        yield from fetch(_note("note_allowlists", {"shared": now}))
        return 0
    apart = as_rows([{"category": name, "other": other} for name, other in pairs])
    *_, told = yield from fetch(
        *open_spaces(spaces, scope.clock()),
        unseen.give_up(scope, "give_up_places_in", spaces),
        Statement(query("told_across"), {"spaces": spaces, "rows": apart}),
    )
    yield from note_anew(scope, (yield from sharing_names(told)))
    yield from concluded.follow(scope, spaces)
    progress = {"shared": _either(known.get("shared"), now), "wanted": now, "upto": spaces[-1]}
    yield from fetch(_note("note_allowlists", progress))
    return len(spaces)


def _either(before: Shared | None, now: Shared) -> Shared | None:
    """Return what was shared before or is now: what is written meanwhile is chosen by the lists of now."""
    if before is None:
        return None
    names = {**before, **now}
    return {name: sorted({*before.get(name, ()), *now.get(name, ())}) for name in names}


def _note(name: str, value: Mapping[str, Any]) -> Statement:
    return Statement(query(name), {"value": Jsonb(value)})
