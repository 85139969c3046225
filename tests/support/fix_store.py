"""Which stores does a test find open?"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from fix_clock import FakeClock
from fix_embeddings import HASH_DIMS, HashEmbeddings

if TYPE_CHECKING:
    from langmem_ext.stores import AsyncMemoryStore, MemoryStore


@pytest.fixture
def store(
    database_uri: str, clock: FakeClock, hash_embeddings: HashEmbeddings
) -> Iterator[MemoryStore]:
    from langmem_ext.stores import MemoryStore

    index = {"dims": HASH_DIMS, "embed": hash_embeddings}
    with MemoryStore.from_conn_string(database_uri, index=index, clock=clock) as store:
        yield store


@pytest.fixture
def sparse_store(
    database_uri: str, clock: FakeClock, hash_embeddings: HashEmbeddings
) -> Iterator[MemoryStore]:
    """A store that links a memory to the nearest only."""
    from langmem_ext.settings import RelationSettings, Settings
    from langmem_ext.stores import MemoryStore

    options: Any = {
        "index": {"dims": HASH_DIMS, "embed": hash_embeddings},
        "clock": clock,
        "settings": Settings(relations=RelationSettings(top_k=1, link_min=0.2)),
    }
    with MemoryStore.from_conn_string(database_uri, **options) as store:
        yield store


@pytest.fixture
async def async_store(
    database_uri: str, clock: FakeClock, hash_embeddings: HashEmbeddings
) -> AsyncIterator[AsyncMemoryStore]:
    """The async store on the same database as `store`: a test may use both."""
    from langmem_ext.stores import AsyncMemoryStore

    index = {"dims": HASH_DIMS, "embed": hash_embeddings}
    async with AsyncMemoryStore.from_conn_string(database_uri, index=index, clock=clock) as store:
        yield store


@pytest.fixture
def local_store(empty_database_uri: str, clock: FakeClock) -> Iterator[MemoryStore]:
    """A store with the offline embedder that users get, on a database of its own."""
    pytest.importorskip("onnxruntime", reason="the extra `local` is not installed")
    from langmem_ext.stores import MemoryStore

    with MemoryStore.from_conn_string(empty_database_uri, clock=clock) as store:
        store.setup()
        yield store
