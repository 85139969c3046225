"""How is the registry of people reached?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from langmem_ext.memory import Memory
from langmem_ext.people import PeopleMerge, Person
from langmem_ext.stores.operations import about, people, people_merging
from langmem_ext.stores.requests import Operation
from langmem_ext.stores.scope import Scope
from langmem_ext.stores.twins import twins

if TYPE_CHECKING:
    from langmem_ext.stores.governed import GovernedStore


class People:
    """Hold the people of a tenant: `view.people`, or `store.people(tenant)` for trusted jobs.

    Everybody may refer to a person; its creator and the person itself may change it, others get PermissionDenied
    (spec 001, Authorization), and they alone are told what it is to its creator (`relationship`). Every method has an
    async twin with an `a` before its name.
    """

    def __init__(self, store: GovernedStore, scope: Scope) -> None:
        self.store = store
        self.scope = scope

    def _add(
        self,
        name: str,
        *,
        id: str | None = None,
        aliases: Sequence[str] = (),
        usernames: Mapping[str, str] | None = None,
        relationship: str | None = None,
    ) -> Operation[Person]:
        """Register a person; one whose id is there already is returned as it is. `usernames`: platform -> name."""
        return (
            yield from people.add(
                self.scope,
                name,
                id=id,
                aliases=aliases,
                usernames=usernames,
                relationship=relationship,
            )
        )

    add, aadd = twins(_add)

    def _get(self, id: str) -> Operation[Person]:
        """Return a person, or the one that it turned out to be. Raises PersonNotFound."""
        return (yield from people.get(self.scope, id))

    get, aget = twins(_get)

    def _find(self, name: str, platform: str | None = None) -> Operation[list[Person]]:
        """Return the people who go by a name or alias; with a platform, by a username there."""
        return (yield from people.find(self.scope, name, platform))

    find, afind = twins(_find)

    def _list(self, limit: int = 50, offset: int = 0) -> Operation[list[Person]]:
        """Return the people by name."""
        return (yield from people.list_people(self.scope, limit, offset))

    list, alist = twins(_list)

    def _update(
        self, id: str, *, name: str | None = None, relationship: str | None = None
    ) -> Operation[Person]:
        """Change a name or a relationship; None leaves it."""
        return (yield from people.update(self.scope, id, name=name, relationship=relationship))

    update, aupdate = twins(_update)

    def _add_alias(self, id: str, alias: str) -> Operation[Person]:
        """Let a person go by one more name."""
        return (yield from people.add_alias(self.scope, id, alias))

    add_alias, aadd_alias = twins(_add_alias)

    def _remove_alias(self, id: str, alias: str) -> Operation[Person]:
        """Take a name from a person."""
        return (yield from people.remove_alias(self.scope, id, alias))

    remove_alias, aremove_alias = twins(_remove_alias)

    def _add_username(self, id: str, platform: str, username: str) -> Operation[Person]:
        """Let a username of a platform lead to a person. Raises InvalidMemory for one that is another person's."""
        return (yield from people.add_username(self.scope, id, platform, username))

    add_username, aadd_username = twins(_add_username)

    def _link_user(self, id: str, user_id: str) -> Operation[Person]:
        """Say that a user of the application is a person; only for trusted jobs (`store.people(tenant)`)."""
        return (yield from people.link_user(self.scope, id, user_id))

    link_user, alink_user = twins(_link_user)

    def _merge(self, keep: str, other: str) -> Operation[PeopleMerge]:
        """Make two people one; what is known of `other` is known of `keep` from now on."""
        return (yield from people_merging.merge(self.scope, keep, other))

    merge, amerge = twins(_merge)

    def _undo_merge(self, merge_id: str) -> Operation[Person]:
        """Take a merge back; return the person that is its own again. What came later stays with the kept one."""
        return (yield from people_merging.undo_merge(self.scope, merge_id))

    undo_merge, aundo_merge = twins(_undo_merge)

    def _find_memories_by_subject(
        self,
        person_ids: Sequence[str],
        exclude_owner_user_id: str | None = None,
        limit: int = 50,
    ) -> Operation[Sequence[Memory]]:
        """Return the portable memories about some people, whoever keeps them, last changed first.

        A trusted job finds all of the tenant, a principal what its view finds.
        """
        return (yield from about.find_about(self.scope, person_ids, exclude_owner_user_id, limit))

    find_memories_by_subject, afind_memories_by_subject = twins(_find_memories_by_subject)
