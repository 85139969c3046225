"""How is something concluded from memories, once in a while and from no one else's?

What insights and reflections share: whose turn it is, the notes they rest on, and how their evidence is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast

from langmem_ext.memory import Kind, Memory, Sensitivity, WriteOutcome
from langmem_ext.namespaces import user_space
from langmem_ext.nodes.asking import NO_MODEL, Asker, Model, asker, give_back, patiently
from langmem_ext.nodes.holding import while_held
from langmem_ext.nodes.node import Steps
from langmem_ext.policies.orders import orders_the_machine
from langmem_ext.policies.secrets import mask_secrets
from langmem_ext.policies.trust import is_grounded, shared_words, unsaid_numbers
from langmem_ext.policies.wording import check_wording
from langmem_ext.policies.writing import Rejection
from langmem_ext.principal import Principal
from langmem_ext.prompts.fences import fenced
from langmem_ext.runtime import AnyMemoryStore
from langmem_ext.settings import Settings
from langmem_ext.stores.operations import due, reviewing
from langmem_ext.stores.operations.due import Held
from langmem_ext.stores.operations.energy import Happening
from langmem_ext.stores.view import MemoryView

GROUNDED = 0.2
"""The least share of a conclusion's words that its notes hold: it says what they mean, in words of its own."""

UNNAMED = 5
"""Notes at most that a conclusion is taken to rest on which names none."""


@dataclass(frozen=True, slots=True)
class Period:
    """Hold work that is done once in a while for one space, and whom to ask."""

    held: Held
    asker: Asker

    def through(self, work: Steps[list[WriteOutcome]]) -> Steps[list[WriteOutcome]]:
        """Do the work and go on holding it; when somebody else has taken it, that is what comes of it."""
        view = self.asker.view
        store = cast(AnyMemoryStore, view.store)
        return (yield from while_held(store, view.scope, self.held, work, list[WriteOutcome]()))

    def end(self, pause: timedelta) -> Steps[None]:
        """Rest until it is time again."""
        scope = self.asker.view.scope
        until = scope.clock() + pause
        yield from patiently(self.asker.view, lambda: due.put_off(scope, self.held, None, until))

    def put_off(self, why: str) -> Steps[None]:
        """Give the work back: until there is energy again, or for a while after a failure."""
        yield from give_back(self.asker.view, self.held, why)


def private(store: AnyMemoryStore, principal: Principal, node: str) -> MemoryView:
    """Return the store as a user alone may see it, without an agent and outside of any conversation."""
    return store.bind(Principal(user_id=principal.user_id, tenant=principal.tenant)).at(node)


def begin(view: MemoryView, settings: Settings, model: Model) -> Steps[Period | None]:
    """Take the work of a user's space; None when it is not yet time, somebody is at it, or there is no model.

    The work is called as the node of the view.
    """
    space = user_space(view.principal)
    asking = yield from asker(view, space, settings, model)
    if asking.model is None:
        yield from asking.record(Happening("model", "skipped", NO_MODEL))
        return None
    held: Held | None = yield from patiently(
        view, lambda: due.begin_period(view.scope, space, view.node, view.principal.user_id)
    )
    return Period(held, asking) if held else None


def recent(
    asking: Asker, kinds: Sequence[Kind], *, since: datetime, limit: int, category: str
) -> Steps[list[Memory]]:
    """Return the newest memories of some kinds that what is concluded may rest on, to be `kept_under` a category."""
    told = asking.view.scope.categories.told_under(category)
    wanted: Any = {"since": since, "limit": limit, "categories": told}
    found: list[Memory] = yield from patiently(
        asking.view,
        lambda: reviewing.recent(asking.view.scope, asking.space, kinds, **wanted),
    )
    return [memory for memory in found if not orders_the_machine(memory.content)]


def kept_under(asking: Asker, category: str, rests_on: Sequence[Memory]) -> str:
    """Return the category of a conclusion: no agent has it who may not see a note that the conclusion rests on."""
    told = {memory.category for memory in rests_on}
    return asking.view.scope.categories.telling_of(category, told) or category


def quoted_notes(notes: Sequence[Memory]) -> str:
    """Return memories as data for a prompt, numbered from 1."""
    return fenced("notes", [_line(number, memory) for number, memory in enumerate(notes, 1)])


def _line(number: int, memory: Memory) -> dict[str, Any]:
    at = memory.event_time or memory.created_at
    return {"n": number, "kind": memory.kind, "date": f"{at:%Y-%m-%d}", "text": memory.content}


def cited(text: str, numbers: Sequence[int], notes: Sequence[Memory]) -> list[Memory]:
    """Return the notes that a conclusion rests on: those that it names, else those that share most words with it.

    Private ones that share a word with it count as well: it is to be as private as they are.
    """
    alike = {memory.id: shared_words(text, memory.content) for memory in notes}
    near = sorted((m for m in notes if alike[m.id]), key=lambda memory: -alike[memory.id])
    named = [notes[n - 1] for n in dict.fromkeys(numbers) if 0 < n <= len(notes)]
    chosen = named or near[:UNNAMED]
    private = [memory for memory in near if memory.sensitivity != Sensitivity.PUBLIC]
    return [*chosen, *(memory for memory in private if memory not in chosen)]


def checked(
    text: str, kind: Kind, cited: Sequence[Memory], said: Sequence[str] = ()
) -> str | Rejection:
    """Return a conclusion as it may be kept: well worded, and resting on notes."""
    worded = check_wording(mask_secrets(text), kind)
    if isinstance(worded, Rejection):
        return worded
    source = [*(memory.content for memory in cited), *said]
    if not cited or not is_grounded(worded, source, GROUNDED) or unsaid_numbers(worded, source):
        return Rejection("untrusted", "it does not rest on what is known")
    return worded
