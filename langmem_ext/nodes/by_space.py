"""How is work done for every user whose turn it is, one after the other?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, TypeAlias

from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict  # what pydantic needs before Python 3.12

from langmem_ext.callers import is_operator, stated_by
from langmem_ext.errors import ConfigurationError, PermissionDenied
from langmem_ext.memory import WriteOutcome
from langmem_ext.models import resolve_model
from langmem_ext.namespaces import split_space_key, user_space
from langmem_ext.nodes.asking import NO_MODEL, Model, patiently
from langmem_ext.nodes.holding import comes_free
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


@dataclass(frozen=True, slots=True)
class _Rounds:
    """Go from user to user: which are due, and what is done for each."""

    name: str
    work: Work
    since: timedelta
    least: int
    settings: Settings | None
    model: Model

    def begin(self, call: Call) -> Steps[dict[str, Any]]:
        """Begin anew, whatever an earlier run of the thread has left."""
        yield from ()
        began = memory_store(call.runtime).scope.clock().timestamp()
        asked = {"limit": None, "left": call.state.get("limit"), "began": began}
        return {**asked, "report": {}, "waiting": [], "after": "", "more": True}

    def choose(self, call: Call) -> Steps[dict[str, Any]]:
        """Find the users who are due next: the run's own alone, where it names one."""
        own, report = whose(call), call.state["report"]
        chosen = self._settings(call)
        if (yield from aside(resolve_model, self.model or chosen.model)) is None:
            return {"waiting": [], "more": False, "report": {**report, f"{_SKIPPED}{NO_MODEL}": 1}}
        if own is not None:
            yield from self._freed(call, own)
            return {"waiting": [user_space(own)], "more": False, "report": report}
        after = call.state["after"]
        found = yield from self._due(call, after)
        if not found and (yield from self._freed(call)):
            found = yield from self._due(call, "")
        further = {"after": found[-1] if found else after, "more": bool(found)}
        return {"waiting": found, "report": report, **further}

    def serve(self, call: Call) -> Steps[dict[str, Any]]:
        """Do the work of the first who waits."""
        state = call.state
        space, *waiting = state["waiting"]
        if (own := whose(call)) is not None and space != user_space(own):
            raise PermissionDenied("this run is for the user alone who is named for it")
        outcomes = yield from self.work(
            memory_store(call.runtime), _owner(space), self._settings(call), self.model
        )
        report = Counter(state["report"])
        report["users"] += 1
        report += Counter(each.status for each in outcomes)
        left = None if state["left"] is None else state["left"] - 1
        return {"waiting": waiting, "left": left, "report": dict(report)}

    def finish(self, graph: str, call: Call) -> Steps[dict[str, Any]]:
        """Leave the report of the run in the database, under the name of its graph."""
        store = memory_store(call.runtime)
        ran = _ran(graph, self.name, call.state, store.scope.clock())
        if (own := whose(call)) is not None:  # the others still wait for theirs
            ran = replace(ran, graph=f"{graph}, some spaces", tenant=own.tenant)
        yield from ask(store, "run", runs.record(store.scope, ran))
        return {}

    def _freed(self, call: Call, own: Principal | None = None) -> Steps[bool]:
        """Wait for who is at the work of a user, or of anybody, who may have died at it."""
        store = memory_store(call.runtime)
        scope = store.bind(own).scope if own else store.scope
        spaces = [user_space(own)] if own else None
        return (yield from comes_free(store, scope, [self.name], spaces=spaces))

    def _due(self, call: Call, after: str) -> Steps[list[str]]:
        view = memory_store(call.runtime).bind(Principal()).at(self.name)
        since = view.scope.clock() - self.since
        found: list[str] = yield from patiently(
            view,
            lambda: reviewing.spaces_due(
                view.scope, self.name, since=since, least=self.least, after=after, limit=AT_ONCE
            ),
            for_all=True,
        )
        return found

    def _settings(self, call: Call) -> Settings:
        return self.settings or memory_store(call.runtime).scope.settings


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
    rounds = _Rounds(name, work, since, least, settings, model)
    builder = StateGraph(BySpaceState, context_schema=MemoryContext)
    builder.add_node("choose", Node("choose", rounds.choose), input_schema=BySpaceState)
    builder.add_node(name, Node(name, rounds.serve), input_schema=BySpaceState)
    builder.add_node("begin", Node("begin", rounds.begin), input_schema=BySpaceState)
    builder.add_edge(START, "begin")
    builder.add_edge("begin", "choose")
    ways: dict[Hashable, str] = {name: name, "choose": "choose", END: "finish" if kept_as else END}
    builder.add_conditional_edges("choose", lambda state: _next(state, name), ways)
    builder.add_conditional_edges(name, lambda state: _next(state, name), ways)
    if kept_as:
        finish = Node("finish", partial(rounds.finish, kept_as))
        builder.add_node("finish", finish, input_schema=BySpaceState)
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
    """Return whose memory is meant; None for everybody's, as an operator's run that names nobody."""
    named = stated_by(call.runtime.context).get("user_id")
    if not named and is_operator(call.runtime, call.config):
        return None
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


def _owner(space: str) -> Principal:
    tenant, own = split_space_key(space)
    return Principal(user_id=own.removeprefix("user:"), tenant=tenant)
