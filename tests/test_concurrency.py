"""Do many writers and readers at once leave what they would leave one after another?"""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import psycopg
import pytest
from books import contents, count, require_balance, rows
from fix_clock import FakeClock
from fix_embeddings import HASH_DIMS, HashEmbeddings
from langgraph.store.base import PutOp

from langmem_ext import AsyncMemoryStore, MemoryDraft, MemoryStore, MemoryView, Principal
from langmem_ext.errors import LangMemError, MemoryNotFound
from langmem_ext.stores.connections import Session
from langmem_ext.stores.operations.lifecycle import correct
from langmem_ext.stores.operations.write import remember
from langmem_ext.stores.requests import Operation, Post
from langmem_ext.stores.walls import wall

FACTS = [f"The user owns {number} {thing}" for thing in ("books", "plants") for number in range(25)]
INDEX: Any = {"dims": HASH_DIMS, "embed": HashEmbeddings()}
ME = Principal(user_id="ana", thread_id="t1")


def together(count: int, act: Callable[[int], Any]) -> list[Any]:
    """Run an act in so many threads at once, and return or raise what each did."""
    barrier = threading.Barrier(count, timeout=20)

    def run(number: int) -> Any:
        barrier.wait()
        return act(number)

    with ThreadPoolExecutor(count) as pool:
        return [future.result(timeout=60) for future in [pool.submit(run, n) for n in range(count)]]


@pytest.fixture
def ana(store: MemoryStore) -> MemoryView:
    return store.bind(ME)


def remember_all(job: tuple[str, int]) -> list[str]:
    """What each process does: begin somewhere else in the same facts."""
    uri, number = job
    start = number * 6
    with MemoryStore.from_conn_string(uri, index=INDEX) as store:
        view = store.bind(ME)
        return [
            view.remember(fact, category="knowledge", operation_id=f"{number}:{fact}").status
            for fact in FACTS[start:] + FACTS[:start]
        ]


def test_eight_processes_remember_the_same_fifty_facts(database_uri: str, ana: MemoryView) -> None:
    with multiprocessing.get_context("spawn").Pool(8) as pool:
        outcomes = pool.map(
            remember_all, [(database_uri, number) for number in range(8)], chunksize=1
        )

    statuses = [status for process in outcomes for status in process]
    assert (statuses.count("created"), statuses.count("unchanged")) == (50, 350)
    assert {memory.content for memory in ana.list(limit=100)} == set(FACTS)
    assert count(database_uri, "memories") == count(database_uri, "change_log") == 50
    require_balance(database_uri)


def test_writers_of_one_fact_leave_one_memory(ana: MemoryView, database_uri: str) -> None:
    outcomes = together(8, lambda number: ana.remember("Likes tea", category="knowledge"))

    assert sorted(outcome.status for outcome in outcomes) == ["created"] + ["unchanged"] * 7
    assert len({outcome.memory.id for outcome in outcomes}) == 1
    require_balance(database_uri)


def test_writers_of_one_slot_leave_one_active_value(ana: MemoryView, database_uri: str) -> None:
    outcomes = together(
        8, lambda n: ana.remember(f"Works at company {n}", category="profile", slot="employer")
    )

    assert sorted(outcome.status for outcome in outcomes) == ["created"] + ["superseded"] * 7
    (left,) = ana.list()
    chain = rows(database_uri, "SELECT id, superseded_by FROM langmem.memories")
    assert [row["id"] for row in chain if not row["superseded_by"]] == [left.id]
    assert len({successor for row in chain for successor in row["superseded_by"]}) == 7
    require_balance(database_uri)


def test_one_operation_at_once_is_done_once(ana: MemoryView, database_uri: str) -> None:
    outcomes = together(
        8, lambda n: ana.remember("A fact", category="knowledge", operation_id="op")
    )

    assert sorted(outcome.reason or "" for outcome in outcomes) == [""] + ["replay"] * 7
    assert len(ana.list()) == 1
    require_balance(database_uri)


def test_what_is_forgotten_at_once_is_forgotten_once(ana: MemoryView, database_uri: str) -> None:
    memory = ana.remember("Likes tea", category="knowledge").memory

    def forget(number: int) -> bool:
        try:
            return ana.forget(memory.id).status == "updated"
        except MemoryNotFound:
            return False

    assert sum(together(6, forget)) == 1
    assert (
        sum(
            outcome.status == "updated" for outcome in together(6, lambda n: ana.restore(memory.id))
        )
        == 1
    )
    require_balance(database_uri)


