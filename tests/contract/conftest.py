"""How does a test get each store that is held to the contract?"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from datetime import timedelta
from functools import partial
from typing import Any

import psycopg
import pytest
from langgraph.store.postgres import PostgresStore
from psycopg import sql

from .databases import SharedDatabase
from .deviations import DEVIATIONS
from .implementations import (
    DIMS,
    FAMILIES,
    Driver,
    Space,
    ToyEmbeddings,
    Variant,
    age_stock_items,
    open_raw,
)

OpenStore = Callable[..., Awaitable[Driver]]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "stores(*families): run only against these store families")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test on each store; tests that ask for ``space`` also in memory namespaces."""
    if "variant" not in metafunc.fixturenames:
        return
    mark = metafunc.definition.get_closest_marker("stores")
    families = mark.args if mark else FAMILIES
    variants = [Variant(f, c) for f in families for c in ("sync", "async")]
    if "space" in metafunc.fixturenames and "ours" in families:
        variants += [Variant("ours", c, Space("memory")) for c in ("sync", "async")]
    metafunc.parametrize("variant", variants, ids=[v.id for v in variants])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Expect a declared deviation to fail, strictly: a stock store that improves is noticed."""
    for item in items:
        variant = getattr(getattr(item, "callspec", None), "params", {}).get("variant")
        if not isinstance(variant, Variant):
            continue
        reason = deviation_of(item.name, variant)
        if reason:
            item.add_marker(pytest.mark.xfail(strict=True, reason=reason))


def deviation_of(item_name: str, variant: Variant) -> str | None:
    name, _, case = item_name.partition("[")
    case = case.removesuffix("]").replace(variant.id, "").strip("-")
    for test in (name, f"{name}[{case}]"):
        for store in (variant.family, f"{variant.family}-{variant.colour}"):
            if (test, store) in DEVIATIONS:
                return DEVIATIONS[test, store]
    return None


@pytest.fixture
def space(variant: Variant) -> Space:
    return variant.space


@pytest.fixture
def uri(variant: Variant, request: pytest.FixtureRequest) -> str | None:
    """Connection string of an empty database as the variant's store expects to find it."""
    if variant.family == "inmemory":
        return None
    fixture = "our_database" if variant.family == "ours" else "stock_database"
    database: SharedDatabase = request.getfixturevalue(fixture)
    return database.emptied()


@pytest.fixture(scope="session")
def our_database(databases: Any) -> Iterator[SharedDatabase]:
    with databases.fresh() as uri, SharedDatabase.of(uri) as shared:
        yield shared


@pytest.fixture(scope="session")
def stock_database(databases: Any) -> Iterator[SharedDatabase]:
    index: Any = {"dims": DIMS, "embed": ToyEmbeddings()}
    with databases.fresh(migrated=False) as uri:
        with PostgresStore.from_conn_string(uri, index=index) as store:
            store.setup()
        _drop_vector_index(uri)
        with SharedDatabase.of(uri) as shared:
            yield shared


def _drop_vector_index(uri: str) -> None:
    """Let the stock store compare every vector: through its index it returns too few, when autovacuum has just run."""
    with psycopg.connect(uri, autocommit=True) as connection:
        found = connection.execute(
            "SELECT indexrelid::regclass::text FROM pg_index"
            " WHERE indrelid = 'store_vectors'::regclass AND NOT indisprimary"
        ).fetchall()
        for (name,) in found:
            connection.execute(sql.SQL("DROP INDEX {}").format(sql.Identifier(name)))


@pytest.fixture
async def open_store(variant: Variant, uri: str | None, clock: Any) -> AsyncIterator[OpenStore]:
    """Open the variant's store as often as the test likes, on its database or ``at`` another."""
    async with AsyncExitStack() as stack:

        async def opened(*, at: str | None = None, setup: bool = True, **options: Any) -> Driver:
            raw = await open_raw(variant, stack, at or uri, {"clock": clock, **options})
            driver = Driver(raw, variant, _advance(variant, at or uri, clock))
            if at and setup:
                await driver.call("setup")
            return driver

        yield opened


def _advance(variant: Variant, uri: str | None, clock: Any) -> Callable[[timedelta], None]:
    if variant.family == "ours":
        return clock.advance  # type: ignore[no-any-return]
    if variant.family == "postgres" and uri:
        return partial(age_stock_items, uri)
    return lambda by: None


@pytest.fixture
async def store(open_store: OpenStore) -> Driver:
    """A store without vectors."""
    return await open_store()


@pytest.fixture
async def vector_store(open_store: OpenStore) -> Driver:
    """A store that indexes the field ``content`` of each item."""
    return await open_store(index={"dims": DIMS, "embed": ToyEmbeddings(), "fields": ["content"]})
