"""In what order does memory work around an answer that somebody else gives?

    START -> hot_path -> ask_consent -> load_context -> recall -> record_turns -> END

Writing comes first: what the user has just corrected must not be told to the agent in its old form. Run it before the
model with the conversation so far; `memory_context` is the text for the prompt. `recall` looks again where the caller
is unsure (`memory_confidence`); where nobody says how sure they are, the words of the question and of the context do.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from langchain_core.language_models import BaseChatModel
from langgraph.graph import END, START, StateGraph

from langmem_ext.nodes import (
    ToolExtractor,
    ask_consent,
    hot_path,
    load_context,
    recall,
    record_turns,
)
from langmem_ext.settings import Settings
from langmem_ext.state import MemoryContext, MemoryState


def build(
    settings: Settings | None = None,
    model: BaseChatModel | str | None = None,
    *,
    tool_extractors: Mapping[str, ToolExtractor] | None = None,
) -> StateGraph[MemoryState, MemoryContext, MemoryState, MemoryState]:
    """Return the graph, to be compiled with a memory store: `build().compile(store=store, checkpointer=...)`."""
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    nodes: list[tuple[str, Any]] = [
        ("hot_path", hot_path(settings, model, tool_extractors=tool_extractors)),
        ("ask_consent", ask_consent(settings, model)),
        ("load_context", load_context(settings, model)),
        ("recall", recall(settings, model, estimate=True)),
        ("record_turns", record_turns(settings, model)),
    ]
    for name, node in nodes:
        builder.add_node(name, node)
    path = [START, *(name for name, _ in nodes), END]
    for before, after in pairwise(path):
        builder.add_edge(before, after)
    return builder


graph = build().compile(name="hot_path")
"""Without store and checkpointer: a LangGraph server brings its own."""
