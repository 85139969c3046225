"""Do the trained readers find special data in words that no rule knows, and leave ordinary life alone?"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals.bench.facts import facts_of
from langmem_ext import MemoryStore, Principal
from langmem_ext.learned import reading
from langmem_ext.learned.touching import touches_special
from langmem_ext.policies.privacy import special_data

UNKNOWN_TO_RULES = [
    ("health", "The user's mother had a fall and is in a bad way with her hip"),
    ("financial", "We are three months late with the rent and the bailiffs have written"),
    ("financial", "The user still owes the bank for the kitchen and pays it off each month"),
    ("religion", "The user lights incense at the shrine for the ancestors each morning"),
    ("religion", "My grandmother keeps a rosary and says her prayers at dusk"),
    ("religion", "We go to temple with the whole family on feast days"),
    ("politics", "My husband hands out leaflets for the Social Democrats before every election"),
    ("politics", "The user has been a councillor's campaign volunteer since the referendum"),
    ("sexual_orientation", "The user has only ever fallen in love with other women"),
]

ORDINARY = [
    "The user works as a receptionist at a dental clinic in Leeds",
    "I teach a course on the history of the Reformation",
    "The user wants the budget report on Fridays",
    "My sister plays the organ for concerts in old chapels",
    "The user is sick of meetings before ten",
    "We are throwing a party for the whole street in June",
    "The user prefers a health check endpoint on port 8080",
    "We felt an earth tremor on our holiday in Izmir",
    "I collect coins from the time of Queen Victoria",
]


@pytest.mark.parametrize(("kind", "text"), UNKNOWN_TO_RULES)
def test_special_data_is_found_where_no_rule_finds_it(kind: str, text: str) -> None:
    assert special_data(text, learned=False) is None
    assert special_data(text) == kind


@pytest.mark.parametrize("text", ORDINARY)
def test_what_only_sounds_like_it_is_left_alone(text: str) -> None:
    assert special_data(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "The user takes lisinopril",
        "I'm on sertraline now",
        "Her mum injects semaglutide on Sundays",
    ],
)
def test_medicines_are_known_by_the_stems_of_their_names(text: str) -> None:
    assert special_data(text, learned=False) == "health"


@pytest.mark.parametrize(
    "text", ["The user starts in April", "We met by the statue in Spartanburg"]
)
def test_words_that_only_end_like_one_are_none(text: str) -> None:
    assert special_data(text, learned=False) is None


def test_it_is_found_in_any_sentence_of_a_text() -> None:
    _, text = UNKNOWN_TO_RULES[0]

    assert special_data(f"The user lives in Leeds. {text}. The user likes tea.") == "health"


@pytest.mark.parametrize(("kind", "text"), UNKNOWN_TO_RULES)
def test_what_a_reader_finds_touches_on_it_by_its_words(kind: str, text: str) -> None:
    assert touches_special(text)


def test_most_of_what_memories_say_is_not_read_any_closer() -> None:
    facts = [each.text for each in facts_of("ana", 0, 300, seed=3)]

    assert sum(map(touches_special, facts)) < len(facts) / 5


def test_words_judge_alone_without_the_embedder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_meant", lambda task, sentence: None)
    found = [special_data(text) for _, text in UNKNOWN_TO_RULES]

    assert sum(each is not None for each in found) >= len(found) / 3


@given(st.text(max_size=300))
def test_any_text_can_be_asked_about(text: str) -> None:
    assert special_data(text) in {
        None, "health", "financial", "religion", "politics", "sexual_orientation",
    }  # fmt: skip


def test_it_is_kept_on_request_only_and_then_as_sensitive(store: MemoryStore) -> None:
    view, (_, text) = store.bind(Principal(user_id="ana")), UNKNOWN_TO_RULES[0]

    refused = view.remember(text, category="profile")
    kept = view.remember(text, category="profile", user_requested=True)

    assert (refused.status, refused.reason) == ("rejected", "health")
    assert (kept.status, kept.memory.sensitivity) == ("created", "sensitive")
