"""Do the graphs answer with memory, each agent with its own, and keep memory in order?"""

from __future__ import annotations

import sys
from datetime import timedelta
from typing import Any

import pytest
from fix_clock import FakeClock
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from scripted_model import ScriptedChatModel

from langmem_ext import (
    AsyncMemoryStore,
    ConfigurationError,
    MemoryStore,
    Principal,
    Settings,
    StoreUnavailable,
)
from langmem_ext.graphs import daily, hot_path, supervisor
from langmem_ext.models import Answering, resolve_model
from langmem_ext.nodes.specialists import by_words

ANA = {"user_id": "ana"}


def says(text: str) -> dict[str, Any]:
    return {"messages": [HumanMessage(text)]}


def thread(id: str) -> Any:
    return {"configurable": {"thread_id": id}}


def last(result: dict[str, Any]) -> AIMessage:
    message = result["messages"][-1]
    assert isinstance(message, AIMessage)
    return message


@pytest.fixture
def filled(store: MemoryStore) -> MemoryStore:
    view = store.bind(Principal(user_id="ana"))
    view.remember("The user wants to ship v1 by September", category="goals")
    view.remember("The user prefers dark mode", category="preferences")
    view.remember("The user wants a casual tone", category="tone")
    view.remember("The user's name is Ana", category="profile")
    return store


# Supervisor


@pytest.mark.parametrize(
    ("text", "agent", "seen", "unseen"),
    [
        ("What are my plans to ship?", "planner", {"goals"}, {"preferences", "tone", "profile"}),
        (
            "Which style and tone do I prefer?",
            "stylist",
            {"preferences", "tone"},
            {"goals", "profile"},
        ),
        ("Who am I?", "supervisor", {"profile", "goals", "preferences"}, {"tone"}),
    ],
)
def test_each_agent_answers_from_what_it_may_see(
    text: str, agent: str, seen: set[str], unseen: set[str], filled: MemoryStore
) -> None:
    result = supervisor.build().compile(store=filled).invoke(says(text), context=ANA)

    assert last(result).name == agent
    categories = {bullet[1:].partition("]")[0] for bullet in result["memory_seen"][agent]}
    assert categories >= seen
    assert not categories & unseen
    for bullet in result["memory_seen"][agent]:
        assert bullet in last(result).text or agent == "supervisor"


def test_an_answer_without_a_model_says_so(filled: MemoryStore) -> None:
    graph = supervisor.build().compile(store=filled)

    known = last(graph.invoke(says("What are my plans to ship?"), context=ANA)).text
    unknown = last(
        graph.invoke(says("What are my plans to ship?"), context={"user_id": "ben"})
    ).text

    assert known.startswith(
        "No model is configured; from memory:\n- [goals] The user wants to ship v1 by September"
    )
    assert unknown == "No model is configured; from memory: nothing that I may see."


def test_a_request_is_acknowledged_in_the_same_turn(store: MemoryStore) -> None:
    result = (
        supervisor.build()
        .compile(store=store)
        .invoke(says("Remember that I prefer tea."), context=ANA)
    )

    assert last(result).text.startswith("Got it, I'll remember that: The user prefers tea\n")


def test_a_correction_is_answered_from_the_new_fact(store: MemoryStore) -> None:
    graph = supervisor.build().compile(store=store)
    graph.invoke(says("Remember that I live in Porto."), context=ANA)

    result = graph.invoke(says("Remember that I live in Lisbon."), context=ANA)

    assert "Lisbon" in result["memory_context"]
    assert "Porto" not in result["memory_context"]


def test_a_command_is_answered_by_memory_and_the_turn_ends_there(filled: MemoryStore) -> None:
    graph = supervisor.build().compile(store=filled, checkpointer=InMemorySaver())

    graph.invoke(says("What do you remember about me?"), thread("t1"), context=ANA)
    asked = graph.invoke(says("forget number 2"), thread("t1"), context=ANA)
    assert last(asked).name == "memory"
    result = graph.invoke(says("yes"), thread("t1"), context=ANA)

    view = filled.bind(Principal(user_id="ana"))
    assert last(result).name == "memory"
    assert last(result).text.startswith("Forgotten:\n- The user prefers dark mode")
    assert [each.content for each in view.list(categories=["preferences"])] == []
    assert view.stats().turns == 0


def test_a_command_beside_something_else_does_not_end_the_turn(filled: MemoryStore) -> None:
    graph = supervisor.build().compile(store=filled)

    result = graph.invoke(
        says("Forget that I prefer dark mode. What are my plans to ship?"), context=ANA
    )

    assert last(result).name == "planner"
    assert "This will make me forget:\n- The user prefers dark mode" in last(result).text
    assert "v1 by September" in last(result).text


