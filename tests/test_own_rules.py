"""Can the scanner be taught another kind of fact?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from langmem_ext import ConfigurationError
from langmem_ext.policies.directives import find_directives
from langmem_ext.policies.facts import add_rule, match_fact, remove_rule
from langmem_ext.policies.scanner import scan

SHOES: dict[str, Any] = {
    "rule": "shoe_size",
    "reads": "My shoe size is 43",
    "is": {"category": "preferences", "type": "preference", "slot": "shoe_size"},
    "says": r"my shoe size is (about )?(?P<v>\d\d)",
}


@pytest.fixture
def taught() -> Iterator[None]:
    add_rule(SHOES)
    yield
    remove_rule("shoe_size")


def test_a_rule_of_ones_own_reads_what_no_rule_reads(taught: None) -> None:
    (found,) = scan("My shoe size is about 43.")

    assert (found.rule, found.slot, found.category) == ("shoe_size", "shoe_size", "preferences")
    assert found.content == "The user's shoe size is about 43"


def test_it_gives_requests_their_slot_too(taught: None) -> None:
    (found,) = find_directives("Remember that my shoe size is 43.")

    assert found.slot == "shoe_size"


def test_it_comes_before_the_rules_of_the_package(taught: None) -> None:
    add_rule({**SHOES, "rule": "homes", "reads": "I live in Porto", "says": "{i}live in (?P<v>.+)"})
    try:
        found = match_fact("I live in Porto")
        assert found is not None and found[0].rule == "homes"
    finally:
        remove_rule("homes")
    found = match_fact("I live in Porto")
    assert found is not None and found[0].rule == "location"


def test_a_rule_that_is_removed_reads_nothing() -> None:
    add_rule(SHOES)
    assert match_fact("My shoe size is 43")
    remove_rule("shoe_size")
    remove_rule("shoe_size")

    found = match_fact("My shoe size is 43")
    assert found is None or found[0].rule != "shoe_size"


@pytest.mark.parametrize(
    "wrong",
    [
        {**SHOES, "says": "my hat size"},
        {**SHOES, "says": "my ("},
        {**SHOES, "says": "{nobody} size"},
        {key: SHOES[key] for key in SHOES if key != "is"},
        {**SHOES, "is": None},
        {},
    ],
)
def test_a_rule_that_cannot_work_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError):
        add_rule(wrong)

    assert not (found := match_fact("My shoe size is 43")) or found[0].rule != "shoe_size"
