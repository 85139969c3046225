"""What is a memory?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
)

from langmem_ext.errors import InvalidMemory
from langmem_ext.legible import indented, one_line, printable, visible
from langmem_ext.policies.whom import as_said


class Kind(StrEnum):
    """Say what sort of statement a memory is."""

    SEMANTIC = "semantic"
    EPISODIC = "episodic"
    INSIGHT = "insight"
    REFLECTION = "reflection"
    PROCEDURAL = "procedural"


class MemoryType(StrEnum):
    """Say how long a memory lives (spec 001, Memory Types)."""

    PREFERENCE = "preference"
    IDENTITY = "identity"
    RELATIONSHIP = "relationship"
    KNOWLEDGE = "knowledge"
    CONTEXT = "context"
    EVENT = "event"
    TASK = "task"
    OBSERVATION = "observation"


class State(StrEnum):
    """Say where a memory stands in its life; only `active` ones are read."""

    ACTIVE = "active"
    ARCHIVED = "archived"
    SUPERSEDED = "superseded"
    SOFT_DELETED = "soft_deleted"
    PROPOSED = "proposed"


class Sensitivity(StrEnum):
    """Say with whom a memory may be shared (spec 001, Privacy & Sensitivity)."""

    PUBLIC = "public"
    PERSONAL = "personal"
    SENSITIVE = "sensitive"


def strictest(*levels: Sensitivity) -> Sensitivity:
    """Return the level of some that is shared least: what is made of several is no more public than any of them."""
    return max(levels, key=_SHARED_LESS.__getitem__)


_SHARED_LESS = {level: place for place, level in enumerate(Sensitivity)}


class Source(StrEnum):
    """Say how a memory came to be."""

    DIRECTIVE = "directive"
    SCAN = "scan"
    REVIEW = "review"
    EXTRACTION = "extraction"
    TOOL = "tool"
    CONSOLIDATION = "consolidation"
    IMPORT = "import"
    API = "api"


AUTOMATIC_SOURCES = frozenset({Source.SCAN, Source.REVIEW, Source.EXTRACTION, Source.TOOL})
"""Sources that the caps of a turn and of a day count (memory model, Writing, 8)."""

Status = Literal["created", "updated", "merged", "superseded", "unchanged", "proposed", "rejected"]


def _as_texts(value: Any) -> Any:
    if isinstance(value, str):
        raise ValueError("give a list of texts, not one text")
    return tuple(value) if isinstance(value, (list, set, frozenset)) else value


def _said(labels: tuple[str, ...]) -> tuple[str, ...]:
    return labels if all(labels) else tuple(filter(None, labels))


def _label(text: str) -> str:
    return text if "\x00" in text else one_line(text)  # which the gates refuse


Texts = Annotated[tuple[str, ...], BeforeValidator(_as_texts)]
Seen = Annotated[str, AfterValidator(visible)]
"""A text as it may be judged: what nobody sees is gone, what may not be kept is still there to be refused."""

Shown = Annotated[str, AfterValidator(printable)]
Label = Annotated[str, AfterValidator(_label)]
Labels = Annotated[tuple[Label, ...], BeforeValidator(_as_texts), AfterValidator(_said)]
Unit = Annotated[float, Field(ge=0.0, le=1.0)]
Importance = Annotated[int, Field(ge=1, le=5)]


class MemoryDraft(BaseModel):
    """Describe a memory to be written; the keywords of `view.remember`.

    Times must carry a time zone. What is left out is filled from the category and the principal.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    content: Seen
    category: str | None = None
    type: MemoryType | None = None
    kind: Kind | None = None
    title: Label | None = None
    keywords: Labels = ()
    tags: Labels = ()
    importance: Importance | None = None
    confidence: Unit = 1.0
    pinned: bool = False
    sensitivity: Sensitivity | None = None
    subjects: Texts = ()
    stated_by: str | None = None
    learned_in: str | None = None
    portable: bool = True
    slot: Label | None = None
    source: Source = Source.API
    source_ids: Texts = ()
    event_time: AwareDatetime | None = None
    valid_from: AwareDatetime | None = None
    valid_until: AwareDatetime | None = None
    user_requested: bool = False
    operation_id: str | None = None
    actor_id: Label | None = None
    role: Label | None = None
    space: Literal["user", "chat", "app"] | None = None
    extra: dict[str, Any] = Field(default_factory=dict)

    @classmethod
    def read(cls, value: Any) -> Self:
        """Return a draft from a draft or a dict of its fields; raise InvalidMemory otherwise."""
        if isinstance(value, cls):
            return value
        try:
            return cls.model_validate(value)
        except ValidationError as error:
            raise InvalidMemory(explain(error)) from None


