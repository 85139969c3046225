"""How is a memory written?

Two round trips: one locks the space and reads what the decision needs, one writes what was decided (memory model,
Writing).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from langmem_ext.errors import InvalidMemory
from langmem_ext.memory import AUTOMATIC_SOURCES, Memory, MemoryDraft, State, Status, WriteOutcome
from langmem_ext.namespaces import space_key, split_space_key
from langmem_ext.policies import lifecycle
from langmem_ext.policies.consent import needs_consent
from langmem_ext.policies.gates import Rules, judge
from langmem_ext.policies.merge import Band, Wording, decide, same_text
from langmem_ext.policies.topics import title_of
from langmem_ext.policies.writing import Rejection
from langmem_ext.stores.operations import changes
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import Record, fingerprint, new_id, vector_text
from langmem_ext.stores.requests import Operation, Row, Rows, Statement, embed, fetch
from langmem_ext.stores.scope import Scope

PROPOSAL_LIFE = timedelta(days=7)
"""How long a proposed change waits for consent (spec 004, item 10)."""


BULK = 100
"""From this many memories at once the planner's statistics are renewed: a fresh database has none."""


@dataclass(frozen=True, slots=True)
class Target:
    """Say where a write goes. A caller's own key is never merged with another's memory."""

    space: str
    key: str | None = None
    ttl_minutes: float | None = None
    wants_vector: bool = True


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Hold what the database knew when a write was decided."""

    replayed: Row | None
    slot_holder: Record | None
    keyed: Record | None
    neighbours: list[tuple[Record, Row]]
    terms: frozenset[str]
    writes_today: int
    overflow: list[Record] = field(default_factory=list)


def remember(scope: Scope, draft: MemoryDraft) -> Operation[WriteOutcome]:
    """Write one memory through every gate."""
    outcomes = yield from remember_many(scope, [draft])
    return outcomes[0]


def remember_many(scope: Scope, drafts: Sequence[MemoryDraft]) -> Operation[list[WriteOutcome]]:
    """Write several memories in one transaction; each sees those before it."""
    targets = [Target(scope.home(draft.space)) for draft in drafts]
    return (yield from write(scope, list(zip(drafts, targets, strict=True))))


def write(
    scope: Scope, wanted: Sequence[tuple[MemoryDraft, Target]]
) -> Operation[list[WriteOutcome]]:
    """Judge, embed and write drafts to their targets; the outcomes stand in the same order."""
    prepared = prepare(scope, wanted)
    vectors = yield from embed(prepared.texts)
    return (yield from apply(scope, prepared, vectors, scope.clock()))


@dataclass(frozen=True, slots=True)
class Prepared:
    """Hold drafts that have been judged, and what must be embedded before any statement is sent."""

    wanted: list[tuple[MemoryDraft, Target]]
    verdicts: list[MemoryDraft | Rejection]

    @property
    def texts(self) -> list[str]:
        """Return the texts to embed, in the order that `apply` expects their vectors."""
        return [verdict.content for verdict, target in self._to_embed()]

    def _to_embed(self) -> list[tuple[MemoryDraft, Target]]:
        return [
            (verdict, target)
            for verdict, (_, target) in zip(self.verdicts, self.wanted, strict=True)
            if isinstance(verdict, MemoryDraft) and target.wants_vector
        ]

    def spaces(self, scope: Scope) -> list[str]:
        """Return the keys of the spaces that are written to."""
        return [_space(scope, target) for _, target in self.wanted]

    def require_accepted(self) -> None:
        """Raise InvalidMemory for the first draft that a gate refused."""
        for verdict in self.verdicts:
            if isinstance(verdict, Rejection):
                raise InvalidMemory(f"refused ({verdict.reason}): {verdict.detail}", verdict.reason)


def prepare(scope: Scope, wanted: Sequence[tuple[MemoryDraft, Target]]) -> Prepared:
    """Hold drafts to the gates that need no database; nothing is sent."""
    rules = Rules(scope.categories, scope.agent)
    return Prepared(list(wanted), [judge(draft, rules) for draft, _ in wanted])


def apply(
    scope: Scope,
    prepared: Prepared,
    vectors: Sequence[list[float] | None],
    now: datetime,
    *,
    locked: bool = False,
) -> Operation[list[WriteOutcome]]:
    """Write prepared drafts; `locked` says that the caller holds their spaces already."""
    remaining = iter(vectors)
    opening = [] if locked else open_spaces(prepared.spaces(scope), now)
    outcomes = []
    for verdict, (draft, target) in zip(prepared.verdicts, prepared.wanted, strict=True):
        if isinstance(verdict, Rejection):
            outcome = yield from _reject(scope, draft, target, verdict, now, opening)
        else:
            vector = next(remaining) if target.wants_vector else None
            outcome = yield from _Write(scope, verdict, target, vector, now).run(opening)
        opening = []
        outcomes.append(outcome)
    if len(outcomes) >= BULK:
        yield from fetch(Statement(query("refresh_statistics")))
    return outcomes


def open_spaces(spaces: Sequence[str], now: datetime) -> list[Statement]:
    """Return the statements that create and lock spaces, in an order that cannot deadlock."""
    names = sorted(set(spaces))
    return [
        Statement(query("ensure_space"), {"spaces": names, "now": now}),
        Statement(query("lock_space"), {"spaces": names}),
    ]


def _space(scope: Scope, target: Target) -> str:
    return target.space if "/" in target.space else space_key(scope.tenant, target.space)


def _reject(
    scope: Scope,
    draft: MemoryDraft,
    target: Target,
    verdict: Rejection,
    now: datetime,
    opening: list[Statement],
) -> Operation[WriteOutcome]:
    event = changes.record_refusal(
        scope, _space(scope, target), now, reason=verdict.reason, operation_id=draft.operation_id,
        category=draft.category if draft.category in scope.categories.by_name else None,
    )  # fmt: skip
    yield from fetch(*opening, event)
    return WriteOutcome(status="rejected", reason=verdict.reason, detail=verdict.detail)


@dataclass(frozen=True, slots=True)
class _Write:
    """Carry one judged draft through the gates that need the database."""

    scope: Scope
    draft: MemoryDraft
    target: Target
    vector: list[float] | None
    now: datetime

    @property
    def space(self) -> str:
        return _space(self.scope, self.target)

    def run(self, opening: list[Statement]) -> Operation[WriteOutcome]:
        """Read the surroundings, decide, write."""
        around = yield from self._look_around(opening)
        if around.replayed is not None:
            return self._replay(around.replayed)
        around, expired = self._without_expired(around)
        outcome, statements = self._decide(around)
        statements = [*expired, *self._make_room(around, outcome), *statements]
        statements += self._keep_operation(outcome)
        if statements:
            yield from fetch(*statements)
        return outcome

    # What the decision needs to know.

    def _look_around(self, opening: list[Statement]) -> Operation[Surroundings]:
        questions = self._questions()
        statements = [Statement(query(name), params) for name, params in questions.items()]
        rows = yield from fetch(*opening, *statements)
        found = dict(zip(questions, rows[len(opening) :], strict=True))
        return Surroundings(
            replayed=next(iter(found.get("find_operation", ())), None),
            slot_holder=_one(found.get("slot_holder")),
            keyed=_one(found.get("memory_by_key")),
            neighbours=[(Record.read(row), row) for row in found["neighbours"]],
            terms=frozenset(found["terms_of"][0]["terms"] or ()),
            writes_today=found["writes_today"][0]["count"] if "writes_today" in found else 0,
            overflow=[Record.read(row) for row in found.get("category_overflow", ())],
        )

    def _questions(self) -> dict[str, dict[str, Any]]:
        draft, settings = self.draft, self.scope.settings
        keys = {
            "space": self.space,
            "category": draft.category,
            "subjects": subjects(draft),
            "language": settings.language,
            "now": self.now,
        }
        near = {
            **keys,
            "vector": vector_text(self.vector),
            "fingerprint": fingerprint(draft.content),
            "limit": settings.merge.neighbours,
            "links": settings.relations.top_k if settings.relations.enabled else 0,
            "except_id": self.target.key,
        }
        questions: dict[str, dict[str, Any]] = {
            "neighbours": near,
            "terms_of": {**keys, "text": draft.content},
        }
        if draft.operation_id:
            questions["find_operation"] = {**keys, "operation_id": draft.operation_id}
        if draft.slot:
            questions["slot_holder"] = {**keys, "slot": draft.slot}
        if self.target.key:
            questions["memory_by_key"] = {**keys, "id": self.target.key}
        if draft.source in AUTOMATIC_SOURCES:
            questions["writes_today"] = keys
        if cap := self.scope.categories.get(draft.category or "").cap:
            questions["category_overflow"] = {**keys, "cap": cap}
        return questions

    def _without_expired(self, around: Surroundings) -> tuple[Surroundings, list[Statement]]:
        """Let a holder of the slot go whose time is up, though no sweep has come by yet."""
        holder = around.slot_holder
        if holder is None or not holder.expired(self.now):
            return around, []
        gone = soft_delete(self.scope, holder, self.now, reason="expired", event="TTL")
        return replace(around, slot_holder=None), gone

    # The decision, in the order of the gates.

    def _decide(self, around: Surroundings) -> tuple[WriteOutcome, list[Statement]]:
        holder = around.slot_holder
        if holder is not None and around.keyed is not None and holder.uid == around.keyed.uid:
            holder = None
        if (
            holder
            and self.target.key is None
            and same_text(holder.memory.content, self.draft.content)
        ):
            return self._refresh(holder)
        if self._needs_consent(holder):
            return self._propose(holder)
        if around.keyed is not None:
            return self._overwrite(around.keyed, holder)
        if holder is not None:
            return self._supersede(holder, around)
        if self.target.key is None and (merged := self._merge(around)) is not None:
            return merged
        if self._over_daily_cap(around):
            return self._refuse_over_cap(around)
        return self._create(around)

    def _needs_consent(self, holder: Record | None) -> bool:
        return needs_consent(
            self.draft.slot,
            filled=holder is not None,
            user_requested=self.draft.user_requested,
            source=self.draft.source,
        )

    def _over_daily_cap(self, around: Surroundings) -> bool:
        cap = self.scope.settings.decision.max_writes_per_day
        return self.draft.source in AUTOMATIC_SOURCES and around.writes_today >= cap

    def _merge(self, around: Surroundings) -> tuple[WriteOutcome, list[Statement]] | None:
        """Return what the merge bands decide for the nearest comparable memory, None for a new one (gate 7)."""
        new = Wording(self.draft.content, around.terms)
        rewrite: tuple[Record, float | None] | None = None
        for record, row in around.neighbours:
            if not row["comparable"]:
                continue
            old = Wording(record.memory.content, frozenset(row["terms"] or ()))
            decision = decide(new, old, row["similarity"], self.scope.bands)
            if decision.band is Band.AUTO:
                return self._refresh(record)
            if decision.band is Band.UPDATE and rewrite is None:
                rewrite = (record, row["similarity"])
        return self._rewrite(*rewrite) if rewrite else None

    # What each decision writes.

    def _refuse_over_cap(self, around: Surroundings) -> tuple[WriteOutcome, list[Statement]]:
        detail = f"{around.writes_today} automatic memories today are the most a user gets"
        event = changes.record_refusal(
            self.scope, self.space, self.now, reason="cap", operation_id=None, category=self.draft.category
        )  # fmt: skip
        return WriteOutcome(status="rejected", reason="cap", detail=detail), [event]

    def _create(self, around: Surroundings) -> tuple[WriteOutcome, list[Statement]]:
        record = self._new_record()
        statements = self._appear(record, around, "created", "ADD", op="create")
        return WriteOutcome(status="created", memory=record.memory), statements

    def _supersede(
        self, holder: Record, around: Surroundings
    ) -> tuple[WriteOutcome, list[Statement]]:
        """A new value for a filled slot takes the place of the old one; the thread is told of one update (gate 6)."""
        since = self.draft.valid_from or self.draft.event_time or self.now
        record = self._new_record()
        record = record.changed(supersedes=(holder.memory.id,), valid_from=since)
        gone = self._retire(holder, record.memory.id, since)
        statements = [
            *gone,
            *self._appear(
                record, around, "updated", "ADD", op="update", meta={"supersedes": holder.memory.id}
            ),
        ]
        outcome = WriteOutcome(
            status="superseded", reason="slot", memory=record.memory, previous=holder.memory
        )
        return outcome, statements

    def _retire(self, holder: Record, successor: str, since: datetime) -> list[Statement]:
        old = holder.changed(
            state=State.SUPERSEDED,
            superseded_by=(successor,),
            valid_until=since,
            updated_at=self.now,
            expires_at=None,
            fades_at=None,
        )
        audit = changes.record_history(
            self.scope, old, self.now, event="UPDATE", old=holder.memory.content,
            meta={"superseded_by": successor},
        )  # fmt: skip
        return [changes.unindex(self.scope, holder), changes.save(old), audit]

    def _overwrite(
        self, keyed: Record, holder: Record | None
    ) -> tuple[WriteOutcome, list[Statement]]:
        """Replace what stands under the caller's key, in whatever state it is."""
        alive = keyed.active and not keyed.expired(self.now)
        record = self._new_record(
            uid_of=keyed, since=keyed.memory.created_at if alive else self.now
        )
        if alive and _says_the_same(keyed, record):
            return WriteOutcome(status="unchanged", reason="duplicate", memory=keyed.memory), []
        statements = [changes.unindex(self.scope, keyed)] if keyed.active else []
        since = self.draft.valid_from or self.draft.event_time or self.now
        if holder is not None:
            record = record.changed(supersedes=(holder.memory.id,), valid_from=since)
            statements += self._retire(holder, record.memory.id, since)
        statements += [
            changes.save(record),
            changes.index(self.scope, record, self.vector),
            changes.record_change(
                self.scope, record, self.now, change="updated" if alive else "created",
                event="UPDATE" if alive else "ADD", op="update" if alive else "create",
                old=keyed.memory.content if alive else None, new=record.memory.content,
            ),
        ]  # fmt: skip
        status: Status = "updated" if alive else "created"
        previous = keyed.memory if alive else None
        return WriteOutcome(status=status, memory=record.memory, previous=previous), statements

    def _refresh(self, record: Record) -> tuple[WriteOutcome, list[Statement]]:
        """The same statement again: strengthen it. Only what a reader would notice is audited."""
        old = record.memory
        strength = lifecycle.refreshed_strength(
            old.strength, old.decay_rate, old.strength_at, self.now
        )
        sources = _union(old.source_ids, self.draft.source_ids)
        importance = max(old.importance, self._importance())
        new = record.changed(
            importance=importance,
            source_ids=sources,
            strength=strength,
            strength_at=self.now,
            fades_at=lifecycle.fades_at(
                strength, old.decay_rate, self.now, confidence=old.confidence
            ),
            expires_at=self._expires_again(record),
        )
        outcome = WriteOutcome(
            status="unchanged", reason="duplicate", memory=new.memory, previous=old
        )
        if (importance, sources) == (old.importance, old.source_ids):
            stale = strength > old.strength + 1e-3 or new.memory.expires_at != old.expires_at
            return outcome, [changes.save(new)] if stale else []
        meta = {"refreshed": True, "source_ids": list(sources), "importance": importance}
        audit = changes.record_history(
            self.scope, new, self.now, event="UPDATE", old=old.content, new=old.content, meta=meta
        )
        return outcome, [changes.save(new), audit]

    def _expires_again(self, record: Record) -> datetime | None:
        """What is said again lives again as long as its type says; an expiry set by a BaseStore ttl stays."""
        if record.ttl_minutes is not None:
            return record.memory.expires_at
        return lifecycle.expires_at(record.memory.type, self.now, pinned=record.memory.pinned)

    def _rewrite(
        self, record: Record, similarity: float | None
    ) -> tuple[WriteOutcome, list[Statement]]:
        """The same fact said more fully: the new text stands, the old one goes into the history."""
        old, draft = record.memory, self.draft
        new = record.changed(
            content=draft.content,
            title=draft.title or title_of(draft.content),
            keywords=_union(old.keywords, draft.keywords),
            tags=_union(old.tags, draft.tags),
            importance=max(old.importance, self._importance()),
            confidence=max(old.confidence, draft.confidence),
            source_ids=_union(old.source_ids, draft.source_ids),
            sensitivity=draft.sensitivity or old.sensitivity,
            slot=old.slot or draft.slot,
            strength=1.0,
            strength_at=self.now,
            fades_at=lifecycle.fades_at(1.0, old.decay_rate, self.now, confidence=old.confidence),
            event_time=draft.event_time or old.event_time,
            expires_at=self._expires_again(record),
            updated_at=self.now,
        )
        statements = [
            changes.unindex(self.scope, record),
            changes.save(new),
            changes.index(self.scope, new, self.vector),
            changes.record_change(
                self.scope, new, self.now, change="updated", event="UPDATE", op="update",
                old=old.content, new=draft.content, sim=similarity, reason="fuller",
            ),
        ]  # fmt: skip
        return WriteOutcome(
            status="updated", reason="fuller", memory=new.memory, previous=old
        ), statements

    def _propose(self, holder: Record | None) -> tuple[WriteOutcome, list[Statement]]:
        """Queue a change of a consent field until the user agrees (gate 5)."""
        waiting = replace(self, target=replace(self.target, key=None))
        record = waiting._new_record().changed(
            state=State.PROPOSED, expires_at=self.now + PROPOSAL_LIFE
        )
        replaces = holder.memory.id if holder else None
        statements = [
            changes.save(record),
            changes.record_history(
                self.scope,
                record,
                self.now,
                event="ADD",
                meta={"proposed": True, "replaces": replaces},
            ),
        ]
        detail = f"a change of {self.draft.slot} waits for the user's consent"
        outcome = WriteOutcome(
            status="proposed", reason="consent", memory=record.memory,
            previous=holder.memory if holder else None, detail=detail,
        )  # fmt: skip
        return outcome, statements

    def _appear(
        self, record: Record, around: Surroundings, change: str, event: str, *, op: str,
        meta: dict[str, Any] | None = None,
    ) -> list[Statement]:  # fmt: skip
        best = around.neighbours[0][1]["similarity"] if around.neighbours else None
        return [
            changes.save(record),
            changes.index(self.scope, record, self.vector),
            *self._links(record, around),
            changes.record_change(
                self.scope, record, self.now, change=change, event=event, op=op,
                new=record.memory.content, sim=best, meta=meta,
            ),
        ]  # fmt: skip

    def _links(self, record: Record, around: Surroundings) -> list[Statement]:
        """Relate a new memory to its nearest neighbours (spec 004, item 2)."""
        settings = self.scope.settings.relations
        near = [
            (other.uid, row["similarity"])
            for other, row in around.neighbours
            if row["similarity"] is not None and row["similarity"] >= settings.link_min
            and (around.slot_holder is None or other.uid != around.slot_holder.uid)
        ][: settings.top_k]  # fmt: skip
        if not near or not settings.enabled:
            return []
        params = {
            "space": record.space,
            "uid": record.uid,
            "to_uids": [uid for uid, _ in near],
            "strengths": [strength for _, strength in near],
            "relation_type": "related_to",
            "now": self.now,
        }
        return [Statement(query("link"), params)]

    def _make_room(self, around: Surroundings, outcome: WriteOutcome) -> list[Statement]:
        """Soft-delete the oldest unpinned memories of a full category (memory model, Writing, 8)."""
        if outcome.status != "created":
            return []
        return [
            statement
            for record in around.overflow
            for statement in soft_delete(self.scope, record, self.now, reason="cap")
        ]

    # The new row.

    def _new_record(self, uid_of: Record | None = None, *, since: datetime | None = None) -> Record:
        target, draft, now = self.target, self.draft, self.now
        uid = uid_of.uid if uid_of else new_id()
        memory = self._new_memory(target.key or str(uid), since or now)
        if target.ttl_minutes is not None and not draft.pinned:
            expires = now + timedelta(minutes=target.ttl_minutes)
            memory = memory.model_copy(update={"expires_at": expires})
        return Record(memory, self.space, uid, target.ttl_minutes, target.wants_vector)

    def _new_memory(self, key: str, created_at: datetime) -> Memory:
        draft, now = self.draft, self.now
        assert draft.category and draft.type and draft.kind  # settled by the gates
        rate = lifecycle.decay_rate(draft.kind, pinned=draft.pinned)
        shared = draft.model_dump(
            exclude={
                "space",
                "operation_id",
                "title",
                "importance",
                "sensitivity",
                "subjects",
                "keywords",
            }
        )
        return Memory.model_validate(
            {
                **shared,
                **self._provenance(),
                "id": key,
                "title": draft.title or title_of(draft.content),
                "keywords": draft.keywords,
                "importance": self._importance(),
                "sensitivity": draft.sensitivity or "public",
                "subjects": subjects(draft),
                "strength": 1.0,
                "strength_at": now,
                "decay_rate": rate,
                "state": State.ACTIVE,
                "created_at": created_at,
                "updated_at": now,
                "expires_at": lifecycle.expires_at(draft.type, now, pinned=draft.pinned),
                "fades_at": lifecycle.fades_at(1.0, rate, now, confidence=draft.confidence),
            }
        )

    def _provenance(self) -> dict[str, Any]:
        tenant, space = split_space_key(self.space)
        principal = self.scope.principal
        owner = space.removeprefix("user:") if space.startswith("user:") else None
        return {
            "tenant": tenant,
            "space": space,
            "user_id": owner or (principal.user_id if principal else None),
            "thread_id": principal.thread_id if principal else None,
            "run_id": principal.run_id if principal else None,
            "agent_id": principal.agent if principal else None,
        }

    def _importance(self) -> int:
        """Return 5 for what the user asked for, 3 where nothing is said (memory model)."""
        return self.draft.importance or (5 if self.draft.user_requested else 3)

    # Idempotence.

    def _keep_operation(self, outcome: WriteOutcome) -> list[Statement]:
        if self.draft.operation_id is None or outcome.memory is None:
            return []
        params = {
            "space": self.space,
            "operation_id": self.draft.operation_id,
            "category": outcome.memory.category,
            "id": outcome.memory.id,
            "now": self.now,
        }
        return [Statement(query("keep_operation"), params)]

    def _replay(self, row: Row) -> WriteOutcome:
        memory = Record.read(row).memory if row["uid"] is not None else None
        return WriteOutcome(status="unchanged", reason="replay", memory=memory)


