"""Does an agent that somebody else built remember?"""

from __future__ import annotations

import re
import sys
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from scripted_answers import fact
from scripted_model import ScriptedChatModel

from langmem_ext import AsyncMemoryStore, ConfigurationError, MemoryContext, MemoryStore, Principal
from langmem_ext.middleware import MemoryMiddleware, memory_pre_model_hook, pre_model_hook
from langmem_ext.tools import memory_tools

ANA = {"user_id": "ana"}


def agent(store: Any, *replies: Any, **given: Any) -> tuple[Any, ScriptedChatModel]:
    model = ScriptedChatModel(replies=list(replies))
    made = create_agent(
        model,
        [],
        system_prompt="Be brief.",
        middleware=[MemoryMiddleware(**given)],
        context_schema=MemoryContext,
        store=store,
        checkpointer=InMemorySaver(),
    )
    return made, model


def says(text: str) -> dict[str, Any]:
    return {"messages": [HumanMessage(text)]}


def thread(id: str) -> dict[str, Any]:
    return {"configurable": {"thread_id": id}}


def system(model: ScriptedChatModel, call: int = -1) -> str:
    return str(model.calls[call]["messages"][0].text)


def test_what_is_said_in_one_thread_is_known_in_the_next(store: MemoryStore) -> None:
    made, model = agent(store, "Noted.", "Dark mode.")

    first = made.invoke(says("Remember that I prefer dark mode."), thread("t1"), context=ANA)
    made.invoke(says("Which mode do I prefer?"), thread("t2"), context=ANA)

    assert first["memory_notices"] == ["Got it, I'll remember that: The user prefers dark mode"]
    assert "Got it, I'll remember that" in system(model, 0)
    assert system(model).startswith("Be brief.")
    assert "[preferences] The user prefers dark mode" in system(model)


async def test_an_agent_remembers_under_ainvoke(async_store: AsyncMemoryStore) -> None:
    made, model = agent(async_store, "Noted.", "Dark mode.")

    await made.ainvoke(says("Remember that I prefer dark mode."), thread("t1"), context=ANA)
    await made.ainvoke(says("Which mode do I prefer?"), thread("t2"), context=ANA)

    assert "[preferences] The user prefers dark mode" in system(model)


def test_memory_stays_out_of_the_conversation(store: MemoryStore) -> None:
    made, _ = agent(store, "Noted.", "Hi.")
    made.invoke(says("Remember that I prefer dark mode."), thread("t1"), context=ANA)

    result = made.invoke(says("Hello"), thread("t1"), context=ANA)

    assert [message.type for message in result["messages"]] == ["human", "ai", "human", "ai"]
    assert set(result) == {"messages", "memory_outcomes", "memory_notices"}


def test_the_turns_are_kept_as_evidence(store: MemoryStore) -> None:
    made, _ = agent(store, "Noted.")

    made.invoke(says("I had a cheese sandwich."), thread("t1"), context=ANA)

    (hit, *_) = store.bind(Principal(user_id="ana")).search_turns("sandwich")
    assert hit.turn.content == "I had a cheese sandwich."


def test_parallel_calls_of_tools_are_answered_each(store: MemoryStore) -> None:
    view = store.bind(Principal(user_id="ana"))
    view.remember("The user prefers dark mode", category="preferences")
    view.remember("The user wants to ship in May", category="goals")
    asks = AIMessage("", tool_calls=[
        {"name": "memory_query", "args": {"query": "mode", "top_k": 1}, "id": "c1"},
        {"name": "memory_query", "args": {"query": "ship", "top_k": 1}, "id": "c2"},
    ])  # fmt: skip
    made, _ = agent(store, asks, "Done.")

    result = made.invoke(says("Look both up."), thread("t1"), context=ANA)

    answers = {
        message.tool_call_id: message.content
        for message in result["messages"]
        if message.type == "tool"
    }
    assert "dark mode" in answers["c1"]
    assert "ship in May" in answers["c2"]


def test_an_answer_can_be_streamed(store: MemoryStore) -> None:
    made, _ = agent(store, "Noted.")
    steps = made.stream(
        says("Remember that I prefer tea."), thread("t1"), context=ANA, stream_mode="updates"
    )

    names = [name for step in steps for name in step]

    assert names == ["MemoryMiddleware.before_agent", "model", "MemoryMiddleware.after_agent"]


