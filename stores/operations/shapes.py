"""How does LangMem write memories, and how does it find them again?

Its values are `{"kind": "Memory", "content": {"content": ...}}`, with the name and the fields of a schema of one's own
in their place, or the fields alone. A memory is a statement: one is made of the fields, and they are given back as they
came.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from langmem_ext.errors import InvalidMemory
from langmem_ext.memory import Kind, Memory
from langmem_ext.stores.records import fingerprint

KEPT_AS = "__langmem__"
"""The name under which `extra` keeps the shape of a memory; its statement is the memory's content."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Hold the name of a schema, "" for none, and its fields."""

    kind: str
    fields: Mapping[str, Any]

    @property
    def statement(self) -> str:
        """Return what the fields say; a single text is the statement itself."""
        if (text := self.only) is not None:
            return text
        said = [(label, text) for label, text in _said(self.fields, "") if text]
        listed = "; ".join(f"{label} is {text}" for label, text in said)
        return f"{_words(self.kind)}: {listed}" if self.kind and listed else listed

    @property
    def only(self) -> str | None:
        """Return the text that is the only field; None for other fields."""
        fields = list(self.fields.values())
        return fields[0].strip() if len(fields) == 1 and isinstance(fields[0], str) else None

    @property
    def kept(self) -> dict[str, Any]:
        """Return what is kept beside the statement: the fields, unless the statement is all of them."""
        if self.only is not None:
            return {"kind": self.kind, "field": next(iter(self.fields))}
        told_as = fingerprint(self.statement)
        return {"kind": self.kind, "fields": dict(self.fields), "told_as": told_as}


def shape_of(value: Mapping[str, Any]) -> Shape | None:
    """Return the shape of a value of LangMem's; None for a value of another's."""
    fields, kind = value.get("content"), value.get("kind")
    if not isinstance(fields, Mapping):
        return None
    if not all(isinstance(name, str) for name in fields):
        raise InvalidMemory('the fields under "content" need texts as their names')
    shape = Shape(kind if isinstance(kind, str) and kind not in list(Kind) else "", fields)
    if not shape.statement:
        raise InvalidMemory('there is no text in the fields under "content"')
    return shape


def with_statement(value: Mapping[str, Any], shape: Shape) -> dict[str, Any]:
    """Return a value with its statement in the place of its fields."""
    rest = {name: item for name, item in value.items() if name != "kind" or not shape.kind}
    return {**rest, "content": shape.statement, KEPT_AS: shape.kept}


def as_written(memory: Memory) -> dict[str, Any]:
    """Return what a memory has in the place of its kind and content, for who wrote it in a shape; nothing else."""
    kept = memory.extra.get(KEPT_AS)
    if not isinstance(kept, Mapping):
        return {}
    fields, kind = kept.get("fields"), kept.get("kind")
    if not isinstance(fields, Mapping) or kept.get("told_as") != fingerprint(memory.content):
        fields = {
            kept.get("field") or "content": memory.content
        }  # fields are those of another text by now
    return {"content": dict(fields), **({"kind": kind} if kind else {})}


def _said(value: Any, label: str) -> Iterator[tuple[str, str]]:
    """Yield each field that says something: what it is called, and its value in words."""
    if isinstance(value, Mapping):
        for name, item in value.items():
            yield from _said(item, f"{label} {_words(str(name))}".strip())
    elif isinstance(value, list | tuple) and any(isinstance(item, Mapping) for item in value):
        for item in value:
            yield from _said(item, label)
    elif isinstance(value, list | tuple):
        yield label, ", ".join(filter(None, map(_plain, value)))
    else:
        yield label, _plain(value)


def _plain(value: Any) -> str:
    if value is None:
        return ""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value).strip()


def _words(name: str) -> str:
    """Return a name as words: `preferred_language` and `UserProfile` have two."""
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", " ", name).split()
    return " ".join(each if each.isupper() else each.lower() for each in parted)
