"""Does memory do what the user tells it, and only that?"""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

import pytest
from fix_clock import FakeClock
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph

from langmem_ext import (
    AsyncMemoryStore,
    MemoryContext,
    MemoryState,
    MemoryStore,
    Principal,
    StoreUnavailable,
)
from langmem_ext.nodes import hot_path, load_context
from langmem_ext.nodes.commands import answered, commands
from langmem_ext.stores.checkpoints import MemorySerializer

FACTS = (
    ("The user works at Acme", "profile"),
    ("The user likes green tea", "preferences"),
    ("The user's sister Rita lives in Lisbon", "relationships"),
    ("The user wants to ship v1 by September", "goals"),
)


def agent(state: MemoryState) -> dict[str, Any]:
    """Answer as an agent would that only repeats what it was told."""
    return {"messages": [AIMessage("\n".join(["agent:", *state.get("memory_notices", [])]))]}


def conversation(store: Any) -> Any:
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    for name, node in (("commands", commands()), ("hot_path", hot_path()), ("agent", agent)):
        builder.add_node(name, node)
    builder.add_edge(START, "commands")
    builder.add_conditional_edges(
        "commands", lambda state: END if answered(state) else "hot_path", ["hot_path", END]
    )
    builder.add_edge("hot_path", "agent")
    builder.add_edge("agent", END)
    return builder.compile(store=store, checkpointer=InMemorySaver(serde=MemorySerializer()))


class Talk:
    """Say one thing after the other in one conversation."""

    def __init__(self, store: Any, thread: str = "t1", **context: Any) -> None:
        self.graph = conversation(store)
        self.run = {"configurable": {"thread_id": thread}}
        self.context = {"user_id": "ana", **context}
        self.state: dict[str, Any] = {}

    def __call__(self, text: str) -> str:
        said = {"messages": [HumanMessage(text)]}
        self.state = self.graph.invoke(said, self.run, context=self.context)
        return str(self.state["messages"][-1].content)

    def agreed(self, text: str) -> str:
        """Ask for a deletion, and say yes to the question."""
        assert "Shall I go ahead?" in self(text)
        return self("yes")

    async def asay(self, text: str) -> str:
        said = {"messages": [HumanMessage(text)]}
        self.state = await self.graph.ainvoke(said, self.run, context=self.context)
        return str(self.state["messages"][-1].content)


def contents(store: MemoryStore, user: str = "ana") -> list[str]:
    return sorted(memory.content for memory in store.bind(Principal(user_id=user)).list())


@pytest.fixture
def filled(store: MemoryStore, clock: FakeClock) -> MemoryStore:
    for content, category in FACTS:
        store.bind(Principal(user_id="ana")).remember(content, category=category)
        clock.advance(timedelta(minutes=1))
    return store


@pytest.fixture
def talk(filled: MemoryStore) -> Talk:
    return Talk(filled)


ALL = sorted(content for content, _ in FACTS)


def without(*words: str) -> list[str]:
    return [content for content in ALL if not any(word in content for word in words)]


# Lists


def test_memories_are_listed_newest_first_and_numbered(talk: Talk) -> None:
    assert talk("What do you remember about me?").splitlines() == [
        "This is what I remember about you:",
        "1. The user wants to ship v1 by September",
        "2. The user's sister Rita lives in Lisbon",
        "3. The user likes green tea",
        "4. The user works at Acme",
    ]
    assert talk.state["memory_command"].name == "list"


def test_one_category_is_listed_by_another_name(talk: Talk) -> None:
    assert talk("show my prefs").splitlines()[1:] == ["1. The user likes green tea"]


def test_what_is_pulled_up_is_listed_and_stays(talk: Talk, filled: MemoryStore) -> None:
    talk("pull up my preferences from your memory")

    assert contents(filled) == ALL


def test_a_subject_that_is_no_category_lists_what_comes_nearest(talk: Talk) -> None:
    talk("Which things do you have stored about my sister?")
    (told,) = (notice.splitlines() for notice in talk.state["memory_notices"])

    assert talk.state["memory_command"].name == "list_category"
    assert told[0].startswith("This is what comes nearest to “")
    assert told[1] == "1. The user's sister Rita lives in Lisbon"


