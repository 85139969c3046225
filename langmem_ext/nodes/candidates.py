"""What of a message may become a memory?

A secret is taken out of the message before anything else looks at it: nothing that is found can hold any of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from langmem_ext.policies.directives import Directive, find_directives
from langmem_ext.policies.off_the_record import is_off_the_record
from langmem_ext.policies.retractions import Retraction, retractions
from langmem_ext.policies.scanner import Candidate, scan
from langmem_ext.policies.secrets import find_secrets, mask_secrets
from langmem_ext.settings import DecisionSettings


@dataclass(frozen=True, slots=True)
class Found:
    """Hold what the user asked to remember, how many requests held a secret, and what was said in passing."""

    requested: list[Directive]
    refused: int
    noticed: list[Candidate]
    taken_back: list[Retraction] = field(default_factory=list)


def find(
    message: str,
    decision: DecisionSettings,
    *,
    speaker: str | None = None,
    history: Sequence[str] = (),
    now: datetime | None = None,
) -> Found:
    """Look for requests first, then for statements above the threshold, the best first (spec 000, sections 2 and 3).

    What the user wants off the record is not scanned; a request in it still counts. `now` gives dates their day.
    """
    kinds = {secret.kind.replace("_", " ") for secret in find_secrets(message)}
    clean = mask_secrets(message)
    asked = find_directives(clean, speaker=speaker) if decision.directives_enabled else []
    scanned = decision.background_scan_enabled and not is_off_the_record(clean, history)
    task = history[-1] if history else ""
    said = scan(clean, speaker=speaker, history=history, task=task, now=now) if scanned else []
    requested = [directive for directive in asked if not _names_removed(directive, kinds)]
    refused = len(asked) - len(requested)
    if kinds and not refused and decision.directives_enabled:
        refused = max(0, len(find_directives(message)) - len(asked))
    noticed = [
        candidate
        for candidate in said
        if candidate.score >= decision.background_threshold and not _names_removed(candidate, kinds)
    ]
    noticed.sort(key=lambda candidate: -candidate.score)
    return Found(requested, refused, noticed, retractions(clean) if scanned else [])


def _names_removed(found: Directive | Candidate, kinds: set[str]) -> bool:
    """Tell what lost a secret: "The user's password is [password removed]"."""
    text = " ".join((found.content, found.statement, found.title, *found.keywords)).lower()
    return any(f"{kind} removed" in text for kind in kinds)
