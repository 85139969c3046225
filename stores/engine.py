"""What do the sync and the async store know, and decide alike?"""

from __future__ import annotations

import logging
import math
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias, cast
from uuid import UUID

from langgraph.store.base import IndexConfig, Op, Result, TTLConfig
from psycopg.rows import dict_row

from langmem_ext.categories import Categories
from langmem_ext.embeddings import ResolvedEmbedder, resolve_embeddings
from langmem_ext.entities import Recognizer, recognizers
from langmem_ext.errors import (
    ConfigurationError,
    EmbeddingMismatch,
    InvalidItem,
    InvalidMemory,
    PermissionDenied,
    UnknownCategory,
    told_to_the_model,
)
from langmem_ext.policies.merge import MergeBands
from langmem_ext.prompts import prompts
from langmem_ext.settings import Settings
from langmem_ext.stores.indexed import IndexedBy
from langmem_ext.stores.operations import noting
from langmem_ext.stores.operations.allowlists import note_first
from langmem_ext.stores.operations.batch import batch
from langmem_ext.stores.operations.embedders import (
    Known,
    claim_embedder,
    claim_language,
    vector_type,
)
from langmem_ext.stores.operations.embedding import reembed
from langmem_ext.stores.operations.inspection import boost
from langmem_ext.stores.operations.items import ItemIndex, sweep_items
from langmem_ext.stores.operations.noting import Noted
from langmem_ext.stores.operations.sweeping import expire, forget_unused
from langmem_ext.stores.requests import Commit, Embed, Operation
from langmem_ext.stores.scope import Scope, utc_now
from langmem_ext.stores.vectors import Unit

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

logger = logging.getLogger(__name__)

Index: TypeAlias = "IndexConfig | Literal[False] | None"
Vectors: TypeAlias = list[list[float] | None]

CONNECTION: dict[str, Any] = {
    "autocommit": True,
    "row_factory": dict_row,
    "prepare_threshold": 2,
    "client_encoding": "utf8",
}
"""How connections are made; behind a pooler, which is noticed, with `prepare_threshold` None."""

FLUSH_USES_AT = 64
"""How many noted uses a write carries to the database at the latest."""


