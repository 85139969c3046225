"""What does memory do when the user gives it a command?"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from langchain_core.messages import AIMessage, convert_to_messages

from langmem_ext.command_reading import answers, forms
from langmem_ext.command_reading.matching import resembling, saying
from langmem_ext.command_reading.numbers import is_numbered
from langmem_ext.command_reading.topics import is_own, somebody_asked
from langmem_ext.commands import Command, Understood, understand
from langmem_ext.errors import (
    CategoryNotAllowed,
    PermissionDenied,
    StoreUnavailable,
    UnknownCategory,
)
from langmem_ext.memory import HistoryEvent, Memory
from langmem_ext.nodes.confirming import Agreed, Waits, answer_to, is_open, question_of
from langmem_ext.nodes.correcting import said_before
from langmem_ext.nodes.dialogue import dialogue_of, with_dialogue
from langmem_ext.nodes.forgetting import clear, do_clear, do_forget, forget, forget_about
from langmem_ext.nodes.node import Call, Steps, TurnNode, aside, ask
from langmem_ext.nodes.orders import (
    NAME,
    Order,
    Reply,
    everything,
    known,
    near,
    pointed_at,
    search,
    written_last,
)
from langmem_ext.nodes.relations import is_known
from langmem_ext.nodes.undoing import RECENT, carry_out, way_back
from langmem_ext.nodes.work import Work, plain
from langmem_ext.policies.relative_times import absolute
from langmem_ext.policies.secrets import mask_secrets
from langmem_ext.policies.sentences import sentences
from langmem_ext.reading import bounds
from langmem_ext.reading.bounds import readable
from langmem_ext.reading.parts import own_words
from langmem_ext.settings import Settings
from langmem_ext.state import NodeState
from langmem_ext.stores.operations import commanding
from langmem_ext.stores.operations.commanding import Step
from langmem_ext.stores.operations.conversation import text_of
from langmem_ext.stores.view import MemoryView

__all__ = ["answered", "by_memory", "commands", "question_of"]

EXPLAINED = 3
"""How many memories one answer explains."""


def commands(settings: Settings | None = None, model: Any = None) -> TurnNode:
    """Make the node that carries out what the user asks of memory ("forget that ..."); it needs no model.

    Put it first. It answers with a message of its own where the command is all that the user says (`answered` tells an
    edge so); else the answer stands in `memory_notices` only and the turn goes on. `memory_command` holds the command,
    None for none. "Remember ..." is left to `hot_path`. What deletes lists first what would go, and waits for a plain
    yes in the next message: `question_of` returns the question, with which an agent in its own words has to end.
    The conversation needs a checkpointer, and messages with LangGraph's reducer.
    """
    return TurnNode(
        "commands",
        lambda call: _obey(call, settings),
        lambda call, error: Work.of(call, settings).failed(error, "commands", memory_command=None),
    )


def answered(state: NodeState) -> bool:
    """Tell whether `commands` has answered the user's message: nobody else needs to."""
    messages = state.get("messages") or []
    return bool(messages) and isinstance(convert_to_messages(messages[-1:])[0], AIMessage)


def by_memory(state: NodeState) -> bool:
    """Tell whether the last message answers a command: of such a turn nothing is left to do."""
    messages = convert_to_messages((state.get("messages") or [])[-1:])
    return bool(messages) and messages[0].name == NAME


def _obey(call: Call, settings: Settings | None) -> Steps[dict[str, Any]]:
    work = Work.of(call, settings)
    text = bounds.near(plain(text_of(work.asked)).strip()) if work.asked else ""
    dialogue = dialogue_of(work)
    waiting = dialogue.pop("waiting", None)
    view = work.view("commands")
    found = yield from _heard(work, view, text)
    agreed = None
    if waited := is_open(work, waiting):
        agreed = answer_to(work, waiting, text, found)
    if agreed is not None:
        found = agreed.understood
    left = [answers.LEFT_ALONE] if waited and agreed is None else []
    if found is None or found.command.name == "remember":
        command = found.command if found else None
        return _kept(work, dialogue, *left, memory_command=command)
    order = Order(work, view, found.command, text, dialogue, work.job("command"), agreed=agreed)
    try:
        reply = yield from _carry_out(order)
    except StoreUnavailable as error:
        kept = with_dialogue(work, dialogue)
        return work.without_memory(error, memory_command=found.command, memory_dialogue=kept)
    return _told(work, found, reply, dialogue, left)


