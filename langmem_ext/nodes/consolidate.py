"""Which memories of a space become one, who says so, and what is left for tomorrow?

What repeats itself beyond doubt is merged without a model (policies/merge.py). A model combines groups of at least
three related memories, and says of pairs whether they state the same fact. Without an answer nothing changes.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from langmem_ext.errors import StoreUnavailable
from langmem_ext.memory import Memory, Sensitivity, WriteOutcome
from langmem_ext.models import resolve_model
from langmem_ext.namespaces import split_space_key
from langmem_ext.nodes.asking import NO_MODEL
from langmem_ext.nodes.holding import once_more_for_the_dead, while_held
from langmem_ext.nodes.judgements import Judge
from langmem_ext.nodes.node import Steps, aside, ask
from langmem_ext.nodes.upkeep import TIME, Done, Job
from langmem_ext.policies import related
from langmem_ext.policies.merge import Band, Wording, decide
from langmem_ext.policies.notices import notice_of_consolidation
from langmem_ext.stores.operations import combining, consolidating, due, energy
from langmem_ext.stores.operations.consolidating import KIND, Pair, Turn
from langmem_ext.stores.operations.due import Held
from langmem_ext.stores.records import Record
from langmem_ext.stores.requests import Operation, fetch
from langmem_ext.stores.scope import Scope

logger = logging.getLogger(__name__)

T = TypeVar("T")


def consolidate(job: Job) -> Steps[Done]:
    """Consolidate every space that has something due, until the time is up; the next run begins with the others."""
    if not job.settings.decision.consolidation_enabled:
        return Done(reason="off")
    model = yield from aside(resolve_model, job.model or job.settings.model)
    began, served = job.store.scope.clock(), set[str]()
    return (
        yield from once_more_for_the_dead(job, KIND, lambda _: _round(job, model, began, served))
    )


def _round(job: Job, model: Any, began: datetime, served: set[str]) -> Steps[Done]:
    """Consolidate the spaces that were due when the run began and have not been served by it."""
    done, after = Done(), None
    while found := (yield from _due(job, began, after)):
        for space in (turn.space for turn in found if turn.space not in served):
            if job.is_over():
                return replace(done, left=True, reason=TIME)
            part = yield from _space(job, space, model)
            done = done.plus(job.did(part))
            if "busy" not in part.counts:
                served.add(space)
        after = found[-1]
    return done


def look(job: Job) -> Steps[Done]:
    """Count what would be judged, without changing anything."""
    done, began, after = Done(), job.store.scope.clock(), None
    if not job.settings.decision.consolidation_enabled:
        return done
    while found := (yield from _due(job, began, after)):
        for turn in found:
            scope = job.scope(KIND, turn.space)
            pairs = yield from _near(job, scope, turn.space)
            certain, asked, _ = _sorted_out(scope, pairs)
            done = done.plus(Done({"merged": len(certain), "pairs": len(asked)}))
        after = found[-1]
    return done


def _due(job: Job, until: datetime, after: Turn | None) -> Steps[list[Turn]]:
    operation = consolidating.spaces_due(job.kept(), until=until, spaces=job.spaces, after=after)
    found: list[Turn] = yield from ask(job.store, "run", operation)
    return found


def _near(job: Job, scope: Scope, space: str) -> Steps[list[Pair]]:
    tenant, _ = split_space_key(space)
    seen = yield from ask(job.store, "run", consolidating.last_seen(tenant))
    pairs: list[Pair] = yield from ask(
        job.store, "run", consolidating.near(scope, space, seen), scope
    )
    return pairs


def _space(job: Job, space: str, model: Any) -> Steps[Done]:
    """Consolidate one space, on a lease; what fails is tried again later and keeps no other from its turn."""
    scope = job.scope(KIND, space)
    held: Held | None = yield from ask(job.store, "run", due.take(scope, space, KIND), scope)
    if held is None:
        return Done({"busy": 1})
    work = _Space(job, scope, held, model)
    try:
        done = yield from while_held(job.store, scope, held, work.run(), Done({"busy": 1}))
    except StoreUnavailable:
        raise
    except Exception as error:
        name = type(error).__name__
        logger.error("%s failed: %s", KIND, name)  # its words may hold memory text
        yield from work.do(due.put_off(scope, held, name))
        done = Done({"failed": 1}, left=True)
    if "busy" not in done.counts:
        yield from work.do(consolidating.had_its_turn(scope, space))
    return done


@dataclass(slots=True)
class _Space:
    """Hold the work on one space: what was merged, and which memories are no longer what they were."""

    job: Job
    scope: Scope
    held: Held
    model: Any
    outcomes: list[WriteOutcome] = field(default_factory=list)
    touched: set[UUID] = field(default_factory=set)
    counts: Counter[str] = field(default_factory=Counter)

    def do(self, operation: Operation[T]) -> Steps[T]:
        """Run an operation of a trusted job on this space: row-level security holds it to that."""
        result: T = yield from ask(self.job.store, "run", operation, self.scope)
        return result

    def run(self) -> Steps[Done]:
        pairs = yield from _near(self.job, self.scope, self.held.space)
        certain, asked, idle = _sorted_out(self.scope, pairs)
        for pair, content in certain:
            yield from self._merge([pair.a, pair.b], content, same=True)
        yield from self._note(idle, asked=False)
        wanted = self._untouched(asked)
        left = yield from self._judge(wanted)
        self.counts["waiting"] += left
        yield from self._settle(bool(left))
        why = NO_MODEL if wanted and self.model is None else None
        return Done(dict(self.counts), left=bool(left), reason=why, notices=self._notices())

    def _judge(self, wanted: Sequence[Pair]) -> Steps[int]:
        """Ask about as many pairs as the day allows; return how many are left."""
        if not wanted or self.model is None:
            return len(wanted)
        chosen = yield from self.do(consolidating.choose(self.scope, self.held.space, wanted))
        if not chosen:
            return len(wanted)
        view = self.job.store.bind(self.held.principal).at(KIND)
        job = f"{KIND}:{self.scope.clock():%Y-%m-%d}"
        judge = Judge(view, self.held.space, self.job.settings, self.model, job=job)
        answered, waiting = yield from self._groups(judge, chosen)
        apart = [pair for pair in chosen if pair not in answered and pair not in waiting]
        answered += yield from self._pairs(judge, apart)
        yield from self._note(answered, asked=True)
        self.counts["pairs"] += len(answered)
        if len(answered) == len(chosen):
            yield from self.do(_forgotten(self.held.space, job))
        return len(wanted) - len(answered)

    def _groups(self, judge: Judge, chosen: Sequence[Pair]) -> Steps[tuple[list[Pair], list[Pair]]]:
        """Let groups of at least three become one; return the pairs that this settles, and those of the unanswered."""
        near = {pair.key: pair.similarity or 0.0 for pair in chosen}
        records = {record.uid: record for pair in chosen for record in (pair.a, pair.b)}
        found = [[records[uid] for uid in group] for group in related.groups(near)]
        if not found:
            return [], []
        texts = [[record.memory.content for record in group] for group in found]
        contents = yield from judge.consolidate_steps(texts)
        settled, waiting = list[Pair](), list[Pair]()
        for group, content in zip(found, contents, strict=True):
            if content is None:
                waiting += _within(group, chosen)
            elif content and (yield from self._merge(group, content, same=False)):
                settled += _within(group, chosen)
        return settled, waiting

    def _pairs(self, judge: Judge, chosen: Sequence[Pair]) -> Steps[list[Pair]]:
        """Let pairs that state the same become one; return those that were judged."""
        open_ = self._untouched(chosen)
        texts = [(pair.a.memory.content, pair.b.memory.content) for pair in open_]
        answers = (yield from judge.same_fact_steps(texts)) if texts else []
        for pair, same in zip(open_, answers, strict=True):
            if same and not self.touched.intersection(pair.key):
                yield from self._merge([pair.a, pair.b], _newer(pair).content, same=True)
        judged = [pair for pair, same in zip(open_, answers, strict=True) if same is not None]
        return [*judged, *(pair for pair in chosen if pair not in open_)]

    def _merge(self, records: Sequence[Record], content: str, *, same: bool) -> Steps[bool]:
        if self.touched.intersection(record.uid for record in records):
            return False
        outcome = yield from self.do(combining.combine(self.scope, records, content, same=same))
        if outcome.status == "rejected":
            self.counts["refused"] += 1
        if outcome.status != "merged":
            return False
        self.touched.update(record.uid for record in records)
        self.outcomes.append(outcome)
        self.counts["merged"] += len(records)
        return True

    def _note(self, pairs: Sequence[Pair], *, asked: bool) -> Steps[None]:
        if pairs:
            yield from self.do(consolidating.note(self.scope, self.held.space, pairs, asked=asked))

    def _settle(self, left: bool) -> Steps[None]:
        """Give the space back: until tomorrow, until a judged pair may be judged again, or for good."""
        until = energy.tomorrow(self.scope) if left else None
        until = until or (yield from self.do(consolidating.next_time(self.held.space)))
        yield from self.do(
            due.put_off(self.scope, self.held, None, until) if until else due.drop(self.held)
        )

    def _untouched(self, pairs: Sequence[Pair]) -> list[Pair]:
        return [pair for pair in pairs if not self.touched.intersection(pair.key)]

    def _notices(self) -> dict[str, list[str]]:
        notice = notice_of_consolidation(self.outcomes, self.job.settings.notifications)
        user = self.held.principal.user_id
        return {user: [notice]} if notice and user else {}


def _sorted_out(
    scope: Scope, pairs: Sequence[Pair]
) -> tuple[list[tuple[Pair, str]], list[Pair], list[Pair]]:
    """Return the pairs that say the same beyond doubt with what remains, those for a model, and the others."""
    certain: list[tuple[Pair, str]] = []
    asked: list[Pair] = []
    idle: list[Pair] = []
    for pair in pairs:
        content = _certain(scope, pair)
        if content is not None:
            certain.append((pair, content))
        elif _may_be_shown(pair) and related.is_worth_asking(*_texts(pair)):
            asked.append(pair)
        else:
            idle.append(pair)
    return certain, asked, idle


def _certain(scope: Scope, pair: Pair) -> str | None:
    """Return the text of two statements of which one adds nothing; None where only a model could tell."""
    (old, old_terms), (new, new_terms) = sorted(
        zip((pair.a, pair.b), pair.terms, strict=True), key=lambda side: side[0].memory.updated_at
    )
    decision = decide(
        Wording(new.memory.content, new_terms),
        Wording(old.memory.content, old_terms),
        pair.similarity,
        scope.bands,
    )
    if not decision.merges:
        return None
    return (old if decision.band is Band.AUTO else new).memory.content


def _newer(pair: Pair) -> Memory:
    return max(pair.a.memory, pair.b.memory, key=lambda memory: memory.updated_at)


def _within(group: Sequence[Record], pairs: Sequence[Pair]) -> list[Pair]:
    uids = [record.uid for record in group]
    return [pair for pair in pairs if related.within(uids, {pair.key: 0.0})]


def _texts(pair: Pair) -> tuple[str, str]:
    return pair.a.memory.content, pair.b.memory.content


def _may_be_shown(pair: Pair) -> bool:
    """Tell whether a model may read both: what is sensitive is not sent anywhere by a background job."""
    return Sensitivity.SENSITIVE not in (pair.a.memory.sensitivity, pair.b.memory.sensitivity)


def _forgotten(space: str, job: str) -> Operation[None]:
    yield from fetch(energy.forget_answers(space, job))
