"""What does memory forget at the user's command?

It asks first, and lists what would go: only an answer to that question deletes, and nothing but what was listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from langmem_ext.command_reading import answers
from langmem_ext.command_reading.forms import POINTING
from langmem_ext.command_reading.matching import is_broad, resembling, saying, saying_each, stems
from langmem_ext.command_reading.numbers import is_numbered
from langmem_ext.command_reading.people import is_kind, of_kind
from langmem_ext.errors import MemoryNotFound
from langmem_ext.memory import EntityProfile, Memory
from langmem_ext.nodes.ask_consent import Proposals
from langmem_ext.nodes.confirming import Waits
from langmem_ext.nodes.node import Steps, ask
from langmem_ext.nodes.orders import Order, Reply, everything, known, pointed_at, search
from langmem_ext.nodes.undoing import forget as forget_one
from langmem_ext.policies.relative_times import absolute
from langmem_ext.stores.operations import commanding
from langmem_ext.stores.operations.commanding import Step


def forget(order: Order) -> Steps[Reply | None]:
    """Forget what the command describes, counts or points at; where several may be meant, ask which."""
    said = order.command.argument
    if is_numbered(said):
        return (yield from _forget_numbers(order))
    if order.begun:
        return (yield from forget_these(order, []))
    if POINTING.fullmatch(said):
        meant = yield from pointed_at(order)
        return (
            (yield from forget_these(order, meant)) if len(meant) == 1 else Reply(answers.WHICH_ONE)
        )
    if people := (yield from _of_kind(order)):
        return (yield from forget_these(order, people))
    said = absolute(said, [order.view.scope.clock()])
    candidates = yield from search(order, said)
    found = saying(said, candidates) or saying_each(said, candidates)
    if len(found) > 1 and is_broad(said):
        return Reply(answers.choosing(found, exact=True), found)
    if not found and (near := resembling(said, candidates)):
        return Reply(answers.choosing(near, exact=False), near)
    return (yield from forget_these(order, found))


def _of_kind(order: Order) -> Steps[list[Memory]]:
    """Return what is known of the people of a kind that the command names, as of "my siblings"."""
    if not is_kind(order.command.argument):
        return []
    return of_kind(order.command.argument, (yield from everything(order)))


def _forget_numbers(order: Order) -> Steps[Reply | None]:
    if not order.listed:
        return Reply(answers.NO_LIST) if "forget" in order.text.lower() else None
    chosen, beyond = order.counted()
    if not (chosen or beyond):  # "both" of three
        return Reply(answers.WHICH_ONE)
    memories = [] if order.begun else (yield from known(order, chosen))
    reply = yield from forget_these(order, memories)
    notes = [f"The list has no number {', '.join(map(str, beyond))}."] if beyond else []
    meant = len(order.begun or memories)
    if missing := len(chosen) - meant:
        notes.append(f"{answers.counted(missing)} of the list had been forgotten already.")
    told = [reply.text] if meant else []
    return replace(reply, text="\n".join([*notes, *told] if reply.waits else [*told, *notes]))


def forget_these(order: Order, memories: Sequence[Memory]) -> Steps[Reply]:
    """Forget memories once the user has agreed, or what a run that was cut off had begun to forget."""
    return (yield from _forget(order, [Step("forget", each.id, memory=each) for each in memories]))


def _forget(order: Order, steps: Sequence[Step]) -> Steps[Reply]:
    if not order.asks or not steps:
        return (yield from do_forget(order, steps))
    told = [step for step in steps if step.verb == "forget"] or list(steps)
    shown = [step.memory for step in told if step.memory]
    untold = [step for step in steps if step not in told]
    numbered = min(len(told), answers.MOST) if len(told) > 1 else 0
    question = answers.deleting(shown)
    return Reply(question, waits=Waits(question, [*told, *untold], numbered=numbered))


def do_forget(order: Order, meant: Sequence[Step]) -> Steps[Reply]:
    """Forget what the user has agreed to, and say what is gone."""
    steps = yield from order.steps(meant)
    active = any(step.verb == "forget" for step in steps)
    gone: list[tuple[Step, Memory]] = []
    for step in steps:
        memory = yield from forget_one(order.view, step)
        if memory is not None and (step.verb == "forget" or not active):
            gone.append((step, memory))
    if not gone:
        return Reply(answers.NOTHING_LIKE_IT)
    done = [("forgot", step.id) for step, _ in gone if step.verb == "forget"]
    return Reply(answers.forgotten([memory for _, memory in gone]), done=done)


def forget_about(order: Order) -> Steps[Reply | None]:
    """Forget all that names a subject."""
    subject = order.command.argument
    if not stems(subject):
        return Reply(answers.WHICH_ONE)
    if order.begun:
        return (yield from forget_these(order, []))
    if people := (yield from _of_kind(order)):
        return (yield from forget_these(order, people))
    steps = yield from order.do(commanding.saying(order.view.scope, subject))
    return (yield from _forget(order, steps) if steps else _forget_entity(order, subject))


def _forget_entity(order: Order, subject: str) -> Steps[Reply | None]:
    """Forget what names the subject by another name, else show what comes close."""
    profile: EntityProfile | None = yield from ask(order.view, "entity", subject)
    if profile is not None and profile.memories:
        return (yield from forget_these(order, profile.memories))
    near = resembling(subject, (yield from search(order, subject)))
    if near:
        return Reply(answers.choosing(near, exact=False), near)
    return Reply(f"I remember nothing about {subject}.")


def clear(order: Order) -> Steps[Reply | None]:
    """Ask before everything of the user's is forgotten, proposals too."""
    found = yield from everything(order)
    if not found:
        return Reply("I don't remember anything about you that I could clear here.")
    waiting: Sequence[Memory] = yield from ask(Proposals(order.view), "all")
    question = answers.confirmation(found)
    steps = [Step("forget", memory.id) for memory in found]
    proposals = [each.id for each in waiting if order.owns(each)]
    return Reply(question, waits=Waits(question, steps, proposals))


def do_clear(order: Order, meant: Sequence[Step], proposals: Sequence[str]) -> Steps[Reply]:
    """Forget what the user was told would be cleared, and nothing that was written since."""
    reply = yield from do_forget(order, meant)
    for id in proposals:
        with suppress(MemoryNotFound):  # decided, lapsed, or declined by a run that was cut off
            yield from ask(order.view, "consent", id, False)
    return replace(reply, text=answers.cleared(len(reply.done)), listed=[])
