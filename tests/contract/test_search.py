"""Does a search without a query find what lies under a prefix, page by page?"""

from __future__ import annotations

from datetime import timedelta

from langgraph.store.base import PutOp, SearchItem

from .implementations import DIMS, Driver, Namespace, Space, ToyEmbeddings

HOBBIES = ["tea", "chess", "cello", "yoga", "poetry", "opera", "tennis"]
HOBBIES += ["hiking", "baking", "rowing", "sewing", "judo", "radio"]


async def fill(store: Driver, namespace: Namespace, count: int) -> list[str]:
    """Put ``count`` items a second apart and answer their keys, newest first."""
    keys = [f"k{n:02}" for n in range(count)]
    for n, key in enumerate(keys):
        await store.put(namespace, key, {"content": f"Enjoys {HOBBIES[n]}"})
        store.pass_time(timedelta(seconds=1))
    return keys[::-1]


async def test_a_prefix_finds_everything_below_it(store: Driver, space: Space) -> None:
    await store.put(space.home, "a", {"content": "Likes green tea"})
    await store.put(space.second, "b", {"content": "Wants to run a marathon"})
    await store.put(space.stranger, "c", {"content": "Plays the cello"})

    found = await store.search(space.prefix)

    assert {(item.namespace, item.key) for item in found} == {
        (space.home, "a"),
        (space.second, "b"),
    }


async def test_a_full_namespace_finds_only_its_own_items(store: Driver, space: Space) -> None:
    await store.put(space.home, "a", {"content": "Likes green tea"})
    await store.put(space.second, "b", {"content": "Wants to run a marathon"})

    assert [item.key for item in await store.search(space.home)] == ["a"]


async def test_a_prefix_is_compared_by_whole_labels(store: Driver) -> None:
    for namespace in [("a",), ("a", "b"), ("ab",), ("ab", "c"), ("b", "a")]:
        await store.put(namespace, "k", {"content": "Likes green tea"})

    found = await store.search(("a",))

    assert {item.namespace for item in found} == {("a",), ("a", "b")}


async def test_a_label_is_never_read_as_a_pattern(store: Driver) -> None:
    for owner in ["user_1", "userX1", "user%", "user", "user\\_1"]:
        await store.put((owner, "notes"), "k", {"content": "Likes green tea"})

    for owner in ["user_1", "userX1", "user%", "user", "user\\_1"]:
        assert [item.namespace for item in await store.search((owner,))] == [(owner, "notes")]
        assert await store.list_namespaces(prefix=(owner,)) == [(owner, "notes")]


async def test_an_empty_prefix_finds_everything(store: Driver, space: Space) -> None:
    await store.put(space.home, "a", {"content": "Likes green tea"})
    await store.put(("documents",), "b", {"content": "Wants to run a marathon"})

    assert {item.key for item in await store.search(())} == {"a", "b"}


async def test_a_prefix_may_be_a_list(store: Driver, space: Space) -> None:
    await store.put(space.home, "a", {"content": "Likes green tea"})
    await store.put(space.stranger, "b", {"content": "Plays the cello"})

    found = await store.search(list(space.prefix))  # type: ignore[arg-type]

    assert [item.key for item in found] == ["a"]


async def test_a_prefix_without_items_finds_nothing(store: Driver, space: Space) -> None:
    await store.put(space.home, "a", {"content": "Likes green tea"})

    assert await store.search(space.stranger) == []
    assert await store.search((*space.home, "deeper")) == []


async def test_found_items_are_whole_and_have_no_score(store: Driver, space: Space) -> None:
    await store.put(space.home, "a", {"content": "Likes green tea"})

    (found,) = await store.search(space.prefix)
    item = await store.get(space.home, "a")

    assert isinstance(found, SearchItem)
    assert found.score is None
    assert item is not None
    assert (found.key, found.namespace, found.value["content"]) == (
        "a",
        space.home,
        "Likes green tea",
    )
    assert (found.created_at, found.updated_at) == (item.created_at, item.updated_at)


async def test_ten_items_are_found_unless_asked_otherwise(store: Driver, space: Space) -> None:
    await fill(store, space.home, 12)

    assert len(await store.search(space.home)) == 10
    assert len(await store.search(space.home, limit=12)) == 12
    assert len(await store.search(space.home, limit=1000)) == 12
    assert await store.search(space.home, limit=0) == []


async def test_the_latest_update_comes_first(store: Driver, space: Space) -> None:
    newest_first = await fill(store, space.home, 4)
    await store.put(space.home, newest_first[-1], {"content": "Enjoys fencing"})

    found = await store.search(space.prefix)

    assert [item.key for item in found] == [newest_first[-1], *newest_first[:-1]]


async def test_pages_cover_every_item_once(store: Driver, space: Space) -> None:
    await fill(store, space.home, 6)
    await fill(store, space.second, 5)

    pages = [await store.search(space.prefix, limit=4, offset=at) for at in (0, 4, 8, 12)]

    assert [len(page) for page in pages] == [4, 4, 3, 0]
    assert len({(item.namespace, item.key) for page in pages for item in page}) == 11


async def test_pages_cover_every_item_once_when_all_were_written_at_one_instant(
    store: Driver, space: Space
) -> None:
    await store.batch(
        [PutOp(space.home, f"k{n}", {"content": f"Enjoys {HOBBIES[n]}"}) for n in range(11)]
    )

    pages = [await store.search(space.prefix, limit=3, offset=at) for at in range(0, 12, 3)]

    assert sorted(item.key for page in pages for item in page) == sorted(f"k{n}" for n in range(11))


async def test_a_filter_on_the_content_is_obeyed(store: Driver, space: Space) -> None:
    await store.put(space.home, "a", {"content": "Likes green tea"})
    await store.put(space.home, "b", {"content": "Plays the cello"})

    equal = await store.search(space.prefix, filter={"content": "Plays the cello"})
    other = await store.search(space.prefix, filter={"content": {"$ne": "Plays the cello"}})

    assert [item.key for item in equal] == ["b"]
    assert [item.key for item in other] == ["a"]


async def test_a_query_to_a_store_without_vectors_finds_the_words(
    store: Driver, space: Space
) -> None:
    await store.put(space.home, "a", {"content": "Likes green tea"})

    assert [item.key for item in await store.search(space.prefix, query="green tea")] == ["a"]


async def test_an_empty_query_is_no_query(vector_store: Driver, space: Space) -> None:
    newest_first = await fill(vector_store, space.home, 3)

    found = await vector_store.search(space.prefix, query="")

    assert sorted(item.key for item in found) == sorted(newest_first)
    assert {item.score for item in found} == {None}


async def test_the_toy_vectors_of_this_suite_tell_words_apart() -> None:
    toy = ToyEmbeddings()

    assert toy.embed_query("tea tea")[:2] == [2.0, 0.0]
    assert toy.embed_query("cello") == [0.0, 1.0] + [0.0] * (DIMS - 2)
