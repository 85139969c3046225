"""What is mentioned beside a task, and is said of the task alone."""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


@pytest.mark.parametrize("learned", [True, False])
@pytest.mark.parametrize(
    "text",
    [
        "Explain garbage collection, keep in mind it's for a five minute slot",
        "Summarise the leaflet and bear in mind this is for pensioners",
        "Plan a buffet, and remember it has to cost under 80 euros",
        "How do I grill this fish? Keep in mind it's 3 kg.",
        "Suggest a present, remember he's only four",
        "Rank these tents, keep in mind they're all second-hand",
        "Gift ideas please, bear in mind it's for my aunt's retirement",
        "Keep in mind it's for a wall poster: describe how bees dance",
        "How do I stretch? Keep in mind I only have 15 minutes today",
    ],
)
def test_what_is_said_of_the_work_is_not_kept(text: str, learned: bool) -> None:
    assert find_directives(text, learned=learned) == []


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("Suggest a picnic, keep in mind I'm vegan", "The user is vegan"),
        (
            "Help me plan my week, keep in mind that I work nights",
            "The user works nights",
        ),
        (
            "Keep in mind it's my gran's birthday on 4 May",
            "It's the user's gran's birthday on 4 May",
        ),
        ("Bear in mind this repo uses tabs", "This repo uses tabs"),
        (
            "Suggest a soup. And for next time, remember that Obi can't eat celery.",
            "Obi can't eat celery",
        ),
    ],
)
def test_what_is_said_of_the_user_beside_it_is_kept(text: str, content: str) -> None:
    assert [found.content for found in find_directives(text)] == [content]
