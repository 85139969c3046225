"""Are things that somebody said of itself found where that person is?"""

from __future__ import annotations

from typing import Any

import psycopg
import pytest

from langmem_ext import MemoryDraft, MemoryStore, MemoryView, Principal
from langmem_ext.stores.operations.reviewing import Learned, learn


@pytest.fixture
def ana(store: MemoryStore) -> MemoryView:
    store.people().add("Ana", id="p-ana")
    return store.bind(Principal("ana"))


def in_group(store: MemoryStore, *participants: str) -> MemoryView:
    return store.bind(Principal("bo", chat_id="c", participants=participants))


def found(view: MemoryView) -> list[str]:
    return sorted(memory.content for memory in view.find_memories_by_subject(["p-ana"]))


def said(view: MemoryView, content: str, **fields: Any) -> tuple[str, ...]:
    memory = view.remember(content, **{"category": "preferences", **fields}).memory
    assert memory is not None
    return memory.subjects


def test_what_users_say_of_themselves_is_about_the_persons_that_they_are(
    store: MemoryStore, ana: MemoryView
) -> None:
    assert said(ana, "Likes tea") == ()
    store.people().link_user("p-ana", "ana")

    assert said(ana, "Likes cake") == ("p-ana",)
    assert found(in_group(store, "ana")) == found(ana) == ["Likes cake", "Likes tea"]
    assert found(in_group(store)) == []


def test_the_privacy_tables_hold_for_them(store: MemoryStore, ana: MemoryView) -> None:
    store.people().link_user("p-ana", "ana")
    said(ana, "Looks for another job", sensitivity="personal")
    said(ana, "Owes money", sensitivity="sensitive")

    assert found(in_group(store, "ana")) == []
    assert found(ana) == ["Looks for another job", "Owes money"]


@pytest.mark.parametrize(
    "fields",
    [
        {"category": "tasks"},
        {"category": "knowledge"},
        {"portable": False},
        {"subjects": ["cy"]},
    ],
)
def test_what_is_not_said_of_oneself_stays_as_it_is(
    store: MemoryStore, ana: MemoryView, fields: dict[str, Any]
) -> None:
    store.people().link_user("p-ana", "ana")

    assert said(ana, "Buys bread", **fields) == tuple(fields.get("subjects", ()))


def test_what_is_said_in_a_chats_space_is_about_nobody(store: MemoryStore, ana: MemoryView) -> None:
    store.people().link_user("p-ana", "ana")
    there = store.bind(Principal("ana", chat_id="c"))

    assert said(there, "Likes short meetings", space="chat") == ()


def test_nobody_else_opens_what_somebody_says_by_registering_them(store: MemoryStore) -> None:
    store.bind(Principal("mallory")).people.add("Ana", id="ana")

    assert said(store.bind(Principal("ana")), "Likes tea") == ()


def test_a_slot_has_one_value_before_and_after_it_is_known_who_speaks(
    store: MemoryStore, ana: MemoryView
) -> None:
    said(ana, "Works at Acme", category="profile", slot="employer")
    store.people().link_user("p-ana", "ana")
    said(ana, "Works at Globex", category="profile", slot="employer")

    assert [memory.content for memory in ana.list()] == ["Works at Globex"]


def test_what_is_put_under_a_key_is_about_the_speaker_too(
    store: MemoryStore, ana: MemoryView
) -> None:
    store.people().link_user("p-ana", "ana")
    ana.put(("memory", "default", "user", "ana", "preferences"), "tea", {"content": "Likes tea"})

    assert ana.memory("tea").subjects == ("p-ana",)
    assert found(in_group(store, "ana")) == ["Likes tea"]


def test_what_a_review_reads_out_of_a_conversation_is_about_the_speaker_too(
    store: MemoryStore, ana: MemoryView
) -> None:
    store.people().link_user("p-ana", "ana")
    said = {"content": "The user likes tea", "category": "preferences", "stated_by": "ana"}
    fact = Learned(MemoryDraft(**said, source="review"), store.scope.clock())

    store.run(learn(ana.scope, [fact]), ana.scope)

    assert [memory.subjects for memory in ana.list()] == [("p-ana",)]


