"""What changed since a thread last looked?"""

from __future__ import annotations

from functools import cache
from typing import Any

from langmem_ext.memory import Change, Delta
from langmem_ext.policies.deltas import RankedChange, header
from langmem_ext.policies.whom import as_said
from langmem_ext.principal import Principal
from langmem_ext.stores.queries import query
from langmem_ext.stores.requests import Operation, Rows, Statement, fetch, post
from langmem_ext.stores.scope import Scope

MAX_CHANGES = 1000
"""How many changes of a space one look reads, the newest; a thread that slept longer is not told of older ones."""


def delta(scope: Scope) -> Operation[Delta]:
    """Return the changes since the thread's cursor and move it; without a thread there is none to move.

    On a database that takes no writes the cursor stays: the same is told at the next look.
    """
    rows = yield from fetch(*look(scope))
    if told := moves(scope, rows):
        yield from post(*told)
    return read(rows)


def peek(scope: Scope) -> list[Statement]:
    """Return the statement that tells whether there is news; none where there is no thread to tell."""
    if not _has_thread(scope):
        return []
    return [Statement(query("peek_cursors"), {"spaces": scope.spaces, **_cursor(scope)})]


def is_news(rows: list[Rows]) -> bool:
    """Tell from the rows of `peek` whether the thread has something to be told, or looks for the first time."""
    return any(row["since"] is None or row["since"] != row["rev"] for each in rows for row in each)


def look(scope: Scope) -> list[Statement]:
    """Return the statements that read the cursor: one for a thread to start with, one for its changes.

    The agents of a thread look for themselves: one must not use up what another may see and it may not.
    """
    if not _has_thread(scope):
        return [Statement(query("current_revisions"), scope.readable())]
    params = {**scope.readable(), **_cursor(scope), "limit": MAX_CHANGES}
    return [
        Statement(query("ensure_space"), params, reading=""),
        Statement(query("start_cursor"), params, reading=""),
        Statement(query("changes_since"), params, reading=_changes_unheld()),
    ]


@cache
def _changes_unheld() -> str:
    """Return the same for a database that takes no writes: nobody moves a cursor there, or begins one."""
    behind = "), behind AS ("
    whole = query("changes_since").replace(behind, f"{query('cursors_not_begun')}\n{behind}")
    return whole.replace("FOR UPDATE OF c", "")


def moves(scope: Scope, rows: list[Rows]) -> list[Statement]:
    """Return the statement that moves the cursor past the changes that `look` read; none when there is no news."""
    behind = {row["space"]: row for row in rows[-1] if _has_thread(scope) and row["behind"]}
    if not behind:
        return []
    told = {
        "behind": list(behind),
        "revisions": [row["now_rev"] for row in behind.values()],
        "shown": [row["shown"] for row in behind.values()],
    }
    return [Statement(query("move_cursors"), {**_cursor(scope), **told}, reading="")]


def _has_thread(scope: Scope) -> bool:
    return scope.principal is not None and scope.principal.thread_id is not None


def _cursor(scope: Scope) -> dict[str, Any]:
    principal = scope.principal or Principal()
    return {
        "thread_id": principal.thread_id,
        "user_id": principal.user_id or "",
        "agent": principal.agent or "",
        "now": scope.clock(),
    }


def read(rows: list[Rows]) -> Delta:
    """Return the delta that the rows of `look` hold.

    Revisions of several spaces are added up: the sum rises by one with each change that the thread may read, and never
    with another (docs/decisions/0011).
    """
    found = rows[-1]
    shown = {row["space"]: row["shown"] for row in found}
    since = {row["space"]: row["since"] if "since" in row else row["shown"] for row in found}
    changes = [_change(row) for row in found if row.get("event") and not row["replaced"]]
    start = sum(since.values())
    return Delta(
        since=start,
        rev=sum(shown.values()),
        changes=tuple(
            Change.model_validate(change.model_dump(exclude={"importance"})) for change in changes
        ),
        header=header(start, changes),
    )


def _change(row: dict[str, Any]) -> RankedChange:
    text = str(row["text"] or "(no longer kept)")
    if row["event"] in ("created", "updated", "restored"):
        text = as_said(text, row.get("said_by"), about=bool(row.get("about")))
    return RankedChange.model_validate({**row, "text": text})
