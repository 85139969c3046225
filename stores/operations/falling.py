"""What falls with the memories that it was concluded from?

An insight or a reflection says what other memories let one understand. When one of these is forgotten, corrected or
replaced, what was concluded is no longer known, and may repeat what nobody should read any more: it is soft-deleted in
the same transaction (spec 004, item 3). So it is where fewer may see one of them (concluded.py). What says the same
more fully, and what became one with others, still holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from langmem_ext.memory import State
from langmem_ext.stores.operations import concluded, unseen
from langmem_ext.stores.operations.changes import Change
from langmem_ext.stores.operations.concluded import UNFOUNDED
from langmem_ext.stores.operations.vanishing import soft_delete
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import Record
from langmem_ext.stores.requests import Operation, Statement, fetch
from langmem_ext.stores.scope import Scope

_GONE = frozenset({State.SOFT_DELETED, State.SUPERSEDED})


def write(scope: Scope, made: Iterable[Change]) -> Operation[None]:
    """Write changes, and let fall what rests on the memories that go by them; the spaces are held by the caller.

    Writes by which nothing goes cost what `sending.write` costs: nothing is looked up.
    """
    made = list(made)
    yield from unseen.write(scope, made)
    gone = [(each.row["space"], each.row["id"]) for each in made if _takes_away(each)]
    gone += [(each.row["space"], each.row["memory_id"]) for each in made if _corrects(each)]
    if gone:
        yield from _let_fall(scope, gone)
    if fewer := [each.row["space"] for each in made if each.narrows]:
        yield from concluded.follow(scope, fewer)


def _takes_away(change: Change) -> bool:
    return change.query == "save_memory" and change.row["state"] in _GONE


def _corrects(change: Change) -> bool:
    """Tell whether a memory gets another text that does not only say the same more fully."""
    row = change.row
    return (
        change.query == "record_change"
        and row["event"] == "UPDATE"
        and row["op"] in ("correct", "update")
        and row["reason"] is None
        and row["old"] not in (None, row["new"])
    )


def _let_fall(scope: Scope, gone: Iterable[tuple[str, str]]) -> Operation[None]:
    spaces, ids = zip(*gone, strict=True)
    params = {"key_spaces": list(spaces), "ids": list(ids)}
    (rows,) = yield from fetch(Statement(query("resting_on"), params))
    now = scope.clock()
    fallen = (
        soft_delete(scope, record, now, reason=UNFOUNDED) for record in map(Record.read, rows)
    )
    yield from unseen.write(scope, chain.from_iterable(fallen))
