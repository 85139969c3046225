"""Does a memory say what a label asks for, however it was rewritten?"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

_NEGATED = re.compile(r"\b(do|does|did|is|are|was|ca|wo|have|has)n['’]?t\b")
_EMPTY = frozenset(
    "a an the and or of to in on at for with by from as that this these those it its is am are was be been being "
    "i im ive me my mine you your we our us he she they them their his her user users s m ve re ll d t "
    "do does did has have had got will would can could should please so also just ok thanks wants asks"
    " assistant".split()
)

COVERED = 0.75
"""Share of a statement's words that must be kept: the rest allows for rewriting."""

MEANT = 0.6
"""Share of a memory's words that must come from what was asked: the rest allows for "wants to be called"."""

MEANT_AROUND = 0.33
"""The same for a memory that holds a whole statement: the rest are words around it, not the whole message."""


def tokens(text: str) -> list[str]:
    """Return the words in lower case, "don't" as "do not"."""
    folded = _NEGATED.sub(r"\1 not", unicodedata.normalize("NFKC", text).casefold())
    return re.findall(r"[^\W_]+", folded)


def telling(texts: Iterable[str]) -> list[str]:
    """Return the words of some texts that carry meaning, each once."""
    return list(
        dict.fromkeys(word for text in texts for word in tokens(text) if word not in _EMPTY)
    )


def same_word(a: str, b: str) -> bool:
    """Tell whether two words are the same but for an ending: hate, hates; study, studies."""
    if a == b or min(len(a), len(b)) < 3:
        return a == b or max(a, b, key=len) == min(a, b, key=len) + "es"
    shared = next(
        (i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b))
    )
    return shared >= min(len(a), len(b), 4) and max(len(a), len(b)) - shared <= 3


def share(words: Sequence[str], within: Sequence[str]) -> float:
    """Return the share of words that are found within others; 1 when there are none."""
    found = sum(any(same_word(word, other) for other in within) for word in words)
    return found / len(words) if words else 1.0


def holds(text: str, wanted: str) -> bool:
    """Tell whether a text contains a phrase, or one of several: `not|no`."""
    return any(_holds(text, phrase) for phrase in wanted.split("|"))


def _holds(text: str, phrase: str) -> bool:
    if re.search(r"[\d@]", phrase):
        return _squeezed(phrase) in _squeezed(text)
    said = tokens(text)
    return all(any(same_word(word, other) for other in said) for word in tokens(phrase))


def _squeezed(text: str) -> str:
    return "".join(tokens(text))


def leaks(secret: str, text: str, kept: str) -> bool:
    """Tell whether a part of a secret is still there: a word of four characters or more.

    Words that the rest of the text has too do not count. A secret of shorter words only, "4 4 7 1", leaks
    when all of it still stands there.
    """
    parts = _parts(secret)
    harmless = set(_parts(text.replace(secret, " ")))
    if long := [part for part in parts if len(part) > 3 and part not in harmless]:
        return not set(long).isdisjoint(_parts(kept))
    return re.search(r"\W*".join(map(re.escape, parts)) + r"(?!\w)", kept) is not None


def _parts(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text)


def named(statement: str) -> str:
    """Word "call me Ana" as it is kept: that the preferred name is Ana; one for some texts only is none."""
    return re.sub(
        r"\b(?:call|add?ress) me(?: as)?\b(?! (?:in|with|by|(?-i:[a-z]\w*ly))\b)"
        r"(?![^,.;]* in (?:(?:any|all|every|my) )?(?:letters?|e-?mails?|documents?|public)\b)",
        "preferred name is",
        statement,
        flags=re.IGNORECASE,
    )
