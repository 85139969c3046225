"""Does a compiled filter keep exactly the rows that the filter describes?"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import psycopg
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from psycopg import sql

from langmem_ext.stores.filters import OPERATORS, Column, compile_filter

Connection = psycopg.Connection[tuple[Any, ...]]


@pytest.fixture(scope="module")
def connection(databases: Any) -> Iterator[Connection]:
    """One connection for all tests of this module: they only select from their own parameters."""
    with (
        databases.fresh(migrated=False) as uri,
        psycopg.connect(uri, autocommit=True) as connection,
    ):
        yield connection


def kept(connection: Connection, filter: dict[str, Any], documents: list[Any]) -> list[int]:
    """Return the places of the documents that Postgres keeps."""
    compiled = compile_filter(filter, document="d.value")
    statement = sql.SQL(
        "SELECT d.place - 1 FROM (SELECT t.text::jsonb AS value, t.place"
        " FROM unnest(%(texts)s::text[]) WITH ORDINALITY AS t (text, place)) d"
        " WHERE {} ORDER BY 1"
    ).format(compiled.sql)
    texts = [json.dumps(document) for document in documents]
    rows = connection.execute(statement, {**compiled.params, "texts": texts})
    return [place for (place,) in rows]


# The reference: what the words of the filters module say, over Python values.

GONE = object()


def fits(document: Any, filter: dict[str, Any]) -> bool:
    return all(
        all(fits(document, inner) for inner in condition)
        if name == "$and"
        else meets(document.get(name, GONE), condition)
        for name, condition in filter.items()
    )


def meets(value: Any, condition: Any) -> bool:
    if isinstance(condition, dict):
        if any(key.startswith("$") for key in condition):
            return all(compares(value, *pair) for pair in condition.items())
        return isinstance(value, dict) and all(
            meets(value.get(key, GONE), inner) for key, inner in condition.items()
        )
    if isinstance(condition, list):
        return (
            isinstance(value, list)
            and len(value) == len(condition)
            and all(map(meets, value, condition))
        )
    return same(value, condition)


def compares(value: Any, operator: str, operand: Any) -> bool:
    if operator in ("$eq", "$ne"):
        return same(value, operand) == (operator == "$eq")
    orderable = [(int, float), (str,)]
    if isinstance(value, bool) or isinstance(operand, bool):
        return False
    if not any(isinstance(value, kind) and isinstance(operand, kind) for kind in orderable):
        return False
    order: dict[str, Callable[[], bool]] = {
        "$gt": lambda: value > operand,
        "$gte": lambda: value >= operand,
        "$lt": lambda: value < operand,
        "$lte": lambda: value <= operand,
    }
    return order[operator]()


def same(value: Any, other: Any) -> bool:
    """Equality of JSON: true is not 1, and what is missing is null."""
    value = None if value is GONE else value
    if isinstance(value, dict) and isinstance(other, dict):
        return value.keys() == other.keys() and all(same(value[k], other[k]) for k in value)
    if isinstance(value, list) and isinstance(other, list):
        return len(value) == len(other) and all(map(same, value, other))
    return isinstance(value, bool) == isinstance(other, bool) and bool(value == other)


# Few names and few values, so that filters often meet something.
NAMES = st.sampled_from(["a", "b", "c.d", "it's", "100%s", 'q"{}'])
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 12)
    | st.sampled_from([0.5, 9.0, 9.5, -1.25, 1e20])
    | st.sampled_from(["", "9", "10", "a", "B", "b", "á", "2026-01-10", "\U0001f375", "\\u0000"])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)
DOCUMENTS = st.dictionaries(NAMES, VALUES, max_size=4)
COMPARISONS = st.dictionaries(st.sampled_from(OPERATORS), VALUES, min_size=1, max_size=2)
CONDITIONS = st.recursive(
    SCALARS | COMPARISONS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=2),
    max_leaves=4,
)
FIELDS = st.dictionaries(NAMES, CONDITIONS, max_size=2)
FILTERS = st.recursive(
    FIELDS,
    lambda inner: st.builds(
        lambda fields, parts: {**fields, "$and": parts}, FIELDS, st.lists(inner, max_size=2)
    ),
    max_leaves=3,
)


@st.composite
def aimed(draw: st.DrawFn) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Draw documents, and a filter half of whose fields are taken from one of them."""
    documents = draw(st.lists(DOCUMENTS, min_size=1, max_size=8))
    filter = draw(FILTERS)
    for name, value in draw(st.sampled_from(documents)).items():
        if draw(st.booleans()):
            operator = draw(st.sampled_from([None, *OPERATORS]))
            filter[name] = value if operator is None else {operator: value}
    return filter, documents


