"""Can what was put be read, replaced and deleted?"""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from langgraph.store.base import Item, PutOp

from .implementations import Driver, Space, Variant

PLAIN = ("documents", "reports")

MEMORY_FIELDS = {
    "category",
    "kind",
    "type",
    "title",
    "content",
    "keywords",
    "tags",
    "importance",
    "confidence",
    "strength",
    "pinned",
    "sensitivity",
    "subjects",
    "portable",
    "source",
    "source_ids",
    "slot",
    "state",
}

ODD_TEXTS = [
    "two words",
    " edges ",
    "it's",
    'say "tea"',
    "100%s %(x)s",
    "a_b%c\\d",
    "line\nbreak\ttab",
    "Čeština",
    "🍵🧑‍🍳",
    "שלום",
    "x'; DROP TABLE store; --",
    "*",
    "{a,b}[0]",
    "user:42/chat",
    "key=value&more",
    "None",
    "k" * 200,
]

JSON_VALUES: dict[str, dict[str, Any]] = {
    "empty": {},
    "scalars": {"int": 1, "float": 1.5, "true": True, "false": False, "null": None, "text": ""},
    "nested": {"a": {"b": [{"c": [1, [2, {"d": None}]]}]}},
    "large-integer": {"n": 2**60 + 1},
    "small-float": {"x": 1e-9, "y": -0.25},
    "odd-keys": {"a.b": 1, "$eq": 2, "": 3, "with space": 4, "ключ": 5},
    "odd-text": {"text": "".join(ODD_TEXTS)},
}


async def test_a_value_that_was_put_can_be_read(store: Driver, space: Space) -> None:
    await store.put(space.home, "k", {"content": "Likes green tea"})

    item = await store.get(space.home, "k")

    assert item is not None
    assert item.value["content"] == "Likes green tea"


async def test_a_plain_value_is_returned_as_it_was_put(store: Driver) -> None:
    await store.put(PLAIN, "k", {"content": "Likes green tea"})

    item = await store.get(PLAIN, "k")

    assert item is not None
    assert item.value == {"content": "Likes green tea"}


async def test_a_key_that_was_never_put_reads_as_none(store: Driver, space: Space) -> None:
    await store.put(space.home, "k", {"content": "Likes green tea"})

    assert await store.get(space.home, "other") is None
    assert await store.get(space.stranger, "k") is None


async def test_an_item_knows_where_and_when_it_was_put(store: Driver, space: Space) -> None:
    await store.put(space.home, "k", {"content": "Likes green tea"})

    item = await store.get(space.home, "k")

    assert isinstance(item, Item)
    assert (item.namespace, item.key) == (space.home, "k")
    assert item.created_at.utcoffset() is not None and item.updated_at.utcoffset() is not None
    assert item.created_at <= item.updated_at
    assert item.dict()["namespace"] == list(space.home)


async def test_an_overwrite_keeps_created_at_and_moves_updated_at(
    store: Driver, space: Space
) -> None:
    await store.put(space.home, "k", {"content": "Likes green tea"})
    before = await store.get(space.home, "k")
    assert before is not None
    created, updated = before.created_at, before.updated_at
    store.pass_time(timedelta(minutes=1))

    await store.put(space.home, "k", {"content": "Likes black tea"})

    after = await store.get(space.home, "k")
    assert after is not None
    assert after.value["content"] == "Likes black tea"
    assert after.created_at == created
    assert after.updated_at > updated


async def test_reading_does_not_move_updated_at(store: Driver, space: Space) -> None:
    await store.put(space.home, "k", {"content": "Likes green tea"})
    first = await store.get(space.home, "k")
    store.pass_time(timedelta(minutes=1))
    await store.search(space.prefix)

    second = await store.get(space.home, "k")

    assert first is not None and second is not None
    assert second.updated_at == first.updated_at


async def test_an_overwrite_replaces_the_whole_value(store: Driver) -> None:
    await store.put(PLAIN, "k", {"a": 1, "b": {"c": 2, "d": 3}})
    await store.put(PLAIN, "k", {"b": {"c": 4}})

    item = await store.get(PLAIN, "k")

    assert item is not None
    assert item.value == {"b": {"c": 4}}


async def test_a_deleted_item_is_gone(store: Driver, space: Space) -> None:
    await store.put(space.home, "k", {"content": "Likes green tea"})
    await store.put(space.home, "l", {"content": "Plays the cello"})

    await store.delete(space.home, "k")

    assert await store.get(space.home, "k") is None
    assert [item.key for item in await store.search(space.home)] == ["l"]


async def test_putting_none_deletes(store: Driver, space: Space) -> None:
    await store.put(space.home, "k", {"content": "Likes green tea"})
    await store.put(space.home, "l", {"content": "Plays the cello"})

    await store.put(space.home, "k", None)
    await store.batch([PutOp(space.home, "l", None)])

    assert await store.get(space.home, "k") is None
    assert await store.get(space.home, "l") is None


async def test_deleting_what_does_not_exist_is_no_error(store: Driver, space: Space) -> None:
    await store.delete(space.home, "k")
    await store.put(space.home, "k", {"content": "Likes green tea"})
    await store.delete(space.home, "k")
    await store.delete(space.home, "k")

    assert await store.get(space.home, "k") is None