def test_ten_are_shown_and_the_others_counted(store: MemoryStore) -> None:
    view = store.bind(Principal(user_id="ana"))
    for number in range(13):
        view.remember(f"The user owns boat number {number}", category="profile")

    lines = Talk(store)("list my memories").splitlines()

    assert len(lines) == 12
    assert lines[-1] == "...and 3 more"


def test_nothing_is_said_of_somebody_else(filled: MemoryStore) -> None:
    assert "Acme" not in Talk(filled, user_id="ben")("What do you remember about me?")


def test_a_category_outside_the_allowlist_is_not_shown(filled: MemoryStore) -> None:
    filled.bind(Principal(user_id="ana")).remember("The user builds a boat", category="interests")

    said = Talk(filled)("list my interests")

    assert said == "I can't look at that kind of memory here."
    assert "boat" not in Talk(filled, "t2")("What do you know about me?")


def test_sensitive_memories_are_not_listed_in_a_group(filled: MemoryStore) -> None:
    view = filled.bind(Principal(user_id="ana"))
    view.remember("The user has asthma", category="profile", user_requested=True)
    question = "What do you remember about me?"

    assert "asthma" in Talk(filled, "t1")(question)
    assert "asthma" not in Talk(filled, "t2", chat_id="c1")(question)


# Forgetting


def test_a_statement_is_forgotten(talk: Talk, filled: MemoryStore) -> None:
    said = talk.agreed("Forget that I work at Acme")

    assert said.startswith("Forgotten:\n- The user works at Acme")
    assert contents(filled) == without("Acme")


def test_a_statement_that_says_more_or_less_still_fits(talk: Talk, filled: MemoryStore) -> None:
    talk.agreed("please forget I am working at Acme Corp.")

    assert contents(filled) == without("Acme")


def test_its_denial_is_another_statement(talk: Talk, filled: MemoryStore) -> None:
    said = talk("forget that I don't like green tea")

    assert contents(filled) == ALL
    assert "1. The user likes green tea" in said


def test_numbers_mean_the_list_that_was_shown(talk: Talk, filled: MemoryStore) -> None:
    talk("What do you remember about me?")
    talk.agreed("forget the 2nd and 4th one")

    assert contents(filled) == without("Rita", "Acme")
    assert "has no number 9" in talk("forget number 9")
    assert "already" in talk("forget number 2")
    talk.agreed("forget number 1")
    assert contents(filled) == ["The user likes green tea"]


def test_a_list_belongs_to_its_conversation(filled: MemoryStore) -> None:
    Talk(filled, "t1")("What do you remember about me?")

    assert "not shown you a numbered list" in Talk(filled, "t2")("forget number 1")
    assert contents(filled) == ALL


def test_a_number_without_a_list_is_for_somebody_else(talk: Talk) -> None:
    assert talk("delete item 3") == "agent:"
    assert talk.state["memory_command"] is None


def test_one_word_that_fits_several_is_asked_about(talk: Talk, filled: MemoryStore) -> None:
    view = filled.bind(Principal(user_id="ana"))
    view.remember("The user's boat is called Rex", category="relationships")
    view.remember("The user paints the boat in April", category="activity")

    said = talk("forget my boat")
    assert "Several memories fit:" in said
    assert len(contents(filled)) == 6
    place = next(line[0] for line in said.splitlines() if "Rex" in line)
    talk.agreed(f"forget number {place}")

    assert contents(filled) == sorted([*ALL, "The user paints the boat in April"])


def test_a_subject_is_forgotten(talk: Talk, filled: MemoryStore) -> None:
    talk.agreed("Forget everything about Rita")

    assert contents(filled) == without("Rita")


def test_what_is_not_known_cannot_be_forgotten(talk: Talk, filled: MemoryStore) -> None:
    assert "nothing about quantum chess" in talk("forget everything about quantum chess")
    assert talk("forget that I own a zeppelin") == "I have no memory that says so."
    assert contents(filled) == ALL


