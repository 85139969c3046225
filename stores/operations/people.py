"""Who are the people of a tenant?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from langmem_ext.errors import InvalidMemory, PermissionDenied, PersonNotFound
from langmem_ext.legible import one_line
from langmem_ext.namespaces import person_key, registry_key, space_key
from langmem_ext.people import SELF_FACTS, USER, Person, handle_of, names_of
from langmem_ext.policies.secrets import find_secrets
from langmem_ext.stores.operations import concluded
from langmem_ext.stores.operations.spaces import open_spaces
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import new_id
from langmem_ext.stores.requests import Operation, Statement, fetch
from langmem_ext.stores.scope import Scope


def add(
    scope: Scope,
    name: str,
    *,
    id: str | None = None,
    aliases: Sequence[str] = (),
    usernames: Mapping[str, str] | None = None,
    relationship: str | None = None,
) -> Operation[Person]:
    """Register a person; one who is there already is returned as it is.

    What a trusted job registers under the id of a user is that user, as if linked.
    """
    _check_texts(name, id, relationship, *aliases, *(usernames or {}).values())
    yield from lock(scope)
    given: dict[str, Any] = {
        "id": id or str(new_id()),
        "minted": id is None,
        "vouched": scope.principal is None,
        "name": one_line(name),
        "relationship": relationship and one_line(relationship),
        "aliases": list(dict.fromkeys(map(one_line, aliases))),
        "created_by": scope.principal.user_id if scope.principal else None,
    }
    (added,) = yield from fetch(statement(scope, "add_person", **given))
    if added:
        person = yield from get(scope, given["id"])
        yield from identify(scope, person.id, [("", handle) for handle in names_of(person)])
        for platform, username in (usernames or {}).items():
            yield from _claim(scope, person.id, platform, username)
        if id is not None and scope.principal is None:
            yield from _name_user(scope, id)
    return (yield from get(scope, given["id"]))


def get(scope: Scope, id: str) -> Operation[Person]:
    """Return a person, or the one that it turned out to be; raise PersonNotFound."""
    found = yield from _people(scope, id=id)
    if not found:
        raise PersonNotFound(f"no person {id!r} is registered; view.people.add(name, id=...) does")
    if found[0].merged_into:
        return (yield from get(scope, found[0].merged_into))
    return found[0]


def find(scope: Scope, name: str, platform: str | None = None) -> Operation[list[Person]]:
    """Return the people who go by a name, an alias, or with a platform by a username there."""
    handle = handle_of(name)
    if not handle:
        return []
    return (yield from _people(scope, handle=handle, platform=platform))


def list_people(scope: Scope, limit: int = 50, offset: int = 0) -> Operation[list[Person]]:
    """Return the people of the tenant by name."""
    return (yield from _people(scope, limit=limit, offset=offset))


def update(
    scope: Scope, id: str, *, name: str | None = None, relationship: str | None = None
) -> Operation[Person]:
    """Change a person's name or relationship; for its creator and the person itself (spec 001, Authorization)."""
    _check_texts(name, relationship)
    person = yield from mine_to_change(scope, id)
    given = {"name": name, "relationship": relationship}
    changed = person.model_copy(
        update={key: one_line(value) for key, value in given.items() if value is not None}
    )
    yield from _save(scope, person, changed, *([name] if name else []))
    return (yield from get(scope, changed.id))


def add_alias(scope: Scope, id: str, alias: str) -> Operation[Person]:
    """Let a person go by one more name; for its creator and the person itself (spec 001, Authorization)."""
    _check_texts(alias)
    person = yield from mine_to_change(scope, id)
    aliases = tuple(dict.fromkeys([*person.aliases, one_line(alias)]))
    yield from _save(scope, person, person.model_copy(update={"aliases": aliases}), alias)
    return (yield from get(scope, person.id))


def remove_alias(scope: Scope, id: str, alias: str) -> Operation[Person]:
    """Take a name from a person; for its creator and the person itself."""
    person = yield from mine_to_change(scope, id)
    aliases = tuple(name for name in person.aliases if handle_of(name) != handle_of(alias))
    fewer = person.model_copy(update={"aliases": aliases})
    yield from _save(scope, person, fewer)
    of_merged = {handle_of(alias)} - set(names_of(fewer))
    yield from _unname(scope, person.id, of_merged)
    return (yield from get(scope, person.id))


def add_username(scope: Scope, id: str, platform: str, username: str) -> Operation[Person]:
    """Let a username of a platform lead to a person; for its creator and the person itself.

    Raises InvalidMemory for one that is another person's: merge the two people.
    """
    _check_texts(username, platform)
    person = yield from mine_to_change(scope, id)
    yield from _claim(scope, person.id, platform, username)
    return (yield from get(scope, person.id))


def link_user(scope: Scope, id: str, user_id: str) -> Operation[Person]:
    """Say that a user of the application is a person: who signs in so sees what is known about it.

    What the user says of itself is about that person from now on, and is found where the person is.

    Only for trusted jobs: the application knows who its users are.
    """
    if scope.principal is not None:
        raise PermissionDenied(
            "which user a person is says the application: store.people(tenant).link_user(...)"
        )
    yield from lock(scope)
    person = yield from get(scope, id)
    yield from _claim(scope, person.id, USER, user_id, exactly=True)
    yield from _name_speaker(scope, person.id, user_id)
    return (yield from get(scope, person.id))


