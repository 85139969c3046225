"""Do the nodes remember, recall and record, in graphs that strangers build?"""

from __future__ import annotations

import logging
from typing import Annotated, Any, TypedDict

import psycopg
import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.store.memory import InMemoryStore

from langmem_ext import (
    AsyncMemoryStore,
    ConfigurationError,
    LangMemError,
    MemoryContext,
    MemoryState,
    MemoryStore,
    Principal,
    Settings,
    StoreUnavailable,
)
from langmem_ext.nodes import hot_path, load_context, recall, record_turns
from langmem_ext.nodes.record_turns import newest
from langmem_ext.policies.acknowledgements import CAPPED
from langmem_ext.settings import DecisionSettings, NotificationSettings

ANA = {"user_id": "ana"}
PASSWORD = "hunter2-Zebra!"


def path(
    *nodes: Any, state: Any = MemoryState, context: Any = MemoryContext
) -> StateGraph[Any, Any, Any, Any]:
    """A graph that runs some nodes in order."""
    builder = StateGraph(state, context_schema=context)
    names = [node.get_name() for node in nodes]
    for node in nodes:
        builder.add_node(node)
    for before, after in zip([START, *names], [*names, END], strict=True):
        builder.add_edge(before, after)
    return builder


def memory_path() -> StateGraph[Any, Any, Any, Any]:
    return path(hot_path(), load_context(), recall(), record_turns())


def says(text: str, id: str | None = None) -> dict[str, Any]:
    return {"messages": [HumanMessage(text, id=id)]}


def thread(id: str) -> dict[str, Any]:
    return {"configurable": {"thread_id": id}}


def contents(store: MemoryStore, user: str = "ana") -> list[str]:
    return sorted(memory.content for memory in store.bind(Principal(user_id=user)).list())


# Composition


def test_a_stranger_composes_the_nodes_and_invokes(store: MemoryStore) -> None:
    graph = memory_path().compile(store=store, checkpointer=InMemorySaver())

    first = graph.invoke(says("Remember that I prefer dark mode."), thread("t1"), context=ANA)
    later = graph.invoke(says("Which mode do I prefer?"), thread("t2"), context=ANA)

    assert first["memory_outcomes"][0].status == "created"
    assert first["memory_notices"] == ["Got it, I'll remember that: The user prefers dark mode"]
    assert "[preferences] The user prefers dark mode" in later["memory_context"]
    assert later["memory_outcomes"] == []
    assert later["memory_notices"] == []


async def test_the_same_graph_works_under_ainvoke(async_store: AsyncMemoryStore) -> None:
    graph = memory_path().compile(store=async_store, checkpointer=InMemorySaver())

    first = await graph.ainvoke(
        says("Remember that I prefer dark mode."), thread("t1"), context=ANA
    )
    later = await graph.ainvoke(says("Which mode do I prefer?"), thread("t2"), context=ANA)

    assert first["memory_outcomes"][0].status == "created"
    assert "dark mode" in later["memory_context"]


async def test_a_sync_store_works_under_ainvoke(store: MemoryStore) -> None:
    graph = memory_path().compile(store=store)

    result = await graph.ainvoke(says("Remember that I prefer dark mode."), context=ANA)

    assert result["memory_outcomes"][0].status == "created"


def test_a_graph_whose_state_knows_nothing_of_memory_can_use_the_nodes(store: MemoryStore) -> None:
    class Bare(TypedDict):
        messages: Annotated[list[AnyMessage], add_messages]

    store.bind(Principal(user_id="ana")).remember(
        "The user prefers dark mode", category="preferences"
    )
    seen = {}

    def answer(state: MemoryState) -> dict[str, Any]:
        seen["context"] = state["memory_context"]
        return {}

    builder = path(load_context(), state=Bare)
    builder.add_node("answer", answer)
    builder.add_edge("load_context", "answer")
    builder.compile(store=store).invoke(says("Which mode do I prefer?"), context=ANA)

    assert "dark mode" in seen["context"]


