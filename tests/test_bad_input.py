"""Does what cannot be meant give a clear error, and change nothing?"""

from __future__ import annotations

import logging
import random
import string
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest
from books import contents, rows
from fix_clock import FakeClock
from hypothesis import HealthCheck, given
from hypothesis import settings as profile
from hypothesis import strategies as st
from langchain_core.embeddings import Embeddings

from langmem_ext import AsyncMemoryStore, MemoryStore, MemoryView, Principal, Settings
from langmem_ext.errors import (
    ConfigurationError,
    InvalidMemory,
    LangMemError,
    StoreBusy,
    StoreNotSetUp,
    StoreUnavailable,
)
from langmem_ext.stores.faults import errors_explained

HOME = ("memory", "default", "user", "ana", "knowledge")
NOWHERE = "postgresql://nobody:s3cr3t-pw@127.0.0.1:1/nothing"


@pytest.fixture
def ana(store: MemoryStore) -> MemoryView:
    return store.bind(Principal(user_id="ana", thread_id="t1"))


# Drafts


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("importance", 0), ("importance", 6), ("importance", "high"), ("type", "forever"), ("kind", "note"),
        ("sensitivity", "secret"), ("source", "rumour"), ("tags", "tea"), ("tags", [1]), ("subjects", "bo"),
        ("event_time", datetime(2025, 1, 1)), ("event_time", "yesterday"), ("confidence", 1.1),
        ("confidence", float("nan")),
        ("valid_from", datetime(2025, 1, 1)), ("pinned", "perhaps"), ("space", "team"), ("nonsense", 1), ("extra", "x"),
        ("slot", 5), ("operation_id", 5),
    ],
)  # fmt: skip
def test_a_malformed_field_is_named(
    ana: MemoryView, database_uri: str, field: str, value: Any
) -> None:
    before = contents(database_uri)

    with pytest.raises(InvalidMemory, match=field):
        ana.remember("Likes tea", category="knowledge", **{field: value})

    assert contents(database_uri) == before


@pytest.mark.parametrize("content", [None, 5, ["Likes tea"]])
def test_content_is_a_text(ana: MemoryView, content: Any) -> None:
    with pytest.raises(InvalidMemory, match="content"):
        ana.remember(content)


@pytest.mark.parametrize(
    "drafts", [["Likes tea"], [None], [{"text": "Likes tea"}], [{"content": "x"}, 5]]
)
def test_drafts_are_drafts(ana: MemoryView, drafts: Any) -> None:
    with pytest.raises(InvalidMemory, match=r"draft \d: not a memory"):
        ana.remember_many(drafts)


def test_an_error_never_repeats_the_value(ana: MemoryView) -> None:
    for wrong in ({"importance": "hunter2"}, {"tags": "hunter2"}, {"type": "hunter2"}):
        with pytest.raises(InvalidMemory) as error:
            ana.remember("my hunter2", **wrong)  # type: ignore[arg-type]
        assert "hunter2" not in str(error.value)


@pytest.mark.parametrize(
    "draft",
    [
        {"tags": ["half \ud800"]},
        {"title": "half \ud800"},
        {"operation_id": "NUL \x00"},
        {"operation_id": "half \ud800"},
        {"extra": {"a": "NUL \x00"}},
        {"extra": {"NUL \x00": 1}},
        {"extra": {"a": float("inf")}},
        {"extra": {"a": "half \ud800"}},
        {"extra": {"a": object()}},
    ],
    ids=lambda draft: next(iter(draft)),
)
def test_what_postgres_cannot_keep_is_refused(
    ana: MemoryView, database_uri: str, draft: dict[str, Any]
) -> None:
    before = contents(database_uri, without=("events", "spaces"))

    try:
        (outcome,) = ana.remember_many([{"content": "Likes tea", "category": "knowledge", **draft}])
    except LangMemError as error:
        assert not isinstance(error, StoreUnavailable)
    else:
        assert (outcome.status, outcome.reason) == ("rejected", "format")

    assert contents(database_uri, without=("events", "spaces")) == before


NOISE = "".join(
    random.Random(7).choices(string.ascii_letters, k=20_000)
)  # does not compress into an index entry


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(lambda view: view.put(HOME, NOISE, {"content": "Likes tea"}), id="key"),
        pytest.param(lambda view: view.store.bind(Principal(user_id=NOISE)).list(), id="user"),
        pytest.param(
            lambda view: view.remember("Likes tea", slot=NOISE),
            id="slot",
        ),
        pytest.param(
            lambda view: view.remember("Likes tea", tags=[f"{NOISE}{n}" for n in range(60)]),
            id="tags",
        ),
    ],
)
def test_what_is_too_long_for_an_index_is_not_blamed_on_the_database(
    ana: MemoryView, call: Any
) -> None:
    try:
        outcome = call(ana)
    except LangMemError as error:
        assert not isinstance(error, StoreUnavailable)
    else:
        assert outcome is not None and outcome.status == "rejected"


