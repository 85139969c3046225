"""Which rows does a filter keep?

A filter is LangGraph's: `{"status": "open", "rank": {"$gte": 2}}`. All its conditions must hold.

    value                              equal to it; None: null or missing
    {"k": condition}                   an object whose `k` fits; other keys are free
    [condition, ...]                   a list of this length whose elements fit, one by one
    {"$eq": v} {"$ne": v}              exactly equal or not, missing counts as null
    {"$gt": v} and $gte, $lt, $lte     of numbers with numbers, of strings with strings (by code point);
                                       anything else does not fit
    {"$and": [filter, ...]}            beside the fields, not below one

A boolean is not a number. Names and values reach Postgres as parameters only.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, LiteralString, TypeAlias

from psycopg import sql

from langmem_ext.stores import jsonb

ColumnType: TypeAlias = Literal["text", "integer", "real", "boolean", "timestamp", "text[]"]

COMPARISONS: dict[str, LiteralString] = {"$gt": ">", "$gte": ">=", "$lt": "<", "$lte": "<="}
OPERATORS = ("$eq", "$ne", *COMPARISONS)

TRUE, FALSE = sql.SQL("true"), sql.SQL("false")


@dataclass(frozen=True, slots=True)
class Filter:
    """Hold a condition for WHERE and its parameters; for some rows it refuses, it is null."""

    sql: sql.Composable
    params: dict[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """Return the condition as text, with its placeholders."""
        return self.sql.as_string(None)


@dataclass(frozen=True, slots=True)
class Column:
    """Name a typed column that a filter may use: trusted SQL such as `m.importance`."""

    expression: LiteralString
    type: ColumnType


def compile_filter(
    filter: Mapping[str, Any],
    *,
    columns: Mapping[str, Column] | None = None,
    document: LiteralString = "value",
    prefix: str = "f",
) -> Filter:
    """Turn a filter into SQL; an empty one keeps every row.

    A field is the column of its name, else a top-level key of the jsonb expression `document`.
    A `timestamp` column is compared with aware datetimes or ISO 8601 strings; a `text[]` column
    equals a string that it contains, or a list of strings that it contains all of. Parameters are
    called `prefix` + number.

    Raises:
        ValueError: an unknown operator, a value that is not JSON, or a time without a zone.
    """
    compiler = _Compiler(columns or {}, sql.SQL(document), prefix)
    return Filter(compiler.fields(filter), compiler.params)


class _Compiler:
    """Collect the parameters of one filter while its conditions are built."""

    def __init__(
        self, columns: Mapping[str, Column], document: sql.Composable, prefix: str
    ) -> None:
        self.columns = columns
        self.document = document
        self.prefix = prefix
        self.params: dict[str, Any] = {}

    def fields(self, filter: Any) -> sql.Composable:
        if not isinstance(filter, Mapping):
            raise ValueError(f"a filter is a dict of field names, not {type(filter).__name__}")
        return _all(self._field(name, condition) for name, condition in filter.items())

    def _field(self, name: Any, condition: Any) -> sql.Composable:
        if name == "$and":
            if not isinstance(condition, (list, tuple)):
                raise ValueError("$and takes a list of filters")
            return _all(self.fields(inner) for inner in condition)
        if not isinstance(name, str) or name.startswith("$"):
            raise ValueError(f"{name!r} is no field name; beside fields only $and may stand")
        if name in self.columns:
            return self._column(self.columns[name], name, condition)
        return self._json(self._member(self.document, name), condition)

    # A jsonb document

    def _json(self, value: sql.Composable, condition: Any) -> sql.Composable:
        """`value` is SQL for a jsonb, or null where it is missing."""
        if isinstance(condition, Mapping):
            if operators := _operators(condition):
                return _all(self._operator(value, *item) for item in operators)
            return self._object(value, condition)
        if isinstance(condition, (list, tuple)):
            return self._list(value, condition)
        return self._operator(value, "$eq", condition)

    def _object(self, value: sql.Composable, condition: Mapping[Any, Any]) -> sql.Composable:
        inner = (self._json(self._member(value, key), c) for key, c in condition.items())
        return _all([_is_a("object", value), *inner])

    def _list(self, value: sql.Composable, condition: Iterable[Any]) -> sql.Composable:
        inner = [
            self._json(sql.SQL("({} -> {})").format(value, sql.Literal(place)), element)
            for place, element in enumerate(condition)
        ]
        # jsonb_array_length fails on anything else, and AND does not promise an order
        length = sql.SQL("CASE WHEN {} THEN jsonb_array_length({}) = {} ELSE false END").format(
            _is_a("array", value), value, sql.Literal(len(inner))
        )
        return _all([length, *inner])

    def _operator(self, value: sql.Composable, operator: str, operand: Any) -> sql.Composable:
        if why := jsonb.fault(operand):
            raise ValueError(f"a filter compares with JSON values: {why}")
        if operator in COMPARISONS:
            return self._json_comparison(value, COMPARISONS[operator], operand)
        if operand is None:
            unset = sql.SQL("coalesce({}, 'null') = 'null'").format(value)
            return unset if operator == "$eq" else _not(unset)
        sign = sql.SQL("=" if operator == "$eq" else "IS DISTINCT FROM")
        return sql.SQL("{} {} {}::jsonb").format(value, sign, self._bind(jsonb.dump(operand)))

    def _json_comparison(
        self, value: sql.Composable, sign: LiteralString, operand: Any
    ) -> sql.Composable:
        if isinstance(operand, str):
            # as text under "C": jsonb compares strings by the locale of the database
            compared = sql.SQL("({} #>> '{{}}') COLLATE \"C\" {} {}::text").format(
                value, sql.SQL(sign), self._bind(operand)
            )
            return _all([_is_a("string", value), compared])
        if _is_number(operand):
            compared = sql.SQL("{} {} {}::jsonb").format(
                value, sql.SQL(sign), self._bind(jsonb.dump(operand))
            )
            return _all([_is_a("number", value), compared])
        return FALSE

    def _member(self, value: sql.Composable, key: Any) -> sql.Composable:
        if not isinstance(key, str) or not jsonb.storable(key):
            raise ValueError("a field name is a string without NUL or halves of surrogate pairs")
        return sql.SQL("({} -> {}::text)").format(value, self._bind(key))

    # Typed columns

    def _column(self, column: Column, name: str, condition: Any) -> sql.Composable:
        operators = _operators(condition) if isinstance(condition, Mapping) else []
        pairs = operators or [("$eq", condition)]
        return _all(self._column_operator(column, name, *pair) for pair in pairs)

    def _column_operator(
        self, column: Column, name: str, operator: str, operand: Any
    ) -> sql.Composable:
        value = sql.SQL(column.expression)
        if operator in COMPARISONS:
            return self._column_comparison(column, name, COMPARISONS[operator], operand)
        if operand is None:
            return sql.SQL("{} IS NULL" if operator == "$eq" else "{} IS NOT NULL").format(value)
        bound = self._typed(column.type, name, operand)
        if bound is None:
            equal: sql.Composable = FALSE
        else:
            sign = sql.SQL("@>" if column.type == "text[]" else "=")
            equal = sql.SQL("{} {} {}").format(value, sign, bound)
        return equal if operator == "$eq" else _not(equal)

    def _column_comparison(
        self, column: Column, name: str, sign: LiteralString, operand: Any
    ) -> sql.Composable:
        if operand is None or column.type in ("boolean", "text[]"):
            return FALSE
        bound = self._typed(column.type, name, operand)
        if bound is None:
            return FALSE
        collation = sql.SQL(' COLLATE "C"' if column.type == "text" else "")
        value = sql.SQL(column.expression)
        return sql.SQL("{}{} {} {}").format(value, collation, sql.SQL(sign), bound)

    def _typed(self, type: ColumnType, name: str, operand: Any) -> sql.Composable | None:
        """Bind an operand as a value of a column's type; None when it is not one, and fits no row."""
        if type == "timestamp":
            return self._cast(moment(operand, name), "timestamptz")
        if why := jsonb.fault(operand):
            raise ValueError(f"{name} cannot be compared: {why}")
        if type == "text" and isinstance(operand, str):
            return self._cast(operand, "text")
        if type == "boolean" and isinstance(operand, bool):
            return self._cast(operand, "boolean")
        if type in ("integer", "real") and _is_number(operand):
            return self._number(type, operand)
        if type == "text[]":
            return self._texts(operand)
        return None

    def _number(self, type: ColumnType, operand: float) -> sql.Composable:
        if type == "integer" and isinstance(operand, int):
            return self._cast(operand, "numeric")
        number = _as_real(operand) if type == "real" else _as_float(operand)
        return self._cast(number, "double precision")

    def _texts(self, operand: Any) -> sql.Composable | None:
        texts = [operand] if isinstance(operand, str) else operand
        if not isinstance(texts, (list, tuple)) or not all(isinstance(t, str) for t in texts):
            return None
        return self._cast(list(texts), "text[]")

    # Parameters

    def _cast(self, value: Any, type: LiteralString) -> sql.Composable:
        return sql.SQL("{}::{}").format(self._bind(value), sql.SQL(type))

    def _bind(self, value: Any) -> sql.Placeholder:
        name = f"{self.prefix}{len(self.params)}"
        self.params[name] = value
        return sql.Placeholder(name)


