"""May this draft become a memory?

The gates that need no database, in the order of the memory model (Writing, 1 to 4); the first that refuses wins.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias

from langmem_ext.categories import Categories
from langmem_ext.errors import CategoryNotAllowed, LangMemError
from langmem_ext.memory import Kind, MemoryDraft, MemoryType, Sensitivity, Source
from langmem_ext.policies.privacy import indicates_health
from langmem_ext.policies.secrets import refused_kinds, without_masks
from langmem_ext.policies.sensitive import REPEATED, condition, is_refused, sensitive_classes
from langmem_ext.policies.statement_types import sensitivity_of, type_of
from langmem_ext.policies.topics import nearest_category, topic_of
from langmem_ext.policies.writing import MAX_CONTENT, MAX_LONG_CONTENT, Rejection, check_writing
from langmem_ext.reading.faults import place_of
from langmem_ext.settings import SensitiveDataSettings

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Rules:
    """Carry what the gates decide by."""

    categories: Categories
    agent: str | None = None
    sensitive: SensitiveDataSettings = field(default_factory=SensitiveDataSettings)
    learned: bool = True


MAX_LABEL = 200
"""Characters of a title, a tag or a keyword."""

NOT_READ = 4 * MAX_LONG_CONTENT
"""Characters from which on a text is no memory, and is looked at no further."""
_NO_MEMORY = f"a memory has at most {MAX_CONTENT}, a procedure at most {MAX_LONG_CONTENT}"

Gate: TypeAlias = Callable[[MemoryDraft, Rules], MemoryDraft | Rejection]


def judge(draft: MemoryDraft, rules: Rules) -> MemoryDraft | Rejection:
    """Return the draft as it may be written, or the first rejection.

    Raises UnknownCategory for a category that nobody configured.
    """
    if len(draft.content) > NOT_READ:
        return Rejection("format", f"{len(draft.content)} characters; {_NO_MEMORY}")
    for name, gate in GATES.items():
        verdict = _verdict(name, gate, draft, rules)
        if isinstance(verdict, Rejection):
            return verdict
        draft = verdict
    return draft


def _verdict(name: str, gate: Gate, draft: MemoryDraft, rules: Rules) -> MemoryDraft | Rejection:
    """Ask a gate; what it cannot read is not written."""
    try:
        return gate(draft, rules)
    except LangMemError:
        raise
    except Exception as error:
        logger.warning("a memory was refused, as it could not be read: %s", place_of(error))
        return Rejection(
            "unread", f"it could not be looked through ({name}); say it in other words"
        )


def refuse_secrets(draft: MemoryDraft, rules: Rules) -> MemoryDraft | Rejection:
    """Refuse credentials and account numbers wherever they stand, whoever asks, and what is told of them (gate 1)."""
    for text in _texts(draft):
        learned = _asks_readers(text, draft, rules)
        if found := [k for k in _kinds(text, learned) if is_refused(k, rules.sensitive)]:
            kind = found[0].replace("_", " ")
            return Rejection(
                "secret", f"it appears to contain a secret ({kind}); secrets are never stored"
            )
    return _unmasked(draft)


def _unmasked(draft: MemoryDraft) -> MemoryDraft | Rejection:
    """Refuse what tells of a secret that was taken out, as its mask shows; an account of more goes on without it."""
    content = without_masks(draft.content)
    if content != draft.content and not (content and draft.kind in _ACCOUNTS):
        return Rejection("secret", "it tells of a secret that was taken out of what was said")
    labels = [draft.title or "", *draft.tags, *draft.keywords]
    if content == draft.content and all(without_masks(each) == each for each in labels):
        return draft
    return draft.model_copy(
        update={
            "content": content,
            "title": without_masks(draft.title or "") or None,
            "tags": tuple(each for each in draft.tags if without_masks(each) == each),
            "keywords": (),
        }
    )


_ACCOUNTS = frozenset({Kind.EPISODIC, Kind.REFLECTION})
"""Kinds of memories whose sentences stand by themselves."""


def _asks_readers(text: str, draft: MemoryDraft, rules: Rules) -> bool:
    """Tell whether trained readers may be asked: ids and the rest are nothing that anybody typed."""
    return rules.learned and text in (draft.content, draft.title)


def _kinds(text: str, learned: bool) -> tuple[str, ...]:
    return (_kinds_in_label if len(text) <= REPEATED else _kinds_in)(text, learned)


def _kinds_in(text: str, learned: bool) -> tuple[str, ...]:
    return tuple(refused_kinds(text, learned=learned))


_kinds_in_label = lru_cache(maxsize=4096)(_kinds_in)


def guard_special_data(draft: MemoryDraft, rules: Rules) -> MemoryDraft | Rejection:
    """Keep health and other special data only when the user asked, and then as sensitive (gate 2).

    What else nobody tells a group of themselves is personal, unless the writer says how sensitive it is.
    """
    found = dict.fromkeys(
        kind
        for text in _texts(draft)
        for kind in sensitive_classes(
            text, rules.sensitive, learned=_asks_readers(text, draft, rules)
        )
    )
    if draft.source is Source.REVIEW and any(map(indicates_health, _texts(draft))):
        found["health"] = None
    for kind in found:
        when, named = condition(kind, rules.sensitive), kind.replace("_", " ")
        if when == "never":
            return Rejection(kind, f"{named} data is never kept")
        if when == "user_requested_only" and not draft.user_requested:
            return Rejection(
                kind, f"{named} data is kept only when the user asks for it explicitly"
            )
    level = Sensitivity.SENSITIVE if found else draft.sensitivity or sensitivity_of(draft.content)
    return draft.model_copy(update={"sensitivity": level})


def choose_category(draft: MemoryDraft, rules: Rules) -> MemoryDraft | Rejection:
    """Settle the category, and refuse one outside the agent's allowlist (gate 3)."""
    if draft.category is None:
        return _infer_category(draft, rules)
    try:
        rules.categories.require(rules.agent, [draft.category])
    except CategoryNotAllowed as error:
        return Rejection("category", str(error))
    return draft


