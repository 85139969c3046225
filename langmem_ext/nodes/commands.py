"""What does memory do when the user gives it a command?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from langchain_core.messages import AIMessage, convert_to_messages

from langmem_ext import command_answers as answers
from langmem_ext.command_forms import POINTING
from langmem_ext.command_matching import is_broad, resembling, saying, spoken_of, stems
from langmem_ext.command_numbers import is_numbered, numbers_in
from langmem_ext.commands import Command, Understood, is_no, is_yes, understand
from langmem_ext.errors import (
    CategoryNotAllowed,
    MemoryNotFound,
    PermissionDenied,
    StoreUnavailable,
    UnknownCategory,
)
from langmem_ext.memory import EntityProfile, HistoryEvent, Memory, QueryResult
from langmem_ext.nodes.ask_consent import Proposals
from langmem_ext.nodes.asking import digest_of
from langmem_ext.nodes.node import Call, MemoryNode, Steps, aside, ask
from langmem_ext.nodes.undoing import Done, carry_out, forget, way_back
from langmem_ext.nodes.work import Work, plain
from langmem_ext.policies.secrets import mask_secrets
from langmem_ext.settings import Settings
from langmem_ext.state import NodeState
from langmem_ext.stores.operations import commanding
from langmem_ext.stores.operations.commanding import Step
from langmem_ext.stores.operations.conversation import text_of
from langmem_ext.stores.records import new_id
from langmem_ext.stores.requests import Operation
from langmem_ext.stores.view import MemoryView

T = TypeVar("T")

PAGE = 500
"""Memories that are listed in one round trip."""

CANDIDATES = 30
"""How many memories a description is compared with, the best of a search."""

EXPLAINED = 3
"""How many memories one answer explains."""

NAME = "memory"
"""Who answers a command: the name of the message."""


def commands(settings: Settings | None = None, model: Any = None) -> MemoryNode:
    """Make the node that carries out what the user asks of memory ("forget that ..."); it needs no model.

    Put it first. It answers with a message of its own where the command is all that the user says (`answered` tells an
    edge so); else the answer stands in `memory_notices` only and the turn goes on. `memory_command` holds the command,
    None for none. "Remember ..." is left to `hot_path`. Clearing everything asks first, and waits for a plain yes in
    the next message. The conversation needs a checkpointer, and messages with LangGraph's reducer.
    """
    return MemoryNode("commands", lambda call: _obey(call, settings))


def answered(state: NodeState) -> bool:
    """Tell whether `commands` has answered the user's message: nobody else needs to."""
    messages = state.get("messages") or []
    return bool(messages) and isinstance(convert_to_messages(messages[-1:])[0], AIMessage)


def by_memory(state: NodeState) -> bool:
    """Tell whether the last message answers a command: of such a turn nothing is left to do."""
    messages = convert_to_messages((state.get("messages") or [])[-1:])
    return bool(messages) and messages[0].name == NAME


@dataclass(frozen=True, slots=True)
class Reply:
    """Hold the answer to a command, and what later commands may refer to: None leaves that as it is."""

    text: str
    listed: Sequence[Memory] | None = None
    done: Sequence[Done] = ()
    waits: bool = False


@dataclass(frozen=True)
class Order:
    """Hold a command with all that carrying it out takes."""

    work: Work
    view: MemoryView
    command: Command
    text: str
    dialogue: dict[str, Any]
    key: str
    begun: Sequence[Step] = ()

    def do(self, operation: Operation[T]) -> Steps[T]:
        """Run an operation as the user, within the walls."""
        result: T = yield from ask(self.view.store, "run", operation, self.view.scope)
        return result

    def steps(self, meant: Sequence[Step]) -> Steps[Sequence[Step]]:
        """Return what is done: what a run that was cut off has meant, else what is meant now, which is noted first."""
        if self.begun or not meant:
            return self.begun
        return (yield from self.do(commanding.begin(self.view.scope, self.key, meant)))

    @property
    def quiet(self) -> MemoryView:
        """Return the view without its thread: searching here must not use up the news of the next turn."""
        principal = replace(self.view.principal, thread_id=None)
        return MemoryView(self.view.store, principal, node=self.view.node)

    def owns(self, memory: Memory) -> bool:
        """Tell whether a memory is the user's, not the chat's or the application's."""
        user = self.work.principal.user_id
        return user is None or memory.space == f"user:{user}"


