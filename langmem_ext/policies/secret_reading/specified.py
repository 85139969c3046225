"""What does the specification itself call a secret?

Its patterns are few, and hold whatever the value looks like: `specified.yaml`, with examples of each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

import yaml

from langmem_ext.policies.secret_reading.token_forms import Span


@dataclass(frozen=True, slots=True)
class Pattern:
    """Hold one pattern of the specification, what it finds, and examples of what it must and must not find."""

    kind: str
    form: re.Pattern[str]
    matches: tuple[str, ...]
    misses: tuple[str, ...]


@lru_cache
def patterns() -> tuple[Pattern, ...]:
    """Return the patterns of the specification."""
    text = (resources.files(__package__) / "specified.yaml").read_text(encoding="utf-8")
    rows: list[dict[str, Any]] = yaml.safe_load(text)
    return tuple(
        Pattern(
            row["kind"],
            re.compile(row["pattern"], re.IGNORECASE),
            tuple(row["matches"]),
            tuple(row["not"]),
        )
        for row in rows
    )


def find_worded(text: str) -> Iterator[Span]:
    """Yield what its patterns find as values that are words: others are judged by what they look like.

    A sentence may go on behind "password:"; what is masked in it, rules that read sentences say.
    """
    for kind, start, end in find_specified(text):
        value = text[start:end]
        named = kind in _NAMED and _is_word(value)
        if kind == "private_key" or (
            named and not (kind == "password" and _goes_on(text, start, end))
        ):
            yield kind, start, end


def _goes_on(text: str, start: int, end: int) -> bool:
    """Tell the first word of a sentence from a value: blanks stand around it, and behind it another word, no field."""
    spaced = " " in text[max(0, start - 2) : start]
    following = text[end : end + _NEXT].split("\n", 1)[0]
    word = following.split(" ", 2)[1:2] if following.startswith(" ") else []
    return spaced and word != [] and word[0][:1].isalnum() and not _FIELD_MARKS & set(word[0])


_NEXT = 80
_FIELD_MARKS = frozenset(":=")
_NAMED = frozenset({"password", "api_key", "access_token"})


def _is_word(value: str) -> bool:
    """Tell a word from a type, a word of a program, and the name of a field again: "password: str", "key=api_key"."""
    low = value.lower()
    plain = value.replace("-", "").replace("_", "").isalnum()
    return plain and low not in _OF_PROGRAMS and not any(name in low for name in _FIELDS)


_FIELDS = (
    "password",
    "passwd",
    "pwd",
    "key",
    "token",
    "bearer",
    "xxx",
    "placeholder",
    "your",
    "read-host",
    "changeme",
)
_OF_PROGRAMS = frozenset(
    "str string none null nil true false int bytes text varchar char required optional empty missing unset unknown "
    "return raise pass if else and or not hidden masked removed example sample undefined any object".split()
)


def find_specified(text: str) -> Iterator[Span]:
    """Yield what the patterns of the specification find."""
    for pattern in patterns():
        for found in pattern.form.finditer(text):
            start = found.start("value")
            value = found["value"].lstrip(_QUOTES).rstrip(_AROUND)
            start += len(found["value"]) - len(found["value"].lstrip(_QUOTES))
            if not _is_none(pattern.kind, value):
                yield pattern.kind, start, start + len(value)


_QUOTES = "\"'“‘`"
_AROUND = ".,;:!?)\"'”’`]}"


def _is_none(kind: str, value: str) -> bool:
    """Tell what by its form is no value: a reference to one, a mask, a comparison, a word of a sentence."""
    if kind == "ssh_key":
        return value.split()[-1].islower()
    if kind in ("private_key", "credit_card", "ssn"):
        return False
    if not any(map(str.isalnum, value)) or value.startswith(_REFERENCES):
        return True
    return value.lower().startswith(_LOOKED_UP)


_REFERENCES = ("=", "<", "${", "$(", "{{", "[", "$", "%(", "%{")
_LOOKED_UP = tuple(
    "os.environ os.getenv getenv( getpass process.env env. var. secrets. settings. config. self. input( "
    "request. redacted".split()
)
