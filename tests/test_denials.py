"""What the user denies does not stay beside what they say is so; nothing else ends."""

from __future__ import annotations

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from saying import say

from langmem_ext import MemoryContext, MemoryStore, Principal
from langmem_ext.graphs import hot_path
from langmem_ext.policies.denials import denies, renamed


def contents(store: MemoryStore) -> list[str]:
    return sorted(memory.content for memory in store.bind(Principal(user_id="ana")).list())


@pytest.mark.parametrize(
    ("before", "said", "denied"),
    [
        ("My dog is called Rex", "My dog is called Max, not Rex", "Rex"),
        ("I have a dog called Rex", "My dog is called Max, not Rex", "Rex"),
        ("My sister lives in Paris", "My sister lives in Lyon, not Paris", "in Paris"),
        (
            "My sister lives in Paris",
            "My sister doesn't live in Paris, she lives in Lyon",
            "s in Paris",
        ),
        ("My dog is called Rex", "My dog isn't called Rex, he's called Max", "called Rex"),
        ("My dog is called Rex", "My dog is not called Rex but Max", "called Rex"),
        ("My cat's name is Tom", "Remember that my cat's name is Felix, not Tom", "is Tom"),
        ("I drive a Volvo", "I drive a Saab, not a Volvo", "drives a Volvo"),
        ("My daughter is 6", "My daughter is 7, not 6", "is 6"),
        ("My brother is a nurse", "My brother is a doctor, not a nurse", "is a nurse"),
        (
            "My sister plays the violin",
            "My sister plays the cello instead of the violin",
            "plays the violin",
        ),
        (
            "My office is on the third floor",
            "My office is on the fifth floor, not the third",
            "on the third",
        ),
        (
            "My mother's birthday is on 3 May",
            "My mother's birthday is on 4 May, not 3 May",
            "on 3 May",
        ),
        ("We adopted a cat called Tom", "Our cat is called Tim, not Tom", "called Tom"),
        ("My dog is called Rex", "His name is Max, not Rex", "Rex"),
    ],
)
def test_the_denied_memory_does_not_stay(
    store: MemoryStore, before: str, said: str, denied: str
) -> None:
    say(store, before)
    assert any(denied in each for each in contents(store))
    say(store, said)

    assert contents(store)
    assert not any(
        denied in each.split(", not ")[0].split(" instead")[0] for each in contents(store)
    )


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My brother lives in Paris", "My sister lives in Lyon, not Paris"),
        ("I work in Paris", "My sister lives in Lyon, not Paris"),
        ("My sister works in Paris", "My sister lives in Lyon, not Paris"),
        ("My cat is called Rex", "My dog is called Max, not Rex"),
        ("I like coffee", "I like tea rather than coffee"),
        ("My brother is a nurse", "My sister is a doctor, not a nurse"),
        ("My sister plays the violin", "My son plays the cello, not the violin"),
        ("I drive a Volvo", "My wife drives a Saab, not a Volvo"),
    ],
)
def test_what_is_told_of_another_stays(store: MemoryStore, known: str, said: str) -> None:
    say(store, known)
    (before,) = contents(store)
    say(store, said)

    assert before in contents(store)


def test_a_correction_some_messages_later_puts_the_one_memory_right(store: MemoryStore) -> None:
    graph = hot_path.build().compile(store=store)
    said: list[AnyMessage] = [
        HumanMessage("My dog is called Rex", id="1"),
        AIMessage("Nice name!", id="2"),
        HumanMessage("What is the weather like?", id="3"),
        AIMessage("Sunny.", id="4"),
        HumanMessage("Actually it's Max, not Rex", id="5"),
    ]
    for end in (1, 3, 5):
        context = MemoryContext(user_id="ana", thread_id="t")
        graph.invoke({"messages": said[:end]}, context=context)

    assert contents(store) == ["The user's dog is called Max"]


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("The user's dog is called Max, not Rex", "Rex is the user's dog"),
        (
            "The user's meeting is on Tuesday, not Monday",
            "The user's meeting is on Monday 30 November 2026",
        ),
        ("The user prefers tea, not coffee", "The user prefers coffee"),
        ("The user's sister doesn't live in Paris", "The user's sister lives in Paris"),
    ],
)
def test_a_statement_denies_what_says_the_same_of_the_same(new: str, old: str) -> None:
    assert denies(new, old)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("The user's dog is called Max, not Rex", "The user's dog Rex loves bones"),
        ("The user's dog is called Max, not Rex", "The user's dog is 4"),
        ("The user lives in Faro, not far from the sea", "The user lives in a house"),
        ("The user's sister doesn't live in Paris", "The user's brother lives in Paris"),
        ("The user is not a morning person", "The user is a person"),
        ("The user's team uses Slack, not Teams", "The user's company uses Teams"),
    ],
)
def test_a_statement_denies_nothing_else(new: str, old: str) -> None:
    assert not denies(new, old)


def test_what_else_is_told_of_a_thing_takes_its_right_name() -> None:
    new = "The user's dog is called Max, not Rex"

    assert renamed(new, "The user's dog Rex loves bones") == "The user's dog Max loves bones"
    assert renamed(new, "The user's cat Rex sleeps") is None
    assert renamed(new, "The user loves T-Rex, not dogs") is None