async def test_an_answer_can_be_streamed_without_blocking(async_store: AsyncMemoryStore) -> None:
    made, _ = agent(async_store, "Noted.")
    said = says("Remember that I prefer tea.")

    parts = [
        part async for part in made.astream(said, thread("t1"), context=ANA, stream_mode="values")
    ]

    assert parts[-1]["messages"][-1].content == "Noted."


def test_the_agent_that_is_named_sees_what_its_allowlist_says(store: MemoryStore) -> None:
    view = store.bind(Principal(user_id="ana"))
    view.remember("The user prefers dark mode", category="preferences")
    made, model = agent(store, "Hm.", agent="planner")

    made.invoke(says("Which mode do I prefer?"), thread("t1"), context=ANA)

    assert "dark mode" not in system(model)


def test_a_long_message_is_read_by_a_model_after_the_answer(store: MemoryStore) -> None:
    found = {"facts": [fact("The user's brother Rui studies law", 1, subjects=["Rui"])]}
    reader = ScriptedChatModel(
        replies=[AIMessage("", tool_calls=[{"name": "Facts", "args": found, "id": "x"}])]
    )
    made, _ = agent(store, "Noted.", extract=True, model=reader)

    made.invoke(
        says("So much happened. " * 20 + "My brother Rui studies law."), thread("t1"), context=ANA
    )

    assert "The user's brother Rui studies law" in [
        m.content for m in store.bind(Principal(user_id="ana")).list()
    ]


def test_without_langchain_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import langmem_ext.middleware as home

    monkeypatch.setitem(sys.modules, "langmem_ext.agent_middleware", None)

    with pytest.raises(ConfigurationError, match=r"langmem-ext\[middleware\]"):
        home.MemoryMiddleware  # noqa: B018


# The hook before the model


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.filterwarnings("ignore::langchain_core._api.deprecation.LangChainDeprecationWarning")
@pytest.mark.parametrize(
    "hook", [memory_pre_model_hook, pre_model_hook()], ids=["as it is", "made"]
)
def test_a_hook_before_the_model_brings_memory(store: MemoryStore, hook: Any) -> None:
    made, model = react(store, hook, "Noted.", "Dark mode.", "Really.")

    made.invoke(says("Remember that I prefer dark mode."), thread("t1"), context=ANA)
    result = made.invoke(says("Which mode do I prefer?"), thread("t2"), context=ANA)
    made.invoke(says("Are you sure?"), thread("t2"), context=ANA)

    assert "[preferences] The user prefers dark mode" in system(model, 1)
    assert [message.type for message in result["messages"]] == ["human", "ai"]
    spoken = {
        hit.turn.content
        for hit in store.bind(Principal(user_id="ana")).search_turns("mode sure Dark")
    }
    assert {"Which mode do I prefer?", "Dark mode.", "Are you sure?"} <= spoken


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.filterwarnings("ignore::langchain_core._api.deprecation.LangChainDeprecationWarning")
async def test_the_hook_works_under_ainvoke_with_tools(async_store: AsyncMemoryStore) -> None:
    asks = AIMessage(
        "", tool_calls=[{"name": "memory_query", "args": {"query": "mode"}, "id": "c1"}]
    )
    made, model = react(async_store, memory_pre_model_hook, "Noted.", asks, "Dark mode.")

    await made.ainvoke(says("Remember that I prefer dark mode."), thread("t1"), context=ANA)
    result = await made.ainvoke(says("Which mode do I prefer?"), thread("t2"), context=ANA)

    assert result["messages"][-1].content == "Dark mode."
    assert all("dark mode" in system(model, call) for call in (1, 2))


def react(store: Any, hook: Any, *replies: Any) -> tuple[Any, ScriptedChatModel]:
    from langgraph.prebuilt import create_react_agent

    model = ScriptedChatModel(replies=list(replies))
    made = create_react_agent(
        model,
        memory_tools(include=["memory_query"]),
        pre_model_hook=hook,
        context_schema=MemoryContext,
        store=store,
        checkpointer=InMemorySaver(),
    )
    return made, model


