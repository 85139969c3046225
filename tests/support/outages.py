"""How is a database taken away from those who use it, and given back?"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
from fix_database import in_memory
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
def own_cluster() -> Iterator[Cluster]:
    """Start a Postgres that a test may stop and start as it likes."""
    with _folder() as folder:
        cluster = Cluster(folder, find_binaries(), throwaway=True)
        cluster.initialise()
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()


def keep_on_disk(uri: str) -> None:
    """Have a throwaway server write down what it holds: it commits before it does, and is stopped at once."""
    with psycopg.connect(uri, autocommit=True) as admin:
        admin.execute("CHECKPOINT")


@contextmanager
def _folder() -> Iterator[Path]:
    """Make a folder that another account may reach: those of pytest are closed again by the next run of it."""
    with TemporaryDirectory(prefix="langmem-own-", dir=in_memory()) as folder:
        yield Path(folder).resolve()


@contextmanager
def standby_of(primary: Cluster) -> Iterator[Cluster]:
    """Start a hot standby that follows a running server."""
    with _folder() as folder:
        standby = Cluster(folder, primary.binaries, throwaway=True)
        _copy(primary, standby)
        standby.start()
        try:
            yield standby
        finally:
            standby.stop()


def _copy(primary: Cluster, standby: Cluster) -> None:
    host = str(primary._socket_folder())
    copy = [str(primary.binaries / "pg_basebackup"), "-h", host, "-p", "5432", "-U", "postgres"]
    subprocess.run([*copy, "-D", str(standby.data), "-R", "-c", "fast"], check=True)
    for left in standby.data.glob(".s.PGSQL*"):  # the primary listens in its folder
        left.unlink()
    if standby.account is not None:
        for each in (standby.data, *standby.data.rglob("*")):
            os.chown(each, standby.account.pw_uid, standby.account.pw_gid)


def caught_up(primary: str, standby: str) -> None:
    """Wait until a standby has what its primary holds."""
    with (
        psycopg.connect(primary, autocommit=True) as ours,
        psycopg.connect(standby, autocommit=True) as theirs,
    ):
        (written,) = ours.execute("SELECT pg_current_wal_flush_lsn()").fetchone() or (None,)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            (there,) = theirs.execute(
                "SELECT pg_last_wal_replay_lsn() >= %s", [written]
            ).fetchone() or (False,)
            if there:
                return
            time.sleep(0.02)
    raise AssertionError("the standby does not follow")
