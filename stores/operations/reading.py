"""What does memory have to say to a question, and to a conversation?"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from langmem_ext.memory import Kind, Memory, QueryResult
from langmem_ext.policies.budget import count_tokens, fit
from langmem_ext.stores.operations import deltas, noting
from langmem_ext.stores.operations.filtering import memory_filter
from langmem_ext.stores.operations.searching import (
    Question,
    search,
    search_statement,
    then_statement,
)
from langmem_ext.stores.operations.turns import space_of
from langmem_ext.stores.queries import query as named
from langmem_ext.stores.records import Record
from langmem_ext.stores.requests import Operation, Rows, Statement, embed, fetch, post, read
from langmem_ext.stores.scope import Scope

logger = logging.getLogger(__name__)

MAX_ALWAYS_ON = 50
"""How many memories of the always-on categories a context looks at before the budget cuts."""

MESSAGES_AT_MOST = 200
"""How many messages of a thread are looked at for what they say themselves."""

ALWAYS_ON_SHARE, REFLECTION_SHARE = 0.4, 0.3
"""Shares of a context that always-on memories and the reflection may fill before what answers has had its turn."""

EXECUTION_CATEGORIES = ("procedural",)
"""Left out of ordinary context: fetched only by name (spec 004, item 12)."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Collect what goes into a prompt: the header, then memories in the order of their worth."""

    header: str = ""
    records: list[Record] = field(default_factory=list)

    def result(self, scope: Scope, question: Question) -> QueryResult:
        """Return what fits into the budget, and note its use; the header comes out of the budget first."""
        header = self.header if count_tokens(self.header) < question.budget_tokens else ""
        spent = count_tokens(header) + bool(header)
        memories = [record.memory for record in self.records]
        bullets = [memory.bullet() for memory in memories]
        kept, used = fit([f"- {bullet}" for bullet in bullets], question.budget_tokens - spent)
        chosen = [memories[position] for position in kept]
        scope.note_use(
            [(self.records[position].space, self.records[position].uid) for position in kept]
        )
        return QueryResult(
            header=self.header,
            bullets=tuple(bullets[position] for position in kept),
            memories=tuple(chosen) if question.returns == "full" else (),
            tokens=spent + used,
        )


def query(scope: Scope, question: Question) -> Operation[QueryResult]:
    """Answer a question: the delta first, then the memories that fit best, then what is related to them."""
    _check(scope, question)
    (vector,) = yield from embed([question.text], "query")
    if question.as_of is not None:
        (rows,) = yield from read(then_statement(scope, question, vector))
        return Reading("", _records_then(rows)).result(scope, question)
    look = deltas.peek(scope)
    *seen, rows = yield from search(scope, question, vector, *look, related=True)
    header = yield from _tell(scope, seen, question)
    return Reading(header, _records(rows)).result(scope, question)


def context(
    scope: Scope,
    text: str,
    *,
    top_k: int,
    budget_tokens: int,
    threshold: float | None,
    said_here: Sequence[str] = (),
) -> Operation[QueryResult]:
    """Return what belongs into the prompt now: header, always-on categories, what the text recalls, reflection."""
    if not scope.settings.long_term_enabled:
        return QueryResult()
    always, on_demand = _context_categories(scope)
    question = Question(
        text,
        on_demand or None,
        top_k=top_k,
        budget_tokens=budget_tokens,
        threshold=threshold,
        returns="full",
    )
    vectors = yield from embed([question.text] if question.text.strip() else [], "query")
    reads = {
        "always": always_on_statement(scope, always),
        "reflection": Statement(named("latest_reflection"), scope.readable()),
    }
    if vectors and on_demand:
        reads["found"] = search_statement(scope, question, vectors[0], related=True)
    if turns := _turns_statement(scope, said_here):
        reads["turns"] = turns
    look = deltas.peek(scope)
    rows = yield from read(*look, *reads.values())
    parts = _untold(scope, dict(zip(reads, rows[len(look) :], strict=True)))
    found = [each for each in parts.get("found", []) if each.memory.kind is not Kind.REFLECTION]
    header = yield from _tell(scope, rows[: len(look)], question)
    left = budget_tokens - count_tokens(header) - bool(header)
    found = _within_length(scope, found)
    records = _with_room(parts["always"], found, parts["reflection"], left)
    result = Reading(header, records).result(scope, question)
    status = "ok" if result.bullets else "skipped"
    noting.note(scope, noting.place_of(scope), "search", status, node="context")
    logger.info("%d memories enter a context", len(result.bullets))
    return result


def _turns_statement(scope: Scope, said_here: Sequence[str]) -> Statement | None:
    """Build the reading of which messages of the thread are kept as turns."""
    principal = scope.principal
    thread = principal.thread_id if principal else None
    in_a_chat_unnamed = scope.in_group and not (principal and principal.chat_id)
    if not (said_here and principal and thread and principal.owned()) or in_a_chat_unnamed:
        return None
    ids = list(said_here[-MESSAGES_AT_MOST:])
    params = {"space": space_of(scope), "session_id": thread, "ids": ids, "agent": scope.agent}
    return Statement(named("known_turns"), params)


