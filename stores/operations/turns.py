"""How are turns kept as evidence, and found again?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from uuid import UUID

from langmem_ext.errors import InvalidMemory
from langmem_ext.memory import Turn, TurnHit
from langmem_ext.namespaces import space_key
from langmem_ext.policies.off_the_record import PLACEHOLDER
from langmem_ext.policies.secrets import is_masked_as, mask_secrets
from langmem_ext.reading.bounds import near, pieces
from langmem_ext.stores.operations import changes, sending
from langmem_ext.stores.operations.about import attending
from langmem_ext.stores.operations.branches import Kept, Line, follow
from langmem_ext.stores.operations.due import note_sessions
from langmem_ext.stores.operations.searching import LONGEST_QUESTION, asked
from langmem_ext.stores.operations.spaces import open_spaces
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import new_id, turn_parts
from langmem_ext.stores.requests import Operation, Row, Rows, Statement, embed, fetch, post, read
from langmem_ext.stores.scope import Scope


@dataclass(frozen=True, slots=True)
class NewTurn:
    """Describe one message; `id` makes keeping it again change nothing.

    `after` is what was said before it and may not be kept itself: it counts when secrets are looked for, as do the last
    turns of the session.
    """

    role: str
    content: str
    session_id: str | None = None
    at: datetime | None = None
    id: str | None = None
    speaker: str | None = None
    after: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.at is not None and self.at.tzinfo is None:
            raise InvalidMemory("the time of a turn must carry a time zone")
        if not isinstance(self.content, str) or "\x00" in self.content:
            raise InvalidMemory("a turn is a text without NUL characters")


def add_turn(scope: Scope, turn: NewTurn) -> Operation[str]:
    """Keep one turn, secrets masked; return its id. Its vector comes later (`embed_missing`)."""
    ids = yield from add_turns(scope, [turn])
    return ids[0]


def add_turns(
    scope: Scope, turns: Sequence[NewTurn], line: Line | None = None
) -> Operation[list[str]]:
    """Keep turns in order; those already there change nothing, another text under a known id is another turn.

    `line` says which messages their conversation has by now: what it no longer has is left behind.
    """
    now, kept = scope.clock(), list[Kept]()
    places: dict[str, int] = {}  # of the sessions, the first position that is new
    # locked: the same turn may be added at once
    opening = [*open_spaces([space_of(scope)], now), *attending(scope)]
    for turn in turns:
        kept.append((yield from _add(scope, turn, now, opening, places)))
        opening = []
    if places:
        begun = 1 in places.values()
        yield from post(*note_sessions(scope, space_of(scope), list(places), begun=begun))
    if line is not None and turns:
        yield from follow(scope, space_of(scope), session_of(scope, turns[0]), line, kept)
    return [each.id for each in kept]


def known_turns(scope: Scope, session_id: str, ids: Sequence[str]) -> Operation[set[str]]:
    """Return which of some turn ids a session already holds."""
    params = {
        "space": space_of(scope),
        "session_id": session_id,
        "ids": list(ids),
        "agent": scope.agent,
    }
    (rows,) = yield from read(Statement(query("known_turns"), params))
    return {row["id"] for row in rows}


def search_turns(
    scope: Scope, text: str, *, top_k: int = 10, session_id: str | None = None
) -> Operation[list[TurnHit]]:
    """Return the turns that answer a text best, best first; each takes a share of its better neighbour's score.

    An agent finds the turns it kept itself and those that no agent kept; one without an allowlist finds none. In a chat
    only what was said there is found.
    """
    if scope.agent is not None and not scope.categories.allowed(scope.agent):
        return []
    ranking, text = scope.settings.ranking, near(text, LONGEST_QUESTION)
    (vector,) = yield from embed([text], "query")
    params = {
        "spaces": scope.said_in,
        "agent": scope.agent,
        **asked(scope, text.replace("\x00", " "), vector),
        "session_id": session_id,
        "lexical_weight": ranking.lexical_weight,
        "words": _WORDS.findall(text.lower()),
        **ranking.turns.model_dump(),
        "limit": top_k,
    }
    (rows,) = yield from read(Statement(_search(guarded=scope.agent is not None), params))
    return [TurnHit(turn=_as_known(scope, row), score=row["score"]) for row in rows]


def _as_known(scope: Scope, row: Row) -> Turn:
    """Return the turn that a row holds, under the id by which an agent knows it."""
    id = row["chosen"] if scope.agent is not None and row["chosen"] is not None else row["id"]
    return read_turn({**row, "id": id})


_WORDS = re.compile(r"\w+")


@cache
def _search(*, guarded: bool) -> str:
    """Return the search; guarded, nothing is counted but the turns that an agent may see."""
    part = "seen" if guarded else "kept"
    text = query("search_turns").replace("{counted}", query(f"turns_as_{part}"))
    return text.replace("{said}", query(f"said_as_{part}"))


def _add(
    scope: Scope, turn: NewTurn, now: datetime, opening: list[Statement], places: dict[str, int]
) -> Operation[Kept]:
    principal = scope.principal
    uid, edits, session = new_id(), None, session_of(scope, turn)
    id, at = turn.id or str(uid), turn.at or now
    keys = {"space": space_of(scope), "session_id": session, "id": id, "at": at, "chosen": None}
    who = {
        "user_id": principal.user_id if principal else None,
        "thread_id": principal.thread_id if principal else None,
        "agent": scope.agent,
    }
    rows = yield from fetch(*opening, Statement(query("open_session"), {**keys, **who}))
    if not rows[-1]:
        known = yield from fetch(Statement(query("turns_of_id"), {**keys, "agent": scope.agent}))
        if (same := _same(scope, turn, known[0])) is not None:
            if not same["heard"]:
                heard = {**keys, "agent": scope.agent, "uid": same["uid"]}
                yield from post(Statement(query("hear_turn"), heard))
            return Kept(id, same["uid"], new=False)
        edits = _edited(turn, known[0])
        keys |= {"id": str(uid), "chosen": id}
        rows = yield from fetch(Statement(query("open_session"), {**keys, **who}))
    position, before = rows[-1][0]["position"], rows[-1][0]["before"]
    places.setdefault(session, position)
    content = _masked(scope, turn, before)
    yield from post(*_statements(scope, turn, content, uid, {**keys, "position": position}, now))
    return Kept(id, uid, new=True, edits=edits)


def session_of(scope: Scope, turn: NewTurn) -> str:
    """Return the session that a turn is of: the thread's unless it names one."""
    thread = scope.principal.thread_id if scope.principal else None
    return turn.session_id or thread or "default"