def test_the_memories_of_others_stay(filled: MemoryStore) -> None:
    ben = Talk(filled, user_id="ben")
    for text in ("Forget that I work at Acme", "forget everything about Rita", "clear my memories"):
        ben(text)

    assert contents(filled) == ALL


# Everything


def test_clearing_asks_and_a_yes_does_it(talk: Talk, filled: MemoryStore) -> None:
    assert "all 4 memories" in talk("clear all my memories")
    assert contents(filled) == ALL

    assert talk("Yes, please.").startswith("Done: 4 memories cleared.")
    assert contents(filled) == []

    talk("undo that")
    assert contents(filled) == ALL


@pytest.mark.parametrize(
    "text", ["no", "ok", "yes?", "yes, but keep my name", "What is the weather like?", "hmm"]
)
def test_anything_but_a_plain_yes_leaves_all_as_it_is(
    text: str, talk: Talk, filled: MemoryStore
) -> None:
    talk("clear all my memories")

    assert "I left your memories as they are." in talk(text)
    talk("yes")
    assert contents(filled) == ALL


def test_a_yes_counts_only_in_the_conversation_that_asked(filled: MemoryStore) -> None:
    Talk(filled, "t1")("clear all my memories")
    Talk(filled, "t2")("yes")

    assert contents(filled) == ALL


def test_clearing_in_a_group_keeps_what_is_the_groups(filled: MemoryStore) -> None:
    ana = Principal(user_id="ana", chat_id="c1")
    filled.bind(ana).remember("The group meets on Mondays", category="event", space="chat")
    group = Talk(filled, chat_id="c1")

    group("clear all my memories")
    group("yes")

    left = [memory.content for memory in filled.bind(ana).list()]
    assert left == ["The group meets on Mondays"]


# Taking back


# Several in one conversation


@pytest.fixture
def group(filled: MemoryStore) -> Talk:
    bo = filled.bind(Principal(user_id="bo"))
    for content in ("The user works at Initech", "The user likes black tea"):
        bo.remember(content)
    return Talk(filled, chat_id="team", participants=("ana", "bo"))


def as_bo(talk: Talk, text: str) -> str:
    talk.context["user_id"] = "bo"
    told = talk(text)
    talk.context["user_id"] = "ana"
    return told


def test_the_yes_of_somebody_else_clears_nobodys_memories(group: Talk, filled: MemoryStore) -> None:
    group("Forget everything you know about me")
    as_bo(group, "Yes")

    assert (contents(filled), len(contents(filled, "bo"))) == (ALL, 2)

    group("Yes")  # the question was hers, and this is her next message

    assert (contents(filled), len(contents(filled, "bo"))) == ([], 2)


def test_numbers_mean_the_list_that_was_shown_to_the_same_user(
    group: Talk, filled: MemoryStore
) -> None:
    group("What do you remember about me?")

    assert "not shown you a numbered list" in as_bo(group, "Forget number 1")
    as_bo(group, "What do you remember about me?")
    group.agreed("Forget number 1")

    assert (len(contents(filled)), len(contents(filled, "bo"))) == (len(ALL) - 1, 2)


def test_nobody_undoes_what_somebody_else_has_forgotten(group: Talk, filled: MemoryStore) -> None:
    group.agreed("Forget that I work at Acme")

    assert "brought back" not in as_bo(group, "Undo that")
    assert "The user works at Acme" in group("Undo that")


def test_what_was_just_remembered_is_taken_back(talk: Talk, filled: MemoryStore) -> None:
    talk("Remember that I prefer dark mode.")
    assert "The user prefers dark mode" in contents(filled)

    assert "no longer remember" in talk("undo that")
    assert contents(filled) == ALL
    talk("undo that")
    assert "The user prefers dark mode" in contents(filled)


@pytest.mark.parametrize(
    "text", ["Scratch that.", "no wait, strike that", "scratch that, prose is fine"]
)
def test_what_was_said_last_is_scratched(text: str, talk: Talk, filled: MemoryStore) -> None:
    talk("From now on I want bullet points, not prose.")
    assert len(contents(filled)) == len(ALL) + 1

    assert "no longer remember" in talk(text)
    assert contents(filled) == ALL


