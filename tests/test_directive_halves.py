"""Is a form of address, or another instruction, kept with all that is said of when it holds?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives

ASKS = "The user wants the assistant to "


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (
            "address me as Dr. Voss only in letters; otherwise Nils",
            f"{ASKS}address them as Dr. Voss only in letters; otherwise Nils",
        ),
        (
            "Call me Mrs. Pratt in emails, otherwise Ines is fine",
            f"{ASKS}call them Mrs. Pratt in emails, otherwise Ines is fine",
        ),
        (
            "Please address me as Canon Whyte in all letters you draft.",
            f"{ASKS}address them as Canon Whyte in all letters it drafts",
        ),
        (
            "call me Coach in front of my kids",
            f"{ASKS}call them Coach in front of their kids",
        ),
        (
            "Call me Sam only when I'm at work",
            f"{ASKS}call them Sam only when they're at work",
        ),
        ("No puns. Ever. In any answer.", "The user wants no puns, in any answer"),
        ("Short answers. Always. For every question.", "Short answers, for every question"),
        (
            "Stop calling me 'chief', I'm Mr. Adair to you.",
            f"{ASKS}stop calling them 'chief', they're Mr. Adair to it",
        ),
        (
            "don't call me Bobby, it's Robert",
            "The user does not want the assistant to call them Bobby, it's Robert",
        ),
        (
            "Never call me madam, I hate it when people do",
            f"{ASKS}never call them madam",
        ),
    ],
)
def test_an_instruction_keeps_both_halves(message: str, content: str) -> None:
    (found,) = find_directives(message)

    assert (found.content, found.slot) == (content, None)


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("Call me Bea in all our chats", "Bea"),
        ("Call me Bea in future", "Bea"),
        ("call me Bo when we talk", "Bo"),
        ("Call me Noor ji", "Noor ji"),
        ("Please call me Kenji san from now on", "Kenji san"),
        ("Please adress me as Dr. Voss, I earned it", "Dr. Voss"),
    ],
)
def test_a_name_for_every_occasion_is_the_preferred_one(message: str, name: str) -> None:
    (found,) = find_directives(message)

    assert (found.content, found.slot) == (f"The user's preferred name is {name}", "preferred_name")


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("Don't call me buddy. It's Mr. Aberdeen.", "Mr. Aberdeen"),
        ("Never address me as sir. I'm Dr. Holt.", "Dr. Holt"),
        ("Stop calling me Kate. The name's Katarzyna.", "Katarzyna"),
    ],
)
def test_the_name_of_the_next_sentence_is_the_preferred_one(message: str, name: str) -> None:
    refused, wanted = find_directives(message)

    assert refused.slot is None
    assert (wanted.content, wanted.slot) == (
        f"The user's preferred name is {name}",
        "preferred_name",
    )


@pytest.mark.parametrize(
    ("message", "contents"),
    [
        ("Never call me sir. I'm American.", [f"{ASKS}never call them sir"]),
        (
            "Use metric units from now on. Otherwise the talk was fine.",
            [f"{ASKS}use metric units"],
        ),
        ("call me at work", []),
        ("Call me in front of the station", []),
    ],
)
def test_what_only_looks_like_a_second_half_is_none(message: str, contents: list[str]) -> None:
    assert [each.content for each in find_directives(message)] == contents
