"""How does Ana say something to the hot path?"""

from __future__ import annotations

from typing import Any

from langchain_core.messages import HumanMessage
from langgraph.graph import START, StateGraph

from langmem_ext import MemoryContext, MemoryState, MemoryStore
from langmem_ext.nodes import hot_path


def say(store: MemoryStore, *texts: str) -> dict[str, Any]:
    """Say texts one after the other; return the update of the last turn."""
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_node("hot_path", hot_path())
    builder.add_edge(START, "hot_path")
    graph = builder.compile(store=store)
    update: dict[str, Any] = {}
    for text in texts:
        said = {"messages": [HumanMessage(text, id=text)]}
        update = graph.invoke(said, context=MemoryContext(user_id="ana", thread_id="t"))
    return update
