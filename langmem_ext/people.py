"""Who is a person, and how is one named?"""

from __future__ import annotations

import unicodedata
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict

from langmem_ext.legible import one_line
from langmem_ext.memory import Label, MemoryType

USER = "user"
"""The platform of user ids: who signs in with one is that person."""

SELF_FACTS = (MemoryType.IDENTITY, MemoryType.PREFERENCE, MemoryType.RELATIONSHIP)
"""The types that tell of who says it; knowledge, tasks and what passes are about nobody (spec 001, Memory Types)."""


class Person(BaseModel):
    """Hold one person of a tenant: everybody may refer to it; its creator and the person itself may change it.

    `usernames` maps a platform to the name used there, without its @. `merged_into` names the person that this one
    turned out to be. Who may do what: spec 001, Authorization.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    name: Label
    relationship: Label | None = None
    aliases: tuple[Label, ...] = ()
    usernames: dict[str, str] = {}
    created_by: str | None = None
    merged_into: str | None = None
    created_at: datetime
    updated_at: datetime


class PeopleMerge(BaseModel):
    """Tell what a merge of two people changed; `id` undoes it."""

    model_config = ConfigDict(frozen=True)

    id: str
    kept: str
    merged: str
    memories: int


def handle_of(name: str) -> str:
    """Return a name as names are compared: without case, compatibility forms, a leading @ and surrounding space."""
    folded = unicodedata.normalize("NFKC", one_line(name)).casefold()
    return " ".join(folded.split()).removeprefix("@")


def names_of(person: Any) -> list[str]:
    """Return every handle under which a person is found by name."""
    return sorted({handle_of(name) for name in (person.name, *person.aliases)} - {""})
