"""How does a memory become a row, and a row a memory?"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Self, get_origin
from uuid import UUID

import orjson
from uuid_utils.compat import uuid7

from langmem_ext.memory import Memory, State
from langmem_ext.namespaces import space_key, split_space_key
from langmem_ext.stores import jsonb

_FIELDS = frozenset(Memory.model_fields) - {"tenant", "space", "score", "said_by"}
_LISTS = [name for name, it in Memory.model_fields.items() if get_origin(it.annotation) is tuple]
MAX_INDEXED = 100_000
"""Characters of a text whose words are searched; Postgres indexes no more than a megabyte of words."""

_REALS = ("confidence", "decay_rate", "strength")
_PRIVATE = ("space", "uid", "ttl_minutes", "wants_vector")


@dataclass(frozen=True, slots=True)
class Record:
    """Pair a memory with what only the store knows of it."""

    memory: Memory
    space: str
    uid: UUID
    ttl_minutes: float | None = None
    wants_vector: bool = True
    secret: bool = False  # who writes may not know of it

    @classmethod
    def read(cls, row: Mapping[str, Any]) -> Self:
        """Return the record that a row of langmem.memories holds; other columns are ignored."""
        tenant, space = split_space_key(row["space"])
        fields = {**row, "tenant": tenant, "space": space}
        for name in _LISTS:
            if row.get(name) is None:
                fields[name] = ()
        memory = Memory.model_validate(fields)
        if hidden := row.get("hidden"):
            memory = without(memory, hidden)
        secret = bool(row.get("secret"))
        return cls(memory, secret=secret, **{name: row[name] for name in _PRIVATE})

    @classmethod
    def new(cls, memory: Memory, **private: Any) -> Self:
        """Return a record for a memory that is not stored yet."""
        return cls(memory, space_key(memory.tenant, memory.space), new_id(), **private)

    def changed(self, **fields: Any) -> Self:
        """Return the record with some fields of its memory replaced."""
        return replace(self, memory=self.memory.model_copy(update=fields))

    @property
    def active(self) -> bool:
        """Tell whether the memory can be found."""
        return self.memory.state is State.ACTIVE

    def expired(self, now: datetime) -> bool:
        """Tell whether its time is up, swept or not."""
        expires = self.memory.expires_at
        return expires is not None and expires <= now and not self.memory.pinned

    def row(self) -> dict[str, Any]:
        """Return the columns of the row, as Postgres reads them from JSON."""
        values = self.memory.__dict__
        return {
            **{name: value for name in _FIELDS if (value := values[name]) is not None},
            "extra": orjson.Fragment(jsonb.dump(self.memory.extra)),
            "space": self.space,
            "uid": self.uid,
            "ttl_minutes": self.ttl_minutes,
            "wants_vector": self.wants_vector,
            "fingerprint": fingerprint(self.memory.content),
        }

    def indexed_text(self) -> str:
        """Return the text whose words are searched: the content, the tags, what keywords add to it, and its date."""
        memory = self.memory
        known = memory.content.casefold()
        added = [word for word in memory.keywords if word.casefold() not in known]
        when = [day_in_words(memory.event_time)] if memory.event_time else []
        return " ".join([memory.content, *memory.tags, *added, *when])[:MAX_INDEXED]


def columns(row: str) -> str:
    """Return the columns of langmem.memories that a record is read from, as SQL: an empty list is null, so shorter."""
    return ", ".join(_column(row, name) for name in sorted({*_FIELDS, *_PRIVATE}))


def _column(row: str, name: str) -> str:
    if name in _LISTS:
        return f"NULLIF({row}.{name}, '{{}}') AS {name}"
    # as a text .9 stays .9, where four bytes would be read as .8999999761581421
    return f"{row}.{name}::text" if name in _REALS else f"{row}.{name}"


NAMING = ("source_ids", "supersedes", "superseded_by")
"""The fields of a memory that name others by their ids."""

CONSOLIDATED_FROM = "consolidated_from"
"""The name under which `extra` keeps the ids of what a memory stands for (spec 000, section 5)."""


def without(memory: Memory, hidden: Collection[str]) -> Memory:
    """Return a memory that does not name those whom its reader may not know of."""
    named: dict[str, Any] = {name: tuple(_but(getattr(memory, name), hidden)) for name in NAMING}
    if CONSOLIDATED_FROM in memory.extra:
        kept = list(_but(memory.extra[CONSOLIDATED_FROM], hidden))  # the same ids
        named["extra"] = {**memory.extra, CONSOLIDATED_FROM: kept}
    return memory.model_copy(update=named)


def _but(ids: Iterable[str], hidden: Collection[str]) -> Iterator[str]:
    return (id for id in ids if id not in hidden)


def day_in_words(at: datetime) -> str:
    """Return a day as a question names it, in UTC: `7 May 2023`."""
    day = at.astimezone(UTC)
    return f"{day.day} {day:%B %Y}"


def turn_text(content: str, speaker: str | None, at: datetime | None) -> str:
    """Return what of a turn is embedded and looked through for names, all but of a very long one."""
    return turn_parts(content, speaker, at)[0]


def turn_parts(content: str, speaker: str | None, at: datetime | None) -> list[str]:
    """Return what of a turn is searched, in parts that Postgres can index; no word stands in two of them.

    Its date and its speaker count as words (docs/decisions/0005).
    """
    who = f"{speaker}: " if speaker else ""
    when = f"[{day_in_words(at)}] " if at else ""
    text, parts = f"{when}{who}{content}", []
    while len(text) > MAX_INDEXED:
        end = max(text.rfind(blank, 0, MAX_INDEXED) for blank in " \n\t") + 1 or MAX_INDEXED
        parts.append(text[:end])
        text = text[end:]
    return [*parts, text]


def new_id() -> UUID:
    """Return a UUIDv7: ids sort by the time they were made."""
    return uuid7()


def made_id(id: str) -> UUID | None:
    """Return an id that the store made; None for a key of a caller's own, which means something in its space only."""
    try:
        return UUID(id)
    except ValueError:
        return None


_WORDS = re.compile(r"[^\W_]+")


def fingerprint(text: str) -> int:
    """Return a signed 64-bit hash of the words of a text, case, punctuation and spacing left out."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    words = " ".join(_WORDS.findall(folded))
    digest = hashlib.blake2b(words.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)
