"""Which stores are held to the contract, and how is one sentence spoken to all of them?"""

from __future__ import annotations

import asyncio
import inspect
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal

import psycopg
from langchain_core.embeddings import Embeddings
from langgraph.store.base import BaseStore, Item, Op, SearchItem
from langgraph.store.memory import InMemoryStore
from langgraph.store.postgres import AsyncPostgresStore, PostgresStore

Namespace = tuple[str, ...]
Family = Literal["inmemory", "postgres", "ours"]
Colour = Literal["sync", "async"]
FAMILIES: tuple[Family, ...] = ("inmemory", "postgres", "ours")
DIMS = 64


@dataclass(frozen=True, slots=True)
class Space:
    """Namespaces of one kind, and values that are welcome there.

    ``home`` and ``second`` lie under ``prefix``; ``stranger`` does not, though its text begins like it.
    """

    kind: Literal["plain", "memory"]

    def namespace(self, owner: str, topic: str = "preferences") -> Namespace:
        if self.kind == "plain":
            return ("people", owner, topic)
        from langmem_ext.namespaces import encode_label

        return ("memory", "default", "user", encode_label(owner), topic)

    @property
    def home(self) -> Namespace:
        return self.namespace("ana")

    @property
    def second(self) -> Namespace:
        return self.namespace("ana", "goals")

    @property
    def stranger(self) -> Namespace:
        return self.namespace("anabel")

    @property
    def prefix(self) -> Namespace:
        return self.home[:-1]


@dataclass(frozen=True, slots=True)
class Variant:
    """One column of the contract: a store, a colour, and the kind of namespace it is asked about."""

    family: Family
    colour: Colour
    space: Space = Space("plain")

    @property
    def id(self) -> str:
        parts = [self.family, self.colour] + ["memory"] * (self.space.kind == "memory")
        return "-".join(parts)


class ToyEmbeddings(Embeddings):
    """Give each new word its own dimension, so that every similarity can be worked out by hand."""

    def __init__(self, dims: int = DIMS) -> None:
        self.dims = dims
        self._places: dict[str, int] = {}
        self._lock = threading.Lock()

    def embed_query(self, text: str) -> list[float]:
        words = re.findall(r"\w+", text.lower()) or [text]  # no text has a vector of zeros
        counts = Counter(self._place(word) for word in words)
        return [float(counts[place]) for place in range(self.dims)]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]

    def _place(self, word: str) -> int:
        with self._lock:
            return self._places.setdefault(word, len(self._places) % self.dims)


class Driver:
    """Speak to a store of either colour in the same awaitable words.

    ``raw`` is the store itself. A sync store is called from worker threads, so that ``asyncio.gather``
    runs both colours in parallel.
    """

    def __init__(self, raw: Any, variant: Variant, advance: Callable[[timedelta], None]) -> None:
        self.raw = raw
        self.variant = variant
        self.pass_time = advance

    async def put(self, namespace: Namespace, key: str, value: Any, *args: Any, **kw: Any) -> None:
        await self._call("put", namespace, key, value, *args, **kw)

    async def get(self, namespace: Namespace, key: str, **kw: Any) -> Item | None:
        item: Item | None = await self._call("get", namespace, key, **kw)
        return item

    async def delete(self, namespace: Namespace, key: str) -> None:
        await self._call("delete", namespace, key)

    async def search(self, prefix: Namespace, /, **kw: Any) -> list[SearchItem]:
        found: list[SearchItem] = await self._call("search", prefix, **kw)
        return found

    async def list_namespaces(self, **kw: Any) -> list[Namespace]:
        listed: list[Namespace] = await self._call("list_namespaces", **kw)
        return listed

    async def batch(self, ops: Iterable[Op]) -> list[Any]:
        answers: list[Any] = await self._call("batch", ops)
        return answers

    async def call(self, name: str, *args: Any, **kw: Any) -> Any:
        """Call a method that keeps its name in both colours (``setup``, ``sweep_ttl``)."""
        method = getattr(self.raw, name)
        if inspect.iscoroutinefunction(method):
            return await method(*args, **kw)
        answer = await asyncio.to_thread(method, *args, **kw)
        return await answer if inspect.iscoroutine(answer) else answer

    async def _call(self, name: str, *args: Any, **kw: Any) -> Any:
        if self.variant.colour == "async":
            return await getattr(self.raw, f"a{name}")(*args, **kw)
        return await asyncio.to_thread(getattr(self.raw, name), *args, **kw)


async def open_raw(
    variant: Variant, stack: AsyncExitStack, uri: str | None, options: Mapping[str, Any]
) -> BaseStore:
    """Open the store of ``variant``; ``stack`` closes it. Options: ``index``, ``ttl``, ``clock``."""
    index, ttl = options.get("index"), options.get("ttl")
    if variant.family == "inmemory":
        return InMemoryStore(index=index)
    if variant.family == "postgres":
        stock: Any = PostgresStore if variant.colour == "sync" else AsyncPostgresStore
        return await _enter(stack, stock.from_conn_string(uri, index=index, ttl=ttl))
    # imported here: the stock columns must run before the package can be imported
    from langmem_ext.stores.postgres import AsyncMemoryStore, MemoryStore

    made: Any = MemoryStore if variant.colour == "sync" else AsyncMemoryStore
    # the stock stores read index=None as "no vectors"; for MemoryStore it is the offline embedder
    opened = made.from_conn_string(uri, index=index or False, ttl=ttl, clock=options["clock"])
    return await _enter(stack, opened)


async def _enter(stack: AsyncExitStack, manager: Any) -> BaseStore:
    sync = hasattr(manager, "__enter__") and not hasattr(manager, "__aenter__")
    store = stack.enter_context(manager) if sync else await stack.enter_async_context(manager)
    assert isinstance(store, BaseStore)
    return store


def age_stock_items(uri: str, by: timedelta) -> None:
    """Let time pass for a stock Postgres store, whose clock is the server's: deadlines come nearer."""
    with psycopg.connect(uri, autocommit=True) as conn:
        conn.execute("UPDATE store SET expires_at = expires_at - %s", (by,))
