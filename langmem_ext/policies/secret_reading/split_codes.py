"""Which parts of a code or a password are told one after the other: "the first half is 64, she has the second, 19"?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from stdnum import luhn

from langmem_ext.policies.secret_reading.credential_values import clean, is_value
from langmem_ext.policies.secret_reading.token_forms import Span

_PART = re.compile(
    r"\b(?P<which>first|second|third|last|other) (?:half|part|bit|(?:one|two|three|four|[1-4]) (?:digits|numbers))\b"
    r"[^.!?\n\d]{0,50}?(?: (?:is|are|was|were|says?|said|has|reads?|being)|[:,])? (?P<v>\d{1,4})(?![\w%€$£:/]|[.,]\d"
    r"| ?(?:minutes?|mins?|hours?|days?|weeks?|euros?|pounds?|pages?|points?|goals?|people|km|miles?)\b)"
)
_CODE = re.compile(r"\b(?:(?:pass)?codes?|pins?|combo|combination|keypad|padlock|lock)\b(?! of)")
_ELSE = re.compile(r"\b(?:cards?|iban|sort|postal|zip|post ?codes?|phone number|dialling|error)\b")
_PIECE = re.compile(
    r"\b(?:(?P<which>first|second|third|last|other|1st|2nd|3rd) (?:half|part|bit|piece)"
    r"|(?:part|half|bit|piece) (?P<number>one|two|three|[1-3]|[abc]\b))(?: of (?:the |my |our )?[\w-]+(?: [\w-]+)?)?"
    r"(?: (?:is|was|being|says)|:|,| =)?"
    r" [\"'“‘]?(?P<v>[^\s,;\"'”’]{3,40})",
    re.IGNORECASE,
)
_JOINED = re.compile(
    r"\b(?:together|join\w*|combin\w+|glued?|in a row|one after the other|no space between|altogether)\b",
    re.IGNORECASE,
)
_OPENS = re.compile(
    r"\b(?:pass(?:word|phrase|code)?|pw|log-?in|log in|unlocks?|opens? (?:the|my|our)|vault|wi-?fi"
    r"|account)\b",
    re.IGNORECASE,
)


_CARD_IN_PARTS = re.compile(
    r"\bcard\b[^.!?\n\d]{0,30}\b(?:starts?|begins?|starting|beginning|begin) (?:with )?(?P<v>\d[\d -]{2,14}\d)"
    r"\b[^.!?\n\d]{1,40}"
    r"\b(?:ends?|ending|finish\w*|goes on|continues?)(?: (?:in|with|on))? (?P<w>\d[\d -]{2,14}\d)(?![\w-])"
)


def find_split(low: str, text: str) -> Iterator[Span]:
    """Yield the parts of what is told in two or more; `low` is the text in lower case."""
    if "first " in low:
        yield from _numbers(low)
    if "card" in low:
        yield from _cards(low)
    parted = "part" in low or "half" in low or "piece" in low or " bit" in low
    if parted and _OPENS.search(low) and _JOINED.search(low):
        yield from _words(text)


def _cards(low: str) -> Iterator[Span]:
    """Yield a card's number from its first part to its last, where its check digit is right."""
    for found in _CARD_IN_PARTS.finditer(low):
        if luhn.is_valid(re.sub(r"\D", "", found["v"] + found["w"])):
            yield "credit_card", found.start("v"), found.end("w")


def _numbers(low: str) -> Iterator[Span]:
    parts = list(_PART.finditer(low))
    if len({part["which"] for part in parts}) < 2 or _ELSE.search(low):
        return
    if not _CODE.search(low, max(0, parts[0].start() - 60), parts[-1].end() + 60):
        return
    for part in parts:
        yield "pin", *part.span("v")


def _words(text: str) -> Iterator[Span]:
    """Yield the parts of a password, of which one at least is written as no word is."""
    parts = {(part["which"] or part["number"]).lower(): part for part in _PIECE.finditer(text)}
    values = [clean(part["v"]) for part in parts.values()]
    if len(values) < 2 or not all(map(is_value, values)) or all(map(str.isalpha, values)):
        return
    for part, value in zip(parts.values(), values, strict=True):
        yield "password", part.start("v"), part.start("v") + len(value)
