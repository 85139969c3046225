"""How was something done, so that it can be done again?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

from langchain_core.messages import AnyMessage
from pydantic import BaseModel, BeforeValidator, Field

from langmem_ext.errors import StoreUnavailable
from langmem_ext.memory import Kind, MemoryDraft, MemoryType, Source, Turn, WriteOutcome
from langmem_ext.nodes.asking import Answer, Asker, Model, Question, asker, patiently
from langmem_ext.nodes.facts import Text, quoted_turns, texts
from langmem_ext.nodes.node import Call, MemoryNode, Steps
from langmem_ext.nodes.work import Work, plain
from langmem_ext.policies.off_the_record import PLACEHOLDER, withheld
from langmem_ext.policies.orders import orders_the_machine
from langmem_ext.policies.secrets import mask_secrets
from langmem_ext.policies.trust import is_grounded, is_sound
from langmem_ext.policies.wording import check_wording
from langmem_ext.policies.writing import Rejection
from langmem_ext.settings import Settings
from langmem_ext.stores.operations import reviewing
from langmem_ext.stores.operations.conversation import text_of
from langmem_ext.stores.operations.energy import Happening
from langmem_ext.stores.operations.reviewing import Learned
from langmem_ext.stores.operations.turns import space_of

NODE = "capture_procedure"
CATEGORY = "procedural"

MESSAGES, STEPS = 20, 12
"""Messages that are read, and steps of a procedure, at most."""

GROUNDED = 0.4
"""The least share of the steps' words that were said."""

_ASKED = re.compile(
    r"\b(?:remember|save|keep|store|note|write down|capture|record|learn)\b[^.?!\n]{0,40}\b(?:steps|workflow"
    r"|procedure|process|how (?:to|we|you|this|it)|recipe|runbook|routine)\b"
    r"|\b(?:turn|make) (?:this|that|it|these) (?:in)?to (?:a|an|your) (?:procedure|workflow|runbook|routine)\b",
    re.I,
)
_WORKED = re.compile(
    r"^\W*(?:(?:great|perfect|thanks|thank you|ok|okay|yes|nice|cool)\W+)*(?:that|this|it|all of it|everything)"
    r" (?:worked|works|did it|did the trick|is working|solved it|fixed it)\b",
    re.I,
)
_NUMBERED = re.compile(r"^\s*(?:step )?\d{1,2}[.):]\s+\S", re.I | re.M)


class Procedure(BaseModel):
    """How something is done."""

    title: Text = ""
    steps: Annotated[list[str], BeforeValidator(texts)] = Field(default_factory=list)


def capture_procedure(settings: Settings | None = None, model: Model = None) -> MemoryNode:
    """Make the node that writes a workflow down as numbered steps, when the user asks for it or says that it worked.

    The memory is of kind `procedural` in the category of that name: it stays out of ordinary context, and only agents
    whose allowlist has `procedural` find it. Run again, it does nothing.
    """
    return MemoryNode(NODE, lambda call: _capture(call, settings, model))


def _capture(call: Call, settings: Settings | None, model: Model) -> Steps[dict[str, Any]]:
    work = Work.of(call, settings)
    learned = work.settings.decision.learned_gates
    asked = mask_secrets(plain(text_of(work.asked)), learned=learned) if work.asked else ""
    if withheld([(True, asked)])[0]:
        return work.update()
    requested = is_asked_for(asked)
    if not requested and not (has_worked(asked) and _has_steps(work.messages)):
        return work.update()
    view = work.store.bind(replace(work.principal, agent=None)).at(NODE)
    asking = yield from asker(view, space_of(view.scope), work.settings, model)
    try:
        outcomes = yield from _written(work, asking, requested)
    except StoreUnavailable as error:
        return work.without_memory(error)
    return work.having(outcomes)


def is_asked_for(text: str) -> bool:
    """Tell whether the user asks to have a workflow kept."""
    return bool(_ASKED.search(text)) and not orders_the_machine(text)


def has_worked(text: str) -> bool:
    """Tell whether the user says that what was proposed has worked."""
    return bool(_WORKED.search(text))


def _has_steps(messages: Sequence[AnyMessage]) -> bool:
    """Tell whether the last answer is a list of at least three numbered steps."""
    answers = [text_of(message) for message in messages if message.type == "ai"]
    return bool(answers) and len(_NUMBERED.findall(answers[-1])) >= 3


