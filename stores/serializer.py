"""In which form is the state of a conversation written down, and read back?"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import Any

import ormsgpack
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from langmem_ext.commands import Command
from langmem_ext.errors import ConfigurationError
from langmem_ext.memory import (
    Change,
    Delta,
    HistoryEvent,
    Kind,
    Memory,
    MemoryDraft,
    MemoryType,
    QueryResult,
    Sensitivity,
    Source,
    State,
    WriteOutcome,
)
from langmem_ext.settings import Settings
from langmem_ext.stores.masking import Masking

STATE_TYPES: tuple[type, ...] = (
    Change, Command, Delta, HistoryEvent, Kind, Memory, MemoryDraft, MemoryType, QueryResult, Sensitivity, Source,
    State, WriteOutcome,
)  # fmt: skip
"""What of ours a checkpoint may hold, and be read back."""

_NAMED = range(0, 6)
"""The msgpack extension codes of LangGraph that carry the name of a type."""


class MemorySerializer(JsonPlusSerializer):
    """Write messages with their secrets masked, and read back the types of this package without a warning.

    For a saver that is not ours: `InMemorySaver(serde=MemorySerializer())`. An application that must find a secret in a
    resumed conversation again passes `keep_secrets=True`, and answers for it. `learned=False` leaves secrets to
    the rules, as `decision.learned_gates` does in the store.
    """

    def __init__(
        self,
        others: JsonPlusSerializer | None = None,
        *,
        keep_secrets: bool = False,
        learned: bool = True,
    ) -> None:
        super().__init__(__unpack_ext_hook__=self._revive)
        self.masking = None if keep_secrets else Masking(learned=learned)
        self._ours = JsonPlusSerializer(allowed_msgpack_modules=STATE_TYPES)
        self._others = others or JsonPlusSerializer()

    @classmethod
    def of(cls, settings: Settings) -> MemorySerializer:
        """Return the serializer of a deployment: trained readers are asked where its settings say so."""
        return MemorySerializer(learned=settings.decision.learned_gates)

    def with_msgpack_allowlist(
        self, extra_allowlist: Iterable[tuple[str, ...] | type]
    ) -> MemorySerializer:
        """Return a serializer that allows more types."""
        others = self._others.with_msgpack_allowlist(extra_allowlist)
        learned = self.masking is None or self.masking.learned
        return MemorySerializer(others, keep_secrets=self.masking is None, learned=learned)

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
        """Serialize a value, the secrets in its messages masked."""
        return super().dumps_typed(self.masking.masked(obj) if self.masking else obj)

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """Read a value; where nothing of ours is in it, as LangGraph does."""
        kind, text = data
        plain = kind == "msgpack" and _PACKAGE not in bytes(text)
        return self._others.loads_typed(data) if plain else super().loads_typed(data)

    def _revive(self, code: int, data: bytes) -> Any:
        named = code in _NAMED and _PACKAGE in data[:_HEAD]
        chosen = self._ours if named and _type_named_by(data) in _OURS else self._others
        return chosen.loads_typed(("msgpack", ormsgpack.packb(ormsgpack.Ext(code, data))))


_OURS = frozenset((type_.__module__, type_.__name__) for type_ in STATE_TYPES)
_PACKAGE = b"langmem_ext"
_HEAD = 32
"""Bytes of a value with which the module of its type begins, behind the lengths of array and name."""


def _type_named_by(data: bytes) -> tuple[str, str] | None:
    named = ormsgpack.unpackb(
        data, ext_hook=lambda code, data: None, option=ormsgpack.OPT_NON_STR_KEYS
    )
    return (named[0], named[1]) if isinstance(named, list | tuple) and len(named) > 1 else None


class FaithfulSerializer(MemorySerializer):
    """Read what another application wrote, and refuse what would not come back as it was.

    LangGraph's serializer gives a dict, or nothing, for a type that cannot be imported; a copy of that would be a loss.
    """

    def __init__(self) -> None:
        super().__init__(JsonPlusSerializer(allowed_msgpack_modules=True), keep_secrets=True)
        self.missing: tuple[str, str] | None = None

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """Read a value.

        Raises:
            ConfigurationError: it holds a type that cannot be imported here.
        """
        self.missing = None
        try:
            value = JsonPlusSerializer.loads_typed(self, data)  # each type is looked at
        except Exception:
            if self.missing is None:
                raise
        if self.missing is not None:
            module, name = self.missing
            raise ConfigurationError(
                f"the conversations hold a {module}.{name}, which cannot be imported here; run the command where your "
                "application can be imported, for example with PYTHONPATH=."
            ) from None
        return value

    def _revive(self, code: int, data: bytes) -> Any:
        self._note_missing(code, data)
        return super()._revive(code, data)

    def _note_missing(self, code: int, data: bytes) -> None:
        """Look for types that cannot be imported, in what a value holds as well."""
        named = ormsgpack.unpackb(
            data, ext_hook=self._note_missing, option=ormsgpack.OPT_NON_STR_KEYS
        )
        if code in _NAMED and isinstance(named, list | tuple) and len(named) > 1:
            module, name = named[:2]
            if not _can_import(module, name):
                self.missing = (module, name)


@cache
def _can_import(module: str, name: str) -> bool:
    try:
        return hasattr(import_module(module), name)
    except ImportError:
        return False