def moment(value: Any, name: str) -> datetime:
    """Read an aware datetime or its ISO 8601 text.

    Raises:
        ValueError: it is neither, or has no time zone; the message calls it `name`.
    """
    try:
        read = datetime.fromisoformat(value) if isinstance(value, str) else value
    except ValueError:
        read = None
    if not isinstance(read, datetime):
        raise ValueError(f"{name} is a time: give an aware datetime or ISO 8601 text with a zone")
    if read.utcoffset() is None:
        raise ValueError(
            f"{name} is given without a time zone: write 2026-01-31T09:00:00+00:00, "
            "or use an aware datetime"
        )
    return read


def _operators(condition: Mapping[Any, Any]) -> list[tuple[str, Any]]:
    """Return the operators of a condition; [] when it has plain keys only."""
    if not any(isinstance(key, str) and key.startswith("$") for key in condition):
        return []
    if unknown := [key for key in condition if key not in OPERATORS]:
        raise ValueError(f"unknown filter operator {unknown[0]!r}; use {', '.join(OPERATORS)}")
    return list(condition.items())


def _is_a(kind: LiteralString, value: sql.Composable) -> sql.Composable:
    return sql.SQL("jsonb_typeof({}) = {}").format(value, sql.Literal(kind))


def _all(conditions: Iterable[sql.Composable]) -> sql.Composable:
    parts = list(conditions)
    return sql.SQL("({})").format(sql.SQL(" AND ").join(parts)) if parts else TRUE


def _not(condition: sql.Composable) -> sql.Composable:
    return sql.SQL("({}) IS NOT TRUE").format(condition)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _as_float(number: float) -> float:
    try:
        return float(number)
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")


def _as_real(number: float) -> float:
    """Return what a column of four bytes holds of a number: 0.3 is less than the 0.3 of eight bytes."""
    wide = _as_float(number)
    try:
        return float(struct.unpack("f", struct.pack("f", wide))[0])
    except OverflowError:
        return float("inf") if wide > 0 else float("-inf")
