"""What if the agent is not sure?"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from langmem_ext.errors import StoreUnavailable
from langmem_ext.joining import together
from langmem_ext.memory import QueryResult
from langmem_ext.nodes.node import Call, Steps, TurnNode, ask
from langmem_ext.nodes.work import Work
from langmem_ext.policies.doubt import confidence
from langmem_ext.settings import Settings
from langmem_ext.stores.operations import energy
from langmem_ext.stores.operations.energy import Happening
from langmem_ext.stores.operations.turns import space_of
from langmem_ext.stores.view import MemoryView


def recall(
    settings: Settings | None = None, model: Any = None, *, estimate: bool = False
) -> TurnNode:
    """Make the node that looks into memory once more when `memory_confidence` is low (spec 004, item 11).

    While the confidence is None, nothing is done; with `estimate` it is then read from the words of the question and of
    `memory_context`, without a model. What is found is added to `memory_context`; the confidence is None again, for the
    agent to state anew.
    """
    return TurnNode(
        "recall",
        lambda call: _recall(call, settings, estimate),
        lambda call, error: Work.of(call, settings).failed(
            error, "context", memory_confidence=None
        ),
    )


def _recall(call: Call, settings: Settings | None, estimate: bool) -> Steps[dict[str, Any]]:
    work = Work.of(call, settings)
    known = str(work.so_far.get("memory_context") or "")
    if not is_unsure(work, known, estimate=estimate):
        return work.update()
    try:
        found = yield from look_again(work, work.view("context"))
    except StoreUnavailable as error:
        return work.without_memory(error, memory_confidence=None)
    return work.update(memory_context=together([known, found.render()]), memory_confidence=None)


def is_unsure(work: Work, told: str, *, estimate: bool) -> bool:
    """Tell whether an agent should look again: as it says itself, else by the words of what it was asked and told."""
    if not work.settings.long_term_enabled or work.asked is None:
        return False
    sure = work.state.get("memory_confidence")
    if sure is None:
        sure = confidence(work.question, told) if estimate else 1.0
    return sure < work.settings.context.recall_below_confidence


def look_again(work: Work, view: MemoryView) -> Steps[QueryResult]:
    """Return what a view's agent is told of the question beside its context, and count that it looked again."""
    chosen = work.settings.context
    limits = {"top_k": chosen.recall_top_k, "budget_tokens": chosen.recall_budget_tokens}
    found: QueryResult = yield from ask(view, "query", work.question, **limits)
    yield from note_recall(view)
    return found


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
