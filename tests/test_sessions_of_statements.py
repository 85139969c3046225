"""Do the statements of an operation travel together, in a transaction where they need one, and end as they should?"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from threading import Timer
from time import sleep
from typing import IO, Any

import psycopg
import pytest
from books import contents, rows
from fix_clock import START
from fix_embeddings import HASH_DIMS, HashEmbeddings
from langgraph.store.base import PutOp, SearchOp
from psycopg import sql
from psycopg_pool import AsyncConnectionPool, ConnectionPool

from langmem_ext import AsyncMemoryStore, MemoryStore, MemoryView, Principal
from langmem_ext.errors import InvalidMemory, StoreUnavailable
from langmem_ext.stores.connections import AsyncSession, Session, _numbered
from langmem_ext.stores.requests import (
    Commit,
    Fetch,
    Operation,
    Post,
    Statement,
    embed,
    fetch,
    post,
    read,
)
from langmem_ext.stores.walls import owner, wall

NAME = "langmem-sessions"
ONE = {"min_size": 1, "max_size": 1, "timeout": 5.0, "kwargs": {"application_name": NAME}}


@pytest.fixture
def patience(database_uri: str) -> Iterator[None]:
    """Cut the connection of a test that hangs."""
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s"
    timer = Timer(20, rows, [database_uri, cut, NAME])
    timer.start()
    yield
    timer.cancel()


STATES = "SELECT state FROM pg_stat_activity WHERE application_name = %s ORDER BY state"
TRANSACTION = Statement("SELECT pg_current_xact_id_if_assigned()::text AS xid, now() AS began")


class Watching(HashEmbeddings):
    """Look at the database whenever a text is embedded: what is the one connection of the store doing then?"""

    def __init__(self, uri: str) -> None:
        self.uri = uri
        self.seen: list[str] = []

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self._look()
        return HashEmbeddings().embed_documents(texts)

    def embed_query(self, text: str) -> list[float]:
        self._look()
        return super().embed_query(text)

    def _look(self) -> None:
        self.seen += [row["state"] for row in rows(self.uri, STATES, NAME)]


@pytest.fixture
def watching(database_uri: str) -> Watching:
    return Watching(database_uri)


@pytest.fixture
def single(database_uri: str, watching: Watching) -> Iterator[MemoryStore]:
    """A store with one connection, whose embedder sees what that is doing."""
    index: Any = {"dims": HASH_DIMS, "embed": watching}
    with MemoryStore.from_conn_string(database_uri, index=index, pool_config=dict(ONE)) as store:
        yield store


@pytest.fixture
async def asingle(database_uri: str, watching: Watching) -> AsyncIterator[AsyncMemoryStore]:
    index: Any = {"dims": HASH_DIMS, "embed": watching}
    async with AsyncMemoryStore.from_conn_string(
        database_uri, index=index, pool_config=dict(ONE)
    ) as store:
        yield store


def insert(value: str) -> Statement:
    return Statement(
        "INSERT INTO langmem.metadata (key, value) VALUES (%(key)s, '{}')", {"key": value}
    )


KEYS = "SELECT key FROM langmem.metadata WHERE key LIKE 'test%%' ORDER BY key"
FAILS = Statement("INSERT INTO langmem.metadata (key, value) VALUES ('test', NULL)")


def kept(uri: str) -> list[str]:
    return [row["key"] for row in rows(uri, KEYS.replace("%%", "%"))]


# What fails


def posts_what_fails() -> Operation[str]:
    yield from post(insert("test before"))
    yield from post(FAILS)
    yield from post(insert("test after"))
    return "done"


def fetches_after_what_fails() -> Operation[list[Any]]:
    yield from post(insert("test before"), FAILS)
    return (yield from fetch(Statement(KEYS)))


def fails_between_statements() -> Operation[None]:
    yield from fetch(insert("test before"))
    yield from post(insert("test after"))
    raise LookupError("of the operation itself")


def reads_what_fails() -> Operation[list[Any]]:
    return (yield from read(Statement("SELECT 1 / 0")))


def asks_what_there_is() -> Operation[list[str]]:
    (found,) = yield from read(Statement(KEYS))
    return [row["key"] for row in found]


FAILING = [
    (posts_what_fails, psycopg.errors.NotNullViolation),
    (fetches_after_what_fails, psycopg.errors.NotNullViolation),
    (fails_between_statements, LookupError),
]


@pytest.mark.parametrize(("operation", "error"), FAILING)
def test_what_fails_is_raised_and_leaves_nothing(
    single: MemoryStore, database_uri: str, operation: Callable[[], Operation[Any]], error: Any
) -> None:
    before = contents(database_uri)

    with pytest.raises(error):
        single.run(operation())

    assert contents(database_uri) == before
    assert kept(database_uri) == []
    assert single.run(asks_what_there_is()) == []
    assert rows(database_uri, STATES, NAME) == [{"state": "idle"}]


@pytest.mark.parametrize(("operation", "error"), FAILING)
async def test_what_fails_is_raised_and_leaves_nothing_async(
    asingle: AsyncMemoryStore,
    database_uri: str,
    operation: Callable[[], Operation[Any]],
    error: Any,
) -> None:
    before = contents(database_uri)

    with pytest.raises(error):
        await asingle.arun(operation())

    assert contents(database_uri) == before
    assert kept(database_uri) == []
    assert await asingle.arun(asks_what_there_is()) == []
    assert rows(database_uri, STATES, NAME) == [{"state": "idle"}]


def test_the_connection_serves_on_after_a_read_that_failed(single: MemoryStore) -> None:
    with pytest.raises(InvalidMemory, match="numbers out of range"):
        single.run(reads_what_fails())

    assert single.run(asks_what_there_is()) == []


def test_a_write_works_on_the_connection_of_one_that_failed(
    single: MemoryStore, database_uri: str
) -> None:
    with pytest.raises(psycopg.errors.NotNullViolation):
        single.run(posts_what_fails())

    view = single.bind(Principal(user_id="ana"))
    view.remember("Likes green tea", category="preferences")

    assert [memory.content for memory in view.list()] == ["Likes green tea"]
    assert kept(database_uri) == []


def test_what_is_posted_is_there_when_the_operation_has_ended(
    single: MemoryStore, database_uri: str
) -> None:
    def posts_only() -> Operation[str]:
        yield from post(insert("test one"), insert("test two"))
        return "done"

    assert single.run(posts_only()) == "done"
    assert kept(database_uri) == ["test one", "test two"]


async def test_what_is_posted_is_there_when_the_async_operation_has_ended(
    asingle: AsyncMemoryStore, database_uri: str
) -> None:
    def posts_only() -> Operation[str]:
        yield from post(insert("test one"), insert("test two"))
        return "done"

    assert await asingle.arun(posts_only()) == "done"
    assert kept(database_uri) == ["test one", "test two"]


def test_a_lost_connection_is_told_as_such_and_replaced(
    single: MemoryStore, database_uri: str
) -> None:
    def dies() -> Operation[Any]:
        kill = Statement("SELECT pg_terminate_backend(pg_backend_pid())")
        return (yield from fetch(owner(), kill))

    with pytest.raises(StoreUnavailable):
        single.run(dies())

    assert single.run(asks_what_there_is()) == []


# Which transaction


def reads_then_embeds() -> Operation[Any]:
    yield from read(TRANSACTION)
    return (yield from embed(["a text"]))


def fetches_then_embeds() -> Operation[Any]:
    yield from fetch(TRANSACTION)
    return (yield from embed(["a text"]))


def posts_fetches_then_embeds() -> Operation[Any]:
    yield from post(insert("test one"))
    yield from fetch(TRANSACTION)
    return (yield from embed(["a text"]))


def commits_then_embeds() -> Operation[Any]:
    yield from fetch(insert("test one"))
    yield Commit()
    return (yield from embed(["a text"]))


def embeds_only() -> Operation[Any]:
    return (yield from embed(["a text"]))


def reads_within_then_embeds() -> Operation[Any]:
    yield from fetch(TRANSACTION)
    yield from read(TRANSACTION)
    return (yield from embed(["a text"]))


DOING = [
    (reads_then_embeds, "idle"),
    (fetches_then_embeds, "idle in transaction"),
    (posts_fetches_then_embeds, "idle in transaction"),
    (reads_within_then_embeds, "idle in transaction"),
    (commits_then_embeds, "idle"),
    (embeds_only, "idle"),
]


@pytest.mark.parametrize(("operation", "state"), DOING)
def test_only_what_writes_or_locks_opens_a_transaction(
    single: MemoryStore, watching: Watching, operation: Callable[[], Operation[Any]], state: str
) -> None:
    single.run(operation())

    assert watching.seen == [state]


@pytest.mark.parametrize(("operation", "state"), DOING)
async def test_only_what_writes_or_locks_opens_a_transaction_async(
    asingle: AsyncMemoryStore,
    watching: Watching,
    operation: Callable[[], Operation[Any]],
    state: str,
) -> None:
    await asingle.arun(operation())

    assert watching.seen == [state]


def test_no_transaction_is_open_while_the_embedder_works(
    single: MemoryStore, watching: Watching
) -> None:
    view = single.bind(Principal(user_id="ana", thread_id="t"))
    tea = view.remember("Likes green tea", category="preferences").memory
    view.remember("Lives in Rome", category="profile", slot="city")
    waiting = view.remember("Lives in Oslo", category="profile", slot="city").memory
    view.consent(waiting.id, True)
    view.correct(tea.id, "Likes black tea")
    view.forget(tea.id)
    view.restore(tea.id)
    view.query("tea")
    view.context("tea")
    view.batch([PutOp(("plain",), "k", {"text": "tea"}), SearchOp(("plain",), query="tea")])

    assert watching.seen == ["idle"] * 10


def test_a_read_sees_what_its_own_transaction_has_written(single: MemoryStore) -> None:
    def writes_then_reads() -> Operation[list[str]]:
        yield from post(insert("test one"))
        return (yield from asks_what_there_is())

    assert single.run(writes_then_reads()) == ["test one"]


def test_the_first_statement_that_needs_it_opens_the_transaction_after_reads(
    single: MemoryStore, database_uri: str
) -> None:
    def reads_then_writes_and_fails() -> Operation[None]:
        yield from read(Statement(KEYS))
        yield from fetch(insert("test one"))
        raise LookupError("of the operation itself")

    with pytest.raises(LookupError):
        single.run(reads_then_writes_and_fails())

    assert kept(database_uri) == []


def test_all_fetches_of_an_operation_share_one_transaction(single: MemoryStore) -> None:
    def asks_twice() -> Operation[list[Any]]:
        first = yield from fetch(TRANSACTION)
        yield from post(insert("test one"))
        second = yield from fetch(TRANSACTION)
        return [first[0][0]["began"], second[0][0]["began"]]

    first, second = single.run(asks_twice())

    assert first == second


# What a commit ends


def test_a_commit_ends_the_transaction_and_lets_the_connection_go(
    single: MemoryStore, database_uri: str
) -> None:
    def meanwhile() -> Operation[list[str]]:
        yield from post(insert("test one"))
        yield Commit()
        seen = single.run(asks_what_there_is())  # on the only connection there is
        yield from post(insert("test two"))
        return seen

    assert single.run(meanwhile()) == ["test one"]
    assert kept(database_uri) == ["test one", "test two"]


async def test_an_async_commit_ends_the_transaction_and_lets_the_connection_go(
    asingle: AsyncMemoryStore,
) -> None:
    async with AsyncSession(asingle._pool, wall(None)) as session:
        await session.send(Post([insert("test one")]))
        await session.commit()
        seen = await asingle.arun(asks_what_there_is())

    assert seen == ["test one"]


def test_what_fails_after_a_commit_takes_back_only_what_came_after_it(
    single: MemoryStore, database_uri: str
) -> None:
    def commits_midway() -> Operation[None]:
        yield from post(insert("test one"))
        yield Commit()
        yield from fetch(insert("test two"))
        raise LookupError("of the operation itself")

    with pytest.raises(LookupError):
        single.run(commits_midway())

    assert kept(database_uri) == ["test one"]


def test_a_posted_statement_that_fails_is_raised_at_the_commit(
    single: MemoryStore, database_uri: str
) -> None:
    reached = []

    def commits_what_fails() -> Operation[None]:
        yield from post(insert("test one"), FAILS)
        yield Commit()
        reached.append("the rest")

    with pytest.raises(psycopg.errors.NotNullViolation):
        single.run(commits_what_fails())

    assert (reached, kept(database_uri)) == ([], [])


def test_commits_without_a_transaction_do_nothing(single: MemoryStore) -> None:
    def commits() -> Operation[str]:
        yield Commit()
        yield from read(Statement(KEYS))
        yield Commit()
        yield Commit()
        return "done"

    assert single.run(commits()) == "done"


def test_a_session_without_requests_takes_no_connection(database_uri: str) -> None:
    with ConnectionPool(database_uri, open=False) as pool:  # closed again before it is used
        pass
    with Session(pool, wall(None)) as session:
        session.commit()


# What is done while the server works


SLEEPS = Statement("SELECT pg_sleep(.5)")
DOES = "SELECT state, wait_event FROM pg_stat_activity WHERE application_name = %s"
ASLEEP = [{"state": "active", "wait_event": "PgSleep"}]


def looks_while(done: list[Any], uri: str, request: Fetch) -> Operation[list[Any]]:
    """Look at what the server does until it sleeps: on a busy machine it may begin late."""

    def looks() -> None:
        for _ in range(50):
            if (found := rows(uri, DOES, NAME)) == ASLEEP:
                break
            sleep(0.02)
        done.append(found)

    return (yield replace(request, meanwhile=looks))


WAITING = [
    Fetch([SLEEPS]),
    Fetch([SLEEPS], alone=True),
    Fetch([Statement(SLEEPS.sql, standalone=SLEEPS.sql)], alone=True),
    Fetch([Statement("SELECT pg_sleep(.5), length(%(a)s::text)", {"a": "x" * 20_000_000})]),
]


@pytest.mark.usefixtures("patience")
@pytest.mark.parametrize("request_", WAITING, ids=["a transaction", "a read", "alone", "large"])
def test_something_can_be_done_while_the_server_works(
    single: MemoryStore, database_uri: str, request_: Fetch
) -> None:
    done: list[Any] = []

    (found,) = single.run(looks_while(done, database_uri, request_))

    assert (done, len(found)) == ([ASLEEP], 1)


@pytest.mark.usefixtures("patience")
@pytest.mark.parametrize("request_", WAITING, ids=["a transaction", "a read", "alone", "large"])
async def test_something_can_be_done_while_the_server_works_async(
    asingle: AsyncMemoryStore, database_uri: str, request_: Fetch
) -> None:
    done: list[Any] = []

    (found,) = await asingle.arun(looks_while(done, database_uri, request_))

    assert (done, len(found)) == ([ASLEEP], 1)


def fails_meanwhile(alone: bool) -> Operation[Any]:
    def fails() -> None:
        raise LookupError("of what was done meanwhile")

    if not alone:
        yield from post(insert("test before"))
    return (yield Fetch([insert("test one")], alone=alone, meanwhile=fails))


def test_what_fails_while_the_server_works_takes_the_transaction_back(
    single: MemoryStore, database_uri: str
) -> None:
    with pytest.raises(LookupError):
        single.run(fails_meanwhile(alone=False))

    assert kept(database_uri) == []
    assert single.run(asks_what_there_is()) == []
    assert rows(database_uri, STATES, NAME) == [{"state": "idle"}]


async def test_what_fails_while_the_server_works_takes_the_transaction_back_async(
    asingle: AsyncMemoryStore, database_uri: str
) -> None:
    with pytest.raises(LookupError):
        await asingle.arun(fails_meanwhile(alone=False))

    assert kept(database_uri) == []
    assert await asingle.arun(asks_what_there_is()) == []
    assert rows(database_uri, STATES, NAME) == [{"state": "idle"}]


# What is larger than the network takes at once

LARGE = "xyz " * 2_000_000


@pytest.mark.usefixtures("patience")
def test_a_value_of_megabytes_is_written(single: MemoryStore) -> None:
    single.put(("notes",), "one", {"text": LARGE}, index=False)

    found = single.get(("notes",), "one")
    assert found and found.value == {"text": LARGE}


@pytest.mark.usefixtures("patience")
async def test_a_value_of_megabytes_is_written_async(asingle: AsyncMemoryStore) -> None:
    await asingle.aput(("notes",), "one", {"text": LARGE}, index=False)

    found = await asingle.aget(("notes",), "one")
    assert found and found.value == {"text": LARGE}


# What comes back


def test_rows_come_back_for_each_statement_in_order(single: MemoryStore) -> None:
    statements = [
        Statement("SELECT 1 AS n"),
        insert("test one"),
        Statement("SELECT n FROM generate_series(1, 3) AS n WHERE n > %(least)s", {"least": 1}),
        Statement("SELECT 1 AS n WHERE false"),
    ]

    def asks() -> Operation[list[Any]]:
        return (yield from fetch(*statements))

    assert single.run(asks()) == [[{"n": 1}], [], [{"n": 2}, {"n": 3}], []]


def test_a_post_answers_nothing_and_a_fetch_of_nothing_an_empty_list(database_uri: str) -> None:
    with (
        ConnectionPool(database_uri, kwargs={"autocommit": True}) as pool,
        Session(pool, wall(None)) as session,
    ):
        assert session.send(Post([Statement("SELECT 1")])) is None
        assert session.send(Fetch([])) == []
        assert session.send(Fetch([], alone=True)) == []


async def test_the_async_session_answers_alike(database_uri: str) -> None:
    async with (
        AsyncConnectionPool(database_uri, kwargs={"autocommit": True}) as pool,
        AsyncSession(pool, wall(None)) as session,
    ):
        assert await session.send(Post([Statement("SELECT 1")])) is None
        assert await session.send(Fetch([])) == []
        assert await session.send(Fetch([Statement("SELECT 1 AS n")], alone=True)) == [[{"n": 1}]]


# Placeholders


@pytest.mark.parametrize(
    ("text", "plain", "names"),
    [
        ("SELECT 1", "SELECT 1", ()),
        ("SELECT %(a)s", "SELECT $1", ("a",)),
        ("SELECT %(b)s, %(a)s", "SELECT $1, $2", ("b", "a")),
        ("SELECT %(a)s, %(b)s, %(a)s", "SELECT $1, $2, $1", ("a", "b")),
        ("SELECT %(a)s %% 2", "SELECT $1 % 2", ("a",)),
        ("LIKE 'x%%'", "LIKE 'x%'", ()),
        ("SELECT '%%(a)s'", "SELECT '%(a)s'", ()),
        ("SELECT '%%%(a)s'", "SELECT '%$1'", ("a",)),
        ("%(a)s::text[], %(ab)s", "$1::text[], $2", ("a", "ab")),
    ],
)
def test_placeholders_become_numbers_in_the_order_of_their_first_use(
    text: str, plain: str, names: tuple[str, ...]
) -> None:
    assert _numbered(text) == (plain.encode(), names)


def test_a_cursor_that_is_kept_tells_one_statement_from_the_next(single: MemoryStore) -> None:
    def asks(text: str, value: object) -> Operation[list[Any]]:
        whole = text.replace("alone", "whole")
        return (yield from read(Statement(text, {"a": value}, standalone=whole)))

    texts: Any = ("SELECT %(a)s::text AS alone", "SELECT 1 AS one, %(a)s::int[] AS alone")
    for _ in range(4):  # the third time each is prepared
        assert single.run(asks(texts[0], "x")) == [[{"whole": "x"}]]
        assert single.run(asks(texts[1], [2])) == [[{"one": 1, "whole": [2]}]]
        with pytest.raises(InvalidMemory):
            single.run(asks("SELECT %(a)s::int / 0 AS alone", 1))
    assert single.run(asks(texts[1], None)) == [[{"one": 1, "whole": None}]]


def test_a_repeated_placeholder_is_sent_once_and_percent_signs_stay(single: MemoryStore) -> None:
    text = (
        "SELECT %(a)s::int + %(b)s::int + %(a)s::int AS sum, 7 %% %(b)s::int AS rest, '%%' AS sign"
    )
    statement = Statement(text, {"a": 2, "b": 3, "unused": object()})

    def asks() -> Operation[list[Any]]:
        return (yield from read(statement))

    assert single.run(asks()) == [[{"sum": 7, "rest": 1, "sign": "%"}]]


def test_composed_statements_are_sent_as_they_read(single: MemoryStore) -> None:
    composed = sql.SQL("SELECT %(a)s::int AS {}").format(sql.Identifier('odd "name"'))

    def asks() -> Operation[list[Any]]:
        return (yield from read(Statement(composed, {"a": 2})))

    assert single.run(asks()) == [[{'odd "name"': 2}]]


# Plans


PLAN = Statement("SELECT current_setting('plan_cache_mode') AS mode")


def asks_for_the_plan() -> Operation[str]:
    (found,) = yield from read(PLAN)
    mode: str = found[0]["mode"]
    return mode


def test_plans_are_made_once(store: MemoryStore) -> None:
    assert store.run(asks_for_the_plan()) == "force_generic_plan"


async def test_plans_are_made_once_async(async_store: AsyncMemoryStore) -> None:
    assert await async_store.arun(asks_for_the_plan()) == "force_generic_plan"


def test_behind_a_pooler_nothing_is_prepared_or_set(database_uri: str) -> None:
    options = {"min_size": 1, "max_size": 1, "kwargs": {"prepare_threshold": None}}
    index: Any = {"dims": HASH_DIMS, "embed": HashEmbeddings()}
    prepared = Statement("SELECT count(*) AS n FROM pg_prepared_statements")

    def asks() -> Operation[list[Any]]:
        return (yield from read(prepared))

    with MemoryStore.from_conn_string(database_uri, index=index, pool_config=options) as store:
        view = store.bind(Principal(user_id="ana"))
        for number in range(4):
            view.remember(f"Likes tea {number}", category="preferences")
            assert "tea" in view.query("tea").render()
        assert store.run(asks_for_the_plan()) == "auto"
        assert store.run(asks()) == [[{"n": 0}]]


async def test_behind_a_pooler_nothing_is_prepared_or_set_async(database_uri: str) -> None:
    options = {"min_size": 1, "max_size": 1, "kwargs": {"prepare_threshold": None}}
    index: Any = {"dims": HASH_DIMS, "embed": HashEmbeddings()}
    async with AsyncMemoryStore.from_conn_string(
        database_uri, index=index, pool_config=options
    ) as store:
        view = store.bind(Principal(user_id="ana"))
        for number in range(4):
            await view.aremember(f"Likes tea {number}", category="preferences")
            assert "tea" in (await view.aquery("tea")).render()
        assert await store.arun(asks_for_the_plan()) == "auto"


def test_a_callers_own_configuration_of_connections_still_runs(database_uri: str) -> None:
    configured = []

    def configure(connection: psycopg.Connection[Any]) -> None:
        connection.execute("SET statement_timeout = '77s'")
        configured.append(connection)

    options = {"min_size": 1, "max_size": 1, "configure": configure}
    with MemoryStore.from_conn_string(database_uri, index=False, pool_config=options) as store:
        assert store.run(asks_for_the_plan()) == "force_generic_plan"
        assert store.run(_timeout()) == "77s"

    assert len(configured) == 1
    assert options["configure"] is configure  # the caller's dict is left as it was


async def test_a_callers_own_async_configuration_of_connections_still_runs(
    database_uri: str,
) -> None:
    async def configure(connection: psycopg.AsyncConnection[Any]) -> None:
        await connection.execute("SET statement_timeout = '77s'")

    options = {"min_size": 1, "max_size": 1, "configure": configure}
    async with AsyncMemoryStore.from_conn_string(
        database_uri, index=False, pool_config=options
    ) as store:
        assert await store.arun(asks_for_the_plan()) == "force_generic_plan"
        assert await store.arun(_timeout()) == "77s"


def test_a_callers_configuration_has_the_last_word(database_uri: str) -> None:
    def configure(connection: psycopg.Connection[Any]) -> None:
        connection.execute("SET plan_cache_mode = auto")

    options = {"min_size": 1, "configure": configure}
    with MemoryStore.from_conn_string(database_uri, index=False, pool_config=options) as store:
        assert store.run(asks_for_the_plan()) == "auto"


AUTOCOMMIT_OFF = {"min_size": 1, "max_size": 1, "timeout": 2.0, "kwargs": {"autocommit": False}}
"""What a caller may ask for out of habit; it would leave each connection inside a transaction."""

SAID = "SELECT content FROM langmem.memories"


def test_a_pool_without_autocommit_gets_it(database_uri: str) -> None:
    options = {**AUTOCOMMIT_OFF}
    with MemoryStore.from_conn_string(database_uri, index=False, pool_config=options) as store:
        store.bind(Principal(user_id="ana")).remember("Likes tea", category="preferences")

        assert rows(database_uri, SAID) == [{"content": "Likes tea"}]
        assert store.run(asks_for_the_plan()) == "force_generic_plan"
        assert store.run(starts()) != store.run(starts())  # nothing keeps a transaction open

    assert options == AUTOCOMMIT_OFF


async def test_a_pool_without_autocommit_gets_it_async(database_uri: str) -> None:
    async with AsyncMemoryStore.from_conn_string(
        database_uri, index=False, pool_config=AUTOCOMMIT_OFF
    ) as store:
        await store.bind(Principal(user_id="ana")).aremember("Likes tea", category="preferences")

        assert rows(database_uri, SAID) == [{"content": "Likes tea"}]
        assert await store.arun(asks_for_the_plan()) == "force_generic_plan"


def starts() -> Operation[datetime]:
    (found,) = yield from read(Statement("SELECT now() AS began"))
    began: datetime = found[0]["began"]
    return began


def test_what_is_kept_of_a_plan_suits_tables_that_grow(store: MemoryStore) -> None:
    settings = Statement(
        "SELECT current_setting('enable_seqscan') AS scan, current_setting('jit') AS jit"
    )

    def asks() -> Operation[list[Any]]:
        return (yield from read(settings))

    assert store.run(asks()) == [[{"scan": "off", "jit": "off"}]]


def _timeout() -> Operation[str]:
    (found,) = yield from read(Statement("SELECT current_setting('statement_timeout') AS at_most"))
    at_most: str = found[0]["at_most"]
    return at_most


# A commit that fails

FAILS_AT_THE_END = """
    CREATE FUNCTION public.fail() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'broken on purpose'; END $$;
    CREATE CONSTRAINT TRIGGER fail AFTER INSERT ON langmem.metadata DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION public.fail()"""


def commits_early() -> Operation[None]:
    yield from post(insert("test one"))
    yield Commit()


def ends_with_a_commit() -> Operation[None]:
    yield from fetch(insert("test one"))


@pytest.mark.parametrize("operation", [commits_early, ends_with_a_commit])
def test_a_commit_that_fails_gives_its_connection_back_in_order(
    single: MemoryStore, database_uri: str, operation: Callable[[], Operation[None]]
) -> None:
    rows(database_uri, FAILS_AT_THE_END)

    for _ in range(3):  # more often than there are connections
        with pytest.raises(psycopg.errors.RaiseException, match="broken on purpose"):
            single.run(operation())

    assert single.run(asks_what_there_is()) == []
    assert rows(database_uri, STATES, NAME) == [{"state": "idle"}]
    assert single._pool.get_stats()["pool_available"] == 1


@pytest.mark.parametrize("operation", [commits_early, ends_with_a_commit])
async def test_an_async_commit_that_fails_gives_its_connection_back_in_order(
    asingle: AsyncMemoryStore, database_uri: str, operation: Callable[[], Operation[None]]
) -> None:
    rows(database_uri, FAILS_AT_THE_END)

    for _ in range(3):
        with pytest.raises(psycopg.errors.RaiseException, match="broken on purpose"):
            await asingle.arun(operation())

    assert await asingle.arun(asks_what_there_is()) == []
    assert rows(database_uri, STATES, NAME) == [{"state": "idle"}]
    assert asingle._pool.get_stats()["pool_available"] == 1


def test_a_commit_that_cannot_be_sent_gives_its_connection_back(single: MemoryStore) -> None:
    with pytest.raises(psycopg.OperationalError), Session(single._pool, wall(None)) as session:
        session.send(Fetch([insert("test one")]))
        assert session._connection
        session._connection.close()

    assert single.run(asks_what_there_is()) == []


async def test_an_async_commit_that_cannot_be_sent_gives_its_connection_back(
    asingle: AsyncMemoryStore,
) -> None:
    with pytest.raises(psycopg.OperationalError):
        async with AsyncSession(asingle._pool, wall(None)) as session:
            await session.send(Fetch([insert("test one")]))
            assert session._connection
            await session._connection.close()

    assert await asingle.arun(asks_what_there_is()) == []


# How often the database is waited for


class Wire:
    """Count how often a connection waits for the server: what libpq sends, by its own account."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self._told = 0

    def trace(self, connection: psycopg.Connection[Any]) -> None:
        """Write down what a connection sends from now on."""
        connection.pgconn.trace(self._file.fileno())

    def count(self) -> int:
        """Return the number of round trips since the last count: each ends with a Sync or is a simple Query."""
        self._file.seek(self._told)
        sent = self._file.read()
        self._told = self._file.tell()
        return len(re.findall(r"\tF\t\d+\t(?:Sync|Query)\b", sent))


