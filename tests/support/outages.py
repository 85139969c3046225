"""How is a database taken away from those who use it, and given back?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from langmem_ext.stores.cluster import Cluster, find_binaries


def take_away(uri: str) -> None:
    """Cut all connections to a database, and let nobody connect."""
    name = str(conninfo_to_dict(uri)["dbname"])
    with _beside(uri) as admin:
        admin.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
        admin.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s",
            [name],
        )


def give_back(uri: str) -> None:
    name = str(conninfo_to_dict(uri)["dbname"])
    with _beside(uri) as admin:
        admin.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')


def _beside(uri: str) -> psycopg.Connection:
    return psycopg.connect(make_conninfo(uri, dbname="postgres"), autocommit=True)


@contextmanager
def own_cluster(folder: Path) -> Iterator[Cluster]:
    """Start a Postgres that a test may stop and start as it likes."""
    cluster = Cluster(folder.resolve(), find_binaries(), throwaway=True)
    cluster.initialise()
    cluster.start()
    try:
        yield cluster
    finally:
        cluster.stop()
