"""How does a model give an answer that code can read?"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, SystemMessage
from langchain_core.runnables import Runnable
from pydantic import BaseModel, ValidationError

from langmem_ext.metering import AnswerTooLong, Meter
from langmem_ext.models import TIMEOUT, name_of, within
from langmem_ext.policies.budget import count_tokens
from langmem_ext.stores.operations.energy import ANSWER

S = TypeVar("S", bound=BaseModel)

LENGTHS = (
    "max_tokens",
    "max_completion_tokens",
    "max_output_tokens",
    "num_predict",
    "max_new_tokens",
)
"""What models of different providers call the most tokens of an answer."""

TOO_LONG = "too long"
"""The name of what went wrong with an answer that was cut off where it had to end."""

_lengths: dict[tuple[type, str], int] = {}
"""The longest answer of each model that takes no bound and says nothing of its own: it may say as much again."""

_tempered: set[tuple[type, str]] = set()
"""Models that have refused to be given a temperature, as some that think do: they are not given one again."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Count the tokens of a call, as the provider says; estimated where it says nothing."""

    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Reply(Generic[S]):
    """Hold an answer, or the name of what went wrong: a provider's error or time-out, `nonsense`, `too long`."""

    value: S | None
    usage: Usage
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Structured(Generic[S]):
    """Ask a model for an answer of a schema, with patience that ends; nothing is raised.

    Through the model's own `with_structured_output`; one that has none is asked for JSON in words. `max_tokens` and
    temperature 0 are set where the model has such fields; what its provider refuses of these is left as it was. A model
    that takes no bound is read no further than `max_tokens`, if it tells its answer bit by bit.
    """

    model: BaseChatModel
    schema: type[S]
    timeout: float = TIMEOUT
    max_tokens: int | None = None

    def reply(self, messages: Sequence[BaseMessage]) -> Reply[S]:
        """Return the answer or what went wrong."""
        calm = self._calm()
        while True:
            meter = self._meter(calm)
            try:
                asked, said = self._prepared(messages, calm, meter)
                return self._read(said, within(self.timeout, partial(asked.invoke, said)))
            except Exception as error:  # each provider raises its own
                if not (refused := self._refused(calm, error)):
                    return _failed(messages, error, meter)
                calm = {name: value for name, value in calm.items() if name not in refused}

    async def areply(self, messages: Sequence[BaseMessage]) -> Reply[S]:
        """Return the answer or what went wrong."""
        calm = self._calm()
        while True:
            meter = self._meter(calm)
            try:
                asked, said = self._prepared(messages, calm, meter)
                return self._read(said, await asyncio.wait_for(asked.ainvoke(said), self.timeout))
            except Exception as error:
                if not (refused := self._refused(calm, error)):
                    return _failed(messages, error, meter)
                calm = {name: value for name, value in calm.items() if name not in refused}

    def _calm(self) -> dict[str, Any]:
        """Return what is set on the model, by the names of its fields."""
        calm: dict[str, Any] = {}
        if "temperature" in _fields(self.model) and self._name not in _tempered:
            calm["temperature"] = 0.0
        if self.max_tokens is not None and (length := _length(self.model)):
            calm[length] = self.max_tokens
        return calm

    def _meter(self, calm: Mapping[str, Any]) -> Meter | None:
        """Return what stops reading where the model itself has no bound."""
        bounded = self.max_tokens is None or any(name in calm for name in LENGTHS)
        return None if bounded else Meter(self.max_tokens or 0)

    def _refused(self, calm: Mapping[str, Any], error: Exception) -> list[str]:
        """Return what of it an error complains of; each provider has words of its own, but they name it."""
        words = str(error)
        refused = [n for n in calm if n in words or (n in LENGTHS and "max_" in words)]
        if "temperature" in refused:
            _tempered.add(self._name)
        return refused

    @property
    def _name(self) -> tuple[type, str]:
        return type(self.model), name_of(self.model)

    def _prepared(
        self, messages: Sequence[BaseMessage], calm: Mapping[str, Any], meter: Meter | None
    ) -> tuple[Runnable[Any, Any], Any]:
        """Return what to invoke, and with which messages."""
        model = self.model.model_copy(update=dict(calm)) if calm else self.model
        if meter is not None:
            model = meter.on(model)
        for how in ({"include_raw": True}, {}):  # some take the schema alone
            try:
                return model.with_structured_output(self.schema, **how), list(messages)
            except (NotImplementedError, TypeError, ValueError, AttributeError, NameError):
                continue  # NameError: what stands for several models cannot read the types of some
        return model, [_in_words(self.schema), *messages]

    def _read(self, messages: Sequence[BaseMessage], answer: Any) -> Reply[S]:
        raw, parsed = _parts(answer)
        usage = usage_of(messages, raw)
        if _length(self.model) is None:
            _lengths[self._name] = max(usage.output_tokens, _lengths.get(self._name, 0))
        try:
            value = parsed if parsed is not None else _json_in(str(raw.text) if raw else "")
            return Reply(self.schema.model_validate(_clean(value)), usage)
        except (ValidationError, ValueError):
            return Reply(None, usage, TOO_LONG if _is_cut_off(raw) else "nonsense")


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
    return SystemMessage(
        f"Answer with one JSON object that fits this schema, and nothing else:\n{_shape(schema)}"
    )


