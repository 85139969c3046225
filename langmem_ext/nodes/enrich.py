"""Whom and what do memories name that a quick look has overlooked?

Those that name at most two are looked through with spaCy and a model (strategy `accurate`), fifty a run, each text
once; the model reads several of a space together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any
from uuid import UUID

from langmem_ext.entities import Recognizer, SpacyRecognizer, Span, extract, recognizers
from langmem_ext.entities.chat_model import Mentions, spans_of
from langmem_ext.models import resolve_model
from langmem_ext.nodes.asking import NO_MODEL, Answer, Asker
from langmem_ext.nodes.holding import once_more_for_the_dead, while_held
from langmem_ext.nodes.judgements import batches, is_sound
from langmem_ext.nodes.names import NONSENSE, TOGETHER, failure, names_in
from langmem_ext.nodes.node import Steps, aside, ask
from langmem_ext.nodes.upkeep import Done, Job
from langmem_ext.stores.operations import due, energy, enriching
from langmem_ext.stores.operations.due import Held
from langmem_ext.stores.operations.enriching import KIND, Unread
from langmem_ext.stores.requests import Operation, fetch
from langmem_ext.stores.scope import Scope

A_RUN = 50
"""Memories that one run looks through (spec 003, execute_entity_enrichment)."""

FAILURES = 3
"""Calls that may fail in a space before the run ends: the model seems to be out of order."""


@dataclass(frozen=True, slots=True)
class Looking:
    """Hold who looks: the recognizers of this machine, and a model."""

    local: Sequence[Recognizer]
    model: Any

    @property
    def careful(self) -> bool:
        """Tell whether one of them sees more than a write does."""
        spacy = any(isinstance(each, SpacyRecognizer) for each in self.local)
        return spacy or self.model is not None


@dataclass(frozen=True, slots=True)
class Found:
    """Be a recognizer that knows already what a text holds."""

    spans: list[Span] = field(default_factory=list)
    name = "found"

    def find(self, text: str) -> list[Span]:
        return self.spans


def enrich(job: Job) -> Steps[Done]:
    """Look through the newest memories that name few, until the run's fifty are done or the time is up."""
    if not _is_on(job):
        return Done(reason="off")
    yield from ask(job.store, "run", due.drop_abandoned(job.scope(KIND), KIND))
    looking = yield from _looking(job)
    done = yield from once_more_for_the_dead(job, KIND, lambda so_far: _round(job, looking, so_far))
    return replace(done, left=True) if done.counts.get("busy") else done


def _round(job: Job, looking: Looking, so_far: Done) -> Steps[Done]:
    done, left = Done(), A_RUN - so_far.counts.get("memories", 0)
    while texts := (yield from _unread(job)):
        few = [text for text in texts if text.few]
        if not looking.careful:
            waiting = Done({"waiting": len(few)}, reason=NO_MODEL)
            return done.plus(waiting) if few else done
        yield from ask(
            job.store, "run", enriching.pass_over(job.scope(KIND), [t for t in texts if not t.few])
        )
        chosen, all_read = few[:left], len(texts) < enriching.AT_ONCE
        part = yield from _look(job, chosen, looking)
        done, left = done.plus(part), left - len(chosen)
        undone = part.left or len(few) > len(chosen)
        if undone or part.counts.get("busy") or all_read or left <= 0:
            waiting = Done({"waiting": len(few) - len(chosen)}, left=bool(undone or not all_read))
            return done.plus(waiting)
    return done


def look(job: Job) -> Steps[Done]:
    """Count what the next run would look through, without changing anything."""
    texts = (yield from _unread(job)) if _is_on(job) else []
    looking = yield from _looking(job)
    few = sum(text.few for text in texts) if looking.careful else 0
    return Done({"memories": min(A_RUN, few)})


def _is_on(job: Job) -> bool:
    return job.settings.entities.enabled and job.settings.entities.enrich


def _looking(job: Job) -> Steps[Looking]:
    model = yield from aside(resolve_model, job.model or job.settings.model)
    local = yield from aside(recognizers, "accurate", job.settings.entities)
    return Looking(local, model)


def _unread(job: Job) -> Steps[list[Unread]]:
    operation = enriching.unread(job.scope(KIND), spaces=job.spaces)
    found: list[Unread] = yield from ask(job.store, "run", operation)
    return found


def _look(job: Job, texts: Sequence[Unread], looking: Looking) -> Steps[Done]:
    """Look through some texts, space by space, each on a lease."""
    done = Done()
    ordered = sorted(texts, key=lambda text: text.space)
    for space, group in groupby(ordered, key=lambda text: text.space):
        scope = job.scope(KIND, space)
        held: Held | None = yield from ask(job.store, "run", due.take(scope, space, KIND), scope)
        if held is None:
            done = done.plus(Done({"busy": 1}))
            continue
        work = _space(job, scope, held, list(group), looking)
        part = yield from while_held(job.store, scope, held, work, Done({"busy": 1}))
        done = done.plus(job.did(part))
        yield from ask(job.store, "run", _settled(held), scope)
        if done.left:
            break
    return done


def _settled(held: Held) -> Operation[None]:
    yield from due.drop(held)
    yield from fetch(energy.forget_answers(held.space, KIND))


def _space(
    job: Job, scope: Scope, held: Held, texts: Sequence[Unread], looking: Looking
) -> Steps[Done]:
    view = job.store.bind(held.principal).at(KIND)
    asker = Asker(view, held.space, job.settings, looking.model)
    counts: Counter[str] = Counter()
    for batch in batches(texts, TOGETHER):
        if job.is_over():
            return Done(counts, left=True)
        said = yield from _said(asker, batch)
        for text in batch:
            if (answer := said.get(text.uid, Answer())).missing in (None, NONSENSE):
                counts += yield from _noted(job, scope, text, looking, answer.value)
        if missing := failure(list(said.values())):
            counts["failed"] += 1
            if missing == "energy" or counts["failed"] == FAILURES:
                return Done(counts, left=True, reason=missing)
    return Done(counts, left=bool(counts["failed"]))


def _said(asker: Asker, texts: Sequence[Unread]) -> Steps[dict[UUID, Answer[Mentions]]]:
    """Return what a model finds, and why it is not known; what is sensitive or gives orders is shown to none."""
    shown = [text for text in texts if not text.sensitive and is_sound(text.text)]
    if asker.model is None or not shown:
        return {}
    answers = yield from names_in(asker, KIND, [text.text for text in shown])
    return {text.uid: answer for text, answer in zip(shown, answers, strict=True)}


def _noted(
    job: Job, scope: Scope, text: Unread, looking: Looking, said: Mentions | None
) -> Steps[Counter[str]]:
    """Note what a text names, as this machine and a model find it."""
    spans = yield from aside(extract, text.text, looking.local)
    found = Found([*spans, *(spans_of(text.text, said) if said else ())])
    names = yield from ask(job.store, "run", enriching.enrich(scope, text, found), scope)
    return Counter(memories=int(names is not None), names=names or 0)
