"""Is this a form in which nothing is filled in yet: "IBAN: DE00 0000 0000 0000 0000 00", the head of a key alone?"""

from __future__ import annotations

import re

_FORM = re.compile(r"[A-Z]{2}[0Xx]{2}(?:[ -]?[\dXx]{1,4}){1,9}(?![\dA-Za-z])")
_MOST = 12
"""Characters that are zeros or crosses, at least; check digits are never 00."""


_HEAD = re.compile(r"-----BEGIN [A-Z ]{3,40}-----")
_BODY = re.compile(r"[A-Za-z\d+/=]{16}")


def is_unfilled(text: str, start: int, end: int) -> bool:
    """Tell the form of an account's number, all of whose places are zeros or crosses, and the bare head of a key."""
    if head := _HEAD.match(text, start):
        return _BODY.search(text, head.end()) is None
    form = _FORM.match(text, start)
    if form is None:
        return False
    given = [char for char in form[0][2:] if char.isalnum()]
    zeros = sum(char in "0Xx" for char in given)
    return zeros >= _MOST or zeros == len(given)
