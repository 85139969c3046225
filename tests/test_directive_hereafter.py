"""Are wishes for good read where a mark of time alone says so?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


def contents(message: str) -> list[str]:
    return [each.content for each in find_directives(message, learned=False)]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("grams not ounces. every time. please", "Grams not ounces"),
        (
            "Right, standing instruction. Bullets for me, not tables.",
            "Bullets for the user, not tables",
        ),
        (
            "if i ever ask u to text my boss at night tell me no. im serious, keep that as a rule",
            "If the user ever asks u to text their boss at night tell them no",
        ),
        (
            "Id rather you asked me before you shorten a text. make that a standing rule",
            "The user wants the assistant to ask them before it shortens a text",
        ),
        ("All amounts in Swiss francs, going forward.", "All amounts in Swiss francs"),
        (
            "From this point onwards, every query you hand me begins with a comment",
            "Every query the assistant hands the user begins with a comment",
        ),
        (
            "From now on every reply you give me ends with a source.",
            "Every reply the assistant gives the user ends with a source",
        ),
        (
            "answers in two lines max from here on, im always in a hurry",
            "Answers in two lines max from here on",
        ),
        (
            'Not today, not tomorrow, not next year: don\'t say "as an AI".',
            'The user does not want the assistant to say "as an AI"',
        ),
        ("no emojis. Not today, not ever.", "The user wants no emojis"),
        (
            "you and I need a rule: no exclamation marks. I sound like a cheerleader",
            "The user wants no exclamation marks",
        ),
        (
            "Lets agree for good that you check my spelling whenever I send you a text.",
            "The user wants the assistant to check their spelling whenever they send it a text",
        ),
        (
            "Would be great if you never recommend trams again, i drive a cab",
            "The user wants the assistant to never recommend trams again",
        ),
        (
            "Sorry to be a pest, but could you from now on avoid American spellings?",
            "The user wants the assistant to avoid American spellings",
        ),
        (
            "Next time, and the time after, don't use tables.",
            "The user does not want the assistant to use tables",
        ),
        (
            "Stop calling the pupils 'kids', in this chat and every other one.",
            "The user wants the assistant to stop calling the pupils 'kids'",
        ),
        (
            "Use the 24-hour clock with me. Not only today, always.",
            "The user wants the assistant to use the 24-hour clock with them",
        ),
        (
            "Answer me in easy english always because my english is weak",
            "The user wants the assistant to answer them in easy english always",
        ),
        (
            "Write always to me in simple English, I am not native",
            "The user wants the assistant to write always to them in simple English",
        ),
        ("at all times metric pls, i dont speak inches", "Metric"),
        (
            "in future chats assume i have no car",
            "The user wants the assistant to assume they have no car",
        ),
        ("not for today but for always: short sentences.", "Short sentences"),
        (
            "whenever i paste a recipe convert cups to grams, ok? do it every time",
            "Whenever the user pastes a recipe convert cups to grams",
        ),
        (
            "Unless I say otherwise, menus should be for three people.",
            "Unless the user says otherwise, menus should be for three people",
        ),
        (
            "unless told otherwise, prices should be in pounds",
            "Unless told otherwise, prices should be in pounds",
        ),
        (
            "Treat me as a beginner in chess, always, even if I sound confident",
            "The user wants the assistant to treat them as a beginner in chess, always, even if they sound confident",
        ),
        (
            "In future conversations, keep your replies under five sentences.",
            "The user wants the assistant to keep its replies under five sentences",
        ),
    ],
)
def test_a_mark_of_time_makes_a_wish_last(message: str, content: str) -> None:
    assert contents(message) == [content]


@pytest.mark.parametrize(
    "message",
    [
        "the lift is broken. every time.",
        "All hands on deck from now on.",
        "From here on the road gets worse.",
        "From this point onwards the trail climbs.",
        "From now on every train stops here.",
        "All quiet at the office from now on.",
        "If I oversleep I miss the bus. That's a rule of nature.",
        "our manager put a note on the fridge, no fish in the microwave from now on. who did it",
        "My boss pinned up a sign, no music at the till from now on.",
        "Would be great if my brother never called again, he talks for hours",
        "He is kind, but could you never lose your temper?",
        "Tables for four, not six, tonight.",
        "All dates were taken. Going forward with plan B.",
        "I like short answers in an exam.",
        "Not only today, always the same queue at the bank.",
        "She writes always to me in pencil.",
        "in future films the hero will be a robot",
        "Unless I hear otherwise, the match should start at two.",
        "Unless he says otherwise, prices should be in pounds, he wrote.",
    ],
)
def test_what_happens_from_now_on_is_no_wish(message: str) -> None:
    assert contents(message) == []
