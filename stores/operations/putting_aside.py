"""How does somebody keep from their own prompts what another has said of them?"""

from __future__ import annotations

from langmem_ext.errors import InvalidMemory, MemoryNotFound, PermissionDenied
from langmem_ext.memory import Memory, WriteOutcome
from langmem_ext.namespaces import space_key
from langmem_ext.stores.operations import lifecycle, people
from langmem_ext.stores.operations.spaces import open_spaces
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import Record, made_id
from langmem_ext.stores.requests import Operation, Statement, fetch
from langmem_ext.stores.scope import Scope


def hide(scope: Scope, id: str) -> Operation[WriteOutcome]:
    """Keep a memory from whom it is about, who asks for it; its owner and others keep it."""
    memory = yield from lifecycle.memory(scope, id)
    concerned = yield from _concerned(scope, memory)
    record = yield from _opened(scope, space_key(memory.tenant, memory.space), id)
    yield from fetch(_put(record, concerned, aside=True))
    return WriteOutcome(status="updated", reason="hidden", previous=memory)


def unhide(scope: Scope, id: str) -> Operation[WriteOutcome]:
    """Show a memory again to whom it is about, who had it hidden."""
    me = yield from people.who(scope)
    asked = {**scope.readable(), "persons": me, "uid": made_id(id)}
    (homes,) = yield from fetch(Statement(query("homes_of"), asked))
    spaces = sorted({*scope.spaces, *(row["space"] for row in homes)})
    yield from fetch(*open_spaces(spaces, scope.clock()))
    found = {"spaces": spaces, "id": id, "persons": me}
    (rows,) = yield from fetch(Statement(query("put_aside_by_id"), found))
    if not rows:
        raise MemoryNotFound(f"no memory {id!r} was hidden by this principal")
    record = Record.read(rows[0])
    yield from fetch(_put(record, me, aside=False))
    return WriteOutcome(status="updated", reason="shown", memory=record.memory)


def _concerned(scope: Scope, memory: Memory) -> Operation[list[str]]:
    """Return which of its subjects asks; raise for anybody else, and for what the asker may forget."""
    user = scope.principal.user_id if scope.principal else None
    if user is not None and memory.space == f"user:{user}":
        raise InvalidMemory(f"memory {memory.id!r} is the user's own: forget() it")
    concerned = sorted({*(yield from people.who(scope))} & {*memory.subjects})
    if not concerned:
        raise PermissionDenied("a memory may be hidden by whom it is about")
    return concerned


def _opened(scope: Scope, space: str, id: str) -> Operation[Record]:
    """Lock the space of a memory that is shown, and read it again."""
    yield from fetch(*open_spaces([space], scope.clock()))
    memory = yield from lifecycle.memory(scope, id)
    (rows,) = yield from fetch(
        Statement(query("in_space_by_id"), {"space": space, "id": id, "category": memory.category})
    )
    return Record.read(rows[0])


def _put(record: Record, persons: list[str], *, aside: bool) -> Statement:
    where = {"space": record.space, "uid": record.uid}
    return Statement(query("put_aside"), {**where, "persons": persons, "aside": aside})
