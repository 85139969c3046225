"""Is each fact of one clause a memory of its own?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives
from langmem_ext.policies.scanner import scan

TOGETHER = [
    ("I'm 34 and work at Acme in Leeds", {"age": "The user is 34", "employer": "The user works at Acme in Leeds"}),
    ("I'm vegan and live in Porto", {"diet": "The user is vegan", "location": "The user lives in Porto"}),
    ("I'm 34 and single", {"age": "The user is 34", "marital_status": "The user is single"}),
    ("I live in Leeds and work at Acme", {"location": "The user lives in Leeds", "employer": "The user works at Acme"}),
]  # fmt: skip


@pytest.mark.parametrize(("said", "slots"), TOGETHER)
def test_what_may_change_alone_is_kept_alone(said: str, slots: dict[str, str]) -> None:
    asked = find_directives(f"Remember that {said}")

    assert {each.slot: each.content for each in scan(said)} == slots
    assert {each.slot: each.content for each in asked} == slots


def test_a_list_of_clauses_is_set_apart() -> None:
    assert [each.content for each in scan("I'm a teacher, live in Vigo, and love hiking")] == [
        "The user is a teacher",
        "The user lives in Vigo",
        "The user loves hiking",
    ]


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("I'm half Finnish and half Italian", "The user is half Finnish and half Italian"),
        ("I'm from Leeds and Bradford", "The user is from Leeds and Bradford"),
        ("I'm a writer and editor", "The user is a writer and editor"),
    ],
)
def test_what_belongs_together_stays_together(said: str, content: str) -> None:
    assert [each.content for each in scan(said)] == [content]
