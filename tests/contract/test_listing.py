"""Which namespaces exist, below, ending in, or down to what depth?"""

from __future__ import annotations

import pytest
from langgraph.store.base import ListNamespacesOp, MatchCondition

from .implementations import Driver, Namespace, Space

TREE: list[Namespace] = [
    ("a",),
    ("a", "b", "c"),
    ("a", "b", "d", "e"),
    ("a", "b", "d", "i"),
    ("a", "b", "f"),
    ("a", "c", "f"),
    ("ab", "c"),
    ("b", "b", "f"),
]


@pytest.fixture
async def tree(store: Driver) -> Driver:
    for namespace in TREE:
        await store.put(namespace, "k", {"content": "Likes green tea"})
    return store


async def test_every_namespace_with_items_is_listed_once_in_order(tree: Driver) -> None:
    await tree.put(("a",), "second", {"content": "Plays the cello"})

    assert await tree.list_namespaces() == TREE


async def test_an_empty_store_lists_nothing(store: Driver) -> None:
    assert await store.list_namespaces() == []


async def test_reading_does_not_make_a_namespace(store: Driver, space: Space) -> None:
    await store.get(space.home, "k")
    await store.search(space.prefix)
    await store.delete(space.home, "k")

    assert await store.list_namespaces() == []


async def test_a_namespace_without_items_is_no_longer_listed(store: Driver, space: Space) -> None:
    await store.put(space.home, "a", {"content": "Likes green tea"})
    await store.put(space.second, "b", {"content": "Wants to run a marathon"})
    await store.delete(space.home, "a")

    assert await store.list_namespaces() == [space.second]


async def test_namespaces_of_memories_are_listed(store: Driver, space: Space) -> None:
    for namespace in (space.home, space.second, space.stranger):
        await store.put(namespace, "k", {"content": "Likes green tea"})

    assert set(await store.list_namespaces()) == {space.home, space.second, space.stranger}
    assert set(await store.list_namespaces(prefix=space.prefix)) == {space.home, space.second}
    assert set(await store.list_namespaces(suffix=("preferences",))) == {space.home, space.stranger}
    assert await store.list_namespaces(max_depth=1) == [space.home[:1]]
    assert set(await store.list_namespaces(max_depth=len(space.prefix))) == {
        space.prefix,
        space.stranger[:-1],
    }
    assert await store.list_namespaces(prefix=(*space.prefix[:-1], "*", "goals")) == [space.second]


@pytest.mark.parametrize(
    ("prefix", "expected"),
    [
        (("a", "b"), TREE[1:5]),
        (("a",), TREE[:6]),
        (("ab",), [TREE[6]]),
        (("*", "b"), [*TREE[1:5], TREE[7]]),
        (("a", "*", "f"), TREE[4:6]),
        (("a", "*", "*"), TREE[1:6]),
        (("a", "b", "d", "e", "x"), []),
        (("x",), []),
    ],
    ids=[
        "path",
        "root",
        "whole-labels",
        "star-first",
        "star-inside",
        "stars",
        "too-long",
        "unknown",
    ],
)
async def test_a_prefix_selects(tree: Driver, prefix: Namespace, expected: list[Namespace]) -> None:
    assert await tree.list_namespaces(prefix=prefix) == expected


@pytest.mark.parametrize(
    ("suffix", "expected"),
    [
        (("f",), [TREE[4], TREE[5], TREE[7]]),
        (("b", "f"), [TREE[4], TREE[7]]),
        (("*", "f"), [TREE[4], TREE[5], TREE[7]]),
        (("b", "*"), [TREE[1], TREE[4], TREE[7]]),
        (("c",), [TREE[1], TREE[6]]),
        (("*", "*", "*", "*"), TREE[2:4]),
        (("x",), []),
    ],
    ids=["label", "path", "star-first", "star-last", "whole-labels", "stars", "unknown"],
)
async def test_a_suffix_selects(tree: Driver, suffix: Namespace, expected: list[Namespace]) -> None:
    assert await tree.list_namespaces(suffix=suffix) == expected


async def test_prefix_and_suffix_must_both_match(tree: Driver) -> None:
    assert await tree.list_namespaces(prefix=("a",), suffix=("f",)) == TREE[4:6]


async def test_a_prefix_and_a_suffix_may_overlap(tree: Driver) -> None:
    assert ("a", "b", "c") in await tree.list_namespaces(prefix=("a", "b"), suffix=("b", "c"))


async def test_a_prefix_may_be_given_as_a_list(tree: Driver) -> None:
    assert await tree.list_namespaces(prefix=["a", "b"]) == TREE[1:5]


async def test_depth_cuts_and_joins_namespaces(tree: Driver) -> None:
    shallow = await tree.list_namespaces(prefix=("a", "b"), max_depth=3)

    assert shallow == [("a", "b", "c"), ("a", "b", "d"), ("a", "b", "f")]
    assert await tree.list_namespaces(max_depth=1) == [("a",), ("ab",), ("b",)]
    assert await tree.list_namespaces(max_depth=9) == TREE


async def test_pages_cover_every_namespace_once(tree: Driver) -> None:
    pages = [await tree.list_namespaces(limit=3, offset=at) for at in (0, 3, 6, 9)]

    assert [namespace for page in pages for namespace in page] == TREE
    assert await tree.list_namespaces(max_depth=1, limit=2, offset=1) == [("ab",), ("b",)]


async def test_a_hundred_namespaces_are_listed_unless_asked_otherwise(store: Driver) -> None:
    for n in range(105):
        await store.put(("many", f"n{n:03}"), "k", {"n": n})

    assert len(await store.list_namespaces()) == 100
    assert len(await store.list_namespaces(limit=200)) == 105


async def test_conditions_given_as_operations_are_all_obeyed(tree: Driver) -> None:
    conditions = (MatchCondition("prefix", ("a",)), MatchCondition("prefix", ("*", "c")))

    (none, some) = await tree.batch(
        [ListNamespacesOp(match_conditions=None, limit=2), ListNamespacesOp(conditions)]
    )

    assert none == TREE[:2]
    assert some == [("a", "c", "f")]