def test_a_conversation_goes_on_over_threads_and_restarts(store: MemoryStore) -> None:
    saver = InMemorySaver()
    first = supervisor.build().compile(store=store, checkpointer=saver)
    first.invoke(
        says("Remember that my goal is to ship v1 by September."), thread("t1"), context=ANA
    )

    second = supervisor.build().compile(store=store, checkpointer=saver)
    result = second.invoke(says("What is my goal to ship?"), thread("t2"), context=ANA)

    assert "September" in last(result).text
    view = store.bind(Principal(user_id="ana"))
    assert view.stats().turns == 4
    assert view.stats().sessions == 2


async def test_the_supervisor_runs_under_ainvoke(async_store: AsyncMemoryStore) -> None:
    graph = supervisor.build().compile(store=async_store)

    result = await graph.ainvoke(says("Remember that I prefer tea."), context=ANA)

    assert "tea" in last(result).text


def test_a_lost_database_still_gets_an_answer(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*_: Any) -> Any:
        raise StoreUnavailable("gone")

    monkeypatch.setattr(store, "run", lost)

    result = (
        supervisor.build()
        .compile(store=store)
        .invoke(says("What are my plans to ship?"), context=ANA)
    )

    assert last(result).text.startswith("Memory is not available right now")
    assert last(result).name == "planner"


TIGHT = Settings(context={"budget_tokens": 16})


@pytest.mark.parametrize(
    ("said", "sure", "looks"),
    [
        ("When did I adopt my cat Miso?", None, True),
        ("When did I adopt my cat Miso?", 0.9, False),
        ("Good morning, Miso and all!", 0.1, True),
        ("Good morning, Miso and all!", None, False),
    ],
)
def test_a_supervisor_that_is_unsure_looks_again_before_it_answers(
    store: MemoryStore, said: str, sure: float | None, looks: bool
) -> None:
    view = store.bind(Principal(user_id="ana", thread_id="t"))
    view.remember("The user adopted the cat Miso in May", category="relationships")
    model = ScriptedChatModel(replies=["supervisor", "In May."])

    graph = supervisor.build(TIGHT, model).compile(store=store)
    result = graph.invoke({**says(said), "memory_confidence": sure}, context=ANA)

    assert ("in May" in str(model.calls[-1]["messages"])) is looks
    assert view.stats().events.get("context.recall.ok", 0) == looks
    assert result.get("memory_confidence") == (None if looks else sure)


async def test_a_hot_path_looks_again_where_the_context_does_not_answer(
    async_store: AsyncMemoryStore,
) -> None:
    view = async_store.bind(Principal(user_id="ana"))
    await view.aremember("The user adopted the cat Miso in May", category="relationships")
    graph = hot_path.build(TIGHT).compile(store=async_store)

    result = await graph.ainvoke(says("When did I adopt my cat Miso?"), context=ANA)

    assert "in May" in result["memory_context"]


def test_the_words_of_a_message_choose_the_specialist() -> None:
    agents = supervisor.SPECIALISTS

    assert by_words("Plan my next week", agents) == "planner"
    assert by_words("Draft it in a formal style", agents) == "stylist"
    assert by_words("Where do I live?", agents) is None
    assert by_words("", agents) is None


def test_a_graph_may_have_specialists_of_its_own(store: MemoryStore) -> None:
    from langmem_ext.nodes.specialists import Specialist

    view = store.bind(Principal(user_id="ana"))
    view.remember("The user studies tardigrades", category="interests")
    agents = [Specialist("researcher", "You look things up.", frozenset({"study"}))]

    result = (
        supervisor.build(specialists=agents)
        .compile(store=store)
        .invoke(says("What do I study?"), context=ANA)
    )

    assert last(result).name == "researcher"
    assert "tardigrades" in last(result).text


# With a model


def test_a_model_routes_and_answers_with_what_its_agent_may_see(filled: MemoryStore) -> None:
    model = ScriptedChatModel(replies=["stylist", "You like it dark and casual."])

    result = (
        supervisor.build(model=model).compile(store=filled).invoke(says("Who am I?"), context=ANA)
    )

    assert (last(result).name, last(result).text) == ("stylist", "You like it dark and casual.")
    prompt = model.calls[1]["messages"][0].text
    assert "[tone] The user wants a casual tone" in prompt
    assert "September" not in prompt
    assert "You are stylist" in prompt


def test_a_model_is_told_what_to_acknowledge(store: MemoryStore) -> None:
    model = ScriptedChatModel(replies=["supervisor", "Noted."])

    supervisor.build(model=model).compile(store=store).invoke(
        says("Remember that I prefer tea."), context=ANA
    )

    assert "Got it, I'll remember that: The user prefers tea" in model.calls[1]["messages"][0].text


