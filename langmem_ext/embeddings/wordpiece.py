"""Which numbers does a BERT model read for a text?

BERT's uncased WordPiece in pure Python. It gives the ids that the `tokenizers` package gives
(docs/decisions/0002), at a fraction of the install size, with one difference: "[SEP]" written in
a text stays text, so that no memory can end the model's input early.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterator
from importlib.resources import files

CLS, SEP, UNK, PAD = 101, 102, 100, 0
LONGEST_WORD = 100
"""Characters; BERT reads a longer word as one unknown piece."""

LONGEST_RUN = 100_000
"""Characters read of one run without spaces: enough for any input, and a bound on the work."""

# Python counts VT, FF, FS, GS, RS, US and NEL as spaces; BERT drops them as control
# characters, which joins the words at both sides.
_RUN = re.compile(r"(?:\S|[\x0b\x0c\x1c-\x1f\x85])+")
_WHOLLY_LATIN = re.compile(r"[a-z0-9]+")
_CONTROL = frozenset({"Cc", "Cf", "Co", "Cs"})
_IDEOGRAPHS = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)


@functools.cache
def vocabulary() -> dict[str, int]:
    """Map each word piece of BERT base, uncased, to its id (read once, on first use)."""
    text = (files(__package__) / "bert_uncased_vocab.txt").read_text(encoding="utf-8")
    return {piece: number for number, piece in enumerate(text.rstrip("\n").split("\n"))}


def token_ids(text: str, limit: int = 256) -> list[int]:
    """Turn a text into at most `limit` ids, the start and end marks included.

    What does not fit is not read: a very long text costs no more than its beginning.
    """
    ids = [CLS]
    for word in words(text):
        ids.extend(_pieces(word))
        if len(ids) >= limit:
            break
    return [*ids[: limit - 1], SEP]


def words(text: str) -> Iterator[str]:
    """Split a text as BERT does: lower case, no accents, punctuation and ideographs apart."""
    for run in _RUN.finditer(text):
        yield from _words_of(run.group()[:LONGEST_RUN])


def _words_of(run: str) -> Iterator[str]:
    word = ""
    for char in _folded(run):
        if _stands_alone(char):
            if word:
                yield word
            yield char
            word = ""
        else:
            word += char
    if word:
        yield word


def _folded(run: str) -> str:
    if _WHOLLY_LATIN.fullmatch(run):
        return run
    kept = (c for c in run if c != "\ufffd" and unicodedata.category(c) not in _CONTROL)
    decomposed = unicodedata.normalize("NFD", "".join(kept))
    # Character by character: str.lower() would look at its neighbours (final sigma).
    return "".join(c.lower() for c in decomposed if unicodedata.category(c) != "Mn")


def _stands_alone(char: str) -> bool:
    code = ord(char)
    if code < 128:
        return not char.isalnum()
    if unicodedata.category(char).startswith("P"):
        return True
    return any(first <= code <= last for first, last in _IDEOGRAPHS)


def _pieces(word: str) -> list[int]:
    """Take the longest known piece each time; a word with an unknown rest is wholly unknown."""
    if len(word) > LONGEST_WORD:
        return [UNK]
    known = vocabulary()
    ids: list[int] = []
    start = 0
    while start < len(word):
        end = len(word)
        while end > start and _mark(word, start, end) not in known:
            end -= 1
        if end == start:
            return [UNK]
        ids.append(known[_mark(word, start, end)])
        start = end
    return ids


def _mark(word: str, start: int, end: int) -> str:
    return word[start:end] if start == 0 else "##" + word[start:end]
