"""How does one batch of BaseStore operations run?

As LangGraph documents it: every op is checked before any runs; reads see the state before the batch's puts; the last
put of a key counts; the whole batch is one transaction. Memory namespaces are governed, all others hold ordinary items.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from heapq import merge
from itertools import chain

from langgraph.store.base import (
    GetOp,
    Item,
    ListNamespacesOp,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    validate_op_namespace,
)

from langmem_ext.errors import InvalidMemory
from langmem_ext.memory import MemoryDraft, WriteOutcome
from langmem_ext.namespaces import (
    ROOT,
    MemoryNamespace,
    parse_namespace,
    space_key,
)
from langmem_ext.principal import SPACE_KINDS
from langmem_ext.stores import jsonb
from langmem_ext.stores.operations import falling, items
from langmem_ext.stores.operations.about import attending
from langmem_ext.stores.operations.coverage import (
    Prefix,
    Within,
    covered,
    memory_namespaces,
    namespace_of,
    require_within,
    spaces_within,
)
from langmem_ext.stores.operations.drafts import draft_from_value, value_of
from langmem_ext.stores.operations.filtering import json_filter
from langmem_ext.stores.operations.namespaces_match import cut, literal_prefix
from langmem_ext.stores.operations.namespaces_match import page as page_of
from langmem_ext.stores.operations.reading import recent_statement
from langmem_ext.stores.operations.rows import as_rows
from langmem_ext.stores.operations.searching import Question, search
from langmem_ext.stores.operations.spaces import open_spaces
from langmem_ext.stores.operations.surroundings import Target
from langmem_ext.stores.operations.vanishing import soft_delete
from langmem_ext.stores.operations.write import (
    Prepared,
    apply,
    as_principal,
    prepare,
    said_by,
    with_persons,
)
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import Record
from langmem_ext.stores.requests import Operation, Statement, embed, fetch
from langmem_ext.stores.scope import Scope

_Found = tuple[SearchItem, Record | None]


@dataclass(slots=True)
class _Batch:
    """Hold the ops of a batch by what they need, each with its place among the results."""

    scope: Scope
    index: items.ItemIndex | None
    omit_expired: bool
    now: datetime
    results: list[Result]
    item_gets: list[tuple[int, GetOp]] = field(default_factory=list)
    memory_gets: list[tuple[int, GetOp, MemoryNamespace]] = field(default_factory=list)
    searches: list[tuple[int, SearchOp]] = field(default_factory=list)
    listings: list[tuple[int, ListNamespacesOp]] = field(default_factory=list)
    item_puts: list[PutOp] = field(default_factory=list)
    memory_puts: dict[tuple[Prefix, str], tuple[PutOp, MemoryNamespace]] = field(
        default_factory=dict
    )

    @property
    def distance(self) -> items.Distance:
        """Return how the vectors of items are compared."""
        return self.index.distance if self.index else "cosine"


def batch(
    scope: Scope, ops: Sequence[Op], *, index: items.ItemIndex | None, omit_expired: bool
) -> Operation[list[Result]]:
    """Run the ops and return their results in order."""
    work = _Batch(scope, index, omit_expired, scope.clock(), [None] * len(ops))
    for place, op in enumerate(ops):
        _sort_in(work, place, op)
    prepared, deletions = _prepare_memories(work)
    prepared = yield from with_persons(scope, prepared)
    texts = items.texts_of(work.item_puts, index)
    queries = list(dict.fromkeys(op.query for _, op in work.searches if op.query))
    vectors = yield from embed(texts)
    meant = yield from embed(prepared.texts, "memory")
    asked = yield from embed(queries, "query")
    yield from _read(work, dict(zip(queries, asked, strict=True)))
    statements = items.put_statements(work.item_puts, now=work.now, index=index, vectors=vectors)
    if statements:
        yield from fetch(*statements)
    yield from _write_memories(work, prepared, meant, deletions)
    return work.results


# Sorting: what kind of op is it, and may it run at all?


def _sort_in(work: _Batch, place: int, op: Op) -> None:
    validate_op_namespace(op)
    if isinstance(op, GetOp):
        _sort_get(work, place, op)
    elif isinstance(op, SearchOp):
        work.searches.append((place, _bounded_search(op)))
    elif isinstance(op, ListNamespacesOp):
        work.listings.append((place, _bounded_listing(op)))
    elif isinstance(op, PutOp):
        _sort_put(work, op)
    else:
        raise ValueError(f"unknown operation {type(op).__name__}")


def _bounded_search(op: SearchOp) -> SearchOp:
    items.check_page(op.limit, op.offset)
    return op._replace(limit=min(op.limit, items.MOST), offset=min(op.offset, items.MOST))


def _bounded_listing(op: ListNamespacesOp) -> ListNamespacesOp:
    items.check_page(op.limit, op.offset, op.max_depth or 0)
    return op._replace(
        limit=min(op.limit, items.MOST),
        offset=min(op.offset, items.MOST),
        max_depth=None if op.max_depth is None else min(op.max_depth, items.MOST),
    )


def _sort_get(work: _Batch, place: int, op: GetOp) -> None:
    namespace = parse_namespace(tuple(op.namespace))
    if namespace is None:
        work.item_gets.append((place, op))
    else:
        _require_readable(work.scope, namespace)
        if jsonb.storable("".join((*op.namespace, op.key))):  # else there is nothing to find
            work.memory_gets.append((place, op, namespace))


def _sort_put(work: _Batch, op: PutOp) -> None:
    namespace = parse_namespace(tuple(op.namespace))
    if namespace is None:
        _require_plain(tuple(op.namespace))
        items.check_item_put(op)
        work.item_puts.append(op)
    else:
        items.check_item_put(
            op._replace(value=op.value and {})
        )  # the value is a memory's, judged later
        work.scope.require_namespace(namespace)
        work.memory_puts[tuple(op.namespace), op.key] = (op, namespace)


def _require_plain(labels: Prefix) -> None:
    """Refuse what was surely meant as a memory namespace: as an ordinary item it would be governed by nobody."""
    looks_governed = len(labels) == 5 or (len(labels) > 2 and labels[2] in SPACE_KINDS)
    if labels[:1] == (ROOT,) and looks_governed:
        raise InvalidMemory(
            'a memory namespace has five labels: ("memory", tenant, "user" | "chat" | "app", id, category)'
        )


def _require_readable(scope: Scope, namespace: MemoryNamespace) -> None:
    """Let a trusted job read anything; hold a principal to its spaces and its agent's categories."""
    if scope.principal is not None:
        within = Within(
            namespace.tenant, namespace.space_kind, namespace.space_id, namespace.category
        )
        require_within(scope, within)


