"""What was exported comes back elsewhere as it was, as often as one likes, and never with a secret."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from fix_clock import FakeClock
from fix_database import Databases
from fix_embeddings import HASH_DIMS, HashEmbeddings

from langmem_ext import InvalidMemory, PermissionDenied, Principal
from langmem_ext.stores import AsyncMemoryStore, MemoryStore, records

ANA = Principal(user_id="ana", thread_id="t1")


@pytest.fixture
def elsewhere(
    databases: Databases, clock: FakeClock, hash_embeddings: HashEmbeddings
) -> Iterator[MemoryStore]:
    """A second store, on a database of its own."""
    index = {"dims": HASH_DIMS, "embed": hash_embeddings}
    with (
        databases.fresh() as uri,
        MemoryStore.from_conn_string(uri, index=index, clock=clock) as store,
    ):
        yield store


def lived(store: MemoryStore, clock: FakeClock) -> list[dict[str, Any]]:
    """Let Ana have every kind of record; return her export, as it is written to a file."""
    ana = store.bind(ANA)
    ana.people.add("Ana Smith", id="ana", aliases=("Annie",), usernames={"chat": "ana_s"})
    first = ana.remember("Lives in Porto", category="profile", slot="location").memory
    boat = ana.remember("Ben Miller has a boat", subjects=("ben",), tags=("sea",)).memory
    clock.advance(timedelta(days=1))
    moved = {"slot": "location", "user_requested": True}
    second = ana.remember("Lives in Lisbon", category="profile", **moved).memory
    ana.correct(boat.id, "Ben Miller has two boats")
    ana.relate(second.id, boat.id, "told_with", 0.5)
    ana.forget(ana.remember("Plays chess on Sundays").memory.id)
    ana.remember("Call me Annie", slot="preferred_name", category="profile", source="review")
    ana.remember("Has a peanut allergy", user_requested=True)
    ana.put(
        ("memory", "default", "user", "ana", "tasks"), "passport", {"content": "Renew it", "n": 4}
    )
    ana.add_turn("user", "I moved to Lisbon", session_id="s1", id="m1", speaker="Ana")
    store.bind(Principal(user_id="ana", agent="planner")).add_turn(
        "assistant", "Noted", session_id="s1"
    )
    assert first.id != second.id
    return exported(store)


def exported(store: MemoryStore, user: str = "ana") -> list[dict[str, Any]]:
    return json.loads(json.dumps(list(store.bind(Principal(user_id=user)).export())))


def test_an_export_holds_everything_about_the_user(store: MemoryStore, clock: FakeClock) -> None:
    lines = lived(store, clock)

    kinds = {line["record"] for line in lines}
    assert kinds == {
        "memory", "history", "turn", "person", "session", "version", "relation", "entity",
    }  # fmt: skip
    states = {line["state"] for line in lines if line["record"] == "memory"}
    assert states == {"active", "superseded", "soft_deleted", "proposed"}


def test_a_restored_user_exports_the_same(
    store: MemoryStore, elsewhere: MemoryStore, clock: FakeClock
) -> None:
    lines = lived(store, clock)
    clock.advance(timedelta(hours=3))

    receipt = elsewhere.bind(ANA).import_lines(lines)

    assert receipt.refused == {}
    assert exported(elsewhere) == lines


def test_ids_that_look_like_the_number_of_an_account_come_back(
    store: MemoryStore, elsewhere: MemoryStore, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = (f"01a202fd-acc2-7336-8e23-{number:012x}" for number in itertools.count())
    monkeypatch.setattr(records, "uuid7", lambda: UUID(next(made)))
    lived(store, clock)
    store.bind(ANA).add_turn("user", "I have a boat", session_id=next(made))
    lines = exported(store)

    receipt = elsewhere.bind(ANA).import_lines(lines)

    assert receipt.refused == {}
    assert exported(elsewhere) == lines


def test_a_second_restore_changes_nothing(
    store: MemoryStore, elsewhere: MemoryStore, clock: FakeClock
) -> None:
    lines = lived(store, clock)
    view = elsewhere.bind(ANA)
    view.import_lines(lines)
    before = exported(elsewhere)

    again = view.import_lines(lines)

    assert again.restored == {}
    assert again.known == len([line for line in lines if line["record"] != "entity"])
    assert exported(elsewhere) == before
    assert store.bind(ANA).import_lines(lines).restored == {}


def test_what_was_restored_is_found(
    store: MemoryStore, elsewhere: MemoryStore, clock: FakeClock
) -> None:
    early = clock.now + timedelta(hours=1)
    lines = lived(store, clock)
    view = elsewhere.bind(ANA)
    view.import_lines(lines)

    assert view.query("Lisbon", top_k=1).bullets == store.bind(ANA).query("Lisbon", top_k=1).bullets
    assert view.entity("Ben Miller") is not None
    assert [hit.turn.id for hit in view.search_turns("moved Lisbon", top_k=1)] == ["m1"]
    assert "[profile] Lives in Porto" in view.query("Lives in", as_of=early).bullets
    forgotten = next(line["id"] for line in lines if line.get("state") == "soft_deleted")
    assert view.restore(forgotten).status == "updated"
    assert [memory.content for memory in view.proposals] == [
        memory.content for memory in store.bind(ANA).proposals
    ]


def test_a_user_may_come_back_under_another_name(store: MemoryStore, clock: FakeClock) -> None:
    lines = lived(store, clock)
    other = store.bind(Principal(user_id="ana-2"))

    other.import_lines([line for line in lines if line["record"] != "person"])

    mine = [line for line in exported(store, "ana-2") if line["record"] == "memory"]
    assert {(line["space"], line["user_id"]) for line in mine} == {("user:ana-2", "ana-2")}
    assert exported(store) == lines


def test_secrets_do_not_come_back(
    elsewhere: MemoryStore, store: MemoryStore, clock: FakeClock
) -> None:
    lines = lived(store, clock)
    secret = "my password is hunter2-Xy9!"
    for line in lines:
        for name in ("content", "new", "text"):
            if line.get(name) and line["record"] in ("memory", "history", "turn", "version"):
                line[name] = f"{line[name]}, {secret}"

    receipt = elsewhere.bind(ANA).import_lines(lines)

    assert receipt.refused["secret"] > 5
    assert "hunter2" not in json.dumps(exported(elsewhere))
    assert elsewhere.bind(ANA).stats().total == 0


@pytest.mark.parametrize(
    "lines", [["text"], [{"content": "x"}], [{"record": "memory", "space": "user:ana"}], [7]]
)
def test_what_is_no_export_is_refused(elsewhere: MemoryStore, lines: list[Any]) -> None:
    with pytest.raises(InvalidMemory):
        elsewhere.bind(ANA).import_lines(lines)


def test_an_agent_and_a_group_may_not_restore(elsewhere: MemoryStore) -> None:
    for principal in (
        Principal(user_id="ana", agent="supervisor"),
        Principal(user_id="ana", chat_id="team"),
    ):
        with pytest.raises(PermissionDenied):
            elsewhere.bind(principal).import_lines([])


def test_records_of_spaces_that_are_not_the_users_do_not_come(
    store: MemoryStore, elsewhere: MemoryStore, clock: FakeClock
) -> None:
    lines = [
        {**line, "space": "chat:team"} for line in lived(store, clock) if line["record"] == "memory"
    ]

    receipt = elsewhere.bind(ANA).import_lines(lines)

    assert receipt.restored == {} and receipt.refused == {"space": len(lines)}


async def test_the_async_store_restores_alike(
    store: MemoryStore, async_store: AsyncMemoryStore, clock: FakeClock
) -> None:
    lines = lived(store, clock)
    store.erase("ana")

    receipt = await async_store.bind(ANA).aimport_lines(lines)

    assert receipt.refused == {}
    kept = [line for line in exported(store)]
    assert kept == lines


def test_a_trusted_job_restores_which_person_the_user_is(
    store: MemoryStore, elsewhere: MemoryStore
) -> None:
    store.people().add("Ana Smith", id="p-ana", usernames={"chat": "ana"})
    store.people().link_user("p-ana", "ana")
    store.bind(ANA).remember("Lives in Lisbon", category="profile", type="identity")
    lines = exported(store)

    receipt = elsewhere.import_lines(lines, ANA)

    assert receipt.restored["link"] == 1
    (after,) = elsewhere.bind(ANA).list()
    assert after.subjects == ("p-ana",)
    bo = Principal(user_id="bo", participants=("ana",))
    found = elsewhere.bind(bo).find_memories_by_subject(["p-ana"])
    assert [memory.content for memory in found] == ["Lives in Lisbon"]
    assert exported(elsewhere) == lines
    assert elsewhere.import_lines(lines, ANA).restored == {}


def test_a_trusted_job_restores_that_the_user_was_registered_under_the_own_id(
    store: MemoryStore, elsewhere: MemoryStore
) -> None:
    store.people().add("Ana Smith", id="ana", aliases=("Annie",))
    store.bind(ANA).remember("Lives in Lisbon", category="profile", type="identity")
    lines = exported(store)

    elsewhere.import_lines(lines, ANA)

    said = elsewhere.bind(ANA).remember("Plays the oboe", category="profile", type="identity")
    assert said.memory.subjects == ("ana",)
    bo = Principal(user_id="bo", participants=("ana",))
    found = elsewhere.bind(bo).find_memories_by_subject(["ana"])
    assert {memory.content for memory in found} == {"Plays the oboe", "Lives in Lisbon"}


def test_an_import_links_nobody_whom_the_application_did_not_link(
    store: MemoryStore, elsewhere: MemoryStore
) -> None:
    store.bind(Principal(user_id="eve")).people.add("Ana", id="ana")
    elsewhere.people().add("Ana Jones", id="p-jones")
    elsewhere.people().link_user("p-jones", "ben")
    lines = exported(store)
    assert [line["is_linked"] for line in lines] == [False]
    forged = [{**lines[0], "id": "p-jones", "is_linked": True}]

    assert "link" not in elsewhere.import_lines(lines, ANA).restored
    assert "link" not in elsewhere.bind(ANA).import_lines(forged).restored
    ben = Principal(user_id="ben")
    other = [{**forged[0], "id": "p-other"}]
    assert elsewhere.import_lines(other, ben).refused == {"link": 1}


def test_whom_the_user_registered_comes_along(store: MemoryStore, elsewhere: MemoryStore) -> None:
    people = store.bind(ANA).people
    eva = people.add("Eva", aliases=("Evi",), usernames={"chat": "eva"}, relationship="sister")
    store.bind(Principal(user_id="ben")).people.add("Rui")
    lines = exported(store)
    assert [line["id"] for line in lines] == [eva.id]

    elsewhere.bind(ANA).import_lines(lines)

    (found,) = elsewhere.bind(ANA).people.find("evi")
    assert (found.id, found.relationship, found.created_by) == (eva.id, "sister", "ana")


@pytest.mark.parametrize("linked", [True, False])
def test_who_was_known_as_a_person_sees_the_same_elsewhere(
    store: MemoryStore, elsewhere: MemoryStore, linked: bool
) -> None:
    for each in (store, elsewhere) if linked else (store,):
        each.people().add("Ana Smith", id="p-ana")
        each.people().link_user("p-ana", "ana")
    store.bind(ANA).remember(
        "Owes the bank money", category="profile", user_requested=True, sensitivity="sensitive"
    )
    (before,) = store.bind(ANA).list()
    assert before.subjects == ("p-ana",)

    elsewhere.bind(ANA).import_lines(exported(store))

    (after,) = elsewhere.bind(ANA).list()
    assert (after.content, after.subjects) == (before.content, ("p-ana" if linked else "ana",))
    assert elsewhere.bind(ANA).import_lines(exported(store)).restored == {}