def test_nothing_older_is_scratched(talk: Talk, filled: MemoryStore) -> None:
    talk("Remember that I prefer dark mode.")
    talk("Write me a poem about rain")
    talk("scratch that")
    talk("scratch that itch for me, will you")

    assert "The user prefers dark mode" in contents(filled)


def test_what_was_told_beside_a_task_stays_when_the_task_is_scratched(
    talk: Talk, filled: MemoryStore
) -> None:
    talk("I live in Porto. Write me a poem about rain.")
    talk("scratch that, make it snow")

    assert "The user lives in Porto" in contents(filled)


def test_a_write_of_some_turns_ago_is_taken_back(talk: Talk, filled: MemoryStore) -> None:
    talk("Remember that I prefer dark mode.")
    talk("How are you today?")
    talk.agreed("undo that")

    assert contents(filled) == ALL


def test_the_later_of_a_command_and_a_write_is_taken_back(
    talk: Talk, filled: MemoryStore, clock: FakeClock
) -> None:
    talk.agreed("Forget that I work at Acme")
    clock.advance(timedelta(minutes=1))
    talk("Remember that I prefer dark mode.")
    clock.advance(timedelta(minutes=1))
    talk("And how are you today?")
    talk.agreed("undo that")

    assert contents(filled) == without("Acme")


def test_a_new_value_gives_way_to_the_old_one(store: MemoryStore, clock: FakeClock) -> None:
    talk = Talk(store)
    talk("Remember that I work at Acme.")
    clock.advance(timedelta(days=1))
    talk("Remember that I work at Initech.")
    assert contents(store) == ["The user works at Initech"]

    talk("undo that")

    assert contents(store) == ["The user works at Acme"]


@pytest.mark.parametrize(
    ("said", "gone"),
    [
        ("forget my diet", {"The user is vegan"}),
        ("forget how old I am", {"The user is 34"}),
        ("forget my phone number and my email",
         {"The user's email is ana@x.example", "The user's phone is +351 222 333 444"}),
        ("forget my phone number and my shoe size", set()),
    ],
)  # fmt: skip
def test_what_is_forgotten_may_be_named_by_what_it_tells(
    talk: Talk, filled: MemoryStore, said: str, gone: set[str]
) -> None:
    ana = filled.bind(Principal(user_id="ana"))
    for content, slot in (
        ("The user is vegan", "diet"),
        ("The user is 34", "age"),
        ("The user's email is ana@x.example", "email"),
        ("The user's phone is +351 222 333 444", "phone"),
    ):
        ana.remember(content, slot=slot, category="profile")
    before = set(contents(filled))
    talk(said)
    talk("yes")

    assert before - set(contents(filled)) == gone


def test_who_wants_the_last_thing_gone_brings_nothing_back(talk: Talk, filled: MemoryStore) -> None:
    talk("Remember that I hate olives.")
    assert "no longer remember" in talk("delete the last memory")
    talk("forget the last thing I told you")

    assert contents(filled) == ALL
    talk("undo that")
    assert "The user hates olives" in contents(filled)


def test_with_nothing_to_undo_it_is_for_somebody_else(talk: Talk) -> None:
    assert talk("undo that") == "agent:"
    assert talk.state["memory_command"] is None


def test_other_conversations_are_not_undone(filled: MemoryStore) -> None:
    Talk(filled, "t1").agreed("Forget that I work at Acme")
    Talk(filled, "t2")("undo that")

    assert contents(filled) == without("Acme")


# Where from


def test_it_tells_when_and_how_it_came_to_know(talk: Talk, clock: FakeClock) -> None:
    talk("Remember that I prefer dark mode.")
    said = talk("How do you know I prefer dark mode?")

    now = clock()
    assert "You asked me to remember it on" in said
    assert f"{now.day} {now:%B %Y}" in said
    assert "in this conversation" in said
    assert "“Remember that I prefer dark mode.”" in said