@pytest.mark.filterwarnings("ignore")
def test_a_supervisor_of_langgraph_gets_memory(store: MemoryStore) -> None:
    supervising = pytest.importorskip("langgraph_supervisor")
    worker, _ = agent(store, "Done.")
    worker.name = "worker"
    model = ScriptedChatModel(replies=["Noted.", "Dark mode."])
    made = supervising.create_supervisor(
        [worker], model=model, pre_model_hook=memory_pre_model_hook, context_schema=MemoryContext
    ).compile(store=store, checkpointer=InMemorySaver())

    made.invoke(says("Remember that I prefer dark mode."), thread("t1"), context=ANA)
    made.invoke(says("Which mode do I prefer?"), thread("t2"), context=ANA)

    assert "dark mode" in system(model)


def test_a_specialist_that_does_not_listen_is_told_and_files_nothing_anew(
    store: MemoryStore,
) -> None:
    said, where = says("I prefer tea. I want to ship v1 by May."), thread("t1")
    agent(store, "Plan it.")[0].invoke(said, where, context={**ANA, "agent": "supervisor"})
    planner, model = agent(store, "Planned.", agent="planner", listen=False)

    result = planner.invoke(said, where, context=ANA)

    kept = store.bind(Principal(user_id="ana")).list()
    assert sorted(memory.category for memory in kept) == ["goals", "preferences"]
    assert "ship v1" in system(model) and "tea" not in system(model)
    assert not result.get("memory_outcomes")


def test_who_names_an_agent_in_the_place_of_settings_is_told_so(store: MemoryStore) -> None:
    made = create_agent(
        ScriptedChatModel(replies=["Hi."]),
        [],
        store=store,
        middleware=[MemoryMiddleware("planner")],
    )

    with pytest.raises(ConfigurationError, match="must be Settings, not str"):
        made.invoke(says("Hello"), thread("t1"), context=ANA)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "namespace",
    [("notes", "{user}"), ("memory", "default", "user", "ana", "preferences")],
    ids=["ordinary", "governed"],
)
async def test_the_tools_of_langmem_work_on_this_store(
    async_store: AsyncMemoryStore, namespace: tuple[str, ...]
) -> None:
    langmem = pytest.importorskip("langmem")
    manage = langmem.create_manage_memory_tool(namespace, store=async_store)
    search = langmem.create_search_memory_tool(namespace, store=async_store)
    config = {"configurable": {"user": "ana"}}

    async def found() -> str:
        return str(await search.ainvoke({"query": "Which mode?"}, config))

    created = await manage.ainvoke({"content": "The user prefers dark mode"}, config)
    (id,) = re.findall(r"[0-9a-f-]{36}", str(created))
    assert "dark mode" in await found()
    changed = {"action": "update", "id": id, "content": "The user prefers light mode"}
    await manage.ainvoke(changed, config)
    assert ("light mode" in await found(), "dark mode" in await found()) == (True, False)
    await manage.ainvoke({"action": "delete", "id": id}, config)
    assert "light mode" not in await found()


@pytest.mark.filterwarnings("ignore")
def test_an_agent_uses_the_tools_of_langmem_in_parallel(store: MemoryStore) -> None:
    from langgraph.prebuilt import create_react_agent

    langmem = pytest.importorskip("langmem")
    tools = [make(("notes",)) for make in
             (langmem.create_manage_memory_tool, langmem.create_search_memory_tool)]  # fmt: skip
    keeps = [{"name": "manage_memory", "args": {"content": text}, "id": text}
             for text in ("Likes tea", "Likes boats")]  # fmt: skip
    looks = [{"name": "search_memory", "args": {"query": "tea boats"}, "id": "look"}]
    replies = [AIMessage("", tool_calls=keeps), AIMessage("", tool_calls=looks), "Done."]  # type: ignore[arg-type]
    made = create_react_agent(ScriptedChatModel(replies=replies), tools, store=store)

    said = made.invoke(says("Note both."))["messages"]

    assert "Likes tea" in said[-2].content
    assert "Likes boats" in said[-2].content
