"""Does a database that an older version filled answer as one that was always of the present version?"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from books import require_balance, rows
from fix_clock import START, FakeClock

from langmem_ext import MemoryStore, MemoryView, Principal, Settings
from langmem_ext.stores import migrate
from langmem_ext.stores.operations.mentioning import mention_missing

DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)
ANA = Principal(user_id="ana", thread_id="t")
DAYS = 12

COLUMNS = """
    SELECT table_name, array_agg(column_name::text ORDER BY ordinal_position) AS names FROM information_schema.columns
    WHERE table_schema = 'langmem' AND table_name <> 'migrations' AND is_generated = 'NEVER'
    GROUP BY table_name ORDER BY table_name"""

NO_LONGER = {("entities", "name"): "key", ("entities", "type"): "'other'"}
"""What took the place of columns that are no longer filled."""


def live(view: MemoryView, clock: FakeClock) -> None:
    """Let memories come, change and go, a day apart."""
    tea, chess, rui = (
        view.remember(content, category="knowledge").memory
        for content in ("Likes green tea", "Plays chess", "Wrote to @Rui_Costa")
    )
    view.remember("Works at Acme", category="knowledge", slot="employer")
    view.remember("Lives in Rome", category="profile", slot="city")
    view.remember("Has an inhaler", category="knowledge", user_requested=True)
    view.add_turn("user", "I met Ada in Porto")
    clock.advance(DAY)
    view.correct(tea.id, "Likes black tea")
    view.remember("Works at Globex", category="knowledge", slot="employer")
    clock.advance(DAY)
    view.forget(chess.id)
    waiting = view.remember("Lives in Oslo", category="profile", slot="city").memory
    clock.advance(DAY)
    view.restore(chess.id)
    view.consent(waiting.id, True)
    view.remember("Met Rui Costa in Lisbon", category="knowledge", event_time=START - DAY)
    clock.advance(DAY)
    view.pin(tea.id)
    view.correct(tea.id, "Likes white tea")
    view.forget(rui.id)
    clock.advance(DAY)
    view.restore(rui.id)
    view.forget(chess.id)
    clock.advance(DAY)


def older(source: str, target: str, last: str) -> None:
    """Give a database the schema of an older version, and what another holds, as far as that has a place for it."""
    with pytest.MonkeyPatch.context() as patch:
        early = [each for each in migrate.migrations() if each[0] <= last]
        patch.setattr(migrate, "migrations", lambda: early)
        with psycopg.connect(target, autocommit=True) as connection:
            migrate.migrate(connection)
    with psycopg.connect(source) as old, psycopg.connect(target) as new:
        for table in rows(target, COLUMNS):
            name, columns = table["table_name"], table["names"]
            kept = ", ".join(NO_LONGER.get((name, column), column) for column in columns)
            out = f"COPY (SELECT {kept} FROM langmem.{name}) TO STDOUT"
            into = f"COPY langmem.{name} ({', '.join(columns)}) FROM STDIN"
            with (
                old.cursor().copy(out.encode()) as given,
                new.cursor().copy(into.encode()) as taken,
            ):
                for block in given:
                    taken.write(block)


@pytest.fixture(
    params=["0003_memories.sql", "0004_sets.sql", "0005_entities.sql", "0006_versions.sql"]
)
def both(
    request: pytest.FixtureRequest, databases: Any, clock: FakeClock
) -> Iterator[tuple[MemoryView, MemoryView, str, str]]:
    """A view of what was written by this version, and one of the same after it lay in an older schema."""
    with (
        databases.fresh() as first,
        databases.fresh(migrated=False) as second,
        MemoryStore.from_conn_string(first, index=False, clock=clock) as store,
    ):
        live(store.bind(ANA), clock)
        older(first, second, request.param)
        with MemoryStore.from_conn_string(second, index=False, clock=clock) as migrated:
            migrated.setup()
            yield store.bind(ANA), migrated.bind(ANA), first, second
            require_balance(second)


def read(view: MemoryView) -> dict[str, Any]:
    """Return what reads tell."""
    moments = [
        START + day * DAY + shift for day in range(-1, DAYS) for shift in (-SECOND, 0 * SECOND)
    ]
    chat = view.store.bind(Principal(user_id="ana", chat_id="team"))
    asked = {"returns": "full", "top_k": 50, "budget_tokens": 9999}
    question = "tea chess works lives inhaler wrote met rui"
    return {
        f"{who} {at}": [m.content for m in reader.query(question, as_of=at, **asked).memories]
        for who, reader in (("me", view), ("chat", chat))
        for at in moments
    } | {
        "now": sorted(m.content for m in view.query(question, **asked).memories),
        "listed": [m.content for m in view.list()],
        "history": [(event.event, event.old, event.new) for event in view.history()],
    }


def named(view: MemoryView) -> dict[str, Any]:
    """Return what is known of whom."""
    names = ("Rui Costa", "@rui_costa", "Lisbon", "Acme", "Globex", "Oslo", "Rome", "Ada", "Porto")
    found = {name: view.entity(name) for name in names}
    return {
        name: profile
        and (
            profile.entity.name,
            profile.entity.type,
            profile.aliases,
            [m.content for m in profile.memories],
        )
        for name, profile in found.items()
    }


def test_a_database_of_an_older_schema_answers_the_same_once_migrated(
    both: tuple[MemoryView, MemoryView, str, str],
) -> None:
    expected, migrated, _, _ = both

    assert read(migrated) == read(expected)


def test_what_stood_from_when_to_when_is_told_by_the_audit(
    both: tuple[MemoryView, MemoryView, str, str],
) -> None:
    _, _, first, second = both
    versions = """
        SELECT uid, since, until, text, sensitivity FROM langmem.versions
        UNION ALL
        SELECT uid, since, NULL, occasion::text, sensitivity FROM langmem.documents WHERE corpus = 'm' ORDER BY 1, 2"""
    order = "SELECT uid FROM langmem.documents WHERE corpus = 'm' ORDER BY place"

    assert rows(second, versions) == rows(first, versions)
    assert rows(second, order) == rows(first, order)


def test_maintenance_finds_whom_the_texts_of_an_older_schema_name(
    both: tuple[MemoryView, MemoryView, str, str],
) -> None:
    expected, migrated, first, second = both
    store = migrated.store
    stray = "INSERT INTO langmem.aliases SELECT DISTINCT space, 'of what was purged', key FROM langmem.mentions"
    rows(second, stray)

    while store.run(mention_missing(store.scope, limit=3)):
        pass

    assert named(migrated) == named(expected)
    for kept in (
        "space, key, corpus, uid, aliases, name, type FROM langmem.mentions",
        "* FROM langmem.aliases",
        "space, key FROM langmem.entities",
    ):
        one, other = (sorted(map(repr, rows(uri, f"SELECT {kept}"))) for uri in (first, second))
        assert one == other


def test_a_principal_finds_the_names_of_its_own_texts(
    both: tuple[MemoryView, MemoryView, str, str],
) -> None:
    _, migrated, _, second = both
    store = migrated.store
    bo = store.bind(Principal(user_id="bo"))

    assert store.run(mention_missing(bo.scope)) == 0
    assert store.run(mention_missing(migrated.scope)) == 7
    assert store.run(mention_missing(migrated.scope)) == 0
    assert rows(second, "SELECT * FROM langmem.documents WHERE NOT named") == []


def test_where_entities_are_off_none_are_looked_for(
    both: tuple[MemoryView, MemoryView, str, str], clock: FakeClock
) -> None:
    *_, second = both
    settings = Settings(entities={"enabled": False})
    with MemoryStore.from_conn_string(second, settings=settings, index=False, clock=clock) as store:
        assert store.run(mention_missing(store.scope)) == 0


def test_what_is_written_after_the_migration_follows_what_was_there(
    both: tuple[MemoryView, MemoryView, str, str],
) -> None:
    _, migrated, _, second = both

    new = migrated.remember("Likes oolong", category="knowledge").memory

    last = "SELECT uid FROM langmem.documents WHERE corpus = 'm' ORDER BY place DESC LIMIT 1"
    assert [str(row["uid"]) for row in rows(second, last)] == [new.id]