def test_messages_may_be_dicts(store: MemoryStore) -> None:
    class Plain(TypedDict):
        messages: list[Any]

    said = {"messages": [{"role": "user", "content": "Remember that I prefer dark mode."}]}
    path(hot_path(), record_turns(), state=Plain).compile(store=store).invoke(said, context=ANA)

    assert contents(store) == ["The user prefers dark mode"]


def test_the_user_may_be_named_in_the_configurable(store: MemoryStore) -> None:
    graph = path(hot_path()).compile(store=store)

    graph.invoke(says("Remember that I prefer tea."), {"configurable": {"user_id": "ben"}})

    assert contents(store, "ben") == ["The user prefers tea"]


def test_a_context_of_ones_own_will_do(store: MemoryStore) -> None:
    class Own(TypedDict):
        user_id: str
        theme: str

    graph = path(hot_path(), context=Own).compile(store=store)
    graph.invoke(says("Remember that I prefer tea."), context={"user_id": "ben", "theme": "dark"})

    assert contents(store, "ben") == ["The user prefers tea"]


def test_a_run_without_a_user_says_how_to_name_one(store: MemoryStore) -> None:
    graph = path(hot_path()).compile(store=store)

    with pytest.raises(LangMemError, match=r'context=\{"user_id"'):
        graph.invoke(says("Remember that I prefer tea."))


@pytest.mark.parametrize("given", [None, InMemoryStore()])
def test_a_graph_without_a_memory_store_says_what_it_needs(given: Any) -> None:
    graph = path(load_context()).compile(store=given)

    with pytest.raises(ConfigurationError, match="MemoryStore"):
        graph.invoke(says("hello"), context=ANA)


def test_a_node_outside_a_graph_can_be_called(store: MemoryStore) -> None:
    from langgraph.runtime import Runtime

    runtime = Runtime(context=MemoryContext(user_id="ana"), store=store)
    update = hot_path()(says("Remember that I prefer tea.", "m1"), runtime)

    assert update["memory_outcomes"][0].status == "created"


# Writing


def test_what_the_user_asks_for_is_kept_as_most_important(store: MemoryStore) -> None:
    path(hot_path()).compile(store=store).invoke(
        says("Remember that I prefer tea.", "m1"), context=ANA
    )

    (memory,) = store.bind(Principal(user_id="ana")).list()
    assert (memory.importance, memory.user_requested, memory.source) == (5, True, "directive")
    assert memory.source_ids == ("m1",)
    assert memory.extra == {"rule": "remember"}
    assert memory.agent_id == "supervisor"


def test_what_is_said_in_passing_is_kept_by_its_score(store: MemoryStore) -> None:
    result = path(hot_path()).compile(store=store).invoke(says("I work at Acme."), context=ANA)

    (memory,) = store.bind(Principal(user_id="ana")).list()
    assert (memory.content, memory.source, memory.importance) == (
        "The user works at Acme",
        "scan",
        3,
    )
    assert not memory.user_requested
    assert result["memory_notices"] == []


def test_a_request_is_not_written_again_by_the_scanner(store: MemoryStore) -> None:
    result = (
        path(hot_path())
        .compile(store=store)
        .invoke(says("Please remember that I work at Acme."), context=ANA)
    )

    assert [outcome.status for outcome in result["memory_outcomes"]] == ["created"]


def test_the_same_message_twice_writes_once(store: MemoryStore) -> None:
    graph = path(hot_path()).compile(store=store)
    config = thread("t1")

    graph.invoke(says("Remember that I prefer tea.", "m1"), config, context=ANA)
    before = store.bind(Principal(user_id="ana")).history()
    again = graph.invoke(says("Remember that I prefer tea.", "m1"), config, context=ANA)

    assert [outcome.reason for outcome in again["memory_outcomes"]] == ["replay"]
    assert store.bind(Principal(user_id="ana")).history() == before


