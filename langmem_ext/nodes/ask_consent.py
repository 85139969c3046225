"""How does the user agree to a change that waits for them?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from langgraph.types import interrupt

from langmem_ext.errors import MemoryNotFound, StoreUnavailable
from langmem_ext.memory import Memory, Source, WriteOutcome
from langmem_ext.nodes.confirming import was_put
from langmem_ext.nodes.node import Call, Steps, TurnNode, ask
from langmem_ext.nodes.work import Work, plain
from langmem_ext.policies import acknowledgements as words
from langmem_ext.policies.consent import needs_consent
from langmem_ext.policies.directives import Directive, find_directives
from langmem_ext.policies.replies import Answer, Proposed, begins_with_answer, read_reply
from langmem_ext.policies.scanner import Candidate, scan
from langmem_ext.reading.bounds import near, readable
from langmem_ext.reading.parts import own_words
from langmem_ext.settings import Settings
from langmem_ext.stores.operations.conversation import text_of
from langmem_ext.stores.view import MemoryView


def ask_consent(settings: Settings | None = None, model: Any = None) -> TurnNode:
    """Make the node that asks for consent to proposed changes, and carries out the answer; it needs no model.

    Put it after `hot_path`. `consent.ask` says how: `notice` asks in `memory_notices` and reads the user's next
    message ("yes, please do", "yes to the first", "no"); `interrupt` stops the graph until it is resumed with `True`,
    `False`, an answer in words, `{"edited": text}`, or a dict of these by proposal id. Only the user whose memory
    changes can agree. What other conversations and background jobs have proposed is asked in the first turn of a
    conversation. Needs a checkpointer.
    """
    return TurnNode(
        "ask_consent",
        lambda call: _consent(call, settings),
        lambda call, error: Work.of(call, settings).failed(error, "consent"),
    )


@dataclass
class Asking:
    """Hold a turn with what is decided in it: what to say, and what was written."""

    work: Work
    view: MemoryView
    notices: list[str] = field(default_factory=list)
    outcomes: list[WriteOutcome] = field(default_factory=list)
    decided: set[str] = field(default_factory=set)

    @property
    def user(self) -> str:
        """Return the key under which the questions to this user are kept."""
        return self.work.principal.user_id or ""

    @property
    def text(self) -> str:
        """Return what the user said in words of their own."""
        said = near(plain(text_of(self.work.asked))) if self.work.asked else ""
        return readable(own_words(said))

    @property
    def so_far(self) -> list[WriteOutcome]:
        """Return what this turn has written before."""
        return list(self.work.so_far.get("memory_outcomes") or [])

    def note(self, outcome: WriteOutcome, notice: str) -> None:
        """Keep an outcome, and what to say of it."""
        self.outcomes.append(outcome)
        self.notices.append(notice)


def _consent(call: Call, settings: Settings | None) -> Steps[dict[str, Any]]:
    work = Work.of(call, settings)
    asking = Asking(work, work.view("consent"))
    if work.settings.consent.ask == "never" or not asking.user:
        return work.update()
    dialogue = dict(work.state.get("memory_dialogue") or {})
    open_to = dict(dialogue.get("consent") or {})
    first = asking.user not in open_to
    try:
        yield from _hear(asking, open_to.get(asking.user) or {})
        waiting = yield from _to_ask(asking, first)
        if waiting and work.settings.consent.ask == "interrupt":
            yield from _stop(asking, waiting)
            waiting = []
    except StoreUnavailable as error:
        return work.without_memory(error)
    open_to = {user: _carried(work, kept) for user, kept in open_to.items()}
    open_to[asking.user] = {"turn": work.turn, "ids": [each.id for each in waiting]}
    return _told(asking, waiting, {**dialogue, "consent": open_to})


def _carried(work: Work, kept: Mapping[str, Any]) -> dict[str, Any]:
    """Keep a question to somebody else open: this turn is not theirs."""
    return {**kept, "turn": work.turn} if work.asked_just_now(kept.get("turn")) else dict(kept)


def _told(asking: Asking, waiting: Sequence[Memory], dialogue: dict[str, Any]) -> dict[str, Any]:
    """Return the update; the questions take the place of what `hot_path` has said of the proposals."""
    said = {words.notice_of_proposal(outcome) for outcome in asking.so_far}
    told = [each for each in asking.work.so_far.get("memory_notices") or [] if each not in said]
    before = {each.memory.id: each.previous for each in asking.so_far if each.memory}
    question = [
        words.question_of_consent([(each, before.get(each.id)) for each in waiting])
    ] * bool(waiting)
    new = [each for each in dict.fromkeys([*asking.notices, *question]) if each not in told]
    return {
        **asking.work.anew,
        "memory_notices": [*told, *new],
        "memory_outcomes": [*asking.so_far, *asking.outcomes],
        "memory_dialogue": dialogue,
    }


# --- what is asked -------------------------------------------------------------------------------


def _to_ask(asking: Asking, first: bool) -> Steps[list[Memory]]:
    """Return what this turn has proposed; all that waits in a first turn, and after a tool has proposed something."""
    new = {
        each.memory.id: each.memory
        for each in asking.so_far
        if each.status == "proposed" and each.memory is not None
    }
    first = first and asking.work.principal.thread_id is not None
    if first or _tool_proposed(asking.work):
        new = {each.id: each for each in (yield from _open(asking))} | new
    return [each for id, each in new.items() if id not in asking.decided and _owns(asking, each)]


def _tool_proposed(work: Work) -> bool:
    """Tell whether the answer of the turn before has written something by tool that waits for consent."""
    turns = [place for place, each in enumerate(work.messages) if each.type == "human"]
    answer = work.messages[turns[-2] : turns[-1]] if len(turns) > 1 else []
    return any(
        each.type == "tool" and each.name == "memory_remember" and "proposed" in text_of(each)
        for each in answer
    )


def _owns(asking: Asking, proposal: Memory) -> bool:
    """Tell whether a proposal is for this user to decide, and asked for at all."""
    personal = proposal.space == f"user:{asking.user}"
    return personal and needs_consent(
        proposal.slot, filled=True, user_requested=False, source=proposal.source
    )


def _open(asking: Asking) -> Steps[Sequence[Memory]]:
    found: Sequence[Memory] = yield from ask(Proposals(asking.view), "all")
    return found


@dataclass(frozen=True, slots=True)
class Proposals:
    """Read the proposals of a view, which are an attribute of it where no one awaits."""

    view: MemoryView

    def all(self) -> Sequence[Memory]:
        """Return the changes that wait, oldest first."""
        return self.view.proposals

    async def aall(self) -> Sequence[Memory]:
        """Return the changes that wait, oldest first."""
        return await self.view.aproposals()


# --- an answer in the next message ---------------------------------------------------------------


def _hear(asking: Asking, kept: Mapping[str, Any]) -> Steps[None]:
    """Carry out what the user answers to the question of the turn before."""
    ids: list[str] = kept.get("ids") or []
    if not ids or not asking.work.asked_just_now(kept.get("turn")):
        return
    known = {each.id: each for each in (yield from _open(asking))}
    there = [known.get(id) for id in ids]
    if not was_put(asking.work, [each.content for each in there if each]):
        return
    asked = [Proposed(each.slot, each.content) if each else Proposed(None, "") for each in there]
    answer = read_reply(asking.text, asked) or (yield from _hear_another_value(asking, known, ids))
    for place, id in enumerate(ids):
        if answer is not None and place in answer.approved | answer.declined:
            yield from _decide(asking, id, place in answer.approved)


def _hear_another_value(
    asking: Asking, known: Mapping[str, Memory], ids: Sequence[str]
) -> Steps[Answer | None]:
    """Take "no, call me Anny" for consent to what it says: `hot_path` has proposed that just now."""
    if not begins_with_answer(asking.text):
        return None
    places = {known[id].slot: place for place, id in enumerate(ids) if id in known}
    declined = set()
    for outcome in asking.so_far:
        said = outcome.memory
        if said is None or said.slot not in places or said.id in ids:
            continue
        if outcome.status == "proposed":
            yield from _decide(asking, said.id, True)
        if outcome.status in ("proposed", "created", "superseded"):
            declined.add(places[said.slot])
    for place in declined:
        yield from _drop(asking, ids[place])
    return None


# --- an answer to an interrupt -------------------------------------------------------------------


def _stop(asking: Asking, waiting: Sequence[Memory]) -> Steps[None]:
    """Interrupt the graph; run again with the answer, the node comes to this place and goes on."""
    before = {each.memory.id: each.previous for each in asking.so_far if each.memory}
    listed = [
        {
            "id": each.id,
            "slot": each.slot,
            "content": each.content,
            "before": _content(before.get(each.id)),
        }
        for each in waiting
    ]
    question = words.question_of_consent([(each, before.get(each.id)) for each in waiting])
    resumed = interrupt({"type": "memory_consent", "question": question, "proposals": listed})
    for proposal, answer in _by_proposal(resumed, waiting):
        if isinstance(answer, bool):
            yield from _decide(asking, proposal.id, answer)
        elif answer is not None:
            yield from _edit(asking, proposal, answer)


def _content(memory: Memory | None) -> str | None:
    return memory.content if memory else None


def _by_proposal(resumed: Any, waiting: Sequence[Memory]) -> list[tuple[Memory, bool | str | None]]:
    """Return for each proposal what a graph was resumed with: yes, no, other words, or None for no answer."""
    if isinstance(resumed, Mapping) and any(each.id in resumed for each in waiting):
        return [(each, _single(resumed.get(each.id), each)) for each in waiting]
    if isinstance(resumed, str):
        asked = [Proposed(each.slot, each.content) for each in waiting]
        answer = read_reply(resumed, asked)
        if answer is not None:
            return [(each, _placed(answer, place)) for place, each in enumerate(waiting)]
    only = waiting if isinstance(resumed, bool) else waiting[:1] if len(waiting) == 1 else []
    return [(each, _single(resumed, each)) for each in only]


def _placed(answer: Answer, place: int) -> bool | None:
    return (place in answer.approved) if place in answer.approved | answer.declined else None


def _single(answer: Any, proposal: Memory) -> bool | str | None:
    if isinstance(answer, bool):
        return answer
    if isinstance(answer, Mapping):
        edited = answer.get("edited")
        return edited if isinstance(edited, str) and edited.strip() else None
    if not isinstance(answer, str):
        return None
    read = read_reply(answer, [Proposed(proposal.slot, proposal.content)])
    if read is not None:
        return bool(read.approved)
    return _stated(answer, proposal.slot)


def _stated(text: str, slot: str | None) -> str | None:
    """Return what a text says of a slot, as a memory says it; None when it says nothing of it."""
    found: list[Directive | Candidate] = [
        *find_directives(text, learned=False),
        *scan(text, learned=False),  # what a reader finds fills no slot
    ]
    return next((each.content for each in found if each.slot == slot), None)


def _edit(asking: Asking, proposal: Memory, text: str) -> Steps[None]:
    """Write what the user says instead, and drop what was proposed."""
    outcome: WriteOutcome = yield from ask(
        asking.view, "remember", _stated(text, proposal.slot) or plain(text),
        category=proposal.category, type=proposal.type, slot=proposal.slot, subjects=proposal.subjects,
        source=Source.DIRECTIVE, source_ids=proposal.source_ids, stated_by=asking.user, user_requested=True,
        operation_id=f"consent:{proposal.id}",
    )  # fmt: skip
    asking.note(outcome, words.notice_of_request(outcome))
    if outcome.status != "rejected":
        yield from _drop(asking, proposal.id)


# --- carrying it out -----------------------------------------------------------------------------


def _decide(asking: Asking, id: str, approve: bool) -> Steps[None]:
    asking.decided.add(id)
    try:
        outcome: WriteOutcome = yield from ask(asking.view, "consent", id, approve)
    except MemoryNotFound:
        yield from _too_late(asking, id, approve)
        return
    asking.note(outcome, words.notice_of_request(outcome) if approve else words.DECLINED)


def _too_late(asking: Asking, id: str, approve: bool) -> Steps[None]:
    """A turn that is run again finds its own decision; else the time is up."""
    try:
        applied: Memory = yield from ask(asking.view, "memory", id)
    except MemoryNotFound:
        asking.notices.append(words.LAPSED if approve else words.DECLINED)
        return
    outcome = WriteOutcome(status="unchanged", reason="replay", memory=applied)
    asking.note(outcome, f"{words.GOT_IT}: {applied.told}")


def _drop(asking: Asking, id: str) -> Steps[None]:
    asking.decided.add(id)
    try:
        yield from ask(asking.view, "consent", id, False)
    except MemoryNotFound:
        return