@dataclass
class Engine:
    """Hold the configuration of a store, its embedder, and the uses it has not written yet."""

    scope: Scope
    configured: ResolvedEmbedder | None = None
    index: IndexedBy = field(default_factory=lambda: IndexedBy())
    # the configured one, unless the stored vectors are another's
    embedder: ResolvedEmbedder | None = None
    dims: int | None = None  # of its vectors; learned from the first where nobody says it
    item_index: ItemIndex | None = None
    ttl: TTLConfig = field(default_factory=lambda: TTLConfig())
    takes_writes: bool = True  # as the first connection found
    uses: Counter[tuple[str, UUID]] = field(default_factory=Counter)
    noted: deque[Noted] = field(default_factory=lambda: deque(maxlen=noting.MAX_NOTED))
    lock: threading.Lock = field(default_factory=threading.Lock)

    @classmethod
    def from_settings(
        cls,
        settings: Settings | None,
        index: Index,
        ttl: TTLConfig | None,
        clock: Callable[[], datetime] | None,
    ) -> Self:
        """Read settings, categories and embedder; raises ConfigurationError when one of them cannot be used."""
        settings = settings or Settings()
        prompts(settings.prompts_from)  # a prompt that cannot be used is an error now, not at night
        embedder, indexed = _embedder(settings, index)
        scope = Scope(
            settings,
            Categories.load(settings.categories_file, settings.allow),
            clock=clock or utc_now,
            recognizers=_recognizers(settings),
        )
        engine = cls(scope, configured=embedder, index=indexed, ttl=ttl or TTLConfig())
        engine.scope = replace(
            scope,
            note_use=engine.note_use,
            note_event=engine.note_event,
            drop_events=engine.drop_events,
        )
        engine._use(embedder)
        return engine

    @property
    def embeddings(self) -> Embeddings | None:
        """Return the configured embedder as LangChain knows it."""
        return self.configured.embeddings if self.configured else None

    @property
    def index_config(self) -> dict[str, Any] | None:
        """Return how items are indexed, as LangGraph's PostgresStore tells it; None without an embedder."""
        if self.configured is None:
            return None
        told = {"dims": self.dims or self.configured.dims, "embed": self.embeddings}
        return {**told, **self.index.as_config()}

    # Embedding

    def check_database(self) -> Operation[None]:
        """Compare language and embedder with what the database was filled with: its words and vectors must go on."""
        self.scope = replace(self.scope, vector_oid=(yield from vector_type()))
        yield from self._check_language()
        yield from self._check_embedder()
        yield from note_first(self.scope)

    def _check_language(self) -> Operation[None]:
        wanted = self.scope.settings.language
        stored = yield from claim_language(wanted)
        if stored != wanted:
            logger.warning(
                "the words of this database are indexed as %s, not %s: that language is used",
                stored,
                wanted,
            )
            settings = self.scope.settings.model_copy(update={"language": stored})
            self.scope = replace(self.scope, settings=settings)

    def _check_embedder(self) -> Operation[None]:
        """Without a match vectors are off, searching and writing go on."""
        if self.embedder is None:
            return
        wanted = Known(self.embedder.name, self.embedder.dims)
        stored = yield from claim_embedder(wanted)
        if stored != wanted.name:
            logger.warning(
                "stored vectors are of embedder %s, configured is %s: vector search is off and new texts get no "
                "vectors until `langmem-ext reembed` has run",
                stored,
                wanted.name,
            )
            self._use(None)

    def reembed(self, progress: Callable[[int], None] = lambda done: None) -> Operation[int]:
        """Replace the stored vectors by the configured embedder's, and search with them from now on."""
        if self.configured is None:
            raise ConfigurationError(
                "no embedder is configured; set LANGMEM_EMBEDDER, e.g. to local"
            )
        self._use(self.configured)
        known = Known(self.configured.name, self.configured.dims)
        return reembed(self.scope, known, progress)

    def _use(self, embedder: ResolvedEmbedder | None) -> None:
        self.embedder = embedder
        self.dims = embedder.dims if embedder else None
        self.item_index = self.index.of_items() if embedder else None
        name = embedder.name if embedder else None
        self.scope = replace(self.scope, bands=_bands(self.scope.settings, embedder), embedder=name)

    def embed(self, request: Embed) -> Vectors:
        """Answer an Embed; a failing embedder costs the vectors, never the write or the search."""
        if self._waits(request) or self.embedder is None:
            return [None] * len(request.texts)
        model = self.embedder.embeddings
        try:
            if request.kind == "query":
                return self._units([model.embed_query(text) for text in request.texts], request)
            return self._units(model.embed_documents(list(request.texts)), request)
        except Exception as error:
            return self._without_vectors(request, error)

    async def aembed(self, request: Embed) -> Vectors:
        """Answer an Embed without blocking the event loop."""
        if self._waits(request) or self.embedder is None:
            return [None] * len(request.texts)
        model = self.embedder.embeddings
        try:
            if request.kind == "query":
                return self._units(
                    [await model.aembed_query(text) for text in request.texts], request
                )
            return self._units(await model.aembed_documents(list(request.texts)), request)
        except Exception as error:
            return self._without_vectors(request, error)

    def _waits(self, request: Embed) -> bool:
        """Tell whether there is nothing to embed now: memories may get their vectors later."""
        later = request.kind == "memory" and not self.scope.settings.auto_index
        return later or not request.texts

    def _units(self, vectors: Sequence[Sequence[float]], request: Embed) -> Vectors:
        if len(vectors) != len(request.texts):
            raise EmbeddingMismatch(
                f"the embedder gave {len(vectors)} vectors for {len(request.texts)} texts"
            )
        return [self._unit(vector) for vector in vectors]

    def _unit(self, vector: Sequence[float]) -> list[float] | None:
        """Return a vector at length 1; none for one without direction, or of another size than those before it."""
        self.dims = self.dims or len(vector)
        if len(vector) != self.dims:
            raise EmbeddingMismatch(
                f"the embedder gave {len(vector)} numbers and {self.dims} before"
            )
        values = Unit(map(float, vector))
        length = math.hypot(*values)
        if not length or not math.isfinite(length):
            return None
        if abs(length - 1) < 1e-4:
            return values
        unit = Unit(value / length for value in values)
        unit.length = length
        return unit

    def _without_vectors(self, request: Embed, error: Exception) -> Vectors:
        logger.warning(
            "embedding %d texts failed (%s); they stay without vectors until the next maintenance",
            len(request.texts),
            error if isinstance(error, EmbeddingMismatch) else type(error).__name__,
        )
        return [None] * len(request.texts)

    # Operations of the whole store

    def batch(self, ops: Iterable[Op], scope: Scope | None = None) -> Operation[list[Result]]:
        """Return the operation that runs a batch."""
        omit = bool(self.ttl.get("omit_expired", False))
        try:
            return (
                yield from batch(
                    scope or self.scope, list(ops), index=self.item_index, omit_expired=omit
                )
            )
        except (InvalidItem, InvalidMemory, PermissionDenied, UnknownCategory) as refusal:
            if isinstance(refusal, InvalidMemory):  # a caller in a thread of its own may never look
                logger.warning("a write into a memory namespace was refused: %s", refusal.reason)
            raise told_to_the_model(refusal) from refusal.__cause__

    def clean_up(self) -> Operation[int]:
        """Let go what is due where a store that is opened should (`auto_gc`, spec 001); return how many there were."""
        return (yield from self.sweep()) if self.scope.settings.auto_gc else 0

    def sweep(self, scope: Scope | None = None) -> Operation[int]:
        """Delete expired items, soft-delete expired and unused memories; return how many. Uses are written first.

        With the scope of one tenant the items stay: they are the application's.
        """
        chosen = scope or self.scope
        yield from self.flush_uses(prefix=chosen.prefix)
        swept = 0 if chosen.prefix else (yield from sweep_items(now=chosen.clock()))
        for sweep in (expire, forget_unused):
            while gone := (yield from sweep(chosen)):
                swept += gone
                yield Commit()  # let the spaces go before the next ones
        return swept

    # Uses: noted by reads, written later (memory model, Decay: reads never wait for that write)

    def note_use(self, used: Sequence[tuple[str, UUID]]) -> None:
        """Note that memories were put into a context, where that can be written down."""
        if not self.takes_writes:
            return
        with self.lock:
            self.uses.update(used)

    def flush_uses(self, at_least: int = 1, prefix: str | None = None) -> Operation[int]:
        """Write the noted uses and events when there are enough; return how many memories were strengthened.

        With `prefix`, those alone in spaces that begin so.
        """
        yield from self._flush_events(at_least, prefix)
        with self.lock:
            noted = self.uses.items() if len(self.uses) >= at_least else []
            taken = [(use, n) for use, n in noted if prefix is None or use[0].startswith(prefix)]
            for use, _ in taken:
                del self.uses[use]
        if taken:
            yield from boost(
                [(space, uid, count) for (space, uid), count in sorted(taken)], self.scope
            )
        return len(taken)

    def note_event(self, noted: Noted) -> None:
        """Note what a node did that changed nothing; it is written with the uses."""
        with self.lock:
            self.noted.append(noted)

    def waiting_events(self) -> list[Noted]:
        """Return the events that are not written yet."""
        with self.lock:
            return list(self.noted)

    def drop_events(self, user_id: str) -> None:
        """Forget the noted events of a user who is erased."""
        with self.lock:
            kept = [each for each in self.noted if each.user_id != user_id]
            self.noted.clear()
            self.noted.extend(kept)

    def _flush_events(self, at_least: int, prefix: str | None) -> Operation[None]:
        with self.lock:
            found = list(self.noted) if len(self.noted) >= at_least else []
            taken = [each for each in found if prefix is None or each.space.startswith(prefix)]
            if taken:
                left = [each for each in self.noted if each not in taken] if prefix else []
                self.noted.clear()
                self.noted.extend(left)
        if taken:
            yield from noting.write(taken)


