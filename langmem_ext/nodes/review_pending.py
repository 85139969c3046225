"""Which conversations that have ended did nobody review, and what is learned from them?

What the graph `session_review` does when a conversation ends, maintenance does for all that were missed. Without a
model they go on waiting.
"""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import replace

from langmem_ext.errors import StoreUnavailable
from langmem_ext.memory import WriteOutcome
from langmem_ext.models import resolve_model
from langmem_ext.nodes.asking import NO_MODEL
from langmem_ext.nodes.holding import has_come_free
from langmem_ext.nodes.node import Steps, aside, ask
from langmem_ext.nodes.review_session import NODE, Reviewed, reviewed
from langmem_ext.nodes.upkeep import Done, Job
from langmem_ext.policies.notices import notice_of_review
from langmem_ext.stores.operations import due
from langmem_ext.stores.operations.due import REVIEW, Held

logger = logging.getLogger(__name__)


def review(job: Job) -> Steps[Done]:
    """Review every session that is due, one after the other, until the time is up."""
    if not job.settings.decision.session_end_review_enabled:
        return Done(reason="off")
    if not (yield from _has_model(job)):
        waiting = yield from _waiting(job)
        return Done({"waiting": waiting}, reason=NO_MODEL if waiting else None)
    done = Done()
    while not job.is_over():
        claim = due.claim(job.kept(), REVIEW, spaces=job.spaces)  # renewed by the store's settings
        held: Held | None = yield from ask(job.store, "run", claim)
        if held is None:
            if (yield from has_come_free(job, REVIEW)):
                continue
            return done
        done = done.plus(job.did((yield from _session(job, held))))
        if done.reason:
            break
    waiting = yield from _waiting(job)
    return replace(done.plus(Done({"waiting": waiting})), left=True) if waiting else done


def look(job: Job) -> Steps[Done]:
    """Count the sessions that would be reviewed, without changing anything."""
    on = job.settings.decision.session_end_review_enabled and (yield from _has_model(job))
    return Done({"sessions": (yield from _waiting(job)) if on else 0})


def _has_model(job: Job) -> Steps[bool]:
    return (yield from aside(resolve_model, job.model or job.settings.model)) is not None


def _waiting(job: Job) -> Steps[int]:
    waiting: int = yield from ask(
        job.store, "run", due.waiting(job.scope(NODE), REVIEW, spaces=job.spaces)
    )
    return waiting


def _session(job: Job, held: Held) -> Steps[Done]:
    """Review one session; what fails is tried again later and keeps no other from its turn."""
    try:
        done = yield from reviewed(job.store, held, job.settings, job.model)
    except StoreUnavailable:
        raise
    except Exception as error:
        name = type(error).__name__
        logger.error("%s failed: %s", NODE, name)  # its words may hold what was said
        scope = job.scope(NODE, held.space)
        yield from ask(job.store, "run", due.put_off(scope, held, name), scope)
        return Done({"failed": 1})
    return _done(held, done)


def _done(held: Held, reviewed: Reviewed) -> Done:
    """Count a session. Without energy there is none for the others either."""
    if reviewed.missing == "energy":
        return Done({"put off": 1}, left=True, reason="energy")
    if reviewed.missing:
        short = reviewed.missing in ("short", "busy")
        return Done({reviewed.missing if short else "failed": 1})
    learned = Counter(_named(each) for each in reviewed.outcomes)
    notice = notice_of_review(reviewed.outcomes)
    user = held.user_id or held.space
    return Done({"sessions": 1, **learned}, notices={user: [notice]} if notice else {})


def _named(outcome: WriteOutcome) -> str:
    return f"rejected: {outcome.reason}" if outcome.status == "rejected" else outcome.status
