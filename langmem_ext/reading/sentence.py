"""What are the words of one sentence that a user said, and which of them are verbs?

What is no single sentence, or left open, is not sure: see `Unsure`. The words by which it is told
stand in `wording.yaml`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

import yaml

from langmem_ext.reading.spans import Quotations

MOST, MOST_WORDS = 1000, 80
"""Characters and words of the longest sentence that is turned; a longer one is quoted."""


class Unsure(Exception):
    """Say that a sentence is to be quoted."""


@cache
def table(name: str) -> Any:
    text = (resources.files(__package__) / "wording.yaml").read_text(encoding="utf-8")
    return _parsed(text)[name]


@cache
def _parsed(text: str) -> Any:
    return yaml.safe_load(text)


@cache
def among(name: str) -> frozenset[str]:
    return frozenset(table(name).split())


@cache
def phrases(name: str) -> tuple[tuple[str, ...], ...]:
    """Return phrases as words, the longest first."""
    return tuple(sorted((tuple(each.split()) for each in table(name).split("|")), key=len)[::-1])


OPEN, CLOSE = "([{*_~–—-/", ".,;:!?…)]}*_~–—/"
_MARKS = frozenset('"“”„«»‹›`')


@dataclass(slots=True)
class Word:
    """Hold a word with the blank and marks before it and the marks behind it; a quotation is one word."""

    before: str
    text: str
    after: str = ""
    quoted: bool = False
    low: str = field(init=False)

    def __post_init__(self) -> None:
        self.low = "" if self.quoted else self.text.lower().replace("’", "'").replace("‘", "'")

    def ends(self, marks: str = ",;:") -> bool:
        return any(mark in self.after for mark in marks)


def cut(text: str) -> list[Word]:
    """Cut one sentence into words; more than one, a question, or what is left open is not sure."""
    found: list[Word] = []
    at = 0
    if len(text) > MOST:
        raise Unsure
    for start, end in [*Quotations(text).spans, (len(text), len(text))]:
        found += _plain(text[at:start], glued=at > 0)
        if start < end:
            found.append(
                Word(" " if text[start - 1 : start].isspace() else "", text[start:end], quoted=True)
            )
        at = end
    if not found or len(found) > MOST_WORDS or "\n" in text:
        raise Unsure
    outer = [each for each in found if not each.quoted]
    signs = "".join(each.before + each.after for each in outer)
    if sum(len(each.text) > 1 and each.text.isupper() for each in outer) * 2 > len(outer) > 3:
        raise Unsure
    if "?" in signs or any(signs.count(a) != signs.count(b) for a, b in ("()", "[]", "{}")):
        raise Unsure
    if any(_MARKS & set(each.before + each.text + each.after) for each in outer):
        raise Unsure
    if any(_ends_sentence(each) for each in found[:-1]):
        raise Unsure
    return found


def _plain(text: str, *, glued: bool) -> list[Word]:
    pieces = text.split()
    found = []
    for n, piece in enumerate(pieces):
        core = piece.lstrip(OPEN).rstrip(CLOSE)
        at = piece.find(core) if core else len(piece)
        blank = "" if n == 0 and (not glued or not text[:1].isspace()) else " "
        found.append(Word(blank + piece[:at], core, piece[at + len(core) :]))
    return found


def _ends_sentence(word: Word) -> bool:
    if word.ends("!…"):
        return True
    if "." not in word.after or word.ends(",;:"):
        return False
    return not (word.low in among("abbreviations") or (len(word.text) == 1 and word.text.isupper()))


def is_english(words: Sequence[Word]) -> bool:
    """Tell English by its small words and known verbs: another language is never read as it."""
    lows = [each.low for each in words if each.low]
    letters = [c for each in words if not each.quoted for c in each.text if c.isalpha()]
    if sum(c > "\u024f" for c in letters) * 2 > len(letters) or not among(
        "strong_foreign"
    ).isdisjoint(each.text for each in words):
        return False
    known = sum(each in among("english") or _is_verb_form(each) for each in lows)
    return known > sum(each in among("weak_foreign") for each in lows) and known * 9 >= len(lows)


# --- verbs ------------------------------------------------------------------------------------------------------------


def is_base(low: str) -> bool:
    return low in among("verbs") or low in among("plain_verbs") or low in among("acts")


def base_of(low: str) -> str:
    """Return the verb of a form in -s; "" for what is none."""
    tries = (
        low[:-1],
        low[:-2] if low.endswith("es") else "",
        f"{low[:-3]}y" if low.endswith("ies") else "",
    )
    return next(filter(is_base, tries), "") if low.endswith("s") else ""


def is_past(low: str) -> bool:
    return low in among("pasts") or (low.endswith("ed") and len(low) > 3 and not is_base(low))


def _is_verb_form(low: str) -> bool:
    return low in among("finite") or low in among("pasts") or bool(base_of(low))


def third_form(verb: str) -> str | None:
    """Return the form of a verb that goes with "the user"; what is past, or modal, stays; None for what is no verb."""
    low = verb.lower().replace("’", "'")
    if low == "be":
        return None
    if low in table("third_forms"):
        return str(table("third_forms")[low])
    if low in table("modals_typed"):
        return str(table("modals_typed")[low])
    if low in among("modals") or is_past(low):
        return verb
    if not is_base(low):
        return None
    s = "S" if verb.isupper() and len(verb) > 1 else "s"
    if low.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{verb}{'E' if s == 'S' else 'e'}{s}"
    return f"{verb[:-1]}ies" if low.endswith("y") and low[-2:-1] not in "aeiou" else verb + s


_AFTER_IS = ("not", "due", "always", "been", "still", "now")


def has_verb(words: Sequence[Word]) -> bool:
    return any(is_finite(words, at) for at in range(len(words)))


def _is_plural(word: Word) -> bool:
    several = word.low.endswith("s") and not word.low.endswith(("'s", "ss"))
    return several and not word.after and word.low not in among("english")


def is_conjugated(words: Sequence[Word], at: int) -> bool:
    """Tell a verb that has a subject, by its form; "lead" in "my team lead Ann" is none."""
    low = words[at].low
    if low in among("finite") or base_of(low) or is_past(low):
        return True
    if low.endswith("'s"):
        return is_finite(words, at)
    return at > 0 and is_base(low) and _is_plural(words[at - 1])


def is_finite(words: Sequence[Word], at: int) -> bool:
    """Tell a verb of a sentence; what may be a thing as well counts by what follows it."""
    low = words[at].low
    if low in among("finite"):
        return True
    follows = words[at + 1].low if at + 1 < len(words) else ""
    if low.endswith("'s"):
        return (
            follows in among("after_verbs")
            or follows.endswith(("ing", "ed"))
            or follows in _AFTER_IS
        )
    if at == 0:
        return False
    if base_of(low) or low in among("pasts") or (is_past(low) and not words[at].before.strip()):
        return True
    if is_base(low) and _is_plural(words[at - 1]):
        return True
    return low in among("plain_verbs") or (
        is_base(low) and low != "like" and follows in among("after_verbs")
    )


# --- what opens and closes a sentence ---------------------------------------------------------------------------------


def unclosed(words: list[Word], singles: str, several: str) -> list[Word]:
    """Return words without one of the words, or phrases, of two lists that close them; the same list without one."""
    lows = tuple(each.low for each in words[-6:])
    ends = [p for p in phrases(several) if lows[-len(p) :] == p]
    n = max((len(p) for p in ends), default=1 if singles and words[-1].low in among(singles) else 0)
    rest = words[:-n]
    if not n or len(rest) < 2 or rest[-1].low in among("before_a_word"):
        return words
    return rest


def starts(words: Sequence[Word], phrase: Sequence[str]) -> bool:
    """Tell words that begin with a phrase and go on behind it."""
    return len(words) > len(phrase) and all(w.low == p for w, p in zip(words, phrase, strict=False))
