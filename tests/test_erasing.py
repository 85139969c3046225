"""Erasing a user leaves no word of theirs, wherever it was written, and nothing of anybody else's goes with it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from fix_clock import FakeClock
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.base import empty_checkpoint
from psycopg import sql

from langmem_ext import MemoryDraft, PermissionDenied, Principal
from langmem_ext.stores import AsyncMemoryStore, MemoryStore
from langmem_ext.stores.checkpoints import MemoryCheckpointer
from langmem_ext.stores.embedded import embedded_postgres
from langmem_ext.stores.operations.energy import Call, keep_call

ANA, BEN = Principal(user_id="ana", thread_id="t1"), Principal(user_id="ben", thread_id="t2")
TEAM = {"chat_id": "team", "participants": ("ana", "ben")}
WORDS = (
    "quokkafeld", "zirbelholm", "wrxtorand", "plimbavik", "ostrigund", "fjellbrast", "krumelwik", "vespertong",
    "dolmangra", "yttrenbosk", "harplinquist", "mugwortane", "brindlekamp", "snorvelde", "gastrolune", "tivolark",
    "cormwelde", "nebbelstrik", "obermantel",
)  # fmt: skip
"""Words that only Ana has used, or that were concluded from hers, one for each way to write."""


MISCOUNTED = """
SELECT space FROM langmem.spaces s
WHERE (memory_count, turn_count) <> (
       SELECT count(*) FILTER (WHERE corpus = 'm'), count(*) FILTER (WHERE corpus = 't')
       FROM langmem.documents d WHERE d.space = s.space)
   OR (memory_length, turn_length) <> (
       SELECT COALESCE(sum(length) FILTER (WHERE corpus = 'm'), 0), COALESCE(sum(length) FILTER (WHERE corpus = 't'), 0)
       FROM (SELECT DISTINCT corpus, uid, length FROM langmem.postings p WHERE p.space = s.space) w)
"""
ORPHANS = """
SELECT * FROM langmem.entities e
WHERE NOT EXISTS (SELECT FROM langmem.mentions m WHERE (m.space, m.key) = (e.space, e.key))
"""


def dump(uri: str) -> str:
    """Return every row of every table as text, as pg_dump would."""
    with psycopg.connect(uri) as connection:
        tables = connection.execute(
            "SELECT schemaname, tablename FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"
        ).fetchall()
        return "\n".join(text_of(connection, *table) for table in tables)


def text_of(connection: psycopg.Connection[Any], schema: str, table: str) -> str:
    copied = sql.SQL("COPY (SELECT * FROM {}) TO STDOUT").format(sql.Identifier(schema, table))
    with connection.cursor().copy(copied) as rows:
        return "\n".join(bytes(row).decode() for row in rows)


def found_in(text: str) -> set[str]:
    return {word for word in WORDS if word in text.lower()}


def rows(uri: str, statement: str) -> list[Any]:
    with psycopg.connect(uri) as connection:
        return connection.execute(statement).fetchall()


def talk(store: MemoryStore, uri: str, clock: FakeClock) -> None:
    """Write Ana's words in every way that there is."""
    ana, chat = store.bind(ANA), store.bind(Principal(user_id="ana", **TEAM))
    ben = store.bind(Principal(user_id="ben", **TEAM))
    ana.remember("Lives in Quokkafeld", category="profile", slot="location")
    clock.advance(timedelta(minutes=1))
    ana.remember("Lives in Zirbelholm", category="profile", slot="location", user_requested=True)
    note = ana.remember("The project is called Wrxtorand", category="projects").memory
    clock.advance(timedelta(minutes=1))
    ana.correct(note.id, "The project is called Plimbavik")
    ana.forget(ana.remember("Plays the Ostrigund on Sundays", category="preferences").memory.id)
    ana.remember("City is Fjellbrast", category="profile", slot="city", source="scan")
    ana.add_turn("user", "I walked to Krumelwik", id="m1", session_id="s1")
    about_ben = ana.remember("Ben has a boat named Vespertong", subjects=("ben",)).memory
    ana.relate(note.id, about_ben.id)
    said = chat.add_turn("user", "My boss is Dolmangra", session_id="team-talk")
    chat.remember("The meeting is in Yttrenbosk", category="tasks", space="chat")
    theirs = ben.remember("The venue is the town hall", category="tasks", space="chat").memory
    clock.advance(timedelta(minutes=1))
    chat.correct(theirs.id, "The venue is Harplinquist")
    ben.remember(
        "Everyone is fond of Mugwortane",
        kind="insight",
        source="consolidation",
        source_ids=(note.id,),
    )
    insight = ben.list(filters={"kind": "insight"})[0]
    clock.advance(timedelta(minutes=1))
    ben.remember_many([
        MemoryDraft(content="The group is drawn to Brindlekamp", kind="reflection", source="consolidation",
                    source_ids=(insight.id,), space="chat"),
        MemoryDraft(content="A boss called Snorvelde was named", kind="episodic", source="review", source_ids=(said,)),
    ])  # fmt: skip
    store.bind(Principal(user_id="ana", app_id="desk")).remember("Uses a Gastrolune", space="app")
    chat.people.add("Tivolark", id="brother", relationship="brother of Cormwelde")
    store.people().add(
        "Ana Nebbelstrik",
        id="ana",
        aliases=("nebbel nebbelstrik",),
        usernames={"chat": "nebbelstrik"},
    )
    answer = {"facts": [{"content": "The boss has an Obermantel"}]}
    call = Call("q", "review of a team", "review@1", "m", 10, 10, answer=answer)
    store.run(keep_call(chat.scope, "default/chat:team", call), chat.scope)  # its work was cut off
    with MemoryCheckpointer.from_conn_string(uri) as saver:
        saver.setup()
        checkpoint = empty_checkpoint()
        checkpoint["channel_values"] = {"messages": [HumanMessage("I like quokkafeld", id="h1")]}
        checkpoint["channel_versions"] = {"messages": 1}
        saver.bind(ANA).put(
            {"configurable": {"thread_id": "t1", "checkpoint_ns": ""}},
            checkpoint,
            {},
            {"messages": 1},
        )


