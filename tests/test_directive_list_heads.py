"""Which line above a list asks for its items to be kept, and with what they are kept."""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


def kept(text: str) -> list[str]:
    return [found.content for found in find_directives(text)]


@pytest.mark.parametrize(
    ("text", "contents"),
    [
        (
            "Things to remember about the workshop:\n1. The kiln is off on Sundays\n2. no dogs inside",
            ["The workshop: the kiln is off on Sundays", "The workshop: no dogs inside"],
        ),
        (
            "Some facts to keep about the Leith warehouse:\n- closes at 18:00\n- ask for Isla",
            ["The Leith warehouse closes at 18:00", "The Leith warehouse: ask for Isla"],
        ),
        (
            "Please remember about my aunt:\n* she's hard of hearing\n* lives in Vigo",
            ["The user's aunt's hard of hearing", "The user's aunt lives in Vigo"],
        ),
        (
            "Please remember about my bakery:\n- We open at six\n- no credit cards",
            ["The user and others open at six", "The user's bakery: no credit cards"],
        ),
        (
            "Remember to buy:\n- oat milk\n- rye bread",
            ["The user needs to buy: oat milk, rye bread"],
        ),
        (
            "Things to remember about me:\n- vegan\n- lives in Lyon",
            ["The user is vegan", "The user lives in Lyon"],
        ),
    ],
)
def test_facts_are_kept_with_what_they_are_of(text: str, contents: list[str]) -> None:
    assert kept(text) == contents


@pytest.mark.parametrize(
    ("text", "contents"),
    [
        (
            "Here's how I want summaries from now on:\n1. at most one page\n2. risks first",
            ["The user wants summaries: at most one page", "The user wants summaries: risks first"],
        ),
        (
            "My rules for newsletters:\n- no puns\n- one link",
            [
                "The user's rules for newsletters: no puns",
                "The user's rules for newsletters: one link",
            ],
        ),
        (
            "This is how I want you to write to me:\n- no emojis\n- short",
            [
                "The user wants the assistant to write to them: no emojis",
                "The user wants the assistant to write to them: short",
            ],
        ),
        (
            "Going forward my invoices should have:\n- a due date",
            ["The user's invoices should have: a due date"],
        ),
        (
            "What I want in every quiz:\n- five questions\n- hints hidden",
            [
                "The user wants in every quiz: five questions",
                "The user wants in every quiz: hints hidden",
            ],
        ),
        (
            "From now on, for every recipe:\n1. metric only",
            ["The user wants for every recipe: metric only"],
        ),
    ],
)
def test_wishes_are_kept_with_what_they_are_for(text: str, contents: list[str]) -> None:
    assert kept(text) == contents


@pytest.mark.parametrize(
    "text",
    [
        "Here's how I want this report:\n1. two pages\n2. charts first",
        "Things to remember about the French Revolution:\n1. It started in 1789\n2. The Bastille fell in July",
        "Things to remember about writing essays:\n- start early\n- cite sources",
        "10 things to remember about Rust:\n1. ownership moves\n2. borrows end",
        "My rules for this game:\n- no dice\n- two players",
    ],
)
def test_lists_of_a_piece_of_work_and_of_the_world_are_left_alone(text: str) -> None:
    assert kept(text) == []


@pytest.mark.parametrize("thanks", ["Terima kasih!", "Merci beaucoup!", "Obrigada", "Cheers"])
def test_thanks_behind_a_list_are_none_of_it(thanks: str) -> None:
    text = f"Remember these:\n- Bea is vegan\n- Tom eats fish\n{thanks}"

    assert kept(text) == ["Bea is vegan", "Tom eats fish"]
