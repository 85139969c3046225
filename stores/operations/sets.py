"""How are many drafts decided together, each as if those before it had been written already?

A set is looked up in one round trip and written in another. It ends before the first draft whose decision could depend
on what an earlier one of the set does to a memory; that draft opens the next set. So the outcomes are those of writing
one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from math import inf
from operator import itemgetter
from typing import Any, TypeAlias
from uuid import UUID

from langmem_ext.memory import AUTOMATIC_SOURCES, MemoryDraft, WriteOutcome
from langmem_ext.policies.consent import INFERRING_SOURCES, is_benign
from langmem_ext.policies.writing import Rejection
from langmem_ext.stores.operations import changes, falling, noting
from langmem_ext.stores.operations.appearing import look_ahead
from langmem_ext.stores.operations.changes import Change, Decided, names_of
from langmem_ext.stores.operations.decisions import decide
from langmem_ext.stores.operations.noting import HOT_PATH
from langmem_ext.stores.operations.surroundings import (
    Job,
    Surroundings,
    counted,
    kin_of,
    look_around,
    reach,
)
from langmem_ext.stores.records import Record
from langmem_ext.stores.requests import Operation, Row, Statement
from langmem_ext.stores.scope import Scope

LARGEST = 128
"""Drafts of a set at most: beyond it the round trip no longer counts."""

SENT_AT_ONCE = 32
"""Drafts whose changes are sent together: the server writes them while those that follow are decided."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Carry a draft that a gate refused."""

    scope: Scope
    draft: MemoryDraft
    rejection: Rejection
    now: datetime
    space: str


Step: TypeAlias = "Job | Refused"


def write_sets(
    scope: Scope, steps: Sequence[Step], opening: Sequence[Statement]
) -> Operation[list[WriteOutcome]]:
    """Decide and write all steps, in as few sets as they allow; `opening` travels with the first."""
    outcomes: list[WriteOutcome] = []
    size = LARGEST
    while len(outcomes) < len(steps):
        chosen = steps[len(outcomes) : len(outcomes) + size]
        done = yield from _write_set(scope, chosen, opening)
        # what depends on each other comes in runs: look no further ahead than is likely to be of use
        size = min(LARGEST, 2 * len(done))
        outcomes += done
        opening = []
    return outcomes


def _write_set(
    scope: Scope, steps: Sequence[Step], opening: Sequence[Statement]
) -> Operation[list[WriteOutcome]]:
    """Write as many steps as are independent, at least one; return their outcomes."""
    steps = _upto_capped(steps)
    jobs = [step for step in steps if isinstance(step, Job)]
    surroundings = yield from look_around(scope, jobs, opening, partial(look_ahead, jobs))
    so_far, number = _Set(), 0
    for step in steps:
        if isinstance(step, Refused):
            if not so_far.add_refused(step):
                break
            continue
        if not so_far.add(number, step, surroundings[number]):
            break
        number += 1
        if len(so_far.changes) >= SENT_AT_ONCE:
            yield from falling.write(scope, so_far.taken())
    yield from falling.write(scope, so_far.taken())
    return so_far.outcomes


def _in_order(drafts: Sequence[Sequence[Change]]) -> list[Change]:
    """Return the changes of some drafts; what only audits learns how many revisions the drafts after it make."""
    later: Counter[str] = Counter()
    ordered: list[Change] = []
    for made in reversed(drafts):
        ordered += [_before(change, later) for change in reversed(made)]
        later.update(change.row["space"] for change in made if change.query == "record_change")
    return ordered[::-1]


def _before(change: Change, later: Counter[str]) -> Change:
    if change.query != "record_history":
        return change
    return replace(change, row={**change.row, "later": later[change.row["space"]]})


def _upto_capped(steps: Sequence[Step]) -> Sequence[Step]:
    """Let a draft whose category or space has a cap stand alone: each one that comes pushes another out."""
    for number, step in enumerate(steps):
        if isinstance(step, Job) and (step.cap or step.space_cap):
            return steps[: max(number, 1)]
    return steps


