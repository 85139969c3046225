"""Notes without a subject are read as the user's own only where nothing says otherwise."""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives
from langmem_ext.policies.scanner import scan


@pytest.mark.parametrize(
    ("message", "facts"),
    [
        ("favorite food: ramen", [("The user's favorite food is ramen", "favorite_food")]),
        (
            "name: Ana, city: Porto",
            [("The user's name is Ana", "name"), ("The user lives in Porto", "location")],
        ),
        (
            "name: Ana; age: 34; hobbies: chess, sailing",
            [
                ("The user's name is Ana", "name"),
                ("The user is 34 years old", "age"),
                ("The user's hobbies are chess, sailing", None),
            ],
        ),
        (
            "About me:\n- name: Ana\n- job: nurse",
            [("The user's name is Ana", "name"), ("The user's job is nurse", "occupation")],
        ),
    ],
)
def test_notes_of_oneself_are_facts(message: str, facts: list[tuple[str, str | None]]) -> None:
    assert [(each.content, each.slot) for each in scan(message)] == facts


@pytest.mark.parametrize(
    "message",
    [
        "name: Rex, breed: beagle",
        "name: my-app, version: 1.2",
        "name: foo, location: eastus",
        "Name: John Smith\nEmail: john@smith.example\nCity: Leeds",
        "error: name not found, city: null",
        "city: Porto",
        "favorite: 3, total: 12",
    ],
)
def test_rows_of_forms_and_of_other_things_are_no_facts(message: str) -> None:
    assert scan(message, learned=False) == []


@pytest.mark.parametrize(
    "message",
    [
        "remember:\n- vegan\n- lives in Lyon\n- has two cats",
        "remember: - vegan - lives in Lyon - has two cats",
        "remember: vegan, lives in Lyon, has two cats",
        "remember: vegan; lives in Lyon; has two cats",
    ],
)
def test_a_list_of_notes_is_remembered_as_what_the_user_is(message: str) -> None:
    assert [(each.content, each.slot) for each in find_directives(message)] == [
        ("The user is vegan", "diet"),
        ("The user lives in Lyon", "location"),
        ("The user has two cats", None),
    ]


def test_notes_with_a_key_are_kept_each_by_itself() -> None:
    found = find_directives("remember: name: Ana, city: Porto, wife: Rosa, allergies: none")

    assert [(each.content, each.slot) for each in found] == [
        ("The user's name is Ana", "name"),
        ("The user lives in Porto", "location"),
        ("The user's wife is Rosa", "spouse"),
        ("Allergies: none", None),
    ]


@pytest.mark.parametrize(
    "message",
    [
        "My sister Rosa is coming. Remember:\n- vegan\n- lives in Lyon",
        "remember this of Rosa:\n- vegan\n- lives in Lyon",
        "remember: works on Linux only",
        "remember my dog: - name: Rex - age: 4",
    ],
)
def test_notes_about_others_are_not_put_down_to_the_user(message: str) -> None:
    found = find_directives(message)

    assert not [each for each in found if each.slot or each.content.startswith("The user")]


def test_a_dash_within_a_remark_lists_nothing() -> None:
    found = find_directives("remember the wifi is slow - it is the router - not the laptop")

    assert len(found) == 1
