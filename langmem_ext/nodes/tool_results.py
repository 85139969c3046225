"""What do the results of tools hold that is worth remembering?

Nobody but the application knows what a tool returns, so there is an extractor per tool, and none by default. What it
finds has the trust of a tool: never asked for by the user, through every gate, within the caps of a turn.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from langchain_core.messages import AnyMessage, ToolMessage

from langmem_ext.errors import LangMemError
from langmem_ext.memory import MemoryDraft, Source
from langmem_ext.stores.operations.conversation import text_of

logger = logging.getLogger(__name__)

ToolExtractor: TypeAlias = Callable[[str], Iterable[MemoryDraft | Mapping[str, Any]]]
"""Take the text that a tool returned, return what to remember of it (the keywords of `view.remember`)."""


def tool_drafts(
    messages: Sequence[AnyMessage], extractors: Mapping[str, ToolExtractor]
) -> Iterator[tuple[ToolMessage, MemoryDraft]]:
    """Yield what the extractors find in the results since the user's message before the last.

    The nodes write before the answer, so the results of a turn may be seen only in the next one. A tool that failed
    has no result (spec 000, section 3).
    """
    for message in _since_last_turn(messages) if extractors else ():
        if isinstance(message, ToolMessage) and message.status != "error" and message.name:
            extract = extractors.get(message.name)
            yield from ((message, draft) for draft in _drafts(extract, message)) if extract else ()


def _since_last_turn(messages: Sequence[AnyMessage]) -> Sequence[AnyMessage]:
    said = [at for at, message in enumerate(messages) if message.type == "human"]
    return messages[said[-2] if len(said) > 1 else 0 :]


def _drafts(extract: ToolExtractor, message: ToolMessage) -> Iterator[MemoryDraft]:
    """An extractor that fails finds nothing; the turn goes on."""
    try:
        found = [MemoryDraft.read(each) for each in extract(text_of(message))]
    except LangMemError as error:
        logger.warning("the extractor of %s made no draft: %s", message.name, type(error).__name__)
    except Exception as error:
        logger.warning("the extractor of %s failed: %s", message.name, type(error).__name__)
    else:
        yield from (_trusted_as_tool(draft, message) for draft in found)


def _trusted_as_tool(draft: MemoryDraft, message: ToolMessage) -> MemoryDraft:
    given = {
        "source": Source.TOOL,
        "user_requested": False,
        "pinned": False,
        "stated_by": None,
        "role": "tool",
        "actor_id": message.name,
        "source_ids": (message.id or message.tool_call_id,),
        "importance": min(draft.importance or TOOL_IMPORTANCE, TOOL_IMPORTANCE),
    }
    return draft.model_copy(update=given)


TOOL_IMPORTANCE = 4
"""The most a tool's word weighs: 5 is for what the user asked for (memory model, What a memory is)."""
