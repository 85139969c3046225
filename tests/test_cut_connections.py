"""Does a call work when the server has closed the connections that wait in the pool?"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from langgraph.checkpoint.base import empty_checkpoint

from langmem_ext import Principal
from langmem_ext.errors import StoreUnavailable
from langmem_ext.stores import AsyncMemoryStore, MemoryStore
from langmem_ext.stores.checkpoints import AsyncMemoryCheckpointer, MemoryCheckpointer

SEVERAL = {"min_size": 4, "max_size": 4}
ANA = Principal(user_id="ana", thread_id="t1")


def cut(uri: str) -> None:
    """End every other connection, as a restart of the server does."""
    with psycopg.connect(uri, autocommit=True) as admin:
        ended = admin.execute(
            "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchone()
    assert ended is not None
    assert ended[0] >= 4


def test_calls_after_a_restart_do_not_notice_it(database_uri: str) -> None:
    with MemoryStore.from_conn_string(database_uri, index=False, pool_config=SEVERAL) as store:
        store._pool.wait()
        cut(database_uri)

        written = store.bind(ANA).remember("Plays the cello")
        with ThreadPoolExecutor(4) as threads:
            found = list(threads.map(lambda _: store.bind(ANA).query("cello").bullets, range(8)))

    assert written.status == "created"
    assert set(found) == {("[knowledge] Plays the cello",)}


async def test_async_calls_after_a_restart_do_not_notice_it(database_uri: str) -> None:
    opened = AsyncMemoryStore.from_conn_string(database_uri, index=False, pool_config=SEVERAL)
    async with opened as store:
        await store._pool.wait()
        await asyncio.to_thread(cut, database_uri)

        written = await store.bind(ANA).aremember("Plays the cello")
        found = await asyncio.gather(*(store.bind(ANA).aquery("cello") for _ in range(8)))

    assert written.status == "created"
    assert {each.bullets for each in found} == {("[knowledge] Plays the cello",)}


def test_a_thread_goes_on_after_a_restart(database_uri: str) -> None:
    with MemoryCheckpointer.from_conn_string(database_uri, pool_config=SEVERAL) as saver:
        saver.setup()
        at = {"configurable": {"thread_id": "t1", "checkpoint_ns": ""}}
        saver.conn.wait()
        cut(database_uri)

        saved = saver.put(at, empty_checkpoint(), {}, {})

        assert saver.get_tuple(saved) is not None


async def test_an_async_thread_goes_on_after_a_restart(database_uri: str) -> None:
    opened = AsyncMemoryCheckpointer.from_conn_string(database_uri, pool_config=SEVERAL)
    async with opened as saver:
        await saver.setup()
        at = {"configurable": {"thread_id": "t1", "checkpoint_ns": ""}}
        await saver.conn.wait()
        await asyncio.to_thread(cut, database_uri)

        saved = await saver.aput(at, empty_checkpoint(), {}, {})

        assert await saver.aget_tuple(saved) is not None


def test_a_database_that_is_gone_is_still_explained(database_uri: str) -> None:
    with MemoryStore.from_conn_string(
        database_uri, index=False, pool_config={**SEVERAL, "timeout": 0.5}
    ) as store:
        store._pool.wait()
        name = psycopg.conninfo.conninfo_to_dict(database_uri)["dbname"]
        with psycopg.connect(database_uri.replace(str(name), "postgres"), autocommit=True) as admin:
            admin.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
            admin.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s",
                [name],
            )

        with pytest.raises(StoreUnavailable):
            store.bind(ANA).query("cello")
