"""What does a checkpointer of LangGraph hold, and in which order was it written?

`CheckpointTuple.pending_writes` leaves out what a copy needs, the path of each task and the place of each write: they
are read where each saver keeps them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from langgraph.checkpoint.base import CheckpointTuple
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.postgres import PostgresSaver

from langmem_ext.errors import ConfigurationError
from langmem_ext.stores.queries import query
from langmem_ext.stores.threads import ThreadKey


class Address(NamedTuple):
    """Name a checkpoint: the thread as its saver keeps it, the namespace of the graph, the id."""

    thread: str
    namespace: str
    id: str

    @property
    def config(self) -> Any:
        """Return the config by which a saver finds the checkpoint."""
        named = {"checkpoint_ns": self.namespace, "checkpoint_id": self.id}
        return {"configurable": {"thread_id": ThreadKey(self.thread), **named}}


class StoredWrite(NamedTuple):
    """Hold one write of a task as it is kept: `type` and `blob` are the serializer's."""

    task_id: str
    task_path: str
    idx: int
    channel: str
    type: str
    blob: bytes


class Source(Protocol):
    """Hold the checkpoints that are copied."""

    @property
    def saver(self) -> Any:
        """Return the saver itself."""

    def threads(self) -> list[str]:
        """Return all threads."""

    def addresses(self, thread: str) -> list[Address]:
        """Return the checkpoints of a thread, the oldest first."""

    def writes(self, address: Address) -> list[StoredWrite]:
        """Return the writes of a checkpoint."""


def source_of(saver: Any) -> Source:
    """Return how to read a saver: InMemorySaver, SqliteSaver, PostgresSaver, or one that extends them.

    Raises:
        ConfigurationError: the saver is another's, or an async one.
    """
    if isinstance(saver, InMemorySaver):
        return InMemory(saver)
    if isinstance(saver, PostgresSaver):
        return InPostgres(saver)
    if any(base.__module__ == "langgraph.checkpoint.sqlite" for base in type(saver).__mro__):
        saver.setup()
        return InSqlite(saver)
    raise ConfigurationError(
        f"checkpoints are copied from an InMemorySaver, a SqliteSaver or a PostgresSaver, not from a "
        f"{type(saver).__name__}; for an async saver, open the sync one on the same database"
    )


def tuple_at(source: Source, address: Address) -> CheckpointTuple:
    """Return a checkpoint; it must be there."""
    found: CheckpointTuple | None = source.saver.get_tuple(address.config)
    if found is None:
        raise ConfigurationError(
            f"thread {ThreadKey(address.thread).thread_id!r} changes while it is copied; stop what writes to it first"
        )
    return found


@dataclass(frozen=True)
class InMemory:
    """Read what an InMemorySaver holds."""

    saver: InMemorySaver

    def threads(self) -> list[str]:
        """Return all threads; asking for one that is not there leaves an empty one behind."""
        return [thread for thread, spaces in self.saver.storage.items() if any(spaces.values())]

    def addresses(self, thread: str) -> list[Address]:
        """Return the checkpoints of a thread, the oldest first."""
        return sorted(self._addresses(thread), key=lambda each: (each.id, each.namespace))

    def _addresses(self, thread: str) -> Iterator[Address]:
        for namespace, checkpoints in self.saver.storage[thread].items():
            for id in checkpoints:
                yield Address(thread, namespace, id)

    def writes(self, address: Address) -> list[StoredWrite]:
        """Return the writes of a checkpoint."""
        kept = self.saver.writes.get((address.thread, address.namespace, address.id), {})
        return [
            StoredWrite(task_id, task_path, idx, channel, *value)
            for (task_id, idx), (_, channel, value, task_path) in sorted(kept.items())
        ]


@dataclass(frozen=True)
class InSqlite:
    """Read what a SqliteSaver holds."""

    saver: Any

    def threads(self) -> list[str]:
        """Return all threads."""
        rows = self._rows("SELECT DISTINCT thread_id FROM checkpoints ORDER BY 1")
        return [thread for (thread,) in rows]

    def addresses(self, thread: str) -> list[Address]:
        """Return the checkpoints of a thread, the oldest first."""
        rows = self._rows(
            "SELECT thread_id, checkpoint_ns, checkpoint_id FROM checkpoints WHERE thread_id = ? ORDER BY 3, 2",
            thread,
        )
        return [Address(*row) for row in rows]

    def writes(self, address: Address) -> list[StoredWrite]:
        """Return the writes of a checkpoint; a file from before task paths has none."""
        path = "task_path" if getattr(self.saver, "_has_task_path", True) else "''"
        rows = self._rows(
            f"SELECT task_id, {path}, idx, channel, type, value FROM writes "
            "WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ? ORDER BY task_id, idx",
            *address,
        )
        return [StoredWrite(*row) for row in rows]

    def _rows(self, sql: str, *values: str) -> list[Any]:
        with self.saver.cursor(transaction=False) as cursor:
            return list(cursor.execute(sql, values).fetchall())


@dataclass(frozen=True)
class InPostgres:
    """Read what a PostgresSaver holds; its threads are keys."""

    saver: PostgresSaver

    def threads(self) -> list[str]:
        """Return the keys of all threads."""
        return [row["key"] for row in self._rows("stored_threads")]

    def addresses(self, thread: str) -> list[Address]:
        """Return the checkpoints of a thread, the oldest first."""
        rows = self._rows("stored_checkpoints", key=thread)
        return [Address(thread, row["checkpoint_ns"], row["checkpoint_id"]) for row in rows]

    def writes(self, address: Address) -> list[StoredWrite]:
        """Return the writes of a checkpoint."""
        named = {"key": address.thread, "namespace": address.namespace, "id": address.id}
        return [
            StoredWrite(**{**row, "blob": bytes(row["blob"])})
            for row in self._rows("stored_writes", **named)
        ]

    def _rows(self, name: str, **values: str) -> list[Any]:
        with self.saver._cursor() as cursor:
            return cursor.execute(query(name), values).fetchall()
