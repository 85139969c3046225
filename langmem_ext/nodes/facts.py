"""Which facts does a model read out of a conversation, and which of them may be written?"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field

from langmem_ext.memory import MemoryDraft, MemoryType, Sensitivity, Source, Turn
from langmem_ext.policies.lifecycle import importance_of
from langmem_ext.policies.relative_times import absolute
from langmem_ext.policies.secrets import mask_secrets
from langmem_ext.policies.trust import (
    Evidence,
    evidence,
    is_grounded,
    is_sound,
    says_most,
    unsaid_numbers,
    was_requested,
)
from langmem_ext.policies.wording import check_wording
from langmem_ext.policies.writing import Rejection
from langmem_ext.principal import Principal
from langmem_ext.prompts.fences import fenced
from langmem_ext.stores.operations.reviewing import Learned
from langmem_ext.stores.records import fingerprint

MAX_FACTS = 40
"""Facts of one answer; more is nonsense."""

LEFT_OUT = "(left out)"
"""What stands for a turn that orders the machine, or that is a tool's: no model reads it, and it speaks for nothing."""

REQUESTED = 5
"""The importance of what the user asked to remember, and only of that (memory model, What a memory is)."""


def listed(value: Any) -> Any:
    """Read what models write for a list: nothing, one item, a list with gaps."""
    items = value if isinstance(value, list) else [] if value in (None, "") else [value]
    return [item for item in items if item is not None]


def _share(value: Any) -> Any:
    """Read a number from 0 to 1; one up to 5 is taken for a grade, anything else for the middle."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        return 0.5
    return min(1.0, max(0.0, number if number <= 1 else number / 5))


def _whole_items(value: Any) -> Any:
    """Leave out the items that have no text: one bad item must not cost the others."""
    return [item for item in listed(value) if _has_text(item)][:MAX_FACTS]


def _has_text(item: Any) -> bool:
    content = item.get("content") if isinstance(item, dict) else getattr(item, "content", None)
    return isinstance(content, str)


def texts(value: Any) -> Any:
    return [str(item) for item in listed(value)]


def numbers(value: Any) -> Any:
    return [int(each) for item in listed(value) if (each := str(item).lstrip("#")).isdecimal()]


def _text(value: Any) -> Any:
    return "" if value is None else str(value)


def _flag(value: Any) -> Any:
    return value if isinstance(value, bool) else str(value).lower() == "true"


Text = Annotated[str, BeforeValidator(_text)]
Share = Annotated[float, BeforeValidator(_share)]


class Fact(BaseModel):
    """One fact, and the turns that say it."""

    content: str
    title: Text = ""
    category: Text = ""
    type: Text = ""
    keywords: Annotated[list[str], BeforeValidator(texts)] = Field(default_factory=list)
    importance: Share = 0.5
    confidence: Share = 0.8
    subjects: Annotated[list[str], BeforeValidator(texts)] = Field(default_factory=list)
    event_time: Text = ""
    sensitivity: Text = ""
    portable: Annotated[bool, BeforeValidator(_flag)] = True
    user_requested: Annotated[bool, BeforeValidator(_flag)] = False
    turns: Annotated[list[int], BeforeValidator(numbers)] = Field(default_factory=list)


class Facts(BaseModel):
    """The facts worth remembering."""

    facts: Annotated[list[Fact], BeforeValidator(_whole_items)] = Field(default_factory=list)


def quoted_turns(turns: Sequence[Turn]) -> str:
    """Return turns as data for a prompt, numbered from 1."""
    return fenced("turns", [line_of(number, turn) for number, turn in enumerate(turns, 1)])


def line_of(number: int, turn: Turn) -> dict[str, Any]:
    """Return a turn as a model sees it; the text of one that speaks for nothing is left out."""
    at = turn.at.astimezone(UTC)
    spoken = {"speaker": turn.speaker} if turn.speaker else {}
    text = turn.content if is_sound(turn) else LEFT_OUT
    return {
        "n": number,
        "role": turn.role,
        **spoken,
        "at": f"{at:%Y-%m-%d %H:%M, %A}",
        "text": text,
    }


@dataclass(frozen=True, slots=True)
class Reading:
    """Hold what facts are read from, and what they are written as; `others` are who else speaks in the conversation."""

    turns: Sequence[Turn]
    principal: Principal
    categories: Sequence[str]
    job: str
    source: Source
    made_by: dict[str, str]
    others: frozenset[str] = frozenset()

    @property
    def in_group(self) -> bool:
        """Tell whether several people talk."""
        return self.principal.chat_id is not None

    @property
    def own_name(self) -> str | None:
        """Return the display name that the user's turns carry; None in a chat, and where several people speak."""
        names = {turn.speaker for turn in self.turns if turn.role == "user" and turn.speaker}
        names |= self.others
        return names.pop() if len(names) == 1 and not self.in_group else None

    @property
    def owners_names(self) -> list[str]:
        """Return what the user may be called in a fact: by the name of the turns, or the user's id."""
        return [name for name in (self.own_name, self._own_id) if name]

    @property
    def _own_id(self) -> str | None:
        return None if self.in_group else self.principal.user_id


