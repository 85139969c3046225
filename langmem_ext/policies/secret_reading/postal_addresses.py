"""Does this word or number stand in a postal address: a street, its number, a post code, a town?"""

from __future__ import annotations

import re

_TOWN = r"(?:[A-Z]{1,2}-)?\d{4,5} [A-ZÄÖÜ][\w'’.-]{2,}(?:[ -][A-ZÄÖÜ][\w'’.-]+)?"
_THING = r"(?!(?:Door|Gate|Flat|Room|Locker|Safe|Pin|PIN|Code|Card|Alarm|Key|Box|Lock|Garage|Office|Wifi|SIM)\b)"
_ADDRESS = re.compile(
    rf"\b{_THING}[A-ZÄÖÜ][\w'’.-]+(?: [A-ZÄÖÜ][\w'’.-]+){{0,3}} \d{{1,4}} ?[a-z]?(?:[/-]\d{{1,3}})?,? {_TOWN}"
)
"""A street with the number of a house, and a town with its post code."""
_CALLED = re.compile(
    r"\b(?:zip(?: ?codes?)?|post ?codes?|postal codes?|plz)\b(?! file| archive| folder)(?:(?!\b(?:codes?|pins?"
    r"|pass\w*|keys?|locks?|door|gate|safe|alarm|combo|card)\b)[^\d\n]){0,40}$",
    re.I,
)
_CALLED_AFTER = re.compile(
    r" (?:(?:is|as|a|the|correct|right|old|new|your|my|our) )*(?:zip(?: ?code)?|post ?code|postal code)\b(?! file"
    r"| archive)"
    r"| (?:(?:is|as|the|a|correct|right|old|new) )*pin ?code (?:for|of|in) (?-i:[A-Z])",
    re.I,
)
_REACH = 60


def is_in_an_address(text: str, start: int, end: int) -> bool:
    """Tell a part of an address, and what is called a post code; nobody writes a code between a street and its town."""
    at = max(0, start - _REACH)
    if text[start:end].isdigit() and (
        _CALLED.search(text[at:start]) or _CALLED_AFTER.match(text[end : end + _REACH])
    ):
        return True
    return any(
        at + address.start() <= start and end <= at + address.end()
        for address in _ADDRESS.finditer(text[at : end + _REACH])
    )