def test_that_is_what_was_just_written(talk: Talk) -> None:
    talk("Remember that I prefer dark mode.")

    assert "dark mode" in talk("Why do you know that?")


def test_that_is_what_the_agent_just_told(filled: MemoryStore) -> None:
    talk = Talk(filled)
    message = AIMessage("As the user likes green tea, try sencha.", name="supervisor")
    talk.graph.update_state(
        talk.run, {"messages": [HumanMessage("What should I drink?"), message]}, as_node="agent"
    )

    said = talk("How do you know that?")

    assert "green tea" in said
    assert "An application that you use stored it" in said


def test_a_number_of_the_list_is_explained(talk: Talk) -> None:
    talk("What do you remember about me?")

    assert "Rita" in talk("How do you know number 2?")


def test_no_id_and_no_name_of_a_field_is_told(talk: Talk, filled: MemoryStore) -> None:
    talk("Remember that I prefer dark mode.")
    said = "\n".join(
        talk(text)
        for text in (
            "why do you know that?",
            "what do you know about me?",
            "how do you know I like tea?",
        )
    )

    for memory in filled.bind(Principal(user_id="ana")).list():
        assert memory.id not in said
    assert not any(word in said for word in ("source", "thread_id", "directive", "created_at"))


# In a graph


def test_remember_is_left_to_the_directives(talk: Talk, filled: MemoryStore) -> None:
    said = talk("Remember that I prefer dark mode.")

    assert talk.state["memory_command"].name == "remember"
    assert said.startswith("agent:\nGot it")
    assert contents(filled).count("The user prefers dark mode") == 1


def test_what_else_the_message_says_is_heard(talk: Talk, filled: MemoryStore) -> None:
    said = talk("Forget that I work at Acme. I now work at Initech.")

    assert said.startswith("agent:\nThis will make me forget:\n- The user works at Acme")
    talk("yes")
    assert contents(filled) == sorted([*without("Acme"), "The user now works at Initech"])


def test_ordinary_talk_passes(talk: Talk, filled: MemoryStore) -> None:
    assert talk("I always forget my keys.") == "agent:"
    assert talk.state["memory_command"] is None


async def test_the_same_works_without_blocking(
    filled: MemoryStore, async_store: AsyncMemoryStore
) -> None:
    talk = Talk(async_store)

    assert "1. The user wants to ship v1" in await talk.asay("What do you remember about me?")
    await talk.asay("forget number 4")
    await talk.asay("yes")
    assert contents(filled) == without("Acme")
    await talk.asay("undo that")
    assert contents(filled) == ALL
    await talk.asay("clear all my memories")
    assert "4 memories cleared" in await talk.asay("yes")
    assert contents(filled) == []


def test_a_search_for_a_command_uses_up_no_news(filled: MemoryStore, clock: FakeClock) -> None:
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_sequence([("commands", commands()), ("load_context", load_context())])
    builder.add_edge(START, "commands")
    graph = builder.compile(store=filled, checkpointer=InMemorySaver(serde=MemorySerializer()))
    run: Any = {"configurable": {"thread_id": "t1"}}

    graph.invoke({"messages": [HumanMessage("hello there")]}, run, context={"user_id": "ana"})
    filled.bind(Principal(user_id="ana")).remember("The user owns a red boat", category="profile")
    said = {"messages": [HumanMessage("how do you know I like tea?")]}
    state = graph.invoke(said, run, context={"user_id": "ana"})

    assert "red boat" in state["memory_header"]


def test_no_memory_is_written_to_the_log(talk: Talk, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="langmem_ext")
    for text in (
        "what do you know about me?",
        "forget number 1",
        "yes",
        "undo that",
        "why do you know that?",
    ):
        talk(text)

    assert not any("Acme" in line or "ship v1" in line for line in caplog.messages)


def test_without_a_database_the_conversation_goes_on(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: Any, **kwargs: Any) -> None:
        raise StoreUnavailable("away")

    monkeypatch.setattr("langmem_ext.stores.view.MemoryView.list", fail)

    assert talk("what do you know about me?").startswith("agent:\nMemory is not available")
