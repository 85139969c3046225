"""Whose conversation is a thread, and under which key is it kept?

Two users may call a thread by one id: each has its own. LangGraph's tables know a thread by its id alone, so what has
an owner is kept under a key of owner and id, which no user's call can make for another owner.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langchain_core.runnables.config import var_child_runnable_config

from langmem_ext.callers import stated_by, stated_for, user_in
from langmem_ext.errors import ConfigurationError, PermissionDenied
from langmem_ext.namespaces import space_key, split_space_key
from langmem_ext.principal import Principal

_MARK = "\x1f"
"""A character that no owner and no thread id begins with (ASCII: unit separator)."""

_RUNTIME = "__pregel_runtime"
"""Where LangGraph keeps the runtime of a run, and with it its context, in a configurable."""

_OWNERS = ("chat", "user", "app")


class ThreadKey(str):
    """The key under which a thread is kept: what the tables call thread_id."""

    __slots__ = ()

    @property
    def thread_id(self) -> str:
        """Return the id by which callers know the thread; it keeps its owner in mind."""
        if not self.startswith(_MARK):
            return str(self)
        return OwnedThread(self.split(_MARK, 2)[2], self)

    def sibling(self, thread_id: str) -> ThreadKey:
        """Return the key of another thread of the same owner."""
        return ThreadKey(self.removesuffix(self.thread_id) + checked(thread_id))


class OwnedThread(str):
    """A thread's id in a config that this package handed out: a later call with it finds the same owner's thread."""

    __slots__ = ("key",)
    key: ThreadKey

    def __new__(cls, thread_id: str, key: ThreadKey | None = None) -> OwnedThread:
        made = super().__new__(cls, thread_id)
        made.key = key if key is not None else ThreadKey(thread_id)
        return made

    def __getnewargs__(self) -> tuple[str, ThreadKey]:  # type: ignore[override]
        return str(self), self.key


class AnyThread(str):
    """A thread's id where nobody says whose: nobody's thread of that id, else the one last written."""

    __slots__ = ()


class ThreadsOf(str):
    """An owner, in the place of a thread's id: all threads of that owner."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Thread:
    """Say what is known of a thread without reading it.

    `owner` is a space, such as `user:ana`; None for a thread of nobody's. `updated_at` is right to the second.
    """

    thread_id: str
    owner: str | None
    tenant: str | None
    created_at: datetime
    updated_at: datetime

    @classmethod
    def read(cls, row: Mapping[str, Any]) -> Thread:
        """Read a row of checkpoint_threads."""
        tenant, owner = split_owner_key(row["owner"]) if row["owner"] else (None, None)
        return cls(
            ThreadKey(row["key"]).thread_id, owner, tenant, row["created_at"], row["updated_at"]
        )


@dataclass(frozen=True, slots=True)
class Caller:
    """Say on whose behalf a call to a checkpointer runs; no owner is a trusted job."""

    owner: str | None = None
    user_id: str | None = None

    @classmethod
    def of(cls, principal: Principal) -> Caller:
        """Return the caller of a principal: its chat owns what is said there, else the user, else the app."""
        owned = principal.owned()
        kind = next((kind for kind in _OWNERS if kind in owned), None)
        owner = owner_key(principal.tenant, f"{kind}:{owned[kind]}") if kind else None
        return cls(owner, principal.user_id)

    def key(self, thread_id: Any) -> ThreadKey:
        """Return the key of this caller's thread of an id; for nobody, that of nobody's thread."""
        if isinstance(thread_id, ThreadKey):
            return thread_id
        if self.owner:
            return ThreadKey(f"{_MARK}{self.owner}{_MARK}{checked(thread_id)}")
        if isinstance(thread_id, OwnedThread):
            return thread_id.key
        return ThreadKey(checked(thread_id))


NOBODY = Caller()


def caller_of(config: Mapping[str, Any] | None) -> Caller:
    """Return on whose behalf a config says that a call runs.

    The order is that of `langmem_ext.runtime.principal_of`. A config that says nothing inside of a run takes the run's.
    """
    stated = _stated(config)
    if all(stated.get(f"{kind}_id") is None for kind in _OWNERS):
        stated = _stated(var_child_runnable_config.get())
    return _caller(stated)


def caller_in(metadata: Mapping[str, Any]) -> Caller:
    """Return on whose behalf the run was that left a checkpoint with this metadata."""
    user = user_in(metadata)
    return _caller({**stated_by(metadata), **({"user_id": user} if user else {})})


def _caller(stated: Mapping[str, Any]) -> Caller:
    names = ("tenant", "user_id", "chat_id", "app_id")
    given: dict[str, Any] = {
        name: str(stated[name]) for name in names if stated.get(name) is not None
    }
    return Caller.of(Principal(**given)) if given else NOBODY


def _stated(config: Mapping[str, Any] | None) -> dict[str, Any]:
    configurable = (config or {}).get("configurable") or {}
    runtime = configurable.get(_RUNTIME)
    context = stated_by(getattr(runtime, "context", None))
    # an empty id that somebody gave stays, to be refused: it must not count as nobody, who is trusted
    return stated_for(runtime, configurable, {**stated_by(configurable), **context})


def agreed(bound: Caller | None, stated: Caller) -> Caller:
    """Return the caller of a call to a checkpointer that is bound to one.

    Raises:
        PermissionDenied: the call says that it is another's.
    """
    if bound is None:
        return stated
    if stated.owner not in (None, bound.owner):
        raise PermissionDenied(
            "this checkpointer is bound to another user, chat or app than the call names; bind one to that "
            "principal, or call the checkpointer that is not bound"
        )
    return bound


def at(config: RunnableConfig, thread_id: str) -> RunnableConfig:
    """Return a config for another thread id."""
    changed = {**config, "configurable": {**config["configurable"], "thread_id": thread_id}}
    return cast(RunnableConfig, changed)


def checked(thread_id: Any) -> str:
    """Return a thread id as text; raise ConfigurationError for one that could be taken for a key."""
    text = str(thread_id)
    if text.startswith(_MARK):
        raise ConfigurationError(
            "a thread id must not begin with the control character U+001F; use a UUID or words"
        )
    return text


def owner_key(tenant: str, space: str) -> str:
    """Return a space's key without the character that keys are split at."""
    return space_key(tenant, space).replace("%", "%25").replace(_MARK, "%1F")


def split_owner_key(owner: str) -> tuple[str, str]:
    """Return (tenant, space) of an owner."""
    return split_space_key(owner.replace("%1F", _MARK).replace("%25", "%"))
