"""Whose memory does a run use on a server with an auth handler of the deployer's own?"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from dev_server import Server, bearing, refuses
from fix_clock import FakeClock
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph
from langgraph.store.base import BaseStore
from langgraph_sdk import Auth, get_client
from scripted_model import ScriptedChatModel
from starlette.authentication import SimpleUser
from starlette.exceptions import HTTPException

from langmem_ext import MemoryContext, MemoryState, MemoryStore, Principal
from langmem_ext.callers import ACT_FOR_OTHERS, OPERATE
from langmem_ext.errors import ConfigurationError, PermissionDenied
from langmem_ext.graphs import daily, insights, session_review, weekly
from langmem_ext.middleware import MemoryMiddleware
from langmem_ext.nodes import load_context
from langmem_ext.server_auth import reach_memories
from langmem_ext.stores.checkpoints import MemoryCheckpointer
from langmem_ext.stores.server import ServedStore, acting_for
from langmem_ext.tools import memory_tools

SECRET = "Keeps bees on the roof"
Refusal: Any = (Auth.exceptions.HTTPException, HTTPException)


class AsObject:
    """Be a user as an object with attributes, which cannot be asked by key."""

    def __init__(self, **given: Any) -> None:
        self.__dict__.update(given)


class AsMapping(dict[str, Any]):
    """Be a user as LangGraph's proxy of a dict."""

    @property
    def identity(self) -> str:
        return str(self["identity"])


def forms(identity: str, **more: Any) -> list[Mapping[str, Any]]:
    """Return what a configurable may hold of a user whom the server let in."""
    user = {"identity": identity, "is_authenticated": True, **more}
    permissions = {"langgraph_auth_permissions": more.get("permissions", [])}
    return [
        {"langgraph_auth_user": AsMapping(user), **permissions},
        {"langgraph_auth_user": AsObject(**user), "langgraph_auth_user_id": identity},
        {"langgraph_auth_user": user},
        {"langgraph_auth_user": SimpleUser(identity), **permissions},
        {"langgraph_auth_user_id": identity, **permissions},
    ]


FORMS = ("mapping", "attributes", "dict", "starlette", "id alone")
BO = forms("bo")[0]


@pytest.fixture
def hives(store: MemoryStore) -> MemoryStore:
    for user in ("ana", "studio"):
        store.bind(Principal(user_id=user)).remember(SECRET, category="profile")
    store.bind(Principal(user_id="ana", chat_id="team")).remember(
        "The team keeps bees, too", category="profile", space="chat"
    )
    acme = store.bind(Principal(user_id="bo", tenant="acme"))
    acme.remember("Keeps wasps on the roof", category="profile")
    return store


def asks(store: MemoryStore, configurable: Mapping[str, Any], context: Any = None) -> str:
    """Return what load_context tells a run of what somebody keeps on the roof."""
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_node("load", load_context())
    builder.add_edge(START, "load")
    graph = builder.compile(store=store)
    said = {"messages": [HumanMessage("What is kept on the roof? bees? wasps?")]}
    config: Any = {"configurable": {"thread_id": "t", **configurable}}
    return str(graph.invoke(said, config, context=context)["memory_context"])


@pytest.mark.parametrize("user", forms("bo"), ids=FORMS)
@pytest.mark.parametrize(
    ("context", "configurable"),
    [
        ({"user_id": "ana"}, {}),
        (None, {"user_id": "ana"}),
        (None, {"langgraph_user_id": "ana"}),
        ({"user_id": "bo"}, {"user_id": "ana"}),
        ({"user_id": "ana"}, {"user_id": "bo"}),
        (MemoryContext(user_id="ana"), {}),
        ({"chat_id": "team"}, {}),
        ({"app_id": "helpdesk"}, {}),
        ({"tenant": "acme"}, {}),
        ({"participants": ["ana"]}, {}),
        ({"user_id": "bo", "participants": ("bo", "ana")}, {}),
        ({"user_id": "BO"}, {}),
    ],
    ids=repr,
)
def test_no_run_of_one_user_is_for_another(
    hives: MemoryStore, user: Mapping[str, Any], context: Any, configurable: Mapping[str, Any]
) -> None:
    with pytest.raises(PermissionDenied) as denied:
        asks(hives, {**user, **configurable}, context)
    assert "ana" not in str(denied.value)


