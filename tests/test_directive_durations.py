"""Is what says only how long something holds read as that?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


def contents(message: str) -> list[str]:
    return [each.content for each in find_directives(message, learned=False)]


@pytest.mark.parametrize(
    ("message", "wish"),
    [
        ("Each time I paste a log, tell me the cause first. Not only today, from now on.", None),
        ("Sign my emails with Ines. Always, unless I say otherwise.", "sign their emails with Ines"),
        ("quote all times in UTC. both of those are standing, not just for this thread", "quote all times in UTC"),
        ("Please answer in Dutch. In every conversation, not just this one.", "answer in Dutch"),
        ("give me the short version first. today, tomorrow and every day", "give them the short version first"),
        ("Skip the disclaimers. This is for all the season!", "skip the disclaimers"),
    ],
)  # fmt: skip
def test_a_sentence_about_times_makes_the_instruction_before_it_hold(
    message: str, wish: str | None
) -> None:
    expected = f"The user wants the assistant to {wish}"
    assert contents(message) == [
        expected if wish else "Each time the user pastes a log, tell them the cause first"
    ]


@pytest.mark.parametrize(
    "message",
    [
        "Please answer in Dutch. Just for today.",
        "Explain recursion. Only this once.",
        "I work nights. Always.",
        "I was in Rome. All summer, every day.",
        "We were in love. Not for long, not forever.",
    ],
)
def test_a_time_that_ends_or_a_statement_makes_nothing_hold(message: str) -> None:
    assert contents(message) == []