def _untold(scope: Scope, found: dict[str, Rows]) -> dict[str, list[Record]]:
    """Return what was read, without what the thread's own messages say: as they said it, and nobody else."""
    here = {row["id"] for row in found.pop("turns", [])}
    thread = scope.principal.thread_id if scope.principal else None

    def is_told(record: Record) -> bool:
        memory = record.memory
        as_said = memory.updated_at == memory.created_at and memory.thread_id == thread
        return as_said and bool(memory.source_ids) and here.issuperset(memory.source_ids)

    return {
        name: [record for record in _records(rows) if not is_told(record)]
        for name, rows in found.items()
    }


def recent_statement(
    scope: Scope,
    filters: Mapping[str, Any] | None,
    *,
    limit: int,
    offset: int = 0,
    categories: list[str] | None = None,
    spaces: list[str] | None = None,
) -> Statement:
    """Build the listing of memories, last changed first."""
    kept = memory_filter(filters)
    params = {
        **scope.readable(categories),
        **({"spaces": spaces} if spaces is not None else {}),
        **kept.params,
        "now": scope.clock(),
        "limit": limit,
        "offset": offset,
    }
    return Statement(named("recent_memories").replace("{filter}", kept.text), params)


def list_memories(
    scope: Scope,
    *,
    categories: list[str] | None = None,
    filters: Mapping[str, Any] | None = None,
    limit: int = 50,
    offset: int = 0,
) -> Operation[list[Memory]]:
    """Return memories, last changed first."""
    statement = recent_statement(scope, filters, limit=limit, offset=offset, categories=categories)
    (rows,) = yield from read(statement)
    return [Record.read(row).memory for row in rows]


def always_on_statement(scope: Scope, categories: list[str]) -> Statement:
    """Build the reading of the categories that stand in every context; none of them reads nothing."""
    params = {
        **scope.readable(),
        "categories": categories,
        "now": scope.clock(),
        "limit": MAX_ALWAYS_ON,
    }
    return Statement(named("always_on"), params)


def _context_categories(scope: Scope) -> tuple[list[str], list[str]]:
    allowed = [scope.categories.get(name) for name in scope.categories.allowed(scope.agent)]
    always = [category.name for category in allowed if category.context == "all"]
    on_demand = [
        category.name
        for category in allowed
        if category.context == "rag" and category.name not in EXECUTION_CATEGORIES
    ]
    return always, on_demand


def _tell(scope: Scope, seen: list[Rows], question: Question) -> Operation[str]:
    """Return the delta header and move the cursor past it; one that does not fit the budget waits for the next look."""
    if not deltas.is_news(seen):
        return ""
    rows = yield from fetch(*deltas.look(scope))
    header = deltas.read(rows).header
    if header and count_tokens(header) + 1 > question.budget_tokens:
        return ""
    yield from post(*deltas.moves(scope, rows))
    return header


def _within_length(scope: Scope, found: list[Record]) -> list[Record]:
    """Keep at most `rag_length` memories of each category (spec 004, item 5)."""
    taken: Counter[str] = Counter()
    kept = []
    for record in found:
        category = record.memory.category
        known = scope.categories.by_name.get(category)
        length = known.rag_length if known else None
        if length is None or taken[category] < length:
            kept.append(record)
            taken[category] += 1
    return kept


def _with_room(
    always: list[Record], found: list[Record], reflection: list[Record], budget: int
) -> list[Record]:
    """Return what there is room for in a context, in the order in which it is told."""
    sure = _fitting(always, int(budget * ALWAYS_ON_SHARE))
    sure |= _fitting(reflection, int(budget * REFLECTION_SHARE))
    answers = {record.uid for record in found}
    told = _distinct([*always, *found, *reflection])
    kept = _fitting(
        sorted(told, key=lambda it: (it.uid not in sure, it.uid not in answers)), budget
    )
    return [record for record in told if record.uid in kept]


def _fitting(records: list[Record], budget: int) -> set[UUID]:
    places, _ = fit([f"- {record.memory.bullet()}" for record in records], budget)
    return {records[place].uid for place in places}


def _check(scope: Scope, question: Question) -> None:
    """Refuse a question before anything is embedded for it."""
    scope.readable(question.named)
    memory_filter(question.filters)


def related_statement(
    scope: Scope,
    uids: list[UUID],
    categories: list[str] | None = None,
    filters: Mapping[str, Any] | None = None,
    *,
    limit: int,
) -> Statement:
    """Build the reading of what edges join to some memories, strongest first."""
    kept = memory_filter(filters)
    params = {
        **scope.readable(categories),
        **kept.params,
        "uids": uids,
        "except_uids": uids,
        "now": scope.clock(),
        "limit": limit,
    }
    return Statement(named("related").replace("{filter}", kept.text), params)


def _records(rows: Rows) -> list[Record]:
    return [Record.read(row) for row in rows]


def _records_then(rows: Rows) -> list[Record]:
    return [Record.read(row).changed(content=row["text_then"]) for row in rows]


def _distinct(records: list[Record]) -> list[Record]:
    return list({record.uid: record for record in reversed(records)}.values())[::-1]
