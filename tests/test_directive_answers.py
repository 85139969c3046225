"""How one answer is to be, and in which file a text goes, is nothing to remember; what "that" is stands before it."""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


@pytest.mark.parametrize(
    "text",
    [
        "keep this answer short: difference between TCP RST and FIN",
        "keep it brief: pros and cons of Rust",
        "please make the reply under 50 words: what is a monad",
        "Save the following as config.toml and show me the diff: port = 8081",
    ],
)
def test_how_this_answer_is_to_be_is_not_kept(text: str) -> None:
    assert find_directives(text) == []


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("I hate coriander. like HATE. you need to remember that about me", "The user hates coriander"),
        ("The printers are all Kyocera, so remember that before proposing HP drivers again",
         "The printers are all Kyocera"),
        ("Each of our namespaces has a map called flags. Please memorise that and then tell me why",
         "Each of the user's namespaces has a map called flags"),
        ("keep it short from now on: no more than 3 lines", "The user wants no more than 3 lines"),
    ],
)  # fmt: skip
def test_what_is_asked_for_is_kept(text: str, content: str) -> None:
    assert [each.content for each in find_directives(text)] == [content]


@pytest.mark.parametrize(
    "message",
    [
        "Keep this one short, I'm in the truck.",
        "please keep this answer very brief, I'm on my phone",
        "add a comment above this function that says // NOTE: remember to close the driver",
        "put # TODO: remember to free the buffer on line 3",
    ],
)
def test_how_one_answer_is_to_be_and_a_remark_in_a_program_are_not_kept(message: str) -> None:
    assert [found.content for found in find_directives(message, learned=False)] == []


def test_how_all_answers_are_to_be_is_kept() -> None:
    (found,) = find_directives(
        "From now on keep every answer short, I'm on my phone.", learned=False
    )

    assert "short" in found.content
