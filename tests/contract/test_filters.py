"""Does a filter let through exactly the items it describes?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from .implementations import Driver

NS = ("catalogue", "shoes")
MISSING = object()


@dataclass(frozen=True, slots=True)
class Case:
    """Items by key, each given as the value of its field ``n``; a filter; the keys it lets through."""

    values: dict[str, Any]
    filter: dict[str, Any]
    expected: set[str]

    def items(self) -> dict[str, dict[str, Any]]:
        return {key: {} if n is MISSING else {"n": n} for key, n in self.values.items()}


NUMBERS = {"nine": 9, "ten": 10, "half": 9.5, "minus": -1}
DAYS = {"old": "2025-12-31", "new": "2026-01-10T08:00:00+00:00", "later": "2026-02-01"}
GAPS = {"set": 5, "null": None, "missing": MISSING}

CASES = {
    "bare-number": Case(NUMBERS, {"n": 9}, {"nine"}),
    "bare-text": Case({"a": "red", "b": "Red", "c": "red "}, {"n": "red"}, {"a"}),
    "bare-empty-text": Case({"a": "", "b": "x"}, {"n": ""}, {"a"}),
    "eq": Case(NUMBERS, {"n": {"$eq": 9}}, {"nine"}),
    "ne": Case(NUMBERS, {"n": {"$ne": 9}}, {"ten", "half", "minus"}),
    "whole-float-is-the-integer": Case({"a": 1, "b": 2}, {"n": 1.0}, {"a"}),
    "number-is-not-its-text": Case({"a": 9, "b": "9"}, {"n": 9}, {"a"}),
    "text-is-not-its-number": Case({"a": 9, "b": "9"}, {"n": "9"}, {"b"}),
    "true-is-not-one": Case({"a": True, "b": 1, "c": "true"}, {"n": True}, {"a"}),
    "zero-is-not-false": Case({"a": False, "b": 0}, {"n": 0}, {"b"}),
    "false": Case({"a": False, "b": True, "c": "false"}, {"n": False}, {"a"}),
    "gte-counts-ten-above-nine": Case(NUMBERS, {"n": {"$gte": 10}}, {"ten"}),
    "gt-counts-ten-above-two": Case(NUMBERS, {"n": {"$gt": 2}}, {"nine", "ten", "half"}),
    "lt-counts-nine-below-ten": Case(NUMBERS, {"n": {"$lt": 10}}, {"nine", "half", "minus"}),
    "lte-counts-fractions": Case(NUMBERS, {"n": {"$lte": 9.5}}, {"nine", "half", "minus"}),
    "gt-counts-negatives": Case({"a": -10, "b": -2, "c": 3}, {"n": {"$gt": -3}}, {"b", "c"}),
    "range": Case(NUMBERS, {"n": {"$gt": 9, "$lt": 10}}, {"half"}),
    "range-skips-numeric-text": Case({"a": 9, "b": "9"}, {"n": {"$gt": 5}}, {"a"}),
    "range-skips-booleans": Case({"a": 2, "b": True}, {"n": {"$gt": 0}}, {"a"}),
    "range-skips-other-kinds": Case({"a": 2, "b": [3], "c": {"d": 3}}, {"n": {"$gte": 0}}, {"a"}),
    "range-skips-missing": Case(GAPS, {"n": {"$gt": 1}}, {"set"}),
    "below-skips-missing": Case(GAPS, {"n": {"$lte": 9}}, {"set"}),
    "dates-from": Case(DAYS, {"n": {"$gte": "2026-01-10"}}, {"new", "later"}),
    "dates-between": Case(DAYS, {"n": {"$gt": "2026-01-01", "$lt": "2026-02-01"}}, {"new"}),
    "ne-lets-missing-through": Case(GAPS, {"n": {"$ne": 5}}, {"null", "missing"}),
    "none-is-null": Case({"set": 5, "null": None}, {"n": None}, {"null"}),
    "none-is-missing": Case({"set": 5, "missing": MISSING}, {"n": None}, {"missing"}),
    "eq-none": Case(GAPS, {"n": {"$eq": None}}, {"null", "missing"}),
    "ne-none-is-set": Case(GAPS, {"n": {"$ne": None}}, {"set"}),
    "list": Case({"a": ["x", "y"], "b": ["y", "x"], "c": ["x"]}, {"n": ["x", "y"]}, {"a"}),
    "list-is-not-its-member": Case({"a": ["x"], "b": "x"}, {"n": "x"}, {"b"}),
    "list-eq": Case({"a": [1, 2], "b": [1, 2, 3]}, {"n": {"$eq": [1, 2]}}, {"a"}),
    "empty-list": Case({"a": [], "b": ["x"]}, {"n": []}, {"a"}),
    "object-part": Case(
        {"a": {"k": 1, "l": 2}, "b": {"k": 2}, "c": {"l": 1}, "d": 1}, {"n": {"k": 1}}, {"a"}
    ),
    "object-deep": Case(
        {"a": {"k": {"l": "x", "m": 0}}, "b": {"k": {"l": "y"}}}, {"n": {"k": {"l": "x"}}}, {"a"}
    ),
    "object-operator": Case({"a": {"k": 9}, "b": {"k": 10}}, {"n": {"k": {"$gte": 10}}}, {"b"}),
    "object-eq-is-the-whole-object": Case(
        {"a": {"k": 1}, "b": {"k": 1, "l": 2}}, {"n": {"$eq": {"k": 1}}}, {"a"}
    ),
    "odd-text": Case({"a": 'it\'s 100% "ok"\\', "b": "x"}, {"n": 'it\'s 100% "ok"\\'}, {"a"}),
    "unicode": Case({"a": "čaj 🍵", "b": "caj"}, {"n": "čaj 🍵"}, {"a"}),
    "nothing": Case(NUMBERS, {"n": 11}, set()),
    "unknown-field": Case(NUMBERS, {"m": 9}, set()),
    "empty": Case(NUMBERS, {}, set(NUMBERS)),
    "and": Case(NUMBERS, {"$and": [{"n": {"$gt": 0}}, {"n": {"$lt": 10}}]}, {"nine", "half"}),
    "and-beside-a-field": Case(
        NUMBERS, {"n": {"$gt": 0}, "$and": [{"n": {"$lt": 10}}, {"n": {"$ne": 9}}]}, {"half"}
    ),
    "and-in-and": Case(
        NUMBERS, {"$and": [{"$and": [{"n": {"$gte": 9}}]}, {"n": {"$lte": 9}}]}, {"nine"}
    ),
    "and-with-an-empty-filter": Case(NUMBERS, {"$and": [{}, {"n": 9}]}, {"nine"}),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
async def test_a_filter_lets_through_what_it_describes(store: Driver, case: Case) -> None:
    for key, value in case.items().items():
        await store.put(NS, key, value)

    found = await store.search(NS, filter=case.filter)

    assert {item.key for item in found} == case.expected


async def test_every_field_of_a_filter_must_match(store: Driver) -> None:
    await store.put(NS, "a", {"colour": "red", "size": 9})
    await store.put(NS, "b", {"colour": "red", "size": 8})
    await store.put(NS, "c", {"colour": "blue", "size": 9})

    found = await store.search(NS, filter={"colour": "red", "size": {"$eq": 9}})

    assert [item.key for item in found] == ["a"]


@pytest.mark.parametrize("field", ["a.b", "it's", 'a"b', "100%s", "a'->>'b", "ключ", "with space"])
async def test_a_field_name_is_taken_literally(store: Driver, field: str) -> None:
    await store.put(NS, "a", {field: 1})
    await store.put(NS, "b", {"a": {"b": 1}})

    assert [item.key for item in await store.search(NS, filter={field: 1})] == ["a"]
    assert [item.key for item in await store.search(NS, filter={field: {"$eq": 1}})] == ["a"]


async def test_an_unknown_operator_is_named_in_the_error(store: Driver) -> None:
    await store.put(NS, "a", {"n": 1})

    with pytest.raises(ValueError, match=r"\$near"):
        await store.search(NS, filter={"n": {"$near": 1}})


async def test_a_page_is_cut_after_filtering(store: Driver) -> None:
    for n in range(20):
        await store.put(NS, f"k{n:02}", {"n": n, "even": n % 2 == 0})

    first = await store.search(NS, filter={"even": True}, limit=6)
    second = await store.search(NS, filter={"even": True}, limit=6, offset=6)

    assert (len(first), len(second)) == (6, 4)
    assert {item.value["n"] for item in first + second} == set(range(0, 20, 2))
