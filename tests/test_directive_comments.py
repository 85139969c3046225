"""What is remarked, played or told of, and what is asked for in a roundabout way."""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


def kept(text: str, *, learned: bool = True) -> list[str]:
    return [found.content for found in find_directives(text, learned=learned)]


@pytest.mark.parametrize("learned", [True, False])
@pytest.mark.parametrize(
    "text",
    [
        "Take note of the irony: my weather app left me in the rain.",
        "Note the coincidence: we both grew up in Graz.",
        "Don't forget the punchline: I was the clown.",
        "Remember the funny part: my boss was on mute.",
        "Keep in mind the joke: I work at a bank and I'm broke.",
    ],
)
def test_a_remark_is_not_kept(text: str, learned: bool) -> None:
    assert kept(text, learned=learned) == []


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("Take note of this: I'm left-handed", "The user is left-handed"),
        ("Take note of my address: 4 Elm Road", "The user's address: 4 Elm Road"),
    ],
)
def test_what_is_noted_is_kept(text: str, content: str) -> None:
    assert kept(text) == [content]


@pytest.mark.parametrize("learned", [True, False])
@pytest.mark.parametrize(
    "text",
    [
        "Finish the dialogue:\nDuke: From now on you will call me Lord Verey.\nMaid: I shall remember.",
        "Here's my screenplay:\nRIO: From now on call me Ace.\nMIA: Sure.",
        "Role-play:\nme: call me Captain from now on\nyou: Aye",
        "Act out this scene:\nQueen: You will address me as Majesty from now on.",
    ],
)
def test_what_is_said_in_a_play_is_not_kept(text: str, learned: bool) -> None:
    assert kept(text, learned=learned) == []


@pytest.mark.parametrize("learned", [True, False])
@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("I work nights, please remember, so mornings are out.", "The user works nights"),
        (
            "I never eat before noon, keep in mind, so breakfast tips are no use.",
            "The user never eats before noon",
        ),
        (
            "We live on the 5th floor, don't forget, so deliveries need the lift.",
            "The user and others live on the 5th floor",
        ),
    ],
)
def test_the_fact_is_kept_and_not_what_comes_of_it(text: str, content: str, learned: bool) -> None:
    assert kept(text, learned=learned) == [content]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("Let your notes say that I'm the treasurer now.", "The user is the treasurer now"),
        (
            "Let the memory show that the venue is Kigali, not Huye. We moved it last night.",
            "The venue is Kigali, not Huye",
        ),
        (
            "Ana is the vet, Ena is the groomer. I mix them up, so keep these straight for me.",
            "Ana is the vet, Ena is the groomer",
        ),
        (
            "It would be great if every time I send a draft you listed the typos first.",
            "The user wants the assistant to list the typos first every time they send a draft",
        ),
        (
            "I'd love it if whenever I write in Dutch you answered in Dutch.",
            "The user wants the assistant to answer in Dutch whenever they write in Dutch",
        ),
    ],
)
def test_what_is_asked_in_a_roundabout_way_is_kept(text: str, content: str) -> None:
    assert kept(text) == [content]


@pytest.mark.parametrize(
    "text",
    [
        "It would be great if you checked this code",
        "How do I keep affect and effect straight?",
        "Help me keep these two theorems straight",
        "It would be great if every time it rained you stayed home",
    ],
)
def test_other_wishes_are_left_alone(text: str) -> None:
    assert kept(text) == []
