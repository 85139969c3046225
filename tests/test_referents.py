"""Is whom a request means named in what is kept of it?"""

from __future__ import annotations

from time import process_time

import pytest

from langmem_ext.nodes.candidates import find
from langmem_ext.policies.referents import named
from langmem_ext.settings import DecisionSettings


@pytest.mark.parametrize(
    ("statement", "before", "kept"),
    [
        (
            "her birthday is on 3 May",
            "I had lunch with Rita yesterday.",
            "Rita's birthday is on 3 May",
        ),
        ("she works at Bosch now", "Rita moved to Berlin,", "Rita works at Bosch now"),
        (
            "her shift ends at 6",
            "I spoke to Rita Alves. Rita called back",
            "Rita Alves's shift ends at 6",
        ),
        ("he's allergic to nuts", "My dad came by", "my dad is allergic to nuts"),
    ],
)
def test_the_one_person_named_before_takes_the_place_of_the_pronoun(
    statement: str, before: str, kept: str
) -> None:
    assert named(statement, [before]) == kept


@pytest.mark.parametrize(
    ("statement", "before"),
    [
        ("her birthday is on 3 May", ""),
        ("her birthday is on 3 May", "I met Rita and Tom"),
        ("her birthday is on 3 May", "Rita told me about Ana"),
        ("her birthday is on 3 May", "I moved to Berlin"),
        ("his number ends in 3", "I was at Bosch today"),
        ("his birthday is on 3 May", "My sister came by"),
        ("Rita's birthday is on 3 May", "I met Ana"),
    ],
)
def test_where_a_doubt_is_left_the_words_stay(statement: str, before: str) -> None:
    assert named(statement, [before]) is None


def requested(message: str, *said: str) -> list[str]:
    """Return what is kept of a request; `said` is what stood before it, the user first."""
    found = find(message, DecisionSettings(), history=said[:1], after=said)
    return [each.content for each in found.requested]


def test_a_request_is_kept_with_the_name_of_whom_the_last_message_names() -> None:
    asked = "Remember her birthday is on 3 May"

    assert requested(asked, "I had lunch with Rita.", "How nice!") == [
        "Rita's birthday is on 3 May"
    ]
    assert requested(asked, "I had lunch with Rita.", "Did Tom come?") == [
        "Her birthday is on 3 May"
    ]


def test_the_message_itself_goes_before_what_was_said_earlier() -> None:
    message = "I had lunch with Rita. Remember her birthday is on 3 May."

    assert requested(message, "My aunt Ines was here") == ["Rita's birthday is on 3 May"]


@pytest.mark.parametrize("unit", ["Rita, ", "Rita and ", "My sister Rita ", "met Rita "])
def test_a_long_text_before_costs_little(unit: str) -> None:
    started = process_time()

    named("her birthday is on 3 May", [unit * 10_000])

    assert process_time() - started < 2.0