@dataclass(slots=True)
class _Set:
    """Collect what the steps of a set do, and tell which further step must wait for it."""

    outcomes: list[WriteOutcome] = field(default_factory=list)
    changes: list[list[Change]] = field(default_factory=list)  # of each draft, not yet sent
    created: dict[int, UUID] = field(default_factory=dict)  # drafts that became new memories
    drafts: dict[UUID, MemoryDraft] = field(default_factory=dict)  # what those said
    reworded: set[int] = field(default_factory=set)  # drafts that gave another memory a new text
    touched: set[UUID] = field(default_factory=set)  # memories that were saved
    moved: set[UUID] = field(default_factory=set)  # those of another text now, or out of sight
    places: set[Any] = field(default_factory=set)  # slots, keys and operations that were settled
    names: set[tuple[str, str]] = field(default_factory=set)  # the keys of those that were named
    automatic: Counter[str] = field(default_factory=Counter)  # what counts for today, by space

    def taken(self) -> list[Change]:
        """Return the changes that are not sent yet, and hold none of them any more."""
        made, self.changes = self.changes, []
        return _in_order(made)

    def add_refused(self, step: Refused) -> bool:
        """Count a refused draft; False for one whose operation an earlier one claims."""
        places = _operation(step)
        if not self.places.isdisjoint(places):
            return False
        self.places |= places
        rejection = step.rejection
        known = step.draft.category in step.scope.categories.by_name
        event = changes.record_refusal(
            step.scope, step.space, step.now, reason=rejection.reason, operation_id=step.draft.operation_id,
            category=step.draft.category if known else None,
        )  # fmt: skip
        self.outcomes.append(
            WriteOutcome(status="rejected", reason=rejection.reason, detail=rejection.detail)
        )
        self.changes.append([event])
        return True

    def add(self, number: int, job: Job, around: Surroundings) -> bool:
        """Decide a draft; False for one that must wait, because its surroundings are no longer what they were."""
        places = _places(job)
        around = self._with_siblings(job, around)
        if not self.places.isdisjoint(places) or self._has_changed(job, around):
            return False
        around = counted(around, self.automatic[job.space])
        outcome, made = _perform(job, around)
        if self._unnames(job, around, made):
            return False
        self.places |= places
        self.outcomes.append(outcome)
        self.changes.append(made)
        self._note(number, job, outcome, made)
        if job.scope.node == HOT_PATH:
            noting.note(
                job.scope, job.space, "search", category=job.draft.category, sim=around.best
            )
        return True

    def _has_changed(self, job: Job, around: Surroundings) -> bool:
        return not (
            self.touched.isdisjoint(around.decisive)
            and not (self.moved and self._has_moved(around))
            and self.created.keys().isdisjoint(around.twins)
            and self.reworded.isdisjoint(around.twins)
            and not self._is_near_reworded(job, around)
        )

    def _has_moved(self, around: Surroundings) -> bool:
        return not self.moved.isdisjoint(uid for uid, _ in around.links)

    def _is_near_reworded(self, job: Job, around: Surroundings) -> bool:
        """Tell whether a text that another memory took is among the nearest."""
        if not self.reworded:
            return False
        nearest = around.links[: reach(job.scope)]
        bar = nearest[-1][1] if len(nearest) == reach(job.scope) else -inf
        siblings = zip(*around.siblings, strict=True)
        return any(number in self.reworded and near >= bar for number, near in siblings)

    def _unnames(self, job: Job, around: Surroundings, made: list[Change]) -> bool:
        """Tell whether something goes out of sight that may be all that tells what a name of the set stands for."""
        gone = {change.row["uid"] for change in made if change.query == "unindex_memory"}
        if not gone or not self.names:
            return False
        records = [record for record in around.records if record.uid in gone]
        return any(not self.names.isdisjoint(names_of(job.scope, record)) for record in records)

    def _with_siblings(self, job: Job, around: Surroundings) -> Surroundings:
        """Add the new memories of the set to those that a draft may be linked to."""
        if not (new := self._near(job, around)):
            return around
        links = sorted([*around.links, *new], key=itemgetter(1), reverse=True)
        return replace(around, links=tuple(links), kin=partial(self._kin, job, around.kin))

    def _near(self, job: Job, around: Surroundings) -> list[tuple[UUID, float]]:
        """Return the new memories of the set, most similar first; of those too far for a link the nearest alone."""
        near: list[tuple[UUID, float]] = []
        link_min = job.scope.settings.relations.link_min
        for number, similarity in zip(*around.siblings, strict=True):
            if near and similarity < link_min:
                break
            if number in self.created:
                near.append((self.created[number], similarity))
        return near

    def _kin(self, job: Job, known: Callable[[UUID], int], uid: UUID) -> int:
        """Tell who sees one of those that a draft may be linked to, beside who sees the draft."""
        sibling = self.drafts.get(uid)
        return known(uid) if sibling is None else kin_of(job.draft, sibling, job.scope, job.space)

    def _note(self, number: int, job: Job, outcome: WriteOutcome, made: list[Change]) -> None:
        self.names |= {
            (each.row["space"], each.row["key"]) for each in made if each.query == "mention"
        }
        uids = {name: {each.row["uid"] for each in made if each.query == name} for name in _KINDS}
        self.moved |= uids["unindex_memory"]
        self.touched |= uids["save_memory"]
        new = outcome.status in ("created", "superseded")
        if new:
            (self.created[number],) = uids["index_document"]
            self.drafts[self.created[number]] = job.draft
        elif uids["index_document"]:
            self.reworded.add(number)
        proposed = outcome.status == "proposed" and bool(uids["save_memory"])
        if job.draft.source in AUTOMATIC_SOURCES and (new or proposed):
            self.automatic[job.space] += 1


_KINDS = ("unindex_memory", "save_memory", "index_document")


def _places(job: Job) -> set[Any]:
    """Return what at most one draft of a set may claim."""
    places = _operation(job)
    if job.slot:
        places.add(("slot", *job.slot))
    if is_benign(job.draft.slot, job.draft.category) and job.draft.source in INFERRING_SOURCES:
        places.add(("benign", job.space, job.draft.category))
    if job.target.key is not None:
        places.add(("key", job.space, job.draft.category, job.target.key))
    return places


def _operation(step: Step) -> set[Any]:
    operation = step.draft.operation_id
    return {("operation", step.space, operation)} if operation else set()


def _perform(job: Job, around: Surroundings) -> Decided:
    if around.replayed is not None:
        return _replay(around.replayed), []
    outcome, made = decide(job, around)
    if job.draft.operation_id is not None and (memory := outcome.memory) is not None:
        made.append(
            changes.keep_operation(
                job.space, job.draft.operation_id, memory.category, memory.id, job.now
            )
        )
    return outcome, made


def _replay(row: Row) -> WriteOutcome:
    record = Record.read(row) if row["uid"] is not None else None
    memory = record.memory if record and not record.secret else None
    return WriteOutcome(status="unchanged", reason="replay", memory=memory)
