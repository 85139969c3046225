"""Who is meant by a subject, who was there, and what is known about somebody, whoever keeps it?"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from langmem_ext.memory import Memory
from langmem_ext.namespaces import space_key
from langmem_ext.people import handle_of
from langmem_ext.policies.whom import Bearer
from langmem_ext.stores.operations.people import statement
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import Record
from langmem_ext.stores.requests import Operation, Statement, read
from langmem_ext.stores.scope import Scope


def find_about(
    scope: Scope,
    person_ids: Sequence[str],
    exclude_owner_user_id: str | None = None,
    limit: int = 50,
) -> Operation[list[Memory]]:
    """Return the portable memories about some people, whoever keeps them (spec 001, Cross-Context Query).

    A principal finds its own, and those about the people present, as the privacy tables allow; a trusted job all.
    """
    excluded = None
    if exclude_owner_user_id is not None:
        excluded = space_key(scope.tenant, f"user:{exclude_owner_user_id}")
    params = {
        **scope.readable(),
        "persons": _canonical((yield from canonical(scope, person_ids)), person_ids),
        "excluded": excluded,
        "now": scope.clock(),
        "limit": limit,
    }
    (rows,) = yield from read(Statement(query("find_about"), params))
    return [Record.read(row).memory for row in rows]


def canonical(scope: Scope, persons: Sequence[str]) -> Operation[dict[str, str]]:
    """Return who some persons turned out to be; those who are themselves are left out."""
    if not persons:
        return {}
    (rows,) = yield from read(statement(scope, "canonical_persons", ids=sorted(set(persons))))
    return {row["id"]: row["merged_into"] for row in rows}


class Meant(NamedTuple):
    """Hold who some persons turned out to be, which person the user is, and who bears the words of what is said.

    `speaker` is None where the application has not said it (link_user).
    """

    known: dict[str, str]
    speaker: str | None
    bearers: list[Bearer]


def meant(scope: Scope, persons: Collection[str], words: Collection[str]) -> Operation[Meant]:
    """Return who is meant by some persons, by who speaks, and by some words."""
    principal = scope.principal
    user = principal.user_id if principal else None
    asked = {
        "words": sorted(words),
        "user": user,
        "chat": chat_of(scope),
        "participants": list(principal.participants) if principal else [],
    }
    merged, own, named = yield from read(
        statement(scope, "canonical_persons", ids=sorted(persons)),
        statement(scope, "person_of_user", user=user if words else None),
        statement(scope, "persons_spoken_of", **asked),
    )
    return Meant(
        {row["id"]: row["merged_into"] for row in merged},
        own[0]["id"] if own else None,
        [Bearer(**row) for row in named],
    )


def chat_of(scope: Scope) -> str | None:
    """Return the key of the chat in which the principal is."""
    chat = scope.principal.chat_id if scope.principal else None
    return space_key(scope.tenant, f"chat:{chat}") if chat else None


class Named(NamedTuple):
    """Say whom a name means; `sure` where the user itself, or a trusted job, called that person so."""

    id: str
    sure: bool


def persons_named(scope: Scope, names: Collection[str]) -> Operation[dict[str, Named]]:
    """Return whom the principal's user means by some names, as far as the registry tells it.

    What others called somebody counts of those only who have been in the chat, and is not sure: who took a name would
    get what is said of its bearer.
    """
    principal = scope.principal
    if principal is None:
        return {}
    asked = sorted(set(names) - {principal.user_id, *principal.participants})  # those are ids
    if not asked:
        return {}
    given = {"names": asked, "handles": [handle_of(name) for name in asked]}
    by = {"user": principal.user_id, "chat": chat_of(scope)}
    (rows,) = yield from read(statement(scope, "persons_by_name", **given, **by))
    return {row["name"]: Named(row["id"], row["sure"]) for row in rows}


def _canonical(known: Mapping[str, str], persons: Sequence[str]) -> list[str]:
    """Return persons with those in their place whom they turned out to be."""
    return sorted({known.get(person, person) for person in persons})


def attending(scope: Scope) -> list[Statement]:
    """Return the statement that notes who is in the chat; none outside of one (spec 001, PARTICIPATES_IN)."""
    principal = scope.principal
    if principal is None or principal.chat_id is None:
        return []
    chat = space_key(scope.tenant, f"chat:{principal.chat_id}")
    persons = scope.readable()["present"]
    return [Statement(query("attend"), {"chat": chat, "persons": persons, "now": scope.clock()})]