def check_form(draft: MemoryDraft, rules: Rules) -> MemoryDraft | Rejection:
    """Hold content and labels to the writing constraints (gate 4)."""
    category = rules.categories.get(draft.category or "")
    kind = draft.kind or category.kind
    content = check_writing(draft.content, kind)
    if isinstance(content, Rejection):
        return content
    if any("\x00" in text for text in _texts(draft)):
        return Rejection("format", "NUL characters are not allowed; send plain text")
    if any(len(label) > MAX_LABEL for label in (*_labels(draft), draft.title or "")):
        return Rejection("format", f"a title, tag or keyword is longer than {MAX_LABEL} characters")
    return draft.model_copy(
        update={
            "content": content,
            "kind": kind,
            "type": draft.type or (kind == Kind.SEMANTIC and type_of(content)) or category.type,
            "slot": (draft.slot or "").strip().lower() or None,
        }
    )


GATES: dict[str, Gate] = {
    "secrets": refuse_secrets,
    "special data": guard_special_data,
    "category": choose_category,
    "form": check_form,
}
"""The order is part of the model: a secret is refused before anything else is looked at."""


def _infer_category(draft: MemoryDraft, rules: Rules) -> MemoryDraft | Rejection:
    allowed = rules.categories.allowed(rules.agent)
    topic = topic_of(draft.content, draft.content)
    category = nearest_category(topic.category, allowed) or next(iter(allowed), None)
    if category is None:
        return Rejection("category", f"agent {rules.agent!r} may write to no category")
    return draft.model_copy(
        update={"category": category, "type": draft.type or MemoryType(topic.type)}
    )


def _labels(draft: MemoryDraft) -> Iterator[str]:
    yield from (*draft.keywords, *draft.tags)


_MADE_ID = re.compile(r"(?:lc_)?(?:run-{1,2})?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-\d)?")
"""A UUID, as users, memories, turns and messages have: its digits pass for the number of an account now and then."""

_AN_ID = "01a2f3b4-c5d6-7e8f-9a0b-1c2d3e4f5a6b"
"""A UUID that passes for no number; where it is given as a password, it still is one."""

_QUOTED_ID = re.compile(f'"{_MADE_ID.pattern}"')


def is_made_id(text: str) -> bool:
    """Tell whether a text is nothing but a UUID, which nobody has to look through."""
    return _MADE_ID.fullmatch(text) is not None


def written_out(fields: Mapping[str, Any]) -> str:
    """Return JSON fields as one text to look through; no UUID in it passes for the number of an account."""
    return _QUOTED_ID.sub(f'"{_AN_ID}"', json.dumps(fields, ensure_ascii=False, default=str))


def _texts(draft: MemoryDraft) -> Iterator[str]:
    yield draft.content
    yield from (text for text in (draft.title, draft.slot, draft.role) if text)
    yield from (*draft.keywords, *draft.tags)
    ids = (draft.stated_by, draft.actor_id, draft.learned_in, *draft.subjects, *draft.source_ids)
    yield from (id for id in ids if id and not is_made_id(id))
    if draft.extra:
        yield written_out(draft.extra)
