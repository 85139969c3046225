"""What happened, how much is there, and what is kept about a principal?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from pydantic import BaseModel
from pydantic_core import to_jsonable_python

from langmem_ext.errors import InvalidMemory
from langmem_ext.memory import HistoryEvent, Memory, MemoryStats, State, Turn
from langmem_ext.namespaces import split_space_key
from langmem_ext.policies import lifecycle
from langmem_ext.stores.operations import changes, noting, people, sending
from langmem_ext.stores.operations.lifecycle import LIVING, find, find_all
from langmem_ext.stores.operations.noting import Noted
from langmem_ext.stores.operations.reading import related_statement
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import Record
from langmem_ext.stores.requests import Operation, Row, Rows, Statement, fetch, read
from langmem_ext.stores.scope import Scope
from langmem_ext.stores.walls import wall


def history(scope: Scope, id: str | None = None, limit: int = 50) -> Operation[list[HistoryEvent]]:
    """Return the audited events of a memory, or of all that may be read; newest first."""
    params = {**scope.readable(), "id": id, "limit": limit}
    (rows,) = yield from read(Statement(query("history"), params))
    return [HistoryEvent.model_validate(row) for row in rows]


def stats(scope: Scope, noted: Iterable[Noted] = ()) -> Operation[MemoryStats]:
    """Count memories, turns, sessions and events that the principal may see, those not written yet among them."""
    params = {**scope.readable(), "now": scope.clock(), "agent": scope.agent}
    said_by = ("count_turns_seen",) if scope.agent else ("count_turns", "count_said")
    names = ("count_memories", "count_events", "calls_of_spaces", "count_shared", *said_by)
    memories, events, calls, *counts = yield from read(
        *(Statement(query(name), params) for name in names)
    )
    said = {name: count for (row,) in counts for name, count in row.items()}
    happened = _events(scope, events, noted)
    guarded = scope.agent is not None or scope.in_group
    active = [row for row in memories if row["state"] == State.ACTIVE]
    return MemoryStats(
        total=sum(row["count"] for row in active),
        shared=said["shared"],
        by_category=_sums(active, "category"),
        by_kind=_sums(active, "kind"),
        by_state=_sums(memories, "state"),
        turns=said["turns"],
        sessions=said["sessions"],
        latest=max((row["latest"] for row in active), default=None),
        events=happened,
        recall_share=_share(
            sum(row["count"] for row in events if row["op"] == "recall"), said["said"]
        ),
        first_pass=None if guarded else _first_pass(calls),
        injected=_injected(happened),
        units=None if guarded else float(sum(row["units"] or 0 for row in calls)),
    )


def _events(scope: Scope, written: Rows, noted: Iterable[Noted]) -> dict[str, int]:
    counted = Counter(
        {f"{row['node']}.{row['op']}.{row['status']}": row["count"] for row in written}
    )
    counted.update(each.name for each in noting.seen(scope, noted))
    return dict(sorted(counted.items()))


def _injected(happened: Mapping[str, int]) -> float | None:
    """Return the share of contexts that memories entered."""
    with_some = happened.get("context.search.ok", 0)
    return _share(with_some, with_some + happened.get("context.search.skipped", 0))


def _first_pass(calls: Rows) -> float | None:
    """Return the share of checked items that passed; whoever sees a part of a space is not told of the rest."""
    return _share(sum(row["passed"] for row in calls), sum(row["items"] for row in calls))


def _share(part: float, whole: float) -> float | None:
    return float(part / whole) if whole else None


def _sums(rows: Rows, column: str) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for row in rows:
        counts[row[column]] += row["count"]
    return dict(sorted(counts.items()))


def export(scope: Scope) -> Operation[list[dict[str, Any]]]:
    """Return everything kept about a principal as JSON-able dicts, each kind oldest first."""
    names = (*_EXPORTED, "people", "sessions", "versions", "relations", "entities")
    user = scope.principal.user_id if scope.principal else None
    said, *found = yield from read(
        people.statement(scope, "person_of_user", user=user),
        *(Statement(query(f"export_{name}"), scope.readable()) for name in names),
    )
    memories, events, turns, known = found[:4]
    for person in known:  # to register somebody under the user's id links them as well
        person["is_linked"] = person["is_linked"] or {"id": person["id"]} in said
    return [
        *({"record": "memory", **_json(Record.read(row).memory)} for row in memories),
        *(
            {"record": "history", **_json(HistoryEvent.model_validate(row)), **_place(row)}
            for row in events
        ),
        *(
            {"record": "turn", **_json(Turn.model_validate(row)), "agent_id": row["agent_id"]}
            for row in turns
        ),
        *(
            {"record": record, **to_jsonable_python(row), **_space(row)}
            for record, rows in zip(_RECORDS, found[3:], strict=True)
            for row in rows
        ),
    ]


_EXPORTED = ("memories", "history", "turns")
_RECORDS = ("person", "session", "version", "relation", "entity")


def _space(row: Row) -> dict[str, Any]:
    """Return the space of a row as callers write it."""
    return {"space": split_space_key(row["space"])[1]} if "space" in row else {}


def _place(row: Row) -> dict[str, Any]:
    """Return where an event belongs."""
    return {"category": row["category"], "sensitivity": row["sensitivity"], **_space(row)}


def _json(value: BaseModel) -> dict[str, Any]:
    return value.model_dump(mode="json", exclude={"score", "said_by"})


def relate(
    scope: Scope, a: str, b: str, relation_type: str = "related_to", strength: float = 1.0
) -> Operation[None]:
    """Draw an edge from one memory to another of the same space; an edge that is there keeps its greater strength."""
    if not 0 <= strength <= 1:
        raise InvalidMemory("the strength of a relation lies between 0 and 1")
    now = scope.clock()
    source, target = yield from find_all(scope, (a, b), LIVING)
    if source.space != target.space:
        raise InvalidMemory("memories of different spaces cannot be related")
    meta = {"to": target.memory.id, "relation_type": relation_type}
    audit = changes.record_history(scope, source, now, event="LINK", meta=meta)
    edge = changes.links(source, [(target.uid, strength)], now, relation_type)
    yield from sending.write(scope, [*edge, audit])


def related(scope: Scope, id: str, limit: int = 10) -> Operation[list[Memory]]:
    """Return the memories that edges join to a memory, strongest first."""
    record = yield from find(scope, id, LIVING)
    (rows,) = yield from fetch(related_statement(scope, [record.uid], limit=limit))
    return list({row["uid"]: Record.read(row).memory for row in rows}.values())


def boost(used: Sequence[tuple[str, UUID, int]], scope: Scope) -> Operation[None]:
    """Strengthen memories that were used in context (memory model, Decay): (space, uid, how often)."""
    params = {
        "key_spaces": [space for space, _, _ in used],
        "uids": [uid for _, uid, _ in used],
        "uses": [uses for _, _, uses in used],
        "now": scope.clock(),
        "boost": lifecycle.USE_BOOST,
        "floor": scope.settings.decision.min_relevance_score,
    }
    # carried along by whoever writes next, whose memories they are or not
    yield from fetch(wall(None), Statement(query("boost_accessed"), params))
