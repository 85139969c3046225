"""How long does a statement hold, and who may hear it, by its words?

The forms are in statement_types.yaml, which says how to add one. They are read and compiled on first use.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from langmem_ext.memory import MemoryType, Sensitivity

MAX_STATEMENT = 400
"""Characters of a statement that are looked at; longer texts are no statements."""


def type_of(statement: str) -> MemoryType | None:
    """Return the type of what holds for a while only; None for what the words do not tell (spec 001, Memory Types)."""
    said = _said(statement)
    if not said or _lasting().search(said):
        return None
    return next((type_ for type_, form in _types() if form.search(said)), None)


def sensitivity_of(statement: str) -> Sensitivity | None:
    """Return `personal` for what nobody tells a group of themselves (spec 001, Sensitivity Levels), else None."""
    said = _said(statement)
    told = any(form.search(said) for form in _personal())
    return Sensitivity.PERSONAL if told else None


def _said(statement: str) -> str:
    if len(statement) > MAX_STATEMENT:
        return ""
    return " ".join(statement.replace("’", "'").split())


@cache
def table() -> dict[str, Any]:
    """Return statement_types.yaml as it is written."""
    text = files("langmem_ext.policies").joinpath("statement_types.yaml").read_text("utf-8")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    written: dict[str, Any] = yaml.load(text, Loader=loader)
    return written


@cache
def _types() -> tuple[tuple[MemoryType, re.Pattern[str]], ...]:
    return tuple((MemoryType(each["type"]), _form(each["says"])) for each in table()["types"])


@cache
def _personal() -> tuple[re.Pattern[str], ...]:
    return tuple(_form(each["says"]) for each in table()["personal"])


@cache
def _lasting() -> re.Pattern[str]:
    return _form(table()["always"])


def _form(written: str) -> re.Pattern[str]:
    return form(written, table()["words"])


def form(written: str, words: Mapping[str, str]) -> re.Pattern[str]:
    """Compile a form, whose lines make one, with the words that it names; these name none."""
    joined = {name: _joined(each) for name, each in words.items()}
    return re.compile(
        _NAMED.sub(lambda named: joined.get(named[1], named[0]), _joined(written)), re.IGNORECASE
    )


_NAMED = re.compile(r"\{([a-z_]+)\}")


def _joined(written: str) -> str:
    return "".join(line.strip("\n") for line in written.splitlines())
