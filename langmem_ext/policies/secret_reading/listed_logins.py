"""Which cells of a table, or lines of a list, are passwords?

The head of a column says what is under it, and a line below who logs in is what they log in with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.policies.secret_reading.credential_values import clean, is_value
from langmem_ext.policies.secret_reading.plain_passwords import could_be
from langmem_ext.policies.secret_reading.token_forms import Span

_HEAD = re.compile(
    r"\W*(?:(?:\w+ )?(?:password|passwort|pass|pw|pwd|passwd|passcode|pin(?: code)?|secret|api key|access token"
    r"|door code"
    r"|code word|wi-?fi key|security answer)s?)\W*"
)
_ROW = re.compile(r"[^\n]+")
_RULE = re.compile(r"[\s|:+-]+")
_ADDRESS = re.compile(
    r"(?m)^[ \t>*-]*[\w.+-]+@[\w-]+(?:\.[\w-]+)+[ \t]*\n[ \t>*-]*(?P<v>\S{4,64})[ \t]*$"
)
_ABOUT = re.compile(
    r"\b(?:log-?ins?|log in|log me in|passw\w*|pws?|pwds?|creds|credentials|accounts?|sign in)\b"
)
_LISTED = re.compile(
    r"(?:^|[\n,;•*]|\band\b|:)[ \t>*-]*(?:my |the )?(?P<s>[A-Za-z][\w.+ -]{1,24}?)(?:\s?[:=]| -| –|\s?->|\s?→)[ \t]*"
    r"(?P<v>[^\s,;|]{4,64})(?=\s*(?:$|[,;.\n]|and\b))",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"(?:g-?mail|google|outlook|hotmail|yahoo|icloud|apple(?: id)?|netflix|hulu|disney\+?|spotify|prime|amazon|ebay"
    r"|paypal"
    r"|steam|xbox|psn|facebook|fb|insta(?:gram)?|twitter|tiktok|snapchat|linkedin|reddit|discord|slack|zoom|github"
    r"|dropbox"
    r"|wi-?fi|e-?mail|bank(?:ing)?|laptop|pc|computer|phone|tablet|ipad|router|work|school|vpn|portal|account|roblox"
    r"|minecraft|epic|hbo|etsy|airbnb|uber|youtube|twitch|canva|adobe|zoom|nas|server|admin)(?: \w+)?",
    re.IGNORECASE,
)


def find_listed(low: str, text: str) -> Iterator[Span]:
    """Yield cells under a head such as "password", lines below an address, and what a list of logins pairs."""
    if "\n" in low:
        yield from _under_heads(low, text)
        if "@" in low and _ABOUT.search(low):
            for match in _ADDRESS.finditer(text):
                if could_be(match["v"]):
                    yield "password", *match.span("v")
    if "passwords" in low or "logins" in low or "passcodes" in low:
        found = [match for match in _LISTED.finditer(text) if _PLACE.fullmatch(match["s"].strip())]
        if len(found) > 1:
            for match in found:
                if could_be(match["v"]):
                    yield "password", match.start("v"), match.start("v") + len(clean(match["v"]))


def _under_heads(low: str, text: str) -> Iterator[Span]:
    """Yield the cells of a column that is said to hold secrets, to the end of the table."""
    mark, columns, width = "", list[int](), 0
    for row in _ROW.finditer(low):
        said = row[0]
        if columns and _RULE.fullmatch(said):
            continue
        if columns and said.count(mark) >= width:
            yield from _cells(text, row.start(), row.end(), mark, columns)
            continue
        mark = next((each for each in ("|", "\t", ",", ";") if each in said), "")
        cells = said.split(mark) if mark else []
        short = 2 <= len(cells) <= 12 and all(len(cell) <= 24 for cell in cells)
        columns = [i for i, cell in enumerate(cells) if _HEAD.fullmatch(cell)] if short else []
        width = len(cells) - 1


def _cells(text: str, start: int, end: int, mark: str, columns: list[int]) -> Iterator[Span]:
    at = start
    for i, cell in enumerate(text[start:end].split(mark)):
        value = cell.strip(" \t\"'`*")
        if (
            i in columns
            and 3 <= len(value) <= 80
            and is_value(value)
            and could_be(value.split(" ")[-1])
        ):
            place = at + cell.index(value)
            yield "password", place, place + len(value)
        at += len(cell) + 1