def _heard(work: Work, view: MemoryView, text: str) -> Steps[Understood | None]:
    """Return the command that a message gives."""
    learned = work.settings.decision.learned_gates
    found = yield from aside(understand, text, view.scope.categories, learned=learned)
    if found is None and (name := somebody_asked(readable(own_words(text)))):
        known = yield from is_known(view, name)
        return Understood(Command("list_category", name), alone=False) if known else None
    return found


def _told(
    work: Work, found: Understood, reply: Reply | None, dialogue: dict[str, Any], left: list[str]
) -> dict[str, Any]:
    if reply is None:  # it was not meant for memory after all
        return _kept(work, dialogue, *left, memory_command=None)
    if reply.listed is not None:
        dialogue["listed"] = [memory.id for memory in reply.listed[: answers.MOST]]
    if reply.done:
        dialogue["done"] = [list(each) for each in reply.done]
        dialogue["at"] = work.store.scope.clock().isoformat()
    if reply.waits:
        dialogue["waiting"] = reply.waits.kept(found.command.name, work.turn)
    lines = [*left, reply.text] if reply.text not in left else [reply.text]
    update = _kept(work, dialogue, *lines, memory_command=found.command)
    said = {"messages": [AIMessage("\n".join(lines), name=NAME)]} if found.alone else {}
    return {**update, **said}


def _kept(work: Work, dialogue: dict[str, Any], *notices: str, **changes: Any) -> dict[str, Any]:
    """Return the update of a turn, with what later commands of the user may refer to."""
    return work.update(*notices, memory_dialogue=with_dialogue(work, dialogue), **changes)


def _carry_out(order: Order) -> Steps[Reply | None]:
    try:
        if order.command.name in _ACTING:
            begun = yield from order.do(commanding.begun(order.view.scope, order.key))
            order = replace(order, begun=begun)
        if order.agreed is not None:
            return (yield from _answered(order, order.agreed))
        return (yield from _DOING[order.command.name](order))
    except (CategoryNotAllowed, PermissionDenied, UnknownCategory):
        return Reply(answers.NOT_ALLOWED)


def _answered(order: Order, agreed: Agreed) -> Steps[Reply | None]:
    """Do what the user has agreed to, and nothing else."""
    if not agreed.steps:
        return Reply(answers.LEFT_ALONE)
    if order.command.name == "clear":
        return (yield from do_clear(order, agreed.steps, agreed.proposals))
    if order.command.name == "undo":
        return (yield from _undone(order, agreed.steps))
    return (yield from do_forget(order, agreed.steps))


# --- lists ---------------------------------------------------------------------------------------


def _list(order: Order) -> Steps[Reply | None]:
    found = yield from everything(order)
    if not found:
        return Reply("I don't remember anything about you that I can show here.", [])
    return Reply(answers.listing("This is what I remember about you:", found), found)


def _list_category(order: Order) -> Steps[Reply | None]:
    name = order.command.argument
    if name not in order.view.scope.categories.by_name:
        return (yield from _list_near(order))
    found = yield from everything(order, [name])
    plainly = name.replace("_", " ")
    if not found:
        return Reply(f"I remember nothing under “{plainly}”.", [])
    return Reply(answers.listing(f"This is what I remember under “{plainly}”:", found), found)


def _list_near(order: Order) -> Steps[Reply | None]:
    """List what has to do with a subject that is no category ("what do you know of my kids?"), the nearest first.

    What names somebody is of them alone; where memory knows nobody of that name, others may answer.
    """
    subject = order.command.argument
    found = yield from near(order, subject)
    if not is_own(subject):
        naming = [each for each in found if subject.lower() in each.content.lower()]
        if not naming and subject[:1].isupper():
            return None
        found = naming or found
    if not found:
        return Reply(answers.NOTHING_ABOUT.format(subject), [])
    return Reply(answers.listing(f"This is what comes nearest to “{subject}”:", found), found)


# --- taking back, explaining ---------------------------------------------------------------------