# Reading


def _read(work: _Batch, vectors: dict[str, list[float] | None]) -> Operation[None]:
    yield from _read_gets(work)
    for place, op in work.searches:
        work.results[place] = yield from _search(work, op, vectors.get(op.query or ""))
    for place, listing in work.listings:
        work.results[place] = yield from _list(work, listing)


def _read_gets(work: _Batch) -> Operation[None]:
    if work.item_gets:
        ops = [op for _, op in work.item_gets]
        found = yield from items.get_items(ops, now=work.now, omit_expired=work.omit_expired)
        for (place, _), item in zip(work.item_gets, found, strict=True):
            work.results[place] = item
    if work.memory_gets:
        yield from _get_memories(work)


def _get_memories(work: _Batch) -> Operation[None]:
    scope = work.scope
    keys = [(space_key(ns.tenant, ns.space), ns.category, op.key) for _, op, ns in work.memory_gets]
    readable = scope.readable()
    params = {
        **readable,
        "spaces": readable["spaces"] if scope.principal else None,
        "key_spaces": [space for space, _, _ in keys],
        "key_categories": [category for _, category, _ in keys],
        "key_ids": [key for _, _, key in keys],
        "now": work.now,
    }
    (rows,) = yield from fetch(Statement(query("active_by_keys"), params))
    found = {
        (record.space, record.memory.category, record.memory.id): record
        for record in map(Record.read, rows)
    }
    for key, (place, op, _) in zip(keys, work.memory_gets, strict=True):
        if record := found.get(key):
            work.results[place] = _item(record, tuple(op.namespace))
    refreshed = [
        found[key]
        for key, (_, op, _) in zip(keys, work.memory_gets, strict=True)
        if op.refresh_ttl and key in found
    ]
    yield from _refresh(refreshed, work.now)


def _refresh(records: list[Record], now: datetime) -> Operation[None]:
    timed = [record for record in records if record.ttl_minutes is not None]
    if timed:
        params = {
            "key_spaces": [record.space for record in timed],
            "uids": [record.uid for record in timed],
            "now": now,
        }
        yield from fetch(Statement(query("refresh_ttl"), params, reading=""))


def _search(work: _Batch, op: SearchOp, vector: list[float] | None) -> Operation[list[SearchItem]]:
    within = covered(tuple(op.namespace_prefix))
    if within is None:
        return (
            yield from items.search_items(
                op,
                now=work.now,
                query_vector=vector,
                omit_expired=work.omit_expired,
                distance=work.distance,
            )
        )
    require_within(work.scope, within)
    first_page = op._replace(
        filter=json_filter(op.filter), limit=op.limit + op.offset, offset=0, refresh_ttl=False
    )
    plain = yield from items.search_items(
        first_page,
        now=work.now,
        query_vector=vector,
        omit_expired=work.omit_expired,
        distance=work.distance,
    )
    records = yield from _search_memories(work, op, within, vector)
    found = _merged(plain, records)
    page = found[op.offset : op.offset + op.limit]
    if op.refresh_ttl:
        yield from _refresh_found(page, work.now)
    return [item for item, _ in page]


