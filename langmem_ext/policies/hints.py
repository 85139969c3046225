"""Does a text hold any of some hundred pieces?

Most texts hold none, and a detector need not look closer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

_END = ""


def longest_run(text: str) -> int:
    """Return how many characters the longest run without a blank has."""
    return max(map(len, text.split()), default=0)


def holds_any(text: str, pieces: tuple[str, ...]) -> bool:
    """Tell whether a text has one of a few pieces; up to some twenty this is faster than a pattern."""
    for piece in pieces:  # noqa: SIM110 - a generator takes three times as long
        if piece in text:
            return True
    return False


def any_of(pieces: Iterable[str]) -> re.Pattern[str]:
    """Return the pattern of any of some pieces of text, as they stand.

    What begins alike is looked for together: a list of alternatives would be tried one by one at every character.
    """
    root: dict[str, Any] = {}
    for piece in pieces:
        node = root
        for char in piece:
            node = node.setdefault(char, {})
        node[_END] = {}
    return re.compile(_pattern(root))


def one_of(pieces: Iterable[str]) -> str:
    """Return the pattern of the longest of some pieces of text that stands at a place, without a group of its own."""
    root: dict[str, Any] = {}
    for piece in pieces:
        node = root
        for char in piece:
            node = node.setdefault(char, {})
        node[_END] = {}
    return _longest(root)


def _longest(node: dict[str, Any]) -> str:
    further = "|".join(re.escape(char) + _longest(after) for char, after in node.items() if char)
    return f"(?:{further}){'?' * (_END in node)}" if further else ""


def _pattern(node: dict[str, Any]) -> str:
    """Return what may follow a beginning; where a piece ends nothing longer is needed."""
    if _END in node:
        return ""
    last = [char for char, after in node.items() if _END in after]
    longer = [
        re.escape(char) + _pattern(after) for char, after in node.items() if _END not in after
    ]
    alternatives = ([f"[{''.join(map(re.escape, last))}]"] if last else []) + longer
    return alternatives[0] if len(alternatives) == 1 else f"(?:{'|'.join(alternatives)})"
