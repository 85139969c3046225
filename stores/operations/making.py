"""How does a draft become a memory?"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from langmem_ext.memory import Memory, State
from langmem_ext.namespaces import split_space_key
from langmem_ext.policies import lifecycle
from langmem_ext.policies.topics import keywords_of, title_of
from langmem_ext.settings import DecisionSettings
from langmem_ext.stores.operations.surroundings import Job, subjects
from langmem_ext.stores.records import Record


def new_record(job: Job, uid_of: Record | None = None, *, since: datetime | None = None) -> Record:
    """Return the record of a new memory, or of one in the row of another; `since` says when it was first recorded."""
    target, draft, now = job.target, job.draft, job.now
    uid = uid_of.uid if uid_of else job.foreseen.uid
    memory = _new_memory(job, str(uid) if target.key is None else target.key, since or now)
    if target.ttl_minutes is not None and not draft.pinned:
        expires = now + timedelta(minutes=target.ttl_minutes)
        memory = memory.model_copy(update={"expires_at": expires})
    return Record(memory, job.space, uid, target.ttl_minutes, target.wants_vector)


def _new_memory(job: Job, key: str, created_at: datetime) -> Memory:
    draft, now = job.draft, job.now
    assert draft.category and draft.type and draft.kind  # settled by the gates
    decision = job.scope.settings.decision
    rate = lifecycle.decay_rate(draft.kind, pinned=draft.pinned, daily=_daily_rate(decision))
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
            **_provenance(job),
            "id": key,
            "title": draft.title or title_of(draft.content),
            "keywords": draft.keywords or keywords_of(draft.content),
            "importance": importance(job),
            "sensitivity": draft.sensitivity or "public",
            "subjects": subjects(draft),
            "strength": 1.0,
            "strength_at": now,
            "decay_rate": rate,
            "state": State.ACTIVE,
            "created_at": created_at,
            "updated_at": now,
            "expires_at": lifecycle.expiry_of(draft, now, pinned=draft.pinned),
            "fades_at": lifecycle.fades_at(
                1.0, rate, now, confidence=draft.confidence, floor=decision.min_relevance_score
            ),
        }
    )


def _daily_rate(decision: DecisionSettings) -> float:
    if not decision.decay_enabled:
        return 0.0
    return lifecycle.daily_rate(decision.decay_rate, decision.decay_period_days)


def _provenance(job: Job) -> dict[str, Any]:
    tenant, space = split_space_key(job.space)
    principal = job.scope.principal
    owner = space.removeprefix("user:") if space.startswith("user:") else None
    return {
        "tenant": tenant,
        "space": space,
        "user_id": owner or (principal.user_id if principal else None),
        "thread_id": principal.thread_id if principal else None,
        "run_id": principal.run_id if principal else None,
        "agent_id": principal.agent if principal else None,
    }


def importance(job: Job) -> int:
    """Return 5 for what the user asked for, 3 where nothing is said (memory model)."""
    return job.draft.importance or (5 if job.draft.user_requested else 3)
