"""Do the tables of specification 001 hold, row by row?

Where its tables disagree the stricter one holds. A memory is written through one view and looked for through every
door of another; each row is a tenant of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from fix_clock import FakeClock
from fix_database import Databases
from looks import CROSS, OWN, Kept, look, text_of

from langmem_ext import MemoryStore, MemoryView, Principal
from langmem_ext.errors import MemoryNotFound, NotTheOwner, PermissionDenied

PUBLIC, PERSONAL, SENSITIVE = "public", "personal", "sensitive"
EVERYBODY = ("ana", "bob", "cy")  # in the chat; dan is not
ABSENT = "a chat that nobody here was in"
_tenants = count(1)


@pytest.fixture(scope="module")
def shared(databases: Databases) -> Iterator[MemoryStore]:
    with (
        databases.fresh() as uri,
        MemoryStore.from_conn_string(uri, index=False, clock=FakeClock()) as store,
    ):
        yield store


class Town:
    """Write and look in a tenant of its own."""

    def __init__(self, store: MemoryStore) -> None:
        self.store = store
        self.tenant = f"town{next(_tenants)}"

    def at(self, user: str | None, chat: str | None = None, **more: Any) -> MemoryView:
        """Show memory to a user in a direct message, or in the chat where everybody is."""
        if chat:
            more = {"participants": EVERYBODY, **more}
        return self.store.bind(Principal(user_id=user, chat_id=chat, tenant=self.tenant, **more))

    def keep(self, view: MemoryView, **fields: Any) -> Kept:
        fields = {"category": "knowledge", "user_requested": True, **fields}
        outcome = view.remember(text_of("m1x"), **fields)
        assert outcome.memory is not None, outcome
        return Kept("m1x", outcome.memory.id, self.tenant, outcome.memory.space, "knowledge")

    def keep_as(self, user: str, **fields: Any) -> Kept:
        """Let a trusted job write into a user's space: it may say who has said something, and where."""
        space = ("memory", self.tenant, "user", user, "knowledge")
        self.store.put(space, "m1x", {"content": text_of("m1x"), **fields})
        return Kept("m1x", "m1x", self.tenant, f"user:{user}", "knowledge")

    def shows(self, view: MemoryView, kept: Kept, doors: tuple[str, ...]) -> bool:
        """Tell whether a view shows a memory, which is the same at all doors where it could; elsewhere it does not."""
        now = self.store.scope.clock()
        seen = look(view, [kept], [*EVERYBODY, "dan", "sarah"], now, tool=False).by_door
        found = {door: kept.mark in seen[door] for door in doors}
        assert len(set(found.values())) == 1, found
        if not found[doors[0]]:
            assert not any(seen.values()), seen
            assert view.stats().total == 0
        return found[doors[0]]


@pytest.fixture
def town(shared: MemoryStore) -> Town:
    return Town(shared)


# Group chats


@pytest.mark.parametrize(
    ("sensitivity", "about", "asker", "shown"),
    [
        (PUBLIC, ["bob"], "bob", True),
        (PUBLIC, ["bob"], "cy", True),
        (PUBLIC, ["dan"], "bob", True),
        (PUBLIC, [], "bob", True),
        (None, ["dan"], "bob", True),  # null is public
        (PERSONAL, ["bob"], "bob", True),
        (PERSONAL, ["bob"], "cy", False),  # only to the subject
        (PERSONAL, ["bob"], "ana", False),  # not even to who said it
        (PERSONAL, ["dan"], "bob", False),
        (PERSONAL, ["dan"], "ana", False),
        (PERSONAL, ["bob", "cy"], "bob", True),
        (PERSONAL, ["bob", "cy"], "ana", False),
        (PERSONAL, ["bob", "dan"], "bob", False),  # every subject is to be there
        (PERSONAL, [], "bob", True),  # the chat's own
        (SENSITIVE, ["bob"], "bob", False),  # the self-query table is the stricter one
        (SENSITIVE, ["bob"], "cy", False),
        (SENSITIVE, ["dan"], "bob", False),
        (SENSITIVE, [], "ana", False),
    ],
)
def test_a_group_chat_sees_of_what_it_keeps(
    town: Town, sensitivity: str | None, about: list[str], asker: str, shown: bool
) -> None:
    kept = town.keep(
        town.at("ana", "team"),
        space="chat",
        sensitivity=sensitivity,
        subjects=about,
        portable=False,
    )

    assert town.shows(town.at(asker, "team"), kept, OWN) is shown


