"""How does LangGraph's saver keep to the threads of one owner?"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Self, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import Checkpoint, CheckpointTuple, DeltaChannelHistory
from langgraph.checkpoint.postgres.base import BasePostgresSaver

from langmem_ext.errors import ConfigurationError, StoreUnavailable
from langmem_ext.principal import Principal
from langmem_ext.stores.checkpoint_arrivals import Lacking, Place
from langmem_ext.stores.masking import Masking
from langmem_ext.stores.operations import checkpoints as operations
from langmem_ext.stores.queries import query
from langmem_ext.stores.requests import Operation
from langmem_ext.stores.said_before import SaidBefore
from langmem_ext.stores.threads import (
    AnyThread,
    Caller,
    OwnedThread,
    ThreadKey,
    ThreadsOf,
    agreed,
    at,
    caller_of,
)

_OF_OWNER = "thread_id IN (SELECT key FROM checkpoint_threads WHERE owner = %s) "
_OF_ANY = (
    "thread_id = coalesce((SELECT key FROM checkpoint_threads WHERE thread_id = %s "
    "ORDER BY owner <> '', updated_at DESC LIMIT 1), %s) "
)


class OwnedThreads(BasePostgresSaver):
    """Keep each owner's threads apart: what both colours of saver have in common."""

    UPSERT_CHECKPOINTS_SQL = query("put_checkpoint")
    caller: Caller | None = None
    adopt: bool = True
    said: SaidBefore

    def bind(self, principal: Principal) -> Self:
        """Return this checkpointer cut to what a principal owns, on the same connections.

        The principal's chat owns what is said there, else its user, else its app. What such a checkpointer lists,
        copies and deletes is its owner's alone; a call that names another raises PermissionDenied.
        """
        bound = copy.copy(self)
        bound.caller = Caller.of(principal)
        if bound.caller.owner is None:
            raise ConfigurationError(
                "a checkpointer is bound to a user, a chat or an app; the principal names none"
            )
        return bound

    @property
    def masking(self) -> Masking | None:
        """Return what masks secrets; None where they are kept."""
        return getattr(self.serde, "masking", None)

    def _masked(self, config: RunnableConfig, checkpoint: Checkpoint) -> Checkpoint:
        """Return a checkpoint as it may be kept, after the one that the config names."""
        return (
            self.said.checkpoint(self.masking, config, checkpoint) if self.masking else checkpoint
        )

    def _masked_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str
    ) -> Sequence[tuple[str, Any]]:
        """Return what a task writes as it may be kept."""
        return self.said.writes(self.masking, config, writes, task_id) if self.masking else writes

    def _lacking(self, config: RunnableConfig, task_id: str | None = None) -> Lacking | None:
        """Return the checkpoint that must be known before something is masked that a task, or nobody, writes."""
        return self.said.lacking(config, task_id) if self.masking else None

    def _refuse(self, lacking: Lacking) -> None:
        """Raise StoreUnavailable where a checkpoint is still not known without which nothing may be kept."""
        if lacking.needed and not self.said.knows(lacking.place):
            raise StoreUnavailable(
                "what a task wrote was not kept: the checkpoint that it belongs to did not come, so it is not known "
                "which of it is secret"
            )

    @contextmanager
    def _or_none_follows(self, config: RunnableConfig) -> Iterator[None]:
        """Let nobody wait for the checkpoints after one that cannot be kept."""
        try:
            yield
        except BaseException:
            self.said.arrivals.failed(Place.of(config))
            raise

    def _begun(self, config: RunnableConfig) -> RunnableConfig:
        """Return a config, from which a run begins when it asks for the last checkpoint."""
        if not config["configurable"].get("checkpoint_id"):
            self.said.arrivals.begins(Place.of(config))
        return config

    def _noted(self, key: str, found: CheckpointTuple) -> CheckpointTuple:
        """Keep in mind how a conversation ends that was loaded."""
        if self.masking:
            self.said.load(self.masking, key, found)
        return found

    def _replayed(
        self, config: RunnableConfig, found: Mapping[str, DeltaChannelHistory]
    ) -> Mapping[str, DeltaChannelHistory]:
        """Keep in mind how a conversation ends whose messages are kept as writes."""
        if self.masking:
            self.said.replay(self.masking, config, found)
        return found

    def _caller(self, config: RunnableConfig | None = None) -> Caller:
        return agreed(self.caller, caller_of(config))

    def _placed(self, config: RunnableConfig) -> RunnableConfig:
        """Return a config that names the key of its thread in place of the id."""
        return at(config, self._caller(config).key(config["configurable"]["thread_id"]))

    def _elsewhere(self, config: RunnableConfig | None) -> Operation[ThreadKey | None] | None:
        """Return the search for a thread that is not under the caller's key; None where there is no point in it."""
        if config is None:
            return None
        caller, thread_id = self._caller(config), config["configurable"]["thread_id"]
        if caller.owner is None:
            return operations.key_of_any(thread_id) if _is_bare(thread_id) else None
        adopts = self.adopt and not config["configurable"].get("checkpoint_ns")
        return operations.adopt(caller, thread_id) if adopts and _is_bare(thread_id) else None

    def _listed(self, config: RunnableConfig | None) -> RunnableConfig | None:
        """Return a config that names the thread or the threads to list; None for everybody's."""
        caller = self._caller(config)
        thread_id = config["configurable"].get("thread_id") if config else None
        if thread_id is None:
            if caller.owner is None:
                return None
            return {"configurable": {"thread_id": ThreadsOf(caller.owner)}}
        key = caller.key(thread_id)
        anyones = caller.owner is None and _is_bare(thread_id)
        return at(cast(RunnableConfig, config), AnyThread(key) if anyones else key)

    def _listed_by_key(
        self, config: RunnableConfig | None, listed: RunnableConfig | None
    ) -> RunnableConfig | None:
        """Return the config of a list when it is that of one thread, which may be elsewhere."""
        return config if isinstance(_thread_in(listed), ThreadKey) else None

    def _search_where(
        self, config: RunnableConfig | None, filter: Any, before: RunnableConfig | None = None
    ) -> tuple[str, list[Any]]:
        where, values = super()._search_where(config, filter, before)
        named = config["configurable"]["thread_id"] if config else None
        if isinstance(named, ThreadsOf):
            where = where.replace("thread_id = %s ", _OF_OWNER, 1)
        elif isinstance(named, AnyThread):
            where, values = where.replace("thread_id = %s ", _OF_ANY, 1), [named, *values]
        return where, values

    def _owner_asked(self, user_id: str | None, tenant: str) -> str | None:
        """Return whose threads are asked for: the bound owner's, the user's, everybody's."""
        if user_id is None:
            return self._caller().owner
        return agreed(self.caller, Caller.of(Principal(user_id=user_id, tenant=tenant))).owner


def _is_bare(thread_id: Any) -> bool:
    """Tell an id that a caller gave from one that this package handed out."""
    return not isinstance(thread_id, OwnedThread | ThreadKey)


def with_id(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with the thread's id in place of its key."""
    return {**row, "thread_id": ThreadKey(row["thread_id"]).thread_id}


def handed_out(config: RunnableConfig) -> RunnableConfig:
    """Return a config with the thread's id in place of its key."""
    return at(config, ThreadKey(config["configurable"]["thread_id"]).thread_id)


def _thread_in(config: RunnableConfig | None) -> Any:
    return config["configurable"].get("thread_id") if config else None
