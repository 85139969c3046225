"""What happens to stores that are open while another replaces the vectors?"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fix_embeddings import HASH_DIMS, HashEmbeddings
from second_embedder import FoldedEmbeddings

from langmem_ext import MemoryStore, Principal
from langmem_ext.stores.requests import Statement, fetch

ANA = Principal(user_id="ana")
OLD = {"embed": HashEmbeddings(), "dims": HASH_DIMS}
NEW = {"embed": FoldedEmbeddings(), "dims": HASH_DIMS // 2}


@pytest.fixture
def early(database_uri: str) -> Iterator[MemoryStore]:
    with MemoryStore.from_conn_string(database_uri, index=OLD) as store:
        store.setup()
        yield store


@pytest.fixture
def late(early: MemoryStore, database_uri: str) -> Iterator[MemoryStore]:
    """A store whose embedder takes over while the first one stays open."""
    early.bind(ANA).remember("I drink green tea", category="preferences")
    early.bind(ANA).add_turn("user", "I bought green tea in Porto")
    while early.bind(ANA).embed_missing():
        pass
    with MemoryStore.from_conn_string(database_uri, index=NEW) as store:
        assert store.reembed() == 2
        yield store


def vectors(store: MemoryStore) -> dict[str, int]:
    """Return how many documents wait, and how many have vectors of which size."""
    sql = (
        "SELECT COALESCE(vector_dims(embedding)::text, 'none') AS size, count(*) AS n "
        "FROM langmem.documents GROUP BY 1"
    )
    (rows,) = store.run(fetch(Statement(sql)))
    return {row["size"]: row["n"] for row in rows}


def test_a_store_that_was_open_before_mixes_in_no_vectors_of_its_own(
    early: MemoryStore, late: MemoryStore
) -> None:
    outcome = early.bind(ANA).remember("I own a red bicycle", category="preferences")
    early.bind(ANA).add_turn("user", "My bicycle is red")

    assert outcome.status == "created"
    assert early.bind(ANA).embed_missing() == 0
    assert vectors(late) == {str(HASH_DIMS // 2): 2, "none": 2}

    assert late.bind(ANA).embed_missing() == 2
    assert vectors(late) == {str(HASH_DIMS // 2): 4}


def test_a_store_that_was_open_before_goes_on_searching_by_words(
    early: MemoryStore, late: MemoryStore
) -> None:
    view = early.bind(ANA)

    assert view.query("green tea").bullets == ("[preferences] I drink green tea",)
    assert view.query("red wine").bullets == ()
    assert [hit.turn.content for hit in view.search_turns("tea")] == ["I bought green tea in Porto"]
    assert late.bind(ANA).query("green tea").bullets == ("[preferences] I drink green tea",)


def test_a_store_opened_again_searches_by_the_new_vectors(
    early: MemoryStore, late: MemoryStore, database_uri: str
) -> None:
    early.bind(ANA).remember("I own a red bicycle", category="preferences")
    with MemoryStore.from_conn_string(database_uri, index=NEW) as store:
        while store.bind(ANA).embed_missing():
            pass

        assert vectors(store) == {str(HASH_DIMS // 2): 3}
        assert store.bind(ANA).query("bicycle", top_k=1).bullets == (
            "[preferences] I own a red bicycle",
        )
