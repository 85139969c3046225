"""What does a review do to memory, however often it runs?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import chain
from typing import Any

from langmem_ext.memory import (
    Kind,
    Memory,
    MemoryDraft,
    Sensitivity,
    State,
    Turn,
    WriteOutcome,
    strictest,
)
from langmem_ext.namespaces import space_key
from langmem_ext.policies.alike import ALIKE, jaccard, repeats
from langmem_ext.policies.privacy import special_data
from langmem_ext.policies.substance import differs_in_substance
from langmem_ext.policies.writing import Rejection
from langmem_ext.stores.operations import changes, concluded, energy, sending, unseen
from langmem_ext.stores.operations.about import Named, persons_named
from langmem_ext.stores.operations.concluded import UNFOUNDED, as_private_as
from langmem_ext.stores.operations.due import Held
from langmem_ext.stores.operations.rows import as_rows
from langmem_ext.stores.operations.spaces import open_spaces
from langmem_ext.stores.operations.surroundings import Target
from langmem_ext.stores.operations.turns import read_turn
from langmem_ext.stores.operations.vanishing import soft_delete
from langmem_ext.stores.operations.write import Prepared, apply, prepare, with_persons
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import Record
from langmem_ext.stores.requests import Operation, Rows, Statement, embed, fetch, read
from langmem_ext.stores.scope import Scope

EVIDENCE = "evidence"
"""The relation of what was concluded to what it was concluded from."""

WITHDRAWN = Rejection("withdrawn", "the user has forgotten or corrected this since it was said")


@dataclass(frozen=True, slots=True)
class Progress:
    """Say how far a session has come: its turns, and how many of them were reviewed and summed up."""

    turn_count: int = 0
    reviewed_turns: int = 0
    summarised_turns: int = 0
    last_turn: datetime | None = None


@dataclass(frozen=True, slots=True)
class Learned:
    """Pair a draft with the time at which it was said; one that was concluded, with the memories that it rests on.

    `names` says that the draft's persons are those whom a conversation names so: the registry may know who is meant.
    """

    draft: MemoryDraft
    said_at: datetime
    rests_on: tuple[Memory, ...] = ()
    names: bool = False


def progress(space: str, session_id: str) -> Operation[Progress]:
    """Return how far a session has come."""
    (rows,) = yield from read(
        Statement(query("session"), {"space": space, "session_id": session_id})
    )
    return Progress(**rows[0]) if rows else Progress()


def turns_between(space: str, session_id: str, after: int, upto: int) -> Operation[list[Turn]]:
    """Return the turns of a session after one position, up to another."""
    params = {"space": space, "session_id": session_id, "after": after, "upto": upto}
    (rows,) = yield from read(Statement(query("turns_between"), params))
    return [read_turn(row) for row in rows]


def latest_turns(space: str, limit: int, session_id: str | None = None) -> Operation[list[Turn]]:
    """Return the newest turns of a space, oldest first."""
    params = {"space": space, "limit": limit, "session_id": session_id}
    (rows,) = yield from read(Statement(query("latest_turns"), params))
    return [read_turn(row) for row in reversed(rows)]


def learn(scope: Scope, learned: Sequence[Learned]) -> Operation[list[WriteOutcome]]:
    """Write what a model has read out of a conversation; the outcomes stand in the same order.

    What the user has forgotten or corrected since it was said stays away. What is kept already in nearly the same words
    (Jaccard >= .75, spec 003) strengthens that memory; the merge bands decide the rest. In a full space
    nothing gives way that one of them rests on.
    """
    if not learned:
        return []
    scope = replace(scope, spared=frozenset(id for each in learned for id in each.draft.source_ids))
    now = scope.clock()
    wanted = [
        (draft, Target(space_key(scope.tenant, scope.home(draft.space))))
        for draft in (yield from _with_known_persons(scope, learned))
    ]
    prepared = yield from with_persons(scope, prepare(scope, wanted))
    vectors = yield from embed(prepared.texts)
    spaces = {target.space for _, target in wanted}
    yield from fetch(*open_spaces(sorted(spaces), now))
    judged = list(prepared.verdicts)
    for space in sorted(spaces):
        positions = [n for n, (_, target) in enumerate(wanted) if target.space == space]
        yield from _compare(scope, space, learned, judged, positions)
        yield from _look_at_evidence(space, learned, judged, positions)
    kept = _vectors_of(prepared, judged, vectors)
    return (yield from apply(scope, Prepared(wanted, judged), kept, now, locked=True))


def _with_known_persons(scope: Scope, learned: Sequence[Learned]) -> Operation[list[MemoryDraft]]:
    names = {name for each in learned if each.names for name in _names(each.draft)}
    known = yield from persons_named(scope, names)
    learned_gates = scope.settings.decision.learned_gates
    return [
        _known(each.draft, known, learned_gates=learned_gates) if each.names else each.draft
        for each in learned
    ]


def _is_for_all(draft: MemoryDraft, *, learned_gates: bool) -> bool:
    """Tell whether all who were there may hear of it anywhere: then it may be about who took a name there."""
    public = draft.sensitivity in (None, Sensitivity.PUBLIC)
    return public and not special_data(draft.content, learned=learned_gates)


def _names(draft: MemoryDraft) -> set[str]:
    return {*draft.subjects, *((draft.stated_by,) if draft.stated_by else ())}


def _known(draft: MemoryDraft, named: Mapping[str, Named], *, learned_gates: bool) -> MemoryDraft:
    """Return a draft about known persons; about whom the registry does not know is told nowhere else."""
    told = {name: each for name, each in named.items() if name in _names(draft)}
    for_all = all(each.sure for each in told.values()) or _is_for_all(
        draft, learned_gates=learned_gates
    )
    known = {name: each.id for name, each in told.items() if each.sure or for_all}
    strangers = set(draft.subjects) - known.keys()
    return draft.model_copy(
        update={
            "subjects": tuple(dict.fromkeys(known.get(who, who) for who in draft.subjects)),
            "stated_by": known.get(draft.stated_by or "", draft.stated_by),
            "portable": draft.portable and not strangers,
        }
    )


def conclude(
    scope: Scope, learned: Sequence[Learned], evidence: Sequence[str]
) -> Operation[list[WriteOutcome]]:
    """Write what was concluded from memories, each linked to those of the `evidence` that its `source_ids` name."""
    outcomes = yield from learn(scope, learned)
    made = [each.memory for each in outcomes if each.memory and each.status == "created"]
    if not made or not evidence:
        return outcomes
    now = scope.clock()
    records = yield from _active(scope, [memory.id for memory in made] + list(evidence))
    edges = [
        change
        for memory in made
        if memory.id in records
        for change in changes.links(
            records[memory.id],
            [(records[id].uid, 1.0) for id in memory.source_ids if id in records],
            now,
            EVIDENCE,
        )
    ]
    yield from sending.write(scope, edges)
    return outcomes


def _active(scope: Scope, ids: Sequence[str]) -> Operation[dict[str, Record]]:
    """Return those of some memories that are there, by id."""
    shared = {**scope.readable(), "states": [State.ACTIVE], "now": scope.clock()}
    found = yield from fetch(
        *(Statement(query("memories_by_id"), {**shared, "id": id}) for id in dict.fromkeys(ids))
    )
    records = (Record.read(rows[0]) for rows in found if rows)
    return {record.memory.id: record for record in records}


def unfounded(scope: Scope, space: str) -> Operation[int]:
    """Soft-delete the insights of a space whose evidence has gone; return how many (spec 004, item 3).

    What is forgotten, corrected or replaced takes them with it (falling.py); this finds those whose evidence expired,
    and what is more public than it rests on: agents may use other categories by now.
    """
    (rows,) = yield from read(Statement(query("any_concluded"), {"space": space}))
    if not rows:
        return 0
    now = scope.clock()
    yield from fetch(*open_spaces([space], now))
    (rows,) = yield from fetch(Statement(query("foundations"), {"space": space}))
    gone = (soft_delete(scope, record, now, reason=UNFOUNDED) for record in map(Record.read, rows))
    yield from unseen.write(scope, chain.from_iterable(gone))
    return len(rows) + (yield from concluded.follow(scope, [space]))


def recent(
    scope: Scope,
    space: str,
    kinds: Sequence[Kind],
    *,
    since: datetime,
    limit: int,
    categories: Sequence[str],
) -> Operation[list[Memory]]:
    """Return the newest active memories of some kinds and categories, without the sensitive ones."""
    wanted = {"space": space, "kinds": list(kinds), "categories": list(categories)}
    params = {**wanted, "since": since, "limit": limit, "now": scope.clock()}
    (rows,) = yield from read(Statement(query("recent_of_kinds"), params))
    return [Record.read(row).memory for row in rows]


def latest(space: str, kind: Kind) -> Operation[datetime | None]:
    """Return when a memory of a kind was last made in a space, whatever became of it."""
    (rows,) = yield from read(Statement(query("latest_of_kind"), {"space": space, "kind": kind}))
    at: datetime | None = rows[0]["at"]
    return at


def spaces_due(
    scope: Scope, kind: str, *, since: datetime, least: int, after: str = "", limit: int = 100
) -> Operation[list[str]]:
    """Return the users' spaces in which enough was learned lately for work of a kind that is done once in a while."""
    params = {"kind": kind, "since": since, "least": least, "after": after, "limit": limit}
    (rows,) = yield from read(Statement(query("spaces_due"), {**params, "now": scope.clock()}))
    return [row["space"] for row in rows]


