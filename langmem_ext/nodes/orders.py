"""What does it take to carry out a command, and which memories may it mean?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from langmem_ext.command_reading.matching import concerning, in_other_words, spoken_of
from langmem_ext.command_reading.numbers import numbers_in
from langmem_ext.commands import Command
from langmem_ext.errors import MemoryNotFound
from langmem_ext.memory import Memory, QueryResult
from langmem_ext.nodes.confirming import Agreed, Waits
from langmem_ext.nodes.node import Steps, ask
from langmem_ext.nodes.undoing import Done
from langmem_ext.nodes.work import Work
from langmem_ext.stores.operations import commanding
from langmem_ext.stores.operations.commanding import Step
from langmem_ext.stores.operations.conversation import text_of
from langmem_ext.stores.requests import Operation
from langmem_ext.stores.view import MemoryView

T = TypeVar("T")

PAGE = 500
"""Memories that are listed in one round trip."""

CANDIDATES = 30
"""How many memories a description is compared with, the best of a search."""

NAME = "memory"
"""Who answers a command: the name of the message."""


@dataclass(frozen=True, slots=True)
class Reply:
    """Hold the answer to a command, and what later commands may refer to: None leaves that as it is."""

    text: str
    listed: Sequence[Memory] | None = None
    done: Sequence[Done] = ()
    waits: Waits | None = None


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
    agreed: Agreed | None = None

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
    def asks(self) -> bool:
        """Tell whether the user is asked before anything is deleted; what a run that was cut off has begun goes on."""
        return self.work.settings.commands.ask_before_deleting and not self.begun

    @property
    def quiet(self) -> MemoryView:
        """Return the view without its thread: searching here must not use up the news of the next turn."""
        principal = replace(self.view.principal, thread_id=None)
        return MemoryView(self.view.store, principal, node=self.view.node)

    @property
    def listed(self) -> list[str]:
        """Return the ids of what was listed last."""
        return self.dialogue.get("listed") or []

    def counted(self) -> tuple[list[str], list[int]]:
        """Return the ids of what the command counts in the list, and the numbers that the list does not have."""
        places = numbers_in(self.command.argument, len(self.listed))
        within = [place for place in places if 0 < place <= len(self.listed)]
        beyond = [place for place in places if not 0 < place <= len(self.listed)]
        return [self.listed[place - 1] for place in within], beyond

    def owns(self, memory: Memory) -> bool:
        """Tell whether a memory is the user's, not the chat's or the application's."""
        user = self.work.principal.user_id
        return user is None or memory.space == f"user:{user}"


def everything(order: Order, categories: list[str] | None = None) -> Steps[list[Memory]]:
    """Return all that may be seen of the user, last changed first."""
    found: list[Memory] = []
    while True:
        page: list[Memory] = yield from ask(
            order.view, "list", categories=categories, limit=PAGE, offset=len(found)
        )
        found += page
        if len(page) < PAGE:
            return [memory for memory in found if order.owns(memory)]


def search(order: Order, said: str, *, threshold: float | None = None) -> Steps[list[Memory]]:
    """Return the memories that may say something, the user's own where there are any."""
    found: QueryResult = yield from ask(
        order.quiet,
        "query",
        said,
        top_k=CANDIDATES,
        returns="full",
        budget_tokens=100_000,
        threshold=threshold,
    )
    own = [memory for memory in found.memories if order.owns(memory)]
    return own or list(found.memories)


def near(order: Order, subject: str) -> Steps[list[Memory]]:
    """Return the memories that have to do with a subject, the nearest first; none where nothing comes near."""
    bands, alike = order.view.scope.bands, list[Memory]()
    if bands is not None and bands.near is not None:
        found = yield from search(order, subject, threshold=bands.near)
        alike = [memory for memory in found if memory.score is not None]  # not what is related only
    worded = yield from search(order, in_other_words(subject))
    return list({memory.id: memory for memory in [*alike, *concerning(subject, worded)]}.values())


def known(order: Order, ids: Sequence[str]) -> Steps[list[Memory]]:
    """Return the memories that are still there."""
    found: list[Memory] = []
    for id in ids:
        try:
            found.append((yield from ask(order.view, "memory", id)))
        except MemoryNotFound:
            continue
    return found


def pointed_at(order: Order) -> Steps[list[Memory]]:
    """Return what "that" means: what was just written, the only one listed, or what the last answer tells."""
    written = written_last(order.work)
    if written:
        return (yield from known(order, written))
    before = [message for message in order.work.messages if message.type == "ai"]
    if not before:
        return []
    if before[-1].name == NAME:
        return (yield from known(order, order.listed)) if len(order.listed) == 1 else []
    last = text_of(before[-1])
    return spoken_of(last, (yield from search(order, last[:2000])))


def written_last(work: Work) -> list[str]:
    """Return the ids of what the turn before this one wrote."""
    outcomes = [] if not work.anew else work.state.get("memory_outcomes") or []
    return [
        outcome.memory.id
        for outcome in outcomes
        if outcome.memory is not None and outcome.status not in ("rejected", "unchanged")
    ]
