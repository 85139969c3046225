"""Who may do what on a LangGraph server?

Optional; in langgraph.json: `"auth": {"path": "langmem_ext.server_auth:auth", "disable_studio_auth": true}`. A caller
reaches through the server's routes what a view of the store shows it, its own threads and crons, and nothing else. What
others have is not found, whether it exists or not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, MutableMapping
from dataclasses import fields
from functools import cache
from typing import Any

from langgraph_sdk import Auth

from langmem_ext.callers import caller_from
from langmem_ext.namespaces import ROOT, decode_label, encode_label, parse_namespace, space_key
from langmem_ext.principal import Principal
from langmem_ext.server_callers import Caller, Callers, bearer
from langmem_ext.settings import Settings
from langmem_ext.stores.server import acting_for

OWNER = "langmem_owner"
"""The key of a thread's, a run's and a cron's metadata that names whose it is."""

ITEMS = "users"
"""What namespaces of users' ordinary items begin with: `("users", tenant, user, ...)`."""

_PRINCIPAL = frozenset(field.name for field in fields(Principal))
_ALIASES = frozenset({"langgraph_user_id"})  # what callers.user_in reads besides

auth = Auth()


def own_namespace(user_id: str, *labels: str, tenant: str = "default") -> tuple[str, ...]:
    """Return where a user's ordinary items lie, for graphs that share them with the store's routes."""
    return (ITEMS, encode_label(tenant), encode_label(user_id), *labels)


@cache
def _callers() -> Callers:
    return Callers.configured(Settings().auth)


@auth.authenticate
async def authenticate(authorization: str | None) -> Auth.types.MinimalUserDict:
    """Tell who calls by the token of `Authorization: Bearer`; anybody else gets 401."""
    callers = await asyncio.to_thread(_callers)
    token = bearer(authorization)
    caller = await callers.who(token) if token else None
    if caller is None:
        raise Auth.exceptions.HTTPException(401, "A valid token is needed")
    return as_user(caller)


def as_user(caller: Caller) -> Auth.types.MinimalUserDict:
    """Return a caller as LangGraph hands it to handlers and graphs; the token is not part of it."""
    user: Any = {
        "identity": caller.user,
        "display_name": caller.user,
        "is_authenticated": True,
        "permissions": list(caller.scopes),
        "langmem": caller.model_dump(mode="json"),
    }
    checked: Auth.types.MinimalUserDict = user
    return checked


def caller_of(ctx: Any) -> Caller:
    """Return who calls; a user whom `authenticate` did not make, such as Studio's, is refused."""
    try:
        given = ctx.user["langmem"]
    except (KeyError, AttributeError, TypeError):
        given = None
    if not isinstance(given, Mapping):
        raise _refused()
    return Caller.read(given)


def _refused() -> Exception:
    return Auth.exceptions.HTTPException(403, "Not allowed")


def _not_found() -> Exception:
    return Auth.exceptions.HTTPException(404, "Not found")


def _is_operator(caller: Caller) -> bool:
    return "operator" in caller.scopes


# The store


@auth.on.store
async def reach_store(ctx: Auth.types.AuthContext, value: Any) -> None:
    """Keep the store's routes to what the caller may reach: put, get, search, delete and list_namespaces alike.

    Memory namespaces are those of the caller's own spaces, seen as a view shows them; a shorter one means the caller's
    user space. Any other namespace is taken below `own_namespace`.
    """
    caller = caller_of(ctx)
    if not _reach_memories(caller, ctx.action, value):
        labels = tuple(value.get("namespace") or ())
        value["namespace"] = _items_of(caller, labels)


async def reach_memories(ctx: Auth.types.AuthContext, value: Any) -> bool:
    """Keep a store request of a user of your own handler to the memories that are theirs; call it in `@auth.on.store`.

    Return True where the namespace is one of memories, or the caller an operator: nothing is left to do. Else the
    handler says where ordinary items of that user lie. The user may have `langmem` and `tenant`, as in runs.
    """
    caller = caller_from(ctx.user, getattr(ctx, "permissions", None))
    if caller is None:
        raise _refused()
    return _reach_memories(caller, ctx.action, value)


def _reach_memories(caller: Caller, action: str, value: Any) -> bool:
    acting_for.set(None)
    if _is_operator(caller):
        return True
    acting_for.set(caller.principal())
    labels = tuple(value.get("namespace") or ())
    if labels[:1] != (ROOT,):
        return False
    value["namespace"], principal = _memories_of(caller, labels, action)
    acting_for.set(principal)
    return True


def _memories_of(
    caller: Caller, labels: tuple[str, ...], action: str
) -> tuple[tuple[str, ...], Principal]:
    """Return a memory namespace of the caller's as it is kept, and for whom it is looked at; 404 for others'."""
    if action in ("put", "get", "delete") and parse_namespace(labels) is None:
        raise _not_found()
    any_label = {"*"} if action == "list_namespaces" else set()
    kind = labels[2] if len(labels) > 2 and labels[2] not in any_label else "user"
    own = _ids_of(caller, kind)
    given = decode_label(labels[3]) if len(labels) > 3 and labels[3] not in any_label else own[:1]
    names = [each for each in own if each == given or (each,) == given]
    tenants = {caller.tenant, *any_label}
    if not names or (len(labels) > 1 and decode_label(labels[1]) not in tenants):
        raise _not_found()
    space = (ROOT, encode_label(caller.tenant), kind, encode_label(names[0]))
    return (*space, *labels[4:]), _acting_in(caller, kind, names[0])


