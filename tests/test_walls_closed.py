"""Does every table stay shut, whatever a statement forgets and whatever a setting holds?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from books import rows
from fix_embeddings import HASH_DIMS, HashEmbeddings

from langmem_ext import MemoryStore, Principal
from langmem_ext.stores.queries import query
from langmem_ext.stores.requests import Statement, fetch

SETTINGS = (
    "reach",
    "own",
    "open",
    "said",
    "me",
    "present",
    "categories",
    "mine",
    "tenant",
    "in_group",
    "index",
)
NOTHING = [
    "", "{}", "{NULL}", "{NULL,NULL}", "{NULL,x}", '{""}', "*", "{*}", "ALL", "All", " all", "{all}", "null", "NULL",
    "true",
    "%", "{%}", "{{}}", "{{NULL}}", "{", "}", "open", "0", "default/", "{default}", "{default/user:}", "\u0430ll",
]  # fmt: skip
ANA, BO = Principal(user_id="ana"), Principal(user_id="bo")
PLANNER = Principal(user_id="ana", agent="planner")
TEAM = Principal(user_id="ana", chat_id="team", participants=("bo",))

DERIVED = ("aliases", "documents", "entities", "events", "mentions", "postings")
"""Tables of what is derived from memories; only statements that say so read them."""


@pytest.fixture
def full(database_uri: str, hash_embeddings: HashEmbeddings) -> Iterator[MemoryStore]:
    index: Any = {"dims": HASH_DIMS, "embed": hash_embeddings}
    with MemoryStore.from_conn_string(database_uri, index=index) as store:
        store.setup()
        ana = store.bind(Principal(user_id="ana", thread_id="t"))
        ana.delta()
        ana.remember("Has a zebra called Zelda", category="profile", operation_id="o")
        ana.remember(
            "Has a zebra and a yak", category="knowledge", sensitivity="sensitive", subjects=["cy"]
        )
        ana.remember("Told Bo of the zebra", category="knowledge", subjects=["bo"])
        ana.add_turn("user", "I have a zebra")
        ana.people.add("Bo", id="bo", aliases=["Zebra Bo"])
        alone = Principal(user_id="ana", chat_id="team")
        store.bind(alone).remember("The team has a zebra", category="profile", space="chat")
        store.bind(TEAM).add_turn("user", "Hello")
        store.put(("notes",), "n", {"text": "zebra"})
        rows(
            database_uri,
            "INSERT INTO langmem.energy (tenant, day) VALUES ('default', now()), ('other', now())",
        )
        columns = "space, key, job, node, prompt, model, units, input_tokens, output_tokens, at"
        call = "'default/user:ana', 'k', 'j', 'n', 'p', 'm', 0, 0, 0, now()"
        rows(database_uri, f"INSERT INTO langmem.model_calls ({columns}) VALUES ({call})")
        yield store


def tables(uri: str) -> list[str]:
    ours = "relnamespace = 'langmem'::regnamespace AND relkind IN ('r', 'p')"
    return [
        row["name"]
        for row in rows(uri, f"SELECT relname AS name FROM pg_class WHERE {ours} ORDER BY 1")
    ]


@contextmanager
def ordinary(uri: str, **settings: str) -> Iterator[psycopg.Connection[Any]]:
    """A transaction of the application's role that has set some settings; nothing of it stays."""
    with psycopg.connect(uri) as connection:
        connection.execute("SET LOCAL ROLE langmem_app")
        for name, value in settings.items():
            connection.execute("SELECT set_config(%s, %s, true)", [f"langmem.{name}", value])
        yield connection
        connection.rollback()


def shown(connection: psycopg.Connection[Any], table: str) -> int:
    """Count what a table shows; what ends in an error shows nothing."""
    return changed(connection, f"SELECT FROM langmem.{table}")


def changed(connection: psycopg.Connection[Any], statement: str) -> int:
    try:
        with connection.transaction():
            return connection.execute(statement.encode()).rowcount
    except psycopg.Error:
        return 0


# Settings


def test_a_setting_that_names_nobody_shows_nothing(full: MemoryStore) -> None:
    names = tables(full.conn_string)
    for value in NOTHING:
        shared = NOBODYS if value in SOME else ()
        with ordinary(full.conn_string, **dict.fromkeys(SETTINGS, value)) as connection:
            for name in names:
                assert name in shared or not shown(connection, name), (value, name)
                dropped = changed(connection, f"DELETE FROM langmem.{name}")
                assert name in shared[:2] or not dropped, (value, name)


NOBODYS = ("items", "item_vectors", "metadata", "migrations")
SOME = frozenset({"{NULL,x}", '{""}', "{*}", "{all}", "{%}", "{default}", "{default/user:}"})
"""What names a space, though none that there is: for some space a transaction runs, and may read what is nobody's."""


def test_a_setting_that_is_missing_shows_nothing(full: MemoryStore) -> None:
    names = tables(full.conn_string)
    filled = {
        name
        for name in names
        if rows(full.conn_string, f"SELECT 1 AS n FROM langmem.{name} LIMIT 1")
    }
    assert filled >= {
        "memories",
        "turns",
        "history",
        "energy",
        "metadata",
        "migrations",
        "attendance",
        *DERIVED,
    }
    for settings in (
        {},
        {"index": "open"},
        {"mine": "all"},
        {"tenant": "all"},
        {"categories": "all"},
        {"me": "all"},
    ):
        with ordinary(full.conn_string, **settings) as connection:
            assert {name: shown(connection, name) for name in names} == dict.fromkeys(names, 0)


