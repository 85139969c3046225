"""Is each text embedded once, when several runs find the same ones without vectors?"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from books import rows
from fix_clock import FakeClock
from fix_embeddings import HASH_DIMS, HashEmbeddings
from second_embedder import FoldedEmbeddings
from typer.testing import CliRunner

from langmem_ext import AsyncMemoryStore, MemoryStore, Principal
from langmem_ext.cli import app
from langmem_ext.graphs import daily
from langmem_ext.stores.operations.embedding import BATCH, HELD_FOR
from langmem_ext.stores.operations.turns import NewTurn

ANA = Principal(user_id="ana", thread_id="t")
TEXTS = 2 * BATCH + 7


class Slow(HashEmbeddings):
    """An embedder that answers when it is told to, and notes what it was asked."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.began = threading.Semaphore(0)
        self.may_answer = threading.Event()
        self.dies: BaseException | None = None

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.asked.update(texts)
        self.began.release()
        assert self.may_answer.wait(60)
        if self.dies:
            raise self.dies
        return super().embed_documents(texts)


@pytest.fixture
def slow() -> Slow:
    return Slow()


def opened(uri: str, embedder: Any, clock: FakeClock) -> Any:
    index: Any = {"dims": HASH_DIMS, "embed": embedder}
    return MemoryStore.from_conn_string(uri, index=index, clock=clock)


@pytest.fixture
def waiting(database_uri: str, clock: FakeClock) -> Iterator[str]:
    """A database with turns that have no vectors yet."""
    with opened(database_uri, HashEmbeddings(), clock) as store:
        store.bind(ANA).add_turns([NewTurn("user", f"Boat {n}", "t") for n in range(TEXTS)])
    yield database_uri


def without_vector(uri: str) -> int:
    return len(rows(uri, "SELECT 1 FROM langmem.documents WHERE waits"))


def held(uri: str) -> int:
    return len(rows(uri, "SELECT 1 FROM langmem.work WHERE lease IS NOT NULL"))


def embed(store: MemoryStore) -> dict[str, Any]:
    graph = daily.build(only=["embed_missing"], patience=0).compile(store=store)
    result: dict[str, Any] = graph.invoke({})
    return result


def at_it(threads: ThreadPoolExecutor, store: MemoryStore, slow: Slow) -> Future[dict[str, Any]]:
    """Begin a night, and wait until its embedder is asked."""
    night = threads.submit(embed, store)
    assert slow.began.acquire(timeout=60)
    return night


def test_two_nights_at_once_embed_each_text_once(
    waiting: str, slow: Slow, clock: FakeClock
) -> None:
    with (
        opened(waiting, slow, clock) as one,
        opened(waiting, slow, clock) as other,
        ThreadPoolExecutor(2) as threads,
    ):
        nights = [at_it(threads, store, slow) for store in (one, other)]
        slow.may_answer.set()
        done = [night.result(60)["report"]["embed_missing"] for night in nights]

    assert set(slow.asked.values()) == {1}
    assert sum(done) == len(slow.asked) == TEXTS
    assert (without_vector(waiting), held(waiting)) == (0, 0)


def test_a_night_and_an_owner_embed_each_text_once(
    waiting: str, slow: Slow, clock: FakeClock
) -> None:
    with opened(waiting, slow, clock) as store, ThreadPoolExecutor(1) as threads:
        night = at_it(threads, store, slow)
        slow.may_answer.set()
        while store.bind(ANA).embed_missing():
            pass
        night.result(60)

    assert set(slow.asked.values()) == {1}
    assert without_vector(waiting) == 0


async def test_two_nights_of_one_async_store_embed_each_text_once(
    waiting: str, slow: Slow, clock: FakeClock
) -> None:
    slow.may_answer.set()
    index: Any = {"dims": HASH_DIMS, "embed": slow}
    async with AsyncMemoryStore.from_conn_string(waiting, index=index, clock=clock) as store:
        graph = daily.build(only=["embed_missing"]).compile(store=store)
        await asyncio.gather(graph.ainvoke({}), graph.ainvoke({}))

    assert set(slow.asked.values()) == {1}
    assert without_vector(waiting) == 0


def test_who_finds_nothing_but_what_another_run_embeds_says_so(
    waiting: str, slow: Slow, clock: FakeClock
) -> None:
    with opened(waiting, slow, clock) as store, ThreadPoolExecutor(3) as threads:
        nights = [at_it(threads, store, slow) for _ in range(3)]
        late = embed(store)
        slow.may_answer.set()
        assert [night.result(60)["skipped"] for night in nights].count({}) > 0

    assert (late["report"], late["skipped"]) == ({"embed_missing": 0}, {"embed_missing": "busy"})
    assert set(slow.asked.values()) == {1}


