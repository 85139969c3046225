"""How does an agent of LangChain's `create_agent` get memory?"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import asdict
from typing import Annotated, Any, NotRequired

from langchain.agents.middleware import AgentMiddleware, AgentState, ModelRequest, ModelResponse
from langchain.agents.middleware.types import PrivateStateAttr
from langchain_core.messages import SystemMessage
from langgraph.config import get_config
from langgraph.runtime import Runtime

from langmem_ext.middleware import memory_text
from langmem_ext.nodes.extract_facts import extract_facts
from langmem_ext.nodes.hot_path import hot_path
from langmem_ext.nodes.load_context import load_context
from langmem_ext.nodes.node import Call, MemoryNode, Steps, adrive, drive
from langmem_ext.nodes.record_turns import record_turns
from langmem_ext.runtime import principal_of
from langmem_ext.settings import Settings
from langmem_ext.state import Bullets, Confidence, Context, Notices, Outcomes, Turn
from langmem_ext.tools import memory_tools


class MemoryAgentState(AgentState[Any]):
    """Hold the messages and what memory has to say; `memory_notices` and `memory_outcomes` come out."""

    memory_context: NotRequired[Annotated[Context, PrivateStateAttr]]
    memory_header: NotRequired[Annotated[Context, PrivateStateAttr]]
    memory_outcomes: NotRequired[Outcomes]
    memory_notices: NotRequired[Notices]
    memory_confidence: NotRequired[Annotated[Confidence, PrivateStateAttr]]
    memory_seen: NotRequired[Annotated[Bullets, PrivateStateAttr]]
    memory_turn: NotRequired[Annotated[Turn, PrivateStateAttr]]


class MemoryMiddleware(AgentMiddleware[MemoryAgentState, Any]):
    """Give an agent memory: `create_agent(model, tools, middleware=[MemoryMiddleware()], store=store)`.

    Before the agent begins, what the user asked to remember or said in passing is written, and what memory has to
    say is looked up; it stands in the system message of every call of the model, and not in the conversation.
    Afterwards the turn is kept as evidence. The agent can look again with `memory_query`, or with whatever `tools`
    names; `agent` is whose allowlist holds, else the context's. `extract` also reads long messages with a model,
    after the answer. `listen=False` writes nothing of what the user said: for a specialist to whom an agent hands
    over that has written it, as each writes by its own allowlist.
    """

    state_schema = MemoryAgentState

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        agent: str | None = None,
        tools: Iterable[str] = ("memory_query",),
        listen: bool = True,
        extract: bool = False,
        model: Any = None,
    ) -> None:
        super().__init__()
        self.agent = agent
        self.tools = memory_tools(agent, tools)
        first: list[MemoryNode] = [hot_path(settings)] if listen else []
        self._before = [*first, load_context(settings)]
        last: list[MemoryNode] = [extract_facts(settings, model)] if extract else []
        self._after = [*last, record_turns(settings)]

    def before_agent(self, state: MemoryAgentState, runtime: Runtime[Any]) -> dict[str, Any]:
        """Write what the user said, then look up what memory has to say."""
        return drive(self._run(self._before, state, runtime))

    async def abefore_agent(self, state: MemoryAgentState, runtime: Runtime[Any]) -> dict[str, Any]:
        """Write what the user said, then look up what memory has to say."""
        return await adrive(self._run(self._before, state, runtime))

    def after_agent(self, state: MemoryAgentState, runtime: Runtime[Any]) -> dict[str, Any]:
        """Keep the turn as evidence."""
        return drive(self._run(self._after, state, runtime))

    async def aafter_agent(self, state: MemoryAgentState, runtime: Runtime[Any]) -> dict[str, Any]:
        """Keep the turn as evidence."""
        return await adrive(self._run(self._after, state, runtime))

    def wrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], ModelResponse[Any]]
    ) -> ModelResponse[Any]:
        """Put what memory has to say into the system message."""
        return handler(_told(request))

    async def awrap_model_call(
        self,
        request: ModelRequest[Any],
        handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]],
    ) -> ModelResponse[Any]:
        """Put what memory has to say into the system message."""
        return await handler(_told(request))

    def _run(
        self, nodes: Iterable[MemoryNode], state: MemoryAgentState, runtime: Runtime[Any]
    ) -> Steps[dict[str, Any]]:
        """Run nodes one after the other, each on what those before it left in the state."""
        config = get_config()
        update: dict[str, Any] = {}
        for node in nodes:
            call = Call({**state, **update}, self._as_agent(runtime, config), config)
            update |= yield from node.steps(call)
        return {name: value for name, value in update.items() if name in _KEYS}

    def _as_agent(self, runtime: Runtime[Any], config: Any) -> Runtime[Any]:
        """Return the runtime of the agent whose allowlist holds."""
        if self.agent is None:
            return runtime
        return runtime.override(context=asdict(principal_of(runtime, config, agent=self.agent)))


_KEYS = frozenset(MemoryAgentState.__annotations__)


def _told(request: ModelRequest[Any]) -> ModelRequest[Any]:
    known = memory_text(dict(request.state))
    if not known:
        return request
    own = request.system_message
    text = f"{own.text}\n\n{known}" if own else known
    return request.override(system_message=SystemMessage(text))