@settings(max_examples=300)
@given(aimed())
@example(({"a": {"b": None}}, [{"a": {}}, {"a": None}, {}, {"a": {"b": 1}}, {"a": [1]}]))
@example(({"a": [None, {"b": 1}]}, [{"a": [None, {"b": 1, "c": 2}]}, {"a": [{"b": 1}]}, {"a": 2}]))
@example(({"a": {}}, [{"a": {}}, {"a": {"b": 1}}, {"a": []}, {}]))
@example(({"a": {"$ne": {"b": 1}}}, [{"a": {"b": 1}}, {"a": {"b": 1, "c": 2}}, {}]))
def test_postgres_and_the_reference_keep_the_same_documents(
    connection: Connection, case: tuple[dict[str, Any], list[dict[str, Any]]]
) -> None:
    filter, documents = case

    expected = [place for place, doc in enumerate(documents) if fits(doc, filter)]

    assert kept(connection, filter, documents) == expected


def test_numbers_are_compared_as_numbers(connection: Connection) -> None:
    ranks = [{"n": n} for n in (2, 9, 10, 10.5, "10", True, None, [10])]

    assert kept(connection, {"n": {"$gte": 10}}, ranks) == [2, 3]
    assert kept(connection, {"n": {"$gt": 1, "$lt": 10}}, ranks) == [0, 1]


def test_strings_are_ordered_by_code_point(connection: Connection) -> None:
    words = [{"w": w} for w in ("a-b", "ab", "B", "a", "á")]

    assert kept(connection, {"w": {"$lt": "a"}}, words) == [2]
    assert kept(connection, {"w": {"$gt": "a", "$lt": "ab"}}, words) == [0]


def test_the_locale_of_the_database_has_no_say_in_an_order() -> None:
    # the embedded Postgres knows no other locale than C, so the SQL itself is looked at
    for columns in ({}, {"w": Column("m.w", "text")}):
        compiled = compile_filter({"w": {"$gt": "a"}}, columns=columns)
        assert 'COLLATE "C" >' in compiled.sql.as_string(None)


def test_nothing_in_a_filter_is_read_as_sql(connection: Connection) -> None:
    name = """x' -> "y" %(texts)s {0} %s"""
    text = "'; DROP TABLE items; -- %(f0)s {}"

    assert kept(connection, {name: text}, [{name: text}, {name: "other"}]) == [0]
    assert kept(connection, {"a": {name: {"$gte": text}}}, [{"a": {name: text}}, {"a": 1}]) == [0]


