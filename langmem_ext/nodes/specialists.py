"""Who answers, and from what?

Each specialist sees memory through its own agent's allowlist. Without a model it answers from memory alone,
and says so.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

from langmem_ext.asking import longest, usage_of
from langmem_ext.errors import ConfigurationError, StoreUnavailable
from langmem_ext.memory import QueryResult
from langmem_ext.models import Answering, name_of, resolve_model
from langmem_ext.nodes.asking import Model
from langmem_ext.nodes.confirming import question_of
from langmem_ext.nodes.load_context import context_for
from langmem_ext.nodes.node import Call, Node, Steps, aside, ask
from langmem_ext.nodes.recall import is_unsure, look_again
from langmem_ext.nodes.work import Work, plain
from langmem_ext.policies.budget import count_tokens
from langmem_ext.prompts import prompts
from langmem_ext.prompts.fences import walled
from langmem_ext.rendering import render
from langmem_ext.settings import Settings
from langmem_ext.stores.operations import energy
from langmem_ext.stores.operations.conversation import text_of
from langmem_ext.stores.operations.energy import Happening, Reservation
from langmem_ext.stores.operations.turns import space_of
from langmem_ext.stores.records import new_id
from langmem_ext.stores.requests import Operation
from langmem_ext.stores.scope import Scope

logger = logging.getLogger(__name__)

T = TypeVar("T")

WITHOUT_MODEL = "No model is configured; from memory"
"""How an answer begins that no model gave."""


@dataclass(frozen=True, slots=True)
class Specialist:
    """Name an agent (its allowlist is that of the category file), what it is for, and the words that call for it."""

    name: str
    purpose: str
    words: frozenset[str] = frozenset()


# Routing


def router(
    lead: Specialist,
    specialists: Sequence[Specialist],
    settings: Settings | None = None,
    model: Model = None,
) -> Node:
    """Make the node that chooses who answers, and says so in `memory_route`.

    The specialist whose words occur most often in the user's message; the lead when there are none. With a model, the
    model chooses; an answer that names nobody leaves the choice to the words.
    """

    def steps(call: Call) -> Steps[dict[str, Any]]:
        work = Work.of(call, settings)
        chosen = by_words(_question(work), specialists) or lead.name
        answering = yield from aside(_answering, model, work.settings)
        if answering is not None:
            messages = yield from aside(
                route_messages, _question(work), [lead, *specialists], work.settings.prompts_from
            )
            reply = yield from _reply(work, "router", answering, messages)
            if isinstance(reply, AIMessage):
                chosen = _named(text_of(reply), [lead, *specialists]) or chosen
        return work.update(memory_route=chosen)

    return Node("router", steps)


def by_words(question: str, specialists: Sequence[Specialist]) -> str | None:
    """Return the specialist whose words occur most often; the first of equals, None when none occur."""
    said = re.findall(r"[a-z']+", question.lower())
    counted = {each.name: sum(word in each.words for word in said) for each in specialists}
    best = max(counted, key=lambda name: counted[name], default=None)
    return best if best and counted[best] else None


def route_messages(
    question: str, agents: Sequence[Specialist], source: str | None = None
) -> list[BaseMessage]:
    """Fill the prompt that asks a model who should answer."""
    listed = "\n".join(f"- {each.name}: {each.purpose}" for each in agents)
    return [
        SystemMessage(prompts(source)["route"].fill(agents=listed)),
        HumanMessage(question),
    ]


def _named(reply: str, agents: Sequence[Specialist]) -> str | None:
    words = re.findall(r"[\w-]+", reply.lower())
    return next((each.name for each in agents if each.name.lower() in words), None)


# Answering


def specialist(agent: Specialist, settings: Settings | None = None, model: Model = None) -> Node:
    """Make the node that answers as an agent, from what that agent may see; adds one AIMessage of its name."""

    def steps(call: Call) -> Steps[dict[str, Any]]:
        work = Work.of(call, settings)
        answering = yield from aside(_answering, model, work.settings)
        seen, update = yield from _look(work, agent, answering is not None)
        told = update.get("memory_notices") or work.so_far.get("memory_notices") or []
        lines = [*told, _from_memory(seen, WITHOUT_MODEL)]
        if answering is not None:
            messages = yield from aside(
                answer_messages,
                agent,
                render(seen, work.settings.context.format, app=work.principal.app_id),
                told,
                work.messages,
                work.settings.prompts_from,
            )
            reply = yield from _reply(work, agent.name, answering, messages)
            if isinstance(reply, AIMessage):
                said = _with_question(reply, work)
                return {**update, "messages": [said.model_copy(update={"name": agent.name})]}
            lines = [*told, _from_memory(seen, _why(reply))]
        return {**update, "messages": [AIMessage("\n".join(lines), name=agent.name)]}

    return Node(agent.name, steps)


def _with_question(reply: AIMessage, work: Work) -> AIMessage:
    """Return an answer that ends with what memory asks before it deletes, in memory's words."""
    question = question_of(work.so_far, work.principal.user_id)
    if not question or text_of(reply).rstrip().endswith(question):
        return reply
    return reply.model_copy(update={"content": f"{text_of(reply)}\n\n{question}".strip()})