def _written(work: Work, asking: Asker, requested: bool) -> Steps[list[WriteOutcome]]:
    turns, job = _turns(work, asking), work.job("procedure")
    answer = yield from _ask(asking, job, turns, background=not requested)
    if answer.value is None:
        return []
    steps = _checked(answer.value, turns)
    if isinstance(steps, Rejection) and steps.reason == "format" and answer.value.steps:
        again = yield from _ask(asking, job, turns, steps.detail, background=not requested)
        if again.value:
            answer, steps = again, _checked(again.value, turns)
    if isinstance(steps, Rejection) or answer.value is None:
        reason = steps.reason if isinstance(steps, Rejection) else "empty"
        yield from asking.record(Happening("classify", "skipped", reason))
        return []
    return (yield from _keep(asking, job, answer.value, steps, turns, requested))


def _turns(work: Work, asking: Asker) -> list[Turn]:
    """Return the newest messages as turns, secrets masked; tool calls and their results are none."""
    now = asking.view.scope.clock()
    session = work.principal.thread_id or "default"
    said = [m for m in work.messages if m.type in ("human", "ai") and text_of(m).strip()][
        -MESSAGES:
    ]
    return [
        Turn(
            id=message.id or f"#{number}",
            session_id=session,
            role="user" if message.type == "human" else "assistant",
            content=PLACEHOLDER
            if work.is_off_the_record(message)
            else mask_secrets(
                plain(text_of(message)), learned=work.settings.decision.learned_gates
            ),
            at=now,
        )
        for number, message in enumerate(said)
    ]


def _ask(
    asking: Asker, job: str, turns: Sequence[Turn], fault: str = "", *, background: bool
) -> Steps[Answer[Procedure]]:
    prompt = asking.prompt("procedure")
    again = asking.again(fault and f"- steps: {fault}")
    question = Question(
        job=job,
        prompt=prompt,
        about=(fault,),
        fields={"again": again},
        material=quoted_turns(turns),
        schema=Procedure,
        background=background,
        judged=lambda answer: (0, 0) if fault or not answer.steps else _passed(answer),
    )
    return (yield from asking.ask(question))


def _passed(answer: Procedure) -> tuple[int, int]:
    return 1, int(not isinstance(check_wording(_numbered(answer), Kind.PROCEDURAL), Rejection))


def _numbered(answer: Procedure) -> str:
    """Return the steps as one text, numbered by us."""
    steps = [
        re.sub(r"^\W*(?:step )?\d{1,2}[.):]\s*", "", step, flags=re.I).strip()
        for step in answer.steps
    ]
    kept = [mask_secrets(" ".join(step.split())) for step in steps if step][:STEPS]
    return "\n".join(f"{number}. {step}" for number, step in enumerate(kept, 1))


def _checked(answer: Procedure, turns: Sequence[Turn]) -> str | Rejection:
    """Return the steps as they may be kept: at least two, in the imperative, and made of what was said."""
    if len(answer.steps) < 2:
        return Rejection("empty", "no workflow")
    steps = check_wording(_numbered(answer), Kind.PROCEDURAL)
    if isinstance(steps, Rejection):
        return steps
    said = [turn.content for turn in turns if is_sound(turn)]
    bodies = [line.partition(" ")[2] for line in steps.splitlines()]
    if orders_the_machine(steps) or not all(is_grounded(body, said, GROUNDED) for body in bodies):
        return Rejection("untrusted", "a step says what nobody said")
    return steps


def _keep(
    asking: Asker,
    job: str,
    answer: Procedure,
    steps: str,
    turns: Sequence[Turn],
    requested: bool,
) -> Steps[list[WriteOutcome]]:
    scope = asking.view.scope
    title = " ".join(mask_secrets(answer.title).split())[:80]
    draft = MemoryDraft(
        content=steps,
        category=CATEGORY,
        kind=Kind.PROCEDURAL,
        type=MemoryType.KNOWLEDGE,
        title=None if orders_the_machine(title) else title or None,
        importance=5 if requested else 3,
        user_requested=requested,
        source=Source.DIRECTIVE if requested else Source.EXTRACTION,
        source_ids=tuple(turn.id for turn in turns),
        space="chat" if scope.in_group else None,
        operation_id=job,
        extra=asking.made_by(asking.prompt("procedure")),
    )
    outcomes: list[WriteOutcome] = yield from patiently(
        asking.view, lambda: reviewing.learn(scope, [Learned(draft, turns[-1].at)])
    )
    return outcomes
