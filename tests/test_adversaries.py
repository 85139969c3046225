"""Does somebody who tries get to see, or to change, what is another's?"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from aging import shell
from books import require_balance, rows
from fix_clock import FakeClock
from fix_database import Databases

from langmem_ext import MemoryStore, MemoryView, Principal
from langmem_ext.errors import (
    ConfigurationError,
    InvalidMemory,
    LangMemError,
    MemoryNotFound,
    PermissionDenied,
    UnknownCategory,
)
from langmem_ext.graphs import daily
from langmem_ext.stores.connections import Session

SQL = "'; DROP TABLE langmem.memories; --"
NASTY = (
    "u1", "u10", "u", "U1", "ｕ1", "u1 ", " u1", "u_", "u%", "%", "_", "u*", "*",
    "\u00e9", "e\u0301", "u1\u200b",
    SQL, "' OR '1'='1", "$1", "%s", "%(me)s", "{row}", "@viewer", "all", "{all}", "{}", "{", "}", "NULL", "null",
    "a,b", 'a"b', "a\\b", "a'b", "a\nb", "a/b", "x/user:u1", "user:u1", "u1/user:u10", "default/user:u1",
    "person:u1", "people",
    "a.b", "a%2Fb", "%2E", "..",
)  # fmt: skip
"""Ids that differ by little, hold what patterns, SQL, array texts and keys are made of, or are words of ours."""

_tenants = count(1)


@pytest.fixture(scope="module")
def shared(databases: Databases) -> Iterator[MemoryStore]:
    with (
        databases.fresh() as uri,
        MemoryStore.from_conn_string(uri, index=False, clock=FakeClock()) as store,
    ):
        yield store


@pytest.fixture
def tenant() -> str:
    return f"town{next(_tenants)}"


@pytest.fixture
def as_user(shared: MemoryStore, tenant: str) -> Callable[..., MemoryView]:
    """Show the memory of a tenant of the test's own."""
    return lambda user_id=None, **more: shared.bind(Principal(user_id, tenant=tenant, **more))


def remember(view: MemoryView, content: str = "Has a zebra", **fields: Any) -> str:
    outcome = view.remember(content, **{"category": "knowledge", "user_requested": True, **fields})
    assert outcome.memory is not None, outcome
    return outcome.memory.id


def put(view: MemoryView, content: str, **fields: Any) -> str:
    """Let a trusted job write into the view's space: it may say who has said something."""
    principal, key = view.principal, content.casefold().replace(" ", "-")
    space = ("memory", principal.tenant, "user", str(principal.user_id), "knowledge")
    view.store.put(space, key, {"content": content, **fields})
    return key


def contents(view: MemoryView) -> list[str]:
    """Return what a view shows, at several doors, each of which shows the same."""
    listed = sorted(memory.content for memory in view.list())
    found = view.query("zebra", top_k=60, returns="full", budget_tokens=10**6).memories
    assert sorted(memory.content for memory in found) == listed
    assert sorted(item.value["content"] for item in view.search(("memory",), limit=99)) == listed
    exported = [row["content"] for row in view.export() if row["record"] == "memory"]
    assert sorted(exported) == listed
    return listed


# Ids that look like others


@pytest.mark.parametrize("kind", ["user_id", "chat_id", "app_id", "tenant"])
def test_an_id_is_no_part_and_no_pattern_of_another(
    shared: MemoryStore, tenant: str, kind: str
) -> None:
    def named(id: str) -> MemoryView:
        given = (
            {"tenant": tenant, kind: id} if kind != "tenant" else {"tenant": id, "user_id": kind}
        )
        return shared.bind(Principal(**given))

    for number, id in enumerate(NASTY):
        remember(named(id), f"Zebra {number}", space=kind[:-3] if kind != "tenant" else "user")

    assert [contents(named(id)) for id in NASTY] == [[f"Zebra {n}"] for n in range(len(NASTY))]


def test_a_person_is_no_part_and_no_pattern_of_another(as_user: Callable[..., MemoryView]) -> None:
    ana = as_user("ana")
    for number, person in enumerate(NASTY):
        remember(ana, f"Zebra {number}", subjects=[person], sensitivity="sensitive")

    found = [
        [m.content for m in as_user(id).query("zebra", top_k=60, returns="full").memories]
        for id in NASTY
    ]
    about = [[m.content for m in as_user(id).find_memories_by_subject(NASTY)] for id in NASTY]

    assert found == about == [[f"Zebra {number}"] for number in range(len(NASTY))]