def _compare(
    scope: Scope,
    space: str,
    learned: Sequence[Learned],
    judged: list[MemoryDraft | Rejection],
    positions: Sequence[int],
) -> Operation[None]:
    """Replace the verdicts on what was withdrawn, and on what is kept already."""
    since = min(learned[n].said_at for n in positions)
    drafts = {n: verdict for n in positions if isinstance(verdict := judged[n], MemoryDraft)}
    rows = as_rows([{"n": n, "content": draft.content} for n, draft in drafts.items()])
    alike = {"space": space, "rows": rows, "language": scope.settings.language, "alike": ALIKE}
    gone, near = yield from fetch(
        Statement(query("withdrawn_since"), {"space": space, "since": since}),
        Statement(query("alike_by_words"), alike),
    )
    for n, draft in drafts.items():
        if any(
            row["at"] >= learned[n].said_at and repeats(draft.content, row["old"]) for row in gone
        ):
            judged[n] = WITHDRAWN
        elif known := _same_words(draft, [row for row in near if row["n"] == n]):
            judged[n] = _said_again(draft, known)


def _look_at_evidence(
    space: str,
    learned: Sequence[Learned],
    judged: list[MemoryDraft | Rejection],
    positions: Sequence[int],
) -> Operation[None]:
    """Refuse what rests on memories that went, or were corrected, while the model thought.

    What rests on them is as private as they are; on what its owner alone should read, nothing rests.
    """
    ids = sorted({memory.id for n in positions for memory in learned[n].rests_on})
    if not ids:
        return
    (rows,) = yield from fetch(Statement(query("texts_of"), {"space": space, "ids": ids}))
    found = {record.memory.id: record.memory for record in map(Record.read, rows)}
    for n in positions:
        now = [found.get(memory.id) for memory in learned[n].rests_on]
        judged[n] = _resting_on(judged[n], now, learned[n].rests_on)


