"""A word that answers a question about the user is read as the statement that it is; other answers say nothing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langgraph.graph import START, StateGraph

from langmem_ext import MemoryContext, MemoryState, MemoryStore, Principal
from langmem_ext.nodes import hot_path
from langmem_ext.policies.answered import as_statement
from langmem_ext.policies.scanner import scan

ANSWERS = [
    ("What's your name?", "Ana", "The user's name is Ana"),
    ("Nice to meet you! What's your name?", "ana", "The user's name is Ana"),
    ("Who am I talking to?", "It's Tom, nice to meet you", "The user's name is Tom"),
    ("What's your name?", "Dorothy", "The user's name is Dorothy"),
    ("What should I call you?", "Annie, please", "The user's preferred name is Annie"),
    ("Where do you live?", "Lyon, since May", "The user lives in Lyon, since May"),
    ("And where are you based?", "in Utrecht", "The user lives in Utrecht"),
    ("Where are you from originally?", "Brazil", "The user is originally from Brazil"),
    ("What do you do for a living?", "nurse at Acme", "The user is a nurse at Acme"),
    ("Where do you work?", "Acme", "The user works at Acme"),
    ("How old are you?", "34 years old", "The user is 34 years old"),
    ("When's your birthday?", "on May 3rd", "The user's birthday is May 3rd"),
    ("When is your interview?", "on Friday", "The user's interview is on Friday"),
    ("What time zone are you in?", "CET", "The user's time zone is CET"),
    ("What's your favorite color?", "green!", "The user's favorite color is green"),
    ("What's your dog called?", "Miso", "The user's dog's name is Miso"),
    ("Do you have any pets?", "a cat called Miso", "The user has a cat called Miso"),
    ("Do you have kids?", "Yes, two", "The user has two kids"),
    ("Do you have siblings?", "nope", "The user doesn't have siblings"),
    ("What languages do you speak?", "Dutch and English", "The user speaks Dutch and English"),
    ("Do you live in Lyon?", "yes", "The user lives in Lyon"),
    ("Do you eat meat?", "no", "The user doesn't eat meat"),
    ("Are you vegan?", "I am", "The user is vegan"),
]

NO_ANSWERS = [
    ("What's your name?", "why?"),
    ("What's your name?", "guess"),
    ("What's your name?", "I'd rather not say"),
    ("What's your name?", "not telling"),
    ("Where do you live?", "with my parents"),
    ("Where do you live?", "nowhere special"),
    ("Where do you live?", "on Mars lol"),
    ("Where do you live?", "*Anna"),
    ("What do you do?", "not much lol"),
    ("How old are you?", "old enough"),
    ("What's your favourite food?", "too many to choose"),
    ("Do you like it?", "yes"),
    ("Do you like the first draft?", "yes"),
    ("Do you prefer tea or coffee?", "yes"),
    ("Do you have any questions?", "two"),
    ("Do you have an error message?", "yes"),
    ("Do you want me to continue?", "yes"),
    ("Are you sure?", "yes"),
    ("Are you vegetarian?", "no"),
    ("Let's practise! What's your name?", "Ana"),
    ('How do you say "What is your name?"', "Ana"),
    ("What's your name, and where do you live?", "Ana"),
    ("What's the name of your function?", "Ana"),
    ("I wonder what your name is.", "Ana"),
]


@pytest.mark.parametrize(("question", "answer", "content"), ANSWERS)
def test_an_answer_says_what_it_was_asked_for(question: str, answer: str, content: str) -> None:
    told = as_statement(question, answer)

    assert told is not None
    assert [each.content for each in scan(told)] == [content]


@pytest.mark.parametrize(("question", "answer"), NO_ANSWERS)
def test_what_evades_or_answers_something_else_says_nothing(question: str, answer: str) -> None:
    told = as_statement(question, answer)

    assert not [each.content for each in scan(told or "")]


def test_an_answer_that_goes_on_with_another_name_gives_both() -> None:
    told = as_statement("What's your name?", "Dorothy, but everyone calls me Dot")

    assert [(each.content, each.slot) for each in scan(told or "")] == [
        ("The user's name is Dorothy", "name"),
        ("The user's preferred name is Dot", "preferred_name"),
    ]


def test_nobody_answers_for_themselves_in_a_game() -> None:
    assert (
        as_statement("What's your name?", "Bond", ["Let's role-play: I am a receptionist."]) is None
    )


def _talk(store: MemoryStore, said: Sequence[str], **context: str) -> list[str]:
    """Say texts in turn, the agent first, to the hot path, and return what is remembered."""
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_node("hot_path", hot_path())
    builder.add_edge(START, "hot_path")
    graph = builder.compile(store=store)
    messages: list[AnyMessage] = []
    for at, text in enumerate(said):
        messages.append((HumanMessage if at % 2 else AIMessage)(text, id=f"m{at}"))
        if at % 2:
            about = MemoryContext(user_id="ana", thread_id="t1", **context)  # type: ignore[typeddict-item]
            graph.invoke({"messages": list(messages)}, context=about)
    kept = store.bind(Principal(user_id="ana")).list()
    return sorted(each.content for each in kept)


def test_answers_are_kept_and_fill_their_slots(store: MemoryStore) -> None:
    said = [
        "What's your name?",
        "Ana",
        "And where do you live?",
        "Lyon",
        "What's your name?",
        "Anna",
    ]

    assert _talk(store, said) == ["The user lives in Lyon", "The user's name is Anna"]


def test_what_is_said_beside_an_answer_is_kept_too(store: MemoryStore) -> None:
    said = ["Do you have any pets?", "A cat called Miso. And I love tea."]

    assert _talk(store, said) == ["The user has a cat called Miso", "The user loves tea"]


def test_an_answer_off_the_record_is_not_kept(store: MemoryStore) -> None:
    assert _talk(store, ["What's your name?", "Ana. But this is off the record."]) == []


def test_a_correction_is_read_by_the_question_that_its_message_answered(store: MemoryStore) -> None:
    said = ["What's your name?", "Ana", "Where do you live?", "*Anna"]

    assert _talk(store, said) == ["The user's name is Anna"]