def test_a_forgotten_memory_does_not_come_back_when_the_node_runs_again(store: MemoryStore) -> None:
    graph = path(hot_path()).compile(store=store)
    graph.invoke(says("Remember that I prefer tea.", "m1"), thread("t1"), context=ANA)
    view = store.bind(Principal(user_id="ana"))
    view.forget(view.list()[0].id)

    graph.invoke(says("Remember that I prefer tea.", "m1"), thread("t1"), context=ANA)

    assert view.list() == []


def test_an_edited_message_is_another_message(store: MemoryStore) -> None:
    graph = path(hot_path()).compile(store=store)

    graph.invoke(says("Remember that I prefer tea.", "m1"), thread("t1"), context=ANA)
    graph.invoke(says("Remember that I own three bicycles.", "m1"), thread("t1"), context=ANA)

    assert len(contents(store)) == 2


def test_message_ids_of_two_threads_do_not_meet(store: MemoryStore) -> None:
    graph = path(hot_path()).compile(store=store)
    text = "Remember that I prefer tea."

    graph.invoke(says(text, "1"), thread("t1"), context=ANA)
    again = graph.invoke(says(text, "1"), thread("t2"), context=ANA)

    assert [outcome.reason for outcome in again["memory_outcomes"]] == ["duplicate"]


def test_only_the_last_message_of_the_user_is_looked_at(store: MemoryStore) -> None:
    messages = [
        HumanMessage("Remember that I prefer tea."),
        AIMessage("Done."),
        HumanMessage("I work at Acme."),
    ]

    path(hot_path()).compile(store=store).invoke({"messages": messages}, context=ANA)

    assert contents(store) == ["The user works at Acme"]


def test_a_turn_writes_no_more_automatic_memories_than_it_may(store: MemoryStore) -> None:
    settings = Settings(decision=DecisionSettings(max_writes_per_turn=1))
    text = "I work at Acme. I live in Porto. Remember that I prefer tea."

    result = path(hot_path(settings)).compile(store=store).invoke(says(text), context=ANA)

    outcomes = result["memory_outcomes"]
    assert [(outcome.status, outcome.reason) for outcome in outcomes] == [
        ("created", None),
        ("created", None),
        ("rejected", "cap"),
    ]
    assert "The user prefers tea" in contents(store)


def test_what_is_known_already_takes_no_place_of_the_turn(store: MemoryStore) -> None:
    settings = Settings(decision=DecisionSettings(max_writes_per_turn=1))
    graph = path(hot_path(settings)).compile(store=store)

    graph.invoke(says("I work at Acme."), context=ANA)
    graph.invoke(says("I work at Acme. I live in Porto."), context=ANA)

    assert contents(store) == ["The user lives in Porto", "The user works at Acme"]


def test_directives_and_scanning_can_be_switched_off(store: MemoryStore) -> None:
    off = Settings(
        decision=DecisionSettings(directives_enabled=False, background_scan_enabled=False)
    )
    text = "Remember that I prefer tea. I work at Acme."

    result = path(hot_path(off)).compile(store=store).invoke(says(text), context=ANA)

    assert result["memory_outcomes"] == []
    assert contents(store) == []


def test_a_category_that_the_agent_may_not_use_is_replaced_by_one_it_may(
    store: MemoryStore,
) -> None:
    context = {"user_id": "ana", "agent": "planner"}

    result = (
        path(hot_path())
        .compile(store=store)
        .invoke(says("Remember that I prefer tea."), context=context)
    )

    (outcome,) = result["memory_outcomes"]
    assert outcome.status == "created"
    assert outcome.memory.category in {"goals", "tasks", "projects"}


def test_an_agent_without_any_category_writes_nothing(store: MemoryStore) -> None:
    context = {"user_id": "ana", "agent": "nobody"}

    result = (
        path(hot_path())
        .compile(store=store)
        .invoke(says("Remember that I prefer tea."), context=context)
    )

    assert [(each.status, each.reason) for each in result["memory_outcomes"]] == [
        ("rejected", "category")
    ]
    assert "can't store" in result["memory_notices"][0]


# Secrets


