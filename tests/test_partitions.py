"""Is a database in parts the same database: to its users, behind its walls, and for the migrations to come?"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest
from books import require_balance, rows
from fix_clock import FakeClock
from fix_database import Databases
from fix_embeddings import HASH_DIMS, HashEmbeddings
from typer.testing import CliRunner

from langmem_ext import ConfigurationError, MemoryStore, Principal
from langmem_ext.cli import app
from langmem_ext.stores import migrate, partitions
from langmem_ext.stores.partitions import PARTITIONED

PARTS = 4
INDEX = {"dims": HASH_DIMS, "embed": HashEmbeddings()}

WHOLE = {
    "spaces": "one row for each space",
    "cursors": "one row for each thread of a space",
    "sessions": "one row for each conversation",
    "work": "what waits for its time, until that has come",
    "model_calls": "answers of models, until the work they belong to has ended",
    "pairs": "pairs that were judged, for two weeks",
    "people": "the registry of a tenant is one space",
    "identities": "the registry of a tenant is one space",
    "merges": "the registry of a tenant is one space",
    "attendance": "who was in a chat",
}
"""Tables with spaces that stay whole, and what they hold."""

NO_SPACE = {
    "items": "ordinary items belong to the application; their key begins with the namespace",
    "item_vectors": "as items",
    "energy": "a row for each tenant and day",
    "runs": "a row for each step of each run",
    "metadata": "which embedder and which language the database has",
    "migrations": "which migrations have run",
}
"""Tables without spaces, and why; on a cluster every node has them."""

SHAPE = {
    "columns": """
        SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull, a.attgenerated::text,
               a.attcollation::regcollation::text, a.attstorage::text, a.attstattarget,
               pg_get_expr(d.adbin, d.adrelid) AS value
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
        WHERE c.relnamespace = 'langmem'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY c.relname, a.attname""",
    "constraints": """
        SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) AS def FROM pg_constraint
        WHERE connamespace = 'langmem'::regnamespace ORDER BY 1, 2""",
    "indexes": """
        SELECT tablename, indexname, replace(indexdef, ' ON ONLY ', ' ON ') AS def FROM pg_indexes
        WHERE schemaname = 'langmem' ORDER BY 1, 2""",
    "triggers": """
        SELECT t.tgrelid::regclass::text, tgname, pg_get_triggerdef(t.oid) AS def FROM pg_trigger t
        JOIN pg_class c ON c.oid = t.tgrelid
        WHERE NOT tgisinternal AND c.relnamespace = 'langmem'::regnamespace ORDER BY 1, 2""",
    "policies": "SELECT * FROM pg_policies ORDER BY tablename, policyname",
    "walls and rights": """
        SELECT relname, relrowsecurity, relforcerowsecurity, relowner,
               has_table_privilege('langmem_app', oid, 'INSERT') AS may
        FROM pg_class WHERE relnamespace = 'langmem'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1""",
}
STORAGE = """
    SELECT DISTINCT regexp_replace(relname, '_\\d+$', '') AS name, reloptions FROM pg_class
    WHERE relkind = 'r' AND relnamespace::regnamespace::text LIKE 'langmem%' ORDER BY 1"""


@pytest.fixture(scope="module")
def whole(databases: Databases) -> Iterator[str]:
    """A database that was set up and is not in parts, to read and to copy."""
    with databases.fresh(migrated=False) as uri:
        set_up(uri)
        yield uri


@pytest.fixture(scope="module")
def in_parts(databases: Databases) -> Iterator[str]:
    """A database that was set up in parts, to read and to copy."""
    with databases.fresh(migrated=False) as uri:
        set_up(uri, PARTS)
        yield uri


@pytest.fixture
def whole_uri(databases: Databases, whole: str) -> Iterator[str]:
    with databases.fresh(like=whole) as uri:
        yield uri


@pytest.fixture
def split_uri(databases: Databases, in_parts: str) -> Iterator[str]:
    with databases.fresh(like=in_parts) as uri:
        yield uri


@pytest.fixture
def split(split_uri: str, clock: FakeClock) -> Iterator[MemoryStore]:
    with MemoryStore.from_conn_string(split_uri, index=INDEX, clock=clock) as store:
        yield store


def set_up(uri: str, count: int | None = None) -> None:
    with MemoryStore.from_conn_string(uri, index=INDEX) as store:
        store.setup(partitions=count)


def parts(uri: str) -> dict[str, int]:
    found = rows(
        uri,
        """SELECT inhparent::regclass::text AS name, count(*) AS n FROM pg_inherits
           JOIN pg_class c ON c.oid = inhrelid WHERE c.relkind = 'r' GROUP BY 1""",
    )
    return {row["name"].removeprefix("langmem."): row["n"] for row in found}


# The schema


def shape(uri: str, what: str) -> list[dict[str, str]]:
    """Return what there is of something; a condition that Postgres has read once more has other brackets."""
    return [
        {name: re.sub(r"[()\s]+", " ", str(value)) for name, value in row.items()}
        for row in rows(uri, SHAPE[what])
    ]


@pytest.fixture(scope="module", params=["at the first setup", "after it"])
def both(
    request: pytest.FixtureRequest, databases: Databases, whole: str, in_parts: str
) -> Iterator[tuple[str, str]]:
    """A whole database and one in parts, to read."""
    if request.param == "at the first setup":
        yield whole, in_parts
        return
    with databases.fresh(like=whole) as split:
        set_up(split, PARTS)
        yield whole, split


@pytest.mark.parametrize("what", SHAPE)
def test_a_database_in_parts_has_all_that_a_whole_one_has(both: tuple[str, str], what: str) -> None:
    plain, split = both

    assert shape(split, what) == shape(plain, what)


def test_the_parts_are_stored_as_the_tables_were(both: tuple[str, str]) -> None:
    plain, split = both

    assert rows(split, STORAGE) == rows(plain, STORAGE)


def test_the_tables_that_grow_are_in_parts(split_uri: str) -> None:
    assert parts(split_uri) == dict.fromkeys(PARTITIONED, PARTS)


def test_every_table_with_spaces_is_in_parts_or_has_a_reason(database_uri: str) -> None:
    tables = rows(
        database_uri,
        """SELECT table_name AS name, bool_or(column_name = 'space') AS has_space FROM information_schema.columns
           WHERE table_schema = 'langmem' GROUP BY 1""",
    )

    assert {row["name"] for row in tables if row["has_space"]} == {*PARTITIONED, *WHOLE}
    assert {row["name"] for row in tables if not row["has_space"]} == set(NO_SPACE)


def test_every_key_of_a_table_with_spaces_begins_with_the_space(database_uri: str) -> None:
    """What makes it possible to part and to distribute the tables: whatever is unique is so within a space."""
    keys = rows(
        database_uri,
        """SELECT i.indexrelid::regclass::text AS name, a.attname AS first FROM pg_index i
           JOIN pg_class c ON c.oid = i.indrelid AND c.relnamespace = 'langmem'::regnamespace
           LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
           WHERE i.indisunique AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'space')""",
    )
    with_space = len(PARTITIONED) + len(WHOLE)

    assert len(keys) >= with_space  # a primary key each
    assert [key["name"] for key in keys if key["first"] != "space"] == []


def test_every_table_with_spaces_has_a_primary_key(database_uri: str) -> None:
    keyed = rows(
        database_uri,
        """SELECT conrelid::regclass::text AS name FROM pg_constraint
           WHERE contype = 'p' AND connamespace = 'langmem'::regnamespace""",
    )

    assert {f"langmem.{name}" for name in (*PARTITIONED, *WHOLE)} <= {row["name"] for row in keyed}


def test_no_table_with_spaces_refers_to_another(database_uri: str) -> None:
    foreign = rows(
        database_uri,
        """SELECT conrelid::regclass::text AS name FROM pg_constraint
           WHERE contype = 'f' AND connamespace = 'langmem'::regnamespace""",
    )

    assert {row["name"] for row in foreign} == {"langmem.item_vectors"}


def test_the_page_on_deployment_distributes_every_table() -> None:
    page = (Path(__file__).parent.parent / "docs" / "how-to" / "deploy.md").read_text()

    by_space = re.findall(r"create_distributed_table\('langmem\.(\w+)', 'space'", page)
    others = re.findall(r"create_\w+_table\('langmem\.(\w+)'(?!, 'space')", page)
    assert sorted(by_space) == sorted({*PARTITIONED, *WHOLE})
    assert sorted(others) == sorted(NO_SPACE.keys() - {"migrations"})


# Setting up


def test_a_second_setup_leaves_the_parts_as_they_are(split: MemoryStore) -> None:
    split.bind(Principal(user_id="ana")).remember("Likes tea", category="knowledge")

    split.setup()
    split.setup(partitions=PARTS)

    assert parts(split.conn_string) == dict.fromkeys(PARTITIONED, PARTS)
    assert split.bind(Principal(user_id="ana")).query("tea").bullets


def test_another_number_of_parts_is_refused(split_uri: str) -> None:
    with pytest.raises(ConfigurationError, match="has 4 partitions, not 8"):
        set_up(split_uri, 8)


@pytest.mark.parametrize("count", [-1, 0, 1, 1025])
def test_a_number_that_cannot_be_is_refused(empty_database_uri: str, count: int) -> None:
    with pytest.raises(ConfigurationError, match="2 to 1024"):
        set_up(empty_database_uri, count)


def test_what_holds_memories_is_not_split_and_what_to_do_is_said(whole_uri: str) -> None:
    with MemoryStore.from_conn_string(whole_uri, index=INDEX) as store:
        store.bind(Principal(user_id="ana")).remember("Likes tea", category="knowledge")

        with pytest.raises(ConfigurationError, match=r"only an empty database.*partitions=4"):
            store.setup(partitions=PARTS)

        assert parts(whole_uri) == {}
        assert store.bind(Principal(user_id="ana")).query("tea").bullets


def test_many_set_up_in_parts_at_once(empty_database_uri: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        for future in [pool.submit(set_up, empty_database_uri, PARTS) for _ in range(4)]:
            future.result()

    assert parts(empty_database_uri) == dict.fromkeys(PARTITIONED, PARTS)


def test_a_store_that_is_open_meanwhile_goes_on(whole_uri: str) -> None:
    with MemoryStore.from_conn_string(whole_uri, index=INDEX) as store:
        view = store.bind(Principal(user_id="ana"))
        for _ in range(8):  # its statements are prepared by now
            view.query("tea")
        set_up(whole_uri, PARTS)

        assert view.remember("Likes tea", category="knowledge").status == "created"
        assert view.query("tea").bullets == ("[knowledge] Likes tea",)


def test_the_command_line_sets_up_in_parts(empty_database_uri: str) -> None:
    def run(*arguments: str) -> Any:
        command = ["setup", *arguments, "--json", "--database-uri", empty_database_uri]
        return CliRunner().invoke(app, command)

    assert json.loads(run().stdout) == {"set_up": True, "partitions": 0}
    assert json.loads(run("--partitions", "4").stdout) == {"set_up": True, "partitions": 4}
    assert json.loads(run().stdout) == {"set_up": True, "partitions": 4}
    assert run("--partitions", "8").exit_code == 1


# Migrations to come

LATER = """
    ALTER TABLE langmem.memories ADD COLUMN later text NOT NULL DEFAULT 'x';
    CREATE INDEX memories_later ON langmem.memories (space, later);
    DROP INDEX langmem.memories_fade;
    CREATE TABLE langmem.later (space text COLLATE "C" NOT NULL, n int NOT NULL, PRIMARY KEY (space, n))
        WITH (fillfactor = 70);
    CALL langmem.wall('langmem.later');