def test_a_secret_of_the_user_is_not_in_the_prompt_of_memory(store: MemoryStore) -> None:
    model = ScriptedChatModel(replies=["supervisor", "No."])
    text = "Remember that my password is hunter2-Zebra!."

    supervisor.build(model=model).compile(store=store).invoke(says(text), context=ANA)

    assert "Zebra" not in model.calls[1]["messages"][0].text


@pytest.mark.parametrize(
    "failing", [[RuntimeError("quota")], [""], ["planner", RuntimeError("quota")]]
)
async def test_a_model_that_fails_leaves_the_answer_to_memory(
    failing: list[Any], filled: MemoryStore
) -> None:
    graph = supervisor.build(model=ScriptedChatModel(replies=failing)).compile(store=filled)

    for result in (
        graph.invoke(says("plans to ship?"), context=ANA),
        await graph.ainvoke(says("plans?"), context=ANA),
    ):
        assert last(result).text.startswith("The model did not answer (")
        assert "September" in last(result).text
        assert "quota" not in last(result).text


async def test_a_model_that_takes_too_long_has_failed() -> None:
    slow = Answering(ScriptedChatModel(replies=["late"], delay=0.2), timeout=0.01)

    with pytest.raises(TimeoutError):
        slow.reply([HumanMessage("hello")])
    with pytest.raises(TimeoutError):
        await slow.areply([HumanMessage("hello")])


def test_a_model_by_name_that_is_not_installed_says_what_to_install(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "langchain_mistralai", None)
    graph = supervisor.build(Settings(model="mistralai:large")).compile(store=store)

    with pytest.raises(ConfigurationError, match="langchain-mistralai"):
        graph.invoke(says("hello"), context=ANA)


def test_a_model_by_name_without_langchain_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "langchain.chat_models", None)

    with pytest.raises(ConfigurationError, match=r"langmem-ext\[middleware\]"):
        resolve_model("openai:gpt-6")


def test_a_model_of_nobody_is_an_error() -> None:
    with pytest.raises(ConfigurationError, match="nonsense"):
        resolve_model("nonsense")


# Hot path


def test_the_hot_path_graph_writes_and_gives_the_context(filled: MemoryStore) -> None:
    result = (
        hot_path.build()
        .compile(store=filled)
        .invoke(says("Remember that I prefer tea."), context=ANA)
    )

    assert result["memory_outcomes"][0].status == "created"
    assert "[profile] The user's name is Ana" in result["memory_context"]
    assert filled.bind(Principal(user_id="ana")).stats().turns == 1


# Daily


def test_a_day_of_maintenance_is_reported_step_by_step(
    store: MemoryStore, clock: FakeClock
) -> None:
    view = store.bind(Principal(user_id="ana"))
    view.remember("The user waits for a parcel", category="event")
    view.remember("The user prefers tea", category="preferences")
    view.add_turn("user", "hello")
    view.query("tea")
    graph = daily.build().compile(store=store)

    assert graph.invoke({})["report"] == {
        "flush_uses": 2,
        "embed_missing": 1,
        "mention_missing": 0,
        "enrich": 0,
        "review": 0,
        "consolidate": 0,
        "archive": 0,
        "expire": 0,
        "compact": 0,
        "purge": 0,
        "forget_proposals": 0,
        "forget_pairs": 0,
        "forget_calls": 0,
    }
    clock.advance(timedelta(days=31))
    assert graph.invoke({})["report"]["expire"] == 1
    clock.advance(timedelta(days=31))
    assert graph.invoke({})["report"]["purge"] == 1
    clock.advance(timedelta(days=400))
    assert graph.invoke({})["report"]["archive"] == 1
    assert set(graph.invoke({})["report"].values()) == {0}


async def test_maintenance_runs_under_ainvoke(async_store: AsyncMemoryStore) -> None:
    await async_store.bind(Principal(user_id="ana")).aadd_turn("user", "hello")

    result = await daily.build().compile(store=async_store).ainvoke({})

    assert result["report"]["embed_missing"] == 1


def test_a_step_that_fails_does_not_stop_the_others(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: Any) -> Any:
        raise ValueError("no")
        yield

    monkeypatch.setitem(daily.STEPS, "archive", broken)

    report = daily.build().compile(store=store).invoke({})["report"]

    assert (report["archive_error"], report["purge"]) == ("ValueError", 0)


def test_compiled_graphs_bring_no_store_of_their_own() -> None:
    for module in (supervisor, hot_path, daily):
        assert module.graph.store is None
        assert module.graph.checkpointer is None
