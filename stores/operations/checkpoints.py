"""How are the threads of checkpoints found, given to owners, copied and deleted?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from psycopg.types.json import Jsonb

from langmem_ext.errors import ConfigurationError
from langmem_ext.principal import Principal
from langmem_ext.stores.queries import query
from langmem_ext.stores.requests import Operation, Statement, fetch, post
from langmem_ext.stores.threads import Caller, OwnedThread, Thread, ThreadKey
from langmem_ext.stores.walls import owner

BATCH = 200
"""Threads that are pruned in one transaction."""


def key_of_any(thread_id: Any) -> Operation[ThreadKey | None]:
    """Return the key of a thread, whoever owns it: nobody's comes first, then the one last written."""
    (rows,) = yield from fetch(Statement(query("thread_key"), {"thread_id": str(thread_id)}))
    return ThreadKey(rows[0]["key"]) if rows else None


def adopt(caller: Caller, thread_id: Any) -> Operation[ThreadKey | None]:
    """Give a thread of nobody's to the caller; return its key, None when there is none or it was another user's."""
    moved = {"key": str(caller.key(thread_id)), "thread_id": str(thread_id)}
    if not (yield from _is_kept(moved["thread_id"])):
        return None
    _, rows = yield from fetch(
        Statement(query("take_thread"), {"thread_id": moved["thread_id"]}),
        Statement(query("adopt_thread"), {**moved, "user_id": caller.user_id}),
    )
    if not rows:
        return None
    yield from post(Statement(query("move_thread"), moved))
    return ThreadKey(moved["key"])


def list_threads(
    owner: str | None, *, limit: int | None = None, before: datetime | None = None
) -> Operation[list[Thread]]:
    """Return an owner's threads, everybody's and nobody's for None, the one last written first."""
    asked = {"owner": owner, "limit": limit, "before": before}
    (rows,) = yield from fetch(Statement(query("threads_of"), asked))
    return [Thread.read(row) for row in rows]


def keys_of(caller: Caller, thread_ids: Sequence[Any]) -> Operation[list[str]]:
    """Return the keys of some threads: the caller's own; for nobody, those of all owners."""
    exact = [str(caller.key(each)) for each in thread_ids]
    if caller.owner is not None:
        return exact
    loose = [str(each) for each in thread_ids if not isinstance(each, OwnedThread | ThreadKey)]
    (rows,) = yield from fetch(Statement(query("thread_keys"), {"thread_ids": loose}))
    return list(dict.fromkeys([*exact, *(row["key"] for row in rows)]))


def delete_threads(keys: Sequence[str]) -> Operation[int]:
    """Remove what is kept under some keys; return how many threads there were."""
    (rows,) = yield from fetch(Statement(query("delete_threads"), {"keys": list(keys)}))
    return len(rows)


def right_that_lacks() -> Operation[str | None]:
    """Return what gives who is connected what `delete_for_user` needs, in SQL; None where nothing is missing."""
    _, lacking, hidden = yield from fetch(
        owner(), Statement(query("tables_out_of_reach")), Statement(query("schemas_out_of_reach"))
    )
    rights = [
        f"GRANT SELECT, DELETE ON {', '.join(row['names'])} TO {row['role']}" for row in lacking
    ]
    for row in hidden:
        opened = f"ALTER ROLE {row['role']} SET search_path = {row['name']}, public"
        rights.append(
            opened if row["usable"] else f"GRANT USAGE ON SCHEMA {row['name']} TO {row['role']}"
        )
    return "; ".join(rights) or None


def delete_for_user(user_id: str, tenant: str = "default") -> Operation[int]:
    """Remove every thread of a user; return how many there were.

    Threads of a chat are the chat's and stay. A database without checkpoints has none to remove: any store may run it.
    """
    # the tables are the checkpointer's, and their owner's
    _, there = yield from fetch(owner(), Statement(query("has_checkpoint_threads")))
    if not there[0]["there"]:
        return 0
    whose = Caller.of(Principal(user_id=user_id, tenant=tenant)).owner
    asked = {"owner": whose, "user_id": user_id, "tenant": tenant}
    (rows,) = yield from fetch(Statement(query("keys_of_user"), asked))
    return (yield from delete_threads([row["key"] for row in rows])) if rows else 0


def copy_thread(caller: Caller, source: Any, target: str) -> Operation[None]:
    """Keep a thread under another id too, with all it holds, for the same owner.

    Raises:
        ConfigurationError: there is a thread of that id already.
    """
    key = caller.key(source)
    if caller.owner is None and not (yield from _is_kept(key)):
        key = (yield from key_of_any(source)) or key
    copy = key.sibling(target)
    if (yield from _is_kept(copy)):
        raise ConfigurationError(
            f"there is a thread {target!r} already; copy to an id that is new, or delete that thread first"
        )
    names = {"source": str(key), "target": str(copy), "thread_id": str(target)}
    yield from post(Statement(query("copy_thread"), names))


def _is_kept(key: str) -> Operation[bool]:
    (rows,) = yield from fetch(Statement(query("is_thread_kept"), {"key": str(key)}))
    return bool(rows[0]["kept"])


def delete_for_runs(caller: Caller, run_ids: Sequence[str]) -> Operation[int]:
    """Remove the checkpoints of some runs with what only they used; return how many there were."""
    asked = {"run_ids": [str(each) for each in run_ids], "owner": caller.owner}
    (gone,) = yield from fetch(Statement(query("delete_runs"), asked))
    if gone:
        keys = [row["thread_id"] for row in gone]
        named = {"keys": keys, "namespaces": [row["checkpoint_ns"] for row in gone]}
        ids = {**named, "ids": [row["checkpoint_id"] for row in gone]}
        versions = {**named, "versions": [Jsonb(row["versions"] or {}) for row in gone]}
        yield from post(
            Statement(query("delete_writes_of"), ids),
            Statement(query("orphan_children_of"), ids),
            Statement(query("delete_blobs_unused"), versions),
            Statement(query("forget_empty_threads"), {"keys": keys}),
        )
    return len(gone)


def count_left_alone(caller: Caller, before: datetime) -> Operation[int]:
    """Return how many threads were not written since a time."""
    asked = {"before": before, "owner": caller.owner}
    (rows,) = yield from fetch(Statement(query("count_left_alone"), asked))
    count: int = rows[0]["threads"]
    return count


def threads_left_alone(caller: Caller, before: datetime, after: str = "") -> Operation[list[str]]:
    """Return the keys of a batch of threads that were not written since a time."""
    asked = {"before": before, "after": after, "owner": caller.owner, "limit": BATCH}
    (rows,) = yield from fetch(Statement(query("threads_left_alone"), asked))
    return [row["key"] for row in rows]
