"""Does a message plainly ask to remember something, in whatever language?

The frames are in plain_requests.yaml. They are compared as text with the beginning of a sentence, so that reading takes
time in proportion to the message.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from langmem_ext.policies import purposes
from langmem_ext.policies import sentences as language
from langmem_ext.policies.directive_reading.endings import tidy as without_courtesy
from langmem_ext.policies.directive_reading.languages import is_about_words
from langmem_ext.policies.directive_reading.material import is_task
from langmem_ext.reading.bounds import pieces, readable

SHORT = 400
"""Characters of a message that may do nothing but ask."""

MANY = 5
"""How many requests are looked at behind the part of a message that is read."""

REACH = 600
"""Characters behind the beginning of such a request that are read."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Hold what is to be kept in the user's own words, and the sentence that asks for it; no words: it does not say."""

    words: str
    sentence: str
    of_oneself: bool = False


@dataclass(frozen=True, slots=True)
class Frames:
    """Hold the phrases of one language, the longest first."""

    spaced: bool
    courtesy: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    stresses: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    not_then: tuple[str, ...] = ()
    self: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Request:
    """Say what a sentence asks to keep: `sure` by its verb alone, `politely` put as a question.

    No words: it points at what was said before.
    """

    words: str
    sure: bool
    of_oneself: bool
    politely: bool


def plainly_asked(message: str, whole: str | None = None) -> list[Asked]:
    """Return what a message plainly asks to remember; `whole` is the message with all that rules do not look at.

    A message that does nothing else is taken at its word. Of any other only what users say of themselves counts: "note
    that the list must be sorted" is part of a task.
    """
    said = [part for each in language.sentences(message) for part in _parts(each)]
    return [
        *_asked(said, _is_all(message, said)),
        *_further_on(message if whole is None else whole),
    ]


def _asked(said: Sequence[language.Sentence], alone: bool) -> Iterator[Asked]:
    for at, each in enumerate(said):
        if at and (purposes.brings_foreign_text(said[at - 1].raw) or _hands_over(said[at - 1])):
            return
        request = _read(each)
        if request is None or (each.is_question and not request.politely):
            continue
        if alone and not request.words:
            yield Asked(_tidy(said[at - 1].raw) if at and _states(said[at - 1]) else "", each.raw)
        elif request.words and (alone or _is_sure(request)):
            yield Asked(request.words, each.raw, request.of_oneself)


def _states(sentence: language.Sentence) -> bool:
    """Tell what is said to be so; an order has no verb that shows who does it."""
    text = sentence.raw
    if sentence.is_question or _read(sentence) or is_task(sentence) or _hands_over(sentence):
        return False
    return not text.isascii() or _FINITE.search(text) is not None


_FINITE = re.compile(
    r"^(?:i|my|we|our)\b|\b(?:i|we|he|she|they|there)\b|\b(?:it|that)['’]s\b|\b(?:is|are|was|were|has|had|will)\b",
    re.I,
)


def _is_sure(request: _Request) -> bool:
    return request.sure and request.of_oneself and not _OF_THE_TALK.match(request.words)


_OF_THE_TALK = re.compile(
    r"(?:i|i'm|i'd|i'll|we|we're|my) (?:(?:am|are|have|just|only|also|already|will|would|previous|last|next|first|goal"
    r"|question|prompt|request|message|instructions?) ?){0,3}"
    r"(?:want|need|like|asked|told|said|gave|give|going|asking|send|paste|playing|is|was)\b",
    re.I,
)
"""What speaks of the work at hand: "remember that I asked for a table"."""


def _is_all(message: str, said: Sequence[language.Sentence]) -> bool:
    """Tell whether a message asks for nothing but what is to be remembered."""
    if len(message.strip()) > SHORT or is_about_words(message):
        return False
    others = [each for each in said if _read(each) is None]
    return all(purposes.is_idle(each.raw) or _states(each) for each in others)


def _hands_over(sentence: language.Sentence) -> bool:
    return purposes.hands_over(sentence.raw) or purposes.works_on_a_text(sentence.raw)


def _parts(sentence: language.Sentence) -> list[language.Sentence]:
    """Part a sentence at the full stops of scripts that put no blank behind them."""
    if not _WIDE_STOP.search(sentence.raw):
        return [sentence]
    raw = [each.strip() for each in _WIDE_STOP.split(sentence.raw)]
    return [language.Sentence(each, each, sentence.line) for each in raw if each]


_WIDE_STOP = re.compile(r"(?<=[。！？।])")


def _further_on(message: str) -> Iterator[Asked]:
    """Yield what is asked behind the part of a message that is read: of the user, or in its last line."""
    if len(message) <= language.MAX_MESSAGE:
        return
    begun = {
        each.end()
        for start, end in pieces(message)
        for each in _opening().finditer(message, max(start, language.MAX_MESSAGE), end)
    }
    for at in sorted(begun)[-MANY:]:
        said = language.sentences(readable(message[at : at + REACH]))
        request = _read(said[0]) if said and _is_own(message, at) else None
        if request and request.words and not said[0].is_question:
            last = "\n" not in message[at:].strip()
            if _is_sure(request) or (last and request.sure):
                yield Asked(request.words, said[0].raw, request.of_oneself)


def _is_own(message: str, at: int) -> bool:
    """Tell whether a place in a message is neither in code nor in quotes."""
    line = message[message.rfind("\n", 0, at) + 1 : at]
    return not (
        message.count("```", 0, at) % 2
        or line.count('"') % 2
        or line.count("“") > line.count("”")
        or line[:1] in (*"#>*/|", "\t")
    )


