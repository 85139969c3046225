"""How do words that speak to the assistant read in what is kept of a request?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directive_reading.addressed import to_the_assistant
from langmem_ext.policies.directives import find_directives

WANTS = "The user wants the assistant to "


def contents(message: str) -> list[str]:
    return [found.content for found in find_directives(message, learned=False)]


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("From now on keep your answers under 100 words.", "keep its answers under 100 words"),
        ("Always check your math before you answer.", "always check its math before it answers"),
        ("Always say when you don't know something.", "always say when it doesn't know something"),
        ("Always tell me if you're guessing", "always tell them if it is guessing"),
        ("Always ask before you delete anything", "always ask before it deletes anything"),
        ("From now on, call yourself Max", "call itself Max"),
        ("from now on introduce yourself as Max", "introduce itself as Max"),
        ("From now on, think before you answer", "think before it answers"),
        ("Never apologise for your mistakes, just fix them.", "never apologise for its mistakes, just fix them"),
        ('Always say "you", not "u", when you write to me', 'always say "you", not "u", when it writes to them'),
        ("Always tell me what you've changed", "always tell them what it has changed"),
    ],
)  # fmt: skip
def test_an_order_is_kept_as_what_the_assistant_is_to_do(message: str, kept: str) -> None:
    assert contents(message) == [WANTS + kept]


@pytest.mark.parametrize(
    "message", ["From now on you are called Max", "your name is Max from now on", "From now on your name is Max."]
)  # fmt: skip
def test_the_name_that_the_assistant_is_given_is_kept(message: str) -> None:
    assert contents(message) == [WANTS + "be called Max"]


@pytest.mark.parametrize(
    "message",
    [
        "Always love yourself.",
        "Always wash your hands before you eat.",
        "Never give up on your dreams.",
        "Always be kind when you meet people.",
        "Never forget that you are loved.",
        "From now on, believe in yourself.",
    ],
)
def test_advice_for_anybody_is_no_order(message: str) -> None:
    assert contents(message) == []


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("unless I ask you to", "unless I ask it to"),
        ("what you have and you've read", "what it has and it has read"),
        ("the way you can", "the way it can"),
        ('say "you are" and `your x`', 'say "you are" and `your x`'),
        ("an answer of yours", "an answer of its"),
    ],
)
def test_words_to_the_assistant_become_words_of_it(said: str, read: str) -> None:
    assert to_the_assistant(said) == read
