"""How does a conversation become turns and memories, as if it had just been held?

A batch of messages is one transaction, so a message that is known is done: its memories, its turn, all or nothing. An
import that was killed and is run again ends where an uninterrupted one would have.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from langmem_ext.ingest.conversations import Conversation, Message
from langmem_ext.memory import MemoryDraft, Source, WriteOutcome
from langmem_ext.namespaces import space_key
from langmem_ext.nodes.candidates import drafted, find
from langmem_ext.nodes.hot_path import REQUESTED
from langmem_ext.policies.directives import Directive
from langmem_ext.policies.gates import judge
from langmem_ext.policies.lifecycle import importance_of
from langmem_ext.policies.off_the_record import PLACEHOLDER, withheld
from langmem_ext.policies.scanner import Candidate
from langmem_ext.policies.writing import Rejection
from langmem_ext.principal import Principal
from langmem_ext.stores.operations.spaces import open_spaces
from langmem_ext.stores.operations.surroundings import Target
from langmem_ext.stores.operations.turns import NewTurn, add_turns, known_turns
from langmem_ext.stores.operations.write import apply, once, prepare, rules_of
from langmem_ext.stores.requests import Operation, embed, fetch
from langmem_ext.stores.scope import Scope

if TYPE_CHECKING:
    from langmem_ext.stores.postgres import MemoryStore
    from langmem_ext.stores.view import MemoryView

BATCH = 32
"""Messages in one transaction: what a kill costs at most, and few enough that live writes hardly wait."""

EMBEDDED_AT_ONCE = 64
"""Texts in one transaction of vectors."""

HISTORY = 20
"""Earlier messages of the session that the decision looks back on."""


@dataclass(slots=True)
class Report:
    """Count what an import did; `known` turns were there before."""

    turns: int = 0
    known: int = 0
    memories: Counter[str] = field(default_factory=Counter)
    rejected: Counter[str] = field(default_factory=Counter)
    vectors: int = 0
    skipped: tuple[str, ...] = ()
    users: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def count(self, outcomes: Sequence[WriteOutcome] | None) -> None:
        """Add the outcomes of one message; None for one that another import wrote meanwhile."""
        if outcomes is None:
            self.known += 1
            return
        self.turns += 1
        for outcome in outcomes:
            if outcome.status == "rejected":
                self.rejected[outcome.reason or "unknown"] += 1
            else:
                self.memories[outcome.status] += 1

    def as_dict(self) -> dict[str, Any]:
        """Return the report as JSON."""
        return {
            "users": self.users,
            "turns": self.turns,
            "known_turns": self.known,
            "memories": dict(sorted(self.memories.items())),
            "rejected": dict(sorted(self.rejected.items())),
            "vectors": self.vectors,
            "skipped": list(self.skipped),
            "seconds": round(self.seconds, 3),
            "turns_per_second": round(self.turns / self.seconds, 1) if self.seconds else None,
        }


@dataclass(frozen=True, slots=True)
class Step:
    """Say how far an import is: `what` is `turns` or `vectors`, `count` how many more there are since the last step."""

    what: str
    count: int


Progress = Callable[[Step], None]


def import_conversations(
    store: MemoryStore,
    conversations: Sequence[Conversation],
    *,
    principal: Principal,
    report: Report,
    progress: Progress = lambda step: None,
    vectors: bool = True,
) -> None:
    """Write conversations into the spaces of their users, and count it in `report` as it goes.

    `principal` gives the tenant and the agent. Vectors of turns come last: search by words works before.
    """
    started = time.monotonic()
    try:
        for conversation in conversations:
            _import(_view(store, principal, conversation), conversation, report, progress)
        for conversation in conversations if vectors else ():
            _embed(_view(store, principal, conversation), report, progress)
    finally:
        report.seconds += time.monotonic() - started


def _view(store: MemoryStore, principal: Principal, conversation: Conversation) -> MemoryView:
    user = Principal(user_id=conversation.user_id, tenant=principal.tenant, agent=principal.agent)
    return store.bind(user).at("ingest")


def _import(
    view: MemoryView, conversation: Conversation, report: Report, progress: Progress
) -> None:
    if conversation.user_id not in report.users:
        report.users.append(conversation.user_id)
    known = _known(view, conversation.messages)
    waiting = [heard for heard in heard_in(conversation) if heard.key not in known]
    report.known += len(conversation.messages) - len(waiting)
    progress(Step("turns", len(conversation.messages) - len(waiting)))
    for start in range(0, len(waiting), BATCH):
        batch = waiting[start : start + BATCH]
        for outcomes in view.store.run(keep(view.scope, batch), view.scope):
            report.count(outcomes)
        progress(Step("turns", len(batch)))


def _known(view: MemoryView, messages: Sequence[Message]) -> set[tuple[str, str]]:
    sessions: dict[str, list[str]] = {}
    for message in messages:
        sessions.setdefault(message.session_id, []).append(message.id)
    return {
        (session, id) for session, ids in sessions.items() for id in view.known_turns(session, ids)
    }


def _embed(view: MemoryView, report: Report, progress: Progress) -> None:
    while count := view.embed_missing(EMBEDDED_AT_ONCE):
        report.vectors += count
        progress(Step("vectors", count))


# What is to be written


@dataclass(frozen=True, slots=True)
class Heard:
    """Pair a message with what was said before it in its session."""

    message: Message
    history: tuple[str, ...]

    @property
    def key(self) -> tuple[str, str]:
        """Return what identifies the turn in its space."""
        return self.message.session_id, self.message.id

    def turn(self) -> NewTurn:
        """Return the message as evidence; of what is off the record, that it was said."""
        said = self.message
        before = [(True, text) for text in self.history]
        off = withheld([*before, (said.role == "user", said.text)])[-1]
        text = PLACEHOLDER if off else said.text
        return NewTurn(said.role, text, said.session_id, said.at, said.id, said.speaker)

    def drafts(self, scope: Scope) -> list[MemoryDraft]:
        """Return what may become a memory: what the hot path finds, with the times of the file."""
        said = self.message
        if said.role != "user":
            return []
        found = find(
            said.text,
            scope.settings.decision,
            speaker=said.speaker,
            history=self.history,
            sensitive=scope.settings.sensitive_data,
        )
        asked = [
            self._draft(each, scope, importance=REQUESTED, user_requested=True)
            for each in found.requested
        ]
        # As in the hot path, the message stands for what is asked of it with a secret: the gate refuses and counts it.
        refused = [MemoryDraft(content=said.text, source=Source.IMPORT)] * bool(found.refused)
        noticed = [
            self._draft(each, scope, importance=importance_of(each.score)) for each in found.noticed
        ]
        return [
            self._identified(each, place) for place, each in enumerate([*asked, *refused, *noticed])
        ]

    def _draft(self, found: Directive | Candidate, scope: Scope, **given: Any) -> MemoryDraft:
        said, allowed = self.message, scope.categories.allowed(scope.agent)
        return drafted(
            found,
            allowed,
            said.at,
            source=Source.IMPORT,
            source_ids=(said.id,),
            event_time=said.at,
            subjects=(said.about,) if said.about else (),
            stated_by=said.speaker,
            role=said.role,
            **given,
        )

    def _identified(self, draft: MemoryDraft, place: int) -> MemoryDraft:
        said = self.message
        return draft.model_copy(
            update={"operation_id": f"import:{said.session_id}:{said.id}:{place}"}
        )


def heard_in(conversation: Conversation) -> Iterator[Heard]:
    """Yield each message with what the decision may look back on."""
    earlier: dict[str, list[str]] = {}
    for message in conversation.messages:
        before = earlier.setdefault(message.session_id, [])
        yield Heard(message, tuple(before[-HISTORY:]))
        if message.role == "user":
            before.append(message.text)


def foresee(
    scope: Scope, conversation: Conversation
) -> Iterator[tuple[Message, MemoryDraft, Rejection | None]]:
    """Yield what an import would try to remember, and what the gates that need no database would refuse."""
    rules = rules_of(scope)
    for heard in heard_in(conversation):
        for draft in heard.drafts(scope):
            verdict = judge(draft, rules)
            yield heard.message, draft, verdict if isinstance(verdict, Rejection) else None


# The transaction


def keep(scope: Scope, batch: Sequence[Heard]) -> Operation[list[list[WriteOutcome] | None]]:
    """Write memories and turns of several messages in one transaction; None for a message that was known by then."""
    target = Target(space_key(scope.tenant, scope.home()))
    prepared = [
        prepare(scope, [(once(scope, draft), target) for draft in heard.drafts(scope)])
        for heard in batch
    ]
    vectors = yield from embed([text for each in prepared for text in each.texts], "memory")
    now, remaining = scope.clock(), iter(vectors)
    yield from fetch(*open_spaces([target.space], now))
    known = yield from _known_by_now(scope, batch)
    outcomes: list[list[WriteOutcome] | None] = []
    for heard, ready in zip(batch, prepared, strict=True):
        own = [next(remaining) for _ in ready.texts]
        if heard.key in known:
            outcomes.append(None)
            continue
        known.add(heard.key)
        within = _within(scope, heard.message.session_id)
        outcomes.append((yield from apply(within, ready, own, now, locked=True)))
        yield from add_turns(within, [heard.turn()])
    return outcomes


def _within(scope: Scope, session_id: str) -> Scope:
    """Return the scope with the session as its thread: memories and turns say where they came from."""
    return scope.bound(replace(scope.principal, thread_id=session_id)) if scope.principal else scope


def _known_by_now(scope: Scope, batch: Sequence[Heard]) -> Operation[set[tuple[str, str]]]:
    """Return which messages another import has written since we last looked; the lock on the space keeps it so."""
    known = set()
    for session in {heard.message.session_id for heard in batch}:
        ids = [heard.message.id for heard in batch if heard.message.session_id == session]
        known |= {(session, id) for id in (yield from known_turns(scope, session, ids))}
    return known
