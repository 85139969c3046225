"""How is a user removed, and what stays?

In many short transactions, so that nobody waits long and a user of any size can go. What lies elsewhere goes first: it
is found by what the user's own space still holds, so an erasure that was interrupted goes on where it stopped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice
from typing import Any

from langmem_ext.errors import PermissionDenied
from langmem_ext.memory import ErasureReceipt, State
from langmem_ext.namespaces import registry_key, space_key, tenant_key
from langmem_ext.stores.operations.changes import names_of
from langmem_ext.stores.operations.checkpoints import delete_for_user, right_that_lacks
from langmem_ext.stores.operations.mentioning import note_anew, sharing_names
from langmem_ext.stores.operations.rows import as_rows
from langmem_ext.stores.operations.spaces import open_spaces, spaces_about
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import Record, new_id, turn_parts
from langmem_ext.stores.requests import Commit, Operation, Row, Rows, Statement, fetch
from langmem_ext.stores.scope import Scope
from langmem_ext.stores.walls import owner

BATCH = 200
"""Memories or turns of others' spaces in one transaction: what others wait for at most."""

ROWS = 10_000
"""Rows of the user's own in one transaction."""

UNREACHED = (
    "what others say about the user in their own words, and threads of chats: they are theirs",
    "what others keep of somebody under a display name alone: nothing says whose it is",
    "ordinary items: they are the application's",
    "conversations that another checkpointer keeps, and threads in which a review of all conversations has run",
    "traces and logs, and what a hosted model or embedder was sent",
    "backups and replicas, and the database's own files until a vacuum has passed over them",
    "its write-ahead log, and the planner's samples of words from tables in which nothing is left",
)
"""What an erasure cannot find or may not take; every receipt says so."""

CONVERSATIONS = (
    "conversations: the role of this store may not delete them; {right}; then erase again"
)
"""What a receipt says where the checkpointer's tables are not the role's to find, or to delete from."""

_DECIDED = ("memories", "turns", "sessions")
"""Tables that name a user but whose rows in others' spaces are chosen one by one."""

_NAMES = (
    ("memories", "user_id"), ("memories", "actor_id"), ("sessions", "user_id"), ("history", "actor"),
    ("people", "created_by"), ("merges", "merged_by"), ("identities", "given_by"),
)  # fmt: skip
"""Where what stays names a user."""


@dataclass(frozen=True, slots=True)
class Erasure:
    """Carry whom an erasure concerns (a user, or with `kind` an app), and what it has removed so far."""

    scope: Scope
    user_id: str
    me: tuple[str, ...] = ()
    kind: str = "user"
    counts: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)

    @property
    def params(self) -> dict[str, Any]:
        """Return what the statements of queries/erasing.sql ask."""
        tenant = self.scope.tenant
        return {
            "user": self.user_id,
            "me": list(self.me),
            "space": space_key(tenant, f"{self.kind}:{self.user_id}"),
            "tenant": f"{tenant_key(tenant)}/",
            "registry": registry_key(tenant),
            "limit": ROWS,
        }

    def statement(
        self, name: str, /, *, table: str = "", column: str = "", **more: Any
    ) -> Statement:
        """Return a statement about this user, for a table where it is written for any."""
        text = query(name).replace("{table}", table).replace("{column}", column)
        return Statement(text, {**self.params, **more})


def user_of(scope: Scope) -> str:
    """Return the user whom a view may erase or bring back: its own, without an agent in between.

    Raises PermissionDenied for an agent, in a group, and where there is no user.
    """
    principal = scope.principal
    if principal is None or principal.user_id is None:
        raise PermissionDenied(
            "a view erases and brings back its own user; bind one: Principal(user_id=...)"
        )
    if principal.agent is not None or scope.in_group:
        raise PermissionDenied(
            "only the user may erase and bring back what is the user's: "
            "bind a principal without agent, chat and participants"
        )
    return principal.user_id


def trusted(scope: Scope) -> Scope:
    """Return the scope of the job that an erasure is, within the tenant."""
    return replace(scope, principal=None, of_tenant=scope.tenant)


