"""What was said before that which a checkpointer is given to keep?

A run hands over its input, what its tasks write and what its questions are answered, each by itself; but a bare value
is a secret because a message before it announced one. Every run begins with the checkpoint that it goes on from, so
what the end of a conversation announces is noted where a checkpoint is loaded or kept, and costs no read. What comes
before the checkpoint that it belongs to waits for it (`lacking`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from threading import RLock
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import Checkpoint, CheckpointTuple, DeltaChannelHistory
from langgraph.checkpoint.serde.types import INTERRUPT, RESUME, TASKS, _DeltaSnapshot
from langgraph.types import Interrupt

from langmem_ext.commands import Command
from langmem_ext.stores.checkpoint_arrivals import Arrivals, Lacking, Place
from langmem_ext.stores.masking import NO_ENDING, Ending, Masking, says, text_of

_NOTED = 4096
"""Checkpoints whose conversations are in mind; for others one is read."""

_ASKED = (INTERRUPT, RESUME)
_GIVEN = ("__start__", TASKS)
"""Channels of what is new to the conversation: the input of a run, what is sent to nodes."""

_OF_NO_TASK = "00000000-0000-0000-0000-000000000000"
"""The task id of what a caller writes."""

_FOR_ITS_OWN = (1.0, 29.0)
"""Seconds that writes wait for their checkpoint: the one before it may wait for a connection, and for the tables."""

_FOR_A_CALLERS = (1.0, 9.0)
"""Seconds that the first checkpoint of a graph waits for that of its caller, which may keep none until it ends."""

_CHECKPOINTER, _DURABILITY = "__pregel_checkpointer", "__pregel_durability"
"""Where LangGraph names, in a configurable, the checkpointer of the caller and when a run is kept."""

Writes = Sequence[tuple[str, Any]]


@dataclass(frozen=True, slots=True)
class Heard:
    """Hold how a conversation ends.

    `asked` is what the tasks of this checkpoint wait to be answered: (task id, question). `beside` is what was said
    when there were `at` messages, some of it outside of them: such a question, what the graph heard that called this
    one, messages that were taken out. `opening` tells by what the conversation begins, `id` is the checkpoint's.
    """

    end: Ending = NO_ENDING
    asked: tuple[tuple[str, str], ...] = ()
    beside: Ending = NO_ENDING
    at: int = 0
    opening: int | None = None
    id: str = ""

    def before(self, task_id: str = _OF_NO_TASK) -> Ending:
        """Return what was said before that which a task is answered, or writes."""
        own = [text for task, text in self.asked if task == task_id]
        return self.end.then(own or [text for _, text in self.asked])

    def followed(self) -> Heard:
        """Return what is heard where the next checkpoint is made: what was asked has been answered."""
        return replace(self, asked=(), beside=self.before()) if self.asked else self

    def inside(self) -> Heard:
        """Return what is heard where other messages begin: a graph is called, or the first were taken out."""
        return Heard(self.before(), beside=self.before())


_NOTHING = Heard()


class SaidBefore:
    """Mask what a checkpointer keeps by what was said before it, as far as that is known here."""

    def __init__(self) -> None:
        self._noted: OrderedDict[Place, Heard] = OrderedDict()
        self._lock = RLock()  # several threads may note at once
        self.arrivals = Arrivals(self.knows)

    def knows(self, place: Place) -> bool:
        """Tell whether it is known what was said up to a checkpoint."""
        return place in self._noted

    def lacking(self, config: RunnableConfig, task_id: str | None = None) -> Lacking | None:
        """Return what must be known before something is masked that a task writes; without one, a checkpoint.

        None when it is known.
        """
        place = self._caller(config) if task_id is None else Place.of(config)
        if place is None or place.id is None or self.knows(place):
            return None
        now = self._noted.get(place.now)
        read = (0.0,) if now is None or now.id >= place.id else ()  # none so old is on its way
        if task_id is None:
            return Lacking(place, read + _FOR_A_CALLERS)
        if task_id == _OF_NO_TASK:  # where a run begins, which is in the tables, or in a new thread
            return Lacking(place, read)
        return Lacking(place, read + _FOR_ITS_OWN, needed=True)

    def load(self, masking: Masking, key: str, found: CheckpointTuple) -> None:
        """Note a checkpoint of a thread's key that was loaded."""
        id = found.checkpoint["id"]
        place = Place(key, found.config["configurable"]["checkpoint_ns"], id)
        known, asked = self._noted.get(place), tuple(_questions(masking, found))
        if known is not None and known.asked == asked:
            return
        said = conversation(found.checkpoint["channel_values"])
        heard = known or _continued(masking, _NOTHING, said)
        at = len(said or ()) if asked else heard.at
        heard = replace(heard, asked=asked, at=at, id=id)
        if self._noted.get(place.now, _NOTHING).id <= id:
            self._note(place.now, heard)
        self._note(place, heard)

    def replay(
        self, masking: Masking, config: RunnableConfig, found: Mapping[str, DeltaChannelHistory]
    ) -> None:
        """Note what is said in channels that are kept as their writes."""
        said = [each for name, history in found.items() for each in _replayed(name, history)]
        if said:
            place = Place.of(config)
            heard = self._noted.get(place, _NOTHING)
            self._note(place, replace(heard, end=masking.ending(said), at=len(said)))

    def checkpoint(
        self, masking: Masking, config: RunnableConfig, checkpoint: Checkpoint
    ) -> Checkpoint:
        """Return a checkpoint that follows the one its config names, masked by what was said before."""
        place, values = Place.of(config), checkpoint["channel_values"]
        said = conversation(values)
        heard = _continued(masking, self._parent(place, config).followed(), said, checkpoint["id"])
        self._note(place.now, heard)
        self._note(
            Place(place.thread, place.namespace, heard.id), heard
        )  # last: writes wait for it
        if not (heard.end or heard.beside):
            return checkpoint
        masked = {name: _masked_value(masking, name, values, said, heard) for name in values}
        return cast(Checkpoint, {**checkpoint, "channel_values": masked})

    def writes(
        self, masking: Masking, config: RunnableConfig, writes: Writes, task_id: str
    ) -> Writes:
        """Return what a task writes, masked by what was said before."""
        place = Place.of(config)
        heard = self._heard(place, config)
        before = heard.before(task_id)
        self._note_said(masking, place, heard, writes)
        return [
            (name, _masked_write(masking, name, value, before, task_id)) for name, value in writes
        ]

    def _note_said(self, masking: Masking, place: Place, heard: Heard, writes: Writes) -> None:
        """Note where the graph stands what a task says, after what the tasks beside it have."""
        while True:  # a text is read without the lock: an event loop may want it
            since = self._since(place, heard)
            end = _written(masking, since, writes)
            with self._lock:
                if self._since(place, heard) is since:
                    if end is not since or place.now not in self._noted:
                        self._note(place.now, replace(heard, end=end, id=place.id or ""))
                    return

    def _since(self, place: Place, heard: Heard) -> Ending:
        """Return how the conversation ends with what the tasks of a checkpoint have written since."""
        now = self._noted.get(place.now, _NOTHING)
        return now.end if place.id is not None and now.id == place.id else heard.end

    def _caller(self, config: RunnableConfig) -> Place | None:
        """Return the checkpoint that a graph which begins was called from, if one is kept here while the graph runs."""
        place, named = Place.of(config), config["configurable"]
        kept_here = getattr(named.get(_CHECKPOINTER), "said", None) is self
        if place.id is not None or not kept_here or named.get(_DURABILITY) == "exit":
            return None
        return next(place.outer(config), None)

    def _parent(self, place: Place, config: RunnableConfig) -> Heard:
        """Return what is known before a checkpoint; where messages are kept as writes, the writes since count too."""
        if place.id is None:
            return self._outside(place, config)
        heard = self._heard(place, config)
        end = self._since(place, heard)
        return heard if end is heard.end else replace(heard, end=end)

    def _heard(self, place: Place, config: RunnableConfig) -> Heard:
        """Return what is known where a config points, else where the graph stands."""
        heard = self._noted.get(place) or self._noted.get(place.now)
        return heard or self._outside(place, config)

    def _outside(self, place: Place, config: RunnableConfig) -> Heard:
        """Return what was said to the graphs that called this one."""
        for outer in place.outer(config):
            if heard := self._noted.get(outer) or self._noted.get(outer.now):
                return heard.inside()
        return _NOTHING

    def _note(self, place: Place, heard: Heard) -> None:
        with self._lock:
            self._noted[place] = heard
            self._noted.move_to_end(place)
            while len(self._noted) > _NOTED:
                self._noted.popitem(last=False)
        self.arrivals.came(place)


