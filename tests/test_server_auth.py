"""Do the routes of a LangGraph server obey the rules of a view?"""

from __future__ import annotations

import hashlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from books import rows
from dev_server import Server, bearing, refuses, says
from fix_clock import FakeClock
from fix_embeddings import HASH_DIMS, HashEmbeddings
from langgraph.store.base import BaseStore
from langgraph_sdk import Auth, get_client
from starlette.exceptions import HTTPException

from langmem_ext import ConfigurationError, Principal, server_auth
from langmem_ext.server_auth import OWNER, as_user, own_namespace
from langmem_ext.server_callers import Caller, Callers, bearer
from langmem_ext.settings import AuthSettings
from langmem_ext.stores.server import ServedStore, acting_for

handlers: Any = server_auth  # LangGraph's types hide what a handler takes
reach_store, own_threads, own_crons = (
    handlers.reach_store,
    handlers.own_threads,
    handlers.own_crons,
)
shared_assistants, nothing_else = handlers.shared_assistants, handlers.nothing_else

Refusal: Any = (Auth.exceptions.HTTPException, HTTPException)
ACTIONS = ("put", "get", "search", "delete", "list_namespaces")
TEA = {"content": "Likes green tea"}
ANA = Caller(user="ana", chats=("team",))
BO = Caller(user="bo")
OPERATOR = Caller(user="root", scopes=("operator",))
ANAS = ("memory", "default", "user", "ana", "preferences")
TEAMS = ("memory", "default", "chat", "team", "preferences")


def ctx(caller: Caller, action: str, resource: str = "store") -> Any:
    return SimpleNamespace(user=as_user(caller), action=action, resource=resource)


class Routes:
    """The store's routes, as langgraph_api/api/store.py has them, without the server around them."""

    def __init__(self, store: BaseStore, caller: Caller) -> None:
        self.store = store
        self.caller = caller

    async def call(self, action: str, namespace: Any, key: str = "k", **more: Any) -> Any:
        value = {"namespace": namespace, "key": key, **more}
        await reach_store(ctx(self.caller, action), value)
        labels = tuple(value["namespace"] or ())
        if action == "put":
            return await self.store.aput(labels, key, value.get("value") or TEA)
        if action == "get":
            return await self.store.aget(labels, key)
        if action == "delete":
            return await self.store.adelete(labels, key)
        if action == "search":
            return await self.store.asearch(labels, query=value.get("query"))
        found = await self.store.alist_namespaces(prefix=labels, suffix=value.get("suffix"))
        return [tuple(each) for each in found]


@pytest.fixture
async def served(
    database_uri: str, clock: FakeClock, hash_embeddings: HashEmbeddings
) -> AsyncIterator[ServedStore]:
    index: Any = {"dims": HASH_DIMS, "embed": hash_embeddings}
    async with ServedStore.from_conn_string(database_uri, index=index, clock=clock) as store:
        yield store
    acting_for.set(None)


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize(
    "namespace",
    [
        ANAS,
        TEAMS,
        ("memory", "other", "user", "bo", "preferences"),
        ("memory", "default", "app", "bo", "preferences"),
        ("memory", "default", "user", "b", "preferences"),
        ("memory", "default", "user", "bo1", "preferences"),
        ("memory", "default", "user", "BO", "preferences"),
        ("memory", "default", "person", "bo", "preferences"),
        ("memory", "default", "user", "%", "preferences"),
        ("memory", "default", "chat", "*", "preferences"),
    ],
    ids="/".join,
)
async def test_memories_of_others_are_not_found_whether_there_are_any_or_not(
    served: ServedStore, action: str, namespace: tuple[str, ...]
) -> None:
    routes = Routes(served, BO)
    answers = []
    for filled in (False, True):
        if filled and namespace in (ANAS, TEAMS):
            acting_for.set(None)
            await served.aput(namespace, "k", TEA)
        with pytest.raises(Refusal) as refused:
            await routes.call(action, namespace)
        answers.append((refused.value.status_code, refused.value.detail))

    assert answers == [(404, "Not found")] * 2


async def test_a_users_own_memories_are_served_by_every_route(served: ServedStore) -> None:
    routes = Routes(served, ANA)

    await routes.call("put", ANAS)
    assert (await routes.call("get", ANAS)).value["content"] == TEA["content"]
    for prefix in (ANAS, ANAS[:4], ANAS[:3], ANAS[:2], ANAS[:1]):
        assert [item.key for item in await routes.call("search", prefix)] == ["k"]
        assert await routes.call("list_namespaces", prefix) == [ANAS]
    assert await routes.call("list_namespaces", ("memory", "*", "*", "*", "*")) == [ANAS]
    await routes.call("delete", ANAS)
    assert await routes.call("get", ANAS) is None


