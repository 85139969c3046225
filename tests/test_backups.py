"""Can a database be backed up, brought back, and copied into one in partitions, with Postgres's own programs?"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from books import require_balance, rows
from fix_clock import FakeClock
from fix_database import Databases
from psycopg.conninfo import make_conninfo

from langmem_ext import MemoryStore, Principal
from langmem_ext.stores.cluster import find_binaries

ROWS_ONLY = (
    "--data-only",
    "--schema=langmem",
    "--exclude-table=langmem.metadata",
    "--exclude-table=langmem.migrations",
)
TRUSTED = " ".join(f"-c langmem.{name}=all" for name in ("reach", "open", "said", "me", "own"))
"""What a role that row-level security holds for has to say to see everything."""


def run(program: str, *arguments: str, text: str | None = None, **environment: str) -> str:
    command = [str(find_binaries() / program), *arguments]
    done = subprocess.run(command, input=text, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def filled(databases: Databases, clock: FakeClock) -> Iterator[str]:
    with databases.fresh() as uri:
        with MemoryStore.from_conn_string(uri, index=False, clock=clock) as store:
            for user in ("ana", "ben", "cara"):
                view = store.bind(Principal(user_id=user, thread_id="t"))
                view.remember(f"The zebra of {user}", category="knowledge")
                view.remember(f"The yak of {user}", category="profile", sensitivity="sensitive")
                view.add_turn("user", f"I met Rui Costa with {user}")
            store.put(("notes",), "k", {"n": 1})
        yield uri


def answers(uri: str, clock: FakeClock) -> dict[str, Any]:
    with MemoryStore.from_conn_string(uri, index=False, clock=clock) as store:
        store.setup()
        views = [store.bind(Principal(user_id=user)) for user in ("ana", "ben", "cara")]
        found: dict[str, Any] = {
            f"{view.principal.user_id}": [
                view.query("zebra yak").bullets,
                [memory.content for memory in view.list()],
                [hit.turn.content for hit in view.search_turns("Rui Costa")],
            ]
            for view in views
        }
        return {**found, "item": store.get(("notes",), "k").value}


def counts(uri: str) -> dict[str, int]:
    tables = (
        "memories",
        "postings",
        "documents",
        "history",
        "turns",
        "mentions",
        "spaces",
        "items",
    )
    return {name: rows(uri, f"SELECT count(*) AS n FROM langmem.{name}")[0]["n"] for name in tables}


def test_a_dump_brings_everything_back(filled: str, databases: Databases, clock: FakeClock) -> None:
    with databases.fresh(migrated=False) as target:
        run("psql", "-q", "-v", "ON_ERROR_STOP=1", "-d", target, text=run("pg_dump", "-d", filled))

        assert answers(target, clock) == answers(filled, clock)
        require_balance(target)


def test_the_rows_of_a_whole_database_go_into_one_in_partitions_and_back(
    filled: str, databases: Databases, clock: FakeClock
) -> None:
    with databases.fresh(migrated=False) as split, databases.fresh(migrated=False) as whole:
        for source, target, parts in ((filled, split, 4), (split, whole, None)):
            with MemoryStore.from_conn_string(target, index=False, clock=clock) as store:
                store.setup(parts)
            dumped = run(
                "pg_dump",
                "--load-via-partition-root",
                *ROWS_ONLY,
                "--schema=langmem_partitions",
                "-d",
                source,
            )
            run("psql", "-q", "-v", "ON_ERROR_STOP=1", "-d", target, text=dumped)

            assert counts(target) == counts(filled)
            assert answers(target, clock) == answers(filled, clock)
            require_balance(target)


def test_a_role_that_is_walled_in_dumps_everything_when_it_says_that_it_is_a_trusted_job(
    filled: str,
) -> None:
    with psycopg.connect(filled, autocommit=True) as connection:
        connection.execute(
            "DO $$ BEGIN CREATE ROLE langmem_test_dumper LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$"
        )
        connection.execute("GRANT langmem_app TO langmem_test_dumper")
    uri = make_conninfo(filled, user="langmem_test_dumper")

    dumped = run("pg_dump", "--enable-row-security", *ROWS_ONLY, "-d", uri, PGOPTIONS=TRUSTED)
    unsaid = run("pg_dump", "--enable-row-security", *ROWS_ONLY, "-d", uri)

    for user in ("ana", "ben", "cara"):
        assert f"The yak of {user}" in dumped
        assert f"The yak of {user}" not in unsaid
