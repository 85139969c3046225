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


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("Next time, and the time after, don't use tables.", "The user does not want the assistant to use tables"),
        ("I'm dyslexic, so as a general rule for our chats use short paragraphs please",
         "The user wants the assistant to use short paragraphs"),
        ("ok you and I need a rule: no bullet points", "The user wants no bullet points"),
        ("Would like to set a preference that lasts: python with type hints", "Python with type hints"),
        ("I do not wish to be addressed with Hey. Kindly observe this in all our conversations.",
         "The user does not wish to be addressed with Hey"),
        ("Id rather you asked me before you rewrite a text. make that a standing rule",
         "The user wants the assistant to ask them before it rewrites a text"),
        ("Sorry to be a pest, but could you from now on avoid American spellings?",
         "The user wants the assistant to avoid American spellings"),
    ],
)  # fmt: skip
def test_what_holds_for_good_is_read_wherever_that_is_said(message: str, content: str) -> None:
    assert contents(message) == [content]


@pytest.mark.parametrize(
    "message",
    [
        "We have a rule at work: no phones",
        "as a rule of thumb use 2 eggs",
        "My flight was late, could you give times in UTC?",
        "I do not wish to be addressed with Hey.",
        "Next time we meet, don't use my bike",
    ],
)
def test_what_is_said_of_rules_and_times_otherwise_is_no_order(message: str) -> None:
    assert contents(message) == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("The main thing I need you to remember for the trip, over all our chats, is that the budget is 2,400 euros.",
         "The budget is 2,400 euros"),
        ("What I want you to keep in mind, whatever we do, is that my son is deaf", "The user's son is deaf"),
        ("remind yourself each time: I'm left handed", "The user is left handed"),
        ("Bear it in mind from now I've a stammer", "The user has a stammer"),
    ],
)  # fmt: skip
def test_what_stands_between_a_request_and_its_words_is_no_part_of_them(
    message: str, content: str
) -> None:
    assert contents(message) == [content]