async def test_a_deleted_key_can_be_put_again(store: Driver, space: Space) -> None:
    await store.put(space.home, "k", {"content": "Likes green tea"})
    await store.delete(space.home, "k")
    await store.put(space.home, "k", {"content": "Plays the cello"})

    item = await store.get(space.home, "k")

    assert item is not None
    assert item.value["content"] == "Plays the cello"
    assert [found.key for found in await store.search(space.prefix)] == ["k"]


async def test_one_key_in_two_namespaces_is_two_items(store: Driver, space: Space) -> None:
    await store.put(space.home, "k", {"content": "Likes green tea"})
    await store.put(space.second, "k", {"content": "Wants to run a marathon"})
    await store.put(space.stranger, "k", {"content": "Plays the cello"})
    await store.delete(space.stranger, "k")

    first, second = await store.get(space.home, "k"), await store.get(space.second, "k")

    assert first is not None and second is not None
    assert first.value["content"] == "Likes green tea"
    assert second.value["content"] == "Wants to run a marathon"
    assert await store.get(space.stranger, "k") is None


async def test_a_second_key_never_merges_with_the_first(store: Driver, space: Space) -> None:
    await store.put(space.home, "k", {"content": "Likes green tea"})
    await store.put(space.home, "l", {"content": "Likes green tea"})

    found = await store.search(space.home)

    assert sorted(item.key for item in found) == ["k", "l"]
    assert {item.value["content"] for item in found} == {"Likes green tea"}


async def test_a_key_may_hold_any_characters(store: Driver, space: Space) -> None:
    for key in ODD_TEXTS:
        await store.put(space.home, key, {"content": "Likes green tea"})

    for key in ODD_TEXTS:
        item = await store.get(space.home, key)
        assert item is not None and item.key == key
    found = await store.search(space.home, limit=100)
    assert sorted(item.key for item in found) == sorted(ODD_TEXTS)
    for key in ODD_TEXTS:
        await store.delete(space.home, key)
    assert await store.search(space.home) == []


async def test_a_namespace_label_may_hold_any_characters(store: Driver, space: Space) -> None:
    for label in ODD_TEXTS:
        await store.put(space.namespace(label), "k", {"content": "Likes green tea"})

    for label in ODD_TEXTS:
        namespace = space.namespace(label)
        item = await store.get(namespace, "k")
        assert item is not None and item.namespace == namespace
        assert [found.namespace for found in await store.search(namespace[:-1])] == [namespace]
        if label != "*":
            assert await store.list_namespaces(prefix=namespace[:-1]) == [namespace]


async def test_a_key_is_kept_as_text(store: Driver, space: Space) -> None:
    await store.put(space.home, 7, {"content": "Likes green tea"})  # type: ignore[arg-type]

    item = await store.get(space.home, "7")

    assert item is not None and item.key == "7"


async def test_a_json_value_returns_unchanged(store: Driver) -> None:
    for key, value in JSON_VALUES.items():
        await store.put(PLAIN, key, value)

    found = {item.key: item.value for item in await store.search(PLAIN)}
    for key, value in JSON_VALUES.items():
        item = await store.get(PLAIN, key)
        assert item is not None
        assert item.value == found[key] == value
        assert [type(item.value[name]) for name in value] == [type(value[name]) for name in value]


async def test_a_large_float_stays_a_float(store: Driver) -> None:
    value = {"x": 6.791754621229466e16, "y": -1e23}
    await store.put(PLAIN, "k", value)

    item = await store.get(PLAIN, "k")

    assert item is not None
    assert item.value == value
    assert {type(number) for number in item.value.values()} == {float}


async def test_a_value_of_a_megabyte_returns_unchanged(store: Driver) -> None:
    value = {"text": "tea " * 250_000, "list": list(range(10_000))}
    await store.put(PLAIN, "k", value)

    item = await store.get(PLAIN, "k")

    assert item is not None
    assert item.value == value


async def test_changing_a_value_in_hand_does_not_change_the_store(store: Driver) -> None:
    value = {"tags": ["tea"]}
    await store.put(PLAIN, "k", value)
    value["tags"].append("written")
    read = await store.get(PLAIN, "k")
    assert read is not None
    read.value["tags"].append("read")

    item = await store.get(PLAIN, "k")

    assert item is not None
    assert item.value == {"tags": ["tea"]}


@pytest.mark.stores("ours")
async def test_a_memory_is_read_with_its_fields_as_json(store: Driver, space: Space) -> None:
    memory = space.kind == "memory"
    given = {"content": "Likes green tea", "importance": 5, "tags": ["drinks"]}
    await store.put(space.home, "k", given)

    item = await store.get(space.home, "k")
    (found,) = await store.search(space.home)

    assert item is not None
    assert item.value == found.value
    assert {name: item.value[name] for name in given} == given
    assert (item.value.keys() >= MEMORY_FIELDS) is memory
    assert json.loads(json.dumps(item.value)) == item.value


@pytest.mark.stores("postgres", "ours")
async def test_what_was_put_is_there_after_the_store_is_opened_again(
    open_store: Any, variant: Variant, space: Space
) -> None:
    first = await open_store()
    await first.put(space.home, "k", {"content": "Likes green tea"})

    item = await (await open_store()).get(space.home, "k")

    assert item is not None
    assert item.value["content"] == "Likes green tea"
