"""Does a search say the same alone as behind other statements, and with care where some of what it reads is hidden?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from langmem_ext import MemoryStore, Principal, Settings
from langmem_ext.settings import RankingSettings
from langmem_ext.stores.operations import searching

ANA = Principal(user_id="ana")
BO = Principal(user_id="bo")
MINE = "default/user:ana"

QUESTIONS: dict[str, dict[str, Any]] = {
    "plainly": {},
    "for many": {"top_k": 50},
    "with a filter": {"filters": {"importance_min": 3}},
    "with a threshold": {"threshold": 0.2},
    "in one category": {"categories": ["preferences"]},
}
VIEWERS = {
    "a user": ANA,
    "in a chat": Principal(user_id="ana", chat_id="c1"),
    "with others": Principal(user_id="ana", participants=("bo",)),
    "an agent": Principal(user_id="ana", agent="supervisor"),
}


def fill(store: MemoryStore) -> None:
    for number in range(12):
        store.bind(ANA).remember(
            f"The kettle of house {number} is {['red', 'blue', 'green'][number % 3]}",
            category=("knowledge", "preferences")[number % 2],
            importance=number % 5 + 1,
        )
    store.bind(BO).remember("Ana collects kettles", category="knowledge", subjects=["ana"])


def told(
    store: MemoryStore, principal: Principal, **options: Any
) -> list[tuple[str, float | None]]:
    found = store.bind(principal).query(
        "Which kettle is in house 7?",
        **{"top_k": 5, "returns": "full", "budget_tokens": 10_000, **options},
    )
    return [(memory.content, memory.score) for memory in found.memories]


def in_thread(principal: Principal) -> Principal:
    return replace(principal, thread_id="t1")


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_search_says_the_same_in_a_thread_and_outside(
    store: MemoryStore, viewer: str, question: str
) -> None:
    fill(store)
    options, principal = QUESTIONS[question], VIEWERS[viewer]

    alone = told(store, principal, **options)

    assert alone
    assert [text for text, _ in alone] == [
        text for text, _ in told(store, in_thread(principal), **options)
    ]


def test_fusion_by_ranks_says_the_same_in_a_thread_and_outside(database_uri: str) -> None:
    settings = Settings(ranking=RankingSettings(fusion="rrf"))
    with MemoryStore.from_conn_string(database_uri, settings=settings, index=False) as store:
        fill(store)

        assert [text for text, _ in told(store, ANA)] == [
            text for text, _ in told(store, in_thread(ANA))
        ]


def test_a_search_where_all_may_be_seen_needs_no_care(store: MemoryStore) -> None:
    fill(store)

    assert "Ana collects kettles" in [text for text, _ in told(store, ANA, top_k=20)]
    assert store.scope.veiled == set()


HIDDEN: dict[str, tuple[Principal, dict[str, Any]]] = {
    "in the own space": (
        Principal(user_id="ana", participants=("bo",)),
        {"subjects": ["bo"], "sensitivity": "sensitive"},
    ),
    "among what others told": (BO, {"subjects": ["ana", "carl"], "portable": True}),
}


@pytest.mark.parametrize("where", HIDDEN)
def test_a_search_is_careful_from_the_first_time_on_that_something_is_hidden(
    store: MemoryStore, where: str
) -> None:
    fill(store)
    writer, options = HIDDEN[where]
    store.bind(writer).remember(
        "Paints a kettle for house 7", category="knowledge", user_requested=True, **options
    )

    first = told(store, ANA)
    assert store.scope.veiled == {MINE}

    assert told(store, ANA) == first


def test_of_many_careful_spaces_all_are_found_out_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "MAX_VEILED", 2)
    veiled: set[str] = set()

    for number in range(3):
        searching._note(veiled, f"default/user:u{number}")

    assert veiled == {"default/user:u2"}


def test_a_search_that_finds_nothing_is_asked_once_more(store: MemoryStore) -> None:
    assert told(store, ANA) == []
    assert store.scope.veiled == set()
