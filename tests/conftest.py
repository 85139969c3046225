"""What does every test find ready?

The fixtures live in tests/support, one module per theme; that folder is on the path, so tests may import from it too:

    clock               a `FakeClock`; `clock.advance(timedelta(days=1))`
    database_uri        a fresh, migrated database; dropped after the test
    empty_database_uri  a fresh database with nothing in it
    databases           the server itself: `with databases.fresh(migrated=True) as uri`
    hash_embeddings     a cheap, deterministic embedder of 64 dimensions
    store, async_store  a `MemoryStore`, `AsyncMemoryStore` on `database_uri` with that clock and embedder
    local_store         a `MemoryStore` with the real offline embedder

`--database-uri`, or LANGMEM_TEST_DATABASE_URI, names a Postgres to use instead of the embedded one.
"""

from __future__ import annotations

import os
import shutil
import signal
import tempfile

import pytest
from hypothesis import settings

pytest_plugins = ["fix_clock", "fix_embeddings", "fix_database", "fix_store"]

# Tests see neither the settings nor the files of whoever runs them, and send nothing anywhere.
HOME = tempfile.mkdtemp(prefix="langmem-home-")
for name in list(os.environ):
    if name.startswith(("LANGMEM_", "LANGSMITH_", "LANGCHAIN_", "XDG_")) and "_TEST_" not in name:
        del os.environ[name]
os.environ.update(
    HOME=HOME,
    LANGMEM_DATA_DIR=os.path.join(HOME, "postgres"),
    LANGSMITH_TRACING="false",
    LANGSMITH_TEST_TRACKING="false",
    LANGGRAPH_CLI_NO_ANALYTICS="1",
    LANGGRAPH_NO_VERSION_CHECK="true",
)

# A shell lets its background jobs ignore ctrl-C, and they their children: tests interrupt theirs.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A slow machine is no bug; failures are repeated from the printed blob, not from a folder.
settings.register_profile("langmem", deadline=None, database=None, print_blob=True)
settings.load_profile("langmem")


def pytest_unconfigure(config: pytest.Config) -> None:
    shutil.rmtree(HOME, ignore_errors=True)
