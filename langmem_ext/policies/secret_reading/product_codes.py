"""Is this the number under a bar code?

Its last digit checks the others (GTIN: EAN, UPC), and no code that somebody types has twelve digits or more. Eight are
often a code, too: there the text must speak of goods.
"""

from __future__ import annotations

import re

from stdnum import ean

_NUMBER = re.compile(r"\d{8}|\d{12,14}")
_TYPED = frozenset({"pin", "password"})
_GOODS = re.compile(
    r"\b(?:scan\w*|bar ?codes?|eans?|upc|gtin|isbn|skus?|labels?|labell?ed|articles?|products?|items?|goods"
    r"|shel(?:f|ves)"
    r"|prices?|stock|inventory|checkout|pos|groceries|supermarket|who makes|brand)\b",
    re.IGNORECASE,
)
_GIVEN = re.compile(
    r"\b(?:pass\w*|pw|pwd|pins?|puk|otp|tan|keys?|tokens?|secret|log-?in|wi-?fi|[a-z]*passwort|kennwort"
    r"|contrase[nñ]a"
    r"|senha)\b[^.!?\n]{0,24}$",
    re.IGNORECASE,
)
_LONG = 12


def is_a_product(text: str, kind: str, start: int, end: int) -> bool:
    """Tell the number of goods from one that is typed; `kind` is what a rule took it for."""
    value = text[start:end]
    if kind not in _TYPED or not _NUMBER.fullmatch(value) or not ean.is_valid(value):
        return False
    if _GIVEN.search(text[max(0, start - 60) : start]):
        return False
    return len(value) >= _LONG or _GOODS.search(text) is not None
