"""Are all of several things kept that a request announces, with what they are about?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


@pytest.mark.parametrize(
    ("message", "contents"),
    [
        (
            "I'd like you to remember three things about the shop. We close on Mondays. Deliveries come on Thursday."
            " Aunt Mirela has the spare keys.",
            [
                "The user and others close on Mondays",
                "Deliveries come on Thursday",
                "Aunt Mirela has the spare keys",
            ],
        ),
        (
            "Please remember a few things about my house. The boiler is in the attic. The stopcock is under the sink.",
            ["The boiler is in the attic", "The stopcock is under the sink"],
        ),
        (
            "Here's what I'd like you to retain about our team: Ngozi leads design. Standups are at 9:40."
            " We ship weekly.",
            ["Ngozi leads design", "Standups are at 9:40", "The user and others ship weekly"],
        ),
        (
            "please save some facts about my garden. the soil is clay. the north bed gets no sun. the pond has newts.",
            ["The soil is clay", "The north bed gets no sun", "The pond has newts"],
        ),
        (
            "Can you remember two things about the shop? We close on Mondays. My aunt has the keys.",
            ["The user and others close on Mondays", "The user's aunt has the keys"],
        ),
        (
            "Two things to remember about our band: we rehearse on Tuesdays. The drummer is vegan.",
            ["The user and others rehearse on Tuesdays", "The drummer is vegan"],
        ),
        (
            "save five facts about the flat. rent is 900. it has no lift. bins go out on Friday. Vera is next door."
            " parking is level 3. nice weather.",
            [
                "Rent is 900",
                "It has no lift",
                "Bins go out on Friday",
                "Vera is next door",
                "Parking is level 3",
            ],
        ),
    ],
)
def test_what_is_announced_with_its_topic_is_kept_one_by_one(
    message: str, contents: list[str]
) -> None:
    assert [each.content for each in find_directives(message)] == contents


@pytest.mark.parametrize(
    "message",
    [
        "Please remember a few things about my house. The boiler is in the attic. What's a stopcock?",
        "Please remember a few things about my house. The boiler is in the attic. Now write me a poem about boilers.",
        "Please remember a few things about my house. The boiler is in the attic. Thanks! How do I bleed a radiator?",
        "Here's what I want you to remember: the boiler is in the attic. Can you find me a plumber?",
        "One thing about my house to remember: the boiler is in the attic. It is old.",
    ],
)
def test_a_question_a_task_or_the_count_ends_what_is_announced(message: str) -> None:
    assert [each.content for each in find_directives(message)] == ["The boiler is in the attic"]


@pytest.mark.parametrize(
    "message",
    [
        "I need to remember a few things about the exam. It has three parts. Part one is hard.",
        "I remember a few things about my house. The boiler was in the attic. We had no heating.",
        "My teacher told us to remember three things about cells. They divide. They have walls.",
        "There are several things to remember about photosynthesis. It needs light. Is that right?",
    ],
)
def test_what_others_are_to_remember_is_not_announced(message: str) -> None:
    assert find_directives(message) == []