def test_what_is_put_is_said_by_somebody_somewhere(store: MemoryStore) -> None:
    there = store.bind(Principal("ana", chat_id="c", participants=("bo",)))
    there.put(
        ("memory", "default", "chat", "c", "knowledge"),
        "k",
        {"content": "Cy sings", "subjects": ["cy"]},
    )

    memory = there.memory("k")
    assert (memory.stated_by, memory.learned_in) == ("ana", "c")


def test_who_is_there_when_something_is_put_was_there(store: MemoryStore) -> None:
    there = store.bind(Principal("ana", chat_id="c", participants=("bo",)))
    there.put(
        ("memory", "default", "user", "ana", "knowledge"),
        "k",
        {"content": "Bo and Cy sing", "subjects": ["bo", "cy"]},
    )
    there.put(("memory", "default", "chat", "c", "knowledge"), "k", {"content": "Cy dances"})

    with psycopg.connect(store.conn_string) as connection:
        present = connection.execute("SELECT person FROM langmem.attendance ORDER BY 1").fetchall()
    assert present == [("ana",), ("bo",)]


def test_what_is_put_about_somebody_is_about_who_that_turned_out_to_be(store: MemoryStore) -> None:
    store.people().add("Bo", id="guest")
    store.people().add("Bo Lind", id="bo")
    store.people().merge("bo", "guest")
    ana = store.bind(Principal("ana"))
    ana.put(
        ("memory", "default", "user", "ana", "knowledge"),
        "k",
        {"content": "Bo sings", "subjects": ["guest"]},
    )

    assert ana.memory("k").subjects == ("bo",)


def test_who_a_trusted_job_registers_under_the_id_of_a_user_is_that_user(
    store: MemoryStore,
) -> None:
    bo = store.bind(Principal("bo"))
    assert said(bo, "Likes tea") == ()
    store.people().add("Bo Lind", id="bo")
    assert said(bo, "Likes cake") == ("bo",)

    with_bo = store.bind(Principal("ana", chat_id="c", participants=("bo",)))
    there = with_bo.find_memories_by_subject(["bo"])
    assert sorted(memory.content for memory in there) == ["Likes cake", "Likes tea"]
    assert store.bind(Principal("ana")).find_memories_by_subject(["bo"]) == []


def test_a_user_who_is_linked_elsewhere_is_not_who_bears_the_id(
    store: MemoryStore, ana: MemoryView
) -> None:
    said(ana, "Likes tea")
    store.people().link_user("p-ana", "ana")
    store.people().add("Another Ana", id="ana")

    assert said(ana, "Likes cake") == ("p-ana",)
    assert found(ana) == ["Likes cake", "Likes tea"]


def test_who_turned_out_to_be_another_speaks_as_that_one(store: MemoryStore) -> None:
    people, bo = store.people(), store.bind(Principal("bo"))
    for id in ("bo", "p-1"):
        people.add("Bo", id=id)
    done = people.merge("p-1", "bo")
    assert said(bo, "Likes tea") == ("p-1",)
    people.undo_merge(done.id)

    assert said(bo, "Likes cake") == ("bo",)


def test_a_person_registered_under_an_id_that_is_no_users_makes_no_space(
    store: MemoryStore, ana: MemoryView
) -> None:
    with psycopg.connect(store.conn_string) as connection:
        spaces = connection.execute("SELECT space FROM langmem.spaces").fetchall()
    assert spaces == [("default/people",)]


def test_a_trusted_job_finds_what_is_kept_about_somebody_of_its_tenant(store: MemoryStore) -> None:
    for tenant in ("default", "other"):
        view = store.bind(Principal("bo", tenant=tenant))
        said(view, f"Cy lives in {tenant}", category="knowledge", subjects=["cy"])
        said(view, "Cy is late", category="knowledge", subjects=["cy"], portable=False)
    people = store.people("other")

    assert [each.content for each in people.find_memories_by_subject(["cy"])] == [
        "Cy lives in other"
    ]
    assert people.find_memories_by_subject(["cy"], exclude_owner_user_id="bo") == []
    assert store.bind(Principal("mallory")).people.find_memories_by_subject(["cy"]) == []
