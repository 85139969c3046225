"""Is what somebody says outright kept where the sentence goes on to suppose, or to say what others say?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.scanner import THRESHOLD, scan


def kept(message: str) -> list[str]:
    return [each.content for each in scan(message, learned=False) if each.score >= THRESHOLD]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("i'm 16 and my mum says i can get a job, what pays?", "The user is 16"),
        ("I play the cello and my neighbour claims it's too loud.", "The user plays the cello"),
        ("I'm a nurse but if I won the lottery I'd sail.", "The user is a nurse"),
        ("I live in Porto and if it rains we go mad indoors.", "The user lives in Porto"),
        ("I'm vegetarian, so if a recipe has bacon, what instead?", "The user is vegetarian"),
        ("I live in Ghent and according to my boss that's far.", "The user lives in Ghent"),
        (
            "My mum's birthday is on the 2nd of May and she says she wants nothing.",
            "The user's mum's birthday is on the 2nd of May",
        ),
        (
            "English is my third language, after Catalan, so correct me: 'I am agree'",
            "English is the user's third language, after Catalan",
        ),
    ],
)
def test_what_is_said_before_a_report_or_a_supposition_is_kept(message: str, content: str) -> None:
    assert kept(message) == [content]


@pytest.mark.parametrize(
    "message",
    [
        "My mum says I'm 16 going on 40, what does it mean?",
        "My neighbour says I'm loud and I'm a bad cook, is that fair?",
        "If I live in Porto and work remotely, which taxes do I pay?",
        "Suppose I'm a nurse and my colleague says I should report it.",
        "In the book she's a nurse and her mother says she must go.",
        "I'd have two kids and if I could, a dog.",
        "I'm late and my boss says he's mad.",
        "I have a question and my teacher says google it.",
        "I live in Porto if the visa comes through.",
    ],
)
def test_what_is_reported_or_supposed_is_left(message: str) -> None:
    assert kept(message) == []
