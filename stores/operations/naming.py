"""What is known of an entity, by whatever name it is asked for?"""

from __future__ import annotations

from langmem_ext.entities import keys_of
from langmem_ext.memory import EntityProfile, NamedEntity
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import Record
from langmem_ext.stores.requests import Operation, Statement, read
from langmem_ext.stores.scope import Scope


def entity(scope: Scope, name: str, *, limit: int = 50) -> Operation[EntityProfile | None]:
    """Return an entity's profile (spec 003, get_entity_info); None when no memory that may be read names it.

    Where several go by the name, it is the one whose own name it is, else the one that most memories name.
    """
    keys = keys_of(name.replace("\x00", ""))
    if not keys:
        return None
    params = {**scope.readable(), "names": keys, "now": scope.clock(), "limit": limit}
    (rows,) = yield from read(Statement(query("entity_profile"), params))
    if not rows:
        return None
    first = rows[0]
    return EntityProfile(
        entity=NamedEntity(
            name=first["name"], type=first["kind_of_entity"], mentions=first["mentions"]
        ),
        aliases=tuple(first["known_as"]),
        memories=tuple(Record.read(row).memory for row in rows),
    )
