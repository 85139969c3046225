"""Which namespaces does a listing name?

Several sources (items, memories) make one listing: each gives its namespaces, cut to the depth that
was asked for; `page` merges them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, LiteralString

from langgraph.store.base import ListNamespacesOp, MatchCondition
from psycopg import sql

from langmem_ext.stores.filters import TRUE, Filter
from langmem_ext.stores.jsonb import storable

Namespace = tuple[str, ...]

ANY = "*"


def matches(namespace: Sequence[str], op: ListNamespacesOp) -> bool:
    """Tell whether a namespace meets all conditions of a listing; `*` stands for one label.

    Raises:
        ValueError: a match type that is neither `prefix` nor `suffix`.
    """
    return all(_meets(namespace, condition) for condition in op.match_conditions or ())


def cut(namespaces: Iterable[Sequence[str]], op: ListNamespacesOp) -> list[Namespace]:
    """Return the namespaces that match, cut to the depth of the listing."""
    return [tuple(n[: op.max_depth]) for n in namespaces if matches(n, op)]


def page(op: ListNamespacesOp, *sources: Iterable[Namespace]) -> list[Namespace]:
    """Merge what the sources returned, in the order of labels, and take the page asked for."""
    found = sorted({namespace for source in sources for namespace in source})
    return found[op.offset : op.offset + op.limit]


def matching(op: ListNamespacesOp, *, labels: LiteralString, prefix: str = "m") -> Filter:
    """Write `matches` as SQL over the text[] expression `labels`."""
    parts: list[sql.Composable] = []
    params: dict[str, Any] = {}
    for condition in op.match_conditions or ():
        _check(condition)
        least = sql.SQL("cardinality({}) >= {}")
        parts.append(least.format(sql.SQL(labels), sql.Literal(len(condition.path))))
        for place, label in enumerate(condition.path):
            if label != ANY:
                name = f"{prefix}{len(params)}"
                params[name] = label if storable(label) else None
                parts.append(_equal(labels, condition, place, name))
    return Filter(sql.SQL(" AND ").join(parts) if parts else TRUE, params)


def literal_prefix(op: ListNamespacesOp) -> Namespace:
    """Return labels that every match starts with, for a search that can use an index."""
    longest: Namespace = ()
    for condition in op.match_conditions or ():
        if condition.match_type == "prefix":
            path = tuple(condition.path)
            longest = max(longest, path[: (*path, ANY).index(ANY)], key=len)
    return longest


def scope(prefix: Sequence[str], *, column: LiteralString, name: str = "scope") -> Filter:
    """Keep the namespaces at or below a prefix; `column` holds dot-joined labels, collated "C".

    Written so that an index is used: below `a` is the range from `a.` to `a/`, the character after
    the period. Parameters are called `name`, `name`_from and `name`_to.
    """
    if not prefix:
        return Filter(TRUE)
    joined = ".".join(prefix)
    # comparing with null finds nothing, as nothing can be stored under such a label
    top, first, end = (joined, f"{joined}.", f"{joined}/") if storable(joined) else (None,) * 3
    condition = sql.SQL("({c} = {top} OR ({c} >= {first} AND {c} < {end}))").format(
        c=sql.SQL(column),
        top=sql.Placeholder(name),
        first=sql.Placeholder(f"{name}_from"),
        end=sql.Placeholder(f"{name}_to"),
    )
    return Filter(condition, {name: top, f"{name}_from": first, f"{name}_to": end})


def _meets(namespace: Sequence[str], condition: MatchCondition) -> bool:
    _check(condition)
    path = condition.path
    if len(namespace) < len(path):
        return False
    start = len(namespace) - len(path) if condition.match_type == "suffix" else 0
    return all(p in (ANY, n) for p, n in zip(path, namespace[start:], strict=False))


def _check(condition: MatchCondition) -> None:
    if condition.match_type not in ("prefix", "suffix"):
        raise ValueError(f"match type {condition.match_type!r} is not one of prefix, suffix")


def _equal(
    labels: LiteralString, condition: MatchCondition, place: int, name: str
) -> sql.Composable:
    if condition.match_type == "suffix":
        before_end = len(condition.path) - place - 1
        subscript = sql.SQL("cardinality({}) - {}").format(sql.SQL(labels), sql.Literal(before_end))
    else:
        subscript = sql.SQL("{}").format(sql.Literal(place + 1))
    return sql.SQL("({})[{}] = {}").format(sql.SQL(labels), subscript, sql.Placeholder(name))
