"""Which sentences of the user's hand over what stands beside them?

"Translate this: ...", "got this from an unknown number. ...", "... Is this a scam?".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from langmem_ext.reading.spans import Quotations
from langmem_ext.reading.words import openings, without_courtesies, words, words_of

SENTENCE = 3
"""Words from which on what stands behind a colon is a text, and no value."""

LEAD = 240
"""Characters of the longest sentence that announces something by a colon."""


@dataclass(frozen=True, slots=True)
class Unit:
    """Hold one sentence: where it stands, on which line, and how much of a line its quotations take."""

    start: int
    end: int
    line: int
    text: str


def units(text: str, quotations: Quotations, taken: bytearray) -> list[Unit]:
    """Cut what is not yet handed over into sentences; a quotation is not cut."""
    found, line = [], 0
    for start, end in _cuts(text, quotations):
        said = "".join(text[n] for n in range(start, end) if not taken[n]).strip()
        if any(map(str.isalnum, said)):
            found.append(Unit(start, end, line, said))
        line += text.count("\n", start, end)
    return found


def _cuts(text: str, quotations: Quotations) -> Iterator[tuple[int, int]]:
    start = at = 0
    spans = iter([*quotations.spans, (len(text) + 1, len(text) + 1)])
    begin, close = next(spans)
    while at < len(text):
        while begin < at:
            begin, close = next(spans)
        if at == begin:
            at = close
            if text[at - 2] in ".!?" and (at >= len(text) or text[at].isspace()):
                yield start, at
                start = at
            continue
        at += 1
        if text[at - 1] == "\n" or (text[at - 1] in ENDS and _ends(text, at)):
            yield start, at
            start = at
    if start < len(text):
        yield start, len(text)


ENDS = ".!?…。！？"


def _ends(text: str, at: int) -> bool:
    """Tell whether a mark before `at` ends a sentence: no stop within a number or behind an initial."""
    if text[at - 1] in "。！？":
        return True
    behind = text[at : at + 1]
    before = text[max(0, at - 4) : at - 1].rsplit("\n", 1)[-1].split(" ")[-1]
    short = text[at - 1] == "." and len(before) == 1 and before.isupper()
    head = text[max(0, at - 8) : at - 1 - len(before)].rstrip(" ")
    numbers = text[at - 1] == "." and before.isdigit() and head[-1:] in ("", "\n")
    return (not behind or behind.isspace()) and not (short or numbers)


# --- what a sentence does ---------------------------------------------------------------------------------------------

ON, BACK, BOTH = "on", "back", "both"
"""A sentence hands over what follows it, what stands before it, or the text on whichever side there is one."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Say what a sentence hands over.

    `on` and `back` say whether what follows and what stands before is meant on its own line, too, and not only on other
    lines; None where that is not meant at all. `rest` is where the text begins within the sentence.
    """

    on: bool | None = None
    back: bool | None = None
    rest: int | None = None


def frame_of(unit: Unit, source: str, unquoted: str) -> Frame | None:
    """Return what a sentence hands over; None where it only speaks for the user."""
    text = source[unit.start : unit.end]
    at = _colon(text)
    if 0 <= at <= LEAD:
        return _led(text, unit.start, at)
    said = words_of(unquoted)
    bare = without_courtesies(said)
    if not bare or _keeps(said) or not _LATER.isdisjoint(said):
        return None
    if frame := _by_opening(said, bare):
        return frame
    if _is_work(bare):
        return Frame(on=True, back=bare[0] in _OF_SENTENCES and bare[1:2] in (["this"], ["that"]))
    if _announces(bare, unit.text):
        return Frame(on=True)
    return Frame(on=False, back=False) if _may_be_work(bare) else None


def _by_opening(said: list[str], bare: list[str]) -> Frame | None:
    low, plainly = " ".join(said), " ".join(bare)
    for name, frame in _BY_OPENING:
        if low.startswith(openings(name)) or plainly.startswith(openings(name)):
            return frame
    return None


_BY_OPENING = (
    ("games", Frame(on=True)),
    ("of_wording", Frame(on=True, back=True)),
    ("about_it", Frame(on=False, back=False)),
)
_OF_SENTENCES = frozenset(("translate", "proofread", "paraphrase", "transcribe", "classify"))


def _led(text: str, start: int, at: int) -> Frame | None:
    """Read a sentence with a colon at `at`."""
    lead, rest = text[:at], text[at + 1 :].strip()
    said = words_of(lead)
    bare = without_courtesies(said)
    if not bare or bare[0] in words("own_leads") or _keeps(said):
        return None
    if rest and len(rest.split()) < SENTENCE:
        return None
    place = start + at + 1 if rest else None
    if not words("supposing") & set(bare[:2]) and _by_opening(said, bare):
        return Frame(on=True, rest=place)
    if _hands_over(said, bare, alone=not rest):
        return Frame(on=True, rest=place)
    own = not words("first_person").isdisjoint(said) or not words("own_things").isdisjoint(said)
    return None if own or rest else Frame(on=False)


def _hands_over(said: list[str], bare: list[str], *, alone: bool) -> bool:
    """Tell a lead that hands over what follows its colon: a task, a kind of text, what somebody says."""
    texts = words("texts")
    if _is_work(bare, colon=True):
        return True
    if said[-1] in words("says"):
        return "i" not in said[-4:-1]  # "I should have said: ..."
    if texts.isdisjoint(said) or not words("own_things").isdisjoint(said) or _is_for(said):
        return False
    noun = bare[1:3] if bare[0] in _ARTICLES else bare[:2]
    if not texts.isdisjoint(noun) or not words("brought").isdisjoint(said[:4]):
        return True
    pointed = {"this", "these", "following", "below"} & set(said)
    return bare[0] in words("may_work_on") or (
        said[-1] in texts and (alone or bool(pointed) or len(said) < 4)
    )


def _is_for(said: list[str]) -> bool:
    """Tell what says for what or whom something holds: "for every recipe", "a message for you"."""
    return said[0] in ("for", "in") or said[-1] == "you" or not _EVERY.isdisjoint(said)


_EVERY = frozenset(("every", "each", "any", "all"))
_LATER = frozenset(("later", "tomorrow", "afterwards"))
_ARTICLES = frozenset(("the", "this", "that", "my", "his", "her", "their", "an", "one", "another"))


def _colon(text: str) -> int:
    """Return where a colon announces what follows: before a blank, a quotation or the end; -1 for nowhere."""
    at = text.find(":")
    while at >= 0 and at + 1 < len(text) and not text[at + 1].isspace():
        if text[at + 1] in "\"'“„«「":
            return at
        at = text.find(":", at + 1)
    return at


def _keeps(said: list[str]) -> bool:
    """Tell what wants something kept: "can you make a note of this?"."""
    on_file = any(pair in _IN_MEMORY for pair in pairwise(said))
    return on_file or not words("keeps").isdisjoint(said)


_IN_MEMORY = frozenset(
    tuple(each.split())
    for each in (
        "write down",
        "put down",
        "on file",
        "into memory",
        "to memory",
        "in memory",
        "your memory",
        "from memory",
    )
)


def _is_work(bare: list[str], *, colon: bool = False) -> bool:
    """Find what is asked of a text that stands beside it."""
    if bare[0] not in words("works_on"):
        return False
    if colon or len(bare) == 1:
        return True
    pointed = not words("pointing").isdisjoint(bare[1:8])
    named = not words("texts").isdisjoint(bare[1:5])
    return pointed or named or bare[1] in ("to", "into", "in", "from")


def _may_be_work(bare: list[str]) -> bool:
    """Find the same of what may be asked of anything: only a text that stands apart is meant by it."""
    if len(bare) == 1:
        return bare[0] in words("may_work_on")
    if bare[0] not in words("may_work_on") and bare[0] not in words("asks"):
        return False
    near = bare[1:8]
    pointed = not _HERE.isdisjoint(near) and not words("texts").isdisjoint(near)
    return pointed or bare[-1] in _HERE


_HERE = frozenset("this these below following it above attached".split())


def _announces(bare: list[str], text: str) -> bool:
    """Find a sentence that brings a text: "Got this text message from an unknown number."."""
    this_is = bare[:2] == ["this", "is"]
    if text.endswith("?") or not (this_is or not words("brought").isdisjoint(bare[:5])):
        return False
    texts = words("texts")
    pointed = any(
        word in ("this", "these", "following", "below") and not texts.isdisjoint(bare[n : n + 4])
        for n, word in enumerate(bare)
    )
    last = bare[-1] in ("this", "following", "below") and bare[0] not in ("see", "saw")
    here = bare[0] in ("here's", "heres", "here", "attached", "below") or this_is
    return pointed or last or (here and not texts.isdisjoint(bare))


def wants_kept(around: str) -> bool:
    """Tell a sentence that wants what it quotes kept."""
    said = words_of(around)
    bare = without_courtesies(said)
    return _keeps(said) or (bool(bare) and bare[0] in words("own_leads"))


def goes_on(unit: Unit) -> bool:
    """Tell how somebody goes on in words of their own: "By the way, ..."."""
    said = words_of(unit.text)
    return bool(said) and said[0] in words("goes_on")


def is_idle(unit: Unit) -> bool:
    """Tell a sentence of courtesies alone."""
    return not without_courtesies(words_of(unit.text))
