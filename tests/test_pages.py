"""Does each page of a search continue the one before it?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from fix_clock import FakeClock
from fix_database import Databases
from fix_embeddings import HASH_DIMS, HashEmbeddings
from hypothesis import given, settings
from hypothesis import strategies as st

from langmem_ext import MemoryStore, MemoryView, Principal, Settings
from langmem_ext.settings import RankingSettings

ANA = Principal(user_id="ana", app_id="notes")
HERS = ("memory", "default", "user", "ana")
ITEMS = 20
MEMORIES = 70

QUERIES = [
    "Which tea does Mira like in the kitchen?",
    "boat",
    "what was that about #garden",
    "xyzzy",
]
FILTERS: list[dict[str, Any] | None] = [None, {"importance": {"$gte": 3}}, {"type": "knowledge"}]


@dataclass(frozen=True)
class Shelf:
    """Hold a store in which memories and ordinary items lie below one prefix."""

    store: MemoryStore
    view: MemoryView

    def search(self, prefix: tuple[str, ...], limit: int, offset: int, **asked: Any) -> list[Any]:
        found = self.store.search(prefix, limit=limit, offset=offset, **asked)
        # a sum may come out in another order: its last digit tells nothing
        return [(item.namespace, item.key, item.score and round(item.score, 9)) for item in found]

    def pages(self, prefix: tuple[str, ...], size: int, **asked: Any) -> list[Any]:
        """Return the rows of all pages, one after the other."""
        read: list[Any] = []
        while page := self.search(prefix, size, len(read), **asked):
            read += page
        return read


FEW = settings(max_examples=20)  # each reads dozens of pages

SHELVES: dict[str, tuple[dict[str, Any], bool]] = {
    "by scores": ({}, True),
    "by ranks": ({"fusion": "rrf"}, True),
    "without vectors": ({}, False),
    "where the priors decide": ({"importance_weight": 2.0, "candidates": 7}, True),
    "where links decide": ({"relation_weight": 3.0, "candidates": 10}, True),
}


@pytest.fixture(scope="module", params=SHELVES)
def shelf(request: pytest.FixtureRequest, databases: Databases) -> Iterator[Shelf]:
    ranking, vectors = SHELVES[request.param]
    index: Any = {"dims": HASH_DIMS, "embed": HashEmbeddings()} if vectors else False
    configured = Settings(ranking=RankingSettings(**ranking))
    with (
        databases.fresh() as uri,
        MemoryStore.from_conn_string(uri, configured, index=index, clock=FakeClock()) as store,
    ):
        shelf = Shelf(store, store.bind(ANA))
        _fill(shelf)
        yield shelf


def _fill(shelf: Shelf) -> None:
    ids = []
    for start in range(0, MEMORIES, 10):
        outcomes = shelf.view.remember_many([_draft(n) for n in range(start, start + 10)])
        ids += [each.memory.id for each in outcomes if each.memory]
        shelf.store.engine.scope.clock.advance(timedelta(days=1))  # type: ignore[attr-defined]
    for one, other in zip(ids, ids[::-3], strict=False):
        shelf.view.relate(one, other)
    for number in range(ITEMS):
        shelf.store.put(("notes", str(number % 3)), f"k{number}", {"text": _text(number)})


def _draft(number: int) -> dict[str, Any]:
    category = ("knowledge", "preferences", "goals")[number % 3]
    kind = "insight" if number % 11 == 5 else "semantic"
    return {
        "content": _text(number),
        "category": category,
        "kind": kind,
        "importance": 1 + number % 5,
    }


def _text(number: int) -> str:
    who = ("Mira", "Jonas", "@tom", "Aunt Ida", "#garden")[number % 5]
    what = ("tea", "bread", "kitchen", "music", "boat", "winter", "chess")[number % 7]
    return f"{who} likes the {what} of drawer {number} in room {number % 13}"


@FEW
@given(
    query=st.sampled_from(QUERIES),
    filter=st.sampled_from(FILTERS),
    prefix=st.sampled_from([(), HERS, (*HERS, "knowledge")]),
    size=st.integers(4, 45),
)
def test_the_pages_of_a_query_are_one_long_page(
    shelf: Shelf, query: str, filter: dict[str, Any] | None, prefix: tuple[str, ...], size: int
) -> None:
    asked = {"query": query, "filter": filter}

    assert shelf.pages(prefix, size, **asked) == shelf.search(prefix, 1000, 0, **asked)


@FEW
@given(size=st.integers(4, 45), prefix=st.sampled_from([(), HERS]))
def test_the_pages_of_a_listing_are_one_long_page(
    shelf: Shelf, size: int, prefix: tuple[str, ...]
) -> None:
    assert shelf.pages(prefix, size) == shelf.search(prefix, 1000, 0)


@pytest.mark.parametrize("query", QUERIES[:3])
def test_no_row_comes_twice_and_none_is_left_out(shelf: Shelf, query: str) -> None:
    pages = shelf.pages((), 9, query=query)
    keys = [(namespace, key) for namespace, key, _ in pages]

    assert len(set(keys)) == len(keys)
    listed = {(namespace, key) for namespace, key, _ in shelf.search((), 1000, 0)}
    assert set(keys) <= listed
    assert shelf.store.engine.embedder is None or set(keys) == listed  # all have a cosine


@pytest.mark.parametrize("query", QUERIES)
def test_scores_fall_from_page_to_page(shelf: Shelf, query: str) -> None:
    scores = [score for _, _, score in shelf.pages(HERS, 6, query=query)]

    assert scores == sorted(scores, reverse=True)


@FEW
@given(more=st.integers(1, 60), few=st.integers(1, 30))
def test_a_query_for_more_begins_with_what_one_for_less_finds(
    shelf: Shelf, more: int, few: int
) -> None:
    def found(top_k: int) -> list[str]:
        result = shelf.view.query(QUERIES[0], top_k=top_k, returns="full", budget_tokens=100_000)
        return [memory.id for memory in result.memories if memory.score is not None]

    assert found(few + more)[:few] == found(few)
