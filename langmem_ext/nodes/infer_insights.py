"""What do the notes about a user let one understand of the person?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field

from langmem_ext.errors import StoreUnavailable
from langmem_ext.memory import Kind, Memory, MemoryDraft, MemoryType, Source, Turn, WriteOutcome
from langmem_ext.namespaces import user_space
from langmem_ext.nodes.asking import (
    Answer,
    Asker,
    Model,
    Question,
    digest_of,
    objections,
    patiently,
)
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
from langmem_ext.nodes.extracting import refusals, together
from langmem_ext.nodes.facts import LEFT_OUT, Sifted, Text, listed, numbers, quoted_turns, texts
from langmem_ext.nodes.node import Call, MemoryNode, Steps
from langmem_ext.nodes.work import Work
from langmem_ext.policies.trust import is_sound
from langmem_ext.policies.wording import check_wording
from langmem_ext.policies.writing import Rejection
from langmem_ext.principal import Principal
from langmem_ext.runtime import AnyMemoryStore
from langmem_ext.settings import Settings
from langmem_ext.stores.operations import reviewing
from langmem_ext.stores.operations.reviewing import Learned

NODE = "infer_insights"

PAUSE = timedelta(hours=24)
"""How long a user's insights rest (spec 004, item 3)."""

ACTIVITIES, FACTS, SNIPPET, INSIGHTS, TOKENS = 5, 3, 1000, 3, 220
"""Episodes, new facts, characters of conversation, insights and tokens of an answer at most (spec 004, item 3)."""

LATELY = timedelta(days=7)
"""From when on a fact is new."""

CATEGORY = "relationship_dynamic"
IMPORTANCE = 2


class Insight(BaseModel):
    """One thing understood."""

    summary: Text = ""
    tags: Annotated[list[str], BeforeValidator(texts)] = Field(default_factory=list)
    evidence: Annotated[list[int], BeforeValidator(numbers)] = Field(default_factory=list)


def _readable(value: Any) -> Any:
    return [each for each in listed(value) if isinstance(each, dict | Insight)][:INSIGHTS]


class Insights(BaseModel):
    """What the notes let one understand."""

    insights: Annotated[list[Insight], BeforeValidator(_readable)] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Seen:
    """Hold what insights are drawn from."""

    notes: list[Memory]
    turns: list[Turn]


def infer_insights(settings: Settings | None = None, model: Model = None) -> MemoryNode:
    """Make the node that draws insights about the run's user, at most once in 24 hours.

    From the last 5 episodes, 3 new facts and 1,000 characters of conversation come at most 3 insights of kind
    `insight`, linked to their evidence; those whose evidence has fallen are soft-deleted first. Keep it out of the
    way of an answer.
    """
    return MemoryNode(NODE, lambda call: _infer(call, settings, model))


def _infer(call: Call, settings: Settings | None, model: Model) -> Steps[dict[str, Any]]:
    work = Work.of(call, settings)
    try:
        outcomes = yield from insights_of(work.store, work.principal, work.settings, model)
    except StoreUnavailable as error:
        return work.without_memory(error)
    return work.having(outcomes)


def insights_of(
    store: AnyMemoryStore, principal: Principal, settings: Settings, model: Model
) -> Steps[list[WriteOutcome]]:
    """Let insights fall whose evidence has fallen, then draw new ones when it is time."""
    if principal.user_id is None:
        return []
    view = private(store, principal, NODE)
    yield from patiently(view, lambda: reviewing.unfounded(view.scope, user_space(principal)))
    period = yield from begin(view, settings, model)
    return (yield from period.through(_draw(period))) if period else []


def _draw(period: Period) -> Steps[list[WriteOutcome]]:
    asking = period.asker
    seen = yield from _look(asking)
    if not seen.notes:
        yield from period.end(PAUSE)
        return []
    job = (
        f"insights:{digest_of(*(memory.id for memory in seen.notes), *(t.id for t in seen.turns))}"
    )
    answer = yield from _ask(asking, job, seen)
    if answer.value is None:
        yield from period.put_off(answer.missing or "nonsense")
        return []
    sifted = yield from _mended(asking, job, answer.value.insights, seen)
    yield from asking.record(*refusals(sifted))
    learned = sifted.learned[:INSIGHTS]
    evidence = [memory.id for memory in seen.notes]
    outcomes: list[WriteOutcome] = yield from patiently(
        asking.view, lambda: reviewing.conclude(asking.view.scope, learned, evidence)
    )
    yield from period.end(PAUSE)
    return outcomes