def live_beside(store: MemoryStore) -> list[dict[str, Any]]:
    """Write what is Ben's own; return it."""
    ben = store.bind(BEN)
    ben.remember("Ana is a good friend", subjects=("ana",), category="relationships")
    ben.remember("Likes the harbour", category="preferences")
    ben.add_turn("user", "The harbour was full of boats")
    return list(ben.export())


def test_no_word_of_the_user_is_left_in_any_table(
    store: MemoryStore, database_uri: str, clock: FakeClock
) -> None:
    live_beside(store)
    talk(store, database_uri, clock)
    before = dump(database_uri)
    assert found_in(before) == set(WORDS), set(WORDS) - found_in(before)

    receipt = store.bind(ANA).erase()

    left = [line for line in dump(database_uri).splitlines() if found_in(line)]
    assert not left, left
    assert receipt.counts["memories"] >= 10
    assert receipt.counts["threads"] == 1
    assert {
        "turns",
        "sessions",
        "versions",
        "history",
        "documents",
        "postings",
        "relations",
    } <= set(receipt.counts)


def test_no_word_is_left_in_the_files_once_they_were_vacuumed(
    tmp_path: Path, clock: FakeClock
) -> None:
    with (
        embedded_postgres(tmp_path) as uri,
        MemoryStore.from_conn_string(uri, index=False, clock=clock) as store,
    ):
        store.setup()
        live_beside(store)
        talk(store, uri, clock)
        with psycopg.connect(uri, autocommit=True) as connection:
            connection.execute("ANALYZE")
            connection.execute("CHECKPOINT")
            assert found_in_files(tmp_path) == set(WORDS)

            receipt = store.bind(ANA).erase()
            connection.execute("VACUUM FULL")
            connection.execute("CHECKPOINT")

        assert found_in_files(tmp_path) == set()
        assert any("write-ahead log" in each for each in receipt.unreached)


def found_in_files(folder: Path) -> set[str]:
    """Return which words the files of a server hold, its write-ahead log left out."""
    files = (each for each in folder.rglob("*") if each.is_file() and "pg_wal" not in each.parts)
    return {word for file in files for word in found_in(file.read_bytes().decode("latin-1"))}


def test_what_others_have_said_stays(
    store: MemoryStore, database_uri: str, clock: FakeClock
) -> None:
    before = live_beside(store)
    talk(store, database_uri, clock)
    hits = [hit.turn.id for hit in store.bind(BEN).search_turns("harbour boats")]

    store.bind(ANA).erase()

    ben = store.bind(BEN)
    kept = [line for line in ben.export() if line in before]
    assert kept == before
    assert [hit.turn.id for hit in ben.search_turns("harbour boats")] == hits
    assert ben.query("harbour", top_k=1).bullets == ("[preferences] Likes the harbour",)


