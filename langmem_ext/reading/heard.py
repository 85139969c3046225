"""What of a message is to be kept: what does the user ask for, and what do they state?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from langmem_ext.reading.parts import shares_of_own
from langmem_ext.reading.reader import Piece, Read, Reading, read, tasks
from langmem_ext.reading.sentences import Span
from langmem_ext.reading.words import words, words_of

WHOLE = 0.8
"""The share of a sentence from which on a marked piece stands for all of it."""

_EDGES = " \t,;:-–—*_>#•"


@dataclass(frozen=True, slots=True)
class Heard:
    """Hold what the user asks to keep (`request`) or states (`fact`), in their own words.

    `share` (0..1) says how sure the reader is that it is to be kept, `asked` that it is asked for, `attribute` what it
    tells of the user; `sentence` is where it stands.
    """

    kind: Literal["request", "fact"]
    statement: str
    sentence: str
    share: float
    asked: float
    attribute: str


def heard(text: str, doubt: float | None = None) -> list[Heard]:
    """Return what the reader hears in a text that is the user's own, the surest of each sentence, in order.

    `doubt` is the share from which on something is returned at all. Nothing is heard without the reader.
    """
    reading = read(text)
    if reading is None:
        return []
    own = shares_of_own(reading.text, [(each.start, each.end) for each in reading.sentences])
    return [
        found
        for said, share in zip(reading.sentences, own, strict=True)
        if share >= 0.5 and said.shares["own"]["own"] >= least("own")
        for found in _in(reading, said, least("doubt") if doubt is None else doubt)
    ]


def least(name: str) -> float:
    """Return the share from which on the reader is believed in something."""
    share: float = tasks()["least"][name]
    return share


def _in(reading: Reading, said: Read, doubt: float) -> Iterator[Heard]:
    kinds = said.shares["kind"]
    if 1 - kinds["none"] < doubt:
        return
    attributes = said.shares["attribute"]
    for statement in _statements(reading, said):
        yield Heard(
            "request" if kinds["request"] >= kinds["fact"] else "fact",
            statement,
            reading.text[said.start : said.end],
            1 - kinds["none"],
            kinds["request"],
            max(attributes, key=attributes.__getitem__),
        )


def _statements(reading: Reading, said: Read) -> list[str]:
    """Return the pieces of a sentence that are to be kept, or all of it where one piece is nearly all."""
    whole = reading.text[said.start : said.end].strip(_EDGES)
    places: list[Span] = []
    for each in reading.pieces("keep"):
        if each.start < said.end and said.start < each.end:
            start, end = _whole_clause(reading.text, said, each)
            if places and start < places[-1][1]:
                start = places.pop()[0]
            places.append((start, end))
    found = [_trimmed(reading.text[start:end]) for start, end in places]
    request = said.shares["kind"]["request"] >= said.shares["kind"]["fact"]
    found = [each for each in found if request or is_of_oneself(each)]
    one = len(found) == 1 and len(found[0]) >= WHOLE * len(whole)
    return found if found and not one else [whole]


def _whole_clause(text: str, said: Read, piece: Piece) -> Span:
    """Return the place of a piece with what is missing of its clause: nothing is kept that was cut short."""
    start, end = max(piece.start, said.start), min(piece.end, said.end)
    while end < said.end and not _ends_clause(text[end : said.end]):
        end = _behind_word(text, end, said.end)
    while start > said.start and not _begins_clause(text[said.start : start]):
        start = said.start + len(text[said.start : start].rstrip().rpartition(" ")[0])
        start += text[start : start + 1] == " "
    return start, end


def _ends_clause(rest: str) -> bool:
    """Tell whether a clause may end before the rest of its sentence."""
    if rest[:1] in _MARKS or rest[1:2] in _MARKS_ALONE:
        return True
    following = rest.split(None, 1)[:1]
    return not following or (
        rest[:1].isspace() and following[0].lower().strip(",;:.!?()") in words("leads_on")
    )


def _begins_clause(before: str) -> bool:
    """Tell whether a clause may begin behind the beginning of its sentence."""
    last = before.rstrip().rpartition(" ")[2].lower()
    if not last or last[-1] in _MARKS:
        return True
    return last in words("leads_on") and last not in words("oneself")  # a subject is part of it


def _behind_word(text: str, at: int, most: int) -> int:
    at += 1
    while at < most and not text[at].isspace() and text[at] not in _MARKS:
        at += 1
    return at


_MARKS = frozenset(",;:.!?()\n")
_MARKS_ALONE = frozenset("–—-(")


def is_of_oneself(piece: str) -> bool:
    """Tell a clause whose subject is the user or theirs from a part of one."""
    spoken = words_of(piece)
    return len(spoken) > 1 and spoken[0] in words("oneself")


def _trimmed(piece: str) -> str:
    """Return a piece without the marks around it, and what leads on to the next."""
    left = piece.strip(_EDGES)
    while (cut := left.rpartition(" "))[0] and cut[2].lower() in _JOINING:
        left = cut[0].rstrip(_EDGES)
    return left


_JOINING = frozenset({"and", "but", "so", "or", "that", "because", "which"})