def _obey(call: Call, settings: Settings | None) -> Steps[dict[str, Any]]:
    work = Work.of(call, settings)
    text = plain(text_of(work.asked)).strip() if work.asked else ""
    dialogue = dict(work.state.get("memory_dialogue") or {})
    waited = work.asked_just_now(dialogue.pop("waiting", None))
    if waited and (is_yes(text) or is_no(text)):
        found: Understood | None = Understood(Command("clear", "yes" if is_yes(text) else "no"))
    else:
        view = work.view("commands")
        learned = work.settings.decision.learned_gates
        found = yield from aside(understand, text, view.scope.categories, learned=learned)
    left = [answers.LEFT_ALONE] if waited and not is_yes(text) else []
    if found is None or found.command.name == "remember":
        command = found.command if found else None
        return work.update(*left, memory_command=command, memory_dialogue=dialogue)
    order = Order(work, work.view("commands"), found.command, text, dialogue, _key(work, text))
    try:
        reply = yield from _carry_out(order)
    except StoreUnavailable as error:
        return work.without_memory(error, memory_command=found.command, memory_dialogue=dialogue)
    return _told(work, found, reply, dialogue, left)


def _key(work: Work, text: str) -> str:
    """Return what a command is known by when it is carried out again; a new name where its message has none."""
    thread, message = work.principal.thread_id or work.task, work.asked and work.asked.id
    if not thread or not message:
        return f"command:{new_id()}"
    return f"command:{digest_of(work.principal.user_id or '', thread, message, text)}"


def _told(
    work: Work, found: Understood, reply: Reply | None, dialogue: dict[str, Any], left: list[str]
) -> dict[str, Any]:
    if reply is None:  # it was not meant for memory after all
        return work.update(*left, memory_command=None, memory_dialogue=dialogue)
    if reply.listed is not None:
        dialogue["listed"] = [memory.id for memory in reply.listed[: answers.MOST]]
    if reply.done:
        dialogue["done"] = [list(each) for each in reply.done]
        dialogue["at"] = work.store.scope.clock().isoformat()
    if reply.waits:
        dialogue["waiting"] = work.turn
    lines = [*left, reply.text] if reply.text not in left else [reply.text]
    update = work.update(*lines, memory_command=found.command, memory_dialogue=dialogue)
    said = {"messages": [AIMessage("\n".join(lines), name=NAME)]} if found.alone else {}
    return {**update, **said}


def _carry_out(order: Order) -> Steps[Reply | None]:
    try:
        if order.command.name in _ACTING:
            begun = yield from order.do(commanding.begun(order.view.scope, order.key))
            order = replace(order, begun=begun)
        return (yield from _DOING[order.command.name](order))
    except (CategoryNotAllowed, PermissionDenied, UnknownCategory):
        return Reply(answers.NOT_ALLOWED)


# --- lists ---------------------------------------------------------------------------------------


def _list(order: Order) -> Steps[Reply | None]:
    found = yield from _all(order)
    if not found:
        return Reply("I don't remember anything about you that I can show here.", [])
    return Reply(answers.listing("This is what I remember about you:", found), found)


def _list_category(order: Order) -> Steps[Reply | None]:
    name = order.command.argument
    if name not in order.view.scope.categories.by_name:
        return (yield from _list_near(order))
    found = yield from _all(order, [name])
    plainly = name.replace("_", " ")
    if not found:
        return Reply(f"I remember nothing under “{plainly}”.", [])
    return Reply(answers.listing(f"This is what I remember under “{plainly}”:", found), found)


def _list_near(order: Order) -> Steps[Reply]:
    """List what comes nearest to a subject that is no category ("what do you know of my kids?"), the nearest first."""
    subject = order.command.argument
    found = (yield from _search(order, subject))[: answers.MOST]
    if not found:
        return Reply(f"I remember nothing about “{subject}”.", [])
    return Reply(answers.listing(f"This is what comes nearest to “{subject}”:", found), found)


