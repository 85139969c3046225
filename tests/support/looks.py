"""Through which doors can a principal look at memory, and what does each show?

Every text of these tests holds the word `zebra`, so that any question finds it, and a mark of its own (`m7x`), so that
it is recognised wherever it appears. An id stands for the mark of its memory.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from langchain_core.messages import AIMessage
from langgraph.graph import END, START, StateGraph
from langgraph.prebuilt import ToolNode
from langgraph.store.base import GetOp, ListNamespacesOp, SearchOp

from langmem_ext import MemoryContext, MemoryState, MemoryView
from langmem_ext.errors import CategoryNotAllowed, MemoryNotFound, PermissionDenied
from langmem_ext.namespaces import MemoryNamespace, encode_label
from langmem_ext.tools import memory_tools

WORD = "zebra"
HANDLE = "@rui"  # in every text, so that it is known as an entity
_MARK = re.compile(r"\bm\d+x\b")
MANY = {"top_k": 60, "budget_tokens": 1_000_000}


@dataclass(frozen=True)
class Kept:
    """Name a memory that was written, so that it can be asked for."""

    mark: str
    id: str
    tenant: str
    space: str
    category: str

    @property
    def namespace(self) -> tuple[str, ...]:
        kind, _, owner = self.space.partition(":")
        return MemoryNamespace(self.tenant, kind, owner, self.category).labels()


@dataclass
class Seen:
    """Collect the marks that each door showed; `asked` counts the reads."""

    by_door: dict[str, set[str]] = field(default_factory=dict)
    asked: int = 0

    def add(self, door: str, marks: set[str]) -> None:
        self.asked += 1
        self.by_door.setdefault(door, set()).update(marks)

    @property
    def everything(self) -> set[str]:
        return set().union(*self.by_door.values())


def text_of(mark: str) -> str:
    return f"The {WORD} {mark} of {HANDLE}"


def marks_in(result: Any, marks_of: Mapping[str, str]) -> set[str]:
    """Return the marks of what a result shows, be it by its text or by its id."""
    text = result if isinstance(result, str) else repr(result)
    return {*_MARK.findall(text), *(mark for id, mark in marks_of.items() if id in text)}


OWN = (
    "list", "list by category", "history", "history of one", "export", "known then", "entity",
    "search", "search by words", "search of a tenant", "get", "batch",
)  # fmt: skip
"""The doors that show all that may be seen of the principal's own spaces, and nothing else."""

ALL = ("query", "query for bullets", "memory")
"""The doors that show all that may be seen, wherever it lies."""

CROSS = (*ALL, "find by subject")
"""The doors that show what others keep about the people present."""


def look(
    view: MemoryView,
    known: Sequence[Kept],
    persons: Sequence[str],
    now: datetime,
    *,
    tool: bool = True,
) -> Seen:
    """Look through every door."""
    marks_of = {kept.id: kept.mark for kept in known}
    seen = Seen()
    for door, result in _results(view, known, persons, now):
        seen.add(door, marks_in(result, marks_of))
    if tool:
        seen.add("tool", marks_in(ask_tool(view), marks_of))
    return seen


def _results(
    view: MemoryView, known: Sequence[Kept], persons: Sequence[str], now: datetime
) -> Iterator[tuple[str, Any]]:
    yield "query", view.query(WORD, returns="full", **MANY)
    yield "query for bullets", view.query(f"What of the {WORD}?", **MANY).render()
    yield "known then", view.query(WORD, as_of=now, returns="full", **MANY)
    yield "context", view.context(WORD, top_k=60, budget_tokens=1_000_000)
    yield "list", view.list(limit=500)
    for category in sorted({kept.category for kept in known}):
        yield "list by category", _or_none(view.list, categories=[category], limit=500)
    yield "history", view.history(limit=500)
    yield "export", [row for row in view.export() if row["record"] != "turn"]
    yield "entity", view.entity(HANDLE)
    yield "find by subject", view.find_memories_by_subject(persons, limit=500)
    yield "proposals", view.proposals
    yield "search turns", view.search_turns(WORD, top_k=500)
    yield "export turns", [row for row in view.export() if row["record"] == "turn"]
    tenant = view.principal.tenant
    yield "search", view.search(("memory",), limit=500)
    yield "search by words", view.search(("memory",), query=WORD, limit=60)
    yield "search of a tenant", view.search(("memory", encode_label(tenant)), limit=500)
    reachable, allowed = [], view.scope.categories.allowed(view.principal.agent)
    for kept in known:
        yield "memory", _or_none(view.memory, kept.id)
        yield "history of one", view.history(kept.id)
        yield "related", _or_none(view.related, kept.id)
        item = _or_none(view.get, kept.namespace, kept.id)
        yield "get", item
        yield "search there", _or_none(view.search, kept.namespace, limit=500)
        if kept.tenant == tenant and kept.space in _spaces(view) and kept.category in allowed:
            reachable.append(kept)
    ops = [
        op
        for kept in reachable
        for op in (GetOp(kept.namespace, kept.id), SearchOp(kept.namespace[:4], limit=500))
    ]
    yield "batch", _or_none(view.batch, [*ops, ListNamespacesOp(limit=500), SearchOp(("memory",))])


def _spaces(view: MemoryView) -> list[str]:
    return [f"{kind}:{owner}" for kind, owner in view.principal.owned().items()]


def _or_none(ask: Any, *arguments: Any, **options: Any) -> Any:
    """Return what is answered, None for what is refused: a refusal names what was asked for."""
    try:
        return ask(*arguments, **options)
    except (MemoryNotFound, PermissionDenied, CategoryNotAllowed):
        return None


def ask_tool(view: MemoryView) -> str:
    """Return what an agent's tool tells a model."""
    principal = view.principal
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_node("tools", ToolNode(memory_tools(principal.agent)))
    builder.add_edge(START, "tools")
    builder.add_edge("tools", END)
    arguments = {"query": WORD, "returns": "full", "top_k": 50, "budget_tokens": 8000}
    calls = {"memory_query": arguments, "memory_entity": {"name": HANDLE}, "memory_stats": {}}
    context = {
        name: getattr(principal, name)
        for name in ("user_id", "agent", "tenant", "chat_id", "participants", "app_id")
        if getattr(principal, name)
    }
    graph, answers = builder.compile(store=view.store), []
    for name, args in calls.items():
        message = AIMessage("", tool_calls=[{"name": name, "args": args, "id": "c1"}])
        result = graph.invoke({"messages": [message]}, context=context)
        answers.append(result["messages"][-1].content)
    return json.dumps(answers)
