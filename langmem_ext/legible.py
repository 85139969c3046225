"""What of a text is seen, and on which lines does it stand?

Text of users reaches prompts, terminals and lists. What nobody sees in it could still tell a model something, or turn
around what people read; and a line of it could pass for one of somebody else's.
"""

from __future__ import annotations

import re
import unicodedata

_HIDDEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e"  # soft hyphen, joiners, fillers
    "\u200b\u200e\u200f\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb"  # no width, no glyph
    "\u202a-\u202e"  # what turns the order of writing round; 2066 to 2069 stand above
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"  # tags, and selectors of variants beyond those of emoji
)
_CONTROL = "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f"  # but for those that end a line
_STEERING = (  # a sequence of a terminal; of one that never ends only the control character goes
    r"(?:\x1b\[|\x9b)[0-?]{0,64}[ -/]{0,16}[@-~]?"
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x80-\x9f]{0,1024}(?:\x07|\x1b\\|\x9c)"
)
_JOINS = "\u200c\u200d\ufe00-\ufe0f"
_UNSEEN = re.compile(f"[{_HIDDEN}]")
_JOINERS = re.compile(f"[{_JOINS}]+")
_UNREAD = re.compile(f"{_STEERING}|[{_CONTROL}]")
_MARKED = re.compile(f"[{_HIDDEN}{_JOINS}{_CONTROL}]")

_FIRST_JOINED = "\u0590"
"""Before it lie the scripts that no joiner belongs to: Latin, Greek, Cyrillic, Armenian."""


def visible(text: str) -> str:
    """Return a text without characters that nobody sees: tags, directions, what has no width.

    What joins letters or emoji stays between them, one at a time.
    """
    if text.isascii() or not _MARKED.search(text):
        return text
    return _JOINERS.sub(_joining, _UNSEEN.sub("", text))


def _joining(found: re.Match[str]) -> str:
    """Return the joiners that have something to join: a variant selector after a sign, a joiner between two."""
    text, (begin, end) = found.string, found.span()
    before, after = text[begin - 1 : begin], text[end : end + 1]
    variant = found[0][0] if found[0][0] >= "\ufe00" and _is_sign(before) else ""
    joiner = found[0][-1] if found[0][-1] < "\ufe00" else ""
    joins = before >= _FIRST_JOINED and after >= _FIRST_JOINED and _is_joined(after)
    return variant + (joiner if joiner and joins else "")


def _is_sign(character: str) -> bool:
    """Tell whether a character may have variants: emoji, the signs of keycaps, ideographs, letters of rich scripts."""
    return bool(character.strip()) and (not character.isascii() or character in "#*0123456789")


def _is_joined(character: str) -> bool:
    return unicodedata.category(character)[0] in "LMS"


def printable(text: str) -> str:
    """Return a text that steers no terminal: without control characters and their sequences; its lines stay."""
    return _UNREAD.sub("", visible(text)) if _MARKED.search(text) else text


def one_line(text: str) -> str:
    """Return a text on one line, as names, titles and tags are kept."""
    return " ".join(printable(text).split())


def indented(text: str, by: str = "  ") -> str:
    """Return a text whose lines after the first stand to the right, so that none begins where others' do."""
    first, *more = [line.strip() for line in printable(text).splitlines() if line.strip()] or [""]
    return "\n".join([first, *(f"{by}{line}" for line in more)])
