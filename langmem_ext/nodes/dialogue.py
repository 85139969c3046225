"""What may a user's commands refer to later in a conversation, where others talk as well?

The last list that was shown to the user, what the user's last command did, and the question to the user that is open.
In a direct message the conversation keeps it as it is, in a group for each user, under `of`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from langmem_ext.nodes.confirming import is_open
from langmem_ext.nodes.work import Work

NAMES = ("listed", "done", "at", "waiting")
"""What is a user's own."""


def dialogue_of(work: Work) -> dict[str, Any]:
    """Return what the commands of the run's user may refer to."""
    kept = _kept(work)
    own = (kept.get("of") or {}).get(_user(work), {}) if work.in_group else kept
    return {name: own[name] for name in NAMES if name in own}


def with_dialogue(work: Work, own: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the conversation keeps once a turn of the user has ended; questions to others stay open."""
    kept = _kept(work)
    if not work.in_group:
        return {**{name: kept[name] for name in kept if name not in NAMES}, **own}
    of = {user: _carried(work, theirs) for user, theirs in (kept.get("of") or {}).items()}
    return {**kept, "of": {**of, _user(work): dict(own)}}


def _carried(work: Work, theirs: Mapping[str, Any]) -> dict[str, Any]:
    """Keep a question to somebody else open: this turn is not theirs."""
    waiting = theirs.get("waiting")
    if waiting is None or not is_open(work, waiting):
        return dict(theirs)
    return {**theirs, "waiting": {**waiting, "turn": work.turn}}


def _kept(work: Work) -> dict[str, Any]:
    return dict(work.state.get("memory_dialogue") or {})


def _user(work: Work) -> str:
    return work.principal.user_id or ""
