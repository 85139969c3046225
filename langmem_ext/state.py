"""What does a graph with memory carry from node to node, and what does a run have to say about itself?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from langgraph.graph import MessagesState
from typing_extensions import TypedDict  # what LangGraph and pydantic need before Python 3.12

from langmem_ext.command_reading.kinds import Command
from langmem_ext.joining import Fields, Lists, Said, Seen, Surest, Texts
from langmem_ext.memory import WriteOutcome


@dataclass(frozen=True)
class MemoryContext:
    """Say on whose behalf a run goes: the `context_schema` of a graph, with the fields of Principal.

    Pass it as `graph.invoke(..., context={"user_id": "ana"})`. A context of your own with these names works
    too; what is left out comes from the run itself (`langmem_ext.runtime.principal_of`).
    """

    user_id: str | None = None
    agent: str = "supervisor"
    tenant: str = "default"
    chat_id: str | None = None
    participants: tuple[str, ...] = ()
    thread_id: str | None = None
    run_id: str | None = None
    app_id: str | None = None


Context = Annotated[str, Texts]
Outcomes = Annotated[list[WriteOutcome], Lists]
Notices = Annotated[list[str], Lists]
Confidence = Annotated[float | None, Surest]
Bullets = Annotated[dict[str, list[str]], Seen]
Turn = Annotated[str, Said]


class MemoryKeys(TypedDict, total=False):
    """Hold what memory has to say in this turn.

    A turn begins with a new message of the user; the first memory nodes that see it empty what the last
    turn left. A node that comes after another goes on from what that has left. What nodes side by side write is joined
    (`langmem_ext.joining`); a state of your own that declares these keys without that keeps what was written last, and
    its memory nodes run one after the other.

    - `memory_context`: the text for the prompt, delta header first
    - `memory_header`: the delta header alone; empty when nothing changed
    - `memory_outcomes`: what was written in this turn, and what was refused
    - `memory_notices`: what the user should be told: acknowledgements, refusals, notifications
    - `memory_confidence`: how sure the answering agent is, 0..1; below `context.recall_below_confidence` the node
      `recall` looks again, and then sets it back to None
    - `memory_command`: a command the user gave about memory
    - `memory_seen`: the bullets that each agent got in this turn
    - `memory_turn`: the message that the keys above belong to
    - `memory_dialogue`: what commands of this conversation may refer to later, over the turns: the ids of the last list
      that was shown (`listed`), what the last command did (`done`, `at`), what memory has asked before it deletes
      (`waiting`), in a group for each user (`of`); which proposals each user was asked about last, and in which turn
      (`consent`)
    """

    memory_context: Context
    memory_header: Context
    memory_outcomes: Outcomes
    memory_notices: Notices
    memory_confidence: Confidence
    memory_command: Annotated[Command | None, Said]
    memory_seen: Bullets
    memory_turn: Turn
    memory_dialogue: Annotated[dict[str, Any], Fields]


class MemoryState(MessagesState, MemoryKeys, total=False):
    """Hold the messages and what memory has to say in this turn: the state of a graph with memory."""


class NodeState(MemoryKeys, total=False):
    """Hold what a memory node reads. The messages are whatever the graph takes them for."""

    messages: list[Any]
