"""How is a real PgBouncer put before the tests' Postgres?"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

PGBOUNCER = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")


needs_pgbouncer = pytest.mark.skipif(PGBOUNCER is None, reason="PgBouncer is not installed")


@contextmanager
def pgbouncer(uri: str, folder: Path) -> Iterator[str]:
    """Run PgBouncer in transaction mode, with two connections to the server for everybody."""
    server = conninfo_to_dict(uri)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder.chmod(0o755)  # it does not run as root
    (folder / "users.txt").write_text(f'"{server["user"]}" "{server.get("password", "x")}"\n')
    (folder / "pgbouncer.ini").write_text(
        f"""[databases]
{server["dbname"]} = host={server["host"]} port={server.get("port", 5432)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = plain
auth_file = {folder}/users.txt
pool_mode = transaction
default_pool_size = 2
query_wait_timeout = 20
ignore_startup_parameters = extra_float_digits
"""
    )
    as_whom = ["-u", may_connect(server["host"])] if os.getuid() == 0 else []
    process = subprocess.Popen(
        [PGBOUNCER, *as_whom, str(folder / "pgbouncer.ini")], stderr=subprocess.DEVNULL
    )
    try:
        wait_for(port)
        yield make_conninfo(uri, host="127.0.0.1", port=port, password=server.get("password", "x"))
    finally:
        process.terminate()
        process.wait(10)


def may_connect(host: str) -> str:
    """Name a user who is not root and may reach the server: a socket may be for its owner only."""
    return Path(host).owner() if host.startswith("/") else "nobody"


def wait_for(port: int) -> None:
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    pytest.fail("PgBouncer did not start")


def ordinary(uri: str) -> str:
    """Make a role that owns nothing and is subject to the walls; return its connection string."""
    with psycopg.connect(uri, autocommit=True) as connection:
        connection.execute(
            "DO $$ BEGIN CREATE ROLE langmem_test_login LOGIN PASSWORD 'x' IN ROLE langmem_app; "
            "EXCEPTION WHEN duplicate_object THEN NULL; END $$"
        )
        connection.execute("ALTER ROLE langmem_test_login NOSUPERUSER NOBYPASSRLS INHERIT")
    return make_conninfo(uri, user="langmem_test_login", password="x")
