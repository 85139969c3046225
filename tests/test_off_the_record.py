"""What the user wants kept nowhere is not scanned."""

from __future__ import annotations

import pytest

from langmem_ext.nodes.candidates import find
from langmem_ext.policies.off_the_record import Span, asked_to_keep_nothing
from langmem_ext.settings import DecisionSettings

DECISION = DecisionSettings()


@pytest.mark.parametrize(
    ("said", "span"),
    [
        ("Please don't remember this: I live in Porto.", Span.MESSAGE),
        ("off the record, I hate my boss", Span.MESSAGE),
        ("you don't need to remember this, but I live in Rome", Span.MESSAGE),
        ("do not save what I'm about to tell you", Span.NEXT),
        ("please don’t save the next message", Span.NEXT),
        ("don't store anything from this conversation", Span.CONVERSATION),
        ("Don't forget that I live in Porto", None),
        ("don't remember where I put it", None),
        ("I don't remember this movie", None),
        ("I never keep anything in the fridge", None),
        ("don't save the file yet", None),
        ("I'll never forget this", None),
        ("don't keep me waiting", None),
    ],
)
def test_a_request_to_keep_nothing_says_how_far_it_reaches(said: str, span: Span | None) -> None:
    assert asked_to_keep_nothing(said) == span


def noticed(said: str, *earlier: str) -> list[str]:
    return [each.content for each in find(said, DECISION, history=earlier).noticed]


def test_what_is_off_the_record_is_not_scanned() -> None:
    assert noticed("Don't save this: I live in Porto.") == []
    assert noticed("I live in Porto.", "Don't save what I'm about to tell you") == []
    assert noticed("I live in Porto.", "Keep nothing", "Don't store anything from this chat") == []


def test_the_record_is_on_again_after_the_next_message() -> None:
    before = ("Don't save what I'm about to tell you", "I hate my boss")

    assert noticed("I live in Porto.", *before) == ["The user lives in Porto"]


def test_a_request_to_remember_outranks_it() -> None:
    found = find("Remember that I'm vegan", DECISION, history=["Don't save anything I say"])

    assert [each.content for each in found.requested] == ["The user is vegan"]


def test_nothing_is_taken_back_off_the_record() -> None:
    assert find("Don't save this: I no longer work at Acme", DECISION).taken_back == []
