"""Which words of forgetting, listing and asking why are about something else than memory?"""

from __future__ import annotations

import pytest

from langmem_ext.commands import Command, parse_command


@pytest.mark.parametrize("learned", [False, True])
@pytest.mark.parametrize(
    "message",
    [
        "Delete every mention of Auntie Ngozi from my speech.",
        "Take out the part about Acme from the press release.",
        "Remove everything about the 2019 pilot from section 3.",
        "Drop everything about politics from the newsletter, our readers don't want it.",
        "Clear everything on row 14 and below.",
        "Delete from the letterhead that we are members of Hallberg & Dahl.",
        "slides 1, 4 and 6 can go",
        "Take number 3 and 5 of your suggestions and merge them.",
        "Where did you get those unemployment figures? Please give a source.",
        "Where did you get that figure from? The annual report says 4.1 million.",
        "Does anyone else see what you remember?",
        "Can my boss read what you know about me?",
    ],
)
def test_texts_figures_and_other_people_are_no_memory(message: str, learned: bool) -> None:
    assert parse_command(message, learned=learned) is None


@pytest.mark.parametrize(
    ("message", "command"),
    [
        ("Remove everything about Acme from your memory.", Command("forget_about", "Acme")),
        ("Forget that I'm in the brochure", Command("forget", "I'm in the brochure")),
        ("Erase every note on my thesis.", Command("forget_about", "my thesis")),
        ("Delete numbers 1 and 3 from the list", None),
        ("Where did you get that I'm vegan?", None),
        ("What do you remember about me?", Command("list")),
        ("Show everything you know about my life.", None),
    ],
)
def test_what_is_kept_in_memory_stays_a_command(message: str, command: Command | None) -> None:
    found = parse_command(message)

    assert found is not None
    assert command is None or found == command


@pytest.mark.parametrize(
    ("message", "category"),
    [
        ("Languages — what have you got remembered for me there?", "Languages"),
        ("my travel plans - what's in your memory on those?", "travel plans"),
        ("music-wise, what have you saved about me?", "music"),
        ("Under the heading of languages, what does your memory have for me?", "languages"),
        ("Go through your memory and tell me the deadlines you're keeping for me.", "deadlines"),
        ("What have you got in memory about my kids?", "kids"),
    ],
)
def test_a_list_of_one_kind_is_not_a_list_of_all(message: str, category: str) -> None:
    assert parse_command(message) == Command("list_category", category)


def test_all_of_a_subject_is_not_all_of_memory() -> None:
    found = parse_command(
        "I'd rather you didn't hold on to anything concerning my kids. Purge all of that from memory."
    )

    assert found == Command("forget_about", "my kids")


@pytest.mark.parametrize(
    "message",
    [
        "Whatever you last saved about me, take it back out.",
        "un-save that thing you just memorised",
    ],
)
def test_what_was_just_kept_is_taken_back(message: str) -> None:
    assert parse_command(message) == Command("undo")


def test_praise_of_a_list_asks_for_none() -> None:
    found = parse_command("Good list of what you know about me. Get rid of memories 1, 4 and 9.")

    assert found == Command("forget", "memories 1, 4 and 9")


@pytest.mark.parametrize("learned", [False, True])
@pytest.mark.parametrize(
    "message",
    [
        "I'm going to keep pursuing my goals and I hope it works out!",
        "Do you have any pets?",
        "Do you have any goals you're working towards?",
        "What do you enjoy doing with your family?",
        "What kind of stuff do you and your family do there?",
        "My family and mentors are my rocks.",
    ],
)
def test_small_talk_of_family_and_goals_asks_for_no_list(message: str, learned: bool) -> None:
    assert parse_command(message, learned=learned) is None


@pytest.mark.parametrize(
    "message",
    [
        "Do you have any goals of mine on file?",
        "My goals please",
        "my allergies on record, go",
        "I'd like to see my goals.",
        "What do you know about my family?",
    ],
)
def test_a_list_that_is_asked_for_in_passing_is_given(message: str) -> None:
    found = parse_command(message)

    assert found is not None
    assert found.name == "list_category"
