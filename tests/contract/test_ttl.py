"""Does an item live as many minutes as it was given, and does reading it count?"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from langgraph.store.base import GetOp, PutOp

from .implementations import DIMS, Driver, Space, ToyEmbeddings, Variant

pytestmark = pytest.mark.stores("postgres", "ours")
TEA = {"content": "Likes green tea"}
CELLO = {"content": "Plays the cello"}


def minutes(count: float) -> timedelta:
    return timedelta(minutes=count)


async def alive(store: Driver, space: Space, key: str = "k") -> bool:
    """Whether the item survives a sweep; looking does not extend its life."""
    await store.call("sweep_ttl")
    return await store.get(space.home, key, refresh_ttl=False) is not None


@pytest.mark.stores("inmemory")
async def test_a_store_without_ttl_says_so(store: Driver, space: Space) -> None:
    assert not store.raw.supports_ttl
    with pytest.raises(NotImplementedError):
        await store.put(space.home, "k", TEA, ttl=5)
    assert await store.get(space.home, "k") is None


async def test_a_store_with_ttl_says_so(store: Driver) -> None:
    assert store.raw.supports_ttl


async def test_ttl_counts_minutes(store: Driver, space: Space) -> None:
    await store.put(space.home, "k", TEA, ttl=5)

    store.pass_time(minutes(4.9))
    assert await alive(store, space)
    store.pass_time(minutes(0.2))
    assert not await alive(store, space)


async def test_an_item_without_ttl_stays(store: Driver, space: Space) -> None:
    await store.put(space.home, "k", TEA)

    store.pass_time(minutes(60 * 24))

    assert await alive(store, space)


async def test_a_fraction_of_a_minute_is_kept(store: Driver, space: Space) -> None:
    await store.put(space.home, "k", TEA, ttl=0.4)

    store.pass_time(timedelta(seconds=20))
    assert await alive(store, space)
    store.pass_time(timedelta(seconds=5))
    assert not await alive(store, space)


async def test_a_refresh_renews_a_fraction_of_a_minute(store: Driver, space: Space) -> None:
    await store.put(space.home, "k", TEA, ttl=0.4)
    store.pass_time(timedelta(seconds=20))
    await store.get(space.home, "k", refresh_ttl=True)
    store.pass_time(timedelta(seconds=20))

    assert await alive(store, space)


async def test_a_sweep_removes_and_counts_what_has_expired(store: Driver, space: Space) -> None:
    await store.put(space.home, "a", TEA, ttl=1)
    await store.put(space.second, "b", TEA, ttl=1)
    await store.put(space.home, "c", CELLO, ttl=10)
    await store.put(space.home, "d", {"content": "Collects rare stamps"})
    store.pass_time(minutes(2))

    assert await store.call("sweep_ttl") == 2
    assert await store.call("sweep_ttl") == 0
    assert sorted(item.key for item in await store.search(space.prefix)) == ["c", "d"]
    assert await store.list_namespaces() == [space.home]


async def test_a_swept_item_is_gone_from_queries(vector_store: Driver, space: Space) -> None:
    await vector_store.put(space.home, "k", TEA, ttl=1)
    vector_store.pass_time(minutes(2))
    await vector_store.call("sweep_ttl")

    assert await vector_store.search(space.prefix, query="Likes green tea") == []


async def test_a_swept_key_can_be_put_again(store: Driver, space: Space) -> None:
    await store.put(space.home, "k", TEA, ttl=1)
    store.pass_time(minutes(2))
    await store.call("sweep_ttl")
    await store.put(space.home, "k", CELLO)
    store.pass_time(minutes(60))

    assert await alive(store, space)


async def test_the_default_ttl_applies_unless_a_put_says_otherwise(
    open_store: Any, space: Space
) -> None:
    store = await open_store(ttl={"default_ttl": 5})
    await store.put(space.home, "default", TEA)
    await store.put(space.home, "longer", CELLO, ttl=20)
    await store.put(space.home, "never", {"content": "Collects rare stamps"}, ttl=None)

    store.pass_time(minutes(6))
    assert [await alive(store, space, key) for key in ("default", "longer", "never")] == [
        False,
        True,
        True,
    ]
    store.pass_time(minutes(60))
    assert [await alive(store, space, key) for key in ("longer", "never")] == [False, True]


async def test_an_overwrite_starts_the_time_anew(store: Driver, space: Space) -> None:
    await store.put(space.home, "k", TEA, ttl=5)
    store.pass_time(minutes(4))
    await store.put(space.home, "k", CELLO, ttl=5)
    store.pass_time(minutes(4))

    assert await alive(store, space)


async def test_an_overwrite_without_ttl_stays(store: Driver, space: Space) -> None:
    await store.put(space.home, "k", TEA, ttl=5)
    await store.put(space.home, "k", CELLO)
    store.pass_time(minutes(60))

    assert await alive(store, space)


async def read(store: Driver, space: Space, how: str, **options: Any) -> None:
    if how == "get":
        await store.get(space.home, "k", **options)
    elif how == "batch":
        await store.batch([GetOp(space.home, "k", **options)])
    else:
        await store.search(space.prefix, **options)


@pytest.mark.parametrize("how", ["get", "search", "batch"])
async def test_reading_renews_the_time(store: Driver, space: Space, how: str) -> None:
    await store.put(space.home, "k", TEA, ttl=5)
    store.pass_time(minutes(4))
    await read(store, space, how)
    store.pass_time(minutes(4))
    assert await alive(store, space)
    store.pass_time(minutes(2))

    assert not await alive(store, space)


@pytest.mark.parametrize("how", ["get", "search", "batch"])
async def test_a_read_may_decline_to_renew(store: Driver, space: Space, how: str) -> None:
    await store.put(space.home, "k", TEA, ttl=5)
    store.pass_time(minutes(4))
    await read(store, space, how, refresh_ttl=False)
    store.pass_time(minutes(2))

    assert not await alive(store, space)


@pytest.mark.parametrize("how", ["get", "search"])
async def test_a_store_may_be_told_that_reading_does_not_renew(
    open_store: Any, space: Space, how: str
) -> None:
    store = await open_store(ttl={"refresh_on_read": False})
    await store.put(space.home, "k", TEA, ttl=5)
    store.pass_time(minutes(4))
    await read(store, space, how)
    store.pass_time(minutes(2))

    assert not await alive(store, space)


@pytest.mark.parametrize("how", ["get", "search"])
async def test_a_read_may_renew_although_the_store_does_not(
    open_store: Any, space: Space, how: str
) -> None:
    store = await open_store(ttl={"refresh_on_read": False})
    await store.put(space.home, "k", TEA, ttl=5)
    store.pass_time(minutes(4))
    await read(store, space, how, refresh_ttl=True)
    store.pass_time(minutes(2))

    assert await alive(store, space)


async def test_a_search_renews_only_what_it_returns(store: Driver, space: Space) -> None:
    await store.put(space.home, "k", TEA, ttl=5)
    await store.put(space.home, "l", CELLO, ttl=5)
    store.pass_time(minutes(4))
    await store.search(space.home, filter={"content": "Plays the cello"})
    store.pass_time(minutes(2))

    assert not await alive(store, space, "k")
    assert await alive(store, space, "l")


async def test_a_query_renews_what_it_returns(vector_store: Driver, space: Space) -> None:
    await vector_store.put(space.home, "k", TEA, ttl=5)
    vector_store.pass_time(minutes(4))
    await vector_store.search(space.home, query="Likes green tea")
    vector_store.pass_time(minutes(2))

    assert await alive(vector_store, space)


async def test_expired_items_are_omitted_when_asked_before_any_sweep(
    open_store: Any, space: Space
) -> None:
    store = await open_store(ttl={"omit_expired": True})
    await store.put(space.home, "k", TEA, ttl=5)
    await store.put(space.second, "l", CELLO)
    store.pass_time(minutes(6))

    assert await store.get(space.home, "k") is None
    assert [item.key for item in await store.search(space.prefix)] == ["l"]
    assert await store.list_namespaces() == [space.second]


async def test_an_expired_item_is_not_revived_by_looking_for_it(
    open_store: Any, space: Space
) -> None:
    store = await open_store(ttl={"omit_expired": True, "refresh_on_read": True})
    await store.put(space.home, "k", TEA, ttl=5)
    store.pass_time(minutes(6))
    await store.get(space.home, "k")
    await store.search(space.home)

    assert await store.get(space.home, "k") is None
    assert await store.call("sweep_ttl") == 1


async def test_expired_items_are_omitted_from_queries(open_store: Any) -> None:
    index = {"dims": DIMS, "embed": ToyEmbeddings(), "fields": ["content"]}
    store = await open_store(index=index, ttl={"omit_expired": True})
    await store.put(("documents",), "k", {"content": "red"}, ttl=5)
    store.pass_time(minutes(6))

    assert await store.search(("documents",), query="red") == []


async def test_an_operation_may_carry_its_own_ttl(store: Driver, space: Space) -> None:
    await store.batch([PutOp(space.home, "k", TEA, ttl=1.5), PutOp(space.home, "l", CELLO)])
    store.pass_time(minutes(2))

    assert not await alive(store, space, "k")
    assert await alive(store, space, "l")


async def test_the_sweeper_starts_and_stops(open_store: Any, variant: Variant) -> None:
    store = await open_store(ttl={"default_ttl": 5, "sweep_interval_minutes": 60})

    await store.call("start_ttl_sweeper")
    await store.call("start_ttl_sweeper")

    assert await store.call("stop_ttl_sweeper") is True
    assert await store.call("stop_ttl_sweeper") is True
