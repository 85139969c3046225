"""Which places of a list does somebody mean?"""

from __future__ import annotations

import re

_COUNTED = "one two three four five six seven eight nine ten".split()
_ORDERED = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_NUMBERS = {
    **{word: place for place, word in enumerate(_COUNTED, 1)},
    **{word: place for place, word in enumerate(_ORDERED, 1)},
}
_MARKS = frozenset(
    "number numbers # item items entry entries memory memories fact facts point points".split()
)
_FILLERS = frozenset(
    "the and & also plus ones those these of them from list on in that your my".split()
)
_TOKEN = re.compile(r"#|&|-|–|\d{1,3}(?:st|nd|rd|th)?(?![\w.])|[a-z]+|\S")
_RANGE = frozenset({"to", "through", "thru", "until", "till", "-", "–"})
_ENDS = frozenset({"first", "last", "top"})
_EVERY = frozenset({"all", "both"})
_BOTH = ("one", "other")
_THOSE = frozenset(("those", "these"))
_POINTING = frozenset("that this the which any every each those these".split())


def is_numbered(phrase: str) -> bool:
    """Tell whether a phrase is nothing but places of a list: "number 3", "the 2nd and 4th one", "1-3"."""
    return _places(phrase, len(_BOTH)) is not None


def numbers_in(phrase: str, length: int) -> tuple[int, ...]:
    """Return the places (1-based) that a phrase means in a list of some length, in order; () when it means none.

    Places beyond the list are returned too, so that they can be named in the answer.
    """
    return tuple(sorted(set(_places(phrase, length) or ())))


def _places(phrase: str, length: int) -> list[int] | None:
    words = _TOKEN.findall(phrase.lower().replace(",", " "))
    if not words or _says_how_many(words) or not _is_about_a_list(words):
        return None
    places: list[int] = []
    position = 0
    while position < len(words):
        taken = _read(words, position, length, places)
        if not taken:
            return None
        position += taken
    return places or None


def _says_how_many(words: list[str]) -> bool:
    """Tell "those two", "two of them" and "that one", which count and point, from places."""
    numbers = [at for at, word in enumerate(words) if _number(word)]
    if len(numbers) != 1:
        return False
    [at] = numbers
    before, word, after = words[at - 1] if at else "", words[at], "".join(words[at + 1 : at + 2])
    if word == "one":
        return len(words) == 1 or before in _POINTING or after == "of"
    counts = word in _COUNTED or word.isdigit()
    counted = before in _THOSE or after == "of" or (before == "the" and word in _COUNTED)
    return counts and before not in _MARKS and counted


def _is_about_a_list(words: list[str]) -> bool:
    """A word that may be anything else ("both", "the first", "one") needs a number or a mark beside it."""
    digits = any(word[0].isdigit() for word in words)
    marked = any(word in _MARKS for word in words)
    closed = words[-1] in ("one", "ones") and len(words) > 1
    counted = all(word in _COUNTED or word in ("and", "&") for word in words) or _are_ordered(words)
    ends = len(words) > 1 and words[-2] in _ENDS and words[-1] in _COUNTED
    named = marked and any(w in _NUMBERS or w == "last" for w in words)
    return digits or closed or counted or ends or named or _means_every(words)


def _are_ordered(words: list[str]) -> bool:
    """Tell "the fifth and sixth" from "the first"."""
    ordered = [word for word in words if word in _ORDERED]
    return len(ordered) > 1 and all(word in ("the", "and", "&", *_ORDERED) for word in words)


def _means_every(words: list[str]) -> bool:
    """Tell "both", "all of them" from "all", which may be all that is known."""
    rest = [word for word in words[1:] if word not in _MARKS]
    of_them = rest[:1] == ["of"] and rest[1:] in (["them"], ["those"], ["these"])
    return words[0] in _EVERY and (of_them or (words[0] == "both" and not rest))


def _read(words: list[str], at: int, length: int, places: list[int]) -> int:
    """Read the word at a position, add its places; return how many words were read, 0 when one does not fit."""
    word, after = words[at], words[at + 1] if at + 1 < len(words) else ""
    if word in _RANGE and places and (end := _number(after)) and places[-1] < end <= 100:
        places.extend(range(places[-1] + 1, end + 1))
        return 2
    if (
        word in _ENDS
        and (count := _number(after))
        and after != "one"
        and not after.endswith(("st", "nd", "rd", "th"))
    ):
        places.extend(
            range(1, count + 1) if word != "last" else range(length - count + 1, length + 1)
        )
        return 2
    if word == "last":
        places.append(length)
        return 1
    if word in _EVERY:
        places.extend(range(1, length + 1) if word == "all" or length == len(_BOTH) else ())
        return 1
    if word == "one" and at and (_number(words[at - 1]) or words[at - 1] == "last"):
        return 1  # "the third one"
    if number := _number(word):
        places.append(number)
        return 1
    return int(word in _MARKS or word in _FILLERS)


def _number(word: str) -> int | None:
    if word[:1].isdigit():
        return int(re.sub(r"\D", "", word)) or None
    return _NUMBERS.get(word)
