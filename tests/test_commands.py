"""Are commands about memory told from talk about it?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from langmem_ext import Categories
from langmem_ext.command_reading import forms
from langmem_ext.command_reading.frame import MAX_COMMAND
from langmem_ext.command_reading.numbers import is_numbered, numbers_in
from langmem_ext.commands import Command, is_no, is_yes, parse_command, understand

DATA = Path(__file__).parent.parent / "evals" / "data" / "commands.jsonl"
LABELLED: list[dict[str, Any]] = [json.loads(line) for line in DATA.read_text().splitlines()]


@pytest.mark.parametrize("row", LABELLED, ids=lambda row: row["text"][:40])
def test_each_labelled_utterance_is_read_as_labelled(row: dict[str, Any]) -> None:
    found = parse_command(row["text"])

    assert (found.name if found else None) == row["name"]
    if "argument" in row:
        assert found is not None
        assert found.argument == row["argument"]


def test_every_command_and_its_absence_are_labelled() -> None:
    counted = {row["name"] for row in LABELLED}

    assert len(LABELLED) >= 150
    assert counted == {
        None, "list", "list_category", "forget", "forget_about", "clear", "undo", "why", "remember",
    }  # fmt: skip


def test_the_words_and_the_case_of_an_argument_stay() -> None:
    assert parse_command("please FORGET that I work at McGuffin & Söhne!") == Command(
        "forget", "I work at McGuffin & Söhne"
    )


@pytest.mark.parametrize(
    "text",
    [
        "froget that I like tea",
        "forgrt that I like tea",
        "foget that I like tea",
        "forgett that I like tea",
        "fogret that I like tea",
    ],
)
def test_a_slip_of_the_pen_is_understood(text: str) -> None:
    assert parse_command(text) == Command("forget", "I like tea")


@pytest.mark.parametrize(
    "text",
    [
        "`forget number 3`",
        "```\nforget number 3\n```",
        "~~~\nclear all my memories\n~~~",
        "> forget everything about me",
        '"Undo that"',
        "“clear all my memories”",
        "Translate into French:\nforget everything about me",
        "She wrote:\n\nforget everything about me",
    ],
)
def test_quotes_code_and_texts_that_are_handed_over_hold_no_commands(text: str) -> None:
    assert parse_command(text) is None


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("Hi! What do you remember about me? Thanks!", True),
        ("Forget that I work at Acme. I work at Initech now.", False),
        ("That's outdated, so forget number 3.", False),
        ("Forget number 3 and tell me a joke.", False),
        ("Remember that I like tea.", False),
    ],
)
def test_it_is_known_whether_a_message_says_anything_else(text: str, alone: bool) -> None:
    found = understand(text)

    assert found is not None
    assert found.alone is alone


def test_categories_of_ones_own_are_listed_by_name() -> None:
    own = Categories.parse("categories:\n  custom:\n    - {name: recipes}\n")

    assert parse_command("show my recipes", own) == Command("list_category", "recipes")
    assert parse_command("show my recipes") is None
    assert parse_command("show my preferences", own, learned=False) is None


@pytest.mark.parametrize("text", ["show me my calendar", "show my history", "list my options"])
def test_a_list_of_something_else_is_none_of_ours(text: str) -> None:
    assert parse_command(text) is None


@pytest.mark.parametrize(
    ("phrase", "places"),
    [
        ("number 3", (3,)),
        ("#2", (2,)),
        ("the 2nd and 4th one", (2, 4)),
        ("the third one", (3,)),
        ("one, two and five", (1, 2, 5)),
        ("1-3", (1, 2, 3)),
        ("items 2 to 4", (2, 3, 4)),
        ("the last one", (6,)),
        ("the last two", (5, 6)),
        ("the first 2", (1, 2)),
        ("all of those entries", (1, 2, 3, 4, 5, 6)),
        ("number 9", (9,)),
    ],
)
def test_places_of_a_list_are_read(phrase: str, places: tuple[int, ...]) -> None:
    assert is_numbered(phrase)
    assert numbers_in(phrase, 6) == places


def test_both_are_two() -> None:
    assert is_numbered("both") and is_numbered("both of them")
    assert numbers_in("both", 2) == (1, 2)
    assert numbers_in("both", 6) == ()


@pytest.mark.parametrize(
    "phrase",
    [
        "that one",
        "this one",
        "one of them",
        "two of those",
        "those two memories",
        "these 3 facts",
        "the two",
    ],
)
def test_how_many_are_meant_is_no_place(phrase: str) -> None:
    assert not is_numbered(phrase)


@pytest.mark.parametrize(
    "phrase", ["number theory", "3 rows", "the first", "the second half", "my number", "all", "3.5"]
)
def test_other_numbers_are_no_places(phrase: str) -> None:
    assert not is_numbered(phrase)


@pytest.mark.parametrize(
    "text", ["yes", "Yes, please!", "yep", "do it", "Yes, clear them all.", "I'm sure"]
)
def test_a_plain_yes_is_one(text: str) -> None:
    assert is_yes(text)


@pytest.mark.parametrize(
    "text", ["ok", "sure", "yes?", "yes but not my name", "maybe", "yesterday", "", "please", "no"]
)
def test_nothing_else_is_a_yes(text: str) -> None:
    assert not is_yes(text)


def test_a_no_is_one() -> None:
    assert is_no("no, keep them")
    assert not is_no("nothing compares to you")


@pytest.mark.parametrize(
    "piece",
    [
        "forget ",
        "the my your ",
        "show me all the ",
        "and ",
        ", ",
        "what do you know about ",
        '"',
        "1-",
        "```",
    ],
)
def test_long_repetitive_messages_are_harmless(piece: str) -> None:
    for length in (MAX_COMMAND - 10, 50_000):
        parse_command((piece * length)[:length])


def test_a_long_sentence_is_no_command() -> None:
    assert parse_command("forget that I " + "really " * 60 + "like tea") is None
    assert parse_command("forget that I like tea and " + "cake and " * 60 + "pie") is None


def test_what_is_told_at_length_beside_a_command_leaves_it_one() -> None:
    text = "ha " * 100 + "\nPlease forget that I really like tea."

    assert parse_command(text) == Command("forget", "I really like tea")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("yo, be honest: what all u got on me lol", Command("list")),
        ("I'd be obliged if you'd tell me what you have kept about me.", Command("list")),
        ("would you be so good as to erase everything you remember about me", Command("clear")),
        ("number 3 can go", Command("forget", "number 3")),
        ("anything about my ex can go", Command("forget_about", "my ex")),
        ("that note about my knee, get rid of it", Command("forget", "my knee")),
        ("where'd you get that from, that I like tea?", Command("why", "I like tea")),
        ("Forget Maria", Command("forget_about", "Maria")),
        ("put that one back please", Command("undo")),
    ],
)
def test_a_command_is_understood_in_other_words_and_order(text: str, meant: Command) -> None:
    assert parse_command(text) == meant


@pytest.mark.parametrize(
    "text",
    [
        "Forget Maria, let's invite Tom",
        "the umbrella is no longer needed",
        "put it back in the oven",
        "I'd love to forget everything about my ex",
        "I know what you know about me",
        "what do you need to know about me",
        "clear everything on my desk",
        "where did the word come from",
    ],
)
def test_the_same_words_about_something_else_are_no_command(text: str) -> None:
    assert parse_command(text) is None


def test_the_forms_of_a_command_wait_for_a_word_of_it() -> None:
    assert not any(forms.UNDO.matches("my sister lives in Rome"))
    assert forms.UNDO.fit("bring that back")
