"""How do conversations move from another checkpointer to this one?

A checkpoint is copied with its writes in one transaction, read back there and compared before it counts. So a copy that
was interrupted anywhere goes on where it was, and one that is repeated changes nothing.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from langgraph.checkpoint.base import CheckpointTuple
from langgraph.checkpoint.postgres import PostgresSaver

from langmem_ext.errors import ConfigurationError, InvalidMemory
from langmem_ext.stores.checkpoint_owners import OwnedThreads
from langmem_ext.stores.checkpoint_sources import (
    Address,
    InPostgres,
    Source,
    StoredWrite,
    source_of,
    tuple_at,
)
from langmem_ext.stores.faults import errors_explained
from langmem_ext.stores.queries import query
from langmem_ext.stores.threads import ThreadKey, caller_in

if TYPE_CHECKING:
    from langmem_ext.stores.checkpoints import MemoryCheckpointer

Progress = Callable[[int], None]
"""Called after each checkpoint with how many are done."""


@dataclass
class MigrationReport:
    """Count what was copied. `known` was there before; `differing` names what was not copied as it is, and why."""

    threads: int = 0
    checkpoints: int = 0
    writes: int = 0
    known: int = 0
    differing: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        """Tell whether all that the source holds is in the target, as it was."""
        return not self.differing

    def as_dict(self) -> dict[str, Any]:
        """Return the report as JSON."""
        return {"ok": self.ok, **asdict(self)}


class _Differs(Exception):
    """Raise where what was read back is not what was copied; rolls the copy back."""


def checkpoints_in(saver: Any) -> int:
    """Return how many checkpoints a saver holds."""
    source = source_of(saver)
    return sum(len(source.addresses(thread)) for thread in source.threads())


def migrate_checkpoints(
    source: Any,
    target: MemoryCheckpointer,
    *,
    progress: Progress = lambda done: None,
    report: MigrationReport | None = None,
) -> MigrationReport:
    """Copy every thread of a saver into `target`, which has been set up; return what was copied.

    `source` is an InMemorySaver, a SqliteSaver or a PostgresSaver; nothing should write to it meanwhile. Channel
    values, versions, parents, metadata and the writes of tasks are the same afterwards, but for secrets in messages,
    which `target` masks. What `target` has already is compared and never overwritten. A thread belongs to the user whom
    its metadata names, else to nobody; with a bound `target`, to that principal. `report` is counted on, so that a
    caller who is interrupted knows how far it was.

    Raises:
        ConfigurationError: `source` or `target` is no such saver, or both have the same tables.
    """
    started, report = time.monotonic(), report or MigrationReport()
    if not (isinstance(target, OwnedThreads) and isinstance(target, PostgresSaver)):
        raise ConfigurationError(
            f"checkpoints are copied to a MemoryCheckpointer, not to a {type(target).__name__}; what it keeps, an "
            "AsyncMemoryCheckpointer on the same database reads"
        )
    found = source_of(source)
    _refuse_itself(found, target)
    for thread in found.threads():
        report.threads += 1
        for done in _copy_thread(found, target, thread, report):
            report.seconds = round(time.monotonic() - started, 3)
            progress(done)
    return report


def _refuse_itself(source: Source, target: MemoryCheckpointer) -> None:
    if isinstance(source, InPostgres) and _tables(source.saver) == _tables(target):
        raise ConfigurationError(
            "the checkpoints are in the target's tables already, and need no copy: `setup()` lists them, and each "
            "thread becomes its user's when that user comes back"
        )


def _tables(saver: PostgresSaver) -> Any:
    with errors_explained(), saver._cursor() as cursor:
        return cursor.execute(query("which_checkpoints")).fetchone()


# One thread


def _copy_thread(
    source: Source, target: MemoryCheckpointer, thread: str, report: MigrationReport
) -> Iterator[int]:
    """Copy a thread's checkpoints, the oldest first; yield how many are done, of all threads."""
    addresses = source.addresses(thread)
    key = _key(source, target, addresses)
    written: set[tuple[str, str, str]] = set()
    for address in addresses:
        try:
            with errors_explained():
                _copy(source, target, address, key, written, report)
        except (_Differs, InvalidMemory) as why:
            report.differing.append(
                f"thread {ThreadKey(thread).thread_id}, checkpoint {address.id}: {why}"
            )
        yield report.checkpoints + report.known + len(report.differing)


def _key(source: Source, target: MemoryCheckpointer, addresses: Sequence[Address]) -> ThreadKey:
    """Return under which key a thread is kept: where an earlier copy put it, else as its runs say whose it is."""
    first, last = addresses[0], addresses[-1]
    thread = ThreadKey(first.thread)
    if target.caller is not None:
        return target.caller.key(thread.thread_id)
    if thread != thread.thread_id:  # it has an owner in the source
        return thread
    named = {"thread_id": str(thread), "namespace": first.namespace, "id": first.id}
    with target._cursor() as cursor:
        earlier = cursor.execute(query("key_of_checkpoint"), named).fetchone()
    if earlier:
        return ThreadKey(earlier["key"])
    callers = {caller_in(dict(tuple_at(source, each).metadata)) for each in (first, last)}
    return callers.pop().key(str(thread)) if len(callers) == 1 else thread


