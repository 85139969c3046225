"""Which parts of a code are told one after the other: "the first half is 64, she has the second, 19"?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.policies.secret_reading.token_forms import Span

_PART = re.compile(
    r"\b(?P<which>first|second|third|last|other) (?:half|part|bit|(?:one|two|three|four|[1-4]) (?:digits|numbers))\b"
    r"[^.!?\n\d]{0,50}?(?: (?:is|are|was|were|says?|said|has|reads?|being)|[:,])? (?P<v>\d{1,4})(?![\w%€$£:/]|[.,]\d"
    r"| ?(?:minutes?|mins?|hours?|days?|weeks?|euros?|pounds?|pages?|points?|goals?|people|km|miles?)\b)"
)
_CODE = re.compile(r"\b(?:(?:pass)?codes?|pins?|combo|combination|keypad|padlock|lock)\b(?! of)")
_ELSE = re.compile(r"\b(?:cards?|iban|sort|postal|zip|post ?codes?|phone number|dialling|error)\b")


def find_split(low: str) -> Iterator[Span]:
    """Yield the parts of a code that is told in two or more; `low` is a text in lower case."""
    if "first " not in low:
        return
    parts = list(_PART.finditer(low))
    if len({part["which"] for part in parts}) < 2 or _ELSE.search(low):
        return
    if not _CODE.search(low, max(0, parts[0].start() - 60), parts[-1].end() + 60):
        return
    for part in parts:
        yield "pin", *part.span("v")
