"""Does a query find the nearest items: the right ones, all of them, and none that changed meanwhile?"""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.store.base import PutOp, SearchItem

from .implementations import DIMS, Driver, Namespace, Space, ToyEmbeddings

NS = ("documents", "notes")


def scored(found: list[SearchItem]) -> list[str]:
    """Keys of the items that the query ranked; items it could not rank carry no score."""
    return [item.key for item in found if item.score is not None]


async def fill(store: Driver, namespace: Namespace, count: int) -> list[str]:
    """Put items ever farther from the query ``red`` and answer their keys, nearest first."""
    keys = [f"k{n:02}" for n in range(count)]
    for n, key in enumerate(keys):
        await store.put(
            namespace,
            key,
            {"content": "red" + " blue" * n, "n": n, "even": n % 2 == 0, "far": n >= 20},
        )
    return keys


def indexed(fields: list[str] | None) -> dict[str, Any]:
    config: dict[str, Any] = {"dims": DIMS, "embed": ToyEmbeddings()}
    return config if fields is None else {**config, "fields": fields}


async def test_the_nearest_content_comes_first(vector_store: Driver, space: Space) -> None:
    await vector_store.put(space.home, "tea", {"content": "Likes green tea"})
    await vector_store.put(space.home, "cello", {"content": "Plays the cello daily"})
    await vector_store.put(space.second, "run", {"content": "Wants to run a marathon"})

    for query, key in [("green tea", "tea"), ("cello", "cello"), ("run a marathon", "run")]:
        found = await vector_store.search(space.prefix, query=query)
        assert found[0].key == key


async def test_scores_fall_along_the_results(vector_store: Driver) -> None:
    nearest_first = await fill(vector_store, NS, 8)

    found = await vector_store.search(NS, query="red")

    assert [item.key for item in found] == nearest_first
    scores = [item.score for item in found if item.score is not None]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == 8


async def test_results_of_a_query_are_whole_items(vector_store: Driver, space: Space) -> None:
    await vector_store.put(space.home, "tea", {"content": "Likes green tea"})

    found = await vector_store.search(
        space.prefix, query="green tea", filter={"content": "Likes green tea"}
    )
    item = await vector_store.get(space.home, "tea")

    assert item is not None
    assert [(f.namespace, f.key, f.value["content"]) for f in found] == [
        (space.home, "tea", "Likes green tea")
    ]
    assert isinstance(found[0].score, float)
    assert (found[0].created_at, found[0].updated_at) == (item.created_at, item.updated_at)


async def test_a_query_stays_below_its_prefix(vector_store: Driver, space: Space) -> None:
    await vector_store.put(space.stranger, "same", {"content": "Likes green tea"})
    await vector_store.put(space.home, "far", {"content": "Plays the cello"})

    found = await vector_store.search(space.prefix, query="Likes green tea")

    assert [item.key for item in found] == ["far"]


async def test_pages_of_a_query_cover_every_item_once_in_order(vector_store: Driver) -> None:
    nearest_first = await fill(vector_store, NS, 30)

    pages = [
        await vector_store.search(NS, query="red", limit=5, offset=at) for at in range(0, 35, 5)
    ]

    assert [item.key for page in pages for item in page] == nearest_first


async def test_pages_of_a_query_cover_memories_once(vector_store: Driver, space: Space) -> None:
    words = [
        "chess",
        "yoga",
        "poetry",
        "opera",
        "tennis",
        "hiking",
        "baking",
        "rowing",
        "sewing",
        "judo",
        "radio",
    ]
    for word in words:
        await vector_store.put(space.home, word, {"content": f"Enjoys {word} every week"})

    pages = [
        await vector_store.search(space.prefix, query="Enjoys opera", limit=3, offset=at)
        for at in range(0, 15, 3)
    ]

    assert pages[0][0].key == "opera"
    assert sorted(item.key for page in pages for item in page) == sorted(words)


async def test_a_filter_never_costs_results(vector_store: Driver) -> None:
    await fill(vector_store, NS, 30)

    found = await vector_store.search(NS, query="red", filter={"far": True}, limit=10)

    assert [item.value["n"] for item in found] == list(range(20, 30))


async def test_pages_of_a_filtered_query_cover_every_item_once(vector_store: Driver) -> None:
    await fill(vector_store, NS, 24)

    pages = [
        await vector_store.search(NS, query="red", filter={"even": True}, limit=4, offset=at)
        for at in (0, 4, 8, 12)
    ]

    assert [item.value["n"] for page in pages for item in page] == list(range(0, 24, 2))