@cache
def _opening() -> re.Pattern[str]:
    """Return what stands before a request in the middle of a text."""
    asks = "|".join(re.escape(ask) for each in _frames() for ask in each.asks)
    stops = r"[.!?](?=[ \n])[ \n]{1,3}|[\n。！？।]"
    return re.compile(rf"(?:{stops})(?=(?:please |pls |also |and ){{0,2}}(?:{asks}))", re.I)


# --- one sentence --------------------------------------------------------------------------------


def _read(sentence: language.Sentence) -> _Request | None:
    if language.HIDDEN in sentence.text[:1]:
        return None
    low = _lower(sentence.raw)
    for frames in _frames():
        if found := _begun(frames, low, sentence.raw) or _ended(frames, low, sentence.raw):
            return found
    return None


def _begun(frames: Frames, low: str, raw: str) -> _Request | None:
    """Read "please remember that ...": the verb first."""
    start, politely = _past_courtesy(frames, low)
    for phrases, sure in ((frames.asks, True), (frames.hints, False), (frames.stresses, False)):
        if (end := _after(frames, phrases, low, start)) is None:
            continue
        if phrases is frames.stresses:
            stressed = _after(frames, ("that", "to"), low, _skipped(low, end)) is not None
            return _Request(_tidy(raw), False, False, politely) if stressed else None
        at, led = _past_lead(frames, low, end)
        if at is None or not (sure or led):
            continue
        words = _tidy(raw[at:])
        if not words or _lower(words) in frames.points:
            return _Request("", sure, False, politely)
        own = _after(frames, frames.self, low, at) is not None and not _NO_STATEMENT.search(words)
        kept = words if own or led or not frames.spaced else _tidy(raw)
        return _Request(kept, sure, own, politely)
    return None


_NO_STATEMENT = re.compile(r"^(?:my|our)(?: [^\s,;:]+){1,3}$|\b(?:you|your)\b", re.I)
"""What names something of the user's and says nothing of it ("my birthday"), and what is said to the assistant."""


def _ended(frames: Frames, low: str, raw: str) -> _Request | None:
    """Read a request whose verb comes last, as in Japanese, Korean, Turkish and Hindi."""
    said = low.rstrip(_MARKS)
    phrase = next((each for each in frames.ends if said.endswith(each)), None)
    if phrase is None:
        return None
    start = len(said) - len(phrase)
    if frames.spaced and start and _is_letter(said[start - 1]):
        return None
    words = raw[:start].strip(_MARKS)
    return _Request(words, True, False, False)


def _past_courtesy(frames: Frames, low: str) -> tuple[int, bool]:
    at, politely = _skipped(low, 0), False
    while (end := _after(frames, frames.courtesy, low, at)) is not None:
        politely = politely or low.startswith(_ASKED_POLITELY, at)
        at = _skipped(low, end)
    return at, politely


_ASKED_POLITELY = ("can you", "could you", "would you", "will you")


def _past_lead(frames: Frames, low: str, at: int) -> tuple[int | None, bool]:
    """Return where what is to be kept begins, and whether words or a mark lead over to it; None for no request."""
    led = False
    while True:
        marked = _skipped(low, at)
        led = led or any(mark in _LEADS for mark in low[at:marked])
        at = marked
        if _after(frames, frames.not_then, low, at) is not None:
            return None, False
        if (end := _after(frames, frames.then, low, at)) is not None:
            at, led = end, True
            continue
        end = _after(frames, frames.points, low, at)
        if end is None or low[end : end + 2].strip(" ")[:1] not in (*_LEADS, ""):
            return at, led
        if not low[end:].strip(_MARKS):
            return at, led
        at, led = end, True


_LEADS = ":,，：、-–—."
_MARKS = " \t\n.,;:!?…-–—*_()[]，：、。！？।~؟،"


def _skipped(low: str, at: int) -> int:
    while at < len(low) and low[at] in _MARKS:
        at += 1
    return at


def _after(frames: Frames, phrases: tuple[str, ...], low: str, at: int) -> int | None:
    """Return where the longest phrase that stands at a place ends."""
    for phrase in phrases:
        end = at + len(phrase)
        if low.startswith(phrase, at) and not (
            frames.spaced and end < len(low) and _is_letter(low[end]) and _is_letter(phrase[-1])
        ):
            return end
    return None


def _is_letter(char: str) -> bool:
    """Tell what goes on a word: letters, digits, vowel signs and apostrophes."""
    return char == "'" or unicodedata.category(char)[0] in "LMN"


def _tidy(words: str) -> str:
    return without_courtesy(words.strip()).strip("*_").strip(" ,;:-–—").rstrip(".!?。！？। ")


def _lower(text: str) -> str:
    """Return a text in lower case, one character for one."""
    return "".join(low if len(low := char.lower()) == 1 else char for char in text)


@cache
def _frames() -> tuple[Frames, ...]:
    text = files("langmem_ext.policies").joinpath("plain_requests.yaml").read_text("utf-8")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    table: dict[str, dict[str, Any]] = yaml.load(text, Loader=loader)
    return tuple(map(_of_language, table.values()))


def _of_language(said: dict[str, Any]) -> Frames:
    lists = {name: said.get(name, ()) for name in Frames.__slots__ if name != "spaced"}
    ready = {name: tuple(sorted(each, key=len, reverse=True)) for name, each in lists.items()}
    return Frames(spaced=said["spaced"], **ready)