def test_what_a_killed_run_had_taken_is_taken_up_again(waiting: str, clock: FakeClock) -> None:
    killed = subprocess.run(
        [sys.executable, "-c", "import test_embedding_at_once as t; t.die()", waiting, clock().isoformat()],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(["tests", *filter(None, sys.path)])},
    )  # fmt: skip
    assert killed.returncode == -signal.SIGKILL
    assert (without_vector(waiting), held(waiting)) == (TEXTS, BATCH)

    with opened(waiting, HashEmbeddings(), clock) as store:
        first = embed(store)
        clock.advance(HELD_FOR + timedelta(seconds=1))
        second = embed(store)

    assert (first["report"]["embed_missing"], first["skipped"]) == (
        TEXTS - BATCH,
        {"embed_missing": "busy"},
    )
    assert (second["report"]["embed_missing"], second["skipped"]) == (BATCH, {})
    assert (without_vector(waiting), held(waiting)) == (0, 0)


def die() -> None:
    """Be killed while the embedder is asked."""

    class Deadly(HashEmbeddings):
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            os.kill(os.getpid(), signal.SIGKILL)
            return []

    with opened(sys.argv[1], Deadly(), FakeClock(datetime.fromisoformat(sys.argv[2]))) as store:
        embed(store)


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(1), ValueError("away")])
def test_what_an_interrupted_run_had_taken_is_free_at_once(
    waiting: str, slow: Slow, clock: FakeClock, error: BaseException
) -> None:
    slow.may_answer.set()
    slow.dies = error
    with opened(waiting, slow, clock) as store:
        with suppress(type(error)):
            store.bind(ANA).embed_missing()
        assert held(waiting) == 0
        slow.dies = None
        assert embed(store)["report"]["embed_missing"] == TEXTS


async def test_what_a_cancelled_run_had_taken_is_free_at_once(
    waiting: str, clock: FakeClock
) -> None:
    began = asyncio.Event()

    class Endless(HashEmbeddings):
        async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
            began.set()
            await asyncio.sleep(60)
            return []

    index: Any = {"dims": HASH_DIMS, "embed": Endless()}
    async with AsyncMemoryStore.from_conn_string(waiting, index=index, clock=clock) as store:
        task = asyncio.ensure_future(store.bind(ANA).aembed_missing())
        await began.wait()
        assert held(waiting) == BATCH
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    assert (without_vector(waiting), held(waiting)) == (TEXTS, 0)


def test_two_at_once_give_each_item_a_vector_of_another_embedder_once(
    database_uri: str, clock: FakeClock
) -> None:
    with opened(database_uri, HashEmbeddings(), clock) as store:
        for n in range(TEXTS):
            store.put(("notes",), str(n), {"text": f"Note {n}"})

    class SlowToo(Slow, FoldedEmbeddings):
        """Answers in half as many dimensions."""

        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            return [vector[: HASH_DIMS // 2] for vector in Slow.embed_documents(self, texts)]

    slow = SlowToo()
    index: Any = {"dims": HASH_DIMS // 2, "embed": slow}
    with (
        MemoryStore.from_conn_string(database_uri, index=index, clock=clock) as store,
        ThreadPoolExecutor(2) as threads,
    ):
        runs = [threads.submit(store.reembed) for _ in range(2)]
        assert slow.began.acquire(timeout=60)
        slow.may_answer.set()
        done = [run.result(60) for run in runs]

    assert set(slow.asked.values()) == {1}
    assert sum(done) == TEXTS
    assert rows(database_uri, "SELECT 1 FROM langmem.item_vectors WHERE embedding IS NULL") == []


def test_the_command_waits_for_what_another_run_embeds(
    waiting: str, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGMEM_EMBEDDER", "fix_embeddings:HashEmbeddings")
    with (
        opened(waiting, slow, FakeClock(datetime.now(UTC))) as store,
        ThreadPoolExecutor(2) as threads,
    ):
        night = at_it(threads, store, slow)
        command = ["reembed", "--json", "--database-uri", waiting]
        reembedding = threads.submit(CliRunner().invoke, app, command)
        while without_vector(waiting) > BATCH:
            assert not reembedding.done(), reembedding.result().output
        slow.may_answer.set()
        night.result(60)
        answer = json.loads(reembedding.result(60).stdout)

    assert (answer["embedded"], answer["waiting"]) == (TEXTS, 0)  # theirs were another embedder's
