"""Is what somebody says of themselves and others said of all of them?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives
from langmem_ext.policies.rewriting import third_person
from langmem_ext.policies.scanner import scan


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("my wife and I are moving", "The user and their wife are moving"),
        ("Rita and I've bought a boat", "The user and Rita have bought a boat"),
        ("the kids and I will fly", "The user and the kids will fly"),
        ("my wife's sister and I share a car", "The user and their wife's sister share a car"),
        ("my parents, Rita and I will fly", "The user and their parents and Rita will fly"),
    ],
)
def test_all_of_the_company_are_the_subject(said: str, told: str) -> None:
    assert third_person(said) == told


@pytest.mark.parametrize("said", ["my boss is nice and I like him", "my name's Theo and I'm 34"])
def test_a_statement_before_and_i_is_no_company(said: str) -> None:
    assert not third_person(said).startswith("The user and their")


def test_requests_and_what_is_said_in_passing_know_the_same_company() -> None:
    asked = find_directives("Remember that my wife and I love hiking")
    passing = scan("Me and my wife love hiking")

    assert [each.content for each in (*asked, *passing)] == [
        "The user and their wife love hiking"
    ] * 2


def test_what_is_said_of_somebody_else_first_is_not_said_of_both() -> None:
    found = scan("My wife's a paramedic and I do the school run, so dinner has to be done by 5.")

    assert "The user's wife is a paramedic" in [each.content for each in found]
    assert not any("and their wife is" in each.content for each in found)
