"""Is bad input refused with a clear error, and is nothing changed by it?"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from langgraph.store.base import (
    GetOp,
    InvalidNamespaceError,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    SearchOp,
)

from .implementations import Driver, Space

NS = ("documents", "notes")
KEPT = {"content": "Likes green tea"}

BAD_LABELS: dict[str, Any] = {
    "empty-label": ("a", ""),
    "period": ("a.b",),
    "number": ("a", 1),
    "none": (None,),
    "nul": ("a\x00b",),
}
BAD_HOMES: dict[str, Any] = {**BAD_LABELS, "empty": (), "langgraph": ("langgraph", "x")}


async def assert_unchanged(store: Driver, namespace: tuple[str, ...] = NS) -> None:
    found = await store.search((), limit=100)
    assert [(item.namespace, item.key) for item in found] == [(namespace, "kept")]
    assert found[0].value["content"] == KEPT["content"]


@pytest.mark.parametrize("namespace", BAD_HOMES.values(), ids=BAD_HOMES.keys())
async def test_nothing_is_put_under_an_invalid_namespace(store: Driver, namespace: Any) -> None:
    await store.put(NS, "kept", KEPT)

    with pytest.raises(InvalidNamespaceError):
        await store.put(namespace, "k", {"content": "Plays the cello"})

    await assert_unchanged(store)


@pytest.mark.parametrize("namespace", BAD_HOMES.values(), ids=BAD_HOMES.keys())
async def test_nothing_is_put_under_an_invalid_namespace_by_a_batch(
    store: Driver, namespace: Any
) -> None:
    await store.put(NS, "kept", KEPT)

    with pytest.raises(InvalidNamespaceError):
        await store.batch([PutOp(namespace, "k", {"content": "Plays the cello"})])

    await assert_unchanged(store)


@pytest.mark.parametrize("namespace", BAD_LABELS.values(), ids=BAD_LABELS.keys())
async def test_an_invalid_namespace_is_refused_by_every_method(
    store: Driver, namespace: Any
) -> None:
    await store.put(NS, "kept", KEPT)

    with pytest.raises(InvalidNamespaceError):
        await store.get(namespace, "k")
    with pytest.raises(InvalidNamespaceError):
        await store.delete(namespace, "k")
    with pytest.raises(InvalidNamespaceError):
        await store.search(namespace)
    with pytest.raises(InvalidNamespaceError):
        await store.list_namespaces(prefix=namespace)
    with pytest.raises(InvalidNamespaceError):
        await store.list_namespaces(suffix=namespace)
    await assert_unchanged(store)


@pytest.mark.parametrize("namespace", BAD_LABELS.values(), ids=BAD_LABELS.keys())
async def test_an_invalid_namespace_is_refused_by_every_operation(
    store: Driver, namespace: Any
) -> None:
    await store.put(NS, "kept", KEPT)
    ops: list[Op] = [
        GetOp(namespace, "k"),
        PutOp(namespace, "k", None),
        SearchOp(namespace),
        ListNamespacesOp((MatchCondition("prefix", namespace),)),
        ListNamespacesOp((MatchCondition("suffix", namespace),)),
    ]

    for op in ops:
        with pytest.raises(InvalidNamespaceError):
            await store.batch([op])
    await assert_unchanged(store)


UNSTORABLE: dict[str, Any] = {
    "nul": {"content": "Likes\x00tea"},
    "nul-in-a-key": {"content": "Likes tea", "a\x00b": 1},
    "nul-deep-inside": {"content": "Likes tea", "a": [{"b": "x\x00y"}]},
    "lone-surrogate": {"content": "Likes \ud800 tea"},
    "datetime": {"content": "Likes tea", "at": datetime(2026, 1, 1, tzinfo=UTC)},
    "set": {"content": "Likes tea", "seen": {"x"}},
    "bytes": {"content": "Likes tea", "raw": b"x"},
    "object": {"content": "Likes tea", "o": object()},
    "nan": {"content": "Likes tea", "n": float("nan")},
    "infinity": {"content": "Likes tea", "n": float("inf")},
    "text": "Likes tea",
    "list": [1, 2],
}


# not the in-memory store: it writes nothing down, so it can keep any object
@pytest.mark.stores("postgres", "ours")
@pytest.mark.parametrize("value", UNSTORABLE.values(), ids=UNSTORABLE.keys())
async def test_a_value_that_cannot_be_stored_is_refused(
    store: Driver, space: Space, value: Any
) -> None:
    await store.put(space.home, "kept", KEPT)

    with pytest.raises(Exception):  # noqa: B017 - each store has its own error for it
        await store.put(space.home, "k", value)
    with pytest.raises(Exception):  # noqa: B017
        await store.put(space.home, "kept", value)

    await assert_unchanged(store, space.home)


@pytest.mark.stores("ours")
@pytest.mark.parametrize("value", UNSTORABLE.values(), ids=UNSTORABLE.keys())
async def test_a_refusal_says_why_and_is_one_of_our_errors(
    store: Driver, space: Space, value: Any
) -> None:
    from langmem_ext.errors import LangMemError

    with pytest.raises((LangMemError, ValueError, TypeError)) as refusal:
        await store.put(space.home, "k", value)

    assert type(refusal.value).__module__.split(".")[0] not in ("psycopg", "orjson", "json")
    assert re.search(r"value|content|NUL|JSON", str(refusal.value), re.IGNORECASE)
    assert "tea" not in str(refusal.value)


@pytest.mark.stores("postgres", "ours")
async def test_a_key_with_a_nul_character_is_refused(store: Driver, space: Space) -> None:
    await store.put(space.home, "kept", KEPT)

    with pytest.raises(Exception):  # noqa: B017 - each store has its own error for it
        await store.put(space.home, "a\x00b", {"content": "Plays the cello"})

    await assert_unchanged(store, space.home)


@pytest.mark.stores("postgres", "ours")
async def test_the_store_works_on_after_a_refusal(vector_store: Driver, space: Space) -> None:
    for bad in ({"content": "Likes\x00tea"}, {"content": "x", "o": object()}):
        with pytest.raises(Exception):  # noqa: B017 - each store has its own error for it
            await vector_store.put(space.home, "k", bad)

    await vector_store.put(space.home, "kept", KEPT)

    await assert_unchanged(vector_store, space.home)
    assert [f.key for f in await vector_store.search(space.prefix, query="tea")] == ["kept"]


NOT_MEMORIES: dict[str, tuple[str, Any]] = {
    "unknown-category": ("no_such_category", {"content": "Plays the cello"}),
    "no-content": ("preferences", {"text": "Plays the cello"}),
    "empty-content": ("preferences", {"content": "  "}),
    "number-content": ("preferences", {"content": 7}),
    "empty-value": ("preferences", {}),
}


@pytest.mark.stores("ours")
@pytest.mark.parametrize(("category", "value"), NOT_MEMORIES.values(), ids=NOT_MEMORIES.keys())
async def test_what_is_not_a_memory_is_refused_in_a_memory_namespace(
    store: Driver, category: str, value: Any
) -> None:
    from langmem_ext.errors import LangMemError

    home = ("memory", "default", "user", "ana", "preferences")
    await store.put(home, "kept", KEPT)

    with pytest.raises(LangMemError):
        await store.put((*home[:-1], category), "k", value)
    with pytest.raises(LangMemError):
        await store.batch([PutOp(home, "kept", None), PutOp((*home[:-1], category), "k", value)])

    await assert_unchanged(store, home)
