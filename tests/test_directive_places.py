"""Is what goes to a place in a text told from what is to be remembered?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


@pytest.mark.parametrize(
    "message",
    [
        "Note that in the status report, under open points: /tmp was full.",
        "Take column B and note in column E whether each value is odd",
        "Please put in paragraph two that we never got the goods",
        "Put a note in cell B4 that the rate changed in March",
        "Write in the last slide that my team did the work",
        "Record in the lab book, page 12: my sample was warm",
        "Take this message and make it polite: remember the rent is due",
        "remember when trains had ashtrays. i miss that",
        "Can I ask you to keep the next answer free of jargon, my aunt reads along",
        "if memory serves, the deadline in Malta is the 25th. Correct?",
        "Please take into account in the calculation that May has two holidays: 21 days, 8 hours",
    ],
)
def test_what_is_written_somewhere_is_not_remembered(message: str) -> None:
    assert find_directives(message) == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (
            "Make a note for later sessions, our warehouse is in Ulm.",
            "The user's warehouse is in Ulm",
        ),
        (
            "Bear in mind in any later query you write that NULL in paid_at means the bill is open",
            "NULL in paid_at means the bill is open",
        ),
        (
            "I am planning the rota and before I send it to you I'd be grateful if you could bear in mind for all"
            " future rotas that Ines cannot work Mondays.",
            "Ines cannot work Mondays",
        ),
        (
            "My shell is fish and I'd be grateful if that stuck with you.",
            "The user's shell is fish",
        ),
        (
            "Note that in my second job I always finish at six",
            "In the user's second job they always finish at six",
        ),
        (
            "Remember: in row 7 I always sit by the aisle",
            "In row 7 the user always sits by the aisle",
        ),
    ],
)
def test_when_it_is_to_be_thought_of_is_left_out(message: str, content: str) -> None:
    assert [each.content for each in find_directives(message, learned=False)] == [content]


def test_a_number_behind_ext_goes_on_in_its_sentence() -> None:
    found = find_directives("Store: front desk ext. 14; lab ext. 22; till ext. 30.", learned=False)

    assert [each.content for each in found] == ["Front desk ext. 14", "Lab ext. 22", "Till ext. 30"]
