"""Which memories does a filter keep?"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from langmem_ext.errors import InvalidMemory
from langmem_ext.stores.filters import Column, Filter, compile_filter

COLUMNS: dict[str, Column] = {
    **{
        name: Column(f"m.{name}", "text")
        for name in (
            "id", "category", "kind", "type", "title", "content", "sensitivity", "stated_by", "learned_in", "source",
            "slot", "user_id", "thread_id", "run_id", "agent_id", "actor_id", "role", "state",
        )
    },
    **{
        name: Column(f"m.{name}", "text[]") for name in ("tags", "keywords", "subjects")
    },
    # who may not know of a memory cannot ask for what names it either
    "source_ids": Column("langmem.known_ids(m.space, '{}', m.source_ids)", "text[]"),
    "supersedes": Column("langmem.known_ids(m.space, m.supersedes)", "text[]"),
    "superseded_by": Column("langmem.known_ids(m.space, m.superseded_by)", "text[]"),
    **{
        name: Column(f"m.{name}", "timestamp")
        for name in (
            "event_time", "created_at", "updated_at", "last_accessed", "valid_from", "valid_until", "expires_at",
            "strength_at", "fades_at", "purge_at",
        )
    },
    **{name: Column(f"m.{name}", "boolean") for name in ("pinned", "portable", "user_requested")},
    **{name: Column(f"m.{name}", "integer") for name in ("importance", "access_count")},
    **{name: Column(f"m.{name}", "real") for name in ("confidence", "strength", "decay_rate")},
    "space": Column("substr(m.space, strpos(m.space, '/') + 1)", "text"),
    # decode_label in SQL: the escape of the percent sign last
    "tenant": Column(
        "replace(replace(replace(split_part(m.space, '/', 1), '%%2E', '.'), '%%2F', '/'), '%%25', '%%')", "text"
    ),
}  # fmt: skip
"""Fields of a memory that filters compare natively; any other name is a field of the caller's own."""

_RANGES = {
    "importance_min": ("importance", "$gte"),
    "importance_max": ("importance", "$lte"),
    "updated_after": ("updated_at", "$gt"),
    "updated_before": ("updated_at", "$lt"),
    "event_after": ("event_time", "$gt"),
    "event_before": ("event_time", "$lt"),
}
"""The named ranges of spec 004 item 6 as operators."""


EVERYTHING = compile_filter({"$and": []}, columns=COLUMNS, document="m.extra")
"""The filter that asks nothing."""


def memory_filter(filters: Mapping[str, Any] | None) -> Filter:
    """Compile a filter over memories; a None among named ranges asks nothing.

    Raises InvalidMemory for an unknown operator or a time without a zone.
    """
    if not filters:
        return EVERYTHING
    try:
        return compile_filter(
            {"$and": list(_conditions(filters))}, columns=COLUMNS, document="m.extra"
        )
    except ValueError as error:
        raise InvalidMemory(f"filter: {error}") from None


def _conditions(filters: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        _condition(name, value)
        for name, value in filters.items()
        if not (name in _RANGES and value is None)
    ]


def _condition(name: str, value: Any) -> dict[str, Any]:
    if name == "$and" and isinstance(value, (list, tuple)):
        return {
            "$and": [
                {"$and": _conditions(each)} if isinstance(each, Mapping) else each for each in value
            ]
        }
    field, operator = _RANGES.get(name, (name, None))
    is_time = field in COLUMNS and COLUMNS[field].type == "timestamp"
    value = _timed(value) if is_time else value
    return {field: value if operator is None else {operator: value}}


def _timed(value: Any) -> Any:
    """Read a date without a time as midnight UTC; leave the rest to the comparison."""
    if isinstance(value, Mapping):
        return {operator: _timed(operand) for operator, operand in value.items()}
    if isinstance(value, str) and len(value) == len("2025-07-01"):
        try:
            value = date.fromisoformat(value)
        except ValueError:
            return value
    if isinstance(value, date) and not isinstance(value, datetime):
        return datetime(value.year, value.month, value.day, tzinfo=UTC)
    return value


def json_filter(filters: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return a filter over memories as ordinary items can be asked it: times as texts."""
    return None if filters is None else {name: _as_json(value) for name, value in filters.items()}


def _as_json(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _as_json(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_as_json(item) for item in value]
    return value.isoformat() if isinstance(value, date) else value
