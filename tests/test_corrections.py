"""Does a message put the one before it right?"""

from __future__ import annotations

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage

from langmem_ext import MemoryStore, Principal
from langmem_ext.graphs import hot_path
from langmem_ext.policies.corrections import put_right, takes_back


@pytest.mark.parametrize(
    ("before", "message", "meant"),
    [
        ("I live in Porto", "no, I meant Braga", "I live in Braga"),
        ("I live in Rome", "Actually it's Lisbon.", "I live in Lisbon"),
        ("I live in Rome", "*Lisbon", "I live in Lisbon"),
        (
            "I work at Nordlicht as a designer",
            "No, it's Nordlys",
            "I work at Nordlys as a designer",
        ),
        ("My meeting is on Tuesday", "correction: Wednesday", "My meeting is on Wednesday"),
        ("I have an exam on the 10th", "sorry, on the 12th", "I have an exam on the 12th"),
        ("My birthday is 3 May", "sorry, 4 May", "My birthday is 4 May"),
        ("I'm 34", "oops, 35", "I'm 35"),
        ("my email is a@b.example", "typo: c@b.example", "my email is c@b.example"),
        ("My favourite colour is green", "I meant blue", "My favourite colour is blue"),
        ("I live in Porto", "no wait, Braga actually", "I live in Braga"),
        ("I live in Porto", "Braga, not Porto", "I live in Braga"),
        ("I like tea", "coffee, not tea", "I like coffee"),
        ("I like tea", "not tea, coffee", "I like coffee"),
        ("my dog is 4", "5 actually", "my dog is 5"),
        ("my sister's name is Ana", "it's Anna, with two n's", "my sister's name is Anna"),
        ("My gym is FitHub", "that's wrong, it's Solinca", "My gym is Solinca"),
        (
            "I'm allergic to nuts, please remember that",
            "that's wrong, it's shellfish",
            "I'm allergic to shellfish, please remember that",
        ),
    ],
)
def test_the_one_value_of_the_kind_is_put_right(before: str, message: str, meant: str) -> None:
    right = put_right(message, before)

    assert right is not None
    assert right.text == meant


@pytest.mark.parametrize(
    ("before", "message"),
    [
        ("I'm Rosa from Braga and live in Porto", "no, I meant Lisbon"),
        ("I live in Rome", "I meant Rome"),
        ("I live in Rome", "sorry, what?"),
        ("I live in Rome", "Sorry, Anna"),
        ("I live in Rome", "no, Lisbon"),
        ("I live in Rome", "Great actually"),
        ("I live in Rome", "not bad, thanks"),
        ("I like tea", "fun, not work"),
        ("I like tea and green tea", "coffee, not tea"),
        ("I live in Rome", "it's fun, with friends"),
        ("I live in Rome", "that's wrong, it's complicated and long and not at all what I wanted"),
        ("I live in rome", "sorry, it's complicated"),
        ("I live in Rome", "Actually, that's great"),
        ("He said: I live in Rome", "I meant Lisbon to be the place where all of us are going to meet then"),
    ],
)  # fmt: skip
def test_what_could_mean_two_things_or_nothing_puts_nothing_right(
    before: str, message: str
) -> None:
    assert put_right(message, before) is None


def test_what_answers_a_question_of_the_agent_puts_nothing_right() -> None:
    assert put_right("no, it's Lisbon", "I live in Rome", asked=True) is None
    assert put_right("sorry, it's Lisbon", "I live in Rome", asked=True) is not None


def test_a_statement_may_be_taken_back_by_the_one_that_follows() -> None:
    assert takes_back("Scratch that, I prefer coffee")
    assert takes_back("no, that's wrong, my dog is called Rolf")
    assert not takes_back("That's right, I prefer coffee")


def remembered(store: MemoryStore, *said: str | AnyMessage, user: str = "ana") -> list[str]:
    graph = hot_path.build().compile(store=store)
    messages: list[AnyMessage] = []
    for at, each in enumerate(said):
        if not isinstance(each, str):
            messages.append(each)
            continue
        messages.append(HumanMessage(each, id=f"m{at}"))
        graph.invoke(
            {"messages": messages},
            {"configurable": {"thread_id": "t1"}},
            context={"user_id": user},
        )
    return sorted(memory.content for memory in store.bind(Principal(user_id=user)).list())


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (("I live in Porto", "no, I meant Braga"), "The user lives in Braga"),
        (("My sister's name is Marta", "sorry, it's Martha"), "The user's sister's name is Martha"),
        (("Remember that I play the cello", "I meant viola"), "The user plays the viola"),
        (("I prefer tea", "scratch that, I prefer coffee"), "The user prefers coffee"),
        (("My dog is called Rufus", "that's wrong, my dog is called Rolf"),
         "The user's dog is called Rolf"),
    ],
)  # fmt: skip
def test_what_was_meant_takes_the_place_of_what_was_said(
    store: MemoryStore, said: tuple[str, ...], kept: str
) -> None:
    assert remembered(store, *said) == [kept]


def test_an_answer_to_the_agent_changes_nothing(store: MemoryStore) -> None:
    assert remembered(
        store, "I live in Rome", AIMessage("Is your flight to Rome, too?"), "no, it's Lisbon"
    ) == ["The user lives in Rome"]


def test_only_the_message_before_is_put_right(store: MemoryStore) -> None:
    assert remembered(store, "I live in Rome", "thanks a lot", "actually it's Lisbon") == [
        "The user lives in Rome"
    ]


def test_nobody_puts_right_what_somebody_else_said(store: MemoryStore) -> None:
    graph = hot_path.build().compile(store=store)
    said = [
        HumanMessage("I live in Rome", name="Ana", id="a"),
        HumanMessage("actually it's Lisbon", name="Ben"),
    ]
    state = graph.invoke(
        {"messages": said},
        {"configurable": {"thread_id": "c"}},
        context={"user_id": "ben", "chat_id": "c1"},
    )

    assert state["memory_outcomes"] == []