def _name_user(scope: Scope, id: str) -> Operation[None]:
    """Let what a user of some id said be about the person of that id, unless the user is another person."""
    (rows,) = yield from fetch(statement(scope, "person_of_user", user=id))
    (spaces,) = yield from fetch(
        statement(scope, "has_space", space=space_key(scope.tenant, f"user:{id}"))
    )
    if spaces and rows[0]["id"] == id:
        yield from _name_speaker(scope, id, id)


def _name_speaker(scope: Scope, person: str, user: str) -> Operation[None]:
    """Let what a user said of itself before be about the person that it is."""
    space = space_key(scope.tenant, f"user:{user}")
    yield from fetch(*open_spaces([space, person_key(space, person)], scope.clock()))
    of = {"person": person, "user": user, "user_space": space, "types": list(SELF_FACTS)}
    yield from concluded.about_others(scope, statement(scope, "name_speaker", **of))


def who(scope: Scope) -> Operation[list[str]]:
    """Return the persons that the principal is."""
    (rows,) = yield from fetch(Statement(query("who_looks"), scope.readable()))
    found: list[str] = rows[0]["me"]
    return found


def mine_to_change(scope: Scope, id: str) -> Operation[Person]:
    """Lock the registry and return a person that the principal may change."""
    yield from lock(scope)
    return (yield from require_change(scope, id))


def require_change(scope: Scope, id: str) -> Operation[Person]:
    """Return a person that the principal may change: its creator, or the person itself; trusted jobs may."""
    person = yield from get(scope, id)
    if scope.principal is None:
        return person
    user = scope.principal.user_id
    if user is not None and (person.created_by == user or person.id in (yield from who(scope))):
        return person
    raise PermissionDenied(
        f"person {id!r} may be changed by who registered it and by the person itself"
    )


def _save(scope: Scope, old: Person, new: Person, *said_now: str) -> Operation[None]:
    """Write a person as it now stands; some of its names have just been said, the others stay whose they were."""
    given = {"id": new.id, "name": new.name, "relationship": new.relationship}
    yield from fetch(statement(scope, "change_person", **given, aliases=list(new.aliases)))
    gone = set(names_of(old)) - set((yield from _all_names(scope, new.id)))
    yield from _unname(scope, new.id, gone)
    said = {handle_of(name) for name in said_now} - {""}
    yield from identify(scope, new.id, [("", handle) for handle in names_of(new)], said=False)
    yield from identify(scope, new.id, [("", handle) for handle in sorted(said)])


def _all_names(scope: Scope, id: str) -> Operation[list[str]]:
    """Return the names of a person, and of those that turned out to be it, as names are compared."""
    (rows,) = yield from fetch(statement(scope, "names_of_all", id=id))
    return sorted({handle_of(row["name"]) for row in rows} - {""})


def _unname(scope: Scope, id: str, handles: set[str]) -> Operation[None]:
    yield from fetch(statement(scope, "unname", id=id, handles=sorted(handles)))


def name_again(scope: Scope, id: str, like: str) -> Operation[None]:
    """Let the names of a person, and of those that turned out to be it, lead to it; `like` bore some of them."""
    names = yield from _all_names(scope, id)
    yield from identify(scope, id, [("", handle) for handle in names], said=False, like=like)


def _claim(
    scope: Scope, id: str, platform: str, username: str, *, exactly: bool = False
) -> Operation[None]:
    if platform == USER and not exactly:
        raise PermissionDenied("the platform 'user' is that of user ids; link_user() sets them")
    handle = username if exactly else handle_of(username)
    yield from identify(scope, id, [(platform, handle)])
    (rows,) = yield from fetch(statement(scope, "whose_username", platform=platform, handle=handle))
    if not rows or rows[0]["person"] != id:
        raise InvalidMemory(
            f"that name on {platform!r} is another person's; merge the two people if they are one"
        )


def identify(
    scope: Scope,
    id: str,
    names: Sequence[tuple[str, str]],
    *,
    said: bool = True,
    like: str | None = None,
) -> Operation[None]:
    """Let names, each with its platform, lead to a person; `said` by the principal, or by a trusted job.

    Of a name that the person `like` has as well, who gave it is known from there.
    """
    by = {
        "vouched": said and scope.principal is None,
        "given_by": scope.principal.user_id if said and scope.principal else None,
        "by_somebody": said,
        "like": like,
    }
    platforms, handles = [platform for platform, _ in names], [handle for _, handle in names]
    yield from fetch(
        statement(scope, "identify", id=id, platforms=platforms, handles=handles, **by)
    )


def _people(scope: Scope, **asked: Any) -> Operation[list[Person]]:
    given = {"id": None, "handle": None, "platform": None, "limit": 50, "offset": 0, **asked}
    (rows,) = yield from fetch(statement(scope, "people_named", **given))
    return [Person.model_validate(row) for row in rows]


def lock(scope: Scope) -> Operation[None]:
    """Let nobody else change the registry until the transaction ends."""
    yield from fetch(*open_spaces([registry_key(scope.tenant)], scope.clock()))


def statement(scope: Scope, name: str, /, **params: Any) -> Statement:
    """Return a statement about the registry of the scope's tenant."""
    shared = {"registry": registry_key(scope.tenant), "now": scope.clock()}
    return Statement(query(name), {**shared, **params})


def _check_texts(*texts: str | None) -> None:
    for text in texts:
        if text is not None and (not one_line(text) or "\x00" in text or len(text) > 256):
            raise InvalidMemory("a name is a text of 1 to 256 characters without NUL")
        if text is not None and find_secrets(text, learned=False):
            raise InvalidMemory("refused (secret): that name looks like a secret", "secret")
