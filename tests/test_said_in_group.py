"""Does what is said in a chat for the group belong to the group, and what is said of somebody to that person?"""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import HumanMessage
from langgraph.graph import END, START, StateGraph

from langmem_ext import MemoryContext, MemoryState, MemoryStore, MemoryView, Principal
from langmem_ext.memory import Memory
from langmem_ext.nodes import hot_path

EVERYBODY = ("alice", "bob", "carol")


@pytest.fixture
def town(store: MemoryStore) -> MemoryStore:
    for id, name in (("alice", "Alice"), ("bob", "Bob"), ("carol", "Carol Jones")):
        store.people().add(name, id=id)
    return store


def at(store: MemoryStore, user: str, chat: str | None = "team") -> MemoryView:
    return store.bind(Principal(user, chat_id=chat, participants=EVERYBODY if chat else ()))


def says(store: MemoryStore, text: str, **more: Any) -> list[Memory]:
    """Let Alice say something in the chat, and return what became of it."""
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_node("hot_path", hot_path())
    builder.add_edge(START, "hot_path")
    builder.add_edge("hot_path", END)
    context: Any = {"user_id": "alice", "chat_id": "team", "participants": EVERYBODY, **more}
    message = HumanMessage(text, id="m1", name="Alice")
    result = builder.compile(store=store).invoke({"messages": [message]}, context=context)
    return [each.memory for each in result["memory_outcomes"] if each.memory]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("Our standup is at 9am", "Our standup is at 9am"),
        ("Remember for the team: the retro is on Friday.", None),
        ("Remember for everyone: lunch is at noon on Mondays", None),
        ("We deploy on Thursdays", "We deploy on Thursdays"),
        ("Remember that we use Slack for comms", "We use Slack for comms"),
        ("Please remember that our API keys rotate monthly", None),
        ("Our office is in Berlin", "Our office is in Berlin"),
        ("Remember: the sprint ends on Wednesdays", None),
    ],
)
def test_what_is_the_groups_is_kept_for_the_group(
    town: MemoryStore, text: str, content: str | None
) -> None:
    (memory,) = says(town, text)

    assert (memory.space, memory.subjects) == ("chat:team", ())
    if content:
        assert memory.content == content
    assert memory.id in [each.id for each in at(town, "bob").list()]
    assert at(town, "bob", None).list() == []


@pytest.mark.parametrize(
    "text",
    [
        "Remember that I like tea",
        "Our dog is called Rex",
        "Remember that our daughter is five",
        "Remember that my standup is at ten",
        "I work at Acme",
    ],
)
def test_what_is_ones_own_stays_ones_own(town: MemoryStore, text: str) -> None:
    assert {memory.space for memory in says(town, text)} <= {"user:alice"}
    assert at(town, "alice", None).list()


@pytest.mark.parametrize("more", [{"chat_id": None, "participants": ()}, {"participants": ("alice",)}])  # fmt: skip
def test_there_is_no_group_where_one_is_alone(town: MemoryStore, more: dict[str, Any]) -> None:
    (memory,) = says(town, "Remember that our standup is at 9am", **more)

    assert memory.space == "user:alice"


def test_a_view_and_a_tool_keep_it_for_the_group_too(town: MemoryStore) -> None:
    alice = at(town, "alice")
    found = [
        alice.remember("Our standup is at 9am").memory,
        alice.remember("The team meets on Mondays", source="tool").memory,
        alice.remember("Our standup is at 9am", space="user").memory,
    ]

    assert [each and each.space for each in found] == ["chat:team", "chat:team", "user:alice"]


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("@bob loves pizza", ("bob",)),
        ("Bob loves pizza", ("bob",)),
        ("Carol has a dog", ("carol",)),
        ("Carol's birthday is on May 3", ("carol",)),
        ("Remember that @bob loves pizza", ("bob",)),
        ("Remember that Carol Jones plays chess", ("carol",)),
    ],
)
def test_what_is_said_of_somebody_is_about_that_one(
    town: MemoryStore, text: str, about: tuple[str, ...]
) -> None:
    (memory,) = says(town, text)

    assert (memory.subjects, memory.space, memory.portable) == (about, "user:alice", True)
    assert [each.id for each in at(town, about[0], None).find_memories_by_subject(about)] == [
        memory.id
    ]
    (bullet,) = at(town, about[0], None).query(text).bullets
    assert "Alice said: " in bullet


@pytest.mark.parametrize(
    "text", ["Does Bob love pizza?", "Off the record: Bob loves pizza", "Dave loves pizza"]
)
def test_what_is_not_told_of_somebody_there_is_not_kept(town: MemoryStore, text: str) -> None:
    assert says(town, text) == []


@pytest.mark.parametrize(
    ("text", "portable"),
    [
        ("Bob loves pizza", True),
        ("Bob's birthday is March 15", True),
        ("Bob is presenting next", False),
        ("Bob will send the report by EOD", False),
        ("Bob is on call this week", False),
        ("Bob is out until Monday", False),
        ("Bob owes us the slides by the end of the day", False),
    ],
)
@pytest.mark.parametrize("subjects", [(), ("bob",)])
def test_what_matters_in_the_chat_only_does_not_leave_it(
    town: MemoryStore, text: str, portable: bool, subjects: tuple[str, ...]
) -> None:
    given = {"subjects": subjects, "category": "knowledge"}
    memory = at(town, "alice").remember(text, **given).memory

    assert memory is not None
    assert (memory.subjects, memory.portable) == (("bob",), portable)