"""


def test_later_migrations_change_what_is_in_parts_and_split_what_is_new(
    both: tuple[str, str], databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(partitions, "PARTITIONED", (*PARTITIONED, "later"))
    with_later = [*migrate.migrations(), ("9999_later.sql", LATER)]
    monkeypatch.setattr(migrate, "migrations", lambda: with_later)
    with databases.fresh(like=both[0]) as plain, databases.fresh(like=both[1]) as split:
        for uri in (plain, split):
            set_up(uri)

        assert parts(plain) == {}
        assert parts(split) == dict.fromkeys((*PARTITIONED, "later"), PARTS)
        for what in SHAPE:
            assert shape(split, what) == shape(plain, what)
        assert rows(split, STORAGE) == rows(plain, STORAGE)


# Walls


def test_the_parts_are_reached_through_their_tables_only(split: MemoryStore) -> None:
    split.bind(Principal(user_id="ana")).remember("Likes tea", category="knowledge")
    with psycopg.connect(split.conn_string, autocommit=True) as connection:
        connection.execute("SET ROLE langmem_app")
        assert connection.execute("SELECT FROM langmem.memories").fetchall() == []
        for part in parts_of(split.conn_string, "memories"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(f"SELECT FROM {part}")


def test_a_part_shows_nothing_even_to_who_was_let_in(split: MemoryStore) -> None:
    split.bind(Principal(user_id="ana")).remember("Likes tea", category="knowledge")
    with psycopg.connect(split.conn_string) as connection:
        connection.execute("GRANT USAGE ON SCHEMA langmem_partitions TO langmem_app")
        connection.execute("GRANT ALL ON ALL TABLES IN SCHEMA langmem_partitions TO langmem_app")
        connection.execute("SET ROLE langmem_app")
        connection.execute(
            "SELECT set_config('langmem.reach', 'all', true), set_config('langmem.open', 'all', true)"
        )
        for part in parts_of(split.conn_string, "memories"):
            assert connection.execute(f"SELECT FROM {part}").fetchall() == []


def test_users_in_all_parts_see_their_own(split: MemoryStore) -> None:
    views = [split.bind(Principal(user_id=f"u{n}")) for n in range(12)]
    for n, view in enumerate(views):
        view.remember(f"Has zebra {n}", category="knowledge")

    for n, view in enumerate(views):
        assert [memory.content for memory in view.list()] == [f"Has zebra {n}"]
        assert view.query("zebra").bullets == (f"[knowledge] Has zebra {n}",)
    filled = [
        part
        for part in parts_of(split.conn_string, "memories")
        if holds_rows(split.conn_string, part)
    ]
    assert len(filled) == PARTS


def test_what_lies_at_the_same_place_of_another_part_stays(split: MemoryStore) -> None:
    """A row's place is one of its part only: what goes must not be found by its place alone."""
    views = [split.bind(Principal(user_id=f"u{n}")) for n in range(12)]
    for view in views:
        view.remember("Wrote to @Rui_Costa about zebras", category="knowledge")

    views[0].forget_matching("zebras")
    require_balance(split.conn_string)
    views[1].erase()

    for view in views[2:]:
        assert len(view.query("zebras").bullets) == 1
        profile = view.entity("@Rui_Costa")
        assert profile and len(profile.memories) == 1


def parts_of(uri: str, table: str) -> list[str]:
    found = rows(
        uri,
        "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = %s::regclass",
        f"langmem.{table}",
    )
    return [row["name"] for row in found]


def holds_rows(uri: str, table: str) -> bool:
    return bool(rows(uri, f"SELECT 1 FROM {table} LIMIT 1"))


def test_statistics_are_renewed_of_the_parts(split: MemoryStore) -> None:
    drafts: list[Any] = [
        {"content": f"Has zebra {n}", "category": "knowledge", "source": "import"}
        for n in range(120)
    ]
    split.bind(Principal(user_id="ana")).remember_many(drafts)
    split.bind(Principal(user_id="ben")).remember_many(drafts)

    unknown = rows(
        split.conn_string,
        """SELECT c.relname FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
           WHERE inhparent = 'langmem.memories'::regclass AND pg_relation_size(c.oid) > 0 AND reltuples < 1""",
    )
    assert unknown == []
