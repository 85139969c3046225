"""Does a statement surely give a slot a value of its kind?

The forms are in slots.yaml. A value takes another's place only where both are of that kind; what is not sure is kept
beside what is known.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from langmem_ext.policies.statement_types import form

MAX_STATEMENT = 400
"""Characters of a statement that are looked at; a longer one fills no slot."""


def fills(slot: str, statement: str) -> bool:
    """Tell whether a first-person statement surely fills a slot; one that has no forms takes what is read for it."""
    forms = _forms().get(slot)
    if forms is None:
        return True
    said = " ".join(statement.replace("’", "'").split())
    if len(said) > MAX_STATEMENT or any(each.search(said) for each in forms.unless):
        return False
    return not forms.says or any(each.search(said) for each in forms.says)


@dataclass(frozen=True, slots=True)
class _Forms:
    says: tuple[re.Pattern[str], ...]
    unless: tuple[re.Pattern[str], ...]


@cache
def table() -> dict[str, Any]:
    """Return slots.yaml as it is written."""
    text = files("langmem_ext.policies").joinpath("slots.yaml").read_text("utf-8")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    written: dict[str, Any] = yaml.load(text, Loader=loader)
    return written


@cache
def _forms() -> dict[str, _Forms]:
    words = table()["words"]
    return {
        slot: _Forms(
            tuple(form(each, words) for each in entry.get("says", ())),
            tuple(form(each, words) for each in entry.get("unless", ())),
        )
        for slot, entry in table()["slots"].items()
    }