def test_no_broken_setting_shows_a_principal_more(full: MemoryStore) -> None:
    names = tables(full.conn_string)

    def see(**broken: str) -> dict[str, set[str]]:
        with ordinary(full.conn_string) as connection:
            connection.execute(query("run_for"), full.bind(BO).scope.readable())
            for setting, text in broken.items():
                connection.execute("SELECT set_config(%s, %s, true)", [f"langmem.{setting}", text])
            return {table: everything(connection, table) for table in names}

    whole = see()
    for name in SETTINGS:
        for value in ("", "{}", "{NULL}", "{NULL,x}", "*", "{{NULL}}"):
            less = see(**{name: value})
            assert all(less[table] <= whole[table] for table in names), (name, value)


def everything(connection: psycopg.Connection[Any], table: str) -> set[str]:
    try:
        with connection.transaction():
            return {
                row[0]
                for row in connection.execute(f"SELECT t::text FROM langmem.{table} t".encode())
            }
    except psycopg.Error:
        return set()


# Statements that ask nothing


def asks_nothing(store: MemoryStore, principal: Principal) -> dict[str, list[str]]:
    """Return what each table shows to a statement that runs for somebody and forgets to ask for whom."""
    names = tables(store.conn_string)
    texts = [Statement(f"SELECT t::text AS text FROM langmem.{name} t") for name in names]

    def read() -> Any:
        return (yield from fetch(*texts))

    found = store.run(read(), store.bind(principal).scope)
    return {name: [row["text"] for row in rows] for name, rows in zip(names, found, strict=True)}


def test_words_vectors_and_categories_are_shown_to_no_statement_that_forgets_to_ask(
    full: MemoryStore,
) -> None:
    for principal in (ANA, BO, PLANNER, TEAM):
        found = asks_nothing(full, principal)
        assert {name: found[name] for name in DERIVED} == {name: [] for name in DERIVED}


def test_an_agent_of_few_categories_finds_no_word_of_the_others(full: MemoryStore) -> None:
    found = asks_nothing(full, PLANNER)
    told = {name for name, texts in found.items() if any("zebra" in text.lower() for text in texts)}
    assert told <= {"items", "people", "identities", "turns"}
    assert not found["memories"]


def test_another_user_finds_what_is_about_them_and_no_more(full: MemoryStore) -> None:
    found = asks_nothing(full, BO)
    memories = found.pop("memories")
    assert memories and all("{bo}" in text for text in memories), memories
    told = {name for name, texts in found.items() if any("zebra" in text.lower() for text in texts)}
    assert told <= {"items", "people", "identities"}
    for name in (
        "turns",
        "history",
        "versions",
        "change_log",
        "cursors",
        "operations",
        "model_calls",
        "sessions",
    ):
        assert not found[name], name
    assert not any("other" in text for text in found["energy"])


# Writes


FORGED = {
    "attendance": "INSERT INTO langmem.attendance VALUES ('default/chat:board', 'bo', now())",
    "energy": "INSERT INTO langmem.energy (tenant, day) VALUES ('other', '2020-01-01')",
    "metadata": "INSERT INTO langmem.metadata VALUES ('language', '{}')"
                " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    "migrations": "INSERT INTO langmem.migrations VALUES ('9999_forged.sql')",
    "documents": "INSERT INTO langmem.documents (space, corpus, uid, category, sensitivity, subjects, waits, since)"
                 " VALUES ('default/user:ana', 'm', gen_random_uuid(), 'x', 'public', '{}', false, now())",
    "postings": "INSERT INTO langmem.postings VALUES ('default/user:ana', 'm', 'x', gen_random_uuid(), 1, 1)",
    "events": "INSERT INTO langmem.events (space, id, node, op, at)"
              " VALUES ('default/user:ana', gen_random_uuid(), 'n', 'o', now())",
    "runs": "INSERT INTO langmem.runs (tenant, id, graph, step, status, at)"
            " VALUES ('default', gen_random_uuid(), 'g', 's', 'ok', now())",
}  # fmt: skip


def test_nobody_writes_where_they_have_nothing(full: MemoryStore) -> None:
    for said in (True, False):
        for table, statement in FORGED.items():
            with ordinary(full.conn_string) as connection:
                if said:
                    connection.execute(query("run_for"), full.bind(BO).scope.readable())
                with pytest.raises(psycopg.errors.InsufficientPrivilege), connection.transaction():
                    connection.execute(statement.encode())
                    pytest.fail(table)


def test_nobody_changes_or_drops_what_is_not_theirs(full: MemoryStore) -> None:
    stranger = full.bind(Principal(user_id="cy", tenant="t2")).scope.readable()
    first = "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum = 1"
    for table in tables(full.conn_string):
        (column,) = rows(full.conn_string, first, f"langmem.{table}")[0].values()
        for said in (True, False):
            with ordinary(full.conn_string) as connection:
                if said:
                    connection.execute(query("run_for"), stranger)
                shared = said and table in NOBODYS[:2]
                assert shared or not changed(connection, f"DELETE FROM langmem.{table}"), table
                update = f"UPDATE langmem.{table} SET {column} = {column}"
                assert shared or not changed(connection, update), table


def test_what_is_read_on_purpose_is_found(full: MemoryStore) -> None:
    ana = full.bind(ANA)
    assert len(ana.query("zebra", top_k=9).bullets) == 2
    assert ana.search_turns("zebra")
    profile = ana.entity("Zelda")
    assert profile is None or profile.memories
    assert ana.stats().events
    about_bo = [m.content for m in full.bind(BO).find_memories_by_subject(["bo"])]
    assert "Told Bo of the zebra" in about_bo
