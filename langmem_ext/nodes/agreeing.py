"""Which changes has the user agreed to by the way in which they said them?

To deny the old value ("I don't live in Porto any more, I live in Lisbon", "it's Berlin, not Paris"), or to put right
what was said a moment ago ("no, I meant Braga"), is an acknowledgement in the chat (spec 004, item 10): nothing is left
to ask.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from langmem_ext.memory import WriteOutcome
from langmem_ext.nodes.correcting import Before
from langmem_ext.nodes.node import Steps, ask
from langmem_ext.stores.view import MemoryView


def agree(
    view: MemoryView, written: Sequence[WriteOutcome], denied: Collection[str], slip: Before | None
) -> Steps[list[WriteOutcome]]:
    """Apply what waits for consent though the user has denied what it replaces; `denied` are ids of memories."""
    outcomes = []
    for each in written:
        known = each.previous
        slipped = slip is not None and known is not None and slip.id in known.source_ids
        if known is not None and (slipped or known.id in denied):
            each = yield from apply(view, each)
        outcomes.append(each)
    return outcomes


def apply(view: MemoryView, outcome: WriteOutcome) -> Steps[WriteOutcome]:
    """Return what became of a change that the user agrees to; what waits for nothing stays as it is."""
    if outcome.status != "proposed" or outcome.reason != "consent" or outcome.memory is None:
        return outcome
    applied: WriteOutcome = yield from ask(view, "consent", outcome.memory.id, True)
    return applied


def denied_by(ended: Sequence[WriteOutcome]) -> set[str]:
    """Return the ids of what has ended."""
    return {each.previous.id for each in ended if each.previous and each.reason == "ended"}
