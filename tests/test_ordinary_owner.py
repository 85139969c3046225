"""Does a role without special rights set up a database of its own, as on a managed Postgres?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
from books import require_balance, rows
from fix_clock import FakeClock
from fix_database import Databases
from langgraph.checkpoint.base import empty_checkpoint
from pooler import ordinary
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from langmem_ext import MemoryStore, Principal
from langmem_ext.graphs import daily
from langmem_ext.stores import migrate
from langmem_ext.stores.checkpoints import MemoryCheckpointer
from langmem_ext.stores.operations.doctor import examine

RIGHTS = (
    "GRANT USAGE ON SCHEMA langmem TO langmem_test_login",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA langmem TO langmem_test_login",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON checkpoints, checkpoint_blobs, checkpoint_writes, checkpoint_threads "
    "TO langmem_test_login",
    "GRANT SELECT ON checkpoint_migrations TO langmem_test_login",
)
"""What docs/how-to/deploy.md gives to the application's role."""

ANA, BO, EVE = (Principal(user_id=name, thread_id="t") for name in ("ana", "bo", "eve"))


@pytest.fixture
def owner_uri(databases: Databases) -> Iterator[str]:
    """An empty database of a role that is no superuser; somebody has created the extension."""
    with databases.fresh(migrated=False) as uri:
        name = conninfo_to_dict(uri)["dbname"]
        with psycopg.connect(uri, autocommit=True) as admin:
            admin.execute("CREATE EXTENSION vector")
            admin.execute(
                "DO $$ BEGIN CREATE ROLE langmem_test_owner LOGIN PASSWORD 'x'; "
                "EXCEPTION WHEN duplicate_object THEN NULL; END $$"
            )
            admin.execute(f"ALTER DATABASE {name} OWNER TO langmem_test_owner")
        yield make_conninfo(uri, user="langmem_test_owner", password="x")


@pytest.mark.parametrize("partitions", [None, 2])
def test_the_owner_of_a_database_sets_it_up_uses_it_and_is_walled(
    databases: Databases, owner_uri: str, clock: FakeClock, partitions: int | None
) -> None:
    with MemoryStore.from_conn_string(owner_uri, index=False, clock=clock) as store:
        store.setup(partitions)
        store.setup()
        ana = store.bind(ANA)
        ana.delta()
        tea = ana.remember("Likes green tea", category="knowledge").memory
        ana.remember("Bo has a zebra", category="knowledge", subjects=["bo"])
        assert tea
        ana.correct(tea.id, "Likes white tea")
        ana.forget(tea.id)
        ana.restore(tea.id)
        result = daily.build().compile(store=store).invoke({})

        assert [name for name in result["report"] if name.endswith("_error")] == []
        assert len(ana.history()) == 5
        assert ana.delta().changes
        assert [each.content for each in store.bind(BO).find_memories_by_subject(["bo"])] == [
            "Bo has a zebra"
        ]
        assert store.bind(EVE).list() == []
        assert store.run(examine()).walled
        require_balance(make_conninfo(databases.uri, dbname=conninfo_to_dict(owner_uri)["dbname"]))
        ana.erase()
        assert ana.list() == []


def test_the_owner_of_a_database_keeps_checkpoints_in_it(owner_uri: str) -> None:
    with MemoryCheckpointer.from_conn_string(owner_uri) as checkpointer:
        checkpointer.setup()

        assert checkpointer.list_threads() == []


def test_no_migration_asks_for_what_superusers_alone_may() -> None:
    """A setting of ours in a function's definition is for them (`permission denied to set parameter`)."""
    folder = Path(migrate.__file__).parent / "migrations"
    asking = [
        each.name
        for each in folder.glob("*.sql")
        if any(
            "SET langmem." in line and not line.lstrip().startswith("--")
            for line in each.read_text().splitlines()
        )
    ]

    assert asking == []


