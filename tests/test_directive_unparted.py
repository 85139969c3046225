"""Which request stands behind a statement with nothing to part the two?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


def contents(message: str) -> list[str]:
    return [each.content for each in find_directives(message, learned=False)]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("i hate coriander pls save", "The user hates coriander"),
        ("I'm allergic to nuts save this please", "The user is allergic to nuts"),
        ("my wife is called Rita save it", "The user's wife is called Rita"),
        ("i work nights remember that pls", "The user works nights"),
        ("my sister lives in Faro store that please", "The user's sister lives in Faro"),
        ("i can't stand mushrooms remember this for next time", "The user can't stand mushrooms"),
        ("my landlord is Mr Pires write it down somewhere", "The user's landlord is Mr Pires"),
        ("i drive a Fiat 500 jot that down", "The user drives a Fiat 500"),
        ("my son goes to St Mary's keep that in mind", "The user's son goes to St Mary's"),
        ("I live in Gent. Save it already.", "The user lives in Gent"),
    ],
)
def test_what_is_asked_behind_a_statement_without_a_comma_is_kept(
    message: str, content: str
) -> None:
    assert contents(message) == [content]


@pytest.mark.parametrize(
    "message",
    [
        "the game lets you save this",
        "I save that for my grandma",
        "I remember that well",
        "did the file save it",
        "my kids remember that",
        "I think my parents remember that",
        "songs help me remember that",
        "my mum always says save it",
        "I'm glad people remember that",
        "i pressed the button save this",
        "how does my bank store that",
        "I forgot which users save this",
        "the settings on my phone save that",
        "I wrote my essay then save it",
        "I wrote it in Word and my laptop crashed save it",
        "my boss wants the minutes in Word please save",
        "here is my draft about the war of 1812 save it please",
        "I'm in Krita how do i resize my drawing save it",
    ],
)
def test_a_statement_whose_own_verb_keeps_something_asks_for_nothing(message: str) -> None:
    assert find_directives(message) == []
