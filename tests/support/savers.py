"""Which checkpointers are tested as one? The async one, and the sync one called in threads."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from langmem_ext.stores.checkpoints import AsyncMemoryCheckpointer, MemoryCheckpointer


def _in_thread(name: str) -> Any:
    async def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        return await asyncio.to_thread(getattr(self, name), *args, **kwargs)

    return call


class InThreads(MemoryCheckpointer):
    """A MemoryCheckpointer whose methods can be awaited."""

    aget_tuple = _in_thread("get_tuple")
    aput = _in_thread("put")
    aput_writes = _in_thread("put_writes")
    adelete_thread = _in_thread("delete_thread")
    adelete_for_runs = _in_thread("delete_for_runs")
    adelete_for_user = _in_thread("delete_for_user")
    acopy_thread = _in_thread("copy_thread")
    aprune = _in_thread("prune")
    aprune_older = _in_thread("prune_older")
    alist_threads = _in_thread("list_threads")

    async def alist(self, *args: Any, **kwargs: Any) -> AsyncIterator[Any]:  # type: ignore[override]
        for each in await asyncio.to_thread(lambda: list(self.list(*args, **kwargs))):
            yield each


@asynccontextmanager
async def opened(colour: str, uri: str, **options: Any) -> AsyncIterator[Any]:
    """Open a checkpointer of a colour, `sync` or `async`, set up."""
    if colour == "async":
        async with AsyncMemoryCheckpointer.from_conn_string(uri, **options) as saver:
            await saver.setup()
            yield saver
    else:
        with InThreads.from_conn_string(uri, **options) as saver:
            await asyncio.to_thread(saver.setup)
            yield saver