def _all(order: Order, categories: list[str] | None = None) -> Steps[list[Memory]]:
    """Return all that may be seen of the user, last changed first."""
    found: list[Memory] = []
    while True:
        page: list[Memory] = yield from ask(
            order.view, "list", categories=categories, limit=PAGE, offset=len(found)
        )
        found += page
        if len(page) < PAGE:
            return [memory for memory in found if order.owns(memory)]


# --- forgetting ----------------------------------------------------------------------------------


def _forget(order: Order) -> Steps[Reply | None]:
    said = order.command.argument
    if is_numbered(said):
        return (yield from _forget_numbers(order))
    if order.begun:
        return (yield from _forget_these(order, []))
    if POINTING.fullmatch(said):
        meant = yield from _pointed_at(order)
        return (
            (yield from _forget_these(order, meant))
            if len(meant) == 1
            else Reply(answers.WHICH_ONE)
        )
    candidates = yield from _search(order, said)
    found = saying(said, candidates)
    if len(found) > 1 and is_broad(said):
        return Reply(answers.choosing(found, exact=True), found)
    if not found and (near := resembling(said, candidates)):
        return Reply(answers.choosing(near, exact=False), near)
    return (yield from _forget_these(order, found))


def _forget_numbers(order: Order) -> Steps[Reply | None]:
    listed: list[str] = order.dialogue.get("listed") or []
    if not listed:
        return Reply(answers.NO_LIST) if "forget" in order.text.lower() else None
    places = numbers_in(order.command.argument, len(listed))
    beyond = [place for place in places if not 0 < place <= len(listed)]
    chosen = [listed[place - 1] for place in places if 0 < place <= len(listed)]
    memories = [] if order.begun else (yield from _known(order, chosen))
    reply = yield from _forget_these(order, memories)
    notes = [f"The list has no number {', '.join(map(str, beyond))}."] if beyond else []
    meant = len(order.begun or memories)
    if missing := len(chosen) - meant:
        notes.append(f"{answers.counted(missing)} of the list had been forgotten already.")
    told = [reply.text] if meant else []
    return replace(reply, text="\n".join([*told, *notes]))


def _forget_these(order: Order, memories: Sequence[Memory]) -> Steps[Reply]:
    steps = yield from order.steps([Step("forget", memory.id) for memory in memories])
    gone: list[tuple[Step, Memory]] = []
    for step in steps:
        memory = yield from forget(order.view, step)
        if memory is not None:
            gone.append((step, memory))
    if not gone:
        return Reply(answers.NOTHING_LIKE_IT)
    done = [("forgot", step.id) for step, _ in gone if step.verb == "forget"]
    return Reply(answers.forgotten([memory for _, memory in gone]), done=done)


def _forget_about(order: Order) -> Steps[Reply | None]:
    subject = order.command.argument
    if not stems(subject):
        return Reply(answers.WHICH_ONE)
    if order.begun:
        return (yield from _forget_these(order, []))
    steps = yield from order.do(commanding.forget_about(order.view.scope, order.key, subject))
    if not steps:
        return (yield from _forget_entity(order, subject))
    done = [("forgot", step.id) for step in steps if step.verb == "forget"]
    return Reply(answers.forgotten([step.memory for step in steps if step.memory]), done=done)


def _forget_entity(order: Order, subject: str) -> Steps[Reply | None]:
    """Forget what names the subject by another name, else show what comes close."""
    profile: EntityProfile | None = yield from ask(order.view, "entity", subject)
    if profile is not None and profile.memories:
        return (yield from _forget_these(order, profile.memories))
    near = resembling(subject, (yield from _search(order, subject)))
    if near:
        return Reply(answers.choosing(near, exact=False), near)
    return Reply(f"I remember nothing about {subject}.")