@pytest.mark.parametrize(
    "text",
    [
        f"Remember that my password is {PASSWORD}.",
        f"My password is {PASSWORD}. Please remember that.",
        f"Don't forget: my password is {PASSWORD} and I prefer tea.",
        f"my password is {PASSWORD}",
        f"I work at Acme and my password is {PASSWORD}",
        f"Remember this: I live in Porto. My password is {PASSWORD}. I work at Acme.",
    ],
)
def test_a_password_is_never_stored(
    text: str, store: MemoryStore, database_uri: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    graph = memory_path().compile(store=store)

    result = graph.invoke(says(text, "m1"), thread("t1"), context=ANA)

    told = {name: value for name, value in result.items() if name != "messages"}
    assert PASSWORD not in repr(told)
    assert PASSWORD not in caplog.text
    assert PASSWORD not in everything_in(database_uri)


def test_a_request_to_keep_a_secret_is_refused_in_words(store: MemoryStore) -> None:
    graph = path(hot_path()).compile(store=store)

    result = graph.invoke(says(f"Remember that my password is {PASSWORD}."), context=ANA)

    assert [(each.status, each.reason) for each in result["memory_outcomes"]] == [
        ("rejected", "secret")
    ]
    (notice,) = result["memory_notices"]
    assert notice.startswith("I can't store that because it appears to contain a secret (password)")
    assert store.bind(Principal(user_id="ana")).stats().events == {"hotpath.classify.skipped": 1}


def test_what_stands_beside_a_secret_is_kept(store: MemoryStore) -> None:
    text = f"Remember that my password is {PASSWORD}. Remember that I prefer tea."

    result = path(hot_path()).compile(store=store).invoke(says(text), context=ANA)

    assert contents(store) == ["The user prefers tea"]
    assert sorted(each.status for each in result["memory_outcomes"]) == ["created", "rejected"]


def everything_in(uri: str) -> str:
    """Every row of every table of the schema, as text."""
    with psycopg.connect(uri) as connection:
        tables = connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'langmem'"
        ).fetchall()
        rows = [
            connection.execute(f'SELECT t::text FROM langmem."{name}" t').fetchall()
            for (name,) in tables
        ]
    assert any(rows)
    return repr(rows)


# Context and recall


def test_a_changed_memory_is_announced_to_the_users_other_thread(store: MemoryStore) -> None:
    graph = memory_path().compile(store=store, checkpointer=InMemorySaver())
    graph.invoke(says("hello"), thread("t1"), context=ANA)
    graph.invoke(says("Remember that I prefer tea."), thread("t2"), context=ANA)

    result = graph.invoke(says("hello again"), thread("t1"), context=ANA)

    assert result["memory_header"].startswith("Memory updates since rev 0:")
    assert result["memory_context"].startswith(result["memory_header"])


def test_the_context_of_a_turn_takes_the_place_of_the_last_one(store: MemoryStore) -> None:
    graph = memory_path().compile(store=store, checkpointer=InMemorySaver())

    graph.invoke(says("Remember that I prefer tea."), thread("t1"), context=ANA)
    result = graph.invoke(says("hello"), thread("t1"), context=ANA)

    assert (result["memory_outcomes"], result["memory_notices"], result["memory_header"]) == (
        [],
        [],
        "",
    )


def test_a_graph_without_hot_path_drops_the_notices_of_the_last_turn(store: MemoryStore) -> None:
    graph = path(load_context()).compile(store=store, checkpointer=InMemorySaver())

    graph.invoke(
        {**says("hello"), "memory_notices": ["old"], "memory_turn": "before"},
        thread("t1"),
        context=ANA,
    )

    assert graph.get_state(thread("t1")).values["memory_notices"] == []


def test_another_users_memory_is_not_in_the_context(store: MemoryStore) -> None:
    graph = memory_path().compile(store=store)
    graph.invoke(says("Remember that I prefer tea."), context=ANA)

    result = graph.invoke(says("What do I prefer, tea?"), context={"user_id": "ben"})

    assert result["memory_context"] == ""