async def test_nearer_items_elsewhere_do_not_crowd_out_a_namespace(vector_store: Driver) -> None:
    for n in range(40):
        await vector_store.put(("documents", "other"), f"o{n}", {"content": "red"})
    await fill(vector_store, NS, 10)

    found = await vector_store.search(NS, query="red", limit=10)

    assert [item.namespace for item in found] == [NS] * 10


async def test_rewriting_an_item_moves_it(vector_store: Driver, space: Space) -> None:
    await vector_store.put(space.home, "a", {"content": "Likes green tea"})
    await vector_store.put(space.home, "b", {"content": "Plays the cello"})
    await vector_store.put(space.home, "a", {"content": "Collects rare stamps"})

    for query, key in [("Collects rare stamps", "a"), ("Plays the cello", "b")]:
        found = await vector_store.search(space.prefix, query=query)
        assert found[0].key == key
    await vector_store.put(space.home, "c", {"content": "Likes green apples"})
    assert (await vector_store.search(space.prefix, query="Likes green tea"))[0].key == "c"


async def test_a_deleted_item_is_not_found(vector_store: Driver, space: Space) -> None:
    await vector_store.put(space.home, "a", {"content": "Likes green tea"})
    await vector_store.delete(space.home, "a")

    assert await vector_store.search(space.prefix, query="Likes green tea") == []


async def test_a_deleted_item_does_not_return_with_an_unindexed_one(vector_store: Driver) -> None:
    await vector_store.put(NS, "a", {"content": "secret"})
    await vector_store.delete(NS, "a")
    await vector_store.put(NS, "a", {"content": "redacted"}, False)

    assert scored(await vector_store.search(NS, query="secret")) == []


async def test_an_unindexed_item_is_kept_but_not_ranked(vector_store: Driver) -> None:
    await vector_store.put(NS, "hidden", {"content": "red"}, False)
    await vector_store.put(NS, "shown", {"content": "red blue"})

    assert scored(await vector_store.search(NS, query="red")) == ["shown"]
    assert {item.key for item in await vector_store.search(NS)} == {"hidden", "shown"}
    assert await vector_store.get(NS, "hidden") is not None


async def test_an_item_rewritten_without_index_is_forgotten_by_queries(
    vector_store: Driver,
) -> None:
    await vector_store.put(NS, "a", {"content": "secret"})
    await vector_store.put(NS, "a", {"content": "redacted"}, False)

    assert scored(await vector_store.search(NS, query="secret")) == []
    assert scored(await vector_store.search(NS, query="redacted")) == []


async def test_a_field_that_is_gone_is_forgotten_by_queries(vector_store: Driver) -> None:
    await vector_store.put(NS, "a", {"content": "secret"})
    await vector_store.put(NS, "a", {"title": "empty"})

    assert scored(await vector_store.search(NS, query="secret")) == []


async def test_a_put_may_name_the_fields_it_indexes(vector_store: Driver) -> None:
    await vector_store.put(NS, "a", {"content": "red", "title": "blue"}, ["title"])
    await vector_store.put(NS, "b", {"content": "red blue", "title": "green"})

    by_title = await vector_store.search(NS, query="blue")
    by_content = await vector_store.search(NS, query="red")

    assert [item.key for item in by_title] == ["a", "b"]
    assert [item.key for item in by_content] == ["b", "a"]


async def test_a_put_that_names_no_present_field_is_not_ranked(vector_store: Driver) -> None:
    await vector_store.put(NS, "a", {"content": "red"}, ["title"])

    assert scored(await vector_store.search(NS, query="red")) == []
    assert await vector_store.get(NS, "a") is not None


async def test_the_next_put_returns_to_the_configured_fields(vector_store: Driver) -> None:
    await vector_store.put(NS, "a", {"content": "red", "title": "blue"}, ["title"])
    await vector_store.put(NS, "a", {"content": "red", "title": "blue"})
    await vector_store.put(NS, "b", {"content": "red blue", "title": "blue"})

    assert [item.key for item in await vector_store.search(NS, query="red")] == ["a", "b"]
    assert [item.key for item in await vector_store.search(NS, query="blue")] == ["b", "a"]


PATHS = {
    "nested": ("meta.title", {"meta": {"title": "red"}}, {"meta": {"title": "blue"}}),
    "each-element": ("parts[*]", {"parts": ["green", "red"]}, {"parts": ["green", "blue"]}),
    "field-of-each-element": (
        "parts[*].text",
        {"parts": [{"text": "green"}, {"text": "red"}]},
        {"parts": [{"text": "green"}, {"note": "red", "text": "blue"}]},
    ),
    "first-element": ("parts[0]", {"parts": ["red", "blue"]}, {"parts": ["blue", "red"]}),
    "last-element": ("parts[-1]", {"parts": ["blue", "red"]}, {"parts": ["red", "blue"]}),
    "last-of-nested": (
        "meta.parts[-1].text",
        {"meta": {"parts": [{"text": "blue"}, {"text": "red"}]}},
        {"meta": {"parts": [{"text": "red"}, {"text": "blue"}]}},
    ),
}