async def test_nobody_lists_or_finds_what_is_not_theirs(served: ServedStore) -> None:
    await Routes(served, ANA).call("put", ANAS)
    await Routes(served, ANA).call("put", ("notes",), value={"text": "soup"})
    acting_for.set(None)
    await served.aput(("memory", "stray"), "k", {"text": "an ordinary item"})
    routes = Routes(served, BO)

    for prefix in (None, (), ("memory",), ("*",), ("notes",), ("users",)):
        assert await routes.call("list_namespaces", prefix) == []
        if prefix is not None:
            assert await routes.call("search", prefix) == []
            assert await routes.call("search", prefix, query="tea soup item") == []
    assert await routes.call("list_namespaces", None, suffix=("preferences",)) == []


async def test_what_is_sensitive_stays_out_of_chats_and_is_the_users_alone(
    served: ServedStore,
) -> None:
    await served.bind(Principal(user_id="ana")).aremember(
        "Has a peanut allergy", category="profile", user_requested=True
    )
    in_chat = served.bind(Principal(user_id="ana", chat_id="team"))
    await in_chat.aremember("The standup is at nine", category="profile", space="chat")
    told = await in_chat.aremember(
        "Has a cat allergy", category="profile", space="chat", user_requested=True
    )
    routes = Routes(served, ANA)

    found = await routes.call("search", (*ANAS[:4], "profile"))
    assert [item.value["content"] for item in found] == ["Has a peanut allergy"]
    team = (*TEAMS[:4], "profile")
    found = await routes.call("search", team)
    assert [item.value["content"] for item in found] == ["The standup is at nine"]
    if told.memory is not None:
        assert await routes.call("get", team, told.memory.id) is None


@pytest.mark.parametrize("action", ACTIONS)
async def test_a_token_of_an_agent_reaches_the_categories_of_its_allowlist(
    served: ServedStore, action: str
) -> None:
    planner = Routes(served, Caller(user="ana", agent="planner"))
    await planner.call("put", (*ANAS[:4], "goals"))
    acting_for.set(None)
    await served.aput(ANAS, "k", TEA)

    assert [item.namespace[4] for item in await planner.call("search", ("memory",))] == ["goals"]
    assert await planner.call("list_namespaces", ("memory",)) == [(*ANAS[:4], "goals")]
    if action == "list_namespaces":
        assert await planner.call(action, ANAS) == []
    else:
        with pytest.raises(Refusal) as refused:
            await planner.call(action, ANAS)
        assert refused.value.status_code == 404


async def test_ordinary_items_lie_below_their_user(served: ServedStore) -> None:
    ana, bo = Routes(served, ANA), Routes(served, BO)
    await ana.call("put", ("notes",), value={"text": "soup"})
    await bo.call("put", ("notes",), value={"text": "bread"})

    assert (await ana.call("get", ("notes",))).value == {"text": "soup"}
    assert (await bo.call("get", ("notes",))).namespace == own_namespace("bo", "notes")
    assert (await bo.call("get", own_namespace("bo", "notes"))).value == {"text": "bread"}
    assert await bo.call("get", own_namespace("ana", "notes")) is None
    assert await bo.call("list_namespaces", None) == [own_namespace("bo", "notes")]
    await bo.call("delete", own_namespace("ana", "notes"))
    assert await ana.call("get", ("notes",)) is not None
    assert await Routes(served, Caller(user="ana", tenant="acme")).call("get", ("notes",)) is None


@pytest.mark.parametrize("labels", [("memory",), ("memory", "x"), ANAS[:4], (*ANAS, "deeper")])
async def test_nothing_is_kept_beside_the_memories(
    served: ServedStore, labels: tuple[str, ...]
) -> None:
    for action in ("put", "get", "delete"):
        with pytest.raises(Refusal):
            await Routes(served, ANA).call(action, labels)


async def test_ids_of_any_characters_are_the_users_own(served: ServedStore) -> None:
    user = "a.b/c%2E 日本"
    routes = Routes(served, Caller(user=user, tenant="t/1"))

    await routes.call("put", ("memory", "t%2F1", "user", "a%2Eb%2Fc%252E 日本", "preferences"))
    assert len(await routes.call("search", ("memory",))) == 1
    acting_for.set(None)
    view = served.bind(Principal(user_id=user, tenant="t/1"))
    assert [memory.space for memory in await view.alist()] == [f"user:{user}"]


