"""What does a chat model say when nobody may call a real one?"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import Field


class ScriptedChatModel(BaseChatModel):
    """Answer from a script, or as `respond(messages, tools, tool_choice)` says; `calls` keeps what was asked.

    An exception in the script is raised. Structured output is scripted as a tool call named after the schema.
    """

    replies: list[Any] = Field(default_factory=list)
    respond: Callable[..., Any] | None = None
    delay: float = 0.0
    calls: list[dict[str, Any]] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, *, tool_choice: Any = None, **kwargs: Any) -> Any:
        described = [convert_to_openai_tool(tool) for tool in tools]
        return self.bind(tools=described, tool_choice=tool_choice, **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        tools = kwargs.get("tools") or []
        position = len(self.calls)
        names = [tool["function"]["name"] for tool in tools]
        self.calls.append({"messages": messages, "tools": names})
        time.sleep(self.delay)
        if self.respond is not None:
            said = self.respond(messages, tools, kwargs.get("tool_choice"))
        else:
            said = self.replies[position % len(self.replies)]
        if isinstance(said, Exception):
            raise said
        message = AIMessage(said) if isinstance(said, str) else said.model_copy(deep=True)
        return ChatResult(generations=[ChatGeneration(message=message)])