def test_a_restore_that_comes_second_is_unchanged(ana: MemoryView) -> None:
    for _ in range(15):  # the window is short
        memory = ana.remember("Likes tea", category="knowledge").memory
        ana.forget(memory.id)
        outcomes = together(6, lambda n, id=memory.id: ana.restore(id))
        assert sorted(outcome.status for outcome in outcomes) == ["unchanged"] * 5 + ["updated"]
        ana.forget(memory.id)


def test_descriptions_forgotten_at_once_agree(ana: MemoryView, database_uri: str) -> None:
    ana.remember_many(
        [{"content": f"Likes tea number {n}", "category": "knowledge"} for n in range(5)]
    )

    def forget(number: int) -> int:
        try:
            return len(ana.forget_matching("tea"))
        except MemoryNotFound:
            return 0

    assert sum(together(4, forget)) == 5
    assert ana.list() == []
    require_balance(database_uri)


def test_sweeps_at_once_expire_once(store: MemoryStore, clock: Any, database_uri: str) -> None:
    from datetime import timedelta

    for user in range(6):
        store.bind(Principal(user_id=f"u{user}")).remember("Has to go", category="tasks")
    clock.advance(timedelta(days=20))

    together(4, lambda number: store.sweep_ttl())

    assert count(database_uri, "change_log") == 12
    require_balance(database_uri)


def test_writers_of_several_spaces_do_not_deadlock(store: MemoryStore, database_uri: str) -> None:
    def write(number: int) -> None:
        view = store.bind(Principal(user_id="ana", chat_id="team", app_id="desk"))
        kinds = ["user", "chat", "app"]
        for turn in range(8):
            view.remember_many(
                [
                    {
                        "content": f"Fact {number} of turn {turn}",
                        "category": "knowledge",
                        "space": kind,
                    }
                    for kind in kinds[number % 3 :] + kinds[: number % 3]
                ]
            )

    together(6, write)

    assert count(database_uri, "memories") == 6 * 8 * 3
    require_balance(database_uri)


def test_batches_of_puts_and_deletes_keep_the_books(store: MemoryStore, database_uri: str) -> None:
    def home(user: str) -> tuple[str, ...]:
        return ("memory", "default", "user", user, "knowledge")

    def write(number: int) -> None:
        for turn in range(6):
            users = ("ana", "bo") if (number + turn) % 2 else ("bo", "ana")
            store.batch(
                [
                    PutOp(
                        home(user),
                        f"k{turn % 3}",
                        None if (number + turn) % 4 == 0 else {"content": f"Fact {number} {turn}"},
                    )
                    for user in users
                ]
            )

    together(6, write)

    require_balance(database_uri)


def test_reads_and_uses_do_not_disturb_writes(
    store: MemoryStore, ana: MemoryView, database_uri: str
) -> None:
    ana.remember("Likes tea", category="knowledge")

    def act(number: int) -> None:
        for turn in range(8):
            if number % 2:
                ana.query("tea number")
                store.flush_uses(1)
            else:
                ana.remember(f"Likes tea number {turn} {number}", category="knowledge")

    together(6, act)

    assert len(ana.list(limit=100)) == 25
    require_balance(database_uri)


# The two colours, from wherever they are called


async def test_async_writers_of_one_fact_leave_one_memory(
    async_store: AsyncMemoryStore, database_uri: str
) -> None:
    view = async_store.bind(ME)

    outcomes = await asyncio.gather(
        *(view.aremember("Likes tea", category="knowledge") for _ in range(20))
    )

    assert sorted(outcome.status for outcome in outcomes) == ["created"] + ["unchanged"] * 19
    require_balance(database_uri)


async def test_a_sync_store_has_async_methods(store: MemoryStore, ana: MemoryView) -> None:
    outcomes = await asyncio.gather(
        *(ana.aremember(f"Fact {n}", category="knowledge") for n in range(6))
    )

    assert {outcome.status for outcome in outcomes} == {"created"}
    assert len(await ana.alist()) == 6
    assert (await ana.aquery("fact")).bullets
    await store.aput(("plain",), "k", {"v": 1})
    assert (await store.aget(("plain",), "k")).value == {"v": 1}
    assert [proposal for proposal in await ana.aproposals()] == []


