"""Is what a player, an actor, a singer or a writer of slogans says in the first person kept as a fact?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.scanner import THRESHOLD, scan


def kept(message: str) -> list[str]:
    return [each.content for each in scan(message, learned=False) if each.score >= THRESHOLD]


@pytest.mark.parametrize(
    "message",
    [
        "In Scrabble I have two sevens.",
        "I own two houses on Mayfair and a hotel.",
        "I have 3 settlements and the longest road.",
        "My goblin is called Snag and he hates bards.",
        "I'm Dracula in the school play.",
        "In the nativity I'm Joseph.",
        "In this chapter I'm a widow from Leeds and I own a mill.",
        "Act 3: I am a baker from Vienna.",
        "Person A: I live in Oslo. Person B: so do I! Go on with it.",
    ],
)
def test_a_figure_or_a_part_is_not_the_user(message: str) -> None:
    assert kept(message) == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("I play Scrabble every Sunday.", "The user plays Scrabble every Sunday"),
        ("I own a bar in Mayfair.", "The user owns a bar in Mayfair"),
        ("I collect goblin figures.", "The user collects goblin figures"),
        (
            "I play the organ in the chapel on Sundays.",
            "The user plays the organ in the chapel on Sundays",
        ),
    ],
)
def test_a_pastime_is_kept(message: str, content: str) -> None:
    assert kept(message) == [content]


@pytest.mark.parametrize(
    "message",
    [
        "I live in a paper house, who sang it?",
        "My name is Sherlock Holmes: which film?",
        "My mother is a fish. What novel is that from?",
        "I love the smell of toner in the morning. Where is that line from?",
        "I live above a bakery. What's the next line?",
        "I'm a plumber with a plan. Good tagline?",
        "I love bread. Is the slogan too cheesy?",
        "I'm a Leeds lass. Does it sound pretentious?",
        "I work as a clown. Too corny for a bio?",
    ],
)
def test_words_that_are_asked_about_as_words_state_nothing(message: str) -> None:
    assert kept(message) == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("I love ska. Who sang Ghost Town?", "The user loves ska"),
        ("I'm a plumber. I need a good tagline.", "The user is a plumber"),
        ("I play bass. What song should we start with?", "The user plays bass"),
        ("I live above a bakery. Is it too noisy for a baby?", "The user lives above a bakery"),
        (
            "I want to run a marathon by May. Does that sound realistic?",
            "The user wants to run a marathon by May",
        ),
    ],
)
def test_a_question_about_something_else_leaves_the_statement(message: str, content: str) -> None:
    assert kept(message) == [content]