def test_a_migration_sees_the_rows_that_it_is_to_change(
    owner_uri: str, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row-level security holds for the owner, too: without a word the rows would not be there."""
    with MemoryStore.from_conn_string(owner_uri, index=False, clock=clock) as store:
        store.setup()
        store.bind(ANA).remember("Likes green tea", category="knowledge")
        later = ("9999_later.sql", "UPDATE langmem.memories SET content = 'Likes tea'")
        all_of_them = [*migrate.migrations(), later]
        monkeypatch.setattr(migrate, "migrations", lambda: all_of_them)
        store.setup()

        assert [memory.content for memory in store.bind(ANA).list()] == ["Likes tea"]


def test_what_an_older_setup_gave_functions_is_gone(database_uri: str) -> None:
    given = "SELECT proname FROM pg_proc WHERE pronamespace = 'langmem'::regnamespace AND proconfig IS NOT NULL"

    assert rows(database_uri, given) == []


def test_a_role_above_the_wall_that_is_no_superuser_steps_down(
    databases: Databases, owner_uri: str, clock: FakeClock
) -> None:
    """As managed Postgres gives out: it bypasses row-level security, and may make roles."""
    with psycopg.connect(databases.uri, autocommit=True) as admin:
        if admin.info.server_version < 160000:
            pytest.skip("before Postgres 16 who makes a role is not given it")
        admin.execute("CREATE ROLE langmem_test_above LOGIN PASSWORD 'x' BYPASSRLS CREATEROLE")
        with suppress(psycopg.errors.DuplicateObject):  # another test's
            admin.execute("CREATE ROLE langmem_app")
        admin.execute("GRANT langmem_app TO langmem_test_above WITH ADMIN TRUE, SET FALSE")
        name = conninfo_to_dict(owner_uri)["dbname"]
        admin.execute(f"ALTER DATABASE {name} OWNER TO langmem_test_above")
    uri = make_conninfo(owner_uri, user="langmem_test_above")
    try:
        with MemoryStore.from_conn_string(uri, index=False, clock=clock) as store:
            store.setup()
            found = store.run(examine())
            assert (found.role, found.walled) == ("langmem_app", True)
            store.bind(ANA).remember("Likes green tea", category="knowledge")
            assert store.bind(EVE).list() == []
    finally:
        removed(databases, name)


def removed(databases: Databases, name: str) -> None:
    """Take the role away with all that it owns."""
    with psycopg.connect(make_conninfo(databases.uri, dbname=name), autocommit=True) as admin:
        admin.execute("REASSIGN OWNED BY langmem_test_above TO CURRENT_USER")
        admin.execute("DROP OWNED BY langmem_test_above")
        admin.execute("DROP ROLE langmem_test_above")


def test_an_application_with_rights_on_the_tables_keeps_and_erases_conversations(
    databases: Databases, owner_uri: str, clock: FakeClock
) -> None:
    application = ordinary(
        make_conninfo(databases.uri, dbname=conninfo_to_dict(owner_uri)["dbname"])
    )
    with (
        MemoryStore.from_conn_string(owner_uri, index=False) as store,
        MemoryCheckpointer.from_conn_string(owner_uri) as checkpointer,
        psycopg.connect(owner_uri, autocommit=True) as owner,
    ):
        store.setup()
        checkpointer.setup()
        for each in RIGHTS:
            owner.execute(each)
    with (
        MemoryStore.from_conn_string(application, index=False, clock=clock) as store,
        MemoryCheckpointer.from_conn_string(application) as checkpointer,
    ):
        store.setup()
        checkpointer.setup()
        config = {"configurable": {"thread_id": "t", "user_id": "ana", "checkpoint_ns": ""}}
        config = checkpointer.put(config, empty_checkpoint(), {}, {})
        checkpointer.put_writes(config, [("said", "Hello")], "task")
        assert checkpointer.get_tuple(config)
        store.bind(ANA).remember("Likes green tea", category="knowledge")
        store.bind(ANA).erase()
        assert checkpointer.list_threads() == []


@pytest.mark.parametrize("dry_run", [True, False])
def test_a_role_without_rights_on_the_checkpoints_erases_the_rest_and_says_so(
    database_uri: str, clock: FakeClock, dry_run: bool
) -> None:
    uri = ordinary(database_uri)
    with MemoryCheckpointer.from_conn_string(database_uri) as saver:
        saver.setup()
        saver.bind(ANA).put(
            {"configurable": {"thread_id": "t", "checkpoint_ns": ""}}, empty_checkpoint(), {}, {}
        )
    with MemoryStore.from_conn_string(uri, index=False, clock=clock) as store:
        ana = store.bind(ANA)
        ana.remember("Likes green tea", category="knowledge")

        receipt = ana.erase(dry_run=dry_run)

        assert receipt.counts["memories"] == 1
        (missed,) = (each for each in receipt.unreached if "GRANT" in each)
        assert missed.endswith(
            "GRANT SELECT, DELETE ON checkpoints, checkpoint_blobs, checkpoint_writes, checkpoint_threads"
            " TO langmem_test_login; then erase again"
        )
        with psycopg.connect(database_uri, autocommit=True) as admin:
            admin.execute(RIGHTS[2])
        again = ana.erase()

        assert again.counts["threads"] == 1
        assert not any("GRANT" in each for each in again.unreached)


@pytest.mark.parametrize("dry_run", [True, False])
def test_a_role_that_does_not_find_the_checkpoints_does_not_take_them_for_none(
    database_uri: str, clock: FakeClock, dry_run: bool
) -> None:
    uri = ordinary(database_uri)
    saved = make_conninfo(database_uri, options="-c search_path=saved")
    with psycopg.connect(database_uri, autocommit=True) as admin:
        admin.execute("CREATE SCHEMA saved")
        with MemoryCheckpointer.from_conn_string(saved) as saver:
            saver.setup()
            config = {"configurable": {"thread_id": "t", "checkpoint_ns": ""}}
            saver.bind(ANA).put(config, empty_checkpoint(), {}, {})
        wanted = (
            "GRANT USAGE ON SCHEMA saved TO langmem_test_login",
            "ALTER ROLE langmem_test_login SET search_path = saved, public",
            "GRANT SELECT, DELETE ON checkpoints, checkpoint_blobs, checkpoint_writes, checkpoint_threads"
            " TO langmem_test_login",
        )
        try:
            for right in wanted:
                with MemoryStore.from_conn_string(uri, index=False, clock=clock) as store:
                    receipt = store.bind(ANA).erase(dry_run=dry_run)
                    (missed,) = (each for each in receipt.unreached if "then erase again" in each)
                    assert missed.endswith(f"{right}; then erase again")
                admin.execute("SET search_path = saved")
                admin.execute(right)
            with MemoryStore.from_conn_string(uri, index=False, clock=clock) as store:
                receipt = store.bind(ANA).erase()
                assert receipt.counts["threads"] == 1
                assert not any("then erase again" in each for each in receipt.unreached)
        finally:
            admin.execute("ALTER ROLE langmem_test_login RESET search_path")


def test_a_receipt_says_that_display_names_stay(store: MemoryStore) -> None:
    assert any("under a display name" in each for each in store.bind(ANA).erase().unreached)
