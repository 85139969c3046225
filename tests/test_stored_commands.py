"""What names memory as such is a command, wherever in a message it says so; other stores and other people's are not."""

from __future__ import annotations

import pytest

from langmem_ext.commands import Command, parse_command


@pytest.mark.parametrize("learned", [True, False])
@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("Kindly strike from your records that I sing in a choir.", "forget"),
        ("Remove from memory: I start at seven.", "forget"),
        ("Take it out of your notes that I own a kayak.", "forget"),
        ("unset fact: my time zone is Porto", "forget"),
        ("You have it that the office is on Mill Lane. We moved. Strike it, please.", "forget"),
        ("You've got it wrong that I am allergic to cats, so delete that", "forget"),
        ("I withdraw what I said about my love of opera.", "forget"),
        ("Take entry 11 off my list.", "forget"),
        ("Stored items 4, 5, 9. Scrap them.", "forget"),
        ("I gave up rowing so like forget everything you have about rowing", "forget_about"),
        ("Northgate Ltd. Every note you hold on them. Purge.", "forget_about"),
        ("Out with all memories of the old bakery!", "forget_about"),
        ("Anything you noted to do with Marcus: delete it, please.", "forget_about"),
        ("Purge from memory all facts matching Harrow.", "forget_about"),
        ("Leave no record of my thesis.", "forget_about"),
        ("Let nothing whatever about me remain in your memory.", "clear"),
        ("Act as if we had never met, memory and all.", "clear"),
        ("Efface every recollection you possess of me.", "clear"),
        ("Go on then, tell me the lot, whatever you've got stored on me.", "list"),
        ("Tell me such birthdays of mine as you hold on record.", "list_category"),
        ("On what occasion did I inform you that I collect stamps?", "why"),
        ("Provenance of memory item 4?", "why"),
        ("Did I tell you about my twins, or did you guess?", "why"),
    ],
)
def test_a_command_may_name_what_is_kept_anywhere(text: str, command: str, learned: bool) -> None:
    found = parse_command(text, learned=learned)

    assert found is not None
    assert found.name == command


@pytest.mark.parametrize(
    ("text", "command"),
    [
        (
            "Kindly strike from your records that I sing in a choir.",
            Command("forget", "I sing in a choir"),
        ),
        ("Stored items 4, 5, 9. Scrap them.", Command("forget", "4, 5, 9")),
        (
            "Northgate Ltd. Every note you hold on them. Purge.",
            Command("forget_about", "Northgate Ltd"),
        ),
        ("Purge from memory all facts matching Harrow.", Command("forget_about", "Harrow")),
        (
            "On what occasion did I inform you that I collect stamps?",
            Command("why", "I collect stamps"),
        ),
    ],
)
def test_it_says_which_memory_is_meant(text: str, command: Command) -> None:
    assert parse_command(text, learned=False) == command


@pytest.mark.parametrize("learned", [True, False])
@pytest.mark.parametrize(
    "text",
    [
        "Strike from the contract that I pay for repairs.",
        "Take it out of the oven when the timer rings.",
        "Remove number 5 from this list: figs, plums, pears.",
        "Delete number 4 from the list of gift ideas, please.",
        "Purge all rows matching Harrow from the table.",
        "My sister says you should strike from your records that she sings.",
        "Total amnesia as a plot device: overused?",
        "I have no memory of saving that recipe.",
        "Show me everything you've got! Just the top three riffs.",
        "How come you know what a zorbing is?",
        "On what basis do you assert that the lease is void?",
        "Clear all of the memory of the microcontroller, which tool does it?",
        "Anything to do with tax is out of my depth.",
    ],
)
def test_other_stores_are_no_memory(text: str, learned: bool) -> None:
    assert parse_command(text, learned=learned) is None
