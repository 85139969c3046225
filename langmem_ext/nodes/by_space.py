"""How is work done for every user whose turn it is, one after the other?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict  # what pydantic needs before Python 3.12

from langmem_ext.errors import ConfigurationError
from langmem_ext.memory import WriteOutcome
from langmem_ext.models import resolve_model
from langmem_ext.namespaces import space_key, split_space_key
from langmem_ext.nodes.asking import NO_MODEL, Model, patiently
from langmem_ext.nodes.node import Call, Node, Steps, aside, ask
from langmem_ext.principal import Principal
from langmem_ext.runtime import AnyMemoryStore, memory_store, principal_of
from langmem_ext.settings import Settings
from langmem_ext.state import MemoryContext
from langmem_ext.stores.operations import reviewing, runs
from langmem_ext.stores.operations.runs import Ran

Work: TypeAlias = Callable[[AnyMemoryStore, Principal, Settings, Model], Steps[list[WriteOutcome]]]
"""Do the work of one user."""

_SKIPPED = "skipped: "

AT_ONCE = 100
"""How many users are looked up together."""


class BySpaceState(TypedDict, total=False):
    """Report how many users were served and what was made; the rest is where the graph is."""

    limit: int | None
    report: dict[str, int]
    left: int | None
    waiting: list[str]
    after: str
    more: bool
    began: float


Graph: TypeAlias = "StateGraph[BySpaceState, MemoryContext, BySpaceState, BySpaceState]"


def by_space(
    name: str,
    work: Work,
    *,
    since: timedelta,
    least: int,
    settings: Settings | None,
    model: Model,
    kept_as: str | None = None,
) -> Graph:
    """Return a graph that does work for the users in whose space at least so much was learned lately.

    For the user of the run alone, where its context names one. Each user is a step of its own, with a checkpoint
    behind it. With `kept_as`, the name of the graph, the run leaves a report in the database.
    """

    def begin(call: Call) -> Steps[dict[str, Any]]:
        yield from ()
        began = memory_store(call.runtime).scope.clock().timestamp()
        asked = {"limit": None, "left": call.state.get("limit"), "began": began}
        return {**asked, "report": {}, "waiting": [], "after": "", "more": True}

    def choose(call: Call) -> Steps[dict[str, Any]]:
        state, own, report = call.state, whose(call), call.state["report"]
        chosen = settings or memory_store(call.runtime).scope.settings
        if (yield from aside(resolve_model, model or chosen.model)) is None:
            return {"waiting": [], "more": False, "report": {**report, f"{_SKIPPED}{NO_MODEL}": 1}}
        if own is not None:
            return {"waiting": [_space(own)], "more": False, "report": report}
        view = memory_store(call.runtime).bind(Principal()).at(name)
        scope, after = view.scope, state["after"]
        found: list[str] = yield from patiently(
            view,
            lambda: reviewing.spaces_due(
                scope, name, since=scope.clock() - since, least=least, after=after, limit=AT_ONCE
            ),
        )
        more = len(found) == AT_ONCE
        return {
            "waiting": found,
            "after": found[-1] if found else after,
            "more": more,
            "report": report,
        }

    def serve(call: Call) -> Steps[dict[str, Any]]:
        state, store = call.state, memory_store(call.runtime)
        space, *waiting = state["waiting"]
        chosen = settings or store.scope.settings
        outcomes = yield from work(store, _owner(space), chosen, model)
        report = Counter(state["report"])
        report["users"] += 1
        report += Counter(each.status for each in outcomes)
        left = None if state["left"] is None else state["left"] - 1
        return {"waiting": waiting, "left": left, "report": dict(report)}

    def finish(call: Call) -> Steps[dict[str, Any]]:
        scope = memory_store(call.runtime).scope
        ran = _ran(kept_as or name, name, call.state, scope.clock())
        yield from ask(memory_store(call.runtime), "run", runs.record(scope, ran))
        return {}

    builder = StateGraph(BySpaceState, context_schema=MemoryContext)
    builder.add_node("choose", Node("choose", choose), input_schema=BySpaceState)
    builder.add_node(name, Node(name, serve), input_schema=BySpaceState)
    builder.add_node("begin", Node("begin", begin), input_schema=BySpaceState)
    builder.add_edge(START, "begin")
    builder.add_edge("begin", "choose")
    ways: dict[Hashable, str] = {name: name, "choose": "choose", END: "finish" if kept_as else END}
    builder.add_conditional_edges("choose", lambda state: _next(state, name), ways)
    builder.add_conditional_edges(name, lambda state: _next(state, name), ways)
    if kept_as:
        builder.add_node("finish", Node("finish", finish), input_schema=BySpaceState)
        builder.add_edge("finish", END)
    return builder


def _ran(graph: str, step: str, state: BySpaceState, now: datetime) -> Ran:
    """Return the report of a run; what it took is by the store's clock, as a run may be cut off and go on later."""
    began = datetime.fromtimestamp(state["began"], UTC)
    skipped = [key for key in state["report"] if key.startswith(_SKIPPED)]
    status = "skipped" if skipped else "left" if state["waiting"] or state["more"] else "ok"
    reason = skipped[0].removeprefix(_SKIPPED) if skipped else None
    counts = {key: count for key, count in state["report"].items() if key not in skipped}
    return Ran(graph, step, status, reason, counts, began, (now - began).total_seconds())


def whose(call: Call) -> Principal | None:
    """Return whose memory is meant; None for everybody's."""
    try:
        return principal_of(call.runtime, call.config)
    except ConfigurationError:
        return None


def _next(state: BySpaceState, name: str) -> str:
    if state["left"] == 0:
        return END
    if state["waiting"]:
        return name
    return "choose" if state["more"] else END


def _space(principal: Principal) -> str:
    return space_key(principal.tenant, f"user:{principal.user_id}")


def _owner(space: str) -> Principal:
    tenant, own = split_space_key(space)
    return Principal(user_id=own.removeprefix("user:"), tenant=tenant)
