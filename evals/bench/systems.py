"""Which stores are compared, and how is each filled and asked?

`ours` is MemoryStore with every gate, merge bands, relations and history on. `flat` and `hnsw` are LangGraph's
PostgresStore without and with its default vector index. All get the same facts and the same vectors, each through its
own public calls: the stock store a namespace for each user and the text as its one indexed field, which is how its
documentation keeps memories and its fastest layout (the namespace is one value of its primary key, the filter is on
the value).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeAlias, cast
from uuid import NAMESPACE_URL, uuid5

from langgraph.store.base import BaseStore, PutOp
from langgraph.store.postgres import PostgresStore

from evals.bench.database import execute
from evals.bench.facts import Fact
from evals.bench.vectors import LookedUp
from langmem_ext.embeddings import ResolvedEmbedder
from langmem_ext.embeddings.local import LOCAL_BANDS
from langmem_ext.principal import Principal
from langmem_ext.settings import RankingSettings, Settings
from langmem_ext.stores import MemoryStore
from langmem_ext.stores.view import MemoryView

TOP_K = 10
EVERYTHING = 100_000
"""The tokens of a query's budget: rows are measured, not what of them fits into a prompt."""

ALL = 1_000_000

STOCK_BATCH = 100
"""How many puts the stock store gets at a time: its usual size; every tenth batch is as large as ours."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Hold one search: whose, for what, by which filter, and the fact that it was made from."""

    user: str
    text: str
    category: str
    importance_min: int
    about: Fact


Search: TypeAlias = Callable[[Ask], "list[str]"]
"""Return the texts that a search finds, best first."""

FILTERED, SECOND_PAGE = "filter", "page2"


class System(Protocol):
    """Fill and ask one store."""

    name: str
    uri: str
    batches: tuple[int, ...]
    """How many facts are loaded at a time; every tenth time as many as the second says, if there is one."""

    @property
    def searches(self) -> Mapping[str, Search]:
        """Return the searches that are timed, by name."""

    @property
    def by_vectors(self) -> Mapping[str, Search]:
        """Return the searches that rank by vectors alone, to be compared with the exact ranking; by the same names."""

    def load(self, user: str, facts: Sequence[Fact]) -> Counter[str]:
        """Write facts at once and count what became of them."""

    def write(self, user: str, fact: Fact) -> str:
        """Write one fact and return what became of it."""

    def stored(self, user: str) -> list[Fact]:
        """Return what the store holds of a user."""


# Ours


def our_index(embeddings: Any, dims: int) -> Any:
    """Return the index that gives the store these vectors, with merge bands as the default embedder has them.

    Without bands only equal texts would merge, and a write would look at less than in production.
    """
    embedder = ResolvedEmbedder("bench", dims, embeddings, LOCAL_BANDS)
    return {"embed": embedder, "dims": dims}


def vectors_alone(settings: Settings) -> Settings:
    """Return settings under which a query ranks by similarity only: every other weight is 0."""
    weights = [
        name
        for name in RankingSettings.model_fields
        if name.endswith("_weight") and name != "insight_weight"  # that one is a factor
    ]
    ranking = settings.ranking.model_copy(update=dict.fromkeys(weights, 0.0))
    return settings.model_copy(update={"ranking": ranking})


@dataclass
class Ours:
    """Fill and ask a MemoryStore; `plain` is the same database, ranked by vectors alone."""

    name: str
    uri: str
    store: MemoryStore
    plain: MemoryStore
    batches: tuple[int, ...]

    @property
    def searches(self) -> Mapping[str, Search]:
        """Return hybrid queries outside of threads and inside (with its delta), filtered, and BaseStore's two pages."""
        return {
            "query": lambda ask: _query(self.view(ask.user), ask),
            "query_in_thread": lambda ask: _query(self.view(ask.user, "bench"), ask),
            FILTERED: lambda ask: _query(self.view(ask.user), ask, filters=_filter(ask)),
            "search": lambda ask: _page(self.view(ask.user), ask, 0),
            SECOND_PAGE: lambda ask: _page(self.view(ask.user), ask, TOP_K),
        }

    @property
    def by_vectors(self) -> Mapping[str, Search]:
        """Return the same calls of the store that ranks by vectors alone."""
        return replace(self, store=self.plain).searches

    def view(self, user: str, thread: str | None = None) -> MemoryView:
        """Return the store as a user sees it."""
        return self.store.bind(Principal(user_id=user, thread_id=thread and f"{thread}-{user}"))

    def load(self, user: str, facts: Sequence[Fact]) -> Counter[str]:
        """Remember facts in one transaction."""
        drafts = [
            {"content": fact.text, "category": fact.category, "importance": fact.importance}
            for fact in facts
        ]
        outcomes = self.view(user).remember_many(drafts)
        return Counter(_said(outcome) for outcome in outcomes)

    def write(self, user: str, fact: Fact) -> str:
        """Remember one fact."""
        return _said(
            self.view(user).remember(fact.text, category=fact.category, importance=fact.importance)
        )

    def stored(self, user: str) -> list[Fact]:
        """Return what the user's space holds."""
        return [
            Fact(memory.content, memory.category, memory.importance)
            for memory in self.view(user).list(limit=ALL)
        ]

    def ids(self, user: str, count: int) -> list[str]:
        """Return the ids of some memories of a user."""
        return [memory.id for memory in self.view(user).list(limit=count)]