def erase(scope: Scope, user_id: str, *, dry_run: bool = False) -> Operation[ErasureReceipt]:
    """Remove a user, for a trusted job; a dry run counts what would go."""
    (rows,) = yield from fetch(Erasure(scope, user_id).statement("persons_of_user"))
    job = Erasure(scope, user_id, tuple(rows[0]["persons"]))
    (tables,) = yield from fetch(Statement(query("tables_of_people")))
    yield from (_count(job, tables) if dry_run else _erase(job, tables))
    if dry_run:
        yield from _may_erase_threads(job)
    else:
        scope.drop_events(user_id)
    return ErasureReceipt(
        user_id=user_id,
        tenant=scope.tenant,
        at=scope.clock(),
        counts=dict(sorted((+job.counts).items())),
        unreached=(*UNREACHED, *job.missed),
        dry_run=dry_run,
    )


def purge_app(scope: Scope, app_id: str) -> Operation[int]:
    """Remove everything that an app's space holds, for a trusted job; return how many memories went (spec 002)."""
    job = Erasure(scope, app_id, kind="app")
    (tables,) = yield from fetch(Statement(query("tables_of_people")))
    yield from _erase_copies(job)
    for table in tables:
        yield from _erase_all(job, "erase_of_space", table["name"])
    yield from _close(job, tables)
    yield Commit()
    return job.counts["memories"]


def _count(job: Erasure, tables: Rows) -> Operation[None]:
    found = yield from fetch(
        job.statement("said_elsewhere"),
        *(job.statement("count_of_space", table=table["name"]) for table in tables),
    )
    kinds = {"m": "memories", "t": "turns"}
    job.counts.update(kinds[row["corpus"]] for row in found[0])
    for table, rows in zip(tables, found[1:], strict=True):
        job.counts[table["name"]] += rows[0]["count"]


def _erase(job: Erasure, tables: Rows) -> Operation[None]:
    yield from _erase_elsewhere(job)
    yield from _erase_traces(job, tables)
    yield from _erase_copies(job)
    for table in tables:
        yield from _erase_all(job, "erase_of_space", table["name"])
    yield from _erase_person(job)
    yield from _erase_threads(job)
    yield from _close(job, tables)
    yield Commit()
    sampling = (job.statement("sample_anew", table=table["name"]) for table in tables)
    yield from fetch(owner(), *sampling)


def _erase_elsewhere(job: Erasure) -> Operation[None]:
    """Remove what the user said in spaces of others, and what was concluded from the user's words."""
    (rows,) = yield from fetch(job.statement("said_elsewhere"))
    waiting = iter(rows)
    while batch := list(islice(waiting, BATCH)):
        yield Commit()
        yield from _erase_texts(job, batch)


def _erase_texts(job: Erasure, batch: Rows) -> Operation[None]:
    keys = {"key_spaces": [row["space"] for row in batch], "uids": [row["uid"] for row in batch]}
    now = job.scope.clock()
    (before,) = yield from fetch(Statement(query("texts_to_erase"), keys))
    spaces = {space for row in _indexed(before) for space in row["lies_in"]}
    yield from fetch(*open_spaces([*spaces, *keys["key_spaces"]], now))
    (held,) = yield from fetch(Statement(query("texts_to_erase"), keys))
    language = job.scope.settings.language
    named = {**keys, "corpora": [row["corpus"] for row in batch]}
    told = yield from sharing_names(_naming(job.scope, held))
    indexed, texts, answers, _ = yield from fetch(
        Statement(
            query("erase_indexed"), {"rows": as_rows(list(_indexed(held))), "language": language}
        ),
        Statement(query("erase_texts"), keys),
        Statement(query("erase_answers"), keys),
        Statement(query("unmention"), named),
    )
    job.counts.update({**indexed[0]})
    job.counts.update({**texts[0]})
    job.counts.update({**answers[0]})
    gone = {row["row"]["uid"] for row in held}
    if stays := [row for row in told if str(row["uid"]) not in gone]:
        yield from note_anew(job.scope, stays)


def _naming(scope: Scope, rows: Rows) -> list[Row]:
    """Return the memories among some texts with the names that they have told, found or not."""
    records = [Record.read(found["row"]) for found in rows if found["corpus"] == "m"]
    return [
        {
            "space": record.space,
            "uid": record.uid,
            "names": sorted({name for _, name in names_of(scope, record)}),
        }
        for record in records
    ]


