"""Whose words does a message hold?

What the user hands over - a mail, a log, a table, code, a text to translate - asks for nothing and states nothing of
theirs, whatever it says. It is told by its form, and by the sentence that hands it over; the time it takes grows with
the length of the message.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from langmem_ext.reading.frames import (
    ENDS,
    Frame,
    Unit,
    frame_of,
    goes_on,
    is_idle,
    units,
    wants_kept,
)
from langmem_ext.reading.lines import Page, structured
from langmem_ext.reading.sentences import Span
from langmem_ext.reading.spans import Quotations, stretches
from langmem_ext.reading.words import openings, words_of

ABBREVIATED = 4
"""Characters of a last word that may be short for another, its stop included."""

FOLLOWING = 20
"""Sentences that are looked at behind one that hands over a text."""

LONG_QUOTATION = 3
"""Words from which on a quotation is somebody's speech, where its sentence is about it."""


@dataclass(frozen=True, slots=True)
class Part:
    """One stretch of a message: the user's own words, or what they hand over, and what shows it."""

    text: str
    own: bool
    why: str = ""


@lru_cache(maxsize=128)  # a message is among those before for many turns
def own_words(text: str) -> str:
    """Return a message without what is handed over in it."""
    return "".join(part.text if part.own else _gap(part) for part in parts(text)).strip()


def _gap(part: Part) -> str:
    """Return what stands for what is left out: read once more, it is known to be a gap."""
    return f"\n{GAP}\n" if "\n" in part.text or part.why not in _WITHIN else GAP


GAP = "…"
_WITHIN = frozenset({"quotation", "code", "value", "link", "tag"})


def parts(text: str) -> list[Part]:
    """Cut a message into the user's own words and what they hand over, in order; joined, they are the message."""
    return list(_parts(text))


@lru_cache(maxsize=16)  # every reader of a message asks for its own words
def _parts(text: str) -> tuple[Part, ...]:
    cut = _Cut(text, bytearray(len(text)))
    cut.by_form()
    cut.by_frames()
    cut.by_quotations()
    return tuple(cut.parts())


def shares_of_own(text: str, spans: Sequence[Span]) -> list[float]:
    """Return how much of each sentence is the user's own by form and frame."""
    counts, places, total, at = [0], [0], 0, 0
    for part in parts(text):
        at += len(part.text)
        total += len(part.text) * part.own
        places.append(at)
        counts.append(total)

    def until(place: int) -> float:
        left = bisect_right(places, place) - 1
        if left + 1 >= len(places):
            return counts[-1]
        share = (place - places[left]) / (places[left + 1] - places[left])
        return counts[left] + share * (counts[left + 1] - counts[left])

    return [(until(end) - until(start)) / (end - start) for start, end in spans]


