"""What does a LoCoMo file ask, and which turns hold the answers?

The conversations are read as `langmem-ext ingest` reads them. https://github.com/snap-research/locomo
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from langmem_ext.errors import UnreadableConversation
from langmem_ext.ingest.conversations import Conversation, Message
from langmem_ext.ingest.locomo import is_locomo, read_locomo

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}
"""The questions that retrieval can answer; category 5, adversarial, asks for what was never said."""

_TURN = re.compile(r"D:?\s*(\d+)\s*:\s*(\d+)")
_OBSERVATION = re.compile(r"session_(\d+)_observation")


@dataclass(frozen=True, slots=True)
class Question:
    """Hold a question about one conversation and the ids of the turns that answer it, one at least."""

    sample: str
    text: str
    category: str
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """Hold a statement about a speaker that somebody drew from some turns, and when it was said."""

    text: str
    speaker: str
    turns: tuple[str, ...]
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Sample:
    """Hold a conversation, the facts drawn from it, its questions, and how many of those name no turn that exists.

    `summaries` are what somebody wrote of its sessions, by their id, `events` what happened in the speakers' lives.
    """

    conversation: Conversation
    facts: tuple[Fact, ...]
    questions: tuple[Question, ...]
    unusable: int
    summaries: Mapping[str, str] = field(default_factory=dict)
    events: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Return what the sample is called; it is the user of its conversation."""
        return self.conversation.user_id

    @property
    def sessions(self) -> dict[str, list[Message]]:
        """Return the messages of each session, in order."""
        found: dict[str, list[Message]] = {}
        for message in self.conversation.messages:
            found.setdefault(message.session_id, []).append(message)
        return found


def read_samples(path: Path, chosen: str = "all") -> list[Sample]:
    """Read the samples of a file; `chosen` is `all`, or their numbers from 0: `0,2`.

    Raises UnreadableConversation, naming the file and what is wrong with it.
    """
    try:
        value = json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError) as error:
        raise UnreadableConversation(f"cannot read {path}: {error}") from None
    if not is_locomo(value):
        raise UnreadableConversation(f"{path.name} is no LoCoMo file")
    samples: list[dict[str, Any]] = value if isinstance(value, list) else [value]
    conversations = read_locomo(samples, name=path.name, zone=UTC).conversations
    numbers = _numbers(chosen, len(samples), path.name)
    return [_sample(samples[number], conversations[number]) for number in numbers]


def _numbers(chosen: str, count: int, name: str) -> Sequence[int]:
    if chosen == "all":
        return range(count)
    named = [part.strip() for part in chosen.split(",")]
    if not all(part.isdecimal() and int(part) < count for part in named):
        raise UnreadableConversation(
            f"{name} has conversations 0 to {count - 1}; {chosen!r} names others"
        )
    return sorted({int(part) for part in named})


def _sample(raw: Mapping[str, Any], conversation: Conversation) -> Sample:
    known = {message.id for message in conversation.messages}
    asked = [question for question in raw.get("qa", ()) if question.get("category") in CATEGORIES]
    questions = (_question(each, conversation.user_id, known) for each in asked)
    usable = tuple(question for question in questions if question.evidence)
    facts = tuple(_facts(raw.get("observation", {}), conversation, known))
    return Sample(
        conversation,
        facts,
        usable,
        len(asked) - len(usable),
        {_session(conversation, key): text for key, text in raw.get("session_summary", {}).items()},
        tuple(_events(raw.get("event_summary", {}))),
    )


def _session(conversation: Conversation, key: str) -> str:
    """Return the id that a session has here; the file writes `session_1_summary`."""
    return f"{conversation.user_id}/{key.removesuffix('_summary')}"


def _events(raw: Mapping[str, Any]) -> Iterator[str]:
    for session in raw.values():
        for who, events in session.items():
            if who != "date":
                yield from events


def _question(raw: Mapping[str, Any], sample: str, known: set[str]) -> Question:
    evidence = turn_ids(raw.get("evidence", ()), known)
    return Question(sample, raw["question"], CATEGORIES[raw["category"]], evidence)


def turn_ids(written: Iterable[str], known: set[str]) -> tuple[str, ...]:
    """Return the turns that some evidence names, each once.

    The file writes `D1:3`, but also `D8:6; D9:17`, `D:11:26` and `D30:05`; ids of no turn are left out.
    """
    found = (f"D{int(s)}:{int(t)}" for text in written for s, t in _TURN.findall(text))
    return tuple(dict.fromkeys(id for id in found if id in known))


def _facts(raw: Mapping[str, Any], conversation: Conversation, known: set[str]) -> Iterator[Fact]:
    times = {message.id: message.at for message in conversation.messages}
    for key, speakers in raw.items():
        if not _OBSERVATION.fullmatch(key):
            continue
        for speaker, statements in speakers.items():
            for text, written in statements:
                turns = turn_ids([written] if isinstance(written, str) else written, known)
                if turns:
                    yield Fact(text, speaker, turns, times[turns[0]])