@pytest.mark.parametrize(
    ("filter", "words"),
    [
        ({"n": {"$near": 1}}, r"'\$near'; use \$eq, \$ne, \$gt, \$gte, \$lt, \$lte"),
        ({"n": {"$eq": 1, "plain": 2}}, "'plain'"),
        ({"n": [{"$in": [1]}]}, r"\$in"),
        ({"$or": [{"n": 1}]}, r"\$or"),
        ({"$and": {"n": 1}}, "list of filters"),
        ({"$and": [None]}, "dict of field names"),
        ({1: 2}, "no field name"),
        ({"n": datetime(2026, 1, 1, tzinfo=UTC)}, "datetime"),
        ({"n": {"$lt": float("nan")}}, "finite"),
        ({"n": {"deep": [1, "a\x00b"]}}, "NUL"),
        ({"a\x00b": 1}, "NUL"),
        ({"n": "\ud800"}, "surrogate"),
    ],
)
def test_a_filter_that_cannot_be_understood_is_refused(filter: dict[Any, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        compile_filter(filter)


# Typed columns

COLUMNS = {
    "category": Column("m.category", "text"),
    "importance": Column("m.importance", "integer"),
    "strength": Column("m.strength", "real"),
    "pinned": Column("m.pinned", "boolean"),
    "learned_at": Column("m.learned_at", "timestamp"),
    "tags": Column("m.tags", "text[]"),
}

MEMORIES = """(VALUES
    ('a', 'goals', 3, 0.5, true, timestamptz '2026-01-10T08:00Z', '{x,y}'::text[], '{"n": 1}'::jsonb),
    ('b', 'interests', 9, 1.0, false, '2026-01-10T09:00Z', '{y}', '{"n": 2}'),
    ('c', NULL, NULL, NULL, NULL, NULL, NULL, '{}')
) AS v (id, category, importance, strength, pinned, learned_at, tags, extra)"""
TYPED = (
    """(SELECT id, category, importance::smallint, strength::real, pinned, learned_at, tags, extra
FROM """
    + MEMORIES
    + ") m"
)

TEN_IN_PRAGUE = "2026-01-10T10:00:00+01:00"


@pytest.mark.parametrize(
    ("filter", "expected"),
    [
        ({}, "abc"),
        ({"category": "goals"}, "a"),
        ({"category": None}, "c"),
        ({"category": {"$ne": None}}, "ab"),
        ({"category": {"$ne": "goals"}}, "bc"),
        ({"category": {"$gt": "goals"}}, "b"),
        ({"category": 3}, ""),
        ({"category": {"$ne": 3}}, "abc"),
        ({"category": {"k": 1}}, ""),
        ({"category": ["goals"]}, ""),
        ({"importance": 3}, "a"),
        ({"importance": 3.0}, "a"),
        ({"importance": {"$gte": 3, "$lt": 9.5}}, "ab"),
        ({"importance": {"$lt": 10**30}}, "ab"),
        ({"importance": {"$gt": 2.5, "$lte": 3}}, "a"),
        ({"importance": "3"}, ""),
        ({"importance": True}, ""),
        ({"importance": {"$gt": "3"}}, ""),
        ({"importance": {"$gt": None}}, ""),
        ({"strength": 1}, "b"),
        ({"strength": {"$lt": 10**400}}, "ab"),
        ({"pinned": True}, "a"),
        ({"pinned": {"$ne": True}}, "bc"),
        ({"pinned": 1}, ""),
        ({"pinned": {"$gte": False}}, ""),
        ({"learned_at": TEN_IN_PRAGUE}, "b"),
        ({"learned_at": {"$lt": TEN_IN_PRAGUE}}, "a"),
        ({"learned_at": {"$gte": datetime(2026, 1, 10, 8, tzinfo=UTC)}}, "ab"),
        ({"learned_at": {"$ne": "2026-01-10T09:00:00Z"}}, "ac"),
        ({"learned_at": None}, "c"),
        ({"tags": "y"}, "ab"),
        ({"tags": ["y", "x"]}, "a"),
        ({"tags": []}, "ab"),
        ({"tags": {"$ne": "x"}}, "bc"),
        ({"tags": {"$gt": "x"}}, ""),
        ({"tags": 1}, ""),
        ({"n": {"$gte": 1}}, "ab"),
        ({"importance": {"$gte": 1}, "$and": [{"n": 2}, {"tags": "y"}]}, "b"),
    ],
)
def test_a_typed_column_is_compared_as_its_type(
    connection: Connection, filter: dict[str, Any], expected: str
) -> None:
    compiled = compile_filter(filter, columns=COLUMNS, document="m.extra", prefix="given")
    statement = sql.SQL("SELECT m.id FROM {} WHERE {} ORDER BY 1").format(
        sql.SQL(TYPED), compiled.sql
    )

    rows = connection.execute(statement, compiled.params)

    assert "".join(id for (id,) in rows) == expected
    assert all(name.startswith("given") for name in compiled.params)


@pytest.mark.parametrize(
    "value", [datetime(2026, 1, 1), "2026-01-01T09:00:00", "2026-01-01", "soon", 5, {"k": 1}]
)
def test_a_time_without_a_zone_is_refused(value: Any) -> None:
    for condition in (value, {"$gte": value}):
        with pytest.raises(ValueError, match=r"^learned_at .*(zone)"):
            compile_filter({"learned_at": condition}, columns=COLUMNS)
