"""What of one message may become a memory, and under which draft?

The hot path and the import of conversations decide by this one function.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from langmem_ext.memory import MemoryDraft, MemoryType, Source
from langmem_ext.policies.directives import Directive, find_directives
from langmem_ext.policies.lifecycle import importance_of
from langmem_ext.policies.scanner import Candidate, scan
from langmem_ext.settings import DecisionSettings


@dataclass(frozen=True, slots=True)
class Capture:
    """Pair a draft with the rule that found it, `directive:remember` or `scan:location`, and its score in 0..1."""

    draft: MemoryDraft
    rule: str
    score: float


def captures_of(
    message: str,
    decision: DecisionSettings,
    *,
    operation: str,
    speaker: str | None = None,
    history: Sequence[str] = (),
    task: str = "",
    fields: Mapping[str, Any] | None = None,
) -> list[Capture]:
    """Return what a message asks to remember, then what it states, best first (spec 000, sections 2 and 3).

    Candidates below the threshold are left out: they wait for the review. No cap is applied here.

    Args:
        operation: identifies the message; with the position of a draft it becomes the draft's operation id.
        speaker: the name to speak of in the third person, "User" when None.
        history: earlier messages of the conversation; task: what the user is working on.
        fields: further fields of every draft (`source`, `source_ids`, `event_time`, `subjects`, ...).
    """
    found: list[Capture] = []
    if decision.directives_enabled:
        found += [_asked(each) for each in find_directives(message, speaker=speaker)]
    if decision.background_scan_enabled:
        stated = scan(message, speaker=speaker, history=history, task=task)
        kept = [each for each in stated if each.score >= decision.background_threshold]
        found += [_stated(each) for each in sorted(kept, key=lambda each: -each.score)]
    return [
        _completed(each, {**(fields or {}), "operation_id": f"{operation}:{i}"})
        for i, each in enumerate(found)
    ]


def _asked(directive: Directive) -> Capture:
    draft = _draft(directive, source=Source.DIRECTIVE, importance=5, user_requested=True)
    return Capture(draft, f"directive:{directive.rule}", 1.0)


def _stated(candidate: Candidate) -> Capture:
    draft = _draft(
        candidate,
        source=Source.SCAN,
        importance=importance_of(candidate.score),
        user_requested=False,
    )
    return Capture(draft, f"scan:{candidate.rule}", candidate.score)


def _draft(found: Directive | Candidate, **fields: Any) -> MemoryDraft:
    return MemoryDraft(
        content=found.content,
        category=found.category,
        type=MemoryType(found.type),
        title=found.title,
        keywords=found.keywords,
        slot=found.slot,
        **fields,
    )


def _completed(capture: Capture, fields: Mapping[str, Any]) -> Capture:
    draft = MemoryDraft.model_validate({**capture.draft.model_dump(), **fields})
    return Capture(draft, capture.rule, capture.score)