def _look(asking: Asker) -> Steps[Seen]:
    lately: Any = {"since": asking.view.scope.clock() - LATELY, "category": CATEGORY}
    episodes = yield from recent(asking, [Kind.EPISODIC], limit=ACTIVITIES, **lately)
    facts = yield from recent(asking, [Kind.SEMANTIC], limit=FACTS, **lately)
    turns: list[Turn] = yield from patiently(
        asking.view, lambda: reviewing.latest_turns(asking.space, 20)
    )
    return Seen([*episodes, *facts], _snippet(turns))


def _snippet(turns: Sequence[Turn]) -> list[Turn]:
    """Return the newest turns that fit into the snippet, oldest first; of one that is too long alone, its beginning."""
    kept: list[Turn] = []
    room = SNIPPET
    for turn in reversed(turns):
        room -= len(turn.content)
        if room < 0:
            break
        kept.insert(0, turn)
    return kept or [_begun(turn) for turn in turns[-1:]]


def _begun(turn: Turn) -> Turn:
    """Return a turn as far as the snippet goes; one that orders the machine orders nothing less by that."""
    content = turn.content[:SNIPPET] if is_sound(turn) else LEFT_OUT
    return turn.model_copy(update={"content": content})


def _mended(asking: Asker, job: str, insights: Sequence[Insight], seen: Seen) -> Steps[Sifted]:
    """Return what may be kept; what is worded badly is asked for once more, with the reasons."""
    sifted = _sift(asking, job, insights, seen)
    if not sifted.faults:
        return sifted
    second = yield from _ask(asking, job, seen, objections(sifted.faults))
    if second.value is None:
        return sifted
    again = second.value.insights
    return together(sifted, _sift(asking, job, again, seen), len(again))


def _ask(asking: Asker, job: str, seen: Seen, faults: str = "") -> Steps[Answer[Insights]]:
    prompt = asking.prompt("insights")
    again = asking.again(faults)
    question = Question(
        job=job,
        prompt=prompt,
        about=(faults,),
        fields={"again": again},
        material=f"{quoted_notes(seen.notes)}\n{quoted_turns(seen.turns)}",
        schema=Insights,
        max_tokens=TOKENS,
        judged=lambda answer: (0, 0) if faults else _passed(answer.insights),
    )
    return (yield from asking.ask(question))


def _passed(insights: Sequence[Insight]) -> tuple[int, int]:
    well = (check_wording(each.summary, Kind.INSIGHT) for each in insights)
    return len(insights), sum(not isinstance(each, Rejection) for each in well)


def _sift(asking: Asker, job: str, insights: Sequence[Insight], seen: Seen) -> Sifted:
    """Hold each insight to the writing constraints and to its evidence."""
    sifted = Sifted()
    said = [turn.content for turn in seen.turns if is_sound(turn)]
    for number, insight in enumerate(insights, 1):
        rests_on = cited(insight.summary, insight.evidence, seen.notes)
        summary = checked(insight.summary, Kind.INSIGHT, rests_on, said)
        if isinstance(summary, str):
            sifted.learned.append(_draft(asking, job, insight, summary, rests_on))
        elif summary.reason == "format":
            sifted.faults.append((number, summary.detail))
        else:
            sifted.dropped.append(summary.reason)
    return sifted


def _draft(
    asking: Asker, job: str, insight: Insight, summary: str, rests_on: Sequence[Memory]
) -> Learned:
    draft = MemoryDraft(
        content=summary,
        category=kept_under(asking, CATEGORY, rests_on),
        kind=Kind.INSIGHT,
        type=MemoryType.KNOWLEDGE,
        tags=tuple(
            tag for tag in insight.tags if tag.replace("-", "").isalpha() and len(tag) <= 30
        )[:3],
        importance=IMPORTANCE,
        source=Source.CONSOLIDATION,
        source_ids=tuple(memory.id for memory in rests_on),
        operation_id=f"{job}:{digest_of(summary)}",
        extra=asking.made_by(asking.prompt("insights")),
    )
    return Learned(draft, max(memory.created_at for memory in rests_on), tuple(rests_on))
