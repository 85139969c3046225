"""What does memory have to say before the agent answers?"""

from __future__ import annotations

from typing import Any

from langmem_ext.errors import StoreUnavailable
from langmem_ext.memory import QueryResult
from langmem_ext.nodes.node import Call, Steps, TurnNode, ask
from langmem_ext.nodes.work import Work
from langmem_ext.rendering import render
from langmem_ext.settings import Settings
from langmem_ext.stores.view import MemoryView


def load_context(settings: Settings | None = None, model: Any = None) -> TurnNode:
    """Make the node that fills `memory_context` and `memory_header`; it needs no model.

    What was learned from an earlier message of the thread that is still among its messages is not told once more, where
    `record_turns` keeps them (`context.without_current_session`); what this turn has brought is told.
    Put it after `hot_path`, so that what the user has just corrected is not told to the agent in its old
    form. Without a database the conversation goes on, with a notice.
    """
    return TurnNode(
        "load_context",
        lambda call: _load(call, settings),
        lambda call, error: Work.of(call, settings).failed(error, "context"),
    )


def _load(call: Call, settings: Settings | None) -> Steps[dict[str, Any]]:
    work = Work.of(call, settings)
    if not work.settings.long_term_enabled:
        return work.update(memory_context="", memory_header="")
    try:
        found = yield from context_for(work, work.view("context"))
    except StoreUnavailable as error:
        return work.without_memory(error)
    seen = {**work.so_far.get("memory_seen", {}), work.principal.agent or "": list(found.bullets)}
    chosen = work.settings.context
    text = render(
        found, chosen.format, app=work.principal.app_id, budget_tokens=chosen.budget_tokens
    )
    return work.update(memory_context=text, memory_header=found.header, memory_seen=seen)


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
        said_here=_said_before(work) if chosen.without_current_session else (),
    )
    return result


def _said_before(work: Work) -> tuple[str, ...]:
    """Return the ids of the user's messages before the last: the prompt has them."""
    said = (message for message in work.messages if message.type == "human")
    return tuple(message.id for message in said if message.id and message is not work.asked)
