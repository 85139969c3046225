"""Which work is due, and who does it?

Work is a row. Whoever takes it holds a lease, and renews it while it works: a process that dies loses nothing, and
what it held is taken again when the lease ends. Two workers never hold the same work.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Self, TypeAlias
from uuid import UUID

from langmem_ext.namespaces import split_space_key
from langmem_ext.principal import Principal
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import new_id
from langmem_ext.stores.requests import Operation, Row, Statement, fetch, read
from langmem_ext.stores.scope import Scope

REVIEW = "review"

NEVER = datetime(9999, 1, 1, tzinfo=UTC)
"""When work that was given up is due."""

FIRST_PAUSE = timedelta(minutes=2)
"""How long work that failed once waits; twice as long after each further failure."""


Holding: TypeAlias = dict[tuple[str, str, str], datetime]
"""Until when somebody holds work, by its space, kind and key."""


@dataclass(frozen=True, slots=True)
class Held:
    """Name the work that one worker holds; JSON-able, so that a checkpoint can keep it."""

    space: str
    kind: str
    key: str
    lease: str
    attempts: int
    user_id: str | None = None
    thread_id: str | None = None

    @classmethod
    def read(cls, row: Row) -> Self:
        """Return what a row says."""
        return cls(**{**row, "lease": str(row["lease"])})

    def keys(self) -> dict[str, Any]:
        """Return the parameters that name it."""
        named = asdict(self)
        return {name: named[name] for name in ("space", "kind", "key")} | {
            "lease": UUID(self.lease)
        }

    @property
    def principal(self) -> Principal:
        """Return on whose behalf it is done: the owner of the space, as a trusted job without an agent."""
        tenant, space = split_space_key(self.space)
        kind, _, owner = space.partition(":")
        return Principal(
            user_id=owner if kind == "user" else self.user_id,
            chat_id=owner if kind == "chat" else None,
            app_id=owner if kind == "app" else None,
            tenant=tenant,
            thread_id=self.thread_id,
        )


def note_sessions(
    scope: Scope, space: str, session_ids: list[str], *, over: bool = False, begun: bool = False
) -> list[Statement]:
    """Return the statements that let sessions wait for their review; `over` makes them due, `begun` all others."""
    chosen = scope.settings.review
    if not scope.settings.decision.session_end_review_enabled:
        return []
    params = {
        "space": space,
        "session_ids": session_ids,
        "over": over,
        "turn_limit": chosen.turn_limit,
        "idle": 60.0 * chosen.idle_minutes,
        "now": scope.clock(),
    }
    names = ["note_sessions", *(["end_others"] if begun else [])]
    return [Statement(query(name), params) for name in names]


def end_session(scope: Scope, space: str, session_id: str) -> Operation[None]:
    """Make the review of a session due, if any of its turns waits for one."""
    yield from fetch(*note_sessions(scope, space, [session_id], over=True))


def claim(
    scope: Scope, kind: str, *, spaces: list[str] | None = None, key: str | None = None
) -> Operation[Held | None]:
    """Take the work that has been due longest, of some spaces or of all; None when there is none."""
    params = {"kind": kind, "spaces": spaces, "key": key, "prefix": scope.prefix, **lease(scope)}
    (rows,) = yield from fetch(Statement(query("claim_work"), params))
    return Held.read(rows[0]) if rows else None


def waiting(scope: Scope, kind: str, *, spaces: list[str] | None = None) -> Operation[int]:
    """Return how much work of a kind is due, of some spaces or of all; what somebody is at counts."""
    params = {"kind": kind, "spaces": spaces, "prefix": scope.prefix, "now": scope.clock()}
    (rows,) = yield from read(Statement(query("waiting_work"), params))
    count: int = rows[0]["waiting"]
    return count


def begin_period(
    scope: Scope, space: str, kind: str, user_id: str | None
) -> Operation[Held | None]:
    """Take work that is done once in a while; None when it is not yet time, or somebody is at it."""
    params = {"space": space, "kind": kind, "key": "", "user_id": user_id, **lease(scope)}
    (rows,) = yield from fetch(Statement(query("begin_period"), params))
    return Held.read(rows[0]) if rows else None


def take(scope: Scope, space: str, kind: str) -> Operation[Held | None]:
    """Take the work of a kind on a space, due or not; None while somebody else is at it."""
    params = {"space": space, "kind": kind, **lease(scope)}
    (rows,) = yield from fetch(Statement(query("take_space"), params))
    return Held.read(rows[0]) if rows else None


def hold(scope: Scope, held: Held) -> Operation[bool]:
    """Renew the lease; False when somebody else has taken the work meanwhile."""
    (rows,) = yield from fetch(
        Statement(query("hold_work"), {**held.keys(), **lease(scope), "lease": UUID(held.lease)})
    )
    return bool(rows)


def holding(
    scope: Scope, kinds: Sequence[str], spaces: Sequence[str] | None = None
) -> Operation[Holding]:
    """Return which work of some kinds is held by anybody, of some spaces or of all."""
    params = {
        "kinds": list(kinds),
        "spaces": None if spaces is None else list(spaces),
        "prefix": scope.prefix,
        "now": scope.clock(),
    }
    (rows,) = yield from read(Statement(query("held_work"), params))
    return {(row["space"], row["kind"], row["key"]): row["leased_until"] for row in rows}


def put_off(
    scope: Scope, held: Held, reason: str | None, until: datetime | None = None
) -> Operation[None]:
    """Give work back until a time; without one it has failed, and pauses longer each time, in the end for good."""
    failed = until is None
    params = {
        **held.keys(),
        "reason": reason,
        "attempts": held.attempts if failed else 0,
        "due_at": until or _after_failure(scope, held),
    }
    yield from fetch(Statement(query("put_off"), params))


def drop(held: Held) -> Operation[None]:
    """Let go of work that is done."""
    yield from fetch(Statement(query("drop_work"), held.keys()))


def drop_abandoned(scope: Scope, kind: str) -> Operation[None]:
    """Let go of the work of a kind that whoever died held; what is left to do of it is found without."""
    params = {"kind": kind, "prefix": scope.prefix, "now": scope.clock()}
    yield from fetch(Statement(query("drop_abandoned"), params))


def _after_failure(scope: Scope, held: Held) -> datetime:
    if held.attempts >= scope.settings.review.attempts:
        return NEVER
    pause: timedelta = FIRST_PAUSE * 2 ** (held.attempts - 1)
    return scope.clock() + pause


def lease(scope: Scope) -> dict[str, Any]:
    """Return the parameters of a new lease: who holds it, from when until when."""
    now = scope.clock()
    return {
        "lease": new_id(),
        "now": now,
        "until": now + timedelta(minutes=scope.settings.review.lease_minutes),
    }
