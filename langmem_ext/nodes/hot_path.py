"""What does the user want remembered, and what is worth remembering unasked?"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from langchain_core.messages import AnyMessage

from langmem_ext.errors import StoreUnavailable
from langmem_ext.memory import MemoryDraft, Source, WriteOutcome
from langmem_ext.nodes.agreeing import agree, denied_by
from langmem_ext.nodes.candidates import Found, drafted, find
from langmem_ext.nodes.closing import close, reopen, says
from langmem_ext.nodes.correcting import drop_wrong, reread, said_before
from langmem_ext.nodes.ending import end, lifts_instruction
from langmem_ext.nodes.in_group import in_group
from langmem_ext.nodes.making_room import make_room, roomy
from langmem_ext.nodes.node import Call, Steps, TurnNode, aside, ask
from langmem_ext.nodes.relations import relations
from langmem_ext.nodes.rescheduling import carrying, give_way, reschedule
from langmem_ext.nodes.retracting import retract
from langmem_ext.nodes.tool_results import ToolExtractor, tool_drafts
from langmem_ext.nodes.work import Work, plain
from langmem_ext.policies.acknowledgements import (
    COULD_NOT_SAVE,
    notice_of_closing,
    notice_of_passing,
    notice_of_proposal,
    notice_of_request,
)
from langmem_ext.policies.closings import Closing, closings, denied
from langmem_ext.policies.directives import Directive
from langmem_ext.policies.lifecycle import importance_of
from langmem_ext.policies.scanner import Candidate
from langmem_ext.policies.whom import mentions_as_names
from langmem_ext.reading.bounds import near, readable
from langmem_ext.reading.parts import own_words
from langmem_ext.settings import Settings
from langmem_ext.stores.operations import noting
from langmem_ext.stores.operations.conversation import text_of
from langmem_ext.stores.operations.speaking import is_said_to_group
from langmem_ext.stores.scope import Scope
from langmem_ext.stores.view import MemoryView

REQUESTED = 5
"""The importance of what the user asked to remember (memory model, What a memory is)."""

_WROTE = frozenset({"created", "updated", "merged", "superseded", "proposed"})


def hot_path(
    settings: Settings | None = None,
    model: Any = None,
    *,
    tool_extractors: Mapping[str, ToolExtractor] | None = None,
) -> TurnNode:
    """Make the node that writes what the user's last message holds; it needs no model.

    Requests are written first and acknowledged in `memory_notices`; what is said in passing follows, at most
    `decision.max_writes_per_turn` of it. `memory_outcomes` says what became of each. Each message counts
    once: run again, the node writes nothing. Put it before the answer, so that the answer can acknowledge
    (spec 000, section 2.4). What the user takes back ("I no longer work at Acme") or has no more ("I sold the bike")
    closes the memory of it, and what they have done ("I paid the rent") closes the task; what is moved ("the exam got
    moved to the 12th") is kept at its new time alone.
    In a chat of several, what is said for the group is kept for the chat, in its own words, and what is said of others
    there is about them.
    What a full space gives up a model decides, after the answer; without one the oldest goes at once.
    `tool_extractors` say, by the name of a tool, what to remember of its results; none by default.
    """
    extractors = tool_extractors or {}
    return TurnNode(
        "hot_path",
        lambda call: _remember(call, settings, model, extractors),
        lambda call, error: _failed(Work.of(call, settings), error),
    )


def _remember(
    call: Call, settings: Settings | None, model: Any, extractors: Mapping[str, ToolExtractor]
) -> Steps[dict[str, Any]]:
    work = Work.of(call, settings)
    if work.asked is None or not (text := plain(text_of(work.asked)).strip()):
        return work.update(memory_outcomes=[])
    model = model or work.settings.model
    decision, view = work.settings.decision, roomy(work.view("hotpath"), model)
    now, sensitive = work.store.scope.clock(), work.settings.sensitive_data
    look = partial(
        find,
        decision=decision,
        speaker=_speaker(work),
        history=work.earlier,
        after=_before(work),
        relations=(yield from relations(view, readable(text), work.earlier)),
        now=now,
        sensitive=sensitive,
        off=work.is_off_the_record(work.asked),
    )
    said = mentions_as_names(text) if is_said_to_group(view.scope) else text
    heard = yield from aside(look, said, question=_question(work, work.asked))
    if heard.faults:
        with suppress(Exception):  # they were logged
            yield from work.note_faults(heard.faults, "hotpath")
    unread = _unsaved(work) if heard.faults and not heard.requested else []
    own = _own(text)
    found, before = yield from reread(work, own, heard, look)
    found = yield from in_group(view, _own(said), found, look, work.earlier)
    of_tools: list[MemoryDraft] = []
    if extractors and decision.background_scan_enabled:
        of_tools = yield from aside(_of_tools, work, extractors)
    try:
        found, replaced = yield from reschedule(view, found, _id(said_before(work)[0]))
        requests = [carrying(each, replaced, now) for each in _requests(work, view, found, text)]
        closed = yield from close(view, found.closed)
        passing = [
            carrying(_notice(work, view, position, each), replaced, now)
            for position, each in enumerate(found.noticed)
            if each.slot or not says(each, closed)
        ] + of_tools
        if not work.settings.long_term_enabled:
            passing = []
        asked: list[WriteOutcome] = (
            (yield from ask(view, "remember_many", requests)) if requests else []
        )
        noticed = yield from _write_in_turn(view, passing, decision.max_writes_per_turn)
        asked = yield from give_way(view, asked, replaced)
        noticed = yield from give_way(view, noticed, replaced)
        written = {
            each.memory.id: each.memory
            for each in (*asked, *noticed)
            if each.memory and each.status != "proposed"
        }
        noticed += [outcome for _, outcome in closed]
        noticed += yield from reopen(view, _not_over(work, own))
        taken_back = yield from retract(view, found.taken_back, written)
        ended = yield from end(view, found.over, written)
        denied_now = denied_by([*taken_back, *ended])
        noticed = yield from agree(view, noticed, denied_now, before)
        noticed += [*taken_back, *ended]
        if before:
            yield from drop_wrong(view, before, written.values())
    except StoreUnavailable as error:
        lost = [COULD_NOT_SAVE] if found.requested or found.refused else []
        update = work.without_memory(error, memory_outcomes=[])
        return (
            {**update, "memory_notices": [*update.get("memory_notices", []), *lost]}
            if lost
            else update
        )
    make_room(view, model, [*asked, *noticed])
    asked = [*asked, *[_WITHHELD] * bool(found.withheld), *[_UNCLEAR] * found.unclear]
    notices = [*map(notice_of_request, asked), *filter(None, map(notice_of_proposal, noticed))]
    if work.settings.notifications.on_background_storage:
        notices += dict.fromkeys(filter(None, map(notice_of_passing, noticed)))
    notices += [notice_of_closing(outcome) for done, outcome in closed if done.asked]
    notices += [notice_of_closing(outcome) for outcome in ended if lifts_instruction(outcome)]
    _note_classified(view.scope, [*asked, *noticed])
    return work.update(*unread, *notices, memory_outcomes=[*asked, *noticed])


def _failed(work: Work, error: Exception) -> Steps[dict[str, Any]]:
    """Let the turn go on after a fault."""
    return (yield from work.failed(error, "hotpath", *_unsaved(work), memory_outcomes=[]))


def _unsaved(work: Work) -> list[str]:
    """Return what the user is told where their message could not be read, and may have asked for something."""
    said = text_of(work.asked).lower() if work.asked else ""
    return [COULD_NOT_SAVE] if "remember" in said else []


def _note_classified(scope: Scope, outcomes: Sequence[WriteOutcome]) -> None:
    """Count whether a message held anything (spec 004, item 14); what a gate refuses is counted where it is refused."""
    if outcomes and all(each.status == "rejected" for each in outcomes):
        return
    noting.note(scope, noting.place_of(scope), "classify", "ok" if outcomes else "skipped")


def _write_in_turn(
    view: MemoryView, drafts: list[MemoryDraft], most: int
) -> Steps[list[WriteOutcome]]:
    """Write the best until enough are written; what was known already or refused does not count."""
    outcomes: list[WriteOutcome] = []
    while most > 0 and (chosen := drafts[:most]):
        written: list[WriteOutcome] = yield from ask(view, "remember_many", chosen)
        outcomes, drafts = outcomes + written, drafts[most:]
        most -= sum(outcome.status in _WROTE or outcome.reason == "replay" for outcome in written)
    detail = "as many automatic memories as a turn may have are written"
    return outcomes + [WriteOutcome(status="rejected", reason="cap", detail=detail) for _ in drafts]


def _of_tools(work: Work, extractors: Mapping[str, ToolExtractor]) -> list[MemoryDraft]:
    """Return what the extractors find; each result counts once, however often the node sees it."""
    drafts = []
    for position, (result, draft) in enumerate(tool_drafts(work.messages, extractors)):
        place = f"tool:{result.tool_call_id}:{position}"
        drafts.append(
            draft.model_copy(
                update={"operation_id": _operation(work, place, draft.content, result)}
            )
        )
    return drafts


def _request(work: Work, view: MemoryView, position: int, found: Directive) -> MemoryDraft:
    given = {"source": Source.DIRECTIVE, "importance": REQUESTED, "user_requested": True}
    return _draft(work, view, found, f"directive:{position}", given)


def _notice(work: Work, view: MemoryView, position: int, found: Candidate) -> MemoryDraft:
    given = {"source": Source.SCAN, "importance": importance_of(found.score)}
    return _draft(work, view, found, f"scan:{position}", given)


def _draft(
    work: Work, view: MemoryView, found: Directive | Candidate, place: str, given: dict[str, Any]
) -> MemoryDraft:
    allowed = view.scope.categories.allowed(work.principal.agent)
    return drafted(
        found,
        allowed,
        work.store.scope.clock(),
        source_ids=(work.asked.id,) if work.asked and work.asked.id else (),
        stated_by=work.principal.user_id,
        learned_in=work.principal.chat_id,
        role="user",
        operation_id=_operation(work, place, found.content),
        space="chat" if found.for_group else None,
        **given,
    )


def _operation(work: Work, place: str, content: str, of: AnyMessage | None = None) -> str | None:
    """Return the id under which a message is written once (memory model, Writing): run, message, position.

    The text counts too: a message that was edited keeps its id. None where the message has no id to be known by.
    """
    scope = work.principal.thread_id or work.task
    message = of or work.asked
    if message is None or message.id is None or scope is None:
        return None
    digest = hashlib.blake2b(content.encode("utf-8", "replace"), digest_size=8).hexdigest()
    return f"{scope}:{message.id}:{place}:{digest}"


def _speaker(work: Work) -> str | None:
    """Return whose name stands for the user in a chat of several."""
    return work.asked.name if work.asked and work.principal.chat_id else None


_WITHHELD = WriteOutcome(
    status="rejected",
    reason="secret",
    detail="it appears to contain a secret that the messages before announce",
)
_UNCLEAR = WriteOutcome(
    status="rejected",
    reason="format",
    detail="the message does not say what to keep; say it in one sentence",
)


def _requests(work: Work, view: MemoryView, found: Found, text: str) -> list[MemoryDraft]:
    """Return what is asked to be kept.

    A message with a request that is refused is offered whole in its place: the store's own gate refuses and counts it.
    """
    asked = [_request(work, view, position, each) for position, each in enumerate(found.requested)]
    return asked + [MemoryDraft(content=near(text), source=Source.DIRECTIVE)] * bool(found.refused)


def _not_over(work: Work, text: str) -> list[Closing]:
    """Return what the message before said is over, and this one says is not."""
    before, asked = said_before(work)
    closed = closings(_own(plain(text_of(before)))) if before else []
    return denied(text, closed, asked=asked)


def _own(text: str) -> str:
    """Return what rules look at of the user's own words in a text."""
    return readable(own_words(near(text)))


def _id(message: AnyMessage | None) -> str | None:
    return message.id if message else None


def _before(work: Work) -> list[str]:
    """Return what was said last before the message, by the user and the agent."""
    said = work.lately
    at = next((i for i, each in enumerate(said) if each is work.asked), len(said))
    return [near(text_of(each)) for each in said[:at][-4:]]


def _question(work: Work, message: AnyMessage) -> str:
    """Return what the agent has just asked the user; in a chat of several anyone may be meant."""
    return "" if work.principal.chat_id else readable(work.answered_by(message))