@pytest.mark.parametrize(
    ("sensitivity", "about", "shown"),
    [
        (PUBLIC, [], True),
        (PERSONAL, [], True),  # about the owner, who asks
        (PERSONAL, ["ana"], True),
        (PERSONAL, ["bob"], False),
        (PERSONAL, ["ana", "dan"], False),
        (SENSITIVE, [], False),
        (SENSITIVE, ["ana"], False),
    ],
)
@pytest.mark.parametrize("group", [{"chat": "team"}, {"participants": ("bob",)}])
def test_a_group_sees_of_what_the_asker_keeps(
    town: Town, group: dict[str, Any], sensitivity: str, about: list[str], shown: bool
) -> None:
    kept = town.keep(town.at("ana"), sensitivity=sensitivity, subjects=about)

    assert town.shows(town.at("ana", **group), kept, OWN) is shown
    assert not town.shows(town.at("dan", "other", participants=("dan",)), kept, OWN)


@pytest.mark.parametrize("participants", [(), ("ana",)])
def test_a_direct_message_is_no_group(town: Town, participants: tuple[str, ...]) -> None:
    kept = town.keep(town.at("ana"), sensitivity=SENSITIVE)

    assert town.shows(town.at("ana", participants=participants), kept, OWN)


# Direct messages: contextual disclosure


@pytest.mark.parametrize(
    ("why", "fields", "levels"),
    [
        ("it is about the partner", {"subjects": ["ana"], "stated_by": "bob", "learned_in": ABSENT}, 3),
        ("the partner said it", {"subjects": ["bob"], "stated_by": "ana", "learned_in": ABSENT}, 2),
        ("the partner was there", {"subjects": ["bob"], "stated_by": "bob", "learned_in": "team"}, 2),
        ("it is about nobody else", {"subjects": [], "stated_by": "bob", "learned_in": ABSENT}, 3),
        ("nobody knows where it was learned", {"subjects": ["bob"], "stated_by": "bob"}, 2),
        ("", {"subjects": ["bob"], "stated_by": "bob", "learned_in": ABSENT}, 0),
        ("", {"subjects": ["bob", "cy"], "stated_by": "cy", "learned_in": ABSENT}, 0),
        ("partly about the partner", {"subjects": ["ana", "bob"], "learned_in": ABSENT}, 2),
    ],
)  # fmt: skip
@pytest.mark.parametrize("sensitivity", [PUBLIC, PERSONAL, SENSITIVE])
def test_a_direct_message_discloses_what_the_partner_keeps_if(
    town: Town, why: str, fields: dict[str, Any], levels: int, sensitivity: str
) -> None:
    town.at("ana", "team").add_turn("user", "Hello")
    kept = town.keep_as("ana", sensitivity=sensitivity, **{"stated_by": "ana", **fields})

    shown = (PUBLIC, PERSONAL, SENSITIVE).index(sensitivity) < levels
    assert town.shows(town.at("ana"), kept, OWN) is shown


def test_who_is_told_to_be_present_was_there(town: Town) -> None:
    town.at("bob", "team").add_turn("user", "Hello")  # ana is a participant
    kept = town.keep_as("ana", subjects=["bob"], stated_by="bob", learned_in="team")

    assert town.shows(town.at("ana"), kept, OWN)


@pytest.mark.parametrize(
    ("sensitivity", "stated_by", "shown"),
    [
        (PUBLIC, "bob", True),
        (PERSONAL, "bob", True),
        (SENSITIVE, "bob", False),
        (SENSITIVE, "ana", True),
    ],
)
def test_an_application_tells_sensitive_things_to_who_said_them(
    town: Town, sensitivity: str, stated_by: str, shown: bool
) -> None:
    writer = town.at(stated_by, app_id="desk")
    kept = town.keep(writer, space="app", sensitivity=sensitivity)

    assert town.shows(town.at("ana", app_id="desk"), kept, OWN) is shown


# Cross-context retrieval

KEEPERS = [("user", None), ("chat", "team"), ("user", "team")]