def _undo(order: Order) -> Steps[Reply | None]:
    written, meant = written_last(order.work), list[Step]()
    if forms.AT_ONCE.match(order.text) and not order.begun:
        written = yield from _written_just_now(order)
        if not written:
            return None
    if not order.begun:
        dialogue = {} if _TAKES_OUT.match(order.text) else order.dialogue
        meant = yield from way_back(order.work, order.view, dialogue, written)
    if order.asks and (strange := (yield from _not_just_written(order, meant, written))):
        question = answers.undoing(strange)
        return Reply(question, waits=Waits(question, meant))
    return (yield from _undone(order, meant))


def _undone(order: Order, meant: Sequence[Step]) -> Steps[Reply | None]:
    back = yield from carry_out(order.view, (yield from order.steps(meant)))
    if back is None:
        return None
    return Reply(
        answers.undone(back.restored, back.gone, back.reworded, back.failed), done=back.done
    )


def _not_just_written(
    order: Order, meant: Sequence[Step], written: Sequence[str]
) -> Steps[list[Memory]]:
    """Return what an undo would forget that the user's last message has not written."""
    forgets = [step.id for step in meant if step.verb == "forget"]
    user = order.work.principal.user_id
    memories = yield from known(order, forgets)
    return [
        each for each in memories if each.id not in written or each.stated_by not in (None, user)
    ]


def _written_just_now(order: Order) -> Steps[list[str]]:
    """Return what the user's last message has left; beside other matters only what it asked to be kept."""
    before, _ = said_before(order.work)
    thread = order.work.principal.thread_id
    if thread is None or before is None or before.id is None:
        return []
    filters = {"thread_id": thread}
    page: list[Memory] = yield from ask(order.view, "list", filters=filters, limit=RECENT)
    alone = len(sentences(readable(text_of(before)))) == 1
    left = [memory for memory in page if before.id in memory.source_ids]
    return [memory.id for memory in left if alone or memory.user_requested]


_TAKES_OUT = re.compile(
    r"\W*(?:(?:please|pls|ok(?:ay)?|now|can you|could you|would you|just)\W+)*(?:forget|delete|remove|erase|drop"
    r"|unsave|strike|scratch|(?:don'?t|do not) (?:save|store|keep|remember))\b"
    r"(?! (?:the|that|your) (?:deletion|forget|removal))",
    re.I,
)
"""Wants something gone, as "delete the last memory" does: nothing comes back by it, and a deletion is not undone."""


def _why(order: Order) -> Steps[Reply | None]:
    said = order.command.argument
    if is_numbered(said):
        if not order.listed:
            return Reply(answers.NO_LIST)
        chosen, _ = order.counted()
        meant = yield from known(order, chosen)
    elif said:
        said = absolute(said, [order.view.scope.clock()])
        candidates = yield from search(order, said)
        meant = saying(said, candidates) or resembling(said, candidates)[:1]
    else:
        meant = yield from pointed_at(order)
        if not meant:
            return Reply(answers.WHICH_ONE) if order.listed else None
    if not meant:
        return Reply(answers.NOTHING_LIKE_IT)
    told = []
    for memory in meant[:EXPLAINED]:
        told.append((yield from _explained(order, memory)))
    return Reply("\n\n".join(told), meant[:EXPLAINED] if len(meant) == 1 else None)


def _explained(order: Order, memory: Memory) -> Steps[str]:
    events: Sequence[HistoryEvent] = yield from ask(order.view, "history", memory.id, limit=20)
    thread, user = order.work.principal.thread_id, order.work.principal.user_id
    here = thread is not None and memory.thread_id == thread
    by_user = user is None or memory.stated_by in (None, user)
    words = [
        text_of(message)
        for message in order.work.messages
        if by_user and message.type == "human" and message.id and message.id in memory.source_ids
    ]
    learned = order.work.settings.decision.learned_gates
    said = mask_secrets(plain(words[-1]), learned=learned) if words else None
    return answers.provenance(memory, events, user=user, here=here, said=said)


_ACTING = frozenset({"forget", "forget_about", "clear", "undo"})
"""Commands that change something."""

_DOING: dict[str, Callable[[Order], Steps[Reply | None]]] = {
    "list": _list,
    "list_category": _list_category,
    "forget": forget,
    "forget_about": forget_about,
    "clear": clear,
    "undo": _undo,
    "why": _why,
}