def conversation(values: Mapping[str, Any]) -> list[Any] | None:
    """Return the messages of a checkpoint: those in `messages`, else in the first channel that holds a list of some."""
    for value in (values.get("messages"), *values.values()):
        said = _inner(value)
        if type(said) is list and said and says(said[-1]):
            return said
    return None


def _inner(value: Any) -> Any:
    return value.value if isinstance(value, _DeltaSnapshot) else value


def _continued(masking: Masking, heard: Heard, said: list[Any] | None, id: str = "") -> Heard:
    """Return what is heard at the end of a conversation that has gone on to `said`; None for one that is not here."""
    if said is None:
        return replace(heard, id=id)
    opening = hash(text_of(said[0]))
    if heard.opening not in (None, opening) or len(said) < heard.at:
        heard = heard.inside()
    later = said[heard.at :] if heard.at else said
    before = heard.beside.before(later) if heard.beside else masking.ending(said[: heard.at])
    end = masking.ending(later, before)
    return Heard(end, heard.asked, heard.beside, heard.at, opening, id)


def _masked_value(
    masking: Masking, name: str, values: Mapping[str, Any], said: list[Any] | None, heard: Heard
) -> Any:
    """Mask what a channel holds; a conversation is masked by itself when it is written down."""
    value = values[name]
    if said is None or _inner(value) is not said:
        new = name in _GIVEN or isinstance(value, Command)
        return masking.masked(value, after=replace(heard.end, open=new))
    if not heard.beside:
        return value
    masked = [*said[: heard.at], *masking.masked(said[heard.at :], after=heard.beside)]
    return masked if value is said else type(value)(masked)


