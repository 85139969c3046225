"""Do LangMem's own functions work in a memory namespace?"""

from __future__ import annotations

import pickle
import re
from typing import Any, Literal

import pytest
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_core.tools import tool
from langgraph.config import get_store
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, create_react_agent
from pydantic import BaseModel
from scripted_model import ScriptedChatModel

from langmem_ext import AsyncMemoryStore, MemoryStore, Principal
from langmem_ext.errors import CategoryNotAllowed, InvalidMemory, UnknownCategory

langmem = pytest.importorskip("langmem")
pytestmark = pytest.mark.filterwarnings("ignore")

HOME = ("memory", "default", "user", "ana", "preferences")
MODE = "The user prefers dark mode"
SAID = {"messages": [HumanMessage("I prefer dark mode.")]}
SECRET = "The user's password is hunter2-Xy9!"


def doing(*calls: Any) -> ScriptedChatModel:
    """A model that makes tool calls, each made of the prompt."""

    def respond(messages: list[Any], tools: list[Any], choice: Any) -> AIMessage:
        if not calls or len(model.calls) > 1:
            return AIMessage("")
        prompt = "\n".join(str(message.content) for message in messages)
        made = [call(prompt) for call in calls]
        return AIMessage("", tool_calls=[{**each, "id": f"c{n}"} for n, each in enumerate(made)])

    model = ScriptedChatModel(respond=respond)
    return model


def making(name: str, /, **args: Any) -> Any:
    return lambda prompt: {"name": name, "args": args}


def known(prompt: str, text: str) -> str:
    """Return the id under which a prompt shows a memory."""
    shown = re.findall(
        r"<instance id=(\S+) schema_type=\"[^\"]*\">\n(.*?)\n</instance>", prompt, re.S
    )
    return next(id for id, content in shown if text in content)


def patching(text: str, path: str, value: Any) -> Any:
    edit = [{"op": "replace", "path": path, "value": value}]
    return lambda prompt: {
        "name": "PatchDoc",
        "args": {"json_doc_id": known(prompt, text), "planned_edits": "one", "patches": edit},
    }


def removing(text: str) -> Any:
    return lambda prompt: {"name": "RemoveDoc", "args": {"json_doc_id": known(prompt, text)}}


def managed(store: Any, *calls: Any, **more: Any) -> Any:
    return langmem.create_memory_store_manager(
        doing(*calls), namespace=HOME, store=store, enable_deletes=True, **more
    )


def contents(store: MemoryStore) -> set[str]:
    return {memory.content for memory in store.bind(Principal(user_id="ana")).list()}


# The store manager


def test_what_the_manager_keeps_is_a_memory(store: MemoryStore) -> None:
    managed(store, making("Memory", content=MODE), making("Memory", content="Likes tea")).invoke(
        SAID
    )

    view = store.bind(Principal(user_id="ana"))
    assert contents(store) == {MODE, "Likes tea"}
    assert {memory.category for memory in view.list()} == {"preferences"}
    assert f"- [preferences] {MODE}" in view.query("Which mode?").render()
    item = next(each for each in store.search(HOME) if MODE in str(each.value))
    assert (item.value["kind"], item.value["content"]) == ("Memory", {"content": MODE})


def test_the_manager_changes_and_deletes_what_it_kept(store: MemoryStore) -> None:
    managed(store, making("Memory", content=MODE), making("Memory", content="Likes tea")).invoke(
        SAID
    )

    managed(
        store, patching("dark", "/content", "The user prefers light mode"), removing("tea")
    ).invoke(SAID)

    assert contents(store) == {"The user prefers light mode"}
    (memory,) = store.bind(Principal(user_id="ana")).list()
    assert store.bind(Principal(user_id="ana")).history(memory.id)[0].old == MODE


async def test_the_manager_works_without_blocking(async_store: AsyncMemoryStore) -> None:
    await managed(async_store, making("Memory", content=MODE)).ainvoke(SAID)
    await managed(async_store, patching("dark", "/content", "Prefers light mode")).ainvoke(SAID)

    (item,) = await async_store.asearch(HOME)
    assert item.value["content"] == {"content": "Prefers light mode"}
    with pytest.raises(InvalidMemory, match="secret"):
        await managed(async_store, making("Memory", content=SECRET)).ainvoke(SAID)