@pytest.mark.parametrize("user", forms("ana"), ids=FORMS)
@pytest.mark.parametrize("context", [None, {"user_id": "ana"}, {"participants": ["ana"]}, {}])
def test_who_is_signed_in_has_its_own_memory(
    hives: MemoryStore, user: Mapping[str, Any], context: Any
) -> None:
    assert SECRET in asks(hives, user, context)


@pytest.mark.parametrize("permission", [ACT_FOR_OTHERS, OPERATE])
@pytest.mark.parametrize("place", [0, 1, 2, 3, 4])
def test_only_a_permission_lets_a_caller_act_for_others(
    hives: MemoryStore, permission: str, place: int
) -> None:
    allowed = {**forms("bot", permissions=[permission])[place]}
    allowed["langgraph_auth_permissions"] = [permission]
    assert SECRET in asks(hives, allowed, {"user_id": "ana"})
    assert SECRET in asks(hives, {**allowed, "user_id": "ana"})
    assert SECRET not in asks(hives, allowed)
    others = forms("bot", permissions=["operator", "delegate", "admin", "*"])[place]
    with pytest.raises(PermissionDenied):
        asks(hives, others, {"user_id": "ana"})


@pytest.mark.parametrize("said", [{"tenant": "acme"}, {"langmem": {"tenant": "acme"}}], ids=repr)
def test_the_auth_handler_says_in_which_tenant_a_user_is(
    hives: MemoryStore, said: dict[str, Any]
) -> None:
    for user in forms("bo", **said)[:3]:
        for context in (None, {"user_id": "bo"}, MemoryContext(), {"tenant": "acme"}):
            assert "wasps" in asks(hives, user, context)
        with pytest.raises(PermissionDenied):
            asks(hives, user, {"tenant": "other"})
    delegate = forms("bot", permissions=[ACT_FOR_OTHERS], **said)[0]
    with pytest.raises(PermissionDenied):
        asks(hives, delegate, {"user_id": "ana", "tenant": "other"})


def test_a_user_enters_the_chats_that_its_handler_names(hives: MemoryStore) -> None:
    member = forms("bo", langmem={"chats": ["team"]})[0]
    assert "The team keeps bees" in asks(hives, member, {"chat_id": "team"})
    with pytest.raises(PermissionDenied):
        asks(hives, member, {"chat_id": "board"})


def test_studio_is_a_user_like_any_other(hives: MemoryStore) -> None:
    studio = {"langgraph_auth_user": AsObject(identity="langgraph-studio-user", permissions=[])}
    with pytest.raises(PermissionDenied):
        asks(hives, studio, {"user_id": "ana"})
    assert SECRET not in asks(hives, studio)


