"""What does the hot path make of a message, and what of the message is kept anywhere?

Each message is one thread of a user of its own, taken through the nodes as a graph does, against a real store with
every gate. It has no vectors: between the memories of one turn only equal texts merge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langgraph.graph import START, StateGraph
from langsmith import tracing_context

from langmem_ext.memory import Memory, Source, WriteOutcome
from langmem_ext.nodes import hot_path, record_turns
from langmem_ext.principal import Principal
from langmem_ext.settings import Settings
from langmem_ext.state import MemoryContext, MemoryState
from langmem_ext.stores import MemoryStore
from langmem_ext.stores.view import MemoryView

WRITTEN = frozenset({"created", "updated", "merged", "superseded", "proposed"})
"""Outcomes that leave something of the message in memory."""

_KEPT = ("content", "title", "keywords", "tags", "slot", "subjects", "old", "new", "meta", "extra")


@dataclass(frozen=True, slots=True)
class Heard:
    """Hold what became of a message, and how to see what is kept of it."""

    view: MemoryView
    outcomes: tuple[WriteOutcome, ...]
    notices: tuple[str, ...]

    @property
    def stored(self) -> list[Memory]:
        """Return the memories that were written, in the order of writing."""
        written = (each.memory for each in self.outcomes if each.status in WRITTEN)
        return [memory for memory in written if memory]

    @property
    def requested(self) -> list[Memory]:
        """Return the memories that were written because the user asked."""
        return [memory for memory in self.stored if memory.source is Source.DIRECTIVE]

    @property
    def noticed(self) -> list[Memory]:
        """Return the memories of what was said in passing."""
        return [memory for memory in self.stored if memory.source is Source.SCAN]

    def turns(self) -> str:
        """Return the turns as they were kept."""
        return "\n".join(each["content"] for each in self.view.export() if each["record"] == "turn")

    def kept(self) -> str:
        """Return every text that was kept or said back: turns, memories, history, notices."""
        texts = [
            text
            for record in self.view.export()
            for key in _KEPT
            for text in _texts(record.get(key))
        ]
        return "\n".join([*texts, *self.notices])


class Conversations:
    """Take messages through the nodes on one store."""

    def __init__(self, store: MemoryStore) -> None:
        self.store = store
        builder = StateGraph(MemoryState, context_schema=MemoryContext)
        steps: list[tuple[str, Any]] = [("hot_path", hot_path()), ("record_turns", record_turns())]
        for name, node in steps:
            builder.add_node(name, node)
        builder.add_edge(START, "hot_path")
        builder.add_edge("hot_path", "record_turns")
        self.graph = builder.compile(store=store)

    def hear(self, text: str, before: Sequence[str] = ()) -> Heard:
        """Say something as a new user, after the messages before it, each answered with a word."""
        user, messages, notices = f"eval-{uuid4().hex}", list[AnyMessage](), list[str]()
        update: dict[str, Any] = {}
        for turn in (*before, text):
            messages.append(HumanMessage(turn, id=f"m{len(messages)}"))
            context = MemoryContext(user_id=user, thread_id=user)
            update = self.graph.invoke({"messages": list(messages)}, context=context)
            notices += update.get("memory_notices") or []
            messages.append(AIMessage("I see.", id=f"m{len(messages)}"))
        outcomes = tuple(update.get("memory_outcomes") or ())
        return Heard(self.store.bind(Principal(user_id=user)), outcomes, tuple(notices))

    def offer(self, text: str) -> WriteOutcome:
        """Offer a text to a new user's memory as it is, on request."""
        view = self.store.bind(Principal(user_id=f"eval-{uuid4().hex}"))
        return view.remember(text, user_requested=True)


@contextmanager
def conversations(uri: str) -> Iterator[Conversations]:
    """Open a store without vectors on an empty database."""
    settings = Settings(embedder="none")
    with (
        tracing_context(enabled=False),  # whatever is set: what is said here stays here
        MemoryStore.from_conn_string(uri, settings=settings, index=False) as store,
    ):
        store.setup()
        yield Conversations(store)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for each in value.items() for text in _texts(list(each)))
    elif isinstance(value, (list, tuple)):
        yield from (text for each in value for text in _texts(each))
