"""What lasting facts does a long message hold, beside what the rules found?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from langmem_ext.errors import StoreUnavailable
from langmem_ext.memory import AUTOMATIC_SOURCES, Source, Turn, WriteOutcome
from langmem_ext.nodes.asking import Asker, Model, asker, patiently
from langmem_ext.nodes.candidates import find
from langmem_ext.nodes.extracting import extract, offered
from langmem_ext.nodes.facts import Reading
from langmem_ext.nodes.making_room import make_room, roomy
from langmem_ext.nodes.node import Call, MemoryNode, Steps, aside
from langmem_ext.nodes.work import Work, plain
from langmem_ext.policies.secrets import mask_secrets
from langmem_ext.settings import Settings
from langmem_ext.stores.operations import reviewing
from langmem_ext.stores.operations.conversation import text_of
from langmem_ext.stores.operations.reviewing import Learned
from langmem_ext.stores.operations.turns import space_of

NODE = "extract_facts"

CANDIDATES = 5
"""Facts of one message at most (spec 004, item 13)."""

SURE = 0.8
"""The score of a rule's finding from which a short message is worth a model's look, too."""


def extract_facts(settings: Settings | None = None, model: Model = None) -> MemoryNode:
    """Make the node that reads the user's last message with a model, when it is long or surely holds a fact.

    At most 5 facts are looked at and, with what `hot_path` has written in this turn, at most
    `decision.max_writes_per_turn` written. Put it after the answer: it waits for a model. Run again, it asks and
    writes nothing.
    """
    return MemoryNode(NODE, lambda call: _extract(call, settings, model))


def _extract(call: Call, settings: Settings | None, model: Model) -> Steps[dict[str, Any]]:
    work = Work.of(call, settings)
    view = work.view(NODE)
    text = plain(text_of(work.asked)).strip() if work.asked else ""
    if not text or work.is_off_the_record(work.asked):
        return work.update()
    if not (yield from aside(_is_worth_it, text, work.settings)):
        return work.update()
    try:
        asking = yield from asker(view, space_of(view.scope), work.settings, model)
        outcomes = yield from _learned(work, asking, text)
    except StoreUnavailable as error:
        return work.without_memory(error)
    return work.having(outcomes)


def _is_worth_it(text: str, settings: Settings) -> bool:
    if len(text) >= settings.review.long_message:
        return True
    return any(each.score >= SURE for each in find(text, settings.decision).noticed)


def _learned(work: Work, asking: Asker, text: str) -> Steps[list[WriteOutcome]]:
    job = work.job("extract")
    turn = Turn(
        id=work.turn,
        session_id=work.principal.thread_id or "default",
        role="user",
        content=mask_secrets(text, learned=work.settings.decision.learned_gates),
        at=asking.view.scope.clock(),
        speaker=work.asked.name if work.asked else None,
    )
    reading = Reading(
        [turn],
        work.principal,
        offered(asking),
        job,
        Source.EXTRACTION,
        asking.made_by(asking.prompt("extract")),
        frozenset(each.name for each in work.messages if each.type == "human" and each.name),
    )
    found = yield from extract(asking, reading, "extract", background=False)
    view = roomy(asking.view, asking.model)
    outcomes: list[WriteOutcome] = yield from patiently(
        view, lambda: reviewing.learn(view.scope, _best(work, found.learned))
    )
    make_room(view, asking.model, outcomes)
    return outcomes


def _best(work: Work, learned: list[Learned]) -> list[Learned]:
    """Return as many as the turn may still write, the most important first."""
    outcomes = work.so_far.get("memory_outcomes") or []
    automatic = [
        each
        for each in outcomes
        if each.memory and each.memory.source in AUTOMATIC_SOURCES and each.status == "created"
    ]
    room = max(0, work.settings.decision.max_writes_per_turn - len(automatic))
    weighty = sorted(learned[:CANDIDATES], key=lambda each: -(each.draft.importance or 0))
    return [_undated(each) for each in weighty[:room]]


def _undated(each: Learned) -> Learned:
    """The message is of now: it needs no date to be the latest word."""
    return replace(each, draft=each.draft.model_copy(update={"valid_from": None}))
