"""Is an instruction kept with what it holds for?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("For code, use TypeScript from now on.", "For code, the user wants the assistant to use TypeScript"),
        ("for all future code, use tabs", "For all future code, the user wants the assistant to use tabs"),
        ("When writing to my boss, never use emojis.",
         "When writing to their boss, the user wants the assistant to never use emojis"),
        ("In German texts please always use Swiss spelling",
         "In German texts, the user wants the assistant to always use Swiss spelling"),
        ("When I'm at work, never mention the baby", "When the user is at work, never mention the baby"),
    ],
)  # fmt: skip
def test_an_instruction_keeps_its_scope(message: str, content: str) -> None:
    assert [each.content for each in find_directives(message)] == [content]


@pytest.mark.parametrize(
    "message",
    [
        "In future, use tabs",
        "For the record, always use tabs",
        "If you can, always use tabs please",
        "With that said, always answer in French",
    ],
)
def test_small_talk_before_an_instruction_is_no_scope(message: str) -> None:
    (found,) = find_directives(message)

    assert found.content.removeprefix("The user wants the assistant to ") in (
        "use tabs",
        "always use tabs",
        "always answer in French",
    )
