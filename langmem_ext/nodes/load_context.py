"""What does memory have to say before the agent answers?"""

from __future__ import annotations

from typing import Any

from langmem_ext.errors import StoreUnavailable
from langmem_ext.memory import QueryResult
from langmem_ext.nodes.node import Call, MemoryNode, Steps, ask
from langmem_ext.nodes.work import Work
from langmem_ext.settings import Settings
from langmem_ext.stores.view import MemoryView


def load_context(settings: Settings | None = None, model: Any = None) -> MemoryNode:
    """Make the node that fills `memory_context` and `memory_header`; it needs no model.

    Put it after `hot_path`, so that what the user has just corrected is not told to the agent in its old
    form. Without a database the conversation goes on, with a notice.
    """
    return MemoryNode("load_context", lambda call: _load(call, settings))


def _load(call: Call, settings: Settings | None) -> Steps[dict[str, Any]]:
    work = Work.of(call, settings)
    if not work.settings.long_term_enabled:
        return work.update(memory_context="", memory_header="")
    try:
        found = yield from context_for(work, work.view("context"))
    except StoreUnavailable as error:
        return work.without_memory(error)
    seen = {**work.so_far.get("memory_seen", {}), work.principal.agent or "": list(found.bullets)}
    return work.update(memory_context=found.render(), memory_header=found.header, memory_seen=seen)


def context_for(work: Work, view: MemoryView) -> Steps[QueryResult]:
    """Return what belongs into the prompt of the view's agent now."""
    chosen = work.settings.context
    result: QueryResult = yield from ask(
        view,
        "context",
        work.question,
        top_k=chosen.top_k,
        budget_tokens=chosen.budget_tokens,
        threshold=chosen.threshold,
    )
    return result
