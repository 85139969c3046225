"""What happens when many operations are handed over at once?"""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.store.base import GetOp, Item, ListNamespacesOp, MatchCondition, PutOp, SearchOp

from .implementations import Driver, Space

NS = ("documents", "batch")
TEA, CELLO, RUN = (
    {"content": "Likes green tea"},
    {"content": "Plays the cello"},
    {"content": "Wants to run a marathon"},
)


def content(item: Item | None) -> Any:
    return None if item is None else item.value["content"]


async def test_an_empty_batch_answers_an_empty_list(store: Driver) -> None:
    assert await store.batch([]) == []


async def test_answers_come_in_the_order_of_the_operations(store: Driver, space: Space) -> None:
    await store.put(space.home, "a", TEA)
    await store.put(space.second, "b", RUN)

    answers = await store.batch(
        [
            GetOp(space.second, "b"),
            ListNamespacesOp(),
            PutOp(space.home, "c", CELLO),
            SearchOp(space.home),
            GetOp(space.home, "nothing"),
            GetOp(space.home, "a"),
            PutOp(space.second, "b", None),
            SearchOp(space.second, limit=1),
        ]
    )

    assert content(answers[0]) == RUN["content"]
    assert set(answers[1]) == {space.home, space.second}
    assert answers[2] is None and answers[4] is None and answers[6] is None
    assert [item.key for item in answers[3]] == ["a"]
    assert content(answers[5]) == TEA["content"]
    assert [item.key for item in answers[7]] == ["b"]


async def test_reads_see_the_state_before_the_puts_of_their_batch(
    store: Driver, space: Space
) -> None:
    await store.put(space.home, "a", TEA)

    _, _, old, missing, found = await store.batch(
        [
            PutOp(space.home, "a", CELLO),
            PutOp(space.second, "b", RUN),
            GetOp(space.home, "a"),
            GetOp(space.second, "b"),
            SearchOp(space.prefix),
        ]
    )

    assert content(old) == TEA["content"]
    assert missing is None
    assert [content(item) for item in found] == [TEA["content"]]
    assert content(await store.get(space.home, "a")) == CELLO["content"]
    assert content(await store.get(space.second, "b")) == RUN["content"]


async def test_a_listing_sees_the_state_before_the_puts_of_its_batch(
    store: Driver, space: Space
) -> None:
    await store.put(space.home, "a", TEA)

    _, _, namespaces = await store.batch(
        [PutOp(space.second, "b", RUN), PutOp(space.home, "a", None), ListNamespacesOp()]
    )

    assert namespaces == [space.home]


async def test_a_query_sees_the_state_before_the_puts_of_its_batch(vector_store: Driver) -> None:
    await vector_store.put(NS, "a", {"content": "red"})

    _, found = await vector_store.batch(
        [PutOp(NS, "b", {"content": "red"}), SearchOp(NS, query="red")]
    )

    assert [item.key for item in found] == ["a"]


async def test_the_last_put_of_a_key_wins(store: Driver, space: Space) -> None:
    await store.batch(
        [
            PutOp(space.home, "a", TEA),
            PutOp(space.home, "b", None),
            PutOp(space.second, "a", RUN),
            PutOp(space.home, "a", CELLO),
            PutOp(space.home, "b", TEA),
        ]
    )

    assert content(await store.get(space.home, "a")) == CELLO["content"]
    assert content(await store.get(space.home, "b")) == TEA["content"]
    assert content(await store.get(space.second, "a")) == RUN["content"]


async def test_a_put_that_is_deleted_later_in_the_batch_leaves_nothing(
    store: Driver, space: Space
) -> None:
    await store.put(space.home, "b", RUN)

    await store.batch(
        [
            PutOp(space.home, "a", TEA),
            PutOp(space.home, "a", None),
            PutOp(space.home, "b", CELLO),
            PutOp(space.home, "b", None),
        ]
    )

    assert await store.search(space.home) == []
    assert await store.get(space.home, "a") is None