@pytest.fixture
def traced(database_uri: str, tmp_path: Path) -> Iterator[tuple[MemoryView, Wire]]:
    """A view whose connection is watched; what is made once per connection or space has been made."""
    index: Any = {"dims": HASH_DIMS, "embed": HashEmbeddings()}
    with (
        (tmp_path / "wire").open("w+") as file,
        MemoryStore.from_conn_string(
            database_uri, index=index, pool_config={**ONE, "configure": (wire := Wire(file)).trace}
        ) as store,
    ):
        view = store.bind(Principal(user_id="ana", thread_id="t"))
        for number in range(4):
            view.remember(f"Likes tea number {number}", category="preferences")
            view.query("tea")
            view.add_turn("user", f"I like tea number {number}")
        yield view, wire


CALLS: dict[str, tuple[int, Callable[[MemoryView], Any]]] = {
    # what a user says: of whom it speaks comes first, as that decides which spaces are locked
    "a new memory": (3, lambda view: view.remember("Plays chess", category="preferences")),
    "a known one": (3, lambda view: view.remember("Likes tea number 1", category="preferences")),
    "a slot that is filled": (
        3,
        lambda view: view.remember("Works at Acme", category="knowledge", slot="employer"),
    ),
    "a refused one": (
        2,
        lambda view: view.remember("Password: hunter2-Xy9!", category="knowledge"),
    ),
    "a query": (1, lambda view: view.query("tea")),
    "a query of the past": (1, lambda view: view.query("tea", as_of=START)),
    "a context": (1, lambda view: view.context("tea")),
    "a turn": (2, lambda view: view.add_turn("user", "I play chess")),
}


@pytest.mark.parametrize("call", CALLS)
def test_a_call_waits_for_the_database_no_oftener_than_it_must(
    traced: tuple[MemoryView, Wire], call: str
) -> None:
    view, wire = traced
    wire.count()
    most, act = CALLS[call]

    act(view)

    assert 0 < wire.count() <= most
