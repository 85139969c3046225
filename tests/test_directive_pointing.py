"""Is the statement kept at which a request points, and not what else stands beside the request?"""

from __future__ import annotations

import time

import pytest

from langmem_ext.policies.directives import find_directives

WORKS_NIGHTS = "The user works nights at the bakery"


@pytest.mark.parametrize(
    "request_",
    [
        "Please remember it on bank holidays.",
        "Keep that in mind around Christmas.",
        "Could you remember this for the seating plan of the wedding?",
        "Remember that come summer.",
        "Remember this so nobody has to ask me again.",
        "Save this to your memory to spare me the questions.",
        "Write it down somewhere you can find it.",
        "Remember that, I'm tired of repeating it.",
        "Please keep that in mind, my wife worries.",
        "Remember it, I'll mention her often.",
        "People keep getting it wrong, so do remember it.",
        "Please remember that's how it is.",
        "Hang on to that for when I ask about trains.",
        "You'll want to remember that, it'll come up a lot.",
        "Remember that, this keeps popping up in my mails.",
        "Save that, the place comes up in everything.",
    ],
)
def test_a_place_a_time_a_purpose_or_a_reason_is_not_what_is_kept(request_: str) -> None:
    found = find_directives(f"I work nights at the bakery. {request_}", learned=False)

    assert [each.content for each in found] == [WORKS_NIGHTS]


@pytest.mark.parametrize(
    "message",
    [
        "I work nights at the bakery, remember it, the rest can wait.",
        "I work nights at the bakery - put it in your notes, I hate being asked.",
        "I work nights at the bakery, write that down somewhere we won't lose it lol",
        "I work nights at the bakery; please remember that's what I do.",
        "Remember this so you needn't ask: I work nights at the bakery.",
        "Remember this so I don't repeat myself, I work nights at the bakery",
        "Remember that I work nights at the bakery; you got it wrong twice.",
    ],
)
def test_what_the_same_sentence_states_is_kept(message: str) -> None:
    found = find_directives(message, learned=False)

    assert [each.content for each in found] == [WORKS_NIGHTS]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("Please remember that in May I start at the mill.", "In May the user starts at the mill"),
        ("Remember that, I'm a baker.", "The user is a baker"),
        ("Remember that, my aunt comes up on Friday.", "The user's aunt comes up on Friday"),
        (
            "Remember that people often mispronounce my name.",
            "People often mispronounce the user's name",
        ),
        ("Remember that my wife worries on Sundays.", "The user's wife worries on Sundays"),
    ],
)
def test_what_is_told_behind_the_request_is_kept(message: str, content: str) -> None:
    found = [each.content for each in find_directives(message, learned=False)]

    assert found == [content]


@pytest.mark.parametrize("piece", ["remember it, ", "people always ", "save this so i ", "my a "])
def test_hostile_repetition_costs_little_time(piece: str) -> None:
    started = time.thread_time()
    find_directives(piece * 2000, learned=False)

    assert time.thread_time() - started < 2