async def test_an_operator_and_graphs_reach_the_store_as_before(served: ServedStore) -> None:
    await Routes(served, OPERATOR).call("put", ANAS)
    assert (await Routes(served, OPERATOR).call("get", ANAS)).value["content"] == TEA["content"]
    assert acting_for.get() is None
    assert [item.key for item in await served.asearch(("memory",))] == ["k"]


@pytest.mark.parametrize("user", [{"identity": "ana"}, {"langmem": "ana"}, object(), None])
async def test_a_user_whom_nobody_authenticated_here_is_refused(user: Any) -> None:
    for handler in (reach_store, own_threads, own_crons, shared_assistants, nothing_else):
        with pytest.raises(Refusal) as refused:
            await handler(SimpleNamespace(user=user, action="read", resource="x"), {})
        assert refused.value.status_code == 403


# Threads, runs, crons, assistants


@pytest.mark.parametrize("action", ["create", "read", "update", "delete", "search", "create_run"])
async def test_threads_are_stamped_and_filtered_by_their_owner(action: str) -> None:
    metadata = {OWNER: "default/user:bo", "topic": "tea"}
    value = {"metadata": metadata, "kwargs": {"config": {}}}

    kept = await own_threads(ctx(ANA, action, "threads"), value)

    assert kept == {OWNER: "default/user:ana"}
    stamped = action in ("create", "update", "create_run")
    assert metadata[OWNER] == ("default/user:ana" if stamped else "default/user:bo")
    assert await own_threads(ctx(OPERATOR, action, "threads"), {"kwargs": {}}) is None


@pytest.mark.parametrize("tenants", [("default", "acme"), ("a/user:x", "a")])
async def test_owners_of_two_tenants_are_two(tenants: tuple[str, str]) -> None:
    filters = [
        await own_threads(ctx(Caller(user="ana", tenant=each), "read", "threads"), {})
        for each in tenants
    ]
    assert filters[0] != filters[1]


FORGED = {
    "user_id": "bo", "tenant": "acme", "participants": ["bo"], "thread_id": "t", "langgraph_user_id": "bo",
}  # fmt: skip


async def test_a_run_goes_on_behalf_of_its_caller_whatever_it_says() -> None:
    run: dict[str, Any] = {
        "context": {**FORGED, "mood": "sunny"},
        "config": {"configurable": {**FORGED, "x": 1}},
    }

    await own_threads(ctx(ANA, "create_run", "threads"), {"metadata": {}, "kwargs": run})

    speaks = {"user_id": "ana", "tenant": "default"}
    assert run["context"] == {"mood": "sunny", **speaks}
    assert run["config"]["configurable"] == {"x": 1, "thread_id": "t", **speaks}


@pytest.mark.parametrize(
    ("asked", "allowed"), [("team", True), ("board", False), ("", False), (["team"], False)]
)
async def test_a_run_names_only_chats_of_its_caller(asked: Any, allowed: bool) -> None:
    kwargs = {"context": {"chat_id": asked}, "config": {}}
    run = {"metadata": {}, "kwargs": kwargs}
    if allowed:
        await own_threads(ctx(ANA, "create_run", "threads"), run)
        assert kwargs["context"]["chat_id"] == asked
    else:
        with pytest.raises(Refusal):
            await own_threads(ctx(ANA, "create_run", "threads"), run)


async def test_an_agents_token_speaks_for_that_agent_and_a_delegate_for_others() -> None:
    planner = Caller(user="ana", agent="planner")
    delegate = Caller(user="bot", tenant="acme", scopes=("delegate",))
    said = {"user_id": "bo", "agent": "supervisor", "tenant": "default", "chat_id": "any"}
    spoken = []
    for caller in (planner, delegate):
        kwargs: dict[str, Any] = {"context": {k: said[k] for k in said if k != "chat_id"}}
        if caller is delegate:
            kwargs["context"] = said
        await own_threads(ctx(caller, "create_run", "threads"), {"kwargs": kwargs})
        spoken.append(kwargs["context"])

    assert spoken[0] == {"user_id": "ana", "tenant": "default", "agent": "planner"}
    assert spoken[1] == {**said, "tenant": "acme"}


