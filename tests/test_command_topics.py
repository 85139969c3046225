"""Is a list about a topic a list of what has to do with it?"""

from __future__ import annotations

import pytest
from fix_clock import FakeClock
from langgraph.graph import START, StateGraph

from langmem_ext import MemoryContext, MemoryState, MemoryStore, Principal
from langmem_ext.commands import Command, parse_command, understand
from langmem_ext.nodes.commands import commands
from langmem_ext.settings import Settings

KNOWN = (
    ("The user works as a nurse at St Vincent's", "profile"),
    ("The user's sister Rita lives in Lisbon", "relationships"),
    ("Rita is getting married on 12 June in Sintra", "event"),
    ("The user has a beagle called Biscuit", "relationships"),
    ("The user drives a red Toyota Yaris", "profile"),
    ("The user's car needs new brakes", "tasks"),
    ("The user wants to run a marathon in May", "goals"),
    ("The user prefers green tea in the morning", "preferences"),
    ("The user is planning a trip to Japan in October", "goals"),
    ("The user lives in Porto", "profile"),
)


def asked(store: MemoryStore, text: str) -> str:
    """Return what memory answers to a question."""
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_node("commands", commands())
    builder.add_edge(START, "commands")
    said = {"messages": [("user", text)]}
    state = builder.compile(store=store).invoke(said, context={"user_id": "ana"})
    return "\n".join(state["memory_notices"])


def told(store: MemoryStore, topic: str) -> list[str]:
    """Return what is listed when somebody asks what is remembered about a topic."""
    ana = store.bind(Principal(user_id="ana"))
    for content, category in KNOWN:
        ana.remember(content, category=category)
    _, *lines = asked(store, f"What do you remember about {topic}?").splitlines()
    return [line.partition(". ")[2] for line in lines]


@pytest.mark.parametrize(
    ("topic", "listed"),
    [
        ("my dog", {"The user has a beagle called Biscuit"}),
        ("my car", {"The user drives a red Toyota Yaris", "The user's car needs new brakes"}),
        ("my trip to Japan", {"The user is planning a trip to Japan in October"}),
        ("my running", {"The user wants to run a marathon in May"}),
        ("my stock portfolio", set()),
        ("my university degree", set()),
    ],
)
def test_what_is_near_a_topic_is_listed_and_nothing_else(
    local_store: MemoryStore, topic: str, listed: set[str]
) -> None:
    assert set(told(local_store, topic)) == listed


@pytest.mark.parametrize(
    ("topic", "listed"),
    [
        ("my job", {"The user works as a nurse at St Vincent's"}),
        ("my sister's wedding", {"The user's sister Rita lives in Lisbon"}),
        ("my trip to Japan", {"The user is planning a trip to Japan in October"}),
        ("my stock portfolio", set()),
    ],
)
def test_without_an_embedder_the_words_of_a_topic_decide(
    database_uri: str, clock: FakeClock, topic: str, listed: set[str]
) -> None:
    with MemoryStore.from_conn_string(
        database_uri, clock=clock, settings=Settings(embedder="none")
    ) as store:
        assert set(told(store, topic)) == listed


def test_a_topic_that_nothing_comes_near_is_said_to_be_unknown(store: MemoryStore) -> None:
    store.bind(Principal(user_id="ana")).remember("The user likes green tea")

    said = asked(store, "What do you remember about my motorbike?")

    assert said.startswith("I find nothing about “my motorbike” among what I remember.")


@pytest.mark.parametrize(
    ("said", "topic"),
    [
        ("What do you remember about my sister's wedding?", "my sister's wedding"),
        ("What do you know about my trip to Japan?", "my trip to Japan"),
        ("Do you remember anything about my dentist?", "my dentist"),
        ("Tell me everything you have stored about our house.", "our house"),
        ("What do you know about where I live?", "where I live"),
    ],
)
def test_a_question_for_what_is_kept_of_ones_own_asks_for_a_list(said: str, topic: str) -> None:
    assert parse_command(said) == Command("list_category", topic)


@pytest.mark.parametrize(
    ("said", "topic"),
    [
        ("What have I told you about Hanna?", "Hanna"),
        ("what did i say about the roof repair", "the roof repair"),
        ("What do you remember about Hanna?", "Hanna"),
        ("Do you remember anything about Aunt Vesta?", "Aunt Vesta"),
        ("show me what you have on Hanna", "Hanna"),
        ("Anything on Hanna in your memory?", "Hanna"),
        ("what have you saved about heron?", "heron"),
        ("What have you noted down about the wedding?", "the wedding"),
    ],
)
def test_what_was_told_of_somebody_is_listed_and_left_to_others_too(said: str, topic: str) -> None:
    found = understand(said)

    assert found is not None
    assert found.command == Command("list_category", topic)
    assert not found.alone


@pytest.mark.parametrize(
    "said",
    [
        "What do you know about Rust?",
        "What do you remember about the French Revolution?",
        "Tell me what you know about my favorite author, Elena Ferrante.",
    ],
)
def test_what_everybody_may_know_of_is_asked_of_the_agent(said: str) -> None:
    assert parse_command(said) is None


def test_what_is_named_to_be_deleted_is_not_listed() -> None:
    found = parse_command("Whatever you've stored on my old job, remove it all.")

    assert found is not None
    assert found.name == "forget_about"


@pytest.mark.parametrize(("verb", "alone"), [("remember", True), ("know", False)])
def test_what_the_assistant_knows_of_a_thing_is_left_to_others_too(verb: str, alone: bool) -> None:
    found = understand(f"What do you {verb} about my rights as a tenant?")

    assert found is not None
    assert found.alone is alone


def test_who_is_known_by_name_is_listed_and_nobody_else(store: MemoryStore) -> None:
    view = store.bind(Principal(user_id="ana"))
    view.remember("The user's daughter Imogen plays the harp", category="relationships")

    assert "plays the harp" in asked(store, "What do you know about Imogen?")
    assert asked(store, "What do you know about Napoleon?") == ""
