"""Is this well-formed as a memory?"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

MAX_CONTENT = 280
"""Characters of a semantic, episodic or insight memory (spec 004 item 9)."""

MAX_LONG_CONTENT = 2000
"""Characters of a procedural memory or a reflection: numbered steps need room (spec 004 item 12)."""

LONG_KINDS = frozenset({"procedural", "reflection"})

_BULLET = re.compile(r"^(?:[-*+•‣▪–—]|\d{1,2}[.)])\s+")
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "«": "»", "`": "`"}
_LINE_BREAKS = re.compile(r"[^\S\n]*\n[^\S\n]*(?:\n\s*)*")


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why a text may not become a memory; `detail` never repeats the text."""

    reason: str
    detail: str


def normalise(text: str) -> str:
    """Fold the text to NFC on one line, without a wrapping bullet or pair of quotes.

    Idempotent, never raises, and never hides a control character: those are `check_writing`'s.
    """
    folded = _fold(text)
    while (inner := _unwrap(folded)) != folded:
        folded = inner
    return folded


def check_writing(content: str, kind: str = "semantic") -> str | Rejection:
    """Return the content in the form in which it is stored, or the reason why it is refused.

    Length counts characters after normalising (memory model, Writing, gate 4). Procedural
    memories keep their line breaks: each step is a line.
    """
    if _has_control(content):
        return Rejection(
            "format", "control characters (NUL and the like) are not allowed; send plain text"
        )
    ready = _fold_lines(content) if kind == "procedural" else normalise(content)
    limit = MAX_LONG_CONTENT if kind in LONG_KINDS else MAX_CONTENT
    if not any(map(str.isalnum, ready)):
        return Rejection("format", "empty: a memory needs at least one letter or digit")
    if len(ready) > limit:
        return Rejection("format", f"{len(ready)} characters; at most {limit} for {kind}")
    return ready


def _fold(text: str) -> str:
    """NFC, with every run of white space as one blank (line separators included)."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def _fold_lines(text: str) -> str:
    lines = _LINE_BREAKS.split(unicodedata.normalize("NFC", text))
    return "\n".join(" ".join(line.split()) for line in lines if line.strip())


def _unwrap(text: str) -> str:
    """Remove one leading bullet or one pair of quotes around the whole text."""
    text = _BULLET.sub("", text, count=1).strip()
    if len(text) < 2 or _QUOTES.get(text[0]) != text[-1]:
        return text
    inner = text[1:-1]
    # '"a" and "b"' begins and ends with quotes that do not belong together.
    return text if text[0] in inner or text[-1] in inner else inner.strip()


_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


def _has_control(text: str) -> bool:
    """Find a control or surrogate character (Unicode's Cc and Cs) other than white space."""
    return _CONTROL.search(text) is not None
