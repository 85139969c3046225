"""What could keep memory from working here?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from langmem_ext.errors import LangMemError

if TYPE_CHECKING:
    import psycopg

    from langmem_ext.cli.call import Call
    from langmem_ext.settings import Settings

_EXTENSION = """
SELECT installed_version AS installed, default_version AS available FROM pg_available_extensions WHERE name = 'vector'
"""

_STORED_EMBEDDER = """
SELECT value ->> 'name' AS name FROM langmem.metadata
WHERE key = 'embedder' AND (EXISTS (SELECT FROM langmem.vectors) OR EXISTS (SELECT FROM langmem.item_vectors))
"""


@dataclass(frozen=True, slots=True)
class Finding:
    """Say whether one thing is as it should be, and what it is."""

    name: str
    ok: bool
    detail: str

    def as_dict(self) -> dict[str, Any]:
        """Return the finding as JSON."""
        return asdict(self)


def examine(call: Call) -> Iterator[Finding]:
    """Look at everything in turn; what cannot be looked at because of an earlier fault is left out."""
    try:
        settings = call.settings()
        yield _categories(settings)
    except LangMemError as error:
        yield Finding("settings", False, str(error))
        return
    stored = None
    with ExitStack() as held:
        try:
            connection = _connect(settings, held)
        except LangMemError as error:
            yield Finding("database", False, str(error))
        else:
            yield from _database(connection)
            yield from _schema(connection)
            stored = _stored_embedder(connection)
    yield _embedder(settings, stored)


def _categories(settings: Settings) -> Finding:
    from langmem_ext.categories import Categories

    found = Categories.load(settings.categories_file)
    where = settings.categories_file or "the packaged file"
    return Finding(
        "settings",
        True,
        f"{len(found.by_name)} categories of {where}; model: {settings.model or 'none'}",
    )


def _connect(settings: Settings, held: ExitStack) -> psycopg.Connection[Any]:
    import psycopg
    from psycopg.rows import dict_row

    from langmem_ext.stores.embedded import default_data_folder, embedded_postgres
    from langmem_ext.stores.engine import errors_explained

    uri = settings.database_uri or held.enter_context(
        embedded_postgres(settings.data_dir or default_data_folder())
    )
    with errors_explained():
        connection = psycopg.connect(uri, connect_timeout=10, autocommit=True, row_factory=dict_row)
    return held.enter_context(connection)


def _database(connection: psycopg.Connection[Any]) -> Iterator[Finding]:
    version = connection.info.server_version
    where = f"{connection.info.dbname} on {connection.info.host or 'this machine'}"
    yield Finding(
        "database", version >= 150000, f"Postgres {version // 10000}.{version % 10000}, {where}"
    )
    row = connection.execute(_EXTENSION).fetchone()
    if row is None:
        yield Finding("pgvector", False, "not there; install the extension `vector` on the server")
    elif row["installed"] is None:
        yield Finding(
            "pgvector", True, f"{row['available']} is there, to be created when the store is set up"
        )
    else:
        yield Finding("pgvector", True, row["installed"])


def _schema(connection: psycopg.Connection[Any]) -> Iterator[Finding]:
    from langmem_ext.stores.migrate import migrations

    known = connection.execute("SELECT to_regclass('langmem.migrations') AS name").fetchone()
    applied = set()
    if known and known["name"]:
        applied = {row["name"] for row in connection.execute("SELECT name FROM langmem.migrations")}
    ours = [name for name, _ in migrations()]
    missing, newer = [name for name in ours if name not in applied], sorted(applied - set(ours))
    if newer:
        yield Finding(
            "schema", False, f"has {', '.join(newer)} of a later version; upgrade langmem-ext"
        )
    elif missing:
        yield Finding("schema", True, f"{len(missing)} migrations to come when the store is set up")
    else:
        yield Finding("schema", True, f"all {len(ours)} migrations")


def _stored_embedder(connection: psycopg.Connection[Any]) -> str | None:
    """Return the name of the embedder whose vectors are kept; None as long as there are none."""
    known = connection.execute("SELECT to_regclass('langmem.metadata') AS name").fetchone()
    row = known and known["name"] and connection.execute(_STORED_EMBEDDER).fetchone()
    return str(row["name"]) if row else None


def _embedder(settings: Settings, stored: str | None) -> Finding:
    from langmem_ext.embeddings import resolve_embeddings

    try:
        found = resolve_embeddings(
            settings.embedder,
            threads=settings.embedder_threads,
            model_path=settings.embedder_model_path,
        )
        size = len(found.embeddings.embed_query("Is anybody there?")) if found else 0
    except Exception as error:  # whatever a third party's embedder raises
        return Finding("embedder", False, f"{settings.embedder}: {error}")
    if found is None:
        return Finding("embedder", True, "none: search by words only")
    if stored not in (None, found.name):
        return Finding(
            "embedder",
            False,
            f"{found.name}, but the stored vectors are of {stored}: vector search is off",
        )
    return Finding("embedder", True, f"{found.name}, {size} dimensions")
