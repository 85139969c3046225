"""Do many callers at once get what they would get one after another?"""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from langgraph.store.base import GetOp, PutOp

from .implementations import DIMS, Driver, Space, ToyEmbeddings, Variant

TEA = {"content": "Likes green tea"}
HOBBIES = ["chess", "yoga", "poetry", "opera", "tennis", "hiking", "baking", "rowing"]


async def test_parallel_puts_of_one_key_leave_one_of_the_values(
    store: Driver, space: Space
) -> None:
    contents = [f"Enjoys {hobby}" for hobby in HOBBIES]

    await asyncio.gather(*(store.put(space.home, "k", {"content": text}) for text in contents))

    (found,) = await store.search(space.prefix)
    assert found.value["content"] in contents


async def test_parallel_puts_of_many_keys_all_arrive(store: Driver, space: Space) -> None:
    await asyncio.gather(
        *(
            store.put(namespace, hobby, {"content": f"Enjoys {hobby}"})
            for namespace in (space.home, space.second)
            for hobby in HOBBIES
        )
    )

    found = await store.search(space.prefix, limit=100)

    assert sorted(item.key for item in found) == sorted(HOBBIES * 2)
    assert all(item.value["content"] == f"Enjoys {item.key}" for item in found)


async def test_parallel_batches_that_cross_do_not_block_each_other(
    store: Driver, space: Space
) -> None:
    def ops(keys: list[str], round_: int) -> list[PutOp]:
        return [PutOp(space.home, key, {"content": f"Enjoys {HOBBIES[round_]}"}) for key in keys]

    keys = ["a", "b", "c", "d"]
    await asyncio.wait_for(
        asyncio.gather(
            *(store.batch(ops(keys if n % 2 else keys[::-1], n)) for n in range(len(HOBBIES)))
        ),
        timeout=30,
    )

    found = await store.search(space.home)
    assert sorted(item.key for item in found) == keys
    assert len({item.value["content"] for item in found}) == 1


async def test_parallel_puts_and_deletes_of_one_key_never_fail(store: Driver, space: Space) -> None:
    await asyncio.gather(
        *(
            store.put(space.home, "k", TEA) if n % 2 else store.delete(space.home, "k")
            for n in range(16)
        )
    )
    await store.put(space.home, "k", TEA)

    assert [item.key for item in await store.search(space.home)] == ["k"]


async def test_fifty_tasks_share_one_store(vector_store: Driver) -> None:
    async def work(n: int) -> tuple[Any, list[str]]:
        namespace = ("tasks", f"t{n}")
        await vector_store.put(namespace, "k", {"content": "red", "n": n})
        item = await vector_store.get(namespace, "k")
        found = await vector_store.search(namespace, query="red")
        return (item.value["n"] if item else None), [f.key for f in found]

    answers = await asyncio.gather(*(work(n) for n in range(50)))

    assert answers == [(n, ["k"]) for n in range(50)]
    assert len(await vector_store.list_namespaces(prefix=("tasks",))) == 50


async def test_parallel_batches_get_their_own_answers(store: Driver, space: Space) -> None:
    for hobby in HOBBIES:
        await store.put(space.home, hobby, {"content": f"Enjoys {hobby}"})

    answers = await asyncio.gather(
        *(store.batch([GetOp(space.home, hobby)] * 3) for hobby in HOBBIES * 3)
    )

    assert [[item.key for item in answer] for answer in answers] == [[h] * 3 for h in HOBBIES * 3]


async def test_one_bad_call_does_not_fail_the_others(store: Driver, space: Space) -> None:
    calls = [store.put(space.home, hobby, {"content": f"Enjoys {hobby}"}) for hobby in HOBBIES]
    bad = store.batch([PutOp(("a.b",), "k", TEA)])

    answers = await asyncio.gather(*calls[:4], bad, *calls[4:], return_exceptions=True)

    assert isinstance(answers.pop(4), ValueError)
    assert answers == [None] * len(HOBBIES)
    assert len(await store.search(space.home)) == len(HOBBIES)


async def test_one_unstorable_value_does_not_fail_the_others(store: Driver) -> None:
    calls = [store.put(("documents",), hobby, {"content": hobby}) for hobby in HOBBIES]
    bad = store.put(("documents",), "bad", {"content": "a\x00b"})

    answers = await asyncio.gather(*calls[:4], bad, *calls[4:], return_exceptions=True)

    assert isinstance(answers.pop(4), Exception)
    assert answers == [None] * len(HOBBIES)
    assert len(await store.search(("documents",))) == len(HOBBIES)


async def test_sync_methods_work_from_another_thread(store: Driver, space: Space) -> None:
    def work() -> Any:
        store.raw.put(space.home, "k", TEA)
        store.raw.delete(space.home, "none")
        item = store.raw.get(space.home, "k")
        assert store.raw.list_namespaces() == [space.home]
        return item, store.raw.search(space.prefix), store.raw.batch([GetOp(space.home, "k")])

    item, found, batched = await asyncio.to_thread(work)

    assert item.value["content"] == TEA["content"]
    assert [f.key for f in found] == [b.key for b in batched] == ["k"]


async def test_async_methods_work_on_both_classes(store: Driver, space: Space) -> None:
    await store.raw.aput(space.home, "k", TEA)
    await store.raw.adelete(space.home, "none")
    item = await store.raw.aget(space.home, "k")
    found = await store.raw.asearch(space.prefix)

    assert item is not None and item.value["content"] == TEA["content"]
    assert [f.key for f in found] == ["k"]
    assert await store.raw.alist_namespaces() == [space.home]
    assert [b.key for b in await store.raw.abatch([GetOp(space.home, "k")])] == ["k"]


async def test_async_methods_leave_the_loop_free(open_store: Any) -> None:
    released = threading.Event()

    class Waiting(ToyEmbeddings):
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            assert released.wait(10), "the event loop did not run while texts were embedded"
            return super().embed_documents(texts)

    store = await open_store(index={"dims": DIMS, "embed": Waiting(), "fields": ["content"]})
    putting = asyncio.create_task(store.raw.aput(("documents",), "k", {"content": "red"}))
    for _ in range(3):
        await asyncio.sleep(0)
    released.set()
    await putting

    assert await store.get(("documents",), "k") is not None


@pytest.mark.stores("postgres", "ours")
async def test_sync_methods_on_the_loop_of_an_async_store_fail_at_once(
    store: Driver, variant: Variant
) -> None:
    if variant.colour == "sync":
        store.raw.put(("documents",), "k", TEA)
        assert store.raw.get(("documents",), "k") is not None
    else:
        with pytest.raises(asyncio.InvalidStateError):
            store.raw.get(("documents",), "k")
