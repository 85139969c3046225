"""On whose behalf does a run go, and which store does it use?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.store.base import BaseStore

from langmem_ext.errors import ConfigurationError
from langmem_ext.principal import Principal
from langmem_ext.stores.postgres import AsyncMemoryStore, MemoryStore

AnyMemoryStore = MemoryStore | AsyncMemoryStore

_FIELDS = tuple(field.name for field in fields(Principal))


def principal_of(
    runtime: Any, config: RunnableConfig | None = None, *, agent: str | None = None
) -> Principal:
    """Return the principal of a run, from a `Runtime` or a `ToolRuntime`.

    The user is, in this order: the context's `user_id`, the user whom the LangGraph server authenticated, `user_id` and
    `langgraph_auth_user_id` of the configurable. The context comes first because a server's caller may act for many
    users; where callers are the users themselves, let an `@auth.on` handler set it. `agent` overrides the context's.

    Raises:
        ConfigurationError: nobody said whose memory it is.
    """
    configurable = (config or {}).get("configurable") or {}
    stated = _stated(runtime.context)
    if not stated.get("user_id") and (user := _signed_in(runtime) or _user_in(configurable)):
        stated["user_id"] = user
    if not (stated.get("user_id") or stated.get("chat_id") or stated.get("app_id")):
        raise ConfigurationError(
            'memory needs to know whose it is: pass context={"user_id": "..."} to invoke (with '
            'context_schema=MemoryContext), or config={"configurable": {"user_id": "..."}}'
        )
    run = getattr(runtime, "execution_info", None)
    for name in ("thread_id", "run_id"):
        if not stated.get(name):
            stated[name] = _text(getattr(run, name, None) or configurable.get(name))
    return Principal(**{**stated, "agent": agent or stated.get("agent", "supervisor")})


def memory_store(runtime: Any) -> AnyMemoryStore:
    """Return the memory store of a run.

    Raises:
        ConfigurationError: the graph has no store, or one that knows no memories.
    """
    store: BaseStore | None = runtime.store
    if isinstance(store, MemoryStore | AsyncMemoryStore):
        return store
    given = (
        "the graph has no store"
        if store is None
        else f"the graph's store is a {type(store).__name__}"
    )
    raise ConfigurationError(
        f"{given}; memory needs a MemoryStore or an AsyncMemoryStore: builder.compile(store=store), or on a LangGraph "
        'server "store": {"path": "langmem_ext.stores.server.create_store"} in langgraph.json'
    )


def _stated(context: Any) -> dict[str, Any]:
    """Return what a context says of the principal: a dict, a MemoryContext, or anything with such attributes."""
    if context is None:
        return {}
    if isinstance(context, Mapping):
        return {name: context[name] for name in _FIELDS if context.get(name) is not None}
    found = {name: getattr(context, name, None) for name in _FIELDS}
    return {name: value for name, value in found.items() if value is not None}


def _signed_in(runtime: Any) -> str | None:
    user = getattr(getattr(runtime, "server_info", None), "user", None)
    return _text(getattr(user, "identity", None))


def _user_in(configurable: Mapping[str, Any]) -> str | None:
    return _text(configurable.get("user_id") or configurable.get("langgraph_auth_user_id"))


def _text(value: Any) -> str | None:
    return str(value) if value else None