def test_a_participant_is_no_part_and_no_pattern_of_another(
    as_user: Callable[..., MemoryView],
) -> None:
    ana = as_user("ana")
    for number, person in enumerate(NASTY):
        remember(ana, f"Zebra {number}", subjects=[person])

    groups = (as_user("dan", chat_id="c", participants=(id,)) for id in NASTY)

    found = [[m.content for m in view.find_memories_by_subject(NASTY)] for view in groups]
    assert found == [[f"Zebra {number}"] for number in range(len(NASTY))]


def test_a_chat_where_something_was_learned_is_no_part_of_another(
    as_user: Callable[..., MemoryView],
) -> None:
    for number, chat in enumerate(NASTY):
        ana, there = as_user("ana"), as_user("ana", chat_id=chat)
        secret = {"subjects": ["bo"], "stated_by": "bo", "learned_in": chat}
        id = put(ana, f"Zebra {number}", **secret)
        with pytest.raises(MemoryNotFound):
            ana.memory(id)
        there.add_turn("user", "Hello")
        assert ana.memory(id)


@pytest.mark.parametrize("agent", NASTY)
def test_an_agent_that_nobody_configured_sees_nothing(
    as_user: Callable[..., MemoryView], agent: str
) -> None:
    remember(as_user("ana"))

    assert contents(as_user("ana", agent=agent)) == []


@pytest.mark.parametrize("participants", ["bob", ("bo\x00b",), ("",), (7,)])
def test_participants_are_ids(participants: Any) -> None:
    with pytest.raises(ConfigurationError, match="participants"):
        Principal("ana", participants=participants)


# SQL in every string


@pytest.mark.parametrize(
    "text", [SQL, "%(spaces)s", "$1; SELECT 1", "{filter}", "@may_see(m)", "a\\' OR true --"]
)
def test_a_text_is_a_text(as_user: Callable[..., MemoryView], text: str) -> None:
    ana, bo = as_user("ana", thread_id=text), as_user("bo")
    hers, his = (
        remember(ana, f"Zebra {text}", title=text, tags=[text], keywords=[text]),
        remember(bo),
    )

    assert contents(ana) == [f"Zebra {text}"]
    assert ana.memory(hers).tags == (text,)
    for field in ("id", "content", "title", "tags", "thread_id", text):
        for condition in (text, {"$ne": text}):
            with suppress(InvalidMemory):  # no field is called like an operator
                assert his not in str(ana.list(filters={field: condition}))
                assert his not in str(ana.query(text, filters={field: condition}, returns="full"))
                assert his not in str(ana.search(("memory",), filter={field: condition}))
    ana.people.add(text, id=text, aliases=[text], usernames={"slack": text}, relationship=text)
    assert ana.people.find(text)[0].id == text
    ana.add_turn("user", f"Zebra {text}", session_id=text, id=text, speaker=text)
    assert ana.search_turns(text, session_id=text)
    assert ana.entity(text) is None or his not in str(ana.entity(text))
    with pytest.raises(UnknownCategory):
        ana.query("zebra", categories=[text])
    with pytest.raises(MemoryNotFound):
        ana.memory(text)
    assert contents(bo) == ["Has a zebra"]