def _search(order: Order, said: str) -> Steps[list[Memory]]:
    """Return the memories that may say something, the user's own where there are any."""
    found: QueryResult = yield from ask(
        order.quiet, "query", said, top_k=CANDIDATES, returns="full", budget_tokens=100_000
    )
    own = [memory for memory in found.memories if order.owns(memory)]
    return own or list(found.memories)


def _known(order: Order, ids: Sequence[str]) -> Steps[list[Memory]]:
    """Return the memories that are still there."""
    found: list[Memory] = []
    for id in ids:
        try:
            found.append((yield from ask(order.view, "memory", id)))
        except MemoryNotFound:
            continue
    return found


def _pointed_at(order: Order) -> Steps[list[Memory]]:
    """Return what "that" means: what was just written, the only one listed, or what the last answer tells."""
    written = written_last(order.work)
    if written:
        return (yield from _known(order, written))
    before = [message for message in order.work.messages if message.type == "ai"]
    if not before:
        return []
    if before[-1].name == NAME:
        listed = order.dialogue.get("listed") or []
        return (yield from _known(order, listed)) if len(listed) == 1 else []
    last = text_of(before[-1])
    return spoken_of(last, (yield from _search(order, last[:2000])))


def written_last(work: Work) -> list[str]:
    """Return the ids of what the turn before this one wrote."""
    outcomes = [] if not work.anew else work.state.get("memory_outcomes") or []
    return [
        outcome.memory.id
        for outcome in outcomes
        if outcome.memory is not None and outcome.status not in ("rejected", "unchanged")
    ]


# --- everything ----------------------------------------------------------------------------------


def _clear(order: Order) -> Steps[Reply | None]:
    if order.command.argument == "no":
        return Reply(answers.LEFT_ALONE)
    found = [] if order.begun else (yield from _all(order))
    if not found and not order.begun:
        return Reply("I don't remember anything about you that I could clear here.")
    if order.command.argument != "yes":
        return Reply(answers.confirmation(len(found)), waits=True)
    reply = yield from _forget_these(order, found)
    for proposal in (yield from ask(Proposals(order.view), "all")):
        if order.owns(proposal):
            yield from ask(order.view, "consent", proposal.id, False)
    return replace(reply, text=answers.cleared(len(reply.done)), listed=[])


# --- taking back, explaining ---------------------------------------------------------------------


def _undo(order: Order) -> Steps[Reply | None]:
    written, meant = written_last(order.work), list[Step]()
    if not order.begun:
        meant = yield from way_back(order.work, order.view, order.dialogue, written)
    back = yield from carry_out(order.view, (yield from order.steps(meant)))
    if back is None:
        return None
    return Reply(
        answers.undone(back.restored, back.gone, back.reworded, back.failed), done=back.done
    )


def _why(order: Order) -> Steps[Reply | None]:
    said = order.command.argument
    if is_numbered(said):
        listed: list[str] = order.dialogue.get("listed") or []
        if not listed:
            return Reply(answers.NO_LIST)
        places = numbers_in(said, len(listed))
        chosen = [listed[place - 1] for place in places if 0 < place <= len(listed)]
        meant = yield from _known(order, chosen)
    elif said:
        candidates = yield from _search(order, said)
        meant = saying(said, candidates) or resembling(said, candidates)[:1]
    else:
        meant = yield from _pointed_at(order)
        if not meant:
            return Reply(answers.WHICH_ONE) if order.dialogue.get("listed") else None
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
    words = [
        text_of(message)
        for message in order.work.messages
        if message.type == "human" and message.id and message.id in memory.source_ids
    ]
    learned = order.work.settings.decision.learned_gates
    said = mask_secrets(plain(words[-1]), learned=learned) if words else None
    return answers.provenance(memory, events, user=user, here=here, said=said)


_ACTING = frozenset({"forget", "forget_about", "clear", "undo"})
"""Commands that change something."""

_DOING: dict[str, Callable[[Order], Steps[Reply | None]]] = {
    "list": _list,
    "list_category": _list_category,
    "forget": _forget,
    "forget_about": _forget_about,
    "clear": _clear,
    "undo": _undo,
    "why": _why,
}
