"""Are vectors of items compared as `index` asks, with the scores of LangGraph's PostgresStore?"""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from fix_embeddings import HASH_DIMS, HashEmbeddings
from langchain_core.embeddings import Embeddings
from langgraph.store.postgres import PostgresStore

from langmem_ext import AsyncMemoryStore, MemoryStore, Principal
from langmem_ext.errors import ConfigurationError

DIMS = 8
TEXTS = ["tea", "coffee", "hot water", "milk with tea", "beer", "a", "wine from Porto"]
KINDS = ["cosine", "l2", "inner_product"]


class LongVectors(Embeddings):
    """Give vectors of very different lengths."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        digest = hashlib.sha256(text.encode()).digest()
        return [(byte - 128) / 64 * (1 + digest[20] / 50) for byte in digest[:DIMS]]


def index(**more: Any) -> Any:
    return {"dims": DIMS, "embed": LongVectors(), "fields": ["text"], **more}


def scores(store: Any, query: str) -> list[tuple[str, float]]:
    for text in TEXTS:
        store.put(("drinks",), text, {"text": text})
    found = store.search(("drinks",), query=query, limit=20)
    return [(item.key, item.score) for item in found]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("query", ["tea", "something to drink", "beer"])
def test_scores_and_order_are_those_of_the_stock_store(
    database_uri: str, kind: str, query: str
) -> None:
    configured = index(distance_type=kind)
    with PostgresStore.from_conn_string(database_uri, index=configured) as stock:
        stock.setup()
        wanted = scores(stock, query)
    with MemoryStore.from_conn_string(database_uri, index=configured) as store:
        found = scores(store, query)

    assert [key for key, _ in found] == [key for key, _ in wanted]
    assert [score for _, score in found] == pytest.approx(
        [score for _, score in wanted], rel=2e-3, abs=2e-3 * 60
    )


def test_what_is_the_same_is_at_no_distance(database_uri: str) -> None:
    with MemoryStore.from_conn_string(database_uri, index=index(distance_type="l2")) as store:
        assert scores(store, "tea")[0] == ("tea", pytest.approx(0, abs=1e-6))


async def test_the_async_store_compares_alike(database_uri: str) -> None:
    configured = index(distance_type="inner_product")
    async with AsyncMemoryStore.from_conn_string(database_uri, index=configured) as store:
        for text in TEXTS:
            await store.aput(("drinks",), text, {"text": text})
        found = await store.asearch(("drinks",), query="tea", limit=20)
        assert store.index_config is not None
        assert store.index_config["distance_type"] == "inner_product"
    with MemoryStore.from_conn_string(database_uri, index=configured) as sync:
        assert [(item.key, item.score) for item in found] == scores(sync, "tea")


def test_the_distance_may_change_without_embedding_anew(database_uri: str) -> None:
    with MemoryStore.from_conn_string(database_uri, index=index()) as store:
        scores(store, "tea")
    with MemoryStore.from_conn_string(database_uri, index=index(distance_type="l2")) as store:
        found = store.search(("drinks",), query="tea", limit=20)
        assert [item.key for item in found] == [key for key, _ in scores(store, "tea")]


@pytest.mark.parametrize("kind", KINDS)
def test_memories_are_compared_by_their_cosine_whatever_items_are(
    database_uri: str, kind: str
) -> None:
    with MemoryStore.from_conn_string(database_uri, index=index(distance_type=kind)) as store:
        view = store.bind(Principal(user_id="ana"))
        view.remember("Likes tea")
        (item,) = store.search(("memory", "default", "user", "ana"), query="Likes tea")
        assert item.score is not None
        assert item.score > 0
        assert view.search(("memory",), query="tea")


@pytest.mark.parametrize("kind", ["hamming", "euclid", "L2", 3])
def test_an_unknown_distance_is_refused_with_what_there_is(database_uri: str, kind: Any) -> None:
    with (
        pytest.raises(ConfigurationError, match="cosine, l2, inner_product"),
        MemoryStore.from_conn_string(database_uri, index=index(distance_type=kind)),
    ):
        raise AssertionError("it opened")


@pytest.mark.parametrize(
    "asked",
    [
        {"kind": "hnsw"},
        {"kind": "ivfflat", "nlist": 100},
        {"kind": "flat", "vector_type": "bit"},
        {"kind": "flat", "m": 16},
        {"kind": "diskann"},
        "hnsw",
    ],
)
def test_an_approximate_index_is_refused_with_the_reason(database_uri: str, asked: Any) -> None:
    with (
        pytest.raises(ConfigurationError, match=r"ann_index_config asks for .*exact"),
        MemoryStore.from_conn_string(database_uri, index=index(ann_index_config=asked)),
    ):
        raise AssertionError("it opened")


@pytest.mark.parametrize(
    "asked", [{}, {"kind": "flat"}, {"kind": "flat", "vector_type": "halfvec"}]
)
def test_an_exact_index_is_what_there_is(database_uri: str, asked: Any) -> None:
    configured = index(ann_index_config=asked)
    with MemoryStore.from_conn_string(database_uri, index=configured) as store:
        assert store.index_config is not None
        assert store.index_config["ann_index_config"] == asked
        assert scores(store, "tea")[0][0] == "tea"


def test_a_store_tells_how_it_indexes(database_uri: str) -> None:
    embedder = HashEmbeddings()
    configured: Any = {"dims": HASH_DIMS, "embed": embedder, "fields": ["text", "title"]}
    with MemoryStore.from_conn_string(database_uri, index=configured) as store:
        view = store.bind(Principal(user_id="ana"))
        assert store.embeddings is embedder
        assert view.embeddings is embedder
        assert store.index_config == view.index_config == {**configured, "distance_type": "cosine"}


def test_a_store_without_vectors_tells_so(database_uri: str) -> None:
    with MemoryStore.from_conn_string(database_uri, index=False) as store:
        assert store.index_config is None
        assert store.embeddings is None
