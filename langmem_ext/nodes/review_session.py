"""What is learned from a conversation that has ended?

The steps are those of the node `review_session` and of the graph `session_review` alike. Each may be cut off and run
again: what a model has said is kept until the review is finished, a write that was done changes nothing, and the
session is held by a lease.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from langmem_ext.errors import StoreUnavailable
from langmem_ext.memory import Memory, Source, Turn, WriteOutcome
from langmem_ext.nodes.asking import NO_MODEL, Asker, Model, asker, give_back, patiently
from langmem_ext.nodes.conflicts import settle
from langmem_ext.nodes.extracting import Extracted, extract, offered
from langmem_ext.nodes.facts import Reading
from langmem_ext.nodes.holding import comes_free, while_held
from langmem_ext.nodes.making_room import make_room, roomy
from langmem_ext.nodes.node import Call, MemoryNode, Steps
from langmem_ext.nodes.summarize_episode import NODE as EPISODE
from langmem_ext.nodes.summarize_episode import sum_up
from langmem_ext.nodes.work import Work
from langmem_ext.policies.notices import notice_of_review
from langmem_ext.runtime import AnyMemoryStore
from langmem_ext.settings import Settings
from langmem_ext.stores.operations import due, reviewing
from langmem_ext.stores.operations.due import REVIEW, Held
from langmem_ext.stores.operations.energy import Happening
from langmem_ext.stores.operations.reviewing import Learned, Progress
from langmem_ext.stores.operations.turns import space_of
from langmem_ext.stores.view import MemoryView

NODE = "review_session"


def review_session(settings: Settings | None = None, model: Model = None) -> MemoryNode:
    """Make the node that reviews the thread it runs in: put it where a conversation ends.

    `memory_outcomes` says what became of each fact, `memory_notices` tells the user what was noted. Conversations of
    fewer than 3 messages are left alone. Run again, or while another worker is at it, it does nothing. Without a
    model it says so in `events`, and the session goes on waiting.
    """
    return MemoryNode(NODE, lambda call: _review(call, settings, model))


def _review(call: Call, settings: Settings | None, model: Model) -> Steps[dict[str, Any]]:
    work = Work.of(call, settings)
    view = work.view(NODE)
    space, session = space_of(view.scope), work.principal.thread_id or "default"
    try:
        yield from patiently(view, lambda: due.end_session(view.scope, space, session))
        if (yield from asker(view, space, work.settings, model)).model is None:
            yield from without_model(view, space, work.settings)
            return work.update()
        held = yield from claim(view, spaces=[space], key=session)
        outcomes = (yield from whole(work.store, held, work.settings, model)) if held else []
    except StoreUnavailable as error:
        return work.without_memory(error)
    notice = notice_of_review(outcomes)
    return work.having(outcomes, *([notice] if notice else []))


def claim(
    view: MemoryView, *, spaces: list[str] | None = None, key: str | None = None
) -> Steps[Held | None]:
    """Take a session whose review is due, of some spaces or of all."""
    held: Held | None = yield from patiently(
        view,
        lambda: due.claim(view.scope, REVIEW, spaces=spaces, key=key),
        for_all=spaces is None,
    )
    return held


def claim_freed(
    store: AnyMemoryStore, view: MemoryView, spaces: list[str] | None, key: str | None
) -> Steps[Held | None]:
    """Take a session as `claim` does; where others hold what is due, wait until one of them gives way."""
    held = yield from claim(view, spaces=spaces, key=key)
    among = view.scope if spaces else store.scope
    if held is None and (yield from comes_free(store, among, [REVIEW], spaces=spaces)):
        held = yield from claim(view, spaces=spaces, key=key)
    return held


def without_model(view: MemoryView, space: str, settings: Settings) -> Steps[None]:
    """Say in `events` that there was nobody to ask."""
    yield from Asker(view, space, settings, None).record(Happening("model", "skipped", NO_MODEL))


@dataclass(frozen=True, slots=True)
class Page:
    """Hold turns of a session, up to a position; those that the conversation has left behind are not among them."""

    turns: list[Turn]
    end: int


@dataclass(frozen=True, slots=True)
class Review:
    """Hold one session under review, and whom to ask."""

    held: Held
    asker: Asker
    settings: Settings

    @classmethod
    def of(
        cls, store: AnyMemoryStore, held: Held, settings: Settings, model: Model
    ) -> Steps[Review]:
        """Open the review of a session, on behalf of whose it is."""
        view = store.bind(held.principal).at(NODE)
        return cls(held, (yield from asker(view, held.space, settings, model)), settings)

    @property
    def view(self) -> MemoryView:
        """Return the store as the owner of the session sees it."""
        return self.asker.view

    @property
    def job(self) -> str:
        """Return the name of the work."""
        return reviewing.job_of(self.held)

    def range(self) -> Steps[tuple[int, int]]:
        """Return after which turn the review begins, and with which it ends."""
        found: Progress = yield from patiently(
            self.view, lambda: reviewing.progress(self.held.space, self.held.key)
        )
        return found.reviewed_turns, found.turn_count

    def page(self, after: int, upto: int) -> Steps[Page | None]:
        """Return what is to be read next, and go on holding the session; None when another worker has taken it."""
        end = min(upto, after + self.settings.review.page)
        mine: bool = yield from patiently(self.view, lambda: due.hold(self.view.scope, self.held))
        if not mine:
            return None
        turns: list[Turn] = yield from patiently(
            self.view, lambda: reviewing.turns_between(self.held.space, self.held.key, after, end)
        )
        return Page(turns, end)

    def extract(self, turns: Sequence[Turn]) -> Steps[Extracted]:
        """Ask for the facts of a page."""
        reading = Reading(
            turns,
            self.held.principal,
            offered(self.asker),
            self.job,
            Source.REVIEW,
            self.asker.made_by(self.asker.prompt("review")),
        )
        return (yield from extract(self.asker, reading, "review", background=True))

    def learn(self, learned: Sequence[Learned]) -> Steps[list[WriteOutcome]]:
        """Write the facts of a page through the gates and bands."""
        view = roomy(self.view, self.asker.model)
        outcomes: list[WriteOutcome] = yield from patiently(
            view, lambda: reviewing.learn(view.scope, learned)
        )
        make_room(view, self.asker.model, outcomes)
        return outcomes

    def settle(self, turns: Sequence[str], written: Sequence[Memory]) -> Steps[list[WriteOutcome]]:
        """Resolve the conflicts of what a page brought; `turns` are its first and last."""
        return (yield from settle(self.asker, self.job, "-".join(turns), written))

    def sum_up(self, upto: int) -> Steps[list[WriteOutcome]]:
        """Write down what happened in the session, if the settings say so."""
        if not self.settings.review.episodes:
            return []
        asking = replace(self.asker, view=self.view.at(EPISODE))
        return (yield from sum_up(asking, self.held.key, upto=upto))

    def finish(self, upto: int) -> Steps[bool]:
        """Note that the session has been reviewed up to a turn."""
        done: bool = yield from patiently(
            self.view, lambda: reviewing.finish_review(self.view.scope, self.held, upto)
        )
        return done

    def leave(self) -> Steps[None]:
        """Let go of a session that is too short; its next turn brings it back."""
        yield from self.asker.record(Happening("review", "skipped", "short"))
        yield from patiently(self.view, lambda: due.drop(self.held))

    def put_off(self, why: str) -> Steps[None]:
        """Give the session back: until there is energy again, or for a while after a failure."""
        yield from give_back(self.view, self.held, why)

    def is_short(self, upto: int) -> bool:
        """Tell whether a conversation is too short for a review."""
        return upto < self.settings.review.min_messages


@dataclass(frozen=True, slots=True)
class Reviewed:
    """Say what became of each fact of a session, and why it was not reviewed to its end."""

    outcomes: list[WriteOutcome]
    missing: str | None = None


def whole(
    store: AnyMemoryStore, held: Held, settings: Settings, model: Model
) -> Steps[list[WriteOutcome]]:
    """Review a session from its first page to its last; return what became of each fact."""
    return (yield from reviewed(store, held, settings, model)).outcomes


def reviewed(
    store: AnyMemoryStore, held: Held, settings: Settings, model: Model
) -> Steps[Reviewed]:
    """Do what `whole` does, and say how far that went: `short`, `busy`, or what the model was missing."""
    review = yield from Review.of(store, held, settings, model)
    work = _through(review)
    return (yield from while_held(store, review.view.scope, held, work, Reviewed([], "busy")))


def _through(review: Review) -> Steps[Reviewed]:
    after, upto = yield from review.range()
    if review.is_short(upto):
        yield from review.leave()
        return Reviewed([], "short")
    outcomes: list[WriteOutcome] = []
    while after < upto:
        page = yield from review.page(after, upto)
        if page is None:
            return Reviewed(outcomes, "busy")  # taken by another worker, or erased
        after, turns = page.end, page.turns
        if not turns:
            continue
        extracted = yield from review.extract(turns)
        if extracted.missing:
            yield from review.put_off(extracted.missing)
            return Reviewed(outcomes, extracted.missing)
        written = yield from review.learn(extracted.learned)
        yield from review.settle([turns[0].id, turns[-1].id], memories_of(written))
        outcomes += written
    yield from review.sum_up(upto)
    mine = yield from review.finish(upto)
    return Reviewed(outcomes, None if mine else "busy")


def memories_of(outcomes: Sequence[WriteOutcome]) -> list[Memory]:
    """Return what was written; a write that was done before is among it."""
    return [
        each.memory
        for each in outcomes
        if each.memory and (each.status != "unchanged" or each.reason == "replay")
    ]
