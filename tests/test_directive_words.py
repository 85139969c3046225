"""Which words of a request are kept, and how do they read as a memory?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directive_wishes import wanted
from langmem_ext.policies.directives import find_directives
from langmem_ext.policies.rewriting import third_person


def _kept(message: str) -> list[str]:
    return [each.content for each in find_directives(message, learned=False)]


@pytest.mark.parametrize(
    ("clause", "memory"),
    [
        ("Boots is ours", "Boots is the user's"),
        ("the red bike is mine", "The red bike is the user's"),
        ("ours is the green door", "The user's is the green door"),
        ("mine's the left one", "The user's is the left one"),
        ("a friend of ours runs the café", "A friend of the user's runs the café"),
        ("my neighbour's dog is ours now", "The user's neighbour's dog is the user's now"),
        ("my brother works in a coal mine", "The user's brother works in a coal mine"),
        ("both of us are nurses", "The user and one other are nurses"),
        ("all of us are vegan", "The user and all the others are vegan"),
        ("he is a nurse like myself", "He is a nurse like the user"),
    ],
)
def test_what_is_ours_is_said_to_be_the_users(clause: str, memory: str) -> None:
    assert third_person(clause) == memory


def test_what_is_mine_is_said_to_be_the_speakers_where_a_name_is_known() -> None:
    assert third_person("Boots is ours", speaker="Ana") == "Boots is Ana's"


@pytest.mark.parametrize(
    ("message", "memory"),
    [
        (
            "From this moment on you don't give me links, they dont open on this telephone.",
            "The user does not want the assistant to give them links",
        ),
        ("From today you do not send me tables.", "The user does not want the assistant to send them tables"),
        ("From now on you only answer in Dutch.", "The user wants the assistant to only answer in Dutch"),
        ("from now on u dont use caps", "The user does not want the assistant to use caps"),
        ("Remember that you don't give me spoilers.", "The user does not want the assistant to give them spoilers"),
        ("Remember, you must not use emojis.", "The user does not want the assistant to use emojis"),
        ("Remember you mustn't use emojis.", "The user does not want the assistant to use emojis"),
        (
            "From now on you don't need to explain acronyms.",
            "The user does not need the assistant to explain acronyms",
        ),
        (
            "you don't explain the basics to me from now on",
            "The user does not want the assistant to explain the basics to them",
        ),
    ],
)  # fmt: skip
def test_an_order_reads_as_a_wish_of_the_users(message: str, memory: str) -> None:
    assert _kept(message) == [memory]


@pytest.mark.parametrize(
    "said",
    [
        "you turn the key twice",
        "you put the bins out on Tuesday",
        "you can't park at number 12",
        "you don't add sugar to it",
        "you keep forgetting my name",
    ],
)
def test_what_anybody_does_is_no_order(said: str) -> None:
    assert wanted(said, standing=False) is None