def _masked(scope: Scope, turn: NewTurn, before: Sequence[str]) -> str:
    """Return what of a turn is kept; `before` is what its session said, newest first."""
    learned = scope.settings.decision.learned_gates
    content = mask_secrets(turn.content, before[::-1], learned=learned)
    if not turn.after:
        return content
    _, first = next(pieces(content))  # what was announced is given at once
    return mask_secrets(content[:first], turn.after, learned=learned) + content[first:]


def _same(scope: Scope, turn: NewTurn, rows: Rows) -> Row | None:
    """Return the row that keeps a turn already; what an agent had not kept so far has the very text.

    Under an id that leads to other texts, a turn is kept as well: a message that was edited, or one of an agent's own,
    who could tell otherwise that those of others are there.
    """
    for row in rows:
        if row["heard"] and (row["role"], row["content"]) == (turn.role, turn.content):
            return row
        masked = _masked(scope, turn, row["before"])
        if (row["role"], row["content"]) == (turn.role, masked):
            return row
        if row["heard"] and row["role"] == turn.role and _are_one(row["content"], masked, turn):
            return row
    return None


def _are_one(kept: str, masked: str, turn: NewTurn) -> bool:
    """Tell whether two texts are one but for what is masked in it: that depends on what was said before."""
    off = PLACEHOLDER in (kept, turn.content)
    return off or is_masked_as(turn.content, kept) or is_masked_as(kept, masked)


def _edited(turn: NewTurn, rows: Rows) -> int | None:
    """Return the place of the question that a turn puts right."""
    places = [
        row["position"] for row in rows if row["heard"] and row["role"] == turn.role == "user"
    ]
    return min(places, default=None)


def _statements(
    scope: Scope, turn: NewTurn, content: str, uid: UUID, keys: Row, now: datetime
) -> list[Statement]:
    principal = scope.principal
    row = {
        **keys,
        "uid": uid,
        "role": turn.role,
        "speaker": turn.speaker
        and mask_secrets(turn.speaker, learned=scope.settings.decision.learned_gates),
        "content": content,
        "now": now,
        "user_id": principal.user_id if principal else None,
        "agent_id": principal.agent if principal else None,
    }
    text, *further = turn_parts(content, row["speaker"], keys["at"])
    indexing = changes.index_turn(scope, keys["space"], uid, text, further, now)
    return [Statement(query("add_turn"), row), *sending.statements(scope, indexing)]


def space_of(scope: Scope) -> str:
    """Return the key of the space that the turns of a principal belong to: the chat's, else the user's."""
    return space_key(scope.tenant, scope.home("chat" if scope.in_group else None))


def read_turn(row: Row) -> Turn:
    """Return the turn that a row holds; other columns are ignored."""
    return Turn.model_validate({name: row[name] for name in Turn.model_fields})