async def test_a_cron_runs_for_who_made_it() -> None:
    forged = {"langgraph_auth_user": as_user(OPERATOR), "langgraph_auth_permissions": ["operator"]}
    payloads: list[dict[str, Any]] = [
        {"context": FORGED, "config": {"configurable": {"cron_id": "c", **forged}}},
        {"config": {"configurable": {"cron_id": "c", **FORGED, **forged}}},
    ]
    for payload in payloads:
        value: dict[str, Any] = {"payload": payload, "metadata": {}}

        assert await own_crons(ctx(ANA, "create", "crons"), value) == {OWNER: "default/user:ana"}

        configurable = payload["config"]["configurable"]
        stated = payload.get("context") or configurable
        assert (stated["user_id"], stated["tenant"]) == ("ana", "default")
        assert "participants" not in {**configurable, **stated}
        assert configurable["langgraph_auth_user"] == as_user(ANA)
        assert "langgraph_auth_permissions" not in configurable
        assert value["metadata"] == {OWNER: "default/user:ana"}


async def test_a_cron_that_changes_its_time_keeps_what_it_runs() -> None:
    payload: dict[str, Any] = {"input": {}}
    await own_crons(ctx(ANA, "update", "crons"), {"payload": payload, "schedule": "0 3 * * *"})
    await own_crons(ctx(ANA, "update", "crons"), {"payload": None})
    assert payload == {"input": {}}


async def test_assistants_are_for_all_and_changed_by_operators() -> None:
    for action in ("read", "search"):
        assert await shared_assistants(ctx(BO, action, "assistants"), {}) is None
    for action in ("create", "update", "delete"):
        assert await shared_assistants(ctx(OPERATOR, action, "assistants"), {}) is None
        with pytest.raises(Refusal):
            await shared_assistants(ctx(BO, action, "assistants"), {})
    with pytest.raises(Refusal):
        await nothing_else(ctx(BO, "x", "new"), {})


# Tokens

TOKEN = "a-token-of-ana-0001"


async def test_tokens_come_from_the_settings_a_file_and_as_digests(tmp_path: Path) -> None:
    digest = hashlib.sha256(b"a-token-of-bo-00002").hexdigest()
    file = tmp_path / "tokens.json"
    file.write_text(json.dumps({f"sha256:{digest}": {"user": "bo"}}))
    settings = AuthSettings(tokens={TOKEN: {"user": "ana", "chats": ["team"]}}, tokens_file=file)
    callers = Callers.configured(settings)

    assert await callers.who(TOKEN) == ANA
    assert await callers.who("a-token-of-bo-00002") == BO
    for wrong in (digest, f"sha256:{digest}", TOKEN[:-1], TOKEN + " ", "", "\udcff"):
        assert await callers.who(wrong) is None
    assert TOKEN not in repr(settings)


async def test_a_function_of_ones_own_may_judge_tokens() -> None:
    async def check(token: str) -> dict[str, Any] | None:
        return {"user": token.removeprefix("jwt:")} if token.startswith("jwt:") else None

    callers = Callers({}, check)
    assert await callers.who("jwt:bo") == BO
    assert await callers.who("other") is None
    assert await Callers({}, lambda token: {"user": "ana"}).who("x") == Caller(user="ana")
    assert Callers.configured(AuthSettings(check="builtins:len"))


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"tokens": {"short": {"user": "ana"}}},
        {"tokens": {"sha256:12": {"user": "ana"}}},
        {"tokens": {TOKEN: {}}},
        {"tokens": {TOKEN: {"user": "ana", "scopes": ["root"]}}},
        {"tokens": {TOKEN: {"user": "ana", "admin": True}}},
        {"tokens": {TOKEN: {"user": "a\x00"}}},
        {"tokens_file": Path("nowhere.json")},
        {"check": "nowhere:check"},
        {"check": "builtins:nothing"},
    ],
    ids=str,
)
def test_unusable_callers_are_refused_without_repeating_tokens(settings: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError) as error:
        Callers.configured(AuthSettings(**settings))
    assert TOKEN not in str(error.value)


@pytest.mark.parametrize(
    ("header", "token"),
    [
        ("Bearer abc", "abc"), ("bearer abc ", "abc"), ("Basic abc", None), ("Bearer ", None), ("abc", None),
        (None, None), ("", None),
    ],
)  # fmt: skip
def test_a_token_is_a_bearers(header: str | None, token: str | None) -> None:
    assert bearer(header) == token


async def test_who_has_no_token_gets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_auth, "_callers", lambda: Callers({TOKEN: {"user": "ana"}}))

    assert (await server_auth.authenticate(f"Bearer {TOKEN}"))["identity"] == "ana"
    for header in (None, "Bearer wrong", f"Basic {TOKEN}", TOKEN):
        with pytest.raises(Refusal) as refused:
            await server_auth.authenticate(header)
        assert refused.value.status_code == 401
    assert TOKEN not in str(await server_auth.authenticate(f"Bearer {TOKEN}"))


# A server


