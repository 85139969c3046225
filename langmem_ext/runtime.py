"""On whose behalf does a run go, and which store does it use?"""

from __future__ import annotations

from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.store.base import BaseStore

from langmem_ext.callers import is_held_to_itself, stated_by, stated_for, text_of
from langmem_ext.errors import ConfigurationError, PermissionDenied
from langmem_ext.principal import Principal
from langmem_ext.stores.postgres import AsyncMemoryStore, MemoryStore

AnyMemoryStore = MemoryStore | AsyncMemoryStore


def principal_of(
    runtime: Any, config: RunnableConfig | None = None, *, agent: str | None = None
) -> Principal:
    """Return the principal of a run, from a `Runtime` or a `ToolRuntime`.

    The user whom a LangGraph server authenticated is the user. A run that names another in its context or its
    configurable is refused, unless its caller may act for others (`langmem_ext.callers`); the tenant, the chat, the app
    and the participants alike. Where nobody is authenticated, the user is the context's `user_id`, else `user_id` or
    `langgraph_user_id` of the configurable. `agent` overrides the context's.

    Raises:
        ConfigurationError: nobody said whose memory it is.
        PermissionDenied: the run is for somebody for whom its caller may not act.
    """
    configurable = (config or {}).get("configurable") or {}
    context = stated_by(runtime.context)
    stated = stated_for(runtime, configurable, context)
    if not (stated.get("user_id") or stated.get("chat_id") or stated.get("app_id")):
        raise ConfigurationError(
            'memory needs to know whose it is: pass context={"user_id": "..."} to invoke (with '
            'context_schema=MemoryContext), or config={"configurable": {"user_id": "..."}}'
        )
    run = getattr(runtime, "execution_info", None)
    for name in ("thread_id", "run_id"):
        if not stated.get(name):  # a caller who is held to itself states none: the server knows
            own = getattr(run, name, None) or configurable.get(name)
            stated[name] = text_of(own or context.get(name))
    return Principal(**{**stated, "agent": agent or stated.get("agent", "supervisor")})


def require_trusted(runtime: Any, config: RunnableConfig | None = None) -> None:
    """Refuse a caller who is signed in and no operator: this is a trusted job's work.

    Raises:
        PermissionDenied: the run is such a caller's.
    """
    if is_held_to_itself(runtime, config):
        raise PermissionDenied(
            "this looks after everybody's memory; run it as an operator: a token with the scope operator, or a caller "
            'whose permissions have "langmem:operator"'
        )


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
