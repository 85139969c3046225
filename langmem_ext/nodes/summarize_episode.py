"""What happened in a conversation?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pydantic import BaseModel

from langmem_ext.errors import StoreUnavailable
from langmem_ext.memory import Kind, MemoryDraft, MemoryType, Source, Turn, WriteOutcome
from langmem_ext.nodes.asking import Answer, Asker, Model, Question, asker, patiently
from langmem_ext.nodes.facts import Text, quoted_turns
from langmem_ext.nodes.node import Call, MemoryNode, Steps
from langmem_ext.nodes.work import Work
from langmem_ext.policies.relative_times import absolute
from langmem_ext.policies.secrets import mask_secrets
from langmem_ext.policies.trust import is_grounded, is_sound, unsaid_numbers
from langmem_ext.policies.wording import check_wording
from langmem_ext.policies.writing import Rejection
from langmem_ext.settings import Settings
from langmem_ext.stores.operations import reviewing
from langmem_ext.stores.operations.energy import Happening
from langmem_ext.stores.operations.reviewing import Learned, Progress
from langmem_ext.stores.operations.turns import space_of

NODE = "summarize_episode"

CATEGORY = "activity"
"""Where episodes are kept: what happened (spec 004, item 5)."""

GROUNDED = 0.3
"""The least share of a summary's words that were said; the others say what was done with them."""


NOTHING = "empty"


class Episode(BaseModel):
    """What happened."""

    summary: Text = ""


def summarize_episode(
    settings: Settings | None = None, model: Model = None, *, every: int | None = None
) -> MemoryNode:
    """Make the node that sums up the turns of its thread since it last did, one memory for each `review.episode_turns`.

    Put it where a conversation ends; within one, `every=20` lets it wait until so many turns have
    come. The memories are episodic, in the past tense, of at most 280 characters; their
    `source_ids` are the turns. Run again, it does nothing.
    """
    return MemoryNode(NODE, lambda call: _summarize(call, settings, model, every))


def _summarize(
    call: Call, settings: Settings | None, model: Model, every: int | None
) -> Steps[dict[str, Any]]:
    work = Work.of(call, settings)
    owner = replace(work.principal, agent=None)
    view = work.store.bind(owner).at(NODE)
    asking = yield from asker(view, space_of(view.scope), work.settings, model)
    try:
        outcomes = yield from sum_up(asking, owner.thread_id or "default", least=every)
    except StoreUnavailable as error:
        return work.without_memory(error)
    return work.having(outcomes)


def sum_up(
    asking: Asker, session: str, *, least: int | None = None, upto: int | None = None
) -> Steps[list[WriteOutcome]]:
    """Sum up a session, part by part, from where it was summed up last."""
    chosen, outcomes = asking.settings.review, list[WriteOutcome]()
    found: Progress = yield from patiently(
        asking.view, lambda: reviewing.progress(asking.space, session)
    )
    after, end = found.summarised_turns, min(found.turn_count, upto or found.turn_count)
    while end - after >= (least or chosen.min_messages):
        until = min(end, after + max(chosen.episode_turns, least or 0))
        written = yield from _part(asking, session, after, until)
        if written is None:
            break  # nobody to ask, now
        outcomes += written
        after = until
    return outcomes


def _part(asking: Asker, session: str, after: int, upto: int) -> Steps[list[WriteOutcome] | None]:
    """Sum up some turns; None when there is nobody to ask."""
    turns: list[Turn] = yield from patiently(
        asking.view, lambda: reviewing.turns_between(asking.space, session, after, upto)
    )
    job = f"episode:{session}"
    if not turns:  # the conversation has left them behind
        yield from _mark(asking, session, upto, job)
        return []
    answer = yield from _ask(asking, job, turns)
    if answer.value is None:
        return None
    summary = _checked(answer.value.summary, turns)
    if isinstance(summary, Rejection) and summary.reason == "format" and answer.value.summary:
        again = yield from _ask(asking, job, turns, summary.detail)
        summary = _checked(again.value.summary, turns) if again.value else summary
    if isinstance(summary, Rejection):
        if summary.reason != NOTHING:
            yield from asking.record(Happening("classify", "skipped", summary.reason))
        written = []
    else:
        written = yield from _keep(asking, job, turns, summary)
    yield from _mark(asking, session, upto, job)
    return written


def _mark(asking: Asker, session: str, upto: int, job: str) -> Steps[None]:
    yield from patiently(
        asking.view, lambda: reviewing.mark_summarised(asking.space, session, upto, job)
    )


def _ask(asking: Asker, job: str, turns: Sequence[Turn], fault: str = "") -> Steps[Answer[Episode]]:
    prompt = asking.prompt("episode")
    again = asking.again(fault and f"- summary: {fault}")
    question = Question(
        job=job,
        prompt=prompt,
        about=(turns[0].id, turns[-1].id, fault),
        fields={"again": again},
        material=quoted_turns(turns),
        schema=Episode,
        judged=lambda episode: (
            (0, 0) if fault or not episode.summary else _passed(episode.summary, turns)
        ),
    )
    return (yield from asking.ask(question))


def _passed(summary: str, turns: Sequence[Turn]) -> tuple[int, int]:
    return 1, int(not isinstance(_worded(summary, turns), Rejection))


def _worded(summary: str, turns: Sequence[Turn]) -> str | Rejection:
    dated = absolute(mask_secrets(summary), [turn.at for turn in turns])
    return check_wording(dated, Kind.EPISODIC)


def _checked(summary: str, turns: Sequence[Turn]) -> str | Rejection:
    """Return a summary as it may be kept: well worded, and made of what was said."""
    if not summary.strip():
        return Rejection(NOTHING, "nothing happened")
    worded = _worded(summary, turns)
    if isinstance(worded, Rejection):
        return worded
    said, stated = [turn.content for turn in turns if is_sound(turn)], mask_secrets(summary)
    people = [turn.speaker for turn in turns if turn.speaker]
    if not is_grounded(stated, [*said, *people], GROUNDED) or unsaid_numbers(stated, said):
        return Rejection("untrusted", "it says what nobody said")
    return worded


def _keep(
    asking: Asker, job: str, turns: Sequence[Turn], summary: str
) -> Steps[list[WriteOutcome]]:
    scope = asking.view.scope
    draft = MemoryDraft(
        content=summary,
        category=CATEGORY,
        kind=Kind.EPISODIC,
        type=MemoryType.EVENT,
        importance=3,
        source=Source.REVIEW,
        source_ids=tuple(turn.id for turn in turns),
        learned_in=scope.principal.chat_id if scope.principal else None,
        event_time=turns[-1].at,
        space="chat" if scope.in_group else None,
        operation_id=f"{job}:{turns[0].id}:{turns[-1].id}",
        extra=asking.made_by(asking.prompt("episode")),
    )
    learned = [Learned(draft, turns[-1].at)]
    outcomes: list[WriteOutcome] = yield from patiently(
        asking.view, lambda: reviewing.learn(scope, learned)
    )
    return outcomes
