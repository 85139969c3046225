"""Is what the assistant is told to do in the same breath kept beside what it is asked to remember?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


@pytest.mark.parametrize(
    ("message", "contents"),
    [
        (
            "I am vegetarian since many years, please to remember it and don't propose me recipes with chicken.",
            [
                "The user is vegetarian since many years",
                "The user does not want the assistant to propose them recipes with chicken",
            ],
        ),
        (
            "I have allergy on nuts, please to remember this and not to propose me the almonds.",
            [
                "The user has allergy on nuts",
                "The user does not want the assistant to propose them the almonds",
            ],
        ),
        (
            "I live in Gdansk, please save this and always give me prices in zloty.",
            [
                "The user lives in Gdansk",
                "The user wants the assistant to always give them prices in zloty",
            ],
        ),
        (
            "My son has 4 years, you must to remember it and never propose games with small pieces.",
            [
                "The user's son has 4 years",
                "The user wants the assistant to never propose games with small pieces",
            ],
        ),
        (
            "I'm deaf. Please remember that, and don't tell me to phone people.",
            [
                "The user is deaf",
                "The user does not want the assistant to tell them to phone people",
            ],
        ),
    ],
)
def test_an_instruction_beside_a_request_is_kept_too(message: str, contents: list[str]) -> None:
    assert [each.content for each in find_directives(message)] == contents


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("I quit my job. remember this but please don't tell anyone", "The user quit their job"),
        ("My mother died. Remember that and don't ask me about it.", "The user's mother died"),
        ("I live in Gdansk, remember it and tell me what to do today.", "The user lives in Gdansk"),
        ("I'm vegan, remember it and never forget it!", "The user is vegan"),
        ("please remember. and also i work nights", "The user works nights"),
        ("Note: and the rota changes Friday", "The rota changes Friday"),
        ("take note and retain it: my boss is Jo.", "The user's boss is Jo"),
    ],
)
def test_what_holds_for_the_talk_only_is_not_kept_beside_it(message: str, content: str) -> None:
    assert [each.content for each in find_directives(message)] == [content]
