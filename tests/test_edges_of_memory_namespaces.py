"""Do memory namespaces take odd keys, pages and filters as ordinary ones do?"""

from __future__ import annotations

import sys
from datetime import timedelta
from typing import Any

import pytest
from fix_clock import FakeClock

from langmem_ext import Principal
from langmem_ext.stores import MemoryStore

TASKS = ("memory", "default", "user", "ana", "tasks")
PREFIXES = [("memory",), TASKS[:4], TASKS, (), ("plain",)]


@pytest.fixture
def filled(store: MemoryStore) -> MemoryStore:
    store.put(TASKS, "passport", {"content": "Renew the passport"})
    store.put(TASKS, "plants", {"content": "Water the plants"})
    store.put(("plain",), "a", {"text": "Pay the rent"})
    store.put(("plain",), "b", {"text": "Buy bread"})
    return store


def test_the_empty_key_is_a_key(store: MemoryStore) -> None:
    store.put(TASKS, "", {"content": "Renew the passport"})
    store.put(TASKS, "", {"content": "Renew the driving licence"})

    item = store.get(TASKS, "")
    assert item is not None
    assert (item.key, item.value["content"]) == ("", "Renew the driving licence")
    assert len(store.search(TASKS)) == 1
    store.delete(TASKS, "")
    assert store.search(TASKS) == []


@pytest.mark.parametrize("key", ["a\x00b", "\ud800"])
def test_a_key_that_cannot_be_kept_is_not_found(filled: MemoryStore, key: str) -> None:
    assert filled.get(TASKS, key) is None
    assert filled.get(("plain",), key) is None


@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize("query", [None, "passport"])
@pytest.mark.parametrize(("limit", "offset"), [(-1, 0), (-1, 5), (2, -1), (10, -1)])
def test_a_negative_page_is_refused(
    filled: MemoryStore, prefix: tuple[str, ...], query: str | None, limit: int, offset: int
) -> None:
    with pytest.raises(ValueError, match="negative"):
        filled.search(prefix, query=query, limit=limit, offset=offset)


@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize("query", [None, "passport"])
@pytest.mark.parametrize("much", [2**31, sys.maxsize, 10**30])
def test_a_page_may_be_as_large_as_one_likes(
    filled: MemoryStore, prefix: tuple[str, ...], query: str | None, much: int
) -> None:
    every = filled.search(prefix, query=query, limit=100)

    assert filled.search(prefix, query=query, limit=much) == every
    assert filled.search(prefix, query=query, limit=much, offset=1) == every[1:]
    assert filled.search(prefix, query=query, offset=much) == []


@pytest.mark.parametrize("much", [2**31, sys.maxsize, 10**30])
def test_a_listing_may_be_as_long_and_as_deep_as_one_likes(filled: MemoryStore, much: int) -> None:
    assert filled.list_namespaces(limit=much, max_depth=much) == [TASKS, ("plain",)]
    assert filled.list_namespaces(limit=much, offset=1) == [("plain",)]
    assert filled.list_namespaces(offset=much) == []


def test_a_query_may_ask_for_everything(filled: MemoryStore) -> None:
    ana = filled.bind(Principal(user_id="ana"))

    assert len(ana.query("passport", top_k=sys.maxsize).bullets) == 2


def test_a_memory_is_found_by_each_field_of_its_value(store: MemoryStore, clock: FakeClock) -> None:
    clock.advance(timedelta(microseconds=123456))
    ana = Principal(user_id="ana", tenant="a.b/c%2F", chat_id="c1", thread_id="t1")
    store.bind(ana).remember(
        "Prefers tea with Rex", confidence=0.3, tags=["x", "y"], subjects=["bo"], role="user",
        event_time=clock() - timedelta(days=3), source_ids=["m1"], extra={"mood": {"a": [1, None]}},
    )  # fmt: skip
    (item,) = store.search(("memory",))

    def keys(condition: Any, field: str) -> list[str]:
        return [found.key for found in store.search(item.namespace, filter={field: condition})]

    for field, value in item.value.items():
        assert keys(value, field) == [item.key], field
        assert keys({"$eq": value}, field) == [item.key], field
        assert keys({"$ne": value}, field) == [], field
        if isinstance(value, (str, int, float)) and not isinstance(value, bool):
            assert keys({"$gte": value, "$lte": value}, field) == [item.key], field
            assert keys({"$gt": value}, field) == [], field
