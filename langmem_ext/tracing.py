"""What of a run may be sent to LangSmith?

A trace holds the state of the graph: what the user said, as it was said. With this client secrets leave masked.
"""

from __future__ import annotations

import ast
import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from langsmith import Client

from langmem_ext.stores.masking import NO_ENDING, Before, Ending, Masking
from langmem_ext.stores.said_before import conversation, texts_in

_THREADS = 1024
"""Conversations whose ends are in mind."""


def mask_run(data: dict[str, Any], *, learned: bool = True) -> dict[str, Any]:
    """Return the inputs or outputs of a run with every secret in them masked, under whatever key it stands.

    `learned`: where no rule finds one, ask trained readers, too (`decision.learned_gates`).
    """
    masked: dict[str, Any] = Masking(learned=learned).masked(data, deep=True)
    return masked


def masking_client(*, learned: bool = True, **options: Any) -> Client:
    """Make a LangSmith client that masks secrets in inputs and outputs; `options` are those of `langsmith.Client`.

    What an earlier run of a thread announced counts, where this client has sent that run as well. Pass it to
    `langsmith.tracing_context(client=...)`, or to LangChain's `LangChainTracer(client=...)`. `learned` is as in
    `mask_run`.
    """
    return _MaskingClient(learned, **options)


@dataclass
class _Thread:
    """Hold how a conversation ends, and by the hashes of texts what was masked in it."""

    end: Ending = NO_ENDING
    given: dict[int, str] = field(default_factory=dict)


class _InThread(Masking):
    """Mask what was masked in a conversation before wherever it is said again: a trace holds it many times."""

    def __init__(self, thread: _Thread, *, learned: bool) -> None:
        super().__init__(learned=learned)
        self._given = thread.given

    def _text(self, text: str, after: Before = ()) -> str:
        if hash(text) in self._given:
            return self._given[hash(text)]
        masked = super()._text(text, after)
        if masked != text:
            self._given[hash(text)] = masked
        return masked


class _MaskingClient(Client):
    def __init__(self, learned: bool, **options: Any) -> None:
        super().__init__(anonymizer=self._mask, **options)
        self._learned = learned
        self._threads: OrderedDict[str, _Thread] = OrderedDict()

    def create_run(self, *args: Any, **kwargs: Any) -> None:
        with _thread_of(kwargs):
            super().create_run(*args, **kwargs)

    def update_run(self, *args: Any, **kwargs: Any) -> None:
        with _thread_of(kwargs):
            super().update_run(*args, **kwargs)

    def _mask(self, data: dict[str, Any]) -> dict[str, Any]:
        thread = self._thread(_sent.get())
        masking, end = _InThread(thread, learned=self._learned), thread.end
        thread.end = _heard(masking, end, data)
        masked = _answered(masking, masking.masked(data, after=end), end)
        found: dict[str, Any] = masking.masked(masked, deep=True)
        return found

    def _thread(self, id: str | None) -> _Thread:
        if id is None:
            return _Thread()
        thread = self._threads.pop(id, None) or _Thread()
        self._threads[id] = thread
        while len(self._threads) > _THREADS:
            self._threads.popitem(last=False)
        return thread


_sent: ContextVar[str | None] = ContextVar("_sent", default=None)
"""The thread of the run that is being sent."""


@contextmanager
def _thread_of(run: Mapping[str, Any]) -> Iterator[None]:
    metadata = (run.get("extra") or {}).get("metadata") or {}
    token = _sent.set(metadata.get("thread_id"))
    try:
        yield
    finally:
        _sent.reset(token)


def _heard(masking: Masking, end: Ending, data: Mapping[str, Any]) -> Ending:
    """Return how a conversation ends after what a run got or gave: its messages, its questions."""
    said = conversation(data) or []
    end = masking.ending(said, end.before(said)) if said else end
    return end.then(masking.announcing(_questions(str(data.get("error", "")))))


_QUESTION = re.compile(r"Interrupt\(value=(.{1,2000}?), id='", re.DOTALL)
"""What a graph asks, in a trace: the error of the node that asks it."""


def _questions(error: str) -> Iterator[str]:
    for question in _QUESTION.findall(error):
        try:
            yield from texts_in(ast.literal_eval(question))
        except (ValueError, SyntaxError):
            yield question


def _answered(masking: Masking, data: dict[str, Any], end: Ending) -> dict[str, Any]:
    """Mask in the input of a run what a question of the graph is answered."""
    given = data.get("input")
    if not (isinstance(given, dict) and "resume" in given):
        return data
    answer = masking.masked(given["resume"], deep=True, after=end)
    return {**data, "input": {**given, "resume": answer}}