def _ids_of(caller: Caller, kind: str) -> tuple[str, ...]:
    return {"user": (caller.user,), "chat": caller.chats, "app": caller.apps}.get(kind, ())


def _acting_in(caller: Caller, kind: str, id: str) -> Principal:
    return caller.principal(chat=id if kind == "chat" else None, app=id if kind == "app" else None)


def _items_of(caller: Caller, labels: tuple[str, ...]) -> tuple[str, ...]:
    own = own_namespace(caller.user, tenant=caller.tenant)
    return labels if labels[: len(own)] == own else (*own, *labels)


# Threads, runs, crons and assistants


@auth.on.threads
async def own_threads(ctx: Auth.types.AuthContext, value: Any) -> dict[str, str] | None:
    """Keep threads and their runs to their owner; a run goes on behalf of its caller, whatever its context says."""
    caller = caller_of(ctx)
    if ctx.action == "create_run":
        _speak_for(caller, value.get("kwargs"))
    return _owned(caller, ctx.action, value)


@auth.on.crons
async def own_crons(ctx: Auth.types.AuthContext, value: Any) -> dict[str, str] | None:
    """Keep crons to their owner; what they run goes on behalf of who made them."""
    caller = caller_of(ctx)
    payload = value.get("payload")
    if ctx.action == "create" or {"context", "config"} & set(payload or ()):
        _schedule_for(caller, payload)
    return _owned(caller, ctx.action, value)


@auth.on.assistants
async def shared_assistants(ctx: Auth.types.AuthContext, value: Any) -> None:
    """Let everybody use the assistants; operators alone make and change them, as they may name a user themselves."""
    if ctx.action not in ("read", "search") and not _is_operator(caller_of(ctx)):
        raise _refused()
    caller_of(ctx)


@auth.on
async def nothing_else(ctx: Auth.types.AuthContext, value: Any) -> None:
    """Refuse what has no rule here."""
    if not _is_operator(caller_of(ctx)):
        raise _refused()


def _owned(caller: Caller, action: str, value: Any) -> dict[str, str] | None:
    """Stamp what is made or changed with its owner, and return the filter that keeps all else away."""
    if _is_operator(caller):
        return None
    owner = space_key(caller.tenant, f"user:{caller.user}")
    if action in ("create", "create_run"):
        value["metadata"] = _stamp(value.get("metadata"), owner)
    elif action == "update" and value.get("metadata") is not None:
        value["metadata"] = _stamp(value["metadata"], owner)
    return {OWNER: owner}


def _stamp(metadata: Any, owner: str) -> Any:
    """Write the owner into metadata where they are: the server goes on with the object that it handed over."""
    if not isinstance(metadata, MutableMapping):
        return {OWNER: owner}
    metadata[OWNER] = owner
    return metadata


def _speak_for(caller: Caller, run: Any) -> None:
    """Let the context and the configurable of a run name the caller, and nobody else."""
    if _is_operator(caller) or not isinstance(run, MutableMapping):
        return
    configurable = _configurable(run)
    speaks = _stated(caller, run.get("context") or configurable)
    run["context"] = {**_without(run.get("context") or {}), **speaks}
    _replace(configurable, speaks)


def _schedule_for(caller: Caller, payload: Any) -> None:
    """Let what a cron runs name the caller, and the server remember who made it; a client could name another there.

    A server takes no context beside a configurable, so the caller stands where the client wrote.
    """
    if not isinstance(payload, MutableMapping):
        return
    configurable = _configurable(payload)
    of_client = set(configurable) - {"cron_id"}
    if not _is_operator(caller):
        speaks = _stated(caller, payload.get("context") or configurable)
        if payload.get("context") or not of_client:
            payload["context"] = {**_without(payload.get("context") or {}), **speaks}
            speaks = {}
        _replace(configurable, speaks)
    configurable.pop("langgraph_auth_permissions", None)
    configurable["langgraph_auth_user"] = as_user(caller)


def _configurable(run: MutableMapping[str, Any]) -> dict[str, Any]:
    """Return the configurable of a run, where changes to it count."""
    config = run["config"] = run.get("config") or {}
    configurable: dict[str, Any] = config.setdefault("configurable", {})
    return configurable


def _replace(configurable: dict[str, Any], speaks: Mapping[str, Any]) -> None:
    for name in _PRINCIPAL - {"thread_id", "run_id"} | _ALIASES:
        configurable.pop(name, None)
    configurable.update(speaks)


def _without(context: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in context.items() if name not in _PRINCIPAL | _ALIASES}


def _stated(caller: Caller, stated: Mapping[str, Any]) -> dict[str, Any]:
    """Return who a run is for: as a delegate says, else the caller, in a chat and for an app that it may name."""
    if "delegate" in caller.scopes:
        said = {name: stated[name] for name in _PRINCIPAL if stated.get(name) is not None}
        return {"user_id": caller.user, **said, "tenant": caller.tenant}
    speaks: dict[str, Any] = {"user_id": caller.user, "tenant": caller.tenant}
    if agent := caller.agent or stated.get("agent"):
        speaks["agent"] = agent
    for name, allowed in (("chat_id", caller.chats), ("app_id", caller.apps)):
        if (asked := stated.get(name)) is not None:
            if asked not in allowed:
                raise _refused()
            speaks[name] = asked
    return speaks
