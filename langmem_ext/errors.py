"""What can go wrong, and what should the caller do about it?

    LangMemError
    ├── ConfigurationError      settings, categories or an embedder that cannot be used (also a ValueError)
    ├── InvalidMemory           a value that is not a memory, or that a policy refuses (also a ValueError)
    ├── InvalidItem             a value that cannot be kept in a plain namespace (also a ValueError)
    ├── UnknownCategory         a category that nobody configured (also a ValueError)
    ├── PermissionDenied        something that is not the principal's to see or change
    │   ├── CategoryNotAllowed  a category outside the agent's allowlist
    │   └── NotTheOwner         a memory of another's that is shown, and not the principal's to change
    ├── MemoryNotFound          no such memory, or none that the principal may see (also a KeyError)
    │   └── NotTheOwner
    ├── PersonNotFound          no such person in the tenant's registry (also a KeyError)
    ├── EmbeddingMismatch       vectors of another model or size than the configured embedder's
    ├── UnreadableConversation  a file that is no conversation (also a ValueError)
    │   └── Unlocated           ... before it is said where in the file the fault stands
    └── StoreUnavailable        the database cannot be reached or lacks what is needed
        ├── StoreBusy           ... because others are at the same rows, or it takes too long: try again
        └── StoreNotSetUp       ... because nobody has called setup(), or granted the role its rights

Every message says what was asked, what is allowed and what to do; none repeats refused text.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import Any


class LangMemError(Exception):
    """Root of everything this package raises on purpose."""


class ConfigurationError(LangMemError, ValueError):
    """Raise when settings, a category file or an embedder cannot be used."""


class InvalidMemory(LangMemError, ValueError):
    """Raise when a value is not a memory, or a policy refuses it.

    `reason` is the refusing gate's word (`secret`, `health`, `format`, `cap`, ...), or `invalid` for a value that is
    malformed.
    """

    def __init__(self, message: str, reason: str = "invalid") -> None:
        super().__init__(message)
        self.reason = reason


class InvalidItem(LangMemError, ValueError):
    """Raise when a value cannot be stored as an ordinary item."""


class UnknownCategory(LangMemError, ValueError):
    """Raise when a category is named that is not configured."""


class PermissionDenied(LangMemError):
    """Raise when a principal asks for what is not its own to see or change."""


class CategoryNotAllowed(PermissionDenied):
    """Raise when an agent asks for a category outside its allowlist."""


class PersonNotFound(LangMemError, KeyError):
    """Raise when no person with this id is registered."""

    def __str__(self) -> str:  # KeyError quotes its message
        return str(self.args[0]) if self.args else ""


class MemoryNotFound(LangMemError, KeyError):
    """Raise when no memory with this id can be seen; whether one exists elsewhere is not told."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class NotTheOwner(PermissionDenied, MemoryNotFound):
    """Raise when a principal would change a memory of another's that it is shown (spec 001, Authorization)."""


class EmbeddingMismatch(LangMemError):
    """Raise when stored vectors and the configured embedder do not fit together."""


class UnreadableConversation(LangMemError, ValueError):
    """Raise when a file is no conversation; the message names the file and, where there are lines, the line."""


class Unlocated(UnreadableConversation):
    """Raise within a reader, which knows what is wrong and not where; its caller adds the place."""


class StoreUnavailable(LangMemError):
    """Raise when the database cannot be reached or cannot hold memories."""


class StoreBusy(StoreUnavailable):
    """Raise when others were at the same rows, or it took too long: nothing was changed, and trying again may help."""


class StoreNotSetUp(StoreUnavailable):
    """Raise when the database lacks our tables, or those of this version (call `setup()` once), or lets nobody in.

    Trying again does not help: nodes raise it, where they go on without a database that is away.
    """


def told_to_the_model(error: LangMemError) -> LangMemError:
    """Return a refusal as one that LangGraph's ToolNode hands to the model, whoever wrote the tool.

    By default it does so with a ToolInvocationError alone; other errors end the run. Where nobody has imported
    ToolNode, none is running.
    """
    node = sys.modules.get("langgraph.prebuilt.tool_node")
    base = getattr(node, "ToolInvocationError", None)
    if base is None or isinstance(error, base):
        return error
    own: Any = type(error)
    kind = _kind_for_models(own, base)
    told: LangMemError = kind.__new__(kind, *error.args)
    told.__dict__.update(error.__dict__)
    told.__dict__.update(message=str(error), tool_name="", tool_kwargs={}, source=error)
    return told.with_traceback(error.__traceback__)


@cache
def _kind_for_models(kind: Any, base: Any) -> type[Any]:
    def reduced(error: LangMemError) -> tuple[Any, ...]:
        return kind, error.args

    names = {
        "__module__": kind.__module__,
        "__qualname__": kind.__qualname__,
        "__doc__": kind.__doc__,
    }
    return type(kind.__name__, (kind, base), {**names, "__reduce__": reduced})
