"""Who turned out to be whom, and how is that taken back?"""

from __future__ import annotations

from collections.abc import Sequence

from psycopg.types.json import Jsonb

from langmem_ext.errors import InvalidMemory, PermissionDenied, PersonNotFound
from langmem_ext.namespaces import person_key, registry_key
from langmem_ext.people import USER, PeopleMerge, Person
from langmem_ext.stores.operations import concluded
from langmem_ext.stores.operations.people import (
    get,
    identify,
    lock,
    mine_to_change,
    name_again,
    require_change,
    statement,
)
from langmem_ext.stores.operations.rows import as_rows
from langmem_ext.stores.operations.spaces import open_spaces
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import new_id
from langmem_ext.stores.requests import Operation, Row, Rows, Statement, fetch, post
from langmem_ext.stores.scope import Scope
from langmem_ext.stores.walls import opened


def merge(scope: Scope, keep: str, other: str) -> Operation[PeopleMerge]:
    """Make two people one: what is known of `other` is known of `keep` from now on; `undo_merge` takes it back.

    For who may change both. Memories are re-linked whoever keeps them, so people who are or may be users of the
    application are merged by trusted jobs only: nobody comes to see what others keep about somebody by claiming to be
    that person.
    """
    kept = yield from mine_to_change(scope, keep)
    gone = yield from mine_to_change(scope, other)
    if kept.id == gone.id:
        raise InvalidMemory(f"{keep!r} and {other!r} are one person already")
    yield from _require_no_users(scope, kept.id, gone.id)
    relinked, freed, seen = yield from _relink(scope, gone.id, kept.id)
    (moved,) = yield from fetch(
        statement(scope, "hand_over_identities", id=gone.id, into=kept.id, only=None)
    )
    yield from post(statement(scope, "mark_merged", id=gone.id, into=kept.id))
    if scope.principal is None:  # who signs in under the other id is the kept person by now
        yield from identify(scope, kept.id, [(USER, gone.id)])
    id = new_id()
    yield from post(
        statement(
            scope, "keep_merge", merge=id, kept=kept.id, merged=gone.id,
            by=scope.principal.user_id if scope.principal else None,
            relinked=Jsonb([*relinked, *freed]), identities=Jsonb(moved),
        )
    )  # fmt: skip
    return PeopleMerge(id=str(id), kept=kept.id, merged=gone.id, memories=seen)


def undo_merge(scope: Scope, merge_id: str) -> Operation[Person]:
    """Take a merge back: the memories of then are about whom they were about, the names lead where they led.

    Merges may be taken back in any order. Raises PersonNotFound when there is no such merge to undo. Memories that came
    later stay with the kept person.
    """
    yield from lock(scope)
    (rows,) = yield from fetch(statement(scope, "merge_to_undo", merge=merge_id))
    if not rows:
        raise PersonNotFound(f"there is no merge {merge_id!r} to undo")
    done = rows[0]
    kept = yield from require_change(scope, done["kept"])
    yield from _unlink(scope, done, kept.id)
    yield from post(
        statement(scope, "mark_merged", id=done["merged"], into=None),
        statement(
            scope, "hand_over_identities", id=kept.id, into=done["merged"],
            only=Jsonb(done["identities"]),
        ),
        statement(scope, "unclaim", id=done["merged"], kept=kept.id),
        statement(scope, "mark_undone", merge=merge_id),
    )  # fmt: skip
    yield from name_again(scope, kept.id, like=done["merged"])
    yield from name_again(scope, done["merged"], like=kept.id)
    return (yield from get(scope, done["merged"]))


