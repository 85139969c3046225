"""What may a jsonb column hold, and how is it written so that it comes back the same?"""

from __future__ import annotations

import json
import re
from decimal import Decimal
from math import isfinite
from typing import Any

_LARGEST = 14_000  # bits of an integer; Python reads no more than 4,300 digits of one
_NUMBER = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?e\+\d+')


def dump(value: Any) -> str:
    """Write a value that `fault` accepts as JSON text that jsonb returns the same, order of keys aside."""
    if value == {}:  # mostly it is
        return "{}"
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    # jsonb keeps the digits of a number but no exponent: 1e+23 would come back as an integer
    return _NUMBER.sub(_in_full, text) if "e+" in text else text


def load(text: str | bytes) -> Any:
    """Read what a jsonb column holds; mostly it is an empty object."""
    return {} if text == b"{}" else json.loads(text)


def fault(value: Any) -> str | None:
    """Say where and why a value cannot be kept; None when it can. The words repeat no value."""
    try:
        found = _find(value)
    except RecursionError:
        return "it is nested too deeply, or holds itself"
    return f"{found[0].lstrip('.') or 'it'} {found[1]}" if found else None


def storable(text: str) -> bool:
    """Tell whether Postgres can keep a text: it has no NUL and no half of a surrogate pair."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\x00" not in text


def _in_full(match: re.Match[str]) -> str:
    return match[0] if match[0].startswith('"') else f"{Decimal(match[0]):f}.0"


def _find(value: Any) -> tuple[str, str] | None:
    """Return (place, reason) of the first fault."""
    if isinstance(value, dict):
        return _find_in_object(value)
    if isinstance(value, (list, tuple)):
        for place, inner in enumerate(value):
            if found := _find(inner):
                return f"[{place}]{found[0]}", found[1]
        return None
    reason = _reason(value)
    return ("", reason) if reason else None


def _find_in_object(value: dict[Any, Any]) -> tuple[str, str] | None:
    for key, inner in value.items():
        if not isinstance(key, str):
            return "", f"has a key that is not a string but {type(key).__name__}"
        if not storable(key):
            return "", "has a key with a NUL character or half of a surrogate pair"
        if found := _find(inner):
            return f".{key}{found[0]}", found[1]
    return None


def _reason(value: Any) -> str | None:
    if value is None or isinstance(value, bool):
        return None
    if isinstance(value, str):
        return None if storable(value) else "has a NUL character or half of a surrogate pair"
    if isinstance(value, float):
        return None if isfinite(value) else "is not a finite number"
    if isinstance(value, int):
        return None if value.bit_length() <= _LARGEST else "has more than 4,000 digits"
    return f"is of type {type(value).__name__}, which JSON does not have"
