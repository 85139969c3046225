"""Is an agent in doubt when what it was told may not answer, and only then?"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langmem_ext import Settings
from langmem_ext.policies.doubt import confidence

UNSURE = Settings().context.recall_below_confidence
TOLD = "Memory updates since rev 3:\n- [profile] Works as a dentist\n- [event] Ana's sister Eva married in Porto"


@pytest.mark.parametrize("message", [
    "When did I start at the clinic?",
    "What's the name of my landlord?",
    "what was my locker code again",
    "Do you remember which wine we liked?",
    "Could you remind me where the spare key hangs?",
    "I forgot which gate the train left from.",
    "Nice weather today! By the way, where did Eva spend her honeymoon?",
    "Hey Max, how old is her daughter?",
    "Which instrument does Priya play?",
    "Thanks. Tell me when my visa expires",
])  # fmt: skip
def test_a_question_about_people_and_the_past_that_nothing_answers_leaves_doubt(
    message: str,
) -> None:
    assert confidence(message, TOLD) < UNSURE


@pytest.mark.parametrize("message", [
    "How are you?", "Hey Max, what's up?", "What do you think of modern art?", "That's good news, right?",
    "Want to see my new bike?", "Should I buy a tent or rent one?", "Can you help me with my taxes?",
    "I painted the fence today.", "Thank you so much!", "How does a heat pump work?", "", "?!", "Why?",
    "Do you have any tips for my interview?",
])  # fmt: skip
def test_what_memory_cannot_know_leaves_no_doubt(message: str) -> None:
    assert confidence(message, "") == 1.0


@pytest.mark.parametrize(
    "message", ["Where did my sister Eva marry?", "Do I work as a dentist?", "Where’d Ana's sister marry?"]
)  # fmt: skip
def test_what_was_told_in_one_line_leaves_no_doubt(message: str) -> None:
    assert confidence(message, TOLD) >= UNSURE


def test_words_of_different_lines_are_no_answer() -> None:
    assert confidence("Which dentist married my sister Eva?", TOLD) < UNSURE


def test_of_several_questions_the_worst_answered_counts() -> None:
    known, unknown = "Where did my sister Eva marry?", "When does my passport expire?"

    assert confidence(f"{known} {unknown}", TOLD) == confidence(unknown, TOLD) == 0.0


@given(st.text(), st.text())
def test_it_is_a_share_whatever_is_said(message: str, told: str) -> None:
    assert 0.0 <= confidence(message, told) <= 1.0