@pytest.mark.parametrize("forgotten", [False, True])
def test_no_name_stays_that_only_the_user_has_told_of_what_others_name(
    store: MemoryStore, forgotten: bool
) -> None:
    """Whom Ana called by a handle, Ben called by a name: under which he is found as if she had not spoken."""
    ana, ben = (store.bind(Principal(user_id=user, chat_id="team")) for user in ("ana", "ben"))
    wrote = ana.remember("Wrote to @Mugwort_Tane", space="chat")
    ben.remember("Mugwort Tane paints", space="chat")
    assert "mugwort_tane" in dump(store.conn_string)
    if forgotten:
        ana.forget(wrote.memory.id)

    store.bind(Principal(user_id="ana")).erase()

    assert "mugwort_tane" not in dump(store.conn_string)
    found = ben.entity("Mugwort Tane")
    assert [memory.content for memory in found.memories] == ["Mugwort Tane paints"]


def test_who_named_somebody_is_not_told_once_that_user_is_erased(store: MemoryStore) -> None:
    store.bind(ANA).people.add("Rui", id="rui")
    store.bind(BEN).remember("Rui sells boats", subjects=("rui",))

    store.bind(ANA).erase()

    assert store.people().get("rui").name == "Rui"
    assert rows(store.conn_string, "SELECT given_by FROM langmem.identities") == [(None,)]


def test_the_counts_of_what_is_searched_stay_right(
    store: MemoryStore, database_uri: str, clock: FakeClock
) -> None:
    live_beside(store)
    talk(store, database_uri, clock)

    store.bind(ANA).erase()

    assert rows(database_uri, MISCOUNTED) == []
    assert rows(database_uri, ORPHANS) == []


def test_one_tombstone_is_left_however_often_it_is_done(
    store: MemoryStore, database_uri: str
) -> None:
    view = store.bind(ANA)
    view.remember("Likes tea")
    for _ in range(2):
        view.erase()

    events = "SELECT space, user_id, op, status, reason, memory_id FROM langmem.events"
    assert rows(database_uri, events) == [
        ("default/user:ana", None, "erase", "ok", "user erased", None)
    ]
    assert view.remember("Likes tea").status == "created"


def test_an_interrupted_erasure_goes_on_where_it_stopped(
    store: MemoryStore, database_uri: str, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    from langmem_ext.stores.operations import erasing

    talk(store, database_uri, clock)
    monkeypatch.setattr(erasing, "BATCH", 1)
    monkeypatch.setattr(erasing, "ROWS", 2)
    stop_after = 1
    while True:
        operation = erasing.erase(store.scope, "ana")
        try:
            store.run(interrupted(operation, stop_after))
            break
        except InterruptedError:
            stop_after += 3

    assert stop_after > 30
    assert found_in(dump(database_uri)) == set()


def interrupted(operation: Any, after: int) -> Any:
    """Run an operation, and break off at one of its commits."""
    from langmem_ext.stores.requests import Commit

    commits, answer = 0, None
    while True:
        try:
            request = operation.send(answer)
        except StopIteration as done:
            return done.value
        answer = yield request
        commits += isinstance(request, Commit)
        if commits >= after:
            raise InterruptedError


def test_a_dry_run_counts_and_removes_nothing(
    store: MemoryStore, database_uri: str, clock: FakeClock
) -> None:
    talk(store, database_uri, clock)
    before = dump(database_uri)

    receipt = store.bind(ANA).erase(dry_run=True)

    assert receipt.dry_run and receipt.counts["memories"] > 5
    assert dump(database_uri) == before
    assert store.bind(ANA).erase().counts["memories"] == receipt.counts["memories"]


@pytest.mark.parametrize(
    "principal",
    [
        Principal(user_id="ana", agent="supervisor"),
        Principal(user_id="ana", **TEAM),
        Principal(chat_id="team"),
    ],
)
def test_only_the_user_alone_may_erase(store: MemoryStore, principal: Principal) -> None:
    store.bind(ANA).remember("Likes tea")

    with pytest.raises(PermissionDenied):
        store.bind(principal).erase()

    assert store.bind(ANA).stats().total == 1


def test_another_tenants_user_of_that_name_is_not_touched(store: MemoryStore) -> None:
    other = store.bind(Principal(user_id="ana", tenant="acme"))
    other.remember("Likes tea")
    store.bind(ANA).remember("Likes coffee")

    store.erase("ana")

    assert [memory.content for memory in other.list()] == ["Likes tea"]
    assert store.bind(ANA).list() == []


def test_a_users_name_that_begins_anothers_erases_nobody_else(store: MemoryStore) -> None:
    longer = store.bind(Principal(user_id="ana2"))
    longer.remember("Likes tea")

    store.erase("ana")
    store.erase("ana%")
    store.erase("ana_")

    assert longer.stats().total == 1


async def test_the_async_store_erases_alike(async_store: AsyncMemoryStore) -> None:
    view = async_store.bind(ANA)
    await view.aremember("Likes tea")

    receipt = await view.aerase()

    assert receipt.counts["memories"] == 1
    assert (await async_store.aerase("ana")).counts == {"events": 1}
