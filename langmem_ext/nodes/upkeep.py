"""What does a step of maintenance know, and what does it report?"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from langmem_ext.namespaces import split_space_key
from langmem_ext.nodes.asking import Model
from langmem_ext.runtime import AnyMemoryStore
from langmem_ext.settings import Settings
from langmem_ext.stores.scope import Scope

TIME = "time"
"""Why the rest is left when the time is up."""


def never() -> bool:
    """Tell a step to go on."""
    return False


def unheard(part: Done) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True)
class Job:
    """Hold what a step works with: the spaces it is for (None = all), when it must stop, and who is told of each part.

    With `tenant` it is for that tenant alone.

    It stops when the time is up (`until`, of `time.monotonic`), or as soon as `stop` says so. It waits `patience`
    seconds at most for what others hold; None = as long as their leases last.
    """

    store: AnyMemoryStore
    settings: Settings
    model: Model = None
    spaces: list[str] | None = None
    until: float | None = None
    stop: Callable[[], bool] = never
    tell: Callable[[Done], None] = unheard
    tenant: str | None = None
    patience: float | None = None

    def scope(self, node: str, space: str | None = None) -> Scope:
        """Return the scope of a step, with the settings of the job; with a space, of that one alone."""
        tenant = split_space_key(space)[0] if space else self.tenant
        return replace(
            self.store.scope,
            settings=self.settings,
            node=node,
            of_tenant=tenant or self.store.scope.of_tenant,
            within=space,
            kept=self.tenant,
        )

    def kept(self) -> Scope:
        """Return the store's own scope, for the tenant of the job alone where it has one."""
        return replace(self.store.scope, kept=self.tenant)

    def is_over(self) -> bool:
        """Tell whether to leave the rest for another run."""
        return self.stop() or (self.until is not None and time.monotonic() >= self.until)

    def did(self, part: Done) -> Done:
        """Return what a part of the step did, having told of it."""
        self.tell(part)
        return part


@dataclass(frozen=True, slots=True)
class Done:
    """Say what a step did: counts, whether there is more to do, why something was left out, what to tell whom."""

    counts: Mapping[str, int] = field(default_factory=dict)
    left: bool = False
    reason: str | None = None
    notices: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def plus(self, other: Done) -> Done:
        """Return what both did."""
        told = {**{user: list(texts) for user, texts in self.notices.items()}}
        for user, texts in other.notices.items():
            told[user] = [*told.get(user, []), *texts]
        counts = dict(Counter(self.counts) + Counter(other.counts))
        return Done(counts, self.left or other.left, self.reason or other.reason, told)