def _merged(plain: list[SearchItem], records: list[Record]) -> list[_Found]:
    """Merge two searches, each in its order: the page after this one goes on where it ends."""
    ours: list[_Found] = [(_search_item(record), record) for record in records]
    theirs: list[_Found] = [(item, None) for item in plain]
    return list(merge(theirs, ours, key=lambda found: items.search_order(found[0])))


def _refresh_found(page: list[_Found], now: datetime) -> Operation[None]:
    plain = [item for item, record in page if record is None]
    if plain:
        yield from fetch(items.refresh_statement(plain, now=now))
    yield from _refresh([record for _, record in page if record is not None], now)


def _search_memories(
    work: _Batch, op: SearchOp, within: Within, vector: list[float] | None
) -> Operation[list[Record]]:
    spaces = yield from spaces_within(work.scope, within)
    end = op.limit + op.offset
    if not spaces or not end:
        return []
    categories = _named_category(work.scope, within)
    if categories == []:
        return []
    if op.query and op.query.strip():
        question = Question(op.query, categories, op.filter, top_k=end)
        (rows,) = yield from search(work.scope, question, vector, spaces=spaces)
    else:
        statement = recent_statement(
            work.scope, op.filter, limit=end, categories=categories, spaces=spaces
        )
        (rows,) = yield from fetch(statement)
    return [Record.read(row) for row in rows]


def _named_category(scope: Scope, within: Within) -> list[str] | None:
    """Return the categories to search: None for any that may be read, [] for one that nobody configured."""
    if within.category is None:
        return None
    return [within.category] if within.category in scope.categories.by_name else []


def _list(work: _Batch, op: ListNamespacesOp) -> Operation[list[Prefix]]:
    plain = yield from fetch(items.list_statement(op, now=work.now, omit_expired=work.omit_expired))
    sources = [items.parse_namespaces(plain[0])]
    within = covered(literal_prefix(op)[:5])
    if within is not None:
        sources.append(cut((yield from memory_namespaces(work.scope, within)), op))
    return page_of(op, *sources)


def _item(record: Record, namespace: Prefix) -> Item:
    memory = record.memory
    return Item(
        value=value_of(memory),
        key=memory.id,
        namespace=namespace,
        created_at=memory.created_at,
        updated_at=memory.updated_at,
    )


def _search_item(record: Record) -> SearchItem:
    memory = record.memory
    return SearchItem(
        namespace=namespace_of(record.space, memory.category),
        key=memory.id,
        value=value_of(memory),
        created_at=memory.created_at,
        updated_at=memory.updated_at,
        score=memory.score,
    )


# Writing


def _prepare_memories(work: _Batch) -> tuple[Prepared, list[tuple[str, str, str]]]:
    """Judge the memory puts before anything runs, and name the memories that are to go."""
    wanted: list[tuple[MemoryDraft, Target]] = []
    deletions = []
    for op, namespace in work.memory_puts.values():
        space = space_key(namespace.tenant, namespace.space)
        if op.value is None:
            deletions.append((space, namespace.category, op.key))
            continue
        target = Target(space, key=op.key, ttl_minutes=op.ttl, wants_vector=op.index is not False)
        draft = draft_from_value(op.value, namespace.category)
        wanted.append((said_by(work.scope, draft), target))
    prepared = as_principal(work.scope, prepare(work.scope, wanted))
    prepared.require_accepted()
    return prepared, deletions


def _write_memories(
    work: _Batch,
    prepared: Prepared,
    vectors: Sequence[list[float] | None],
    deletions: list[tuple[str, str, str]],
) -> Operation[None]:
    spaces = [*prepared.spaces, *(space for space, _, _ in deletions)]
    if not spaces:
        return
    yield from fetch(*open_spaces(spaces, work.now), *attending(work.scope))
    yield from _delete(work.scope, work.now, deletions)
    outcomes = yield from apply(work.scope, prepared, vectors, work.now, locked=True)
    _raise_refused(outcomes)


def _delete(scope: Scope, now: datetime, keys: Sequence[tuple[str, str, str]]) -> Operation[None]:
    if not keys:
        return
    names = ("space", "category", "id")
    rows = as_rows([dict(zip(names, key, strict=True)) for key in keys])
    (found,) = yield from fetch(Statement(query("memories_by_key"), {"rows": rows}))
    active = (record for record in map(Record.read, found) if record.active and not record.secret)
    gone = (soft_delete(scope, record, now, reason="deleted") for record in active)
    yield from falling.write(scope, chain.from_iterable(gone))


def _raise_refused(outcomes: list[WriteOutcome]) -> None:
    for outcome in outcomes:
        if outcome.status in ("rejected", "proposed"):
            raise InvalidMemory(outcome.detail or "refused", outcome.reason or "invalid")
