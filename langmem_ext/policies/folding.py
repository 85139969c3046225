"""What does a text say when its disguises are taken off?

Look-alike letters and digits, invisible characters, letters set apart ("h u n t e r 2") and spelled digits ("four four
seven one") are the cheap ways around a filter. Each reading keeps, per character, where it stands in the original.
"""

from __future__ import annotations

import base64
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from langmem_ext.policies.hints import one_of


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a text; `origin[i]` is where character i of `text` stands in it (None: at i)."""

    text: str
    origin: list[int] | None = None

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return the part of the original that `text[start:end]` was read from."""
        if self.origin is None:
            return start, end
        return self.origin[start], self.origin[end - 1] + 1


def readings(text: str) -> Iterator[Reading]:
    """Yield the text without look-alikes, then what is spelled or set apart in it read as one, where there is any."""
    plain = _fold(text)
    yield plain
    joined = plain
    if _SPELLED_SOMEHOW.search(lowered(plain.text)):
        joined = _rewrite(joined, _SPELLED, _digits)
    if _APART.search(joined.text):
        joined = _rewrite(joined, _SET_APART, _closed)
    if joined is not plain:
        yield joined


def from_base64(run: str) -> str:
    """Return the text under base64 or base64url; raises ValueError where there is none."""
    standard = run.rstrip("=").replace("-", "+").replace("_", "/")
    padded = standard + "=" * (-len(standard) % 4)
    return base64.b64decode(padded, validate=True).decode("ascii").strip()