def _indexed(rows: Rows) -> Iterator[Row]:
    """Yield each text that can be found as it was indexed, with the spaces where it is found."""
    for found in rows:
        row = found["row"]
        if found["corpus"] == "t":
            at = datetime.fromisoformat(row["at"])
            texts, spaces = turn_parts(row["content"], row["speaker"], at), [row["space"]]
        elif row["state"] == State.ACTIVE:
            memory = Record.read(row).memory
            about = spaces_about(row["space"], memory.subjects, portable=memory.portable)
            texts, spaces = [Record.read(row).indexed_text()], [row["space"], *about]
        else:
            continue
        for text in texts:
            yield {"corpus": found["corpus"], "uid": row["uid"], "text": text, "lies_in": spaces}


def _erase_traces(job: Erasure, tables: Rows) -> Operation[None]:
    """Remove what else the user left in spaces of others, and the name from what stays there."""
    yield Commit()
    put, sessions = yield from fetch(job.statement("erase_put"), job.statement("erase_sessions"))
    job.counts.update({**put[0]})
    job.counts.update({**sessions[0]})
    for table in tables:
        if table["has_user"] and table["name"] not in _DECIDED:
            yield from _erase_all(job, "erase_of_user", table["name"])
    for name, column in _NAMES:
        if (name, column) != ("people", "created_by"):
            yield from _erase_all(job, "forget_user", name, column)


def _erase_all(job: Erasure, statement: str, table: str, column: str = "") -> Operation[None]:
    """Run a statement until it finds nothing more, one transaction each time."""
    while True:
        yield Commit()
        yield from fetch(*open_spaces([job.params["space"]], job.scope.clock()))
        (rows,) = yield from fetch(job.statement(statement, table=table, column=column))
        if not rows[0]["count"]:
            return
        if not column:
            job.counts[table] += rows[0]["count"]


def _erase_copies(job: Erasure) -> Operation[None]:
    """Take what the user keeps about others out of their spaces."""
    yield Commit()
    (spaces,) = yield from fetch(job.statement("spaces_of_copies"))
    for row in spaces:
        while True:
            yield Commit()
            yield from fetch(*open_spaces([row["space"]], job.scope.clock()))
            (gone,) = yield from fetch(job.statement("erase_copies", about=row["space"]))
            job.counts.update({**gone[0]})
            if not gone[0]["documents"]:
                break


def _erase_person(job: Erasure) -> Operation[None]:
    yield Commit()
    yield from fetch(*open_spaces([job.params["registry"]], job.scope.clock()))
    (rows,) = yield from fetch(job.statement("erase_person"))
    job.counts.update({**rows[0]})
    yield from _erase_all(job, "forget_user", "people", "created_by")


def _erase_threads(job: Erasure) -> Operation[None]:
    """Remove the user's conversations, where this package's checkpointer keeps them in the same database."""
    yield Commit()
    if (yield from _may_erase_threads(job)):
        job.counts["threads"] += yield from delete_for_user(job.user_id, job.scope.tenant)


def _may_erase_threads(job: Erasure) -> Operation[bool]:
    """Tell whether the checkpointer's tables can be deleted from; where not, note that for the receipt."""
    right = yield from right_that_lacks()
    if right:
        job.missed.append(CONVERSATIONS.format(right=right))
    return right is None


def _close(job: Erasure, tables: Sequence[Mapping[str, Any]]) -> Operation[None]:
    """Remove what came meanwhile, and leave the tombstone, in one transaction."""
    yield Commit()
    now, params = job.scope.clock(), job.params
    yield from fetch(*open_spaces([params["space"]], now))
    gone = yield from fetch(
        *(job.statement("erase_of_space", table=table["name"]) for table in tables),
        job.statement(
            "leave_tombstone",
            id=new_id(),
            node=job.scope.node,
            reason=f"{job.kind} erased",
            now=now,
        ),
    )
    for table, rows in zip(tables, gone, strict=False):
        job.counts[table["name"]] += rows[0]["count"]
