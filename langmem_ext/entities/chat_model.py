"""What does a chat model find?"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage
from pydantic import BaseModel, Field

from langmem_ext.entities.spans import EntityType, Span
from langmem_ext.models import TIMEOUT, within
from langmem_ext.prompts import prompt

CONFIDENCE = 0.85
"""Above spaCy and below the patterns, which are certain of what they see."""

MAX_TEXT = 8_000
"""Characters that the model reads."""

MAX_MENTIONS, MAX_LENGTH = 50, 100
"""How many names an answer may hold, and how long each may be; more is nonsense."""

log = logging.getLogger(__name__)


class Mention(BaseModel):
    """One name in the text."""

    text: str = Field(description="the name, exactly as the text writes it")
    type: str = Field(description="person, project, organization, location or other")


class Mentions(BaseModel):
    """The names in the text."""

    entities: list[Mention] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ModelRecognizer:
    """Ask a chat model for the names in a text.

    Only names that stand in the text word for word count. A failure, a time-out or nonsense finds nothing, and says so
    in the log without the text.
    """

    model: BaseChatModel
    timeout: float = TIMEOUT
    name = "model"

    def find(self, text: str) -> list[Span]:
        try:
            return spans_of(text, within(self.timeout, lambda: self._ask().invoke(_asked(text))))
        except Exception as error:  # each provider raises its own
            return _nothing(error)

    async def afind(self, text: str) -> list[Span]:
        """Do what `find` does, awaiting the model."""
        try:
            answer = await asyncio.wait_for(self._ask().ainvoke(_asked(text)), self.timeout)
            return spans_of(text, answer)
        except Exception as error:
            return _nothing(error)

    def _ask(self) -> Any:
        return self.model.with_structured_output(Mentions)


def spans_of(text: str, answer: Any) -> list[Span]:
    """Return where a text holds the names of an answer; raises ValueError for one that is no Mentions."""
    found = Mentions.model_validate(answer).entities[:MAX_MENTIONS]
    return [span for mention in found for span in _occurrences(text[:MAX_TEXT], mention)]


def _asked(text: str) -> list[BaseMessage]:
    return [SystemMessage(prompt("entities")), HumanMessage(text[:MAX_TEXT])]


def _occurrences(text: str, mention: Mention) -> Iterator[Span]:
    """Yield each place where the text holds the name as whole words."""
    name = mention.text.strip()
    if not name or len(name) > MAX_LENGTH:
        return
    for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text):
        yield Span(name, *match.span(), _type(mention.type), CONFIDENCE, ModelRecognizer.name)


def _type(named: str) -> EntityType:
    asked_for = (
        EntityType.PERSON,
        EntityType.PROJECT,
        EntityType.ORGANIZATION,
        EntityType.LOCATION,
    )
    return next((type for type in asked_for if type == named.strip().lower()), EntityType.OTHER)


def _nothing(error: Exception) -> list[Span]:
    log.warning("the model found no entities: %s", type(error).__name__)
    return []
