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
        ("In my invoices always put the total last and never round the hours.",
         "In their invoices, the user wants the assistant to always put the total last and never round the hours"),
        ("In my emails always sign off with Cheers.",
         "In their emails, the user wants the assistant to always sign off with Cheers"),
        ("In my essays, please never use semicolons",
         "In their essays, the user wants the assistant to never use semicolons"),
        ("When in doubt, assume I mean the Newcastle in Australia.",
         "When in doubt, assume the user means the Newcastle in Australia"),
        ("I hate the word moist, don't ever use it", "The user hates the word moist, don't ever use it"),
        ("I'd prefer if you didn't ask me follow-up questions, now or later.",
         "The user does not want the assistant to ask them follow-up questions"),
        ("in maths never give me the answer straight away",
         "In maths, the user wants the assistant to never give them the answer straight away"),
        ("Don't suggest pork, in this or any other chat.",
         "The user does not want the assistant to suggest pork, in this or any other chat"),
        ("We are five at home now, my aunt included, so count five in any recipe from here on.",
         "The user wants the assistant to count five in any recipe"),
        ("It would help me a lot if you never used tables, my reader hates them.",
         "The user wants the assistant to never use tables"),
        ("My sight's going, so big clear headings every time please.", "Big clear headings every time"),
        ("This isn't for today, it's for always: short sentences.", "Short sentences"),
        ("Guten Tag, my English is not perfect, please remember to write simple.",
         "The user wants the assistant to write simple"),
        ("I don't want emojis in your replies. Ever.", "The user doesn't want emojis in the assistant's replies"),
        ("when u write code for me, no comments pls", "When u write code for the user, no comments"),
        ("whenever you write emails keep them short", "Whenever the assistant writes emails keep them short"),
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


@pytest.mark.parametrize(
    "message",
    [
        "In my dreams I always fly",
        "In chess always castle early",
        "when in doubt, ask a doctor",
        "I hate the word moist. Don't you?",
        "for best results always use fresh eggs",
        "I'm tired so short naps every day",
        "I don't want onions in my salad",
        "In my experience never trust a plumber",
        "In my letter always sounds wrong, is that so?",
        "when you write the report use tabs",
        "when you write code no tests run",
        "when you write code the tests break",
    ],
)
def test_what_is_said_of_a_kind_of_text_is_no_instruction(message: str) -> None:
    assert find_directives(message) == []