def _resting_on(
    verdict: MemoryDraft | Rejection, now: Sequence[Memory | None], seen: Sequence[Memory]
) -> MemoryDraft | Rejection:
    """Return what was concluded as private as what it rests on; refuse it where that is not as the model saw it."""
    there = [memory for memory in now if memory is not None]
    if [_as_read(memory) for memory in there] != [_as_read(memory) for memory in seen]:
        return WITHDRAWN
    if isinstance(verdict, Rejection) or not there:
        return verdict
    level = strictest(verdict.sensitivity or Sensitivity.PUBLIC, as_private_as(there))
    return verdict.model_copy(update={"sensitivity": level})


def _as_read(memory: Memory) -> tuple[str, Any]:
    return memory.content, memory.sensitivity == Sensitivity.SENSITIVE


def _same_words(draft: MemoryDraft, rows: Rows) -> Record | None:
    """Return the memory that says the same in nearly the same words; another number or a negation is not the same."""
    for record in map(Record.read, rows):
        said = record.memory.content
        if (
            set(record.memory.subjects) == set(draft.subjects)
            and jaccard(draft.content, said) >= ALIKE
            and not differs_in_substance(said, draft.content)
        ):
            return record
    return None


def _said_again(draft: MemoryDraft, known: Record) -> MemoryDraft:
    """Return the draft in the words that are kept: writing it strengthens that memory."""
    memory = known.memory
    return draft.model_copy(
        update={
            "content": memory.content,
            "category": memory.category,
            "kind": memory.kind,
            "type": memory.type,
            "subjects": memory.subjects,
            "slot": None,
        }
    )