def _embedder(settings: Settings, index: Index) -> tuple[ResolvedEmbedder | None, IndexedBy]:
    if index is False:
        return None, IndexedBy()
    if index is None:
        return _default_embedder(settings), IndexedBy()
    indexed = IndexedBy.read(index)
    embed = cast(Any, index.get("embed"))
    if embed is None:
        raise ConfigurationError(
            'index needs "embed": an Embeddings object, a function or provider:model'
        )
    resolved = resolve_embeddings(embed, threads=settings.embedder_threads)
    if resolved is None:
        return None, indexed
    dims = index.get("dims") or resolved.dims
    return replace(resolved, dims=dims, name=f"{resolved.name}:{dims}"), indexed


def _default_embedder(settings: Settings) -> ResolvedEmbedder | None:
    """Return the configured embedder; the default one may be missing, then everything works without vectors."""
    try:
        return resolve_embeddings(
            settings.embedder,
            threads=settings.embedder_threads,
            model_path=settings.embedder_model_path,
        )
    except ConfigurationError as error:
        if "embedder" in settings.model_fields_set:
            raise
        logger.warning("no vectors: %s", error)
        return None


def _recognizers(settings: Settings) -> list[Recognizer]:
    """Return what looks for names while a text is written: no chat model, a write does not wait for one."""
    chosen = settings.entities
    return recognizers(chosen.strategy, chosen) if chosen.enabled else []


def _bands(settings: Settings, embedder: ResolvedEmbedder | None) -> MergeBands | None:
    """Return the merge bands: the settings' where all four are given or change calibrated ones, else the embedder's."""
    given = settings.merge.model_dump(
        include={"auto", "update", "check", "fallback"}, exclude_none=True
    )
    if embedder is None:
        return None
    if embedder.bands is not None:
        return replace(embedder.bands, **given) if given else embedder.bands
    return MergeBands(**given, embedder=embedder.name) if len(given) == 4 else None
