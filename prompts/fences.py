"""How are other people's words quoted, so that they stay words?

Each quoted text is one line of JSON in which no `<` stands, between two tags with a number that nobody who wrote the
text could know: it can neither end its quotation nor pass for another's.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from langmem_ext.legible import visible

MAX_QUOTED = 1_200
"""Characters that are quoted of one text."""


def fenced(name: str, items: Iterable[Mapping[str, Any]]) -> str:
    """Return items as JSON lines between `<name-...>` tags of their own; texts are cut at MAX_QUOTED characters."""
    tag = f"{name}-{secrets.token_hex(6)}"
    return "\n".join([f"<{tag}>", *(quoted(item) for item in items), f"</{tag}>"])


def walled(name: str, text: str) -> str:
    """Return a text as it is, between tags of its own: whoever wrote it could not know how to end it."""
    tag = f"{name}-{secrets.token_hex(6)}"
    return f"<{tag}>\n{text}\n</{tag}>"


def quoted(item: Mapping[str, Any]) -> str:
    """Return one item as one line of JSON without angle brackets."""
    cut = {
        key: value[:MAX_QUOTED] if isinstance(value, str) else value for key, value in item.items()
    }
    line = visible(json.dumps(cut, ensure_ascii=False, default=str))
    for sign in "<>\u2028\u2029\u0085":
        line = line.replace(sign, f"\\u{ord(sign):04x}")
    return line
