"""How does what was exported come back, in another database?

Rows come back as they were, with the ids by which callers know them. What is there already stays as it is, so a
restore that was interrupted is run again. Every text passes the gates against secrets and special data first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from langmem_ext.errors import InvalidMemory, LangMemError, PersonNotFound, UnknownCategory
from langmem_ext.memory import Memory, RestoreReceipt, explain
from langmem_ext.namespaces import space_key
from langmem_ext.policies.gates import (
    guard_special_data,
    is_made_id,
    refuse_secrets,
    written_out,
)
from langmem_ext.policies.secrets import find_secrets
from langmem_ext.policies.writing import Rejection
from langmem_ext.stores.operations import changes, falling, people, unseen
from langmem_ext.stores.operations.drafts import draft_of
from langmem_ext.stores.operations.erasing import user_of
from langmem_ext.stores.operations.giving_way import give_way
from langmem_ext.stores.operations.rows import as_rows
from langmem_ext.stores.operations.spaces import open_spaces, spaces_about
from langmem_ext.stores.operations.turns import NewTurn, add_turns, known_turns
from langmem_ext.stores.operations.write import rules_of
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import Record, new_id
from langmem_ext.stores.requests import Commit, Operation, Row, Statement, embed, fetch
from langmem_ext.stores.scope import Scope

BATCH = 200
"""Records in one transaction."""

_TEXTS = ("old", "new", "text", "actor", "relation_type", "session_id", "thread_id", "memory_id")

Line = Mapping[str, Any]


@dataclass(slots=True)
class Restoring:
    """Carry for whom records are restored, which persons that user was, and what became of them."""

    scope: Scope
    user_id: str
    was: set[str] = field(default_factory=set)
    restored: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    total: Counter[str] = field(default_factory=Counter)

    def receipt(self) -> RestoreReceipt:
        """Return what became of the records, those that nobody restores left out."""
        known = self.total - self.restored
        return RestoreReceipt(
            restored=dict(sorted((+self.restored).items())),
            known=sum(known.values()) - sum(self.refused.values()),
            refused=dict(sorted(self.refused.items())),
        )

    def home(self, space: str) -> str | None:
        """Return the key of the space that a record goes to: the user's own, or an app's that the view is bound to."""
        if space.startswith("user:"):
            return space_key(self.scope.tenant, f"user:{self.user_id}")
        key = space_key(self.scope.tenant, space)
        return key if key in self.scope.spaces else None

    def refuse(self, reason: str) -> None:
        """Count a record that does not come back."""
        self.refused[reason] += 1


def restore(
    scope: Scope, lines: Iterable[Any], *, trusted: bool = False
) -> Operation[RestoreReceipt]:
    """Restore exported records for the view's own user; raises InvalidMemory for what is none.

    For a trusted job the user is the person again that it was: anybody can write that into an export.
    """
    job = Restoring(scope, user_of(scope))
    kinds: dict[str, list[Line]] = {name: [] for name in _RESTORERS}
    for line in lines:
        if not isinstance(line, Mapping) or not isinstance(line.get("record"), str):
            raise InvalidMemory('not an export: each line is an object with a "record"')
        if line["record"] in kinds:
            kinds[line["record"]].append(line)
    if trusted:
        yield from _link_user(job, [line for line in kinds["person"] if line.get("is_linked")])
    yield from _tell_user(job, kinds["person"])
    for name, restorer in _RESTORERS.items():
        job.total[name] = len(kinds[name])
        for start in range(0, len(kinds[name]), BATCH):
            yield Commit()
            try:
                yield from restorer(job, kinds[name][start : start + BATCH])
            except (KeyError, TypeError, ValueError) as error:
                if isinstance(error, LangMemError):
                    raise
                raise InvalidMemory(f"not an export: a {name} lacks or garbles a field") from None
    return job.receipt()


def _tell_user(job: Restoring, lines: Sequence[Line]) -> Operation[None]:
    """Note as which persons the user was known, and is not here: what is about them is about the user."""
    ids = [line.get("id") for line in lines if line.get("is_user") is True]
    is_now = yield from people.who(job.scope)
    job.was = {id for id in ids if isinstance(id, str)} - set(is_now)
    yield Commit()


def _link_user(job: Restoring, lines: Sequence[Line]) -> Operation[None]:
    """Let the user be the persons that the application said it was, unless it is another one here."""
    registry = replace(job.scope, principal=None, of_tenant=job.scope.tenant)
    job.total["link"] = len(lines)
    for line in lines:
        yield Commit()
        yield from _people(job, [line])
        asked = people.statement(registry, "person_of_user", user=job.user_id)
        (linked,) = yield from fetch(asked)
        if linked and linked[0]["id"] != line["id"]:
            job.refuse("link")
        elif not linked:
            yield from people.link_user(registry, line["id"], job.user_id)
            job.restored["link"] += 1
    yield Commit()  # who the user is, the next transaction knows


# Memories


def _memories(job: Restoring, lines: Sequence[Line]) -> Operation[None]:
    records = [record for line in lines if (record := _record(job, line))]
    vectors = yield from embed([each.memory.content for each in records if each.active], "memory")
    yield Commit()
    now, remaining = job.scope.clock(), iter(vectors)
    spaces = [space for each in records for space in _spaces(each)]
    yield from fetch(*open_spaces(spaces, now))
    known, filled = yield from fetch(_by_key(records), _holders(records))
    keyed = {row["n"]: Record.read(row) for row in known}
    holders = {row["n"]: Record.read(row) for row in filled}
    gone = {number for number, record in keyed.items() if not _gives_way(record)}
    for number, record in holders.items():
        if number not in gone and not record.secret:
            gone.add(number)
            job.refuse("slot")
    made: list[changes.Change] = []
    for number, record in enumerate(records):
        vector = next(remaining) if record.active else None
        if number in gone:
            continue
        before = {"keyed": keyed.get(number), "holder": holders.get(number)}
        made += give_way(job.scope, now, record.memory, **before)
        made.append(changes.save(record))
        made += _indexed(job, record, vector)
        job.restored["memory"] += 1
    yield from falling.write(job.scope, made)


def _gives_way(record: Record) -> bool:
    """Tell whether what stands under the key of a record may not be known of; an id that the store made is no guess."""
    return record.secret and record.memory.id != str(record.uid)


def _record(job: Restoring, line: Line) -> Record | None:
    """Return a memory as it will be kept; none for one that a gate refuses."""
    space = job.home(line["space"])
    if space is None:
        job.refuse("space")
        return None
    fields = _renamed({**line, "tenant": job.scope.tenant}, line["space"], job.user_id)
    subjects = fields.get("subjects", ())
    fields["subjects"] = list(
        dict.fromkeys(job.user_id if who in job.was else who for who in subjects)
    )
    try:
        memory = Memory.model_validate({**fields, "space": space.partition("/")[2], "score": None})
        job.scope.categories.get(memory.category)
        verdict = refuse_secrets(draft_of(memory), rules_of(job.scope))
        if not isinstance(verdict, Rejection):
            verdict = guard_special_data(verdict, rules_of(job.scope))
    except UnknownCategory:
        job.refuse("category")
        return None
    except ValidationError as error:
        raise InvalidMemory(explain(error)) from None
    if isinstance(verdict, Rejection):
        job.refuse(verdict.reason)
        return None
    return Record.new(memory.model_copy(update={"sensitivity": verdict.sensitivity}))


def _renamed(fields: dict[str, Any], space: str, user_id: str) -> dict[str, Any]:
    """Let a user's records say the user's name here, where that is another; what is in its space the user has said."""
    before = space.removeprefix("user:")
    if space.startswith("user:") and fields.get("stated_by") is not None:
        fields = {**fields, "stated_by": before}
    if not space.startswith("user:") or before == user_id:
        return fields
    named = {
        name: user_id for name in ("user_id", "stated_by", "actor_id") if fields.get(name) == before
    }
    about = [user_id if who == before else who for who in fields.get("subjects", ())]
    return {**fields, **named, "subjects": about}


def _spaces(record: Record) -> list[str]:
    memory = record.memory
    return [record.space, *spaces_about(record.space, memory.subjects, portable=memory.portable)]


def _by_key(records: Sequence[Record]) -> Statement:
    keys = [
        {"space": each.space, "category": each.memory.category, "id": each.memory.id}
        for each in records
    ]
    return Statement(query("memories_by_key"), {"rows": as_rows(keys)})


def _holders(records: Sequence[Record]) -> Statement:
    """Ask which slots are filled already; only what is active fills one."""
    rows = [
        {
            "space": each.space,
            "slot": each.memory.slot if each.active else None,
            "subjects": each.memory.subjects,
        }
        for each in records
    ]
    return Statement(query("slot_holders"), {"rows": as_rows(rows)})


def _indexed(job: Restoring, record: Record, vector: list[float] | None) -> list[changes.Change]:
    if not record.active:
        return []
    return changes.index(job.scope, record, vector, record.memory.created_at)


# What tells of them


def _rows_for(name: str, statement: str) -> Any:
    """Return what restores records of one kind by one statement."""

    def restorer(job: Restoring, lines: Sequence[Line]) -> Operation[None]:
        rows = list(_rows(job, lines))
        spaces = sorted({row["space"] for row in rows})
        yield from fetch(*open_spaces(spaces, job.scope.clock()))
        (kept,) = yield from fetch(Statement(query(statement), {"rows": as_rows(rows)}))
        job.restored[name] += kept[0]["count"]

    return restorer


def _rows(job: Restoring, lines: Sequence[Line]) -> Iterator[Row]:
    for line in lines:
        space = job.home(line["space"])
        texts = [line[name] for name in _TEXTS if isinstance(line.get(name), str)]
        if space is None:
            job.refuse("space")
        elif _tells_a_secret(*texts, written_out(line.get("meta") or {})):
            job.refuse("secret")
        else:
            row = _renamed(dict(line), line["space"], job.user_id)
            yield {**row, "space": space, "history_id": new_id()}


def _tells_a_secret(*texts: str) -> bool:
    return any(find_secrets(text, learned=False) for text in texts if not is_made_id(text))


def _turns(job: Restoring, lines: Sequence[Line]) -> Operation[None]:
    known: set[tuple[str, str]] = set()
    for session in {line["session_id"] for line in lines}:
        ids = [line["id"] for line in lines if line["session_id"] == session]
        known |= {(session, id) for id in (yield from known_turns(job.scope, session, ids))}
    yield Commit()
    for line in lines:
        if (line["session_id"], line["id"]) in known:
            continue
        if _tells_a_secret(*(line[name] for name in ("session_id", "id", "role"))):
            job.refuse("secret")
            continue
        turn = NewTurn(
            line["role"], line["content"], line["session_id"], datetime.fromisoformat(line["at"]),
            line["id"], line.get("speaker"),
        )  # fmt: skip
        yield from add_turns(_kept_by(job.scope, line.get("agent_id")), [turn])
        job.restored["turn"] += 1


def _kept_by(scope: Scope, agent: str | None) -> Scope:
    """Return the scope of who kept a turn: other agents do not find it."""
    return scope.bound(replace(scope.principal, agent=agent)) if scope.principal else scope


def _people(job: Restoring, lines: Sequence[Line]) -> Operation[None]:
    for line in lines:
        try:
            yield from people.get(job.scope, line["id"])
        except PersonNotFound:
            yield from _add_person(job, line)


def _add_person(job: Restoring, line: Line) -> Operation[None]:
    names: dict[str, Any] = {
        name: line.get(name) for name in ("id", "aliases", "usernames", "relationship")
    }
    try:
        yield from people.add(job.scope, line["name"], **names)
    except InvalidMemory as error:
        return job.refuse(error.reason)
    job.restored["person"] += 1


_draw = _rows_for("relation", "restore_relations")


def _relations(job: Restoring, lines: Sequence[Line]) -> Operation[None]:
    """Draw edges as they were drawn, but for agents who may use other categories here."""
    yield from _draw(job, lines)
    spaces = sorted({space for line in lines if (space := job.home(line["space"]))})
    yield from unseen.choose_again_in(job.scope, spaces)


_RESTORERS = {
    "person": _people,
    "memory": _memories,
    "version": _rows_for("version", "restore_versions"),
    "history": _rows_for("history", "restore_history"),
    "relation": _relations,
    "session": _rows_for("session", "restore_sessions"),
    "turn": _turns,
}
"""In the order in which records need each other; entities are found anew in the texts."""
