"""What does a BERT model on this machine make of the tokens of a text?

On onnxruntime; one that is shared between threads and across a fork.
"""

from __future__ import annotations

import functools
import os
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from typing import Any, Protocol

from langmem_ext.embeddings.wordpiece import PAD
from langmem_ext.errors import ConfigurationError

# A session's worker threads do not survive a fork, and freeing it would wait for them forever.
_left_by_parent: list[Any] = []


HALFWAY, LAST = "layer_norm_6", "last_hidden_state"
"""The steps of the packaged model that end the third layer of six, and the sixth."""


class Bert:
    """Hold a model, or a part of one, that is loaded before its first text; one inference runs at a time.

    `load` returns a session (`open_session`).
    """

    def __init__(self, load: Callable[[], Any]) -> None:
        self._load = load
        self._session: Any = None
        self._start_afresh()
        start_afresh_in_children(self)

    @property
    def is_loaded(self) -> bool:
        """Tell whether a text was read before."""
        return self._session is not None

    def run(self, given: Mapping[str, Any], *wanted: str) -> list[Any]:
        """Return some outputs, all of them where none is named, for inputs by name; others than it has are left out."""
        with self._lock:
            if self._session is None:
                self._session = self._load()
            names = {argument.name for argument in self._session.get_inputs()}
            fed = {name: each for name, each in given.items() if name in names}
            outputs: list[Any] = self._session.run(wanted or None, fed)
        return outputs

    def _start_afresh(self) -> None:
        """Forget what a fork leaves unusable: the session, and who held the lock."""
        if self._session is not None:
            _left_by_parent.append(self._session)
        self._session = None
        self._lock = threading.Lock()


class SurvivesForks(Protocol):
    """Hold something that a child process cannot use as its parent left it."""

    def _start_afresh(self) -> None:
        """Make it usable in a child."""


def start_afresh_in_children(each: SurvivesForks) -> None:
    """Have something start afresh in every child process, as long as it lives."""
    _alive().add(each)


@functools.cache
def _alive() -> weakref.WeakSet[SurvivesForks]:
    alive: weakref.WeakSet[SurvivesForks] = weakref.WeakSet()

    def start_all_afresh() -> None:
        for each in alive:
            each._start_afresh()

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=start_all_afresh)
    return alive


def open_session(model: str | bytes, threads: int) -> Any:
    """Load a model, from a file or from what would stand in one."""
    require_runtime()
    # before the import: nothing leaves the machine
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Waiting threads sleep: spinning would take the second core from Postgres.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's errors share no public root
        named = f" {model}" if isinstance(model, str) else ""
        raise ConfigurationError(
            f"The embedding model{named} cannot be loaded: {type(error).__name__}."
        ) from error


def require_runtime() -> None:
    """Raise ConfigurationError, with the command that helps, unless onnxruntime is installed."""
    if find_spec("onnxruntime") is None:
        raise missing("onnxruntime")


def missing(package: str) -> ConfigurationError:
    """Return the error that names a package of the extra `local`."""
    return ConfigurationError(
        f"The local embedder needs the package {package}, which is not installed. "
        "Run: pip install 'langmem-ext[local]' - or choose another embedder, or 'none'."
    )


def inputs_of(ids: Sequence[Sequence[int]]) -> dict[str, Any]:
    """Return what a model reads for some texts, filled up to the longest; the mask is 1 where numbers are real."""
    import numpy

    tokens = numpy.full((len(ids), max(map(len, ids))), PAD, dtype=numpy.int64)
    mask = numpy.zeros_like(tokens)
    for row, sequence in enumerate(ids):
        tokens[row, : len(sequence)] = sequence
        mask[row, : len(sequence)] = 1
    return {"input_ids": tokens, "attention_mask": mask, "token_type_ids": mask * 0}
