"""What is to go out of memory, or to be read out of it, is never taken up into it."""

from __future__ import annotations

import pytest

from langmem_ext.commands import Command, parse_command
from langmem_ext.policies.directives import find_directives


@pytest.mark.parametrize("learned", [True, False])
@pytest.mark.parametrize(
    "text",
    [
        "Everything about the pottery course can go from your memory, I've dropped it.",
        "Strike from your memory that Anouk is my tutor.",
        "The bit about my van can leave your memory, we sold it.",
        "Take my old shift out of your notes, I work mornings now",
        "Open your notes on me, I want to check them.",
        "Look into your files on me: I think my street is spelt wrong",
        "From your memory, give me the towns I've lived in.",
    ],
)
def test_what_leaves_memory_or_is_shown_is_not_kept(text: str, learned: bool) -> None:
    assert find_directives(text, learned=learned) == []


@pytest.mark.parametrize(
    "text",
    [
        "Put this in your memory, I live in Lund now",
        "For your notes, my sister is called Inge",
        "Straight into your memory, I'm a welder",
    ],
)
def test_what_goes_into_memory_is_kept(text: str) -> None:
    assert find_directives(text)


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("i don't fence anymore so take it out of your memory", "i don't fence anymore"),
        ("I gave up the allotment, so please drop it from your notes", "I gave up the allotment"),
        ("we don't keep bees any more, so delete that from your memory", "we don't keep bees"),
    ],
)
def test_it_is_what_is_so_no_longer(text: str, stated: str) -> None:
    found = parse_command(text)

    assert found is not None and found.name == "forget"
    assert found.argument in (stated, stated.removesuffix(" anymore"))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Could I see the decisions I've asked you to note, please?", "goals"),
        ("Which rules have I given you?", "rules"),
        ("Show me the instructions I told you to always obey.", "instructions"),
        ("what standing orders did I leave with you", "standing orders"),
        ("Can I see the preferences you've kept from our talks?", "preferences"),
    ],
)
def test_what_was_asked_of_the_assistant_can_be_listed(text: str, named: str) -> None:
    assert parse_command(text, learned=False) == Command("list_category", named)


@pytest.mark.parametrize(
    "text",
    [
        "Which instructions are in the manual?",
        "What rules did the referee give?",
        "Give me a rundown of the instructions in this recipe",
        "Follow the rules I told you to follow",
    ],
)
def test_instructions_of_others_are_not_listed(text: str) -> None:
    assert parse_command(text) is None


@pytest.mark.parametrize("learned", [True, False])
def test_what_was_to_be_forgotten_a_while_ago_comes_back(learned: bool) -> None:
    text = "Please put back what I asked you to delete a minute ago."

    assert parse_command(text, learned=learned) == Command("undo")
