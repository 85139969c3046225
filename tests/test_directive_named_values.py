"""Is the value kept that the sentence behind a request gives?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


def contents(message: str) -> list[str]:
    return [each.content for each in find_directives(message, learned=False)]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("I'd like you to remember my shoe size. It's a 43 wide.", "The user's shoe size. It's a 43 wide"),
        ("Please save my landlord's number. It's 0171 555 010.", "The user's landlord's number. It's 0171 555 010"),
        ("Note my new hours please. Tuesday to Saturday, 9 to 3.",
         "The user's new hours: Tuesday to Saturday, 9 to 3"),
        ("Could you remember where I parked? The caravan is at Holmfield, row C.",
         "The caravan is at Holmfield, row C"),
    ],
)  # fmt: skip
def test_a_value_is_kept_with_what_it_is_the_value_of(message: str, content: str) -> None:
    assert contents(message)[:1] == [content]


@pytest.mark.parametrize(
    "message",
    [
        "Remember my name please! It's not hard",
        "Do you remember my birthday? It's in May.",
        "Remember our trip. It was so good.",
        "remember my dog's name. What is it?",
        "Save my essay. It's 400 words long.",
        "Keep our promise. It's all we have.",
        "Remember when we volunteered? It was such a fulfilling experience.",
    ],
)
def test_what_is_recalled_or_saved_has_no_value_to_keep(message: str) -> None:
    assert contents(message) == []


def test_a_fact_that_is_named_is_kept_where_no_value_follows() -> None:
    assert contents("remember my peanut allergy. It's serious.") == ["The user's peanut allergy"]


@pytest.mark.parametrize(
    ("message", "memories"),
    [
        ("archive this for later please. Damp in bedroom 2 first reported 8 Jan",
         ["Damp in bedroom 2 first reported 8 Jan"]),
        ("I want this on file. I'm a vegetarian.", ["The user is a vegetarian"]),
        ("I don't want this saved anywhere, but I'm from Cork.", []),
        ("I don't want this on file. I'm a vegetarian.", []),
    ],
)  # fmt: skip
def test_what_is_wanted_in_memory_is_kept_and_what_is_not_is_not(
    message: str, memories: list[str]
) -> None:
    assert contents(message) == memories