@pytest.mark.parametrize(("space", "chat"), KEEPERS)
@pytest.mark.parametrize(
    ("sensitivity", "about", "shown"),
    [
        (PUBLIC, ["bob"], True),
        (PERSONAL, ["bob"], True),
        (SENSITIVE, ["bob"], True),
        (PUBLIC, ["bob", "cy"], True),
        (PERSONAL, ["bob", "cy"], True),
        (SENSITIVE, ["bob", "cy"], False),  # the other subject is not in this private chat
        (PUBLIC, ["cy"], False),
        (PUBLIC, [], False),  # about who keeps it
    ],
)
def test_a_direct_message_finds_what_others_keep_about_the_partner(
    town: Town, space: str, chat: str | None, sensitivity: str, about: list[str], shown: bool
) -> None:
    kept = town.keep(town.at("ana", chat), space=space, sensitivity=sensitivity, subjects=about)

    assert town.shows(town.at("bob"), kept, CROSS) is shown


@pytest.mark.parametrize("view", [{}, {"chat": "other", "participants": ("bob", "dan")}])
def test_what_is_not_portable_stays_where_it_was_learned(town: Town, view: dict[str, Any]) -> None:
    kept = town.keep(town.at("ana", "team"), space="chat", subjects=["bob"], portable=False)

    assert town.shows(town.at("bob", "team"), kept, OWN)
    assert not town.shows(town.at("bob", **view), kept, CROSS)


@pytest.mark.parametrize(
    ("sensitivity", "about", "asker", "present", "shown"),
    [
        (PUBLIC, ["bob"], "bob", ("bob", "dan"), True),
        (PUBLIC, ["bob"], "dan", ("bob", "dan"), True),
        (PUBLIC, ["bob"], "dan", ("cy", "dan"), False),
        (PUBLIC, ["bob", "cy"], "dan", ("bob", "cy", "dan"), True),
        (PERSONAL, ["bob"], "bob", ("bob", "dan"), True),
        (PERSONAL, ["bob"], "dan", ("bob", "dan"), False),
        (PERSONAL, ["bob", "cy"], "bob", ("bob", "dan"), False),
        (PERSONAL, ["bob", "cy"], "bob", ("bob", "cy", "dan"), True),
        (SENSITIVE, ["bob"], "bob", ("bob", "dan"), False),
        (SENSITIVE, ["bob"], "dan", ("bob", "dan"), False),
    ],
)
def test_another_group_finds_what_is_kept_about_the_people_present(
    town: Town, sensitivity: str, about: list[str], asker: str, present: tuple[str, ...], shown: bool
) -> None:  # fmt: skip
    kept = town.keep(town.at("ana"), sensitivity=sensitivity, subjects=about)

    assert town.shows(town.at(asker, "other", participants=present), kept, CROSS) is shown


def test_a_memory_about_two_people_present_is_found_once(town: Town) -> None:
    town.keep(town.at("ana"), subjects=["bob", "cy"])
    group = town.at("dan", "other", participants=("bob", "cy"))

    assert len(group.query("zebra", top_k=5).bullets) == 1
    assert len(group.find_memories_by_subject(["bob", "cy"])) == 1


# What do you know about me?


@pytest.mark.parametrize(
    ("context", "seen"),
    [
        ("private chat with bob", (True, True, True)),
        ("group chat, bob asks", (True, True, False)),
        ("group chat, others ask", (True, False, False)),
    ],
)
@pytest.mark.parametrize("keeper", ["bob", "ana"])
def test_the_self_query(town: Town, keeper: str, context: str, seen: tuple[bool, ...]) -> None:
    asker = {
        "private chat with bob": town.at("bob"),
        "group chat, bob asks": town.at("bob", "team"),
        "group chat, others ask": town.at("cy", "team"),
    }[context]
    for sensitivity, shown in zip((PUBLIC, PERSONAL, SENSITIVE), seen, strict=True):
        one = Town(town.store)
        kept = one.keep(one.at(keeper), sensitivity=sensitivity, subjects=["bob"])
        view = one.at(asker.principal.user_id, asker.principal.chat_id)
        doors = OWN if keeper == asker.principal.user_id else CROSS
        assert one.shows(view, kept, doors) is shown, sensitivity


