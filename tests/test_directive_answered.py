"""Questions that their answer follows, and brackets that close."""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("Remember who my vet is: Dr. Oduya in Leith.", "The user's vet is Dr. Oduya in Leith"),
        ("remember who my kids are: Ola and Per", "The user's kids are Ola and Per"),
        (
            "Please remember what I'm allergic to: kiwi and latex.",
            "The user is allergic to kiwi and latex",
        ),
        (
            "Please remember where I keep the spare fuse: behind the dryer.",
            "Where the user keeps the spare fuse: behind the dryer",
        ),
        (
            "I play for two clubs (Rovers and Vale). Remember that.",
            "The user plays for two clubs (Rovers and Vale)",
        ),
        ("(I'm vegan, please remember)", "The user is vegan"),
    ],
)
def test_it_reads_as_a_statement(text: str, content: str) -> None:
    assert [found.content for found in find_directives(text)] == [content]
