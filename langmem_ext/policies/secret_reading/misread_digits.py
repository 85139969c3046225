"""Which digits of a number are typed or scanned as the letters that look like them?

"4539 l488 O3S2": whoever reads a card aloud to a keyboard, or lets a camera do it, gets letters between the digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from stdnum import iban, numdb

_READ_AS = {**dict.fromkeys("oOqQD", "0"), **dict.fromkeys("iIlL", "1"), **dict.fromkeys("zZ", "2")}
_READ_AS |= {**dict.fromkeys("sS", "5"), **dict.fromkeys("bG", "6"), "B": "8", "g": "9"}
_LETTERS = "".join(_READ_AS)
_AS_DIGITS = str.maketrans(_READ_AS)
_AS_LETTERS = str.maketrans({"0": "O", "1": "I", "2": "Z", "5": "S", "8": "B"})

_MIXED = re.compile(rf"\d[{_LETTERS}]|[{_LETTERS}]\d")
_GROUP = rf"[{_LETTERS}]{{0,3}}\d[\d{_LETTERS}]*"
_RUN = re.compile(rf"(?<![\w.,/@#-]){_GROUP}(?:[ .-]{_GROUP})*(?![\w@/]|[.,-]\w)")
_LEAST = 9
"""Digits that a number has at least of which some may be misread: in shorter ones letters are meant."""


def as_digits(text: str) -> str:
    """Return the text, as long as it was, with digits for the letters of long numbers that look like some."""
    return _RUN.sub(_number, text) if _MIXED.search(text) else text


def _number(run: re.Match[str]) -> str:
    """Read a run as digits where most of it are."""
    written = re.sub(r"[ .-]", "", run[0])
    digits = sum(map(str.isdigit, written))
    if len(written) < _LEAST or digits == len(written) or digits * 2 <= len(written):
        return run[0]
    return run[0].translate(_AS_DIGITS)


def is_misread_iban(compact: str) -> bool:
    """Tell an account whose check digits hold once each sign is what its country has at that place."""
    compact = compact.upper()
    country = numdb.get("iban").info(compact[:2] + "00")[0][1]
    form = "aann" + "".join(_signs(country.get("bban", "")))
    return len(form) == len(compact) and any(
        iban.is_valid(_read(compact, form.replace("c", either)), check_country=False)
        for either in "cn"
    )


def _signs(form: str) -> Iterator[str]:
    """Yield a sign for each place of "4!a6!n": a letter, a number, or any character."""
    for count, sign in re.findall(r"(\d+)!([anc])", form):
        yield sign * int(count)


def _read(compact: str, form: str) -> str:
    tables: dict[str, dict[int, str]] = {"n": _AS_DIGITS, "a": _AS_LETTERS, "c": {}}
    return "".join(char.translate(tables[sign]) for char, sign in zip(compact, form, strict=True))