@lru_cache(maxsize=4)  # every reader of a text asks for it
def lowered(text: str) -> str:
    """Return the text in lower case, each character still at its place."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(char.lower()[:1] for char in text)


def _rewrite(
    reading: Reading, pattern: re.Pattern[str], read: Callable[[str], list[tuple[str, int]]]
) -> Reading:
    """Replace each match by its characters; `read` gives each with its place in the match."""
    out: list[str] = []
    origin: list[int] = []
    at = 0
    for match in pattern.finditer(lowered(reading.text) if pattern is _SPELLED else reading.text):
        pieces = read(reading.text[match.start() : match.end()])
        origin += [*range(at, match.start()), *(match.start() + place for _, place in pieces)]
        out += [reading.text[at : match.start()], *(char for char, _ in pieces)]
        at = match.end()
    if not at:
        return reading
    out.append(reading.text[at:])
    origin += range(at, len(reading.text))
    under = reading.origin
    return Reading("".join(out), origin if under is None else [under[i] for i in origin])


# Letters set apart: single characters with one and the same mark between them.
_SET_APART = re.compile(
    r"(?<!\S)(?:[^\s ] ){3,200}[^\s ](?!\S)|(?<![^\W_])[^\W_](?:([-._*·~])[^\W_])(?:\1[^\W_]){2,60}(?![^\W_])"
)


_APART = re.compile(r" [^\s ] [^\s ] |[-._*·~][^\W_][-._*·~]")
"""What letters set apart have in the middle; most texts have none."""


def _closed(run: str) -> list[tuple[str, int]]:
    return [(char, i) for i, char in enumerate(run) if i % 2 == 0]


_VALUES = {
    word: str(i)
    for i, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split()
    )
} | {"oh": "0", "nought": "0"}
_VALUES |= {
    word: str(i)
    for i, word in enumerate("null eins zwei drei vier funf sechs sieben acht neun".split())
}
_VALUES |= {
    word: str(i)
    for digits in (
        "zero un deux trois quatre cinq six sept huit neuf",
        "cero uno dos tres cuatro cinco seis siete ocho nueve",
        "zero uno due tre quattro cinque sei sette otto nove",
        "zero um dois tres quatro cinco seis sete oito nove",
        "nul een twee drie vier vijf zes zeven acht negen",
        "zero jeden dwa trzy cztery piec szesc siedem osiem dziewiec",
    )
    for i, word in enumerate(digits.split())
    if word != "um"
}
_TENS = {
    word: str(i)
    for i, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}
_NUMBER = "|".join(sorted((*_VALUES, *_TENS, "double", "triple"), key=len, reverse=True))
_ONE = one_of((*_VALUES, *_TENS, "double", "triple"))
_SPELLED_SOMEHOW = re.compile(rf"{_ONE}(?:[ ,/-]|\.\.\.){{1,3}}(?:{_ONE}|\d)")
"""The same without the bounds of words: it is looked for much faster."""
_ALSO_WORDS = r"(?!(?:un|due|een|uno|sei|dos|tres|sept)[ ,/-]{1,3}\d)"
"""What before digits is no digit: "due 12 June", "un 4x4", "Sept 9"."""
_SPELLED = re.compile(
    rf"\b{_ALSO_WORDS}(?:{_NUMBER})(?:(?:[ ,/-]|\.\.\.){{1,3}}(?:{_NUMBER}|\d))+\b"
)


_SINGLY = re.compile(
    rf"(?:(?:{'|'.join(word for word, value in _VALUES.items() if len(value) == 1)}|double|triple)(?:["
    rf" ,/-]{{1,3}}|$)){{4,12}}"
)


def is_spelled_singly(run: str) -> bool:
    """Tell four digits or more that are said one by one: "seven three oh nine"."""
    return _SINGLY.fullmatch(_fold(run).text.lower()) is not None


def _digits(run: str) -> list[tuple[str, int]]:
    """Read "double four seven one" as 4471; the pieces cover the run from its first to its last character."""
    found: list[tuple[str, int]] = []
    times, tens = 1, ""
    for word in re.finditer(r"[a-z]+|\d", run.lower()):
        if word[0] in ("double", "triple"):
            times = 2 if word[0] == "double" else 3
            continue
        if word[0] in _TENS:
            tens = _TENS[word[0]]
            found.append((tens + "0", word.end() - 1))
            continue
        value = _VALUES.get(word[0], word[0])
        if tens and len(value) == 1 and value != "0":
            found[-1] = (found[-1][0][0] + value, word.end() - 1)
        else:
            found.append((value * times, word.end() - 1))
        times, tens = 1, ""
    pieces = [(digit, place) for value, place in found for digit in value]
    return [(pieces[0][0], 0), *pieces[1:]] if pieces else [(run[0], 0)]


_LOOKALIKES = str.maketrans(
    "‘’“”‐‑‒–—−аеорсухіѕԁԝјһԛАВЕКМНОРСТХІЅЈ" + "αοερικνυχτΑΒΕΖΗΙΚΜΝΟΡΤΥΧıɑɡ",
    "''\"\"------aeopcyxisdwjhqABEKMHOPCTXISJ" + "aoepikvuxtABEZHIKMNOPTYXiag",
)
_STROKED = str.maketrans("łŁøØđĐħŧ", "lLoOdDht")
_INVISIBLE = frozenset("\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad\ufe0f\u20e3\u180e")
_LATIN_AND_OTHER = re.compile(r"[A-Za-z][^\W\d_]*[\u0370-\u04ff]|[\u0370-\u052f][^\W\d_]*[A-Za-z]")


def _fold(text: str) -> Reading:
    if text.isascii():
        return Reading(text)
    out: list[str] = []
    origin: list[int] = []
    for word in re.finditer(r"[\w\u00ad\u200b-\u200f\u2060\ufeff]+|\W+", text):
        mixed = len(word[0]) == 1 or _LATIN_AND_OTHER.search(word[0]) is not None
        for i, char in enumerate(word[0], word.start()):
            for piece in _fold_char(char, mixed):
                out.append(piece)
                origin.append(i)
    return Reading("".join(out), origin)


@lru_cache(maxsize=4096)
def _fold_char(char: str, mixed_scripts: bool) -> str:
    """Fold one character; Cyrillic and Greek letters only in a word that has Latin ones too."""
    if char.isascii():
        return char
    if char in _INVISIBLE or unicodedata.combining(char):
        return ""
    digit = unicodedata.digit(char, None)
    if digit is not None:
        return str(digit)
    if mixed_scripts or not char.isalpha():
        char = char.translate(_LOOKALIKES)
    char = unicodedata.normalize("NFKC", char).translate(_STROKED)
    base = unicodedata.normalize("NFD", char)[:1]
    return base if base.isascii() and base.isalpha() else char
