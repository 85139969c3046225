"""How does a node ask a model, within what it may cost?"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage

from langmem_ext.asking import Reply, S, Structured, longest, tokens_of
from langmem_ext.errors import StoreUnavailable
from langmem_ext.models import name_of, resolve_model
from langmem_ext.nodes.node import Steps, aside, ask
from langmem_ext.policies.budget import count_tokens
from langmem_ext.prompts import Prompt, prompts
from langmem_ext.settings import Settings
from langmem_ext.stores.operations import due, energy
from langmem_ext.stores.operations.due import Held
from langmem_ext.stores.operations.energy import Call, Happening, Reservation
from langmem_ext.stores.requests import Operation
from langmem_ext.stores.scope import Scope
from langmem_ext.stores.view import MemoryView

logger = logging.getLogger(__name__)

T = TypeVar("T")
Model = BaseChatModel | str | None

NO_MODEL = "no model"


@dataclass(frozen=True, slots=True)
class Question(Generic[S]):
    """Hold what a model is asked: the prompt with its `fields`, and `material` of the conversation or memory, fenced.

    `job` names the work that it belongs to, `about` what tells it from the job's other questions: asked again, it is
    the same question. `occasion` is for one whose material may have changed when the work goes on. `judged` counts in
    an answer the texts that are to become memories, and those that are well-formed; `completed` adds what must be known
    of the question when the answer is read again.
    """

    job: str
    prompt: Prompt
    material: str
    schema: type[S]
    about: tuple[str, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict)
    occasion: str | None = None
    background: bool = True
    max_tokens: int | None = None
    judged: Callable[[S], tuple[int, int]] = field(default=lambda answer: (0, 0))
    completed: Callable[[S], S] = field(default=lambda answer: answer)

    @property
    def key(self) -> str:
        """Return what names the question for good; in other words it is another one."""
        if self.occasion is not None:
            return occasional(self.job, self.prompt.name, self.occasion)
        return f"{self.job}:{self.prompt.name}:{digest_of(*self.about)}:{self.prompt.version}"

    @property
    def instruction(self) -> str:
        """Return the filled prompt."""
        return self.prompt.fill(**self.fields)

    @property
    def messages(self) -> list[BaseMessage]:
        """Return the messages: the instruction, then what it is about."""
        return [SystemMessage(self.instruction), HumanMessage(self.material)]


def occasional(job: str, prompt: str, occasion: str) -> str:
    """Return the key of a question that is asked once on an occasion, whatever it is about by then."""
    return f"{job}:{prompt}:{occasion}"


def digest_of(*parts: str) -> str:
    """Return a short name for some texts."""
    return hashlib.blake2b(json.dumps(parts).encode(), digest_size=8).hexdigest()


@dataclass(frozen=True, slots=True)
class Answer(Generic[S]):
    """Hold what the model said, or why it did not: `no model`, `energy`, or the name of what went wrong."""

    value: S | None = None
    missing: str | None = None


@dataclass(frozen=True, slots=True)
class Asker:
    """Ask a model on behalf of a view, and charge it to the space that the question is about."""

    view: MemoryView
    space: str
    settings: Settings
    model: BaseChatModel | None

    def prompt(self, name: str) -> Prompt:
        """Return a prompt as the deployment has it."""
        return prompts(self.settings.prompts_from)[name]

    def again(self, faults: str) -> str:
        """Return what a prompt says of an answer that has to be given once more; nothing where nothing was wrong."""
        return self.prompt("again").fill(faults=faults) if faults else ""

    def made_by(self, prompt: Prompt) -> dict[str, str]:
        """Return what is kept with each memory that a prompt produced."""
        return {"prompt": prompt.label, "model": name_of(self.model)}

    def ask(self, question: Question[S]) -> Steps[Answer[S]]:
        """Return the answer; a question that was answered before is neither asked nor charged again."""
        known = yield from self.earlier(question.key, question.schema)
        if known is not None:
            return Answer(known)
        if self.model is None:
            return (yield from self._without(NO_MODEL))
        bound = longest(self.model, question.max_tokens or self.settings.energy.answer_tokens)
        reserved = yield from self._reserve(question, bound)
        if reserved is None:
            return (yield from self._without("energy"))
        structured = Structured(self.model, question.schema, max_tokens=bound)
        reply: Reply[S] = yield from ask(structured, "reply", question.messages)
        if reply.value is not None:
            reply = replace(reply, value=question.completed(reply.value))
        yield from self._keep(question, reply, reserved)
        return Answer(reply.value, reply.error)

    def earlier(self, key: str, schema: type[S]) -> Steps[S | None]:
        """Return the answer that a question got before, if it did."""
        known = yield from patiently(self.view, lambda: energy.answer_of(self.space, key))
        return None if known is None else schema.model_validate(known)

    def record(self, *happenings: Happening) -> Steps[None]:
        """Count what the node did, in `events`."""
        if happenings:
            scope = self.view.scope
            yield from patiently(self.view, lambda: energy.record(scope, self.space, happenings))

    def _without(self, why: str) -> Steps[Answer[Any]]:
        yield from self.record(Happening("model", "skipped", why))
        return Answer(missing=why)

    def _reserve(self, question: Question[S], bound: int | None) -> Steps[Reservation | None]:
        """Set aside what a question may cost with an answer as long as it may be; None where there is not so much."""
        asked = count_tokens(question.instruction) + count_tokens(question.material)
        asked += tokens_of(question.schema)
        wanted = energy.reservation(self._scope, asked, bound or question.max_tokens)
        granted: bool = yield from patiently(
            self.view, lambda: energy.reserve(self._scope, wanted, background=question.background)
        )
        return wanted if granted else None

    @property
    def _scope(self) -> Scope:
        """Return the scope of the view, with the settings of the node: they say what a call costs, and may cost."""
        return replace(self.view.scope, settings=self.settings)

    def _keep(self, question: Question[S], reply: Reply[S], reserved: Reservation) -> Steps[None]:
        if reply.error:
            logger.warning("%s: the model failed: %s", self.view.node, reply.error)
        items, passed = question.judged(reply.value) if reply.value is not None else (0, 0)
        call = Call(
            key=question.key,
            job=question.job,
            prompt=question.prompt.label,
            model=name_of(self.model),
            input_tokens=reply.usage.input_tokens,
            output_tokens=reply.usage.output_tokens,
            error=reply.error,
            answer=None if reply.value is None else reply.value.model_dump(mode="json"),
            items=items,
            passed=passed,
        )
        yield from patiently(
            self.view, lambda: energy.keep_call(self._scope, self.space, call, reserved)
        )


def asker(view: MemoryView, space: str, settings: Settings, model: Model) -> Steps[Asker]:
    """Return who asks for a node: with its own model, else that of the settings, else none."""
    resolved = yield from aside(resolve_model, model or settings.model)
    return Asker(view, space, settings, resolved)


def patiently(
    view: MemoryView, operation: Callable[[], Operation[T]], *, for_all: bool = False
) -> Steps[T]:
    """Run an operation on behalf of a view; a database that fails is asked once more (spec 002, Error Handling).

    Row-level security holds it to what the view's principal may see. `for_all` is for what looks over every user's
    space, to find whose turn it is: a trusted job.
    """
    scope = None if for_all else view.scope
    try:
        result: T = yield from ask(view.store, "run", operation(), scope)
    except StoreUnavailable:
        result = yield from ask(view.store, "run", operation(), scope)
    return result


def give_back(view: MemoryView, held: Held, why: str) -> Steps[None]:
    """Give work back that could not be done: until there is energy again, or for a while after a failure."""
    scope = view.scope
    until = energy.tomorrow(scope) if why in ("energy", NO_MODEL) else None
    yield from patiently(view, lambda: due.put_off(scope, held, why, until))


def objections(faults: Sequence[tuple[int, str]]) -> str:
    """Return what the model is told when it is asked once more: which of its items, and why."""
    return "\n".join(f"- item {number}: {why}" for number, why in faults)
