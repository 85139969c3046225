"""Is the fact kept that somebody complains of having to say again, and not the complaint?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (
            "You keep forgetting that I'm left-handed. Can you please write that down permanently?",
            "The user is left-handed",
        ),
        ("You always forget I'm left-handed. Please note it.", "The user is left-handed"),
        ("u keep forgetting im vegan!! write it down pls", "The user is vegan"),
        ("You forgot again that I live in Ghent. Save that please.", "The user lives in Ghent"),
        (
            "I keep having to tell you that I don't eat pork. Remember it this time.",
            "The user doesn't eat pork",
        ),
        (
            "You never remember that my son is called Bo. Please make a note of it.",
            "The user's son is called Bo",
        ),
        (
            "Third time I tell you my name is Siobhan. Please remember that.",
            "The user's name is Siobhan",
        ),
        (
            "Why do you always forget that I'm allergic to penicillin? Note it down.",
            "The user is allergic to penicillin",
        ),
        ("You keep forgetting I'm left-handed, please write that down.", "The user is left-handed"),
        (
            "My boss keeps forgetting that I work Tuesdays only. Keep that in mind.",
            "The user's boss keeps forgetting that they work Tuesdays only",
        ),
    ],
)
def test_what_was_forgotten_is_kept_without_the_complaint(message: str, content: str) -> None:
    assert [each.content for each in find_directives(message)] == [content]


@pytest.mark.parametrize(
    "message",
    [
        "You forgot again I have twins!",
        "You keep forgetting it. Please remember that.",
        "You keep forgetting my name. Remember that.",
        "You always forget my birthday, please note it.",
        "My mum always forgets I'm vegetarian. How do I tell her?",
        "I told you that I was sick yesterday. Remember that?",
        "You never forget that I'm vegan. I like that.",
    ],
)
def test_a_complaint_without_a_fact_or_a_request_keeps_nothing(message: str) -> None:
    assert find_directives(message) == []
