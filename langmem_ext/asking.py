"""How does a model give an answer that code can read?"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, SystemMessage
from langchain_core.runnables import Runnable
from pydantic import BaseModel, ValidationError

from langmem_ext.models import TIMEOUT, within
from langmem_ext.policies.budget import count_tokens

S = TypeVar("S", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Usage:
    """Count the tokens of a call, as the provider says; estimated where it says nothing."""

    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Reply(Generic[S]):
    """Hold an answer, or the name of what went wrong: a time-out, an error of the provider's, `nonsense`."""

    value: S | None
    usage: Usage
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Structured(Generic[S]):
    """Ask a model for an answer of a schema, with patience that ends; nothing is raised.

    Through the model's own `with_structured_output`; one that has none is asked for JSON in words. `max_tokens` and
    temperature 0 are set where the model has such fields.
    """

    model: BaseChatModel
    schema: type[S]
    timeout: float = TIMEOUT
    max_tokens: int | None = None

    def reply(self, messages: Sequence[BaseMessage]) -> Reply[S]:
        """Return the answer or what went wrong."""
        try:
            asked, said = self._prepared(messages)
            return self._read(said, within(self.timeout, lambda: asked.invoke(said)))
        except Exception as error:  # each provider raises its own
            return _failed(messages, error)

    async def areply(self, messages: Sequence[BaseMessage]) -> Reply[S]:
        """Return the answer or what went wrong."""
        try:
            asked, said = self._prepared(messages)
            return self._read(said, await asyncio.wait_for(asked.ainvoke(said), self.timeout))
        except Exception as error:
            return _failed(messages, error)

    def _prepared(self, messages: Sequence[BaseMessage]) -> tuple[Runnable[Any, Any], Any]:
        """Return what to invoke, and with which messages."""
        model = _calmed(self.model, self.max_tokens)
        try:
            return model.with_structured_output(self.schema, include_raw=True), list(messages)
        except (NotImplementedError, TypeError, ValueError, AttributeError):
            return model, [_in_words(self.schema), *messages]

    def _read(self, messages: Sequence[BaseMessage], answer: Any) -> Reply[S]:
        raw, parsed = _parts(answer)
        usage = usage_of(messages, raw)
        try:
            value = parsed if parsed is not None else _json_in(str(raw.text) if raw else "")
            return Reply(self.schema.model_validate(_clean(value)), usage)
        except (ValidationError, ValueError):
            return Reply(None, usage, "nonsense")


def _parts(answer: Any) -> tuple[AIMessage | None, Any]:
    """Return the message and what was parsed of it; some models return the one without the other."""
    if isinstance(answer, dict) and "raw" in answer and "parsed" in answer:
        raw = answer["raw"]
        return (raw if isinstance(raw, AIMessage) else None), answer["parsed"]
    return (answer, None) if isinstance(answer, AIMessage) else (None, answer)


def _json_in(text: str) -> Any:
    """Return the first JSON object of a text; raise ValueError when there is none."""
    start = text.index("{")
    return json.JSONDecoder().raw_decode(text[start:])[0]


def _clean(value: Any) -> Any:
    """Return JSON without what Postgres cannot keep: NUL characters and halves of characters."""
    if isinstance(value, BaseModel):
        value = value.model_dump(mode="json")
    if isinstance(value, str):
        return value.replace("\x00", " ").encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {str(_clean(key)): _clean(each) for key, each in value.items()}
    return [_clean(each) for each in value] if isinstance(value, list) else value


def _in_words(schema: type[BaseModel]) -> SystemMessage:
    shape = json.dumps(schema.model_json_schema(), ensure_ascii=False)
    return SystemMessage(
        f"Answer with one JSON object that fits this schema, and nothing else:\n{shape}"
    )


def _calmed(model: BaseChatModel, max_tokens: int | None) -> BaseChatModel:
    wanted = {"temperature": 0.0, "max_tokens": max_tokens}
    known = {
        name: value
        for name, value in wanted.items()
        if value is not None and name in type(model).model_fields
    }
    return model.model_copy(update=known) if known else model


def usage_of(messages: Sequence[BaseMessage], raw: AIMessage | None) -> Usage:
    """Return what a call cost, from the answer where it says so; without an answer, what was asked."""
    told = raw.usage_metadata if raw else None
    if told:
        return Usage(told["input_tokens"], told["output_tokens"])
    calls = json.dumps(raw.tool_calls, default=str) if raw and raw.tool_calls else ""
    return Usage(_estimate(messages), count_tokens((str(raw.text) if raw else "") + calls))


def _estimate(messages: Sequence[BaseMessage]) -> int:
    return sum(count_tokens(str(message.text)) for message in messages)


def _failed(messages: Sequence[BaseMessage], error: Exception) -> Reply[Any]:
    return Reply(None, Usage(_estimate(messages)), type(error).__name__)
