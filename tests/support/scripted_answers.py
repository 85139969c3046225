"""What does a scripted model answer when it is asked for a schema?"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from langchain_core.messages import AIMessage
from scripted_model import ScriptedChatModel


def answering(**answers: Any) -> ScriptedChatModel:
    """A model that answers each schema by its name: a dict, an exception, what a function makes of the quoted items."""

    def respond(messages: list[Any], tools: list[Any], choice: Any) -> Any:
        name = tools[0]["function"]["name"]
        answer = answers.get(name, {})
        if callable(answer):
            answer = answer(items_in(messages[-1].text))
        if isinstance(answer, Exception):
            return answer
        if isinstance(answer, list):  # one answer after the other
            asked = sum(call["tools"] == [name] for call in model.calls)
            answer = answer[min(asked, len(answer)) - 1]
        return as_call(name, answer) if isinstance(answer, Mapping) else answer

    model = ScriptedChatModel(respond=respond)
    return model


def as_call(name: str, answer: Mapping[str, Any]) -> AIMessage:
    """A structured answer, as providers send it."""
    usage = {"input_tokens": 900, "output_tokens": 100, "total_tokens": 1000}
    calls = [{"name": name, "args": dict(answer), "id": "call-1"}]
    return AIMessage("", tool_calls=calls, usage_metadata=usage)


def items_in(text: str) -> list[dict[str, Any]]:
    """What a prompt quotes: the JSON lines between its tags."""
    return [json.loads(line) for line in text.splitlines() if re.match(r"\{.*\}$", line)]


def fact(content: str, *turns: int, **more: Any) -> dict[str, Any]:
    """A fact as a model states it."""
    return {"content": content, "turns": list(turns), "importance": 0.6, "confidence": 0.9, **more}


def finding(*known: dict[str, Any]) -> Callable[[list[dict[str, Any]]], dict[str, Any]]:
    """A reader that finds those facts whose `said` stands in a turn, and cites that turn."""

    def read(items: list[dict[str, Any]]) -> dict[str, Any]:
        found = []
        for each in known:
            wanted = dict(each)
            said = wanted.pop("said")
            cited = [item["n"] for item in items if said in item.get("text", "")]
            if cited:
                found.append({**wanted, "turns": cited[:1]})
        return {"facts": found}

    return read
