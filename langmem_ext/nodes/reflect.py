"""What does a week with a user come to?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field

from langmem_ext.errors import StoreUnavailable
from langmem_ext.memory import Kind, Memory, MemoryDraft, MemoryType, Source, WriteOutcome
from langmem_ext.nodes.asking import Answer, Asker, Model, Question, digest_of, patiently
from langmem_ext.nodes.concluding import (
    Period,
    begin,
    checked,
    cited,
    kept_under,
    private,
    quoted_notes,
    recent,
)
from langmem_ext.nodes.facts import Text, numbers
from langmem_ext.nodes.node import Call, MemoryNode, Steps
from langmem_ext.nodes.work import Work
from langmem_ext.policies.wording import check_wording
from langmem_ext.policies.writing import Rejection
from langmem_ext.principal import Principal
from langmem_ext.runtime import AnyMemoryStore
from langmem_ext.settings import Settings
from langmem_ext.stores.operations import reviewing
from langmem_ext.stores.operations.energy import Happening
from langmem_ext.stores.operations.reviewing import Learned

NODE = "reflect"

PAUSE, WEEK, LEAST, MOST = timedelta(days=6), timedelta(days=7), 3, 200
"""The rest between reflections, what they look back on, the facts it takes, and the notes it reads (spec 003)."""

CATEGORY = "activity"
"""A category that the agent who leads may see: the latest reflection enters its context, where it rests on no other."""

TAG = "weekly"


class Reflection(BaseModel):
    """What a week came to."""

    content: Text = ""
    evidence: Annotated[list[int], BeforeValidator(numbers)] = Field(default_factory=list)


def reflect(settings: Settings | None = None, model: Model = None) -> MemoryNode:
    """Make the node that reflects on the last seven days of the run's user, at most once in six days.

    It takes at least 3 new facts. The reflection never decays; the latest one enters the context.
    """
    return MemoryNode(NODE, lambda call: _reflect(call, settings, model))


def _reflect(call: Call, settings: Settings | None, model: Model) -> Steps[dict[str, Any]]:
    work = Work.of(call, settings)
    try:
        outcomes = yield from reflection_of(work.store, work.principal, work.settings, model)
    except StoreUnavailable as error:
        return work.without_memory(error)
    return work.having(outcomes)


def reflection_of(
    store: AnyMemoryStore, principal: Principal, settings: Settings, model: Model
) -> Steps[list[WriteOutcome]]:
    """Reflect on a user's week when it is time."""
    if principal.user_id is None:
        return []
    period = yield from begin(private(store, principal, NODE), settings, model)
    return (yield from period.through(_look_back(period))) if period else []


def _look_back(period: Period) -> Steps[list[WriteOutcome]]:
    asking = period.asker
    now = asking.view.scope.clock()
    last: datetime | None = yield from patiently(
        asking.view, lambda: reviewing.latest(asking.space, Kind.REFLECTION)
    )
    if last is not None and now - last < PAUSE:
        yield from period.end(last + PAUSE - now)
        return []
    kinds = [Kind.SEMANTIC, Kind.EPISODIC]
    notes = yield from recent(asking, kinds, since=now - WEEK, limit=MOST, category=CATEGORY)
    if sum(memory.kind is Kind.SEMANTIC for memory in notes) < LEAST:
        yield from period.end(timedelta(days=1))
        return []
    outcomes = yield from _written(period, notes)
    if outcomes is not None:
        yield from period.end(PAUSE)
    return outcomes or []


def _written(period: Period, notes: Sequence[Memory]) -> Steps[list[WriteOutcome] | None]:
    """Ask for the reflection and keep it; None when there was nobody to ask."""
    asking, job = period.asker, f"reflection:{digest_of(*(memory.id for memory in notes))}"
    answer = yield from _ask(asking, job, notes)
    if answer.value is None:
        yield from period.put_off(answer.missing or "nonsense")
        return None
    content, rests_on = _checked(answer.value, notes)
    if isinstance(content, Rejection) and content.reason == "format" and answer.value.content:
        again = yield from _ask(asking, job, notes, content.detail)
        if again.value:
            content, rests_on = _checked(again.value, notes)
    if isinstance(content, Rejection):
        yield from asking.record(Happening("classify", "skipped", content.reason))
        return []
    return (yield from _keep(asking, job, content, rests_on))


def _ask(
    asking: Asker, job: str, notes: Sequence[Memory], fault: str = ""
) -> Steps[Answer[Reflection]]:
    again = asking.again(fault and f"- reflection: {fault}")
    question = Question(
        job=job,
        prompt=asking.prompt("reflection"),
        about=(fault,),
        fields={"again": again},
        material=quoted_notes(notes),
        schema=Reflection,
        judged=lambda answer: (0, 0) if fault else _passed(answer),
    )
    return (yield from asking.ask(question))


def _passed(answer: Reflection) -> tuple[int, int]:
    return 1, int(isinstance(check_wording(answer.content, Kind.REFLECTION), str))


def _checked(
    answer: Reflection, notes: Sequence[Memory]
) -> tuple[str | Rejection, Sequence[Memory]]:
    """Return the reflection as it may be kept, or why not, and the notes that it rests on."""
    rests_on = cited(answer.content, answer.evidence, notes)
    return checked(answer.content, Kind.REFLECTION, rests_on), rests_on


def _keep(
    asking: Asker, job: str, content: str, rests_on: Sequence[Memory]
) -> Steps[list[WriteOutcome]]:
    draft = MemoryDraft(
        content=content,
        category=kept_under(asking, CATEGORY, rests_on),
        kind=Kind.REFLECTION,
        type=MemoryType.KNOWLEDGE,
        title="Weekly reflection",
        tags=(TAG,),
        importance=3,
        source=Source.CONSOLIDATION,
        source_ids=tuple(memory.id for memory in rests_on),
        operation_id=job,
        extra=asking.made_by(asking.prompt("reflection")),
    )
    learned = [Learned(draft, max(memory.created_at for memory in rests_on), tuple(rests_on))]
    outcomes: list[WriteOutcome] = yield from patiently(
        asking.view, lambda: reviewing.learn(asking.view.scope, learned)
    )
    return outcomes