@pytest.mark.parametrize(("path", "near", "far"), PATHS.values(), ids=PATHS.keys())
async def test_a_path_chooses_the_text_that_is_indexed(
    open_store: Any, path: str, near: dict[str, Any], far: dict[str, Any]
) -> None:
    store = await open_store(index=indexed([path]))
    await store.put(NS, "near", near)
    await store.put(NS, "far", far)

    found = await store.search(NS, query="red")

    assert [item.key for item in found] == ["near", "far"]


async def test_a_put_may_index_by_path(vector_store: Driver) -> None:
    await vector_store.put(
        NS, "near", {"parts": [{"text": "blue"}, {"text": "red"}]}, ["parts[*].text"]
    )
    await vector_store.put(
        NS, "far", {"parts": [{"text": "blue"}, {"text": "green"}]}, ["parts[*].text"]
    )

    assert scored(await vector_store.search(NS, query="red")) == ["near", "far"]


async def test_the_whole_value_is_indexed_unless_fields_are_named(open_store: Any) -> None:
    store = await open_store(index=indexed(None))
    await store.put(NS, "a", {"title": "red", "tags": ["green"]})
    await store.put(NS, "b", {"title": "blue", "tags": ["yellow"]})

    assert (await store.search(NS, query="green"))[0].key == "a"
    assert (await store.search(NS, query="blue"))[0].key == "b"


async def test_an_item_with_many_vectors_appears_once_with_its_best_score(open_store: Any) -> None:
    store = await open_store(index=indexed(["parts[*]"]))
    await store.put(NS, "many", {"parts": ["blue", "red red", "red blue"]})
    await store.put(NS, "mixed", {"parts": ["red blue"]})

    found = await store.search(NS, query="red")

    assert [item.key for item in found] == ["many", "mixed"]
    assert found[0].score > found[1].score


async def test_an_item_with_many_vectors_does_not_use_up_the_page(open_store: Any) -> None:
    store = await open_store(index=indexed(["parts[*]"]))
    await store.put(NS, "many", {"parts": ["red " * n for n in range(1, 26)]})
    await store.put(NS, "two", {"parts": ["red blue"]})
    await store.put(NS, "three", {"parts": ["red blue blue"]})

    found = await store.search(NS, query="red", limit=3)

    assert [item.key for item in found] == ["many", "two", "three"]


async def test_a_shorter_list_leaves_no_old_vectors(open_store: Any) -> None:
    store = await open_store(index=indexed(["parts[*]"]))
    await store.put(NS, "a", {"parts": ["blue", "green", "red"]})
    await store.put(NS, "a", {"parts": ["blue"]})
    await store.put(NS, "b", {"parts": ["red blue blue"]})

    assert [item.key for item in await store.search(NS, query="red")] == ["b", "a"]


async def test_numbers_are_indexed_as_text(open_store: Any) -> None:
    store = await open_store(index=indexed(["year", "title"]))
    await store.put(NS, "a", {"year": 1984, "title": "blue"})
    await store.put(NS, "b", {"year": 2001, "title": "green"})

    assert (await store.search(NS, query="1984"))[0].key == "a"


async def test_identical_texts_are_all_found(vector_store: Driver) -> None:
    await vector_store.batch([PutOp(NS, f"k{n}", {"content": "red"}) for n in range(4)])

    assert {item.key for item in await vector_store.search(NS, query="red")} == {
        "k0",
        "k1",
        "k2",
        "k3",
    }


async def test_an_embedding_function_will_do(open_store: Any) -> None:
    embed = ToyEmbeddings().embed_documents
    store = await open_store(index={"dims": DIMS, "embed": embed, "fields": ["content"]})
    await fill(store, NS, 3)

    assert [item.key for item in await store.search(NS, query="red")] == ["k00", "k01", "k02"]


ODD_QUERIES = [
    "'; DROP TABLE store; --",
    "a & | ! ( ) : * <->",
    "100% %s %(x)s",
    "…",
    "🍵",
    "\\",
    "word " * 3000,
]


async def test_a_query_may_hold_any_characters(vector_store: Driver, space: Space) -> None:
    await vector_store.put(space.home, "a", {"content": "Likes green tea"})

    for query in ODD_QUERIES:
        assert len(await vector_store.search(space.prefix, query=query)) <= 1
    assert await vector_store.get(space.home, "a") is not None
