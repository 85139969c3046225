"""Which statement is said to be meant for memory, with no verb of keeping?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directive_reading.refusals import keeps_nothing
from langmem_ext.policies.directives import find_directives


def contents(message: str) -> list[str]:
    return [each.content for each in find_directives(message, learned=False)]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("Leo is nut allergic, that's for the long run", "Leo is nut allergic"),
        (
            "My partner is coeliac, that's one for your long term memory.",
            "The user's partner is coeliac",
        ),
        ("I'm vegetarian, this stays with you please", "The user is vegetarian"),
        ("My son is diabetic - that's for keeps", "The user's son is diabetic"),
        ("my mum lives in Faro, that goes in your memory", "The user's mum lives in Faro"),
        ("I can't eat gluten. That's one for the long run.", "The user can't eat gluten"),
        ("My boss is Dana. This one stays with you please.", "The user's boss is Dana"),
        (
            "one more thing for the long run, Leo is nut allergic. What about flapjacks?",
            "Leo is nut allergic",
        ),
        ("something for the long run, I'm coeliac", "The user is coeliac"),
    ],
)
def test_what_is_said_to_be_for_memory_is_kept(message: str, content: str) -> None:
    assert contents(message) == [content]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (
            "Add this to your long-term memory & don't comment on it. Our internal name for the product is Heron.",
            "The user's internal name for the product is Heron",
        ),
        (
            "Save this and don't reply to it. My landlord is Mr Pires.",
            "The user's landlord is Mr Pires",
        ),
        ("Remember this, no need to comment. I'm coeliac", "The user is coeliac"),
        (
            "Store this in your memory and don't say anything about it: my boss is Dana",
            "The user's boss is Dana",
        ),
    ],
)
def test_what_is_asked_about_the_answer_is_no_part_of_what_is_kept(
    message: str, content: str
) -> None:
    assert contents(message) == [content]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (
            "Before we go on, you need to know we're 26 kids and 3 teachers",
            "The user and others are 26 kids and 3 teachers",
        ),
        ("Whenever we plan trips, you need to know we're 26", "The user and others are 26"),
        ("before we start you should know I'm coeliac", "The user is coeliac"),
        ("For next time, you need to know I teach maths", "The user teaches maths"),
    ],
)
def test_what_must_be_known_for_what_is_to_come_is_kept(message: str, content: str) -> None:
    assert contents(message) == [content]


@pytest.mark.parametrize(
    "message",
    [
        "I'm buying a diesel car, that's for the long run",
        "my shares are up, I bought them for the long run",
        "one more thing for the long run, should I fix the loan?",
        "we planted oaks, that's for the long term",
        "this stays with you",
        "She said I'm vegetarian, this stays with you please",
        "the film ends sadly, this stays with you",
        "I love this song, it stays with you",
        "my car is old, that's one for the scrapyard",
        "The painting is by Monet, that belongs in your notes on chapter 2",
        "you need to know we lost the game",
        "my mum says you need to know I'm right",
        "Before we go on, you need to know the villain is my brother in the story",
    ],
)
def test_what_only_lasts_is_not_said_to_be_for_memory(message: str) -> None:
    assert find_directives(message) == []


@pytest.mark.parametrize(
    "message",
    [
        "my dog is old, that's not for your memory",
        "I see a therapist, that's nothing for your memory",
        "I see a therapist. That isn't one for your notes.",
        "I see a therapist, this does not go in your memory",
    ],
)
def test_what_is_said_to_be_not_for_memory_is_refused(message: str) -> None:
    assert find_directives(message) == []
    assert keeps_nothing(message)
