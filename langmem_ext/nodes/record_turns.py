"""What of the conversation is kept as evidence?"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage

from langmem_ext.errors import StoreUnavailable
from langmem_ext.nodes.node import Call, Steps, TurnNode, ask
from langmem_ext.nodes.scheduling import schedule_review
from langmem_ext.nodes.work import Work, plain
from langmem_ext.policies.off_the_record import PLACEHOLDER
from langmem_ext.policies.secrets import REMEMBERED
from langmem_ext.settings import Settings
from langmem_ext.stores.operations.branches import Line
from langmem_ext.stores.operations.conversation import text_of
from langmem_ext.stores.operations.turns import NewTurn


def record_turns(settings: Settings | None = None, model: Any = None) -> TurnNode:
    """Make the node that keeps the messages of this turn, secrets masked; put it last.

    Kept are the user's newest messages and the agent's answers to them, each under its message id: the same message a
    second time changes nothing, and one that was edited is kept as well. What a conversation leaves behind that goes on
    from an older checkpoint is neither found nor reviewed any more. Tool calls and their results are not kept. Of what
    the user wants off the record only that it was said is kept, and of the answer to it. On a LangGraph server the
    first turn of a thread schedules the review of the thread before it, where there is a model.
    """
    return TurnNode(
        "record_turns",
        lambda call: _record(call, settings, model),
        lambda call, error: Work.of(call, settings).failed(error, "episodic"),
    )


def _record(call: Call, settings: Settings | None, model: Any) -> Steps[dict[str, Any]]:
    work = Work.of(call, settings)
    said = [text_of(message) for message in work.lately]
    new = [message for message in newest(work.lately) if text_of(message).strip()]
    turns = [turn_of(message, said, off=work.is_off_the_record(message)) for message in new]
    if not turns or not work.settings.session_persistence:
        return work.update()
    try:
        view = work.view("episodic")
        yield from ask(view, "add_turns", turns, line=line_of(call, work))
        yield from ask(view.store, "flush_uses")
    except StoreUnavailable as error:
        return work.without_memory(error)
    yield from schedule_review(call, work, model)
    return work.update()


def line_of(call: Call, work: Work) -> Line | None:
    """Return which messages the conversation has; None for what an agent within the graph was handed.

    LangGraph tells in the metadata of a run from which checkpoint it was told to go on.
    """
    run = call.runtime.execution_info
    if run is not None and "|" in run.checkpoint_ns:
        return None
    said = (message.id for message in work.messages if message.type in ("human", "ai"))
    forked = bool((call.config.get("metadata") or {}).get("checkpoint_id"))
    return Line(tuple(id for id in said if id), forked)


def newest(messages: list[AnyMessage]) -> list[AnyMessage]:
    """Return what was said in the last turn: by the user since the last answer, and by the agent after."""
    spoken = [message for message in messages if isinstance(message, HumanMessage | AIMessage)]
    answers = list(takewhile(lambda message: isinstance(message, AIMessage), reversed(spoken)))
    before = spoken[: len(spoken) - len(answers)]
    asked = list(takewhile(lambda message: isinstance(message, HumanMessage), reversed(before)))
    return [*reversed(asked), *reversed(answers)]


def turn_of(message: AnyMessage, said: Sequence[str] = (), *, off: bool = False) -> NewTurn:
    """Return a message as a turn, under its own id; `said` are the texts of the conversation up to it and beyond.

    One that is `off` the record says only that it was said.
    """
    role, text = "user" if isinstance(message, HumanMessage) else "assistant", text_of(message)
    if off:
        return NewTurn(role, PLACEHOLDER, id=message.id, speaker=message.name)
    before = said[: len(said) - said[::-1].index(text) - 1][-REMEMBERED:] if said else ()
    return NewTurn(role, plain(text), id=message.id, speaker=message.name, after=tuple(before))
