"""May setup run twice, eight times at once, and after the embedder has changed?"""

from __future__ import annotations

import asyncio
import logging
import warnings
from typing import Any

import pytest

from .implementations import Space, ToyEmbeddings

TEA = {"content": "Likes green tea"}
CELLO = {"content": "Plays the cello"}


def toy(dims: int, **ann: str) -> dict[str, Any]:
    config = {"dims": dims, "embed": ToyEmbeddings(dims), "fields": ["content"]}
    return {**config, "ann_index_config": ann} if ann else config


@pytest.mark.stores("postgres", "ours")
async def test_a_second_setup_changes_nothing(open_store: Any, space: Space) -> None:
    store = await open_store()
    await store.put(space.home, "k", TEA)

    await store.call("setup")

    assert await store.get(space.home, "k") is not None


@pytest.mark.stores("ours")
async def test_eight_callers_may_set_up_an_empty_database_at_once(
    open_store: Any, empty_database_uri: str, space: Space
) -> None:
    stores = [await open_store(setup=False, at=empty_database_uri) for _ in range(8)]

    await asyncio.wait_for(asyncio.gather(*(store.call("setup") for store in stores)), timeout=60)

    for n, store in enumerate(stores):
        await store.put(space.home, f"k{n}", TEA)
    assert len(await stores[0].search(space.home)) == 8


@pytest.mark.stores("ours")
async def test_a_pool_of_one_connection_is_enough(
    variant: Any, uri: str, clock: Any, space: Space
) -> None:
    from langmem_ext.stores.postgres import AsyncMemoryStore, MemoryStore

    options: dict[str, Any] = {
        "index": False,
        "clock": clock,
        "pool_config": {"min_size": 1, "max_size": 1},
    }
    if variant.colour == "async":
        async with AsyncMemoryStore.from_conn_string(uri, **options) as store:
            await store.setup()
            await asyncio.gather(*(store.aput(space.home, f"k{n}", TEA) for n in range(8)))
            assert len(await store.asearch(space.home)) == 8
    else:
        with MemoryStore.from_conn_string(uri, **options) as store:
            store.setup()
            puts = (asyncio.to_thread(store.put, space.home, f"k{n}", TEA) for n in range(8))
            await asyncio.gather(*puts)
            assert len(store.search(space.home)) == 8


@pytest.mark.stores("ours")
async def test_an_embedder_of_other_dimensions_warns_and_loses_nothing(
    open_store: Any, database_uri: str, space: Space, caplog: pytest.LogCaptureFixture
) -> None:
    before = await open_store(at=database_uri, index=toy(32))
    await before.put(space.home, "old", TEA)

    with warnings.catch_warnings(record=True) as warned, caplog.at_level(logging.WARNING):
        warnings.simplefilter("always")
        store = await open_store(at=database_uri, index=toy(16))
        await store.put(space.home, "new", CELLO)
    said = " ".join([*caplog.messages, *(str(w.message) for w in warned)])

    assert "32" in said and "16" in said
    assert sorted(item.key for item in await store.search(space.prefix)) == ["new", "old"]
    item = await store.get(space.home, "old")
    assert item is not None and item.value["content"] == TEA["content"]
    found = await store.search(space.prefix, query="cello")
    assert found[0].key == "new"
    words = await store.search(space.prefix, query="green tea")
    assert "old" in [item.key for item in words]


@pytest.mark.stores("postgres", "ours")
async def test_an_index_may_be_flat(open_store: Any, empty_database_uri: str) -> None:
    store = await open_store(at=empty_database_uri, index=toy(16, kind="flat"))
    await store.put(("documents",), "k", {"content": "red"})

    assert [item.key for item in await store.search(("documents",), query="red")] == ["k"]


@pytest.mark.stores("postgres", "ours")
async def test_vectors_may_have_three_thousand_dimensions(
    open_store: Any, empty_database_uri: str
) -> None:
    store = await open_store(at=empty_database_uri, index=toy(3072))
    await store.put(("documents",), "k", {"content": "red"})

    assert [item.key for item in await store.search(("documents",), query="red")] == ["k"]
