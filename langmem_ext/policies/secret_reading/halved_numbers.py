"""Is this the other part of a card's or an account's number, of which the message before gave one?

"My card number begins with 4539 5787", and then "the rest is 6362 1486": eight digits alone are any number, but both
parts together have the check digits of a card.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from stdnum import iban, luhn

from langmem_ext.policies.folding import lowered
from langmem_ext.policies.secret_reading.token_forms import Span

_DIGITS = re.compile(r"(?<![\w.,/:€$£+-])\d(?:[ .-]?\d){3,14}(?![\w/%€$£]|[.,:]\d)")
_OF_A_CARD = re.compile(
    r"\b(?:(?<!gift )(?<!library )(?<!loyalty )(?<!sim )(?<!membership )(?<!business )cards?|visa|master ?card|amex"
    r"|american express|\w*karten?(?:nummer)?|carte|tarjeta|cartao|carta|kaart\w*|kort\w*|kart[aiy])\b"
)
_PARTS = re.compile(
    r"\b(?:begin(?:s|ning)?|start(?:s|ing)?|first|second|last|other|remaining|half|halves|rest|ends?|ending|continues?"
    r"|goes on|then|followed by|erste\w*|zweite\w*|letzte\w*|rest\w*|beginnt|endet|commence|finit|premiers?|derniers?"
    r"|reste|suite|empieza|termina|primer\w*|[uú]ltim\w*|resto|eerste|laatste|inizia|finisce|prim[ie])\b"
)
_LEAD = re.compile(r"[^\d\n]{0,60}")
_ALONE = re.compile(r"[^\w\n]*(?:(?:and|then|it'?s|is|und|et|y|e|en)\b[^\w\n]*)*")
_ISSUED = re.compile(r"4\d{15}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|6(?:011|5\d\d)\d{12}|35\d{14}")
_IBAN_BEGINS = re.compile(
    r"(?<![^\W_])[a-z]{2}\d\d(?: ?[a-z]{4}(?![a-z]))?(?: ?[a-z\d]{0,3}\d[a-z\d]{0,3}){0,7}(?![^\W_])"
)
_IBAN_GOES_ON = re.compile(
    r"(?<![^\W_])[a-z]{0,4}\d[a-z\d]{0,30}(?: [a-z]{0,3}\d[a-z\d]{0,3}){0,7}"
)


def find_halved(before: str, text: str) -> Iterator[Span]:
    """Yield what with a number of the message before makes up the number of a card or an account."""
    if not _DIGIT.search(before) or not _DIGIT.search(text):
        return
    low, said = lowered(text), lowered(before)
    yield from _of_a_card(said, low)
    yield from _of_an_account(said, low)


_DIGIT = re.compile(r"\d")


def _of_a_card(before: str, text: str) -> Iterator[Span]:
    parts = [re.sub(r"\D", "", part[0]) for part in _DIGITS.finditer(before)]
    lead = _LEAD.match(text)
    found = _DIGITS.match(text, lead.end() if lead else 0)
    if not parts or found is None or not _OF_A_CARD.search(before):
        return
    parted = _PARTS.search(before) or _PARTS.search(text[: found.start()])
    if not (parted or _ALONE.fullmatch(text[: found.start()])):
        return
    here = re.sub(r"\D", "", found[0])
    if _is_a_card(parts[-1] + here) or _is_a_card(here + parts[-1]):
        yield "credit_card", *found.span()


def _is_a_card(digits: str) -> bool:
    """Tell the number of a card; one that an issuer begins so may be mistyped."""
    if len(digits) in (15, 16) and _ISSUED.fullmatch(digits):
        return True
    return 14 <= len(digits) <= 19 and bool(luhn.is_valid(digits))


def _of_an_account(before: str, text: str) -> Iterator[Span]:
    begun = [part[0] for part in _IBAN_BEGINS.finditer(before)]
    if not begun:
        return
    for found in _IBAN_GOES_ON.finditer(text[:120]):
        ends = [mark.start() for mark in re.finditer(r" |$", found[0])]
        for end in reversed(ends):
            whole = (begun[-1] + found[0][:end]).replace(" ", "")
            if iban.is_valid(whole.upper(), check_country=False):
                yield "iban", found.start(), found.start() + end
                return
