"""How long a statement holds, and who may hear it, is read from its words where nobody says it."""

from __future__ import annotations

from typing import Any

import pytest
from saying import say

from langmem_ext import MemoryStore, Principal
from langmem_ext.policies.statement_types import sensitivity_of, table, type_of

ANA = Principal(user_id="ana")
FORMS: list[dict[str, Any]] = table()["types"]
PERSONAL: list[dict[str, Any]] = table()["personal"]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form["reads"][0])
def test_a_form_reads_its_examples_and_no_counterexample(form: dict[str, Any]) -> None:
    assert {each: type_of(each) for each in form["reads"]} == dict.fromkeys(
        form["reads"], form["type"]
    )
    assert {each: type_of(each) for each in form["not"]} == dict.fromkeys(form["not"])


@pytest.mark.parametrize("form", PERSONAL, ids=lambda form: form["reads"][0])
def test_a_form_of_what_is_personal_reads_its_examples_only(form: dict[str, Any]) -> None:
    assert all(sensitivity_of(each) == "personal" for each in form["reads"])
    assert [each for each in form["not"] if sensitivity_of(each)] == []


@pytest.mark.parametrize(
    ("told", "type_", "days"),
    [
        ("working on project X", "context", 7),
        ("mentioned being tired", "observation", 3),
        ("The user is visiting their parents this week", "context", 7),
        ("The user is a bit hungry after the run", "observation", 3),
        ("project X uses Python", "knowledge", None),
        ("Sarah is my wife", "relationship", None),
    ],
)
@pytest.mark.parametrize("category", [None, "knowledge"])
def test_a_memory_lives_as_long_as_its_words_say(
    store: MemoryStore, told: str, type_: str, days: int | None, category: str | None
) -> None:
    memory = store.bind(ANA).remember(told, category=category).memory

    assert memory is not None
    if days or category is None:
        assert memory.type == type_
    lives = (memory.expires_at - memory.created_at).days if memory.expires_at else None
    assert lives == days


def test_a_type_that_is_given_stays(store: MemoryStore) -> None:
    memory = store.bind(ANA).remember("mentioned being tired", type="knowledge").memory

    assert memory is not None
    assert memory.type == "knowledge"


@pytest.mark.parametrize(
    ("told", "given", "level"),
    [
        ("Looking for a new job", None, "personal"),
        ("The user is thinking of leaving their company", None, "personal"),
        ("The user is going through a divorce", None, "personal"),
        ("Looking for a new job", "public", "public"),
        ("Looking for a new flat", None, "public"),
        ("Prefers dark mode", None, "public"),
        ("Has a dog named Max", None, "public"),
    ],
)
def test_what_nobody_tells_a_group_is_personal(
    store: MemoryStore, told: str, given: str | None, level: str
) -> None:
    memory = store.bind(ANA).remember(told, sensitivity=given).memory

    assert memory is not None
    assert memory.sensitivity == level


def test_what_the_user_asks_to_remember_of_a_job_search_is_personal(store: MemoryStore) -> None:
    say(store, "Remember that I'm looking for a new job")

    (memory,) = store.bind(ANA).list()
    assert (memory.sensitivity, memory.type) == ("personal", "context")
