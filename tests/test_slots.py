"""A value takes another's place only where both are surely of that kind; what is unsure stays beside it."""

from __future__ import annotations

from typing import Any

import pytest
from saying import say

from langmem_ext import MemoryStore, Principal
from langmem_ext.policies.facts import add_rule, match_fact, remove_rule
from langmem_ext.policies.slots import fills, table

SLOTS: dict[str, dict[str, Any]] = table()["slots"]


def contents(store: MemoryStore) -> list[str]:
    return [memory.content for memory in store.bind(Principal(user_id="ana")).list()]


@pytest.mark.parametrize("slot", SLOTS)
def test_the_forms_of_a_slot_read_their_examples_only(slot: str) -> None:
    entry = SLOTS[slot]

    assert [each for each in entry["reads"] if not fills(slot, each)] == []
    assert [each for each in entry["not"] if fills(slot, each)] == []


@pytest.mark.parametrize(
    ("known", "says", "said"),
    [
        ("I work as a nurse.", "nurse", each)
        for each in (
            "I am an avid kayaker.", "I'm a volunteer firefighter", "I'm a keen swimmer", "I'm a beginner at chess",
            "I'm a mother of two", "I'm a morning person", "I'm a vegetarian", "I'm a huge fan of Queen", "I'm a Swede",
            "I'm a bit tired", "I'm the captain of our chess club", "I'm an amateur photographer", "I'm a poet",
            "I'm on maternity leave", "I'm a proud dog owner", "I'm an introvert", "I'm a terrible cook",
        )
    ]
    + [
        ("I work at Acme.", "Acme", each)
        for each in (
            "I've been with Douglas for 3 years now.", "I'm with Anna now", "I'm at Glastonbury now",
            "I've been with Sarah Connor since 2019", "I'm a speaker at PyCon", "I teach at Glastonbury festival",
            "I work with Anna on a project", "I joined Anna in Paris last week", "I started with Anna last year",
            "I drive for Uber on weekends", "I volunteer at Oxfam", "I've been at Heathrow since 5am",
            "I founded Acorn Chess Club", "I attended a talk at Globex last week",
        )
    ]
    + [
        ("I live in Porto.", "Porto", f"Remember that {each}")
        for each in (
            "I'm in Rome this week", "We're in Rome now", "I've been in Berlin for 3 days",
            "I moved to Sales last month",
            "I'm living in Rome for the summer", "I rent in Lisbon for a week", "I call Rome home when I travel",
            "I'm stationed in Guam for two weeks", "I'm staying in Madrid",
        )
    ]
    + [
        ("My name is Ana.", "Ana", each)
        for each in ("I'm Catholic", "I'm Tired", "I'm Spartacus", "I'm called Queen by my dog", "I'm Libertarian")
    ]
    + [
        ("I'm 34.", "34", each)
        for each in ("I just hit 50 in my squat", "I'm 25 in the queue", "I turned 20 pages")
    ]
    + [("My wife is Anna", "Anna", "My wife is tired"), ("My boss is Peter", "Peter", "My boss is angry")],
)  # fmt: skip
def test_what_is_no_value_of_a_slot_ends_nothing(
    store: MemoryStore, known: str, says: str, said: str
) -> None:
    say(store, known)
    assert any(says in each for each in contents(store))
    say(store, said)

    assert any(says in each for each in contents(store))


@pytest.mark.parametrize(
    ("before", "after", "kept"),
    [
        ("I work at Acme", "I work at Globex now", "Globex"),
        ("I work at Acme", "I started a new job at Globex", "Globex"),
        ("I work at Acme", "I joined Globex last month", "Globex"),
        ("I work at Acme", "I've been with Kestrel Freight since June", "Kestrel"),
        ("I live in Porto", "Remember that I moved to Faro", "Faro"),
        ("I live in Porto", "Remember that I'm based in Madrid", "Madrid"),
        ("I work as a nurse", "I'm a software engineer now", "engineer"),
        ("I'm a nurse", "I got promoted to head nurse", "head"),
        ("I'm 34", "I just turned 35", "35"),
        ("My wife is Anna", "My wife is Eva", "Eva"),
    ],
)
def test_a_plain_new_value_takes_the_place_of_the_old(
    store: MemoryStore, before: str, after: str, kept: str
) -> None:
    say(store, before, after)

    (content,) = contents(store)
    assert kept in content


def test_a_rule_of_ones_own_fills_its_slot() -> None:
    entry = {
        "rule": "guild",
        "reads": "I belong to the Guild of Coopers",
        "is": {"category": "profile", "type": "identity", "slot": "employer"},
        "says": r"I belong to the (?P<org>Guild of \w+)",
    }
    add_rule(entry)
    try:
        found = match_fact("I belong to the Guild of Coopers")
        assert found is not None
        assert found[0].slot_of(found[1]) == "employer"
    finally:
        remove_rule("guild")