def _unlink(scope: Scope, done: Row, kept: str) -> Operation[None]:
    """Let the memories of a merge be about whom they would be without it, now and where later merges are undone."""
    then: list[Row] = done["relinked"]
    freed = {_key(row) for row in then if done["merged"] not in row["subjects"]}
    (later,) = yield from fetch(
        statement(scope, "merges_since", merge=done["id"], uids=[row["uid"] for row in then])
    )
    now, found = _without(then, later, freed)
    about = {who for row in (*then, *now) for who in row["subjects"]} | {done["kept"], kept}
    homes = {row["space"] for row in then}
    spaces = homes | {person_key(home, who) for home in homes for who in about}
    yield from fetch(*open_spaces(sorted(spaces), scope.clock()))
    yield from concluded.about_others(
        scope,
        _set_subjects([row for row in now if _key(row) not in freed]),
        _set_subjects([row for row in now if _key(row) in freed]),  # what took their slots let go
    )
    yield from post(
        *(
            statement(scope, "keep_relinked", merge=each["id"], relinked=Jsonb(rows))
            for each, rows in zip(later, found, strict=True)
        )
    )


def _without(
    then: Rows, later: Rows, freed: set[tuple[str, str]]
) -> tuple[list[Row], list[list[Row]]]:
    """Return memories as they would be now had a merge not been, and as each later one would have found its own.

    What has lost its slot to the merge would have lost it to the later one.
    """
    now, found = {_key(row): row for row in then}, []
    for merge in later:
        its = {_key(row): now.get(_key(row), row) for row in merge["relinked"]}
        lost = {key: now[key] for key in freed if merge["kept"] in now[key]["subjects"]}
        found.append(list({**lost, **its}.values()))
        for key in now.keys() & its.keys():
            now[key] = {**now[key], "subjects": _merged(now[key]["subjects"], merge)}
    return list(now.values()), found


def _merged(subjects: Sequence[str], merge: Row) -> list[str]:
    return sorted({merge["kept"] if who == merge["merged"] else who for who in subjects})


def _key(row: Row) -> tuple[str, str]:
    return row["space"], row["uid"]


def _set_subjects(rows: list[Row]) -> Statement:
    return Statement(query("set_subjects"), {"rows": as_rows(rows)})


def _require_no_users(scope: Scope, *persons: str) -> Operation[None]:
    if scope.principal is None:
        return
    (rows,) = yield from fetch(statement(scope, "may_be_users", ids=list(persons)))
    if rows:
        raise PermissionDenied(
            f"person {rows[0]['id']!r} may be a user; the application merges it: store.people(tenant).merge(...)"
        )


def _relink(scope: Scope, person: str, into: str) -> Operation[tuple[list[Row], list[Row], int]]:
    """Let memories be about another person.

    Returns them as they were, those that lost their slot to one of them, and how many the principal may know of.
    """
    registry = registry_key(scope.tenant)
    ours = person_key(registry, person)
    params = {**scope.readable(), "person": person, "person_space": ours}
    _, found = yield from fetch(opened([ours]), Statement(query("memories_about"), params))
    if not found:
        return [], [], 0
    spaces = sorted({row["space"] for row in found})
    yield from fetch(*open_spaces([*spaces, ours, person_key(registry, into)], scope.clock()))
    keys = {"key_spaces": [row["space"] for row in found], "uids": [row["uid"] for row in found]}
    (rows,) = yield from fetch(Statement(query("relink"), {**keys, "person": person, "into": into}))
    yield from concluded.about_others(scope, _set_subjects(_relinked(rows)))
    before = [{key: row[key] for key in ("space", "uid", "subjects", "slot")} for row in rows]
    freed = [
        {"space": row["space"], "uid": row["freed"], "subjects": row["after"], "slot": row["slot"]}
        for row in rows
        if row["freed"] and not row["loses_slot"]
    ]
    return before, freed, sum(not row["hidden"] for row in rows)


def _relinked(rows: Rows) -> list[Row]:
    return [
        {
            "space": row["space"],
            "uid": row["uid"],
            "subjects": row["after"],
            "slot": None if row["loses_slot"] else row["slot"],
        }
        for row in rows
    ]
