"""What is learned from the conversations that have ended?

    START -> begin -> claim -> extract -> learn -> settle -> sum_up -> finish -> claim ... -> END

A trusted internal job: it reviews every session whose time has come, one after the other, each on behalf of whose it
is. With `{"session_id": ...}` and a context that names the user, that session alone, which is over by that. Every
step may be cut off: with a checkpointer the graph goes on where it was, without one another run does, and neither
asks, charges or writes anything twice. For a caller of a server that is no operator all is one step (`review_own`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict  # what pydantic needs before Python 3.12

from langmem_ext.callers import is_held_to_itself
from langmem_ext.memory import Memory, WriteOutcome
from langmem_ext.models import resolve_model
from langmem_ext.nodes import by_space
from langmem_ext.nodes.asking import NO_MODEL, Model, patiently
from langmem_ext.nodes.facts import from_json, to_json
from langmem_ext.nodes.holding import while_held
from langmem_ext.nodes.node import Call, Node, Steps, aside
from langmem_ext.nodes.review_own import review_own
from langmem_ext.nodes.review_session import NODE, Review, claim_freed, memories_of
from langmem_ext.policies.notices import notice_of_review
from langmem_ext.principal import Principal
from langmem_ext.runtime import memory_store, require_trusted
from langmem_ext.settings import Settings
from langmem_ext.state import MemoryContext
from langmem_ext.stores.operations import due
from langmem_ext.stores.operations.due import Held
from langmem_ext.stores.operations.turns import space_of
from langmem_ext.stores.view import MemoryView

STEPS_AT_MOST = 10_000
"""How many steps one run takes: a session of 30 turns takes five."""


class ReviewState(TypedDict, total=False):
    """Say which session, and how many at most; report what was done.

    `report` counts sessions, facts by what became of them, and what was skipped and why. `notices` are what the users
    may be told, by user. The rest is where the graph is.
    """

    session_id: str | None
    limit: int | None
    report: dict[str, int]
    notices: dict[str, list[str]]
    only: str | None
    left: int | None
    held: dict[str, Any] | None
    after: int
    upto: int
    page: list[str]
    facts: list[dict[str, Any]]
    written: list[dict[str, Any]]
    outcomes: list[dict[str, Any]]


def build(
    settings: Settings | None = None, model: Model = None
) -> StateGraph[ReviewState, MemoryContext, ReviewState, ReviewState]:
    """Return the graph, to be compiled with a memory store; `invoke({})` returns the report."""
    builder = StateGraph(ReviewState, context_schema=MemoryContext)
    for name, step in _STEPS.items():
        builder.add_node(name, Node(name, _bound(step, settings, model)), input_schema=ReviewState)
    builder.add_edge(START, "begin")
    builder.add_edge("begin", "claim")
    builder.add_conditional_edges("claim", _after_claim, ["extract", "claim", END])
    builder.add_conditional_edges("extract", _after_extract, ["learn", "claim"])
    builder.add_edge("learn", "settle")
    builder.add_conditional_edges("settle", _after_settle, ["extract", "sum_up"])
    builder.add_edge("sum_up", "finish")
    builder.add_edge("finish", "claim")
    return builder


def _begin(call: Call, settings: Settings, model: Model) -> Steps[dict[str, Any]]:
    """Take what this run was asked for out of the state, where the last one of the thread may have left something."""
    state, (view, spaces) = call.state, _reach(call)
    only, report = state.get("session_id"), dict[str, int]()
    if only and spaces:
        yield from patiently(view, lambda: due.end_session(view.scope, spaces[0], only))
    left, notices = state.get("limit"), dict[str, list[str]]()
    if (yield from aside(resolve_model, model or settings.model)) is None:
        report, left = {f"skipped: {NO_MODEL}": 1}, 0
    elif spaces and is_held_to_itself(call.runtime, call.config):
        told = yield from review_own(
            memory_store(call.runtime), view, spaces, settings, model, only=only, limit=left
        )
        report, notices, left = dict(told.report), told.notices, 0
    asked = {"session_id": None, "limit": None, "only": only, "left": left}
    return {**asked, "report": report, "notices": notices, "held": None}


def _reach(call: Call) -> tuple[MemoryView, list[str] | None]:
    """Return the store as the run may see it, and the space it is about; None for all."""
    whose = by_space.whose(call)
    view = memory_store(call.runtime).bind(whose or Principal()).at(NODE)
    return view, [space_of(view.scope)] if whose else None


def _claim(call: Call, settings: Settings, model: Model) -> Steps[dict[str, Any]]:
    """Take the next session that is due."""
    state, (view, spaces) = call.state, _reach(call)
    report, left = Counter(state["report"]), state["left"]
    if left == 0:
        return {"held": None}
    require_trusted(call.runtime, call.config)
    store = memory_store(call.runtime)
    held = yield from claim_freed(store, view, spaces, state["only"])
    if held is None:
        return {"held": None}
    review = yield from Review.of(store, held, settings, model)
    after, upto = yield from review.range()
    if review.is_short(upto):
        yield from review.leave()
        report["skipped: short"] += 1
        after = upto
    place = {"after": after, "upto": upto, "page": [], "outcomes": []}
    left = None if left is None else left - 1
    return {**place, "held": asdict(held), "left": left, "report": dict(report)}


def _extract(call: Call, settings: Settings, model: Model) -> Steps[dict[str, Any]]:
    """Read a page, and ask for its facts."""
    state, review = call.state, (yield from _open(call, settings, model))
    page = yield from review.page(state["after"], state["upto"])
    if page is None:
        return {"page": []}  # another worker has taken it
    turns = page.turns
    if not turns:
        return {"page": ["", ""], "facts": [], "after": page.end}
    extracted = yield from review.extract(turns)
    report = Counter(state["report"])
    if extracted.missing:
        yield from review.put_off(extracted.missing)
        report[f"skipped: {extracted.missing}"] += 1
        return {"page": [], "report": dict(report)}
    report["refused"] += extracted.refused
    place = {"page": [turns[0].id, turns[-1].id], "after": page.end}
    return {**place, "facts": to_json(extracted.learned), "report": dict(report)}


def _learn(call: Call, settings: Settings, model: Model) -> Steps[dict[str, Any]]:
    """Write the facts of the page."""
    review = yield from _open(call, settings, model)
    outcomes = yield from review.learn(from_json(call.state["facts"]))
    report = Counter(call.state["report"]) + Counter(_named(each) for each in outcomes)
    told = [each.model_dump(mode="json") for each in outcomes]
    return {
        "facts": [],
        "written": [memory.model_dump(mode="json") for memory in memories_of(outcomes)],
        "outcomes": [*call.state["outcomes"], *told],
        "report": dict(report),
    }


def _settle(call: Call, settings: Settings, model: Model) -> Steps[dict[str, Any]]:
    """Resolve the conflicts that the page brought."""
    review = yield from _open(call, settings, model)
    written = [Memory.model_validate(each) for each in call.state["written"]]
    outcomes = yield from review.settle(call.state["page"], written)
    report = Counter(call.state["report"])
    report["conflicts"] += sum(each.status == "superseded" for each in outcomes)
    return {"written": [], "report": dict(report)}


def _sum_up(call: Call, settings: Settings, model: Model) -> Steps[dict[str, Any]]:
    """Write down what happened."""
    review = yield from _open(call, settings, model)
    outcomes = yield from review.sum_up(call.state["upto"])
    report = Counter(call.state["report"])
    report["episodes"] += sum(each.status == "created" for each in outcomes)
    return {"report": dict(report)}


def _finish(call: Call, settings: Settings, model: Model) -> Steps[dict[str, Any]]:
    """Note that the session has been reviewed."""
    state, review = call.state, (yield from _open(call, settings, model))
    report, notices = Counter(state["report"]), dict(state.get("notices") or {})
    if (yield from review.finish(state["upto"])):
        report["sessions"] += 1
        outcomes = [WriteOutcome.model_validate(each) for each in state["outcomes"]]
        user = review.held.user_id or review.held.space
        if notice := notice_of_review(outcomes):
            notices[user] = [*notices.get(user, []), notice]
    return {"held": None, "outcomes": [], "report": dict(report), "notices": notices}


_Step = Callable[[Call, Settings, Model], Steps[dict[str, Any]]]


def _holding(step: _Step) -> _Step:
    """Go on holding the session during a step. A step that is cut off goes on, even if somebody else has it by then."""

    def held(call: Call, settings: Settings, model: Model) -> Steps[dict[str, Any]]:
        store, session = memory_store(call.runtime), _held(call)
        scope = store.bind(session.principal).at(NODE).scope
        return (yield from while_held(store, scope, session, step(call, settings, model)))

    return held


_STEPS: dict[str, _Step] = {
    "begin": _begin,
    "claim": _claim,
    "extract": _holding(_extract),
    "learn": _holding(_learn),
    "settle": _holding(_settle),
    "sum_up": _holding(_sum_up),
    "finish": _holding(_finish),
}


def _bound(
    step: _Step, settings: Settings | None, model: Model
) -> Callable[[Call], Steps[dict[str, Any]]]:
    return lambda call: step(call, settings or memory_store(call.runtime).scope.settings, model)


def _open(call: Call, settings: Settings, model: Model) -> Steps[Review]:
    return (yield from Review.of(memory_store(call.runtime), _held(call), settings, model))


def _held(call: Call) -> Held:
    """Return the session that the state says is held; a caller of a server could have written there what it likes."""
    require_trusted(call.runtime, call.config)
    return Held(**call.state["held"])


def _named(outcome: WriteOutcome) -> str:
    return f"rejected: {outcome.reason}" if outcome.status == "rejected" else outcome.status


def _after_claim(state: ReviewState) -> str:
    if not state["held"]:
        return END
    return "extract" if state["after"] < state["upto"] else "claim"


def _after_extract(state: ReviewState) -> str:
    return "learn" if state["page"] else "claim"


def _after_settle(state: ReviewState) -> str:
    return "extract" if state["after"] < state["upto"] else "sum_up"


graph = build().compile(name="session_review").with_config(recursion_limit=STEPS_AT_MOST)
"""Without store and checkpointer: a LangGraph server brings its own."""