def _shape(schema: type[BaseModel]) -> str:
    return json.dumps(schema.model_json_schema(), ensure_ascii=False)


def _is_cut_off(raw: AIMessage | None) -> bool:
    told = raw.response_metadata if raw else {}
    why = str(told.get("finish_reason") or told.get("stop_reason") or told.get("done_reason") or "")
    return why.lower() in ("length", "max_tokens", "max_output_tokens")


def longest(model: BaseChatModel, wanted: int) -> int | None:
    """Return how many tokens an answer has at most: as wanted, or as the model is made.

    What takes no bound is read no further than wanted, where it tells its answer bit by bit. Of others LangChain's
    profile may know, or an answer that was longer than expected; None where nothing is known.
    """
    if (length := _length(model)) is not None:
        own = getattr(model, length)
        return min(own, wanted) if isinstance(own, int) and own > 0 else wanted
    if _streams(model):
        return wanted
    if known := (getattr(model, "profile", None) or {}).get("max_output_tokens"):
        return int(known)
    heard = _lengths.get((type(model), name_of(model)), 0)
    return heard if heard > ANSWER else None


def _streams(model: BaseChatModel) -> bool:
    """Tell whether a model tells its answers bit by bit when somebody listens (as LangChain decides it)."""
    if not isinstance(model, BaseChatModel):
        return False
    kind = type(model)
    own = (kind._stream, kind._astream) != (BaseChatModel._stream, BaseChatModel._astream)
    return own and not (
        getattr(model, "disable_streaming", False) or getattr(model, "streaming", None) is False
    )


def _length(model: BaseChatModel) -> str | None:
    return next((name for name in LENGTHS if name in _fields(model)), None)


def _fields(model: BaseChatModel) -> Mapping[str, Any]:
    """Return the fields of a model; what only stands for one, such as a choice made at run time, has none."""
    return getattr(type(model), "model_fields", {})


def tokens_of(schema: type[BaseModel]) -> int:
    """Estimate the tokens of a schema, which is sent with the messages."""
    return count_tokens(_shape(schema))


def usage_of(messages: Sequence[BaseMessage], raw: AIMessage | None) -> Usage:
    """Return what a call cost, from the answer where it says so; without an answer, what was asked."""
    told = raw.usage_metadata if raw else None
    if told:
        return Usage(told["input_tokens"], told["output_tokens"])
    calls = json.dumps(raw.tool_calls, default=str) if raw and raw.tool_calls else ""
    return Usage(_estimate(messages), count_tokens((str(raw.text) if raw else "") + calls))


def _estimate(messages: Sequence[BaseMessage]) -> int:
    return sum(count_tokens(str(message.text)) for message in messages)


def _failed(
    messages: Sequence[BaseMessage], error: Exception, meter: Meter | None = None
) -> Reply[Any]:
    read = meter.tokens if meter is not None else 0
    why = TOO_LONG if isinstance(error, AnswerTooLong) else type(error).__name__
    return Reply(None, Usage(_estimate(messages), read), why)
