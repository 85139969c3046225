"""How are memories written?

In two round trips for each set of them: one locks the space and reads what the decisions need, one writes what was
decided (memory model, Writing). What a user says takes one more before them all: of whom it speaks decides which spaces
are locked.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from langmem_ext.errors import InvalidMemory
from langmem_ext.memory import MemoryDraft, WriteOutcome
from langmem_ext.namespaces import space_key
from langmem_ext.policies.gates import Rules, judge
from langmem_ext.policies.writing import Rejection
from langmem_ext.stores import jsonb
from langmem_ext.stores.operations import hearsay, speaking
from langmem_ext.stores.operations.about import Meant, attending, meant
from langmem_ext.stores.operations.foreseen import Foreseen
from langmem_ext.stores.operations.sets import Refused, Step, write_sets
from langmem_ext.stores.operations.spaces import open_spaces, spaces_about
from langmem_ext.stores.operations.surroundings import Job, Target
from langmem_ext.stores.operations.telling import told
from langmem_ext.stores.queries import query
from langmem_ext.stores.requests import Operation, Statement, embed, post
from langmem_ext.stores.scope import Scope
from langmem_ext.stores.vectors import packed
from langmem_ext.stores.walls import owner

logger = logging.getLogger(__name__)

BULK = 100
"""From this many memories at once the planner's statistics are renewed: a fresh database has none."""


SWITCHED_OFF = Rejection("off", "long-term memory is switched off (long_term_enabled)")


def remember(scope: Scope, draft: MemoryDraft) -> Operation[WriteOutcome]:
    """Write one memory through every gate."""
    outcomes = yield from remember_many(scope, [draft])
    return outcomes[0]


def remember_many(scope: Scope, drafts: Sequence[MemoryDraft]) -> Operation[list[WriteOutcome]]:
    """Write several memories in one transaction; each sees those before it."""
    targets = [Target(space_key(scope.tenant, speaking.home(scope, draft))) for draft in drafts]
    said = [once(scope, said_by(scope, draft)) for draft in drafts]
    outcomes = yield from told(scope, write(scope, list(zip(said, targets, strict=True))))
    return outcomes


def said_by(scope: Scope, draft: MemoryDraft) -> MemoryDraft:
    """Fill in who says it and where, if the draft does not."""
    principal, filled = scope.principal, dict[str, Any]()
    if principal and draft.stated_by is None and principal.user_id is not None:
        filled["stated_by"] = principal.user_id
    if principal and draft.learned_in is None and principal.chat_id is not None:
        filled["learned_in"] = principal.chat_id
    return draft.model_copy(update=filled) if filled else draft


def as_principal(scope: Scope, prepared: Prepared) -> Prepared:
    """Let a principal be who says what it writes, whatever its drafts claim; only a trusted job may state another."""
    if scope.principal is None:
        return prepared
    update = {"stated_by": scope.principal.user_id}
    return replace(
        prepared,
        verdicts=[
            verdict if isinstance(verdict, Rejection) else verdict.model_copy(update=update)
            for verdict in prepared.verdicts
        ],
    )


def once(scope: Scope, draft: MemoryDraft) -> MemoryDraft:
    """Let a draft's operation be that of whoever asks, and of what it says: in other words it is another one.

    Callers' ids may begin anew at any time, and hold anything: what is kept is a digest.
    """
    if draft.operation_id is None or not jsonb.storable(draft.operation_id):
        return draft  # the gates refuse what is no text
    asker = _asker(scope, speaking.home(scope, draft))
    name = json.dumps([draft.operation_id, asker, draft.category, draft.content])
    digest = hashlib.blake2b(name.encode(), digest_size=16).hexdigest()
    return draft.model_copy(update={"operation_id": digest})


def _asker(scope: Scope, space: str) -> list[str | None]:
    """Return who repeats an operation: who does not see all of a space repeats only its own."""
    principal = scope.principal
    if principal is None or not (scope.in_group or principal.agent):
        return []
    user = None if space.startswith("user:") else principal.user_id
    return [user, principal.agent, principal.chat_id]


def write(
    scope: Scope, wanted: Sequence[tuple[MemoryDraft, Target]]
) -> Operation[list[WriteOutcome]]:
    """Judge, embed and write drafts to their targets; the outcomes stand in the same order."""
    prepared = yield from with_persons(scope, as_principal(scope, prepare(scope, wanted)))
    vectors = yield from embed(prepared.texts, "memory")
    return (yield from apply(scope, prepared, vectors, scope.clock()))


def with_persons(scope: Scope, prepared: Prepared) -> Operation[Prepared]:
    """Let drafts be about the persons that are meant: one that turned out to be another is that one.

    What users say is about those of whom they speak, themselves or others (spec 001, Known Limitations).
    """
    drafts = [(each, to) for each, to in prepared.judged if isinstance(each, MemoryDraft)]
    named = {who for draft, _ in drafts for who in draft.subjects}
    words = {word for draft, target in drafts for word in speaking.words(scope, draft, target)}
    if not named and not words:
        return prepared
    found = yield from meant(scope, named, words)
    verdicts = [_about_whom(scope, *each, found) for each in prepared.judged]
    heard = hearsay.where_it_is_heard(scope) if found.speaker is not None else []
    return Prepared(prepared.wanted, verdicts, heard, found.speaker)


def _about_whom(
    scope: Scope, verdict: MemoryDraft | Rejection, target: Target, found: Meant
) -> MemoryDraft | Rejection:
    if isinstance(verdict, Rejection):
        return verdict
    if found.known.keys() & set(verdict.subjects):
        subjects = tuple(dict.fromkeys(found.known.get(who, who) for who in verdict.subjects))
        verdict = verdict.model_copy(update={"subjects": subjects})
    return speaking.about(scope, verdict, target, found)


