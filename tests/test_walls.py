"""Does row-level security hold where a statement forgets to ask who looks, however the database is reached?"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
import pytest
from books import rows
from fix_clock import FakeClock
from fix_database import Databases
from pooler import needs_pgbouncer, ordinary, pgbouncer

from langmem_ext import AsyncMemoryStore, MemoryStore, Principal
from langmem_ext.errors import InvalidMemory, MemoryNotFound
from langmem_ext.stores.migrate import migrations
from langmem_ext.stores.queries import query
from langmem_ext.stores.requests import Statement, fetch

UNWALLED: dict[str, str] = {}
"""Tables that need no wall, and why."""

TABLES = """
    SELECT c.relname AS name, c.relrowsecurity AS enabled, c.relforcerowsecurity AS forced,
           EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid) AS governed
    FROM pg_class c WHERE c.relnamespace = 'langmem'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
    ORDER BY 1
"""

ANA, BO = Principal(user_id="ana", chat_id="team"), Principal(user_id="bo")


def fill(store: Any) -> None:
    ana = store.bind(Principal(user_id="ana", thread_id="t"))
    ana.delta()
    ana.remember("Has a zebra", category="knowledge", subjects=["bo"])
    ana.remember("Has a yak", category="knowledge", sensitivity="sensitive", subjects=["cy"])
    ana.add_turn("user", "I have a zebra")
    ana.people.add("Bo", id="bo", usernames={"slack": "bo"})
    store.bind(ANA).add_turn("user", "Hello")


def counted(connection: psycopg.Connection[Any]) -> dict[str, int]:
    """Count what each table shows to a statement that asks nothing."""
    found = {}
    for (name,) in connection.execute(
        "SELECT relname FROM pg_class WHERE relnamespace = 'langmem'::regnamespace AND relrowsecurity"
    ).fetchall():
        (number,) = connection.execute(f"SELECT count(*) FROM langmem.{name}").fetchone()
        found[name] = number
    return found


# Every table


def test_every_table_is_walled_or_has_a_reason(database_uri: str) -> None:
    tables = rows(database_uri, TABLES)

    open_ones = {
        table["name"]
        for table in tables
        if not (table["enabled"] and table["forced"] and table["governed"])
    }

    assert open_ones == set(UNWALLED)


def test_who_says_nothing_sees_nothing(store: MemoryStore) -> None:
    fill(store)

    with psycopg.connect(store.conn_string, autocommit=True) as connection:
        everything = counted(connection)
        connection.execute("SET ROLE langmem_app")
        assert set(counted(connection).values()) == {0}
        for name in ("memories", "turns", "people"):
            assert everything[name]
            assert connection.execute(f"DELETE FROM langmem.{name}").rowcount == 0
        for name in ("memories", "people", "postings"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(
                    f"INSERT INTO langmem.{name} SELECT * FROM jsonb_populate_record(NULL::langmem.{name}, "
                    """'{"space": "default/user:mallory"}')"""
                )


def test_a_principal_cannot_write_into_anothers_space_behind_the_rule(store: MemoryStore) -> None:
    fill(store)

    def forge() -> Any:
        return (
            yield from fetch(
                Statement("UPDATE langmem.memories SET content = 'mine'"),
                Statement("SELECT count(*) AS n FROM langmem.memories"),
            )
        )

    _, (seen,) = store.run(forge(), store.bind(BO).scope)

    assert seen["n"] == 1  # the public one about bo
    changed = rows(store.conn_string, "SELECT content FROM langmem.memories WHERE content = 'mine'")
    assert not changed


# When a call has ended


def everything_seen(store: MemoryStore) -> dict[str, int]:
    with store._pool.connection() as connection:
        return counted_dict(connection)


def counted_dict(connection: Any) -> dict[str, int]:
    with psycopg.ClientCursor(connection, row_factory=psycopg.rows.tuple_row) as cursor:
        names = cursor.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = 'langmem'::regnamespace AND relrowsecurity"
        ).fetchall()
        return {
            name: cursor.execute(f"SELECT count(*) FROM langmem.{name}").fetchone()[0]
            for (name,) in names
        }


@pytest.fixture
def narrow(database_uri: str) -> Iterator[MemoryStore]:
    """A store with one connection: each call finds what the one before it has left."""
    with MemoryStore.from_conn_string(
        database_uri, index=False, clock=FakeClock(), pool_config={"max_size": 1}
    ) as store:
        fill(store)
        yield store


CALLS: dict[str, Callable[[MemoryStore], Any]] = {
    "a read": lambda store: store.bind(ANA).query("zebra"),
    "a write": lambda store: store.bind(BO).remember("Likes tea"),
    "a trusted job": lambda store: store.sweep_ttl(),
    "the registry": lambda store: store.people().list(),
    "nothing found": lambda store: store.bind(BO).memory("nothing"),
    "a bad value": lambda store: store.bind(BO).list(filters={"importance": 10**30}),
    "a bad filter": lambda store: store.bind(BO).query("zebra", filters={"$or": 1}),
    "an error in SQL": lambda store: store.run(_wrong(), store.bind(ANA).scope),
    "an error of a trusted job": lambda store: store.run(_wrong()),
    "an error of ours": lambda store: store.run(_raises(), store.bind(ANA).scope),
    "a second batch": lambda store: store.bind(ANA).batch([]),
}


def _wrong() -> Any:
    yield from fetch(Statement("SELECT count(*) FROM langmem.memories"))
    yield from fetch(Statement("SELECT 1 / 0"))


def _raises() -> Any:
    yield from fetch(Statement("SELECT count(*) FROM langmem.memories"))
    raise MemoryNotFound("as if")


@pytest.mark.parametrize("call", CALLS)
def test_a_connection_forgets_for_whom_it_worked(narrow: MemoryStore, call: str) -> None:
    with suppress(MemoryNotFound, InvalidMemory, psycopg.Error):
        CALLS[call](narrow)

    assert set(everything_seen(narrow).values()) == {0}
    assert [memory.content for memory in narrow.bind(BO).find_memories_by_subject(["bo"])] == [
        "Has a zebra"
    ]


async def test_an_async_connection_forgets_for_whom_it_worked(
    database_uri: str, clock: FakeClock
) -> None:
    async with AsyncMemoryStore.from_conn_string(
        database_uri, index=False, clock=clock, pool_config={"max_size": 1}
    ) as store:
        await asyncio.to_thread(fill, store)
        for ask in (store.arun(_wrong(), store.bind(ANA).scope), store.bind(BO).amemory("nothing")):
            with pytest.raises((MemoryNotFound, InvalidMemory, psycopg.Error)):
                await ask
            async with store._pool.connection() as connection:
                cursor = await connection.execute("SELECT count(*) AS n FROM langmem.memories")
                assert (await cursor.fetchone())["n"] == 0
        task = asyncio.create_task(store.bind(ANA).aquery("zebra"))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert [m.content for m in await store.bind(BO).afind_memories_by_subject(["bo"])] == [
            "Has a zebra"
        ]
        assert await store.bind(BO).alist() == []


# Poolers that hand a connection to somebody else after each transaction

SHARED = {"kwargs": {"prepare_threshold": None}, "max_size": 1}


def alternate(uri: str, **options: Any) -> None:
    """Let some principals take turns at once, each of whom sees their own and nothing else."""
    owners = [Principal(user_id=f"u{number}", chat_id=f"c{number % 2}") for number in range(6)]
    with MemoryStore.from_conn_string(uri, index=False, clock=FakeClock(), **options) as store:
        for owner in owners:
            store.bind(owner).remember(f"The zebra of {owner.user_id}", category="knowledge")
            store.bind(owner).remember(
                f"The yak of {owner.user_id}", category="knowledge", sensitivity="sensitive"
            )
        wrong: list[Any] = []

        def take_turns(owner: Principal) -> None:
            for turn in range(15):
                found = [memory.content for memory in store.bind(owner).list()]
                if turn % 5 == 0:
                    store.flush_uses()  # a trusted job in between
                if found != [f"The zebra of {owner.user_id}"]:
                    wrong.append((owner.user_id, found))

        threads = [threading.Thread(target=take_turns, args=(owner,)) for owner in owners]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not wrong


def test_principals_that_share_a_connection_see_their_own(database_uri: str) -> None:
    alternate(ordinary(database_uri), pool_config=SHARED)


def test_principals_that_share_connections_with_prepared_statements_see_their_own(
    database_uri: str,
) -> None:
    alternate(database_uri, pool_config={"max_size": 2})


@needs_pgbouncer
def test_the_wall_holds_behind_pgbouncer_in_transaction_mode(database_uri: str) -> None:
    with (
        TemporaryDirectory() as folder,
        pgbouncer(ordinary(database_uri), Path(folder)) as uri,
    ):
        alternate(uri, pool_config={"kwargs": {"prepare_threshold": None}, "max_size": 4})
        with psycopg.connect(uri, autocommit=True, prepare_threshold=None) as connection:
            assert set(counted(connection).values()) == {0}


# Roles above the wall


def test_a_superusers_store_steps_down(store: MemoryStore) -> None:
    with store._pool.connection() as connection:
        walled = connection.execute(query("is_walled")).fetchone()

    assert (walled["walled"], walled["walls"], walled["role"]) == (True, True, "langmem_app")


def test_the_doctor_says_when_the_wall_does_not_hold(store: MemoryStore) -> None:
    from langmem_ext.stores.operations.doctor import examine

    good = store.run(examine())
    with psycopg.connect(store.conn_string, autocommit=True) as connection:
        connection.execute("REVOKE USAGE ON SCHEMA langmem FROM langmem_app")
        with MemoryStore.from_conn_string(store.conn_string, index=False) as bare:
            bad = bare.run(examine())  # nobody to step down to
        connection.execute("GRANT USAGE ON SCHEMA langmem TO langmem_app")
        connection.execute("ALTER TABLE langmem.turns DISABLE ROW LEVEL SECURITY")
    torn = store.run(examine())

    assert [each.walled for each in (good, bad, torn)] == [True, False, False]
    assert good.role == "langmem_app"


def examined_after(store: MemoryStore, torn: str) -> tuple[Any, str]:
    """Return what the doctor finds when a part of the wall was torn down, and what it says."""
    from langmem_ext.cli.examining import _wall
    from langmem_ext.stores.operations.doctor import examine

    with psycopg.connect(store.conn_string, autocommit=True) as connection:
        connection.execute(torn.encode())
    found = store.run(examine())
    return found, _wall(found).detail


@pytest.mark.parametrize(
    ("table", "torn"),
    [
        ("turns", "DROP POLICY wall ON langmem.turns"),
        ("memories", "DROP POLICY wall_of_updates ON langmem.memories"),
        ("items", "ALTER TABLE langmem.items DISABLE ROW LEVEL SECURITY"),
        (
            "runs",
            "DROP POLICY wall ON langmem.runs; ALTER TABLE langmem.runs DISABLE ROW LEVEL SECURITY",
        ),
        ("people", "ALTER TABLE langmem.people NO FORCE ROW LEVEL SECURITY"),
        ("turns", "ALTER POLICY wall ON langmem.turns USING (true)"),
        ("history", "ALTER POLICY wall ON langmem.history USING (space <> '')"),
        ("relations", "ALTER POLICY wall ON langmem.relations WITH CHECK (true)"),
        (
            "memories",
            "CREATE POLICY guests ON langmem.memories FOR SELECT USING (sensitivity = 'public')",
        ),
        ("memories", "ALTER POLICY wall_of_deletes ON langmem.memories USING (true)"),
        ("memories", "ALTER TABLE langmem.memories DISABLE TRIGGER follow_memory"),
        ("memories", "DROP TRIGGER follow_memory ON langmem.memories"),
        (
            "items",
            "DROP POLICY wall ON langmem.items; CREATE POLICY wall ON langmem.items AS RESTRICTIVE USING (true)",
        ),
        ("versions", "ALTER POLICY wall ON langmem.versions TO langmem_app"),
    ],
)
def test_the_doctor_names_the_table_whose_wall_is_gone(
    store: MemoryStore, table: str, torn: str
) -> None:
    found, detail = examined_after(store, torn)

    assert (found.walled, found.gaps) == (False, (table,))
    assert f"of {table}" in detail


@pytest.mark.parametrize(
    ("name", "torn"),
    [
        (
            "shown",
            "CREATE OR REPLACE FUNCTION langmem.shown(space text, sensitivity text, subjects text[], stated_by text,"
            " learned_in text) RETURNS boolean LANGUAGE sql STABLE AS 'SELECT true'",
        ),
        (
            "told",
            "CREATE OR REPLACE FUNCTION langmem.told(what text) RETURNS text[] LANGUAGE sql AS 'SELECT NULL::text[]'",
        ),
        ("may_write", "ALTER FUNCTION langmem.may_write(text) SECURITY DEFINER"),
        ("is_gone", "ALTER FUNCTION langmem.is_gone(text, uuid) SET langmem.open = 'all'"),
        (
            "shared",  # found before the other for arguments that are no text yet
            "CREATE FUNCTION langmem.shared(space varchar, subjects text[]) RETURNS boolean LANGUAGE sql"
            " AS 'SELECT true'",
        ),
        ("attended", "DROP FUNCTION langmem.attended(text, text)"),
    ],
)
def test_the_doctor_names_the_function_that_says_something_else(
    store: MemoryStore, name: str, torn: str
) -> None:
    found, detail = examined_after(store, torn)

    assert (found.walled, found.gaps) == (False, (f"{name}()",))
    assert f"{name}()" in detail


def test_the_doctor_knows_every_function_that_a_migration_has_made(store: MemoryStore) -> None:
    from langmem_ext.stores.operations.doctor import functions_of

    made = rows(
        store.conn_string,
        "SELECT proname AS name, pronargs AS arity FROM pg_proc"
        " WHERE pronamespace = 'langmem'::regnamespace AND prokind = 'f'",
    )

    assert set(functions_of(migrations())) == {(row["name"], row["arity"]) for row in made}


def test_the_doctor_finds_the_walls_of_the_migrations_whole(
    store: MemoryStore, databases: Databases
) -> None:
    from langmem_ext.stores.operations.doctor import examine

    with psycopg.connect(store.conn_string, autocommit=True) as connection:
        connection.execute(
            "CREATE POLICY less ON langmem.turns AS RESTRICTIVE USING (role <> 'tool')"
        )
    with databases.fresh(migrated=False) as uri, MemoryStore.from_conn_string(uri) as split:
        split.setup(partitions=2)
        for each in (store, split):
            for _ in range(2):
                found = each.run(examine())
                assert (found.walled, found.gaps, found.compared) == (True, (), True)


def test_the_doctor_says_where_it_cannot_compare_the_walls(store: MemoryStore) -> None:
    from langmem_ext.cli.examining import _wall
    from langmem_ext.stores.operations.doctor import examine

    with psycopg.connect(store.conn_string, autocommit=True) as connection:
        database = connection.info.dbname
        connection.execute(f"REVOKE TEMPORARY ON DATABASE {database} FROM PUBLIC".encode())
    with MemoryStore.from_conn_string(ordinary(store.conn_string), index=False) as unable:
        found = unable.run(examine())

    assert (found.walled, found.gaps, found.compared) == (True, (), False)
    assert "cannot tell" in _wall(found).detail


def test_the_doctor_misses_no_wall_that_a_migration_has_built(store: MemoryStore) -> None:
    from langmem_ext.stores.operations.doctor import examine

    governed = rows(
        store.conn_string, "SELECT DISTINCT polrelid::regclass::text AS name FROM pg_policy"
    )
    with psycopg.connect(store.conn_string, autocommit=True) as connection:
        for table in governed:
            connection.execute(f"ALTER TABLE {table['name']} DISABLE ROW LEVEL SECURITY".encode())

    missed = store.run(examine()).gaps
    assert {f"langmem.{name}" for name in missed} == {table["name"] for table in governed}


def test_the_doctor_of_the_command_line_tells_of_the_wall(store: MemoryStore) -> None:
    from langmem_ext.cli.examining import _wall
    from langmem_ext.stores.operations.doctor import Condition

    torn = _wall(Condition(180000, "db", None, None, role="postgres", walled=False))
    good = _wall(Condition(180000, "db", None, None, role="app", walled=True))

    assert (good.name, good.ok, torn.ok) == ("wall", True, False)
    assert "row-level security does not hold for postgres" in torn.detail


def test_the_wall_holds_in_the_store_that_has_just_set_it_up(databases: Databases) -> None:
    with (
        databases.fresh(migrated=False) as uri,
        MemoryStore.from_conn_string(uri, index=False) as store,
    ):
        store.setup()
        fill(store)
        assert set(everything_seen(store).values()) == {0}
