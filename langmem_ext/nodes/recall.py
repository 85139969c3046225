"""What if the agent is not sure?"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from langmem_ext.errors import StoreUnavailable
from langmem_ext.nodes.node import Call, MemoryNode, Steps, ask
from langmem_ext.nodes.work import Work
from langmem_ext.settings import Settings
from langmem_ext.stores.operations import energy
from langmem_ext.stores.operations.energy import Happening
from langmem_ext.stores.operations.turns import space_of
from langmem_ext.stores.view import MemoryView


def recall(settings: Settings | None = None, model: Any = None) -> MemoryNode:
    """Make the node that looks into memory once more when `memory_confidence` is low (spec 004, item 11).

    Does nothing while the confidence is None or high enough. What it finds is added to `memory_context`; the confidence
    is then None again, for the agent to state anew.
    """
    return MemoryNode("recall", lambda call: _recall(call, settings))


def _recall(call: Call, settings: Settings | None) -> Steps[dict[str, Any]]:
    work = Work.of(call, settings)
    chosen, confidence = work.settings.context, work.state.get("memory_confidence")
    if (
        not work.settings.long_term_enabled
        or confidence is None
        or confidence >= chosen.recall_below_confidence
        or work.asked is None
    ):
        return work.update()
    try:
        found = yield from ask(
            work.view("context"),
            "query",
            work.question,
            top_k=chosen.recall_top_k,
            budget_tokens=chosen.recall_budget_tokens,
        )
        yield from note_recall(work.view("context"))
    except StoreUnavailable as error:
        return work.without_memory(error, memory_confidence=None)
    known = str(work.so_far.get("memory_context") or "")
    new = [line for line in found.render().splitlines() if line not in known.splitlines()]
    context = "\n".join([*known.splitlines(), *new])
    return work.update(memory_context=context, memory_confidence=None)


def note_recall(view: MemoryView) -> Steps[None]:
    """Count that an agent had to look again: `stats` tells in how many turns (spec 004, item 11)."""
    scope = view.scope
    if scope.principal is None or not scope.principal.owned():
        return
    if (
        scope.in_group and not scope.principal.chat_id
    ):  # no chat whose turns it could be held against
        return
    looked = energy.record(scope, space_of(scope), [Happening("recall", "ok")])
    with suppress(StoreUnavailable):  # what was found counts for more than that it was counted
        yield from ask(view.store, "run", looked, scope)
