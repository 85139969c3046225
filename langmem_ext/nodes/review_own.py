"""What is reviewed for a caller of a LangGraph server, who can write the state of its own threads?

All within one step: what a state says of whose session is held, and of what a model has read there, is the client's
word. What others are told, and what the caller's agent may not use, is not in the answer.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from langmem_ext.memory import WriteOutcome
from langmem_ext.nodes.asking import Model
from langmem_ext.nodes.node import Steps
from langmem_ext.nodes.review_session import claim_freed, reviewed
from langmem_ext.policies.notices import notice_of_review
from langmem_ext.runtime import AnyMemoryStore
from langmem_ext.settings import Settings
from langmem_ext.stores.operations.due import Held
from langmem_ext.stores.view import MemoryView


@dataclass
class Told:
    """Hold what the caller is told: counts, and notices by user."""

    report: Counter[str] = field(default_factory=Counter)
    notices: dict[str, list[str]] = field(default_factory=dict)


def review_own(
    store: AnyMemoryStore,
    view: MemoryView,
    spaces: list[str],
    settings: Settings,
    model: Model,
    *,
    only: str | None = None,
    limit: int | None = None,
) -> Steps[Told]:
    """Review the sessions of the caller's space that are due, one after the other; `only` names one."""
    told = Told()
    while limit is None or limit > 0:
        held = yield from claim_freed(store, view, spaces, only)
        if held is None:
            break
        done = yield from reviewed(store, held, settings, model)
        _count(told, done.missing, done.outcomes)
        if notice := notice_of_review(_of_caller(view, held, done.outcomes)):
            told.notices.setdefault(str(view.principal.user_id), []).append(notice)
        limit = None if limit is None else limit - 1
    return told


def _count(told: Told, missing: str | None, outcomes: list[WriteOutcome]) -> None:
    told.report["sessions" if missing is None else f"skipped: {missing}"] += 1
    told.report += Counter(each.status for each in outcomes)


def _of_caller(view: MemoryView, held: Held, outcomes: list[WriteOutcome]) -> list[WriteOutcome]:
    """Return what was written for the caller, and of what its agent may use."""
    if held.principal.user_id != view.principal.user_id:
        return []
    allowed = view.scope.categories.allowed(view.principal.agent)
    return [each for each in outcomes if each.memory and each.memory.category in allowed]
