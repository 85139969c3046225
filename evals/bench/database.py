"""Where do the compared stores live, what do they take there, and on what machine?

One database for each store, all on one server: they share its memory, its disk and its settings.
"""

from __future__ import annotations

import os
import platform
import shutil
import tempfile
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.metadata import version
from typing import Any, LiteralString
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

SETTINGS = (
    "shared_buffers", "work_mem", "maintenance_work_mem", "effective_cache_size", "max_wal_size", "fsync",
    "synchronous_commit", "full_page_writes", "jit", "max_parallel_workers_per_gather", "random_page_cost",
    "autovacuum_naptime",
)  # fmt: skip
"""What of the server's configuration is reported."""

_TABLES: LiteralString = """
SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
WHERE relkind = 'r' AND relnamespace NOT IN (SELECT oid FROM pg_namespace WHERE nspname ~ '^(pg_|information_schema)')
ORDER BY 2 DESC"""


@contextmanager
def served(uri: str | None, *, durable: bool, shared_buffers: str | None = None) -> Iterator[str]:
    """Yield the connection string given, or a temporary embedded server's; `durable` syncs it to the disk."""
    if uri is not None:
        yield uri
        return
    from langmem_ext.stores.embedded import embedded_postgres

    with ExitStack() as stack:
        folder = tempfile.mkdtemp(prefix="langmem-bench-") if durable else None
        if folder is not None:
            stack.callback(shutil.rmtree, folder, ignore_errors=True)
        yield stack.enter_context(embedded_postgres(folder, shared_buffers=shared_buffers))


@contextmanager
def fresh_databases(server: str, names: Sequence[str]) -> Iterator[dict[str, str]]:
    """Make a database for each name, yield their connection strings, and drop them in the end."""
    run = uuid.uuid4().hex[:8]
    made = {name: f"langmem_bench_{run}_{name}" for name in names}
    try:
        for database in made.values():
            execute(server, sql.SQL("CREATE DATABASE {}").format(sql.Identifier(database)))
        yield {name: _named(server, database) for name, database in made.items()}
    finally:
        for database in made.values():
            drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
            execute(server, drop.format(sql.Identifier(database)))


def _named(uri: str, database: str) -> str:
    if "://" in uri:
        return urlunsplit(urlsplit(uri)._replace(path=f"/{database}"))
    return make_conninfo(uri, dbname=database)


def execute(uri: str, *statements: LiteralString | sql.Composed) -> list[tuple[Any, ...]]:
    """Run statements outside a transaction and return the rows of the last."""
    with psycopg.connect(uri, autocommit=True) as connection:
        for statement in statements:
            cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else []


def vacuum(uri: str) -> float:
    """Run VACUUM ANALYZE and return the seconds it took."""
    started = time.perf_counter()
    execute(uri, "VACUUM ANALYZE")
    return time.perf_counter() - started


def table_bytes(uri: str) -> dict[str, int]:
    """Return the bytes of each table with its indexes and TOAST, the largest first."""
    return {name: int(size) for name, size in execute(uri, _TABLES)}


def machine(server: str) -> dict[str, Any]:
    """Describe what the numbers were measured on."""
    rows = execute(server, "SELECT name, current_setting(name) FROM pg_settings")
    settings = dict(rows)
    (vector,) = execute(
        server, "SELECT default_version FROM pg_available_extensions WHERE name = 'vector'"
    ) or [(None,)]
    return {
        "cores": os.cpu_count(),
        "processor": _processor(),
        "load_average": [round(each, 2) for each in os.getloadavg()],
        "python": platform.python_version(),
        "postgres": settings["server_version"].split()[0],
        "pgvector": vector[0],
        "packages": {
            name: version(name)
            for name in ("langmem-ext", "langgraph-checkpoint-postgres", "psycopg")
        },
        "settings": {name: settings[name] for name in SETTINGS if name in settings},
    }


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = [
                line.partition(":")[2].strip() for line in file if line.startswith("model name")
            ]
    except OSError:
        names = []
    return names[0] if names else platform.processor() or platform.machine()
