"""When do two wordings say the same thing, and when not?

Vectors cannot tell: for the default embedder "bought a laptop" and "sold a laptop" are closer than
"User prefers dark mode" and "The user prefers dark mode." (docs/decisions/0003). So words decide.
Two statements agree only when they are the same words in the same order, up to a few differences
known to be harmless; everything unknown counts as a difference. The lists are English; text in
another language agrees when its words are the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from langmem_ext.policies.word_groups import (
    ADVERBS,
    ARTICLES,
    CONNECTIVES,
    DEGREES,
    FILLERS,
    LIMITING,
    NEGATIONS,
    NUMBERS,
    OPPOSITES,
    PAST,
    PERSONS,
    PRONOUNS,
    QUALIFIERS,
    SYNONYMS,
    TIMES,
)


class Agreement(StrEnum):
    """Say how a new wording relates to an old one."""

    SAME = "same"
    FULLER = "fuller"
    SHORTER = "shorter"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a statement: `word` is folded for comparison, `proper` = written as a name."""

    word: str
    proper: bool = False


# Apostrophes become one; soft hyphens, zero-width spaces and byte order marks go.
_TYPOGRAPHY = str.maketrans(
    {"\u2019": "'", "\u2018": "'", "\u02bc": "'", "\u00b4": "'"}
    | dict.fromkeys("\u00ad\u200b\u2060\ufe0f\ufeff", "")
)
_CONTRACTIONS = (
    (re.compile(r"\b(?:can't|cannot|cant)\b", re.I), "can not"),
    (re.compile(r"\b(?:won't|wont)\b", re.I), "will not"),
    (re.compile(r"\b(do|does|did|is|are|was|were|has|have|had|could|would|should)n'?t\b", re.I),
     r"\1 not"),
    (re.compile(r"n't\b", re.I), " not"),
    (re.compile(r"\b(it|he|she|that|there|who|what)'s\b", re.I), r"\1 is"),
    (re.compile(r"'re\b", re.I), " are"),
    (re.compile(r"\bI'm\b", re.I), "I am"),
    (re.compile(r"'ll\b", re.I), " will"),
    (re.compile(r"'ve\b", re.I), " have"),
)  # fmt: skip
_MAYBE_CONTRACTED = re.compile(r"'|nt\b|\bcannot\b", re.I)
_TOKEN = re.compile(
    r"(?<![\w.])-\d[\w.,:/]*\w|(?<![\w.])-\d"  # a negative number keeps its sign
    r"|\w+(?:[.:/@-]\w+|,\d+)*[+#]*"
    r"|(?<=\w)'s\b"
    r"|[^\w\s]"
)
_MEANINGFUL = frozenset("?%#&*@/\\_")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_INITIAL_OWNER = re.compile(r"^\W*(?:the\s+)?user\b", re.I)


def same_text(a: str, b: str) -> bool:
    """Tell whether two texts are equal but for case, Unicode form, punctuation and spacing.

    "The user" and "User" at the beginning count as equal too. Such a pair is a certain duplicate;
    no embedder is asked.
    """
    if words := _flat(a):
        return words == _flat(b)
    return a.split() == b.split()


def differs_in_substance(old: str, new: str) -> str | None:
    """Say why two statements must not merge without a model's word; None when nothing was found.

    The reason is one of `negation`, `number`, `date`, `name`, `tense`, `subject`, `opposite`,
    `degree`, `order` (memory model, Writing). No reason is not agreement yet: ask `agreement`.
    """
    a, b = tokens(old), tokens(new)
    checks = (
        ("negation", _negations),
        ("number", _numbers),
        ("date", _times),
        ("tense", _past),
        ("subject", _people),
        ("degree", _degrees),
    )
    for reason, features in checks:
        if features(a) != features(b):
            return reason
    if _names_differ(a, b):
        return "name"
    if _opposite(a, b):
        return "opposite"
    return "order" if _reordered(_content(a), _content(b)) else None


def agreement(old: str, new: str) -> Agreement:
    """Compare two wordings word by word, in order.

    `FULLER` means that the new one repeats the old one and adds adverbs of manner, or an ending
    that starts like "in", "as" or "because"; `SHORTER` is the reverse. Any other added word may
    name another thing ("coconut milk"), so it is `NONE`, as is one replaced word, unless both are
    in one group of `SYNONYMS`.
    """
    a, b = _content(tokens(old)), _content(tokens(new))
    if a == b:
        return Agreement.SAME if a else Agreement.NONE
    if _extends(a, b):
        return Agreement.FULLER
    return Agreement.SHORTER if _extends(b, a) else Agreement.NONE


