"""What may an agent do with memory by itself?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from langchain_core.tools import BaseTool, StructuredTool, ToolException
from langgraph.prebuilt import ToolRuntime
from pydantic import BaseModel, Field, ValidationError

from langmem_ext.callers import text_of
from langmem_ext.errors import ConfigurationError, LangMemError
from langmem_ext.memory import (
    EntityProfile,
    Memory,
    MemoryStats,
    QueryResult,
    Source,
    WriteOutcome,
)
from langmem_ext.nodes.asking import digest_of
from langmem_ext.nodes.making_room import make_room, roomy
from langmem_ext.nodes.node import Steps, adrive, ask, drive
from langmem_ext.nodes.recall import note_recall
from langmem_ext.runtime import memory_store, principal_of
from langmem_ext.stores.view import MemoryView


class QueryArguments(BaseModel):
    """Say what to look for."""

    query: str = Field(description="what to look for, in plain words")
    categories: list[str] | None = Field(
        None, description="only these categories; leave out for all you may see"
    )
    filters: dict[str, Any] | None = Field(
        None,
        description="conditions by field: kind, type, tags, role, actor_id, run_id, pinned, importance_min, "
        "importance_max, updated_after, updated_before, event_after, event_before (times in ISO 8601 with a zone)",
    )
    top_k: int = Field(3, ge=1, le=50, description="at most so many memories")
    returns: Literal["bullets", "full"] = Field(
        "bullets", description="short lines, or whole records"
    )
    budget_tokens: int = Field(
        512, ge=16, le=8000, description="at most so many tokens of memories"
    )
    threshold: float | None = Field(
        None, ge=0, le=1, description="leave out what is less similar than this"
    )


class RememberArguments(BaseModel):
    """Say what to keep."""

    content: str = Field(
        description="one self-contained statement in the third person, at most 280 characters"
    )
    category: str | None = Field(None, description="where it belongs; leave out to have it chosen")


class ForgetArguments(BaseModel):
    """Say what to drop."""

    id: str = Field(description="the id of the memory, as memory_query returned it")


class CorrectArguments(BaseModel):
    """Say what to put right."""

    id: str = Field(description="the id of the memory, as memory_query returned it")
    content: str = Field(
        description="what is true: one self-contained statement in the third person, at most 280 characters"
    )


class ConfirmArguments(BaseModel):
    """Say what the user has confirmed."""

    id: str = Field(description="the id of the memory, as memory_query returned it")


class StatsArguments(BaseModel):
    """Ask for the counts."""

    category: str | None = Field(None, description="only this category; leave out for all")


class EntityArguments(BaseModel):
    """Say about whom or what."""

    name: str = Field(description="a person, project, place, organization, e-mail, tag or date")


def memory_tools(agent: str | None = None, include: Iterable[str] | None = None) -> list[BaseTool]:
    """Return tools for an agent, or those that `include` names.

    `memory_query`, `memory_remember`, `memory_correct`, `memory_confirm`, `memory_forget`, `memory_stats` and
    `memory_entity`.

    Each runs on behalf of the run's user, as `agent` when given, else as the context's agent: the model can choose
    neither. What memory refuses (a category outside the agent's allowlist, an unknown id) reaches the model as an error
    that it can act on. Results are JSON-able.

    Raises:
        ConfigurationError: `include` names no tool.
    """
    wanted = tuple(_TOOLS) if include is None else tuple(include)
    if unknown := [name for name in wanted if name not in _TOOLS]:
        raise ConfigurationError(
            f"no memory tool is called {unknown[0]!r}; there are {', '.join(_TOOLS)}"
        )
    return [made_tool(name, *_TOOLS[name], agent) for name in wanted]


def _query(
    view: MemoryView, runtime: ToolRuntime[Any, Any], given: dict[str, Any]
) -> Steps[dict[str, Any]]:
    """Search long-term memory about the user.

    Returns what changed since you last looked, and the memories that fit best, each with its id and category.
    """
    returns = given.pop("returns", "bullets")
    if not view.scope.settings.long_term_enabled:
        return {"header": "", "bullets" if returns == "bullets" else "memories": [], "tokens": 0}
    found: QueryResult = yield from ask(view, "query", given.pop("query"), returns="full", **given)
    yield from note_recall(view)
    shape = bullet_of if returns == "bullets" else _record
    memories = [shape(memory) for memory in found.memories]
    return {
        "header": found.header,
        "bullets" if returns == "bullets" else "memories": memories,
        "tokens": found.tokens,
    }


def _remember(
    view: MemoryView, runtime: ToolRuntime[Any, Any], given: dict[str, Any]
) -> Steps[dict[str, Any]]:
    """Keep one fact about the user for later conversations. Never keep secrets."""
    view = roomy(view, None)
    outcome: WriteOutcome = yield from ask(
        view, "remember", **given, source=Source.TOOL, operation_id=_operation(view, runtime)
    )
    make_room(view, None, [outcome])
    return _told(outcome)


def _operation(view: MemoryView, runtime: ToolRuntime[Any, Any]) -> str | None:
    """Return what a call is known by when its node runs again after a crash; None where nothing tells it from another.

    Models may count their calls anew in each turn: beside the id of the call stands the message that made it.
    """
    principal, run = view.scope.principal, getattr(runtime, "execution_info", None)
    message, task = _calling(runtime), run.task_id if run else None
    if principal and principal.thread_id and message:
        return f"tool:{digest_of(principal.thread_id, message, runtime.tool_call_id or '')}"
    return f"tool:{digest_of(task, runtime.tool_call_id or '')}" if task else None


def _calling(runtime: ToolRuntime[Any, Any]) -> str | None:
    """Return the id of the newest message that makes the call."""
    state = runtime.state
    if not isinstance(state, list):
        state = (
            state.get("messages")
            if isinstance(state, Mapping)
            else getattr(state, "messages", None)
        )
    for message in reversed(state or []):
        calls = getattr(message, "tool_calls", None) or []
        if any(call["id"] == runtime.tool_call_id for call in calls):
            return text_of(message.id)
    return None


def _correct(
    view: MemoryView, runtime: ToolRuntime[Any, Any], given: dict[str, Any]
) -> Steps[dict[str, Any]]:
    """Replace the text of a memory that is wrong or no longer true; the old text stays in the history."""
    outcome: WriteOutcome = yield from ask(view, "correct", given["id"], given["content"])
    return _told(outcome)


def _confirm(
    view: MemoryView, runtime: ToolRuntime[Any, Any], given: dict[str, Any]
) -> Steps[dict[str, Any]]:
    """Protect a memory from fading, after the user has confirmed that it is true."""
    outcome: WriteOutcome = yield from ask(view, "confirm", given["id"])
    return _told(outcome)


def _stats(
    view: MemoryView, runtime: ToolRuntime[Any, Any], given: dict[str, Any]
) -> Steps[dict[str, Any]]:
    """Count what is remembered about the user, by category and kind."""
    counted: MemoryStats = yield from ask(view, "stats")
    if (category := given.get("category")) is not None:
        return {"total": counted.by_category.get(category, 0)}
    shown = {"total", "by_category", "by_kind", "turns", "sessions", "latest"}
    return counted.model_dump(mode="json", include=shown)


def _entity(
    view: MemoryView, runtime: ToolRuntime[Any, Any], given: dict[str, Any]
) -> Steps[dict[str, Any]]:
    """Return everything that is remembered about a person, a project, a place or another name."""
    found: EntityProfile | None = yield from ask(view, "entity", given["name"])
    if found is None:
        return {"entity": None, "memories": []}
    return {
        "entity": found.entity.name,
        "type": found.entity.type,
        "aliases": list(found.aliases),
        "memories": [bullet_of(memory) for memory in found.memories],
    }


def _told(outcome: WriteOutcome) -> dict[str, Any]:
    """Return what a write did; what was refused is an error that the model can act on."""
    if outcome.status == "rejected":
        raise ToolException(f"not kept ({outcome.reason}): {outcome.detail}")
    kept = {"memory": bullet_of(outcome.memory)} if outcome.memory else {}
    return {"status": outcome.status, "reason": outcome.reason, **kept}


def _forget(
    view: MemoryView, runtime: ToolRuntime[Any, Any], given: dict[str, Any]
) -> Steps[dict[str, Any]]:
    """Forget one memory; the user can have it restored for 30 days."""
    yield from ask(view, "forget", given["id"])
    return {"forgotten": given["id"]}


Work = Callable[[MemoryView, "ToolRuntime[Any, Any]", dict[str, Any]], Steps[dict[str, Any]]]

_TOOLS: Mapping[str, tuple[Work, type[BaseModel], str]] = {
    "memory_query": (_query, QueryArguments, "context"),
    "memory_remember": (_remember, RememberArguments, "hotpath"),
    "memory_correct": (_correct, CorrectArguments, "hotpath"),
    "memory_confirm": (_confirm, ConfirmArguments, "hotpath"),
    "memory_forget": (_forget, ForgetArguments, "hotpath"),
    "memory_stats": (_stats, StatsArguments, "context"),
    "memory_entity": (_entity, EntityArguments, "context"),
}


def made_tool(
    name: str, work: Work, arguments: type[BaseModel], node: str, agent: str | None = None
) -> BaseTool:
    """Make a tool of what works on a view; its docstring is what the model reads of it."""

    def steps(runtime: ToolRuntime[Any, Any], given: dict[str, Any]) -> Steps[dict[str, Any]]:
        principal = principal_of(runtime, runtime.config, agent=agent)
        try:
            return (yield from work(memory_store(runtime).bind(principal).at(node), runtime, given))
        except ConfigurationError:
            raise  # nothing that a model could put right
        except LangMemError as error:
            raise ToolException(str(error)) from error

    def run(runtime: ToolRuntime[Any, Any], **given: Any) -> dict[str, Any]:
        return drive(steps(runtime, given))

    async def arun(runtime: ToolRuntime[Any, Any], **given: Any) -> dict[str, Any]:
        return await adrive(steps(runtime, given))

    return StructuredTool.from_function(
        run,
        arun,
        name=name,
        description=work.__doc__,
        args_schema=arguments,
        handle_tool_error=True,
        handle_validation_error=_explain,
    )


def bullet_of(memory: Memory) -> dict[str, Any]:
    """Return a memory as a model sees it: its id, its category and its line."""
    return {"id": memory.id, "category": memory.category, "text": memory.bullet()}


def _record(memory: Memory) -> dict[str, Any]:
    return memory.model_dump(mode="json", exclude_none=True)


def _explain(error: Any) -> str:
    """Say which argument is wrong, and how, without the values."""
    if not isinstance(error, ValidationError):
        return "the arguments do not fit the tool"
    problems = error.errors(include_input=False, include_url=False)
    return "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in problems)
