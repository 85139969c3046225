"""Who wants a kind of people forgotten means each of them, and nobody else's."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph

from langmem_ext import MemoryContext, MemoryState, MemoryStore, Principal
from langmem_ext.commands import Command, parse_command
from langmem_ext.nodes.commands import commands
from langmem_ext.stores.checkpoints import MemorySerializer

FAMILY = [
    "The user has two siblings, Rosa and Tom",
    "The user's sister Rosa lives in Faro",
    "The user's little brother is a pilot",
    "The user's boss's sister plays chess",
    "The user's daughter Mia is 6",
    "The user's mother likes dogs",
    "The user's dog Rex is a beagle",
    "The user likes cats and dogs",
]


def contents(store: MemoryStore) -> list[str]:
    return sorted(memory.content for memory in store.bind(Principal(user_id="ana")).list())


@pytest.fixture
def talk(store: MemoryStore) -> Callable[[str], object]:
    view = store.bind(Principal(user_id="ana"))
    for content in FAMILY:
        view.remember(content, category="relationships")
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_node("commands", commands())
    builder.add_edge(START, "commands")
    graph = builder.compile(store=store, checkpointer=InMemorySaver(serde=MemorySerializer()))

    def say(text: str) -> object:
        run = {"configurable": {"thread_id": "t1"}}
        return graph.invoke({"messages": [HumanMessage(text)]}, run, context={"user_id": "ana"})

    return say


@pytest.mark.parametrize(
    ("command", "gone"),
    [
        ("forget my siblings", FAMILY[0:3]),
        ("forget everything about my brothers and sisters", FAMILY[0:3]),
        ("forget what you know about my kids", FAMILY[4:5]),
        ("forget everything about my parents", FAMILY[5:6]),
        ("forget everything about my pets", FAMILY[6:7]),
        ("forget my parents", FAMILY[5:6]),
        ("Please forget my sister.", FAMILY[1:2]),
        ("forget everything about my sister", FAMILY[1:2]),
        ("forget my boss", FAMILY[3:4]),
        ("forget my dog", FAMILY[6:7]),
        ("can you forget my dog Rex?", FAMILY[6:7]),
        ("forget everything about my family", [*FAMILY[0:3], *FAMILY[4:6]]),
    ],
)
def test_a_kind_of_people_is_forgotten_whole(
    store: MemoryStore, talk: Callable[[str], object], command: str, gone: list[str]
) -> None:
    talk(command)
    talk("yes")

    assert contents(store) == sorted(set(FAMILY) - set(gone))


@pytest.mark.parametrize(
    "text",
    [
        "forget my parents",
        "Forget my sister.",
        "please forget my ex-wife",
        "forget my old landlord",
        "could you forget our cat Momo?",
    ],
)
def test_people_of_the_users_own_are_a_subject_to_forget(text: str) -> None:
    found = parse_command(text)

    assert found is not None
    assert found.name == "forget_about"
    assert found.argument in text


@pytest.mark.parametrize(
    "text",
    [
        "I forget my parents' birthday",
        "I'll never forget my parents",
        "Don't forget my parents",
        "I always forget my sister",
        "forget my cat, let's talk about dogs",
        "forget my parents for now",
        "did you forget my cat?",
        "How could I forget my sister?",
    ],
)
def test_what_only_speaks_of_forgetting_people_is_no_command(text: str) -> None:
    assert parse_command(text) is None


def test_a_thing_of_somebodys_is_one_thing_to_forget() -> None:
    assert parse_command("forget my sister's address") == Command("forget", "my sister's address")


def test_what_was_forgotten_of_a_kind_comes_back(
    store: MemoryStore, talk: Callable[[str], object]
) -> None:
    talk("forget my siblings")
    talk("yes")

    talk("undo that")

    assert contents(store) == sorted(FAMILY)


def test_a_kind_of_whom_nothing_is_known_takes_nothing_along(
    store: MemoryStore, talk: Callable[[str], object]
) -> None:
    talk("forget my grandparents")
    talk("yes")

    assert contents(store) == sorted(FAMILY)
