"""Does the schema come to be, once, whoever asks and however many?"""

from __future__ import annotations

import asyncio
import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import psycopg
import pytest
from books import rows

from langmem_ext import AsyncMemoryStore, MemoryStore, Principal
from langmem_ext.errors import StoreUnavailable
from langmem_ext.stores import migrate


def set_up(uri: str) -> None:
    with MemoryStore.from_conn_string(uri, index=False) as store:
        store.setup()
        store.put(("a",), "k", {"v": 1})


def applied(uri: str) -> list[str]:
    return [row["name"] for row in rows(uri, "SELECT name FROM langmem.migrations ORDER BY name")]


def test_setup_applies_each_migration_once_and_records_it(empty_database_uri: str) -> None:
    set_up(empty_database_uri)
    set_up(empty_database_uri)

    assert applied(empty_database_uri) == [name for name, _ in migrate.migrations()]


def test_migrations_are_numbered_without_gaps() -> None:
    numbers = [int(name.split("_")[0]) for name, _ in migrate.migrations()]

    assert numbers == list(range(1, len(numbers) + 1))


def test_eight_threads_set_up_at_once(empty_database_uri: str) -> None:
    barrier = Barrier(8, timeout=20)

    def together() -> None:
        barrier.wait()
        set_up(empty_database_uri)

    with ThreadPoolExecutor(8) as pool:
        for future in [pool.submit(together) for _ in range(8)]:
            future.result()

    assert applied(empty_database_uri) == [name for name, _ in migrate.migrations()]


def test_four_processes_set_up_at_once(empty_database_uri: str) -> None:
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        pool.map(set_up, [empty_database_uri] * 4, chunksize=1)

    assert applied(empty_database_uri) == [name for name, _ in migrate.migrations()]


async def test_async_stores_set_up_at_once(empty_database_uri: str) -> None:
    async def one() -> None:
        async with AsyncMemoryStore.from_conn_string(empty_database_uri, index=False) as store:
            await store.setup()

    await asyncio.gather(*(one() for _ in range(4)))

    assert applied(empty_database_uri) == [name for name, _ in migrate.migrations()]


def test_setup_waits_for_the_one_who_is_migrating(empty_database_uri: str) -> None:
    with psycopg.connect(empty_database_uri) as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", [migrate._LOCK])
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(set_up, empty_database_uri)
            with pytest.raises(TimeoutError):
                waiting.result(timeout=0.2)
            other.rollback()
            waiting.result(timeout=30)


def test_setup_gives_up_when_the_other_never_ends(
    empty_database_uri: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrate, "_PATIENCE", 0.1)
    with psycopg.connect(empty_database_uri) as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", [migrate._LOCK])
        with pytest.raises(StoreUnavailable, match="another process has been migrating"):
            set_up(empty_database_uri)


def test_a_migration_that_fails_leaves_no_trace(
    empty_database_uri: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = [
        *migrate.migrations(),
        ("9999_broken.sql", "CREATE TABLE langmem.half (); SELECT no_such_column;"),
    ]
    monkeypatch.setattr(migrate, "migrations", lambda: broken)

    with pytest.raises(psycopg.errors.UndefinedColumn):
        set_up(empty_database_uri)

    assert "9999_broken.sql" not in applied(empty_database_uri)
    assert rows(empty_database_uri, "SELECT to_regclass('langmem.half') AS it") == [{"it": None}]


def test_a_postgres_without_pgvector_is_explained(
    empty_database_uri: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    without = [(name, text.replace("EXTENSION IF NOT EXISTS vector", "EXTENSION IF NOT EXISTS no_such_vector"))
               for name, text in migrate.migrations()]  # fmt: skip
    monkeypatch.setattr(migrate, "migrations", lambda: without)

    with pytest.raises(
        StoreUnavailable, match=r"no pgvector.*pip install 'langmem-ext\[embedded\]'"
    ):
        set_up(empty_database_uri)

    assert rows(empty_database_uri, "SELECT to_regnamespace('langmem') AS it") == [{"it": None}]


def test_a_pgvector_that_is_too_old_is_explained(
    empty_database_uri: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = [
        (name, text.replace("halfvec", "no_such_halfvec")) for name, text in migrate.migrations()
    ]
    monkeypatch.setattr(migrate, "migrations", lambda: old)

    with pytest.raises(StoreUnavailable, match="pgvector"):
        set_up(empty_database_uri)


def test_a_role_that_may_not_create_is_explained(empty_database_uri: str) -> None:
    with psycopg.connect(empty_database_uri, autocommit=True) as admin:
        admin.execute("CREATE ROLE langmem_test_weak LOGIN")
        try:
            with pytest.raises(StoreUnavailable, match="may not create"):
                set_up(psycopg.conninfo.make_conninfo(empty_database_uri, user="langmem_test_weak"))
        finally:
            admin.execute("DROP ROLE langmem_test_weak")


@pytest.mark.parametrize(
    "call",
    [
        lambda store, view: store.get(("a",), "k"),
        lambda store, view: store.put(("a",), "k", {"v": 1}),
        lambda store, view: store.search(("memory",)),
        lambda store, view: store.list_namespaces(),
        lambda store, view: store.sweep_ttl(),
        lambda store, view: view.remember("Likes tea", category="knowledge"),
        lambda store, view: view.query("tea"),
        lambda store, view: view.memory("k"),
        lambda store, view: view.delta(),
        lambda store, view: view.stats(),
        lambda store, view: view.add_turn("user", "hello"),
        lambda store, view: view.search_turns("hello"),
    ],
)
def test_a_database_without_setup_says_what_to_do(empty_database_uri: str, call: Any) -> None:
    with (
        MemoryStore.from_conn_string(empty_database_uri, index=False) as store,
        pytest.raises(StoreUnavailable, match=r"call store\.setup\(\) once"),
    ):
        call(store, store.bind(Principal(user_id="ana", thread_id="t")))
