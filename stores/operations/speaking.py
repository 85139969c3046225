"""Of whom do users speak in what they say, and where does that belong?

What a user says of others is about those others, and what was told alone stays with who told it (spec 001, Privacy).
"""

from __future__ import annotations

from typing import Any

from langmem_ext.memory import MemoryDraft, MemoryType, Sensitivity, Source
from langmem_ext.namespaces import space_key, split_space_key
from langmem_ext.people import SELF_FACTS
from langmem_ext.policies.privacy import special_data
from langmem_ext.policies.whom import Bearer, Whom, is_for_group, is_passing, of_whom, words_in
from langmem_ext.stores.operations.about import Meant
from langmem_ext.stores.operations.surroundings import Target
from langmem_ext.stores.scope import Scope

READ_BY_MODELS = frozenset({Source.REVIEW, Source.EXTRACTION})
"""Sources of what a model has read out of a conversation: nobody has asked for it to be told."""

PASSING = frozenset({MemoryType.TASK, MemoryType.CONTEXT, MemoryType.OBSERVATION})
"""The types of what passes: said of somebody in a chat, it matters there only."""


def home(scope: Scope, draft: MemoryDraft) -> str:
    """Return the space that a draft goes to: the chat's, where a group is told what is the group's."""
    if draft.space is None and is_said_to_group(scope) and is_for_group(draft.content):
        return scope.home("chat")
    return scope.home(draft.space)


def is_said_to_group(scope: Scope) -> bool:
    """Tell whether a user speaks in a chat of several."""
    principal = scope.principal
    if principal is None or principal.user_id is None or principal.chat_id is None:
        return False
    return not principal.participants or set(principal.participants) != {principal.user_id}


def words(scope: Scope, draft: MemoryDraft, target: Target) -> set[str]:
    """Return the words of a draft that may name somebody; none of what no user says."""
    if not _is_said(scope, draft, target):
        return set()
    return {word.bare for word in words_in(draft.content)}


def _is_said(scope: Scope, draft: MemoryDraft, target: Target) -> bool:
    """Tell whether a draft holds what the user says, in a space where people speak of each other."""
    user = scope.principal.user_id if scope.principal else None
    if user is None or draft.stated_by != user:
        return False
    return not split_space_key(target.space)[1].startswith("app:")


def about(scope: Scope, draft: MemoryDraft, target: Target, found: Meant) -> MemoryDraft:
    """Return a draft about those of whom the user speaks; whom the caller named stays, but who speaks."""
    user = scope.principal.user_id if scope.principal else None
    me = {each for each in (user, found.speaker) if each is not None}
    if not _is_said(scope, draft, target):
        return draft
    if not set(draft.subjects) <= me:
        return draft.model_copy(update=_as_named(scope, draft))
    ids = [Bearer(each, each, sure=True, here=True) for each in me]  # an id is a name as well
    whom = of_whom(draft.content, [*found.bearers, *ids], me)
    own = target.space == space_key(scope.tenant, f"user:{user}")
    told = _told_in_group if scope.in_group else _told_alone
    return draft.model_copy(
        update=told(scope, draft, whom, found.speaker if own else None, own=own)
    )


def _as_named(scope: Scope, draft: MemoryDraft) -> dict[str, Any]:
    """Say what follows where a caller says whom something is about; what a model has read out of a talk alone stays."""
    update: dict[str, Any] = {"portable": draft.portable and not _is_of_now(scope, draft)}
    if draft.source in READ_BY_MODELS and not scope.in_group:
        update["sensitivity"] = draft.sensitivity or Sensitivity.PERSONAL
    return update


def _is_of_now(scope: Scope, draft: MemoryDraft) -> bool:
    """Tell whether something is said in a chat that matters there only: "will send the report by Friday"."""
    return scope.in_group and is_passing(draft.content)


def _told_alone(
    scope: Scope, draft: MemoryDraft, whom: Whom, speaker: str | None, *, own: bool
) -> dict[str, Any]:
    """Say whom something is about that nobody else has heard: but of the user alone, it stays in the user's space."""
    if not whom.others and (draft.slot or not whom.may_name):
        return _of_speaker(draft, speaker)
    if whom.persons and (draft.slot is None or whom.heads):
        level = draft.sensitivity or Sensitivity.PERSONAL
        return {"subjects": whom.persons, "portable": False, "sensitivity": level}
    return {**(_of_speaker(draft, speaker) if draft.slot else {}), "portable": False}


def _told_in_group(
    scope: Scope, draft: MemoryDraft, whom: Whom, speaker: str | None, *, own: bool
) -> dict[str, Any]:
    """Say whom something is about that all who are there have heard."""
    portable = draft.portable and not is_passing(draft.content)
    if whom.persons and (draft.slot is None or whom.heads):
        also = (speaker,) if speaker and whom.names_self else ()
        portable &= draft.type not in PASSING and (whom.sure or _is_for_all(scope, draft))
        return {"subjects": tuple(sorted({*whom.persons, *also})), "portable": portable}
    if whom.of_self or draft.slot:
        return {**_of_speaker(draft, speaker), "portable": portable}
    return {"portable": portable and not (own and draft.type in SELF_FACTS)}  # of somebody unknown


def _of_speaker(draft: MemoryDraft, speaker: str | None) -> dict[str, Any]:
    """Let what users say of themselves in their own space name them, where it is known who they are."""
    if speaker is None or draft.subjects or not draft.portable or draft.type not in SELF_FACTS:
        return {}
    return {"subjects": (speaker,)}


def _is_for_all(scope: Scope, draft: MemoryDraft) -> bool:
    """Tell whether all who were there may hear of it anywhere: then it may be about who took a name there."""
    public = draft.sensitivity in (None, Sensitivity.PUBLIC)
    return public and not special_data(draft.content, learned=scope.settings.decision.learned_gates)