def test_what_memory_knew_otherwise_may_be_deleted_by_the_manager(store: MemoryStore) -> None:
    store.bind(Principal(user_id="ana")).remember(MODE, category="preferences")

    managed(store, removing("dark")).invoke(SAID)

    assert contents(store) == set()


def test_what_was_corrected_since_is_what_the_manager_sees(store: MemoryStore) -> None:
    managed(store, making("Memory", content=MODE)).invoke(SAID)
    view = store.bind(Principal(user_id="ana"))
    view.correct(view.list()[0].id, "The user prefers a light theme")

    (item,) = store.search(HOME)
    assert item.value["content"] == {"content": "The user prefers a light theme"}


class UserProfile(BaseModel):
    """Know the user."""

    name: str
    age: int | None = None
    likes: list[str] = []
    editor: dict[str, Any] = {}


ANA = {"name": "Ana", "likes": ["tea", "trams"], "editor": {"dark_mode": True}}


def test_a_schema_of_ones_own_is_kept_as_a_statement_and_read_as_it_was(store: MemoryStore) -> None:
    managed(store, making("UserProfile", **ANA), schemas=[UserProfile]).invoke(SAID)

    assert contents(store) == {
        "user profile: name is Ana; likes is tea, trams; editor dark mode is yes"
    }
    managed(store, patching("Ana", "/age", 34), schemas=[UserProfile]).invoke(SAID)
    (item,) = store.search(HOME)
    assert item.value["content"] == {**ANA, "age": 34}
    assert "age is 34" in next(iter(contents(store)))


def test_a_value_that_was_read_can_be_put_back(store: MemoryStore) -> None:
    for kind, content in (("Memory", {"content": MODE}), ("UserProfile", ANA)):
        store.put(HOME, kind, {"kind": kind, "content": content, "tags": ["a"], "own": 1})
        value = store.get(HOME, kind).value

        store.put(HOME, kind, value)

        assert store.get(HOME, kind).value == value
        assert (value["kind"], value["content"], value["own"]) == (kind, content, 1)


@pytest.mark.parametrize(
    ("fields", "statement"),
    [
        ({"preference": "Likes tea"}, "Likes tea"),
        ({"subject": "Ana", "predicate": "knows", "object": "Bo"},
         "triple: subject is Ana; predicate is knows; object is Bo"),
        ({"name": "Ana", "age": None, "tags": []}, "triple: name is Ana"),
        ({"pets": [{"name": "Rex"}, {"name": "Leo"}]}, "triple: pets name is Rex; pets name is Leo"),
        ({"score": 3}, "triple: score is 3"),
        ({"isVegan": False}, "triple: is vegan is no"),
    ],
)  # fmt: skip
def test_fields_are_told_in_words(
    store: MemoryStore, fields: dict[str, Any], statement: str
) -> None:
    store.put(HOME, "k", {"kind": "Triple", "content": fields})

    assert contents(store) == {statement}
    assert store.get(HOME, "k").value["content"] == fields


@pytest.mark.parametrize(
    "value",
    [
        {"kind": "Memory", "content": {}},
        {"kind": "Memory", "content": {"content": None}},
        {"kind": "Memory", "content": {"content": SECRET}},
        {"kind": "Login", "content": {"user": "ana", "password": "hunter2-Xy9!"}},
        {"kind": "Memory", "content": {"content": "long " * 80}},
        {"kind": "Memory", "content": {"content": "NUL \x00"}},
        {"kind": "Memory", "content": {"at": object(), "content": "x"}},
        {"kind": "Memory", "content": ["Likes tea"]},
        {"kind": "Memory"},
    ],
)
def test_what_is_no_memory_is_refused_in_that_shape(store: MemoryStore, value: Any) -> None:
    with pytest.raises(InvalidMemory) as refusal:
        store.put(HOME, "k", value)

    assert "hunter2" not in str(refusal.value)
    assert contents(store) == set()


# Tools: a refusal goes to the model


LONG = "The user likes " + "very " * 60 + "long walks"


def keeping(content: Any) -> AIMessage:
    return AIMessage(
        "", tool_calls=[{"name": "manage_memory", "args": {"content": content}, "id": "c1"}]
    )