async def test_two_users_of_one_server_share_nothing(
    tmp_path: Path, empty_database_uri: str
) -> None:
    pytest.importorskip("langgraph_api", reason="the extra `server` is not installed")
    server = Server(tmp_path, empty_database_uri)
    config = json.loads((tmp_path / "langgraph.json").read_text())
    config["auth"] = {"path": "langmem_ext.server_auth:auth", "disable_studio_auth": True}
    (tmp_path / "langgraph.json").write_text(json.dumps(config))
    tokens: dict[str, Any] = {
        "token-of-ana-123456": {"user": "ana"},
        "token-of-bo-123456": {"user": "bo"},
        "token-of-anas-planner": {"user": "ana", "agent": "planner"},
        "token-of-operations": {"user": "operations", "scopes": ["operator"]},
    }
    environment = {"LANGMEM_AUTH__TOKENS": json.dumps(tokens), "LANGMEM_EMBEDDER": "none"}
    async with server.running(**environment) as stranger:
        ana, bo, planner, operator = (
            get_client(url=server.url, headers=bearing(token)) for token in tokens
        )
        async with ana, bo, planner, operator:
            await check_stranger(stranger)
            await check_items(ana, bo)
            await refuses(planner.store.get_item(list(ANAS), key="k"), 404)
            assert (await planner.store.search_items(["memory"]))["items"] == []
            await check_runs(ana, bo)
            await check_crons(ana, bo)
            await check_maintenance(bo, operator, empty_database_uri)


async def check_stranger(client: Any) -> None:
    await refuses(client.store.search_items(list(ANAS)), 401)
    await refuses(client.threads.search(), 401)


async def check_items(ana: Any, bo: Any) -> None:
    await ana.store.put_item(list(ANAS), key="k", value=TEA)
    assert (await ana.store.get_item(list(ANAS), key="k"))["value"]["content"] == TEA["content"]
    for key in ("k", "none"):
        await refuses(bo.store.get_item(list(ANAS), key=key), 404)
        await refuses(bo.store.delete_item(list(ANAS), key=key), 404)
        await refuses(bo.store.put_item(list(ANAS), key=key, value=TEA), 404)
    await refuses(bo.store.search_items(list(ANAS)), 404)
    await refuses(bo.store.list_namespaces(list(ANAS[:4])), 404)
    await ana.store.put_item(["notes"], key="n", value={"text": "soup"})
    assert await bo.store.get_item(["notes"], key="n") is None
    for prefix in ([], ["memory"]):
        assert (await bo.store.search_items(prefix))["items"] == []
        assert (await bo.store.list_namespaces(prefix))["namespaces"] == []
    assert len((await ana.store.search_items(["memory"]))["items"]) == 1


async def check_runs(ana: Any, bo: Any) -> None:
    thread = (await ana.threads.create())["thread_id"]
    said = await says(ana, thread, "Remember that my goal is to ship v1 by September.")
    assert said["memory_outcomes"][0]["status"] == "created"
    assert await bo.threads.search() == []
    for call in (bo.threads.get(thread), bo.threads.get_state(thread), bo.threads.delete(thread)):
        await refuses(call, 404)
    await refuses(bo.runs.wait(thread, "supervisor", input={"messages": []}), 404)

    own = (await bo.threads.create())["thread_id"]
    answer = await says(bo, own, "What is my goal to ship?")  # says that it is Ana
    assert "September" not in answer["messages"][-1]["content"]
    await refuses(
        bo.runs.wait(own, "supervisor", input={"messages": []}, context={"chat_id": "team"}), 403
    )
    await bo.threads.update(own, metadata={OWNER: "default/user:ana"})
    assert [each["thread_id"] for each in await ana.threads.search()] == [thread]


async def check_crons(ana: Any, bo: Any) -> None:
    cron = await ana.crons.create("daily", schedule="0 3 1 1 *", input={})
    assert len(await ana.crons.search()) == 1
    assert await bo.crons.search() == []
    await refuses(bo.crons.delete(cron["cron_id"]), 404)


async def check_maintenance(bo: Any, operator: Any, uri: str) -> None:
    """Everybody's memory is looked after for operators; what anybody else runs is for that caller alone."""
    for each in (bo, operator):
        await each.runs.wait(None, "insights", input={})
    done = rows(uri, "SELECT graph FROM langmem.runs WHERE graph LIKE 'insights%' ORDER BY at")
    assert [row["graph"] for row in done] == ["insights, some spaces", "insights"]
    refused, done = [
        await each.runs.wait(None, "daily", input={}, raise_error=False) for each in (bo, operator)
    ]
    assert refused["__error__"]["error"] == "PermissionDenied"
    assert "expire" in done["report"]
