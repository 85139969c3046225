"""Which Postgres do the tests run on, and where does each test's database come from?

The embedded server belongs to one process: of several that share out the tests, each starts its own. The schema is
migrated once per session into a template; a test's database is a copy of it, made in a few hundredths of a second and
dropped afterwards.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from fix_embeddings import HASH_DIMS, HashEmbeddings
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

OPTION = "--database-uri"

PARTITIONS = int(os.environ.get("LANGMEM_TEST_PARTITIONS", "0")) or None
"""Into how many parts the tables of migrated databases are split, for a run of the suite on such a schema."""


class Databases:
    """Make and drop databases on one server."""

    def __init__(self, uri: str) -> None:
        self.uri = uri
        self.prefix = f"langmem_test_{uuid.uuid4().hex[:8]}"
        self.made = 0

    @contextmanager
    def fresh(self, *, migrated: bool = True, like: str | None = None) -> Iterator[str]:
        """Yield the connection string of a new database, dropped in the end with whoever is connected.

        `like` is that of another one to copy, to which nobody may be connected.
        """
        self.made += 1
        name = f"{self.prefix}_{self.made}"
        copied = conninfo_to_dict(like)["dbname"] if like else None
        uri = self._create(name, copied or (self.template if migrated else None))
        try:
            yield uri
        finally:
            self._drop(name)

    @cached_property
    def template(self) -> str:
        from langmem_ext.stores import MemoryStore

        name = f"{self.prefix}_template"
        index = {"dims": HASH_DIMS, "embed": HashEmbeddings()}
        self._drop(name)  # left by an attempt that failed: the next test should see why, too
        with MemoryStore.from_conn_string(self._create(name), index=index) as store:
            store.setup(PARTITIONS)
        return name

    def close(self) -> None:
        self._drop(f"{self.prefix}_template")

    def _create(self, name: str, template: str | None = None) -> str:
        statement = sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name))
        if template:
            statement += sql.SQL(" TEMPLATE {}").format(sql.Identifier(template))
        self._execute(statement)
        return named(self.uri, name)

    def _drop(self, name: str) -> None:
        self._execute(
            sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
        )

    def _execute(self, statement: sql.Composable) -> None:
        with psycopg.connect(self.uri, autocommit=True) as connection:
            connection.execute(statement)


def named(uri: str, database: str) -> str:
    """Return the connection string of another database of the same server."""
    if "://" in uri:
        return urlunsplit(urlsplit(uri)._replace(path=f"/{database}"))
    return make_conninfo(uri, dbname=database)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        OPTION,
        default=os.environ.get("LANGMEM_TEST_DATABASE_URI"),
        help="run on this Postgres (a superuser's connection string), not on the embedded one",
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption(OPTION) and config.getoption("numprocesses", None):
        raise pytest.UsageError(
            f"On a server named by {OPTION} the tests take one process: each makes roles of the same names."
        )


def pytest_report_header(config: pytest.Config) -> str:
    return f"postgres: {postgres_version(config.getoption(OPTION))}"


def postgres_version(uri: str | None) -> str:
    if uri is not None:
        with psycopg.connect(uri) as connection:
            return str(connection.execute("SHOW server_version").fetchone()[0])
    from langmem_ext.errors import StoreUnavailable
    from langmem_ext.stores.cluster import find_binaries

    try:
        postgres = find_binaries() / "postgres"
    except StoreUnavailable as error:
        return str(error)
    version = subprocess.run([postgres, "--version"], capture_output=True, text=True).stdout
    return f"{version.split()[-1]} (embedded)"


@pytest.fixture(scope="session")
def server_uri(request: pytest.FixtureRequest) -> Iterator[str]:
    """The connection string of a superuser on the server that all tests share."""
    uri = request.config.getoption(OPTION)
    if uri is not None:
        yield uri
        return
    from langmem_ext.stores.embedded import embedded_postgres

    server = embedded_postgres()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tempfile.tempdir", in_memory())
        uri = server.__enter__()
    try:
        yield uri
    finally:
        server.__exit__(None, None, None)


def in_memory() -> str | None:
    """Name a folder in memory with room for the tests: copying a template there takes a tenth of the time."""
    folder = "/dev/shm"
    roomy = os.access(folder, os.W_OK) and shutil.disk_usage(folder).free > 2 << 30
    return folder if roomy else None


@pytest.fixture(scope="session")
def databases(server_uri: str) -> Iterator[Databases]:
    databases = Databases(server_uri)
    yield databases
    databases.close()


@pytest.fixture
def database_uri(databases: Databases) -> Iterator[str]:
    with databases.fresh() as uri:
        yield uri


@pytest.fixture
def empty_database_uri(databases: Databases) -> Iterator[str]:
    with databases.fresh(migrated=False) as uri:
        yield uri
