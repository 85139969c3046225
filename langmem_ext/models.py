"""Which chat model answers, and what if it does not?"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextvars import copy_context
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage

from langmem_ext.errors import ConfigurationError

T = TypeVar("T")

TIMEOUT = 30.0
"""Seconds after which a model counts as failed (architecture, Models)."""


def resolve_model(model: BaseChatModel | str | None) -> BaseChatModel | None:
    """Return a chat model for a model, a name such as `openai:gpt-5`, or None.

    Imports the provider's package: in async code, call it in a thread.

    Raises:
        ConfigurationError: the package to install, or what else stands in the way.
    """
    if not model:
        return None
    return _named(model) if isinstance(model, str) else model


@lru_cache(maxsize=8)
def _named(name: str) -> BaseChatModel:
    try:
        from langchain.chat_models import init_chat_model
    except ImportError:
        raise ConfigurationError(
            f"the model {name!r} is chosen by name, which needs LangChain: pip install 'langmem-ext[middleware]' "
            "and the provider's package (for openai:... langchain-openai)"
        ) from None
    try:
        return init_chat_model(name)
    except ImportError as error:
        raise ConfigurationError(
            f"the model {name!r} needs a package that is not installed. {error}. To go without a model, unset "
            "LANGMEM_MODEL"
        ) from None
    except Exception as error:  # each provider raises its own, for a missing key most of all
        raise ConfigurationError(
            f"the model {name!r} cannot be used ({type(error).__name__}: {error}). Name it as provider:name, and set "
            "the provider's key"
        ) from error


def name_of(model: BaseChatModel | None) -> str:
    """Return what a model calls itself, for the record."""
    named = getattr(model, "model_name", None) or getattr(model, "model", None)
    return str(named) if isinstance(named, str) else type(model).__name__


def within(seconds: float, call: Callable[[], T]) -> T:
    """Return what a call returns; raise what it raises, or TimeoutError. A call that hangs is left to its thread."""
    answers: list[T] = []
    errors: list[Exception] = []
    context = copy_context()  # the graph's callbacks: tracing and streaming go on in the thread

    def work() -> None:
        try:
            answers.append(context.run(call))
        except Exception as error:
            errors.append(error)

    thread = threading.Thread(target=work, daemon=True, name="langmem-model")
    thread.start()
    thread.join(seconds)
    if errors:
        raise errors[0]
    if not answers:
        raise TimeoutError
    return answers[0]


@dataclass(frozen=True, slots=True)
class Answering:
    """Ask a model with patience that ends."""

    model: BaseChatModel
    timeout: float = TIMEOUT

    def reply(self, messages: Sequence[BaseMessage]) -> AIMessage:
        """Return the answer; raise TimeoutError, or whatever the model raises."""
        return _said(within(self.timeout, lambda: self.model.invoke(list(messages))))

    async def areply(self, messages: Sequence[BaseMessage]) -> AIMessage:
        """Return the answer; raise TimeoutError, or whatever the model raises."""
        return _said(await asyncio.wait_for(self.model.ainvoke(list(messages)), self.timeout))


def _said(answer: Any) -> AIMessage:
    """Refuse an answer without words: it is none."""
    if not isinstance(answer, AIMessage) or not str(answer.text).strip():
        raise ValueError("the model returned no text")
    return answer
