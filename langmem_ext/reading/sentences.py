"""Where does a message fall into sentences?"""

from __future__ import annotations

from collections.abc import Iterator

from langmem_ext.reading.words import words

Span = tuple[int, int]

_ENDS = ".!?…。！？"
_CLOSING = "\"'”’»)]*_"
_SPACELESS = "。！？"
_LONGEST_ABBREVIATION = 7


def sentences(text: str) -> list[Span]:
    """Return the places of the sentences of a text, without the blanks around them.

    A line ends a sentence, and so does an end mark with a blank behind it that is not part of an abbreviation.
    The time it takes grows with the length of the text.
    """
    return [trimmed for start, end in _cut(text) if (trimmed := _trimmed(text, start, end))]


def _cut(text: str) -> Iterator[Span]:
    start, at = 0, 0
    while at < len(text):
        if text[at] == "\n":
            yield start, at
            start = at + 1
        elif text[at] in _ENDS:
            end = _behind_marks(text, at)
            if _ends(text, at, end):
                yield start, end
                start = end
            at = end - 1
        at += 1
    yield start, len(text)


def _behind_marks(text: str, at: int) -> int:
    """Return the place behind the end marks at a place, and what closes with them."""
    while at < len(text) and text[at] in _ENDS:
        at += 1
    while at < len(text) and text[at] in _CLOSING:
        at += 1
    return at


def _ends(text: str, at: int, end: int) -> bool:
    if text[at] in _SPACELESS:
        return True
    if end < len(text) and not text[end].isspace():
        return False
    return not (text[at] == "." and end == at + 1 and _is_abbreviated(text, at))


def _is_abbreviated(text: str, at: int) -> bool:
    """Tell a stop behind an initial, a number of a list or a known abbreviation from one that ends a sentence."""
    start = at
    while start > 0 and at - start <= _LONGEST_ABBREVIATION and not text[start - 1].isspace():
        start -= 1
    word = text[start:at].lstrip("(\"'")
    if word.isdigit():
        return _begins_line(text, start)
    return word.lower() in words("abbreviations") or (
        len(word) == 1 and word.isupper() and word != "I"
    )


def _begins_line(text: str, at: int) -> bool:
    while at > 0 and text[at - 1] in " \t":
        at -= 1
    return at == 0 or text[at - 1] == "\n"


def _trimmed(text: str, start: int, end: int) -> Span | None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return (start, end) if start < end else None
