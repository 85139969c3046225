"""Does a database work that somebody else has set up: pgvector in a schema of its own, other formats, other levels?"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
import pytest
from fix_clock import FakeClock
from fix_database import Databases
from fix_embeddings import HASH_DIMS, HashEmbeddings
from hosted import ROLE, as_superuser, hosted
from langgraph.checkpoint.base import empty_checkpoint
from pooler import needs_pgbouncer, pgbouncer
from psycopg.conninfo import conninfo_to_dict

from langmem_ext import AsyncMemoryStore, MemoryStore, Principal
from langmem_ext.errors import StoreNotSetUp, StoreUnavailable
from langmem_ext.graphs import daily
from langmem_ext.stores.checkpoints import MemoryCheckpointer
from langmem_ext.stores.operations.doctor import examine

ANA = Principal(user_id="ana", thread_id="t1")
INDEX: Any = {"dims": HASH_DIMS, "embed": HashEmbeddings()}

APART = (
    "CREATE SCHEMA extensions",
    "CREATE EXTENSION vector SCHEMA extensions",
    "GRANT USAGE ON SCHEMA extensions TO {role}",
)
ON_THE_PATH = "ALTER DATABASE {database} SET search_path = public, extensions"


def use(store: MemoryStore) -> None:
    """Write, read, compare and keep house, with vectors."""
    view = store.bind(ANA)
    tea = view.remember("Likes green tea", category="knowledge").memory
    assert tea is not None
    view.remember("Likes green tea a lot", category="knowledge")
    view.correct(tea.id, "Likes white tea")
    view.add_turn("user", "Which tea do I like?", session_id="s")
    assert view.query("white tea").bullets
    view.delta()
    assert view.delta().rev
    assert view.history()
    assert list(view.export())
    store.put(("recipes",), "tea", {"text": "hot water"})
    assert store.search(("recipes",), query="hot water")[0].score
    report = daily.build().compile(store=store).invoke({})["report"]
    assert [name for name in report if name.endswith("_error")] == []


@pytest.mark.parametrize(
    "path", [ON_THE_PATH, "ALTER DATABASE {database} SET search_path = public"]
)
@pytest.mark.parametrize("partitions", [None, 2])
def test_pgvector_in_a_schema_of_its_own_is_found(
    databases: Databases, clock: FakeClock, path: str, partitions: int | None
) -> None:
    with (
        hosted(databases, *APART, path) as uri,
        MemoryStore.from_conn_string(uri, index=INDEX, clock=clock) as store,
    ):
        store.setup(partitions)
        use(store)
        assert store.run(examine()).walled


@pytest.mark.parametrize("schema", ["extensions", "Other One", "langmem"])
def test_a_superuser_steps_down_and_finds_it_still(
    databases: Databases, clock: FakeClock, schema: str
) -> None:
    with databases.fresh(migrated=False) as uri:
        with psycopg.connect(uri, autocommit=True) as admin:
            admin.execute(f'CREATE SCHEMA "{schema}"')
            admin.execute(f'CREATE EXTENSION vector SCHEMA "{schema}"')
        with MemoryStore.from_conn_string(uri, index=INDEX, clock=clock) as store:
            store.setup()
            use(store)
            assert store.run(examine()).walled


async def test_the_async_store_finds_it(databases: Databases) -> None:
    with hosted(databases, *APART) as uri:
        async with AsyncMemoryStore.from_conn_string(uri, index=INDEX) as store:
            await store.setup()
            await store.bind(ANA).aremember("Likes green tea")
            assert (await store.bind(ANA).aquery("green tea")).bullets


def test_who_may_not_use_where_it_was_moved_is_told_what_to_run(databases: Databases) -> None:
    with databases.fresh() as uri:
        with psycopg.connect(uri, autocommit=True) as admin:
            admin.execute("CREATE SCHEMA extensions")
            admin.execute("ALTER EXTENSION vector SET SCHEMA extensions")
        with (
            pytest.raises(StoreNotSetUp, match="GRANT USAGE ON SCHEMA"),
            MemoryStore.from_conn_string(uri, index=INDEX),
        ):
            raise AssertionError("it opened")


def test_it_may_be_moved_later(databases: Databases) -> None:
    with databases.fresh() as uri:
        with psycopg.connect(uri, autocommit=True) as admin:
            admin.execute("CREATE SCHEMA extensions")
            admin.execute("GRANT USAGE ON SCHEMA extensions TO langmem_app")
            admin.execute("ALTER EXTENSION vector SET SCHEMA extensions")
        with MemoryStore.from_conn_string(uri, index=INDEX) as store:
            store.setup()
            store.bind(ANA).remember("Likes green tea")
            assert store.bind(ANA).query("green tea").bullets


@needs_pgbouncer
@pytest.mark.parametrize("superuser", [True, False])
def test_it_is_found_behind_a_pooler_with_every_setting_odd(
    databases: Databases, superuser: bool
) -> None:
    with hosted(databases, *APART, *(f"ALTER ROLE {{role}} SET {each}" for each in ODD)) as uri:
        whose = as_superuser(databases, uri) if superuser else uri
        with MemoryStore.from_conn_string(whose, index=INDEX) as direct:
            direct.setup()
        with (
            TemporaryDirectory() as folder,
            pgbouncer(whose, Path(folder)) as address,
            MemoryStore.from_conn_string(address, index=INDEX) as store,
        ):
            store.setup()
            use(store)


def test_a_role_that_may_not_create_it_is_told_what_to_run(databases: Databases) -> None:
    revoke = (
        "REVOKE CREATE ON DATABASE {database} FROM {role}",
        "ALTER DATABASE {database} OWNER TO postgres",
    )
    with (
        hosted(databases, *revoke) as uri,
        MemoryStore.from_conn_string(uri, index=INDEX) as store,
        pytest.raises(StoreUnavailable, match=r"CREATE EXTENSION vector") as error,
    ):
        store.setup()

    assert ROLE in str(error.value)


def test_a_role_that_may_not_use_its_schema_is_told_what_to_run(databases: Databases) -> None:
    with (
        hosted(databases, *APART[:2]) as uri,
        MemoryStore.from_conn_string(uri, index=INDEX) as store,
        pytest.raises(StoreUnavailable, match=f"GRANT USAGE ON SCHEMA extensions TO {ROLE}"),
    ):
        store.setup()


def test_a_role_that_may_not_make_the_schema_is_told_what_to_run(databases: Databases) -> None:
    taken = ("CREATE EXTENSION vector", "ALTER DATABASE {database} OWNER TO postgres")
    with (
        hosted(databases, *taken) as uri,
        MemoryStore.from_conn_string(uri, index=INDEX) as store,
        pytest.raises(StoreUnavailable, match="GRANT CREATE ON DATABASE"),
    ):
        store.setup()


def test_a_role_without_any_schema_on_its_path_sets_up(databases: Databases) -> None:
    with (
        databases.fresh(migrated=False) as uri,
        psycopg.connect(uri, autocommit=True) as admin,
    ):
        name = conninfo_to_dict(uri)["dbname"]
        admin.execute(f"ALTER DATABASE {name} SET search_path = nowhere")
        with MemoryStore.from_conn_string(uri, index=INDEX) as store:
            store.setup()
            use(store)


ODD = (
    "DateStyle = 'German, DMY'",
    "IntervalStyle = iso_8601",
    "TimeZone = 'Asia/Kathmandu'",
    "bytea_output = escape",
    "extra_float_digits = -15",
    "standard_conforming_strings = off",
    "array_nulls = off",
    "row_security = off",
    "client_encoding = latin1",
    "search_path = ''",
    "default_transaction_isolation = serializable",
    "default_transaction_deferrable = on",
    "lc_numeric = 'C'",
    "statement_timeout = '10s'",
    "idle_in_transaction_session_timeout = '10s'",
)


@pytest.mark.parametrize("of", ["ROLE {role}", "DATABASE {database}"])
def test_settings_of_a_role_or_a_database_change_nothing(
    databases: Databases, clock: FakeClock, of: str
) -> None:
    with (
        hosted(databases, *APART, *(f"ALTER {of} SET {each}" for each in ODD)) as uri,
        MemoryStore.from_conn_string(uri, index=INDEX, clock=clock) as store,
    ):
        store.setup()
        use(store)
        told = (
            store.bind(ANA).remember("Müller rät: 日本語 🦊, null, \\n", tags=["null", "ä"]).memory
        )
        assert told is not None
        assert told.created_at == clock()
        found = store.bind(ANA).memory(told.id)
        assert (found.content, found.tags) == (told.content, told.tags)
        assert found.created_at == clock()


@pytest.mark.parametrize(
    "setting",
    [
        "DateStyle = German", "DateStyle = 'SQL, DMY'", "DateStyle = 'Postgres, MDY'", "IntervalStyle = sql_standard",
        "TimeZone = 'America/St_Johns'", "TimeZone = '<+03>-3'", "array_nulls = off", "client_encoding = latin1",
        "standard_conforming_strings = off", "search_path = ''", "default_transaction_isolation = serializable",
    ],
)  # fmt: skip
def test_no_setting_alone_changes_what_is_read(
    databases: Databases, clock: FakeClock, setting: str
) -> None:
    with databases.fresh() as uri:
        name = conninfo_to_dict(uri)["dbname"]
        with psycopg.connect(uri, autocommit=True) as admin:
            admin.execute(f"ALTER DATABASE {name} SET {setting}")
        with MemoryStore.from_conn_string(uri, index=INDEX, clock=clock) as store:
            view = store.bind(ANA)
            view.remember("Likes tea 🦊", event_time=datetime(2024, 2, 1, tzinfo=UTC))
            (found,) = view.query("tea", returns="full").memories
            assert found.event_time == datetime(2024, 2, 1, tzinfo=UTC)
            assert view.history()[0].at == clock()


@pytest.mark.parametrize("level", ["repeatable read", "serializable"])
def test_writes_at_once_are_none_of_them_refused(databases: Databases, level: str) -> None:
    with databases.fresh() as uri:
        name = conninfo_to_dict(uri)["dbname"]
        with psycopg.connect(uri, autocommit=True) as admin:
            admin.execute(f"ALTER DATABASE {name} SET default_transaction_isolation = '{level}'")
        with MemoryStore.from_conn_string(uri, index=False) as store:
            view = store.bind(ANA)

            def write(number: int) -> str:
                view.query("boat")
                return view.remember(f"Owns boat number {number} of {7 * number}").status

            with ThreadPoolExecutor(6) as threads:
                statuses = list(threads.map(write, range(24)))
            assert len(view.list()) == statuses.count("created")
        with MemoryCheckpointer.from_conn_string(uri) as saver:
            saver.setup()
            at: Any = {"configurable": {"thread_id": "t1", "checkpoint_ns": ""}}
            with ThreadPoolExecutor(6) as threads:
                list(threads.map(lambda _: saver.put(at, empty_checkpoint(), {}, {}), range(12)))


async def test_async_writes_at_once_are_none_of_them_refused(databases: Databases) -> None:
    with databases.fresh() as uri:
        name = conninfo_to_dict(uri)["dbname"]
        with psycopg.connect(uri, autocommit=True) as admin:
            admin.execute(f"ALTER DATABASE {name} SET default_transaction_isolation = serializable")
        async with AsyncMemoryStore.from_conn_string(uri, index=False) as store:
            view = store.bind(ANA)
            calls = (view.aremember(f"Owns boat number {each} of {7 * each}") for each in range(24))
            assert len(await asyncio.gather(*calls)) == 24


def test_threads_are_listed_with_other_formats(databases: Databases) -> None:
    with databases.fresh(migrated=False) as uri:
        name = conninfo_to_dict(uri)["dbname"]
        with psycopg.connect(uri, autocommit=True) as admin:
            admin.execute(f"ALTER DATABASE {name} SET DateStyle = German")
        with MemoryCheckpointer.from_conn_string(uri) as saver:
            saver.setup()
            at: Any = {"configurable": {"thread_id": "t1", "checkpoint_ns": ""}}
            saver.put(at, empty_checkpoint(), {}, {})
            assert [each.thread_id for each in saver.list_threads()] == ["t1"]


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII", "EUC_JP"])
def test_a_database_of_another_encoding_is_refused_by_name(
    databases: Databases, encoding: str
) -> None:
    name = f"{databases.prefix}_{encoding.lower()}"
    make = f"CREATE DATABASE {name} TEMPLATE template0 LOCALE_PROVIDER libc LOCALE 'C' ENCODING '{encoding}'"
    with psycopg.connect(databases.uri, autocommit=True) as admin:
        admin.execute(make.encode())
        try:
            uri = psycopg.conninfo.make_conninfo(databases.uri, dbname=name)
            with (
                pytest.raises(StoreUnavailable, match=f"{name}.*{encoding}.*ENCODING 'UTF8'"),
                MemoryStore.from_conn_string(uri, index=False),
            ):
                raise AssertionError("it opened")
        finally:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@pytest.mark.parametrize(
    "theirs",
    [
        "CREATE TABLE langmem.memories (id int)",
        "CREATE TABLE langmem.documents (id int)",
        "CREATE TABLE langmem.migrations (version int)",
        "CREATE TABLE langmem.migrations (name text, applied_at timestamptz); "
        "INSERT INTO langmem.migrations VALUES ('001_users.sql', now())",
        "CREATE VIEW langmem.metadata AS SELECT 1 AS one",
    ],
)
def test_a_schema_of_somebody_else_is_left_alone(databases: Databases, theirs: str) -> None:
    with databases.fresh(migrated=False) as uri:
        with psycopg.connect(uri, autocommit=True) as admin:
            admin.execute("CREATE SCHEMA langmem")
            admin.execute(theirs.encode())
        with (
            pytest.raises(StoreUnavailable, match=r"somebody else's.*ALTER SCHEMA langmem RENAME"),
            MemoryStore.from_conn_string(uri, index=False) as store,
        ):
            store.setup()


def test_an_empty_schema_that_somebody_has_made_is_filled(databases: Databases) -> None:
    made = ("CREATE EXTENSION vector", "CREATE SCHEMA langmem AUTHORIZATION {role}")
    with (
        hosted(databases, *made) as uri,
        MemoryStore.from_conn_string(uri, index=False) as store,
    ):
        store.setup()
        assert store.bind(ANA).remember("Plays the cello").status == "created"