async def test_the_last_put_of_a_key_is_the_one_that_is_indexed(vector_store: Driver) -> None:
    await vector_store.batch(
        [PutOp(NS, "a", {"content": "red"}), PutOp(NS, "a", {"content": "blue"})]
    )
    await vector_store.put(NS, "b", {"content": "red blue blue"})

    assert [item.key for item in await vector_store.search(NS, query="red")] == ["b", "a"]


async def test_equal_operations_get_equal_answers(store: Driver, space: Space) -> None:
    await store.put(space.home, "a", TEA)

    answers = await store.batch(
        [GetOp(space.home, "a"), GetOp(space.home, "a"), SearchOp(space.home), SearchOp(space.home)]
    )

    assert [content(item) for item in answers[:2]] == [TEA["content"]] * 2
    assert [[item.key for item in found] for found in answers[2:]] == [["a"], ["a"]]


async def test_several_queries_in_one_batch_are_kept_apart(vector_store: Driver) -> None:
    await vector_store.put(NS, "r", {"content": "red"})
    await vector_store.put(NS, "b", {"content": "blue"})

    answers = await vector_store.batch(
        [
            SearchOp(NS, query="blue", limit=1),
            SearchOp(NS, filter={"content": "red"}),
            SearchOp(NS, query="red", limit=1),
        ]
    )

    assert [[item.key for item in found] for found in answers] == [["b"], ["r"], ["r"]]


async def test_operations_may_come_from_a_generator(store: Driver, space: Space) -> None:
    answers = await store.batch(PutOp(space.home, key, TEA) for key in ("a", "b"))

    assert answers == [None, None]
    assert sorted(item.key for item in await store.search(space.home)) == ["a", "b"]


async def test_a_batch_of_hundreds_is_stored_whole(store: Driver) -> None:
    await store.batch([PutOp(NS, f"k{n}", {"n": n}) for n in range(400)])

    answers = await store.batch([GetOp(NS, f"k{n}") for n in range(400)])

    assert [item.value["n"] for item in answers] == list(range(400))


async def test_a_failing_put_undoes_its_whole_batch(store: Driver, space: Space) -> None:
    await store.put(space.home, "kept", TEA)

    with pytest.raises(Exception):  # noqa: B017 - each store has its own error for it
        await store.batch(
            [
                PutOp(space.home, "kept", None),
                PutOp(space.home, "new", CELLO),
                PutOp(space.home, "bad", {"content": "Likes\x00tea"}),
            ]
        )

    assert content(await store.get(space.home, "kept")) == TEA["content"]
    assert [item.key for item in await store.search(space.prefix)] == ["kept"]


@pytest.mark.parametrize(
    "bad",
    [
        PutOp((), "k", TEA),
        PutOp(("langgraph", "x"), "k", TEA),
        PutOp(("a.b",), "k", TEA),
        PutOp(("a", ""), "k", TEA),
        GetOp(("a.b",), "k"),
        SearchOp(("a", "")),
        SearchOp(("a",), filter={"n": {"$near": 1}}),
        ListNamespacesOp((MatchCondition("prefix", ("a.b",)),)),
        "not an operation",
    ],
    ids=[
        "put-empty",
        "put-langgraph",
        "put-period",
        "put-empty-label",
        "get-period",
        "search-empty-label",
        "unknown-operator",
        "list-period",
        "no-operation",
    ],
)
async def test_every_operation_is_checked_before_any_runs(
    store: Driver, space: Space, bad: Any
) -> None:
    await store.put(space.home, "kept", TEA)

    with pytest.raises((ValueError, TypeError)):
        await store.batch([PutOp(space.home, "new", CELLO), PutOp(space.home, "kept", None), bad])

    assert await store.get(space.home, "new") is None
    assert content(await store.get(space.home, "kept")) == TEA["content"]