def _why(failure: str) -> str:
    if failure == "energy":
        return "Today's budget for models is spent; from memory"
    return f"The model did not answer ({failure}); from memory"


def answer_messages(
    agent: Specialist,
    memory: str,
    notices: Sequence[str],
    conversation: Sequence[BaseMessage],
    source: str | None = None,
) -> list[BaseMessage]:
    """Fill the prompt of an agent's answer; the conversation follows."""
    filled = prompts(source)["answer"].fill(
        agent=agent.name,
        purpose=agent.purpose,
        memory=walled("memory", memory),
        notices=walled("notices", "\n".join(notices)),
    )
    return [SystemMessage(filled), *conversation]


def _look(
    work: Work, agent: Specialist, for_model: bool
) -> Steps[tuple[QueryResult, dict[str, Any]]]:
    """Return what the agent sees: the whole context for a model, the best matches for an answer without one."""
    view = work.view("context", agent=agent.name)
    looked: dict[str, Any] = {}
    try:
        if for_model:
            seen = yield from context_for(work, view)
            if is_unsure(work, seen.render(), estimate=True):
                seen, looked = seen.and_then((yield from look_again(work, view))), _SURE_ANEW
        else:
            limits = {
                "top_k": work.settings.context.top_k,
                "budget_tokens": work.settings.context.budget_tokens,
            }
            seen = yield from ask(view, "query", work.question, **limits)
    except StoreUnavailable as error:
        return QueryResult(), work.without_memory(error)
    known = work.so_far.get("memory_seen", {})
    bullets = dict.fromkeys([*known.get(agent.name, []), *seen.bullets])
    return seen, work.update(memory_seen={**known, agent.name: list(bullets)}, **looked)


_SURE_ANEW = {"memory_confidence": None}
"""The agent has looked again: how sure it is by now, it has to say anew."""


def _from_memory(seen: QueryResult, lead: str) -> str:
    if not seen.bullets:
        return f"{lead}: nothing that I may see."
    return "\n".join([f"{lead}:", *(f"- {bullet}" for bullet in seen.bullets)])


# The model


def _answering(model: Model, settings: Settings) -> Answering | None:
    resolved = resolve_model(model or settings.model)
    return Answering(resolved) if resolved is not None else None


def _reply(
    work: Work, node: str, answering: Answering, messages: Sequence[BaseMessage]
) -> Steps[AIMessage | str]:
    """Return the model's answer, or the name of what went wrong: a model's failure never loses a turn."""
    reserved = energy.reservation(
        _scope(work, node),
        sum(count_tokens(text_of(message)) for message in messages),
        longest(answering.model, work.settings.energy.answer_tokens),
    )
    if not (yield from _may_ask(work, node, reserved)):
        return "energy"
    try:
        reply: AIMessage = yield from ask(answering, "reply", messages)
    except ConfigurationError:
        raise
    except Exception as error:
        logger.warning("the model failed, the answer comes from memory: %s", type(error).__name__)
        yield from _charge(work, node, answering, messages, type(error).__name__, reserved)
        return type(error).__name__
    yield from _charge(work, node, answering, messages, reply, reserved)
    return reply


def _scope(work: Work, node: str) -> Scope:
    """Return the scope of a node, with the settings of the graph: they say what a call costs, and may cost."""
    return replace(work.view(node).scope, settings=work.settings)


def _may_ask(work: Work, node: str, wanted: Reservation) -> Steps[bool]:
    """Set aside what an answer may cost, and tell whether there was so much; without a ledger it goes on."""
    scope = _scope(work, node)
    spent = [Happening("model", "skipped", "energy")]
    try:
        reserve = energy.reserve(scope, wanted, background=False)
        if work.settings.energy.answers_at_ceiling or (yield from _run(work, reserve, scope)):
            return True
        yield from _run(work, energy.record(scope, space_of(scope), spent), scope)
    except StoreUnavailable:
        return True
    return False


def _run(work: Work, operation: Operation[T], scope: Scope) -> Steps[T]:
    result: T = yield from ask(work.store, "run", operation, scope)
    return result


def _charge(
    work: Work,
    node: str,
    answering: Answering,
    messages: Sequence[BaseMessage],
    said: AIMessage | str,
    reserved: Reservation,
) -> Steps[None]:
    """Enter the call into the ledger, in place of what was reserved for it."""
    scope = _scope(work, node)
    usage = usage_of(messages, said if isinstance(said, AIMessage) else None)
    call = energy.Call(
        key=f"{node}:{new_id()}",
        job=node,
        prompt=prompts(work.settings.prompts_from)["route" if node == "router" else "answer"].label,
        model=name_of(answering.model),
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        error=said if isinstance(said, str) else None,
    )
    with suppress(StoreUnavailable):
        yield from _run(work, energy.keep_call(scope, space_of(scope), call, reserved), scope)


def _question(work: Work) -> str:
    return plain(text_of(work.asked)) if work.asked else ""
