"""Do several merges hold together, and does each come apart again, whichever goes first?"""

from __future__ import annotations

from itertools import permutations

import pytest
from books import require_balance, rows

from langmem_ext import MemoryStore, MemoryView, Principal
from langmem_ext.errors import PersonNotFound
from langmem_ext.stores.people import People

BOOKS = (
    "SELECT space, uid, subjects, slot, state FROM langmem.memories ORDER BY 1, 2",
    "SELECT platform, handle, person FROM langmem.identities ORDER BY 1, 2, 3",
    "SELECT id, name, merged_into FROM langmem.people ORDER BY 1",
    "SELECT space, home, uid, subjects FROM langmem.documents ORDER BY 1, 2, 3",
)


@pytest.fixture
def people(store: MemoryStore) -> People:
    for id in "abcd":
        store.people().add(f"Mx {id}", id=id, aliases=["Bobby"], usernames={"slack": f"u-{id}"})
    return store.people()


@pytest.fixture
def ana(store: MemoryStore) -> MemoryView:
    return store.bind(Principal("ana"))


def note(
    view: MemoryView, content: str, *subjects: str, slot: str | None = None
) -> tuple[str, ...]:
    memory = view.remember(content, category="knowledge", subjects=subjects, slot=slot).memory
    assert memory is not None
    return memory.subjects


def about(view: MemoryView, person: str) -> list[str]:
    return sorted(memory.content for memory in view.find_memories_by_subject([person]))


def test_a_person_that_turned_out_to_be_two_others_in_turn_is_the_last(
    people: People, ana: MemoryView, store: MemoryStore
) -> None:
    note(ana, "Sings", "a")
    people.merge("b", "a")
    people.merge("c", "b")

    assert note(ana, "Cooks", "a") == ("c",)
    assert about(ana, "a") == about(ana, "b") == about(ana, "c") == ["Cooks", "Sings"]
    assert about(store.bind(Principal("a")), "a") == ["Cooks", "Sings"]


MERGES = {
    "a chain": (("b", "a"), ("c", "b")),
    "a longer chain": (("b", "a"), ("c", "b"), ("d", "c")),
    "two into one": (("b", "a"), ("b", "d")),
    "one that had another": (("a", "d"), ("b", "a")),
    "two apart": (("b", "a"), ("c", "d")),
}


@pytest.mark.parametrize(
    ("merges", "order"),
    [(name, order) for name, made in MERGES.items() for order in permutations(range(len(made)))],
)
def test_merges_come_apart_in_any_order(
    store: MemoryStore, people: People, ana: MemoryView, merges: str, order: tuple[int, ...]
) -> None:
    note(ana, "Sings", "a")
    note(ana, "Are siblings", "a", "d")
    note(ana, "Are a choir", "a", "b", "c", "d")
    for id in "abcd":
        note(ana, f"Works at {id}", id, slot="employer")
    before = [rows(store.conn_string, each) for each in BOOKS]

    made = [people.merge(*each).id for each in MERGES[merges]]
    for number in order:
        people.undo_merge(made[number])

    assert [rows(store.conn_string, each) for each in BOOKS] == before
    require_balance(store.conn_string)


def test_who_was_merged_twice_signs_in_as_nobody_else_once_that_is_taken_back(
    store: MemoryStore, people: People, ana: MemoryView
) -> None:
    first, _ = people.merge("b", "a"), people.merge("c", "b")
    note(ana, "Owes money", "c")

    people.undo_merge(first.id)

    assert about(store.bind(Principal("a")), "c") == []
    assert [person.id for person in people.find("Mx a")] == ["a"]


def test_what_is_said_of_both_keeps_the_merge_that_still_stands(
    people: People, ana: MemoryView
) -> None:
    note(ana, "Are siblings", "a", "d")
    first, _ = people.merge("b", "a"), people.merge("b", "d")

    people.undo_merge(first.id)

    assert [memory.subjects for memory in ana.list()] == [("a", "b")]


def test_the_names_of_who_was_merged_outlive_a_change_of_the_kept_person(people: People) -> None:
    done = people.merge("b", "a")
    people.add_alias("b", "Robert")
    people.update("b", name="Robert Smith")

    assert {
        person.id for name in ("Mx a", "Robert", "Robert Smith") for person in people.find(name)
    } == {"b"}
    assert people.find("Mx b") == []
    people.undo_merge(done.id)
    assert [person.id for person in people.find("Mx a")] == ["a"]
    assert {person.id for person in people.find("bobby")} == {"a", "b", "c", "d"}


def test_a_name_of_who_was_merged_can_be_taken_away_until_that_is_undone(people: People) -> None:
    done = people.merge("b", "a")
    people.remove_alias("b", "mx A")

    assert people.find("Mx a") == []
    people.undo_merge(done.id)
    assert [person.id for person in people.find("Mx a")] == ["a"]


def test_a_merge_that_is_none_is_not_found(people: People) -> None:
    with pytest.raises(PersonNotFound):
        people.undo_merge("no merge")


def test_a_merge_counts_for_a_principal_what_the_principal_may_see(
    store: MemoryStore, ana: MemoryView
) -> None:
    one, two = ana.people.add("Bob"), ana.people.add("Bob Smith")
    note(ana, "Sings", two.id)
    note(store.bind(Principal("bo")), "Cooks", two.id)

    assert ana.people.merge(one.id, two.id).memories == 1
