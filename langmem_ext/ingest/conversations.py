"""What is a conversation, whatever file it came in?"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from langmem_ext.errors import Unlocated, UnreadableConversation
from langmem_ext.policies.secrets import mask_secrets

Role = Literal["user", "assistant"]


@dataclass(slots=True)
class Faults:
    """Say where a fault stands; collect faults instead of raising them when they are to be skipped."""

    name: str
    skip: bool = False
    skipped: list[str] = field(default_factory=list)

    @contextmanager
    def at(self, where: str) -> Iterator[None]:
        """Name the place of what is read within."""
        try:
            yield
        except Unlocated as error:
            if not self.skip:
                raise UnreadableConversation(f"{self.name}, {where}: {error}") from None
            self.skipped.append(f"{where}: {error}")


@dataclass(frozen=True, slots=True)
class Message:
    """Hold one thing that was said.

    `id` is unique within its session and the same whenever the file is read again; `at` keeps its zone, None when the
    file does not say; `about` names whom the first person is, None for the owner of the memories.
    """

    id: str
    session_id: str
    role: Role
    text: str
    at: datetime | None = None
    speaker: str | None = None
    about: str | None = None


@dataclass(frozen=True, slots=True)
class Conversation:
    """Hold what was said in the sessions of one user, in order."""

    user_id: str
    messages: tuple[Message, ...]

    @property
    def sessions(self) -> int:
        """Count the sessions."""
        return len({message.session_id for message in self.messages})


@dataclass(frozen=True, slots=True)
class Source:
    """Hold what a file has to say, and which of its lines were skipped as unreadable: `line 3: why`."""

    conversations: tuple[Conversation, ...]
    skipped: tuple[str, ...] = ()


def identified(messages: Iterable[Message]) -> tuple[Message, ...]:
    """Give each message without an id one made of what was said, when, by whom, and how often before.

    A longer version of the same file, read later, thus brings only what is new. Secrets do not enter the ids.
    """
    seen: Counter[tuple[str, ...]] = Counter()
    ready = []
    for message in messages:
        if not message.id:
            what = (
                message.session_id,
                message.role,
                message.speaker or "",
                str(message.at),
                mask_secrets(message.text),
            )
            seen[what] += 1
            digest = hashlib.sha256("\x1f".join((*what, str(seen[what]))).encode()).hexdigest()
            message = replace(message, id=digest[:16])
        ready.append(message)
    return tuple(ready)


def attributed(messages: Iterable[Message]) -> tuple[Message, ...]:
    """Say whom each message is about: where several people speak, "I" is the speaker and not the owner."""
    said = tuple(messages)
    speakers = {message.speaker for message in said if message.role == "user" and message.speaker}
    if len(speakers) < 2:
        return said
    return tuple(replace(message, about=message.speaker) for message in said)


def check_text(text: str) -> str:
    """Return a text that Postgres can hold; raises Unlocated for NUL and half surrogate pairs."""
    if "\x00" in text:
        raise Unlocated("the text has NUL characters; remove them")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Unlocated(r"the text has half of a character (a lone \ud800-\udfff escape)") from None
    return text