@pytest.mark.parametrize(("confidence", "found"), [(0.2, True), (None, False), (0.9, False)])
def test_recall_looks_again_only_when_confidence_is_low(
    confidence: float | None, found: bool, store: MemoryStore
) -> None:
    store.bind(Principal(user_id="ana")).remember(
        "The user prefers dark mode", category="preferences"
    )
    graph = path(recall()).compile(store=store)

    said = {**says("Which mode does the user prefer?"), "memory_confidence": confidence}
    result = graph.invoke(said, context=ANA)

    assert ("dark mode" in result["memory_context"]) is found


@pytest.mark.parametrize(
    ("said", "looks"),
    [("When did I adopt my cat Miso?", True), ("How are you today?", False), ("I fed her.", False)],
)
def test_recall_may_tell_by_the_words_whether_to_look_again(
    said: str, looks: bool, store: MemoryStore
) -> None:
    view = store.bind(Principal(user_id="ana", thread_id="t"))
    view.remember("The user adopted the cat Miso in May", category="relationships")
    tight = Settings(context={"budget_tokens": 16})

    graph = path(load_context(tight), recall(tight, estimate=True)).compile(store=store)
    result = graph.invoke(says(said), context=ANA)

    assert ("in May" in result["memory_context"]) is looks
    assert result.get("memory_confidence") is None
    assert (view.stats().events.get("context.recall.ok", 0) == 1) is looks


def test_how_sure_an_agent_says_it_is_counts_for_more_than_the_words(store: MemoryStore) -> None:
    store.bind(Principal(user_id="ana")).remember("The user adopted the cat Miso in May")
    graph = path(recall(estimate=True)).compile(store=store)

    said = {**says("When did I adopt my cat Miso?"), "memory_confidence": 0.9}

    assert graph.invoke(said, context=ANA)["memory_context"] == ""


def test_recall_repeats_nothing_that_the_context_has(store: MemoryStore) -> None:
    store.bind(Principal(user_id="ana")).remember(
        "The user prefers dark mode", category="preferences"
    )
    graph = path(load_context(), recall()).compile(store=store)

    said = {**says("Which mode does the user prefer?"), "memory_confidence": 0.1}
    result = graph.invoke(said, context=ANA)

    assert result["memory_context"].count("dark mode") == 1
    assert result["memory_confidence"] is None


def test_the_settings_of_a_node_go_before_those_of_the_store(store: MemoryStore) -> None:
    view = store.bind(Principal(user_id="ana"))
    for drink in ("tea", "coffee", "water", "milk", "juice", "cocoa"):
        view.remember(f"The user keeps {drink} at home", category="preferences")
    one = Settings(context={"top_k": 1}, relations={"enabled": False})

    result = (
        path(load_context(one)).compile(store=store).invoke(says("What is at home?"), context=ANA)
    )

    found = [line for line in result["memory_context"].splitlines() if line.startswith("- [")]
    assert 1 <= len(found) <= 3


# Turns


def test_the_messages_of_a_turn_are_kept_once(store: MemoryStore) -> None:
    graph = path(record_turns()).compile(store=store)
    messages = [HumanMessage("I had soup", id="a"), AIMessage("Nice.", id="b")]

    for _ in range(2):
        graph.invoke({"messages": messages}, thread("t1"), context=ANA)

    view = store.bind(Principal(user_id="ana", thread_id="t1"))
    assert view.known_turns("t1", ["a", "b"]) == {"a", "b"}
    assert view.stats().turns == 2


def test_secrets_are_masked_in_turns(store: MemoryStore, database_uri: str) -> None:
    graph = path(record_turns()).compile(store=store)

    graph.invoke(says(f"my password is {PASSWORD}", "a"), thread("t1"), context=ANA)

    assert PASSWORD not in everything_in(database_uri)
    assert store.bind(Principal(user_id="ana")).stats().turns == 1