async def test_an_async_store_serves_other_threads(async_store: AsyncMemoryStore) -> None:
    view = async_store.bind(ME)

    def elsewhere() -> tuple[Any, ...]:
        outcome = view.remember("Likes tea", category="knowledge")
        async_store.put(("plain",), "k", {"v": 1})
        return (
            outcome.status,
            view.query("tea").bullets,
            async_store.get(("plain",), "k").value,
            list(view.proposals),
        )

    assert await asyncio.to_thread(elsewhere) == (
        "created",
        ("[knowledge] Likes tea",),
        {"v": 1},
        [],
    )


@pytest.mark.parametrize(
    "call",
    [
        lambda store, view: store.get(("plain",), "k"),
        lambda store, view: store.put(("plain",), "k", {"v": 1}),
        lambda store, view: view.remember("Likes tea"),
        lambda store, view: view.query("tea"),
        lambda store, view: view.proposals,
    ],
)
async def test_a_sync_call_on_the_stores_own_loop_is_explained(
    async_store: AsyncMemoryStore, call: Any
) -> None:
    with pytest.raises(Exception, match=r"on its own event loop; await the async one"):
        call(async_store, async_store.bind(ME))


async def test_a_cancelled_write_leaves_nothing_or_everything(
    async_store: AsyncMemoryStore, database_uri: str
) -> None:
    view = async_store.bind(ME)
    for number in range(12):
        task = asyncio.create_task(view.aremember(f"Fact {number}", category="knowledge"))
        await asyncio.sleep(0)
        for _ in range(number):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    assert (await view.aremember("Likes tea", category="knowledge")).status == "created"
    require_balance(database_uri)


async def test_both_colours_write_alike(databases: Any, clock: Any) -> None:
    """The same writes through either colour leave the same rows, but for ids."""
    me = Principal(user_id="ana", thread_id="t1", run_id="r1")
    drafts = [
        {
            "content": "Works at Acme",
            "category": "profile",
            "slot": "employer",
            "operation_id": "1",
        },
        {
            "content": "Works at Globex",
            "category": "profile",
            "slot": "employer",
            "operation_id": "2",
        },
        {
            "content": "works at globex",
            "category": "profile",
            "slot": "employer",
            "operation_id": "3",
        },
        {"content": "My password is hunter2-Xy9!"},
        {"content": "Likes tea", "category": "preferences", "operation_id": "1"},
    ]
    with databases.fresh() as one, databases.fresh() as other:
        with MemoryStore.from_conn_string(one, index=INDEX, clock=clock) as store:
            first = store.bind(me).remember_many(drafts)
        async with AsyncMemoryStore.from_conn_string(other, index=INDEX, clock=clock) as store:
            second = await store.bind(me).aremember_many(drafts)

        assert [(o.status, o.reason, o.detail) for o in first] == [
            (o.status, o.reason, o.detail) for o in second
        ]
        without_ids = {"id", "supersedes", "superseded_by"}
        for table, columns in {
            "memories": "content, state, slot, strength, valid_from, valid_until, expires_at, fades_at, thread_id",
            "history": "rev, event, old, new, actor", "change_log": "rev, event, text", "events": "op, status, reason",
            "operations": "operation_id", "spaces": "*",
        }.items():  # fmt: skip
            statement = (
                f"SELECT {columns} FROM langmem.{table} ORDER BY 1, 2"
                if "," in columns
                else f"SELECT {columns} FROM langmem.{table} ORDER BY 1"
            )
            assert rows(one, statement) == rows(other, statement), table
        assert [o.memory and o.memory.model_dump(exclude=without_ids) for o in first] == [
            o.memory and o.memory.model_dump(exclude=without_ids) for o in second
        ]


def test_a_store_that_was_closed_says_so(database_uri: str) -> None:
    with MemoryStore.from_conn_string(database_uri, index=False) as store:
        view = store.bind(ME)
    before = contents(database_uri)

    with pytest.raises(LangMemError):
        view.remember("Likes tea", category="knowledge")

    assert contents(database_uri) == before


# A read that refreshes what it finds takes no lock of the space


NAMESPACE = ("memory", "default", "user", "ana", "knowledge")
KETTLE = {"content": "The kettle is on"}