def _written(masking: Masking, end: Ending, writes: Writes) -> Ending:
    """Return how a conversation ends that goes on with what a task writes."""
    for said in (_listed(*write) for write in writes if write[0] not in _ASKED):
        end = masking.ending(said, end.before(said)) if said else end
    return end


def _masked_write(masking: Masking, name: str, value: Any, before: Ending, task_id: str) -> Any:
    if name == RESUME and task_id != _OF_NO_TASK and type(value) is list and value:
        # a task is given all that it was answered; what was asked now, the last one answers
        earlier = masking.masked(value[:-1], deep=True)
        return [*earlier, masking.masked(value[-1], deep=True, after=before)]
    return masking.masked(value, spoken=name == "messages", deep=name in _ASKED, after=before)


def _questions(masking: Masking, found: CheckpointTuple) -> Iterator[tuple[str, str]]:
    """Yield what the tasks of a checkpoint ask, "" for what announces nothing."""
    for task_id, name, value in found.pending_writes or ():
        if name == INTERRUPT:
            for text in masking.announcing(texts_in(value)) or ("",):
                yield task_id, text


def texts_in(value: Any) -> Iterator[str]:
    """Yield the texts of a value, whatever holds them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Interrupt):
        yield from texts_in(value.value)
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from texts_in(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts_in(each)


def _replayed(name: str, history: DeltaChannelHistory) -> list[Any]:
    """Return what was said by the writes of a channel."""
    values = [_inner(history.get("seed")), *(write[2] for write in history["writes"])]
    return [each for value in values for each in _listed(name, value)]


def _listed(name: str, value: Any) -> list[Any]:
    """Return the messages that are written to a channel; a text is one only where it is `messages`."""
    listed = value if type(value) is list else [value]
    spoken = listed and (says(listed[-1]) or (name == "messages" and isinstance(listed[-1], str)))
    return listed if spoken else []
