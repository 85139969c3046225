"""Do the words right before a value hand it over: "password is", "pin:", "the code was"?"""

from __future__ import annotations

import re

_GIVES = re.compile(
    r"\b(?:pass(?:word|wd|code|phrase)?s?|pw|pwd|psw|psk|pins?|codes?|puk|otp|tan|combo|combination|digits|log-?in"
    r"|creds|credentials|secret)\b(?: (?:for|of|to|on|at|there|here|now|still) ?(?:[\w'-]+ ){0,4}?)?"
    r"(?:[^\w\n]|\n(?!\n)){0,3}(?:(?:is|was|are|be|to|says?|reads?|still|now|always|it'?s) ){0,3}[^\w\n]{0,3}$",
    re.IGNORECASE,
)


def is_given_outright(before: str) -> bool:
    """Tell what a word for a secret announces with nothing but a verb between."""
    return _GIVES.search(before[-60:]) is not None