def soft_deleted(record: Record, now: datetime) -> Record:
    """Return a memory as it is once it was forgotten or has expired."""
    return record.changed(
        state=State.SOFT_DELETED,
        updated_at=now,
        purge_at=now + lifecycle.PURGE_AFTER,
        fades_at=None,
        expires_at=None,
    )


def soft_delete(
    scope: Scope, record: Record, now: datetime, *, reason: str, event: str = "DELETE"
) -> list[Statement]:
    """Take a memory out of sight; it can be restored until it is purged (memory model, Lifecycle)."""
    gone = soft_deleted(record, now)
    unindex = [changes.unindex(scope, record)] if record.active else []
    audit = changes.record_change(
        scope, gone, now, change="soft_deleted", event=event, op="delete",
        old=record.memory.content, reason=reason, meta={"reason": reason},
    )  # fmt: skip
    return [*unindex, changes.save(gone), audit]


def subjects(draft: MemoryDraft) -> list[str]:
    """Return whom a draft is about, in the one order that the slot index compares."""
    return sorted(set(draft.subjects))


def _one(rows: Rows | None) -> Record | None:
    return Record.read(rows[0]) if rows else None


def _union(first: Sequence[str], second: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *second)))


_STATED = tuple(set(MemoryDraft.model_fields) - {"space", "operation_id", "source"})


def _says_the_same(old: Record, new: Record) -> bool:
    if (
        new.ttl_minutes is not None
        or old.ttl_minutes is not None
        or old.wants_vector != new.wants_vector
    ):
        return False
    return all(getattr(old.memory, name) == getattr(new.memory, name) for name in _STATED)