def test_a_title_is_short(ana: MemoryView) -> None:
    assert ana.remember("Likes tea", category="knowledge", title="x" * 5000).reason == "format"


# Ids and principals


@pytest.mark.parametrize(
    "field", ["user_id", "agent", "tenant", "chat_id", "thread_id", "run_id", "app_id"]
)
@pytest.mark.parametrize("value", ["", "a\x00b", 5])
def test_an_id_is_a_text_that_can_be_kept(field: str, value: Any) -> None:
    with pytest.raises(ConfigurationError, match=field):
        Principal(**{"user_id": "ana", field: value})


_plain = st.characters(exclude_characters="\x00", exclude_categories=["Cs"])
_wild = st.text(_plain, min_size=1, max_size=15) | st.sampled_from(
    ["'", '"; DROP TABLE langmem.memories; --', "%s", "%(x)s", "{}", "\\", "../..", "user:ana", "default/user:ana", "*"]
)  # fmt: skip


@pytest.mark.filterwarnings(
    "ignore::hypothesis.errors.HypothesisDeprecationWarning"
)  # the pool uses random
@profile(
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(tenant=_wild, user=_wild, thread=_wild, id=_wild, text=_wild)
def test_ids_and_texts_of_any_characters_do_no_harm(
    store: MemoryStore, tenant: str, user: str, thread: str, id: str, text: str
) -> None:
    view = store.bind(Principal(user_id=user, tenant=tenant, thread_id=thread))
    view.delta()
    outcome = view.remember(
        f"fact {text}", category="knowledge", source_ids=[id], tags=[id], operation_id=id
    )
    view.add_turn("user", text, session_id=thread, id=id)

    assert view.query(text, filters={"tags": [id], f"own {id}": None}).tokens <= 512
    assert view.known_turns(thread, [id]) == {id}
    assert list(view.history(id)) == [] or outcome.memory.id == id
    assert outcome.status in ("created", "rejected", "unchanged")
    assert all(memory.tenant == tenant and memory.space == f"user:{user}" for memory in view.list())


# Databases


def test_an_unreachable_database_is_explained_without_the_password() -> None:
    with (
        pytest.raises(StoreUnavailable, match=r"cannot be reached.*LANGMEM_DATABASE_URI") as error,
        MemoryStore.from_conn_string(NOWHERE, index=False),
    ):
        pass
    assert "s3cr3t-pw" not in str(error.value)


async def test_an_unreachable_database_is_explained_in_both_colours() -> None:
    with pytest.raises(StoreUnavailable, match="cannot be reached"):
        async with AsyncMemoryStore.from_conn_string(NOWHERE, index=False):
            pass


def test_a_database_that_does_not_exist_is_explained(database_uri: str) -> None:
    missing = psycopg.conninfo.make_conninfo(database_uri, dbname="no_such_database")
    with (
        pytest.raises(StoreUnavailable, match="no_such_database"),
        MemoryStore.from_conn_string(missing, index=False),
    ):
        pass


def test_a_connection_string_that_is_none_is_explained() -> None:
    with (
        pytest.raises(LangMemError),
        MemoryStore.from_conn_string("not a connection string", index=False),
    ):
        pass


@pytest.fixture
def weak_uri(database_uri: str) -> Iterator[str]:
    """A role that may log in, and look at nothing."""
    with psycopg.connect(database_uri, autocommit=True) as admin:
        admin.execute("CREATE ROLE langmem_test_weak LOGIN")
        yield psycopg.conninfo.make_conninfo(database_uri, user="langmem_test_weak")
        admin.execute("DROP OWNED BY langmem_test_weak")
        admin.execute("DROP ROLE langmem_test_weak")


def test_a_role_that_was_granted_nothing_is_told_what_it_lacks(weak_uri: str) -> None:
    with (
        pytest.raises(StoreNotSetUp, match=r"permission denied for schema langmem.*Grant"),
        MemoryStore.from_conn_string(weak_uri, index=False),
    ):
        pass


def test_a_right_that_is_taken_away_is_named(database_uri: str, weak_uri: str) -> None:
    with psycopg.connect(database_uri, autocommit=True) as admin:
        admin.execute("GRANT USAGE ON SCHEMA langmem TO langmem_test_weak")
        admin.execute("GRANT ALL ON ALL TABLES IN SCHEMA langmem TO langmem_test_weak")
        with MemoryStore.from_conn_string(weak_uri, index=False) as store:
            admin.execute("REVOKE INSERT ON langmem.memories FROM langmem_test_weak")
            ana = store.bind(Principal(user_id="ana"))

            assert ana.query("tea").bullets == ()
            with pytest.raises(StoreNotSetUp, match="permission denied for table memories"):
                ana.remember("Likes tea", category="knowledge")


def test_a_database_that_takes_no_writes_is_explained(database_uri: str) -> None:
    standby = psycopg.conninfo.make_conninfo(
        database_uri, options="-c default_transaction_read_only=on"
    )
    with MemoryStore.from_conn_string(standby, index=False) as store:
        ana = store.bind(Principal(user_id="ana"))

        assert ana.query("tea").bullets == ()
        with pytest.raises(
            StoreUnavailable, match=r"takes no writes.*LANGMEM_DATABASE_URI"
        ) as error:
            ana.remember("Likes tea", category="knowledge")
    assert not isinstance(error.value, StoreNotSetUp)  # another server may take over: turns go on


def test_a_database_that_goes_away_is_explained_and_comes_back(
    ana: MemoryView, database_uri: str
) -> None:
    ana.remember("Likes tea", category="knowledge")
    with psycopg.connect(database_uri, autocommit=True) as admin:
        admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )

    with suppress(StoreUnavailable):  # that connection is gone; the pool makes a new one
        ana.query("tea")
    for _ in range(3):
        try:
            bullets = ana.query("tea").bullets
        except StoreUnavailable:
            continue
        assert bullets == ("[knowledge] Likes tea",)
        return
    pytest.fail("the store did not come back")


