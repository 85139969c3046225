"""What is a request, and where in a sentence does it begin?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from langmem_ext.policies import sentences as language
from langmem_ext.policies.directive_reading import frames
from langmem_ext.policies.spelling import Spelt

Points = Literal["", "back", "on", "either"]

REACH = 130
"""Characters before the verb in which a request may begin."""


@dataclass(frozen=True, slots=True)
class Request:
    """Hold what a sentence asks for: the words to keep, or where they stand.

    `points`: at what came before (`back`), at what follows (`on`), at `either`; `refuses` turns the request round;
    `also`: what the assistant is told to do besides.
    """

    rule: str
    words: str = ""
    points: Points = ""
    colon: bool = False
    many: bool = False
    refuses: bool = False
    also: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """Hold a sentence and its text with the words of requests put right."""

    sentence: language.Sentence
    text: str
    spelt: Spelt

    def words(self, start: int, end: int) -> str:
        """Return the user's own words between two places of the text."""
        return self.sentence.raw[self.spelt.origin(start) : self.spelt.origin(end)]


@dataclass(frozen=True, slots=True)
class Frame:
    """Hold where a request begins, and how it is put: `asked`, `wished`, `duty`, `thing` or `plain`."""

    start: int
    mood: str
    polite: bool
    personal: bool


def frame_before(text: str, match: re.Match[str]) -> Frame | None:
    """Find the furthest beginning from which all up to the verb is a frame."""
    kinds = match.groupdict()
    pattern = frames.GERUND_FRAME if kinds.get("ing") else frames.FRAME
    past = bool(kinds.get("ed")) and not kinds.get("base")
    for start in _beginnings(text, match.start()):
        found = pattern.fullmatch(text, start, match.start())
        if past and (
            found is None or not (found["wished"] and frames.WISHED_PAST.search(found[0]))
        ):
            found = frames.PASSIVE_FRAME.fullmatch(text, start, match.start())
        if found:
            mood = next(
                (name for name, part in found.groupdict().items() if part and name != "o"), "plain"
            )
            return Frame(
                start,
                mood,
                bool(re.search(r"\b(?:please|kindly)\b", found[0], re.I)),
                bool(
                    re.search(
                        r"\b(?:you|me|that|it|this|these|i)\b", found["wished"] or "you", re.I
                    )
                )
                and not re.match(r"it(?:'s| is) \w+ to\b", found["wished"] or "", re.I),
            )
    return None


def _beginnings(text: str, end: int) -> Iterator[int]:
    """Yield where a request may begin, the furthest place first."""
    low = max(0, end - REACH)
    places = {found.end() for found in frames.BOUNDARY.finditer(text, low, end + 1)}
    for found in frames.POLITE_START.finditer(text, low, end):
        if not frames.TIED.search(text[max(0, found.start() - 14) : found.start()]):
            places.add(found.start())
    yield from sorted(place for place in places if place <= end)


TAG = re.compile(
    r"(?:[,.!]|\s)\s*(?:ok|okay|k|alright|please|pls|got it|yeah|deal|will you|would you"
    r"|could you|can you|thanks|understood|please and thank you|is that ok(?:ay)?|cool|all right|if you can"
    r"|would that be (?:ok|possible))\s*\?+[\s!?]*$",
    re.I,
)
ASKS_LATER = re.compile(
    r"(?:,|\s[-–—]|\band|\bso|\bbut)\s+(?:so |and |but |then |also |now )*(?:what|what's|whats|how|can you|could you"
    r"|would you|can i|which|where|do you|is there|are there|any|should i"
    r"|who|when|will you|have you|got any|is it|does|tell me|suggest|recommend)\b[^?]*\?",
    re.I,
)

FOR_ME = re.compile(r"\s+(?:it|this|that|these|them) for (?:me|us)\s*,?(?: please)?\s*\?", re.I)
"""What makes a favour of a question: "remember that for me?"."""