def tokens(text: str) -> list[Token]:
    """Split a statement into folded words; "The user" at the beginning becomes `user`."""
    text = _INITIAL_OWNER.sub("user", _plain(text), count=1)
    found = [match.group() for match in _TOKEN.finditer(text) if not _is_pause(match.group())]
    return [Token(_fold(raw), i > 0 and _is_proper(raw)) for i, raw in enumerate(found)]


def _plain(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).translate(_TYPOGRAPHY)
    if _MAYBE_CONTRACTED.search(text):
        for pattern, full in _CONTRACTIONS:
            text = pattern.sub(full, text)
    return _THOUSANDS.sub("", text)


def _is_pause(raw: str) -> bool:
    """Tell punctuation of any script from signs that carry meaning, as currencies and emoji do."""
    if len(raw) > 1 or raw in _MEANINGFUL:
        return False
    return raw in "`^" or unicodedata.category(raw).startswith("P")


def _fold(raw: str) -> str:
    word = raw.casefold()
    return NUMBERS.get(word, word)


def _is_proper(raw: str) -> bool:
    return raw[0].isupper() and raw not in {"I", "The", "User"}


def _flat(text: str) -> list[str]:
    return [token.word for token in tokens(text)]


def _content(statement: list[Token]) -> list[str]:
    """Leave out articles and fillers; a capital letter A inside a statement is a name."""
    kept = (t for t in statement if t.proper or t.word not in ARTICLES | FILLERS)
    return [SYNONYMS.get(t.word, t.word) for t in kept]


def _extends(short: list[str], long: list[str]) -> bool:
    core, rest = _without_manner(short), _without_manner(long)
    if not core or len(long) <= len(short) or rest[: len(core)] != core:
        return False
    if Counter(short) - Counter(long):
        return False
    added = rest[len(core) :]
    return not added or (added[0] in CONNECTIVES and not QUALIFIERS.intersection(added))


def _without_manner(words: list[str]) -> list[str]:
    return [word for word in words if not _is_manner(word)]


def _is_manner(word: str) -> bool:
    return word in ADVERBS or (
        word.endswith("ly") and len(word) > 4 and word not in LIMITING and word not in DEGREES
    )


def _counted(statement: Iterable[Token], members: frozenset[str]) -> Counter[str]:
    return Counter(t.word for t in statement if t.word in members)


def _negations(statement: list[Token]) -> int:
    return _counted(statement, NEGATIONS).total()


def _numbers(statement: list[Token]) -> Counter[str]:
    return Counter(t.word for t in statement if any(c.isdigit() for c in t.word))


def _times(statement: list[Token]) -> Counter[str]:
    return _counted(statement, TIMES)


def _past(statement: list[Token]) -> int:
    """Count past forms; "is called" is none."""
    return sum(
        t.word in PAST or (t.word.endswith("ed") and len(t.word) > 4 and before.word not in FILLERS)
        for before, t in pairwise([Token(""), *statement])
    )


def _people(statement: list[Token]) -> tuple[Counter[str], list[str]]:
    """Return who is spoken of: persons, pronouns, and what belongs to whom."""
    named = Counter(SYNONYMS.get(t.word, t.word) for t in statement if t.word in PERSONS | PRONOUNS)
    owned = [
        SYNONYMS.get(after.word, after.word)
        for before, after in pairwise(statement)
        if before.word == "'s"
    ]
    return named, owned


def _degrees(statement: list[Token]) -> Counter[str]:
    return _counted(statement, DEGREES)


def _names_differ(a: list[Token], b: list[Token]) -> bool:
    """A name counts as present when the other statement has the word in any case."""
    in_a, in_b = {t.word for t in a}, {t.word for t in b}
    missing = any(t.proper and t.word not in in_b for t in a)
    return missing or any(t.proper and t.word not in in_a for t in b)


def _opposite(a: list[Token], b: list[Token]) -> bool:
    only_a = {t.word for t in a} - {t.word for t in b}
    only_b = {t.word for t in b} - {t.word for t in a}
    if any(_negates(x, y) or _negates(y, x) for x in only_a for y in only_b):
        return True
    return any(
        (only_a & left and only_b & right) or (only_a & right and only_b & left)
        for left, right in OPPOSITES
    )


def _negates(word: str, other: str) -> bool:
    prefixes = ("un", "in", "im", "ir", "il", "dis", "non", "non-")
    return len(word) > 3 and any(other == prefix + word for prefix in prefixes)


def _reordered(a: list[str], b: list[str]) -> bool:
    """Tell whether the words that both share come in another order."""
    shared = Counter(a) & Counter(b)
    return _only(a, shared) != _only(b, shared) and Counter(_only(a, shared)) == Counter(
        _only(b, shared)
    )


def _only(words: list[str], shared: Counter[str]) -> list[str]:
    left = Counter(shared)
    kept = []
    for word in words:
        if left[word] > 0:
            left[word] -= 1
            kept.append(word)
    return kept
