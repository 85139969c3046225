"""What would be remembered of a message, and why?

Nothing is written, and what is refused is not repeated.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from langmem_ext.learned.reading import LEARNED
from langmem_ext.learned.reasons import Reason, why_fact, why_request
from langmem_ext.memory import MemoryDraft, Source
from langmem_ext.nodes.candidates import drafted, find
from langmem_ext.nodes.hot_path import REQUESTED
from langmem_ext.policies.directives import Directive
from langmem_ext.policies.lifecycle import importance_of
from langmem_ext.policies.scanner import Candidate, Signal
from langmem_ext.policies.secrets import find_secrets
from langmem_ext.policies.sensitive import is_refused
from langmem_ext.policies.sentences import sentences
from langmem_ext.settings import Settings
from langmem_ext.stores.operations.explaining import Explained, explain
from langmem_ext.stores.requests import Operation
from langmem_ext.stores.scope import Scope


@dataclass(frozen=True, slots=True)
class Heard:
    """Say what was heard in a message, by which rule, and what would become of it.

    `origin` is `request` or `statement`; a statement has a score and its rows, and waits for the review of the session
    when the score is below the threshold. Where no rule but a trained reader heard it, `rule` is `learned`, and
    `reasons` are the words that weighed most, with their weights.
    """

    origin: str
    rule: str
    explained: Explained
    score: float | None = None
    signals: tuple[Signal, ...] = ()
    waits: bool = False
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Dissected:
    """Hold what would be remembered of a message: what is heard in it, its secrets, and itself written as it is."""

    heard: tuple[Heard, ...]
    refused_requests: int
    secrets: tuple[str, ...]
    as_it_is: Explained


def dissect(scope: Scope, message: str, as_it_is: MemoryDraft) -> Operation[Dissected]:
    """Explain what a conversation would keep of a message, and what writing the given draft would do."""
    settings = scope.settings
    found = find(message, settings.decision, now=scope.clock(), sensitive=settings.sensitive_data)
    heard: list[Heard] = []
    everything: list[Directive | Candidate] = [
        *found.requested,
        *found.noticed,
        *found.waiting,
    ]
    for each in everything:
        explained = yield from explain(scope, _draft(scope, each))
        heard.append(_heard(each, explained, settings, _reasons(each, explained, message)))
    secrets = dict.fromkeys(
        each.kind
        for each in find_secrets(message, learned=settings.decision.learned_gates)
        if is_refused(each.kind, settings.sensitive_data)
    )
    alone = yield from explain(scope, as_it_is)
    return Dissected(tuple(heard), found.refused, tuple(secrets), alone)


def _reasons(
    found: Directive | Candidate, explained: Explained, message: str
) -> tuple[Reason, ...]:
    """Return the words by which a trained reader decided; none where a rule did, or where they may not be repeated."""
    if found.rule != LEARNED or explained.content is None or find_secrets(message):
        return ()
    if isinstance(found, Candidate):
        return tuple(why_fact(found.statement))
    return tuple(why_request([each.raw for each in sentences(message)]))


def _draft(scope: Scope, found: Directive | Candidate) -> MemoryDraft:
    given: dict[str, Any] = {
        "source": Source.DIRECTIVE,
        "importance": REQUESTED,
        "user_requested": True,
    }
    if isinstance(found, Candidate):
        given = {"source": Source.SCAN, "importance": importance_of(found.score)}
    return drafted(found, scope.categories.allowed(scope.agent), scope.clock(), **given)


def _heard(
    found: Directive | Candidate,
    explained: Explained,
    settings: Settings,
    reasons: tuple[Reason, ...],
) -> Heard:
    if isinstance(found, Directive):
        return Heard("request", found.rule, explained, reasons=reasons)
    waits = found.score < settings.decision.background_threshold
    return Heard("statement", found.rule, explained, found.score, found.signals, waits, reasons)