@dataclass(slots=True)
class Sifted:
    """Hold the facts that may be written, the positions of those worded badly, and why others were left out."""

    learned: list[Learned] = field(default_factory=list)
    faults: list[tuple[int, str]] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)


def sift(facts: Sequence[Fact], reading: Reading, least: float = 0.0) -> Sifted:
    """Hold each fact to the writing constraints and to what was said; the same fact twice counts once (spec 003).

    What the model is less sure of than `least` is left out, unless the user asked for it (spec 001, Configuration).
    """
    sifted, seen = Sifted(), set[int]()
    for number, fact in enumerate(facts, 1):
        content = _worded(fact, reading)
        if isinstance(content, Rejection):
            sifted.faults.append((number, content.detail))
        elif (mark := fingerprint(content)) in seen:
            sifted.dropped.append("duplicate")
        elif (learned := _learned(fact, content, reading)) is None:
            sifted.dropped.append("untrusted")
        elif fact.confidence < least and not learned.draft.user_requested:
            sifted.dropped.append("unsure")
        else:
            sifted.learned.append(learned)
            seen.add(mark)
    return sifted


def _worded(fact: Fact, reading: Reading) -> str | Rejection:
    """Return a fact as it may be kept, with the dates that are meant by "yesterday" and the like in its turns."""
    said_at = [turn.at for turn in _cited(fact, reading)]
    return check_wording(absolute(mask_secrets(fact.content), said_at))


def _cited(fact: Fact, reading: Reading) -> list[Turn]:
    return [reading.turns[n - 1] for n in _numbers(fact, reading)]


def _numbers(fact: Fact, reading: Reading) -> list[int]:
    """Return the numbers of the turns that a fact cites; a model that forgets to cite is helped to the likeliest."""
    cited = [n for n in fact.turns if 0 < n <= len(reading.turns)]
    return cited or says_most(mask_secrets(fact.content), reading.turns)


def passed(facts: Sequence[Fact], reading: Reading) -> tuple[int, int]:
    """Return how many facts there are, and how many are worded well at once."""
    well = (_worded(fact, reading) for fact in facts)
    return len(facts), sum(not isinstance(each, Rejection) for each in well)