@dataclass(frozen=True, slots=True)
class Prepared:
    """Hold drafts that have been judged, and what must be embedded before any statement is sent."""

    wanted: list[tuple[MemoryDraft, Target]]
    verdicts: list[MemoryDraft | Rejection]
    heard: Sequence[str] = ()  # where others may have said of the speaker what they correct
    speaker: str | None = None  # the person that the user is

    @property
    def corrections(self) -> list[bool]:
        """Tell of each draft whether it corrects what others said of its speaker."""
        pairs = zip(self.wanted, self.verdicts, strict=True)
        return [
            bool(self.heard) and hearsay.corrects(draft, verdict, self.speaker)
            for (draft, _), verdict in pairs
        ]

    @property
    def texts(self) -> list[str]:
        """Return the texts to embed, in the order that `apply` expects their vectors."""
        return [verdict.content for verdict, target in self._to_embed()]

    @property
    def judged(self) -> list[tuple[MemoryDraft | Rejection, Target]]:
        """Return each verdict with where its draft was to go."""
        return [
            (verdict, target)
            for verdict, (_, target) in zip(self.verdicts, self.wanted, strict=True)
        ]

    def _to_embed(self) -> list[tuple[MemoryDraft, Target]]:
        return [
            (verdict, target)
            for verdict, (_, target) in zip(self.verdicts, self.wanted, strict=True)
            if isinstance(verdict, MemoryDraft) and target.wants_vector
        ]

    @property
    def spaces(self) -> list[str]:
        """Return the keys of the spaces that are written to, those of the people concerned among them."""
        return [
            space
            for verdict, (_, target) in zip(self.verdicts, self.wanted, strict=True)
            for space in (target.space, *_about(verdict, target.space))
        ] + self._heard_about()

    def _heard_about(self) -> list[str]:
        return [
            space
            for corrects, verdict in zip(self.corrections, self.verdicts, strict=True)
            if corrects
            for heard in self.heard
            for space in (heard, *_about(verdict, heard))
        ]

    def require_accepted(self) -> None:
        """Raise InvalidMemory for the first draft that a gate refused."""
        for verdict in self.verdicts:
            if isinstance(verdict, Rejection):
                raise InvalidMemory(f"refused ({verdict.reason}): {verdict.detail}", verdict.reason)


def prepare(scope: Scope, wanted: Sequence[tuple[MemoryDraft, Target]]) -> Prepared:
    """Hold drafts to the gates that need no database; nothing is sent."""
    for draft, _ in wanted:
        if fault := jsonb.fault(draft.extra):
            raise InvalidMemory(
                f"the fields of the caller's own cannot be kept: {fault}; use JSON values"
            )
    if not scope.settings.long_term_enabled:
        return Prepared(list(wanted), [SWITCHED_OFF for _ in wanted])
    rules = rules_of(scope)
    return Prepared(list(wanted), [judge(draft, rules) for draft, _ in wanted])


def rules_of(scope: Scope) -> Rules:
    """Return what the gates decide by, within a scope."""
    settings = scope.settings
    return Rules(
        scope.categories, scope.agent, settings.sensitive_data, settings.decision.learned_gates
    )


def apply(
    scope: Scope,
    prepared: Prepared,
    vectors: Sequence[list[float] | None],
    now: datetime,
    *,
    locked: bool = False,
) -> Operation[list[WriteOutcome]]:
    """Write prepared drafts; `locked` says that the caller holds their spaces already."""
    opening = [] if locked else [*open_spaces(prepared.spaces, now), *attending(scope)]
    outcomes = yield from write_sets(scope, _steps(scope, prepared, vectors, now), opening)
    _log(outcomes)
    yield from _end_hearsay(scope, prepared, outcomes, now)
    if len(outcomes) >= BULK:
        yield from post(owner(), Statement(query("refresh_statistics")))
    return outcomes


def _log(outcomes: Sequence[WriteOutcome]) -> None:
    """Say what was created, by id and category (spec 002, Logging); never its text."""
    for memory in (each.memory for each in outcomes if each.status in ("created", "superseded")):
        if memory is not None:
            logger.info("created memory %s [%s]", memory.id, memory.category)


def _end_hearsay(
    scope: Scope, prepared: Prepared, outcomes: Sequence[WriteOutcome], now: datetime
) -> Operation[None]:
    said = [
        (verdict, outcome)
        for corrects, verdict, outcome in zip(
            prepared.corrections, prepared.verdicts, outcomes, strict=True
        )
        if corrects and isinstance(verdict, MemoryDraft)
    ]
    yield from hearsay.end(scope, said, now)


def _about(verdict: MemoryDraft | Rejection, space: str) -> list[str]:
    if isinstance(verdict, Rejection):
        return []
    return spaces_about(space, verdict.subjects, portable=verdict.portable)


def _steps(
    scope: Scope, prepared: Prepared, vectors: Sequence[list[float] | None], now: datetime
) -> list[Step]:
    remaining = iter(vectors)
    steps: list[Step] = []
    for verdict, (draft, target) in zip(prepared.verdicts, prepared.wanted, strict=True):
        space = target.space
        if isinstance(verdict, Rejection):
            steps.append(Refused(scope, draft, verdict, now, space))
        else:
            vector = packed(next(remaining)) if target.wants_vector else None
            foreseen = Foreseen(scope, verdict.content)
            steps.append(Job(scope, verdict, target, vector, now, space, foreseen))
    return steps