def test_where_nobody_is_asked_who_they_are_the_context_counts(
    hives: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LangGraph has a user without a name where a server has no auth."""
    for nobody in ({}, {"langgraph_auth_user": None, "langgraph_auth_user_id": ""}, *forms("")):
        assert SECRET in asks(hives, nobody, {"user_id": "ana"})
    monkeypatch.setenv("LANGGRAPH_AUTH", '{"path": "./auth.py:auth"}')
    with pytest.raises(PermissionDenied):
        asks(hives, forms("")[0], {"user_id": "ana"})


def test_on_langsmith_without_a_handler_all_callers_share_one_key(
    hives: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGGRAPH_AUTH_TYPE", "langsmith")
    assert SECRET in asks(hives, BO, {"user_id": "ana"})
    monkeypatch.setenv("LANGGRAPH_AUTH", '{"path": "./auth.py:auth"}')
    with pytest.raises(PermissionDenied):
        asks(hives, BO, {"user_id": "ana"})


def test_a_description_that_nobody_understands_lets_nobody_in(hives: MemoryStore) -> None:
    for wrong in ({"scopes": ["root"]}, {"chats": 3}, {"tenants": ["acme"]}):
        with pytest.raises(ConfigurationError):
            asks(hives, forms("bo", langmem=wrong)[0])


def test_a_threads_own_id_counts_and_not_what_a_caller_writes(hives: MemoryStore) -> None:
    from langmem_ext.runtime import principal_of

    runtime = SimpleNamespace(context={"thread_id": "of-ana", "run_id": "r"}, server_info=None)
    found = principal_of(runtime, {"configurable": {**BO, "thread_id": "own", "run_id": "now"}})
    assert (found.user_id, found.thread_id, found.run_id) == ("bo", "own", "now")


def test_tools_and_middleware_refuse_as_well(hives: MemoryStore) -> None:
    call = {"name": "memory_query", "args": {"query": "bees on the roof"}, "id": "1"}
    replies = [AIMessage("", tool_calls=[call]), "Done."]
    config: Any = {"configurable": BO}
    said: Any = {"messages": [HumanMessage("bees?")]}
    with_tools: Any = create_agent(
        ScriptedChatModel(replies=list(replies)), memory_tools(), context_schema=MemoryContext, store=hives
    )  # fmt: skip
    with_memory: Any = create_agent(
        ScriptedChatModel(replies=["Done."]), [], middleware=[MemoryMiddleware()],
        context_schema=MemoryContext, store=hives,
    )  # fmt: skip
    for agent in (with_tools, with_memory):
        with pytest.raises(PermissionDenied):
            agent.invoke(said, config, context={"user_id": "ana"})


@pytest.mark.parametrize("user", forms("bo"), ids=FORMS)
def test_the_graphs_that_look_after_everybody_are_for_operators(
    hives: MemoryStore, user: Mapping[str, Any]
) -> None:
    config: Any = {"configurable": {**user, "thread_id": "t"}}
    with pytest.raises(PermissionDenied):
        daily.build().compile(store=hives).invoke({}, config)
    for graph in (session_review, insights, weekly):
        built: Any = graph.build().compile(store=hives, checkpointer=InMemorySaver())
        with pytest.raises(PermissionDenied):
            built.invoke({}, config, context={"user_id": "ana"})
    operator: Any = {"configurable": {**forms("ops", permissions=[OPERATE])[0], "thread_id": "t"}}
    assert "expire" in daily.build().compile(store=hives).invoke({}, operator)["report"]


def test_a_thread_of_another_is_not_read_through_the_checkpointer(
    hives: MemoryStore, database_uri: str
) -> None:
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_node("load", load_context())
    builder.add_edge(START, "load")
    with MemoryCheckpointer.from_conn_string(database_uri) as saver:
        saver.setup()
        graph = builder.compile(store=hives, checkpointer=saver)
        own: Any = {"configurable": {"thread_id": "t", **forms("ana")[0]}}
        graph.invoke({"messages": [HumanMessage("bees?")]}, own)
        for claim in ({"user_id": "ana"}, {"chat_id": "team"}, {"tenant": "acme"}):
            forged: Any = {"configurable": {"thread_id": "t", **BO, **claim}}
            with pytest.raises(PermissionDenied):
                graph.get_state(forged)
            with pytest.raises(PermissionDenied):
                list(graph.get_state_history(forged))
            with pytest.raises(PermissionDenied):
                graph.update_state(forged, {"memory_context": "forged"})


# LangGraph's documented handler of the store's routes


async def documented(ctx: Any, value: Any) -> None:
    """Put everything below the user, and memories where they belong (docs/how-to/serve.md)."""
    if await reach_memories(ctx, value):
        return
    namespace = tuple(value.get("namespace") or ())
    if namespace[:1] != (ctx.user.identity,):
        value["namespace"] = (ctx.user.identity, *namespace)


@pytest.fixture
async def served(database_uri: str, clock: FakeClock) -> AsyncIterator[ServedStore]:
    async with ServedStore.from_conn_string(database_uri, index=False, clock=clock) as store:
        yield store
    acting_for.set(None)


async def route(store: BaseStore, user: Any, action: str, *namespace: str, **more: Any) -> Any:
    value: Any = {"namespace": namespace, "key": "k", **more}
    await documented(SimpleNamespace(user=user, action=action, permissions=[]), value)
    labels = tuple(value["namespace"])
    if action == "put":
        return await store.aput(labels, "k", value["value"])
    if action == "get":
        return await store.aget(labels, "k")
    if action == "search":
        return await store.asearch(labels, query=value.get("query"))
    if action == "delete":
        return await store.adelete(labels, "k")
    return await store.alist_namespaces(prefix=labels)


async def found(store: BaseStore, user: Any, action: str, *namespace: str, **more: Any) -> Any:
    """Return what a route finds; what is not the user's to ask for is not there."""
    try:
        return await route(store, user, action, *namespace, **more)
    except HTTPException as refused:
        assert refused.status_code == 404
        return []


OF_ANA = ("memory", "default", "user", "ana", "preferences")


@pytest.mark.parametrize("identity", ["bo", "memory", "default", "user", "ana2", "users"])
async def test_the_documented_handler_keeps_memories_governed(
    served: ServedStore, identity: str
) -> None:
    ana, other = SimpleUser("ana"), SimpleUser(identity)
    await route(served, ana, "put", *OF_ANA, value={"content": "Likes green tea"})
    assert (await route(served, ana, "get", *OF_ANA)).value["content"] == "Likes green tea"
    await route(served, ana, "put", "notes", value={"text": "soup"})

    for action in ("put", "get", "search", "delete", "list_namespaces"):
        with pytest.raises(Refusal) as refused:
            await route(served, other, action, *OF_ANA, value={"content": "Likes coffee"})
        assert refused.value.status_code == 404
    for prefix in (
        (),
        ("memory",),
        ("default", "user", "ana", "preferences"),
        ("user", "ana"),
        ("ana",),
    ):
        for more in ({}, {"query": "tea soup"}):
            assert not await found(served, other, "search", *prefix, **more)
        assert not await found(served, other, "list_namespaces", *prefix)
    assert (await route(served, ana, "get", "notes")).value == {"text": "soup"}
    assert len(await route(served, ana, "search", "memory")) == 1


async def test_a_secret_is_refused_by_the_stores_routes(served: ServedStore) -> None:
    with pytest.raises(Exception, match="secret"):
        await route(
            served, SimpleUser("ana"), "put", *OF_ANA, value={"content": "My password is hunter2!x"}
        )


# A server

AUTH = """
from langgraph_sdk import Auth
from langmem_ext.server_auth import reach_memories

auth = Auth()
USERS = {"token-of-ana": {"identity": "ana"}, "token-of-bo": {"identity": "bo"},
         "token-of-bot": {"identity": "bot", "permissions": ["langmem:act-for-others"]}}


@auth.authenticate
async def authenticate(authorization: str | None) -> Auth.types.MinimalUserDict:
    user = USERS.get((authorization or "").removeprefix("Bearer "))
    if user is None:
        raise Auth.exceptions.HTTPException(401, "Invalid token")
    return user


@auth.on.store
async def own_store(ctx, value):
    if await reach_memories(ctx, value):
        return
    namespace = tuple(value.get("namespace") or ())
    if namespace[:1] != (ctx.user.identity,):
        value["namespace"] = (ctx.user.identity, *namespace)
"""


async def test_a_server_with_a_handler_of_its_own_keeps_two_users_apart(
    tmp_path: Path, empty_database_uri: str
) -> None:
    pytest.importorskip("langgraph_api", reason="the extra `server` is not installed")
    server = Server(tmp_path, empty_database_uri)
    (tmp_path / "own_auth.py").write_text(AUTH)
    config = json.loads((tmp_path / "langgraph.json").read_text())
    config["auth"] = {"path": "./own_auth.py:auth"}
    (tmp_path / "langgraph.json").write_text(json.dumps(config))
    async with server.running(LANGMEM_EMBEDDER="none") as _:
        ana, bo, bot = (
            get_client(url=server.url, headers=bearing(token))
            for token in ("token-of-ana", "token-of-bo", "token-of-bot")
        )
        studio = get_client(url=server.url, headers={"x-auth-scheme": "langsmith"})
        async with ana, bo, bot, studio:
            await check_claims(ana, bo, bot, studio)
            await check_routes(ana, bo)


async def check_claims(ana: Any, bo: Any, bot: Any, studio: Any) -> None:
    told = await says(ana, "Remember that my goal is to ship v1 by September.")
    assert told["memory_outcomes"][0]["status"] == "created"
    asked = "What is my goal to ship?"
    for claim in (
        {"context": {"user_id": "ana"}},
        {"config": {"configurable": {"user_id": "ana"}}},
        {"config": {"configurable": {"langgraph_user_id": "ana"}}},
        {"context": {"user_id": "bo", "tenant": "acme"}},
        {"context": {"chat_id": "team"}},
        {"context": {"participants": ["ana"]}},
    ):
        for caller in (bo, studio):
            refused = await says(caller, asked, **claim)
            assert refused["__error__"]["error"] == "PermissionDenied", claim
    forged = {"langgraph_auth_user_id": "ana", "langgraph_auth_user": {"identity": "ana"}}
    forged |= {"langgraph_auth_permissions": ["langmem:act-for-others"]}
    answer = await says(bo, asked, config={"configurable": forged})
    assert "September" not in answer["messages"][-1]["content"]
    for caller, claim in ((ana, {}), (bot, {"context": {"user_id": "ana"}})):
        answer = await says(caller, asked, **claim)
        assert "September" in f"{answer['memory_context']}{answer['messages'][-1]['content']}"
    refused = await bo.runs.wait(None, "daily", input={}, raise_error=False)
    assert refused["__error__"]["error"] == "PermissionDenied"


async def says(client: Any, text: str, **more: Any) -> dict[str, Any]:
    thread = (await client.threads.create())["thread_id"]
    said = {"messages": [{"role": "user", "content": text}]}
    result: dict[str, Any] = await client.runs.wait(
        thread, "supervisor", input=said, raise_error=False, **more
    )
    return result


async def check_routes(ana: Any, bo: Any) -> None:
    await ana.store.put_item(list(OF_ANA), key="k", value={"content": "Likes green tea"})
    assert (await ana.store.get_item(list(OF_ANA), key="k"))["value"][
        "content"
    ] == "Likes green tea"
    await refuses(bo.store.get_item(list(OF_ANA), key="k"), 404)
    await refuses(bo.store.put_item(list(OF_ANA), key="k", value={"content": "x"}), 404)
    await refuses(bo.store.delete_item(list(OF_ANA), key="k"), 404)
    await refuses(bo.store.search_items(list(OF_ANA)), 404)
    for prefix in ([], ["memory"], ["memory", "default"]):
        assert (await bo.store.search_items(prefix))["items"] == []
        assert (await bo.store.list_namespaces(prefix))["namespaces"] == []
    await bo.store.put_item(["notes"], key="n", value={"text": "soup"})
    assert (await bo.store.get_item(["notes"], key="n"))["namespace"] == ["bo", "notes"]