# Embedders


class Fixed(Embeddings):
    """Give vectors of any size, or none at all."""

    def __init__(self, dims: int, error: Exception | None = None) -> None:
        self.dims, self.error = dims, error

    def embed_query(self, text: str) -> list[float]:
        if self.error:
            raise self.error
        return [1.0] + [0.0] * (self.dims - 1)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]


def test_another_embedder_costs_the_vectors_but_nothing_else(
    ana: MemoryView, database_uri: str, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    kept = ana.remember("Likes green tea", category="knowledge").memory
    before = rows(database_uri, "SELECT * FROM langmem.documents")
    index: Any = {"dims": 16, "embed": Fixed(16)}

    with (
        caplog.at_level(logging.WARNING),
        MemoryStore.from_conn_string(database_uri, index=index, clock=clock) as store,
    ):
        view = store.bind(Principal(user_id="ana"))
        assert view.query("green tea").bullets == ("[knowledge] Likes green tea",)
        new = view.remember("Plays chess", category="knowledge").memory
        store.setup()
        assert [item.key for item in view.search(("memory",), query="chess")] == [new.id]
        assert view.correct(new.id, "Plays go").status == "updated"
        view.forget(new.id)

    assert any(
        "embedder" in record.message and "reembed" in record.message for record in caplog.records
    )
    assert rows(database_uri, "SELECT * FROM langmem.documents") == before
    assert "green tea" in ana.query("green tea", threshold=0.1).render()
    assert ana.memory(kept.id).content == "Likes green tea"


@pytest.mark.parametrize("error", [RuntimeError("down"), TimeoutError(), ValueError("too long")])
def test_an_embedder_that_fails_costs_the_vectors_but_nothing_else(
    empty_database_uri: str, error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    embedder = Fixed(4, error)
    index: Any = {"dims": 4, "embed": embedder}
    with MemoryStore.from_conn_string(empty_database_uri, index=index) as store:
        store.setup()
        view = store.bind(Principal(user_id="ana"))
        assert view.remember("Likes green tea", category="knowledge").status == "created"
        assert view.query("tea").bullets == ("[knowledge] Likes green tea",)
        assert "tea" not in caplog.text
        embedder.error = None
        assert view.embed_missing() == 1


def test_an_embedder_that_changes_its_size_is_noticed(empty_database_uri: str) -> None:
    embedder = Fixed(4)
    index: Any = {"dims": 4, "embed": embedder}
    with MemoryStore.from_conn_string(empty_database_uri, index=index) as store:
        store.setup()
        view = store.bind(Principal(user_id="ana"))
        view.remember("Likes green tea", category="knowledge")
        embedder.dims = 8
        try:
            view.remember("Plays chess", category="knowledge")
        except LangMemError as error:
            assert not isinstance(error, (StoreUnavailable, InvalidMemory))
        embedder.dims = 4

        assert "[knowledge] Likes green tea" in view.query("tea").bullets


@pytest.mark.parametrize(
    "bad",
    [
        [0.0] * 4,
        [float("nan")] * 4,
        [float("inf"), 0.0, 0.0, 0.0],
        [1e300] * 4,
    ],
)
def test_a_vector_without_direction_is_no_vector(empty_database_uri: str, bad: list[float]) -> None:
    embedder = Fixed(4)
    embedder.embed_query = lambda text: bad  # type: ignore[method-assign]
    index: Any = {"dims": 4, "embed": embedder}
    with MemoryStore.from_conn_string(empty_database_uri, index=index) as store:
        store.setup()
        view = store.bind(Principal(user_id="ana"))

        assert view.remember("Likes green tea", category="knowledge").status == "created"
        assert view.query("tea").bullets == ("[knowledge] Likes green tea",)


@pytest.mark.parametrize(
    "settings",
    [
        {"embedder": "no.such.module:thing"}, {"embedder": "nonsense"},
        {"merge": {"auto": 0.5, "update": 0.9, "check": 0.1, "fallback": 0.0}, "embedder": "local"},
    ],
)  # fmt: skip
def test_an_embedder_or_bands_that_cannot_be_used_are_explained(
    database_uri: str, settings: dict[str, Any]
) -> None:
    with (
        pytest.raises(ConfigurationError),
        MemoryStore.from_conn_string(database_uri, settings=Settings(**settings)),
    ):
        pass


@pytest.mark.parametrize("index", [{"dims": 4}, {"dims": 4, "embed": 5}])
def test_an_index_that_cannot_be_used_is_explained(database_uri: str, index: Any) -> None:
    with pytest.raises(ValueError), MemoryStore.from_conn_string(database_uri, index=index):
        pass


def test_a_language_that_postgres_lacks_is_explained(database_uri: str) -> None:
    settings = Settings(language="klingon", embedder="none")
    with (
        pytest.raises(LangMemError),
        MemoryStore.from_conn_string(database_uri, settings=settings) as store,
    ):
        store.bind(Principal(user_id="ana")).remember("Likes tea", category="knowledge")


def test_another_language_may_be_set_on_a_store_that_has_memories(
    database_uri: str, ana: MemoryView, clock: FakeClock
) -> None:
    memory = ana.remember("Likes running shoes", category="knowledge").memory
    for language in ("simple", "english", "simple"):
        with MemoryStore.from_conn_string(
            database_uri, settings=Settings(language=language), index=False, clock=clock
        ) as store:
            view = store.bind(Principal(user_id="ana"))
            view.correct(memory.id, f"Likes running shoes in {language}")
            assert view.query("running").bullets


def test_nothing_of_a_memory_is_logged(
    ana: MemoryView, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    caplog.set_level(logging.DEBUG)
    for logger in ("langmem_ext", "psycopg", "psycopg.pool"):
        logging.getLogger(logger).setLevel(logging.DEBUG)

    ana.remember("Likes xylophones", category="knowledge")
    ana.remember("My password is hunter2-Xy9!")
    ana.query("xylophones")
    ana.put(HOME, "k", {"content": "Plays xylophones"})
    ana.add_turn("user", "xylophones, again")

    assert "xylophones" not in caplog.text and "hunter2" not in caplog.text


@pytest.mark.parametrize("reading", ["query", "context"])
def test_no_answers_at_all_are_refused_alike(ana: MemoryView, reading: str) -> None:
    with pytest.raises(InvalidMemory, match="top_k must be at least 1"):
        getattr(ana, reading)("tea", top_k=0)


@pytest.mark.parametrize(
    "error",
    [
        psycopg.errors.DeadlockDetected("deadlock detected"),
        psycopg.errors.SerializationFailure("could not serialize access"),
        psycopg.errors.LockNotAvailable("canceling statement due to lock timeout"),
    ],
)
def test_transactions_in_each_others_way_are_no_database_that_is_away(error: Exception) -> None:
    told = pytest.raises(StoreBusy, match=r"another transaction was in the way.*try again")
    with told as raised, errors_explained():
        raise error

    assert "reached" not in str(raised.value)


def test_a_statement_that_takes_too_long_is_no_database_that_is_away() -> None:
    with (
        pytest.raises(StoreBusy, match=r"told to give up: canceling.*allow more time"),
        errors_explained(),
    ):
        raise psycopg.errors.QueryCanceled("canceling statement due to statement timeout")