def _vectors_of(
    prepared: Prepared,
    judged: Sequence[MemoryDraft | Rejection],
    vectors: Sequence[list[float] | None],
) -> list[list[float] | None]:
    """Return the vectors of the drafts that are still wanted."""
    remaining = iter(vectors)
    kept = []
    for before, after in zip(prepared.verdicts, judged, strict=True):
        vector = next(remaining) if isinstance(before, MemoryDraft) else None
        if isinstance(after, MemoryDraft):
            kept.append(vector)
    return kept


def finish_review(scope: Scope, held: Held, upto: int) -> Operation[bool]:
    """Note that a session has been reviewed up to a turn; False when somebody else has taken it meanwhile.

    Turns that came in the meantime wait for a review of their own. What the model had said is no longer kept.
    """
    session = {"space": held.space, "session_id": held.key}
    mine, rows = yield from fetch(
        Statement(query("hold_work"), {**held.keys(), "until": scope.clock()}),
        Statement(query("lock_session"), session),
    )
    if not mine:
        return False
    marks = {**session, "upto": upto, "now": scope.clock()}
    yield from fetch(
        Statement(query("mark_reviewed"), marks),
        _afterwards(scope, held, Progress(**rows[0]) if rows else Progress(), upto),
        energy.forget_answers(held.space, job_of(held)),
    )
    return True


def mark_reviewed(scope: Scope, space: str, session_id: str, upto: int) -> Operation[None]:
    """Note that a session has been reviewed up to a turn by somebody who holds no lease."""
    marks = {"space": space, "session_id": session_id, "upto": upto, "now": scope.clock()}
    yield from fetch(
        Statement(query("mark_reviewed"), marks), Statement(query("drop_reviewed"), marks)
    )


def _afterwards(scope: Scope, held: Held, session: Progress, upto: int) -> Statement:
    if session.turn_count <= upto or session.last_turn is None:
        return Statement(query("drop_work"), held.keys())
    idle = timedelta(minutes=scope.settings.review.idle_minutes)
    later = {"due_at": session.last_turn + idle, "attempts": 0, "reason": None}
    return Statement(query("put_off"), {**held.keys(), **later})


def mark_summarised(space: str, session_id: str, upto: int, job: str) -> Operation[None]:
    """Note that a session has been summed up to a turn."""
    marks = {"space": space, "session_id": session_id, "upto": upto}
    yield from fetch(Statement(query("mark_summarised"), marks), energy.forget_answers(space, job))


def job_of(held: Held) -> str:
    """Return the name under which the answers of a piece of work are kept."""
    return f"{held.kind}:{held.key}"
