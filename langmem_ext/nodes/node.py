"""How does one node run under `invoke` and `ainvoke` alike?

What a node does is written once, as a generator that asks for what it needs; the node has it answered by the sync
methods or by their async twins, which carry an `a` before the name everywhere: in stores, views and chat models.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias, TypeVar

from langchain_core.runnables import Runnable, RunnableConfig
from langgraph.errors import GraphBubbleUp
from langgraph.runtime import Runtime, get_runtime

from langmem_ext.errors import (
    ConfigurationError,
    EmbeddingMismatch,
    InvalidMemory,
    LangMemError,
    MemoryNotFound,
)
from langmem_ext.reading.faults import place_of
from langmem_ext.reading.off_loop import Ended, advanced
from langmem_ext.state import MemoryContext, NodeState

logger = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask for a call: `target.method(...)`, or `await target.amethod(...)`."""

    target: Any
    method: str
    args: tuple[Any, ...] = ()
    kwargs: dict[str, Any] = field(default_factory=dict)

    def answer(self) -> Any:
        return getattr(self.target, self.method)(*self.args, **self.kwargs)

    async def aanswer(self) -> Any:
        return await getattr(self.target, f"a{self.method}")(*self.args, **self.kwargs)


Steps: TypeAlias = Generator[Ask, Any, T]


def ask(target: Any, method: str, *args: Any, **kwargs: Any) -> Steps[Any]:
    """Call a method that has an async twin; its exceptions are raised here."""
    return (yield Ask(target, method, args, kwargs))


def aside(function: Callable[..., T], *args: Any, **kwargs: Any) -> Steps[T]:
    """Call a function that computes or imports for long; an event loop has it done in a thread."""
    result: T = yield Ask(_Aside(function), "run", args, kwargs)
    return result


@dataclass(frozen=True, slots=True)
class _Aside:
    function: Callable[..., Any]

    def run(self, *args: Any, **kwargs: Any) -> Any:
        return self.function(*args, **kwargs)

    async def arun(self, *args: Any, **kwargs: Any) -> Any:
        return await asyncio.to_thread(self.function, *args, **kwargs)


@dataclass(frozen=True, slots=True)
class Call:
    """Hold what a graph hands to a node."""

    state: Any
    runtime: Runtime[Any]
    config: RunnableConfig


class Node(Runnable[Any, dict[str, Any]]):
    """Turn steps into something that `StateGraph.add_node` takes; returns the changed part of the state."""

    def __init__(self, name: str, steps: Callable[[Call], Steps[dict[str, Any]]]) -> None:
        self.name = self.__name__ = name  # LangGraph asks for one here, for the other there
        self.steps = steps

    def invoke(
        self, input: Any, config: RunnableConfig | None = None, **kwargs: Any
    ) -> dict[str, Any]:
        """Run the steps with the sync methods of what they ask."""
        return self._call_with_config(self._run, input, config, run_type="chain")

    async def ainvoke(
        self, input: Any, config: RunnableConfig | None = None, **kwargs: Any
    ) -> dict[str, Any]:
        """Run the steps with the async methods of what they ask."""
        return await self._acall_with_config(self._arun, input, config, run_type="chain")

    def _run(self, state: Any, run_manager: Any, config: RunnableConfig) -> dict[str, Any]:
        return drive(self.steps(Call(state, _runtime(), config)))

    async def _arun(self, state: Any, run_manager: Any, config: RunnableConfig) -> dict[str, Any]:
        return await adrive(self.steps(Call(state, _runtime(), config)))


class MemoryNode(Node):
    """Be a node on the memory keys: a graph whose own state lacks them gets them for its sake."""

    def __call__(
        self,
        state: NodeState,
        runtime: Runtime[MemoryContext],
        config: RunnableConfig | None = None,
    ) -> dict[str, Any]:
        """Run the steps outside a graph; LangGraph reads the type of the state from here."""
        return drive(self.steps(Call(state, runtime, config or {})))


class TurnNode(MemoryNode):
    """Be a node of a conversation's turn, which no fault of reading or embedding ends.

    Such a fault is logged by its kind and place, counted in `events`, and the turn goes on: `otherwise` says with what.
    What a database, a principal or a setting is in the way of is raised, or answered by the steps themselves.
    """

    def __init__(
        self,
        name: str,
        steps: Callable[[Call], Steps[dict[str, Any]]],
        otherwise: Callable[[Call, Exception], Steps[dict[str, Any]]],
    ) -> None:
        super().__init__(name, partial(_going_on, name, steps, otherwise))


def _going_on(
    name: str,
    steps: Callable[[Call], Steps[dict[str, Any]]],
    otherwise: Callable[[Call, Exception], Steps[dict[str, Any]]],
    call: Call,
) -> Steps[dict[str, Any]]:
    try:
        return (yield from steps(call))
    except _NO_FAULTS:
        raise
    except Exception as error:
        if isinstance(error, LangMemError) and not isinstance(error, _OF_A_VALUE):
            raise
        logger.warning("%s failed, the turn goes on without it: %s", name, place_of(error))
        return (yield from otherwise(call, error))


_NO_FAULTS = (GraphBubbleUp,)
"""What LangGraph raises to stop, or to ask somebody."""
_OF_A_VALUE = (InvalidMemory, MemoryNotFound, EmbeddingMismatch)
"""What is wrong with one text or one memory, and no reason to end a turn."""


def drive(steps: Steps[T]) -> T:
    """Answer what the steps ask for until they return."""
    try:
        request = next(steps)
        while True:
            try:
                answer = request.answer()
            except Exception as error:
                request = steps.throw(error)
            else:
                request = steps.send(answer)
    except StopIteration as done:
        result: T = done.value
    finally:
        steps.close()  # whoever is cut off lets go of what it holds
    return result


async def adrive(steps: Steps[T]) -> T:
    """Answer what the steps ask for until they return, without blocking the event loop: the steps run in threads."""
    try:
        request = await advanced(steps.send, None)
        while True:
            try:
                answer = await request.aanswer()
            except Exception as error:
                request = await advanced(steps.throw, error)
            else:
                request = await advanced(steps.send, answer)
    except Ended as done:
        result: T = done.value
    finally:
        steps.close()  # whoever is cut off lets go of what it holds
    return result


def _runtime() -> Runtime[Any]:
    runtime: Runtime[Any] | None = get_runtime()
    if runtime is None:
        raise ConfigurationError(
            "memory nodes run inside a compiled LangGraph graph: builder.add_node(name, node)"
        )
    return runtime