def _learned(fact: Fact, content: str, reading: Reading) -> Learned | None:
    """Return a fact as a draft; None for one that nobody said, or that only an order to the machine says."""
    about_others = _about_others(fact, content, reading)
    stated = mask_secrets(fact.content)  # dates that were worked out stand in no turn
    cited, known = _numbers(fact, reading), reading.owners_names
    found = evidence(stated, reading.turns, cited, about_others=about_others, known=known)
    if found is None or unsaid_numbers(stated, found.said):
        return None
    said = found.said
    requested = was_requested(content, found.turns)
    others = tuple(_others(fact, reading))
    first = found.turns[0]
    return Learned(
        MemoryDraft(
            content=content,
            category=fact.category if fact.category in reading.categories else None,
            type=_type(fact.type),
            title=_title(fact.title, said),
            keywords=tuple(word[:40] for word in fact.keywords if is_grounded(word, said))[:5],
            importance=REQUESTED
            if requested
            else min(REQUESTED - 1, importance_of(fact.importance)),
            confidence=min(fact.confidence, found.confidence),
            subjects=others,
            stated_by=_stated_by(found, reading),
            learned_in=reading.principal.chat_id,
            portable=fact.portable and (reading.in_group or not others),
            sensitivity=_sensitivity(fact.sensitivity),
            source=reading.source,
            source_ids=tuple(turn.id for turn in found.turns),
            event_time=_time(fact.event_time),
            valid_from=first.at,
            user_requested=requested,
            role=first.role,
            space="chat" if reading.in_group else None,
            operation_id=_operation(reading, first, content),
            extra=reading.made_by,
        ),
        max(turn.at for turn in found.turns),
        names=True,
    )


def _stated_by(found: Evidence, reading: Reading) -> str | None:
    """Return who said what speaks for a fact: in a direct message the user, whatever name the turn carries."""
    own = any(turn.role == "user" for turn in found.turns)
    if found.speaker and not (own and found.speaker == reading.own_name):
        return found.speaker
    return reading.principal.user_id if own else None


def _about_others(fact: Fact, content: str, reading: Reading) -> bool:
    """Tell whether a fact is about somebody else than who said it."""
    cited = _cited(fact, reading)
    opening = content.casefold()
    if reading.in_group:
        speakers = {turn.speaker for turn in cited if turn.role == "user" and turn.speaker}
        return not any(opening.startswith(name.casefold()) for name in speakers)
    own = "|".join(
        re.escape(name.casefold()) for name in ("the user", "user", *reading.owners_names)
    )
    begins = re.match(rf"(?:{own})(?!\w)", opening)
    return any(True for _ in _others(fact, reading)) or begins is None


def _others(fact: Fact, reading: Reading) -> Iterator[str]:
    """Yield the subjects that somebody mentioned, without the owner of the space; a chat has none."""
    owner = {"user", "the user", "me", "i", "self"}
    if not reading.in_group:
        owner |= {name.casefold() for name in reading.owners_names}
    sound = [turn for turn in reading.turns if is_sound(turn)]
    mentioned = " ".join(f"{turn.speaker or ''} {turn.content}" for turn in sound).casefold()
    for name in dict.fromkeys(subject.strip()[:100] for subject in fact.subjects[:5]):
        if name and name.casefold() not in owner and name.casefold() in mentioned:
            yield name


def _type(named: str) -> MemoryType | None:
    return next((each for each in MemoryType if each == named.strip().lower()), None)


def _sensitivity(named: str) -> Sensitivity | None:
    return next((each for each in Sensitivity if each == named.strip().lower()), None)


def _title(title: str, said: Sequence[str]) -> str | None:
    """Return a title made of what was said; None lets the store make one."""
    title = " ".join(mask_secrets(title).split())
    return title if 0 < len(title) <= 80 and is_grounded(title, said) else None


def _time(text: str) -> datetime | None:
    try:
        at = datetime.fromisoformat(text.strip().replace("Z", "+00:00"))
    except ValueError:
        return None
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return at if 1900 <= at.year <= 2200 else None


def _operation(reading: Reading, turn: Turn, content: str) -> str:
    digest = hashlib.blake2b(content.encode(), digest_size=8).hexdigest()
    return f"{reading.job}:{turn.id}:{digest}"


def to_json(learned: Sequence[Learned]) -> list[dict[str, Any]]:
    """Return drafts as JSON, for a checkpoint."""
    return [
        {
            "draft": each.draft.model_dump(mode="json"),
            "said_at": each.said_at.isoformat(),
            "names": each.names,
        }
        for each in learned
    ]


def from_json(items: Sequence[dict[str, Any]]) -> list[Learned]:
    """Return the drafts of a checkpoint."""
    return [
        Learned(
            MemoryDraft.model_validate(item["draft"]),
            datetime.fromisoformat(item["said_at"]),
            names=bool(item.get("names")),
        )
        for item in items
    ]
