"""When are two spellings the same name?"""

from __future__ import annotations

import unicodedata

MAX_KEY = 256
"""Characters of a key that count: it must fit into an index row of Postgres (2,704 bytes)."""

_BEFORE = "@#!\"$%&'()*,-./:;<=>?[\\]^_`{|}~ «»‹›“”„‚¿¡…–—•·"
_AFTER = "!\"$%&'()*,-./:;<=>?@[\\]^_`{|}~ «»‹›“”„‚¿¡…–—•·"  # not + and #: C++ and C#
_PLAIN = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "\x00": " "})


def lookup_key(name: str) -> str:
    """Return the form of a name in which names are compared; empty for a name without letters, digits, + or #.

    Unicode NFKC, case folded, one space between words, no punctuation or possessive 's around it, no leading @ or #,
    at most 256 characters. The key of a key is itself.
    """
    if name.isascii():
        return name[:MAX_KEY].lower() if name.isalnum() else _step(name)
    key = _step(name)
    while (again := _step(key)) != key:  # folding may give what composes anew, or expands
        key = again
    return key


def _step(name: str) -> str:
    text = name[:MAX_KEY]
    if not text.isascii():
        text = text.encode("utf-8", "ignore").decode()  # Postgres keeps no lone surrogate
        text = unicodedata.normalize("NFKC", text)
    text = text.translate(_PLAIN).casefold()
    return _trimmed(" ".join(text.split())[:MAX_KEY])


def _trimmed(text: str) -> str:
    """Take punctuation and possessives from the edges until nothing changes."""
    while True:
        shorter = text.lstrip(_BEFORE).rstrip(_AFTER).removesuffix("'s")
        if shorter == text:
            return text
        text = shorter