def test_a_turn_is_what_was_said_since_the_last_answer() -> None:
    call = {"name": "f", "args": {}, "id": "c"}
    old = [HumanMessage("0"), AIMessage("1")]
    new = [HumanMessage("2"), HumanMessage("3"), AIMessage("", tool_calls=[call]), AIMessage("4")]
    messages: list[AnyMessage] = [*old, *new[:3], ToolMessage("x", tool_call_id="c"), new[3]]

    assert newest(messages) == new
    assert newest([*old, HumanMessage("5")]) == [HumanMessage("5")]
    assert newest([]) == []


@pytest.mark.parametrize("odd", ["\x00", "\ud800", "\x07", "\u202e"])
def test_odd_characters_do_not_stop_a_turn(odd: str, store: MemoryStore) -> None:
    graph = memory_path().compile(store=store)

    graph.invoke(
        {**says(f"Remember that I prefer{odd} tea"), "memory_confidence": 0.1}, context=ANA
    )

    assert store.bind(Principal(user_id="ana")).stats().turns == 1


@pytest.mark.parametrize("message", [HumanMessage(""), HumanMessage([]), AIMessage("hello")])
def test_a_turn_without_words_of_the_user_is_no_error(
    message: AnyMessage, store: MemoryStore
) -> None:
    result = memory_path().compile(store=store).invoke({"messages": [message]}, context=ANA)

    assert result["memory_outcomes"] == []


# A database that is away


def lost(*_: Any, **__: Any) -> Any:
    raise StoreUnavailable("the database cannot be reached") from psycopg.OperationalError("gone")


def test_a_lost_database_does_not_lose_the_turn(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(store, "run", lost)
    graph = memory_path().compile(store=store)

    said = {**says("Remember that I prefer tea."), "memory_confidence": 0.1}
    result = graph.invoke(said, context=ANA)

    assert result["memory_notices"] == [
        "Memory is not available right now; we can go on without it.",
        "I could not save what you asked me to remember; please tell me again later.",
    ]
    assert result["memory_context"] == ""
    assert "memory is unavailable" in caplog.text
    assert "tea" not in caplog.text


def test_a_database_that_was_never_set_up_is_an_error(empty_database_uri: str) -> None:
    with MemoryStore.from_conn_string(empty_database_uri, index=False) as store:
        graph = path(load_context()).compile(store=store)

        with pytest.raises(StoreUnavailable, match=r"setup\(\)"):
            graph.invoke(says("hello"), context=ANA)


def test_messages_without_ids_are_turns_of_their_own(store: MemoryStore) -> None:
    class Plain(TypedDict):
        messages: list[Any]

    graph = path(hot_path(), load_context(), state=Plain).compile(
        store=store, checkpointer=InMemorySaver()
    )
    said = {"role": "user", "content": "Remember that I prefer tea."}
    config = thread("t1")

    graph.invoke({"messages": [said]}, config, context=ANA)
    graph.invoke({"messages": [said, {"role": "user", "content": "hello"}]}, config, context=ANA)

    assert graph.get_state(config).values["memory_notices"] == []


def test_what_is_noted_in_passing_is_told_where_the_settings_say_so(store: MemoryStore) -> None:
    telling = Settings(
        notifications=NotificationSettings(on_background_storage=True),
        decision=DecisionSettings(max_writes_per_turn=1),
    )
    graph = path(hot_path(telling)).compile(store=store)

    def notices(text: str) -> list[str]:
        return list(graph.invoke(says(text), context=ANA).get("memory_notices", []))

    assert notices("I work at Acme.") == ["I've noted: The user works at Acme"]
    assert notices("I work at Globex.") == [
        "I've noted: The user works at Globex (before: The user works at Acme)"
    ]
    assert notices("I work at Globex.") == []
    assert notices("I love hiking. I have two cats.")[1:] == [CAPPED]
    assert notices("What time is it?") == []
    assert (
        path(hot_path())
        .compile(store=store)
        .invoke(says("I love kayaking."), context=ANA)["memory_notices"]
        == []
    )
