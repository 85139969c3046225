"""Nothing that a figure says in a game is put down to the user, until the game is over."""

from __future__ import annotations

import pytest

from langmem_ext.nodes.candidates import find
from langmem_ext.policies.in_play import is_in_play
from langmem_ext.settings import DecisionSettings

SAID = "I have three kids and I live in Salem."


@pytest.mark.parametrize(
    "begun",
    [
        "let's role-play. You're Arthur, I'm Grace.",
        "You are the waiter and I'm the guest",
        "Can we do a role play?",
        "please stay in character",
    ],
)
def test_a_game_goes_on_in_the_messages_that_follow(begun: str) -> None:
    found = find(SAID, DecisionSettings(), history=[begun, "I killed him."])

    assert found.noticed == []


@pytest.mark.parametrize(
    "history",
    [
        ["let's role-play. You're Arthur, I'm Grace.", "ok stop the role-play"],
        ["let's role-play. You're Arthur, I'm Grace.", "back to work"],
        ["You're right, I'm sorry"],
        ["You are great and I am grateful"],
        ["I play roles in a theatre group"],
        ["what is role-play therapy?"],
    ],
)
def test_without_a_game_or_after_it_the_user_speaks(history: list[str]) -> None:
    found = find(SAID, DecisionSettings(), history=history)

    assert [each.content for each in found.noticed] != []


def test_who_ends_the_game_speaks_for_themselves() -> None:
    history = ["let's role-play. You're Arthur, I'm Grace."]

    found = find("Stop the game. I live in Freiburg.", DecisionSettings(), history=history)

    assert [each.content for each in found.noticed] == ["The user lives in Freiburg"]


def test_a_game_of_long_ago_is_forgotten() -> None:
    assert not is_in_play(["let's do a role-play", *["I see"] * 20])
