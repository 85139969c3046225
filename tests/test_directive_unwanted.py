"""Is what is not to be kept left alone, however that is put?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


@pytest.mark.parametrize("learned", [False, True])
@pytest.mark.parametrize(
    "message",
    [
        "Make sure this isn't stored: I live in Cork",
        "I need you to forget this: my flat number is 5",
        "I want this forgotten. My boss is Dana.",
        "None of this should stick. I live in Bonn.",
        "My boss is Dana. That must not be remembered.",
        "I want you to not keep this, my dog is Rex",
        "I'd rather you didn't keep this. My brother is Ole.",
        "I hope you don't remember this. I was fired in May.",
    ],
)
def test_what_is_not_to_be_kept_is_left_alone(message: str, learned: bool) -> None:
    assert find_directives(message, learned=learned) == []


@pytest.mark.parametrize(
    "message",
    [
        "Make sure this isn't forgotten: my boss is Dana",
        "This must be kept: my boss is Dana",
        "I need you to remember this: my boss is Dana",
    ],
)
def test_what_is_not_to_be_forgotten_is_kept(message: str) -> None:
    assert [each.content for each in find_directives(message)] == ["The user's boss is Dana"]