@pytest.mark.parametrize("make", [create_react_agent, create_agent])
@pytest.mark.parametrize(
    ("category", "content", "said"),
    [
        ("preferences", SECRET, "secret"),
        ("preferences", LONG, "at most 280"),
        ("gossip", MODE, "unknown category"),
        ("preferences", "!?", "letter"),
    ],
)
def test_a_refusal_is_what_the_model_hears(
    store: MemoryStore, make: Any, category: str, content: str, said: str
) -> None:
    tools = [langmem.create_manage_memory_tool((*HOME[:4], category))]
    model = ScriptedChatModel(replies=[keeping(content), AIMessage("I could not keep that.")])

    messages = make(model, tools, store=store).invoke({"messages": [("user", "Keep it.")]})[
        "messages"
    ]

    answer = messages[-2]
    assert isinstance(answer, ToolMessage) and answer.status == "error"
    assert said in answer.text and "hunter2" not in answer.text
    assert messages[-1].text == "I could not keep that."


async def test_a_refusal_is_what_the_model_hears_without_blocking(
    async_store: AsyncMemoryStore,
) -> None:
    tools = [langmem.create_manage_memory_tool(HOME, store=async_store)]
    model = ScriptedChatModel(replies=[keeping(SECRET), AIMessage("Sorry.")])

    result = await create_react_agent(model, tools).ainvoke({"messages": [("user", "Keep it.")]})

    assert "secret" in result["messages"][-2].text


def test_a_model_that_hears_a_refusal_may_try_again(store: MemoryStore) -> None:
    tools = [langmem.create_manage_memory_tool(HOME)]
    model = ScriptedChatModel(
        replies=[keeping(LONG), keeping("The user likes long walks"), "Done."]
    )

    create_react_agent(model, tools, store=store).invoke({"messages": [("user", "Keep it.")]})

    assert contents(store) == {"The user likes long walks"}


def test_a_tool_keeps_a_schema_of_ones_own(store: MemoryStore) -> None:
    tools = [langmem.create_manage_memory_tool(HOME, schema=UserProfile)]
    model = ScriptedChatModel(replies=[keeping(ANA), "Done."])

    create_react_agent(model, tools, store=store).invoke({"messages": [("user", "Keep it.")]})

    (item,) = store.search(HOME)
    assert item.value["content"]["likes"] == ["tea", "trams"]
    assert "name is Ana" in next(iter(contents(store)))


@pytest.mark.parametrize("kind", ["category", "space"])
def test_what_is_not_allowed_is_heard_from_a_tool_of_ones_own(
    store: MemoryStore, kind: Literal["category", "space"]
) -> None:
    view = store.bind(Principal(user_id="ana", agent="planner"))
    namespace = HOME if kind == "category" else (*HOME[:3], "bo", "goals")

    @tool
    def keep(text: str) -> str:
        """Keep a text."""
        get_store().put(namespace, "k", {"content": text})
        return "kept"

    builder = StateGraph(MessagesState)
    builder.add_node("tools", ToolNode([keep]))
    builder.add_edge(START, "tools")
    builder.add_edge("tools", END)
    call = AIMessage("", tool_calls=[{"name": "keep", "args": {"text": "Likes tea"}, "id": "c"}])

    message = builder.compile(store=view).invoke({"messages": [call]})["messages"][-1]

    assert message.status == "error" and "may" in message.text


def test_a_refusal_is_still_the_error_that_it_was(store: MemoryStore) -> None:
    with pytest.raises(InvalidMemory) as refusal:
        store.put(HOME, "k", {"content": SECRET})
    with pytest.raises(UnknownCategory):
        store.put((*HOME[:4], "gossip"), "k", {"content": "Likes tea"})
    with pytest.raises(CategoryNotAllowed):
        store.bind(Principal(user_id="ana", agent="planner")).put(HOME, "k", {"content": "x"})

    error = refusal.value
    assert (type(error).__name__, error.reason, isinstance(error, ValueError)) == (
        "InvalidMemory",
        "secret",
        True,
    )
    assert type(pickle.loads(pickle.dumps(error))) is InvalidMemory
