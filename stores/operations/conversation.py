"""What is a conversation asking memory for?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AnyMessage, BaseMessage, convert_to_messages

SHORT = 4
"""A last message of fewer words ("and then?") is read together with the one before it."""


def question_of(messages: Sequence[Any] | str) -> str:
    """Return the text to search memory with: the last thing the user said.

    Takes what LangChain takes as messages, or a text.
    """
    if isinstance(messages, str):
        return messages
    said = [
        text_of(message) for message in convert_to_messages(messages) if message.type == "human"
    ]
    if not said:
        return ""
    return said[-1] if len(said[-1].split()) >= SHORT else "\n".join(said[-2:])


def text_of(message: AnyMessage | BaseMessage) -> str:
    """Return the text of a message; images and other parts are left out.

    Each part that a user wrote is a line. What a model says comes in pieces of a sentence.
    """
    if message.type == "human" and not isinstance(message.content, str):
        return "\n".join(filter(None, map(_written, message.content)))
    return str(message.text)


def _written(part: Any) -> str:
    if isinstance(part, str):
        return part
    text = part.get("text") if part.get("type") == "text" else None
    return text if isinstance(text, str) else ""
