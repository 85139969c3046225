"""What is done to memory once a day?

    START -> flush_uses -> embed_missing -> mention_missing -> archive -> expire -> purge -> forget_calls -> END

A trusted internal job: it runs over every tenant and user, on behalf of nobody. Uses are written first, so that nothing
is archived that was needed a moment ago.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from itertools import pairwise
from typing import Annotated, Any

from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict  # what pydantic needs before Python 3.12

from langmem_ext.errors import StoreUnavailable
from langmem_ext.nodes.node import Call, Node, Steps, ask
from langmem_ext.runtime import AnyMemoryStore, memory_store
from langmem_ext.stores.operations import energy, lifecycle
from langmem_ext.stores.operations.embedding import embed_everything
from langmem_ext.stores.operations.mentioning import mention_missing
from langmem_ext.stores.requests import Operation

logger = logging.getLogger(__name__)


def _added(report: dict[str, Any] | None, new: dict[str, Any] | None) -> dict[str, Any]:
    return {**(report or {}), **(new or {})}


class DailyState(TypedDict, total=False):
    """Report per step how many memories it changed, or what kept it from working."""

    report: Annotated[dict[str, Any], _added]


STEPS: dict[str, Callable[[AnyMemoryStore], Operation[int]]] = {
    "flush_uses": lambda store: store.engine.flush_uses(),
    "embed_missing": lambda store: embed_everything(store.scope),
    "mention_missing": lambda store: mention_missing(store.scope),
    "archive": lambda store: lifecycle.archive(store.scope),
    "expire": lambda store: store.engine.sweep(),
    "purge": lambda store: lifecycle.purge(store.scope),
    "forget_calls": lambda store: energy.forget_calls(store.scope),
}
"""Each step does a part and returns how much it did; it is repeated until there is nothing left to do."""


def build() -> StateGraph[DailyState, None, DailyState, DailyState]:
    """Return the graph, to be compiled with a memory store; `invoke({})` returns the report."""
    builder = StateGraph(DailyState)
    for name, step in STEPS.items():
        builder.add_node(name, Node(name, _repeated(name, step)), input_schema=DailyState)
    path = [START, *STEPS, END]
    for before, after in pairwise(path):
        builder.add_edge(before, after)
    return builder


def _repeated(
    name: str, step: Callable[[AnyMemoryStore], Operation[int]]
) -> Callable[[Call], Steps[dict[str, Any]]]:
    def steps(call: Call) -> Steps[dict[str, Any]]:
        store, total = memory_store(call.runtime), 0
        try:
            while done := (yield from ask(store, "run", step(store))):
                total += done
        except StoreUnavailable:
            raise
        except Exception as error:  # one step that fails must not keep the others from running
            logger.error(
                "maintenance step %s failed: %s", name, type(error).__name__
            )  # its words may hold memory text
            return {"report": {name: total, f"{name}_error": type(error).__name__}}
        return {"report": {name: total}}

    return steps


graph = build().compile(name="daily")
"""Without store: a LangGraph server brings its own."""