@dataclass
class _Cut:
    """Mark the characters of a message that are handed over."""

    text: str
    taken: bytearray
    whys: list[str] = field(default_factory=lambda: [""])

    def take(self, start: int, end: int, why: str) -> None:
        """Mark a stretch as handed over."""
        if why not in self.whys:
            self.whys.append(why)
        mark = self.whys.index(why)
        self.taken[start:end] = bytes(old or mark for old in self.taken[start:end])

    def by_form(self) -> None:
        """Take what shows by its form that it is handed over."""
        page = Page.of(self.text)
        for first, behind, why, is_open in structured(page):
            end = page.lines[behind - 1].end
            if is_open:
                end = self._closing(page.lines[first].start, end)
            self.take(page.lines[first].start, end, why)
        for start, end, why in stretches(self.text):
            if why != "code" or len(self.text[start:end].split()) >= LONG_QUOTATION:
                self.take(start, end, why)

    def _closing(self, start: int, end: int) -> int:
        """Return where an open text ends: before a question about it that closes the message."""
        rest = self.text[start:end]
        line = rest.rstrip().rfind("\n")
        last = rest[line + 1 :].strip()
        asks = last.endswith("?") or " ".join(words_of(last)).startswith(openings("of_wording"))
        return start + line + 1 if line >= 0 and asks and len(last) < 120 else end

    @property
    def _quotations(self) -> Quotations:
        return _quotations(self.text)

    def by_frames(self) -> None:
        """Take what a sentence hands over, on whichever side of it there is a text."""
        said = units(self.text, self._quotations, self.taken)
        frames = [self._frame_of(unit) for unit in said]
        for at, frame in enumerate(frames):
            if frame is None:
                continue
            if self._has_its_text(said[at], frame):
                self._take_lead(said[at], frame)
                continue
            end = self._hand_on(said, frames, at, frame)
            if end:
                self._take_lead(said[at], frame)
            if end == len(self.text) or (end and frames[-1] is not None and end == said[-1].start):
                break
            if not end and frame.back is not None:
                self._hand_back(said, at, frame)

    def _frame_of(self, unit: Unit) -> Frame | None:
        return frame_of(unit, self.text, self._around_quotations(unit))

    def _around_quotations(self, unit: Unit) -> str:
        """Return a sentence without what stands in quotation marks."""
        at, around = unit.start, ""
        for start, end in self._quotations.within(unit.start, unit.end):
            around, at = around + self.text[at:start] + " ", end
        return around + self.text[at : unit.end]

    def _has_its_text(self, unit: Unit, frame: Frame) -> bool:
        """Tell a sentence whose text has shown itself by its form, within it or right behind it."""
        if frame.rest is None and self._quotations.within(unit.start, unit.end):
            return True
        at = self._next(frame.rest or unit.end)
        return at < len(self.text) and (bool(self.taken[at]) or self.text[at] == GAP)

    def _take_lead(self, unit: Unit, frame: Frame) -> None:
        """Take what announces a text by a colon: it is about the text, as those who read on must not think."""
        end = frame.rest or unit.end
        if self.text[unit.start : end].rstrip().endswith(":"):
            self.take(unit.start, end, "lead")

    def _next(self, at: int) -> int:
        """Return the place of the next character that is no blank."""
        while at < len(self.text) and self.text[at].isspace():
            at += 1
        return at

    def _hand_on(
        self, said: Sequence[Unit], frames: Sequence[Frame | None], at: int, frame: Frame
    ) -> int:
        """Take what follows a sentence, to the end or to the task that closes the message; return where that is."""
        start = frame.rest if frame.rest is not None else self._following(said, at, frame)
        if start is None:
            return 0
        start = self._next(start)
        quoted = self._quotations.within(start, start + 1)
        end = quoted[0][1] if quoted else self._goes_to(said, frames, at, start)
        if start < end:
            self.take(start, end, "handed over by its lead")
        return end if start < end else 0

    def _following(self, said: Sequence[Unit], at: int, frame: Frame) -> int | None:
        """Return where what a sentence hands over begins behind it; None where nothing does."""
        rest = [unit for unit in said[at + 1 :][:FOLLOWING] if not is_idle(unit)]
        if frame.on is None or not rest:
            return None
        first = rest[0]
        if not frame.on and (first.line == said[at].line or _is_listed(first)):
            return None
        return None if first.line == said[at].line and goes_on(first) else first.start

    def _goes_to(
        self, said: Sequence[Unit], frames: Sequence[Frame | None], at: int, start: int
    ) -> int:
        """Return where a text ends: before the task that closes the message, or where the user goes on, on its line."""
        for unit in said[at + 1 : at + 1 + FOLLOWING]:
            if unit.line != said[at].line:
                break
            if unit.start > start and goes_on(unit):
                return unit.start
        last = frames[-1]
        closes = at + 1 < len(said) and last is not None and last.back is not None
        return said[-1].start if closes and said[-1].start > start else len(self.text)

    def _hand_back(self, said: Sequence[Unit], at: int, frame: Frame) -> None:
        """Take what stands before a sentence about it."""
        before = [unit for unit in said[:at] if frame.back or unit.line < said[at].line]
        if before and not (
            any(self.taken[: before[0].start]) or GAP in self.text[before[0].start : said[at].start]
        ):
            self.take(before[0].start, before[-1].end, "handed over by what follows")

    def by_quotations(self) -> None:
        """Take quotations that stand by themselves, and those in a sentence that is about them."""
        for unit in units(self.text, self._quotations, self.taken):
            frame = None
            for start, end in self._quotations.within(unit.start, unit.end):
                if len(words_of(self.text[start:end])) < LONG_QUOTATION:
                    continue
                around = self._around_quotations(unit)
                frame = frame or self._frame_of(unit)
                whole = _is_sentence(self.text[start + 1 : end - 1]) and not wants_kept(around)
                if whole or not any(map(str.isalnum, around)) or (frame and frame.on):
                    ends = end == unit.end and self.text[end - 2] in ENDS
                    self.take(start + 1, end - 1 - ends, "quotation")

    def parts(self) -> list[Part]:
        """Return the parts."""
        found, start = [], 0
        for at in range(1, len(self.text) + 1):
            if at == len(self.text) or self.taken[at] != self.taken[start]:
                mark = self.taken[start]
                found.append(Part(self.text[start:at], not mark, self.whys[mark]))
                start = at
        return found


def _is_sentence(quoted: str) -> bool:
    """Tell a whole sentence from a name, "R. Castellanos, Esq."."""
    said = quoted.split() or [""]
    short = said[-1][:1].isupper() or "." in said[-1][:-1]
    return (
        len(said) > LONG_QUOTATION
        and quoted[-1] in ".!?"
        and not (short and len(said[-1]) <= ABBREVIATED)
    )


def _is_listed(unit: Unit) -> bool:
    """Tell an item of a list."""
    mark = unit.text.split(" ", 1)[0]
    return mark in ("-", "*", "•", "+") or (mark.rstrip(".)").isalnum() and mark[-1:] in ".)")


@lru_cache(maxsize=16)
def _quotations(text: str) -> Quotations:
    return Quotations(text)