def _copy(
    source: Source,
    target: MemoryCheckpointer,
    address: Address,
    key: ThreadKey,
    written: set[tuple[str, str, str]],
    report: MigrationReport,
) -> None:
    """Copy one checkpoint with its writes and see that it is there, in one transaction."""
    stored, copy = tuple_at(source, address), address._replace(thread=key)
    with _one_connection(target) as keeper:
        known = keeper.get_tuple(copy.config) is not None
        masked = keeper._masked(_before(copy, stored), stored.checkpoint)
        stored = stored._replace(checkpoint=masked)
        fresh = {} if known else _put(keeper, copy, stored, written)
        keeper._noted(key, stored)
        there, rows = InPostgres(keeper), _rows(source, keeper, address, copy)
        before = len(there.writes(copy))
        _put_writes(keeper, copy, rows)
        _compare(keeper, stored, keeper.get_tuple(copy.config))
        after = there.writes(copy)
        _compare_writes(keeper, rows, after)
    written |= {(copy.namespace, channel, str(version)) for channel, version in fresh.items()}
    report.known += known
    report.checkpoints += not known
    report.writes += len(after) - before


@contextmanager
def _one_connection(target: MemoryCheckpointer) -> Iterator[MemoryCheckpointer]:
    """Yield the target on one connection, in a transaction."""
    with target._connection() as connection, connection.transaction():
        keeper = type(target)(connection, serde=target.serde, adopt=False)
        keeper.said = target.said
        yield keeper


def _put(
    keeper: MemoryCheckpointer,
    copy: Address,
    stored: CheckpointTuple,
    written: set[tuple[str, str, str]],
) -> dict[str, Any]:
    """Keep a checkpoint, without the values that an earlier one of the thread brought; return the versions written."""
    versions = stored.checkpoint["channel_versions"]
    fresh = {
        channel: version
        for channel, version in versions.items()
        if (copy.namespace, channel, str(version)) not in written
    }
    keeper.put(_before(copy, stored), stored.checkpoint, stored.metadata, fresh)
    return fresh


def _before(copy: Address, stored: CheckpointTuple) -> Any:
    """Return the config of what a checkpoint follows in the target."""
    config = copy.config
    config["configurable"]["checkpoint_id"] = _parent(stored)
    return config


def _rows(
    source: Source, keeper: MemoryCheckpointer, address: Address, copy: Address
) -> list[StoredWrite]:
    """Return a checkpoint's writes as the target keeps them: in its serializer's words, secrets masked."""
    rows = []
    for each in source.writes(address):
        value = source.saver.serde.loads_typed((each.type, each.blob))
        write = [(each.channel, value)]
        ((_, masked),) = keeper._masked_writes(copy.config, write, each.task_id)
        type_, blob = keeper.serde.dumps_typed(masked)
        rows.append(each._replace(type=type_, blob=blob))
    return rows


def _put_writes(keeper: MemoryCheckpointer, copy: Address, rows: Sequence[StoredWrite]) -> None:
    with keeper._cursor(pipeline=True) as cursor:
        cursor.executemany(
            keeper.INSERT_CHECKPOINT_WRITES_SQL, [(*map(str, copy), *row) for row in rows]
        )


# Comparing


def _compare(
    keeper: MemoryCheckpointer, stored: CheckpointTuple, kept: CheckpointTuple | None
) -> None:
    """See that a checkpoint is what it was; raise _Differs with the first part that is not."""
    if kept is None:
        raise _Differs("is not there after it was copied")
    if _parent(stored) != _parent(kept):
        raise _Differs("another parent")
    if _plain(stored.metadata) != _plain(kept.metadata):
        raise _Differs("other metadata")
    values, others = stored.checkpoint["channel_values"], kept.checkpoint["channel_values"]
    if values.keys() != others.keys():
        raise _Differs(f"other channels: {', '.join(sorted(values.keys() ^ others.keys()))}")
    for channel, value in values.items():
        if not _same(keeper, value, others[channel]):
            raise _Differs(f"another value of channel {channel}")
    for name in stored.checkpoint.keys() - {"channel_values"}:
        if _plain(stored.checkpoint.get(name)) != _plain(kept.checkpoint.get(name)):
            raise _Differs(f"other {name}")


def _compare_writes(
    keeper: MemoryCheckpointer, rows: Sequence[StoredWrite], kept: Sequence[StoredWrite]
) -> None:
    """See that every write is there as it was; a thread that has gone on in the target has more."""
    there = {(each.task_id, each.idx): each for each in kept}
    for row in rows:
        other = there.get((row.task_id, row.idx))
        if other is None or row[:4] != other[:4]:
            raise _Differs(f"another write of task {row.task_id}")
        if row != other and not _equal(_loaded(keeper, row), _loaded(keeper, other)):
            raise _Differs(f"another value written by task {row.task_id}")


def _loaded(keeper: MemoryCheckpointer, row: StoredWrite) -> Any:
    return keeper.serde.loads_typed((row.type, row.blob))


def _same(keeper: MemoryCheckpointer, value: Any, other: Any) -> bool:
    """Tell whether two values are kept alike; what has no order, as a set, is compared as it is."""
    written = keeper.serde.dumps_typed(value)
    return written == keeper.serde.dumps_typed(other) or _equal(
        keeper.serde.loads_typed(written), other
    )


def _equal(value: Any, other: Any) -> bool:
    try:
        return bool(value == other)
    except Exception:  # an array compares element by element
        return False


def _parent(found: CheckpointTuple) -> str | None:
    return (found.parent_config or {}).get("configurable", {}).get("checkpoint_id")


def _plain(value: Any) -> Any:
    """Return a value as JSON gives it back; NUL characters are left out, as LangGraph does."""
    return json.loads(json.dumps(value, default=str).replace("\\u0000", ""))