def read_between(
    store: MemoryStore, view: MemoryView, writes: Callable[[], Operation[Any]]
) -> datetime | None:
    """Let a read refresh the kettle's expiry when an operation has read what it needs; return the expiry in the end."""
    operation = writes()
    answer: Any = None
    with Session(store._pool, wall(None)) as session:
        try:
            while True:
                request = operation.send(answer)
                if isinstance(request, Post):
                    view.get(NAMESPACE, "k", refresh_ttl=True)
                answer = store._answer(session, request)
        except StopIteration:
            pass
    return view.memory("k").expires_at


def test_what_a_read_refreshed_while_it_was_written_lives_as_long_as_the_read_said(
    store: MemoryStore, ana: MemoryView, clock: FakeClock
) -> None:
    ana.put(NAMESPACE, "k", KETTLE, ttl=60)
    later = clock.advance(timedelta(minutes=30)) + timedelta(minutes=60)
    draft = MemoryDraft(content=KETTLE["content"], category="knowledge", source_ids=("m1",))

    assert read_between(store, ana, lambda: remember(ana.scope, draft)) == later
    clock.advance(timedelta(minutes=10))
    again = clock.now + timedelta(minutes=60)
    assert read_between(store, ana, lambda: correct(ana.scope, "k", "The kettle is off")) == again
    assert rows(ana.store.conn_string, "SELECT expires_at FROM langmem.documents") == [
        {"expires_at": again}
    ]


def test_a_write_that_gives_another_life_is_not_held_to_what_a_read_gave(
    store: MemoryStore, ana: MemoryView, clock: FakeClock
) -> None:
    ana.put(NAMESPACE, "k", KETTLE, ttl=60)
    clock.advance(timedelta(minutes=30))
    ana.get(NAMESPACE, "k", refresh_ttl=True)

    ana.put(NAMESPACE, "k", KETTLE, ttl=5)
    assert ana.memory("k").expires_at == clock.now + timedelta(minutes=5)
    ana.pin("k")
    assert ana.memory("k").expires_at is None


def test_a_read_that_refreshes_waits_in_the_order_of_a_writer(
    ana: MemoryView, clock: FakeClock, database_uri: str
) -> None:
    ana.put(NAMESPACE, "k", KETTLE, ttl=60)
    clock.advance(timedelta(minutes=30))
    with psycopg.connect(database_uri) as writer, ThreadPoolExecutor(1) as pool:
        writer.execute("CREATE TEMPORARY TABLE kept AS SELECT * FROM langmem.documents")
        writer.execute("DELETE FROM langmem.documents")
        reading = pool.submit(ana.get, NAMESPACE, "k", refresh_ttl=True)
        wait_for_lock(database_uri)
        writer.execute("UPDATE langmem.memories SET importance = 5")
        columns = (
            "space, corpus, uid, category, sensitivity, expires_at, subjects, embedding, waits"
        )
        writer.execute(
            f"INSERT INTO langmem.documents ({columns}) SELECT {columns} FROM kept".encode()
        )
        writer.commit()
        assert reading.result(timeout=20) is not None

    lives = clock.now + timedelta(minutes=60)
    for table in ("memories", "documents"):
        found = rows(database_uri, f"SELECT expires_at FROM langmem.{table}")
        assert found == [{"expires_at": lives}]


@pytest.mark.parametrize("moves", ["expires_at = now()", "subjects = '{}'"])
def test_a_memory_whose_row_moves_while_it_is_forgotten_is_found_no_more(
    ana: MemoryView, database_uri: str, moves: str
) -> None:
    kept = ana.remember("Likes green tea", category="knowledge").memory
    with psycopg.connect(database_uri) as other, ThreadPoolExecutor(1) as pool:
        other.execute(f"UPDATE langmem.documents SET {moves}".encode())
        forgetting = pool.submit(ana.forget, kept.id)
        wait_for_lock(database_uri)
        other.commit()
        forgetting.result(timeout=20)

    assert count(database_uri, "documents") == 0
    require_balance(database_uri)


def wait_for_lock(uri: str) -> None:
    """Return once someone waits for a lock."""
    waiting = """SELECT count(*) AS n FROM pg_stat_activity
                 WHERE wait_event_type = 'Lock' AND datname = current_database()"""
    for _ in range(2000):
        if rows(uri, waiting)[0]["n"]:
            return
    pytest.fail("nobody waits")