class Memory(BaseModel):
    """Hold one short, self-contained statement and all that is known about it (memory model).

    `said_by` is the name of who said it, where that is somebody else than who reads it.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    tenant: str
    space: str
    category: str
    kind: Kind
    type: MemoryType
    title: Label
    content: Shown
    keywords: tuple[Label, ...] = ()
    tags: tuple[Label, ...] = ()
    importance: int
    confidence: float
    strength: float
    strength_at: datetime
    decay_rate: float
    pinned: bool
    sensitivity: Sensitivity
    subjects: tuple[str, ...] = ()
    stated_by: str | None = None
    learned_in: str | None = None
    portable: bool = True
    source: Source
    source_ids: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    superseded_by: tuple[str, ...] = ()
    slot: str | None = None
    user_id: str | None = None
    thread_id: str | None = None
    run_id: str | None = None
    agent_id: str | None = None
    actor_id: Label | None = None
    role: Label | None = None
    user_requested: bool = False
    state: State
    event_time: datetime | None = None
    created_at: datetime
    updated_at: datetime
    last_accessed: datetime | None = None
    access_count: int = 0
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    expires_at: datetime | None = None
    purge_at: datetime | None = None
    fades_at: datetime | None = None
    extra: dict[str, Any] = Field(default_factory=dict)
    score: float | None = None
    said_by: Label | None = None

    @property
    def told(self) -> str:
        """Return the content as it is shown: its later lines are indented, so that none passes for another text."""
        return indented(self.content)

    def bullet(self) -> str:
        """Return the line that stands for this memory in a prompt: `[category] text`, or `[category] Ana said: text`.

        What another has said is shown as such (`said_by`), but for what is a group's own.
        """
        about = bool(self.subjects) or not self.space.startswith("chat:")
        return f"[{self.category}] {as_said(self.told, self.said_by, about=about)}"


class WriteOutcome(BaseModel):
    """Say what a write did, and why.

    `memory` is the memory as it stands afterwards (None when rejected), `previous` the one it updated or superseded.
    `detail` explains a rejection in a sentence that never repeats the refused text.
    """

    model_config = ConfigDict(frozen=True)

    status: Status
    reason: str | None = None
    memory: Memory | None = None
    previous: Memory | None = None
    detail: str | None = None


class Change(BaseModel):
    """Describe one change to a memory of a space, at revision `rev`."""

    model_config = ConfigDict(frozen=True)

    event: str
    memory_id: str
    category: str
    text: Label
    rev: int
    space: str = ""


class Delta(BaseModel):
    """Say what changed between the revisions `since` (exclusive) and `rev` (inclusive)."""

    model_config = ConfigDict(frozen=True)

    since: int
    rev: int
    changes: tuple[Change, ...] = ()
    header: str = ""


class HistoryEvent(BaseModel):
    """Record one audited event; `old` and `new` are the texts before and after."""

    model_config = ConfigDict(frozen=True)

    event: str
    memory_id: str
    actor: str | None = None
    old: Shown | None = None
    new: Shown | None = None
    meta: dict[str, Any] = Field(default_factory=dict)
    at: datetime


class QueryResult(BaseModel):
    """Hold what a query found: header first, then bullets within the token budget.

    `memories` is filled when full records were asked for.
    """

    model_config = ConfigDict(frozen=True)

    header: str = ""
    bullets: tuple[str, ...] = ()
    memories: tuple[Memory, ...] = ()
    tokens: int = 0

    def render(self) -> str:
        """Return the text for the prompt; empty when there is nothing to say."""
        lines = [self.header] if self.header else []
        return "\n".join([*lines, *(f"- {bullet}" for bullet in self.bullets)])

    def and_then(self, found: QueryResult) -> QueryResult:
        """Return this with what was found afterwards; nothing is told twice."""
        known = {memory.id for memory in self.memories}
        return QueryResult(
            header="\n".join(dict.fromkeys(filter(None, (self.header, found.header)))),
            bullets=tuple(dict.fromkeys([*self.bullets, *found.bullets])),
            memories=(*self.memories, *(each for each in found.memories if each.id not in known)),
            tokens=self.tokens + found.tokens,
        )


class Turn(BaseModel):
    """Keep one raw message as evidence, secrets masked."""

    model_config = ConfigDict(frozen=True)

    id: str
    session_id: str
    role: str
    content: Seen
    at: datetime
    speaker: Label | None = None


class TurnHit(BaseModel):
    """Pair a turn with its score; higher is better."""

    model_config = ConfigDict(frozen=True)

    turn: Turn
    score: float


class NamedEntity(BaseModel):
    """Describe whom or what memories name; `mentions` counts the active ones that do and may be read."""

    model_config = ConfigDict(frozen=True)

    name: Label
    type: str
    mentions: int

    def __str__(self) -> str:
        """Return the canonical name."""
        return self.name


class EntityProfile(BaseModel):
    """Hold an entity, the other names under which it is known, and the memories that name it, weightiest first."""

    model_config = ConfigDict(frozen=True)

    entity: NamedEntity
    aliases: tuple[Label, ...] = ()
    memories: tuple[Memory, ...] = ()


class MemoryStats(BaseModel):
    """Count what a principal may see.

    `total`, and what is told by category, kind and state, is of its own spaces: `user:`, `chat:` and `app:`. `shared`
    counts the memories about who is present that other spaces share with it; a query finds both.
    `recall_share` is how often agents looked again, for each turn of the user's; `first_pass` the share of what models
    wrote that was well-formed at once; `injected` the share of contexts that memories entered; `units` the energy of
    the calls of models that are still listed. None where there is nothing to count, and what models did for agents and
    in groups.
    """

    model_config = ConfigDict(frozen=True)

    total: int = 0
    shared: int = 0
    by_category: dict[str, int] = Field(default_factory=dict)
    by_kind: dict[str, int] = Field(default_factory=dict)
    by_state: dict[str, int] = Field(default_factory=dict)
    turns: int = 0
    sessions: int = 0
    latest: datetime | None = None
    events: dict[str, int] = Field(default_factory=dict)
    recall_share: float | None = None
    first_pass: float | None = None
    injected: float | None = None
    units: float | None = None


class EventCount(BaseModel):
    """Say how often a node did something in an hour or a day that begins at `at` (UTC)."""

    model_config = ConfigDict(frozen=True)

    at: datetime
    node: str
    op: str
    status: str
    count: int


class ErasureReceipt(BaseModel):
    """Tell what an erasure removed: rows by table, and conversations as `threads`; `unreached` names what it left.

    With `dry_run` nothing was removed: the counts are what lies in the user's space now, and the memories and turns of
    the user's elsewhere.
    """

    model_config = ConfigDict(frozen=True)

    user_id: str
    tenant: str
    at: datetime
    counts: dict[str, int]
    unreached: tuple[str, ...] = ()
    dry_run: bool = False


class RestoreReceipt(BaseModel):
    """Tell what a restore brought back: records by kind, how many were `known`, and the refused by reason."""

    model_config = ConfigDict(frozen=True)

    restored: dict[str, int]
    known: int = 0
    refused: dict[str, int] = Field(default_factory=dict)


def read_drafts(values: Iterable[Any]) -> Sequence[MemoryDraft]:
    """Return drafts for drafts or dicts; the position of a bad one is in the error."""
    drafts = []
    for position, value in enumerate(values):
        try:
            drafts.append(MemoryDraft.read(value))
        except InvalidMemory as error:
            raise InvalidMemory(f"draft {position}: {error}") from None
    return drafts


def explain(error: ValidationError) -> str:
    """Return each problem as `field: what is wrong`, without repeating the values."""
    problems = (
        f"{'.'.join(str(part) for part in item['loc']) or 'value'}: {item['msg']}"
        for item in error.errors(include_input=False, include_url=False)
    )
    return "not a memory: " + "; ".join(problems)
