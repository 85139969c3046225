"""What tells of a secret that was taken out is no memory, whoever writes it."""

from __future__ import annotations

import pytest
from saying import say
from scripted_answers import answering, fact, finding

from langmem_ext import MemoryDraft, MemoryStore, Principal
from langmem_ext.graphs import session_review
from langmem_ext.memory import Kind
from langmem_ext.stores.operations.turns import NewTurn

ANA = Principal(user_id="ana", thread_id="t1")


def contents(store: MemoryStore) -> list[str]:
    return [memory.content for memory in store.bind(ANA).list()]


@pytest.mark.parametrize(
    "told",
    [
        "The user's password is [password removed]",
        "The user keeps the password [password removed] in a drawer",
        "The API key of the staging server is [api key removed].",
        "The user pays with [credit card removed]",
        "The user's PIN: [REDACTED]",
        "Log in as ana with [access token removed], then deploy",
    ],
)
def test_a_mask_is_refused_as_the_secret_is(store: MemoryStore, told: str) -> None:
    outcome = store.bind(ANA).remember(told, user_requested=True)

    assert (outcome.status, outcome.reason) == ("rejected", "secret")
    assert contents(store) == []


def test_an_item_under_a_memory_namespace_holds_no_mask(store: MemoryStore) -> None:
    with pytest.raises(ValueError, match="secret"):
        store.put(
            ("memory", "default", "user", "ana", "knowledge"),
            "k",
            {"content": "The router password is [password removed]"},
        )


def test_a_review_announces_no_mask(store: MemoryStore) -> None:
    view = store.bind(ANA)
    view.add_turns([NewTurn("user", "My sister Eva plays the violin.", id="m1")])
    view.add_turns([NewTurn("user", "My password is hunter2-Xy9!", id="m2")])
    found = finding(
        {"said": "password", **fact("The user's password is [password removed]")},
        {"said": "Eva", **fact("The user's sister Eva plays the violin", subjects=["Eva"])},
    )
    session_review.build(model=answering(Facts=found)).compile(store=store).invoke({})

    assert [each for each in contents(store) if "removed" in each] == []


def test_an_account_of_a_session_goes_on_without_what_was_masked(store: MemoryStore) -> None:
    told = "Ana planned her week. She gave the password [password removed]. She asked for tea."
    outcome = store.bind(ANA).remember_many([MemoryDraft(content=told, kind=Kind.EPISODIC)])[0]

    assert outcome.memory is not None
    assert outcome.memory.content == "Ana planned her week. She asked for tea."


@pytest.mark.parametrize("said", ["remember it: [password removed]", "my pin is [pin removed]"])
def test_a_mask_that_a_user_pastes_is_not_kept(store: MemoryStore, said: str) -> None:
    say(store, said)

    assert contents(store) == []


def test_brackets_of_another_kind_are_no_masks(store: MemoryStore) -> None:
    outcome = store.bind(ANA).remember("The user's cat [the tabby] removed the lid")

    assert outcome.status == "created"
