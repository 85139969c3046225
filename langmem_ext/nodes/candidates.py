"""What of a message may become a memory?

A secret is taken out of the message before anything else looks at it: nothing that is found can hold any of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from langmem_ext.policies.directives import Directive, find_directives, is_refused
from langmem_ext.policies.scanner import Candidate, scan
from langmem_ext.policies.secrets import find_secrets, mask_secrets
from langmem_ext.settings import DecisionSettings


@dataclass(frozen=True, slots=True)
class Found:
    """Hold what the user asked to remember, how many requests held a secret, and what was said in passing.

    `withheld` counts the requests with a secret that only shows after the messages before: the store would not know it.
    """

    requested: list[Directive]
    refused: int
    noticed: list[Candidate]
    withheld: int = 0


def find(
    message: str,
    decision: DecisionSettings,
    *,
    speaker: str | None = None,
    history: Sequence[str] = (),
    after: Sequence[str] = (),
) -> Found:
    """Look for requests first, then for statements above the threshold, the best first (spec 000, sections 2 and 3).

    `after` is what was said last before the message, by anyone: it may announce a secret that the message gives.
    """
    after = after or history
    secrets = find_secrets(message, after)
    kinds = {secret.kind.replace("_", " ") for secret in secrets}
    clean = mask_secrets(message, after)
    asked = find_directives(clean, speaker=speaker) if decision.directives_enabled else []
    scans = decision.background_scan_enabled and not is_refused(clean)
    said = scan(clean, speaker=speaker, history=history) if scans else []
    requested = [directive for directive in asked if not _names_removed(directive, kinds)]
    refused = len(asked) - len(requested)
    if kinds and not refused and decision.directives_enabled:
        refused = max(0, len(find_directives(message)) - len(asked))
    noticed = [
        candidate
        for candidate in said
        if candidate.score >= decision.background_threshold and not _names_removed(candidate, kinds)
    ]
    withheld = 0
    if refused and not find_secrets(message):
        refused, withheld = 0, refused
    return Found(
        requested, refused, sorted(noticed, key=lambda candidate: -candidate.score), withheld
    )


def _names_removed(found: Directive | Candidate, kinds: set[str]) -> bool:
    """Tell what lost a secret: "The user's password is [password removed]"."""
    text = " ".join((found.content, found.statement, found.title, *found.keywords)).lower()
    return any(f"{kind} removed" in text for kind in kinds)
