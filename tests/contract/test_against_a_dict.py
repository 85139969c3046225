"""After any sequence of operations, does the store hold what a dict would hold?"""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langgraph.store.base import GetOp, ListNamespacesOp, Op, PutOp, SearchOp

from .implementations import Driver, Namespace, Space

OWNERS, TOPICS = ("ana", "anabel", "bo"), ("preferences", "goals")
KEYS = ("k", "K", "k k", "%")
CONTENTS = ("Likes green tea", "Plays the cello", "Collects rare stamps", "Enjoys chess")
Model = dict[tuple[Namespace, str], str]
Step = tuple[str, int, str, str, str]
# one owner name per example, so that examples can share a database
_example = itertools.count()


@st.composite
def steps(draw: st.DrawFn, *more: str) -> Step:
    """Draw (operation, owner, topic, key, content); each operation uses the parts it needs."""
    return (
        draw(st.sampled_from(("put", "put", "put", "delete", "get", "search", "filter", *more))),
        draw(st.integers(0, len(OWNERS) - 1)),
        draw(st.sampled_from(TOPICS)),
        draw(st.sampled_from(KEYS)),
        draw(st.sampled_from(CONTENTS)),
    )


def operation(space: Space, owners: list[str], step: Step) -> Op:
    kind, owner, topic, key, content = step
    namespace = space.namespace(owners[owner], topic)
    if kind == "put":
        return PutOp(namespace, key, {"content": content})
    if kind == "delete":
        return PutOp(namespace, key, None)
    if kind == "get":
        return GetOp(namespace, key)
    if kind == "search":
        return SearchOp(namespace[:-1], limit=100)
    if kind == "filter":
        return SearchOp(namespace, {"content": {"$ne": content}}, limit=100)
    return ListNamespacesOp(limit=1000)


def expected(model: Model, op: Op, owners: list[str]) -> Any:
    """Answer a read from the dict, in the form that ``observed`` gives to the store's answer."""
    if isinstance(op, GetOp):
        return model.get((op.namespace, op.key))
    if isinstance(op, SearchOp):
        depth, unwanted = len(op.namespace_prefix), (op.filter or {}).get("content", {}).get("$ne")
        return {
            (namespace, key, content)
            for (namespace, key), content in model.items()
            if namespace[:depth] == op.namespace_prefix and content != unwanted
        }
    if isinstance(op, ListNamespacesOp):
        return {namespace for namespace, _ in model if set(owners) & set(namespace)}
    return None


def observed(op: Op, answer: Any, owners: list[str]) -> Any:
    if isinstance(op, GetOp):
        return answer and answer.value["content"]
    if isinstance(op, SearchOp):
        return {(item.namespace, item.key, item.value["content"]) for item in answer}
    if isinstance(op, ListNamespacesOp):
        return {namespace for namespace in answer if set(owners) & set(namespace)}
    return answer


def apply(model: Model, op: Op) -> None:
    if isinstance(op, PutOp) and op.value is None:
        model.pop((op.namespace, op.key), None)
    elif isinstance(op, PutOp) and op.value is not None:
        model[op.namespace, op.key] = op.value["content"]


async def follow(store: Driver, space: Space, batches: list[list[Step]]) -> None:
    """Hand each batch to the store and to the dict, and compare every answer and the end state."""
    number = next(_example)
    owners = [f"{owner}{number}" for owner in OWNERS]
    model: Model = {}
    for batch in batches:
        ops = [operation(space, owners, step) for step in batch]
        answers = await store.batch(ops)
        for op, answer in zip(ops, answers, strict=True):
            assert observed(op, answer, owners) == expected(model, op, owners), op
        for op in ops:
            apply(model, op)
    for owner in owners:
        for topic in TOPICS:
            end = SearchOp(space.namespace(owner, topic), limit=100)
            (answer,) = await store.batch([end])
            assert observed(end, answer, owners) == expected(model, end, owners)


quick = settings(
    max_examples=20,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@quick
@given(script=st.lists(steps(), max_size=12))
async def test_single_operations_agree_with_a_dict(
    store: Driver, space: Space, script: list[Step]
) -> None:
    await follow(store, space, [[step] for step in script])


@quick
@given(script=st.lists(st.lists(steps(), max_size=6), max_size=4))
async def test_batches_agree_with_a_dict(
    store: Driver, space: Space, script: list[list[Step]]
) -> None:
    await follow(store, space, script)


# not the in-memory store: it lists every namespace that it was ever asked about (test_listing.py)
@pytest.mark.stores("postgres", "ours")
@quick
@given(script=st.lists(st.lists(steps("list", "list"), max_size=6), max_size=4))
async def test_listings_agree_with_a_dict(
    store: Driver, space: Space, script: list[list[Step]]
) -> None:
    await follow(store, space, script)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(-1e9, 1e9)
    | st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text("ab.$ '\"é", max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)


@quick
@given(value=st.dictionaries(st.text("xyz", min_size=1, max_size=3), JSON, max_size=4))
async def test_any_json_value_returns_unchanged_and_can_be_filtered_by_each_field(
    store: Driver, value: dict[str, Any]
) -> None:
    namespace = ("json", f"n{next(_example)}")
    await store.put(namespace, "k", value)

    item = await store.get(namespace, "k")

    assert item is not None
    assert item.value == value
    for field, content in value.items():
        found = await store.search(namespace, filter={field: {"$eq": content}})
        assert [match.key for match in found] == ["k"]


LABELS = st.lists(st.text("ab*_%", min_size=1, max_size=2), min_size=1, max_size=4).map(tuple)


def matches(namespace: Namespace, prefix: Namespace) -> bool:
    """Whether ``namespace`` begins with ``prefix``, whose ``*`` stands for any one label."""
    pairs = list(zip(namespace, prefix, strict=False))
    return len(pairs) == len(prefix) and all(p in ("*", label) for label, p in pairs)


@quick
@given(namespaces=st.lists(LABELS, max_size=6, unique=True), prefix=LABELS, depth=st.integers(1, 5))
async def test_listing_agrees_with_comparing_labels(
    store: Driver, namespaces: list[Namespace], prefix: Namespace, depth: int
) -> None:
    root = f"n{next(_example)}"
    for namespace in namespaces:
        await store.put((root, *namespace), "k", {"content": "Likes green tea"})

    listed = await store.list_namespaces(prefix=(root, *prefix), max_depth=depth)
    suffixed = await store.list_namespaces(prefix=(root,), suffix=prefix[::-1])
    found = await store.search((root, *prefix), limit=100)

    below = [(root, *n) for n in namespaces if matches(n, prefix)]
    assert sorted(set(listed)) == sorted({n[:depth] for n in below})
    assert set(suffixed) == {(root, *n) for n in namespaces if matches((root, *n)[::-1], prefix)}
    assert {item.namespace for item in found} == {
        (root, *n) for n in namespaces if n[: len(prefix)] == prefix
    }
