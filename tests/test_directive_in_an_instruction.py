"""Instructions name the assistant where they speak of what "you" do."""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


@pytest.mark.parametrize(
    ("text", "content"),
    [
        (
            "Every recipe you give me should serve two.",
            "Every recipe the assistant gives the user should serve two",
        ),
        (
            "Unless I tell you otherwise, assume my readers are nurses.",
            "Unless the user tells the assistant otherwise, assume their readers are nurses",
        ),
        (
            "I never want to see another table in your answers.",
            "The user never wants to see another table in the assistant's answers",
        ),
        (
            "Whenever you plan a hike for us, avoid scree.",
            "Whenever the assistant plans a hike for the user and others, avoid scree",
        ),
        (
            "Each time I greet you in Welsh, you're to reply in Welsh. Make it a habit.",
            "Each time the user greets the assistant in Welsh, it is to reply in Welsh",
        ),
        (
            "You are never to flatter my sketches again.",
            "The assistant is never to flatter the user's sketches again",
        ),
        (
            'If I say "thank you", answer in one word.',
            'If the user says "thank you", answer in one word',
        ),
    ],
)
def test_you_are_the_assistant(text: str, content: str) -> None:
    assert [found.content for found in find_directives(text)] == [content]