# Who somebody is


def test_a_user_is_told_what_is_known_of_the_person_that_the_user_is(town: Town) -> None:
    people = town.store.people(town.tenant)
    person = people.add("Bob Smith")
    kept = town.keep(town.at("ana"), subjects=[person.id], sensitivity=SENSITIVE)
    before = town.at("bob").find_memories_by_subject([person.id])
    people.link_user(person.id, "bob")

    after = town.at("bob").find_memories_by_subject([person.id])

    assert (before, [memory.id for memory in after]) == ([], [kept.id])


# Authorization


@pytest.mark.parametrize(
    ("space", "who", "where", "allowed"),
    [
        ("user", "ana", None, True),
        ("user", "ana", "team", True),
        ("user", "bob", None, False),
        ("user", "bob", "team", False),
        ("chat", "ana", "team", True),
        ("chat", "bob", "team", True),  # a member of the chat
        ("chat", "bob", None, False),
        ("chat", "dan", "other", False),
    ],
)
def test_who_may_delete_a_memory(
    town: Town, space: str, who: str, where: str | None, allowed: bool
) -> None:
    kept = town.keep(town.at("ana", "team"), space=space, subjects=["bob"])
    view = town.at(who, where)

    if not allowed:  # Bob is shown it, as it is about him; Dan does not learn that it is there
        with pytest.raises(PermissionDenied if who == "bob" else MemoryNotFound):
            view.forget(kept.id)
    else:
        view.forget(kept.id)
    assert (kept.id in str(town.at("ana", "team").list())) is not allowed


def test_what_another_keeps_is_read_where_it_is_shown_and_changed_by_its_owner(
    town: Town,
) -> None:
    kept = town.keep(town.at("ana"), subjects=["bob"])
    bob = town.at("bob")

    assert bob.memory(kept.id).id == kept.id
    changes: list[Callable[[], Any]] = [
        lambda: bob.forget(kept.id),
        lambda: bob.correct(kept.id, "Has no zebra"),
        lambda: bob.pin(kept.id),
        lambda: bob.confirm(kept.id),
        lambda: bob.restore(kept.id),
        lambda: bob.relate(kept.id, kept.id),
    ]
    for change in changes:
        with pytest.raises(NotTheOwner, match="its owner alone"):
            change()
    assert "zebra" in town.at("ana").memory(kept.id).content.lower()


@pytest.mark.parametrize(("who", "allowed"), [("ana", True), ("bob", True), ("cy", False)])
@pytest.mark.parametrize("change", ["update", "add_alias", "remove_alias", "add_username"])
def test_who_may_change_a_person(town: Town, change: str, who: str, allowed: bool) -> None:
    added = town.at("ana").people.add("Bob", aliases=["Bobby"])
    person = town.store.people(town.tenant).link_user(added.id, "bob")
    people = town.at(who).people
    asks: dict[str, Any] = {
        "update": lambda: people.update(person.id, name="Robert"),
        "add_alias": lambda: people.add_alias(person.id, "Rob"),
        "remove_alias": lambda: people.remove_alias(person.id, "Bobby"),
        "add_username": lambda: people.add_username(person.id, "slack", "bob"),
    }

    if not allowed:
        with pytest.raises(PermissionDenied):
            asks[change]()
    else:
        asks[change]()
    assert (people.get(person.id) == person) is not allowed


def test_everybody_may_refer_to_a_person(town: Town) -> None:
    person = town.at("ana").people.add("Bob")

    kept = town.keep(town.at("dan"), subjects=[person.id])

    assert town.at("dan").memory(kept.id).subjects == (person.id,)
    assert town.at("cy").people.find("bob") == [person]


def test_a_job_without_a_principal_skips_the_checks_and_says_so(town: Town) -> None:
    person = town.at("ana").people.add("Bob")

    trusted = town.store.people(town.tenant)

    assert trusted.update(person.id, name="Robert").name == "Robert"
    town.keep(town.at("ana"), subjects=["bob"], sensitivity=SENSITIVE)
    ns = ("memory", town.tenant, "user", "ana", "knowledge")
    town.store.put(ns, "k", {"content": "The zebra m2x"})
    assert {event.actor for event in town.at("ana").history("k")} == {"system"}
