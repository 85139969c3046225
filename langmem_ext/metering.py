"""How far is an answer read, where the model itself takes no bound?

LangChain has a model tell its answer bit by bit as soon as a handler listens that taps its output. This one counts what
it hears, and raises where the next bit may be too much: the answer is read no further, and nobody goes on writing it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any, TypeVar

from langchain_core.callbacks import BaseCallbackHandler, BaseCallbackManager
from langchain_core.language_models import BaseChatModel

from langmem_ext.policies.budget import count_tokens

T = TypeVar("T")


class AnswerTooLong(Exception):
    """Say that an answer was not read to its end."""


class Meter(BaseCallbackHandler):
    """Count the tokens of an answer as it comes, and stop it before there are more than `most`."""

    raise_error = True
    run_inline = True

    def __init__(self, most: int) -> None:
        self.most = most
        self.bits = 0
        self.text = 0

    @property
    def tokens(self) -> int:
        """Return what was heard: a bit is a token at least."""
        return max(self.bits, count_tokens("x" * self.text))

    def on(self, model: BaseChatModel) -> BaseChatModel:
        """Return the model with this listening to it, beside whatever else does."""
        if "callbacks" not in getattr(type(model), "model_fields", {}):
            return model
        others = model.callbacks
        if isinstance(others, BaseCallbackManager):
            others = others.handlers
        return model.model_copy(update={"callbacks": [*(others or []), self]})

    def on_llm_new_token(self, token: Any, *, chunk: Any = None, **kwargs: Any) -> None:
        """Count a bit of an answer: its words, and the arguments of the tools that it calls."""
        said = len(_text_of(token, chunk).encode("utf-8", "replace"))
        before = self.tokens
        self.text, self.bits = self.text + said, self.bits + bool(said)
        if 2 * self.tokens - before > self.most:
            raise AnswerTooLong

    def tap_output_iter(self, run_id: Any, output: Iterator[T]) -> Iterator[T]:
        """Return the output as it is: that there is such a method lets the model stream."""
        return output

    def tap_output_aiter(self, run_id: Any, output: AsyncIterator[T]) -> AsyncIterator[T]:
        """Return the output as it is: that there is such a method lets the model stream."""
        return output


def _text_of(token: Any, chunk: Any) -> str:
    calls = getattr(getattr(chunk, "message", None), "tool_call_chunks", None) or ()
    said = [token if isinstance(token, str) else str(token or "")]
    return "".join(
        [*said, *(f"{each.get('name') or ''}{each.get('args') or ''}" for each in calls)]
    )
