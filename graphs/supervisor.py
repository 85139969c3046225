"""In what order do a supervisor and its specialists answer with memory?

    START -> commands -> hot_path -> ask_consent -> load_context -> router
          -> supervisor | planner | stylist -> record_turns -> END

`commands` comes first: a message that only commands memory ("forget number 3") is answered by memory itself, and the
turn ends there. It is not kept as evidence: a review must not learn again what the user has just had forgotten. One
that is sent again when an agent has answered it already, as whoever was cut off may do, is recorded, and not answered
twice.
`hot_path` comes before the answer: a request to remember has the highest priority and the answer acknowledges it (spec
000, section 2.4). It also comes before `load_context`: "I moved to Lisbon" must not be answered from the context of the
moment before, and the header then tells what the message changed. Each agent sees memory through its own allowlist,
and one with a model that is unsure (`memory_confidence`, else the words of the question) looks again before it answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from langchain_core.language_models import BaseChatModel
from langgraph.graph import END, START, StateGraph

from langmem_ext.nodes import (
    ToolExtractor,
    ask_consent,
    commands,
    hot_path,
    load_context,
    record_turns,
)
from langmem_ext.nodes.commands import answered, by_memory
from langmem_ext.nodes.specialists import Specialist, router, specialist
from langmem_ext.settings import Settings
from langmem_ext.state import MemoryContext, MemoryState, NodeState

SUPERVISOR = Specialist("supervisor", "You lead, and answer whatever is nobody else's business.")
SPECIALISTS = (
    Specialist(
        "planner",
        "You help the user to plan: goals, tasks, projects, deadlines.",
        frozenset(
            "plan plans planning planned goal goals task tasks todo todos project projects deadline deadlines "
            "milestone milestones schedule scheduled ship shipping launch release due remind reminder "
            "reminders week agenda finish deliver deliverable roadmap next".split()
        ),
    ),
    Specialist(
        "stylist",
        "You know the user's taste: preferences, tone and style, for wording and for looks.",
        frozenset(
            "style styles tone prefer prefers preference preferences favorite favourite taste colour color theme look "
            "looks wear outfit design font wording write draft rewrite format formal casual like likes "
            "love hate".split()
        ),
    ),
)


class SupervisorState(MemoryState, total=False):
    """Add who answers: `memory_route`, the name of an agent."""

    memory_route: str


def build(
    settings: Settings | None = None,
    model: BaseChatModel | str | None = None,
    specialists: Sequence[Specialist] = SPECIALISTS,
    *,
    tool_extractors: Mapping[str, ToolExtractor] | None = None,
) -> StateGraph[SupervisorState, MemoryContext, SupervisorState, SupervisorState]:
    """Return the graph, to be compiled with a memory store: `build().compile(store=store, checkpointer=...)`.

    `model` is a chat model or a name such as `openai:gpt-5`; without it the one of the settings (`LANGMEM_MODEL`), and
    without that the agents answer from memory alone and say so.
    """
    builder = StateGraph(SupervisorState, context_schema=MemoryContext)
    builder.add_node("commands", commands(settings, model))
    builder.add_node("hot_path", hot_path(settings, model, tool_extractors=tool_extractors))
    builder.add_node("ask_consent", ask_consent(settings, model))
    builder.add_node("load_context", load_context(settings, model))
    builder.add_node("router", router(SUPERVISOR, specialists, settings, model))
    builder.add_node("record_turns", record_turns(settings, model))
    builder.add_edge(START, "commands")
    builder.add_conditional_edges("commands", _answered, ["hot_path", "record_turns", END])
    builder.add_edge("hot_path", "ask_consent")
    builder.add_edge("ask_consent", "load_context")
    builder.add_edge("load_context", "router")
    agents = [SUPERVISOR, *specialists]
    for agent in agents:
        builder.add_node(agent.name, specialist(agent, settings, model))
        builder.add_edge(agent.name, "record_turns")
    builder.add_conditional_edges("router", _route, [agent.name for agent in agents])
    builder.add_edge("record_turns", END)
    return builder


def _answered(state: SupervisorState) -> str:
    """Say where a turn goes on; one that was cut off when an agent had answered, and is sent again, is recorded."""
    if not answered(cast(NodeState, state)):
        return "hot_path"
    return END if by_memory(cast(NodeState, state)) else "record_turns"


def _route(state: SupervisorState) -> str:
    return state["memory_route"]


graph = build().compile(name="supervisor")
"""Without store and checkpointer: a LangGraph server brings its own."""