# What may not be seen and what is not there


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The statements that were sent since the list was cleared."""
    sent: list[Any] = []
    send = Session.send

    def note(session: Session, request: Any) -> Any:
        sent.extend(str(statement.sql) for statement in request.statements)
        return send(session, request)

    monkeypatch.setattr(Session, "send", note)
    return sent


@pytest.mark.parametrize(
    "ask",
    [
        lambda view, id: view.memory(id),
        lambda view, id: view.forget(id),
        lambda view, id: view.restore(id),
        lambda view, id: view.correct(id, "Has no zebra"),
        lambda view, id: view.pin(id),
        lambda view, id: view.confirm(id),
        lambda view, id: view.related(id),
        lambda view, id: view.relate(id, id),
        lambda view, id: view.consent(id, True),
        lambda view, id: view.history(id),
        lambda view, id: view.list(filters={"id": id}),
    ],
)
@pytest.mark.parametrize(
    "who",
    [{"user_id": "bo"}, {"user_id": "ana", "chat_id": "c"}, {"user_id": "ana", "agent": "planner"}],
)
def test_what_may_not_be_seen_is_answered_like_what_is_not_there(
    as_user: Callable[..., MemoryView], asked: list[Any], ask: Any, who: dict[str, Any]
) -> None:
    id = remember(as_user("ana"), sensitivity="sensitive")
    view = as_user(**who)

    answers = []
    for each in (id, "not-there"):
        asked.clear()
        try:
            answer = str(ask(view, each))
        except LangMemError as error:
            answer = f"{type(error).__name__}: {error}".replace(each, "ID")
        answers.append((answer, list(asked)))

    assert answers[0] == answers[1]


def test_a_foreign_namespace_is_refused_whether_it_holds_something_or_not(
    as_user: Callable[..., MemoryView], tenant: str
) -> None:
    id = remember(as_user("ana"))
    mallory = as_user("mallory")
    foreign = [("memory", tenant, "user", owner, "knowledge") for owner in ("ana", "nobody")]
    asks = [
        lambda ns: mallory.get(ns, id),
        lambda ns: mallory.search(ns),
        lambda ns: mallory.put(ns, id, {"content": "Mine"}),
        lambda ns: mallory.delete(ns, id),
    ]
    for ask in asks:
        refusals = []
        for namespace in foreign:
            with pytest.raises(PermissionDenied) as refused:
                ask(namespace)
            refusals.append(str(refused.value).replace(namespace[3], "X"))
        assert refusals[0] == refusals[1]
    assert not mallory.list_namespaces(prefix=("memory",))
    assert not mallory.list_namespaces(prefix=("memory", tenant, "*", "ana"))


def test_another_tenants_namespace_is_refused(shared: MemoryStore, tenant: str) -> None:
    remember(shared.bind(Principal("ana", tenant=tenant)))
    other = shared.bind(Principal("ana", tenant=f"{tenant}0"))

    for prefix in (("memory", tenant), ("memory", tenant, "user", "ana", "knowledge")):
        with pytest.raises(PermissionDenied):
            other.search(prefix)
    assert contents(other) == []


def test_statistics_count_nothing_that_may_not_be_seen(as_user: Callable[..., MemoryView]) -> None:
    ana, chat = as_user("ana"), as_user("ana", chat_id="c")
    planner = as_user("ana", agent="planner")
    before = [chat.stats(), planner.stats()]

    ana.pin(remember(ana, sensitivity="sensitive"))

    assert [chat.stats(), planner.stats()] == before


def test_the_thread_of_another_user_is_another_thread(as_user: Callable[..., MemoryView]) -> None:
    ana, bo = (as_user(user, thread_id="t", chat_id="c") for user in ("ana", "bo"))
    ana.delta()
    remember(ana, space="chat")
    remember(ana, "Has a yak")

    assert [change.text for change in bo.delta().changes] == []  # starts now
    assert {change.text for change in ana.delta().changes} == {"Has a zebra", "Has a yak"}


# What was more secret once


@pytest.fixture
def reworded(as_user: Callable[..., MemoryView], shared: MemoryStore, tenant: str) -> str:
    """The id of a memory that was sensitive and is public now, with another text."""
    namespace, ana = ("memory", tenant, "user", "ana", "knowledge"), as_user("ana")
    ana.put(namespace, "k", {"content": "Has a zebra", "sensitivity": "sensitive"})
    shared.scope.clock.advance(timedelta(hours=1))  # type: ignore[attr-defined]
    ana.put(namespace, "k", {"content": "Has a yak", "sensitivity": "public"})
    return "k"


def test_what_was_sensitive_is_not_told_to_a_group_by_the_past(
    as_user: Callable[..., MemoryView], reworded: str, shared: MemoryStore
) -> None:
    then = shared.scope.clock() - timedelta(minutes=1)
    alone, chat = as_user("ana"), as_user("ana", chat_id="c")

    assert alone.query("zebra", as_of=then).bullets == ("[knowledge] Has a zebra",)
    assert chat.query("zebra", as_of=then).bullets == ()
    assert [event.old for event in alone.history("k")] == ["Has a zebra", None]
    assert "zebra" not in str((chat.history("k"), chat.history(), list(chat.export())))
    assert chat.memory("k").content == "Has a yak"


def test_an_event_without_a_text_tells_nothing_of_what_may_not_be_seen(
    as_user: Callable[..., MemoryView],
) -> None:
    ana = as_user("ana")
    there = {"subjects": ["bo"], "stated_by": "bo", "learned_in": "c"}
    as_user("ana", chat_id="c").add_turn("user", "Hello")
    one, other = put(ana, "Has a zebra", **there), put(ana, "Has a yak", **there)
    ana.relate(one, other)
    mallory = as_user("mallory", app_id="desk", chat_id="d")
    mallory.add_turn("user", "Hello")

    assert {event.event for event in ana.history(one)} == {"ADD", "LINK"}
    rows(ana.store.conn_string, "DELETE FROM langmem.attendance WHERE person = 'ana'")
    assert list(ana.history(one)) == list(ana.history()) == []


# The registry of people


def test_nobody_becomes_another_by_registering_an_id(as_user: Callable[..., MemoryView]) -> None:
    remember(as_user("ana"), subjects=["bob"], sensitivity="sensitive")
    mallory = as_user("mallory")
    mallory.people.add("Bob", id="bob", aliases=["mallory"])
    mallory.people.add("Mallory", id="mallory")

    for keep, other in (("mallory", "bob"), ("bob", "mallory")):
        with pytest.raises(PermissionDenied):
            mallory.people.merge(keep, other)
    with pytest.raises(PermissionDenied):
        mallory.people.link_user("bob", "mallory")

    assert not mallory.find_memories_by_subject(["bob", "mallory"])
    remember(as_user("ana"), "Has a yak", subjects=["bob"])
    assert len(as_user("bob").find_memories_by_subject(["bob"])) == 2


def test_nobody_becomes_another_by_merging_a_person_that_others_speak_of(
    as_user: Callable[..., MemoryView], shared: MemoryStore, tenant: str
) -> None:
    mallory = as_user("mallory")
    bob, me = mallory.people.add("Bob"), mallory.people.add("M")
    shared.people(tenant).link_user(me.id, "mallory")
    remember(as_user("ana"), subjects=[bob.id], sensitivity="personal")

    for keep, other in ((me.id, bob.id), (bob.id, me.id)):
        with pytest.raises(PermissionDenied):
            mallory.people.merge(keep, other)

    assert not mallory.find_memories_by_subject([bob.id, me.id])


def test_a_name_leads_to_nobodys_memories(as_user: Callable[..., MemoryView]) -> None:
    bob = as_user("ana").people.add("Bob", usernames={"slack": "@Bob"})
    remember(as_user("ana"), subjects=[bob.id])
    mallory = as_user("mallory")
    me = mallory.people.add("Bob", aliases=["bob", "BOB"])

    for lookalike in ("bob", "@bob", "BOB", "ｂｏｂ", " bob "):
        with pytest.raises(InvalidMemory, match="another person's"):
            mallory.people.add_username(me.id, "slack", lookalike)
    mallory.people.add_username(me.id, "slack", "bоb")  # with a Cyrillic letter: another name

    assert [each.id for each in mallory.people.find("bob", "slack")] == [bob.id]
    assert not mallory.find_memories_by_subject([bob.id, me.id])


def test_nobody_says_to_be_a_user(as_user: Callable[..., MemoryView]) -> None:
    mallory = as_user("mallory")
    me = mallory.people.add("M")

    with pytest.raises(PermissionDenied):
        mallory.people.add_username(me.id, "user", "bob")
    with pytest.raises(PermissionDenied):
        mallory.people.add("B", id="b", usernames={"user": "bob"})
    with pytest.raises(PermissionDenied):
        mallory.people.link_user(me.id, "mallory")
    assert [person.id for person in mallory.people.list()] == [me.id]


def test_who_is_registered_already_is_not_overwritten(as_user: Callable[..., MemoryView]) -> None:
    bob = as_user("ana").people.add("Bob", id="bob")

    again = as_user("mallory").people.add("Mallory's", id="bob", aliases=["m"])

    assert again == bob
    assert not as_user("mallory").people.find("m")


@pytest.mark.parametrize("who", ["mallory", "bob"])
def test_only_who_may_change_both_merges_or_undoes(
    as_user: Callable[..., MemoryView], who: str
) -> None:
    people = as_user("ana").people
    one, two = people.add("Bob"), people.add("Bob Smith")
    with pytest.raises(PermissionDenied):
        as_user(who).people.merge(one.id, two.id)
    done = people.merge(one.id, two.id)

    with pytest.raises(PermissionDenied):
        as_user(who).people.undo_merge(done.id)

    assert people.get(two.id).id == one.id


# What a merge re-links, and what taking it back restores

BOOKS = (
    "SELECT space, uid, subjects, slot, state FROM langmem.memories WHERE space LIKE '{}/%' ORDER BY 1, 2",
    "SELECT platform, handle, person FROM langmem.identities WHERE space LIKE '{}/%' ORDER BY 1, 2, 3",
    "SELECT id, name, merged_into FROM langmem.people WHERE space LIKE '{}/%' ORDER BY 1",
    "SELECT space, home, uid, subjects FROM langmem.documents WHERE space LIKE '{}/%' ORDER BY 1, 2, 3",
    "SELECT space, term, uid FROM langmem.postings WHERE space LIKE '{}/%' ORDER BY 1, 2, 3",
)


@pytest.mark.parametrize("trusted", [True, False])
def test_a_merge_relinks_everything_and_its_undoing_restores_everything(
    as_user: Callable[..., MemoryView], shared: MemoryStore, tenant: str, trusted: bool
) -> None:
    ana, bo = as_user("ana", chat_id="c"), as_user("bo")
    people = shared.people(tenant) if trusted else ana.people
    bob = ana.people.add("@bob", aliases=["Bobby"], usernames={"slack": "bob"})
    smith = ana.people.add("Bob Smith", aliases=["bobby"], usernames={"mail": "bob@x.org"})
    remember(ana, "Zebra one", subjects=[bob.id], slot="employer")
    shared.scope.clock.advance(timedelta(hours=1))  # type: ignore[attr-defined]
    remember(ana, "Zebra two", subjects=[smith.id], slot="employer")
    remember(ana, "Zebra three", subjects=[smith.id], slot="location")
    remember(bo, "Zebra four", subjects=[smith.id, "cy"])
    remember(ana, "Zebra five", subjects=[smith.id], portable=False, space="chat")
    remember(bo, "Zebra six", subjects=[bob.id])
    before = [rows(shared.conn_string, each.format(tenant)) for each in BOOKS]

    done = people.merge(bob.id, smith.id)

    subjects = {memory.content: memory.subjects for memory in (*ana.list(), *bo.list())}
    assert set(subjects.values()) == {(bob.id,), tuple(sorted((bob.id, "cy")))}
    assert done.memories == (4 if trusted else 3)  # Bo's is not Ana's to know of
    assert people.get(smith.id).id == bob.id
    assert people.find("bob@x.org", "mail")[0].id == people.find("Bob Smith")[0].id == bob.id
    require_balance_of(shared, tenant)
    people.undo_merge(done.id)
    after = [rows(shared.conn_string, each.format(tenant)) for each in BOOKS]
    assert after == before
    require_balance_of(shared, tenant)


def require_balance_of(store: MemoryStore, tenant: str) -> None:
    require_balance(store.conn_string)


def test_taking_a_merge_back_leaves_a_slot_to_who_fills_it_by_now(
    as_user: Callable[..., MemoryView], shared: MemoryStore
) -> None:
    ana = as_user("ana")
    bob, smith = ana.people.add("Bob"), ana.people.add("Bob Smith")
    old = remember(ana, "Zebra one", subjects=[bob.id], slot="employer")
    shared.scope.clock.advance(timedelta(hours=1))  # type: ignore[attr-defined]
    moved = remember(ana, "Zebra two", subjects=[smith.id], slot="employer")
    done = ana.people.merge(bob.id, smith.id)
    shared.scope.clock.advance(timedelta(hours=1))  # type: ignore[attr-defined]
    new = remember(ana, "Zebra three", subjects=[smith.id], slot="employer")

    ana.people.undo_merge(done.id)

    assert ana.memory(new).slot == "employer"
    assert (ana.memory(new).subjects, ana.memory(old).slot) == ((bob.id,), None)
    with pytest.raises(MemoryNotFound):
        ana.memory(moved)  # superseded


# What a write tells


@pytest.mark.parametrize("who", [{"chat_id": "c"}, {"agent": "planner"}])
def test_a_write_does_not_tell_what_it_replaces_if_that_may_not_be_seen(
    as_user: Callable[..., MemoryView], who: dict[str, Any]
) -> None:
    remember(as_user("ana"), "Has a zebra", slot="pet", sensitivity="sensitive")

    outcome = as_user("ana", **who).remember(
        "Has a yak", slot="pet", category="tasks", space="user"
    )

    assert (outcome.status, outcome.reason, outcome.previous) == ("created", None, None)
    assert outcome.memory is not None and not outcome.memory.supersedes
    assert [memory.content for memory in as_user("ana").list()] == ["Has a yak"]


@pytest.mark.parametrize("who", [{"chat_id": "c"}, {"agent": "planner"}])
def test_a_memory_does_not_name_those_that_may_not_be_seen(
    as_user: Callable[..., MemoryView], who: dict[str, Any], shared: MemoryStore
) -> None:
    ana, view = as_user("ana"), as_user("ana", **who)
    hidden = remember(ana, "Has a zebra", slot="pet", sensitivity="sensitive")
    seen = remember(ana, "Has a yak", slot="pet", category="tasks")
    conclusion = remember(ana, "Likes animals", category="tasks", source_ids=[hidden, seen, "m1"])

    assert ana.memory(seen).supersedes == (hidden,)
    assert ana.memory(conclusion).source_ids == (hidden, seen, "m1")
    for shown in (view.memory(seen), *view.list(filters={"slot": "pet"}), view.pin(seen).memory):
        assert shown is not None and shown.supersedes == ()
    found = view.query("animals", returns="full").memories
    for shown in (view.memory(conclusion), *found, view.confirm(conclusion).memory):
        assert shown is not None and shown.source_ids == (seen, "m1")
    assert not view.list(filters={"source_ids": hidden})
    assert view.list(filters={"source_ids": seen})
    assert hidden not in str([*view.history(), *view.export(), view.search(("memory",))])
    assert hidden in str(ana.history())


def test_whose_the_key_of_a_hidden_memory_is_nobody_learns_by_naming_it(
    as_user: Callable[..., MemoryView], tenant: str
) -> None:
    ana, chat = as_user("ana"), as_user("ana", chat_id="c")
    namespace = ("memory", tenant, "user", "ana", "knowledge")
    ana.put(namespace, "salary", {"content": "Earns a zebra", "sensitivity": "sensitive"})

    guesses = ["salary", "no-such-key"]
    id = remember(chat, "Has a yak", space="user", source_ids=guesses)

    assert list(chat.memory(id).source_ids) == guesses


def test_a_write_under_the_key_of_a_hidden_memory_takes_its_place(
    as_user: Callable[..., MemoryView], tenant: str, shared: MemoryStore
) -> None:
    ana, chat = as_user("ana"), as_user("ana", chat_id="c")
    namespace = ("memory", tenant, "user", "ana", "knowledge")
    ana.put(namespace, "k", {"content": "Has a zebra", "sensitivity": "sensitive"})
    shared.scope.clock.advance(timedelta(hours=1))  # type: ignore[attr-defined]
    chat.delete(namespace, "k")
    assert ana.get(namespace, "k") is not None

    chat.put(namespace, "k", {"content": "Has a yak"})

    item = chat.get(namespace, "k")
    assert item is not None and item.created_at == item.updated_at
    assert [event.event for event in chat.history("k")] == ["ADD"]
    assert "zebra" not in str([*chat.history(), *chat.export()])
    assert [memory.content for memory in ana.list()] == ["Has a yak"]
    (old,) = [row for row in ana.export() if row.get("content") == "Has a zebra"]
    assert (old["state"], old["superseded_by"]) == ("superseded", ["k"])
    require_balance_of(shared, tenant)


def test_an_operation_of_anothers_is_another_operation(as_user: Callable[..., MemoryView]) -> None:
    remember(as_user("ana"), operation_id="run-1", sensitivity="sensitive")
    for who in ({"chat_id": "c"}, {"agent": "planner"}):
        view = as_user("ana", **who)
        draft = {"category": "tasks", "space": "user", "operation_id": "run-1"}

        first = view.remember(f"Feeds the yak of {who}", **draft)
        again = view.remember(f"Feeds the yak of {who}", **draft)

        assert (first.status, again.status, again.reason) == ("created", "unchanged", "replay")
        assert again.memory == first.memory


def test_the_daily_cap_does_not_count_what_may_not_be_seen(
    as_user: Callable[..., MemoryView], shared: MemoryStore
) -> None:
    cap = shared.scope.settings.decision.max_writes_per_day
    for number in range(cap):
        remember(as_user("ana"), f"Zebra {number}", source="scan")

    planner, alone = as_user("ana", agent="planner"), as_user("ana")

    assert planner.remember("Feeds the yak", category="tasks", source="scan").status == "created"
    assert alone.remember("Has a yak", category="knowledge", source="scan").reason == "cap"


def test_a_restored_memory_takes_its_slot_from_one_that_may_not_be_seen(
    as_user: Callable[..., MemoryView], shared: MemoryStore
) -> None:
    ana, planner = as_user("ana"), as_user("ana", agent="planner")
    id = remember(ana, "Has a yak", slot="pet", category="tasks")
    ana.forget(id)
    remember(ana, "Has a zebra", slot="pet")

    outcome = planner.restore(id)

    assert (outcome.status, outcome.reason) == ("updated", "restored")
    assert [memory.content for memory in ana.list()] == ["Has a yak"]


def test_what_others_tried_alone_is_not_counted_in_a_chat(
    as_user: Callable[..., MemoryView],
) -> None:
    ana, chat = as_user("ana"), as_user("ana", chat_id="c")
    chat.add_turn("user", "Hello")
    before = chat.stats()

    assert ana.remember("My password is hunter2-Xy9!").reason == "secret"

    assert chat.stats() == before


def test_an_agent_embeds_what_it_may_see(store: MemoryStore) -> None:
    alone, planner = (
        store.bind(Principal(user_id="ana", **who)) for who in ({}, {"agent": "planner"})
    )
    store.bind(Principal(user_id="ana", agent="supervisor")).add_turn("user", "Hello", id="m1")
    assert planner.embed_missing() == 0

    planner.add_turn("user", "Good morning", id="m2")

    assert planner.embed_missing() == 1
    assert alone.embed_missing() == 1


def test_what_is_gone_is_not_counted_where_it_was_not_seen(
    shared: MemoryStore, as_user: Callable[..., MemoryView], tenant: str
) -> None:
    ana, chat = as_user("ana"), as_user("ana", chat_id="c")
    before = ana.stats(), chat.stats()
    for space, owner in (("user", "ana"), ("chat", "c")):
        place = ("memory", tenant, space, owner, "tasks")
        shared.put(place, "k", {"content": "Owes", "sensitivity": "sensitive", "subjects": ["bo"]})
        shared.delete(place, "k")
    clock: Any = shared.scope.clock
    clock.advance(timedelta(days=40))
    daily.build(only=["purge"], tenant=tenant).compile(store=shared).invoke({})

    assert (ana.stats(), chat.stats()) == before


def test_an_agent_is_not_told_what_maintenance_did_to_all(store: MemoryStore) -> None:
    store.bind(Principal(user_id="bo")).remember("Has a yak", category="tasks")
    daily.build().compile(store=store).invoke({})
    run = shell(store.conn_string)

    told = json.loads(run("stats", "--user", "ana", "--agent", "planner", "--json").stdout)

    assert told["runs"] == []
    assert json.loads(run("stats", "--user", "ana", "--json").stdout)["runs"]


def test_what_somebody_is_to_a_user_others_are_not_told(
    as_user: Callable[..., MemoryView], shared: MemoryStore, tenant: str
) -> None:
    ana, bo = as_user("ana"), as_user("bo")
    person = ana.people.add("Dr Reis", id="reis", relationship="my oncologist")
    assert person.relationship == ana.people.get("reis").relationship == "my oncologist"
    assert shared.people(tenant).get("reis").relationship == "my oncologist"
    assert as_user("reis").people.get("reis").relationship == "my oncologist"

    for found in (bo.people.find("Dr Reis"), bo.people.list(), [bo.people.get("reis")]):
        assert [(each.name, each.relationship) for each in found] == [("Dr Reis", None)]
    assert bo.people.add("Dr Reis", id="reis", relationship="mine").relationship is None
    ana.people.update("reis", name="Dr Anna Reis")
    assert ana.people.get("reis").relationship == "my oncologist"