def _query(view: MemoryView, ask: Ask, **more: Any) -> list[str]:
    found = view.query(ask.text, top_k=TOP_K, returns="full", budget_tokens=EVERYTHING, **more)
    return [memory.content for memory in found.memories[:TOP_K]]  # related ones stand at the end


def _filter(ask: Ask) -> dict[str, Any]:
    return {"category": ask.category, "importance_min": ask.importance_min}


def _page(view: MemoryView, ask: Ask, offset: int) -> list[str]:
    prefix = ("memory", "default", "user", ask.user)
    found = view.search(prefix, query=ask.text, limit=TOP_K, offset=offset)
    return [item.value["content"] for item in found]


def _said(outcome: Any) -> str:
    return (
        f"{outcome.status} ({outcome.reason})" if outcome.status == "rejected" else outcome.status
    )


# The stock store


@dataclass
class Stock:
    """Fill and ask LangGraph's PostgresStore."""

    name: str
    uri: str
    store: BaseStore
    batches: tuple[int, ...]

    @property
    def searches(self) -> Mapping[str, Search]:
        """Return its search, the filtered one, and the second page."""
        return {
            "query": lambda ask: self._search(ask),
            FILTERED: lambda ask: self._search(ask, filter=_stock_filter(ask)),
            SECOND_PAGE: lambda ask: self._search(ask, offset=TOP_K),
        }

    @property
    def by_vectors(self) -> Mapping[str, Search]:
        """Return its searches: they rank by vectors anyway."""
        return self.searches

    def load(self, user: str, facts: Sequence[Fact]) -> Counter[str]:
        """Put facts in one batch."""
        self.store.batch([PutOp(("memories", user), _key(fact), _value(fact)) for fact in facts])
        return Counter({"put": len(facts)})

    def write(self, user: str, fact: Fact) -> str:
        """Put one fact."""
        self.store.put(("memories", user), _key(fact), _value(fact))
        return "put"

    def stored(self, user: str) -> list[Fact]:
        """Return what the user's namespace holds."""
        return [
            Fact(item.value["content"], item.value["category"], item.value["importance"])
            for item in self.store.search(("memories", user), limit=ALL)
        ]

    def _search(self, ask: Ask, **more: Any) -> list[str]:
        found = self.store.search(("memories", ask.user), query=ask.text, limit=TOP_K, **more)
        return [item.value["content"] for item in found]


def _key(fact: Fact) -> str:
    return str(uuid5(NAMESPACE_URL, fact.text))


def _value(fact: Fact) -> dict[str, Any]:
    return {"content": fact.text, "category": fact.category, "importance": fact.importance}


def _stock_filter(ask: Ask) -> dict[str, Any]:
    """Filter as ours does; the stock store compares text, which is right as long as importance has one digit."""
    return {"category": ask.category, "importance": {"$gte": ask.importance_min}}


# All of them

KINDS = ("ours", "flat", "hnsw")


@contextmanager
def opened(uris: Mapping[str, str], embedder: LookedUp, *, batch: int) -> Iterator[list[System]]:
    """Open and set up the stores by their names, each in its database."""
    with ExitStack() as stack:
        systems: list[System] = []
        for name, uri in uris.items():
            if name == "ours":
                systems.append(_ours(stack, uri, embedder, batch))
            else:
                systems.append(_stock(stack, name, uri, embedder, batch))
        yield systems


def _ours(stack: ExitStack, uri: str, embedder: LookedUp, batch: int) -> Ours:
    settings = Settings()
    index = our_index(embedder, embedder.vectors.dims)
    store = stack.enter_context(MemoryStore.from_conn_string(uri, settings, index))
    store.setup()
    plain = MemoryStore.from_conn_string(uri, vectors_alone(settings), index)
    return Ours("ours", uri, store, stack.enter_context(plain), (batch,))


def _stock(stack: ExitStack, name: str, uri: str, embedder: LookedUp, batch: int) -> Stock:
    index: dict[str, Any] = {
        "dims": embedder.vectors.dims,
        "embed": embedder,
        "fields": ["content"],
    }
    if name == "flat":
        index["ann_index_config"] = {"kind": "flat"}
    store = stack.enter_context(PostgresStore.from_conn_string(uri, index=cast(Any, index)))
    store.setup()
    return Stock(name, uri, store, (min(STOCK_BATCH, batch), batch))


class LateIndex:
    """Load a stock store without its vector index and build that in one go, as an operator with a lot of data would."""

    def __init__(self, uri: str) -> None:
        self.uri = uri
        rows = execute(
            uri, "SELECT indexdef FROM pg_indexes WHERE indexname = 'store_vectors_embedding_idx'"
        )
        self.definition: str | None = rows[0][0] if rows else None
        execute(uri, "DROP INDEX IF EXISTS store_vectors_embedding_idx")

    def build(self) -> None:
        """Make the index as the store defines it."""
        if self.definition:
            execute(self.uri, "SET maintenance_work_mem = '2GB'", cast(Any, self.definition))
