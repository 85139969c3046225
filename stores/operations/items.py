"""How are ordinary items kept?

An item of a plain namespace is LangGraph's: a JSON object under a key, with optional vectors and an
optional expiry. A batch refuses unfit puts (`check_item_put`) and embeds (`texts_of`) first, then
sends all its statements together, reads before puts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeAlias, cast

from langgraph.store.base import (
    GetOp,
    InvalidNamespaceError,
    Item,
    ListNamespacesOp,
    PutOp,
    SearchItem,
    SearchOp,
    get_text_at_path,
    validate_op_namespace,
)
from psycopg import sql

from langmem_ext.errors import InvalidItem
from langmem_ext.stores import jsonb
from langmem_ext.stores.filters import compile_filter
from langmem_ext.stores.operations.namespaces_match import (
    Namespace,
    literal_prefix,
    matching,
    scope,
)
from langmem_ext.stores.queries import query
from langmem_ext.stores.requests import Operation, Rows, Statement, fetch
from langmem_ext.stores.vectors import length_of

RESERVED_ROOT = "langgraph"
"""Root label that LangGraph keeps for itself (langgraph.store.base, put)."""

LONGEST_TTL = 1000 * 365.25 * 24 * 60
"""Minutes: a thousand years, far from the last date that Python and Postgres can both hold."""

LONGEST_ADDRESS = 2600
"""Bytes of a namespace and a key together; a b-tree entry holds 2,704 with its overhead."""


Distance: TypeAlias = Literal["cosine", "l2", "inner_product"]

_SCORES: dict[Distance, str] = {
    "cosine": "item_cosine",
    "l2": "item_l2",
    "inner_product": "item_inner_product",
}
"""The blocks of queries/items.sql that score a vector, the nearest highest."""


@dataclass(frozen=True, slots=True)
class ItemIndex:
    """Name the paths that are embedded when a put names none; `$` is the whole value as JSON.

    `distance` says how vectors are compared. Scores are those of LangGraph's PostgresStore: the cosine, the inner
    product, or the Euclidean distance below zero.
    """

    fields: tuple[str, ...] = ("$",)
    distance: Distance = "cosine"


# Operations


def get_items(
    ops: Sequence[GetOp], *, now: datetime, omit_expired: bool
) -> Operation[list[Item | None]]:
    """Return the item of each op, None where there is none."""
    if not ops:
        return []
    (rows,) = yield from fetch(get_statement(ops, now=now, omit_expired=omit_expired))
    return parse_get(ops, rows)


def search_items(
    op: SearchOp,
    *,
    now: datetime,
    query_vector: Sequence[float] | None,
    omit_expired: bool,
    distance: Distance = "cosine",
) -> Operation[list[SearchItem]]:
    """Return the nearest items to a unit vector, or the newest items when there is no vector."""
    statement = search_statement(
        op, now=now, query_vector=query_vector, omit_expired=omit_expired, distance=distance
    )
    (rows,) = yield from fetch(statement)
    return parse_search(rows, distance)


def sweep_items(*, now: datetime) -> Operation[int]:
    """Delete the expired items and return how many; one that is being changed is left for later."""
    (rows,) = yield from fetch(Statement(query("sweep_items"), {"now": now}))
    return int(rows[0]["swept"])


# Puts


def check_item_put(op: PutOp) -> None:
    """Refuse a put that could not be stored, or would not come back the same.

    Raises:
        InvalidItem: the key, the value, `ttl` or `index` is unfit; the message says why and what to
            do, and never repeats the value.
        InvalidNamespaceError: the namespace is empty, reserved, or has a label that LangGraph
            forbids.
    """
    validate_op_namespace(op)
    if op.value is not None:
        _check_namespace(op.namespace)
    if fault := _address_fault(op) or _value_fault(op) or _ttl_fault(op) or _index_fault(op):
        raise InvalidItem(f"item {op.key!r} of namespace {tuple(op.namespace)!r}: {fault}")


def texts_of(ops: Iterable[PutOp], index: ItemIndex | None) -> list[str]:
    """Return what is embedded before `put_statements`, in the order it expects the vectors."""
    return [text.text for text in _indexed_texts(_last_puts(ops), index)]


def put_statements(
    ops: Iterable[PutOp],
    *,
    now: datetime,
    index: ItemIndex | None,
    vectors: Sequence[Sequence[float] | None],
) -> list[Statement]:
    """Build the statements that store and delete items, to be sent in this order; ignore their rows.

    `vectors` are those of `texts_of(ops, index)`, of unit length; a None among them is left out.
    """
    last = _last_puts(ops)
    puts = [op for op in last if op.value is not None]
    deletes = [op for op in last if op.value is None]
    statements = [Statement(query("lock_items"), _addresses(last))] if len(last) > 1 else []
    if deletes:
        statements.append(Statement(query("delete_items"), _addresses(deletes)))
    if puts:
        statements.append(_put_statement(puts, now))
        statements += vector_statements(puts, index=index, vectors=vectors)
    return statements


def vector_statements(
    puts: Sequence[PutOp], *, index: ItemIndex | None, vectors: Sequence[Sequence[float] | None]
) -> list[Statement]:
    """Build the statements that replace the vectors of items; `vectors` are those of `texts_of`."""
    statements = [Statement(query("delete_item_vectors"), _addresses(puts))]
    texts = zip(_indexed_texts(puts, index), vectors, strict=True)
    embedded = [(text, vector) for text, vector in texts if vector is not None]
    if embedded:
        statements.append(_vectors_statement(embedded))
    return statements


@dataclass(frozen=True, slots=True)
class _IndexedText:
    op: PutOp
    part: int
    field: str
    text: str


def _last_puts(ops: Iterable[PutOp]) -> list[PutOp]:
    return list({(tuple(op.namespace), op.key): op for op in ops}.values())


def _indexed_texts(ops: Iterable[PutOp], index: ItemIndex | None) -> list[_IndexedText]:
    if index is None:
        return []
    found: list[_IndexedText] = []
    for op in ops:
        if op.value is None or op.index is False:
            continue
        paths = index.fields if op.index is None else op.index
        texts = [(path, text) for path in paths for text in get_text_at_path(op.value, path)]
        worded = [(path, text) for path, text in texts if text.strip()]
        found += [_IndexedText(op, part, *each) for part, each in enumerate(worded)]
    return found


def _put_statement(ops: Sequence[PutOp], now: datetime) -> Statement:
    values = [jsonb.dump(dict(cast(dict[str, Any], op.value))) for op in ops]
    ttls = [None if op.ttl is None else float(op.ttl) for op in ops]
    params = {**_addresses(ops), "values": values, "ttls": ttls, "now": now}
    return Statement(query("put_items"), params)


def _vectors_statement(embedded: Sequence[tuple[_IndexedText, Sequence[float]]]) -> Statement:
    params = {
        **_addresses([text.op for text, _ in embedded]),
        "parts": [text.part for text, _ in embedded],
        "fields": [text.field for text, _ in embedded],
        "embeddings": [_vector_text(vector) for _, vector in embedded],
    }
    lengths = [length_of(vector) for _, vector in embedded]
    if set(lengths) == {1.0}:
        return Statement(query("add_item_vectors"), params)
    return Statement(query("add_item_vectors_of_any_length"), {**params, "lengths": lengths})


def _check_namespace(namespace: Namespace) -> None:
    if not namespace:
        raise InvalidNamespaceError("Namespace cannot be empty.")
    if namespace[0] == RESERVED_ROOT:
        raise InvalidNamespaceError(
            f'Root label for namespace cannot be "{RESERVED_ROOT}". Got: {namespace}'
        )


def _address_fault(op: PutOp) -> str | None:
    if not isinstance(op.key, str):
        return f"the key must be a string, not {type(op.key).__name__}"
    if not jsonb.storable(op.key) or not jsonb.storable("".join(op.namespace)):
        return (
            "Postgres cannot keep a NUL character or half of a surrogate pair in a key or a "
            "namespace; remove or encode it"
        )
    if len((".".join(op.namespace) + op.key).encode()) > LONGEST_ADDRESS:
        return f"namespace and key are longer than {LONGEST_ADDRESS} bytes together; shorten them"
    return None


def _value_fault(op: PutOp) -> str | None:
    if op.value is None:
        return None
    try:
        value = dict(op.value)
    except (TypeError, ValueError):
        return f"the value must be a mapping of JSON values, not {type(op.value).__name__}"
    if not (fault := jsonb.fault(value)):
        return None
    return (
        f"the value cannot be kept: {fault}; use objects with string keys, lists, strings "
        "without NUL, finite numbers, booleans and None (a datetime as its isoformat())"
    )


def _ttl_fault(op: PutOp) -> str | None:
    if op.ttl is None:
        return None
    if isinstance(op.ttl, (int, float)) and 0 <= op.ttl <= LONGEST_TTL:
        return None
    return f"ttl must be from 0 to {LONGEST_TTL:.0f} minutes; leave it out for an item that stays"


def _index_fault(op: PutOp) -> str | None:
    if op.index is None or op.index is False:
        return None
    if isinstance(op.index, (list, tuple)) and all(isinstance(path, str) for path in op.index):
        return None
    return "index must be None, False or a list of paths"


# Reads


def get_statement(ops: Sequence[GetOp], *, now: datetime, omit_expired: bool) -> Statement:
    """Build one statement for all gets; rows: `position` (from 1) and the columns of an item."""
    params = {
        **_addresses(ops),
        "refresh": [bool(op.refresh_ttl) for op in ops],
        "omit_expired": omit_expired,
        "now": now,
    }
    return _refreshing(_template("get_items"), params, any(op.refresh_ttl for op in ops))


def _refreshing(found: sql.Composable, params: dict[str, Any], refresh: bool) -> Statement:
    """Build what restarts the expiry of what it finds, where that is asked for and the database takes writes."""
    if not refresh:
        return Statement(found, params)
    return Statement(_template("refresh_found").format(found=found), params, reading=found)


def parse_get(ops: Sequence[GetOp], rows: Rows) -> list[Item | None]:
    """Return the item of each op from the rows of `get_statement`."""
    items: list[Item | None] = [None] * len(ops)
    for row in rows:
        place = row["position"] - 1
        items[place] = Item(
            namespace=tuple(ops[place].namespace),
            key=row["key"],
            value=row["value"],
            created_at=row["created_at"],
            updated_at=row["updated_at"],
        )
    return items


def search_statement(
    op: SearchOp,
    *,
    now: datetime,
    query_vector: Sequence[float] | None,
    omit_expired: bool,
    distance: Distance = "cosine",
) -> Statement:
    """Build one search; rows: the columns of an item and its `score`, null without a vector.

    Raises:
        ValueError: a filter that cannot be understood, a negative limit or offset.
    """
    check_page(op.limit, op.offset)
    within = scope(op.namespace_prefix, column="i.namespace")
    kept = compile_filter(op.filter or {}, document="i.value")
    params = {
        **within.params,
        **kept.params,
        "omit_expired": omit_expired,
        "now": now,
        "limit": op.limit,
        "offset": op.offset,
    }
    if query_vector is not None:
        params |= {"vector": _vector_text(query_vector), "dims": len(query_vector)}
        params |= {"length": length_of(query_vector)}
    found = _template("recent_items" if query_vector is None else "similar_items")
    score = _template(_SCORES[distance])
    statement: sql.Composable = found.format(scope=within.sql, filter=kept.sql, score=score)
    return _refreshing(statement, params, op.refresh_ttl)


def parse_search(rows: Rows, distance: Distance = "cosine") -> list[SearchItem]:
    """Return the items of the rows of `search_statement`, in their order; cosines lie in [-1, 1]."""
    return [
        SearchItem(
            namespace=tuple(row["namespace"].split(".")),
            key=row["key"],
            value=row["value"],
            created_at=row["created_at"],
            updated_at=row["updated_at"],
            score=_cosine(row["score"]) if distance == "cosine" else row["score"],
        )
        for row in rows
    ]


def search_order(item: SearchItem) -> tuple[float, float, str, str]:
    """Sort key of a search: the nearest, the newest, then by name; merges several searches."""
    score = 0.0 if item.score is None else item.score
    return -score, -item.updated_at.timestamp(), ".".join(item.namespace), item.key


def refresh_statement(items: Iterable[Item], *, now: datetime) -> Statement:
    """Build what restarts the expiry of items that a search without refresh found."""
    return Statement(query("refresh_items"), {**_addresses(list(items)), "now": now}, reading="")


def list_statement(op: ListNamespacesOp, *, now: datetime, omit_expired: bool) -> Statement:
    """Build a listing from its start to the end of its page, so that others can be merged in.

    Raises:
        ValueError: an unknown match type, a negative limit, offset or depth.
    """
    check_page(op.limit, op.offset, op.max_depth or 0)
    within = scope(literal_prefix(op), column="i.namespace")
    matched = matching(op, labels="n.labels")
    params = {
        **within.params,
        **matched.params,
        "omit_expired": omit_expired,
        "now": now,
        "max_depth": op.max_depth,
        "limit": op.offset + op.limit,
    }
    listing = _template("list_item_namespaces")
    return Statement(listing.format(scope=within.sql, matching=matched.sql), params)


def parse_namespaces(rows: Rows) -> list[Namespace]:
    """Return the namespaces of the rows of `list_statement`, from the first; then call `page`."""
    return [tuple(row["namespace"]) for row in rows]


def _template(name: str) -> sql.SQL:
    return sql.SQL(query(name))


def _addresses(ops: Iterable[GetOp | PutOp | Item]) -> dict[str, Any]:
    """Return namespaces and keys as arrays; null where none can be stored, which finds nothing."""
    every = list(ops)
    return {
        "namespaces": [_or_null(".".join(op.namespace)) for op in every],
        "keys": [_or_null(op.key) for op in every],
    }


def _or_null(text: str) -> str | None:
    return text if jsonb.storable(text) else None


MOST = 10**9
"""Rows of a page, and before it: nobody keeps so many, and it fits into an integer of Postgres, also twice."""


def check_page(*numbers: int) -> None:
    """Refuse a page that cannot be; raises ValueError."""
    if min(numbers) < 0:
        raise ValueError("limit, offset and max_depth must not be negative")


def _vector_text(vector: Sequence[float]) -> str:
    return f"[{','.join(map(str, vector))}]"


def _cosine(score: float | None) -> float | None:
    # half precision may lead a hair beyond what a cosine can be
    return None if score is None else max(-1.0, min(1.0, float(score)))
