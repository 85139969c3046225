"""Names to be called by that are told without "call me"."""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


@pytest.mark.parametrize("learned", [True, False])
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Everyone calls me Bee, you can too.", "Bee"),
        ("My friends call me Juno, feel free to do the same", "Juno"),
        ('You can drop the "Mrs", Gwen is fine.', "Gwen"),
        ("Otto will do, no need for titles.", "Otto"),
        ("It's Dr. Chaudhry, please, not Mr.", "Dr. Chaudhry"),
        ("Please use Ms. Lindqvist with me.", "Ms. Lindqvist"),
        ("I go by Tamara at work. With me you can use Tam from today on.", "Tam"),
        ("No one calls me Frederick, it's Freddie.", "Freddie"),
        ("My name's Ifeoma but please say Ify.", "Ify"),
        ("Address me as Sir Didymus.", "Sir Didymus"),
    ],
)
def test_the_name_is_kept(text: str, name: str, learned: bool) -> None:
    found = find_directives(text, learned=learned)

    assert [each.content for each in found] == [f"The user's preferred name is {name}"]


@pytest.mark.parametrize(
    "text",
    [
        "Everyone calls me lazy, you should too",
        "My dog is Bee, you should call her that too.",
        "You can use Rust with me from now on.",
        "With me you can use Spanish.",
        "It's Captain Ahab, not Captain Hook.",
        "Monday is fine.",
        "Drop the title, Chapter One is enough in the header",
        "Do your friends call you Al?",
    ],
)
def test_other_names_are_none_of_the_user(text: str) -> None:
    assert "preferred name" not in str(find_directives(text))
